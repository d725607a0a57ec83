"""The types of C objects and of Dovetail's expressions, with the target's layout.

Integers are machine integers of a width and a sign; what C calls them is kept for printing only and plays
no part in equality. `BoolType` is the type of conditions: it exists in expressions and is never stored. C's
`_Bool` is the 8-bit unsigned integer that the ABI makes of it; the front end writes the conversions out.

Records are nominal: two of them are equal only when they are the same declaration. A record is created
incomplete and completed once, so that it can refer to itself through pointers.

This module does not parse C and knows no attributes: `frontend/` hands `lay_out` the facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import Enum

from dovetail.quick_dataclass import dataclass


class DataModel(Enum):
    """The sizes that the ABI leaves to the target: i386 and x86-64 System V."""

    ILP32 = "ILP32"
    LP64 = "LP64"

    @property
    def pointer_bits(self) -> int:
        return 32 if self is DataModel.ILP32 else 64

    @property
    def long_bits(self) -> int:
        return self.pointer_bits

    @property
    def max_scalar_align(self) -> int:
        """i386 aligns 8-byte scalars inside of records to 4 bytes."""
        return 4 if self is DataModel.ILP32 else 16


@dataclass(frozen=True, slots=True)
class VoidType:
    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class BoolType:
    """The type of conditions: true or false. Never stored in memory."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class IntType:
    width: int
    signed: bool
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name or f"{'int' if self.signed else 'uint'}{self.width}"

    @property
    def minimum(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1

    def number(self, bits: int) -> int:
        """The number that a bit pattern (an int in 0 .. 2**width - 1) stands for."""
        if self.signed and bits >> (self.width - 1):
            return bits - (1 << self.width)
        return bits

    def bits(self, number: int) -> int:
        """The bit pattern of a number, wrapped to the width."""
        return number & ((1 << self.width) - 1)


@dataclass(frozen=True, slots=True)
class FloatType:
    """IEEE binary32 or binary64. Width 80 (x87) can be named, but is not computed with."""

    width: int

    def __str__(self) -> str:
        return {32: "float", 64: "double", 80: "long double", 128: "__float128"}[self.width]


@dataclass(frozen=True, slots=True)
class PointerType:
    pointee: Type

    def __str__(self) -> str:
        return f"{self.pointee} *"


@dataclass(frozen=True, slots=True)
class ArrayType:
    """`count` is None for an incomplete array and for a flexible array member."""

    element: Type
    count: int | None

    def __str__(self) -> str:
        return f"{self.element}[{'' if self.count is None else self.count}]"


@dataclass(frozen=True, slots=True)
class FunctionType:
    returns: Type
    parameters: tuple[Type, ...]
    variadic: bool = False
    prototyped: bool = True

    def __str__(self) -> str:
        inside = ", ".join(str(p) for p in self.parameters) + (", ..." if self.variadic else "")
        return f"{self.returns} ({inside})"


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record. `offset` is in bytes; a bit-field also has its first bit, counted from the
    start of the record, and its width."""

    name: str
    type: Type
    offset: int
    bit_offset: int = 0
    bit_width: int | None = None


class RecordType:
    """A struct or union. Equality is identity."""

    __slots__ = ("align", "complete", "fields", "name", "size", "union")

    def __init__(self, name: str, *, union: bool) -> None:
        self.name = name
        self.union = union
        self.complete = False
        self.fields: tuple[Field, ...] = ()
        self.size = 0
        self.align = 1

    def define(self, fields: Sequence[Field], size: int, align: int) -> None:
        if self.complete:
            raise ValueError(f"{self} is already defined")
        self.fields, self.size, self.align, self.complete = tuple(fields), size, align, True

    def __str__(self) -> str:
        return f"{'union' if self.union else 'struct'} {self.name}"

    def __repr__(self) -> str:
        return f"<{self}>"


Type = VoidType | BoolType | IntType | FloatType | PointerType | ArrayType | FunctionType | RecordType
Scalar = IntType | FloatType | PointerType

VOID = VoidType()
BOOL = BoolType()
CHAR = IntType(8, True, "char")
SCHAR = IntType(8, True, "signed char")
UCHAR = IntType(8, False, "unsigned char")
SHORT = IntType(16, True, "short")
USHORT = IntType(16, False, "unsigned short")
INT = IntType(32, True, "int")
UINT = IntType(32, False, "unsigned int")
LLONG = IntType(64, True, "long long")
ULLONG = IntType(64, False, "unsigned long long")
INT128 = IntType(128, True, "__int128")
UINT128 = IntType(128, False, "unsigned __int128")
C_BOOL = IntType(8, False, "_Bool")
FLOAT = FloatType(32)
DOUBLE = FloatType(64)
LONG_DOUBLE = FloatType(80)
VOID_POINTER = PointerType(VOID)


def is_scalar(type_: Type) -> bool:
    return isinstance(type_, (IntType, FloatType, PointerType))


class IncompleteTypeError(ValueError):
    """The size of a type was asked for that has none."""


@dataclass(frozen=True, slots=True)
class Target:
    """Sizes and alignments under a data model, in bytes."""

    model: DataModel

    @property
    def pointer_bits(self) -> int:
        return self.model.pointer_bits

    @property
    def intptr(self) -> IntType:
        """The signed integer as wide as a pointer: ptrdiff_t."""
        return IntType(self.pointer_bits, True, "long" if self.model is DataModel.LP64 else "int")

    @property
    def size_t(self) -> IntType:
        return IntType(
            self.pointer_bits,
            False,
            "unsigned long" if self.model is DataModel.LP64 else "unsigned int",
        )

    @property
    def long(self) -> IntType:
        return IntType(self.model.long_bits, True, "long")

    @property
    def ulong(self) -> IntType:
        return IntType(self.model.long_bits, False, "unsigned long")

    def size(self, type_: Type) -> int:
        match type_:
            case IntType(width=width):
                return (width + 7) // 8
            case FloatType(width=80):
                return 12 if self.model is DataModel.ILP32 else 16
            case FloatType(width=width):
                return width // 8
            case PointerType():
                return self.pointer_bits // 8
            case ArrayType(element=element, count=count):
                if count is None:
                    raise IncompleteTypeError(f"the array type {type_} has no size")
                return count * self.size(element)
            case RecordType():
                if not type_.complete:
                    raise IncompleteTypeError(f"{type_} is declared but not defined")
                return type_.size
            case VoidType() | FunctionType():
                return 1  # GNU C: pointer arithmetic on void * and function pointers
            case BoolType():
                raise IncompleteTypeError("a condition has no size")

    def align(self, type_: Type) -> int:
        match type_:
            case ArrayType(element=element):
                return self.align(element)
            case RecordType():
                return type_.align
            case IntType() | FloatType() | PointerType():
                return min(self.size(type_) & -self.size(type_), self.model.max_scalar_align)
            case VoidType() | FunctionType() | BoolType():
                return 1


@dataclass(frozen=True, slots=True)
class Member:
    """What the front end knows of a member before the layout: `align` is an explicit alignment,
    `packed` an attribute on the member itself."""

    name: str
    type: Type
    bit_width: int | None = None
    align: int = 0
    packed: bool = False


def lay_out(
    record: RecordType,
    members: Sequence[Member],
    target: Target,
    *,
    packed: bool = False,
    align: int = 0,
    max_align: int = 0,
) -> None:
    """Complete `record` as the System V ABI lays it out (with GNU's packed, aligned and pragma pack).

    A bit-field goes into the next bits unless it would then cross a boundary of its declared type; a packed
    one never moves. A zero-width one closes the current storage unit.
    """
    bits = 0  # the first free bit (structs), or the widest member so far (unions)
    record_align = 1
    fields: list[Field] = []
    for member in members:
        pack = packed or member.packed
        natural = target.align(member.type)
        field_align = 1 if pack else natural
        field_align = max(field_align, member.align)
        if max_align:
            field_align = min(field_align, max_align)
        start = 0 if record.union else bits
        if member.bit_width is None:
            start = _round_up(start, field_align * 8)
            flexible = isinstance(member.type, ArrayType) and member.type.count is None
            width = 0 if flexible else target.size(member.type) * 8
            fields.append(Field(member.name, member.type, start // 8))
            record_align = max(record_align, field_align)
        else:
            unit = target.size(member.type) * 8
            width = member.bit_width
            if width == 0:
                # Closes the unit; its alignment does not count for the record on x86.
                start = _round_up(start, max(natural, member.align) * 8)
            else:
                if member.align:
                    start = _round_up(start, field_align * 8)
                crosses = start % (field_align * 8) + width > unit
                if not pack and crosses:
                    start = _round_up(start, field_align * 8)
                if max_align and not pack and natural > max_align:
                    pass  # under pragma pack a bit-field may cross its unit, as computed above
                if member.name:
                    record_align = max(record_align, field_align)
            if member.name:
                fields.append(Field(member.name, member.type, start // 8, start, width))
        bits = max(bits, width) if record.union else start + width
    record_align = max(record_align, align)
    size = _round_up(bits, record_align * 8) // 8
    record.define(fields, size, record_align)


def _round_up(value: int, step: int) -> int:
    return -(-value // step) * step


def scalar_parts(type_: Type, target: Target) -> Iterator[tuple[int, Scalar]] | None:
    """The scalars that an object of this type is made of, as (byte offset, type), or None where bytes are the
    only sensible view (unions, bit-fields, padding aside)."""
    match type_:
        case IntType() | FloatType() | PointerType():
            return iter([(0, type_)])
        case ArrayType(element=element, count=count) if count is not None:
            inner = scalar_parts(element, target)
            if inner is None:
                return None
            parts, step = list(inner), target.size(element)
            return ((i * step + offset, part) for i in range(count) for offset, part in parts)
        case RecordType(union=False, complete=True):
            result: list[tuple[int, Scalar]] = []
            for member in type_.fields:
                inner = scalar_parts(member.type, target)
                if member.bit_width is not None or inner is None:
                    return None
                result += ((member.offset + offset, part) for offset, part in inner)
            return iter(result)
        case _:
            return None


def has_pointers(type_: Type) -> bool:
    """Is there a pointer among what a value of the type holds?"""
    while isinstance(type_, ArrayType):
        type_ = type_.element
    if isinstance(type_, RecordType):
        return any(has_pointers(field.type) for field in type_.fields)
    return isinstance(type_, PointerType)
