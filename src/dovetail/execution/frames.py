"""A concrete state as an observer sees it: the variables of one activation, the globals, and memory.

A `Frame` is a `State` for `evaluate`, so that any expression over the variables in scope can be asked for.
It is a view, good while the observer is called; `variables` makes a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dovetail.program.automata import Procedure
from dovetail.program.expressions import Expr, Quantifier, Variable
from dovetail.program.types import FloatType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory, MemoryFault
from dovetail.semantics.quantified import quantified


def _may_point(type_: Type, pointer_bits: int) -> bool:
    """An integer as wide as a pointer may be one, as in memory."""
    return isinstance(type_, PointerType) or (isinstance(type_, IntType) and type_.width == pointer_bits)


class Scope:
    """Concrete values of variables by their names in generated code, and memory."""

    __slots__ = ("_algebra", "locals", "memory", "names", "namespace")

    def __init__(
        self,
        names: Mapping[Variable, str],
        locals: Mapping[str, Any],
        globals: dict[str, Any],
        algebra: Concrete,
    ) -> None:
        self.names = names
        self.locals = locals
        self.namespace = globals
        self._algebra = algebra
        self.memory: Memory = algebra.memory

    @property
    def algebra(self) -> Concrete:
        return self._algebra

    def variable(self, variable: Variable) -> Any:
        name = self.names[variable]
        return self.namespace[name] if variable.scope == "" else self.locals[name]

    def load(self, pointer: int, type: Type) -> Any:
        return self.memory.load(pointer, type)

    def valid(self, pointer: int, size: int, width: int) -> bool:
        return self.memory.valid(pointer, size)

    def freeable(self, pointer: int) -> bool:
        return self.memory.freeable(pointer)

    def writable(self, pointer: int) -> bool:
        return self.memory.writable(pointer)

    def object_size(self, pointer: int, width: int) -> int:
        return self.memory.object_size(pointer) & ((1 << width) - 1)

    def quantified(self, expr: Quantifier, low: int, high: int) -> int:
        return quantified(expr, low, high, self._algebra, self)

    def no_leak(self, running: bool, roots: Sequence[int] | None) -> bool:
        return not self.memory.leaked(self.roots(running) if roots is None else roots)

    def roots(self, running: bool) -> Iterator[int]:
        """What the globals hold that may be a pointer; with `running`, the user's local variables, too.
        Temporaries do not count: they keep what the user has long overwritten."""
        for variable, name in self.names.items():
            if not _may_point(variable.type, self.memory.pointer_bits):
                continue
            if variable.scope == "":
                yield self.namespace[name]
            elif running and variable.source_name and name in self.locals:
                yield self.locals[name]

    def evaluate(self, expr: Expr, memo: dict[Expr, Any] | None = None) -> Value:
        """The value of an expression over the variables in scope; a `MemoryFault` if it reads what cannot be
        read. A memo may be shared by expressions in the same state."""
        value: Value = evaluate(expr, self._algebra, self, memo)
        return value

    def as_if_zero(self) -> Scope:
        """The same state, but what cannot be read is zero."""
        return _AsIfZero(self.names, self.locals, self.namespace, self._algebra)


class _AsIfZero(Scope):
    __slots__ = ()

    def load(self, pointer: int, type: Type) -> Any:
        try:
            return super().load(pointer, type)
        except MemoryFault:
            return 0.0 if isinstance(type, FloatType) else 0


class Frame(Scope):
    """The state at a location."""

    __slots__ = ("depth", "location", "procedure", "result", "steps")

    def __init__(
        self,
        names: Mapping[Variable, str],
        locals: Mapping[str, Any],
        globals: dict[str, Any],
        algebra: Concrete,
        procedure: Procedure,
        location: int,
        steps: int,
    ) -> None:
        super().__init__(names, locals, globals, algebra)
        self.procedure = procedure
        self.location = location
        self.depth: int = locals["z"]
        """The number of callers."""
        self.steps = steps
        """Edges taken before this visit."""
        self.result: Value | None = locals.get("r") if location == procedure.exit else None
        """At the exit, what is returned."""

    def variables(self) -> dict[Variable, Value]:
        """All variables in scope, globals included."""
        return {variable: self.variable(variable) for variable in self.names}


Callback = Callable[[Frame], None]


@dataclass(frozen=True, slots=True)
class Observer:
    """`callback` is called on each visit of one of the locations, given as (procedure, location), before
    an edge is taken from there."""

    locations: frozenset[tuple[str, int]]
    callback: Callback


def observe(locations: Iterable[tuple[str, int]], callback: Callback) -> Observer:
    return Observer(frozenset(locations), callback)
