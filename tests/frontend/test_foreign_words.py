"""Attributes and pragmas that mean something to one compiler only: refused, or listed, or without effect."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.errors import InputError
from dovetail.frontend.load import load


def said(folder: Path, text: str) -> tuple[list[str], list[str]]:
    """The reasons of what is refused, and what is listed about such words."""
    path = folder / "f.c"
    path.write_text(text)
    program = load([path]).program
    refused = [edge.statement.reason for edge in program.unsupported]
    words = ("attribute", "pragma")
    return refused, [one.text for one in program.assumptions if any(word in one.text for word in words)]


MAIN = "int main(void) { return f(2) > 1; }\n"
PAIR = "struct pair { short a, b; };\nint f(int n) { struct pair p = {n, 0}; return p.a; }\n"
HALF = "double f(double x) { return x / 2; }\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            'struct __attribute__((scalar_storage_order("big-endian"))) pair { short a; };\n'
            "int f(int n) { struct pair p = {n}; return p.a; }\n",
            "the attribute 'scalar_storage_order'",
        ),
        (
            'struct pair { short a; } __attribute__((packed, __scalar_storage_order__("big-endian")));\n'
            "int f(int n) { struct pair p = {n}; return p.a; }\n",
            "the attribute 'scalar_storage_order'",
        ),
        (
            "int f(int n) { union { char c[4]; struct { int i; } __attribute__((scalar_storage_order(\n"
            '"big-endian"))) s; } u = {{n}}; return u.s.i; }\n',
            "the attribute 'scalar_storage_order'",
        ),
        ("#pragma scalar_storage_order big-endian\n" + PAIR, "the pragma 'scalar_storage_order big-endian'"),
        (
            "struct tight { char c; long l; } __attribute__((packed));\n"
            "struct other { char c; long l; } __attribute__((copy((struct tight *)0)));\n"
            "int f(int n) { return sizeof(struct other) + n; }\n",
            "the attribute 'copy'",
        ),
        ('__attribute__((optimize("-ffast-math"))) ' + HALF, "the attribute 'optimize'"),
        ('__attribute__((optimize(3, "Ofast"))) ' + HALF, "the attribute 'optimize'"),
        ('double f(double) __attribute__((optimize("rounding-math")));\n' + HALF, "the attribute 'optimize'"),
        ('#pragma GCC optimize ("O2", "associative-math")\n' + HALF, "the pragma 'GCC optimize"),
        ('_Pragma("GCC optimize \\"wrapv\\"")\n' + HALF, "the pragma 'GCC optimize"),
        (
            "#pragma float_control(precise, off, push)\n" + HALF,
            "the pragma 'float_control(precise, off, push)'",
        ),
        ("#pragma clang fp reassociate(on)\n" + HALF, "the pragma 'clang fp reassociate(on)'"),
        (
            "double f(double x) {\n#pragma clang fp contract(fast)\ndouble y = x * x;\nreturn y + x;\n}\n",
            "the pragma 'clang fp contract(fast)'",
        ),
        ("#pragma STDC FENV_ROUND FE_UPWARD\n" + HALF, "the pragma 'STDC FENV_ROUND FE_UPWARD'"),
    ],
)
def test_what_changes_layout_or_arithmetic_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    refused, _ = said(tmp_path, text + MAIN)
    assert refused and all(f"{reason}" in one and "is not modelled" in one for one in refused)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("__attribute__((persistent)) int x;\n", "the attribute 'persistent' is taken to have no effect"),
        ("[[gnu::transaction_safe]] int g(void);\n", "the attribute 'transaction_safe' is taken to have no"),
        (
            "extern int x __attribute__((aligned(64))), y __attribute__((copy(x)));\n",
            "the attribute 'copy' is taken",
        ),
        ("#pragma ms_struct on\n", "the pragma 'ms_struct' is obeyed, as clang does"),
        ("#pragma options align=packed\n", "the pragma 'options' is obeyed, as clang does"),
        ('#pragma GCC target("fma")\n', "the pragma 'GCC target' is taken to have no effect"),
        ("#pragma interrupt\n", "the pragma 'interrupt' is taken to have no effect"),
    ],
)
def test_what_else_a_compiler_does_not_know_is_listed_once(text: str, listed: str, tmp_path: Path) -> None:
    refused, found = said(tmp_path, text + text + HALF + MAIN)
    assert not refused
    assert len(found) == 1 and listed in found[0]


@pytest.mark.parametrize(
    "text",
    [
        '__attribute__((noclone, leaf, externally_visible, __artificial__, optimize("O3"))) ' + HALF,
        '__attribute__((optimize("no-tree-vectorize", 0))) ' + HALF,
        'struct __attribute__((scalar_storage_order("little-endian"))) pair { int a; };\n' + HALF,
        '#pragma GCC optimize("O3,unroll-loops")\n#pragma omp parallel\n#pragma GCC ivdep\n' + HALF,
        '#pragma GCC push_options\n#pragma GCC optimize("fast-math")\ndouble g(double x) { return x; }\n'
        "#pragma GCC pop_options\n" + HALF,
        "#pragma scalar_storage_order big-endian\nstruct other { int i; };\n"
        "#pragma scalar_storage_order default\n" + PAIR,
        "#pragma float_control(precise, off, push)\ndouble g(double x) { return x; }\n"
        "#pragma float_control(pop)\n" + HALF,
        "#pragma STDC FP_CONTRACT OFF\n#pragma STDC FENV_ACCESS ON\n#pragma pack(1)\n" + PAIR,
        'const char *x = "__attribute__((copy))";\n' + HALF,
    ],
)
def test_what_has_no_effect_is_not_mentioned(text: str, tmp_path: Path) -> None:
    assert said(tmp_path, text + MAIN) == ([], [])


def test_what_nobody_uses_is_not_refused(tmp_path: Path) -> None:
    text = '__attribute__((optimize("fast-math"))) double unused(double x) { return x; }\n'
    assert said(tmp_path, text + HALF + MAIN) == ([], [])


def test_a_layout_of_no_record_is_an_error(tmp_path: Path) -> None:
    text = "struct pair { int a; };\ntypedef struct pair far __attribute__((hardbool(1, 2)));\n"
    with pytest.raises(InputError, match=r"f\.c:2:\d+: the attribute 'hardbool' is not modelled"):
        said(tmp_path, text + HALF + MAIN)
