"""Under which condition control is somewhere: what was assumed on the way there, one after the other.

Two ways that meet have parted at a branch. What both have assumed before it is the same, and only the rest is
needed to tell their states apart; if the rests are a condition and its negation, nothing remains of them:
behind an `if` the guard is what it was before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dovetail.semantics.symbolic_conditions import ConditionAlgebra
from dovetail.semantics.symbolic_states import SymbolicState

LOOK_BACK = 16
"""So many conditions, the last ones, are asked whether they say the same or the opposite of a new one."""


class Guard:
    """A condition that was assumed last, and the guard before it. `whole` is the conjunction of all."""

    __slots__ = ("before", "depth", "last", "whole")

    def __init__(self, before: Guard | None, last: Any, whole: Any) -> None:
        self.before = before
        self.last = last
        self.whole = whole
        self.depth: int = 0 if before is None else before.depth + 1

    def and_also(self, algebra: ConditionAlgebra[Any], condition: Any) -> Guard | None:
        """With one more condition; None if that cannot be."""
        if condition is True:
            return self
        if condition is False:
            return None
        opposite, here = algebra.negation(condition), self
        for _ in range(min(self.depth, LOOK_BACK)):
            if here.last == condition:
                return self
            if here.last == opposite:
                return None
            assert here.before is not None
            here = here.before
        whole = algebra.conjunction(self.whole, condition)
        return None if whole is False else Guard(self, condition, whole)

    def since(self, algebra: ConditionAlgebra[Any], before: Guard) -> Any:
        """The conjunction of what was assumed after an earlier guard."""
        found: Any = True
        here = self
        while here is not before:
            assert here.before is not None
            found = algebra.conjunction(here.last, found)
            here = here.before
        return found


NOWHERE_YET = Guard(None, True, True)
"""Nothing has been assumed."""


class Here(NamedTuple):
    """A state, and the guard under which control is here with it."""

    guard: Guard
    state: SymbolicState


def shared(left: Guard, right: Guard) -> Guard:
    """What both have assumed before they parted. Both have begun in the same place."""
    while left is not right:
        if left.depth >= right.depth:
            assert left.before is not None
            left = left.before
        else:
            assert right.before is not None
            right = right.before
    return left


def joined(algebra: ConditionAlgebra[Any], arrived: Sequence[Here]) -> list[Here]:
    """Where ways meet: one state for all whose memories have something in common."""
    groups: dict[int, list[Here]] = {}
    for here in arrived:
        groups.setdefault(id(here.state.memory.base), []).append(here)
    return [one for group in groups.values() for one in _together(algebra, group)]


def _together(algebra: ConditionAlgebra[Any], group: Sequence[Here]) -> list[Here]:
    """Those first that parted last, each with the one that came before it: so a thousand ways out of a loop
    take a thousand steps."""
    apart: list[Here] = []
    waiting: list[tuple[Here, int]] = []
    """Each with the depth at which it parted from the one before it, which grows."""

    def merge_last() -> None:
        right, _ = waiting.pop()
        left, depth = waiting.pop()
        merged = _merged(algebra, left, right)
        if merged is None:  # nothing tells them apart
            apart.append(left)
        waiting.append((merged or right, depth))

    for here in group:
        depth = shared(waiting[-1][0].guard, here.guard).depth if waiting else -1
        while len(waiting) > 1 and waiting[-1][1] > depth:
            merge_last()
        waiting.append((here, depth))
    while len(waiting) > 1:
        merge_last()
    return [*apart, *(here for here, _ in waiting)]


def _merged(algebra: ConditionAlgebra[Any], left: Here, right: Here) -> Here | None:
    before = shared(left.guard, right.guard)
    one, other = left.guard.since(algebra, before), right.guard.since(algebra, before)
    if one is True and other is True:
        return None  # nothing tells them apart
    guard = before.and_also(algebra, algebra.disjunction(one, other))
    if guard is None:
        return None
    if one is True:
        # Ways exclude each other. What one of them asks for was known before, so nothing can take the other,
        # and what that asks for tells it apart.
        one = algebra.negation(other)
    return Here(guard, left.state.merged(one, right.state))
