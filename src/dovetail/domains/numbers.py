"""Numbers: what is known of an integer of a fixed width, the reduced product of intervals and congruences.

Reduced: every bound of the interval is a value of the congruence, a single value is a constant in both, and a
value in each half has their distance as the modulus. So each set of values that the product can express has
one element only: equality of elements is equality of sets, `leq` is inclusion, `join` the least upper bound
and `meet` the intersection itself.

Constants need no room of their own: they are the numbers whose `constant` is not None. To analyse with one
domain alone, results are cut down with `only`.

Arithmetic is in `number_arithmetic`, formulas are in `number_conditions`.
"""

from __future__ import annotations

from dataclasses import field
from enum import Flag, auto
from functools import cache

from dovetail.domains.congruences import Congruence, classes
from dovetail.domains.intervals import Interval, from_halves
from dovetail.domains.lattice import Thresholds
from dovetail.domains.number_conditions import condition
from dovetail.program.expressions import Expr
from dovetail.program.remembering import memo
from dovetail.quick_dataclass import dataclass

_KEPT = 1 << 16
"""So many constants are kept, to be found again rather than built."""


class Components(Flag):
    """The domains that a number is a product of."""

    CONSTANTS = auto()
    INTERVALS = auto()
    CONGRUENCES = auto()
    ALL = CONSTANTS | INTERVALS | CONGRUENCES


@dataclass(frozen=True, slots=True)
class Number:
    """A set of bit patterns of one width, not empty. A `Lattice`. Built by the functions of this module."""

    interval: Interval
    congruence: Congruence
    constant: int | None = field(compare=False)
    """The bit pattern, if there is only one."""

    @staticmethod
    def top(width: int) -> Number:
        return _top(width)

    @staticmethod
    def of(bits: int, width: int) -> Number:
        found = _constants.get((bits, width))
        if found is None:
            if bits >> width:
                raise ValueError(f"{bits} is no bit pattern of {width} bits")
            if len(_constants) >= _KEPT:
                _constants.clear()
            found = Number(Interval.of(bits, width), Congruence.of(bits, width), bits)
            _constants[bits, width] = found
        return found

    @staticmethod
    def signed(lo: int, hi: int, width: int) -> Number:
        """From `lo` to `hi`, both included."""
        return product(Interval.signed(lo, hi, width), Congruence.top(width))

    @staticmethod
    def unsigned(lo: int, hi: int, width: int) -> Number:
        return product(Interval.unsigned(lo, hi, width), Congruence.top(width))

    @staticmethod
    def multiples(modulus: int, residue: int, width: int) -> Number:
        """The numbers that leave `residue` modulo `modulus`, as signed numbers (the same as unsigned ones
        if the modulus is a power of two)."""
        if not 0 < modulus <= 1 << width:
            raise ValueError(f"{modulus} is no modulus of integers of {width} bits")
        return product(Interval.top(width), classes(width, modulus, residue))

    @property
    def width(self) -> int:
        return self.interval.width

    @property
    def smin(self) -> int:
        return self.interval.smin

    @property
    def smax(self) -> int:
        return self.interval.smax

    @property
    def umin(self) -> int:
        return self.interval.umin

    @property
    def umax(self) -> int:
        return self.interval.umax

    @property
    def modulus(self) -> int:
        """Of a constant, 2**width."""
        return self.congruence.modulus

    @property
    def residue(self) -> int:
        """Of the signed number; of a constant, its bit pattern."""
        return self.congruence.residue

    def contains(self, bits: int) -> bool:
        return self.interval.contains(bits) and self.congruence.contains(bits)

    def size(self) -> int:
        """How many values there are."""
        step = self.congruence.modulus
        return sum((hi - lo) // step + 1 for lo, hi in self.interval.halves)

    def condition(self, expr: Expr) -> Expr:
        """The formula that says that the integer `expr`, of either sign, has one of these values."""
        return condition(self.interval, self.congruence, expr)

    def only(self, components: Components) -> Number:
        """What these components alone know of it."""
        if components is Components.ALL or self.constant is not None:
            return self if components else _top(self.interval.width)
        width = self.interval.width
        intervals, congruences = Components.INTERVALS in components, Components.CONGRUENCES in components
        if intervals and congruences:
            return self
        if intervals:
            return product(self.interval, Congruence.top(width))
        if congruences:
            return product(Interval.top(width), self.congruence)
        return _top(width)

    def without(self, bits: int) -> Number | None:
        """All but one value, as far as that can be said; None if nothing is left."""
        if not self.contains(bits):
            return self
        found: list[tuple[int, int]] = []
        width, step = self.interval.width, self.congruence.modulus
        number = bits if bits < 1 << (width - 1) else bits - (1 << width)
        for lo, hi in self.interval.halves:
            lo = lo + step if lo == number else lo
            hi = hi - step if hi == number else hi
            found += [(lo, hi)] if lo <= hi else []
        return _of_halves(width, found, self.congruence)

    def leq(self, other: Number) -> bool:
        if self is other:
            return True
        if self.constant is not None:
            return other.contains(self.constant)
        return self.interval.leq(other.interval) and self.congruence.leq(other.congruence)

    def join(self, other: Number) -> Number:
        if self is other:
            return self
        interval, congruence = self.interval.join(other.interval), self.congruence.join(other.congruence)
        # Bounds of either are values of either, and the classes are the finest that hold both: reduced.
        return Number(interval, congruence, interval.umin if interval.umin == interval.umax else None)

    def meet(self, other: Number) -> Number | None:
        if self is other:
            return self
        if self.constant is not None:
            return self if other.contains(self.constant) else None
        if other.constant is not None:
            return other if self.contains(other.constant) else None
        interval = self.interval.meet(other.interval)
        if interval is None:
            return None
        congruence = self.congruence.meet(other.congruence)
        return None if congruence is None else reduce(interval, congruence)

    def widen(self, newer: Number, thresholds: Thresholds) -> Number:
        if newer.leq(self):
            return self
        interval = self.interval.widen(newer.interval, thresholds)
        return product(interval, self.congruence.widen(newer.congruence, thresholds))

    def narrow(self, newer: Number) -> Number:
        if self is newer or newer.constant is not None:
            return newer
        # Bounds that the congruence has moved off the end of a half are at the end all the same: forget it
        # while intervals are narrowed. What is said is still above `newer`.
        interval = self.interval.stretched(self.congruence.modulus).narrow(newer.interval)
        found = reduce(interval, self.congruence.narrow(newer.congruence))
        assert found is not None, "a narrowing is above the newer one"
        return found


_constants: dict[tuple[int, int], Number] = memo()


@cache
def _top(width: int) -> Number:
    return Number(Interval.top(width), Congruence.top(width), None)


def reduce(interval: Interval, congruence: Congruence) -> Number | None:
    """The number that is in both; None if there is none."""
    smin, smax, umin, umax = interval.smin, interval.smax, interval.umin, interval.umax
    if umin == umax:
        return Number.of(umin, interval.width) if congruence.contains(umin) else None
    step = congruence.modulus
    width = interval.width
    if step >> width:
        return Number.of(congruence.residue, width) if interval.contains(congruence.residue) else None
    if smin < 0 <= smax:
        if step == 1 and (smin != umax - (1 << width) or umin != smax):
            return _top(width) if interval is Interval.top(width) else Number(interval, congruence, None)
        residue = congruence.residue
        nlo, plo = smin + (residue - smin) % step, umin + (residue - umin) % step
        nhi, phi = umax - (1 << width), smax - (smax - residue) % step
        nhi -= (nhi - residue) % step
        if nlo <= nhi and plo <= phi:
            if nlo == nhi and plo == phi:  # two values: their distance is all there is to know
                congruence = classes(width, plo - nlo, plo)
            if nlo != smin or phi != smax or plo != umin or nhi + (1 << width) != umax:
                interval = Interval(width, nlo, phi, plo, nhi + (1 << width))
            return Number(interval, congruence, None)
        return _of_halves(width, [(lo, hi) for lo, hi in ((nlo, nhi), (plo, phi)) if lo <= hi], congruence)
    if step == 1:
        return Number(interval, congruence, None)
    lo, hi = smin + (congruence.residue - smin) % step, smax - (smax - congruence.residue) % step
    if lo >= hi:
        return Number.of(lo & ((1 << width) - 1), width) if lo == hi else None
    if lo != smin or hi != smax:
        interval = Interval(width, lo, hi, umin + lo - smin, umax + hi - smax)
    return Number(interval, congruence, None)


def product(interval: Interval, congruence: Congruence) -> Number:
    """As `reduce`, where there is something in both."""
    found = reduce(interval, congruence)
    assert found is not None, "nothing is in both"
    return found


def _of_halves(width: int, halves: list[tuple[int, int]], congruence: Congruence) -> Number | None:
    nlo, nhi, plo, phi = 0, -1, 0, -1
    for lo, hi in halves:
        if hi < 0:
            nlo, nhi = lo, hi
        else:
            plo, phi = lo, hi
    interval = from_halves(width, nlo, nhi, plo, phi)
    return None if interval is None else reduce(interval, congruence)
