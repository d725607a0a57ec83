"""Likely invariants: conditions that hold of every observed state (Yeolekar & Unadkat, section 2.1, where
Daikon does this).

The templates are constants, few values, ranges, non-zero, rests, orders and equality, octagons, templates
with small coefficients, all linear equations, products of two, pointers and floats, and each of the simpler
ones under the condition that a flag has a value. Variables that have nothing to do with each other are not
compared.
What follows from something that is told is left out, except for the weaker forms that `bounds` describes.

Each condition is true of all states when it is evaluated bit by bit. Whether it is true of states that nobody
has seen is for others to find out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from dovetail.inference.bounds import Bounds, Told
from dovetail.inference.equalities import Equalities
from dovetail.inference.extremes import Extremes, doubled_terms, pair_terms, triple_terms
from dovetail.inference.identities import Related, float_facts, pointer_facts
from dovetail.inference.implications import implications
from dovetail.inference.relations import Monomial, Parts, Relation, written
from dovetail.inference.representatives import Representatives, represented
from dovetail.inference.states import States
from dovetail.inference.values import Values, few_values, never_zero, same_rest
from dovetail.program.expressions import Binary, Expr, Variable
from dovetail.quick_dataclass import dataclass

LEAST = 3
"""States that a condition must have survived to be told."""
MOST_PAIRS = 1200
DOUBLED = 16
"""A group with more variables gets no templates with the coefficient 2; with more than:"""
TRIPLES = 12
TOGETHER = 24
"""Variables among which all linear equations are looked for."""
MULTIPLIED = 6
"""Variables of a group that products are formed of."""
_FACTOR = 1 << 31
"""Only smaller numbers are multiplied."""
_SAMPLE = 4096


@dataclass(frozen=True, slots=True)
class Candidate:
    """`support` is the number of states that could have shown it to be false."""

    expr: Expr
    kind: str
    support: int


def likely(
    states: States,
    *,
    constants: Sequence[int] = (),
    related: Related | None = None,
    least: int = LEAST,
) -> list[Candidate]:
    """What all of the states have in common, the strongest kinds first. `constants` are the program's;
    without `related`, all variables are. To go on when states are appended, keep an `Inference`."""
    return Inference(states, related).candidates(constants, least)


class Inference:
    """What is known of a table of states; new states are taken in when candidates are asked for."""

    def __init__(self, states: States, related: Related | None = None) -> None:
        self.states = states
        self._related = related
        self._epoch = -1
        self._numbers: tuple[int, ...] = ()

    def candidates(self, constants: Sequence[int] = (), least: int = LEAST) -> list[Candidate]:
        if self.states.rows < max(least, 1):
            return []
        self._take_in()
        found: dict[Expr, Candidate] = {}
        for expr, kind, support in self._all(constants, least):
            if support >= least and expr not in found:
                found[expr] = Candidate(expr, kind, support)
        return list(found.values())

    def _take_in(self) -> None:
        states = self.states
        if self._epoch != states.epoch or self._numbers != states.numbers:
            self._epoch, self._numbers = states.epoch, states.numbers
            self._groups = groups(states.variables, states.numbers, self._related)
            self._spaces: dict[tuple[Monomial, ...], Equalities] = {}
            self._values = {place: Values() for place in states.columns}
            self._pairs = [pair for group in self._groups for pair in combinations(group, 2)][:MOST_PAIRS]
            near: list[Parts] = []
            for group in self._groups:
                if len(group) <= DOUBLED:
                    near += doubled_terms(list(combinations(group, 2)))
                if len(group) <= TRIPLES:
                    near += triple_terms(list(combinations(group, 3)))
            self._near = near
            self._terms = Extremes(pair_terms(self._pairs), near)
        for place, values in self._values.items():
            values.absorb(states, place)
        self._terms.absorb(states)

    def _all(self, constants: Sequence[int], least: int) -> Iterator[tuple[Expr, str, int]]:
        rows, variables = self.states.rows, self.states.variables
        equations: list[Relation] = []
        for group in self._groups:
            equations += [one for one in self._linear(group) if self._told(one, 1)]
        same = represented(equations)
        for told in self._equations(equations):
            yield from self._written(told)
        for place in self.states.columns:
            column, known = self.states.columns[place], self._values[place]
            if column.wide is not None and column.low == column.high:
                yield from self._written(Told(Relation(((1, (place,)),), Binary.EQ, column.low), "constant"))
            if same.spoken_for(place) or column.low == column.high:
                continue
            for expr, kind in (
                (few_values(variables[place], known), "set"),
                (never_zero(variables[place], column, known), "non-zero"),
                (same_rest(variables[place], known), "congruence"),
            ):
                if expr is not None:
                    yield expr, kind, rows
        for told in self._bounds(equations, same, constants):
            yield from self._written(told)
        for one in self._multiplied(equations, same):
            yield from self._written(Told(one, "product"))
        yield from pointer_facts(self.states, self._related)
        yield from float_facts(self.states, self._related)
        flags = {
            place: sorted(values.few)
            for place, values in self._values.items()
            if values.few is not None and len(values.few) > 1 and place in self._numbers
        }
        yield from implications(
            self.states, flags, self._groups, equations, same, self._related, constants, least
        )

    def _written(self, told: Told) -> Iterator[tuple[Expr, str, int]]:
        expr = written(told.relation, self.states.variables)
        if expr is not None:
            yield expr, told.kind, self.states.rows

    def _equations(self, equations: Sequence[Relation]) -> Iterator[Told]:
        for one in equations:
            if len(one.parts) == 1:
                yield Told(one, "constant")
            elif len(one.parts) == 2 and not one.bound and one.parts[1][0] == -one.parts[0][0]:
                yield Told(one, "equal")
            else:
                yield Told(one, "linear")

    def _bounds(
        self, equations: Sequence[Relation], same: Representatives, constants: Sequence[int]
    ) -> Iterator[Told]:
        states = self.states
        kept = [place for place in states.numbers if not same.spoken_for(place)]
        for place in [*kept, *(p for p in states.columns if states.columns[p].wide is not None)]:
            if states.columns[place].low < states.columns[place].high:
                yield from Bounds(states, self._terms, kept, same.translated(place, constants)).ranges(place)
        bounds = Bounds(states, self._terms, kept, constants)
        yield from bounds.octagon(_said(equations))
        yield from bounds.templates(self._near, [place for place in kept if place not in same.replaced])

    def _space(self, monomials: tuple[Monomial, ...]) -> Equalities:
        if monomials not in self._spaces:
            self._spaces[monomials] = Equalities(monomials)
        return self._spaces[monomials]

    def _linear(self, group: tuple[int, ...]) -> Iterator[Relation]:
        """All linear equations of a group. Elimination takes the cube of the number of variables: from a
        large group constants and equal variables are taken out first, and the rest is cut into pieces."""
        left = list(group)
        if len(group) > TOGETHER:
            first: dict[bytes, int] = {}
            for place in group:
                column = self.states.columns[place]
                if column.low == column.high:
                    left.remove(place)
                    yield Relation(((1, (place,)),), Binary.EQ, column.low)
                    continue
                held = self.states.entries(place)
                other = first.setdefault(repr(column.base).encode() + held.tobytes(), place)
                if other != place:
                    left.remove(place)
                    yield Relation(((1, (other,)), (-1, (place,))), Binary.EQ, 0)
        for begin in range(0, len(left), TOGETHER):
            monomials = tuple((place,) for place in left[begin : begin + TOGETHER])
            yield from self._space(monomials).found(self.states)

    def _multiplied(self, equations: Sequence[Relation], same: Representatives) -> Iterator[Relation]:
        """Equations with products, of variables that no linear equation replaces by others."""
        for group in self._groups:
            free = [
                place
                for place in group
                if place not in same.replaced
                and self.states.columns[place].base == 0
                and self.states.columns[place].magnitude < _FACTOR
            ]
            # Those that have held most values: there is more to be said of them.
            free.sort(key=lambda place: -self._distinct([place]))
            free = sorted(free[:MULTIPLIED])
            monomials: list[Monomial] = [(place,) for place in free]
            for index, one in enumerate(free):
                known = self._values[one].few
                # x * x is a sum of x and 1 if there are two values.
                monomials += [
                    (one, other) for other in free[index:] if other != one or known is None or len(known) > 2
                ]
            if len(monomials) == len(free):
                continue
            key = tuple(monomials)
            equalities = self._space(key)
            found = equalities.found(self.states)
            if self._distinct(free) <= equalities.rank + 1:
                continue  # anything fits
            yield from (one for one in found if not one.linear and self._told(one, 2))

    def _told(self, one: Relation, spare: int) -> bool:
        """Can it be written, and were there more different states than it takes to fit such an equation to
        anything?"""
        if written(one, self.states.variables) is None:
            return False
        if len(one.parts) == 1 and one.linear:
            return abs(one.parts[0][0]) == 1
        if len(one.parts) == 2 and one.linear and all(abs(coefficient) == 1 for coefficient, _ in one.parts):
            return True
        return self._distinct(one.places) >= len(one.parts) + spare

    def _distinct(self, places: Sequence[int]) -> int:
        rows = self.states.sample(_SAMPLE)
        if not len(places):
            return 0
        table = np.stack([self.states.entries(place)[rows] for place in places], axis=1)
        return len(np.unique(table, axis=0))


def _said(equations: Sequence[Relation]) -> frozenset[Parts]:
    """Sums of two that an equation makes something said of one variable: with x + y == z + 3, of z."""
    found: set[Parts] = set()
    for one in equations:
        if len(one.parts) == 3 and one.linear:
            for left, right in combinations(one.parts, 2):
                if abs(left[0]) == abs(right[0]):
                    found.add(((1, left[1]), (1 if left[0] == right[0] else -1, right[1])))
    return frozenset(found)


def groups(
    variables: Sequence[Variable], places: Sequence[int], related: Related | None
) -> list[tuple[int, ...]]:
    """Variables that are related, directly or through others."""
    if related is None:
        return [tuple(places)] if places else []
    left, found = list(places), []
    while left:
        waiting, group = [left.pop(0)], []
        while waiting:
            one = waiting.pop()
            group.append(one)
            near = [other for other in left if related(variables[one], variables[other])]
            left = [other for other in left if other not in near]
            waiting += near
        found.append(tuple(sorted(group)))
    return found
