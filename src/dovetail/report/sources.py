"""The lines of the user's source files, as they are on the disk now."""

from __future__ import annotations

import os
from collections.abc import Sequence

from dovetail.bad_input import InputError
from dovetail.frontend.paths import MAX_READ, contents


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
    if not os.path.isfile(file):
        return ()
    try:
        return contents(file, MAX_READ).decode("utf-8", "replace").splitlines()
    except InputError:  # a line marker may name anything
        return ()
