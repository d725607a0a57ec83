"""Inverse operations: no operand that leads to the result is lost, and many of the others are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.drawn_numbers import members, numbers
from domains.small_numbers import CONCRETE, all_numbers, best, gamma, some_numbers, table, values
from dovetail.domains.backward import refine
from dovetail.domains.numbers import Number
from dovetail.domains.scalars import Scalars
from dovetail.domains.truth import Truth
from thinned import examples, thinned, thinned_rows

BINARY = "add sub mul udiv sdiv urem srem bitand bitor bitxor shl lshr ashr".split()
COMPARISONS = "eq ult ule slt sle".split()
SCALARS = Scalars()
EVERY = some_numbers(3)


def leading(rows: list[list[int]], result: int, left: Number, right: Number) -> tuple[int, int]:
    """The left and the right operands of pairs that lead into the result."""
    lefts = rights = 0
    others = values(gamma(right))
    for x in values(gamma(left)):
        row = rows[x]
        for y in others:
            if result >> row[y] & 1:
                lefts |= 1 << x
                rights |= 1 << y
    return lefts, rights


EXACT = {
    "add": 0.8,
    "sub": 0.8,
    "mul": 0.5,
    "udiv": 0.7,
    "sdiv": 0.4,
    "urem": 0.45,
    "srem": 0.4,
    "bitand": 0.7,
    "bitor": 0.7,
    "bitxor": 0.8,
    "shl": 0.4,
    "lshr": 0.45,
    "ashr": 0.45,
}
"""The share of cases in which both operands are the best there are."""


@pytest.mark.parametrize("operation", BINARY)
def test_no_pair_is_lost_and_many_others_are(operation: str) -> None:
    rows = table(operation, 3)
    exact = tried = 0
    for index, left in enumerate(EVERY):
        for other, right in enumerate(EVERY):
            for result in EVERY[(index + other) % 6 :: 6]:
                lefts, rights = leading(rows, gamma(result), left, right)
                found = refine(operation, result, (left, right), 3)
                tried += 1
                if found is None:
                    assert lefts == 0, (result, left, right)
                    exact += 1
                    continue
                first, second = found
                assert isinstance(first, Number) and isinstance(second, Number)
                assert first.leq(left) and second.leq(right)
                assert lefts & ~gamma(first) == 0 == rights & ~gamma(second), (result, left, right, found)
                exact += lefts != 0 and first == best(lefts, 3) and second == best(rights, 3)
    assert exact / tried >= EXACT[operation]


@pytest.mark.parametrize("operation", COMPARISONS)
@pytest.mark.parametrize("truth", thinned([Truth.YES, Truth.NO], 2))
def test_comparisons_cut_as_much_as_can_be_cut(operation: str, truth: Truth) -> None:
    rows = table(operation, 3)
    wanted = 2 if truth is Truth.YES else 1
    exact = 0
    for left in all_numbers(3):
        for right in all_numbers(3)[::2]:
            lefts, rights = leading(rows, wanted, left, right)
            found = refine(operation, truth, (left, right), 3)
            assert (found is None) == (lefts == 0)
            if found is not None:
                first, second = found
                assert isinstance(first, Number) and isinstance(second, Number)
                assert lefts & ~gamma(first) == 0 == rights & ~gamma(second)
                exact += first == best(lefts, 3) and second == best(rights, 3)
            else:
                exact += 1
    assert exact >= 0.99 * len(all_numbers(3)) * len(all_numbers(3)[::2])
    assert refine(operation, Truth.EITHER, (EVERY[3], EVERY[9]), 3) == (EVERY[3], EVERY[9])


@pytest.mark.parametrize(
    ("operation", "to", "share"),
    thinned_rows(
        [
            ("neg", None, 0.85),
            ("complement", None, 1.0),
            ("zero_extend", 4, 0.9),
            ("sign_extend", 4, 1.0),
            ("truncate", 2, 0.93),
            ("truncate", 1, 0.93),
            ("truncate", 3, 1.0),
        ],
        2,
    ),
)
def test_operations_on_one_operand(operation: str, to: int | None, share: float) -> None:
    compute = getattr(CONCRETE, operation)
    results = all_numbers(3) if to is None else all_numbers(to) if to < 4 else some_numbers(to)
    exact = tried = 0
    widths = (3,) if to is None else (3, to)
    images = [compute(x, *widths) for x in range(8)]
    for operand in all_numbers(3):
        for result in results:
            leads = sum(1 << x for x in values(gamma(operand)) if result.contains(images[x]))
            found = refine(operation, result, (operand,), *widths)
            tried += 1
            if found is None:
                assert leads == 0
                exact += 1
            else:
                (new,) = found
                assert isinstance(new, Number) and new.leq(operand)
                assert leads & ~gamma(new) == 0, (result, operand, new)
                exact += leads != 0 and new == best(leads, 3)
    assert exact / tried >= share


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64]))
def test_no_pair_is_lost_at_usual_widths(data: st.DataObject, width: int) -> None:
    left, right, more = data.draw(numbers(width)), data.draw(numbers(width)), data.draw(numbers(width))
    x, y = data.draw(members(left)), data.draw(members(right))
    for operation in BINARY + COMPARISONS:
        value = getattr(CONCRETE, operation)(x, y, width)
        if operation in COMPARISONS:
            results: list[Number | Truth] = [Truth.of(value), Truth.EITHER]
        else:
            alone = Number.of(value, width)
            results = [alone, alone.join(more), getattr(SCALARS, operation)(left, right, width)]
        for result in results:
            found = refine(operation, result, (left, right), width)
            assert found is not None, operation
            first, second = found
            assert isinstance(first, Number) and isinstance(second, Number)
            assert first.contains(x) and second.contains(y), operation
            assert first.leq(left) and second.leq(right), operation


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.sampled_from([8, 16, 32, 64]))
def test_no_operand_is_lost_between_usual_widths(data: st.DataObject, width: int) -> None:
    operand = data.draw(numbers(width))
    x = data.draw(members(operand))
    for to in (8, 16, 32, 64):
        more = data.draw(numbers(to))
        for operation in ["zero_extend", "sign_extend"] if to >= width else ["truncate"]:
            alone = Number.of(getattr(CONCRETE, operation)(x, width, to), to)
            for result in (alone, alone.join(more)):
                found = refine(operation, result, (operand,), width, to)
                assert found is not None
                (new,) = found
                assert isinstance(new, Number) and new.contains(x) and new.leq(operand)


def test_connectives_and_choices() -> None:
    for name, compute in (("conjunction", min), ("disjunction", max)):
        for result in Truth:
            for left in Truth:
                for right in Truth:
                    pairs = [
                        (a, b)
                        for a in (False, True)
                        for b in (False, True)
                        if left.contains(a) and right.contains(b) and result.contains(compute(a, b))
                    ]
                    found = refine(name, result, (left, right), 1)
                    assert (found is None) == (not pairs)
                    if found is not None:
                        first = [truth for truth in Truth if {a for a, _ in pairs} == set(_bools(truth))]
                        second = [truth for truth in Truth if {b for _, b in pairs} == set(_bools(truth))]
                        assert found == (*first, *second)
    assert refine("negation", Truth.YES, (Truth.EITHER,), 1) == (Truth.NO,)
    assert refine("negation", Truth.YES, (Truth.YES,), 1) is None
    small, large, either = Number.signed(0, 3, 8), Number.signed(3, 9, 8), Truth.EITHER
    assert refine("choose", Number.of(1, 8), (either, small, large), 8) == (Truth.YES, Number.of(1, 8), large)
    assert refine("choose", Number.of(7, 8), (either, small, large), 8) == (Truth.NO, small, Number.of(7, 8))
    assert refine("choose", Number.of(3, 8), (either, small, large), 8) == (either, small, large)
    assert refine("choose", Number.of(90, 8), (either, small, large), 8) is None
    assert refine("choose", Number.of(7, 8), (Truth.YES, small, large), 8) is None
    assert refine("choose", Truth.YES, (either, Truth.NO, either), 1) == (Truth.NO, Truth.NO, Truth.YES)


def _bools(truth: Truth) -> list[bool]:
    return [value for value in (False, True) if truth.contains(value)]


def test_what_is_not_known_refines_nothing() -> None:
    operands = (Number.top(8), Number.of(3, 8))
    assert refine("no such operation", Number.of(0, 8), operands, 8) is operands
