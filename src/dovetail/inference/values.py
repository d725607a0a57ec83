"""What single integers held: few values, never zero, always the same rest.

One variable at a time, incrementally: a set that has grown too large, a zero that was seen and a modulus that
has become one are not looked at again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from math import gcd

from dovetail.inference.relations import wide_enough
from dovetail.inference.states import Column, States
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, Variable, const, disjunction
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

FEW = 4
LARGEST_MODULUS = 1 << 16
_FIRST = 64
_NEAR, _OFTEN = 16, 3


@dataclass(slots=True)
class Values:
    """`few` is None once there are more; `modulus` is 0 while there is one value, 1 once there is no common
    rest."""

    few: list[int] | None = field(default_factory=list)
    zero: bool = False
    near: int = 0
    """How often it was next to zero, as long as it never was zero."""
    modulus: int = 0
    rest: int = 0
    _seen: int = 0

    def absorb(self, states: States, place: int) -> None:
        column = states.columns[place]
        if column.wide is not None:
            self._absorb_wide(column.wide)
        elif self._seen < states.rows:
            entries = states.entries(place)[self._seen :]
            base = column.base
            if not self._seen:
                self.rest = base + int(entries[0])
            if self.few is not None:
                self._add(int(entry) + base for entry in entries[:_FIRST])
            while self.few is not None:
                left = entries
                for value in self.few:
                    left = left[left != value - base] if column.low <= value <= column.high else left
                if not len(left):
                    break
                self._add((base + int(left[0]),))
            if not self.zero and column.low <= _NEAR and column.high >= -_NEAR:
                near = entries[(entries >= -_NEAR) & (entries <= _NEAR)]
                self.near += len(near)
                # Another base than zero is for numbers that are far from it.
                self.zero = bool(base) or not near.all()
            self._absorb_rests(states, place, base)
        self._seen = states.rows

    def _add(self, numbers: Iterator[int] | Sequence[int]) -> None:
        assert self.few is not None
        self.few = list(dict.fromkeys((*self.few, *numbers)))
        if len(self.few) > FEW:
            self.few = None

    def _absorb_rests(self, states: States, place: int, base: int) -> None:
        entries = states.entries(place)[self._seen :]
        for entry in entries[:_FIRST]:
            self.modulus = gcd(self.modulus, base + int(entry) - self.rest)
        while self.modulus != 1:
            origin = self.rest - base
            if 0 < self.modulus < 1 << 63:
                wrong = entries % self.modulus != origin % self.modulus
            else:
                # One value so far, or a modulus that leaves room for one more.
                wrong = entries != origin
                for other in (origin - self.modulus, origin + self.modulus):
                    if -(1 << 63) <= other < 1 << 63:
                        wrong &= entries != other
            if not wrong.any():
                break
            self.modulus = gcd(self.modulus, int(entries[int(wrong.argmax())]) - origin)

    def _absorb_wide(self, numbers: list[int]) -> None:
        for number in numbers[self._seen :]:
            if self.few is not None and number not in self.few:
                self._add((number,))
            self.zero = self.zero or not number
        self.modulus = 1


def few_values(variable: Variable, known: Values) -> Expr | None:
    """That it is one of few, unless a range says the same."""
    type_ = variable.type
    assert isinstance(type_, IntType)
    if known.few is None or len(known.few) < 2:
        return None
    numbers = sorted(known.few)
    if numbers[-1] - numbers[0] < len(numbers):
        return None
    return disjunction(BinaryOp(Binary.EQ, variable, const(type_, number)) for number in numbers)


def never_zero(variable: Variable, column: Column, known: Values) -> Expr | None:
    """Where the range does not say so, and it came near."""
    if known.zero or known.near < _OFTEN or known.few is not None or not column.low < 0 < column.high:
        return None
    type_ = variable.type
    assert isinstance(type_, IntType)
    return BinaryOp(Binary.NE, variable, const(type_, 0))


def same_rest(variable: Variable, known: Values) -> Expr | None:
    if not 1 < known.modulus <= LARGEST_MODULUS or (known.few is not None and len(known.few) < 3):
        return None
    type_ = variable.type
    assert isinstance(type_, IntType)
    modulus, rest = known.modulus, known.rest % known.modulus
    if not rest and modulus <= type_.maximum:
        remainder = BinaryOp(Binary.REM, variable, const(type_, modulus))
        return BinaryOp(Binary.EQ, remainder, const(type_, 0))
    # C's remainder takes its sign from the dividend; whether it is zero does not depend on that.
    wide = wide_enough(max(type_.maximum, -type_.minimum) + modulus)
    if wide is None:
        return None
    left: Expr = Cast(wide, variable)
    if rest:
        left = BinaryOp(Binary.SUB, left, const(wide, rest))
    return BinaryOp(Binary.EQ, BinaryOp(Binary.REM, left, const(wide, modulus)), const(wide, 0))
