"""Contracts of procedures that need each other: what stands, what falls with what, what a call teaches."""

from __future__ import annotations

import time
from pathlib import Path

from dovetail.contracts.proving import Proving
from dovetail.contracts.real_runs import RealRuns
from dovetail.contracts.together import Contracts
from dovetail.execution.inputs import InputVector
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.summaries import Pair
from dovetail.frontend import load
from dovetail.program.automata import Program
from dovetail.program.expressions import Binary, BinaryOp, Expr, const
from dovetail.program.inlining import inline
from dovetail.program.types import INT
from dovetail.strategies.outcome import Budget, Claims

IN_TURNS = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { int x = __VERIFIER_nondet_int(); if (even(x) > 1 || odd(x) < 0) reach_error(); return 0; }
"""


def contracts(tmp_path: Path, text: str = IN_TURNS) -> Contracts:
    path = tmp_path / "program.c"
    path.write_text(text)
    runs = RealRuns(inline(load([path]).program).program, {}, lambda: None)
    return Contracts(runs, Budget(deadline=time.monotonic() + 30), nobody_is_asked, seed=0, seconds=2.0)


def nobody_is_asked(program: Program) -> Claims:
    raise AssertionError("there is no loop")


def result(known: Contracts, name: str, op: Binary, number: int) -> Expr:
    (back,) = known.observations.back(name)
    return BinaryOp(op, back, const(INT, number))


def test_two_pairs_hold_only_together(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    pairs = [known.summaries[name].root for name in ("even", "odd")]
    for pair in pairs:
        pair.posts = [result(known, pair.procedure, Binary.LE, 1)]
    known.establish(pairs)
    assert all(pair.posts for pair in pairs)


def test_what_falls_takes_the_other_with_it(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    even, odd = (known.summaries[name].root for name in ("even", "odd"))
    even.posts, odd.posts = [result(known, "even", Binary.LE, 0)], [result(known, "odd", Binary.LE, 0)]
    known.establish([odd, even])
    assert not even.posts and not odd.posts, "even(0) is 1, and odd(1) is even(0)"


def test_one_alone_does_not_hold(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    assert not known.holds(Pair("even", posts=[result(known, "even", Binary.LE, 1)]))


def test_a_call_is_learned_with_those_that_it_makes(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    call = MadeCall("even", (3,), {}, 1, {})
    assert not known.is_real(call) and known.is_real(MadeCall("even", (3,), {}, 0, {}))
    assert known.learn_point(call)
    assert sum(pair.point for pair in known.pairs) == 4
    even = known.summaries["even"]
    point = next(
        pair for pair in even.pairs if pair.point and known.observations.applies("even", pair.pre, (3,))
    )
    assert point.posts == [result(known, "even", Binary.EQ, 0)]


def test_all_that_is_guessed_stands(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    known.observations.run(InputVector((5,)))
    known.guess()
    assert known.summaries["even"].root.posts
    assert all(known.holds(pair) for pair in known.pairs)
    assert not any(inside.failed or inside.unsupported for inside in known.inside.values())


def test_what_calls_show_wrong_comes_with_a_call(tmp_path: Path) -> None:
    known = contracts(tmp_path)
    proving: Proving = known.proving
    posts = [result(known, "even", Binary.EQ, 7), result(known, "even", Binary.LE, 1)]
    failing = proving.failing("even", BinaryOp(Binary.EQ, *_zero(known)), posts, known.assumed(), ())
    assert failing.posts == {0} and failing.calls == [(0,)]


def _zero(known: Contracts) -> tuple[Expr, Expr]:
    (given,) = known.observations.given("even")
    return given, const(INT, 0)
