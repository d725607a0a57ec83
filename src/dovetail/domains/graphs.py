"""An expression as the graph of the primitives that give it its meaning, each with its abstract value.

`evaluate` over the `Tracing` algebra leaves such a graph behind. Going down it again with a value that is
wanted at the root, and with the inverses of the primitives (`backward`), cuts the values of variables and of
cells of memory: the backward step of a local iteration (section VIII-C). What C means by an operator is still
said in one place.

Nodes are in the order in which they were made: operands before what is made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.domains.evaluation import Reading
from dovetail.domains.values import Value, Values, meet
from dovetail.program.expressions import Expr, Quantifier, Variable, subexpressions
from dovetail.program.types import Type
from dovetail.semantics.evaluate import evaluate


class Node:
    """`name` is that of the primitive; `width` and `to` what it was given. A leaf is a variable, or a place
    in memory with its type."""

    __slots__ = ("name", "operands", "place", "refined", "to", "value", "variable", "width")

    def __init__(
        self, name: str, operands: tuple[Node, ...], value: Value, width: int = 0, to: int = 0
    ) -> None:
        self.name = name
        self.operands = operands
        self.value = value
        self.width = width
        self.to = to
        self.variable: Variable | None = None
        self.place: Type | None = None
        self.refined = False


class Graph:
    """The nodes of one evaluation in one state."""

    def __init__(self, expr: Expr, reading: Reading) -> None:
        self.nodes: list[Node] = []
        self.by_expression: dict[Expr, Node] = {}
        tracing, leaves = Tracing(reading.algebra, self.nodes), _Leaves(reading, self.nodes)
        facts = reading.state.facts
        if facts:
            inside = set(subexpressions(expr))
            for known, value in facts.items():
                if known in inside:
                    node = evaluate(known, tracing, leaves, self.by_expression)
                    common = meet(node.value, value)
                    if common is not None:
                        node.value, node.refined = common, True
        self.root = evaluate(expr, tracing, leaves, self.by_expression)


class _Leaves:
    """What expressions read, as nodes."""

    def __init__(self, reading: Reading, nodes: list[Node]) -> None:
        self._reading = reading
        self._nodes = nodes

    def _node(self, node: Node) -> Node:
        self._nodes.append(node)
        return node

    def variable(self, variable: Variable) -> Node:
        node = self._node(Node("variable", (), self._reading.variable(variable)))
        node.variable = variable
        return node

    def load(self, pointer: Node, type: Type) -> Node:
        node = self._node(Node("load", (pointer,), self._reading.load(pointer.value, type)))
        node.place = type
        return node

    def valid(self, pointer: Node, size: Node, width: int) -> Node:
        value = self._reading.valid(pointer.value, size.value, width)
        return self._node(Node("valid", (pointer, size), value, width))

    def freeable(self, pointer: Node) -> Node:
        return self._node(Node("freeable", (pointer,), self._reading.freeable(pointer.value)))

    def writable(self, pointer: Node) -> Node:
        return self._node(Node("writable", (pointer,), self._reading.writable(pointer.value)))

    def object_size(self, pointer: Node, width: int) -> Node:
        value = self._reading.object_size(pointer.value, width)
        return self._node(Node("object_size", (pointer,), value, width))

    def quantified(self, expr: Quantifier, low: Node, high: Node) -> Node:
        return self._node(Node("quantified", (), self._reading.quantified(expr, low.value, high.value)))

    def no_leak(self, running: bool, roots: Sequence[Node] | None) -> Node:
        return self._node(Node("no_leak", (), self._reading.no_leak(running, None)))


class Tracing:
    """The algebra of nodes over the algebra of values."""

    def __init__(self, algebra: Values, nodes: list[Node]) -> None:
        # The sorts of operands are right because `evaluate` made them; values of all sorts share one type.
        self._algebra: Any = algebra
        self._nodes = nodes

    @property
    def pointer_bits(self) -> int:
        bits: int = self._algebra.pointer_bits
        return bits

    def _constant(self, value: Value) -> Node:
        node = Node("constant", (), value)
        self._nodes.append(node)
        return node

    def _one(self, name: str, operand: Node, value: Value, width: int = 0, to: int = 0) -> Node:
        node = Node(name, (operand,), value, width, to)
        self._nodes.append(node)
        return node

    def _two(self, name: str, left: Node, right: Node, value: Value, width: int = 0) -> Node:
        node = Node(name, (left, right), value, width)
        self._nodes.append(node)
        return node

    def boolean(self, value: bool) -> Node:
        return self._constant(self._algebra.boolean(value))

    def decide(self, condition: Node) -> bool | None:
        known: bool | None = self._algebra.decide(condition.value)
        return known

    def choose(self, condition: Node, then: Node, otherwise: Node) -> Node:
        value = self._algebra.choose(condition.value, then.value, otherwise.value)
        node = Node("choose", (condition, then, otherwise), value)
        self._nodes.append(node)
        return node

    def bits(self, value: int, width: int) -> Node:
        return self._constant(self._algebra.bits(value, width))

    def float_constant(self, bits: int, width: int) -> Node:
        return self._constant(self._algebra.float_constant(bits, width))

    def null(self) -> Node:
        return self._constant(self._algebra.null())

    def address(self, symbol: str) -> Node:
        return self._constant(self._algebra.address(symbol))

    def negation(self, condition: Node) -> Node:
        return self._one("negation", condition, self._algebra.negation(condition.value))

    def conjunction(self, left: Node, right: Node) -> Node:
        return self._two("conjunction", left, right, self._algebra.conjunction(left.value, right.value))

    def disjunction(self, left: Node, right: Node) -> Node:
        return self._two("disjunction", left, right, self._algebra.disjunction(left.value, right.value))

    def add(self, left: Node, right: Node, width: int) -> Node:
        return self._two("add", left, right, self._algebra.add(left.value, right.value, width), width)

    def sub(self, left: Node, right: Node, width: int) -> Node:
        return self._two("sub", left, right, self._algebra.sub(left.value, right.value, width), width)

    def mul(self, left: Node, right: Node, width: int) -> Node:
        return self._two("mul", left, right, self._algebra.mul(left.value, right.value, width), width)

    def udiv(self, left: Node, right: Node, width: int) -> Node:
        return self._two("udiv", left, right, self._algebra.udiv(left.value, right.value, width), width)

    def sdiv(self, left: Node, right: Node, width: int) -> Node:
        return self._two("sdiv", left, right, self._algebra.sdiv(left.value, right.value, width), width)

    def urem(self, left: Node, right: Node, width: int) -> Node:
        return self._two("urem", left, right, self._algebra.urem(left.value, right.value, width), width)

    def srem(self, left: Node, right: Node, width: int) -> Node:
        return self._two("srem", left, right, self._algebra.srem(left.value, right.value, width), width)

    def bitand(self, left: Node, right: Node, width: int) -> Node:
        return self._two("bitand", left, right, self._algebra.bitand(left.value, right.value, width), width)

    def bitor(self, left: Node, right: Node, width: int) -> Node:
        return self._two("bitor", left, right, self._algebra.bitor(left.value, right.value, width), width)

    def bitxor(self, left: Node, right: Node, width: int) -> Node:
        return self._two("bitxor", left, right, self._algebra.bitxor(left.value, right.value, width), width)

    def neg(self, operand: Node, width: int) -> Node:
        return self._one("neg", operand, self._algebra.neg(operand.value, width), width)

    def complement(self, operand: Node, width: int) -> Node:
        return self._one("complement", operand, self._algebra.complement(operand.value, width), width)

    def shl(self, left: Node, amount: Node, width: int) -> Node:
        return self._two("shl", left, amount, self._algebra.shl(left.value, amount.value, width), width)

    def lshr(self, left: Node, amount: Node, width: int) -> Node:
        return self._two("lshr", left, amount, self._algebra.lshr(left.value, amount.value, width), width)

    def ashr(self, left: Node, amount: Node, width: int) -> Node:
        return self._two("ashr", left, amount, self._algebra.ashr(left.value, amount.value, width), width)

    def eq(self, left: Node, right: Node, width: int) -> Node:
        return self._two("eq", left, right, self._algebra.eq(left.value, right.value, width), width)

    def ult(self, left: Node, right: Node, width: int) -> Node:
        return self._two("ult", left, right, self._algebra.ult(left.value, right.value, width), width)

    def ule(self, left: Node, right: Node, width: int) -> Node:
        return self._two("ule", left, right, self._algebra.ule(left.value, right.value, width), width)

    def slt(self, left: Node, right: Node, width: int) -> Node:
        return self._two("slt", left, right, self._algebra.slt(left.value, right.value, width), width)

    def sle(self, left: Node, right: Node, width: int) -> Node:
        return self._two("sle", left, right, self._algebra.sle(left.value, right.value, width), width)

    def zero_extend(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "zero_extend", operand, self._algebra.zero_extend(operand.value, width, to), width, to
        )

    def sign_extend(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "sign_extend", operand, self._algebra.sign_extend(operand.value, width, to), width, to
        )

    def truncate(self, operand: Node, width: int, to: int) -> Node:
        return self._one("truncate", operand, self._algebra.truncate(operand.value, width, to), width, to)

    def fneg(self, operand: Node, width: int) -> Node:
        return self._one("fneg", operand, self._algebra.fneg(operand.value, width), width)

    def fadd(self, left: Node, right: Node, width: int) -> Node:
        return self._two("fadd", left, right, self._algebra.fadd(left.value, right.value, width), width)

    def fsub(self, left: Node, right: Node, width: int) -> Node:
        return self._two("fsub", left, right, self._algebra.fsub(left.value, right.value, width), width)

    def fmul(self, left: Node, right: Node, width: int) -> Node:
        return self._two("fmul", left, right, self._algebra.fmul(left.value, right.value, width), width)

    def fdiv(self, left: Node, right: Node, width: int) -> Node:
        return self._two("fdiv", left, right, self._algebra.fdiv(left.value, right.value, width), width)

    def feq(self, left: Node, right: Node, width: int) -> Node:
        return self._two("feq", left, right, self._algebra.feq(left.value, right.value, width), width)

    def flt(self, left: Node, right: Node, width: int) -> Node:
        return self._two("flt", left, right, self._algebra.flt(left.value, right.value, width), width)

    def fle(self, left: Node, right: Node, width: int) -> Node:
        return self._two("fle", left, right, self._algebra.fle(left.value, right.value, width), width)

    def signed_to_float(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "signed_to_float", operand, self._algebra.signed_to_float(operand.value, width, to), width, to
        )

    def unsigned_to_float(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "unsigned_to_float", operand, self._algebra.unsigned_to_float(operand.value, width, to), width, to
        )

    def float_to_signed(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "float_to_signed", operand, self._algebra.float_to_signed(operand.value, width, to), width, to
        )

    def float_to_float(self, operand: Node, width: int, to: int) -> Node:
        return self._one(
            "float_to_float", operand, self._algebra.float_to_float(operand.value, width, to), width, to
        )

    def float_from_bits(self, operand: Node, width: int) -> Node:
        return self._one(
            "float_from_bits", operand, self._algebra.float_from_bits(operand.value, width), width
        )

    def float_to_bits(self, operand: Node, width: int) -> Node:
        return self._one("float_to_bits", operand, self._algebra.float_to_bits(operand.value, width), width)

    def pointer_add(self, pointer: Node, offset: Node) -> Node:
        return self._two(
            "pointer_add", pointer, offset, self._algebra.pointer_add(pointer.value, offset.value)
        )

    def pointer_diff(self, left: Node, right: Node) -> Node:
        return self._two("pointer_diff", left, right, self._algebra.pointer_diff(left.value, right.value))

    def pointer_eq(self, left: Node, right: Node) -> Node:
        return self._two("pointer_eq", left, right, self._algebra.pointer_eq(left.value, right.value))

    def pointer_lt(self, left: Node, right: Node) -> Node:
        return self._two("pointer_lt", left, right, self._algebra.pointer_lt(left.value, right.value))

    def pointer_le(self, left: Node, right: Node) -> Node:
        return self._two("pointer_le", left, right, self._algebra.pointer_le(left.value, right.value))

    def same_object(self, left: Node, right: Node) -> Node:
        return self._two("same_object", left, right, self._algebra.same_object(left.value, right.value))

    def object_start(self, pointer: Node) -> Node:
        return self._one("object_start", pointer, self._algebra.object_start(pointer.value))

    def pointer_to_int(self, pointer: Node) -> Node:
        return self._one("pointer_to_int", pointer, self._algebra.pointer_to_int(pointer.value))

    def int_to_pointer(self, address: Node) -> Node:
        return self._one("int_to_pointer", address, self._algebra.int_to_pointer(address.value))
