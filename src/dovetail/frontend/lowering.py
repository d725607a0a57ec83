"""What lowering a function needs at every turn: the automaton under construction, places in memory,
conversions, checks.

The modules `expressions`, `calls`, `initialisers` and `functions` build on this class, each adding one part of
C. What only the whole program can answer (which function a name means, where a global lives) is asked of a `Linkage`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dovetail.frontend.builder import Builder
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.scopes import Types
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import DeclRef, Node, strip
from dovetail.frontend.typenames import VariableArrayType
from dovetail.program.expressions import (
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    PointerAdd,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Assign, Assume, Check, CheckInfo, Copy, Statement, Store, Why
from dovetail.program.types import (
    BOOL,
    INT,
    VOID_POINTER,
    ArrayType,
    BoolType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    is_scalar,
)
from dovetail.semantics.folding import folded


@dataclass(frozen=True, slots=True)
class Register:
    """A variable without an address. `type` is its C type (an interned variable may not tell `_Bool`)."""

    variable: Variable
    type: Type


@dataclass(frozen=True, slots=True)
class Memory:
    """An object in memory."""

    address: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit-field of the record at `address`."""

    address: Expr
    field: Field
    record: RecordType


Place = Register | Memory | Bits


@dataclass(frozen=True, slots=True)
class Properties:
    """Which checks the front end puts in besides assertions."""

    overflow: bool = False
    memory: bool = False


class Unit(Protocol):
    """One translation unit."""

    source: Source
    types: Types
    taken: set[str]
    """Declarations whose address is taken."""


class Linkage(Protocol):
    """The whole program, as far as a function under construction needs to know it."""

    target: Target
    properties: Properties

    def new_check(self, kind: str, position: Position, procedure: str, description: str) -> CheckInfo: ...
    def assumption(self, position: Position, text: str) -> None: ...
    def global_place(self, unit: Unit, ref: DeclRef) -> Place: ...
    def function_address(self, unit: Unit, ref: DeclRef) -> Address: ...
    def label_address(self, label: str) -> Address: ...
    def string_object(self, units: list[int], element: IntType, count: int) -> Address: ...
    def error_call(self, unit: Unit, begin: int, end: int, info: CheckInfo) -> None: ...
    def uninitialised(
        self, unit: Unit, procedure: str, name: str, place: int, source_name: str, in_header: bool
    ) -> None: ...


def is_c_bool(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.name == "_Bool"


class Lowering:
    """The state of lowering one function, and the smallest steps."""

    def __init__(self, unit: Unit, linkage: Linkage, builder: Builder) -> None:
        self.unit = unit
        self.types = unit.types
        self.linkage = linkage
        self.target = linkage.target
        self.build = builder
        self.object_sizes: dict[Expr, int] = {}
        """The sizes of local objects, by the variable that holds their address."""
        self.temporaries: set[Expr] = set()
        self._effects: dict[int, bool] = {}

    # -- positions

    def at(self, node: Node) -> Position:
        """Make this node's place the one of the next statements."""
        position = self.unit.source.position(node.offset)
        if position is not NOWHERE:
            self.build.position = position
        return self.build.position

    def emit(self, statement: Statement) -> None:
        self.build.emit(statement)

    # -- types

    def type_of(self, node: Node) -> Type:
        return self.types.of(node.type)

    def size_of(self, type_: Type) -> Expr:
        """The size in bytes as a size_t; an expression where the type has a variable length."""
        if isinstance(type_, ArrayType):
            element = self.size_of(type_.element)
            if isinstance(type_, VariableArrayType):
                assert type_.length is not None
                return self.binary(Binary.MUL, self.convert(type_.length, self.target.size_t), element)
            if not isinstance(element, Const) and type_.count is not None:
                return self.binary(Binary.MUL, const(self.target.size_t, type_.count), element)
        return const(self.target.size_t, self.target.size(type_))

    # -- pure expressions

    def binary(self, op: Binary, left: Expr, right: Expr) -> Expr:
        return folded(BinaryOp(op, left, right))

    def convert(self, value: Expr, type_: Type) -> Expr:
        """C's conversion of a scalar to another scalar type."""
        source = value.type
        if is_c_bool(type_):
            return self.from_condition(self.truth(value), type_)
        if isinstance(source, BoolType):
            return self.from_condition(value, type_)
        if isinstance(source, PointerType) and isinstance(type_, PointerType):
            return value
        if source == type_:
            return value
        for side in (source, type_):
            if isinstance(side, FloatType) and side.width not in (32, 64):
                raise UnsupportedError(f"arithmetic in {side} is not modelled")
        if isinstance(type_, PointerType):
            if isinstance(value, Const) and value.value == 0:
                return Const(VOID_POINTER, 0)
            # As the compiler does: first to an integer as wide as a pointer.
            value = self.convert(value, IntType(self.target.pointer_bits, _signed(source)))
            return self._round_trip(value, type_)
        if isinstance(source, PointerType):
            wide = folded(Cast(self.target.size_t, value))
            return self.convert(wide, type_)
        return folded(Cast(type_, value))

    def _round_trip(self, value: Expr, type_: PointerType) -> Expr:
        """An integer made a pointer; where it came from a pointer, that pointer again."""
        while (
            isinstance(value, Cast)
            and isinstance(value.operand.type, IntType)
            and value.operand.type.width == self.target.pointer_bits
        ):
            value = value.operand
        if isinstance(value, Cast) and isinstance(value.operand.type, PointerType):
            return value.operand
        if isinstance(value, BinaryOp) and value.op in (Binary.ADD, Binary.SUB):
            base = value.left
            while isinstance(base, Cast) and isinstance(base.operand.type, IntType):
                if base.operand.type.width != self.target.pointer_bits:
                    break
                base = base.operand
            if isinstance(base, Cast) and isinstance(base.operand.type, PointerType):
                offset = self.convert(value.right, self.target.intptr)
                if value.op is Binary.SUB:
                    offset = folded(UnaryOp(Unary.NEGATE, offset))
                return self.pointer_add(base.operand, offset, type_)
        if not isinstance(value, Const):
            self.linkage.assumption(
                self.build.position, "an integer is turned into a pointer: taken as an address in Dovetail's layout"
            )
        return Cast(type_, value)

    def from_condition(self, condition: Expr, type_: Type) -> Expr:
        """The C value of a condition: 0 or 1."""
        if isinstance(condition, Const) and isinstance(type_, IntType):
            return Const(type_, condition.value)
        if isinstance(type_, PointerType):
            return Cast(type_, Cast(self.target.size_t, condition))
        if isinstance(type_, FloatType):
            return Cast(type_, Cast(INT, condition))
        return Cast(type_, condition)

    def truth(self, value: Expr) -> Expr:
        """The condition that a scalar is not zero."""
        if isinstance(value.type, BoolType):
            return value
        inner = value
        while isinstance(inner, Cast) and isinstance(inner.type, IntType):
            if isinstance(inner.operand.type, BoolType):
                return inner.operand
            operand = inner.operand.type
            if not (isinstance(operand, IntType) and operand.width <= inner.type.width):
                break
            inner = inner.operand
        if isinstance(inner.type, PointerType):
            if isinstance(inner, Address):
                return TRUE
            return BinaryOp(Binary.NE, inner, Const(VOID_POINTER, 0))
        return self.binary(Binary.NE, inner, Const(inner.type, 0))

    def pointer_add(self, pointer: Expr, offset: Expr, type_: Type) -> Expr:
        """Move by bytes; nested moves by constants are merged, a move by nothing keeps the pointer."""
        if isinstance(pointer, PointerAdd) and isinstance(pointer.offset, Const) and isinstance(offset, Const):
            offset = self.binary(Binary.ADD, pointer.offset, offset)
            pointer = pointer.pointer
        if isinstance(offset, Const) and offset.value == 0:
            return pointer
        return PointerAdd(pointer, offset, type_)

    def byte_offset(self, pointer: Expr, offset: int, type_: Type) -> Expr:
        return self.pointer_add(pointer, const(self.target.intptr, offset), PointerType(type_))

    # -- temporaries

    def temporary(self, type_: Type) -> Variable:
        made = self.build.variable(type_)
        self.temporaries.add(made)
        return made

    def keep(self, value: Expr) -> Expr:
        """The value as it is now, whatever is assigned later."""
        if isinstance(value, (Const, Address)):
            return value
        if isinstance(value, Variable) and value in self.temporaries:
            return value  # assigned once in a full expression
        type_ = INT if isinstance(value.type, BoolType) else value.type
        made = self.temporary(type_)
        self.emit(Assign(made, Cast(INT, value) if isinstance(value.type, BoolType) else value))
        return BinaryOp(Binary.NE, made, Const(INT, 0)) if isinstance(value.type, BoolType) else made

    # -- checks

    def check(self, condition: Expr, kind: str, description: str) -> None:
        if condition is TRUE:
            return
        info = self.linkage.new_check(kind, self.build.position, self.build.name, description)
        self.emit(Check(condition, info))

    def trap_unless(self, condition: Expr, kind: str, detail: str) -> None:
        """The machine traps unless this holds; a check if that is a property, else the run ends there."""
        if condition is TRUE:
            return
        if self.linkage.properties.overflow:
            self.check(condition, kind, detail)
        else:
            self.emit(Assume(condition, Why.UNDEFINED, detail))

    def check_access(self, address: Expr, size: Expr) -> None:
        if not self.linkage.properties.memory or self._surely_valid(address, size):
            return
        self.check(Valid(address, size), "invalid-deref", "the memory accessed is valid")

    def _surely_valid(self, address: Expr, size: Expr) -> bool:
        offset = 0
        if isinstance(address, PointerAdd) and isinstance(address.offset, Const):
            assert isinstance(address.offset.type, IntType)
            offset = address.offset.type.number(address.offset.value)
            address = address.pointer
        available = self.object_sizes.get(address)
        return (
            available is not None and isinstance(size, Const) and offset >= 0 and offset + size.value <= available
        )

    # -- reading and writing places

    def read(self, place: Place) -> Expr:
        match place:
            case Register(variable=variable):
                return variable
            case Memory(address=address, type=type_):
                if isinstance(type_, FloatType) and type_.width not in (32, 64):
                    raise UnsupportedError(f"arithmetic in {type_} is not modelled")
                if not is_scalar(type_):
                    raise UnsupportedError(f"a value of type {type_} is not modelled")
                self.check_access(address, self.size_of(type_))
                return Load(address, type_)
            case Bits(field=field):
                unit, shift = self._bit_unit(place)
                self.check_access(unit.address, self.size_of(unit.type))
                assert field.bit_width is not None and isinstance(field.type, IntType)
                raw: Expr = Load(unit.address, unit.type)
                if shift:
                    raw = BinaryOp(Binary.SHR, raw, const(INT, shift))
                narrow = folded(Cast(IntType(field.bit_width, field.type.signed), raw))
                return folded(Cast(field.type, narrow))

    def write(self, place: Place, value: Expr) -> None:
        """Store a value that has been converted to the place's type."""
        match place:
            case Register(variable=variable):
                fresh = isinstance(value, Variable) and value in self.temporaries
                if not (fresh and isinstance(value, Variable) and self.build.retarget(value, variable)):
                    self.emit(Assign(variable, value))
            case Memory(address=address, type=type_):
                self.check_access(address, self.size_of(type_))
                self.emit(Store(address, value))
            case Bits(field=field):
                unit, shift = self._bit_unit(place)
                self.check_access(unit.address, self.size_of(unit.type))
                assert field.bit_width is not None and isinstance(unit.type, IntType)
                mask = (1 << field.bit_width) - 1
                old = Load(unit.address, unit.type)
                rest = BinaryOp(Binary.BITAND, old, const(unit.type, ~(mask << shift)))
                part = self.binary(Binary.BITAND, folded(Cast(unit.type, value)), const(unit.type, mask))
                if shift:
                    part = self.binary(Binary.SHL, part, const(INT, shift))
                self.emit(Store(unit.address, BinaryOp(Binary.BITOR, rest, part)))

    def narrowed(self, place: Place, value: Expr) -> Expr:
        """What reading the place gives after this value was written."""
        if isinstance(place, Bits) and isinstance(place.field.type, IntType):
            assert place.field.bit_width is not None
            narrow = folded(Cast(IntType(place.field.bit_width, place.field.type.signed), value))
            return folded(Cast(place.field.type, narrow))
        return value

    def _bit_unit(self, place: Bits) -> tuple[Memory, int]:
        """The integer in memory that holds a bit-field, and the field's first bit in it.

        The aligned unit of the declared type where the field fits into one, so that neighbours share a
        cell; else the bytes that it touches."""
        field = place.field
        assert field.bit_width is not None
        unit = self.target.size(field.type)
        first = field.bit_offset // (unit * 8) * unit
        if field.bit_offset + field.bit_width > (first + unit) * 8 or first + unit > place.record.size:
            first = field.bit_offset // 8
            unit = (field.bit_offset + field.bit_width + 7) // 8 - first
        type_ = IntType(unit * 8, False)
        address = self.byte_offset(place.address, first, type_)
        return Memory(address, type_), field.bit_offset - first * 8

    def copy(self, to: Expr, source: Expr, type_: Type) -> None:
        if to is source:
            return
        size = self.size_of(type_)
        self.check_access(source, size)
        self.check_access(to, size)
        self.emit(Copy(to, source, size, type_))

    def place_type(self, place: Place) -> Type:
        return place.field.type if isinstance(place, Bits) else place.type

    # -- which expressions do something

    def has_effects(self, node: Node) -> bool:
        """Does lowering this expression emit statements (calls, assignments, checks, guards)?"""
        known = self._effects.get(id(node))
        if known is None:
            known = self._effects[id(node)] = self._computes_effects(node)
        return known

    def _computes_effects(self, node: Node) -> bool:
        properties = self.linkage.properties
        match node.kind:
            case "UnaryExprOrTypeTraitExpr" | "OffsetOfExpr":
                return False
            case "CallExpr" | "CompoundAssignOperator" | "StmtExpr" | "VAArgExpr" | "CompoundLiteralExpr":
                return True
            case "AtomicExpr" | "InitListExpr" | "BinaryConditionalOperator" | "ShuffleVectorExpr":
                return True
            case "BinaryOperator":
                if node.opcode == "=":
                    return True
                if node.opcode in ("/", "%"):
                    if properties.overflow or not _is_nonzero_literal(node.inner[1]):
                        return True
                if properties.overflow and node.opcode in ("+", "-", "*", "<<", ">>"):
                    return True
            case "UnaryOperator":
                if node.opcode in ("++", "--") or (properties.overflow and node.opcode == "-"):
                    return True
                if properties.memory and node.opcode == "*":
                    return True
            case "MemberExpr" | "ArraySubscriptExpr":
                if properties.memory:
                    return True
            case _:
                pass
        return any(self.has_effects(child) for child in node.inner)


def _signed(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.signed


def _is_nonzero_literal(node: Node) -> bool:
    node = strip(node)
    while node.kind == "ImplicitCastExpr" and node.inner:
        node = strip(node.inner[0])
    if node.kind == "FloatingLiteral":
        return True
    return node.kind in ("IntegerLiteral", "CharacterLiteral") and int(str(node.value)) not in (0, -1)


def in_range(value: Expr, low: int, high: int) -> Expr:
    assert isinstance(value.type, IntType)
    return conjunction(
        [
            BinaryOp(Binary.LE, const(value.type, low), value),
            BinaryOp(Binary.LE, value, const(value.type, high)),
        ]
    )


__all__ = [
    "BOOL",
    "Bits",
    "FunctionType",
    "Linkage",
    "Lowering",
    "Memory",
    "Place",
    "Properties",
    "Register",
    "Unit",
    "disjunction",
    "in_range",
    "is_c_bool",
    "negation",
]
