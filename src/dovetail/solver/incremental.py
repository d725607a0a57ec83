"""The part of an incremental solver that is the same for all: a stack of assertions, definitions, renewal,
limits.

The solver below is an *instance* that can be thrown away: the assertions are kept here as well. That is
needed for two things. An instance that broke is replaced. And an instance that has seen many different
assumptions is *renewed*: a SAT solver must assign every gate of every circuit that it ever built, so that a
question of 0.4 ms costs 7 ms after 400 others of its kind. When to renew is counted, never timed: the same
questions get the same answers.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from dovetail.solver.interface import Answer, GaveUpError, Limit, NoAnswerError, Statistics
from dovetail.solver.symbols import SymbolTable

T = TypeVar("T", bound=Hashable)

RENEW_AFTER = 64
"""Conditions that an instance has seen and that are no longer asserted, before it is renewed."""


class SolverFailure(Exception):
    """The solver below broke. Never leaves this package: the answer is *unknown*."""


class IncrementalSolver(ABC, Generic[T]):
    """A `Solver` without its `terms`. A subclass supplies the instance; what it throws is a
    `SolverFailure`."""

    def __init__(self, table: SymbolTable[T], renew_after: int = RENEW_AFTER) -> None:
        self.statistics = Statistics()
        self._table = table
        self._renew_after = renew_after
        self._frames: list[list[T]] = [[]]
        self._covered: list[set[T]] = [set()]
        """By frame: the conditions whose definitions are asserted in it or below."""
        self._stale: set[T] = set()
        self._made = False
        self._assumptions: tuple[T, ...] = ()
        self._last: Answer | None = None
        self._limit: Limit | None = None

    # What a subclass supplies

    @abstractmethod
    def _make(self) -> None:
        """Replace the instance by an empty one."""

    @abstractmethod
    def _assert(self, condition: T) -> None: ...

    @abstractmethod
    def _push(self) -> None: ...

    @abstractmethod
    def _pop(self) -> None: ...

    @abstractmethod
    def _check(self, assumptions: Sequence[T]) -> Answer: ...

    @abstractmethod
    def _value(self, term: T) -> int | bool: ...

    @abstractmethod
    def _core(self) -> set[T]: ...

    # The interface

    def add(self, condition: T) -> None:
        self._last = None
        self._cover(condition)
        self._add(condition)

    def push(self) -> None:
        self._last = None
        self._frames.append([])
        self._covered.append(set())
        self._try(self._push)

    def pop(self) -> None:
        if len(self._frames) == 1:
            raise ValueError("there is nothing to pop")
        self._last = None
        self._stale.update(self._frames.pop())
        self._covered.pop()
        self._try(self._pop)

    def check(self, assumptions: Sequence[T] = ()) -> Answer:
        start = time.perf_counter()
        self._assumptions = tuple(assumptions)
        self._last = self._answer()
        self.statistics.calls += 1
        self.statistics.seconds += time.perf_counter() - start
        if self._last is Answer.UNKNOWN:
            self.statistics.unknown += 1
        return self._last

    def value(self, term: T) -> int | bool:
        if self._last is not Answer.SAT:
            raise NoAnswerError("there is no model: the last answer is not sat")
        if self._cover(term):
            self._last = self._answer()  # an instance has a model only of what it was asked last
            if self._last is not Answer.SAT:
                raise GaveUpError("the solver gave up on a model with the definitions of a term")
        try:
            return self._value(term)
        except SolverFailure as error:
            self._made, self._last = False, None
            raise GaveUpError(f"the solver has no model of what it called satisfiable: {error}") from error

    def core(self) -> tuple[T, ...]:
        if self._last is not Answer.UNSAT:
            raise NoAnswerError("there is no core: the last answer is not unsat")
        try:
            needed = self._core()
        except SolverFailure:
            self._made = False
            return tuple(dict.fromkeys(self._assumptions))  # all of them are a core, too
        return tuple(dict.fromkeys(a for a in self._assumptions if a in needed))

    def set_limits(self, limit: Limit | None = None) -> None:
        self._limit = limit

    # Inside

    def _answer(self) -> Answer:
        try:
            if len(self._stale) > self._renew_after:
                self.statistics.renewals += 1
                self._made = False
            if not self._made:
                self._renew()
            for assumption in self._assumptions:
                self._cover(assumption)
            self._stale.update(self._assumptions)
            return self._check(self._assumptions)
        except (SolverFailure, MemoryError, RecursionError):
            self._made = False
            return Answer.UNKNOWN

    def _renew(self) -> None:
        self._make()
        for number, frame in enumerate(self._frames):
            if number:
                self._push()
            for condition in frame:
                self._assert(condition)
        self._stale.clear()
        self._made = True

    def _cover(self, condition: T) -> bool:
        """Assert the definitions that a condition needs, unless they are. Were there any?"""
        if not self._table.definitions or any(condition in covered for covered in self._covered):
            return False
        self._covered[-1].add(condition)
        missing = [
            fact
            for fact in self._table.facts(condition)
            if not any(fact in covered for covered in self._covered)
        ]
        for fact in missing:
            self._covered[-1].add(fact)
            self._add(fact)
        return bool(missing)

    def _add(self, condition: T) -> None:
        self._frames[-1].append(condition)
        self._try(lambda: self._assert(condition))

    def _try(self, move: Callable[[], None]) -> None:
        """Do to the instance what was done to the stack. If that fails it is made anew from the stack."""
        if self._made:
            try:
                move()
            except SolverFailure:
                self._made = False
