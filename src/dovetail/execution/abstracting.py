"""Abstraction on the fly (Yorsh, Ball, Sagiv 2006, section 4.3): predicates evaluated where a run passes.

The predicates of a location become one compiled function of the variables that they read, so that a state is
abstracted at the speed of the code around it, and no state has to be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from dovetail.execution.expression_compiler import ExpressionCompiler
from dovetail.execution.frames import Frame
from dovetail.program.expressions import Expr, variables
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import MemoryFault

_serials = count()


class Readings:
    """The values that expressions have in a state, by location of one procedure."""

    def __init__(self, expressions: Mapping[int, Sequence[Expr]]) -> None:
        self._expressions = expressions
        self._name = f"alpha_{next(_serials)}"

    def of(self, frame: Frame) -> Any:
        """Raises MemoryFault if one of them reads what cannot be read, NotComputable if one has no
        meaning."""
        key = f"{self._name}_{frame.location}"
        found = frame.namespace.get(key)
        if found is None:
            found = frame.namespace[key] = self._compiled(key, frame)
        function, names = found
        values = frame.locals
        return function(*[values[name] for name in names])

    def _compiled(self, key: str, frame: Frame) -> tuple[Any, tuple[str, ...]]:
        expressions = self._expressions[frame.location]
        read = dict.fromkeys(
            variable
            for expression in expressions
            for variable in sorted(variables(expression), key=lambda variable: variable.serial)
        )
        names = tuple(frame.names[variable] for variable in read if variable.scope)
        bindings: dict[str, Any] = {}
        compiler = ExpressionCompiler(key, dict(frame.names), frame.memory, bindings)
        lines, texts = compiler.compile(*expressions)
        source = "\n ".join([f"def {key}({', '.join(names)}):", *lines, f"return {self._result(texts)}"])
        namespace = frame.namespace
        for name, value in bindings.items():
            namespace.setdefault(name, value)
        made: dict[str, Any] = {}
        exec(compile(source, f"<dovetail {key}>", "exec", dont_inherit=True), namespace, made)
        return made[key], names

    def _result(self, texts: Sequence[str]) -> str:
        return f"({''.join(f'{text}, ' for text in texts)})"


class Vectors(Readings):
    """The vector of bits that predicates have in a state: bit i is that of the i-th predicate. What cannot be
    read may be anything, for all of them the same, and so is taken as zero: the vector is one that a proof
    considers, too. A predicate without a meaning does not hold."""

    def of(self, frame: Frame) -> int:
        try:
            bits: int = super().of(frame)
        except (MemoryFault, NotComputable):
            bits = self._one_by_one(frame)
        return bits

    def _result(self, texts: Sequence[str]) -> str:
        return " | ".join(f"({1 << index} if {text} else 0)" for index, text in enumerate(texts)) or "0"

    def _one_by_one(self, frame: Frame) -> int:
        bits, state = 0, frame.as_if_zero()
        for index, predicate in enumerate(self._expressions[frame.location]):
            try:
                if state.evaluate(predicate):
                    bits |= 1 << index
            except NotComputable:
                continue
        return bits
