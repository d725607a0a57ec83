"""A Program compiled in one mode: plain, with observers at some locations, or traced.

Each variant has a namespace of its own, in which the globals of the C program live too. A procedure is
compiled when it is first called: large programs run little of their code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FrameType
from typing import Any, Protocol

from dovetail.execution.compiler import Compiled, Mode, Names, compile_procedure, filename_of, zero
from dovetail.execution.frames import Scope
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr, Variable
from dovetail.program.tracking import declared
from dovetail.semantics.concrete import Concrete

WRITERS = ("copy", "fill", "take_memory")
"""The operations of generated code that write memory, beside those called `store_…`."""


class Tracer(Protocol):
    """What a traced run calls. `values` are the locals of the generated code, as they are at the time of
    the call."""

    def begin(self, variant: Variant) -> None: ...

    def wrap(self, name: str, operation: Callable[..., Any]) -> Callable[..., Any]:
        """What is to be called in place of an operation that writes memory."""
        ...

    def entered(self, procedure: str, values: dict[str, Any]) -> None:
        """A procedure was called; its parameters have their values."""
        ...

    def calling(self, procedure: str, edge: int, values: dict[str, Any]) -> None:
        """An edge is about to call."""
        ...

    def traced(self, procedure: str, edge: int, values: dict[str, Any]) -> None:
        """An edge was taken; if it calls, the call has returned."""
        ...


class Library:
    """The code of procedures, made once for each mode, shared by all variants."""

    def __init__(self, program: Program, algebra: Concrete) -> None:
        self.program = program
        self.algebra = algebra
        self.names = Names(program)
        self._codes: dict[tuple[str, Mode], Compiled] = {}

    def code(self, name: str, mode: Mode) -> Compiled:
        found = self._codes.get((name, mode))
        if found is None:
            procedure = self.program.procedures[name]
            found = compile_procedure(procedure, self.names, self.algebra.memory, mode)
            self._codes[name, mode] = found
        return found


class Variant:
    def __init__(
        self,
        library: Library,
        shared: dict[str, Any],
        observed: Iterable[tuple[str, int]],
        *,
        record: bool,
        tracer: Tracer | None = None,
    ) -> None:
        self.library = library
        self.compiled: dict[str, Compiled] = {}
        """By file name."""
        self.namespace = dict(shared)
        self._tracer = tracer
        self._record = record
        self._observed: dict[str, set[int]] = {}
        for procedure, location in observed:
            self._observed.setdefault(procedure, set()).add(location)
        self.namespace["interpret"] = self._interpret
        self.namespace["no_leak"] = self._no_leak
        for name, function in library.names.functions.items():
            self.namespace[function] = self._stub(name, function)
        if tracer is not None:
            for writer in WRITERS:
                self.namespace[writer] = tracer.wrap(writer, shared[writer])
            self.namespace["entered"] = tracer.entered
            self.namespace["calling"] = tracer.calling
            self.namespace["traced"] = tracer.traced

    def reset_globals(self) -> None:
        for variable, name in self.library.names.globals.items():
            self.namespace[name] = zero(variable.type)

    def of(self, procedure: str) -> Compiled:
        """The compiled form of a procedure that has been called."""
        return self.compiled[filename_of(procedure)]

    def _stub(self, name: str, function: str) -> Callable[..., Any]:
        def compile_first(*arguments: Any) -> Any:
            self._link(name)
            return self.namespace[function](*arguments)

        return compile_first

    def _link(self, name: str) -> None:
        mode = Mode(self._record, frozenset(self._observed.get(name, ())), self._tracer is not None)
        compiled = self.library.code(name, mode)
        self.compiled[filename_of(name)] = compiled
        for binding, value in compiled.bindings.items():
            if self._tracer is not None and binding.startswith("store_"):
                value = self._tracer.wrap(binding, value)
            self.namespace[binding] = value
        exec(compiled.code, self.namespace)

    def _interpret(self, binding: tuple[Expr, dict[Variable, str]], values: dict[str, Any]) -> Any:
        expr, names = binding
        return Scope(names, values, self.namespace, self.library.algebra).evaluate(expr)

    def _no_leak(self, running: bool, held: Sequence[int] | None) -> bool:
        """With `held`, what the innermost procedure holds is known; its callers hold what they hold."""
        names, algebra = self.library.names.globals, self.library.algebra
        roots = list(Scope(names, {}, self.namespace, algebra).roots(running=False))
        frame: FrameType | None = sys._getframe() if running else None
        while frame is not None:
            found = self.compiled.get(frame.f_code.co_filename)
            if found is not None and held is not None:
                roots += held
                held = None
            elif found is not None:
                scope = Scope(_own(found), frame.f_locals, self.namespace, algebra)
                roots += scope.roots(running)
            frame = frame.f_back
        return not algebra.memory.leaked(roots)


def _own(compiled: Compiled) -> Mapping[Variable, str]:
    """The variables that the text of a procedure declares. (Of copies of others in it that is not known.)"""
    procedure = compiled.procedure
    return {
        v: name
        for v, name in compiled.names.items()
        if not v.scope or "#" in v.name or declared(procedure, v)
    }
