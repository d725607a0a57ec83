"""Preprocessed text, and the way from an offset in it back to the user's file and line.

Everything downstream works on one buffer, the preprocessed text: syntax tree positions are offsets into it,
and so are the edits of the native copy. Line markers (`# 12 "file.c"`) say where each piece came from; the
columns of a place are those that it has in that file (`columns`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import field

from dovetail.frontend.columns import Columns
from dovetail.frontend.paths import named, unescaped
from dovetail.program.position import NOWHERE, Position
from dovetail.quick_dataclass import dataclass

_MARKER = re.compile(rb'^#\s*(?:line\s+)?(\d+)\s+"((?:[^"\\]|\\.)*)"[^\n]*$')


@dataclass(slots=True)
class Source:
    """A translation unit after the preprocessor. Offsets count bytes, as clang's do."""

    name: str
    text: bytes
    library: bool = False
    inserted: tuple[tuple[int, int], ...] = ()
    """Where in the text something stands that the user has not written (`probes`), and how long it is, in
    order: it counts for no column, and is in no slice."""
    _starts: list[int] = field(default_factory=list)
    _lines: list[tuple[str, int]] = field(default_factory=list)
    _columns: Columns = field(default_factory=Columns)

    def __post_init__(self) -> None:
        file, line = self.name, 1
        start = 0
        for raw in self.text.split(b"\n"):
            self._starts.append(start)
            marker = _MARKER.match(raw)
            self._lines.append((file, line))
            if marker:
                file = named(unescaped(marker.group(2)))
                line = int(marker.group(1))
            else:
                line += 1
            start += len(raw) + 1

    def followed_by(self, text: str) -> Source:
        """With more text behind it."""
        return Source(self.name, self.text + text.encode(), self.library, self.inserted)

    def row(self, offset: int) -> tuple[int, int]:
        """The row of the text that an offset is in, from 0, and how many bytes of it are before."""
        index = bisect_right(self._starts, offset) - 1
        return index, offset - self._starts[index]

    def offset(self, row: int, before: int) -> int | None:
        """The other way round; None if there is no such place."""
        if not 0 <= row < len(self._starts):
            return None
        found = self._starts[row] + before
        return found if before >= 0 and self.row(found) == (row, before) and found <= len(self.text) else None

    def position(self, offset: int) -> Position:
        if offset < 0:
            return NOWHERE
        index = bisect_right(self._starts, offset) - 1
        file, line = self._lines[index]
        start = self._starts[index]
        before = offset - start - self._inserted_between(start, offset)
        if not self.library:
            before = self._columns.of(index, self._row(index), file, line, before)
        return Position(file, line, before + 1)

    def _row(self, index: int) -> bytes:
        """As the preprocessor has written it."""
        start = self._starts[index]
        end = self._starts[index + 1] - 1 if index + 1 < len(self._starts) else len(self.text)
        return self._without_inserted(start, end)

    def _inserted_between(self, begin: int, end: int) -> int:
        """The bytes of what is inserted from `begin` to `end`."""
        total = 0
        for at, length in self._insertions_from(begin):
            if at >= end:
                break
            total += min(length, end - at)
        return total

    def _insertions_from(self, begin: int) -> tuple[tuple[int, int], ...]:
        return self.inserted[bisect_left(self.inserted, (begin, 0)) :] if self.inserted else ()

    def slice(self, begin: int, end: int) -> str:
        return self._without_inserted(begin, end).decode(errors="replace")

    def _without_inserted(self, begin: int, end: int) -> bytes:
        pieces: list[bytes] = []
        at = begin
        for start, length in self._insertions_from(begin):
            if start >= end:
                break
            pieces.append(self.text[at:start])
            at = start + length
        return b"".join([*pieces, self.text[at:end]])
