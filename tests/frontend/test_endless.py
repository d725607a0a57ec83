"""Which loops may run for ever: those that evidently do not are told apart, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.frontend.cut_short import Assumptions
from dovetail.frontend.endless import fresh_results, may_stay
from thinned import thinned

HEAD = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
int any(void) { return __VERIFIER_nondet_int(); }
int limit;
void change(void) { limit++; }
int main(void) {
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), a[4] = {0}, *p = a;
    unsigned u = n;
    unsigned char small = n;
"""
LEFT = [
    "for (i = 0; i < n; i++) a[0]++;",
    "for (i = n; i > 0; i--) ;",
    "for (i = 0; i < 100; i += 3) ;",
    "for (i = 0; i <= 100; i++) { if (a[0]) continue; a[1]++; }",
    "while (u--) ;",
    "while (i++ < n) ;",
    "for (i = 0; i != n; i++) ;",
    "for (small = 0; small < 200; small++) ;",
    "for (i = 0; i < n; i++) for (int j = 0; j < i; j++) a[0]++;",
    "for (i = 0; i < n && a[0] == 0; i++) a[1]++;",
    "while (__VERIFIER_nondet_int()) a[0]++;",
    "while (any()) a[0]++;",
    "for (;;) { int c = __VERIFIER_nondet_int(); if (c == 1) a[0]++; else if (c > 7) break; }",
    "for (;;) { switch (__VERIFIER_nondet_int()) { case 1: a[0]++; break; case 2: goto out; } } out: ;",
    "while (*p) p++;",
    "for (i = 0; i < limit; i++) a[0]++;",
    "do n -= 2; while (n > 0 && a[0] != n);",
]
STAYS = [
    "for (;;) ;",
    "while (n) ;",
    "for (i = 0; i <= n; i++) ;",  # the bound may be the largest number
    "for (i = 0; i < n; i += 2) ;",
    "for (u = 0; u <= 0xffffffffu; u++) ;",
    "for (u = 9; u >= 0; u--) ;",
    "for (small = 0; small < 300; small++) ;",
    "for (i = 0; i != n; i += 2) ;",
    "for (i = 0; i < n; i++) n++;",
    "for (i = 0; i < n; i++) if (a[0]) i = 0;",
    "for (i = 0; i < n; i--) ;",
    "for (i = 0; i < n; ) if (a[0]) i++;",
    "for (i = 0; i < n; i++) while (a[0]) ;",
    "for (i = 0; i < limit; i++) change();",
    "while (a[0] != 3) a[0]++;",
    "for (;;) { if (__VERIFIER_nondet_uchar() > 255) break; }",
    "for (;;) { if (__VERIFIER_nondet_bool() == 2) break; }",
    "for (;;) { int c = __VERIFIER_nondet_int(); if (c > 3) { if (c < 2) break; } }",
    "for (;;) { int c = __VERIFIER_nondet_int(); if (n == 3 && c > 3) break; }",
    "int c = __VERIFIER_nondet_int(); while (c) a[0]++;",
    "while (*p) { p++; p--; }",
    "while (*p) { if (p[0] == 1) p++; }",
]


@pytest.mark.parametrize("text", thinned([*LEFT, *STAYS], 2))
def test_loops(text: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}    {text}\n    return 0;\n}}\n")
    program = load([path], LoadOptions(properties=("valid-deref",))).program
    fresh = fresh_results(program.procedures.values())
    found = may_stay(program.procedures["main"], fresh, Assumptions(program.procedures))
    assert bool(found) is (text in STAYS)
    if "any()" in text:
        assert fresh == {"any"}


def test_inner_and_outer(tmp_path: Path) -> None:
    """One place for each loop that may stay, and none for the loop around it that does not."""
    path = tmp_path / "f.c"
    path.write_text(HEAD + "for (i = 0; i < n; i++) { while (a[0]) a[1]++; while (a[2]) ; } return 0; }")
    program = load([path], LoadOptions(properties=("valid-deref",))).program
    assert len(may_stay(program.procedures["main"], frozenset(), Assumptions(program.procedures))) == 2


@pytest.mark.parametrize(
    ("behind", "stays"), [("__VERIFIER_assume(n);", True), ("if (n) abort();", False), ("any();", False)]
)
def test_who_leaves_must_be_asked(behind: str, stays: bool, tmp_path: Path) -> None:
    """Of an execution that leaves by choice, to where an assumption fails, nobody asks what it has lost."""
    path = tmp_path / "f.c"
    declared = "extern void __VERIFIER_assume(int); extern void abort(void); void *malloc(unsigned long);"
    loop = "void *q = malloc(1); while (any()) ;"
    path.write_text(f"{declared} {HEAD} {loop} {behind} return q != 0; }}")
    program = load([path], LoadOptions(properties=("valid-memtrack",))).program
    fresh, assumptions = fresh_results(program.procedures.values()), Assumptions(program.procedures)
    assert bool(may_stay(program.procedures["main"], fresh, assumptions)) is stays
