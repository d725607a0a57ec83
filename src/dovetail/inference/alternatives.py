"""That a value is one of few: of those that were given, and of constants (`result == a || result == b`).

A procedure that chooses has no equation that holds of all of its calls, but this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dovetail.inference.postconditions import Observed
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Variable, disjunction
from dovetail.program.types import IntType

MOST = 3
"""Alternatives."""


def alternatives(
    given: Sequence[Variable], back: Sequence[Variable], calls: Sequence[Observed]
) -> Iterator[Expr]:
    """For each variable that comes back, a least set of values (as far as greed finds it) of which each call
    gives one back; at least two, with one that was given among them."""
    for index, variable in enumerate(back):
        if not isinstance(variable.type, IntType) or not calls:
            continue
        same = [place for place, other in enumerate(given) if other.type == variable.type]
        sources: dict[Expr, frozenset[int]] = {}
        for place in same:
            sources[given[place]] = frozenset(
                number for number, call in enumerate(calls) if call.given[place] == call.back[index]
            )
        for value in dict.fromkeys(call.back[index] for call in calls):
            sources[Const(variable.type, value)] = frozenset(
                number for number, call in enumerate(calls) if call.back[index] == value
            )
        chosen = _cover(sources, len(calls))
        if len(chosen) > 1 and any(isinstance(one, Variable) for one in chosen):
            yield disjunction([BinaryOp(Binary.EQ, variable, one) for one in chosen])


def _cover(sources: dict[Expr, frozenset[int]], count: int) -> list[Expr]:
    """Nothing if it takes too many."""
    left = frozenset(range(count))
    chosen: list[Expr] = []
    while left and len(chosen) < MOST:
        best = max(sources, key=lambda source: len(sources[source] & left))
        if not sources[best] & left:
            break
        chosen.append(best)
        left -= sources[best]
    return [] if left else [source for source in sources if source in chosen]
