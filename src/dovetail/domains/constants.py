"""The flat lattice of constants: one bit pattern, or any.

The simplest domain that is of use. In `numbers` it needs no room of its own: an interval of one value is a
constant.
"""

from __future__ import annotations

from dataclasses import dataclass

from dovetail.domains.lattice import Thresholds


@dataclass(frozen=True, slots=True)
class Constant:
    """`bits` is the only value of the integer of `width` bits; None if any is possible. A `Lattice`."""

    width: int
    bits: int | None = None

    @staticmethod
    def top(width: int) -> Constant:
        return Constant(width)

    @staticmethod
    def of(bits: int, width: int) -> Constant:
        return Constant(width, bits)

    def contains(self, bits: int) -> bool:
        return self.bits is None or self.bits == bits

    def leq(self, other: Constant) -> bool:
        return other.bits is None or other.bits == self.bits

    def join(self, other: Constant) -> Constant:
        return self if self.bits == other.bits else Constant(self.width)

    def meet(self, other: Constant) -> Constant | None:
        if other.bits is None or self.bits == other.bits:
            return self
        return other if self.bits is None else None

    def widen(self, newer: Constant, thresholds: Thresholds) -> Constant:
        return self.join(newer)

    def narrow(self, newer: Constant) -> Constant:
        return newer
