"""Forward operations on numbers: sound against the concrete algebra, and as precise as they claim to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.drawn_numbers import members, numbers
from domains.small_numbers import CONCRETE, all_numbers, best, gamma, some_numbers, table, values
from dovetail.domains import number_arithmetic
from dovetail.domains.numbers import Number, reduce
from dovetail.domains.scalars import Scalars
from dovetail.domains.truth import Truth
from thinned import examples, thinned

BINARY = "add sub mul udiv sdiv urem srem bitand bitor bitxor shl lshr ashr".split()
COMPARISONS = "eq ult ule slt sle".split()
SCALARS = Scalars()


def results(left: Number, right: Number, rows: list[list[int]]) -> int:
    found = 0
    others = values(gamma(right))
    for x in values(gamma(left)):
        row = rows[x]
        for y in others:
            found |= 1 << row[y]
    return found


PRECISE = {
    "add": 0.95,
    "sub": 0.95,
    "mul": 0.49,
    "udiv": 0.64,
    "sdiv": 0.94,
    "urem": 0.34,
    "srem": 0.76,
    "bitand": 0.99,
    "bitor": 0.99,
    "bitxor": 0.95,
    "shl": 0.57,
    "lshr": 0.72,
    "ashr": 0.99,
}
"""The share of all pairs of numbers of 3 bits for which the result is the best there is."""


@pytest.mark.parametrize("operation", thinned(BINARY, 4))
def test_every_result_is_in_the_result_and_often_no_other(operation: str) -> None:
    apply, rows = getattr(number_arithmetic, operation), table(operation, 3)
    exact = 0
    for left in all_numbers(3):
        for right in all_numbers(3):
            result = apply(left, right)
            wanted = results(left, right, rows)
            assert wanted & ~gamma(result) == 0, (left, right, result)
            assert reduce(result.interval, result.congruence) == result
            exact += result == best(wanted, 3)
    assert exact / len(all_numbers(3)) ** 2 >= PRECISE[operation]


@pytest.mark.parametrize("operation", BINARY)
def test_every_result_of_four_bits_is_in_the_result(operation: str) -> None:
    apply, rows = getattr(number_arithmetic, operation), table(operation, 4)
    for left in some_numbers(4)[::2]:
        for right in some_numbers(4)[1::3]:
            assert results(left, right, rows) & ~gamma(apply(left, right)) == 0


@pytest.mark.parametrize("operation", COMPARISONS)
def test_comparisons_are_exact(operation: str) -> None:
    apply, rows = getattr(number_arithmetic, operation), table(operation, 3)
    for left in all_numbers(3):
        for right in all_numbers(3):
            wanted = results(left, right, rows)
            assert apply(left, right) is {1: Truth.NO, 2: Truth.YES, 3: Truth.EITHER}[wanted]


@pytest.mark.parametrize("operation", ["neg", "complement"])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_unary_operations(operation: str, width: int) -> None:
    apply, compute = getattr(number_arithmetic, operation), getattr(CONCRETE, operation)
    exact = 0
    for number in all_numbers(width):
        wanted = sum({1 << compute(v, width) for v in values(gamma(number))})
        result = apply(number)
        assert gamma(result) | wanted == gamma(result)
        exact += result == best(wanted, width)
    assert exact >= len(all_numbers(width)) * (1 if operation == "complement" else 0.9)


@pytest.mark.parametrize("operation", ["zero_extend", "sign_extend", "truncate"])
@pytest.mark.parametrize("width", [3, 4])
def test_changes_of_width(operation: str, width: int) -> None:
    apply, compute = getattr(SCALARS, operation), getattr(CONCRETE, operation)
    exact = tried = 0
    for to in range(1, width + 1) if operation == "truncate" else (width, width + 1, 2 * width):
        for number in all_numbers(width):
            wanted = sum({1 << compute(v, width, to) for v in values(gamma(number))})
            result = apply(number, width, to)
            assert result.width == to
            assert gamma(result) | wanted == gamma(result), (number, result)
            tried += 1
            exact += result == best(wanted, to)
    assert exact >= tried * {"zero_extend": 0.78, "sign_extend": 1, "truncate": 0.75}[operation]


@settings(max_examples=examples(80), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64]))
def test_results_at_usual_widths(data: st.DataObject, width: int) -> None:
    left, right = data.draw(numbers(width)), data.draw(numbers(width))
    xs = data.draw(members(left)), data.draw(members(left))
    ys = data.draw(members(right)), data.draw(members(right))
    for operation in BINARY + COMPARISONS:
        result = getattr(SCALARS, operation)(left, right, width)
        for x in xs:
            for y in ys:
                assert result.contains(getattr(CONCRETE, operation)(x, y, width)), operation


@settings(max_examples=examples(80), deadline=None)
@given(st.data(), st.sampled_from([8, 16, 32, 64]))
def test_changes_of_usual_widths(data: st.DataObject, width: int) -> None:
    number = data.draw(numbers(width))
    x = data.draw(members(number))
    for to in (8, 16, 32, 64, 128):
        for operation in ["zero_extend", "sign_extend"] if to >= width else ["truncate"]:
            result = getattr(SCALARS, operation)(number, width, to)
            assert result.contains(getattr(CONCRETE, operation)(x, width, to))
    for operation in ("neg", "complement"):
        assert getattr(SCALARS, operation)(number, width).contains(getattr(CONCRETE, operation)(x, width))
