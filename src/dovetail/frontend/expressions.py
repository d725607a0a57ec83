"""C expressions: what they compute becomes a pure expression, what they do becomes statements.

Evaluation order is clang's: operands left to right, the right side of an assignment to a scalar before the left, the left
before the right for whole records. A value whose operands could change before it is used is kept in a temporary. `&&`, `||`
and `?:` stay pure where nothing in them has an effect; else they become branches.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.literals import float_bits, parse_float, string_units
from dovetail.frontend.lowering import Bits, Lowering, Memory, Place, Register, in_range, is_c_bool
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    PointerDiff,
    Unary,
    UnaryOp,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.statements import Assign
from dovetail.program.types import (
    INT,
    VOID_POINTER,
    ArrayType,
    FloatType,
    FunctionType,
    IncompleteTypeError,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    is_scalar,
)
from dovetail.semantics.folding import folded

_ARITHMETIC = {
    "+": Binary.ADD,
    "-": Binary.SUB,
    "*": Binary.MUL,
    "/": Binary.DIV,
    "%": Binary.REM,
    "&": Binary.BITAND,
    "|": Binary.BITOR,
    "^": Binary.BITXOR,
    "<<": Binary.SHL,
    ">>": Binary.SHR,
}
_COMPARISON = {
    "==": Binary.EQ,
    "!=": Binary.NE,
    "<": Binary.LT,
    "<=": Binary.LE,
    ">": Binary.GT,
    ">=": Binary.GE,
}
_KEEPING_CASTS = frozenset(
    "NoOp BitCast LValueBitCast AtomicToNonAtomic NonAtomicToAtomic UserDefinedConversion".split()
)
_VALUE_CASTS = frozenset(
    "IntegralCast FloatingCast IntegralToFloating FloatingToIntegral BooleanToSignedIntegral IntegralToPointer "
    "PointerToIntegral".split()
)
_TRUTH_CASTS = frozenset("IntegralToBoolean FloatingToBoolean PointerToBoolean".split())


_MAKES_RECORD = frozenset(
    "CallExpr ConditionalOperator StmtExpr BinaryOperator InitListExpr ImplicitCastExpr CStyleCastExpr".split()
)


class Expressions(Lowering):
    """Expressions, apart from calls and initialisers."""

    # Supplied by the classes that build on this one.

    def call(self, node: Node, used: bool) -> Expr | None:
        raise NotImplementedError

    def statement_expression(self, node: Node, used: bool) -> Expr | None:
        raise NotImplementedError

    def local_place(self, ident: str) -> Place | None:
        raise NotImplementedError

    def compound_literal(self, node: Node) -> Place:
        raise NotImplementedError

    def new_object(self, type_: Type, name: str) -> Expr:
        raise NotImplementedError

    def variable_argument(self, node: Node) -> Place:
        raise NotImplementedError

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
            case "CompoundAssignOperator":
                self._compound_assign(node, used=False)
            case "UnaryOperator" if node.opcode in ("++", "--"):
                self._step(node, used=False)
            case "CStyleCastExpr" if node.cast_kind == "ToVoid":
                self.effect(node.inner[0])
            case "StmtExpr":
                self.statement_expression(node, used=False)
            case "ConditionalOperator":
                self._conditional_effect(node)
            case "BinaryOperator" if node.opcode in ("&&", "||"):
                if self.has_effects(node):
                    self.condition(node)
            case _:
                if self.has_effects(node):
                    self.any_value(node)

    def any_value(self, node: Node) -> Expr | None:
        """The value of an expression of any type: of a record, its address."""
        type_ = self.type_of(node)
        if isinstance(type_, VoidType):
            self.effect(node)
            return None
        return self.value(node) if is_scalar(type_) else self.aggregate(node)

    def value(self, node: Node) -> Expr:
        """The value of an expression of scalar type."""
        node = strip(node)
        position = self.build.position
        self.at(node)
        handler = self._handlers().get(node.kind)
        if handler is None:
            raise UnsupportedError(f"the expression {node.kind} is not modelled")
        result = handler(node)
        self.build.position = position
        return result

    def _handlers(self) -> dict[str, Callable[[Node], Expr]]:
        return {
            "IntegerLiteral": self._integer,
            "CharacterLiteral": self._integer,
            "FloatingLiteral": self._floating,
            "DeclRefExpr": self._reference,
            "ImplicitCastExpr": self._cast,
            "CStyleCastExpr": self._cast,
            "BinaryOperator": self._binary,
            "CompoundAssignOperator": self._compound_value,
            "UnaryOperator": self._unary,
            "ConditionalOperator": self._conditional,
            "BinaryConditionalOperator": self._elvis,
            "UnaryExprOrTypeTraitExpr": self._size_or_align,
            "OffsetOfExpr": self._offset_of,
            "CallExpr": self._call_value,
            "StmtExpr": self._statement_value,
            "ImplicitValueInitExpr": self._zero,
            "InitListExpr": self._braced_scalar,
            "OpaqueValueExpr": lambda node: self.value(node.inner[0]),
            "VAArgExpr": lambda node: self.read(self.variable_argument(node)),
            "ChooseExpr": self._choose,
            "MemberExpr": lambda node: self.read(self.place(node)),
            "ArraySubscriptExpr": lambda node: self.read(self.place(node)),
            "CompoundLiteralExpr": lambda node: self.read(self.compound_literal(node)),
            "PredefinedExpr": lambda node: self.decayed(node),
            "TypeTraitExpr": self._type_trait,
            "AddrLabelExpr": lambda node: self.linkage.label_address(node.label),
        }

    # -- leaves

    def _integer(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        return const(type_, int(str(node.value)))

    def _floating(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        if not isinstance(type_, FloatType) or type_.width not in (32, 64):
            raise UnsupportedError(f"arithmetic in {type_} is not modelled")
        return Const(type_, float_bits(parse_float(str(node.value)), type_.width))

    def _zero(self, node: Node) -> Expr:
        return self.zero(self.type_of(node))

    def zero(self, type_: Type) -> Expr:
        return Const(VOID_POINTER, 0) if isinstance(type_, PointerType) else Const(type_, 0)

    def _braced_scalar(self, node: Node) -> Expr:
        if len(node.inner) > 1:
            raise UnsupportedError("a braced list of values for a scalar is not modelled")
        return self.value(node.inner[0]) if node.inner else self._zero(node)

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

    # -- places

    def place(self, node: Node) -> Place:
        """The object that an lvalue designates."""
        node = strip(node)
        match node.kind:
            case "DeclRefExpr":
                assert node.referenced is not None
                local = self.local_place(node.referenced.id)
                return local or self.linkage.global_place(self.unit, node.referenced)
            case "UnaryOperator" if node.opcode == "*":
                return Memory(self.value(node.inner[0]), self.type_of(node))
            case "ArraySubscriptExpr":
                return Memory(self._subscript(node), self.type_of(node))
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
            case "ChooseExpr" | "OpaqueValueExpr":
                return self.place(node.inner[0])
            case "VAArgExpr":
                return self.variable_argument(node)
            case _ if node.kind in _MAKES_RECORD and isinstance(self.type_of(node), (RecordType, ArrayType)):
                return Memory(self.aggregate(node), self.type_of(node))
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
            raise UnsupportedError(f"the member '{node.name}' is not known")
        record, index = found
        field = record.fields[index]
        if field.bit_width is not None:
            return Bits(base, field, record)
        return Memory(self.byte_offset(base, field.offset, field.type), field.type)

    def _subscript(self, node: Node) -> Expr:
        left, right = node.inner[0], node.inner[1]
        values = self.operands(left, right)
        if isinstance(values[0].type, PointerType):
            pointer, index = values
        else:
            index, pointer = values
        return self._moved(pointer, index, self.type_of(node), negative=False)

    def _moved(self, pointer: Expr, index: Expr, element: Type, *, negative: bool) -> Expr:
        """A pointer moved by a number of elements."""
        offset = self.convert(index, self.target.intptr)
        if negative:
            offset = folded(UnaryOp(Unary.NEGATE, offset))
        try:
            size = self.convert(self.size_of(element), self.target.intptr)
        except IncompleteTypeError as error:
            raise UnsupportedError(str(error)) from error
        if not (isinstance(size, Const) and size.value == 1):
            offset = self.binary(Binary.MUL, offset, size)
        return self.pointer_add(pointer, offset, PointerType(element))

    def decayed(self, node: Node) -> Expr:
        """The address of the first element of an array."""
        node = strip(node)
        if node.kind == "PredefinedExpr":
            node = node.inner[0]
        if node.kind == "StringLiteral":
            type_ = self.type_of(node)
            assert isinstance(type_, ArrayType) and isinstance(type_.element, IntType)
            units = string_units(str(node.value))
            count = type_.count if type_.count is not None else len(units) + 1
            return self.linkage.string_object(units, type_.element, count)
        place = self.place(node)
        if not isinstance(place, Memory):
            raise UnsupportedError("an array that is not in memory is not modelled")
        return place.address

    def aggregate(self, node: Node) -> Expr:
        """The address of an object that holds the value of an expression of record type."""
        node = strip(node)
        self.at(node)
        match node.kind:
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind in ("LValueToRValue", "NoOp"):
                return self.aggregate(node.inner[0])
            case "CStyleCastExpr" if node.cast_kind == "ToUnion":
                target = self.new_object(self.type_of(node), "union")
                self.write(Memory(target, self.type_of(node.inner[0])), self.value(node.inner[0]))
                return target
            case "CallExpr":
                result = self.call(node, used=True)
                assert result is not None
                return result
            case "BinaryOperator" if node.opcode == "=":
                return self._assign_record(node)
            case "BinaryOperator" if node.opcode == ",":
                self.effect(node.inner[0])
                return self.aggregate(node.inner[1])
            case "ConditionalOperator":
                return self._choice(node, VOID_POINTER, self.aggregate)
            case "StmtExpr":
                result = self.statement_expression(node, used=True)
                assert result is not None
                return result
            case "InitListExpr" | "ImplicitValueInitExpr":
                place = self.compound_literal(node)
            case _:
                place = self.place(node)
        if not isinstance(place, Memory):
            raise UnsupportedError(f"a value of type {self.type_of(node)} is not modelled")
        return place.address

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
        if op in ("&&", "||") or op in _COMPARISON:
            return self.from_condition(self.condition(node), INT)
        left, right = self.operands(node.inner[0], node.inner[1])
        return self.arithmetic(op, left, right, self.type_of(node), node.inner[0], node.inner[1])

    def arithmetic(self, op: str, left: Expr, right: Expr, type_: Type, left_node: Node, right_node: Node) -> Expr:
        """A binary operator on converted operands; pointers where C allows them."""
        if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
            return self._pointer_arithmetic(op, left, right, left_node, right_node)
        self.guard(op, left, right)
        return self.binary(_ARITHMETIC[op], left, right)

    def _pointer_arithmetic(self, op: str, left: Expr, right: Expr, left_node: Node, right_node: Node) -> Expr:
        if not isinstance(left.type, PointerType):
            left, right, left_node = right, left, right_node
        pointer = self.type_of(left_node)
        if not isinstance(pointer, PointerType):
            raise UnsupportedError("arithmetic on this pointer is not modelled")
        if isinstance(right.type, PointerType):
            distance = PointerDiff(left, right, self.target.intptr)
            size = self.convert(self.size_of(pointer.pointee), self.target.intptr)
            return distance if size == const(self.target.intptr, 1) else self.binary(Binary.DIV, distance, size)
        return self._moved(left, right, pointer.pointee, negative=op == "-")

    def guard(self, op: str, left: Expr, right: Expr) -> None:
        """What must hold for the operator to have a result: checks or traps."""
        type_ = left.type
        if not isinstance(type_, IntType):
            return
        if op in ("/", "%"):
            self.trap_unless(
                self.binary(Binary.NE, right, Const(right.type, 0)), "division-by-zero", "the divisor is not zero"
            )
            if type_.signed:
                fits = disjunction(
                    [
                        self.binary(Binary.NE, left, const(type_, type_.minimum)),
                        self.binary(Binary.NE, right, const(type_, -1)),
                    ]
                )
                if not (isinstance(right, Const) and right is not const(type_, -1)):
                    self.trap_unless(fits, "overflow", "the quotient fits its type")
        if not self.linkage.properties.overflow:
            return
        if op in ("<<", ">>"):
            self._guard_shift(op, left, right, type_)
        elif op in ("+", "-", "*") and type_.signed:
            wide = IntType(type_.width * 2 if op == "*" else type_.width + 1, True)
            exact = self.binary(_ARITHMETIC[op], folded(Cast(wide, left)), folded(Cast(wide, right)))
            name = {"+": "sum", "-": "difference", "*": "product"}[op]
            self.check(self._fits(exact, type_), "overflow", f"the {name} fits its type")

    def _fits(self, exact: Expr, type_: IntType) -> Expr:
        if isinstance(exact, Const):
            assert isinstance(exact.type, IntType)
            number = exact.type.number(exact.value)
            return TRUE if type_.minimum <= number <= type_.maximum else FALSE
        return in_range(exact, type_.minimum, type_.maximum)

    def _guard_shift(self, op: str, left: Expr, right: Expr, type_: IntType) -> None:
        assert isinstance(right.type, IntType)
        amount_fits = self.binary(
            Binary.LT,
            folded(Cast(IntType(right.type.width, False), right)),
            const(IntType(right.type.width, False), type_.width),
        )
        self.check(amount_fits, "shift", "the shift amount is within the width")
        if op == "<<" and type_.signed:
            wide = IntType(type_.width * 2, True)
            exact = self.binary(Binary.SHL, folded(Cast(wide, left)), right)
            fits = conjunction(
                [
                    self.binary(Binary.LE, Const(type_, 0), left),
                    self.binary(Binary.LE, exact, const(wide, type_.maximum)),
                ]
            )
            self.check(fits, "overflow", "the shifted value fits its type")

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
                if isinstance(value.type, IntType) and value.type.signed and self.linkage.properties.overflow:
                    lowest = const(value.type, value.type.minimum)
                    self.check(self.binary(Binary.NE, value, lowest), "overflow", "the negation fits its type")
                return folded(UnaryOp(Unary.NEGATE, value))
            case "~":
                return folded(UnaryOp(Unary.COMPLEMENT, self.value(operand)))
            case "!":
                return self.from_condition(self.condition(node), INT)
            case _:
                raise UnsupportedError(f"the operator '{node.opcode}' is not modelled")

    def _address_of(self, operand: Node) -> Expr:
        operand = strip(operand)
        if operand.kind == "DeclRefExpr" and operand.referenced is not None:
            if operand.referenced.kind == "FunctionDecl":
                return self.linkage.function_address(self.unit, operand.referenced)
        if isinstance(self.type_of(operand), FunctionType):
            return self.value(operand)
        place = self.place(operand)
        if not isinstance(place, Memory):
            raise UnsupportedError("the address of this object is not modelled")
        return place.address

    def _step(self, node: Node, used: bool) -> Expr:
        """`++` and `--`, before or after."""
        place = self.place(node.inner[0])
        type_ = self.place_type(place)
        old = self.read(place)
        if used and node.postfix:
            old = self.keep(old)
        op = node.opcode[0]
        new: Expr
        if isinstance(type_, PointerType):
            new = self._moved(old, const(INT, 1), type_.pointee, negative=op == "-")
        elif isinstance(type_, FloatType):
            new = self.binary(_ARITHMETIC[op], old, Const(type_, float_bits(1.0, type_.width)))
        elif is_c_bool(type_):
            new = self.convert(self.binary(_ARITHMETIC[op], Cast(INT, old), const(INT, 1)), type_)
        else:
            assert isinstance(type_, IntType)
            if type_.width >= INT.width:
                self.guard(op, old, const(type_, 1))
            new = self.binary(_ARITHMETIC[op], old, const(type_, 1))
        if used and not node.postfix and not isinstance(place, Register):
            new = self.keep(self.narrowed(place, new))
        self.write(place, new)
        if node.postfix:
            return old
        return place.variable if isinstance(place, Register) else new

    # -- assignment

    def _assign(self, node: Node, used: bool) -> Expr:
        type_ = self.type_of(node)
        if not is_scalar(type_):
            return self._assign_record(node)
        value = self.value(node.inner[1])
        if self.has_effects(node.inner[0]):
            value = self.keep(value)
        place = self.place(node.inner[0])
        return self._written(place, value, used)

    def _written(self, place: Place, value: Expr, used: bool) -> Expr:
        """Write, and give the value of the assignment expression."""
        if isinstance(place, Register):
            self.write(place, value)
            return place.variable
        if used:
            value = self.keep(value)
        self.write(place, value)
        return self.narrowed(place, value)

    def _assign_record(self, node: Node) -> Expr:
        place = self.place(node.inner[0])
        if not isinstance(place, Memory):
            raise UnsupportedError("assignment to this object is not modelled")
        to = place.address
        if self.has_effects(node.inner[1]):
            to = self.keep(to)
        self.copy(to, self.aggregate(node.inner[1]), place.type)
        return to

    def _compound_value(self, node: Node) -> Expr:
        return self._compound_assign(node, used=True)

    def _compound_assign(self, node: Node, used: bool) -> Expr:
        right = self.value(node.inner[1])
        if self.has_effects(node.inner[0]):
            right = self.keep(right)
        place = self.place(node.inner[0])
        type_ = self.place_type(place)
        op = node.opcode[:-1]
        old = self.read(place)
        if isinstance(type_, PointerType):
            new = self._moved(old, right, type_.pointee, negative=op == "-")
        else:
            left = self.convert(old, self.types.of(node.compute_left))
            new = self.arithmetic(op, left, right, self.types.of(node.compute_result), node.inner[0], node.inner[1])
            new = self.convert(new, type_)
        return self._written(place, new, used)

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
            type_ = self.type_of(node)
            return self.value(inner) if is_scalar(type_) else self.aggregate(inner)
        if kind in _VALUE_CASTS:
            return self.convert(self.value(inner), self.type_of(node))
        if kind in _TRUTH_CASTS:
            return self.from_condition(self.condition(inner), self.type_of(node))
        match kind:
            case "ArrayToPointerDecay":
                return self.decayed(inner)
            case "FunctionToPointerDecay" | "BuiltinFnToFnPtr":
                return self.value(inner)
            case "NullToPointer":
                if self.has_effects(inner):
                    self.effect(inner)
                return Const(VOID_POINTER, 0)
            case _:
                raise UnsupportedError(f"the conversion {kind} is not modelled")

    # -- conditions

    def condition(self, node: Node) -> Expr:
        """An expression in a place where only its truth matters."""
        node = strip(node)
        self.at(node)
        if node.kind == "BinaryOperator" and node.opcode in _COMPARISON:
            left, right = self.operands(node.inner[0], node.inner[1])
            return self.binary(_COMPARISON[node.opcode], left, right)
        if node.kind == "BinaryOperator" and node.opcode in ("&&", "||"):
            return self._connective(node)
        if node.kind == "UnaryOperator" and node.opcode == "!":
            return negation(self.condition(node.inner[0]))
        if node.kind == "ImplicitCastExpr" and node.cast_kind in ("IntegralCast", *_TRUTH_CASTS):
            inner = strip(node.inner[0])
            widens = node.cast_kind in _TRUTH_CASTS or self._keeps_truth(inner, node)
            if widens:
                return self.condition(inner)
        return self.truth(self.value(node))

    def _keeps_truth(self, inner: Node, outer: Node) -> bool:
        source, target = self.type_of(inner), self.type_of(outer)
        return isinstance(source, IntType) and isinstance(target, IntType) and source.width <= target.width

    def _connective(self, node: Node) -> Expr:
        left = self.condition(node.inner[0])
        conjunctive = node.opcode == "&&"
        if left is (FALSE if conjunctive else TRUE):
            return left
        if not self.has_effects(node.inner[1]):
            right = self.condition(node.inner[1])
            return (conjunction if conjunctive else disjunction)([left, right])
        if left is (TRUE if conjunctive else FALSE):
            return self.condition(node.inner[1])
        result = self.temporary(INT)
        more, done, short = self.build.location(), self.build.location(), self.build.location()
        self.build.branch(left, more if conjunctive else short, short if conjunctive else more)
        self.build.here = short
        self.emit(Assign(result, const(INT, 0 if conjunctive else 1)))
        self.build.jump(done)
        self.build.here = more
        right = self.condition(node.inner[1])
        self.emit(Assign(result, self.from_condition(right, INT)))
        self.build.label(done)
        return BinaryOp(Binary.NE, result, const(INT, 0))

    # -- choices

    def _conditional(self, node: Node) -> Expr:
        return self._choice(node, self.type_of(node), self.value)

    def _choice(self, node: Node, type_: Type, evaluate: Callable[[Node], Expr]) -> Expr:
        condition = self.condition(node.inner[0])
        if isinstance(condition, Const):
            return evaluate(node.inner[1] if condition.value else node.inner[2])
        if not (self.has_effects(node.inner[1]) or self.has_effects(node.inner[2])):
            return Conditional(condition, evaluate(node.inner[1]), evaluate(node.inner[2]))
        result = self.temporary(type_)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        for start, part in ((then, node.inner[1]), (otherwise, node.inner[2])):
            self.build.here = start
            if isinstance(self.type_of(part), VoidType):
                self.effect(part)  # `c ? f() : (abort(), 0)` and the like
            else:
                self.emit(Assign(result, evaluate(part)))
            self.build.jump(done)
        self.build.here = done
        return result

    def _conditional_effect(self, node: Node) -> None:
        condition = self.condition(node.inner[0])
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        for start, part in ((then, node.inner[1]), (otherwise, node.inner[2])):
            self.build.here = start
            self.effect(part)
            self.build.jump(done)
        self.build.here = done

    def _elvis(self, node: Node) -> Expr:
        """`a ?: b`. The children are a, then a again as an opaque value in the roles it plays, then b."""
        type_ = self.type_of(node)
        common = self.keep(self.value(node.inner[0]))
        result = self.temporary(type_)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(self.truth(common), then, otherwise)
        self.build.here = then
        self.emit(Assign(result, self.convert(common, type_)))
        self.build.jump(done)
        self.build.here = otherwise
        self.emit(Assign(result, self.value(node.inner[-1])))
        self.build.label(done)
        return result

    def _choose(self, node: Node) -> Expr:
        condition = self.condition(node.inner[0])
        if not isinstance(condition, Const):
            raise UnsupportedError("__builtin_choose_expr with a condition that is not constant")
        return self.value(node.inner[1] if condition.value else node.inner[2])

    # -- sizes

    def _size_or_align(self, node: Node) -> Expr:
        type_ = self.types.of(node.argument_type) if node.argument_type else self.type_of(strip(node.inner[0]))
        try:
            if node.name == "alignof":
                return const(self.target.size_t, self.target.align(type_))
            if node.name in ("__alignof", "preferred_alignof"):
                # What the compiler likes best; i386 needs only 4 bytes for these, and likes 8.
                wide = isinstance(type_, (IntType, FloatType)) and self.target.size(type_) == 8
                return const(self.target.size_t, 8 if wide else self.target.align(type_))
            if node.name == "sizeof":
                return self.size_of(type_)
        except IncompleteTypeError as error:
            raise UnsupportedError(str(error)) from error
        raise UnsupportedError(f"{node.name} is not modelled")

    def _type_trait(self, node: Node) -> Expr:
        if isinstance(node.value, bool):
            return const(INT, int(node.value))
        raise UnsupportedError("a comparison of types whose result is not known")

    def _offset_of(self, node: Node) -> Expr:
        """The tree does not name the members; the text does."""
        text = self.unit.source.slice(node.offset, node.end)
        match = re.fullmatch(r"\s*__builtin_offsetof\s*\((.*),([^,]*)\)\s*", text, re.S)
        if match is None:
            raise UnsupportedError("offsetof in this form is not modelled")
        type_ = self.types.of_text(" ".join(match[1].split()))
        offset: Expr = const(self.target.size_t, 0)
        indices = iter(node.inner)
        for name, index in re.findall(r"(\w+)|\[((?:[^\[\]]|\[[^\]]*\])*)\]", match[2]):
            if index:
                assert isinstance(type_, ArrayType)
                type_ = type_.element
                step = self.convert(self.value(next(indices)), self.target.size_t)
                offset = self.binary(
                    Binary.ADD, offset, self.binary(Binary.MUL, step, self.size_of(type_))
                )
            else:
                found = self._find_member(type_, name)
                if found is None:
                    raise UnsupportedError(f"offsetof: the member '{name}' is not known")
                offset = self.binary(Binary.ADD, offset, const(self.target.size_t, found[0]))
                type_ = found[1]
        return offset

    def _find_member(self, type_: Type, name: str) -> tuple[int, Type] | None:
        if not isinstance(type_, RecordType):
            return None
        for field in type_.fields:
            if field.name == name and name:
                return field.offset, field.type
            if not field.name:
                inner = self._find_member(field.type, name)
                if inner is not None:
                    return field.offset + inner[0], inner[1]
        return None

    # -- through other modules

    def _call_value(self, node: Node) -> Expr:
        result = self.call(node, used=True)
        if result is None:
            raise UnsupportedError("the value of a call that has none is used")
        return result

    def _statement_value(self, node: Node) -> Expr:
        result = self.statement_expression(node, used=True)
        if result is None:
            raise UnsupportedError("the value of a statement expression that has none is used")
        return result
