"""What the decorators share: a solver that keeps the assertions itself and asks the solver below by
assumptions only.

So a decorator sees every question whole, as one set of conditions, whichever of them were asserted. The
solver below stays at its ground level and can be shared by several decorators of the same terms.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from dovetail.semantics.terms import Terms
from dovetail.solver.interface import Answer, GaveUpError, Limit, NoAnswerError, Solver, Statistics

T = TypeVar("T", bound=Hashable)


class Decorator(ABC, Generic[T]):
    """A `Solver` on top of another. A subclass decides sets of conditions."""

    def __init__(self, below: Solver[T]) -> None:
        self.below = below
        self.statistics = Statistics()
        self._frames: list[list[T]] = [[]]
        self._conditions: tuple[T, ...] = ()
        self._assumptions: tuple[T, ...] = ()
        self._last: Answer | None = None
        self._modelled = False

    @property
    def terms(self) -> Terms[T]:
        return self.below.terms

    @abstractmethod
    def _decide(self, conditions: tuple[T, ...]) -> Answer:
        """Can these hold together? Each is there once."""

    @abstractmethod
    def _refuted(self) -> frozenset[T]:
        """After *unsat*: conditions that cannot hold together."""

    def add(self, condition: T) -> None:
        self._last = None
        self._frames[-1].append(condition)

    def push(self) -> None:
        self._last = None
        self._frames.append([])

    def pop(self) -> None:
        if len(self._frames) == 1:
            raise ValueError("there is nothing to pop")
        self._last = None
        self._frames.pop()

    def check(self, assumptions: Sequence[T] = ()) -> Answer:
        start = time.perf_counter()
        self._assumptions = tuple(assumptions)
        asserted = [condition for frame in self._frames for condition in frame]
        self._conditions = tuple(dict.fromkeys([*asserted, *assumptions]))
        self._modelled = False
        self._last = self._decide(self._conditions)
        self.statistics.calls += 1
        self.statistics.seconds += time.perf_counter() - start
        if self._last is Answer.UNKNOWN:
            self.statistics.unknown += 1
        return self._last

    def value(self, term: T) -> int | bool:
        """The model is that of one check of the whole question below, made when the first value is asked for:
        models of parts, or of an earlier question, need not fit together."""
        if self._last is not Answer.SAT:
            raise NoAnswerError("there is no model: the last answer is not sat")
        if not self._modelled:
            if self.below.check(self._conditions) is not Answer.SAT:
                raise GaveUpError("the solver gave up on the model of a question that it has answered before")
            self._modelled = True
        return self.below.value(term)

    def core(self) -> tuple[T, ...]:
        if self._last is not Answer.UNSAT:
            raise NoAnswerError("there is no core: the last answer is not unsat")
        refuted = self._refuted()
        return tuple(dict.fromkeys(a for a in self._assumptions if a in refuted))

    def set_limits(self, limit: Limit | None = None, memory: int | None = None) -> None:
        self.below.set_limits(limit, memory)
