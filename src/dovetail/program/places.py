"""Where in an object a byte offset leads, said as C says it: `.next`, `[2].key`, or nothing.

The front end has turned every member access and every subscript into byte offsets. For people they are turned
back here, by following the static type of the pointer. That is a matter of reading only: an offset for which
no member is found is printed as the cast that it is.
"""

from __future__ import annotations

from dovetail.program.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp
from dovetail.program.types import (
    ArrayType,
    DataModel,
    IncompleteTypeError,
    IntType,
    RecordType,
    Target,
    Type,
)


def target_of(offset: Expr) -> Target:
    """The target, as an offset betrays it: it is as wide as a pointer."""
    narrow = isinstance(offset.type, IntType) and offset.type.width <= 32
    return Target(DataModel.ILP32 if narrow else DataModel.LP64)


def size_of(type_: Type, target: Target) -> int | None:
    """The size, or None for an incomplete type."""
    try:
        return target.size(type_)
    except IncompleteTypeError:
        return None


def path_to(type_: Type, offset: int, wanted: Type, target: Target) -> str | None:
    """How to get from an object of type `type_` to the part of type `wanted` at a byte offset: "" if it is
    the object itself, None if there is no such part."""
    if offset == 0 and type_ == wanted:
        return ""
    match type_:
        case RecordType():
            for member in type_.fields:
                if member.bit_width is not None or member.offset > offset:
                    continue
                size = size_of(member.type, target)
                if size is not None and offset >= member.offset + size:
                    continue
                rest = path_to(member.type, offset - member.offset, wanted, target)
                if rest is not None:
                    return f".{member.name}{rest}" if member.name else rest
            return None
        case ArrayType(element=element, count=count):
            size = size_of(element, target)
            if not size or offset < 0:
                # Of an element without a size only the first can be named, and only at its very start.
                rest = path_to(element, 0, wanted, target) if offset == 0 else None
                return None if rest is None else f"[0]{rest}"
            index, inside = divmod(offset, size)
            if count is not None and index >= count:
                return None
            rest = path_to(element, inside, wanted, target)
            return None if rest is None else f"[{index}]{rest}"
        case _:
            return None


def array_at_start(type_: Type, step: int, wanted: Type, target: Target) -> tuple[str, str] | None:
    """An array with elements of this size at the very start of an object, and in each element a part of type
    `wanted` at its very start: the path to the array, and the path inside of the element."""
    path = ""
    while True:
        match type_:
            case ArrayType(element=element):
                inner = path_to(element, 0, wanted, target)
                if inner is not None and size_of(element, target) == step:
                    return path, inner
                type_, path = element, f"{path}[0]"
            case RecordType(fields=(first, *_)) if first.bit_width is None:
                type_, path = first.type, f"{path}.{first.name}" if first.name else path
            case _:
                return None


def scaled(offset: Expr) -> tuple[Expr, int]:
    """An offset that is not constant, as (index, size of the step)."""
    match offset:
        case BinaryOp(op=Binary.MUL, left=index, right=Const(type=IntType() as type_, value=value)):
            return as_index(index), type_.number(value)
        case BinaryOp(op=Binary.MUL, left=Const(type=IntType() as type_, value=value), right=index):
            return as_index(index), type_.number(value)
        case BinaryOp(op=Binary.SHL, left=index, right=Const(value=value)) if value < 64:
            return as_index(index), 1 << value
        case UnaryOp(op=Unary.NEGATE, operand=operand):
            index, step = scaled(operand)
            return index, -step
        case _:
            return as_index(offset), 1


def as_index(expr: Expr) -> Expr:
    """Without the widening to a pointer's width that C does to every subscript by itself."""
    while (
        isinstance(expr, Cast)
        and isinstance(expr.type, IntType)
        and isinstance(expr.operand.type, IntType)
        and expr.operand.type.width <= expr.type.width
    ):
        expr = expr.operand
    return expr
