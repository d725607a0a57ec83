"""Expressions and statements as a C programmer would write them.

What the front end has lowered to bytes and offsets is raised again to `p->next`, `a[i]` and `s.f.g` wherever
the static types allow it (`places`), and is otherwise an honest cast: `*(int *)((char *)p + 8)`. Parentheses
are those that C's precedence needs. A cast is left out only where C makes the same conversion by itself: the
promotion of a narrow integer or a condition to int, and the widening of a subscript.

For people only: this is neither C that compiles nor a format that is read back. `listing` prints whole
procedures and programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from dovetail.program import bitfields, places
from dovetail.program.declarators import show_constant, show_type
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    ForAll,
    ForAllBlocks,
    Freeable,
    GhostAt,
    GhostBefore,
    GhostEmptied,
    GhostPlaced,
    GhostWith,
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
)
from dovetail.program.interned import fold
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    CoverTarget,
    EndLifetime,
    Fill,
    Free,
    Goal,
    Halt,
    Havoc,
    HavocMemory,
    Probe,
    Return,
    Skip,
    Statement,
    Storage,
    Store,
    Unsupported,
    Why,
)
from dovetail.program.types import (
    ArrayType,
    BoolType,
    DataModel,
    IntType,
    PointerType,
    Target,
    Type,
    VoidType,
)
from dovetail.quick_dataclass import dataclass

PRIMARY, POSTFIX, UNARY, CONDITIONAL, LOWEST = 16, 15, 14, 3, 0
PRECEDENCE = {
    Binary.MUL: 13,
    Binary.DIV: 13,
    Binary.REM: 13,
    Binary.ADD: 12,
    Binary.SUB: 12,
    Binary.SHL: 11,
    Binary.SHR: 11,
    Binary.LT: 10,
    Binary.LE: 10,
    Binary.GT: 10,
    Binary.GE: 10,
    Binary.EQ: 9,
    Binary.NE: 9,
    Binary.BITAND: 8,
    Binary.BITXOR: 7,
    Binary.BITOR: 6,
    Binary.AND: 5,
    Binary.OR: 4,
}
LONGEST = 10_000
"""A subexpression whose text is longer than this is printed as `...`: shared subexpressions can make the text
exponentially longer than the expression, and nobody reads that far."""
ELIDED = "..."


@dataclass(frozen=True, slots=True)
class Shown:
    """An expression's text with the precedence of its outermost operator.

    For a pointer that is known to be the address of something, `place` is the text of that something (an
    operand of postfix operators), and `array` the text of the array whose first element it is."""

    text: str
    precedence: int
    place: str | None = None
    array: str | None = None

    def at(self, precedence: int) -> str:
        """The text as an operand that needs at least this precedence."""
        return self.text if self.precedence >= precedence else f"({self.text})"


_CALLED: dict[type[Expr], str] = {
    Valid: "valid",
    SameObject: "same_object",
    Freeable: "freeable",
    Writable: "writable",
    ObjectSize: "object_size",
    ObjectStart: "object_start",
    GhostWith: "with",
    GhostBefore: "before",
    GhostPlaced: "placed",
    GhostEmptied: "emptied",
}
"""What looks like a call."""


class Printer:
    """Prints many expressions, each shared subexpression once. `names` says what people call a global
    object, where that is not its symbol."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}
        self._memo: dict[Expr, Shown] = {}

    def expression(self, expr: Expr) -> str:
        return fold(expr, self._show, self._memo).text

    def lvalue(self, address: Expr, type_: Type) -> str:
        """What lies at an address."""
        return _content(address, fold(address, self._show, self._memo), type_).text

    def statement(self, statement: Statement) -> str:
        return _show_statement(statement, self)

    def _show(self, expr: Expr, below: list[Shown]) -> Shown:
        shown = self._raise(expr, below)
        return shown if len(shown.text) <= LONGEST else Shown(ELIDED, PRIMARY)

    def _raise(self, expr: Expr, below: list[Shown]) -> Shown:
        match expr:
            case Const(type=type_, value=value):
                text = show_constant(type_, value)
                return Shown(text, UNARY if text[0] in "-(" else PRIMARY)
            case Variable(name=name) if name.startswith("&"):
                return _object(expr.source_name or name[1:], expr.type)
            case Variable(name=name):
                return Shown(expr.source_name or name, PRIMARY)
            case Address(symbol=symbol):
                return _object(self._names.get(symbol, symbol), expr.type)
            case Load(address=address, type=type_):
                return _content(address, below[0], type_)
            case UnaryOp(op=op):
                text = below[0].at(UNARY)
                return Shown(
                    f"-({text})" if op is Unary.NEGATE and text[0] == "-" else op.value + text, UNARY
                )
            case BinaryOp():
                return self._binary(expr, below)
            case Cast(type=type_, operand=operand):
                if (read := bitfields.field_read(expr)) is not None:
                    return Shown(self._member(read), POSTFIX)
                if (read := bitfields.field_read(operand)) is not None and read.field.type == type_:
                    return below[0]
                return _cast(type_, operand, below[0])
            case Conditional():
                condition, then, otherwise = below
                text = f"{condition.at(CONDITIONAL + 1)} ? {then.at(LOWEST)} : {otherwise.at(CONDITIONAL)}"
                return Shown(text, CONDITIONAL)
            case PointerAdd():
                return self._pointer_add(expr, below[0], below[1])
            case PointerDiff():
                left, right = below
                precedence = PRECEDENCE[Binary.SUB]
                return Shown(f"(char *){left.at(UNARY)} - (char *){right.at(UNARY)}", precedence)
            case ForAllBlocks(index=index):
                return Shown(f"for_all_blocks({index.source_name}, {below[2].text})", POSTFIX)
            case Quantifier(index=index):
                low, high, body = (part.text for part in below)
                kind = "for_all" if isinstance(expr, ForAll) else "sum" if isinstance(expr, Sum) else "exists"
                return Shown(f"{kind}({index.source_name}, {low}, {high}, {body})", POSTFIX)
            case _ if type(expr) in _CALLED:
                operands = ", ".join(part.text for part in below)
                return Shown(f"{_CALLED[type(expr)]}({operands})", POSTFIX)
            case GhostAt():
                return Shown(f"{below[0].at(POSTFIX)}[{below[1].text}]", POSTFIX)
            case NoLeak(running=running):
                return Shown("no_leak(running)" if running else "no_leak()", POSTFIX)
            case _:
                raise TypeError(f"not an expression: {type(expr).__name__}")

    def bit_field(self, found: bitfields.BitField) -> str:
        """What a bit-field is called."""
        fold(found.base, self._show, self._memo)
        return self._member(found)

    def _member(self, found: bitfields.BitField) -> str:
        place = _part(self._memo[found.base], found.path).place
        assert place is not None
        return place

    def _binary(self, expr: BinaryOp, below: list[Shown]) -> Shown:
        left, right = below
        if expr.op is Binary.DIV and isinstance(expr.left, PointerDiff) and isinstance(expr.right, Const):
            # A difference of bytes, divided by the size of what is pointed to, is C's difference of pointers.
            minuend, subtrahend = expr.left.left, expr.left.right
            if minuend.type == subtrahend.type and _step(minuend, expr.left) == expr.right.value:
                precedence = PRECEDENCE[Binary.SUB]
                one, other = self._memo[minuend].at(precedence), self._memo[subtrahend].at(precedence + 1)
                return Shown(f"{one} - {other}", precedence)
        precedence = PRECEDENCE[expr.op]
        # && and || mean the same however they are nested.
        to_the_right = precedence if expr.op.logical else precedence + 1
        return Shown(f"{left.at(precedence)} {expr.op.value} {right.at(to_the_right)}", precedence)

    def _pointer_add(self, expr: PointerAdd, base: Shown, offset: Shown) -> Shown:
        if isinstance(expr.type, PointerType) and isinstance(expr.pointer.type, PointerType):
            raised = self._subscript(expr, expr.pointer.type.pointee, expr.type.pointee, base)
            if raised is not None:
                return raised
        minus = isinstance(expr.offset, Const) and offset.text.startswith("-")
        amount = f"- {offset.text[1:]}" if minus else f"+ {offset.at(PRECEDENCE[Binary.ADD] + 1)}"
        bytewise = f"(char *){base.at(UNARY)} {amount}"
        return Shown(f"({show_type(expr.type)})({bytewise})", UNARY)

    def _subscript(self, expr: PointerAdd, pointee: Type, wanted: Type, base: Shown) -> Shown | None:
        """`&place.f`, `&a[i].f` or `p + i`, if the offset can be understood as one of these."""
        target = places.target_of(expr.offset)
        size = places.size_of(pointee, target)
        if isinstance(expr.offset, Const) and isinstance(expr.offset.type, IntType):
            number = expr.offset.type.number(expr.offset.value)
            inner = places.path_to(pointee, number, wanted, target)
            if inner:
                return _part(base, inner)
            if not size:
                return None
            steps, rest = divmod(number, size)
            inner = places.path_to(pointee, rest, wanted, target)
            return None if inner is None else _element(base, str(steps), inner)
        index, step = places.scaled(expr.offset)
        shown = self._memo[index]
        text = shown.text if step > 0 else f"-{shown.at(UNARY)}"
        inner = places.path_to(pointee, 0, wanted, target)
        if size == abs(step) and inner is not None:
            operand = shown.at(PRECEDENCE[Binary.ADD] + 1)
            return _element(base, text, inner, operand, minus=step < 0)
        found = places.array_at_start(pointee, abs(step), wanted, target)
        return None if found is None else _part(base, f"{found[0]}[{text}]{found[1]}")


def _address_of(place: str) -> Shown:
    return Shown(f"&{place}", UNARY, place=place)


def _object(name: str, pointer: Type) -> Shown:
    """The address of a whole object. That of an array or a string is, to C, its own name."""
    if name.startswith('"') or (isinstance(pointer, PointerType) and isinstance(pointer.pointee, ArrayType)):
        return Shown(name, PRIMARY, place=name)
    return _address_of(name)


def _part(base: Shown, path: str) -> Shown:
    """The address of the part at `path` of what `base` points to."""
    if base.place is not None:
        place = base.place + path
    elif path.startswith("."):
        place = f"{base.at(POSTFIX)}->{path[1:]}"
    else:
        place = f"(*{base.at(UNARY)}){path}"
    if path.endswith("[0]"):
        array = place.removesuffix("[0]")
        return Shown(array, POSTFIX, place=place, array=array)
    return _address_of(place)


def _element(base: Shown, index: str, inner: str, operand: str = "", minus: bool = False) -> Shown:
    """The address of the part at `inner` of the element at `index`, counted from what `base` points to."""
    if base.array is not None:
        return _address_of(f"{base.array}[{index}]{inner}")
    if inner or base.place is not None:
        return _address_of(f"{base.at(POSTFIX)}[{index}]{inner}")
    if not operand:
        minus, operand = index.startswith("-"), index.removeprefix("-")
    precedence = PRECEDENCE[Binary.ADD]
    text = f"{base.at(precedence)} {'-' if minus else '+'} {operand}"
    return Shown(text, precedence, place=f"{base.at(POSTFIX)}[{index}]")


def _content(address: Expr, shown: Shown, type_: Type) -> Shown:
    """What lies at an address, seen as a `type_`."""
    pointee = address.type.pointee if isinstance(address.type, PointerType) else None
    if pointee is not None and pointee != type_:
        # At offset 0 no size matters, so that any target will do.
        inner = places.path_to(pointee, 0, type_, Target(DataModel.LP64))
        if inner:
            shown, pointee = _part(shown, inner), type_
    if pointee != type_:
        return Shown(f"*({show_type(PointerType(type_))}){shown.at(UNARY)}", UNARY)
    if shown.place is not None:
        return Shown(shown.place, POSTFIX)
    return Shown(f"*{shown.at(UNARY)}", UNARY)


def _cast(type_: Type, operand: Expr, shown: Shown) -> Shown:
    match type_, operand.type:
        case IntType(width=32, signed=True), BoolType():
            return shown
        case IntType(width=32, signed=True), IntType(width=width) if width < 32:
            return shown
        case PointerType(pointee=wanted), PointerType(pointee=ArrayType(element=element)) if (
            element == wanted
        ):
            return _part(shown, "[0]")
        case _:
            return Shown(f"({show_type(type_)}){shown.at(UNARY)}", UNARY)


def _step(pointer: Expr, difference: PointerDiff) -> int | None:
    if not isinstance(pointer.type, PointerType):
        return None
    return places.size_of(pointer.type.pointee, places.target_of(difference))


def _show_statement(statement: Statement, printer: Printer) -> str:
    show = printer.expression
    match statement:
        case Assign(target=target, value=value):
            return f"{show(target)} = {show(value)}"
        case Store(address=address, value=value):
            return (
                _show_bit_field(statement, printer)
                or f"{printer.lvalue(address, value.type)} = {show(value)}"
            )
        case Copy(to=to, source=source, type=type_) if type_ is not None and not isinstance(type_, VoidType):
            return f"{printer.lvalue(to, type_)} = {printer.lvalue(source, type_)}"
        case Copy(to=to, source=source, size=size):
            return f"memmove({show(to)}, {show(source)}, {show(size)})"
        case Fill(to=to, byte=byte, size=size):
            return f"memset({show(to)}, {show(byte)}, {show(size)})"
        case Assume(condition=condition, why=why, detail=detail):
            return _show_assumption(show(condition), why, detail)
        case Check(condition=condition, info=info):
            return f"check #{info.ident} {info.kind}: {show(condition)}"
        case Call(target=target, procedure=procedure, arguments=arguments):
            call = f"{procedure}({', '.join(show(argument) for argument in arguments)})"
            return call if target is None else f"{show(target)} = {call}"
        case Return(value=value):
            return "return" if value is None else f"return {show(value)}"
        case Allocate(storage=Storage.HEAP):
            return f"{show(statement.target)} = allocate({show(statement.size)})"
        case Allocate(target=target, size=size, name=name, type=type_):
            what = show_type(type_, name) if type_ is not None else f"{name}: {show(size)} bytes"
            return f"declare {what}" if target.name.startswith("&") else f"{show(target)} = &({what})"
        case Free(pointer=pointer):
            return f"free({show(pointer)})"
        case EndLifetime(pointer=pointer):
            text = show(pointer)
            return f"end of {text.removeprefix('&') if pointer.name.startswith('&') else f'*{text}'}"
        case Havoc(target=target, origin=origin, name=name):
            return f"{show(target)} = any {show_type(target.type)} ({origin.value}: {name})"
        case HavocMemory(address=address, size=size, type=type_, name=name):
            if type_ is not None and not isinstance(type_, VoidType):
                return f"{printer.lvalue(address, type_)} = any {show_type(type_)} ({name})"
            return f"any contents for {show(size)} bytes at {show(address)} ({name})"
        case Halt(code=code):
            return f"exit({show(code)})"
        case Unsupported(reason=reason):
            return f"unsupported: {reason}"
        case Skip(goal=Goal(kind=kind, condition=condition, info=info)):
            return f"{kind.value} #{info.ident}: {show(condition)}"
        case Skip(target=CoverTarget(ident=ident, condition=condition)):
            return f"target #{ident}: {show(condition)}"
        case Skip(probe=Probe(ident=ident, predicates=predicates)):
            return f"probe #{ident}: {', '.join(map(show, predicates))}"
        case Skip(note=note):
            return f"skip ({note})" if note else "skip"
        case _:
            assert_never(statement)


def _show_bit_field(statement: Store, printer: Printer) -> str | None:
    """The assignment to a bit-field that a store is, if it is one."""
    found = bitfields.field_written(statement)
    if found is None:
        return None
    constant = bitfields.constant_written(statement, found)
    value = bitfields.value_written(statement)
    if constant is None and value is None:
        return None
    text = str(constant) if value is None else printer.expression(value)
    return f"{printer.bit_field(found)} = {text}"


def _show_assumption(condition: str, why: Why, detail: str) -> str:
    match why:
        case Why.BRANCH:
            return f"[{condition}]"
        case Why.ASSUMED:
            return f"assume {condition}"
        case Why.UNDEFINED:
            return f"undefined unless {condition}" + (f" ({detail})" if detail else "")


def show_expr(expr: Expr) -> str:
    """One expression as C-like text."""
    return Printer().expression(expr)
