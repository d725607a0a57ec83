"""Congruences: the integers that leave the residue r modulo m.

Arithmetic is modulo 2**width, so a fact modulo m survives a wrap only as far as m and 2**width have common
divisors: modulo a power of two. Any other modulus is about the *signed* number of a bit pattern, and lives on
only where an interval shows that nothing wraps, or that everything wraps as often: operations are told the
`window` of their mathematical result (see `window`), or None where it is not known.

A constant has the modulus 2**width: that is true of it, and no modulus of anything else. A `Congruence` that
leaves room for one signed number only is that constant. Multiplying ranges is not done here.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from dovetail.domains.lattice import Thresholds
from dovetail.quick_dataclass import dataclass

_FINE = 64
"""A modulus above this that has to fall for a second time falls at once to a divisor of this: otherwise
halving a variable again and again would take a round for each of its bits."""


@dataclass(frozen=True, slots=True)
class Congruence:
    """The signed numbers of `width` bits that are `residue` modulo `modulus`. A `Lattice`."""

    width: int
    modulus: int
    residue: int

    @staticmethod
    def top(width: int) -> Congruence:
        return _top(width)

    @staticmethod
    def of(bits: int, width: int) -> Congruence:
        return Congruence(width, 1 << width, bits)

    @property
    def step(self) -> int:
        """The distance of neighbours: the modulus, or 0 of a constant. Calculations are in steps, where a
        constant is as good as any other class of numbers."""
        return 0 if self.modulus >> self.width else self.modulus

    @property
    def anchor(self) -> int:
        """A signed number of the class: the number itself of a constant."""
        if self.modulus >> self.width and self.residue >> (self.width - 1):
            return self.residue - self.modulus
        return self.residue

    @property
    def low_bits(self) -> int:
        """The greatest power of two that divides the modulus: so much is known of the bit pattern."""
        return self.modulus & -self.modulus

    def contains(self, bits: int) -> bool:
        number = bits if bits < 1 << (self.width - 1) else bits - (1 << self.width)
        return (number - self.residue) % self.modulus == 0

    def leq(self, other: Congruence) -> bool:
        step = other.modulus
        if step == 1:
            return True
        if step >> self.width:
            return self == other
        return self.step % step == 0 and (self.anchor - other.residue) % step == 0

    def join(self, other: Congruence) -> Congruence:
        if self.modulus == 1 or self == other:
            return self
        if other.modulus == 1:
            return other
        anchor = self.anchor
        return classes(self.width, gcd(self.step, other.step, anchor - other.anchor), anchor)

    def meet(self, other: Congruence) -> Congruence | None:
        """By the Chinese remainder theorem."""
        first, second = self.modulus, other.modulus
        if second == 1:
            return self
        if first == 1:
            return other
        if second >> self.width:
            return other if self.contains(other.residue) else None
        if first >> self.width:
            return self if other.contains(self.residue) else None
        common = gcd(first, second)
        apart = other.residue - self.residue
        if apart % common:
            return None
        rest = second // common
        turns = apart // common * pow(first // common, -1, rest) % rest
        return _fitting(self.width, first * rest, self.residue + first * turns)

    def widen(self, newer: Congruence, thresholds: Thresholds) -> Congruence:
        joined = self.join(newer)
        if joined == self or self.modulus >> self.width or joined.modulus <= _FINE:
            return joined
        return classes(self.width, gcd(joined.modulus, _FINE), joined.residue)

    def narrow(self, newer: Congruence) -> Congruence:
        return newer if self.modulus == 1 or newer.modulus >> self.width else self

    # Arithmetic. `turns` is the window that all mathematical results lie in, None if it is not known.

    def add(self, other: Congruence, turns: int | None) -> Congruence:
        if self.modulus == 1 or other.modulus == 1:
            return _top(self.width)
        return classes(self.width, gcd(self.step, other.step), self.anchor + other.anchor, turns)

    def sub(self, other: Congruence, turns: int | None) -> Congruence:
        if self.modulus == 1 or other.modulus == 1:
            return _top(self.width)
        return classes(self.width, gcd(self.step, other.step), self.anchor - other.anchor, turns)

    def mul(self, other: Congruence, turns: int | None) -> Congruence:
        step, anchor = self.step, self.anchor
        other_step, other_anchor = other.step, other.anchor
        common = gcd(step * other_step, step * other_anchor, anchor * other_step)
        return classes(self.width, common, anchor * other_anchor, turns)


@cache
def _top(width: int) -> Congruence:
    return Congruence(width, 1, 0)


def window(lo: int, hi: int, width: int) -> int | None:
    """How often 2**width is to be taken off to make the numbers from `lo` to `hi` signed ones, if it is as
    often for all of them."""
    half = 1 << (width - 1)
    turns = (lo + half) >> width
    return turns if (hi + half) >> width == turns else None


def classes(width: int, step: int, anchor: int, turns: int | None = 0) -> Congruence:
    """Mathematical numbers `anchor` plus multiples of `step`, brought to `width` bits."""
    if turns is None:
        step = gcd(step, 1 << width)
    elif turns:
        anchor -= turns << width
    if step == 1:
        return _top(width)
    if step == 0:
        return Congruence(width, 1 << width, anchor & ((1 << width) - 1))
    found = _fitting(width, step, anchor)
    assert found is not None, "numbers of this width were promised"
    return found


def _fitting(width: int, step: int, anchor: int) -> Congruence | None:
    """The class, or the constant if only one signed number is in it; None if there is none."""
    half = 1 << (width - 1)
    first = (anchor + half) % step - half
    if first + step < half:
        return Congruence(width, step, anchor % step)
    return Congruence(width, 1 << width, first & (2 * half - 1)) if first < half else None
