"""Records that are compared whole, as harnesses for CBMC do it: what is said of them, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.evidence.verdicts import Verdict

PROGRAM = """
struct inner {{ short s[4]; int *p; unsigned u, v; }};
struct pair {{ long x; struct inner inner; {more} }};
extern int nondet_int(void);
int main(void) {{
    int i = 1;
    struct pair a = {{0}};
    a.x = nondet_int();
    struct pair b = a, *p = &b;
    __CPROVER_assume(nondet_int() != 3);
    {body}
    return 0;
}}
"""
CASES = [
    ('__CPROVER_assert(a == b, "copied");', True),
    ('__CPROVER_assert(!(a != b), "copied");', True),
    ('b.x++; __CPROVER_assert(a == b, "changed");', False),
    ('b.inner.s[1] = 7; __CPROVER_assert(a == b, "changed");', False),
    ('b.inner.p = &i; __CPROVER_assert(a != *p, "changed");', True),
    ('(*p).inner.u = nondet_int(); __CPROVER_assert(a == *p, "changed");', False),
    ('__CPROVER_assume(a.x == 4); __CPROVER_assert(a == b && (*p) == a, "twice");', True),
]


def _checked(tmp_path: Path, body: str, more: str) -> dovetail.CheckResult:
    path = tmp_path / "records.c"
    path.write_text(PROGRAM.format(body=body, more=more))
    return dovetail.check(path, strategy="bounded", timeout=60, out=tmp_path / "out")


@pytest.mark.parametrize(("body", "holds"), CASES, ids=range(len(CASES)))
def test_all_members_are_compared(body: str, holds: bool, tmp_path: Path) -> None:
    result = _checked(tmp_path, body, "")
    assert result.verdict is (Verdict.PROVED if holds else Verdict.VIOLATED)


@pytest.mark.parametrize("more", ["char c;", "double d;", "unsigned c : 3, d : 29;", "union { int i; } u;"])
def test_what_is_between_members_or_no_number_is_refused(more: str, tmp_path: Path) -> None:
    result = _checked(tmp_path, '__CPROVER_assert(a == b, "copied");', more)
    assert result.verdict is Verdict.UNKNOWN


def test_to_others_it_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "records.c"
    path.write_text("struct s { int x; }; int main(void) { struct s a = {1}, b = a; return a == b; }")
    with pytest.raises(dovetail.InputError, match="invalid operands"):
        dovetail.check(path)
