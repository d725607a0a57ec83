"""What runs say about a proposed contract: which preconditions are too weak, which postconditions are
refuted.

Vectors are made up natively, as cheap tests do. Each is run by the executor, too, in a copy of the program in
which no postcondition ends a run: so a run says something about all of them. Nothing here proves anything.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.violation import build_native
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError
from dovetail.execution.runs import Run
from dovetail.frontend.load import Loaded
from dovetail.fuzzing import Limits, dictionary_of
from dovetail.fuzzing.shapes import Kind, Shape
from dovetail.fuzzing.vectors import Generator
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.program.statements import Check, CheckInfo, Skip
from dovetail.program.targets import edgeless_copy
from dovetail.program.types import FloatType, PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import MemoryFault
from dovetail.verifying.cheap_testing import natively_tested

POSTCONDITION = "postcondition"
_NATIVE_RUNS, _NATIVE_SECONDS = 4000, 3.0
_RUNS, _SECONDS, _STEPS = 600, 3.0, 50_000
_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Seen:
    failed: tuple[CheckInfo, ...] = ()
    """Checks that natively were seen to fail, but for postconditions."""
    refuted: frozenset[int] = frozenset()
    """Of postconditions, the lines of those that some run refutes."""
    came_back: int = 0
    """So many runs met the precondition, and came to the end of the function."""
    note: str = ""


def seen(loaded: Loaded, unit: str, seed: int) -> Seen:
    """Of a function that `unit` calls under its contract."""
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        try:
            native = build_native(loaded, Path(folder), coverage=True)
            limits = Limits(deadline=time.monotonic() + _NATIVE_SECONDS, runs=_NATIVE_RUNS)
            found = natively_tested(loaded, native, limits=limits, seed=seed)
        except NativeError as error:
            return Seen(note=f"no tests were run natively: {str(error).splitlines()[0]}")
    failing = {info.ident: info for info in loaded.program.checks}
    failed = [failing[one] for one in found.violations if failing[one].kind != POSTCONDITION]
    vectors = [*found.corpus, *(one for each in found.violations.values() for one in each)]
    observing = _Observing(loaded.program, unit)
    observing.look(vectors, seed)
    return Seen(tuple(failed), frozenset(observing.refuted), observing.came_back)


class _Observing:
    def __init__(self, program: Program, unit: str) -> None:
        self.refuted: set[int] = set()
        self.came_back = 0
        procedure = program.procedures[unit]
        made = edgeless_copy(procedure)
        self._conditions: dict[int, tuple[Expr, int]] = {}
        for edge in procedure.edges:
            match edge.statement:
                case Check(condition=condition, info=info) if info.kind == POSTCONDITION:
                    self._conditions[edge.source] = (condition, info.position.line)
                    made.add(edge.source, Skip(), edge.target, edge.position)
                case statement:
                    made.add(edge.source, statement, edge.target, edge.position)
        self._program = replace(program, procedures={**program.procedures, unit: made})
        self._observer = observe([(unit, one) for one in (*self._conditions, made.exit)], self._at)
        self._exit = made.exit

    def _at(self, frame: Frame) -> None:
        if frame.location == self._exit:
            self.came_back += 1
        if frame.location not in self._conditions:
            return
        condition, line = self._conditions[frame.location]
        try:
            holds = bool(frame.evaluate(condition))
        except MemoryFault:
            holds = False
        if not holds:
            self.refuted.add(line)

    def look(self, vectors: Sequence[InputVector], seed: int) -> None:
        """At these, and at others like them."""
        executor = Executor(self._program)
        target = self._program.target
        generator = Generator(dictionary_of(self._program), target.pointer_bits // 8, seed)
        until = time.monotonic() + _SECONDS
        known = [(one, self._run(executor, one)) for one in vectors[:_RUNS]]
        for number in range(_RUNS if known else 0):
            if time.monotonic() > until:
                return
            vector, shape = known[number % len(known)]
            other, _ = known[generator.pick(len(known))]
            self._run(executor, generator.mutated(vector, shape, other, _LENGTH))

    def _run(self, executor: Executor, vector: InputVector) -> Shape:
        run = executor.run(vector, max_steps=_STEPS, observers=[self._observer], record_path=False)
        return _shape(run)


def _shape(run: Run) -> Shape:
    return Shape(
        tuple(_kinds(run)), tuple(len(one.value) for one in run.inputs if isinstance(one.value, bytes))
    )


def _kinds(run: Run) -> Iterator[Kind]:
    kinds: Mapping[type, Kind] = {FloatType: Kind.FLOAT, PointerType: Kind.POINTER}
    for one in run.inputs:
        if not isinstance(one.value, bytes):
            yield kinds.get(type(one.type), Kind.INTEGER)
