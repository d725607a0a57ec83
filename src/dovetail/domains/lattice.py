"""The interface of every abstract domain (Abstract testing, Sec. VII: infinite domains need a widening).

An element stands for a set of values that is *never empty*: where a meet is empty the answer is None, and
whoever holds a state made of such elements knows at once that it is unreachable. Elements are immutable and
compared by value.

This module knows no domain; it has what all of them need to widen.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Protocol, Self

Thresholds = tuple[int, ...]
"""Mathematical integers in ascending order: where a widening may stop on its way to the end of the range."""


class Lattice(Protocol):
    """Ordered by inclusion of the sets that the elements stand for."""

    def leq(self, other: Self) -> bool:
        """Is every value of this one a value of the other?"""
        ...

    def join(self, other: Self) -> Self:
        """What is above both."""
        ...

    def meet(self, other: Self) -> Self | None:
        """Above every value that is in both; None if there is none."""
        ...

    def widen(self, newer: Self, thresholds: Thresholds) -> Self:
        """Above both; a chain in which each element is the one before it widened becomes stationary. `self`
        is the older one."""
        ...

    def narrow(self, newer: Self) -> Self:
        """Between `newer` and `self`, which is above it; decreasing chains become stationary."""
        ...


def threshold_from(thresholds: Thresholds, bound: float, otherwise: int) -> int:
    """The least threshold that is at least `bound`, if it is at most `otherwise`, else that."""
    index = bisect_left(thresholds, bound)
    if index < len(thresholds) and thresholds[index] < otherwise:
        return thresholds[index]
    return otherwise


def threshold_to(thresholds: Thresholds, bound: float, otherwise: int) -> int:
    """The greatest threshold that is at most `bound`, if it is at least `otherwise`, else that."""
    index = bisect_right(thresholds, bound)
    if index > 0 and thresholds[index - 1] > otherwise:
        return thresholds[index - 1]
    return otherwise
