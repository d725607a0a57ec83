"""A test that ended because it followed a wild pointer, repaired (docs/design/wild.md).

The repaired test takes the same path and comes at least as far: the pointer leads to a place where the vector
has memory. What is searched for is not known here; the search calls this for every test that it makes.
"""

from __future__ import annotations

from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.formulas.symbolic_steps import Overlay, step
from dovetail.formulas.wild_pointers import Apart, Pins, placed
from dovetail.program.statements import Assume, Check, Statement
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.dash.forest import Test, TestState


def path_to(test: Test, step_: int, pins: Pins) -> list[Any]:
    """What holds on the path of a test up to a step, and of wild pointers after it, as terms."""
    prefix = test.prefix(step_)
    pinned = [test.algebra.term(condition) for condition in pins.conditions]
    return pinned if prefix is None else [prefix, *pinned]


class Repair:
    def __init__(self, solver: Solver[Any]) -> None:
        self.solver = solver
        self.questions = 0

    def repaired(self, test: Test) -> InputVector | None:
        """The inputs of a test that ended because it followed a wild pointer, changed so that there is memory
        where it leads; None if that cannot be."""
        fault = test.fault
        if fault is None:
            return None
        at, edge = fault
        inputs, already = test.inputs_at(at), test.pinned_before(at)
        apart = Apart(inputs, already, numbers=True)
        found = self._followed(test, at, edge.statement, apart)
        if found is not Answer.UNSAT:
            return self._vector(test, at, apart) if found is Answer.SAT else None
        modelled = placed(
            inputs,
            already,
            lambda pins: self._followed(test, at, edge.statement, pins) is Answer.SAT,
            self.solver.value,
        )
        return None if modelled is None else self._vector(test, at, modelled)

    def _followed(self, test: Test, at: int, statement: Statement, pins: Pins) -> Answer | None:
        """Can a statement of a test be executed with these pins? None if it follows no wild pointer."""
        symbolic = Overlay(TestState(test, symbolic=True, step=at), pins)
        if isinstance(statement, (Assume, Check)):
            symbolic.evaluate(statement.condition)
        else:
            step(statement, symbolic, Overlay(TestState(test, symbolic=False, step=at)), pins.inputs)
        if not pins.conditions and not pins.touched:
            return None
        self.questions += 1
        return self.solver.check(path_to(test, at, pins))

    def _vector(self, test: Test, at: int, pins: Pins) -> InputVector | None:
        found = test.inputs.vector(self.solver.value, pins, path_to(test, at, pins))
        return found if found.wild != test.run.wild else None
