"""One term for all sums of the same numbers, in whichever order they are added up.

Bit-vectors are added modulo a power of two: order and brackets do not matter. A solver that is asked whether
two long sums are equal may know that; where they are divided, or multiplied, it often does not see it.
"""

from __future__ import annotations

from typing import Any

from dovetail.semantics.terms import Terms

MOST = 64
"""Numbers that are added up; a longer sum is a number by itself."""


class Sums:
    def __init__(self, terms: Terms[Any]) -> None:
        self._terms = terms
        self._numbers: dict[Any, int] = {}
        """Of all terms that were added to others: a number for each."""
        self._parts: dict[Any, tuple[int, ...]] = {}
        """Of sums: the numbers of what was added up, in order, each as often as it was."""
        self._known: dict[tuple[int, ...], Any] = {}

    def added(self, left: Any, right: Any) -> Any:
        """The sum of two terms of one width."""
        parts = tuple(sorted((*self._parts_of(left), *self._parts_of(right))))
        found = self._known.get(parts)
        if found is None:
            found = self._known[parts] = self._terms.add(left, right)
            if len(parts) <= MOST:
                self._parts.setdefault(found, parts)
        return found

    def _parts_of(self, term: Any) -> tuple[int, ...]:
        found = self._parts.get(term)
        return (self._numbers.setdefault(term, len(self._numbers)),) if found is None else found
