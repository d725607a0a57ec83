"""Preprocessed text, and the way from an offset in it back to the user's file and line.

Everything downstream works on one buffer, the preprocessed text: syntax tree positions are offsets into it,
and so are the edits of the native copy. Line markers (`# 12 "file.c"`) say where each piece came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from dovetail.program.position import NOWHERE, Position

_MARKER = re.compile(rb'^#\s*(?:line\s+)?(\d+)\s+"((?:[^"\\]|\\.)*)"[^\n]*$')


@dataclass(slots=True)
class Source:
    """A translation unit after the preprocessor. Offsets count bytes, as clang's do."""

    name: str
    text: bytes
    library: bool = False
    _starts: list[int] = field(default_factory=list)
    _lines: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        file, line = self.name, 1
        start = 0
        for raw in self.text.split(b"\n"):
            self._starts.append(start)
            marker = _MARKER.match(raw)
            self._lines.append((file, line))
            if marker:
                file = marker.group(2).decode(errors="replace").replace("\\\\", "\\")
                line = int(marker.group(1))
            else:
                line += 1
            start += len(raw) + 1

    def position(self, offset: int) -> Position:
        if offset < 0:
            return NOWHERE
        index = bisect_right(self._starts, offset) - 1
        file, line = self._lines[index]
        return Position(file, line, offset - self._starts[index] + 1)

    def slice(self, begin: int, end: int) -> str:
        return self.text[begin:end].decode(errors="replace")
