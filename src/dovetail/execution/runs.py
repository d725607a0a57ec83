"""What one run of a Program was: how it ended, what it asked for, which way it went.

A path is one byte a branch, 1 for the first edge of the location and 0 for the second. That is all that is
needed to follow the run again, because everything else is deterministic; `edges_of` does. Making runs is
the executor's part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dovetail.execution.ends import End
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.statements import Call, Havoc, HavocMemory, Origin, Return
from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.wild import Piece


class Consumed(NamedTuple):
    """One input that the run asked for, and the value used: a number of the type asked for (an integer with
    its sign, a pointer by its address), or bytes for uninitialised memory. A tuple: long runs ask for
    many."""

    statement: Havoc | HavocMemory
    value: int | float | bytes

    @property
    def origin(self) -> Origin:
        return self.statement.origin if isinstance(self.statement, Havoc) else Origin.UNINITIALISED

    @property
    def name(self) -> str:
        return self.statement.name

    @property
    def type(self) -> Type | None:
        return self.statement.target.type if isinstance(self.statement, Havoc) else self.statement.type


@dataclass(frozen=True, slots=True)
class Activation:
    """A procedure that was running, and the edge that it was on."""

    procedure: str
    edge: Edge


@dataclass(frozen=True, slots=True)
class Run:
    end: End
    steps: int
    """The edges taken, the one on which the run ended included."""
    inputs: tuple[Consumed, ...]
    path: bytes | None
    """None if it was not recorded."""
    stack: tuple[Activation, ...]
    """What was running at the end, outermost first, the innermost hundred; empty after a return from the
    entry."""
    wild: tuple[Piece, ...] = ()
    """The wild memory that there was, as it was at first."""

    @property
    def vector(self) -> InputVector:
        """The vector that makes this run again, complete and without what was not used."""
        values: list[int | float] = []
        memory: list[bytes] = []
        for consumed in self.inputs:
            if isinstance(consumed.value, bytes):
                memory.append(consumed.value)
            else:
                values.append(consumed.value)
        return InputVector(tuple(values), tuple(memory), self.wild)


@dataclass(frozen=True, slots=True)
class Taken:
    """An edge that a run took. `depth` is the number of callers."""

    procedure: Procedure
    edge: Edge
    depth: int


def edges_of(program: Program, run: Run) -> Iterator[Taken]:
    """The edges that a recorded run took, in order: `run.steps` of them, unless it ended while the
    condition of a branch was evaluated."""
    if run.path is None:
        raise ValueError("the path of this run was not recorded")
    branches = iter(run.path)
    procedure = program.procedures[program.entry]
    location = procedure.entry
    callers: list[tuple[Procedure, int]] = []
    for _ in range(run.steps):
        outgoing = procedure.outgoing[location]
        while not outgoing and callers:  # an exit that was reached without a Return
            procedure, location = callers.pop()
            outgoing = procedure.outgoing[location]
        if len(outgoing) == 2:
            edge = outgoing[0] if next(branches) else outgoing[1]
        else:
            edge = outgoing[0]
        yield Taken(procedure, edge, len(callers))
        location = edge.target
        if isinstance(edge.statement, Call):
            callers.append((procedure, location))
            procedure = program.procedures[edge.statement.procedure]
            location = procedure.entry
        elif isinstance(edge.statement, Return) and callers:
            procedure, location = callers.pop()
