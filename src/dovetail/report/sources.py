"""The lines of the user's source files, as they are on the disk now."""

from __future__ import annotations

from functools import cache
from pathlib import Path


class Sources:
    """A file that has gone since it was compiled has empty lines: a story can be told without them."""

    def line(self, file: str, number: int) -> str:
        lines = _lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""


@cache
def _lines(file: str) -> tuple[str, ...]:
    path = Path(file)
    if not path.is_file():
        return ()
    return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
