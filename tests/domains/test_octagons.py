"""Octagons against the points that they have: nothing is lost, and what is promised to be exact is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.points import (
    BOX,
    WIDE_BOX,
    XYZ,
    Mask,
    X,
    Y,
    Z,
    any_form,
    boxed,
    form,
    octagonal,
    simple,
)
from dovetail.domains.difference_bounds import LARGEST, closed, closed_around
from dovetail.domains.forms import Linear
from dovetail.domains.octagons import Octagon
from dovetail.program.expressions import Variable
from dovetail.program.types import INT, UCHAR
from thinned import examples

FORMS = st.lists(octagonal(), max_size=6)
PROPERTY = settings(max_examples=examples(60), deadline=None)
PAIRS = [Linear.of(0, [(v, a), (w, b)]) for v in XYZ for w in XYZ for a in (1, -1) for b in (1, -1)]


def octagon(forms: list[Linear]) -> Octagon | None:
    result: Octagon | None = Octagon.top(XYZ)
    for constraint in forms:
        if result is None:
            return None
        result = result.constrain(constraint)
    return result


octagons = FORMS.map(octagon).filter(lambda made: made is not None)
bounded = FORMS.map(lambda forms: octagon(boxed() + forms)).filter(lambda made: made is not None)


def within(small: Mask, large: Mask) -> bool:
    return not (small & ~large).any()


def best(points: Mask) -> list[int]:
    """The greatest value of each ±x ± y."""
    return [int(BOX.value(pair)[points].max()) for pair in PAIRS]


@PROPERTY
@given(FORMS)
def test_constraints_are_exact(forms: list[Linear]) -> None:
    made = octagon(boxed() + forms)
    assert (BOX.members(made) == BOX.satisfying(boxed() + forms)).all()
    if made is not None:
        assert [made.bounds_of(pair)[1] for pair in PAIRS] == best(BOX.members(made))


@PROPERTY
@given(FORMS)
def test_one_by_one_or_at_once_they_are_the_same(forms: list[Linear]) -> None:
    by_one = octagon(forms)
    tops = [Octagon.top(XYZ).constrain(constraint) for constraint in forms]
    at_once: Octagon | None = Octagon.top(XYZ)
    for single in tops:
        at_once = None if single is None or at_once is None else at_once.meet(single)
    assert by_one == at_once
    if by_one is not None:
        assert hash(by_one) == hash(at_once)


@PROPERTY
@given(bounded, bounded)
def test_join_is_the_best_octagon_above_both(a: Octagon, b: Octagon) -> None:
    joined = a.join(b)
    union = BOX.members(a) | BOX.members(b)
    assert within(union, BOX.members(joined))
    assert [joined.bounds_of(pair)[1] for pair in PAIRS] == best(union)
    assert a.leq(joined) and b.leq(joined) and joined == b.join(a)


@PROPERTY
@given(octagons, octagons)
def test_meet_is_the_intersection(a: Octagon, b: Octagon) -> None:
    both = a.meet(b)
    assert (BOX.members(both) == (BOX.members(a) & BOX.members(b))).all()
    if both is not None:
        assert both.leq(a) and both.leq(b)


@PROPERTY
@given(bounded, bounded)
def test_order_is_inclusion(a: Octagon, b: Octagon) -> None:
    assert a.leq(b) == within(BOX.members(a), BOX.members(b))
    assert (a == b) == (BOX.members(a) == BOX.members(b)).all()
    assert a.leq(Octagon.top(XYZ))


@PROPERTY
@given(bounded, st.sampled_from(XYZ))
def test_forgetting_is_exact(a: Octagon, variable: Variable) -> None:
    assert (BOX.members(a.forget(variable)) == BOX.anything(BOX.members(a), variable)).all()
    kept = a.project([v for v in XYZ if v is not variable])
    assert kept.extend([variable]).project(XYZ).variables == (*kept.variables, variable)
    assert (BOX.members(kept.extend([variable])) == BOX.members(a.forget(variable))).all()


@PROPERTY
@given(bounded, st.sampled_from(XYZ), simple())
def test_simple_assignments_are_exact(a: Octagon, variable: Variable, value: Linear) -> None:
    after = a.assign(variable, value)
    image, stays = WIDE_BOX.image(WIDE_BOX.members(a), variable, value)
    assert (stays == WIDE_BOX.members(a)).all()
    assert (WIDE_BOX.members(after) == image).all()
    assert [after.bounds_of(pair)[1] for pair in PAIRS] == [
        int(WIDE_BOX.value(pair)[image].max()) for pair in PAIRS
    ]


@PROPERTY
@given(octagons, st.sampled_from(XYZ), any_form())
def test_assignments_lose_nothing(a: Octagon, variable: Variable, value: Linear) -> None:
    image, _ = BOX.image(BOX.members(a), variable, value)
    assert within(image, BOX.members(a.assign(variable, value)))


@PROPERTY
@given(bounded, st.sampled_from(XYZ), any_form())
def test_assignments_know_the_range_of_what_is_assigned(
    a: Octagon, variable: Variable, value: Linear
) -> None:
    low, high = a.assign(variable, value).bounds(variable)
    values = BOX.value(value)[BOX.members(a)]
    assert low is not None and high is not None
    assert low <= values.min() and values.max() <= high
    reach = sum(abs(factor) * 4 for _, factor in value.terms)
    assert value.constant - reach <= low and high <= value.constant + reach


@pytest.mark.parametrize("constraint", [Linear.of(c, pair.terms) for pair in PAIRS for c in (-2, 3)], ids=str)
def test_simple_assignments_one_by_one(constraint: Linear) -> None:
    """Every kind of constraint meets every kind of assignment."""
    start = Octagon.top(XYZ).constrain(constraint)
    if start is None:
        assert not constraint.terms
        return
    inside = BOX.members(start)
    assert (inside == BOX.satisfying([constraint])).all()
    for variable in (X, Y):
        for value in (form(2), form(-4), form(1, x=1), form(1, x=-1), form(-1, y=1), form(1, y=-1)):
            before, stays = BOX.preimage(inside, variable, value)
            assert (BOX.members(start.assign_backward(variable, value)) & stays == before).all()
            after = BOX.members(start.assign(variable, value))
            image, _ = BOX.image(inside, variable, value)
            assert within(image, after)
            middle = BOX.satisfying(boxed(3))  # what comes from outside of the box does not get there
            assert (after & middle == image & middle).all()


@PROPERTY
@given(octagons, st.sampled_from(XYZ), simple())
def test_simple_assignments_are_exact_backward(a: Octagon, variable: Variable, value: Linear) -> None:
    before, stays = WIDE_BOX.preimage(WIDE_BOX.members(a), variable, value)
    assert (WIDE_BOX.members(a.assign_backward(variable, value)) & stays == before).all()


@PROPERTY
@given(octagons, st.sampled_from(XYZ), any_form())
def test_assignments_lose_nothing_backward(a: Octagon, variable: Variable, value: Linear) -> None:
    before, _ = WIDE_BOX.preimage(WIDE_BOX.members(a), variable, value)
    assert within(before, WIDE_BOX.members(a.assign_backward(variable, value)))


@PROPERTY
@given(octagons, any_form())
def test_constraining_loses_nothing(a: Octagon, constraint: Linear) -> None:
    after = a.constrain(constraint)
    assert within(BOX.members(a) & BOX.satisfying([constraint]), BOX.members(after))
    assert after is None or after.leq(a)


@PROPERTY
@given(bounded, any_form())
def test_bounds_of_a_form_hold(a: Octagon, value: Linear) -> None:
    low, high = a.bounds_of(value)
    values = BOX.value(value)[BOX.members(a)]
    assert low is not None and high is not None
    assert low <= values.min() and values.max() <= high


@settings(max_examples=examples(40), deadline=None)
@given(octagons, st.lists(octagons, min_size=1, max_size=8), st.lists(st.integers(-20, 20), max_size=3))
def test_widening_is_above_both_and_stops(a: Octagon, newer: list[Octagon], thresholds: list[int]) -> None:
    limits = tuple(sorted(set(thresholds)))
    steps = 0
    for turn in range(200):
        b = newer[turn % len(newer)].assign(X, form(turn % 7, x=1, y=turn % 2))  # wilder than any loop
        widened = a.widen(a.join(b), limits)
        assert a.leq(widened) and b.leq(widened)
        steps += widened is not a
        a = widened
    assert steps < 36 * (2 * len(limits) + 4)
    b = a.assign(X, form(1, x=1))
    for _ in range(36 * (2 * len(limits) + 4)):
        a = a.widen(a.join(b), limits)
        b = a.assign(X, form(1, x=1))
    assert b.leq(a)


def test_closing_does_not_undo_widening() -> None:
    """|x - y| <= 1 gives back the bound of x from that of y and the other way round, if it is let."""
    a = octagon([form(1, x=-1, y=1), form(1, x=1, y=-1), form(0, x=-1), form(1, y=-1)])
    assert a is not None
    start = a
    changes = 0
    for turn in range(1, 40):
        x, y = (turn + 1, turn) if turn % 2 else (turn, turn + 1)
        b = start.forget(X).forget(Y).constrain(form(1, x=-1, y=1))
        for constraint in (form(1, x=1, y=-1), form(x, x=-1), form(y, y=-1)):
            assert b is not None
            b = b.constrain(constraint)
        assert b is not None
        widened = a.widen(b)
        changes += widened is not a
        a = widened
    assert changes <= 2 and a.bounds(X) == (None, None)
    assert a.bounds_of(form(0, x=1, y=-1)) == (-1, 1)


def test_what_is_widened_is_closed_for_all_else() -> None:
    a = octagon([form(5, x=-1, y=1), form(5, y=-1, z=1), form(8, x=-1, z=1)])
    b = octagon([form(5, x=-1, y=1), form(5, y=-1, z=1), form(9, x=-1, z=1)])
    assert a is not None and b is not None
    widened = a.widen(b)
    assert widened.bounds_of(form(0, x=1, z=-1)) == (None, 10)
    assert widened.forget(Y).bounds_of(form(0, x=1, z=-1)) == (None, 10)
    wider = b.join(b.forget(X).constrain(form(10, x=-1, z=1)) or b)
    assert widened.widen(wider).bounds_of(form(0, x=1, z=-1)) == (None, None)
    lifted = a.widen(b, (20,))  # x - z <= 20 is implied already, but not to be forgotten
    far = octagon([form(5, y=-1, z=1), form(15, x=-1, z=1)])
    assert far is not None and lifted.bounds_of(form(0, x=1, z=-1)) == (None, 10)
    assert lifted.widen(far).bounds_of(form(0, x=1, z=-1)) == (None, 20)


@PROPERTY
@given(octagons, octagons)
def test_narrowing_stays_between_and_stops(a: Octagon, b: Octagon) -> None:
    upper = a.join(b)
    narrowed = upper.narrow(a)
    assert a.leq(narrowed) and narrowed.leq(upper)
    for _ in range(40):
        narrowed = narrowed.narrow(a)
    assert narrowed.narrow(a) is narrowed


def test_a_loop_that_counts_up_to_a_bound() -> None:
    """i = 0; while (i < n) i++, with 1 <= n <= 10: inside of it 0 <= i < n, after it i = n."""
    start = octagon([form(-1, y=1), form(10, y=-1)])
    assert start is not None
    entry = start.assign(X, form(0))
    head = entry
    for _ in range(10):
        inside = head.constrain(form(-1, y=1, x=-1))
        assert inside is not None
        back = inside.assign(X, form(1, x=1))
        older, head = head, head.widen(head.join(back))
        if head is older:
            break
    for _ in range(2):
        inside = head.constrain(form(-1, y=1, x=-1))
        assert inside is not None
        head = head.narrow(entry.join(inside.assign(X, form(1, x=1))))
    assert head.bounds(X) == (0, 10) and head.bounds(Y) == (1, 10)
    after = head.constrain(form(0, y=-1, x=1))
    assert after is not None and after.bounds_of(form(0, x=1, y=-1)) == (0, 0)


def test_types_are_no_bounds_worth_keeping_when_narrowing() -> None:
    byte = Variable("b", "f", UCHAR)
    wide = Octagon.top([byte]).constrain(Linear.of(255, {byte: -1}))
    assert wide is not None
    narrow = wide.constrain(Linear.of(9, {byte: -1}))
    assert narrow is not None
    assert wide.narrow(narrow).bounds(byte) == (None, 9)
    between = wide.constrain(Linear.of(99, {byte: -1}))
    assert between is not None
    assert between.narrow(narrow) is between


def test_integers_are_tightened() -> None:
    """x + y = 1 and x - y <= 0 leave 2x <= 1, so x <= 0; and x = y besides leaves nothing."""
    made = octagon([form(-1, x=1, y=1), form(1, x=-1, y=-1), form(0, x=-1, y=1)])
    assert made is not None and made.bounds(X) == (None, 0) and made.bounds(Y) == (1, None)
    assert made.constrain(form(0, x=1, y=-1)) is None


def test_bounds_too_large_to_be_exact_are_given_up() -> None:
    huge = 2**63
    top = Octagon.top(XYZ)
    assert top.constrain(form(huge, x=-1)) is top
    low = top.constrain(form(-huge, x=1))
    assert low is not None
    assert low.bounds(X) == (LARGEST // 2, None)
    assert low.constrain(form(-3, x=-1)) is None
    assert top.assign(X, form(huge)) == top
    assert top.assign(X, form(huge, y=1)) == top
    near = top.assign(X, form(LARGEST // 2)).assign(Y, form(LARGEST // 2, x=1))
    assert near.bounds(Y) == (LARGEST // 2, None)
    assert near.bounds_of(form(0, y=1, x=-1)) == (LARGEST // 2, LARGEST // 2)


LARGE = st.sampled_from(
    [0, 1, LARGEST // 4, LARGEST // 2 - 1, LARGEST // 2, LARGEST - 1, LARGEST, 3 * LARGEST]
)
FAR = st.builds(
    lambda far, sign, more: sign * far + more, LARGE, st.sampled_from((1, -1)), st.integers(-2, 2)
)


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.fixed_dictionaries(dict.fromkeys(XYZ, FAR)))
def test_nothing_is_lost_far_out(data: st.DataObject, point: dict[Variable, int]) -> None:
    """Where bounds are weakened: a point is followed through whatever happens."""
    current: Octagon = Octagon.top(XYZ)
    for _ in range(data.draw(st.integers(1, 10))):
        through = data.draw(any_form(0))
        slack = data.draw(st.one_of(st.integers(0, 3), LARGE))
        constrained = current.constrain(through.plus(slack - through.value(point)))
        assert constrained is not None
        variable = data.draw(st.sampled_from(XYZ))
        match data.draw(st.integers(0, 4)):
            case 0:
                value = data.draw(any_form(0)).plus(data.draw(FAR))
                current = constrained.assign(variable, value)
                point = {**point, variable: value.value(point)}
            case 1:
                value = data.draw(any_form(0)).plus(data.draw(FAR))
                before = {**point, variable: data.draw(FAR)}
                reached = {**before, variable: value.value(before)}
                if constrained.contains(reached):
                    undone = constrained.assign_backward(variable, value)
                    assert undone is not None and undone.contains(before)
                current = constrained
            case 2:
                current = current.widen(current.join(constrained))
            case 3:
                current = current.narrow(constrained)
            case _:
                met = current.meet(constrained.forget(variable))
                assert met is not None
                current = met
        assert current.contains(point)


def test_sums_of_three() -> None:
    made = octagon([*boxed(4), form(0, x=1, y=1, z=-1)])
    assert made is not None
    summed = made.assign(Z, form(1, x=1, y=1))
    assert summed.bounds_of(form(0, z=1, x=-1)) == (-3, 5)
    assert summed.bounds_of(form(0, z=1, x=1, y=1)) == (-7, 17)
    doubled = octagon([form(-1, x=1), form(9, x=-1), form(0, y=1), form(0, x=-2, y=1)])
    assert doubled is not None
    assert doubled.bounds(Y) == (2, None)
    assert doubled.bounds_of(form(0, y=1, x=-1)) == (1, None)
    halved = octagon([form(2, z=-1), form(5, x=-2, y=-2, z=1)])
    assert halved is not None and halved.bounds_of(form(0, x=1, y=1)) == (None, 3)


def test_variables_come_and_go() -> None:
    w = Variable("w", "f", INT)
    made = octagon([form(0, x=1, y=-1), form(3, x=-1, z=1)])
    assert made is not None
    assert made.forget(w) is made and made.assign(w, form(0)) is made
    assert made.constrain(Linear.of(-1, {w: 1})) is made
    assert made.assign(X, Linear.variable(w)) == made.forget(X) == made.assign_backward(X, Linear.variable(w))
    assert made.bounds(w) == (None, None) == made.bounds_of(Linear.variable(w))
    with pytest.raises(ValueError):
        made.join(Octagon.top((w, Y, Z)))
    with pytest.raises(ValueError):
        Octagon.top((Y, Y, Z))


def test_no_variables_at_all() -> None:
    empty = Octagon.top(())
    assert empty.leq(empty) and empty.join(Octagon.top(())) == empty
    assert empty.constrain(form(-1)) is None and empty.constrain(form(0)) is empty
    assert empty.widen(empty) is empty and empty.narrow(empty) is empty
    assert empty.meet(Octagon.top(())) == empty


@settings(max_examples=examples(100), deadline=None)
@given(bounded, st.sampled_from(XYZ), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=6))
def test_closing_around_one_variable(a: Octagon, variable: Variable, kept: list[tuple[int, int]]) -> None:
    """What a few constraints on a variable imply about it is found without looking at the others again."""
    node = 2 * XYZ.index(variable)
    matrix = a.forget(variable)._closed.copy()
    for i, j in kept:
        matrix[i, j] = matrix[j ^ 1, i ^ 1] = a._closed[i, j]
    around, everywhere = closed_around(matrix, node), closed(matrix)
    assert around is not None and everywhere is not None
    assert np.array_equal(around, everywhere)


def test_matrices_are_coherent_and_cannot_be_written_to() -> None:
    made = octagon(boxed())
    assert made is not None
    others = [made.assign(X, form(1, y=1)), made.forget(X), made.join(made.forget(Y))]
    others += [made.assign(X, form(0, x=-1)), made.assign(Z, form(1, x=1, y=2)), made.widen(made.forget(Y))]
    negated = np.arange(6) ^ 1
    for each in (made, *others):
        assert not each._matrix.flags.writeable and not each._closed.flags.writeable
        assert np.array_equal(each._closed, each._closed.T[negated][:, negated])
