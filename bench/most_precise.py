"""The most precise predicate abstraction of a program, by asking for every pair of abstract states.

For each abstract state that is reached, and each vector of each cutpoint that follows, there is one question:
does a step lead from one to the other? Nothing is run, no model is looked at, and no question is spared. What
Theorem 3.2 of Yorsh, Ball and Sagiv (2006) says the procedure finds is found here in another way, with
another solver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.semantics.fragments import FragmentExecution
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.interface import Answer, Limit
from dovetail.solver.z3_solver import Z3Solver

Predicates = Mapping[int, Sequence[Expr]]
SECONDS = 20.0
"""For one question."""


class NoAnswer(Exception):
    """The solver gives up: what the most precise abstraction is, is not known."""


class _Steps:
    """The fragments from one cutpoint on."""

    def __init__(
        self, program: Program, graph: CutpointGraph, location: int, predicates: Predicates, known: Predicates
    ) -> None:
        self._solver = Z3Solver()
        self._algebra: Symbolic[Any] = Symbolic(self._solver.terms, program.target.pointer_bits)
        self._solver.set_limits(Limit(SECONDS))
        if location == graph.procedure.entry:
            start = SymbolicState.initial(program, self._algebra)
        else:
            start = SymbolicState.arbitrary(program, self._algebra, "here")
        execution = FragmentExecution(self._algebra, accesses=False)
        executed = execution.run(location, graph.region(location), start)
        self._here = [start.evaluate(one) for one in predicates.get(location, ())]
        self._assumed = [start.evaluate(one) for one in known.get(location, ())]
        self.targets = [target for target in executed.arrivals if target in predicates]
        self._guard = {target: executed.arrivals[target].guard for target in self.targets}
        self._there = {
            target: [executed.arrivals[target].state.evaluate(one) for one in predicates[target]]
            for target in self.targets
        }
        self._facts = list(start.facts)
        self.calls = 0

    def exists(self, vector: int, target: int, arrived: int) -> bool:
        conditions = [*self._facts, *self._assumed, self._guard[target]]
        conditions += self._literals(vector, self._here)
        conditions += self._literals(arrived, self._there[target])
        if any(one is False for one in conditions):
            return False
        self.calls += 1
        answer = self._solver.check([self._algebra.term(one) for one in conditions if one is not True])
        if answer is Answer.UNKNOWN:
            raise NoAnswer
        return answer is Answer.SAT

    def _literals(self, vector: int, predicates: Sequence[Any]) -> list[Any]:
        return [
            one if vector >> index & 1 else self._algebra.negation(one)
            for index, one in enumerate(predicates)
        ]


def most_precise(
    program: Program, graph: CutpointGraph, predicates: Predicates, known: Predicates | None = None
) -> dict[int, set[int]]:
    """The vectors that the most precise abstract interpreter reaches, by cutpoint with predicates. The
    program is inlined, without calls. Raises NoAnswer."""
    value: dict[int, set[int]] = {place: set() for place in predicates}
    steps: dict[int, _Steps] = {}
    waiting = [(graph.procedure.entry, 0)]
    while waiting:
        location, vector = waiting.pop()
        if location not in steps:
            steps[location] = _Steps(program, graph, location, predicates, known or {})
        here = steps[location]
        for target in here.targets:
            for arrived in range(1 << len(predicates[target])):
                if arrived not in value[target] and here.exists(vector, target, arrived):
                    value[target].add(arrived)
                    waiting.append((target, arrived))
    return value
