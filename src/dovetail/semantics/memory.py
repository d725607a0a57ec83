"""Concrete memory: objects of bytes, each at an address of its own.

A pointer is `(object << 64) | offset` (see `concrete`). In bytes it is its flat address, base + offset;
read back, the address is looked up again, so that pointers survive unions, memcpy and casts to integers. An
address is never used twice, objects lie at least 16 bytes apart, and a pointer one past the end is still
its object's. An access outside of every live object is a `MemoryFault`, unless it is an address as such that
lies in wild memory; no object is ever disturbed.

The tables are parallel lists indexed by object, because programs make objects by the million and because
generated code reads them; `describe` gives a view of one object. Their identity never changes, `reset`
empties them in place. What lies in variables rather than in memory, and who asks, is not known here.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterable
from enum import Enum

from dovetail.program.types import FloatType, IntType, PointerType, Target, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics import floats
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.wild import WildMemory

OBJECT_BITS = 64
"""A pointer's object is what is above these bits."""
_OFFSET = (1 << OBJECT_BITS) - 1
_GAP = 16
_FIRST = 0x0800_0000
_DEAD = bytearray()
"""The contents of what cannot be read: dead objects, functions, and object 0."""


class MemoryFault(Exception):
    """An access that no live object covers. The text says which, for people."""


class MemoryExhausted(Exception):
    """The limit on memory, or the address space, is used up."""


class Region(Enum):
    NONE = "no object"
    GLOBAL = "global"
    CONSTANT = "constant"
    FUNCTION = "function"
    STACK = "local"
    HEAP = "heap"
    LIBRARY = "library's"


_ENDS = {Region.HEAP: "free of", Region.LIBRARY: "the end of"}


@dataclass(frozen=True, slots=True)
class Place:
    """What kind of object, and what people call it: the variable, the function, the site of the
    allocation."""

    name: str
    region: Region


@dataclass(frozen=True, slots=True)
class ObjectView:
    ident: int
    place: Place
    base: int
    size: int
    alive: bool
    contents: bytes


class Memory:
    """The objects of one run. `symbols` maps global objects and functions to pointers to them."""

    def __init__(self, target: Target, *, limit: int = 1 << 28) -> None:
        self.pointer_bits = target.pointer_bits
        self.limit = limit
        """The bytes that may be alive at once."""
        self.symbols: dict[str, int] = {}
        self.bases: list[int] = [0]
        self.contents: list[bytearray | bytes] = [_DEAD]
        self._sizes: list[int] = [0]
        self._places: list[Place] = [Place("", Region.NONE)]
        self._mask = (1 << self.pointer_bits) - 1
        self._free = _FIRST
        self._alive = 0
        self.known: dict[int, int] = {0: 0}
        """Addresses that `resolve` has looked up."""
        self._images: dict[int, bytes] = {}
        self._initial = 1
        self._initial_free = _FIRST
        self.wild = WildMemory(self.pointer_bits)

    # Objects

    def declare(self, symbol: str, size: int, region: Region, called: str = "", initial: bytes = b"") -> int:
        """Make an object that exists from the start of each run, before any `allocate`. It starts with the
        `initial` bytes, then zeros."""
        pointer = self.allocate(size, Place(called or symbol, region))
        self._images[pointer >> OBJECT_BITS] = initial.ljust(size, b"\0")
        self.contents[-1] = bytearray(self._images[pointer >> OBJECT_BITS])
        if region is Region.FUNCTION:
            self.contents[-1] = _DEAD
        self.symbols[symbol] = pointer
        self._initial = len(self.bases)
        self._initial_free = self._free
        return pointer

    def reset(self) -> None:
        """Back to the declared objects with their initial bytes; without any wild memory."""
        self.wild.begin(())
        del self.bases[self._initial :]
        del self.contents[self._initial :]
        del self._sizes[self._initial :]
        del self._places[self._initial :]
        self._alive = 0
        for ident in range(1, self._initial):
            if self._places[ident].region is not Region.FUNCTION:
                self._alive += self._sizes[ident]
                self.contents[ident] = bytearray(self._images[ident])
        self._free = self._initial_free
        self.known.clear()
        self.known[0] = 0

    @property
    def count(self) -> int:
        """The number that the next object will have."""
        return len(self.bases)

    def seal(self) -> None:
        """From now on, constant objects cannot be written."""
        for ident in range(1, self._initial):
            if self._places[ident].region is Region.CONSTANT:
                self.contents[ident] = bytes(self.contents[ident])

    def allocate(self, size: int, place: Place, alignment: int = _GAP) -> int:
        """A fresh object of zero bytes; the pointer to its start."""
        base = self._free if alignment <= _GAP else (self._free + alignment - 1) & -alignment
        free = (base + size + 2 * _GAP - 1) & -_GAP
        if self._alive + size > self.limit:
            raise MemoryExhausted(f"memory: {size} bytes for `{place.name}` exceed the limit of {self.limit}")
        if free > self._mask:
            raise MemoryExhausted("memory: the address space is used up")
        self._free = free
        self._alive += size
        self.bases.append(base)
        self.contents.append(bytearray(size))
        self._sizes.append(size)
        self._places.append(place)
        return (len(self.bases) - 1) << OBJECT_BITS

    def free(self, pointer: int) -> None:
        """End the life of a heap object; of null: nothing."""
        if self.flat(pointer) == 0:
            return
        if not self.freeable(pointer):
            pointer = self.locate(pointer)
            ident = pointer >> OBJECT_BITS
            place = self._places[ident]
            if place.region is Region.HEAP and self.contents[ident] is _DEAD:
                raise MemoryFault(f"double free of `{place.name}`")
            if place.region is Region.HEAP:
                raise MemoryFault(f"free of offset {pointer & _OFFSET} of `{place.name}`")
            if place.region is Region.NONE:
                raise MemoryFault(f"free of a wild pointer ({pointer & _OFFSET:#x})")
            raise MemoryFault(f"free of the {place.region.value} `{place.name}`")
        self.end(pointer)

    def end(self, pointer: int) -> None:
        """End the life of the object that a pointer points to, whatever its kind; nothing if it is dead."""
        ident = self.locate(pointer) >> OBJECT_BITS
        if self.contents[ident] is not _DEAD:
            self._alive -= self._sizes[ident]
            self.contents[ident] = _DEAD

    def describe(self, ident: int) -> ObjectView:
        contents = self.contents[ident]
        return ObjectView(
            ident,
            self._places[ident],
            self.bases[ident],
            self._sizes[ident],
            contents is not _DEAD or self._places[ident].region is Region.FUNCTION,
            bytes(contents),
        )

    def place(self, pointer: int) -> tuple[Place, int]:
        """What a pointer points to, and the offset in it."""
        pointer = self.locate(pointer)
        return self._places[pointer >> OBJECT_BITS], pointer & _OFFSET

    # Addresses

    def flat(self, pointer: int) -> int:
        """The address: base + offset, modulo the pointer's width (which drops the object above the
        offset)."""
        return (self.bases[pointer >> OBJECT_BITS] + pointer) & self._mask

    def resolve(self, address: int) -> int:
        """The pointer that an address stands for: into the object there (dead ones too: their addresses are
        not used again), or the address as such."""
        known = self.known.get(address)
        if known is not None:
            return known
        ident = bisect_right(self.bases, address) - 1
        offset = address - self.bases[ident]
        if ident == 0 or offset > self._sizes[ident]:
            return address  # not remembered: an object may come to lie there
        if len(self.known) > 100_000:
            self.known.clear()
        pointer = self.known[address] = (ident << OBJECT_BITS) | offset
        return pointer

    def locate(self, pointer: int) -> int:
        """The same address, with the object there if the pointer is an address as such."""
        return pointer if pointer >> OBJECT_BITS else self.resolve(pointer)

    # Questions

    def valid(self, pointer: int, size: int) -> bool:
        if size == 0:
            return True
        pointer = self.locate(pointer)
        return (pointer & _OFFSET) + size <= len(self.contents[pointer >> OBJECT_BITS])

    def freeable(self, pointer: int) -> bool:
        if self.flat(pointer) == 0:
            return True
        pointer = self.locate(pointer)
        ident = pointer >> OBJECT_BITS
        heap = self._places[ident].region is Region.HEAP
        return heap and self.contents[ident] is not _DEAD and pointer & _OFFSET == 0

    def blocks(self) -> list[int]:
        """The starts of the heap objects that are alive."""
        return [
            ident << OBJECT_BITS
            for ident, place in enumerate(self._places)
            if place.region is Region.HEAP and self.contents[ident] is not _DEAD
        ]

    def writable(self, pointer: int) -> bool:
        return self._places[self.locate(pointer) >> OBJECT_BITS].region is not Region.CONSTANT

    def object_size(self, pointer: int) -> int:
        return len(self.contents[self.locate(pointer) >> OBJECT_BITS])

    def leaked(self, pointers: Iterable[int]) -> list[int]:
        """The live heap objects that can be reached neither from global objects nor from these pointers.
        Members of packed records may be anywhere; that is slow to look at, and seldom needed."""
        roots = {ident for ident in range(1, self._initial) if self.contents[ident] is not _DEAD}
        roots.update(ident for ident, place in enumerate(self._places) if place.region is Region.LIBRARY)
        roots.update(self.locate(pointer) >> OBJECT_BITS for pointer in pointers)
        return self._lost(roots, aligned=True) and self._lost(roots, aligned=False)

    def _lost(self, roots: set[int], *, aligned: bool) -> list[int]:
        reached = set(roots)
        work = list(roots)
        word = struct.Struct("<I" if self.pointer_bits == 32 else "<Q")
        while work:
            data = self.contents[work.pop()]
            for start in range(1 if aligned else word.size):
                whole = max(len(data) - start, 0) // word.size * word.size
                for (address,) in word.iter_unpack(memoryview(data)[start : start + whole]):
                    found = self.resolve(address) >> OBJECT_BITS if address else 0
                    if found and found not in reached:
                        reached.add(found)
                        work.append(found)
        return [
            ident
            for ident in range(self._initial, len(self.bases))
            if ident not in reached
            and self.contents[ident] is not _DEAD
            and self._places[ident].region is Region.HEAP
        ]

    # Bytes

    def read(self, pointer: int, size: int) -> bytes:
        if size == 0:
            return b""
        start, data = self._access("read", pointer, size)
        return bytes(data[start : start + size]) if data is not None else self.wild.read(start, size)

    def write(self, pointer: int, data: bytes) -> None:
        if not data:
            return
        start, contents = self._access("write", pointer, len(data))
        if contents is None:
            self.wild.write(start, data)
        else:
            assert isinstance(contents, bytearray)
            contents[start : start + len(data)] = data

    def fill(self, pointer: int, byte: int, size: int) -> None:
        if size:
            self._access("write", pointer, size)  # before the bytes are made: the size may be absurd
            self.write(pointer, bytes((byte,)) * size)

    def copy(self, to: int, source: int, size: int) -> None:
        if size:
            self._access("write", to, size)
            self.write(to, self.read(source, size))

    def _access(self, verb: str, pointer: int, size: int) -> tuple[int, bytearray | bytes | None]:
        """Where the `size` bytes at `pointer` are, or the fault that says why nowhere. Without contents they
        are in wild memory."""
        located = self.locate(pointer)
        ident, offset = located >> OBJECT_BITS, located & _OFFSET
        contents = self.contents[ident]
        if offset + size <= len(contents) and not (verb == "write" and isinstance(contents, bytes)):
            return offset, contents
        if ident == 0 and self.wild.covers(offset, size):
            return offset, None
        place = self._places[ident]
        if self.flat(pointer) == 0:
            raise MemoryFault("null pointer dereferenced")
        if place.region is Region.NONE:
            raise MemoryFault(f"{verb} of {size} bytes at {offset:#x}, where there is no object")
        if place.region is Region.FUNCTION:
            raise MemoryFault(f"{verb} of {size} bytes of the function `{place.name}`")
        if contents is _DEAD:
            what = _ENDS.get(place.region, "scope of")
            raise MemoryFault(f"use after {what} `{place.name}`")
        if offset + size <= len(contents):
            raise MemoryFault(f"write to the constant `{place.name}`")
        if offset >> (self.pointer_bits - 1):
            offset -= 1 << self.pointer_bits
        raise MemoryFault(
            f"{verb} of {size} bytes at offset {offset} of `{place.name}` ({self._sizes[ident]} bytes)"
        )

    # Scalars

    def load(self, pointer: int, type: Type) -> int | float:
        return decode(self.read(pointer, size_of(type, self.pointer_bits)), type, self)

    def store(self, pointer: int, value: int | float, type: Type) -> None:
        self.write(pointer, encode(value, type, self))


def encode(value: int | float, type: Type, memory: Memory) -> bytes:
    """The bytes of a scalar in memory."""
    match type:
        case FloatType(width=width):
            return floats.to_bits(value, width).to_bytes(width // 8, "little")
        case PointerType():
            assert isinstance(value, int)
            return memory.flat(value).to_bytes(memory.pointer_bits // 8, "little")
        case _:
            return int(value).to_bytes(size_of(type, memory.pointer_bits), "little")


def decode(data: bytes, type: Type, memory: Memory) -> int | float:
    """The scalar that bytes stand for: too few are padded with zero, too many are cut off."""
    number = int.from_bytes(data, "little")
    match type:
        case FloatType(width=width):
            return floats.from_bits(number & ((1 << width) - 1), width)
        case PointerType():
            return memory.resolve(number & ((1 << memory.pointer_bits) - 1))
        case IntType(width=width):
            return number & ((1 << width) - 1)
        case _:
            raise NotComputable(f"a value of type {type} is not modelled")


def size_of(type: Type, pointer_bits: int) -> int:
    """The bytes of a scalar that can be loaded and stored."""
    match type:
        case IntType(width=width):
            return (width + 7) // 8
        case FloatType(width=32 | 64 as width):
            return width // 8
        case PointerType():
            return pointer_bits // 8
        case _:
            raise NotComputable(f"an access of type {type} is not modelled")
