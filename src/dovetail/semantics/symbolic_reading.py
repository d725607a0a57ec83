"""What expressions read of a symbolic memory: the half of a state that is the same for all that have one.

Which variables there are, what they hold and what statements do is up to each kind of state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.program.expressions import Expr, Quantifier, Sum, Variable
from dovetail.program.types import Type
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Bits, Symbolic, Value
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_values import Condition


class SymbolicReading:
    """A `semantics.algebra.State`, once it has variables."""

    __slots__ = ("algebra",)
    algebra: Symbolic[Any]

    @property
    def memory(self) -> SymbolicMemory[Any]:
        raise NotImplementedError

    def variable(self, variable: Variable) -> Value:
        raise NotImplementedError

    def destination(self, pointer: Any, size: Any) -> Any:
        """Where an access through a pointer goes that may point outside of every object."""
        return pointer

    def narrowed(self, pointer: Any) -> Any:
        """The same pointer, without the places that it does not lead to where control is."""
        return pointer

    def load(self, pointer: Any, type: Type) -> Any:
        if pointer.object == 0 or isinstance(pointer.object, Bits):
            pointer = self.destination(pointer, size_of(type, self.algebra.pointer_bits))
        return self.memory.load(pointer, type)

    def valid(self, pointer: Value, size: Value, width: int) -> Any:
        return self.memory.valid(pointer, size, width)

    def freeable(self, pointer: Value) -> Any:
        return self.memory.freeable(pointer)

    def writable(self, pointer: Value) -> Any:
        return self.memory.writable(pointer)

    def object_size(self, pointer: Value, width: int) -> Any:
        return self.memory.object_size(pointer, width)

    def quantified(self, expr: Quantifier, low: Value, high: Value) -> Any:
        """Nothing is known of it here: it may hold or not, and a sum is any number."""
        algebra = self.algebra
        if isinstance(expr, Sum):
            return algebra.fresh(expr.type, algebra.name("sum"))
        return Condition(algebra.terms.boolean_symbol(algebra.name("quantified")))

    def no_leak(self, running: bool, roots: Sequence[Any] | None) -> Any:
        return self.memory.no_leak(roots)

    def evaluate(self, expr: Expr) -> Any:
        """The value of an expression (an invariant, say) in this state."""
        return evaluate(expr, self.algebra, self)
