"""Runs a Program on input vectors.

An `Executor` keeps the code that it has compiled; observed and traced runs use variants of their own, so
that a run without observers pays nothing for them. Runs share one memory, which is why an executor runs one
at a time. The same vector always gives the same run.

Running the original C natively is `native/`'s part.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from dovetail.execution.compiler import MAX_DEPTH, zero
from dovetail.execution.consumption import Consumption
from dovetail.execution.ends import End, EndKind
from dovetail.execution.fragments import operations
from dovetail.execution.frames import Callback, Frame, Observer
from dovetail.execution.given_states import GivenState
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Activation, Run
from dovetail.execution.signals import ENDS_A_RUN, SIGNALS, end_of, locate
from dovetail.execution.variants import Library, Tracer, Variant
from dovetail.program.automata import Program
from dovetail.program.types import IntType
from dovetail.semantics.concrete import Concrete, signed
from dovetail.semantics.memory import Memory, Region

MAX_STEPS = 10_000_000
MAX_MEMORY = 1 << 28
_KEPT = 32
"""Variants that are kept for the next run."""


def too_large(program: Program) -> str:
    """Why no executor can be made for a program; empty if one can."""
    size = sum(item.size for item in program.objects.values())
    if size <= MAX_MEMORY:
        return ""
    largest = max(program.objects.values(), key=lambda item: item.size)
    return (
        f"{largest.position}: '{largest.source_name}' and other globals take {size >> 20} MiB: "
        f"Dovetail runs programs with up to {MAX_MEMORY >> 20} MiB of them"
    )


class Executor:
    """Made once for a Program, run as often as one likes."""

    def __init__(self, program: Program, *, max_memory: int = MAX_MEMORY) -> None:
        self.program = program
        self.memory = Memory(program.target, limit=max_memory)
        for item in program.objects.values():
            region = Region.CONSTANT if item.constant else Region.GLOBAL
            self.memory.declare(item.name, item.size, region, called=item.source_name, initial=item.initial)
        for name in program.functions:
            self.memory.declare(name, 1, Region.FUNCTION)
        self._consumption = Consumption(program.target, self.memory)
        self._library = Library(program, Concrete(self.memory))
        self._shared = self._operations()
        self._variants: dict[tuple[bool, frozenset[tuple[str, int]]], Variant] = {}
        self._running = False

    def _operations(self) -> dict[str, Any]:
        """What all generated code has in its namespace."""
        memory, inputs = self.memory, self._consumption
        return {
            **operations(self._library.algebra, memory),
            **{signal.__name__: signal for signal in SIGNALS},
            "allocate": memory.allocate,
            "free": memory.free,
            "end": memory.end,
            "copy": memory.copy,
            "fill": memory.fill,
            "seal": memory.seal,
            "take_value": inputs.take_value,
            "take_bits": inputs.take_bits,
            "take_bytes": inputs.take_bytes,
            "take_memory": inputs.take_memory,
        }

    def run(
        self,
        vector: InputVector,
        *,
        max_steps: int = MAX_STEPS,
        observers: Sequence[Observer] = (),
        record_path: bool = True,
        tracer: Tracer | None = None,
        start: GivenState | None = None,
    ) -> Run:
        """One execution. Steps are counted by the block: it may go a few beyond `max_steps`, or stop a few
        before. With `start`, it begins in that state, whose variables are globals and the parameters of the
        entry procedure (`Procedure.resumed`); raises NotMade if there is no such state.

        What an observer or a tracer raises comes out of here.
        """
        if self._running:
            raise RuntimeError("this executor is running; an observer that runs programs needs another")
        variant = self._variant(observers, record_path, tracer)
        namespace = variant.namespace
        self.memory.reset()
        self.memory.wild.begin(vector.wild)
        self._consumption.begin(vector)
        variant.reset_globals()
        arguments = self._begin(start, variant)
        path = bytearray()
        namespace["N"] = max_steps
        namespace["P"] = path.append
        if observers:
            namespace["observe"] = self._observing(observers, variant, max_steps)
        if tracer is not None:
            tracer.begin(variant)
        self._running = True
        try:
            with _deep_recursion():
                end, steps, stack = self._execute(variant, max_steps, arguments)
        finally:
            self._running = False
        recorded = bytes(path) if record_path else None
        return Run(end, steps, self._consumption.consumed(), recorded, stack, vector.wild)

    def _variant(self, observers: Sequence[Observer], record: bool, tracer: Tracer | None) -> Variant:
        locations = frozenset(place for observer in observers for place in observer.locations)
        if tracer is not None:  # its operations are bound to the tracer: not to be kept
            return Variant(self._library, self._shared, locations, record=record, tracer=tracer)
        found = self._variants.pop((record, locations), None)
        if found is None:
            found = Variant(self._library, self._shared, locations, record=record)
            while len(self._variants) >= _KEPT:
                del self._variants[next(iter(self._variants))]
        self._variants[record, locations] = found  # the last one used comes last
        return found

    def _observing(
        self, observers: Sequence[Observer], variant: Variant, max_steps: int
    ) -> Callable[[str, int, dict[str, Any]], None]:
        callbacks: dict[tuple[str, int], list[Callback]] = {}
        for observer in observers:
            for place in observer.locations:
                callbacks.setdefault(place, []).append(observer.callback)
        algebra, namespace = self._library.algebra, variant.namespace

        def observe(name: str, location: int, values: dict[str, Any]) -> None:
            compiled = variant.of(name)
            steps = max_steps - values["n"]
            frame = Frame(compiled.names, values, namespace, algebra, compiled.procedure, location, steps)
            for callback in callbacks[name, location]:
                callback(frame)

        return observe

    def _in_user_code(self, end: End, stack: tuple[Activation, ...]) -> End:
        """What happens in a model of a library function happens, for the user, where it was called."""
        procedures = self.program.procedures
        if not procedures[stack[-1].procedure].library:
            return end
        callers = [a.edge.position for a in stack if not procedures[a.procedure].library]
        return replace(end, position=callers[-1]) if callers else end

    def _begin(self, start: GivenState | None, variant: Variant) -> tuple[Any, ...]:
        """Put memory and globals into a state; the arguments of the entry procedure."""
        if start is None:
            return ()
        values = start.make(self.memory)
        for variable, name in self._library.names.globals.items():
            if variable in values:
                variant.namespace[name] = values[variable]
        entry = self.program.procedures[self.program.entry]
        return tuple(values.get(parameter, zero(parameter.type)) for parameter in entry.parameters)

    def _execute(
        self, variant: Variant, max_steps: int, arguments: tuple[Any, ...]
    ) -> tuple[End, int, tuple[Activation, ...]]:
        entry = self.program.procedures[self.program.entry]
        function = variant.namespace[self._library.names.functions[entry.name]]
        try:
            result = function(*arguments, 0)
        except ENDS_A_RUN as signal:
            stack, steps = locate(signal.__traceback__, variant.compiled, max_steps)
            return self._in_user_code(end_of(signal, stack[-1].edge), stack), steps, stack
        code = signed(result, entry.returns.width) if isinstance(entry.returns, IntType) else 0
        return End(EndKind.NORMAL, exit_code=code), max_steps - variant.namespace["N"], ()


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Let C recurse as deep as `MAX_DEPTH`: calls between generated functions take no room on the native
    stack, and the generated code counts them itself."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, MAX_DEPTH + 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
