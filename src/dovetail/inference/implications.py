"""What holds whenever a flag has a value.

A flag is a variable with few values, or a pointer that is null in some states. The states are split by it,
and the simplest relations are guessed in each part from some of its states; those that all of them confirm,
and that do not hold of all states anyway, are told as `flag != value || relation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from dovetail.inference.equalities import Equalities
from dovetail.inference.identities import Related
from dovetail.inference.relations import Relation, first_failing, relation, written
from dovetail.inference.representatives import Representatives
from dovetail.inference.states import States
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, const, disjunction
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

MOST_FLAGS = 6
MOST = 60
"""Conditions told."""
WIDE = 16
"""In a group with more variables no pairs are compared."""
_SAMPLE = 512

Fact = tuple[Expr, str, int]


@dataclass(frozen=True, slots=True)
class _Part:
    """The states with one value of a flag: how to say that it has another, and where it has this one."""

    otherwise: Expr
    among: npt.NDArray[np.bool_]
    group: tuple[int, ...]


def implications(
    states: States,
    flags: Mapping[int, Sequence[int]],
    groups: Sequence[tuple[int, ...]],
    equations: Sequence[Relation],
    same: Representatives,
    related: Related | None,
    constants: Sequence[int],
    least: int,
) -> Iterator[Fact]:
    told = 0
    for part in _parts(states, flags, groups, same, related):
        support = int(part.among.sum())
        if support < least or support == states.rows:
            continue
        rows = np.flatnonzero(part.among)
        if len(rows) > _SAMPLE:
            rows = rows[np.linspace(0, len(rows) - 1, _SAMPLE).astype(np.int64)]
        some = states.part(rows)
        for one in _guesses(states, some, part.group, equations, constants):
            if first_failing(states, one, among=part.among) is not None:
                continue
            expr = written(one, states.variables)
            if expr is not None:
                yield disjunction([part.otherwise, expr]), "implication", support
                told += 1
                if told >= MOST:
                    return


def _parts(
    states: States,
    flags: Mapping[int, Sequence[int]],
    groups: Sequence[tuple[int, ...]],
    same: Representatives,
    related: Related | None,
) -> Iterator[_Part]:
    usable = [place for place in flags if not same.spoken_for(place)]
    # Two values tell more apart than four.
    usable = sorted(usable, key=lambda place: (len(flags[place]), place))[:MOST_FLAGS]
    for place in usable:
        variable, column = states.variables[place], states.columns[place]
        assert isinstance(variable.type, IntType)
        group = next((one for one in groups if place in one), ())
        others = tuple(other for other in group if other != place and not same.spoken_for(other))
        for number in flags[place]:
            yield _Part(
                BinaryOp(Binary.NE, variable, const(variable.type, number)),
                states.entries(place) == number - column.base,
                others,
            )
    for place in states.pointer_places[:MOST_FLAGS]:
        variable, null = states.variables[place], states.identities(place) == 0
        if null.any() and not null.all():
            others = tuple(
                other
                for other in states.numbers
                if not same.spoken_for(other)
                and (related is None or related(variable, states.variables[other]))
            )
            for op, among in ((Binary.NE, null), (Binary.EQ, ~null)):
                yield _Part(BinaryOp(op, variable, Const(variable.type, 0)), among, others)


def _guesses(
    states: States,
    some: States,
    group: tuple[int, ...],
    equations: Sequence[Relation],
    constants: Sequence[int],
) -> Iterator[Relation]:
    """Relations of some states that are not known of all."""
    if not group or not some.rows:
        return
    known = set(equations)
    fixed = {place for place in group if some.columns[place].low == some.columns[place].high}
    for place in sorted(fixed):
        yield Relation(((1, (place,)),), Binary.EQ, some.columns[place].low)
    left = [place for place in group if place not in fixed]
    likely = sorted({0, 1, *constants})
    for place in left:
        here, all_ = some.columns[place], states.columns[place]
        one = ((1, (place,)),)
        below = [number for number in likely if all_.low < number <= here.low]
        above = [number for number in likely if here.high <= number < all_.high]
        if below:
            yield Relation(one, Binary.GE, below[-1])
        if above:
            yield Relation(one, Binary.LE, above[0])
    if len(left) > WIDE:
        return
    merged: set[int] = set()
    for equation in Equalities([(place,) for place in left]).found(some):
        distinct = len(np.unique(np.stack([some.entries(p) for p in equation.places], 1), axis=0))
        if len(equation.parts) <= 3 and equation not in known and distinct > len(equation.parts):
            if not _holds(states, equation):
                yield equation
                if len(equation.parts) == 2:
                    merged.add(equation.places[1])
    left = [place for place in left if place not in merged]
    for index, one_place in enumerate(left):
        for other in left[index + 1 :]:
            a, b = some.columns[one_place], some.columns[other]
            if a.high < b.low or b.high < a.low:
                continue  # by their ranges
            x, y = some.entries(one_place), some.entries(other)
            if a.base != b.base:
                continue
            for strict, op, never in (
                (-1, Binary.LE, bool((x >= y).any())),
                (0, Binary.LE, bool((x > y).any())),
                (1, Binary.GE, bool((x <= y).any())),
                (0, Binary.GE, bool((x < y).any())),
            ):
                if never:
                    continue
                guess = relation(((1, (one_place,)), (-1, (other,))), op, strict)
                if not _holds(states, guess):
                    yield guess
                    break


def _holds(states: States, one: Relation) -> bool:
    return first_failing(states, one) is None
