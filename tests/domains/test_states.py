"""Abstract states against concrete ones: what a statement does, forward and backward, and the lattice.

Two concrete worlds go different ways through drawn statements, each with its abstract state; the states are
then joined, widened, met and narrowed, and both worlds go on together from the join."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domains.small_worlds import (
    BITS,
    NUMBERS,
    POINTER,
    SITES,
    WORD,
    A,
    P,
    Q,
    R,
    World,
    X,
    Y,
    Z,
    beginning,
    statements,
    universe,
)
from dovetail.domains.inverse import pre
from dovetail.domains.numbers import Number
from dovetail.domains.partitions import Keys, Partition
from dovetail.domains.pointers import Target
from dovetail.domains.states import State
from dovetail.domains.transfer import post
from dovetail.domains.universe import Universe
from dovetail.program.expressions import Load, Variable, const
from dovetail.program.statements import Allocate, Assign, Free, Statement, Storage, Store
from dovetail.program.types import INT
from thinned import examples

LISTED = settings(deadline=None, max_examples=examples(50), suppress_health_check=list(HealthCheck))
Step = tuple[Statement, Target, int]
STEPS = st.lists(statements(), max_size=9)


@dataclass
class Pair:
    """A world, and an abstract state that it is in."""

    world: World
    state: State

    def go(self, step: Step, among: Universe) -> bool:
        """Does the run go on? Then the world must be in what the statement makes of the state."""
        statement, site, given_ = step
        before = self.world.copy()
        if not self.world.execute(statement, site, given_):
            self.world = before
            return False
        after = post(self.state, statement, site, among)
        wrong = self.world.is_in(after)
        assert not wrong, f"{statement}: {wrong}\nfrom {self.state}\nto {after}"
        assert after is not None
        self._and_back(before, after, statement, among)
        self.state = after
        return True

    def _and_back(self, before: World, after: State, statement: Statement, among: Universe) -> None:
        """The state before is one of those from which the statement leads to where it led."""
        for variable in (None, *NUMBERS_LIST):
            wanted: State | None = after
            if variable is not None:
                wanted = after.refined(variable, Number.of(self.world.variables[variable], 32))
            assert wanted is not None
            found = pre(wanted, self.state, statement, among)
            wrong = before.is_in(found)
            assert not wrong, f"back through {statement}: {wrong}\nto {wanted}\nwithin {self.state}"


NUMBERS_LIST: list[Variable] = [variable for variable in beginning()[0].variables if variable.name in "xyz"]


def walked(steps: list[Step], among: Universe) -> Pair:
    pair = Pair(*beginning())
    for step in steps:
        pair.go(step, among)  # a statement that would end the run is left out
    return pair


@pytest.mark.parametrize("relations", [False, True])
@given(steps=STEPS)
@LISTED
def test_statements_forward_and_backward(relations: bool, steps: list[Step]) -> None:
    walked(steps, universe(relations=relations))


@pytest.mark.parametrize("relations", [False, True])
@given(first=STEPS, second=STEPS, more=STEPS)
@LISTED
def test_two_ways_and_on_together(
    relations: bool, first: list[Step], second: list[Step], more: list[Step]
) -> None:
    among = universe(relations=relations)
    one, other = walked(first, among), walked(second, among)
    algebra = among.algebra
    joined = one.state.without_facts().join(other.state.without_facts(), algebra)
    for pair in (one, other):
        assert not pair.world.is_in(joined)
        pair.state = joined
    for step in more:
        # One abstract state for both worlds: what it becomes has to describe whichever goes on.
        before = one.state
        going = [pair for pair in (one, other) if pair.go(step, among)]
        for pair in (one, other):
            pair.state = going[0].state if going else before
        if len(going) == 1:
            return


@given(first=STEPS, second=STEPS, thresholds=st.lists(st.integers(-10, 300), max_size=4))
@LISTED
def test_lattice(first: list[Step], second: list[Step], thresholds: list[int]) -> None:
    among = universe(relations=True)
    algebra = among.algebra
    one, other = walked(first, among), walked(second, among)
    mine, theirs = one.state.without_facts(), other.state.without_facts()
    joined = mine.join(theirs, algebra)
    widened = mine.widen(joined, algebra, tuple(sorted(thresholds)))
    for above in (joined, widened):
        assert mine.leq(mine, algebra) and above.leq(above, algebra)
        assert not one.world.is_in(above) and not other.world.is_in(above)
    assert not one.world.is_in(mine.meet(joined, algebra))
    assert not one.world.is_in(joined.meet(mine, algebra))
    assert not one.world.is_in(widened.narrow(mine, algebra))
    if mine.leq(theirs, algebra):
        assert not one.world.is_in(theirs)
    if joined.leq(theirs, algebra):
        assert not one.world.is_in(theirs)
    if theirs.leq(mine, algebra):
        assert not other.world.is_in(mine)


@given(first=STEPS, second=STEPS, third=STEPS)
@LISTED
def test_order_is_transitive(first: list[Step], second: list[Step], third: list[Step]) -> None:
    among = universe(relations=False)
    algebra = among.algebra
    states = [walked(steps, among).state.without_facts() for steps in (first, second, third)]
    a = states[0]
    b = a.join(states[1], algebra)
    c = b.join(states[2], algebra)
    if a.leq(b, algebra) and b.leq(c, algebra):
        assert a.leq(c, algebra)


@given(ways=st.lists(STEPS, min_size=2, max_size=5))
@LISTED
def test_widening_stabilises(ways: list[list[Step]]) -> None:
    among = universe(relations=True)
    algebra = among.algebra
    state = walked(ways[0], among).state.without_facts()
    for _ in range(40):
        stable = True
        for steps in ways[1:]:
            newer = state.join(walked(steps, among).state.without_facts(), algebra)
            if not newer.leq(state, algebra):
                state, stable = state.widen(newer, algebra, ()), False
        if stable:
            return
    raise AssertionError("not stable")


@given(
    ways=st.lists(STEPS, min_size=1, max_size=4), more=st.lists(STEPS, min_size=1, max_size=3), data=st.data()
)
@LISTED
def test_partitions(ways: list[list[Step]], more: list[list[Step]], data: st.DataObject) -> None:
    among = universe(relations=False)
    algebra = among.algebra
    control = tuple(data.draw(st.lists(NUMBERS, max_size=2, unique=True)))
    fewer = control[: data.draw(st.integers(0, len(control)))]
    pairs, others = [walked(steps, among) for steps in ways], [walked(steps, among) for steps in more]
    one = Partition.of((pair.state.without_facts() for pair in pairs), Keys(control), algebra)
    other = Partition.of((pair.state.without_facts() for pair in others), Keys(fewer), algebra)
    assert one is not None and other is not None
    joined, widened = one.join(other, algebra), one.widen(one.join(other, algebra), algebra, ())
    for pair in (*pairs, *others):
        assert within(pair.world, joined) and within(pair.world, widened)
    for pair in pairs:
        assert within(pair.world, widened.narrow(joined, algebra))
        assert within(pair.world, joined.meet(one, algebra)) and within(pair.world, one.meet(joined, algebra))
        assert within(pair.world, joined.narrow(one, algebra))
        assert not pair.world.is_in(one.joined(algebra))
    if other.leq(one, algebra):
        assert all(within(pair.world, one) for pair in others)


def test_aging() -> None:
    """A second object of a site makes the first one an older one, also where memory points to it."""
    young, size = SITES["young"]
    first, second = (Allocate(one, const(WORD, size), Storage.HEAP, "young") for one in (P, Q))
    seven, nine = const(INT, 7), const(INT, 9)
    statements_: list[Statement] = [
        first,
        Store(A, P),
        Store(P, seven),
        second,
        Store(Q, nine),
        Assign(R, Load(A, POINTER)),
        Assign(X, Load(R, INT)),
        Assign(Y, Load(Q, INT)),
        Store(R, nine),
        Assign(X, Load(P, INT)),
        first,
        Assign(Z, Load(R, INT)),
        Store(R, const(INT, 5)),  # one of two older ones
        Free(R),
        Store(P, seven),
        Assign(Z, Load(Q, INT)),
    ]
    pair = Pair(*beginning())
    for statement in statements_:
        assert pair.go((statement, young, 0), universe(relations=True)), statement
    assert pair.state.value(Y) == Number.of(9, 32)  # the youngest one was written strongly


def within(world: World, partition: Partition | None) -> bool:
    return partition is not None and any(not world.is_in(state) for state in partition.states.values())


def test_worlds_are_told_apart() -> None:
    """The comparison can fail: a state of other numbers does not have the world in it."""
    world, state = beginning()
    assert not world.is_in(state)
    (variable,) = [v for v in NUMBERS_LIST if v.name == "x"]
    assert world.is_in(state.assigned(variable, Number.of(1, BITS)))
    world.memory.contents[1][3] = 9  # type: ignore[index]
    assert world.is_in(state)
