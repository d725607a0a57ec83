"""Columns of the user's file for places in the preprocessed text.

The preprocessor keeps lines, but not columns: macros become what they stand for, and blanks are put together.
What is told to people, and to other tools, is where a thing stands in the file that was written. So a line of
the text is laid beside the line of the file that it was made from, token by token. What stands in both has
its column; what a macro has brought stands where the macro is named. Of a call of a macro that goes over
several lines the first is looked at, as the text has it there.

Nothing is decided by a column; where the file cannot be read, it is the one in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from difflib import SequenceMatcher

from dovetail.frontend.errors import InputError
from dovetail.frontend.paths import MAX_READ, contents

_TOKEN = re.compile(
    rb'(?P<none>/\*.*?(?:\*/|$)|//.*)|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\.?\d[\w.]*|[\w$\x80-\xff]+'
    rb"|->|\+\+|--|<<=?|>>=?|[<>=!+*/%&|^-]=|&&|\|\||\.\.\.|##|[^\s\w]"
)
_NAME = re.compile(rb"[A-Za-z_$\x80-\xff]")
_MOST_TOKENS = 2_000
"""In a longer line columns stay what they are: to compare two such lines takes too long."""

Token = tuple[bytes, int]


class Columns:
    """For one translation unit. A file is read when it is first asked about."""

    def __init__(self) -> None:
        self._files: dict[str, list[bytes] | None] = {}
        self._rows: dict[int, tuple[list[int], list[int]] | None] = {}
        """By row: where tokens of the text start, and the columns that they have; None if they are equal."""

    def of(self, index: int, row: bytes, file: str, line: int, before: int) -> int:
        """The column, from 0, of what stands `before` bytes into a row of the text, which comes from a line
        of a file. `index` is the row's own number."""
        if index not in self._rows:
            self._rows[index] = _columns(row, self._line(file, line))
        known = self._rows[index]
        if known is None:
            return before
        starts, columns = known
        at = bisect_right(starts, before) - 1
        return columns[at] if at >= 0 else before

    def _line(self, file: str, line: int) -> bytes | None:
        if file not in self._files:
            self._files[file] = _lines(file)
        lines = self._files[file]
        return lines[line - 1] if lines is not None and 0 < line <= len(lines) else None


def _lines(file: str) -> list[bytes] | None:
    try:
        return contents(file, MAX_READ).split(b"\n")
    except (InputError, ValueError):
        return None


def _columns(row: bytes, line: bytes | None) -> tuple[list[int], list[int]] | None:
    if line is None or row == line or row == line.rstrip():
        return None
    here, there = _tokens(row), _tokens(line)
    if not here or not there or len(here) + len(there) > _MOST_TOKENS:
        return None
    starts = [start for _, start in here]
    if [text for text, _ in here] == [text for text, _ in there]:
        return starts, [start for _, start in there]
    left, right = _pieces(here), _pieces(there)
    if len(left) != len(right):  # a macro stands for several statements
        return starts, _aligned(here, there)
    return starts, [column for pair in zip(left, right, strict=True) for column in _aligned(*pair)]


def _tokens(line: bytes) -> list[Token]:
    return [(found[0], found.start()) for found in _TOKEN.finditer(line) if found["none"] is None]


def _pieces(tokens: list[Token]) -> list[list[Token]]:
    """Up to each semicolon and each brace outside of parentheses: most macros stand for less than that."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        found[-1].append(token)
        if depth <= 0 and token[0] in (b";", b"{", b"}"):
            found.append([])
    return found


def _aligned(here: list[Token], there: list[Token]) -> list[int]:
    """For each token of the text the column of its own in the file, or of the macro that it comes from."""
    if not there:
        return [start for _, start in here]
    matcher = SequenceMatcher(None, [text for text, _ in here], [text for text, _ in there], autojunk=False)
    own: dict[int, int] = {}
    blocks = matcher.get_matching_blocks()
    for block in blocks:
        own |= {block.a + step: block.b + step for step in range(block.size)}
    matched = frozenset(own.values())
    macros = [
        (at, _end_of_call(there, at))
        for at, (text, _) in enumerate(there)
        if at not in matched and _NAME.match(text)
    ]
    found: list[int] = []
    behind = 0
    """The token of the file up to which everything is accounted for."""
    for number in range(len(here)):
        if number in own:
            behind = own[number] + 1
            found.append(there[own[number]][1])
            continue
        # What has no counterpart in the text is a macro's name: the outermost one around this place, or the
        # last one before it.
        around = [at for at, end in macros if at <= behind <= end + 1]
        before = [at for at, _ in macros if at <= behind]
        at = (*around[:1], *before[-1:], min(behind, len(there) - 1))[0]
        found.append(there[at][1])
    return found


def _end_of_call(tokens: list[Token], name: int) -> int:
    """Of the arguments behind a name; of the name itself if there are none."""
    depth = 0
    for at in range(name + 1, len(tokens)):
        depth += {b"(": 1, b")": -1}.get(tokens[at][0], 0)
        if depth == 0:
            return at if at > name + 1 else name
    return len(tokens) - 1 if depth else name
