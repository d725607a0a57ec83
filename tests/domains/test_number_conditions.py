"""Numbers as formulas: they hold for the values that are contained and for no others, and they are short."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.drawn_numbers import members, numbers
from domains.small_numbers import CONCRETE, all_numbers
from dovetail.domains.numbers import Number
from dovetail.program.expressions import TRUE, Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import INT, UINT, IntType
from dovetail.semantics.evaluate import evaluate
from thinned import examples


def holds(number: Number, variable: Variable, bits: int) -> bool:
    return bool(evaluate(number.condition(variable), CONCRETE, None, {variable: bits}))  # type: ignore[arg-type]


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("width", [1, 2, 3])
def test_small_numbers(width: int, signed: bool) -> None:
    variable = Variable("x", "", IntType(width, signed))
    for number in all_numbers(width):
        for bits in range(1 << width):
            assert holds(number, variable, bits) == number.contains(bits), number


@settings(max_examples=examples(80), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64]), st.booleans())
def test_numbers_at_usual_widths(data: st.DataObject, width: int, signed: bool) -> None:
    number = data.draw(numbers(width))
    variable = Variable("x", "", IntType(width, signed))
    inside = data.draw(members(number))
    assert holds(number, variable, inside)
    for outside in (number.smin - 1, number.smax + 1, number.umin - 1, number.umax + 1, inside + 1):
        bits = outside % (1 << width)
        assert holds(number, variable, bits) == number.contains(bits)


def met(first: Number, second: Number) -> Number:
    found = first.meet(second)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("number", "signed", "unsigned"),
    [
        (Number.of(7, 32), "x == 7", "x == 7"),
        (Number.of(0xFFFFFFFF, 32), "x == -1", "x == 4294967295u"),
        (Number.signed(0, 10, 32), "x >= 0 && x <= 10", "x <= 10"),
        (Number.signed(-3, 10, 32), "x >= -3 && x <= 10", "(int)x >= -3 && (int)x <= 10"),
        (Number.unsigned(1, 0xFFFFFFFF, 32), "x != 0", "x != 0"),
        (Number.signed(0, 0x7FFFFFFF, 32), "x >= 0", "x <= 2147483647"),
        (Number.multiples(4, 2, 32), "(x & 3) == 2", "(x & 3) == 2"),
        (Number.multiples(6, 0, 32), "x % 6 == 0", "(int)x % 6 == 0"),
        (Number.of(3, 32).join(Number.of(9, 32)), "x == 3 || x == 9", "x == 3 || x == 9"),
        (Number.signed(0, 1, 32), "x >= 0 && x <= 1", "x <= 1"),
        (
            met(Number.multiples(3, 1, 32), Number.signed(0, 100, 32)),
            "x >= 0 && x <= 100 && x % 3 == 1",
            "x <= 100 && x % 3 == 1",
        ),
    ],
)
def test_how_they_read(number: Number, signed: str | None, unsigned: str) -> None:
    def text(type_: IntType) -> str:
        return show_expr(number.condition(Variable("x", "", type_)))

    assert signed is None or text(INT) == signed
    assert text(UINT) == unsigned


def test_everything_is_true_and_widths_must_fit() -> None:
    assert Number.top(32).condition(Variable("x", "", INT)) is TRUE
    with pytest.raises(ValueError):
        Number.top(8).condition(Variable("x", "", INT))
