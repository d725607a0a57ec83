"""C expressions: what they compute becomes a pure expression, what they do becomes statements.

Evaluation order is clang's: operands left to right, the right side of an assignment to a scalar before the
left, the left before the right for whole records. A value whose operands could change before it is used is
kept in a temporary.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.frontend.arithmetic import ARITHMETIC
from dovetail.frontend.builder import Builder
from dovetail.frontend.conditions import COMPARISON, TRUTH_CASTS
from dovetail.frontend.constants import loses_constant_member
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.exact_terms import complement, negated
from dovetail.frontend.linkage import Bits, Linkage, Memory, Place, Register
from dovetail.frontend.literals import float_bits, parse_float
from dovetail.frontend.lowering import is_c_bool, require_modelled, zero_of
from dovetail.frontend.overlaps import Overlaps, same_or_apart
from dovetail.frontend.places import addressed_below, is_inner_array
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import (
    Binary,
    Cast,
    Const,
    Expr,
    Unary,
    UnaryOp,
    const,
)
from dovetail.program.types import (
    C_BOOL,
    INT,
    VOID_POINTER,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    is_scalar,
)
from dovetail.semantics.folding import folded

_KEEPING_CASTS = frozenset("NoOp BitCast LValueBitCast AtomicToNonAtomic NonAtomicToAtomic".split())
_VALUE_CASTS = frozenset(
    "IntegralCast FloatingCast IntegralToFloating FloatingToIntegral BooleanToSignedIntegral "
    "IntegralToPointer PointerToIntegral".split()
)


def _begins_with(record: RecordType, other: Type) -> bool:
    """Is the other one its first member, or that of its first member?"""
    inside: Type = record
    while isinstance(inside, RecordType) and inside.fields:
        inside = inside.fields[0].type
        if inside is other:
            return True
    return any(record.union and field.type is other for field in record.fields)


def _may_alias(source: Type, target: Type) -> bool:
    """Is an object seen by a pointer to another type from now on, so that compilers may not see it?"""
    if not (isinstance(source, PointerType) and isinstance(target, PointerType)):
        return False
    left, right = source.pointee, target.pointee
    if isinstance(left, RecordType) and isinstance(right, RecordType):
        return left is not right and not _begins_with(left, right) and not _begins_with(right, left)
    if isinstance(left, PointerType) and isinstance(right, PointerType):
        return left != right
    if not (isinstance(left, IntType | FloatType) and isinstance(right, IntType | FloatType)):
        return False
    if isinstance(left, FloatType) or isinstance(right, FloatType):
        return left != right
    return left.width != right.width and 8 not in (left.width, right.width)


class Expressions(Overlaps):
    """Expressions, apart from calls and initialisers."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self._handlers: dict[str, Callable[[Node], Expr]] = {
            "IntegerLiteral": self._integer,
            "CharacterLiteral": self._integer,
            "CXXBoolLiteralExpr": lambda node: const(C_BOOL, int(bool(node.value))),
            "CXXNullPtrLiteralExpr": lambda node: Const(VOID_POINTER, 0),
            "FloatingLiteral": self._floating,
            "DeclRefExpr": self._reference,
            "ImplicitCastExpr": self._cast,
            "CStyleCastExpr": self._cast,
            "BinaryOperator": self._binary,
            "CompoundAssignOperator": self._compound_value,
            "UnaryOperator": self._unary,
            "ConditionalOperator": self.conditional,
            "BinaryConditionalOperator": self.elvis,
            "UnaryExprOrTypeTraitExpr": self.size_or_align,
            "OffsetOfExpr": self.offset_of,
            "CallExpr": self._call_value,
            "StmtExpr": self._statement_value,
            "ImplicitValueInitExpr": lambda node: zero_of(self.type_of(node)),
            "InitListExpr": self._braced_scalar,
            "OpaqueValueExpr": lambda node: self.value(node.inner[0]),
            "VAArgExpr": lambda node: self.read(self.variable_argument(node)),
            "ChooseExpr": lambda node: self.value(self.chosen(node)),
            "MemberExpr": lambda node: self.read(self.place(node)),
            "ArraySubscriptExpr": lambda node: self.read(self.place(node)),
            "CompoundLiteralExpr": lambda node: self.read(self.literal_value(node)),
            "PredefinedExpr": self.decayed,
            "TypeTraitExpr": self.type_trait,
            "AtomicExpr": self._atomic_value,
            "BuiltinBitCastExpr": self._bit_cast,
            "AddrLabelExpr": lambda node: self.linkage.label_address(node.label),
        }

    # -- entry points

    def effect(self, node: Node) -> None:
        """Evaluate for the effects alone."""
        node = strip(node)
        self.at(node)
        match node.kind:
            case "CallExpr":
                self.call(node, used=False)
            case "BinaryOperator" if node.opcode == ",":
                self.effect(node.inner[0])
                self.effect(node.inner[1])
            case "BinaryOperator" if node.opcode == "=":
                self._assign(node, used=False)
            case "CompoundAssignOperator" if isinstance(self.type_of(node), RecordType):
                self.assign_vector(node)
            case "CompoundAssignOperator":
                self._compound_assign(node, used=False)
            case "UnaryOperator" if node.opcode in ("++", "--"):
                self._step(node, used=False)
            case "CStyleCastExpr" | "ImplicitCastExpr" if node.cast_kind == "ToVoid":
                self.effect(node.inner[0])
            case "AtomicExpr":
                self.atomic(node)
            case "StmtExpr":
                self.statement_expression(node, used=False)
            case "ConditionalOperator":
                self.conditional_effect(node)
            case "BinaryConditionalOperator":
                self.elvis_effect(node)
            case "ChooseExpr":
                self.effect(self.chosen(node))
            case "BinaryOperator" if node.opcode in ("&&", "||"):
                if self.has_effects(node):
                    self.condition(node)
            case "UnaryOperator" if node.opcode == "*" and isinstance(self.type_of(node), VoidType):
                self.effect(node.inner[0])  # nothing is read: there is no value of type void
            case _ if self.has_effects(node):
                if isinstance(self.type_of(node), VoidType):
                    raise UnsupportedError(f"the expression {node.kind} without a value is not modelled")
                value = self.any_value(node)
                if value is not None and isinstance(self.type_of(node), RecordType):
                    # Its value is not used, but there is one (C11 6.8.3, 6.3.2.1): all of it is read.
                    self.check_access(value, self.size_of(self.type_of(node)))

    def value(self, node: Node) -> Expr:
        """The value of an expression of scalar type."""
        node = strip(node)
        position = self.build.position
        self.at(node)
        handler = self._handlers.get(node.kind)
        if handler is None:
            raise UnsupportedError(f"the expression {node.kind} is not modelled")
        result = handler(node)
        self.build.position = position
        return result

    # -- leaves

    def _integer(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        return const(type_, int(str(node.value)))

    def _floating(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, FloatType)
        require_modelled(type_)
        return Const(type_, float_bits(parse_float(str(node.value)), type_.width))

    def _braced_scalar(self, node: Node) -> Expr:
        if len(node.inner) > 1:
            raise UnsupportedError("a braced list of values for a scalar is not modelled")
        return self.value(node.inner[0]) if node.inner else zero_of(self.type_of(node))

    def _reference(self, node: Node) -> Expr:
        assert node.referenced is not None
        if node.referenced.kind == "EnumConstantDecl":
            type_ = self.type_of(node)
            value = self.types.enumerators.get(node.referenced.id)
            if value is None or not isinstance(type_, IntType):
                raise UnsupportedError(f"the enumerator '{node.referenced.name}' is not known")
            return const(type_, value)
        if node.referenced.kind == "FunctionDecl":
            return self.linkage.function_address(self.unit, node.referenced)
        return self.read(self.place(node))

    # -- operators

    def operands(self, left: Node, right: Node) -> tuple[Expr, Expr]:
        """Two scalars, evaluated left to right."""
        first = self.value(left)
        if self.has_effects(right):
            first = self.keep(first)
        return first, self.value(right)

    def _binary(self, node: Node) -> Expr:
        op = node.opcode
        if op == "=":
            return self._assign(node, used=True)
        if op == ",":
            self.effect(node.inner[0])
            return self.value(node.inner[1])
        if op in ("&&", "||") or op in COMPARISON:
            return self.from_condition(self.condition(node), INT)
        left, right = self.operands(node.inner[0], node.inner[1])
        return self.arithmetic(op, left, right, node.inner[0], node.inner[1], node)

    def _unary(self, node: Node) -> Expr:
        operand = node.inner[0]
        match node.opcode:
            case "&":
                return self._address_of(operand)
            case "*":
                if isinstance(self.type_of(node), FunctionType):
                    return self.value(operand)
                return self.read(self.place(node))
            case "++" | "--":
                return self._step(node, used=True)
            case "+":
                return self.value(operand)
            case "-":
                value = self.value(operand)
                if self.exact and isinstance(value.type, IntType):
                    return negated(value)
                self.guard_negation(value)
                if isinstance(value.type, IntType) and value.type.signed and self.properties.overflow:
                    lowest = const(value.type, value.type.minimum)
                    self.check(
                        self.binary(Binary.NE, value, lowest), "overflow", "the negation fits its type"
                    )
                return folded(UnaryOp(Unary.NEGATE, value))
            case "~":
                value = self.value(operand)
                return complement(value) if self.exact else folded(UnaryOp(Unary.COMPLEMENT, value))
            case "!":
                return self.from_condition(self.condition(node), INT)
            case _:
                raise UnsupportedError(f"the operator '{node.opcode}' is not modelled")

    def _address_of(self, operand: Node) -> Expr:
        operand = strip(operand)
        while (same := addressed_below(operand)) is not None:
            operand = same
        if operand.kind == "DeclRefExpr" and operand.referenced is not None:
            if operand.referenced.kind == "FunctionDecl":
                return self.linkage.function_address(self.unit, operand.referenced)
        if isinstance(self.type_of(operand), FunctionType):
            return self.value(operand)
        self.say_pointed_to(operand)
        if (
            self.properties.deref
            and operand.kind == "ArraySubscriptExpr"
            and is_inner_array(operand.inner[0])
        ):
            self.say_leads_on()
        self.addressed = operand
        place = self.place(operand)
        if not isinstance(place, Memory):
            raise UnsupportedError("the address of this object is not modelled")
        return place.address

    def _step(self, node: Node, used: bool) -> Expr:
        """`++` and `--`, before or after."""
        place = self.place(node.inner[0])
        type_ = self.place_type(place)
        if not is_scalar(type_):
            raise UnsupportedError(f"'{node.opcode}' on {type_} is not modelled")
        old = self.read(place)
        if used and node.postfix:
            old = self.keep(old)
            self.say_unpromoted(place.field if isinstance(place, Bits) else None)
        op = node.opcode[0]
        new: Expr
        if isinstance(type_, PointerType):
            one, form = const(INT, 1), "x++" if node.postfix else "++x"
            self.guard_move(node, old, one, type_.pointee, negative=op == "-", form=form)
            new = self.moved(old, one, type_.pointee, negative=op == "-")
        elif isinstance(type_, FloatType):
            new = self.float_operation(ARITHMETIC[op], old, Const(type_, float_bits(1.0, type_.width)))
        elif is_c_bool(type_):
            new = self.convert(self.binary(ARITHMETIC[op], Cast(INT, old), const(INT, 1)), type_)
        else:
            assert isinstance(type_, IntType)
            if type_.width >= INT.width:
                self.guard(op, old, const(type_, 1))
            else:
                wide = self.binary(ARITHMETIC[op], self.convert(old, INT), const(INT, 1))
                self.guard_conversion(wide, type_)
            new = self.binary(ARITHMETIC[op], old, const(type_, 1))
        if used and not node.postfix and not isinstance(place, Register):
            new = self.keep(self.narrowed(place, new))
        self.write(place, new)
        self.spoil_around(node, node.inner[0])
        if node.postfix:
            return old
        return place.variable if isinstance(place, Register) else new

    # -- assignment

    def _assign(self, node: Node, used: bool) -> Expr:
        type_ = self.type_of(node)
        if not is_scalar(type_):
            return self.assign_record(node)
        value = self.value(node.inner[1])
        if self.has_effects(node.inner[0]):
            value = self.keep(value)
        place = self.place(node.inner[0])
        result = self._written(place, value, used)
        self.spoil_around(node, node.inner[0])
        return result

    def _written(self, place: Place, value: Expr, used: bool) -> Expr:
        """Write, and give the value of the assignment expression."""
        if isinstance(place, Register):
            self.write(place, value)
            return place.variable
        if used:
            value = self.keep(value)
            self.say_wide(place)
        self.write(place, value)
        return self.narrowed(place, value)

    def assign_record(self, node: Node) -> Expr:
        place = self.place(node.inner[0])
        if not isinstance(place, Memory):
            raise UnsupportedError("assignment to this object is not modelled")
        to = place.address
        if self.has_effects(node.inner[1]):
            to = self.keep(to)
        source = self.aggregate(node.inner[1])
        size = self.size_of(place.type)
        if not (self.unit.library or self.surely_apart(to, source) or same_or_apart(to, source, size)):
            to, source = self.keep(to), self.keep(source)
            self.refuse_overlap(to, source, size, "an assignment")
        self.copy(to, source, place.type)
        self.spoil_around(node, node.inner[0])
        return to

    def _compound_value(self, node: Node) -> Expr:
        return self._compound_assign(node, used=True)

    def _compound_assign(self, node: Node, used: bool) -> Expr:
        right = self.value(node.inner[1])
        if node.opcode in ("<<=", ">>="):
            # Here already, before the place is looked for: the machine's order.
            self.refuse_bad_shift(self.types.of(node.compute_left), right, node.inner[1])
        if self.has_effects(node.inner[0]):
            right = self.keep(right)
        place = self.place(node.inner[0])
        type_ = self.place_type(place)
        op = node.opcode[:-1]
        old = self.read(place)
        if isinstance(type_, PointerType):
            self.guard_move(node, old, right, type_.pointee, negative=op == "-", form="+=")
            new = self.moved(old, right, type_.pointee, negative=op == "-")
        else:
            computed = self.types.of(node.compute_left)
            self.guard_conversion(old, computed)
            left = self.convert(old, computed)
            new = self.arithmetic(op, left, right, node.inner[0], node.inner[1], node)
            self.guard_conversion(new, type_)
            new = self.convert(new, type_)
        result = self._written(place, new, used)
        self.spoil_around(node, node.inner[0])
        return result

    # -- casts

    def _cast(self, node: Node) -> Expr:
        inner = node.inner[0]
        kind = node.cast_kind
        if kind == "LValueToRValue":
            stripped = strip(inner)
            if stripped.kind == "DeclRefExpr" and stripped.referenced is not None:
                return self._reference(stripped)
            return self.read(self.place(inner))
        if kind in _KEEPING_CASTS:
            if self.properties.deref and loses_constant_member(node):
                return self.without_const(self.value(inner))
            type_ = self.type_of(node)
            if kind == "BitCast" and not is_scalar(self.type_of(inner)):
                return self.bits_of_vector(inner, type_)
            if kind == "BitCast" and not self.unit.library and _may_alias(self.type_of(inner), type_):
                text = (
                    "objects are taken to be read and written as any type (compilers: -fno-strict-aliasing)"
                )
                self.linkage.assumption(self.build.position, text, once=True)
            return self.value(inner) if is_scalar(type_) else self.aggregate(inner)
        if kind in _VALUE_CASTS:
            value = self.value(inner)
            if self.exact and kind != "PointerToIntegral":
                return self._exactly_cast(node, value)
            self.cast_guarded(node, value)
            return self.convert(value, self.type_of(node))
        if kind in TRUTH_CASTS:
            return self.from_condition(self.condition(inner), self.type_of(node))
        match kind:
            case "ArrayToPointerDecay":
                if self.indexed is not node:
                    if self.properties.deref and is_inner_array(node):
                        self.say_leads_on()
                    self.say_pointed_to(inner)
                return self.decayed(inner)
            case "FunctionToPointerDecay" | "BuiltinFnToFnPtr":
                return self.value(inner)
            case "NullToPointer":
                if self.has_effects(inner):
                    self.effect(inner)
                return Const(VOID_POINTER, 0)
            case _:
                raise UnsupportedError(f"the conversion {kind} is not modelled")

    def _exactly_cast(self, node: Node, value: Expr) -> Expr:
        """What C does to compute with two types is not done; what is written is."""
        type_ = self.type_of(node)
        if node.kind == "ImplicitCastExpr" and isinstance(value.type, IntType) and isinstance(type_, IntType):
            return value
        result = self.convert(value, type_)
        if isinstance(type_, FloatType) and isinstance(value.type, IntType):
            same = isinstance(value, Const) and folded(Cast(value.type, result)) == value
            if not same:
                raise UnsupportedError("a clause of ACSL that compares an integer to a float")
        return result

    def _call_value(self, node: Node) -> Expr:
        result = self.call(node, used=True)
        if result is None:
            raise UnsupportedError("the value of a call that has none is used")
        return result

    def _bit_cast(self, node: Node) -> Expr:
        """The bytes of one value taken for those of another."""
        source = self.type_of(node.inner[0])
        cell = Memory(self.new_object(source, "bits"), source)
        if is_scalar(source):
            self.write(cell, self.read(self.place(node.inner[0])))
        else:
            self.copy(cell.address, self.aggregate(node.inner[0]), source)
        return self.read(Memory(cell.address, self.type_of(node)))

    def bits_of_vector(self, node: Node, type_: Type) -> Expr:
        """Supplied by `vectors`."""
        raise NotImplementedError

    def atomic(self, node: Node) -> Expr | None:
        """Supplied by `atomics`."""
        raise NotImplementedError

    def _atomic_value(self, node: Node) -> Expr:
        result = self.atomic(node)
        if result is None:
            raise UnsupportedError(f"'{node.name}' has no value, and it is used")
        return result

    def _statement_value(self, node: Node) -> Expr:
        result = self.statement_expression(node, used=True)
        if result is None:
            raise UnsupportedError("the value of a statement expression that has none is used")
        return result
