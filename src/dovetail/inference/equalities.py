"""All linear equations between monomials that hold of all states, exactly.

The equations form a vector space over the rationals. To begin with it is everything (no state has been seen);
a state in which some of its members fail takes away one dimension, by one step of elimination without
fractions. So a few states that span suffice to find the space, and all others only confirm it: that is done
in bulk, and a state that does not confirm is taken in as well.

Of the space a basis is told whose members have few variables and small coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

import numpy as np

from dovetail.inference.relations import Monomial, Relation, can_tell, first_failing, relation
from dovetail.inference.states import States
from dovetail.program.expressions import Binary

LARGEST = 1 << 16
"""Coefficients beyond this are an accident, not a law."""
_SAMPLE = 96
_ROTATIONS = 13

Equation = tuple[int, ...]
"""Coefficients of the monomials, then of 1: the sum is zero. Without a common factor."""


class Equalities:
    """Of the monomials given, over states that are taken in as they come."""

    __slots__ = ("_basis", "_confirmed", "_seen", "monomials")

    def __init__(self, monomials: Sequence[Monomial]) -> None:
        self.monomials = tuple(monomials)
        width = len(self.monomials) + 1
        self._basis: list[Equation] = [
            tuple(int(column == row) for column in range(width)) for row in range(width)
        ]
        self._confirmed: dict[Relation, int] = {}
        self._seen = 0

    @property
    def rank(self) -> int:
        """How many states it took to find the space."""
        return len(self.monomials) + 1 - len(self._basis)

    def found(self, states: States) -> list[Relation]:
        """The equations that hold of all states so far; what fails of those that are new is given up."""
        self._meet_sample(states)
        while True:
            sparse = [self._relation(equation) for equation in sparse_basis(self._basis)]
            told = [one for one in sparse if _small(one) and can_tell(states, one)]
            failing = next(self._failing(states, told), None)
            if failing is None:
                break
            if not self._meet(states, failing):
                raise AssertionError("an equation fails that the space is not without")
        self._seen = states.rows
        return told

    def _failing(self, states: States, told: Sequence[Relation]) -> Iterator[int]:
        for one in told:
            row = first_failing(states, one, self._confirmed.get(one, 0))
            if row is None:
                self._confirmed[one] = states.rows
            else:
                yield row

    def _relation(self, equation: Equation) -> Relation:
        return relation(list(zip(equation, self.monomials, strict=False)), Binary.EQ, -equation[-1])

    def _meet_sample(self, states: States) -> None:
        new = states.rows - self._seen
        if new <= 0 or not self._basis:
            return
        rows = set((self._seen + np.linspace(0, new - 1, min(new, _SAMPLE)).astype(np.int64)).tolist())
        rows |= set(range(self._seen, min(states.rows, self._seen + len(self.monomials) + 2)))
        for place in {place for monomial in self.monomials for place in monomial}:
            entries = states.entries(place)[self._seen :]
            rows |= {self._seen + int(entries.argmin()), self._seen + int(entries.argmax())}
        for row in sorted(rows):
            if not self._basis:
                return
            self._meet(states, row)

    def _meet(self, states: States, row: int) -> bool:
        """Give up what fails in a state. Was there anything?"""
        values = [1] * (len(self.monomials) + 1)
        held = {
            place: states.number(place, row) for place in {p for monomial in self.monomials for p in monomial}
        }
        for index, monomial in enumerate(self.monomials):
            for place in monomial:
                values[index] *= held[place]
        wrong = [sum(map(int.__mul__, equation, values)) for equation in self._basis]
        pivots = [index for index, amount in enumerate(wrong) if amount]
        if not pivots:
            return False
        pivot = min(pivots, key=lambda index: (abs(wrong[index]), index))
        eliminated, amount = self._basis[pivot], wrong[pivot]
        self._basis = [
            equation
            if not wrong[index]
            else _primitive(
                [amount * a - wrong[index] * b for a, b in zip(equation, eliminated, strict=True)]
            )
            for index, equation in enumerate(self._basis)
            if index != pivot
        ]
        return True


def _small(one: Relation) -> bool:
    return bool(one.parts) and all(abs(coefficient) <= LARGEST for coefficient, _ in one.parts)


def _primitive(equation: Sequence[int]) -> Equation:
    common = gcd(*equation)
    leading = next((entry for entry in equation if entry), 1)
    if leading < 0:
        common = -common
    return tuple(entry // common for entry in equation) if common not in (0, 1) else tuple(equation)


def sparse_basis(basis: Sequence[Equation]) -> list[Equation]:
    """A basis of the same space with few variables in each member: reduced forms for several orders of the
    variables have members with minimal sets of variables, and the simplest that are independent are
    taken."""
    if not basis:
        return []
    width = len(basis[0]) - 1
    pool: dict[Equation, None] = {}
    step = max(1, width // _ROTATIONS)
    for first in range(0, max(width, 1), step):
        order = [(first + index) % width for index in range(width)] if width else []
        for equation in reduced(basis, [*order, width]):
            pool[equation] = None
    chosen: list[Equation] = []
    echelon: list[tuple[int, Equation]] = []
    for equation in sorted(pool, key=_simplicity):
        rest = list(equation)
        for pivot, other in echelon:
            if rest[pivot]:
                factor = rest[pivot]
                rest = [other[pivot] * a - factor * b for a, b in zip(rest, other, strict=True)]
        left = next((index for index, entry in enumerate(rest) if entry), None)
        if left is None:
            continue
        echelon.append((left, _primitive(rest)))
        chosen.append(equation)
        if len(chosen) == len(basis):
            break
    return chosen


def _simplicity(equation: Equation) -> tuple[int, int, int, list[int]]:
    used = [index for index, entry in enumerate(equation[:-1]) if entry]
    return len(used), sum(abs(equation[index]) for index in used), abs(equation[-1]), used


def reduced(basis: Sequence[Equation], order: Sequence[int]) -> list[Equation]:
    """Reduced by rows, with pivots in this order of the columns; without fractions."""
    rows = [list(equation) for equation in basis]
    done = 0
    for column in order:
        found = next((index for index in range(done, len(rows)) if rows[index][column]), None)
        if found is None:
            continue
        rows[done], rows[found] = rows[found], rows[done]
        pivot = rows[done]
        for index, row in enumerate(rows):
            if index != done and row[column]:
                a, b = pivot[column], row[column]
                rows[index] = list(_primitive([a * x - b * y for x, y in zip(row, pivot, strict=True)]))
        done += 1
        if done == len(rows):
            break
    return [_primitive(row) for row in rows]
