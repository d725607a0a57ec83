"""Values of a concrete run as a C programmer would write them.

A pointer is told by what it points to: `&a[2]`, `block 1` for the first heap object that the story mentions,
NULL. Integers are bit patterns in, numbers with their sign out. Nothing internal is ever shown: an object
that the user has no name for is told by its size.
"""

from __future__ import annotations

import struct

from dovetail.program import places
from dovetail.program.automata import Program
from dovetail.program.declarators import show_constant, show_float
from dovetail.program.statements import Allocate
from dovetail.program.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    scalar_parts,
)
from dovetail.semantics.memory import OBJECT_BITS, Memory, ObjectView, Region, decode, encode

_SCALARS = (IntType, FloatType, PointerType)
_FEW = 6
"""So many members of a record are told; of larger ones, only that they were written."""


class Values:
    """Knows the objects of one run. The memory is looked at while the run goes on."""

    def __init__(self, program: Program, memory: Memory) -> None:
        self._target = program.target
        self._memory = memory
        self._types = _types_by_name(program)
        self._blocks: dict[int, int] = {}

    def text(self, type_: Type, value: int | float) -> str:
        """A scalar."""
        match type_, value:
            case PointerType(pointee=pointee), int():
                return self._pointer(value, pointee)
            case FloatType(width=width), float():
                layout = "<f" if width == 32 else "<d"
                return show_float(type_, int.from_bytes(struct.pack(layout, value), "little"))
            case IntType(), int():
                return str(type_.number(type_.bits(value)))
            case _, int():
                return show_constant(type_, value)
            case _:
                return str(value)

    def contents(self, name: str, type_: Type | None, data: bytes) -> str:
        """What was written, many bytes at a time, to what is called `name`."""
        if not any(data):
            return f"{name} = all zero"
        if _is_text(type_) and (text := _quoted(data)) is not None:
            return f"{name} = {text}"
        parts = scalar_parts(type_, self._target) if type_ is not None else None
        known = [] if parts is None or type_ is None else list(parts)
        if type_ is None or not known or len(known) > _FEW or self._target.size(type_) != len(data):
            return f"{name}: {bytes_in_words(len(data))} written"
        told = []
        for offset, part in known:
            path = places.path_to(type_, offset, part, self._target)
            size = self._target.size(part)
            value = decode(data[offset : offset + size], part, self._memory)
            told.append(f"{name}{path or ''} = {self.text(part, value)}")
        return ", ".join(told)

    def behind(self, type_: Type, value: int | float, depth: int = 2) -> str | None:
        """What a pointer leads to, of an object that the user has no name for: `{1, 2}`, or `"text"`."""
        if not isinstance(type_, PointerType) or not isinstance(value, int) or not depth:
            return None
        located = self._memory.locate(value)
        ident, offset = located >> OBJECT_BITS, located & ((1 << OBJECT_BITS) - 1)
        if ident == 0 or self._memory.flat(value) == 0:
            return None
        view = self._memory.describe(ident)
        element = IntType(8, False, "unsigned char") if isinstance(type_.pointee, VoidType) else type_.pointee
        if not view.alive or offset > view.size or not isinstance(element, (*_SCALARS, RecordType)):
            return None
        return self._listed(view.contents[offset:], element, depth)

    def _listed(self, data: bytes, element: Type, depth: int) -> str | None:
        """Elements, one after the other, as many as there is room for."""
        if _is_character(element) and (text := _quoted(data, empty=True)) is not None:
            return text
        size = self._target.size(element)
        if not size or len(data) < size:
            return None
        pieces = [data[at : at + size] for at in range(0, len(data) - size + 1, size)]
        told = [self._element(piece, element, depth) for piece in pieces[:_FEW]]
        more = f", … ({len(pieces)} in all)" if len(pieces) > _FEW else ""
        return f"{{{', '.join(told)}{more}}}"

    def _element(self, data: bytes, type_: Type, depth: int) -> str:
        if not isinstance(type_, RecordType):
            value = decode(data, type_, self._memory)
            return self.behind(type_, value, depth - 1) or self.text(type_, value)
        told = []
        for field in type_.fields[:_FEW]:
            if field.bit_width is not None or not isinstance(field.type, _SCALARS):
                continue
            piece = data[field.offset : field.offset + self._target.size(field.type)]
            told.append(f".{field.name} = {self._element(piece, field.type, depth)}")
        return f"{{{', '.join(told)}{', …' if len(told) < len(type_.fields) else ''}}}"

    def encoded(self, type_: Type | None, value: int | float | bytes) -> bytes:
        """The bytes that a value has in memory. Bytes have no type."""
        if isinstance(value, bytes):
            return value
        assert type_ is not None
        return encode(value, type_, self._memory)

    def place(self, name: str, offset: int, type_: Type) -> str | None:
        """What a C programmer calls the scalar at an offset of a named object, if it can be told."""
        declared = self._types.get(name)
        if declared is None:
            return None
        path = places.path_to(declared, offset, type_, self._target)
        return None if path is None else name + path

    def type_of(self, name: str) -> Type | None:
        """The declared type of a named object, if only one object has this name."""
        return self._types.get(name)

    def _pointer(self, pointer: int, pointee: Type) -> str:
        if self._memory.flat(pointer) == 0:
            return "NULL"
        located = self._memory.locate(pointer)
        ident, offset = located >> OBJECT_BITS, located & ((1 << OBJECT_BITS) - 1)
        if ident == 0:
            return f"{self._memory.flat(pointer):#x}"
        view = self._memory.describe(ident)
        if offset >= 1 << (OBJECT_BITS - 1):  # before the start of the object
            offset -= 1 << OBJECT_BITS
        name = view.place.name
        match view.place.region:
            case Region.FUNCTION:
                return name
            case Region.HEAP:
                return _with_offset(self._block(view), offset)
            case _ if name.startswith('"'):
                return _with_offset(name, offset)
            case _:
                return self._inside(name, offset, pointee)

    def _inside(self, name: str, offset: int, pointee: Type) -> str:
        declared = self._types.get(name)
        path = None
        if declared is not None:
            path = places.path_to(declared, offset, pointee, self._target)
            if path is None and offset == 0 and isinstance(pointee, VoidType):
                path = ""
        if path is None:
            return _with_offset(f"&{name}", offset)
        return f"&{name}{path}"

    def _block(self, view: ObjectView) -> str:
        number = self._blocks.setdefault(view.ident, len(self._blocks) + 1)
        return f"block {number}" if view.alive else f"block {number} (freed)"


def _types_by_name(program: Program) -> dict[str, Type]:
    """The types of named objects, those left out that share a name but not a type."""
    found: dict[str, Type | None] = {}

    def add(name: str, type_: Type) -> None:
        found[name] = type_ if found.get(name, type_) == type_ else None

    for item in program.objects.values():
        add(item.source_name or item.name, item.type)
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            if (
                isinstance(statement, Allocate)
                and statement.type is not None
                and statement.target.source_name
            ):
                add(statement.name, statement.type)
    return {name: type_ for name, type_ in found.items() if type_ is not None}


def bytes_in_words(count: int) -> str:
    return "1 byte" if count == 1 else f"{count} bytes"


def _with_offset(text: str, offset: int) -> str:
    if offset == 0:
        return text
    return f"{text} {'+' if offset > 0 else '-'} {bytes_in_words(abs(offset))}"


def _is_text(type_: Type | None) -> bool:
    return isinstance(type_, ArrayType) and isinstance(type_.element, IntType) and type_.element.width == 8


def _is_character(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.name in ("char", "signed char", "unsigned char")


def _quoted(data: bytes, *, empty: bool = False) -> str | None:
    """Bytes as a C string, if that is what they look like: printable up to the first zero byte, if any."""
    body = data.split(b"\0", 1)[0]
    if (empty and b"\0" not in data) or not (body or empty):
        return None
    if not all(32 <= byte < 127 or byte in b"\t\n" for byte in body):
        return None
    text = body.decode().replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{text}"'
