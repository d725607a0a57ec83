"""Lvalues: the object that an expression designates, and the address of a record or an array that is a
value."""

from __future__ import annotations

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Bits, Memory, Place
from dovetail.frontend.literals import string_units
from dovetail.frontend.padding import Padding
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    ObjectStart,
    Unary,
    UnaryOp,
    Variable,
    conjunction,
)
from dovetail.program.statements import Unsupported
from dovetail.program.types import ArrayType, IntType, PointerType, RecordType, Type, VoidType, is_scalar
from dovetail.semantics.folding import folded

_MAKES_RECORD = frozenset(
    "CallExpr ConditionalOperator StmtExpr BinaryOperator InitListExpr "
    "ImplicitCastExpr CStyleCastExpr".split()
)


def is_inner_array(node: Node) -> bool:
    node = strip(node)
    if node.kind != "ImplicitCastExpr" or node.cast_kind != "ArrayToPointerDecay":
        return False
    array = strip(node.inner[0])
    return array.kind in ("MemberExpr", "ArraySubscriptExpr") or array.opcode == "*"


def addressed_below(node: Node) -> Node | None:
    """Of `*&e` it is e, which is all that it means."""
    inner = strip(node.inner[0]) if node.kind == "UnaryOperator" and node.opcode == "*" else node
    return strip(inner.inner[0]) if inner.kind == "UnaryOperator" and inner.opcode == "&" else None


class Places(Padding):
    """Places, and whole objects by their address."""

    _decaying = False
    """Is the place of an array looked for, to have a pointer to it? There is no other way to point into a
    record that is a value and no variable."""
    indexed: Node | None = None
    """The array of which an element is looked for: no pointer to it is kept."""
    addressed: Node | None = None
    """The element of which only the address is taken."""

    # Supplied by the classes that build on this one.

    def value(self, node: Node) -> Expr:
        """The value of an expression of scalar type."""
        raise NotImplementedError

    def effect(self, node: Node) -> None:
        """Evaluate for the effects alone."""
        raise NotImplementedError

    def operands(self, left: Node, right: Node) -> tuple[Expr, Expr]:
        """Two scalars, evaluated left to right."""
        raise NotImplementedError

    def assign_record(self, node: Node) -> Expr:
        raise NotImplementedError

    def guard_move(
        self, node: Node, pointer: Expr, index: Expr, element: Type, *, negative: bool, form: str
    ) -> None:
        """Supplied by `further_checks`."""
        raise NotImplementedError

    def guard_index(self, node: Node, array: Node, index: Expr, written: Node) -> bool:
        """As well."""
        raise NotImplementedError

    def choose_record(self, node: Node) -> Expr:
        raise NotImplementedError

    def call(self, node: Node, used: bool) -> Expr | None:
        raise NotImplementedError

    def statement_expression(self, node: Node, used: bool) -> Expr | None:
        raise NotImplementedError

    def local_place(self, ident: str) -> Place | None:
        raise NotImplementedError

    def compound_literal(self, node: Node) -> Place:
        raise NotImplementedError

    def literal_value(self, node: Node) -> Place:
        raise NotImplementedError

    def until_end_of_expression(self, address: Expr, type_: Type) -> Expr:
        """A copy of a record that ends with the full expression."""
        raise NotImplementedError

    def late_object(self, type_: Type, name: str, offset: int, *, function: bool = False) -> Variable:
        """The address of a local object that is yet to be allocated."""
        raise NotImplementedError

    def block_object(
        self, type_: Type, name: str, *, constant: bool = False, pointed_to: bool = True
    ) -> Expr:
        """A local object that ends with the block around here."""
        raise NotImplementedError

    def new_object(self, type_: Type, name: str) -> Expr:
        """A local object that no pointer of the program's points to; returns the variable that holds its
        address."""
        raise NotImplementedError

    def variable_argument(self, node: Node) -> Place:
        raise NotImplementedError

    def computed_vector(self, node: Node) -> Expr | None:
        """Supplied by `vectors`, as what follows."""
        raise NotImplementedError

    def vector_element(self, node: Node) -> Memory | None:
        raise NotImplementedError

    def assign_vector(self, node: Node) -> Expr:
        raise NotImplementedError

    # -- lvalues

    def place(self, node: Node) -> Place:
        """The object that an lvalue designates."""
        node = strip(node)
        match node.kind:
            case "DeclRefExpr":
                assert node.referenced is not None
                local = self.local_place(node.referenced.id)
                return local or self.linkage.global_place(self.unit, node.referenced)
            case "UnaryOperator" if (addressed := addressed_below(node)) is not None:
                return self.place(addressed)
            case "UnaryOperator" if node.opcode == "*":
                return Memory(self.value(node.inner[0]), self.type_of(node))
            case "ArraySubscriptExpr":
                return self.vector_element(node) or Memory(self._subscript(node), self.type_of(node))
            case "MemberExpr":
                return self._member(node)
            case "StringLiteral" | "PredefinedExpr":
                return Memory(self.decayed(node), self.type_of(node))
            case "CompoundLiteralExpr":
                return self.compound_literal(node)
            case "BinaryOperator" if node.opcode == ",":
                self.effect(node.inner[0])
                return self.place(node.inner[1])
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind in ("NoOp", "LValueBitCast"):
                inner = self.place(node.inner[0])
                if isinstance(inner, Memory):
                    return Memory(inner.address, self.type_of(node))
                return inner
            case "OpaqueValueExpr":
                return self.place(node.inner[0])
            case "ChooseExpr":
                return self.place(self.chosen(node))
            case "VAArgExpr":
                return self.variable_argument(node)
            case _ if node.kind in _MAKES_RECORD and isinstance(self.type_of(node), (RecordType, ArrayType)):
                decaying, self._decaying = self._decaying, False
                address, type_ = self.aggregate(node), self.type_of(node)
                return Memory(self.until_end_of_expression(address, type_) if decaying else address, type_)
            case _:
                raise UnsupportedError(f"the lvalue {node.kind} is not modelled")

    def _member(self, node: Node) -> Place:
        found = self.types.fields.get(node.member)
        base: Expr
        if node.arrow:
            base = self.value(node.inner[0])
        else:
            outer = self.place(node.inner[0])
            if not isinstance(outer, Memory):
                raise UnsupportedError("a member of something that is not in memory is not modelled")
            base = outer.address
        if found is None:
            raise UnsupportedError(self.types.why_unknown(node.name))
        record, index = found
        field = record.fields[index]
        if field.bit_width is not None:
            return Bits(base, field, record)
        return Memory(self.byte_offset(base, field.offset, field.type), field.type)

    def _subscript(self, node: Node) -> Expr:
        left, right = node.inner[0], node.inner[1]
        self.indexed = strip(left)
        values = self.operands(left, right)
        if isinstance(values[0].type, PointerType):
            pointer, index = values
        else:
            index, pointer = values
        pointing, other = (left, right) if isinstance(values[0].type, PointerType) else (right, left)
        if is_inner_array(pointing):
            array = strip(strip(pointing).inner[0])
            if not self._is_inside(array, index) and not self.guard_index(node, array, index, other):
                self.say_leads_on()
        self.guard_move(node, pointer, index, self.type_of(node), negative=False, form="[]")
        return self.moved(pointer, index, self.type_of(node), negative=False)

    def _is_inside(self, array: Node, index: Expr) -> bool:
        type_ = self.type_of(array)
        assert isinstance(type_, ArrayType)
        return isinstance(index, Const) and type_.count is not None and index.value < type_.count

    def say_leads_on(self) -> None:
        if not self.unit.library:
            text = "an index beyond an array that is part of an object is taken to lead on into that object"
            self.linkage.assumption(self.build.position, text, once=True)

    def moved(self, pointer: Expr, index: Expr, element: Type, *, negative: bool) -> Expr:
        """A pointer moved by a number of elements."""
        offset = self.convert(index, self.target.intptr)
        if negative:
            offset = folded(UnaryOp(Unary.NEGATE, offset))
        size = self.convert(self.size_of(element), self.target.intptr)
        if not (isinstance(size, Const) and size.value == 1):
            self._wide_index(index, size)
            offset = self.binary(Binary.MUL, offset, size)
        return self.pointer_add(pointer, offset, PointerType(element))

    def _wide_index(self, index: Expr, size: Expr) -> None:
        """So many bytes may be more than an address can tell; then the machine comes out somewhere else."""
        assert isinstance(index.type, IntType)
        if self.unit.library or index.type.width < self.target.pointer_bits:
            return
        if isinstance(index, Const) and isinstance(size, Const):
            number = index.type.number(index.value)
            if not self.target.intptr.minimum <= number * size.value <= self.target.intptr.maximum:
                raise UnsupportedError(f"the index {number} is further away than an address can tell")
        elif self.properties.deref:
            text = "an index times the size of an element is taken to fit into an address"
            self.linkage.assumption(self.build.position, text, once=True)

    def decayed(self, node: Node) -> Expr:
        """The address of the first element of an array."""
        node = strip(node)
        if node.kind == "PredefinedExpr":
            self.say_pretty(node)
            node = node.inner[0]
        if node.kind == "StringLiteral":
            type_ = self.type_of(node)
            assert isinstance(type_, ArrayType) and isinstance(type_.element, IntType)
            units = string_units(str(node.value))
            count = type_.count if type_.count is not None else len(units) + 1
            return self.linkage.string_object(units, type_.element, count)
        around, self._decaying = self._decaying, True
        try:
            place = self.place(node)
        finally:
            self._decaying = around
        if not isinstance(place, Memory):
            raise UnsupportedError("an array that is not in memory is not modelled")
        return place.address

    def say_pretty(self, node: Node) -> None:
        if node.kind == "PredefinedExpr" and node.name == "__PRETTY_FUNCTION__":
            text = "__PRETTY_FUNCTION__ is a declaration, as clang has it; for gcc it is a name"
            self.linkage.assumption(self.build.position, text, once=True)

    def without_const(self, address: Expr) -> Expr:
        """The address of a constant member, as one that can be written through. What was *defined* with such
        a type must not be written (C11, 6.7.3p6), and nothing keeps a machine from it; a block on the heap is
        not defined by anything."""
        pointer = self.keep(address)
        start = ObjectStart(pointer)
        on_heap = conjunction([BinaryOp(Binary.NE, start, Const(start.type, 0)), Freeable(start)])
        fine, defined = self.build.location(), self.build.location()
        self.build.branch(on_heap, fine, defined)
        self.build.here = defined
        self.emit(Unsupported("a pointer to a constant member that says so no more is not modelled"))
        self.build.here = fine
        return pointer

    # -- whole objects

    def any_value(self, node: Node) -> Expr | None:
        """The value of an expression of any type: of a record, its address."""
        type_ = self.type_of(node)
        if isinstance(type_, VoidType):
            self.effect(node)
            return None
        return self.value(node) if is_scalar(type_) else self.aggregate(node)

    def chosen(self, node: Node) -> Node:
        """The part of `__builtin_choose_expr` that counts; the other one is not even evaluated."""
        condition = strip(node.inner[0])
        if condition.value is None and not self.has_effects(condition):
            folded_condition = self.value(condition)
            if isinstance(folded_condition, Const):
                return node.inner[1] if folded_condition.value else node.inner[2]
        if node.inner[0].value is None:
            raise UnsupportedError("__builtin_choose_expr with a condition that is not constant")
        return node.inner[1] if int(str(node.inner[0].value)) else node.inner[2]

    def aggregate(self, node: Node) -> Expr:
        """The address of an object that holds the value of an expression of record type."""
        node = strip(node)
        self.at(node)
        vector = self.computed_vector(node)
        if vector is not None:
            return vector
        match node.kind:
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind in (
                "LValueToRValue",
                "NoOp",
                "BitCast",
            ):
                return self.aggregate(node.inner[0])
            case "CompoundAssignOperator":
                return self.assign_vector(node)
            case "CStyleCastExpr" if node.cast_kind == "ToUnion":
                target = self.new_object(self.type_of(node), "union")
                self.write(Memory(target, self.type_of(node.inner[0])), self.value(node.inner[0]))
                return target
            case "CallExpr":
                result = self.call(node, used=True)
                assert result is not None
                return result
            case "BinaryOperator" if node.opcode == "=":
                return self.assign_record(node)
            case "BinaryOperator" if node.opcode == ",":
                self.effect(node.inner[0])
                return self.aggregate(node.inner[1])
            case "ConditionalOperator":
                return self.choose_record(node)
            case "StmtExpr":
                result = self.statement_expression(node, used=True)
                assert result is not None
                return result
            case "ChooseExpr":
                return self.aggregate(self.chosen(node))
            case "InitListExpr" | "ImplicitValueInitExpr" | "CompoundLiteralExpr":
                place = self.literal_value(node)
            case _:
                place = self.place(node)
        if not isinstance(place, Memory):
            raise UnsupportedError(f"a value of type {self.type_of(node)} is not modelled")
        return place.address
