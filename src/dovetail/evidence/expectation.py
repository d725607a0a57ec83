"""What a test of a function expects after the call, as data: of the result, of the blocks that it was given
and of global variables, the parts that every correct compiler and library gives the same values.

How it is found out is in `observing`, how a test compares it in `suite_expected`. Not expected: padding,
where an object lies, and whatever comes from memory that nobody has initialised.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from dovetail.quick_dataclass import dataclass


class Kind(StrEnum):
    RESULT = "result"
    BLOCK = "block"
    """That was handed in; they are numbered in the order in which they were made, from 1."""
    GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar at an offset: its bytes, or, of a pointer that is not null, what it leads to."""

    offset: int
    data: bytes
    text: str
    """As a C programmer would write it."""
    leads_to: Place | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    kind: Kind
    name: str
    """Of a global, as C text; of a block, that of a pointer to it."""
    number: int = 0
    """Of a block."""

    def __str__(self) -> str:
        match self.kind:
            case Kind.RESULT:
                return "the result"
            case Kind.BLOCK:
                return f"*{self.name}" if self.name.isidentifier() else f"*({self.name})"
            case Kind.GLOBAL:
                return self.name


@dataclass(frozen=True, slots=True)
class Contents:
    """What is expected of one place."""

    place: Place
    cells: tuple[Cell, ...]
    unspecified: int = 0
    """So many scalars more are there, of which nothing is expected."""


@dataclass(frozen=True, slots=True)
class Expectation:
    contents: tuple[Contents, ...] = ()

    @property
    def result(self) -> str | None:
        """The value returned, if it is a scalar of which one is expected."""
        for one in self.contents:
            if one.place.kind is Kind.RESULT and len(one.cells) == 1:
                return one.cells[0].text
        return None

    @property
    def others(self) -> int:
        """So many more values are expected than that one."""
        return sum(len(one.cells) for one in self.contents) - (self.result is not None)

    def to_json(self) -> list[dict[str, Any]]:
        return [
            {
                "place": str(one.place),
                "values": [{"offset": cell.offset, "value": cell.text} for cell in one.cells],
                "unspecified": one.unspecified,
            }
            for one in self.contents
        ]
