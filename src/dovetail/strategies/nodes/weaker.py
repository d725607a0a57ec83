"""Guesses that follow from others wait behind these: what says most is tried, and what says less if it falls.

So a question is about few conditions, and in the end there is as much as if it had been about all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from dovetail.program.expressions import Expr
from dovetail.strategies.nodes.samples import alternatives


class Weaker:
    """Of the guesses at one loop head. One follows from another if it has all of its alternatives."""

    def __init__(self) -> None:
        self._parts: dict[Expr, frozenset[Expr]] = {}
        self._behind: dict[Expr, list[Expr]] = {}

    def strongest(self, kept: Sequence[Expr], guesses: Iterable[Expr]) -> list[Expr]:
        """What is inductive, and more guesses, but for those that follow from it or from each other."""
        self._behind.clear()
        for one in (*kept, *guesses):
            self._parts[one] = frozenset(alternatives(one))
        found = list(kept)
        self._add(dict.fromkeys(guesses), found)
        return found

    def instead(self, dropped: Expr, left: Collection[Expr]) -> list[Expr]:
        """What was waiting behind it, and follows from nothing that is left."""
        found = list(left)
        self._add(self._behind.pop(dropped, ()), found)
        return found[len(left) :]

    def _add(self, guesses: Iterable[Expr], found: list[Expr]) -> None:
        parts = self._parts
        for one in sorted(guesses, key=lambda guess: len(parts[guess])):
            by = next((known for known in found if parts[known] <= parts[one]), None)
            if by is None:
                found.append(one)
            elif by is not one:
                self._behind.setdefault(by, []).append(one)
