"""Observed states: a table of numbers, arranged for looking at many of them at once.

A state is what some variables hold at one moment. Integers are *numbers* here, signed or unsigned as their
types say, in the columns of one int64 matrix; floats and pointers have columns of their own. A pointer is an
opaque identity: 0 is null, and equal numbers are equal pointers.

Nothing wraps. A column keeps its numbers as distances from a base, so that unsigned 64-bit numbers beyond
2^63 fit as well; a column whose numbers lie further apart than 2^64 (128-bit integers) is *split off*: it is
kept in Python's integers and takes no part in relations. Nothing is guessed here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from dovetail.program.expressions import Variable
from dovetail.program.types import FloatType, IntType, PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics import floats

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

_HALF = 1 << 63
_ROUND = 1 << 62


@dataclass(slots=True)
class Column:
    """An integer variable's extremes, and the base that its entries in the matrix are distances from."""

    type: IntType
    base: int = 0
    low: int = 0
    high: int = -1
    wide: list[int] | None = None
    """All the numbers, if the column is split off."""

    @property
    def magnitude(self) -> int:
        """The largest magnitude of an entry in the matrix."""
        return max(abs(self.low - self.base), abs(self.high - self.base))


@dataclass(slots=True)
class _Grown:
    """Columns of one dtype, each contiguous, with room to grow."""

    table: npt.NDArray[Any]

    def room(self, used: int, more: int) -> None:
        if used + more > self.table.shape[1]:
            size = used + more if not used else max(used + more, 2 * self.table.shape[1])
            grown = np.empty((self.table.shape[0], size), self.table.dtype)
            grown[:, :used] = self.table[:, :used]
            self.table = grown


@dataclass(slots=True)
class States:
    """`variables` of scalar types, in the order of a row's values. `epoch` counts how often entries were
    rewritten because a base had to move: what was derived from entries before is then void."""

    variables: tuple[Variable, ...]
    rows: int = 0
    epoch: int = 0
    columns: dict[int, Column] = field(default_factory=dict)
    """Of the integers, by the places of the variables; likewise:"""
    float_places: tuple[int, ...] = ()
    pointer_places: tuple[int, ...] = ()
    _slots: dict[int, int] = field(default_factory=dict)
    _numbers: _Grown = field(default_factory=lambda: _Grown(np.empty((0, 0), np.int64)))
    _floats: _Grown = field(default_factory=lambda: _Grown(np.empty((0, 0), np.float64)))
    _pointers: _Grown = field(default_factory=lambda: _Grown(np.empty((0, 0), np.int64)))
    _identities: dict[int, int] = field(default_factory=lambda: {0: 0})

    def __post_init__(self) -> None:
        kinds: dict[type, list[int]] = {IntType: [], FloatType: [], PointerType: []}
        for place, variable in enumerate(self.variables):
            if type(variable.type) not in kinds:
                raise TypeError(f"{variable.name} is not a scalar")
            kinds[type(variable.type)].append(place)
            self._slots[place] = len(kinds[type(variable.type)]) - 1
            if isinstance(variable.type, IntType):
                self.columns[place] = Column(variable.type)
        self.float_places, self.pointer_places = tuple(kinds[FloatType]), tuple(kinds[PointerType])
        self._numbers = _Grown(np.empty((len(self.columns), 0), np.int64))
        self._floats = _Grown(np.empty((len(self.float_places), 0), np.float64))
        self._pointers = _Grown(np.empty((len(self.pointer_places), 0), np.int64))

    @classmethod
    def of(cls, variables: Sequence[Variable], rows: Iterable[Sequence[Any]]) -> States:
        """From rows of values as the executor has them: integers as bit patterns, floats as Python's floats
        (or as bit patterns), pointers as ints."""
        states = cls(tuple(variables))
        states.append(rows)
        return states

    def append(self, rows: Iterable[Sequence[Any]]) -> None:
        known = rows if isinstance(rows, list) else list(rows)
        if not known:
            return
        width = len(self.variables)
        if any(count != width for count in set(map(len, known))):
            raise ValueError(f"a state has {width} values")
        if width and all(column.type.width <= 64 for column in self.columns.values()):
            if len(self.columns) == width:
                # One pass over all of them; `array` takes nothing but integers that fit.
                flat = np.frombuffer(array("Q", chain.from_iterable(known)), np.uint64)
                table = flat.reshape(len(known), width)
                self._extend(len(known), [table[:, place] for place in range(width)])
                return
        self._extend(len(known), list(zip(*known, strict=True)))

    def _extend(self, more: int, values: Sequence[Any]) -> None:
        if len(values) != len(self.variables):
            raise ValueError(f"a state has {len(self.variables)} values, not {len(values)}")
        if not more:
            return
        # Everything is converted before anything is kept: a row that cannot be read leaves no trace.
        read: dict[int, npt.NDArray[Any]] = {}
        for place, column in self.columns.items():
            read[place] = _patterns(values[place], column.type)
        for place in self.float_places:
            type_ = self.variables[place].type
            assert isinstance(type_, FloatType)
            read[place] = _as_floats(values[place], type_)
        for place in self.pointer_places:
            read[place] = self._named(values[place])
        for grown in (self._numbers, self._floats, self._pointers):
            grown.room(self.rows, more)
        for place, column in self.columns.items():
            self._enter(place, column, read[place], more)
        for grown, places in ((self._floats, self.float_places), (self._pointers, self.pointer_places)):
            for place in places:
                grown.table[self._slots[place], self.rows : self.rows + more] = read[place]
        self.rows += more

    def _named(self, pointers: Iterable[Any]) -> Int64:
        known = self._identities
        return np.array([known.setdefault(int(pointer), len(known)) for pointer in pointers], np.int64)

    def _enter(self, place: int, column: Column, bits: npt.NDArray[Any], more: int) -> None:
        numbers = _numbers(bits, column.type)
        low, high = int(numbers.min()), int(numbers.max())
        if self.rows:
            low, high = min(low, column.low), max(high, column.high)
        if column.wide is None and _base(low, high) != column.base:
            self._rebase(place, column, low, high)
        column.low, column.high = low, high
        if column.wide is not None:
            column.wide.extend(map(int, numbers))
        else:
            row = self._numbers.table[self._slots[place]]
            row[self.rows : self.rows + more] = _distances(numbers, column.base)

    def _rebase(self, place: int, column: Column, low: int, high: int) -> None:
        row = self._numbers.table[self._slots[place]][: self.rows]
        if self.rows:
            self.epoch += 1
        before, base = column.base, _base(low, high)
        if base is None:
            column.wide = [before + entry for entry in row.tolist()]
            return
        column.base = base
        if self.rows:
            row[:] = _distances(row.astype(object) + before, column.base)

    # Looking

    @property
    def numbers(self) -> tuple[int, ...]:
        """The places of integers that relations may be about: those that are not split off."""
        return tuple(place for place, column in self.columns.items() if column.wide is None)

    def entries(self, place: int) -> Int64:
        """An integer's distances from its base."""
        row: Int64 = self._numbers.table[self._slots[place]][: self.rows]
        return row

    def reals(self, place: int) -> Float64:
        row: Float64 = self._floats.table[self._slots[place]][: self.rows]
        return row

    def identities(self, place: int) -> Int64:
        row: Int64 = self._pointers.table[self._slots[place]][: self.rows]
        return row

    def number(self, place: int, row: int) -> int:
        column = self.columns[place]
        if column.wide is not None:
            return column.wide[row]
        return column.base + int(self._numbers.table[self._slots[place], row])

    def part(self, rows: Int64) -> States:
        """Only these rows, in a table of their own."""
        part = States(self.variables)
        part.rows, part.epoch = len(rows), self.epoch
        part._identities = self._identities
        part._numbers = _Grown(self._numbers.table[:, rows])
        part._floats = _Grown(self._floats.table[:, rows])
        part._pointers = _Grown(self._pointers.table[:, rows])
        for place, column in self.columns.items():
            if column.wide is not None:
                wide = [column.wide[row] for row in rows.tolist()]
                part.columns[place] = Column(column.type, column.base, min(wide), max(wide), wide)
            elif len(rows):
                entries = part._numbers.table[self._slots[place]]
                low, high = column.base + int(entries.min()), column.base + int(entries.max())
                part.columns[place] = Column(column.type, column.base, low, high)
        return part

    def sample(self, most: int) -> Int64:
        """Rows from everywhere, the first ones among them; the same ones each time."""
        if self.rows <= most:
            return np.arange(self.rows, dtype=np.int64)
        first = np.arange(most // 4, dtype=np.int64)
        spread = np.linspace(most // 4, self.rows - 1, most - most // 4).astype(np.int64)
        return np.unique(np.concatenate([first, spread]))


def _patterns(values: Any, type_: IntType) -> npt.NDArray[Any]:
    """Bit patterns as numpy keeps them exactly: unsigned 64-bit integers, or Python's."""
    if isinstance(values, np.ndarray):
        table = values
        if table.dtype.kind not in "biu":
            raise TypeError(f"bit patterns of {type_} are integers")
    elif type_.width <= 64:
        table = np.frombuffer(array("Q", values), np.uint64)
    else:
        if not all(isinstance(value, int) for value in values):
            raise TypeError(f"bit patterns of {type_} are integers")
        table = np.array([int(value) for value in values], dtype=object)
    if len(table) and (table.min() < 0 or int(table.max()) >> type_.width):
        raise ValueError(f"not a bit pattern of {type_}")
    return table if type_.width > 64 else table.astype(np.uint64)


def _numbers(bits: npt.NDArray[Any], type_: IntType) -> npt.NDArray[Any]:
    if type_.width > 64:
        return np.array([type_.number(int(pattern)) for pattern in bits], dtype=object)
    if not type_.signed:
        return bits
    if type_.width == 64:
        return bits.view(np.int64)
    half = 1 << (type_.width - 1)
    return (bits.astype(np.int64) ^ half) - half


def _base(low: int, high: int) -> int | None:
    """The base for numbers between these, so that it does not matter in what order they came; None if there
    is none. It is round, so that it seldom moves."""
    middle = (low + high + _ROUND) // (2 * _ROUND) * _ROUND
    for base in (0, middle, low + _HALF):
        if low - base >= -_HALF and high - base < _HALF:
            return base
    return None


def _distances(numbers: npt.NDArray[Any], base: int) -> Int64:
    """Exact: that they fit is known."""
    if not base and numbers.dtype != object:
        return numbers.astype(np.int64)
    if numbers.dtype == np.uint64:
        # Modulo 2^64, which is the distance itself, because that fits.
        return (numbers - np.uint64(base % (1 << 64))).view(np.int64)
    return (numbers.astype(object) - base).astype(np.int64)


def _as_floats(values: Iterable[Any], type_: FloatType) -> Float64:
    return np.array(
        [v if isinstance(v, float) else floats.from_bits(int(v), type_.width) for v in values], np.float64
    )
