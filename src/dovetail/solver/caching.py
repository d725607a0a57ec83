"""A cache of answers, after KLEE's: what has been decided once is not asked again, nor what follows from it.

A set of conditions is *unsat* if it contains one that is, and *sat* if it is contained in one that is. Cores
are small, so the first rule answers many questions that were never asked in that form. *Unknown* is not
remembered: the next limit may be larger.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import TypeVar

from dovetail.solver.interface import Answer, Solver
from dovetail.solver.stacked import Decorator

T = TypeVar("T", bound=Hashable)

RECENT = 64
"""How many cores, and how many satisfiable sets, are compared with a question that is new as a whole."""


class CachingSolver(Decorator[T]):
    def __init__(self, below: Solver[T], *, capacity: int = 100_000) -> None:
        super().__init__(below)
        self._capacity = capacity
        self._answers: OrderedDict[frozenset[T], frozenset[T] | None] = OrderedDict()
        """The core of what is *unsat*, None for what is *sat*; least recently used first."""
        self._cores: OrderedDict[frozenset[T], None] = OrderedDict()
        self._satisfiable: OrderedDict[frozenset[T], None] = OrderedDict()
        self._found: frozenset[T] = frozenset()

    def _decide(self, conditions: tuple[T, ...]) -> Answer:
        question = frozenset(conditions)
        if question in self._answers:
            self._answers.move_to_end(question)
            self.statistics.saved += 1
            return self._known(self._answers[question])
        for core in reversed(self._cores):
            if core <= question:
                self.statistics.saved += 1
                self._cores.move_to_end(core)
                return self._remember(question, core)
        for larger in reversed(self._satisfiable):
            if question <= larger:
                self.statistics.saved += 1
                return self._remember(question, None)
        answer = self.below.check(conditions)
        if answer is Answer.UNSAT:
            core = frozenset(self.below.core())
            _keep(self._cores, core)
            return self._remember(question, core)
        if answer is Answer.SAT:
            self._modelled = True
            _keep(self._satisfiable, question)
            return self._remember(question, None)
        return answer

    def _remember(self, question: frozenset[T], core: frozenset[T] | None) -> Answer:
        self._answers[question] = core
        if len(self._answers) > self._capacity:
            self._answers.popitem(last=False)
        return self._known(core)

    def _known(self, core: frozenset[T] | None) -> Answer:
        if core is None:
            return Answer.SAT
        self._found = core
        return Answer.UNSAT

    def _refuted(self) -> frozenset[T]:
        return self._found


def _keep(recent: OrderedDict[frozenset[T], None], found: frozenset[T]) -> None:
    recent[found] = None
    recent.move_to_end(found)
    if len(recent) > RECENT:
        recent.popitem(last=False)
