"""Contents of arrays in observed states: one list of numbers a state, of equal length or not.

They lie one after the other in one table, with the row and the position of each element beside it, so that a
look at all elements of all states is one operation. Elements beyond int64 make the array unusable for
guesses: `numbers` is None then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from dovetail.inference.states import Int64
from dovetail.program.expressions import Expr
from dovetail.program.types import IntType


@dataclass(frozen=True, slots=True)
class ArrayName:
    """`elements` are expressions for the elements from the first on, if the array has a fixed size and there
    are few of them; they are what formulas are made of."""

    name: str
    element: IntType
    elements: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Contents:
    array: ArrayName
    numbers: Int64 | None = field(default_factory=lambda: np.empty(0, np.int64))
    lengths: Int64 = field(default_factory=lambda: np.empty(0, np.int64))

    def append(self, lists: Sequence[Sequence[int]]) -> None:
        """Bit patterns of each state's elements."""
        type_, lengths = self.array.element, [len(elements) for elements in lists]
        flat = [type_.number(pattern) for elements in lists for pattern in elements]
        if any(pattern < 0 or pattern >> type_.width for elements in lists for pattern in elements):
            raise ValueError(f"not a bit pattern of {type_}")
        self.lengths = np.concatenate([self.lengths, np.array(lengths, np.int64)])
        if self.numbers is not None and (not flat or (max(flat) < 1 << 63 and min(flat) >= -(1 << 63))):
            self.numbers = np.concatenate([self.numbers, np.array(flat, np.int64)])
        else:
            self.numbers = None

    @property
    def starts(self) -> Int64:
        """Where each state's elements begin."""
        starts: Int64 = np.cumsum(self.lengths) - self.lengths
        return starts

    @property
    def rows(self) -> Int64:
        """The state of each element."""
        rows: Int64 = np.repeat(np.arange(len(self.lengths), dtype=np.int64), self.lengths)
        return rows

    @property
    def positions(self) -> Int64:
        positions: Int64 = np.arange(int(self.lengths.sum()), dtype=np.int64) - np.repeat(
            self.starts, self.lengths
        )
        return positions
