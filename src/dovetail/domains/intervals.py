"""Machine intervals: a signed and an unsigned view of the same integer, each of them cutting the other.

The two views differ in where they begin: the unsigned one at 0, the signed one at the minimum. Both agree
within a *half*: the patterns that are not negative, and those that are. Reduced against each other, the pair
[smin, smax], [umin, umax] says exactly this: the values that are not negative lie in one range, the negative
ones in another, and either may be missing. So `x + 1` of an unsigned integer at the edge, `-3 .. 3`, and
"anything but zero" all have an element of their own, and there is no overflow to "anything".

Ends are included. Every `Interval` is reduced: build it by the functions here, not by hand.
"""

from __future__ import annotations

from functools import cache

from dovetail.domains.lattice import Thresholds, threshold_from, threshold_to
from dovetail.quick_dataclass import dataclass

Half = tuple[int, int]
"""A range of numbers of one sign, as signed numbers."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The bit patterns whose signed number is in [smin, smax] and whose unsigned one is in [umin, umax]. A
    `Lattice`; the order, the join and the meet are those of the sets of values, hulls taken half by half."""

    width: int
    smin: int
    smax: int
    umin: int
    umax: int

    @staticmethod
    def top(width: int) -> Interval:
        return _top(width)

    @staticmethod
    def of(bits: int, width: int) -> Interval:
        number = bits if bits < 1 << (width - 1) else bits - (1 << width)
        return Interval(width, number, number, bits, bits)

    @staticmethod
    def signed(lo: int, hi: int, width: int) -> Interval:
        half = 1 << (width - 1)
        if not -half <= lo <= hi < half:
            raise ValueError(f"[{lo}, {hi}] is no range of signed integers of {width} bits")
        return _signed(lo, hi, width)

    @staticmethod
    def unsigned(lo: int, hi: int, width: int) -> Interval:
        if not 0 <= lo <= hi < 1 << width:
            raise ValueError(f"[{lo}, {hi}] is no range of unsigned integers of {width} bits")
        return wrapped(lo, hi, width)

    @property
    def halves(self) -> tuple[Half, ...]:
        """The negative values and the others, as far as there are any, as signed numbers."""
        if self.smin < 0 <= self.smax:
            return (self.smin, self.umax - (1 << self.width)), (self.umin, self.smax)
        return ((self.smin, self.smax),)

    @property
    def unsigned_halves(self) -> tuple[Half, ...]:
        """As `halves`, as unsigned numbers."""
        if self.smin < 0 <= self.smax:
            return (self.umin, self.smax), (self.smin + (1 << self.width), self.umax)
        return ((self.umin, self.umax),)

    def contains(self, bits: int) -> bool:
        if not self.umin <= bits <= self.umax:
            return False
        number = bits if bits < 1 << (self.width - 1) else bits - (1 << self.width)
        return self.smin <= number <= self.smax

    def size(self) -> int:
        return sum(hi - lo + 1 for lo, hi in self.halves)

    def stretched(self, step: int) -> Interval:
        """The same values in steps of `step`, and perhaps others: a bound beyond which a half has no room for
        another step is moved to the end of that half."""
        if step == 1:
            return self
        half = 1 << (self.width - 1)
        nlo, nhi, plo, phi = ends(self)
        if nlo <= nhi:
            nlo, nhi = -half if nlo - step < -half else nlo, -1 if nhi + step > -1 else nhi
        if plo <= phi:
            plo, phi = 0 if plo < step else plo, half - 1 if phi + step >= half else phi
        found = from_halves(self.width, nlo, nhi, plo, phi)
        assert found is not None, "it has values"
        return found

    def leq(self, other: Interval) -> bool:
        return (
            other.smin <= self.smin
            and self.smax <= other.smax
            and other.umin <= self.umin
            and self.umax <= other.umax
        )

    def join(self, other: Interval) -> Interval:
        # What is least in a half is least in the half of the join: nothing is left to reduce.
        return Interval(
            self.width,
            self.smin if self.smin < other.smin else other.smin,
            self.smax if self.smax > other.smax else other.smax,
            self.umin if self.umin < other.umin else other.umin,
            self.umax if self.umax > other.umax else other.umax,
        )

    def meet(self, other: Interval) -> Interval | None:
        return reduced(
            self.width,
            self.smin if self.smin > other.smin else other.smin,
            self.smax if self.smax < other.smax else other.smax,
            self.umin if self.umin > other.umin else other.umin,
            self.umax if self.umax < other.umax else other.umax,
        )

    def widen(self, newer: Interval, thresholds: Thresholds) -> Interval:
        """Half by half: an end that has moved goes on to the next threshold, taken as a signed and as an
        unsigned number, or to the end of the half. A half that appears is taken as it is, once."""
        joined = self.join(newer)
        if joined == self:
            return self
        size = 1 << self.width
        half = size >> 1
        nlo, nhi, plo, phi = ends(joined)
        old_nlo, old_nhi, old_plo, old_phi = ends(self)
        if old_plo <= old_phi:
            if plo < old_plo:
                plo = threshold_to(thresholds, plo, 0)
            if phi > old_phi:
                phi = threshold_from(thresholds, phi, half - 1)
        if old_nlo <= old_nhi:
            if nlo < old_nlo:
                as_signed = threshold_to(thresholds, nlo, -half)
                nlo = max(as_signed, threshold_to(thresholds, nlo + size, half) - size)
            if nhi > old_nhi:
                as_signed = threshold_from(thresholds, nhi, -1)
                nhi = min(as_signed, threshold_from(thresholds, nhi + size, size - 1) - size)
        found = from_halves(self.width, nlo, nhi, plo, phi)
        assert found is not None, "a widening is above both"
        return found

    def narrow(self, newer: Interval) -> Interval:
        """Only an end that lies at the end of its half moves, and a half may go."""
        half = 1 << (self.width - 1)
        nlo, nhi, plo, phi = ends(self)
        new_nlo, new_nhi, new_plo, new_phi = ends(newer)
        if new_nlo > new_nhi:
            nlo, nhi = new_nlo, new_nhi
        else:
            nlo = new_nlo if nlo == -half else nlo
            nhi = new_nhi if nhi == -1 else nhi
        if new_plo > new_phi:
            plo, phi = new_plo, new_phi
        else:
            plo = new_plo if plo == 0 else plo
            phi = new_phi if phi == half - 1 else phi
        found = from_halves(self.width, nlo, nhi, plo, phi)
        assert found is not None, "a narrowing is above the newer one"
        return found


@cache
def _top(width: int) -> Interval:
    half = 1 << (width - 1)
    return Interval(width, -half, half - 1, 0, 2 * half - 1)


def ends(interval: Interval) -> tuple[int, int, int, int]:
    """The ends of the negative half and of the other one; a half that is missing has lo > hi."""
    smin, smax = interval.smin, interval.smax
    if smin >= 0:
        return 0, -1, smin, smax
    if smax < 0:
        return smin, smax, 1, 0
    return smin, interval.umax - (1 << interval.width), interval.umin, smax


def from_halves(width: int, nlo: int, nhi: int, plo: int, phi: int) -> Interval | None:
    """The negative numbers in [nlo, nhi] and the others in [plo, phi]; a range with lo > hi is empty."""
    if plo <= phi:
        if nlo <= nhi:
            return Interval(width, nlo, phi, plo, nhi + (1 << width))
        return Interval(width, plo, phi, plo, phi)
    if nlo <= nhi:
        return Interval(width, nlo, nhi, nlo + (1 << width), nhi + (1 << width))
    return None


def reduced(width: int, smin: int, smax: int, umin: int, umax: int) -> Interval | None:
    """What both views allow; None if that is nothing. Each bound is within the range of its view."""
    size = 1 << width
    return from_halves(
        width,
        smin if smin > umin - size else umin - size,
        smax if smax < umax - size else umax - size,
        smin if smin > umin else umin,
        smax if smax < umax else umax,
    )


def _signed(lo: int, hi: int, width: int) -> Interval:
    if lo >= 0:
        return Interval(width, lo, hi, lo, hi)
    size = 1 << width
    if hi < 0:
        return Interval(width, lo, hi, lo + size, hi + size)
    return Interval(width, lo, hi, 0, size - 1)


def wrapped(lo: int, hi: int, width: int) -> Interval:
    """The numbers from `lo` to `hi`, of any size, modulo 2**width."""
    size = 1 << width
    if hi - lo >= size - 1:
        return _top(width)
    half = size >> 1
    turns = (lo + half) >> width << width
    lo -= turns
    hi -= turns
    if hi < half:
        return _signed(lo, hi, width)
    if lo >= 0 and hi < size:
        return Interval(width, -half, half - 1, lo, hi)
    return _top(width)  # both ends lie in one half, and all of the other is between them
