"""Calls as functions: the same answers as a run gives, without repeating calls."""

from __future__ import annotations

import pytest

from dovetail.execution.memoised import Fate, Memoised, Returned
from dovetail.frontend.load import load
from dovetail.program.effects import effects
from dovetail.program.inlining import inline
from dovetail.program.types import INT

TEXT = """
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
int g, h;
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int ends(int n) { if (n == 0) exit(1); return ends(n - 1); }
int circle(int n) { return circle(n); }
int asks(int n) { return n == 0 ? __VERIFIER_nondet_int() : n == 5 ? 3 : asks(n - 1); }
void count(int n) { g += h; if (n > 0) count(n - 1); }
int main(void) { fibonacci(1); ends(1); circle(1); asks(1); count(1); return 0; }
"""


@pytest.fixture(scope="module")
def memoised(tmp_path_factory: pytest.TempPathFactory) -> Memoised:
    path = tmp_path_factory.mktemp("memoised") / "program.c"
    path.write_text(TEXT)
    program = inline(load([path]).program).program
    return Memoised(program, effects(program))


def result(found: Returned | Fate) -> int:
    assert isinstance(found, Returned)
    return INT.number(found.result)


def test_what_would_take_for_ever_is_quick(memoised: Memoised) -> None:
    assert result(memoised.call("fibonacci", (46,), 10_000)) == 1836311903
    assert result(memoised.call("fibonacci", (47,), 10)) == -1323752223  # it wraps, and little is left to do


def test_what_does_not_return(memoised: Memoised) -> None:
    assert memoised.call("ends", (3,), 1_000) is Fate.ENDS
    assert memoised.call("circle", (3,), 1_000) is Fate.ENDS
    assert memoised.call("fibonacci", (3_000,), 100) is Fate.TOO_LONG
    assert memoised.call("ends", (INT.bits(-1),), 1_000) is Fate.TOO_LONG


def test_what_depends_on_inputs(memoised: Memoised) -> None:
    assert memoised.call("asks", (3,), 1_000) is Fate.OPEN
    assert result(memoised.call("asks", (7,), 1_000)) == 3


def test_globals_are_given_and_come_back(memoised: Memoised) -> None:
    matter = memoised.matter["count"]
    globals_ = {variable: {"g": 10, "h": 4}[variable.name] for variable in matter}
    found = memoised.call("count", memoised.given("count", [2], globals_), 1_000)
    assert isinstance(found, Returned)
    after = {variable.name: value for variable, value in zip(matter, found.after, strict=True)}
    assert after == {"g": 22, "h": 4}
