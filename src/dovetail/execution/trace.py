"""A run step by step: each edge taken, with what it changed.

For people (`dovetail run`) and for tests; it is slow, and a `Step` is made for each edge. It shows what
happens between statements only by comparing the state before and after; how things look in text is the
command's part.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from dovetail.execution.executor import MAX_STEPS, Executor
from dovetail.execution.frames import Scope
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.execution.variants import Variant
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import Variable
from dovetail.program.statements import Call, Skip, Store
from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.memory import Memory


class Phase(Enum):
    TAKEN = "taken"
    CALL = "call"  # the edge has called; `changes` are the parameters of what it called
    RETURNED = "returned"  # the same edge, when the call is over; not a step of its own
    ENDED = "ended"  # the run ended on this edge


@dataclass(frozen=True, slots=True)
class Change:
    """`old` is None for a parameter that just got its value. Integers are bit patterns."""

    variable: Variable
    old: Value | None
    new: Value


@dataclass(frozen=True, slots=True)
class Write:
    """A scalar of a type was stored, or bytes were (and `type` is None)."""

    object: str
    offset: int
    type: Type | None
    value: Value | bytes


@dataclass(frozen=True, slots=True)
class Step:
    phase: Phase
    procedure: Procedure
    edge: Edge
    depth: int
    """The number of callers of `procedure`."""
    changes: tuple[Change, ...] = ()
    writes: tuple[Write, ...] = ()
    holds: bool | None = None
    """Of a goal: does it hold here?"""


def trace(
    executor: Executor,
    vector: InputVector,
    on_step: Callable[[Step], None],
    *,
    max_steps: int = MAX_STEPS,
) -> Run:
    """Run, and hand over each step as it happens."""
    tracer = _Tracer(executor, on_step)
    run = executor.run(vector, max_steps=max_steps, tracer=tracer)
    tracer.finish(run)
    return run


class _Tracer:
    """Keeps a copy of the variables of each activation, to compare with."""

    def __init__(self, executor: Executor, on_step: Callable[[Step], None]) -> None:
        self._procedures = executor.program.procedures
        self._memory: Memory = executor.memory
        self._on_step = on_step
        self._variant: Variant | None = None
        self._stack: list[dict[Variable, Any]] = []
        self._globals: dict[Variable, Any] = {}
        self._writes: list[tuple[int, Value | bytes]] = []
        self._pending: tuple[Procedure, Edge] | None = None
        self._steps = 0

    def begin(self, variant: Variant) -> None:
        self._variant = variant
        names = variant.library.names.globals
        self._globals = {variable: variant.namespace[name] for variable, name in names.items()}

    def wrap(self, name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
        memory, writes = self._memory, self._writes

        def store(pointer: int, value: Value) -> None:
            operation(pointer, value)
            writes.append((pointer, value))

        def copy_or_fill(to: int, what: int, size: int) -> None:
            operation(to, what, size)
            writes.append((to, memory.read(to, size)))

        def take_memory(statement: object, to: int, size: int) -> None:
            operation(statement, to, size)
            writes.append((to, memory.read(to, size)))

        if name.startswith("store_"):
            return store
        return take_memory if name == "take_memory" else copy_or_fill

    def entered(self, procedure: str, values: dict[str, Any]) -> None:
        found = self._procedures[procedure]
        if self._pending is not None:
            caller, edge = self._pending
            self._pending = None
            names = self._names(procedure)
            given = tuple(Change(var, None, values[names[var]]) for var in found.parameters)
            self._emit(Step(Phase.CALL, caller, edge, len(self._stack) - 1, given))
        self._stack.append({})
        self._locals_changed(procedure, values)

    def calling(self, procedure: str, edge: int, values: dict[str, Any]) -> None:
        self._pending = (self._procedures[procedure], self._edge(procedure, edge))

    def traced(self, procedure: str, edge: int, values: dict[str, Any]) -> None:
        found = self._edge(procedure, edge)
        phase = Phase.TAKEN
        if isinstance(found.statement, Call):
            self._stack.pop()
            phase = Phase.RETURNED
        changes = (*self._globals_changed(), *self._locals_changed(procedure, values))
        depth = len(self._stack) - 1
        writes, holds = self._written(found), self._holds(procedure, found, values)
        self._emit(Step(phase, self._procedures[procedure], found, depth, changes, writes, holds))

    def _holds(self, procedure: str, edge: Edge, values: dict[str, Any]) -> bool | None:
        """What a goal's condition reads has just been read, in a statement before it."""
        if not isinstance(edge.statement, Skip) or edge.statement.goal is None:
            return None
        assert self._variant is not None
        scope = Scope(self._names(procedure), values, self._variant.namespace, Concrete(self._memory))
        return bool(scope.evaluate(edge.statement.goal.condition))

    def finish(self, run: Run) -> None:
        """Show the edge on which the run ended, if it was taken at all."""
        if run.steps > self._steps and run.stack:
            last = run.stack[-1]
            procedure = self._procedures[last.procedure]
            if self._pending is not None:
                procedure, edge = self._pending
            else:
                edge = last.edge
            self._emit(Step(Phase.ENDED, procedure, edge, len(self._stack) - 1))

    def _emit(self, step: Step) -> None:
        if step.phase is not Phase.RETURNED:
            self._steps += 1
        self._on_step(step)

    def _names(self, procedure: str) -> dict[Variable, str]:
        assert self._variant is not None
        return self._variant.of(procedure).names

    def _edge(self, procedure: str, number: int) -> Edge:
        assert self._variant is not None
        return self._variant.of(procedure).edges[number]

    def _locals_changed(self, procedure: str, values: dict[str, Any]) -> list[Change]:
        known = self._stack[-1]
        names = {var: name for var, name in self._names(procedure).items() if var.scope}
        return _compare(known, {variable: values[name] for variable, name in names.items()})

    def _globals_changed(self) -> list[Change]:
        assert self._variant is not None
        namespace, names = self._variant.namespace, self._variant.library.names.globals
        return _compare(self._globals, {variable: namespace[name] for variable, name in names.items()})

    def _written(self, edge: Edge) -> tuple[Write, ...]:
        scalar = edge.statement.value.type if isinstance(edge.statement, Store) else None
        result = []
        for pointer, value in self._writes:
            place, offset = self._memory.place(pointer)
            result.append(Write(place.name, offset, scalar, value))
        self._writes.clear()
        return tuple(result)


def _compare(known: dict[Variable, Any], now: dict[Variable, Any]) -> list[Change]:
    """What is different now; `known` is brought up to date."""
    changes = []
    for variable, new in now.items():
        old = known.get(variable)
        if old != new and (old == old or new == new):  # NaN is no news
            changes.append(Change(variable, old, new))
        known[variable] = new
    return changes
