"""A solver that is made when it is first needed.

Many a question is answered by computing: then no term is ever built, and no library need be loaded, which
takes longer than the whole proof of a small program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

from dovetail.semantics.terms import Terms
from dovetail.solver.interface import Answer, Limit, Solver, Statistics

S = TypeVar("S", bound=Solver[Any])


class OnDemand(Generic[S]):
    """A `Solver` that is as the one that is made. Terms are there only if that is, so until then nothing can
    have been asserted or asked under assumptions."""

    def __init__(self, make: Callable[[], S]) -> None:
        self._make = make
        self._made: S | None = None
        self._depth = 0
        self._limit: Limit | None = None
        self.terms: Terms[Any] = cast(Terms[Any], _Later(lambda: self.solver.terms))

    @property
    def solver(self) -> S:
        if self._made is None:
            self._made = self._make()
            for _ in range(self._depth):
                self._made.push()
            self._made.set_limits(self._limit)
        return self._made

    @property
    def is_made(self) -> bool:
        return self._made is not None

    @property
    def statistics(self) -> Statistics:
        return Statistics() if self._made is None else self._made.statistics

    def add(self, condition: Any) -> None:
        self.solver.add(condition)

    def push(self) -> None:
        if self._made is None:
            self._depth += 1
        else:
            self._made.push()

    def pop(self) -> None:
        if self._made is not None:
            self._made.pop()
        elif self._depth:
            self._depth -= 1
        else:
            raise ValueError("there is nothing to pop")

    def check(self, assumptions: Sequence[Any] = ()) -> Answer:
        if self._made is None and not assumptions:
            return Answer.SAT  # nothing is asked for
        return self.solver.check(assumptions)

    def value(self, term: Any) -> int | bool:
        return self.solver.value(term)

    def core(self) -> tuple[Any, ...]:
        return self.solver.core()

    def set_limits(self, limit: Limit | None = None) -> None:
        self._limit = limit
        if self._made is not None:
            self._made.set_limits(limit)


class _Later:
    """Whatever is asked of it, the other one gives, and is not asked for it again."""

    def __init__(self, other: Callable[[], Any]) -> None:
        self._other = other

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._other(), name)
        setattr(self, name, found)
        return found
