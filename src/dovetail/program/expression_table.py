"""Expressions and types as JSON, and back to the very same interned expressions.

Expressions share subexpressions, and written as trees they may grow without bound. So they are written as a
table: each row is one node, whose operands are the numbers of earlier rows. Types have a table of their own.

Variables, objects and records are written by the names of `names`, so a table can only be read for
the program that it was written for, or one that is the same. Reading checks that every row is well-formed
and well-typed; what is not raises `TableError`, never anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dovetail.program.expressions import (
    BOUND,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Exists,
    Expr,
    ForAll,
    ForAllBlocks,
    Freeable,
    GhostAt,
    GhostBefore,
    Load,
    NoLeak,
    ObjectSize,
    ObjectStart,
    PointerAdd,
    PointerDiff,
    Quantifier,
    SameObject,
    Sum,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    Writable,
    index,
    speaks_of_all,
)
from dovetail.program.interned import fold
from dovetail.program.names import Names, TableError
from dovetail.program.object_questions import ORDER
from dovetail.program.types import (
    BOOL,
    VOID,
    ArrayType,
    BoolType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    is_scalar,
)

Row = list[Any]
T = TypeVar("T")

_MAX_WIDTH = 1 << 10
_OF_POINTER: dict[str, Callable[[Expr], Expr]] = {
    "start": ObjectStart,
    "freeable": Freeable,
    "writable": Writable,
}


# ---- writing -----------------------------------------------------------------------------------------------


class Writer:
    """Collects rows; `add` gives the number of an expression's row."""

    def __init__(self, names: Names) -> None:
        self.rows: list[Row] = []
        self.types: list[Row] = []
        self._names = names
        self._expressions: dict[Expr, int] = {}
        self._types: dict[Type, int] = {}

    def add(self, root: Expr) -> int:
        return fold(root, self._row, self._expressions)

    def add_type(self, type_: Type) -> int:
        return self._type(type_)

    def _row(self, expr: Expr, below: list[int]) -> int:
        self.rows.append(self._write(expr, below))
        return len(self.rows) - 1

    def _write(self, expr: Expr, below: list[int]) -> Row:
        match expr:
            case Const(type=type_, value=value):
                return ["const", self._type(type_), value]
            case Variable(name=name, scope=scope) if scope == BOUND:
                return ["index", name, self._type(expr.type)]
            case Variable(name=name, scope=scope):
                return ["variable", scope, name]
            case Address(symbol=symbol):
                return ["address", symbol, self._type(expr.type)]
            case UnaryOp(op=unary):
                return ["unary", unary.value, *below]
            case BinaryOp(op=binary):
                return ["binary", binary.value, *below]
            case Load():
                return ["load", self._type(expr.type), *below]
            case Cast():
                return ["cast", self._type(expr.type), *below]
            case PointerAdd():
                return ["move", self._type(expr.type), *below]
            case PointerDiff():
                return ["distance", self._type(expr.type), *below]
            case ObjectSize():
                return ["size", self._type(expr.type), *below]
            case ObjectStart():
                return ["start", *below]
            case Conditional():
                return ["choose", *below]
            case ForAllBlocks(index=index):
                return ["for-all-blocks", index.name, self._type(index.type), below[2]]
            case Quantifier(index=index):
                kind = "for-all" if isinstance(expr, ForAll) else "sum" if isinstance(expr, Sum) else "exists"
                return [kind, index.name, self._type(index.type), *below]
            case SameObject():
                return ["same-object", *below]
            case Valid():
                return ["valid", *below]
            case Freeable():
                return ["freeable", *below]
            case Writable():
                return ["writable", *below]
            case GhostAt():
                return ["ghost-at", *below]
            case GhostBefore():
                return ["ghost-before", *below]
            case NoLeak(running=running, roots=roots):
                return ["no-leak", running, roots is not None, *below]
            case _:
                raise TableError(f"{type(expr).__name__} cannot be written")

    def _type(self, type_: Type) -> int:
        number = self._types.get(type_)
        if number is None:
            row = self._write_type(type_)
            self.types.append(row)
            number = self._types[type_] = len(self.types) - 1
        return number

    def _write_type(self, type_: Type) -> Row:
        match type_:
            case VoidType():
                return ["void"]
            case BoolType():
                return ["bool"]
            case IntType(width=width, signed=signed):
                return ["int" if signed else "uint", width]
            case FloatType(width=width):
                return ["float", width]
            case PointerType(pointee=pointee):
                return ["pointer", self._type(pointee)]
            case ArrayType(element=element, count=count):
                return ["array", self._type(element), count]
            case FunctionType(
                returns=returns, parameters=parameters, variadic=variadic, prototyped=prototyped
            ):
                return ["function", self._type(returns), [*map(self._type, parameters)], variadic, prototyped]
            case RecordType():
                return ["record", *self._names.number(type_)]


# ---- reading -----------------------------------------------------------------------------------------------


def read(types: object, rows: object, names: Names) -> list[Expr]:
    """The expression of each row."""
    return _Reader(names).read(types, rows)


def read_known(types: object, rows: object, names: Names) -> list[Expr | None]:
    """The same of a table that was written for another program, such as this one before a change: None for
    what this program does not have."""
    reader = _KnownReader(names)
    found = reader.read(types, rows)
    return [None if number in reader.unknown else expr for number, expr in enumerate(found)]


class _Reader:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._types: list[Type] = []
        self._expressions: list[Expr] = []

    def read(self, types: object, rows: object) -> list[Expr]:
        for row in _rows(types):
            self._types.append(self._read_type(row))
        for number, row in enumerate(_rows(rows)):
            try:
                self._expressions.append(self._read_row(row))
            except TableError as error:
                raise TableError(f"expression {number}: {error}") from error
        return self._expressions

    def _read_type(self, row: Row) -> Type:
        match row:
            case ["void"]:
                return VOID
            case ["bool"]:
                return BOOL
            case ["int" | "uint" as sign, int(width)] if 0 < width <= _MAX_WIDTH:
                return IntType(width, sign == "int")
            case ["float", int(width)] if width in (32, 64, 80, 128):
                return FloatType(width)
            case ["pointer", number]:
                return PointerType(self._type(number))
            case ["array", number, None]:
                return ArrayType(self._type(number), None)
            case ["array", number, int(count)] if count >= 0:
                return ArrayType(self._type(number), count)
            case ["function", number, list(parameters), bool(variadic), bool(prototyped)]:
                taken = tuple(map(self._type, parameters))
                return FunctionType(self._type(number), taken, variadic, prototyped)
            case ["record", str(name), int(number)]:
                return self._names.record(name, number)
            case _:
                raise TableError(f"{row} is not a type")

    def _type(self, number: object) -> Type:
        return _entry(self._types, number, "type")

    def _expr(self, number: object) -> Expr:
        return _entry(self._expressions, number, "expression")

    def _read_row(self, row: Row) -> Expr:
        match row:
            case ["const", type_, int(value)]:
                return self._constant(self._type(type_), value)
            case ["variable", str(scope), str(name)]:
                found = self._names.variables.get((scope, name))
                return found if found is not None else _fail(f"there is no variable {name} in '{scope}'")
            case ["address", str(symbol), number]:
                pointer = self._type(number)
                _require(symbol in self._names.symbols and isinstance(pointer, PointerType), row)
                assert isinstance(pointer, PointerType)
                return Address(symbol, pointer)
            case ["unary", str(op), a]:
                return self._unary(op, self._expr(a))
            case ["binary", str(op), a, b]:
                return self._binary(op, self._expr(a), self._expr(b))
            case ["load", type_, a]:
                loaded = self._type(type_)
                _require(is_scalar(loaded) and _is_pointer(self._expr(a)), row)
                _require(not isinstance(loaded, IntType) or loaded.width <= _WIDEST_LOADED, row)
                return Load(self._expr(a), loaded)
            case ["cast", type_, a]:
                to, operand = self._type(type_), self._expr(a)
                _require(is_scalar(to), row)
                floats = isinstance(to, FloatType) or isinstance(operand.type, FloatType)
                pointers = isinstance(to, PointerType) or _is_pointer(operand)
                _require(not (floats and pointers), row)
                return Cast(to, operand)
            case ["move", type_, a, b]:
                moved = self._type(type_)
                _require(isinstance(moved, PointerType) and _is_pointer(self._expr(a)), row)
                _require(self._is_offset(self._expr(b)), row)
                return PointerAdd(self._expr(a), self._expr(b), moved)
            case ["index", str(name), type_]:
                return self._index(name, type_, row)
            case ["for-all-blocks", str(name), type_, a]:
                index, body = self._index(name, type_, row), self._expr(a)
                _require(_is_pointer(index) and body.type == BOOL, row)
                return ForAllBlocks(index, body)
            case ["for-all" | "exists" as kind, str(name), type_, a, b, c]:
                index, low, high, body = self._index(name, type_, row), *map(self._expr, (a, b, c))
                _require(isinstance(index.type, IntType) and body.type == BOOL, row)
                _require(low.type == high.type == index.type, row)
                return (ForAll if kind == "for-all" else Exists)(index, low, high, body)
            case ["sum", str(name), type_, a, b, c]:
                index, low, high, body = self._index(name, type_, row), *map(self._expr, (a, b, c))
                _require(isinstance(index.type, IntType) and isinstance(body.type, IntType), row)
                _require(low.type == high.type == index.type and not speaks_of_all(body), row)
                return Sum(index, low, high, body)
            case ["choose", a, b, c]:
                condition, then, otherwise = self._expr(a), self._expr(b), self._expr(c)
                _require(condition.type == BOOL and _alike(then, otherwise), row)
                return Conditional(condition, then, otherwise)
            case _:
                return self._about_pointers(row)

    def _index(self, name: str, number: object, row: Row) -> Variable:
        type_ = self._type(number)
        _require(isinstance(type_, IntType | PointerType) and name.isidentifier(), row)
        return index(name, type_)

    def _about_pointers(self, row: Row) -> Expr:
        """What is said of pointers, and of the objects that they lead to."""
        match row:
            case ["distance" | "size" as kind, type_, *operands]:
                whole = self._type(type_)
                _require(
                    isinstance(whole, IntType) and all(_is_pointer(self._expr(o)) for o in operands), row
                )
                assert isinstance(whole, IntType)
                match kind, operands:
                    case "distance", [a, b]:
                        _require(whole.width == self._names.program.target.pointer_bits, row)
                        return PointerDiff(self._expr(a), self._expr(b), whole)
                    case "size", [a]:
                        return ObjectSize(self._expr(a), whole)
            case ["start" | "freeable" | "writable" as kind, a]:
                _require(_is_pointer(self._expr(a)), row)
                return _OF_POINTER[kind](self._expr(a))
            case ["ghost-at", a, b]:
                ghost = self._expr(a)
                _require(isinstance(ghost, Variable) and isinstance(ghost.type, ArrayType), row)
                _require(_is_pointer(self._expr(b)) and ghost.type != ORDER, row)
                return GhostAt(ghost, self._expr(b))
            case ["ghost-before", a, b, c]:
                _require(self._expr(a).type == ORDER and isinstance(self._expr(a), Variable), row)
                _require(_is_pointer(self._expr(b)) and _is_pointer(self._expr(c)), row)
                return GhostBefore(self._expr(a), self._expr(b), self._expr(c))
            case ["same-object", a, b]:
                _require(_is_pointer(self._expr(a)) and _is_pointer(self._expr(b)), row)
                return SameObject(self._expr(a), self._expr(b))
            case ["valid", a, b]:
                _require(_is_pointer(self._expr(a)) and isinstance(self._expr(b).type, IntType), row)
                return Valid(self._expr(a), self._expr(b))
            case ["no-leak", bool(running), bool(known), *operands]:
                held = tuple(map(self._expr, operands))
                _require(all(map(_is_pointer, held)) and (known or not held), row)
                return NoLeak(running, held if known else None)
        return _fail(f"{row} is not an expression")

    def _constant(self, type_: Type, value: int) -> Expr:
        match type_:
            case BoolType():
                width = 1
            case IntType(width=width) | FloatType(width=(32 | 64) as width):
                pass
            case PointerType():
                width = self._names.program.target.pointer_bits
            case _:
                return _fail(f"there is no constant of type {type_}")
        _require(not isinstance(value, bool) and 0 <= value < 1 << width, value)
        return Const(type_, value)

    def _unary(self, op: str, operand: Expr) -> Expr:
        found = _operator(Unary, op)
        match found:
            case Unary.NOT:
                _require(operand.type == BOOL, op)
            case Unary.COMPLEMENT:
                _require(isinstance(operand.type, IntType), op)
            case Unary.NEGATE:
                _require(isinstance(operand.type, IntType | FloatType), op)
        return UnaryOp(found, operand)

    def _binary(self, op: str, left: Expr, right: Expr) -> Expr:
        found = _operator(Binary, op)
        if found.logical:
            _require(left.type == BOOL and right.type == BOOL, op)
        elif found in (Binary.SHL, Binary.SHR):
            _require(isinstance(left.type, IntType) and isinstance(right.type, IntType), op)
        elif found.compares:
            _require(_alike(left, right) and is_scalar(left.type), op)
        elif found in (Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV):
            _require(left.type == right.type and isinstance(left.type, IntType | FloatType), op)
        else:
            _require(left.type == right.type and isinstance(left.type, IntType), op)
        return BinaryOp(found, left, right)

    def _is_offset(self, expr: Expr) -> bool:
        return isinstance(expr.type, IntType) and expr.type.width == self._names.program.target.pointer_bits


def _rows(table: object) -> list[Row]:
    if not isinstance(table, list) or not all(isinstance(row, list) for row in table):
        raise TableError("a table is a list of rows")
    return table


def _entry(items: list[T], number: object, what: str) -> T:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(items):
        raise TableError(f"{number!r} is not the number of an earlier {what}")
    return items[number]


def _operator(kind: Callable[[str], T], op: str) -> T:
    try:
        return kind(op)
    except ValueError:
        raise TableError(f"there is no operator {op!r}") from None


def _is_pointer(expr: Expr) -> bool:
    return isinstance(expr.type, PointerType)


def _alike(left: Expr, right: Expr) -> bool:
    """Of one type; pointers are pointers, whatever they point to."""
    return left.type == right.type or (_is_pointer(left) and _is_pointer(right))


_WIDEST_LOADED = 128
"""Bits of the widest integer that C has in memory, and that memory is made for."""


def _require(condition: bool, row: object) -> None:
    if not condition:
        raise TableError(f"{row!r} is not well-typed")


def _fail(message: str) -> Expr:
    raise TableError(message)


class _KnownReader(_Reader):
    """Passes over what is not known, with all that is made of it."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.unknown: set[int] = set()
        self._unknown_types: set[int] = set()

    def read(self, types: object, rows: object) -> list[Expr]:
        for number, row in enumerate(_rows(types)):
            try:
                self._types.append(self._read_type(row))
            except TableError:
                self._unknown_types.add(number)
                self._types.append(VOID)
        for number, row in enumerate(_rows(rows)):
            try:
                self._expressions.append(self._read_row(row))
            except TableError:
                self.unknown.add(number)
                self._expressions.append(TRUE)
        return self._expressions

    def _type(self, number: object) -> Type:
        if isinstance(number, int) and number in self._unknown_types:
            raise TableError(f"type {number} is not known")
        return super()._type(number)

    def _expr(self, number: object) -> Expr:
        if isinstance(number, int) and number in self.unknown:
            raise TableError(f"expression {number} is not known")
        return super()._expr(number)
