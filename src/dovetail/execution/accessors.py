"""Loads and stores of scalars for generated code: for each type a closure that asks nothing first.

The closure goes straight at the bytes. An access that Python's own bounds check refuses is then made the
slow way by `Memory.read` or `Memory.write`, which find the object (the pointer may be an address as such)
or the fault. The results are those of `Memory.load` and `Memory.store`; only the speed differs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from dovetail.program.types import FloatType, IntType, PointerType, Type
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import Memory, size_of

Loader = Callable[[int], int | float]
Storer = Callable[[int, int | float], None]

_OFFSET = (1 << 64) - 1
_REFUSED = (struct.error, IndexError, OverflowError, TypeError)
"""What Python raises on access outside of a buffer, and (TypeError) on a write to a constant object's
`bytes`."""


def suffix(type_: Type) -> str:
    """One name for all types with the same loader and storer."""
    match type_:
        case IntType(width=width):
            return f"i{width}"
        case FloatType(width=width):
            return f"f{width}"
        case PointerType():
            return "p"
        case _:
            raise NotComputable(f"an access of type {type_} is not modelled")


def _packed(type_: Type, pointer_bits: int) -> struct.Struct | None:
    """How `struct` names the type, if it can."""
    match type_:
        case IntType(width=8 | 16 | 32 | 64 as width):
            return struct.Struct({8: "<B", 16: "<H", 32: "<I", 64: "<Q"}[width])
        case FloatType(width=32 | 64 as width):
            return struct.Struct("<f" if width == 32 else "<d")
        case PointerType():
            return struct.Struct("<I" if pointer_bits == 32 else "<Q")
        case _:
            return None


def make_loader(type_: Type, memory: Memory) -> Loader:
    contents, read = memory.contents, memory.read
    size = size_of(type_, memory.pointer_bits)
    packed = _packed(type_, memory.pointer_bits)
    if packed is None:
        return lambda pointer: memory.load(pointer, type_)
    unpack, unpack_from = packed.unpack, packed.unpack_from
    if isinstance(type_, PointerType):
        resolve, known = memory.resolve, memory.known

        def load_pointer(pointer: int) -> int | float:
            try:
                address = unpack_from(contents[pointer >> 64], pointer & _OFFSET)[0]
            except _REFUSED:
                address = unpack(read(pointer, size))[0]
            return known.get(address) or resolve(address)

        return load_pointer

    def load(pointer: int) -> int | float:
        try:
            return unpack_from(contents[pointer >> 64], pointer & _OFFSET)[0]  # type: ignore[no-any-return]
        except _REFUSED:
            return unpack(read(pointer, size))[0]  # type: ignore[no-any-return]

    return load


def make_storer(type_: Type, memory: Memory) -> Storer:
    contents, write = memory.contents, memory.write
    packed = _packed(type_, memory.pointer_bits)
    if packed is None:
        return lambda pointer, value: memory.store(pointer, value, type_)
    pack, pack_into = packed.pack, packed.pack_into
    if isinstance(type_, PointerType):
        bases, mask = memory.bases, (1 << memory.pointer_bits) - 1

        def store_pointer(pointer: int, value: int | float) -> None:
            assert isinstance(value, int)
            address = (bases[value >> 64] + value) & mask
            try:
                pack_into(contents[pointer >> 64], pointer & _OFFSET, address)
            except _REFUSED:
                write(pointer, pack(address))

        return store_pointer

    def store(pointer: int, value: int | float) -> None:
        try:
            pack_into(contents[pointer >> 64], pointer & _OFFSET, value)
        except _REFUSED:
            write(pointer, pack(value))

    return store
