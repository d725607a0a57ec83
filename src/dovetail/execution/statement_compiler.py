"""Statements as lines of Python source.

A statement that can end the run raises an exception with as little as possible in it: the executor finds
the statement by the line that raised, and the statement says how the run ended. Calls, returns and branches
are control flow and `compiler`'s; this module gives their expressions.
"""

from __future__ import annotations

from typing import Any, assert_never

from dovetail.execution.expression_compiler import ExpressionCompiler
from dovetail.execution.fragments import name_of
from dovetail.program.expressions import FALSE, TRUE, Expr, Variable
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Skip,
    Statement,
    Storage,
    Store,
    Unsupported,
)
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import Memory, Place, Region

_REGIONS = {
    Storage.STACK: Region.STACK,
    Storage.HEAP: Region.HEAP,
    Storage.CONSTANT: Region.CONSTANT,
    Storage.LIBRARY: Region.LIBRARY,
}


class StatementCompiler:
    """For one procedure, whose bindings have names that start with `prefix`."""

    def __init__(
        self, prefix: str, names: dict[Variable, str], memory: Memory, functions: dict[str, str]
    ) -> None:
        self.bindings: dict[str, Any] = {}
        """What the code needs in its namespace."""
        self._prefix = prefix
        self._names = names
        self._functions = functions
        self._expressions = ExpressionCompiler(prefix, names, memory, self.bindings)

    def compile(self, statement: Statement) -> list[str]:
        try:
            return self._compile(statement)
        except NotComputable as error:
            return [f"raise Unmodelled({str(error)!r})"]

    def condition(self, expr: Expr) -> tuple[list[str], str]:
        """Lines to come first, and the condition; the lines may end the run, and then there is no
        condition."""
        try:
            lines, (text,) = self._expressions.compile(expr)
        except NotComputable as error:
            return [f"raise Unmodelled({str(error)!r})"], "True"
        return lines, text

    def _name(self, variable: Variable) -> str:
        return name_of(variable, self._names)

    def _taken(self, statement: Havoc) -> str:
        """An input: nearly always an integer of several bits, which is taken without asking what it is."""
        target, type_, asking = self._name(statement.target), statement.target.type, self._bind(statement)
        if statement.origin is Origin.UNINITIALISED:
            return f"{target} = take_bytes({asking})"
        if isinstance(type_, IntType) and type_.width > 1:
            mask = (1 << type_.width) - 1
            return f"{target} = take_bits({asking}, {mask}, {mask >> type_.signed})"
        return f"{target} = take_value({asking})"

    def _bind(self, value: object) -> str:
        name = f"{self._prefix}_{len(self.bindings)}"
        self.bindings[name] = value
        return name

    def _compile(self, statement: Statement) -> list[str]:
        code = self._expressions.compile
        match statement:
            case Assign(target=target, value=value):
                lines, (text,) = code(value)
                return [*lines, f"{self._name(target)} = {text}"]
            case Store(address=address, value=value):
                lines, (where, what) = code(address, value)
                return [*lines, f"{self._expressions.storer(value.type)}({where}, {what})"]
            case Assume(condition=condition) | Check(condition=condition):
                if condition is TRUE:
                    return []
                if condition is FALSE:
                    return ["raise Stop"]
                lines, (text,) = code(condition)
                return [*lines, f"if not {text}: raise Stop"]
            case Call(target=target, procedure=procedure, arguments=arguments):
                lines, texts = code(*arguments)
                call = f"{self._functions[procedure]}({', '.join([*texts, 'z + 1'])})"
                if target is not None:
                    call = f"{self._name(target)} = {call}"
                return [*lines, f"N = n; {call}; n = N"]
            case Return(value=value):
                if value is None:
                    return []
                lines, (text,) = code(value)
                return [*lines, f"r = {text}"]
            case Copy(to=to, source=source, size=size):
                lines, texts = code(to, source, size)
                return [*lines, f"copy({', '.join(texts)})"]
            case Fill(to=to, byte=byte, size=size):
                lines, texts = code(to, byte, size)
                return [*lines, f"fill({', '.join(texts)})"]
            case Allocate(target=target, size=size, storage=storage, name=name, alignment=alignment):
                place = self._bind(Place(name, _REGIONS[storage]))
                lines, texts = code(*(size,) if alignment is None else (size, alignment))
                return [
                    *lines,
                    f"{self._name(target)} = allocate({texts[0]}, {', '.join([place, *texts[1:]])})",
                ]
            case Free(pointer=pointer):
                lines, (text,) = code(pointer)
                return [*lines, f"free({text})"]
            case EndLifetime(pointer=pointer):
                return [f"end({self._name(pointer)})"]
            case Havoc():
                return [self._taken(statement)]
            case HavocMemory(address=address, size=size):
                lines, (where, count) = code(address, size)
                return [*lines, f"take_memory({self._bind(statement)}, {where}, {count})"]
            case Halt(code=value):
                lines, (text,) = code(value)
                return [*lines, f"raise Halted({text})"]
            case Unsupported():
                return ["raise Stop"]
            case Skip():
                return []
            case _:
                assert_never(statement)
