"""Generate-Counterexamples: what is said of alarms without a counterexample, and what is kept of proofs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.execution.executor import Executor
from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined, inline
from dovetail.strategies.instance.counterexamples import Counterexamples
from dovetail.strategies.outcome import Budget, Claims, Progress
from thinned import thinned

HERE = Path(__file__).parent
CASES = HERE.parents[1] / "verdicts" / "counterexamples"
SECONDS = 20.0


def _inlined(name: str, folder: Path = CASES) -> Inlined:
    return inline(load([folder / f"{name}.c"], LoadOptions()).program)


def _strategy(inlined: Inlined, seconds: float = SECONDS) -> Counterexamples:
    return Counterexamples(inlined, Ledger(inlined.program), Budget(deadline=time.monotonic() + seconds))


def _claims(inlined: Inlined, seconds: float = SECONDS) -> Claims:
    return _strategy(inlined, seconds).run()


@pytest.mark.slow
def test_a_false_alarm_is_said_with_the_depth() -> None:
    claims = _claims(_inlined("false_alarm", HERE), 4.0)
    assert not claims.violations and not claims.complete
    assert "no counterexample on paths of up to " in claims.open[1]
    assert "paths" in claims.open[1] and "asked" in claims.open[1]


def test_no_path_is_left() -> None:
    """That is said, and not called a proof."""
    claims = _claims(_inlined("all_paths_die"))
    assert "every path that leads there was looked at" in claims.open[1]
    assert not claims.complete and not claims.excluded


def test_what_is_proved_stays() -> None:
    claims = _claims(_inlined("proved_in_part"))
    assert list(claims.violations) == [2]
    assert claims.excluded == {1} and claims.complete


def test_recursion_is_cut_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "deep.c"
    path.write_text(
        """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int down(int n) { if (n <= 0) return 0; return 1 + down(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (down(n) == 100) reach_error(); return 0; }"""
    )
    claims = _claims(inline(load([path], LoadOptions()).program), 30.0)
    assert not claims.violations
    assert "with recursion up to " in claims.open[1], claims.open


@pytest.mark.parametrize(
    "name",
    thinned(["handed_in_list", "two_handed_in", "uninitialised_rows", "recursion_counts", "two_rounds"], 2),
)
def test_claims_happen(name: str) -> None:
    """Nothing is claimed that no run shows, and it is told as soon as it is known."""
    inlined = _inlined(name)
    told: list[Progress] = []
    claims = _strategy(inlined).run(told.append)
    assert list(claims.violations) == [1]
    assert Executor(inlined.program).run(claims.violations[1]).end.check_id == 1
    assert told[-1].violations == claims.violations
