"""Which comparisons of addresses are left as they are, and which are open."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.load import LoadOptions, load
from dovetail.program.expressions import Valid, subexpressions
from dovetail.program.statements import expressions_of

HEAD = """\
int a[9], b[9];
struct it { char *cur, *end; } it;
int f(void) { return 1; }
char *any(void);
"""

PLAIN = {
    "a loop over an array": "int g(void) { int *p; for (p = a; p != a + 9; p++) ; return p == a; }",
    "a parameter and what is moved from it": "int g(char *s) { char *e = s; while (*e) e++; return e == s; }",
    "a parameter that is moved": "int g(char *s) { char *e = s; while (*s) ++s; return s - 1 == e; }",
    "a choice of two places": "int g(int c) { int *p = c ? a : a + 2; return p != a + 9; }",
    "null": "int g(char *s) { return s == 0 || !s; }",
    "functions": "int g(int (*p)(void), int (*q)(void)) { return p == f || p == q; }",
    "what a call gave, once": "int g(void) { char *s = any(), *t = s + 1; return s != t; }",
}
OPEN = {
    "two arrays": "int g(void) { int *p = a + 9; return p != b; }",
    "two parameters": "int g(char *s, char *t) { return s == t; }",
    "members": "int g(void) { return it.cur != it.end; }",
    "an array, or another": "int g(int c) { int *p = a; if (c) p = b; return p == a; }",
    "what a call gave in each round": (
        "int g(int n) { char *s = 0, *t = 0; while (n--) { t = s; s = any(); } return s != t; }"
    ),
    "a parameter that is replaced": "int g(char *s) { char *t = s; s = any(); return s == t; }",
}


def is_open(folder: Path, function: str) -> bool:
    file = folder / "f.c"
    file.write_text(HEAD + function + "\nint main(void) { return 0; }\n")
    program = load([file], LoadOptions(function="g")).program
    return any(
        isinstance(expr, Valid)
        for edge in program.procedures["g"].edges
        for root in expressions_of(edge.statement)
        for expr in subexpressions(root)
    )


@pytest.mark.parametrize("name", PLAIN)
def test_pointers_with_one_start_are_compared_as_they_are(tmp_path: Path, name: str) -> None:
    assert not is_open(tmp_path, PLAIN[name])


@pytest.mark.parametrize("name", OPEN)
def test_others_may_be_equal_by_chance(tmp_path: Path, name: str) -> None:
    assert is_open(tmp_path, OPEN[name])
