"""Runs of the program as it is: the violations that they show, and the checks that they come to.

What is fabricated is only a violation if a run shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import edges_of
from dovetail.program.automata import Program
from dovetail.program.statements import Check

REPLAY = 2_000_000
"""Steps of a run that is to show a violation."""
SHORT = 60_000
"""Of such a run it is known which checks it comes to."""


class RealRuns:
    """`violated` are violations that are known already; `tell` is called when there is another one."""

    def __init__(
        self, program: Program, violated: Mapping[int, InputVector], tell: Callable[[], None]
    ) -> None:
        self.violations: dict[int, InputVector] = dict(violated)
        self.reached: set[int] = set(violated)
        self.count = 0
        self.program = program
        self._executor = Executor(program)
        self.tell = tell

    def take(self, vector: InputVector, max_steps: int = REPLAY) -> EndKind:
        """How does a run end?"""
        self.count += 1
        run = self._executor.run(vector, max_steps=max_steps, record_path=max_steps <= SHORT)
        if run.path is not None:
            for taken in edges_of(self.program, run):
                if isinstance(taken.edge.statement, Check):
                    self.reached.add(taken.edge.statement.info.ident)
        end = run.end
        if end.kind is EndKind.VIOLATION and end.check_id is not None:
            self.reached.add(end.check_id)
            if end.check_id not in self.violations:
                self.violations[end.check_id] = run.vector
                self.tell()
        return end.kind
