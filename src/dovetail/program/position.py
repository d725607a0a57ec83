"""Where something stands in the user's source, in the user's own file names and lines."""

from __future__ import annotations

from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a source file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Position("<dovetail>", 0, 0)
"""The place of what Dovetail itself adds to a program."""
