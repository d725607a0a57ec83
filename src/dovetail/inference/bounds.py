"""Inequalities: ranges, orders, octagons and a few templates, with what follows from others left out.

A bound is told as it was observed, and in weaker forms that people mean more often: a constant of the
program next to it, zero, an order of two variables. The observed one may be what some runs happened to show;
then a weaker one is what holds. Apart from that, what follows from bounds that are told is not.

A bound on a sum is an accident if it would hold as well had the variables nothing to do with each other. So
one of them is shuffled, that is, given its value in another state: if hardly any of the states then break the
bound, they say nothing about it. (With three variables, whichever of them is shuffled.) That k of m shuffled
states break an accidental bound of n states has the chance (m / (m + n))^k, and it must be so small that none
is to be expected among all the bounds that are looked at.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log2

import numpy as np

from dovetail.inference.extremes import FAR, Extremes
from dovetail.inference.relations import Parts, Relation, magnitude, relation, shift
from dovetail.inference.states import Int64, States
from dovetail.program.expressions import Binary
from dovetail.quick_dataclass import dataclass

CHANCE = 2
"""Accidental bounds are told once in 2^CHANCE tables."""
NEAR = 16
"""A bound of a template is told if it is this near to zero."""
MOST_TEMPLATES = 120
_WEAKER = 2
_ROOM = 1 << 62
_SHUFFLED = 1 << 16
"""States that are shuffled, and with fewer of them, how often (so that there are some):"""
_TIMES = 8
_FEW = 64
"""With fewer states than that, ranges that only touch do not tell an order."""


@dataclass(frozen=True, slots=True)
class Told:
    relation: Relation
    kind: str


class Bounds:
    """Of the places that are not equal to others up to sign and a constant."""

    __slots__ = (
        "_constants",
        "_high",
        "_low",
        "_pairs",
        "_places",
        "_rows",
        "_shuffles",
        "_states",
        "_terms",
    )

    def __init__(
        self, states: States, terms: Extremes, places: Sequence[int], constants: Sequence[int]
    ) -> None:
        self._states, self._terms, self._places = states, terms, tuple(places)
        self._constants = sorted(set(constants))
        self._shuffles: list[dict[int, Int64]] = []
        self._rows = states.sample(_SHUFFLED)
        self._low = {place: states.columns[place].low for place in states.columns}
        self._high = {place: states.columns[place].high for place in states.columns}
        self._pairs: dict[Parts, tuple[int, int]] = {}
        """What is known of sums and differences: what is told of them, or else what ranges say."""

    # One variable

    def ranges(self, place: int) -> Iterator[Told]:
        type_, one = self._states.columns[place].type, ((1, (place,)),)
        low, high = self._low[place], self._high[place]
        # Numbers from nearly everywhere are those of an input.
        anything = type_.width >= 16 and 16 * (high - low) > 15 * (type_.maximum - type_.minimum)
        if low > type_.minimum and not anything:
            yield Told(Relation(one, Binary.GE, low), "range")
        if high < type_.maximum and not anything:
            yield Told(Relation(one, Binary.LE, high), "range")
        near = sorted({0, 1, *(number + step for number in self._constants for step in (-1, 0, 1))})
        for number in near[: bisect_left(near, low)][: -_WEAKER - 1 : -1]:
            if number > type_.minimum:
                yield Told(Relation(one, Binary.GE, number), "bound")
        for number in near[bisect_right(near, high) :][:_WEAKER]:
            if number < type_.maximum:
                yield Told(Relation(one, Binary.LE, number), "bound")

    # Two

    def octagon(self, skipped: frozenset[Parts]) -> Iterator[Told]:
        """Orders and octagonal bounds. `skipped` are sums that equations say more about."""
        observed: list[tuple[Parts, Binary, int]] = []
        orders: list[tuple[int, int, int]] = []
        for pair in combinations(sorted(self._places), 2):
            for sign in (-1, 1):
                parts: Parts = ((1, (pair[0],)), (sign, (pair[1],)))
                extreme = self._terms.get(parts)
                if extreme is None:
                    continue
                least, most = self._span(parts)
                low, high = extreme.low, extreme.high
                if sign < 0:
                    if high <= 0 and self._overlap(*pair):
                        orders.append((pair[0], pair[1], high))
                        most = min(most, -1 if high < 0 else 0)
                    if low >= 0 and self._overlap(pair[1], pair[0]):
                        orders.append((pair[1], pair[0], -low))
                        least = max(least, 1 if low > 0 else 0)
                if parts in skipped:
                    # What is said of the third variable.
                    least, most = low, high
                else:
                    cuts = self._cuts(parts, low, high)
                    if high < most and cuts[1]:
                        observed.append((parts, Binary.LE, high))
                        most = high
                    if low > least and cuts[0]:
                        observed.append((parts, Binary.GE, low))
                        least = low
                self._pairs[parts] = (least, most)
        yield from self._orders(orders)
        for parts, op, bound in observed:
            if not self._follows(parts, op, bound):
                if parts[1][0] > 0 or bound not in ((0, -1) if op is Binary.LE else (0, 1)):
                    yield Told(Relation(parts, op, bound), "octagon")
                if parts[1][0] > 0:
                    yield from self._small(parts, op, bound)

    def _overlap(self, left: int, right: int) -> bool:
        """Do ranges leave open that left is greater than right?"""
        slack = self._high[left] - self._low[right]
        return slack > 0 or (slack == 0 and self._states.rows < _FEW)

    def _orders(self, orders: list[tuple[int, int, int]]) -> Iterator[Told]:
        """x < y and x <= y, without those that follow by way of a third."""
        known = {(left, right): bound for left, right, bound in orders}
        for strict in (1, 0):
            step = {pair: -1 if strict and bound < 0 else 0 for pair, bound in known.items()}
            for (left, right), bound in known.items():
                if strict and bound >= 0:
                    continue
                through = any(
                    (left, middle) in step
                    and (middle, right) in step
                    and step[left, middle] + step[middle, right] <= step[left, right]
                    for middle in self._places
                )
                if not through:
                    parts = ((1, (left,)), (-1, (right,)))
                    yield Told(relation(parts, Binary.LE, -strict), "order")

    def _small(self, parts: Parts, op: Binary, bound: int) -> Iterator[Told]:
        """The nearest of -1, 0 and 1 that is weaker."""
        if abs(bound) > FAR:
            return
        weaker = [n for n in (-1, 0, 1) if (n > bound if op is Binary.LE else n < bound)]
        if weaker:
            yield Told(Relation(parts, op, min(weaker) if op is Binary.LE else max(weaker)), "octagon")

    def _follows(self, parts: Parts, op: Binary, bound: int) -> bool:
        """From two other sums, by way of a third variable?"""
        ((_, (one,)), (sign, (other,))) = parts
        for third in self._places:
            if third in (one, other):
                continue
            for way in (-1, 1):
                # x ± y = (x + way·z) ± (y ∓ way·z)
                first = self._known(one, third, way)
                second = self._known(other, third, -way * sign)
                if first is None or second is None:
                    continue
                ends = second if sign > 0 else (-second[1], -second[0])
                if op is Binary.LE and first[1] + ends[1] <= bound:
                    return True
                if op is Binary.GE and first[0] + ends[0] >= bound:
                    return True
        return False

    def _known(self, one: int, other: int, sign: int) -> tuple[int, int] | None:
        """The range of one + sign * other."""
        if one < other:
            return self._pairs.get(((1, (one,)), (sign, (other,))))
        found = self._pairs.get(((1, (other,)), (sign, (one,))))
        if found is None or sign > 0:
            return found
        return -found[1], -found[0]

    # Templates

    def templates(self, near: Sequence[Parts], places: Sequence[int]) -> Iterator[Told]:
        """Bounds near zero, or next to a constant of the program, that do not follow from sums of two."""
        count = 0
        likely = {number + step for number in self._constants for step in (-1, 0, 1)}
        independent = set(places)
        for parts in near:
            extreme = self._terms.get(parts)
            used = frozenset(place for _, (place,) in parts)
            if extreme is None or not used <= independent:
                continue
            below, above = self._by_pairs(parts)
            for op, bound in ((Binary.LE, extreme.high), (Binary.GE, extreme.low)):
                if abs(bound) > NEAR and bound not in likely:
                    continue
                if bound >= above if op is Binary.LE else bound <= below:
                    continue
                if self._cuts(parts, extreme.low, extreme.high)[op is Binary.LE]:
                    yield Told(Relation(parts, op, bound), "template")
                    count += 1
            if count >= MOST_TEMPLATES:
                return

    def _by_pairs(self, parts: Parts) -> tuple[int, int]:
        """What sums of two and ranges say of a term."""
        below, above = self._span(parts)
        units = [(1 if c > 0 else -1, place) for c, (place,) in parts for _ in range(abs(c))]
        for i, j in combinations(range(len(units)), 2):
            (a, one), (b, other) = units[i], units[j]
            if one == other:
                continue
            pair = self._known(one, other, a * b)
            if pair is None:
                continue
            low, high = pair if a > 0 else (-pair[1], -pair[0])
            for index, (sign, place) in enumerate(units):
                if index not in (i, j):
                    ends = (sign * self._low[place], sign * self._high[place])
                    low, high = low + min(ends), high + max(ends)
            below, above = max(below, low), min(above, high)
        return below, above

    # Boxes

    def _span(self, parts: Parts) -> tuple[int, int]:
        """What the ranges of its variables say of a term."""
        low = high = 0
        for coefficient, (place,) in parts:
            ends = (coefficient * self._low[place], coefficient * self._high[place])
            low, high = low + min(ends), high + max(ends)
        return low, high

    def _cuts(self, parts: Parts, low: int, high: int) -> tuple[bool, bool]:
        """Would it be surprising if the term stayed above `low`, or below `high`, by accident?"""
        cuts = [True, True]
        lacking = shift(self._states, parts)
        if lacking is None or magnitude(self._states, parts) >= _ROOM:
            return False, False
        shuffles = self._shuffled()
        enough = CHANCE + (2 * len(self._places) ** 2).bit_length()
        doublings = log2(1 + self._states.rows / (len(self._rows) * len(shuffles)))
        for moved in [part[1][0] for part in parts[1 if len(parts) == 2 else 0 :]]:
            broken = [0, 0]
            for shuffle in shuffles:
                total = np.zeros(len(self._rows), np.int64)
                for coefficient, (place,) in parts:
                    total += coefficient * (shuffle[place] if place == moved else self._shuffles[0][place])
                if cuts[0]:
                    broken[0] += int((total < low - lacking).sum())
                if cuts[1]:
                    broken[1] += int((total > high - lacking).sum())
            cuts = [known and count * doublings >= enough for known, count in zip(cuts, broken, strict=True)]
            if not any(cuts):
                break
        return cuts[0], cuts[1]

    def _shuffled(self) -> list[dict[int, Int64]]:
        """The columns in some other orders; the first entry of the list is as they are."""
        if not self._shuffles:
            plain = {place: self._states.entries(place)[self._rows] for place in self._places}
            chance = np.random.default_rng(0)
            self._shuffles.append(plain)
            for _ in range(1 if len(self._rows) >= _SHUFFLED // _TIMES else _TIMES):
                order = chance.permutation(len(self._rows))
                self._shuffles.append({place: column[order] for place, column in plain.items()})
        return self._shuffles[1:]
