"""ExtendFrontier (DASH, Fig. 12) with ExecuteSymbolic (Fig. 13): cross the frontier, or say why it cannot be
crossed.

The symbolic state up to the frontier is kept with the test, so only the block at the frontier is executed.
The question to the solver is: the constraints of the test's path, the literals of the region it is in, the
conditions of the block and the literals of the region beyond. A model is a new test. An unsatisfiable core
says which conditions make a suitable predicate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.ledger.constants import Constants, with_constants
from dovetail.ledger.forest import Forest, Test, TestState
from dovetail.ledger.regions import Frontier, Witness
from dovetail.ledger.symbolic_steps import Anything, Inputs, Overlay, step
from dovetail.program.expressions import FALSE, Expr
from dovetail.program.statements import HavocMemory
from dovetail.program.types import Target
from dovetail.semantics.symbolic_values import is_known
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.dash.refine import Condition, conditions, suitable

SECONDS = 5.0
"""For one question."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """An input vector that leads over the frontier."""

    vector: InputVector


@dataclass(frozen=True, slots=True)
class Refused:
    """No test that follows the same path crosses; the predicate is suitable."""

    predicate: Expr


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


class Extender:
    def __init__(self, target: Target, solver: Solver[Any], forest: Forest) -> None:
        self.target = target
        self.solver = solver
        self.forest = forest
        self.algebra = forest.algebra
        self.known: Constants = {}
        solver.set_limits(seconds=SECONDS)

    def extend(self, frontier: Frontier, witness: Witness, known: Constants) -> Crossed | Refused | Undecided:
        """`known` are the constants at the frontier's source."""
        self.known = known
        test = self.forest.tests[witness.test]
        block = frontier.block
        reasons = conditions(block, frontier.target.literals)
        symbolic = Overlay(TestState(test, symbolic=True, step=witness.step))
        concrete = Overlay(TestState(test, symbolic=False, step=witness.step))
        inputs = test.inputs_at(witness.step)
        states: list[Overlay] = []
        values: list[tuple[Condition, Any]] = []
        waiting = iter(reasons)
        reason = next(waiting, None)
        for index, edge in enumerate(block.edges):
            states.append(concrete.copy())
            while reason is not None and reason.index == index:
                values.append((reason, symbolic.evaluate(reason.expr)))
                reason = next(waiting, None)
            step(edge.statement, symbolic, concrete, inputs)
        while reason is not None:
            values.append((reason, symbolic.evaluate(reason.expr)))
            reason = next(waiting, None)
        for condition, value in reversed(values):
            if value is False:
                return self._refuse(frontier, witness, test, [condition], reasons, states)
        return self._ask(frontier, witness, test, values, states, inputs)

    def _ask(
        self,
        frontier: Frontier,
        witness: Witness,
        test: Test,
        values: list[tuple[Condition, Any]],
        states: list[Overlay],
        inputs: Inputs,
    ) -> Crossed | Refused | Undecided:
        base: list[Any] = []
        prefix = test.prefix(witness.step)
        if prefix is not None:
            base.append(prefix)
        here = TestState(test, symbolic=True, step=witness.step)
        for literal in frontier.source.literals:
            value = here.evaluate(literal)
            if not is_known(value):
                base.append(self.algebra.term(value))
        asked: dict[Any, list[Condition]] = {}
        for condition, value in values:
            if not is_known(value):
                asked.setdefault(self.algebra.term(value), []).append(condition)
        # A condition that the path demands already must not be blamed on the path alone.
        answer = self.solver.check([*base, *asked])
        if answer is Answer.SAT:
            return Crossed(inputs.vector(self.solver.value))
        if answer is Answer.UNKNOWN:
            return Undecided("the solver gave up")
        core = [condition for term in self.solver.core() for condition in asked.get(term, ())]
        everything = [condition for condition, _ in values]
        return self._refuse(frontier, witness, test, core, everything, states)

    def _refuse(
        self,
        frontier: Frontier,
        witness: Witness,
        test: Test,
        core: list[Condition],
        everything: list[Condition],
        states: list[Overlay],
    ) -> Refused | Undecided:
        end = len(frontier.block.edges)
        danger = [r for r in everything if r.index == end and r.expr is frontier.target.last_split]
        needed = danger + [reason for reason in core if reason not in danger]
        # What made the target dangerous, first without the conditions on the way there (section 5): the
        # weaker the predicate, the more it excludes. Whether it excludes the test's state is a matter of
        # evaluating it.
        fallback: Expr | None = None
        for reasons in (danger, needed, core, everything):
            predicate = suitable(frontier.block, reasons, states, self.target) if reasons else None
            if predicate is not None:
                predicate = with_constants(predicate, self.known)
            if predicate is FALSE:
                return Refused(FALSE)
            if predicate is None or test.holds(predicate, witness.step):
                continue
            # Best is one that no known state of the region satisfies: its positive side may be unreachable.
            if not self._met(predicate, frontier.source.witnesses):
                return Refused(predicate)
            fallback = fallback or predicate
        if fallback is not None:
            return Refused(fallback)
        if self._impossible(frontier):
            return Refused(FALSE)
        return Undecided("no predicate was found that excludes the test's state")

    def _impossible(self, frontier: Frontier) -> bool:
        """Can no state at all cross? Asked only when no predicate was found: the region beyond may be
        empty."""
        start = Anything(self.forest.program, self.algebra)
        state, beside = (
            Overlay(start),
            Overlay(start),
        )  # the second takes what a test would have, and is not used
        nothing = self.forest.tests[0].inputs.branch(0)
        asked: list[Any] = list(start.facts())
        waiting = conditions(frontier.block, frontier.target.literals)
        for index in range(len(frontier.block.edges) + 1):
            for condition in waiting:
                if condition.index == index:
                    value = state.evaluate(condition.expr)
                    if value is False:
                        return True
                    if not is_known(value):
                        asked.append(self.algebra.term(value))
            if index < len(frontier.block.edges):
                statement = frontier.block.edges[index].statement
                if isinstance(statement, HavocMemory):
                    return False  # nothing is gained by being exact here
                step(statement, state, beside, nothing)
        return self.solver.check(asked) is Answer.UNSAT

    def _met(self, predicate: Expr, witnesses: Sequence[Witness]) -> bool:
        return any(self.forest.tests[w.test].holds(predicate, w.step) for w in witnesses)
