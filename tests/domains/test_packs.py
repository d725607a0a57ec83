"""Packs: what counts and what it is compared with meet, in programs of any size; and how loops are nested."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.domains.packs import packs
from dovetail.domains.related import Change, relating
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, Load, Variable, const, negation
from dovetail.program.ordering import depth_first
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Assign, Assume, Havoc, Origin, Skip, Statement, Why
from dovetail.program.types import FLOAT, INT, UINT, VOID, VOID_POINTER
from dovetail.program.weak_order import loops_around, weak_order
from program.random_automata import procedures
from thinned import examples


def variable(name: str) -> Variable:
    return Variable(name, "p", INT, "" if name.startswith("t") else name)


def plus(left: Expr, right: Expr | int) -> Expr:
    return BinaryOp(Binary.ADD, left, const(INT, right) if isinstance(right, int) else right)


def less(left: Expr, right: Expr | int) -> Expr:
    return BinaryOp(Binary.LT, left, const(INT, right) if isinstance(right, int) else right)


class Builder:
    """A procedure, written from the top."""

    def __init__(self) -> None:
        self.procedure = Procedure("p", (), VOID, NOWHERE)
        self.here = self.procedure.entry

    def do(self, *statements: Statement) -> None:
        for statement in statements:
            following = self.procedure.new_location()
            self.procedure.add(self.here, statement, following, NOWHERE)
            self.here = following

    def begin(self) -> int:
        self.do(Skip())
        return self.here

    def test(self, condition: Expr) -> int:
        """Go on where it holds; the place where it does not."""
        other = self.procedure.new_location()
        self.procedure.add(self.here, Assume(negation(condition), Why.BRANCH), other, NOWHERE)
        self.do(Assume(condition, Why.BRANCH))
        return other

    def end(self, head: int, after: int) -> None:
        self.procedure.add(self.here, Skip(), head, NOWHERE)
        self.here = after

    def loop(self, condition: Expr, body: Sequence[Statement]) -> None:
        head = self.begin()
        after = self.test(condition)
        self.do(*body)
        self.end(head, after)


def names(found: tuple[tuple[Variable, ...], ...]) -> list[str]:
    return [" ".join(v.name for v in pack) for pack in found]


I_, J, K, N, M, S = (variable(name) for name in "ijknms")
T = variable("t")


def test_a_counter_its_bound_and_what_is_stepped_with_it() -> None:
    build = Builder()
    build.do(Assign(I_, const(INT, 0)), Assign(J, const(INT, 0)), Havoc(N, Origin.NONDET, "n"))
    build.loop(less(I_, N), [Assign(J, plus(J, 2)), Assign(K, const(INT, 5)), Assign(I_, plus(I_, 1))])
    assert names(packs(build.procedure)) == ["i j n k"]
    assert names(packs(build.procedure, 3)) == ["i j n"]
    assert packs(build.procedure, 1) == ()


def test_a_counter_stepped_through_a_temporary() -> None:
    build = Builder()
    head = build.begin()
    build.do(Assign(T, I_), Assign(I_, plus(T, -1)))
    after = build.test(less(N, T))
    build.do(Assign(K, const(INT, 1)))
    build.end(head, after)
    assert names(packs(build.procedure)) == ["t i n k"]


def test_nested_loops_know_of_each_other() -> None:
    build = Builder()
    head = build.begin()
    after = build.test(less(I_, N))
    build.loop(less(J, M), [Assign(S, plus(S, J)), Assign(J, plus(J, 1))])
    build.do(Assign(I_, plus(I_, 1)))
    build.end(head, after)
    assert any({I_, N, J, S} <= set(pack) for pack in packs(build.procedure))
    assert any({J, M, S, I_} <= set(pack) for pack in packs(build.procedure))


def test_what_is_not_linear_relates_nothing() -> None:
    build = Builder()
    address = Variable("q", "p", VOID_POINTER)
    loaded = Load(address, INT)
    build.loop(less(I_, loaded), [Assign(S, BinaryOp(Binary.MUL, J, K)), Assign(J, loaded)])
    real = Variable("f", "p", FLOAT)
    build.do(Assign(real, Cast(FLOAT, I_)), Assume(BinaryOp(Binary.LT, real, Cast(FLOAT, J)), Why.BRANCH))
    assert packs(build.procedure) == ()
    said = relating(Assign(S, BinaryOp(Binary.MUL, J, K)))
    assert said.assigned == () and said.changed is S and said.change is Change.LOST


def test_conditions_stored_and_converted_are_seen_through() -> None:
    asked = Cast(INT, less(Cast(INT, BinaryOp(Binary.ADD, Cast(UINT, I_), Cast(UINT, J))), N))
    assert relating(Assign(T, asked)).compared == ((I_, J, N),)
    assert relating(Assume(BinaryOp(Binary.NE, asked, const(INT, 0)), Why.BRANCH)).compared == ((I_, J, N),)


def test_many_are_spread_over_packs_that_share_the_counter() -> None:
    build = Builder()
    others = [variable(f"x{number}") for number in range(20)]
    build.loop(less(I_, N), [Assign(I_, plus(I_, 1)), *(Assign(x, plus(x, 1)) for x in others)])
    found = packs(build.procedure, 6)
    assert all(len(pack) <= 6 for pack in found)
    assert all(any({I_, N, x} <= set(pack) for pack in found) for x in others)


def test_straight_code_is_clustered() -> None:
    build = Builder()
    chain = [variable(f"y{number}") for number in range(40)]
    for one, other in pairwise(chain):
        build.do(Assume(less(one, other), Why.ASSUMED))
    found = packs(build.procedure, 5)
    assert all(2 <= len(pack) <= 5 for pack in found) and len(found) < 30
    for pair in pairwise(chain):
        assert any(set(pair) <= set(pack) for pack in found)


def test_copies_that_nobody_reads_are_not_worth_a_pack() -> None:
    build = Builder()
    build.do(Havoc(I_, Origin.NONDET, "n"), Assign(J, I_), Assume(less(J, 5), Why.ASSUMED))
    assert packs(build.procedure) == ()
    build.do(Assume(less(I_, 9), Why.ASSUMED))
    assert names(packs(build.procedure)) == ["i j"]


def large(edges: int) -> Procedure:
    """Loops in one large loop, each with variables of its own and some of all."""
    build = Builder()
    head = build.begin()
    after = build.test(less(I_, N))
    common = [variable(f"c{number}") for number in range(300)]
    for number in range(edges // 10):
        own = [variable(f"o{number}_{place}") for place in range(2)]
        body = [Assign(own[1], plus(own[1], own[0])), Assign(own[0], plus(own[0], 1))]
        shared = common[number % 300]
        build.loop(less(own[0], shared), [*body, Assign(shared, plus(shared, own[1]))])
        build.do(Assume(less(shared, common[(number * 7) % 300]), Why.ASSUMED), Assign(I_, plus(I_, 1)))
    build.end(head, after)
    return build.procedure


@pytest.mark.slow
def test_the_cost_is_near_linear_and_the_choice_the_same_again() -> None:
    procedure = large(30_000)
    start = time.process_time()
    found = packs(procedure, 8)
    assert time.process_time() - start < 6
    assert packs(large(3000), 8) == packs(large(3000), 8)
    assert all(2 <= len(pack) <= 8 and len(set(pack)) == len(pack) for pack in found)
    assert any({I_, N} <= set(pack) for pack in found)


@settings(max_examples=examples(120), deadline=None)
@given(procedures())
def test_nesting(procedure: Procedure) -> None:
    """A location lies in a loop if and only if it lies on a cycle, and every loop's locations can reach its
    head and be reached from it."""
    order = weak_order([procedure.entry], lambda at: [edge.target for edge in procedure.outgoing[at]])
    nest = loops_around(order)
    ordering = depth_first(procedure)
    assert set(nest) == set(ordering.order)
    reach = {location: _reached(procedure, location) for location in ordering.order}
    for location in ordering.order:
        loops = nest[location]
        assert len(set(loops)) == len(loops)
        assert bool(loops) == (location in reach[location])
        for head in loops:
            assert location in reach[head] and head in reach[location]


def _reached(procedure: Procedure, location: int) -> set[int]:
    """In one step or more."""
    found: set[int] = set()
    stack = [location]
    while stack:
        for edge in procedure.outgoing[stack.pop()]:
            if edge.target not in found:
                found.add(edge.target)
                stack.append(edge.target)
    return found


@settings(max_examples=examples(80), deadline=None)
@given(procedures(), st.integers(2, 6))
def test_packs_of_any_automaton(procedure: Procedure, size: int) -> None:
    found = packs(procedure, size)
    assert found == packs(procedure, size)
    assert all(2 <= len(pack) <= size and len(set(pack)) == len(pack) for pack in found)
    assert not any(set(a) <= set(b) for a in found for b in found if a is not b)
