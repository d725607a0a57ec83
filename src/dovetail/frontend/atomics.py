"""Atomic operations: C11's (`atomic_fetch_add`), GNU C's (`__atomic_*`), and the old `__sync_*`.

There are no threads, so they are plain reads and writes. What is left open all the same, that a weak
comparison may fail for no reason, is taken as the machine has it, and listed.
"""

from __future__ import annotations

import re

from dovetail.frontend.calls import Calls
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Memory
from dovetail.frontend.lowering import zero_of
from dovetail.frontend.syntax import Node
from dovetail.program.expressions import Binary, BinaryOp, Conditional, Const, Expr, Unary, UnaryOp, const
from dovetail.program.types import C_BOOL, FloatType, IntType, PointerType, Type, is_scalar
from dovetail.semantics.folding import folded

_OPERATORS = {
    "add": Binary.ADD,
    "sub": Binary.SUB,
    "or": Binary.BITOR,
    "and": Binary.BITAND,
    "xor": Binary.BITXOR,
    "nand": Binary.BITAND,
}
_FETCHING = re.compile(r"(?:fetch_(?P<before>\w+)|(?P<after>\w+)_fetch)")
_SYNC = re.compile(r"__sync_(?:fetch_and_(?P<before>\w+?)|(?P<after>\w+?)_and_fetch)(?:_\d+)?")
_WEAK = "a weak compare-and-exchange is taken to fail only where the values differ"


def _is_zero(value: Expr) -> bool:
    return isinstance(value, Const) and value.value == 0


class Atomics(Calls):
    """Operations on one object, which the first argument points to."""

    def atomic(self, node: Node) -> Expr | None:
        """An `AtomicExpr`. The tree has its parts in an order of its own: the pointer, the memory order, the
        first value, the memory order of a failure, the second value."""
        name = node.name
        scoped = name.startswith(("__scoped_", "__opencl_", "__hip_"))
        what = name.removeprefix("__c11_atomic_").removeprefix("__atomic_")
        if scoped or what == name:
            raise UnsupportedError(f"the atomic operation '{name}' is not modelled")
        values = self.arguments(node.inner)
        self.at(node)
        place = self._atomic_object(node.inner[0], values[0], name)
        type_ = place.type
        if what == "init":
            self.write(place, self.convert(values[1], type_))
            return None
        if what in ("test_and_set", "clear"):
            place = Memory(place.address, C_BOOL)
            old = self.keep(self.read(place)) if what == "test_and_set" else None
            self.write(place, const(C_BOOL, int(what == "test_and_set")))
            return old
        if what in ("load", "load_n"):
            return self._handed_back(what, values[2:], self.keep(self.read(place)), type_)
        first = self._atomic_operand(name, what, values[2], type_)
        if what in ("store", "store_n"):
            self.write(place, first)
            return None
        if what in ("exchange", "exchange_n"):
            old = self.keep(self.read(place))
            self.write(place, first)
            return self._handed_back(what, values[3:], old, type_)
        if what.startswith("compare_exchange"):
            return self._compare_exchange(node, name, values, place)
        return self._fetched(node, what, place, first)

    def _atomic_object(self, pointer: Node, address: Expr, name: str) -> Memory:
        pointer_type = self.type_of(pointer)
        type_ = pointer_type.pointee if isinstance(pointer_type, PointerType) else None
        if name.endswith(("test_and_set", "clear")):
            type_ = C_BOOL
        if type_ is None or not is_scalar(type_):
            raise UnsupportedError(f"'{name}' on this type is not modelled")
        return Memory(address, type_)

    def _atomic_operand(self, name: str, what: str, value: Expr, type_: Type) -> Expr:
        """The generic forms of GNU C are handed pointers to values."""
        if what in ("store", "exchange") and name.startswith("__atomic_"):
            return self.keep(self.read(Memory(value, type_)))
        if isinstance(type_, PointerType) or what.startswith("compare_exchange"):
            return value
        return self.keep(self.convert(value, type_))

    def _handed_back(self, what: str, rest: list[Expr], result: Expr, type_: Type) -> Expr | None:
        """As the result, or, in the generic forms of GNU C, behind a pointer."""
        if what.endswith("_n") or not rest:
            return result
        self.write(Memory(rest[0], type_), result)
        return None

    def _compare_exchange(self, node: Node, name: str, values: list[Expr], place: Memory) -> Expr:
        type_ = place.type
        weak = name.endswith("weak") or (len(values) > 5 and not _is_zero(values[5]))
        if weak and not self.unit.library:
            self.linkage.assumption(self.build.position, _WEAK, once=True)
        wanted = Memory(values[2], type_)
        new = values[4]
        if name == "__atomic_compare_exchange":
            new = self.read(Memory(new, type_))
        new = self.keep(self.convert(new, type_))
        old = self.keep(self.read(place))
        expected = self.keep(self.read(wanted))
        if isinstance(type_, FloatType):
            raise UnsupportedError(f"'{name}' on floats, which are compared bit by bit, is not modelled")
        same = self.keep(self.binary(Binary.EQ, old, expected))
        done, differs, after = (self.build.location() for _ in range(3))
        self.build.branch(same, done, differs)
        self.build.here = done
        self.write(place, new)
        self.build.jump(after)
        self.build.here = differs
        self.write(wanted, old)
        self.build.label(after)
        return self.from_condition(same, self.type_of(node))

    def _fetched(self, node: Node, what: str, place: Memory, value: Expr) -> Expr:
        found = _FETCHING.fullmatch(what)
        name = (found["before"] or found["after"]) if found else ""
        if found is None or name not in (*_OPERATORS, "min", "max"):
            raise UnsupportedError(f"the atomic operation '{node.name}' is not modelled")
        type_ = place.type
        old = self.keep(self.read(place))
        new: Expr
        if isinstance(type_, PointerType):
            # C counts in elements, GNU C in bytes.
            element = type_.pointee if node.name.startswith("__c11_") else IntType(8, False)
            new = self.moved(old, value, element, negative=name == "sub")
        elif name in ("min", "max"):
            first = self.binary(Binary.LT if name == "min" else Binary.GT, old, value)
            new = folded(Conditional(first, old, value))
        else:
            new = self.combined(name, old, value, type_)
        new = self.keep(new)
        self.write(place, new)
        return old if found["before"] else new

    def combined(self, name: str, old: Expr, value: Expr, type_: Type) -> Expr:
        """They wrap around (C11 7.17.7.5), and are no part of the question whether arithmetic overflows."""
        if isinstance(type_, FloatType) and name not in ("add", "sub"):
            raise UnsupportedError(f"the atomic operation '{name}' on floats is not modelled")
        if isinstance(type_, IntType) and type_.name == "_Bool":
            raise UnsupportedError(f"the atomic operation '{name}' on _Bool is not modelled")
        if isinstance(type_, FloatType):
            result = self.float_operation(_OPERATORS[name], old, value)
        else:
            result = self.binary(_OPERATORS[name], old, value)
        return folded(UnaryOp(Unary.COMPLEMENT, result)) if name == "nand" else result

    def sync(self, name: str, node: Node, arguments: list[Node]) -> Expr | None:
        """The old atomic builtins."""
        if name == "__sync_synchronize":
            return None
        values = self.arguments(arguments)
        pointer_type = self.type_of(arguments[0])
        if not isinstance(pointer_type, PointerType):
            raise UnsupportedError(f"'{name}' on this type is not modelled")
        type_: Type = pointer_type.pointee
        place = Memory(values[0], type_)
        old = self.keep(self.read(place))
        given = [self.convert(value, type_) for value in values[1:]]
        if "compare_and_swap" in name:
            same = self.keep(BinaryOp(Binary.EQ, old, given[0]))
            self.write(place, Conditional(same, given[1], old))
            return self.from_condition(same, self.type_of(node)) if "bool" in name else old
        if "lock_test_and_set" in name:
            self.write(place, given[0])
            return old
        if "lock_release" in name:
            self.write(place, zero_of(type_))
            return None
        match = _SYNC.fullmatch(name)
        op = (match["before"] or match["after"]) if match else ""
        if match is None or op not in _OPERATORS or not isinstance(type_, IntType):
            raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        new = self.keep(self.combined(op, old, given[0], type_))
        self.write(place, new)
        return old if match["before"] else new
