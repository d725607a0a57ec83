"""Independence, after KLEE's: conditions that share no symbol are decided apart.

Most of a long path has nothing to do with the branch that is in question; under a cache, the parts that have
not changed cost nothing. Only whole conditions are told apart: a conjunction inside of one is not looked
into, so a caller gets the most out of it by assuming conjuncts one by one.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from dovetail.solver.interface import Answer, Solver
from dovetail.solver.stacked import Decorator

T = TypeVar("T", bound=Hashable)


class IndependentSolver(Decorator[T]):
    def __init__(self, below: Solver[T]) -> None:
        super().__init__(below)
        self._found: frozenset[T] = frozenset()

    def _decide(self, conditions: tuple[T, ...]) -> Answer:
        parts = self.parts(conditions)
        unknown = False
        # Small parts first: any one of them can settle the whole question.
        for part in sorted(parts, key=len):
            answer = self.below.check(part)
            if answer is Answer.UNSAT:
                self._found = frozenset(self.below.core())
                return answer
            unknown = unknown or answer is Answer.UNKNOWN
        if unknown:
            return Answer.UNKNOWN
        self._modelled = len(parts) == 1
        return Answer.SAT

    def _refuted(self) -> frozenset[T]:
        return self._found

    def parts(self, conditions: tuple[T, ...]) -> list[tuple[T, ...]]:
        """The conditions in groups that share no symbol, in order of the first condition of each."""
        leader = list(range(len(conditions)))

        def find(number: int) -> int:
            while leader[number] != number:
                leader[number] = leader[leader[number]]
                number = leader[number]
            return number

        owner: dict[T, int] = {}
        for number, condition in enumerate(conditions):
            for symbol in self.terms.symbols(condition):
                first = find(owner.setdefault(symbol, number))
                here = find(number)
                leader[max(first, here)] = min(first, here)
        groups: dict[int, list[T]] = {}
        for number, condition in enumerate(conditions):
            groups.setdefault(find(number), []).append(condition)
        return [tuple(group) for group in groups.values()]
