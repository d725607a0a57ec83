"""Vectors of GNU C (`__attribute__((vector_size(16)))`): what is computed is computed element by element.

In memory a vector is a record with one array in it. A value is a list of expressions, one for each element,
and is only put into an object where one is needed.
"""

from __future__ import annotations

from dovetail.frontend.conditions import COMPARISON
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.expressions import Expressions
from dovetail.frontend.linkage import Memory
from dovetail.frontend.lowering import zero_of
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import Binary, Conditional, Const, Expr, Load, Unary, UnaryOp, const
from dovetail.program.statements import Store, Unsupported
from dovetail.program.types import FloatType, IntType, RecordType, Type, is_scalar
from dovetail.semantics.folding import folded

_COMPUTED = frozenset({"ConvertVectorExpr", "ShuffleVectorExpr"})


class Vectors(Expressions):
    """Expressions of vector type, and their elements."""

    def vector_of(self, node: Node) -> tuple[Type, int] | None:
        """What the elements of a vector are, and how many; None for an expression of any other type."""
        type_ = self.type_of(node)
        return self.types.vectors.get(type_) if isinstance(type_, RecordType) else None

    def computed_vector(self, node: Node) -> Expr | None:
        """The address of an object with the value of an expression that computes a vector; None for any other
        expression."""
        if self.vector_of(node) is None or not self._is_computed(node):
            return None
        type_ = self.type_of(node)
        values = self.elements(node)
        made = self.new_object(type_, "vector")
        for place, value in zip(self._places(made, node), values, strict=True):
            self.emit(Store(place.address, value))
        return made

    def _is_computed(self, node: Node) -> bool:
        match node.kind:
            case "BinaryOperator":
                return node.opcode not in ("=", ",")
            case "UnaryOperator":
                return node.opcode in ("-", "~", "!", "+")
            case "ImplicitCastExpr" | "CStyleCastExpr":
                return node.cast_kind == "VectorSplat" or self.vector_of(node.inner[0]) is None
            case kind:
                return kind in _COMPUTED

    def _places(self, address: Expr, node: Node) -> list[Memory]:
        found = self.vector_of(node)
        assert found is not None
        element, count = found
        step = self.types.size(element)
        return [Memory(self.byte_offset(address, i * step, element), element) for i in range(count)]

    def elements(self, node: Node) -> list[Expr]:
        """The value of an expression of vector type."""
        node = strip(node)
        found = self.vector_of(node)
        assert found is not None
        element, count = found
        if not self._is_computed(node):
            if node.kind == "InitListExpr":
                given = [self.value(item) for item in node.inner]
                return [*given, *[zero_of(element)] * (count - len(given))]
            address = self.aggregate(node)
            self.check_access(address, self.size_of(self.type_of(node)))
            return [Load(place.address, element) for place in self._places(address, node)]
        match node.kind:
            case "BinaryOperator":
                return self._elementwise(node.opcode, node.inner[0], node.inner[1], element)
            case "UnaryOperator":
                return [self._unary_element(node.opcode, value) for value in self.elements(node.inner[0])]
            case "ConvertVectorExpr":
                return [self.convert(value, element) for value in self.elements(node.inner[0])]
            case "ShuffleVectorExpr":
                return self._shuffled(node)
            case _ if node.cast_kind == "VectorSplat":
                return [self.convert(self.value(node.inner[0]), element)] * count
            case _:
                raise UnsupportedError(f"the conversion {node.cast_kind} to a vector is not modelled")

    def _elementwise(self, op: str, left: Node, right: Node, element: Type) -> list[Expr]:
        first = self.elements(left)
        if self.has_effects(right):
            first = [self.keep(value) for value in first]
        pairs = zip(first, self.elements(right), strict=True)
        if op in COMPARISON:
            yes, no = const(_integer(element), -1), const(_integer(element), 0)
            conditions = [self.binary(COMPARISON[op], one, other) for one, other in pairs]
            return [folded(Conditional(condition, yes, no)) for condition in conditions]
        if op in ("<<", ">>"):
            return [self._shifted(op, one, other) for one, other in pairs]
        if op in ("&&", "||"):
            raise UnsupportedError(f"'{op}' on vectors is not modelled")
        return [self.arithmetic(op, one, other, left, right) for one, other in pairs]

    def _shifted(self, op: str, value: Expr, amount: Expr) -> Expr:
        """Machines differ in what they make of an amount out of range, here more than elsewhere."""
        type_ = value.type
        if not isinstance(amount, Const) or not isinstance(type_, IntType) or amount.value >= type_.width:
            raise UnsupportedError("a shift of vectors by an amount that is not a small constant")
        self.guard(op, value, amount)
        return self.binary(Binary.SHL if op == "<<" else Binary.SHR, value, amount)

    def _unary_element(self, op: str, value: Expr) -> Expr:
        match op:
            case "+":
                return value
            case "~":
                return folded(UnaryOp(Unary.COMPLEMENT, value))
            case "!":
                yes, no = const(_integer(value.type), -1), const(_integer(value.type), 0)
                return folded(Conditional(self.truth(value), no, yes))
            case _:
                if isinstance(value.type, IntType) and value.type.signed and self.properties.overflow:
                    lowest = const(value.type, value.type.minimum)
                    text = "the negation fits its type"
                    self.check(self.binary(Binary.NE, value, lowest), "overflow", text)
                return folded(UnaryOp(Unary.NEGATE, value))

    def _shuffled(self, node: Node) -> list[Expr]:
        first, second, *chosen = node.inner
        if not chosen:
            raise UnsupportedError("a shuffle by a vector of numbers is not modelled")
        values = [*self.elements(first), *self.elements(second)]
        result = []
        for one in chosen:
            number = self.value(one)
            if not isinstance(number, Const) or not number.value < len(values):
                raise UnsupportedError("a shuffle that leaves an element open is not modelled")
            result.append(values[number.value])
        return result

    # -- one element

    def vector_element(self, node: Node) -> Memory | None:
        """What a subscript of a vector designates; None where it is one of an array."""
        base = strip(node.inner[0])
        found = self.vector_of(base)
        if found is None:
            return None
        element, count = found
        address = self.aggregate(base)
        index = self.value(node.inner[1])
        if isinstance(index, Const) and index.value < count:
            return self._places(address, base)[index.value]
        assert isinstance(index.type, IntType)
        index = self.keep(self.convert(index, self.target.size_t))
        within, beyond = self.build.location(), self.build.location()
        self.build.branch(self.binary(Binary.LT, index, const(self.target.size_t, count)), within, beyond)
        self.build.here = beyond
        self.emit(Unsupported("an element that a vector does not have"))
        self.build.here = within
        return Memory(self.moved(address, index, element, negative=False), element)

    # -- assignment

    def assign_vector(self, node: Node) -> Expr:
        """`v += w`: the right side first, as for numbers."""
        op = node.opcode[:-1]
        target, written = node.inner
        if self.vector_of(written) is None:
            raise UnsupportedError(f"'{node.opcode}' on a vector and a number is not modelled")
        right = [self.keep(value) for value in self.elements(written)]
        place = self.place(target)
        if not isinstance(place, Memory):
            raise UnsupportedError("assignment to this object is not modelled")
        address = self.keep(place.address)
        size = self.size_of(place.type)
        self.check_access(address, size)
        self.check_access(address, size, writing=True)
        spots = self._places(address, target)
        values = []
        for spot, value in zip(spots, right, strict=True):
            old = Load(spot.address, spot.type)
            shift = op in ("<<", ">>")
            new = self._shifted(op, old, value) if shift else self.arithmetic(op, old, value, target, written)
            values.append(self.keep(new))
        for spot, value in zip(spots, values, strict=True):
            self.emit(Store(spot.address, value))
        return address

    # -- other types

    def bits_of_vector(self, node: Node, type_: Type) -> Expr:
        """A vector seen as a number of the same size."""
        if not is_scalar(type_):
            raise UnsupportedError(f"a vector seen as {type_} is not modelled")
        return self.read(Memory(self.aggregate(node), type_))


def _integer(type_: Type) -> IntType:
    """The signed integer as wide as an element: what comparisons give."""
    assert isinstance(type_, (IntType, FloatType))
    return IntType(type_.width, True)
