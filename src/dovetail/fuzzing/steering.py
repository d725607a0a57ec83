"""From what a run compared with what, to inputs that make the comparison come out otherwise.

Each number of the input is changed by one, and the run is repeated: a comparison whose sides have moved by
`slope` hangs on that number, and if it does so linearly, its sides are equal `distance / slope` further on.
So `s + 65280 != 768` or `y == 2 * x + 1` is passed after a few runs, without a solver. What does not hang on
the input linearly is missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dovetail.execution.inputs import InputVector, as_integer
from dovetail.execution.native import Comparison
from dovetail.fuzzing.shapes import Kind, Shape
from dovetail.quick_dataclass import dataclass

MOST_VALUES, MOST_WORDS = 40, 96
"""Cells of each stream."""
_WORDS = 64
"""Of a piece of memory that is larger than a number."""
_AT_A_SITE = 40
"""Vectors made for one place in the program; a loop comes to the same one again and again."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a vector: a value, or so many bytes in a piece of memory."""

    index: int
    offset: int | None = None
    size: int = 8

    def read(self, vector: InputVector) -> int:
        if self.offset is None:
            entry = vector.values[self.index] if self.index < len(vector.values) else 0
            return as_integer(entry, 64, signed=True)
        piece = vector.memory[self.index] if self.index < len(vector.memory) else b""
        return int.from_bytes(piece[self.offset : self.offset + self.size], "little")

    def written(self, vector: InputVector, number: int) -> InputVector:
        """The vector with this number here."""
        if self.offset is None:
            values = [*vector.values, *([0] * (self.index + 1 - len(vector.values)))]
            values[self.index] = _signed(number, 64)
            return replace(vector, values=tuple(values))
        memory = [*vector.memory, *([b""] * (self.index + 1 - len(vector.memory)))]
        end = self.offset + self.size
        piece = bytearray(memory[self.index].ljust(end, b"\0"))
        piece[self.offset : end] = (number & ((1 << 8 * self.size) - 1)).to_bytes(self.size, "little")
        memory[self.index] = bytes(piece)
        return replace(vector, memory=tuple(memory))


def cells_of(shape: Shape) -> list[Cell]:
    """The integers that a run asked for."""
    found = [Cell(i) for i, kind in enumerate(shape.values[:MOST_VALUES]) if kind is Kind.INTEGER]
    pieces: list[Cell] = []
    for index, size in enumerate(shape.memory):
        if size in (1, 2, 4):
            pieces.append(Cell(index, 0, size))
        elif size == 8:  # one number, or two
            pieces += [Cell(index, 0, 8), Cell(index, 4, 4)]
        else:
            pieces += [Cell(index, 4 * word, 4) for word in range(min(size // 4, _WORDS))]
    return found + pieces[:MOST_WORDS]


def nudged(vector: InputVector, cells: Iterable[Cell]) -> list[InputVector]:
    """The vector, each time with one number changed by one."""
    return [cell.written(vector, cell.read(vector) + 1) for cell in cells]


class Steering:
    """Remembers how much was tried for each place in the program."""

    def __init__(self) -> None:
        self._tried: Counter[int] = Counter()

    def steered(
        self,
        vector: InputVector,
        cells: Sequence[Cell],
        before: Sequence[Comparison],
        after: Sequence[Sequence[Comparison]],
    ) -> Iterator[InputVector]:
        """Vectors that should make the sides of some comparison equal, or differ by one. `before` is what the
        run compared, `after` what it compared with each cell nudged. Later comparisons come first."""
        known = _numbered(before)
        moved = [_numbered(comparisons) for comparisons in after]
        for key in reversed(known):
            comparison = known[key]
            for cell, other in zip(cells, moved, strict=True):
                if self._tried[comparison.site] >= _AT_A_SITE:
                    break
                if key in other:
                    for step in _steps(comparison, other[key]):
                        self._tried[comparison.site] += 1
                        yield cell.written(vector, cell.read(vector) + step)


def _numbered(comparisons: Iterable[Comparison]) -> dict[tuple[int, int], Comparison]:
    """By place, and how often the run has been there."""
    times: Counter[int] = Counter()
    found: dict[tuple[int, int], Comparison] = {}
    for comparison in comparisons:
        found[comparison.site, times[comparison.site]] = comparison
        times[comparison.site] += 1
    return found


def _steps(before: Comparison, after: Comparison) -> Iterator[int]:
    """How far to go with a number that was changed by one in between."""
    width = 8 * before.size
    slope = _signed((after.left - before.left) - (after.right - before.right), width)
    distance = _signed(before.right - before.left, width)
    if slope == 0:
        return
    if distance % slope == 0:
        step = distance // slope
    elif slope % 2:
        step = _signed(distance * pow(slope, -1, 1 << width), width)  # it may have wrapped around
    else:
        step = distance // slope
    yield from (number for number in (step, step + 1, step - 1) if number not in (0, 1))


def _signed(number: int, width: int) -> int:
    number &= (1 << width) - 1
    return number - (1 << width) if number >> (width - 1) else number
