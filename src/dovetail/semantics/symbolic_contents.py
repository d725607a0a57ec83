"""The contents of symbolic memory: what was written, and what a read makes of it.

An object whose number is known has *cells* (scalars at known offsets) over a chain of *writes* whose place is
not known so exactly, over blank bytes or over what lies below. A write knows one thing: given a read, under
which condition it covers all of what is read, under which only a part, and what the read then sees.

A read that a write covers only in part, where that is not certain, gives any value: a sound answer to what
well-typed programs do not do. Where it is certain the bytes are put together exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Protocol

from dovetail.program.types import FloatType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_conditions import low_zeros
from dovetail.semantics.symbolic_maps import SharedMap
from dovetail.semantics.symbolic_tables import Table
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Choice, Fresh, Pointer, Value
from dovetail.semantics.wild import WildMemory

if TYPE_CHECKING:
    from dovetail.semantics.symbolic_memory import SymbolicMemory

Key = int | Fresh
"""An object that is told apart from all others by its number alone."""
Offset = int | Choice | Bits
MAX_ELEMENTS = 1024
"""Of supplied bytes, among which an unknown offset chooses."""
MAX_SCALAR = 16
"""The bytes of the largest scalar."""
MAX_TABLE = 256
"""Known elements among which an unknown offset chooses bit by bit; more of them are an array."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar of `size` bytes as it was stored."""

    size: int
    value: Value
    type: Type


class Views:
    """Scalars as bits and bits as scalars: how memory looks at values."""

    __slots__ = ("algebra", "granules", "tables")

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self.algebra = algebra
        self.granules: dict[str, int] = {}
        """The size of the elements of the array that unknown bytes have become, by their name: that of the
        first read."""
        self.tables: dict[tuple[Blank, int], Any] = {}
        """The arrays that blank bytes have become, by the size of their elements."""

    def raw(self, value: Any, type: Type, size: int) -> Any:
        """The bits in memory, 8 * size of them."""
        algebra = self.algebra
        match type:
            case FloatType(width=width):
                return algebra.float_to_bits(value, width)
            case PointerType():
                return algebra.pointer_to_int(value)
            case IntType(width=width):
                return algebra.zero_extend(value, width, 8 * size)
            case _:
                raise NotComputable(f"a value of type {type} is not modelled")

    def scalar(self, bits: Any, type: Type, size: int) -> Any:
        algebra = self.algebra
        match type:
            case FloatType(width=width):
                return algebra.float_from_bits(bits, width)
            case PointerType():
                return algebra.int_to_pointer(bits)
            case IntType(width=width):
                return algebra.truncate(bits, 8 * size, width)
            case _:
                raise NotComputable(f"a value of type {type} is not modelled")

    def seen_as(self, value: Any, stored: Type, wanted: Type, size: int) -> Any:
        """A scalar read through a type of the same size."""
        if isinstance(stored, PointerType) and isinstance(wanted, PointerType):
            return value
        if isinstance(stored, FloatType) and stored == wanted:
            return value
        return self.scalar(self.raw(value, stored, size), wanted, size)

    def part(self, cell: Cell, start: int | Offset, wanted: Type, size: int) -> Any:
        """The `size` bytes from `start` of a cell, seen as a scalar."""
        if type(start) is int and start == 0 and size == cell.size:
            return self.seen_as(cell.value, cell.type, wanted, size)
        algebra, width = self.algebra, 8 * cell.size
        amount = self._resized(algebra.mul(start, 8, algebra.pointer_bits), width)
        moved = algebra.lshr(self.raw(cell.value, cell.type, cell.size), amount, width)
        return self.scalar(algebra.truncate(moved, width, 8 * size), wanted, size)

    def _resized(self, amount: Any, width: int) -> Any:
        pointer_bits = self.algebra.pointer_bits
        if width < pointer_bits:
            return self.algebra.truncate(amount, pointer_bits, width)
        return self.algebra.zero_extend(amount, pointer_bits, width)

    def joined(self, parts: Sequence[Any], type: Type) -> Any:
        """Bytes, lowest first, as one scalar."""
        if all(isinstance(part, int) for part in parts):
            bits: Any = int.from_bytes(bytes(parts), "little")
        else:
            term = self.algebra.term(parts[0], 8)
            for part in parts[1:]:
                term = self.algebra.terms.concat(self.algebra.term(part, 8), term)
            bits = Bits(term, 8 * len(parts))
        return self.scalar(bits, type, len(parts))

    def anything(self, type: Type, size: int) -> Any:
        """Any bits, seen as a scalar."""
        algebra = self.algebra
        bits = Bits(algebra.terms.bits_symbol(algebra.name("bytes"), 8 * size), 8 * size)
        return self.scalar(bits, type, size)


class Source(Protocol):
    """What a write puts into memory. `start` is the distance of the read from the start of the write."""

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any: ...


@dataclass(frozen=True, slots=True)
class Scalar:
    cell: Cell

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        # A read of the same size that is covered at all starts where the write does.
        return views.part(self.cell, 0 if size == self.cell.size else start, type, size)


@dataclass(frozen=True, slots=True)
class Filling:
    byte: Value

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        return views.joined([self.byte] * size, type)


@dataclass(frozen=True, slots=True)
class Copied:
    """The bytes of another place, as they were in a memory."""

    memory: SymbolicMemory[Any]
    source: Pointer

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        return self.memory.load(views.algebra.pointer_add(self.source, start), type)


@dataclass(frozen=True, slots=True)
class Unknown:
    """Any bytes. They are an array of elements as large as the first read, whose elements overlap if they are
    not aligned, and then have nothing to do with each other. Smaller and larger reads are put together from
    aligned ones, so that reads of all sizes agree with each other; sizes that are no power of two, of which
    aligned ones would overlap with those of others, byte by byte. Pointers in it are addresses as such: it
    stands for inputs."""

    name: str
    outside: bool = False
    """Of every object: then what is read of it has nothing to do with what else is."""

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        if not _is_power_of_two(size):
            add, width = views.algebra.add, views.algebra.pointer_bits
            return views.joined([self.read(views, add(start, i, width), _BYTE, 1) for i in range(size)], type)
        granule = views.granules.setdefault(self.name, size)
        if isinstance(start, int) and start % min(granule, size):
            bits = self._concatenated(views, [self._byte(views, start + i, granule) for i in range(size)])
        elif size < granule:
            bits = self._smaller(views, start, size, granule)
        else:
            bits = self._larger(views, start, size, granule)
        return Pointer(0, bits) if isinstance(type, PointerType) else views.scalar(bits, type, size)

    def _element(self, views: Views, start: Offset, granule: int) -> Bits:
        terms, width = views.algebra.terms, views.algebra.pointer_bits
        array = terms.array_symbol(f"{self.name}/{granule}", width, 8 * granule)
        if not self.outside:
            views.algebra.contents.add(array)
        return Bits(terms.select(array, views.algebra.term(start, width)), 8 * granule)

    def _larger(self, views: Views, start: Offset, size: int, granule: int) -> Bits:
        add, width = views.algebra.add, views.algebra.pointer_bits
        starts = [add(start, step, width) if step else start for step in range(0, size, granule)]
        return self._concatenated(views, [self._element(views, at, granule) for at in starts])

    def _smaller(self, views: Views, start: Offset, size: int, granule: int) -> Any:
        algebra, width = views.algebra, views.algebra.pointer_bits
        within = algebra.bitand(start, granule - 1, width)
        element = self._element(views, algebra.sub(start, within, width), granule)
        found = views.part(
            Cell(granule, element, IntType(8 * granule, False)), within, IntType(8 * size, False), size
        )
        if 1 << low_zeros(start, width) >= size:
            return found
        fits = algebra.ule(within, granule - size, width)
        return algebra.choose(fits, found, views.anything(IntType(8 * size, False), size))

    def _byte(self, views: Views, start: int, granule: int) -> Bits:
        within = start % granule
        element = self._element(views, start - within, granule)
        return Bits(views.algebra.terms.extract(element.term, 8 * within + 7, 8 * within), 8)

    def _concatenated(self, views: Views, parts: Sequence[Bits]) -> Bits:
        """Lowest first."""
        term, width = parts[0].term, parts[0].width
        for part in parts[1:]:
            term, width = views.algebra.terms.concat(part.term, term), width + part.width
        return parts[0] if len(parts) == 1 else Bits(term, width)


class Unsized:
    """Any bytes, as `Unknown`, of an input whose number of bytes is not known. It keeps what was read, so
    that a model can be asked for it."""

    __slots__ = ("length", "reads", "unknown")

    def __init__(self, name: str, length: Value) -> None:
        self.unknown = Unknown(name)
        self.length = length
        self.reads: dict[tuple[Any, int], Any] = {}
        """The bits, by start and size."""

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        key = (start, size)
        if key not in self.reads:
            self.reads[key] = self.unknown.read(views, start, IntType(8 * size, False), size)
        return self.unknown.read(views, start, type, size)


class Supplied:
    """Bytes that an input supplies. A read of some of them makes a symbol, so that what is never read costs
    nothing. Where it is read at an unknown place, and there are too many, they are as `Unsized`, and have
    nothing to do with what is read at known places. Pointers in it are addresses as such."""

    __slots__ = ("anywhere", "name", "pieces", "size")

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.pieces: dict[int, Bits] = {}
        """By offset; pieces do not overlap."""
        self.anywhere = Unsized(f"{name}.any", size)
        """What was read at unknown places, if there are too many."""

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        if isinstance(start, int):
            return self._scalar(views, self._bits(views, start, size), type, size)
        if self.size // size > MAX_ELEMENTS:
            return self.anywhere.read(views, start, type, size)
        # Any element of this size; what lies across two of them is not known.
        found = views.anything(type, size)
        algebra = views.algebra
        for at in range(0, self.size - size + 1, size):
            value = self._scalar(views, self._bits(views, at, size), type, size)
            found = algebra.choose(algebra.eq(start, at, algebra.pointer_bits), value, found)
        return found

    def _scalar(self, views: Views, bits: Bits, type: Type, size: int) -> Any:
        return Pointer(0, bits) if isinstance(type, PointerType) else views.scalar(bits, type, size)

    def _bits(self, views: Views, start: int, size: int) -> Bits:
        found = self.pieces.get(start)
        if found is not None and found.width == 8 * size:
            return found
        taken = {
            at + byte: (at, piece)
            for at in range(start - MAX_SCALAR + 1, start + size)
            if (piece := self.pieces.get(at)) is not None
            for byte in range(piece.width // 8)
        }
        if not any(start + byte in taken for byte in range(size)):
            return self._piece(views, start, size)
        terms = views.algebra.terms
        term: Any = None
        for place in range(start, start + size):
            if place in taken:
                at, piece = taken[place]
                byte = terms.extract(piece.term, 8 * (place - at) + 7, 8 * (place - at))
            else:
                byte = self._piece(views, place, 1).term
            term = byte if term is None else terms.concat(byte, term)
        return Bits(term, 8 * size)

    def _piece(self, views: Views, start: int, size: int) -> Bits:
        term = views.algebra.terms.bits_symbol(f"{self.name}.{start}.{size}", 8 * size)
        views.algebra.contents.add(term)
        found = self.pieces[start] = Bits(term, 8 * size)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Pages:
    """Wild memory as a run found it. Of pages that were not there nothing is known."""

    memory: WildMemory

    def read(self, views: Views, start: Offset, type: Type, size: int) -> Any:
        if not isinstance(start, int) or not self.memory.covers(start, size):
            return views.anything(type, size)
        return views.joined(list(self.memory.read(start, size)), type)


@dataclass(frozen=True, slots=True)
class Write:
    """`size` bytes at `pointer`, if `guard` holds."""

    guard: Any
    pointer: Pointer
    size: int | Choice | Bits
    source: Source

    def against(self, algebra: Symbolic[Any], offset: Offset, size: int) -> tuple[Any, Any, Any]:
        """A read of `size` bytes at an offset of the same object: the conditions that this covers all of it,
        and that it covers only a part; and where the read starts in it."""
        width = algebra.pointer_bits
        start = algebra.sub(offset, self.pointer.offset, width)
        if type(self.size) is int and type(start) is int:
            inside = start + size <= self.size
            before = (1 << width) - start
            return inside, not inside and (start < self.size or before < size), start
        if type(self.size) is int and size == self.size:
            inside = algebra.eq(start, 0, width)
        elif type(self.size) is int:
            inside = size <= self.size and algebra.ule(start, self.size - size, width)
        else:
            room = algebra.sub(self.size, start, width)
            inside = algebra.conjunction(algebra.ult(start, self.size, width), algebra.ule(size, room, width))
        if size == 1:
            return inside, False, start
        aligned = _is_power_of_two(size) and 1 << low_zeros(start, width) >= size
        if aligned and low_zeros(self.size, width) >= size.bit_length() - 1:
            return inside, False, start  # both are whole multiples of the read: all or nothing
        touches = algebra.disjunction(
            algebra.ult(start, self.size, width), algebra.ult(algebra.neg(start, width), size, width)
        )
        return inside, algebra.conjunction(touches, algebra.negation(inside)), start


@dataclass(frozen=True, slots=True)
class Blank:
    """Known bytes, then zeros (or another byte)."""

    data: bytes = b""
    rest: int = 0

    def read(self, views: Views, offset: Offset, type: Type, size: int) -> Any:
        if isinstance(offset, int):
            return views.joined([self._byte(offset + i) for i in range(size)], type)
        if not any(byte != self.rest for byte in self.data):
            return views.joined([self.rest] * size, type)
        algebra = views.algebra
        if not (_is_power_of_two(size) and 1 << low_zeros(offset, algebra.pointer_bits) >= size):
            steps = (algebra.add(offset, i, algebra.pointer_bits) for i in range(size))
            return views.joined([self._looked_up(views, step, 1) for step in steps], type)
        return views.scalar(self._looked_up(views, offset, size), type, size)

    def _byte(self, offset: int) -> int:
        return self.data[offset] if offset < len(self.data) else self.rest

    def _looked_up(self, views: Views, offset: Offset, size: int) -> Any:
        """From a table of all elements of this size, a power of two, at offsets that are multiples of it."""
        algebra = views.algebra
        low, high = algebra.spans.of(offset, algebra.pointer_bits)
        first, last = low // size, min(high, len(self.data) - 1) // size
        if last - first >= MAX_TABLE:
            return self._from_array(views, offset, size)
        elements = [self._element(start, size) for start in range(first * size, (last + 1) * size, size)]
        found = Table(algebra, offset, size, first, elements).value()
        if high < len(self.data):
            return found
        within = algebra.ult(offset, len(self.data), algebra.pointer_bits)
        return algebra.choose(within, found, int.from_bytes(bytes([self.rest]) * size, "little"))

    def _element(self, start: int, size: int) -> int:
        return int.from_bytes(bytes(self._byte(start + i) for i in range(size)), "little")

    def _from_array(self, views: Views, offset: Offset, size: int) -> Bits:
        terms, index, element = views.algebra.terms, views.algebra.pointer_bits, 8 * size
        table = views.tables.get((self, size))
        if table is None:
            usual = int.from_bytes(bytes([self.rest]) * size, "little")
            table = terms.constant_array(index, element, terms.bits(usual, element))
            for start in range(0, len(self.data), size):
                number = self._element(start, size)
                if number != usual:
                    table = terms.store(table, terms.bits(start, index), terms.bits(number, element))
            views.tables[self, size] = table
        return Bits(terms.select(table, views.algebra.term(offset, index)), element)


@dataclass(frozen=True, slots=True)
class Over:
    """A write into one object, over the object's earlier contents."""

    write: Write
    contents: Contents


@dataclass(frozen=True, slots=True)
class Contents:
    """One object. `below` None: what the memory below says of it."""

    below: Blank | Over | None = None
    cells: SharedMap[int, Cell] = field(default_factory=SharedMap)
    """By offset; cells do not overlap."""

    def put(self, views: Views, offset: int, cell: Cell) -> Contents:
        return Contents(self.below, self.cells.with_({**self._cut(views, offset, cell.size), offset: cell}))

    def has_room(self, offset: int, cell: Cell) -> bool:
        """Is what stands in a place of the same size and kind, or nothing that was written there alone?
        Otherwise a decision between the two would be one between bits, which is not what pointers are."""
        for start in range(offset - MAX_SCALAR + 1, offset + cell.size):
            old = self.cells.get(start)
            if old is None or start + old.size <= offset:
                continue
            if start != offset or old.size != cell.size or type(old.type) is not type(cell.type):
                return False
        return True

    def _cut(self, views: Views, offset: int, size: int) -> dict[int, Cell]:
        """Room for a cell: the bytes that remain of those that it overwrites in part."""
        found = self.cells.get(offset)
        if found is not None and found.size == size:
            return {}
        changes: dict[int, Any] = {}
        for start in range(offset - MAX_SCALAR + 1, offset + size):
            old = self.cells.get(start)
            if old is None or start + old.size <= offset:
                continue
            changes.setdefault(start, None)
            for byte in range(start, start + old.size):
                if not offset <= byte < offset + size:
                    changes[byte] = Cell(1, views.part(old, byte - start, _BYTE, 1), _BYTE)
        return changes


_BYTE = IntType(8, False)


def _is_power_of_two(size: int) -> bool:
    return size & (size - 1) == 0


def base_index(algebra: Symbolic[Any], part: Any, offset: Offset) -> Any:
    """An address as the index of an array: the object's number, then the offset."""
    number = algebra.term(algebra.object_bits(part), OBJECT_WIDTH)
    return algebra.terms.concat(number, algebra.term(offset, algebra.pointer_bits))
