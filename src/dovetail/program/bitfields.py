"""Bit-fields, recognised again in the shifts and masks that the front end has made of them.

A read is the integer around the field, shifted and cut to the field's width; a write puts the value between
the integer's other bits. As in `places`, this is a matter of reading only: what does not match is printed as
the shifts and masks that it is.
"""

from __future__ import annotations

from dovetail.program.expressions import Binary, BinaryOp, Cast, Const, Expr, Load, PointerAdd
from dovetail.program.statements import Store
from dovetail.program.types import ArrayType, Field, IntType, PointerType, RecordType, Type
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class BitField:
    """A bit-field of what `base` points to. `shift` is where it starts in the integer around it."""

    base: Expr
    path: str
    field: Field
    shift: int

    def number(self, bits: int) -> int:
        """The field's value, given the integer around it."""
        assert isinstance(self.field.type, IntType)
        assert self.field.bit_width is not None
        narrow = IntType(self.field.bit_width, self.field.type.signed)
        return narrow.number(narrow.bits(bits >> self.shift))


def field_read(expr: Expr) -> BitField | None:
    """The field that an expression reads: `(uint3)(unit >> 5)`, before it is widened to the declared type."""
    if not isinstance(expr, Cast) or not isinstance(expr.type, IntType):
        return None
    match expr.operand:
        case Load(address=address):
            found = _find(address, 0, expr.type.width)
        case BinaryOp(op=Binary.SHR, left=Load(address=address), right=Const(value=shift)):
            found = _find(address, shift, expr.type.width)
        case _:
            return None
    # The user may have cut an integer to the same bits; then it is the field only if the sign is the field's.
    if found is None or not isinstance(found.field.type, IntType):
        return None
    return found if found.field.type.signed == expr.type.signed else None


def field_written(statement: Store) -> BitField | None:
    """The field that a store writes: `unit = unit & MASK | …`."""
    match statement.value:
        case BinaryOp(
            op=Binary.BITOR,
            left=BinaryOp(
                op=Binary.BITAND,
                left=Load(address=address),
                right=Const(type=IntType(width=width), value=mask),
            ),
        ) if address is statement.address:
            hole = ~mask & ((1 << width) - 1)
            shift = (hole & -hole).bit_length() - 1
            found = None if hole == 0 else _find(address, shift, hole.bit_count())
            contiguous = hole >> max(shift, 0) == (1 << hole.bit_count()) - 1
            return found if contiguous else None
        case _:
            return None


def value_written(statement: Store) -> Expr | None:
    """The expression whose value the field gets, if it is not a constant that the front end has folded."""
    match statement.value:
        case BinaryOp(op=Binary.BITOR, right=part):
            if isinstance(part, BinaryOp) and part.op is Binary.SHL:
                part = part.left
            if isinstance(part, BinaryOp) and part.op is Binary.BITAND and isinstance(part.right, Const):
                inside = part.left
                return inside.operand if isinstance(inside, Cast) else inside
            return None
        case _:
            return None


def constant_written(statement: Store, field: BitField) -> int | None:
    """The number that the field gets, if it is a constant."""
    match statement.value:
        case BinaryOp(op=Binary.BITOR, right=Const(value=value)):
            return field.number(value)
        case _:
            return None


def _find(address: Expr, shift: int, width: int) -> BitField | None:
    offset = 0
    if (
        isinstance(address, PointerAdd)
        and isinstance(address.offset, Const)
        and isinstance(address.offset.type, IntType)
    ):
        offset = address.offset.type.number(address.offset.value)
        address = address.pointer
    if not isinstance(address.type, PointerType):
        return None
    found = _member(address.type.pointee, offset * 8 + shift, width)
    return None if found is None else BitField(address, found[0], found[1], shift)


def _member(type_: Type, bit: int, width: int) -> tuple[str, Field] | None:
    """The bit-field that starts at a bit of an object and has this width, with the path to it."""
    match type_:
        case RecordType():
            for member in type_.fields:
                if member.bit_width is not None:
                    if (member.bit_offset, member.bit_width) == (bit, width):
                        return f".{member.name}", member
                elif bit >= member.offset * 8:
                    found = _member(member.type, bit - member.offset * 8, width)
                    if found is not None:
                        return (f".{member.name}{found[0]}" if member.name else found[0]), found[1]
            return None
        case ArrayType(element=RecordType() as element, count=count) if element.size:
            index, inside = divmod(bit, element.size * 8)
            found = _member(element, inside, width) if bit >= 0 and (count is None or index < count) else None
            return None if found is None else (f"[{index}]{found[0]}", found[1])
        case _:
            return None
