"""Ranges of floats: the laws of the lattice, and every operation against the concrete algebra."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains import drawn_numbers
from domains.drawn_floats import members, ranges, values
from domains.small_numbers import CONCRETE
from dovetail.domains.backward import refine
from dovetail.domains.float_intervals import LARGEST, FloatRange, next_down, next_up, only_nan
from dovetail.domains.numbers import Number
from dovetail.domains.scalars import Scalars
from dovetail.domains.truth import Truth
from dovetail.program.expressions import TRUE, Variable
from dovetail.program.types import DOUBLE, FLOAT
from dovetail.semantics import floats
from dovetail.semantics.evaluate import evaluate
from thinned import examples

SCALARS = Scalars()
WIDTHS = st.sampled_from([32, 64])


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), WIDTHS)
def test_laws(data: st.DataObject, width: int) -> None:
    a, b = data.draw(ranges(width)), data.draw(ranges(width))
    x = data.draw(members(a))
    joined, met = a.join(b), a.meet(b)
    assert a.leq(joined) and b.leq(joined) and joined.contains(x)
    assert b.contains(x) == (met is not None and met.contains(x))
    assert a.leq(b) == (a.join(b) == b) == (met == a)
    widened = a.widen(b, (-3, 0, 17, 10**400))
    assert joined.leq(widened) and widened.widen(b, (-3, 0, 17, 10**400)) == widened
    if met is not None:
        assert met.leq(a.narrow(met)) and a.narrow(met).leq(a)
        assert a.narrow(met).narrow(met) == a.narrow(met)


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), WIDTHS)
def test_no_operand_is_lost_backward(data: st.DataObject, width: int) -> None:
    left, right, more = data.draw(ranges(width)), data.draw(ranges(width)), data.draw(ranges(width))
    x, y = data.draw(members(left)), data.draw(members(right))
    for operation in ("feq", "flt", "fle"):
        truth = Truth.of(getattr(CONCRETE, operation)(x, y, width))
        found = refine(operation, truth, (left, right), width)
        assert found is not None, operation
        first, second = found
        assert isinstance(first, FloatRange) and isinstance(second, FloatRange)
        assert first.contains(x) and second.contains(y) and first.leq(left) and second.leq(right), operation
    kept = refine("fneg", FloatRange.of(-x, width).join(more), (left,), width)
    assert kept is not None and isinstance(kept[0], FloatRange) and kept[0].contains(x) and kept[0].leq(left)
    for to in (32, 64):
        converted = CONCRETE.float_to_float(x, width, to)
        number = Number.of(CONCRETE.float_to_signed(x, width, to), to)
        for name, result in (
            ("float_to_float", FloatRange.of(converted, to)),
            ("float_to_signed", number),
            ("float_to_signed", number.join(data.draw(drawn_numbers.numbers(to)))),
        ):
            kept = refine(name, result, (left,), width, to)
            assert kept is not None and isinstance(kept[0], FloatRange), name
            assert kept[0].contains(x) and kept[0].leq(left), name
    kept = refine("float_to_bits", Number.of(floats.to_bits(x, width), width), (left,), width)
    assert kept is not None and isinstance(kept[0], FloatRange) and kept[0].contains(x)


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64, 128]))
def test_no_number_is_lost_backward(data: st.DataObject, width: int) -> None:
    number = data.draw(drawn_numbers.numbers(width))
    x = data.draw(drawn_numbers.members(number))
    for to in (32, 64):
        for operation in ("signed_to_float", "unsigned_to_float"):
            value = FloatRange.of(getattr(CONCRETE, operation)(x, width, to), to)
            for result in (value, value.join(data.draw(ranges(to)))):
                kept = refine(operation, result, (number,), width, to)
                assert kept is not None and isinstance(kept[0], Number)
                assert kept[0].contains(x) and kept[0].leq(number)
    if width in (32, 64):
        kept = refine("float_from_bits", FloatRange.of(floats.from_bits(x, width), width), (number,), width)
        assert kept is not None and isinstance(kept[0], Number) and kept[0].contains(x)


def test_backward_is_precise_where_it_matters() -> None:
    unit, top = FloatRange.between(0.0, 1.0, 64), FloatRange.top(64)
    half, zero = FloatRange.of(0.5, 64), FloatRange.of(0.0, 64)
    least = floats.from_bits(1, 64)
    assert refine("flt", Truth.YES, (top, half), 64) == (
        FloatRange.between(-math.inf, next_down(0.5, 64), 64),
        half,
    )
    assert refine("fle", Truth.NO, (unit, half), 64) == (FloatRange.between(next_up(0.5, 64), 1.0, 64), half)
    assert refine("fle", Truth.NO, (top, half), 64) == (top, half)  # it may be NaN
    assert refine("feq", Truth.YES, (top, unit), 64) == (unit, unit)
    assert refine("feq", Truth.NO, (unit, zero), 64) == (FloatRange.between(least, 1.0, 64), zero)
    assert refine("feq", Truth.NO, (half, half), 64) is None
    assert refine("feq", Truth.YES, (only_nan(64), top), 64) is None
    assert refine("flt", Truth.YES, (unit, zero), 64) is None
    assert refine("fneg", FloatRange.of(-2.0, 64), (top,), 64) == (FloatRange.of(2.0, 64),)
    assert refine("signed_to_float", unit, (Number.top(32),), 32, 64) == (Number.signed(0, 1, 32),)
    assert refine("float_to_signed", Number.signed(0, 3, 32), (top,), 64, 32) == (
        FloatRange.between(next_up(-1.0, 64), next_down(4.0, 64), 64),
    )
    assert refine("float_to_signed", Number.signed(2, 3, 32), (top,), 64, 32) == (
        FloatRange.between(2.0, next_down(4.0, 64), 64),
    )
    assert refine("fadd", unit, (top, half), 64) == (top, half)  # has no inverse


def test_a_widening_settles_by_thresholds_then_finite_then_infinite() -> None:
    current, seen = FloatRange.of(0.0, 64), []
    for newest in (0.5, 2.0, 11.0, math.inf):
        current = current.widen(FloatRange.of(newest, 64), (1, 10))
        seen.append(current.hi)
    assert seen == [1.0, 10.0, LARGEST[64], math.inf]
    nearly = FloatRange.of(0.0, 32).widen(FloatRange.between(-LARGEST[32], LARGEST[32], 32), ())
    assert (nearly.lo, nearly.hi) == (-LARGEST[32], LARGEST[32])


OPERATIONS = "fadd fsub fmul fdiv feq flt fle".split()


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), WIDTHS)
def test_binary_operations(data: st.DataObject, width: int) -> None:
    left, right = data.draw(ranges(width)), data.draw(ranges(width))
    x, y = data.draw(members(left)), data.draw(members(right))
    for operation in OPERATIONS:
        result = getattr(SCALARS, operation)(left, right, width)
        assert result.contains(getattr(CONCRETE, operation)(x, y, width)), operation


@pytest.mark.parametrize("width", [32, 64])
def test_binary_operations_on_all_that_is_special(width: int) -> None:
    largest, least = LARGEST[width], floats.from_bits(1, width)
    ends = [-math.inf, -largest, -1.5, -least, 0.0, least, 2.0, largest, math.inf]
    operands = [only_nan(width), FloatRange.top(width)]
    operands += [FloatRange.between(a, b, width) for i, a in enumerate(ends) for b in ends[i:]]
    every = [*ends, -0.0, math.nan]
    inside = [[i for i, value in enumerate(every) if r.contains(value)] for r in operands]
    for operation in OPERATIONS:
        apply, compute = getattr(SCALARS, operation), getattr(CONCRETE, operation)
        known = [[compute(x, y, width) for y in every] for x in every]
        for left, xs in zip(operands, inside, strict=True):
            for right, ys in zip(operands, inside, strict=True):
                result = apply(left, right, width)
                assert all(result.contains(known[x][y]) for x in xs for y in ys), (operation, left, right)


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), WIDTHS)
def test_unary_operations_and_conversions(data: st.DataObject, width: int) -> None:
    operand = data.draw(ranges(width))
    for x in (data.draw(members(operand)), data.draw(members(operand))):
        assert SCALARS.fneg(operand, width).contains(-x)
        assert SCALARS.float_to_bits(operand, width).contains(floats.to_bits(x, width))
        for to in (32, 64):
            assert SCALARS.float_to_float(operand, width, to).contains(CONCRETE.float_to_float(x, width, to))
            number = SCALARS.float_to_signed(operand, width, to)
            assert number.contains(CONCRETE.float_to_signed(x, width, to))


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64, 128]))
def test_conversions_of_numbers(data: st.DataObject, width: int) -> None:
    number = data.draw(drawn_numbers.numbers(width))
    x = data.draw(drawn_numbers.members(number))
    for to in (32, 64):
        for operation in ("signed_to_float", "unsigned_to_float"):
            wanted = getattr(CONCRETE, operation)(x, width, to)
            assert getattr(SCALARS, operation)(number, width, to).contains(wanted)
    if width in (32, 64):
        assert SCALARS.float_from_bits(number, width).contains(floats.from_bits(x, width))


@settings(max_examples=examples(100), deadline=None)
@given(st.data(), WIDTHS)
def test_the_condition_says_what_is_contained(data: st.DataObject, width: int) -> None:
    operand = data.draw(ranges(width))
    x = data.draw(members(operand) | values(width) | st.just(math.nan))
    variable = Variable("x", "", FLOAT if width == 32 else DOUBLE)
    holds = evaluate(operand.condition(variable), CONCRETE, None, {variable: x})  # type: ignore[arg-type]
    assert holds == operand.contains(x)


def test_conditions_are_short() -> None:
    x = Variable("x", "", DOUBLE)
    assert FloatRange.top(64).condition(x) is TRUE
    assert repr(FloatRange.between(-math.inf, 2.0, 64).condition(x)) == "<x <= 2.0>"
    with pytest.raises(ValueError):
        FloatRange.top(32).condition(x)


def test_precise_where_it_matters() -> None:
    unit = FloatRange.between(0.0, 1.0, 64)
    assert SCALARS.fadd(unit, unit, 64) == FloatRange.between(0.0, 2.0, 64)
    assert SCALARS.fsub(unit, unit, 64) == FloatRange.between(-1.0, 1.0, 64)
    assert SCALARS.fmul(unit, FloatRange.of(-3.0, 64), 64) == FloatRange.between(-3.0, 0.0, 64)
    assert SCALARS.fdiv(unit, FloatRange.between(2.0, 4.0, 64), 64) == FloatRange.between(0.0, 0.5, 64)
    assert SCALARS.fdiv(unit, FloatRange.between(2.0, math.inf, 64), 64) == FloatRange.between(0.0, 0.5, 64)
    assert SCALARS.fmul(unit, FloatRange.between(2.0, 3.0, 64), 64) == FloatRange.between(0.0, 3.0, 64)
    upward = FloatRange.between(1.0, math.inf, 64)
    assert SCALARS.fmul(upward, upward, 64) == SCALARS.fadd(upward, FloatRange.of(0.0, 64), 64) == upward
    assert SCALARS.fdiv(unit, unit, 64) == FloatRange.top(64)
    assert SCALARS.fdiv(FloatRange.of(1.0, 64), unit, 64) == FloatRange.between(-math.inf, math.inf, 64)
    assert SCALARS.fadd(FloatRange.of(math.inf, 64), FloatRange.of(-math.inf, 64), 64) == only_nan(64)
    assert SCALARS.fadd(FloatRange.of(0.1, 64), FloatRange.of(0.2, 64), 64) == FloatRange.of(0.1 + 0.2, 64)
    assert SCALARS.flt(unit, FloatRange.of(2.0, 64), 64) is Truth.YES
    assert SCALARS.fle(FloatRange.of(1.0, 64), unit, 64) is Truth.EITHER
    assert SCALARS.flt(FloatRange.of(1.0, 64), unit, 64) is Truth.NO
    assert SCALARS.feq(FloatRange.of(0.0, 64), FloatRange.of(-0.0, 64), 64) is Truth.YES
    assert SCALARS.feq(FloatRange.top(64), only_nan(64), 64) is Truth.NO
    assert SCALARS.signed_to_float(Number.signed(-3, 8, 32), 32, 32) == FloatRange.between(-3.0, 8.0, 32)
    assert SCALARS.float_to_signed(FloatRange.between(-0.9, 2.7, 64), 64, 32) == Number.signed(0, 2, 32)
    assert SCALARS.float_to_signed(FloatRange.of(1e30, 64), 64, 32) == Number.of(1 << 31, 32)
    positive = SCALARS.float_from_bits(Number.unsigned(0, floats.to_bits(9.0, 64), 64), 64)
    assert positive == FloatRange.between(0.0, 9.0, 64)
    to_infinity = SCALARS.float_from_bits(Number.unsigned(0, floats.to_bits(math.inf, 32), 32), 32)
    assert to_infinity == FloatRange.between(0.0, math.inf, 32)
    assert SCALARS.float_to_bits(FloatRange.of(2.5, 32), 32) == Number.of(floats.to_bits(2.5, 32), 32)


@given(values(32))
def test_neighbours(value: float) -> None:
    above = next_up(value, 32)
    assert (above > value and next_down(above, 32) == value) or value == above == math.inf
    if above not in (value, math.inf) and value != -math.inf:
        assert floats.round_single((value + above) / 2) in (value, above)


def test_what_is_no_range_is_refused() -> None:
    with pytest.raises(ValueError):
        FloatRange.between(2.0, 1.0, 64)
    with pytest.raises(ValueError):
        FloatRange.between(0.1, 1.0, 32)
