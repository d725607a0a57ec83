"""Which symbols a term has, and what definitions they bring along: the part that is the same for every
solver.

A *definition* constrains a fresh symbol in a way that always has a solution (the bits of a computed float,
say). It would be wrong to leave it out of a question about that symbol, and wasteful to put it into any
other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class SymbolTable(Generic[T]):
    """Memoised over a solver's own way to take a term apart: `children` of a term, and whether it
    `is_symbol`."""

    __slots__ = ("_children", "_is_symbol", "_memo", "definitions")

    def __init__(self, children: Callable[[T], Sequence[T]], is_symbol: Callable[[T], bool]) -> None:
        self._children = children
        self._is_symbol = is_symbol
        self._memo: dict[T, frozenset[T]] = {}
        self.definitions: dict[T, T] = {}

    def define(self, symbol: T, fact: T) -> None:
        if symbol in self.definitions:
            raise ValueError("a symbol is defined once")
        self.definitions[symbol] = fact

    def of(self, term: T) -> frozenset[T]:
        """The symbols in the term itself."""
        memo = self._memo
        found = memo.get(term)
        if found is not None:
            return found
        stack = [term]
        while stack:
            top = stack[-1]
            if top in memo:
                stack.pop()
                continue
            children = self._children(top)
            missing = [child for child in children if child not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if not children:
                memo[top] = frozenset((top,)) if self._is_symbol(top) else frozenset()
            elif len(children) == 1:
                memo[top] = memo[children[0]]
            else:
                # Sharing the sets of the operands keeps long chains of conditions from costing their square.
                widest = max((memo[child] for child in children), key=len)
                rest = [memo[child] for child in children if not memo[child] <= widest]
                memo[top] = widest.union(*rest) if rest else widest
        return memo[term]

    def closure(self, term: T) -> frozenset[T]:
        """The symbols in the term and in the definitions of its symbols, and so on."""
        found = self.of(term)
        if not self.definitions or self.definitions.keys().isdisjoint(found):
            return found
        result = set(found)
        for fact in self.facts(term):
            result |= self.of(fact)
        return frozenset(result)

    def facts(self, term: T) -> list[T]:
        """The definitions that a question about the term must take into account, in the order in which they
        were made."""
        definitions = self.definitions
        if not definitions:
            return []
        needed: set[T] = set()
        stack = [symbol for symbol in self.of(term) if symbol in definitions]
        while stack:
            symbol = stack.pop()
            if symbol not in needed:
                needed.add(symbol)
                stack.extend(other for other in self.of(definitions[symbol]) if other in definitions)
        return [fact for symbol, fact in definitions.items() if symbol in needed] if needed else []
