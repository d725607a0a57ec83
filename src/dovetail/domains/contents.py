"""What lies in one abstract object: cells, and a word on the rest.

A *cell* is a scalar that was written at a known offset; cells never overlap. Bytes that no cell covers are
described by the rest: the initial bytes of a global object (zeros, for most), or `Elements`, the summary of
an array that was written at offsets not exactly known, or nothing at all. So the summary of an array costs
one value, however long it is.

Contents are immutable. An object that stands for many (`Target.old`) is only ever written weakly: what was
there may still be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from dovetail.domains.lattice import Thresholds
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer
from dovetail.domains.values import Value, Values, is_top, join, leq, meet, narrow, top_of, widen
from dovetail.program.types import FloatType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import size_of

MAX_ELEMENTS = 64
"""Of a table that are looked at one by one when the index is not known."""
MAX_CELLS = 300
"""In one object. An array that is written index by index is better summarised."""


@dataclass(frozen=True, slots=True)
class Image:
    """These bytes, then zeros."""

    bytes: bytes = b""


@dataclass(frozen=True, slots=True)
class Elements:
    """Every scalar of this type at a multiple of its size, as far as no cell covers it, is one of these."""

    type: Type
    value: Value


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """What nobody has written: any bytes, but a pointer among them is an address as such, as all inputs are
    (docs/design/wild.md)."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


ZEROS = Image()
ARBITRARY = Arbitrary()
UNKNOWN = Unknown()
Rest = Image | Elements | Arbitrary | Unknown


class Cell(NamedTuple):
    """A tuple, since no other key is made and looked up as fast."""

    offset: int
    size: int
    type: Type


Cells = Mapping[Cell, Value]


@dataclass(frozen=True, slots=True)
class Contents:
    cells: Cells
    rest: Rest

    # Reading

    def read(self, offset: int, type_: Type, values: Values) -> Value:
        """The scalar at a known offset."""
        cell = Cell(offset, size_of(type_, values.pointer_bits), type_)
        found = self.cells.get(cell)
        if found is not None:
            return found
        covering = [other for other in self.cells if _overlap(other, cell)]
        if not covering:
            return self._uncovered(cell, values)
        if len(covering) == 1 and _same_bytes(covering[0], cell):
            return _reread(self.cells[covering[0]], covering[0].type, type_)
        return top_of(type_)

    def has_pointer(self, offset: Number, type_: Type, values: Values) -> bool:
        """May a part of a pointer into an object be read as this type there?"""
        width = size_of(type_, values.pointer_bits)
        if offset.constant is not None:
            known = self.cells.get(Cell(offset.constant, width, type_))
            if known is not None:
                return _points(known)
        low, high = offset.umin, offset.umax + width
        touched = [cell for cell in self.cells if low < cell.offset + cell.size and cell.offset < high]
        if any(_points(self.cells[cell]) for cell in touched):
            return True
        if offset.constant is not None and sum(cell.size for cell in touched) >= width:
            return False
        rest = self.rest
        return isinstance(rest, Unknown) or (isinstance(rest, Elements) and _points(rest.value))

    def holds(self, offset: int, type_: Type, value: Value, values: Values) -> bool:
        """Is there a cell that says this already?"""
        return self.cells.get(Cell(offset, size_of(type_, values.pointer_bits), type_)) == value

    def _uncovered(self, cell: Cell, values: Values) -> Value:
        match self.rest:
            case Image(bytes=image):
                part = image[cell.offset : cell.offset + cell.size] if cell.offset >= 0 else b""
                return _decoded(part, cell, values)
            case Elements(type=type_, value=value):
                if size_of(type_, values.pointer_bits) == cell.size and cell.offset % cell.size == 0:
                    return _reread(value, type_, cell.type)
                return top_of(cell.type)
            case Arbitrary():
                return values.input_of(cell.type)
            case Unknown():
                return top_of(cell.type)

    def read_any(self, offset: Number, size: int | None, type_: Type, values: Values) -> Value:
        """The scalar at one of many offsets."""
        if offset.constant is not None:
            return self.read(offset.constant, type_, values)
        width = size_of(type_, values.pointer_bits)
        low, high = offset.umin, offset.umax
        if size is not None:
            high = min(high, size - width)
        step = max(offset.modulus, 1)
        if high < low:
            return top_of(type_)  # never reached: the access has no object
        if (high - low) // step < MAX_ELEMENTS:
            result: Value | None = None
            for at in range(low, high + 1, step):
                if offset.contains(at):
                    found = self.read(at, type_, values)
                    result = found if result is None else join(result, found)
                    if is_top(result):
                        break
            return top_of(type_) if result is None else result
        # Everything that could be there: the rest and all cells, if they have the right shape.
        match self.rest:
            case Elements(type=of, value=value) if of == type_ and step % width == 0 and low % width == 0:
                result = value
            case Image(bytes=b""):
                result = values.zero(type_)
            case Arbitrary():
                result = values.input_of(type_)
            case _:
                return top_of(type_)
        for cell, value in self.cells.items():
            if cell.type == type_ and cell.offset % width == low % width and step % width == 0:
                result = join(result, value)
            elif low < cell.offset + cell.size and cell.offset < high + width:
                return top_of(type_)
        return result

    # Writing

    def write(self, offset: int, type_: Type, value: Value, values: Values) -> Contents:
        """A scalar at a known offset of the only object."""
        new = Cell(offset, size_of(type_, values.pointer_bits), type_)
        if new in self.cells:
            return replace(self, cells={**self.cells, new: value})
        free = self.cleared(offset, new.size)
        if len(free.cells) >= MAX_CELLS:
            return free.write_any(Number.of(offset, values.pointer_bits), None, type_, value, values)
        return replace(free, cells={**free.cells, new: value})

    def cleared(self, offset: int, size: int) -> Contents:
        """Without the cells that lie in these bytes. One that lies there in part is lost, so that the rest
        is not what it was."""
        end = offset + size
        hit = [cell for cell in self.cells if cell.offset < end and offset < cell.offset + cell.size]
        if not hit:
            return self
        lost = any(cell.offset < offset or cell.offset + cell.size > end for cell in hit)
        cells = {cell: value for cell, value in self.cells.items() if cell not in hit}
        return Contents(cells, UNKNOWN if lost else self.rest)

    def write_any(
        self, offset: Number, size: int | None, type_: Type, value: Value, values: Values
    ) -> Contents:
        """A scalar at one of many offsets, or perhaps not at all."""
        width = size_of(type_, values.pointer_bits)
        low, high = offset.umin, offset.umax
        if size is not None:
            high = min(high, size - width)
        if high < low:
            return self
        constant = offset.constant
        whole = offset.modulus % width == 0 if constant is None else True
        aligned = whole and low % width == 0
        cells: dict[Cell, Value] = {}
        lost = False
        for cell, old in self.cells.items():
            if cell.offset + cell.size <= low or high + width <= cell.offset:
                cells[cell] = old
            elif cell.size == width and whole and (cell.offset - low) % width == 0:
                if offset.contains(cell.offset):
                    cells[cell] = join(old, _reread(value, type_, cell.type))
                else:
                    cells[cell] = old
            else:
                lost = True
        if constant is not None and not lost and len(cells) < MAX_CELLS:
            # Nothing but these bytes may have changed.
            new = Cell(constant, width, type_)
            if not any(_overlap(new, cell) for cell in cells):
                cells[new] = join(self.read(constant, type_, values), value)
            return Contents(cells, self.rest)
        rest: Rest = UNKNOWN
        if not lost and (aligned or isinstance(self.rest, Arbitrary)):
            rest = self._with_elements(type_, value, values)
        return Contents(cells, rest)

    def _with_elements(self, type_: Type, value: Value, values: Values) -> Rest:
        match self.rest:
            case Elements(type=of, value=old) if of == type_:
                return Elements(of, join(old, value))
            case Image(bytes=image):
                width = size_of(type_, values.pointer_bits)
                result = join(value, values.zero(type_))
                if len(image) > MAX_ELEMENTS * width:
                    return UNKNOWN
                for at in range(0, len(image), width):
                    result = join(result, _decoded(image[at : at + width], Cell(at, width, type_), values))
                return Elements(type_, result)
            case Arbitrary() if is_input(value, values):
                return ARBITRARY
            case _:
                return UNKNOWN

    def copied(self, offset: int, size: int) -> Iterator[tuple[Cell, Value]]:
        """The cells that lie wholly in these bytes, with offsets counted from there."""
        for cell, value in self.cells.items():
            if offset <= cell.offset and cell.offset + cell.size <= offset + size:
                yield Cell(cell.offset - offset, cell.size, cell.type), value

    def covers(self, offset: int, size: int) -> bool:
        """Is each of these bytes in a cell that lies wholly among them?"""
        return sum(cell.size for cell, _ in self.copied(offset, size)) == size

    def map(self, change: Callable[[Value], Value]) -> Contents:
        """With every value changed; the same contents if none is."""
        rest = self.rest
        if isinstance(rest, Elements) and (value := change(rest.value)) is not rest.value:
            rest = Elements(rest.type, value)
        cells = {cell: change(value) for cell, value in self.cells.items()}
        if rest is self.rest and all(cells[cell] is value for cell, value in self.cells.items()):
            return self
        return Contents(cells, rest)

    # Lattice

    def leq(self, other: Contents, values: Values) -> bool:
        if self is other:
            return True
        if not _rest_leq(self.rest, other.rest, values):
            return False
        for cell, theirs in other.cells.items():
            mine = self.cells.get(cell)
            if mine is None:
                mine = self.read(cell.offset, cell.type, values)
            if not leq(mine, theirs):
                return False
        if isinstance(other.rest, Unknown):
            return True
        # What is a cell here only must be in the rest there, and in nothing else there in part.
        for cell, value in self.cells.items():
            if cell in other.cells:
                continue
            touched = [kept for kept in other.cells if _overlap(cell, kept)]
            if any(_is_told_by(kept, cell) for kept in touched):
                continue  # which was read above as what is there
            if not _may_be_told(other.rest, cell, value, values):
                return False
            if any(not _same_bytes(cell, kept) for kept in touched):
                return False
            if not leq(value, other.read(cell.offset, cell.type, values)):
                return False
        return True

    def join(self, other: Contents, values: Values) -> Contents:
        return self._merged(other, values, join)

    def widen(self, newer: Contents, values: Values, thresholds: Thresholds) -> Contents:
        return self._merged(newer, values, lambda old, new: widen(old, new, thresholds))

    def _merged(self, other: Contents, values: Values, both: Callable[[Value, Value], Value]) -> Contents:
        if self is other or (self.rest == other.rest and self.cells == other.cells):
            return self
        rest = _rest_merged(self.rest, other.rest, values, both)
        cells: dict[Cell, Value] = {}
        for cell in dict.fromkeys((*self.cells, *other.cells)):
            mine, theirs = self.cells.get(cell), other.cells.get(cell)
            clashes = []
            if mine is None or theirs is None:  # what both have is in nobody's way
                clashes = [kept for kept in cells if _overlap(cell, kept)]
            if any(_is_told_by(kept, cell) for kept in clashes):
                continue  # it was read as what is kept
            if mine is None:
                mine = self.read(cell.offset, cell.type, values)
            if theirs is None:
                theirs = other.read(cell.offset, cell.type, values)
            merged = both(mine, theirs)
            if clashes:
                rest = UNKNOWN
                cells = {kept: value for kept, value in cells.items() if kept not in clashes}
            elif not (is_top(merged) and isinstance(rest, Unknown)):
                cells[cell] = merged
        return Contents(cells, rest)

    def meet(self, other: Contents, values: Values) -> Contents | None:
        """At least as much as this one knows; None if they have nothing in common."""
        cells = dict(self.cells)
        for cell, theirs in other.cells.items():
            mine = cells.get(cell)
            if mine is not None:
                common = meet(mine, theirs)
                if common is None:
                    return None
                cells[cell] = common
            elif isinstance(self.rest, Unknown) and not any(_overlap(cell, kept) for kept in cells):
                cells[cell] = theirs
        return Contents(cells, self.rest)

    def narrow(self, newer: Contents) -> Contents:
        if not self.cells:
            return self
        cells = {}
        for cell, value in self.cells.items():
            theirs = newer.cells.get(cell)
            cells[cell] = value if theirs is None else narrow(value, theirs)
        return Contents(cells, self.rest)


FRESH = Contents({}, ZEROS)
INPUTS = Contents({}, ARBITRARY)
ANY_CONTENTS = Contents({}, UNKNOWN)


def _overlap(one: Cell, other: Cell) -> bool:
    return one.offset < other.offset + other.size and other.offset < one.offset + one.size


def _may_be_told(rest: Rest, cell: Cell, value: Value, values: Values) -> bool:
    """Does what the rest says of a cell say it in the cell's own terms? Read as another type, it may seem to
    say nothing at all."""
    match rest:
        case Arbitrary():
            return is_input(value, values)
        case Elements(type=type_):
            return cell.offset % cell.size == 0 and _same_sort(type_, cell.type)
        case Image(bytes=image):
            part = image[cell.offset : cell.offset + cell.size]
            return not isinstance(cell.type, PointerType) or not any(part)
        case Unknown():
            return True


def _same_sort(one: Type, other: Type) -> bool:
    match one, other:
        case (IntType(width=a), IntType(width=b)) | (FloatType(width=a), FloatType(width=b)):
            return a == b
        case PointerType(), PointerType():
            return True
        case _:
            return False


def _points(value: Value) -> bool:
    return isinstance(value, Pointer) and not value.is_address


def _is_told_by(one: Cell, other: Cell) -> bool:
    """Are they the same bytes, in terms of the same kind? Two pointers to different types, say."""
    return _same_bytes(one, other) and _same_sort(one.type, other.type)


def _same_bytes(one: Cell, other: Cell) -> bool:
    return one.offset == other.offset and one.size == other.size


def _reread(value: Value, stored: Type, type_: Type) -> Value:
    """A scalar read as a type of the same size."""
    match stored, type_:
        case IntType(width=wide), IntType(width=width) if wide == width:
            return value
        case PointerType(), PointerType():
            return value
        case PointerType(), IntType(width=width) if isinstance(value, Pointer) and value.is_address:
            same = value.addresses is not None and value.addresses.width == width
            return value.addresses if same and value.addresses is not None else top_of(type_)
        case FloatType(width=wide), FloatType(width=width) if wide == width:
            return value
        case _:
            return top_of(type_)


def _decoded(part: bytes, cell: Cell, values: Values) -> Value:
    bits = int.from_bytes(part, "little")
    match cell.type:
        case IntType(width=width):
            return values.bits(bits & ((1 << width) - 1), width)
        case FloatType(width=32 | 64 as width):
            return values.float_constant(bits, width)
        case PointerType() if not bits:
            return values.null()
        case _:
            return top_of(cell.type)


def _rest_leq(mine: Rest, theirs: Rest, values: Values) -> bool:
    match mine, theirs:
        case _, Unknown():
            return True
        case Image(), Image():
            return mine == theirs
        case Arbitrary() | Image(bytes=b""), Arbitrary():
            return True
        case Elements(), Arbitrary():
            return is_input(mine.value, values)
        case Elements(type=one), Elements(type=other):
            return one == other and leq(mine.value, theirs.value)
        case Image(bytes=b""), Elements(type=type_):
            return leq(values.zero(type_), theirs.value)
        case _:
            return False


def _rest_merged(one: Rest, other: Rest, values: Values, both: Callable[[Value, Value], Value]) -> Rest:
    if one == other:
        return one
    match one, other:
        case Elements(type=type_), Elements(type=same) if type_ == same:
            return Elements(type_, both(one.value, other.value))
        case Elements(type=type_), Image(bytes=b""):
            return Elements(type_, both(one.value, values.zero(type_)))
        case Image(bytes=b""), Elements(type=type_):
            return Elements(type_, both(values.zero(type_), other.value))
        case (Arbitrary(), Image(bytes=b"")) | (Image(bytes=b""), Arbitrary()):
            return ARBITRARY
        case (Arbitrary(), Elements(value=value)) | (Elements(value=value), Arbitrary()) if is_input(
            value, values
        ):
            return ARBITRARY
        case _:
            return UNKNOWN


def is_input(value: Value, values: Values) -> bool:
    """Could it have been an input? Not a pointer into an object, nor a number that may be one, or a part of
    one."""
    return value.is_address if isinstance(value, Pointer) else not values.numbers_of_pointers
