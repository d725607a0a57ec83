"""Annotations of ACSL: what they become, what is refused, and that integers are those of mathematics."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.evidence.violation import native_program
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.acsl_terms import NotRead, parsed
from dovetail.frontend.acsl_words import Words
from dovetail.program.automata import Program
from dovetail.program.statements import Check, Unsupported
from dovetail.program.types import DataModel


def spoken(text: str, *, old: bool = False, in_loop: bool = False) -> str:
    said = Words(DataModel.LP64, old=old, in_loop=in_loop).predicate(parsed(text))
    return said.replace("__CPROVER_dovetail_", "").replace(" + (__int128)0", "")


def program_of(text: str, folder: Path, function: str | None = "f", **options: object) -> Program:
    file = folder / "unit.c"
    file.write_text(text)
    return load([file], LoadOptions(function=function, **options)).program  # type: ignore[arg-type]


def checks_of(program: Program) -> list[str]:
    found = [edge.statement for one in program.procedures.values() for edge in one.edges]
    return [one.info.description for one in found if isinstance(one, Check)]


def refusals(program: Program) -> list[str]:
    found = [edge.statement for one in program.procedures.values() for edge in one.edges]
    return [one.reason for one in found if isinstance(one, Unsupported)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 <= i < n", "(exactly((0) <= (i)) && exactly((i) < (n)))"),
        ("a ==> b ==> c", "((a != 0) ==> ((b != 0) ==> (c != 0)))"),
        ("a < b || c && d", "(exactly((a) < (b)) || ((c != 0) && (d != 0)))"),
        ("p == \\null", "(p == ((void *)0))"),
        ("\\valid(p + (0 .. n - 1))", "valid_w(p, n)"),
        ("\\valid_read(&p[0 .. n])", "valid_r(p, (n + 1))"),
        ("\\old(x + *p) == 1", "exactly((__CPROVER_old(x) + __CPROVER_old((*p))) == (1))"),
        ("\\forall integer i; 0 <= i < n ==> a[i] == 0",
         "all(__int128, i, (0), (n), (exactly((a[i]) == (0))))"),
        ("\\forall integer i; 0 < i <= n - 1 ==> a[i]", "all(__int128, i, (1), (n), ((a[i] != 0)))"),
        ("\\exists integer i; 0 <= i < n && a[i] == k",
         "(!all(__int128, i, (0), (n), (!(exactly((a[i]) == (k))))))"),
        ("\\forall integer i, j; 0 <= i < j < n ==> a[i] <= a[j]",
         "all(__int128, i, 0, n - 1, all(__int128, j, i + 1, n, exactly(a[i] <= a[j])))"),
        ("(integer)x + 1 > 2", "exactly(((x) + (1)) > (2))"),
    ],
)  # fmt: skip
def test_what_is_said(text: str, expected: str) -> None:
    bare = str.maketrans("", "", "() ")
    assert spoken(text, old=True).translate(bare) == expected.translate(bare)


@pytest.mark.parametrize(
    "text",
    [
        "\\forall integer i; a[i] == 0",
        "\\forall integer i; i < n ==> a[i] == 0",
        "\\forall integer i; 0 <= i || i < n ==> a[i] == 0",
        "\\exists integer i; a[i] == 0 ==> 0 <= i < n",
        "\\initialized(p)",
        "\\let x = 1; x == 1",
        "x == 0.1",
        "1 << n > 2",
        "\\at(x, LoopEntry) == 1",
        "f(x) == 1",
        "\\valid(p + (0 ..))",
        "\\valid(p[1 .. 2])",
        "x == ",
        "x == 1 }",
        "\\sum(0, n, f) == 1",
    ],
)
def test_what_is_not_read_is_said(text: str) -> None:
    with pytest.raises(NotRead):
        spoken(text, old=True)


@pytest.mark.parametrize(
    ("comment", "place"),
    [
        ("/*@ lemma l: 1 == 1; */", "before"),
        ("/*@ axiomatic A { logic integer l(integer x); } */", "before"),
        ("/*@ requires x > 0; */", "inside"),
        ("//@ loop invariant x > 0;", "inside"),
        ("/*@ requires x > 0; */ int global;", "before"),
    ],
)
def test_what_nothing_would_come_to_is_an_error(comment: str, place: str, tmp_path: Path) -> None:
    text = f"{comment}\nint f(int x) {{ return x; }}"
    if place == "inside":
        text = f"int f(int x) {{ {comment}\n x++; return x; }}"
    with pytest.raises(InputError, match="ACSL"):
        program_of(text, tmp_path)


@pytest.mark.parametrize(
    "comment",
    [
        "/*@ requires \\initialized(&x); */",
        "/*@ ensures \\result == \\sum(0, x, x); */",
        "/*@ assigns \\union(x, x); */",
        "/*@ exits x > 0; */",
        "/*@ allocates \\nothing; */",
        "/*@ ensures \\result * 0.1 > 0; */",
    ],
)
def test_a_clause_that_is_not_read_leaves_no_proof(comment: str, tmp_path: Path) -> None:
    program = program_of(f"{comment}\nint f(int x) {{ return x; }}", tmp_path)
    assert any("ACSL" in reason and "unit.c:1" in reason for reason in refusals(program))


def test_comments_of_others_are_comments(tmp_path: Path) -> None:
    for prose in ("/*@ for all of them */", "//@ loop over it", "//@{", "/*@ check it */", "/*@}*/"):
        assert not checks_of(program_of(f"int f(int x) {{ {prose}\n return x; }}", tmp_path))
    text = "/*@null@*/ int *g; /*@-type@*/ int f(int x) { /*@unused@*/ int y = 0; return x + y; }"
    assert not refusals(program_of(text, tmp_path))
    wrong = "int f(int x) {\n //@ assert x > 0;\n return x; }"
    assert checks_of(program_of(wrong, tmp_path)) == ["the assertion holds: x > 0"]
    assert not checks_of(program_of(wrong, tmp_path, svcomp=True))


def test_macros_and_predicates(tmp_path: Path) -> None:
    text = """#define MOST 10
    //@ predicate small(integer x) = x < MOST;
    /*@ requires small(n); assigns \\nothing; ensures \\result < 11; */
    int f(int n) { return n + 1; }"""
    program = program_of(text, tmp_path)
    (said,) = checks_of(program)
    assert said.endswith("\\result < 11")
    assert "n < 10" in str([edge.statement for one in program.procedures.values() for edge in one.edges])


EXACT = [
    # C and mathematics differ: the value of C is the second.
    ("u - 1 < 0", [0], [1]),
    ("x + 1 > x", [(1 << 31) - 1, 0, -1], []),
    ("x < u", [-1], []),
    ("x * x * x * x >= 0", [1 << 16, -(1 << 31)], []),
    ("-x > 0", [-(1 << 31), -1], [1, 0]),
    ("x - 1 < x < x + 1", [-(1 << 31), (1 << 31) - 1], []),
    ("~u < 0", [0, 5], []),
    ("(unsigned)x >= 0 && (unsigned char)(x + 1) == 0", [255, -1], [1]),
    ("\\forall integer i; 0 <= i < u - 1 ==> i < 0", [0, 1], [2]),
    ("\\exists integer i; -1 <= i < x && i * 2 == 6", [4, 100], [3, -5]),
    ("(x < 0 ? -x : x) >= 0", [-(1 << 31)], []),
    ("x / 2 * 2 == x - x % 2", [-7, 7], []),
    ("0 <= x <= 10 ==> x < 11", [5, 100, -1], []),
]


@pytest.mark.parametrize("model", [DataModel.LP64, DataModel.ILP32])
def test_integers_are_those_of_mathematics(model: DataModel, tmp_path: Path) -> None:
    """In the executor; and, as wide as it can be, on the machine."""
    cases = "".join(
        f"    case {n}: {{\n        //@ assert {text};\n    }} break;\n"
        for n, (text, _, _) in enumerate(EXACT)
    )
    file = tmp_path / "f.c"
    file.write_text(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
        "    int which = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(); unsigned u = (unsigned)x;\n"
        f"    switch (which) {{\n{cases}    }}\n    return 0;\n}}\n"
    )
    loaded = load([file], LoadOptions(data_model=model))
    executor = Executor(loaded.program)
    with native_program(loaded) as native:
        for number, (text, holding, failing) in enumerate(EXACT):
            for value in (*holding, *failing):
                vector = InputVector((number, value))
                ends = [executor.run(vector, record_path=False).end, native.run(vector, timeout=5).end]
                wanted = EndKind.NORMAL if value in holding else EndKind.VIOLATION
                seen = [end.kind for end in ends]
                if model is DataModel.ILP32 and "x * x" in text:
                    seen = seen[:1]  # more than the machine has
                assert set(seen) == {wanted}, (text, value, ends)
