"""The lines of the user's source files, as they are on the disk now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class Sources:
    """A file that has gone since it was compiled has empty lines: a story can be told without them."""

    def __init__(self) -> None:
        self._read: dict[str, Sequence[str]] = {}

    def line(self, file: str, number: int) -> str:
        if file not in self._read:
            self._read[file] = _lines(file)
        lines = self._read[file]
        return lines[number - 1] if 0 < number <= len(lines) else ""


def _lines(file: str) -> Sequence[str]:
    path = Path(file)
    if not path.is_file():
        return ()
    return path.read_text(encoding="utf-8", errors="replace").splitlines()
