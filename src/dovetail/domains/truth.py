"""Conditions: the subsets of {true, false} that are not empty."""

from __future__ import annotations

from enum import Enum

from dovetail.domains.lattice import Thresholds
from dovetail.program.expressions import TRUE, Expr, negation


class Truth(Enum):
    """What is known of a condition. A `Lattice` of three elements."""

    YES = "yes"
    NO = "no"
    EITHER = "either"

    @classmethod
    def of(cls, value: bool) -> Truth:
        return cls.YES if value else cls.NO

    def contains(self, value: bool) -> bool:
        return self is not (Truth.NO if value else Truth.YES)

    @property
    def known(self) -> bool | None:
        """True or False if it can only be that."""
        return None if self is Truth.EITHER else self is Truth.YES

    @property
    def opposite(self) -> Truth:
        return Truth.NO if self is Truth.YES else Truth.YES if self is Truth.NO else self

    def condition(self, expr: Expr) -> Expr:
        """The formula that says that the condition `expr` is in this set."""
        return expr if self is Truth.YES else negation(expr) if self is Truth.NO else TRUE

    def leq(self, other: Truth) -> bool:
        return self is other or other is Truth.EITHER

    def join(self, other: Truth) -> Truth:
        return self if self is other else Truth.EITHER

    def meet(self, other: Truth) -> Truth | None:
        if self is other or other is Truth.EITHER:
            return self
        return other if self is Truth.EITHER else None

    def widen(self, newer: Truth, thresholds: Thresholds) -> Truth:
        return self.join(newer)

    def narrow(self, newer: Truth) -> Truth:
        return newer
