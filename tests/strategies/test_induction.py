"""Houdini and k-induction, by themselves: what survives is inductive, and how far back it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import load
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import FALSE, Binary, BinaryOp, Expr, Variable, const
from dovetail.program.inlining import inline
from dovetail.program.liveness import liveness
from dovetail.program.types import INT
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.induction.rounds import modular
from dovetail.strategies.induction.samples import Samples
from dovetail.strategies.outcome import Budget

CIRCLE = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        if (x == 5) reach_error();
        if (x == 2) x = 0; else if (x < 100) x = x + 1;
        y = y + 2;
    }
    return 0;
}
"""


class Case:
    def __init__(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "case.c"
        path.write_text(text)
        program = inline(load([path]).program).program
        entry = program.procedures[program.entry]
        self.graph = cutpoint_graph(entry)
        (self.head,) = self.graph.loop_heads
        self.program = program
        self.names = {variable.source_name: variable for variable in entry.locals}

    def houdini(self, steps: int) -> Houdini:
        spoken_of = {self.head: (self.names["x"], self.names["y"])}
        return Houdini(self.program, self.graph, {}, steps, Budget(), spoken_of)


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path, CIRCLE)


def _is(op: Binary, variable: Variable, number: int) -> Expr:
    return BinaryOp(op, variable, const(INT, number))


def _even(variable: Variable) -> Expr:
    return BinaryOp(Binary.EQ, BinaryOp(Binary.BITAND, variable, const(INT, 1)), const(INT, 0))


def test_what_is_falsified_goes_and_the_rest_stays(case: Case) -> None:
    x, y = case.names["x"], case.names["y"]
    good = [_is(Binary.GE, x, 0), _is(Binary.LE, x, 2), _even(y)]
    bad = [_is(Binary.LE, x, 1), _is(Binary.GE, y, 0), _is(Binary.EQ, y, 0), _is(Binary.GE, x, 1)]
    houdini = case.houdini(1)
    assert houdini.inductive({case.head: [*bad, *good]}) == {case.head: good}
    assert not houdini.failing({case.head: good}, ())


def test_failed_proofs_show_states(case: Case) -> None:
    x, y = case.names["x"], case.names["y"]
    houdini = case.houdini(1)
    houdini.inductive({case.head: [_is(Binary.LE, x, 1)]})
    assert houdini.fabricated, "a step from x <= 1 leads to another state"
    for one in houdini.fabricated:
        assert set(one.values) == {x, y} and INT.number(one.values[x]) > 1


@pytest.mark.parametrize(("steps", "enough"), [(1, False), (2, False), (3, False), (4, True), (5, True)])
def test_checks_without_invariants(case: Case, steps: int, enough: bool) -> None:
    """3, 4, 5 fails in the fourth round, and nothing leads to 3."""
    assert (not case.houdini(steps).failing({case.head: []}, ())) is enough


@pytest.mark.parametrize(("steps", "enough"), [(1, False), (2, False), (3, True)])
def test_a_candidate_that_needs_more_than_one_step(case: Case, steps: int, enough: bool) -> None:
    not_five = _is(Binary.NE, case.names["x"], 5)
    found = case.houdini(steps).inductive({case.head: [not_five]})
    assert found == {case.head: [not_five] if enough else []}


def test_the_first_rounds_count(tmp_path: Path) -> None:
    case = Case(tmp_path, CIRCLE.replace("x = 0, y", "x = 3, y"))
    for steps in (1, 2, 3, 4):
        assert case.houdini(steps).inductive({case.head: [_is(Binary.NE, case.names["x"], 5)]}) == {
            case.head: []
        }
        assert case.houdini(steps).failing({case.head: []}, ())


def test_equations_in_the_arithmetic_of_their_variables() -> None:
    from dovetail.program.expressions import Cast
    from dovetail.program.types import LLONG

    x, y = Variable("x", "modular", INT), Variable("y", "f", INT)
    wide = BinaryOp(Binary.ADD, Cast(LLONG, x), Cast(LLONG, y))
    found = modular(BinaryOp(Binary.EQ, wide, const(LLONG, 7)))
    assert found is BinaryOp(Binary.EQ, BinaryOp(Binary.ADD, x, y), const(INT, 7))
    assert modular(BinaryOp(Binary.LE, wide, const(LLONG, 7))) is None


def test_only_what_the_checks_take_is_claimed(case: Case) -> None:
    """`y` has nothing to do with it, and that `x` is not 77 follows from what is kept anyway."""
    x, y = case.names["x"], case.names["y"]
    low, high = _is(Binary.GE, x, 0), _is(Binary.LE, x, 2)
    houdini = case.houdini(1)
    found = houdini.inductive({case.head: [_even(y), low, _is(Binary.NE, x, 77), high]})
    assert found is not None and _even(y) in found[case.head]
    needed = houdini.needed(found, ())
    assert _even(y) not in needed[case.head] and high in needed[case.head]
    assert not case.houdini(1).failing(needed, ())
    assert case.houdini(1).inductive(needed) == needed


NEAR = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i = 0;
    __VERIFIER_assume(100 <= n && n <= 120 && 100 <= m && m <= 120);
    while (i < n) i++;
    if (i < 100) reach_error();
    return m;
}
"""


def test_inputs_near_constants_come_through_what_is_assumed(tmp_path: Path) -> None:
    """Small numbers never come to the loop."""
    case = Case(tmp_path, NEAR)
    samples = Samples(case.program, case.graph, liveness(case.graph.procedure), seed=0)
    samples.take(())
    assert len(samples.rows[case.head]) > 20


def test_where_nothing_comes_it_is_said(tmp_path: Path) -> None:
    """What contradicts itself holds there, and the checks behind rest on it."""
    text = CIRCLE.replace("while", "if (x == 1) while")
    case = Case(tmp_path, text)
    houdini = case.houdini(1)
    found = houdini.inductive({case.head: [FALSE, _is(Binary.GE, case.names["y"], 0)]})
    assert found is not None
    assert FALSE in found[case.head]
    assert not houdini.failing(found, ())
    assert FALSE in houdini.needed(found, ())[case.head]
