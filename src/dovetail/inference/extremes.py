"""Extremes of sums: what the least and the most of a few terms was, over all states.

Terms are x - y, x + y, the same with one of them doubled, and x + y - z with all signs. They are computed
block by block, so that nothing leaves the cache, and only for states that are new. A term that is not just a
sum or a difference of two is watched only as long as one of its extremes is small: a bound by a large number
is an accident, and a term without a small one is given up for good.

No intermediate result wraps: sums of two are formed of halves where they might, other terms are given up.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dovetail.inference.relations import BLOCK, Parts, magnitude, shift
from dovetail.inference.states import Int64, States
from dovetail.quick_dataclass import dataclass

FAR = 1 << 10
"""A bound beyond this says nothing of a term that is only watched for small ones."""
FIRST = 1 << 10
_ROOM = 1 << 62


@dataclass(slots=True)
class Extreme:
    low: int
    high: int


class Extremes:
    __slots__ = ("_near", "_seen", "terms")

    def __init__(self, always: Sequence[Parts], near: Sequence[Parts]) -> None:
        """Terms of two variables with coefficients 1 and -1 that are always watched; terms that are
        watched as long as they are near zero."""
        self.terms: dict[Parts, Extreme | None] = dict.fromkeys((*always, *near))
        self._near = frozenset(near)
        self._seen = 0

    def get(self, parts: Parts) -> Extreme | None:
        """None if no state was seen, or if the term was given up."""
        return self.terms.get(parts)

    def absorb(self, states: States) -> None:
        for parts in list(self.terms):
            if magnitude(states, parts) >= _ROOM and (parts in self._near or len(parts) != 2):
                del self.terms[parts]
        # A few states first: most of what is to be given up is given up there.
        while self._seen < states.rows:
            end = min(self._seen + (BLOCK if self._seen else FIRST), states.rows)
            self._block(states, self._seen, end)
            self._seen = end

    def _block(self, states: States, begin: int, end: int) -> None:
        total = np.empty(end - begin, np.int64)
        twice: dict[int, Int64] = {}

        def column(coefficient: int, place: int) -> Int64:
            entries = states.entries(place)[begin:end]
            if abs(coefficient) == 1:
                return entries
            if place not in twice:
                twice[place] = 2 * entries
            return twice[place]

        for parts, known in list(self.terms.items()):
            wraps = magnitude(states, parts) >= _ROOM
            (first, (place,)), *rest = parts
            one = column(first, place)
            for coefficient, (other,) in rest:
                two = column(coefficient, other)
                if wraps:
                    low, high = _by_halves(one, two, coefficient)
                    break
                (np.add if coefficient > 0 else np.subtract)(one, two, out=total)
                one = total
            else:
                low, high = int(total.min()), int(total.max())
            lacking = shift(states, parts)
            assert lacking is not None
            self._join(parts, known, low + lacking, high + lacking)

    def _join(self, parts: Parts, known: Extreme | None, low: int, high: int) -> None:
        if known is None:
            known = self.terms[parts] = Extreme(low, high)
        else:
            known.low, known.high = min(known.low, low), max(known.high, high)
        if parts in self._near and known.low < -FAR and known.high > FAR:
            del self.terms[parts]


def _by_halves(one: Int64, two: Int64, sign: int) -> tuple[int, int]:
    """The extremes of one + sign * two, which may not fit: twice the sum of the halves, which does, and the
    sum of what halving loses. That is 0 to 2, or -1 to 1 in a difference, so the extremes of the halves
    decide."""
    halves, lost = (one >> 1) + sign * (two >> 1), (one & 1) + sign * (two & 1)
    low, high = int(halves.min()), int(halves.max())
    return 2 * low + int(lost[halves == low].min()), 2 * high + int(lost[halves == high].max())


def pair_terms(places: Sequence[tuple[int, int]]) -> list[Parts]:
    return [((1, (one,)), (sign, (other,))) for one, other in places for sign in (-1, 1)]


def doubled_terms(places: Sequence[tuple[int, int]]) -> list[Parts]:
    found: list[Parts] = []
    for one, other in places:
        for sign in (-1, 1):
            found.append(((2, (one,)), (sign, (other,))))
            found.append(((1, (one,)), (2 * sign, (other,))))
    return found


def triple_terms(places: Sequence[tuple[int, int, int]]) -> list[Parts]:
    """x + y - z, x - y + z, x - y - z and x + y + z."""
    return [
        ((1, (one,)), (b, (other,)), (c, (third,)))
        for one, other, third in places
        for b in (-1, 1)
        for c in (-1, 1)
    ]
