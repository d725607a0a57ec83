"""Bits that are known of a number, and numbers by the bits that are known.

Low bits are known by a congruence modulo a power of two, high bits by an interval whose ends agree in them.
That is how bitwise operations and their inverses see a number; it is no domain of its own: bits in the middle
are not kept.
"""

from __future__ import annotations

from dovetail.domains.congruences import Congruence, classes
from dovetail.domains.intervals import from_halves
from dovetail.domains.numbers import Number, product


def known_bits(number: Number) -> tuple[int, int]:
    """A mask of the bits that all values share, and these bits."""
    interval, congruence = number.interval, number.congruence
    low = congruence.low_bits - 1
    varying = (1 << (interval.umin ^ interval.umax).bit_length()) - 1
    high = ((1 << interval.width) - 1) & ~varying
    return low | high, (congruence.residue & low) | (interval.umin & high)


def low_run(width: int, known: int, bits: int) -> Congruence:
    """What all bits below the lowest unknown one say."""
    step = (known + 1) & ~known
    return classes(width, step, bits & (step - 1))


def from_known_bits(width: int, known: int, bits: int) -> Number:
    """All values that have these bits, as far as that can be said: `bits` is within `known`."""
    half = 1 << (width - 1)
    least, greatest = bits, bits | ((half << 1) - 1 & ~known)
    nlo, nhi, plo, phi = 0, -1, 0, -1
    if least < half:
        plo, phi = least, greatest & (half - 1)
    if greatest >= half:
        nlo, nhi = (least | half) - 2 * half, greatest - 2 * half
    interval = from_halves(width, nlo, nhi, plo, phi)
    assert interval is not None, "the bits themselves are a value"
    return product(interval, low_run(width, known, bits))
