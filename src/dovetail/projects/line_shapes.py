"""A text without the numbers of its lines: what stays the same when comments and blank lines come and go.

The *shape* of a file is all that the preprocessor makes of it, line by line, each with the file that it
comes from and with that line as it is written there; and what is written in all files beside comments and
blank lines, since a few assumptions are read off that. Only where each line stands is left out, and kept
beside it as *runs*. Two readings of the same shape are the same program, each thing of which stands on the
line that its line has become.

`__LINE__` is a number by then, and part of the shape; but for that in an `assert` of Dovetail's own header
file, which nobody looks at, unless the program says itself what a failed assertion does. A comment on a line
with code on it moves what is behind it, and makes another shape.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dovetail.frontend.clang import Preprocessed
from dovetail.frontend.paths import MAX_READ, ReadFile, contents
from dovetail.quick_dataclass import dataclass

_MARKER = re.compile(rb'#\s*(?:line\s+)?(?P<line>\d+)\s+"(?P<file>(?:[^"\\]|\\.)*)"')
_COMMENT = re.compile(rb'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_ASSERT = re.compile(rb'(__assert_fail\("(?:[^"\\]|\\.)*", "(?:[^"\\]|\\.)*", )(?P<line>\d+)(?=, __func__\))')
_FAILED = b"__assert_fail"
Runs = tuple[tuple[str, int, int], ...]
"""A file, a line of it, and how many lines of the text come from there and from the lines behind."""


@dataclass(frozen=True, slots=True)
class Shape:
    key: str = ""
    runs: Runs = ()


def shape_of(asked: str, texts: Iterable[tuple[str, Preprocessed]]) -> Shape:
    """Of a file as it is read under each of several standards; `asked` says how, beside that. What has
    changed meanwhile has none."""
    found = hashlib.sha256(asked.encode())
    runs: list[list[Any]] = []
    written: dict[str, list[bytes]] = {}
    for standard, text in texts:
        found.update(repr((standard, [one.path for one in text.read])).encode())
        for one in text.read:
            if one.path not in written:
                whole = _contents(one)
                if whole is None or _FAILED in whole:
                    return Shape()
                written[one.path] = whole.split(b"\n")
                found.update(_without_comments(whole))
        for file, line, row in _rows(text.text):
            lines = written.get(file, [])
            source = lines[line - 1].rstrip() if 0 < line <= len(lines) else b""
            found.update(repr((file, row, source)).encode())
            if runs and runs[-1][0] == file and runs[-1][1] + runs[-1][2] == line:
                runs[-1][2] += 1
            else:
                runs.append([file, line, 1])
    return Shape(found.hexdigest(), tuple((file, line, count) for file, line, count in runs))


def _contents(file: ReadFile) -> bytes | None:
    """What was read; None if there is something else by now."""
    data = contents(file.path, MAX_READ)
    return data if hashlib.sha256(data).hexdigest() == file.sha256 else None


def _rows(text: bytes) -> Iterable[tuple[str, int, bytes]]:
    file, line = "", 0
    for row in text.split(b"\n"):
        if marker := _MARKER.match(row):
            file, line = marker["file"].decode(errors="surrogateescape"), int(marker["line"])
            continue
        if stripped := row.rstrip():
            yield file, line, _without_line(stripped, line)
        line += 1


def _without_line(row: bytes, line: int) -> bytes:
    if _FAILED not in row:
        return row
    return _ASSERT.sub(lambda found: found[1] if int(found["line"]) == line else found[0], row)


def _without_comments(text: bytes) -> bytes:
    plain = _COMMENT.sub(lambda found: b" " if found[0][:1] == b"/" else found[0], text)
    lines = (line.strip() for line in plain.split(b"\n"))
    return b"\n".join(line for line in lines if line)


# ---- from one to the other -------------------------------------------------------------------------------


Moved = Mapping[tuple[str, int], int]
"""By file and line, the line that it has become."""


class NotMoved(ValueError):
    """Something stands on a line of which nobody knows where it is now."""


def moved(before: Sequence[Runs], now: Sequence[Runs]) -> Moved:
    """For texts of the same shapes. Raises NotMoved."""
    found: dict[tuple[str, int], int] = {}
    for old, new in zip(_lines(before), _lines(now), strict=True):
        if old[0] != new[0] or found.setdefault(old, new[1]) != new[1]:
            raise NotMoved(f"{old[0]}:{old[1]} is in two places now")
    return found


def runs_from(said: Sequence[Sequence[Any]]) -> Runs:
    """As they were kept."""
    return tuple((str(file), int(line), int(count)) for file, line, count in said)


def _lines(several: Sequence[Runs]) -> list[tuple[str, int]]:
    return [(file, line + at) for runs in several for file, line, count in runs for at in range(count)]
