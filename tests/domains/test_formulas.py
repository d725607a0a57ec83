"""Constraints as conditions: the machine finds them true just where the integers say so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.machine_points import numbers, value
from dovetail.domains.forms import Linear
from dovetail.domains.formulas import condition_of
from dovetail.domains.octagons import Octagon
from dovetail.program.expressions import FALSE, TRUE, Binary, BinaryOp, Cast, Variable, const, subexpressions
from dovetail.program.types import CHAR, INT, INT128, LLONG, UCHAR, UINT, ULLONG, IntType
from thinned import examples

A, B = Variable("a", "h", INT, "a"), Variable("b", "h", INT, "b")
U, C, D = Variable("u", "h", UINT, "u"), Variable("c", "h", CHAR, "c"), Variable("d", "h", UCHAR, "d")
Q, R = Variable("q", "h", LLONG, "q"), Variable("r", "h", ULLONG, "r")
PLACES = (A, B, U, C, D, Q, R)


def number(variable: Variable) -> st.SearchStrategy[int]:
    assert isinstance(variable.type, IntType)
    return numbers(variable.type)


points = st.fixed_dictionaries({variable: number(variable) for variable in PLACES})


@st.composite
def near(draw: st.DrawFn, point: dict[Variable, int], factors: tuple[int, ...]) -> Linear:
    """A form that is about to change its sign at a point."""
    terms = [(v, draw(st.sampled_from(factors))) for v in draw(st.lists(st.sampled_from(PLACES), max_size=3))]
    through = Linear.of(0, terms)
    return through.plus(draw(st.integers(-2, 2)) - through.value(point))


@settings(max_examples=examples(150), deadline=None)
@given(st.data(), points)
def test_a_condition_says_what_the_forms_say(data: st.DataObject, point: dict[Variable, int]) -> None:
    forms = data.draw(st.lists(near(point, (1, -1, 2, -3)), max_size=3))
    if data.draw(st.booleans()):
        forms += [-form for form in forms]
    assert bool(value(condition_of(forms), point)) == all(form.value(point) >= 0 for form in forms)


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), points)
def test_an_octagon_is_its_condition(data: st.DataObject, point: dict[Variable, int]) -> None:
    octagon: Octagon | None = Octagon.top(PLACES)
    for _ in range(data.draw(st.integers(0, 4))):
        form = data.draw(near(point, (1, -1)))
        if len(form.terms) < 3 and octagon is not None:
            octagon = octagon.constrain(form)
    if octagon is not None:
        assert bool(value(octagon.condition(), point)) == octagon.contains(point)


def test_conditions_are_short() -> None:
    assert condition_of([]) is TRUE
    assert condition_of([Linear.of(0), Linear.of(5)]) is TRUE
    assert condition_of([Linear.of(-1)]) is FALSE
    assert condition_of([Linear.of(9, {A: -1})]) is BinaryOp(Binary.LE, A, const(INT, 9))
    assert condition_of([Linear.of(0, {A: 2}), Linear.of(0, {A: -2})]) is BinaryOp(
        Binary.EQ, A, const(INT, 0)
    )
    assert condition_of([Linear.of(-3, {A: 2})]) is BinaryOp(Binary.GE, A, const(INT, 2))
    assert condition_of([Linear.of(0, {A: 1, B: -1})]) in (
        BinaryOp(Binary.GE, A, B),
        BinaryOp(Binary.LE, B, A),
    )
    assert condition_of([Linear.of(-1, {A: 1, B: -1})]) is BinaryOp(Binary.GT, A, B)
    wide = [Cast(LLONG, A), Cast(LLONG, B)]
    assert condition_of([Linear.of(7, {A: -1, B: -1})]) is BinaryOp(
        Binary.LE, BinaryOp(Binary.ADD, *wide), const(LLONG, 7)
    )


def test_what_the_types_say_is_not_said() -> None:
    assert condition_of([Linear.of(0, {U: 1}), Linear.of(255, {D: -1}), Linear.of(2**31, {A: 1})]) is TRUE
    assert condition_of([Linear.of(-256, {D: 1})]) is FALSE
    assert condition_of([Linear.of(-1, {D: 2}), Linear.of(1, {D: -2})]) is FALSE
    assert condition_of([Linear.of(2**33, {A: 1, U: 1})]) is TRUE


@pytest.mark.parametrize(("variables", "width"), [((A, U), 64), ((A, Q), 128), ((Q, R), 128)])
def test_the_type_is_wide_enough(variables: tuple[Variable, Variable], width: int) -> None:
    condition = condition_of([Linear.of(-1, dict.fromkeys(variables, 1))])
    assert {part.type.width for part in subexpressions(condition) if isinstance(part.type, IntType)} == {
        width,
        *(v.type.width for v in variables if isinstance(v.type, IntType)),
    }


def test_what_fits_no_type_is_left_out() -> None:
    huge = Variable("huge", "h", INT128)
    assert condition_of([Linear.of(0, {huge: 1, A: 1})]) is TRUE
    assert condition_of([Linear.of(0, {huge: 1})]) is BinaryOp(Binary.GE, huge, const(INT128, 0))
