"""DASH's work grows with a program, not with its paths or its possible aliases (Fig. 18 and Example 3).

What is counted is work, not time: rounds, questions to the solver, and calls of Python functions. The whole
measurement is `bench/scaling.py`.
"""

from __future__ import annotations

import cProfile
from dataclasses import dataclass
from pathlib import Path

import pytest
import scaling

from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.dash.algorithm import Dash
from dovetail.strategies.outcome import Budget
from thinned import thinned


@dataclass(frozen=True)
class Work:
    rounds: int
    solver_calls: int
    calls: int


def work(source: str, folder: Path, *, every_statement: bool = False) -> Work:
    path = folder / "member.c"
    path.write_text(source)
    program = inline(load([path], LoadOptions()).program).program
    profile = cProfile.Profile()
    profile.enable()
    dash = Dash(program, Ledger(program), Budget(), every_statement=every_statement)
    claims = dash.run()
    profile.disable()
    assert claims.complete and claims.excluded
    calls = sum(entry.callcount for entry in profile.getstats())
    return Work(claims.progress.rounds, claims.progress.solver_calls, calls)


@pytest.mark.slow
def test_pointers_cost_what_they_are(tmp_path: Path) -> None:
    """With 2^n ways to alias. At the paper's granularity a round takes one statement."""
    small, large = (work(scaling.pointers(n), tmp_path) for n in (8, 64))
    assert small.rounds == large.rounds
    assert large.calls <= 12 * small.calls
    stepwise = {n: work(scaling.pointers(n), tmp_path, every_statement=True) for n in (3, 9)}
    assert stepwise[9].rounds <= 3 * stepwise[3].rounds


@pytest.mark.parametrize("family", thinned(["branches", "handed-in"], 2))
def test_rounds_are_linear_in_branches(family: str, tmp_path: Path) -> None:
    """With 2^n paths."""
    few, more, many = (work(scaling.FAMILIES[family](n), tmp_path) for n in (10, 20, 40))
    assert more.rounds - few.rounds <= 2 * 10 + 1
    assert many.rounds - more.rounds <= 2 * 20 + 1
    assert many.calls - more.calls <= 2.5 * (more.calls - few.calls)
    assert all(each.solver_calls <= each.rounds for each in (few, more, many))
