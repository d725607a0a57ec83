"""The concrete algebra against independent definitions: Z3 for bit-vectors, numpy, fractions for floats."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.types import DataModel, Target
from dovetail.semantics import floats
from dovetail.semantics.concrete import Concrete, signed
from dovetail.semantics.memory import Memory
from thinned import examples, thinned

ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
WIDTHS = st.sampled_from([1, 8, 16, 24, 32, 64, 128])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, int, int]:
    width = draw(WIDTHS)
    top = (1 << width) - 1
    edge = st.sampled_from([0, 1, top, top >> 1, (top >> 1) + 1, width & top, (width - 1) & top])
    value = edge | st.integers(0, top)
    return draw(value), draw(value), width


BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "udiv": z3.UDiv,
    "sdiv": lambda a, b: a / b,
    "urem": z3.URem,
    "srem": z3.SRem,
    "bitand": lambda a, b: a & b,
    "bitor": lambda a, b: a | b,
    "bitxor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "lshr": z3.LShR,
    "ashr": lambda a, b: a >> b,
    "eq": lambda a, b: a == b,
    "ult": z3.ULT,
    "ule": z3.ULE,
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
}


@pytest.mark.parametrize("name", thinned(BINARY, 2))
@given(pairs())
@settings(max_examples=examples(150), deadline=None)
def test_binary_operations_are_those_of_smt_lib(name: str, pair: tuple[int, int, int]) -> None:
    left, right, width = pair
    expected = z3.simplify(BINARY[name](z3.BitVecVal(left, width), z3.BitVecVal(right, width)))
    got = getattr(ALGEBRA, name)(left, right, width)
    if z3.is_bool(expected):
        assert got is z3.is_true(expected)
    else:
        assert got == expected.as_long()


@given(pairs(), st.integers(0, 64))
@settings(max_examples=examples(200), deadline=None)
def test_unary_operations_and_changes_of_width(pair: tuple[int, int, int], more: int) -> None:
    value, _, width = pair
    term = z3.BitVecVal(value, width)
    assert ALGEBRA.neg(value, width) == z3.simplify(-term).as_long()
    assert ALGEBRA.complement(value, width) == z3.simplify(~term).as_long()
    assert ALGEBRA.zero_extend(value, width, width + more) == value
    assert ALGEBRA.sign_extend(value, width, width + more) == z3.simplify(z3.SignExt(more, term)).as_long()
    less = max(1, width - more)
    assert ALGEBRA.truncate(value, width, less) == z3.simplify(z3.Extract(less - 1, 0, term)).as_long()
    assert signed(value, width) == z3.simplify(term).as_signed_long()


SINGLES = st.floats(width=32)
OPERATIONS = {"fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide}


def same(left: float, right: float) -> bool:
    """The same number: zeros by their sign, all NaN alike."""
    return (left != left and right != right) or (
        left == right and math.copysign(1, left) == math.copysign(1, right)
    )


@pytest.mark.parametrize("name", OPERATIONS)
@given(SINGLES, SINGLES)
@settings(max_examples=examples(300), deadline=None)
def test_single_arithmetic_is_the_machine_s(name: str, left: float, right: float) -> None:
    with np.errstate(all="ignore"):
        expected = float(OPERATIONS[name](np.float32(left), np.float32(right)))
    assert same(getattr(ALGEBRA, name)(left, right, 32), expected)


@pytest.mark.parametrize("name", OPERATIONS)
@given(st.floats(), st.floats())
@settings(max_examples=examples(300), deadline=None)
def test_double_arithmetic_is_the_machine_s(name: str, left: float, right: float) -> None:
    with np.errstate(all="ignore"):
        expected = float(OPERATIONS[name](np.float64(left), np.float64(right)))
    assert same(getattr(ALGEBRA, name)(left, right, 64), expected)


@given(st.floats(), st.floats())
def test_comparisons_of_floats_know_nan(left: float, right: float) -> None:
    nan = left != left or right != right
    assert ALGEBRA.feq(left, right, 64) is (not nan and left == right)
    assert ALGEBRA.flt(left, right, 64) is (not nan and left < right)
    assert ALGEBRA.fle(left, right, 64) is (not nan and left <= right)


@given(st.integers(0, 2**128 - 1))
@settings(max_examples=examples(500))
def test_an_integer_becomes_the_nearest_single(number: int) -> None:
    got = ALGEBRA.unsigned_to_float(number, 128, 32)
    largest = float(np.finfo(np.float32).max)
    if got == math.inf:
        assert number >= int(largest) + 2**103
        return
    step = float(np.spacing(np.float32(got)))
    distance = abs(Fraction(got) - number)
    assert distance <= Fraction(step) / 2
    if distance == Fraction(step) / 2:
        assert floats.to_bits(got, 32) % 2 == 0


@given(st.sampled_from([8, 16, 32, 64]), st.data())
def test_signed_integers_become_floats_by_their_number(width: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, (1 << width) - 1))
    assert ALGEBRA.signed_to_float(bits, width, 64) == float(signed(bits, width))


@given(st.floats(), st.sampled_from([32, 64]))
@settings(max_examples=examples(300))
def test_a_float_is_truncated_or_indefinite(value: float, width: int) -> None:
    half = 1 << (width - 1)
    got = ALGEBRA.float_to_signed(value, 64, width)
    fits = math.isfinite(value) and -half <= math.trunc(value) < half
    assert got == (math.trunc(value) % (1 << width) if fits else half)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**64 - 1))
def test_bits_and_back(single: int, double: int) -> None:
    for bits, width in ((single, 32), (double, 64)):
        value = ALGEBRA.float_from_bits(bits, width)
        if value == value:
            assert ALGEBRA.float_to_bits(value, width) == bits
            assert ALGEBRA.float_constant(bits, width) == value


@given(st.floats())
def test_narrowing_rounds_once_and_to_infinity(value: float) -> None:
    with np.errstate(all="ignore"):
        assert same(ALGEBRA.float_to_float(value, 64, 32), float(np.float32(value)))


def test_an_invalid_operation_gives_the_machine_s_nan() -> None:
    assert floats.to_bits(ALGEBRA.fdiv(0.0, 0.0, 64), 64) == 0xFFF8000000000000
    assert floats.to_bits(ALGEBRA.fdiv(0.0, 0.0, 32), 32) == 0xFFC00000
