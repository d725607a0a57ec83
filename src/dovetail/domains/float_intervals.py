"""IEEE floats: a range in IEEE's order, infinities included, and whether NaN is possible.

The two zeros are one value in that order, so a range has both or none, and no operation may rely on the sign
of a zero (`1 / x` of a range with zero has both infinities). Bounds are values of the width: a bound of a
binary32 is a binary32. Where nothing but NaN is possible, the range is empty: `lo` > `hi`.

Arithmetic is in `float_arithmetic`.
"""

from __future__ import annotations

import math
import sys
from functools import cache

from dovetail.domains.lattice import Thresholds, threshold_from, threshold_to
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Const, Expr, conjunction, disjunction
from dovetail.program.types import FloatType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics import floats

LARGEST = {32: floats.from_bits(0x7F7FFFFF, 32), 64: sys.float_info.max}
"""The greatest finite number of each width."""


@dataclass(frozen=True, slots=True)
class FloatRange:
    """The floats of `width` from `lo` to `hi`, and NaN if `nan`. Not empty. A `Lattice`."""

    width: int
    lo: float
    hi: float
    nan: bool

    @staticmethod
    def top(width: int) -> FloatRange:
        return _top(width)

    @staticmethod
    def of(value: float, width: int) -> FloatRange:
        if value != value:
            return only_nan(width)
        value += 0.0  # one zero stands for both
        return FloatRange(width, value, value, False)

    @staticmethod
    def between(lo: float, hi: float, width: int, nan: bool = False) -> FloatRange:
        if not lo <= hi:
            raise ValueError(f"[{lo}, {hi}] is no range of floats")
        if width == 32 and (floats.round_single(lo) != lo or floats.round_single(hi) != hi):
            raise ValueError(f"{lo} or {hi} is no binary32")
        return FloatRange(width, lo + 0.0, hi + 0.0, nan)

    @property
    def ordered(self) -> bool:
        """Is there anything but NaN?"""
        return self.lo <= self.hi

    @property
    def constant(self) -> float | None:
        """The only value, unless that is a zero (of which there are two) or NaN (of which there are many)."""
        return self.lo if self.lo == self.hi and self.lo and not self.nan else None

    def contains(self, value: float) -> bool:
        return self.nan if value != value else self.lo <= value <= self.hi

    def condition(self, expr: Expr) -> Expr:
        """The formula that says that the float `expr` has one of these values."""
        type_ = expr.type
        if not isinstance(type_, FloatType) or type_.width != self.width:
            raise ValueError(f"a float of {self.width} bits is needed, not a value of type {type_}")
        everything = self.lo == -math.inf and self.hi == math.inf
        if everything and self.nan:
            return TRUE
        parts: list[Expr] = []
        if self.nan:
            parts.append(BinaryOp(Binary.NE, expr, expr))
        if everything:
            parts.append(BinaryOp(Binary.EQ, expr, expr))
        elif self.lo == self.hi:
            parts.append(BinaryOp(Binary.EQ, expr, self._constant(self.lo)))
        elif self.ordered:
            bounds: list[Expr] = []
            if self.lo > -math.inf:
                bounds.append(BinaryOp(Binary.GE, expr, self._constant(self.lo)))
            if self.hi < math.inf:
                bounds.append(BinaryOp(Binary.LE, expr, self._constant(self.hi)))
            parts.append(conjunction(bounds))
        return disjunction(parts)

    def _constant(self, value: float) -> Expr:
        return Const(FloatType(self.width), floats.to_bits(value, self.width))

    def leq(self, other: FloatRange) -> bool:
        if self.nan and not other.nan:
            return False
        return not self.ordered or (other.lo <= self.lo and self.hi <= other.hi)

    def join(self, other: FloatRange) -> FloatRange:
        return FloatRange(self.width, min(self.lo, other.lo), max(self.hi, other.hi), self.nan or other.nan)

    def meet(self, other: FloatRange) -> FloatRange | None:
        return ranged(max(self.lo, other.lo), min(self.hi, other.hi), self.width, self.nan and other.nan)

    def widen(self, newer: FloatRange, thresholds: Thresholds) -> FloatRange:
        """A bound that has moved goes to the next threshold, to the greatest finite number, to infinity."""
        lo, hi, nan = self.lo, self.hi, self.nan or newer.nan
        if not self.ordered:
            lo, hi = newer.lo, newer.hi
        elif newer.ordered:
            largest = LARGEST[self.width]
            if newer.lo < lo:
                lo = -math.inf
                if newer.lo >= -largest:
                    lo = floats.from_integer(threshold_to(thresholds, newer.lo, -int(largest)), self.width)
            if newer.hi > hi:
                hi = math.inf
                if newer.hi <= largest:
                    hi = floats.from_integer(threshold_from(thresholds, newer.hi, int(largest)), self.width)
        return FloatRange(self.width, lo, hi, nan)

    def narrow(self, newer: FloatRange) -> FloatRange:
        """Only bounds that are infinite or next to it move."""
        if not newer.ordered:
            return newer
        largest = LARGEST[self.width]
        return FloatRange(
            self.width,
            newer.lo if self.lo <= -largest else self.lo,
            newer.hi if self.hi >= largest else self.hi,
            newer.nan,
        )


@cache
def _top(width: int) -> FloatRange:
    return FloatRange(width, -math.inf, math.inf, True)


@cache
def only_nan(width: int) -> FloatRange:
    return FloatRange(width, math.inf, -math.inf, True)


def ranged(lo: float, hi: float, width: int, nan: bool) -> FloatRange | None:
    """From `lo` to `hi` if that is not empty; None if then nothing is possible."""
    if lo <= hi:
        return FloatRange(width, lo + 0.0, hi + 0.0, nan)
    return only_nan(width) if nan else None


def next_up(value: float, width: int) -> float:
    """The next greater float; infinity stays what it is."""
    if width == 64:
        return math.nextafter(value, math.inf)
    if value == math.inf:
        return value
    bits = floats.to_bits(value + 0.0, 32)
    return floats.from_bits(bits + 1 if value >= 0 else bits - 1, 32)


def next_down(value: float, width: int) -> float:
    return -next_up(-value, width)
