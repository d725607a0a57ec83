"""Where things stand in C text: the keyword of a loop, the end of a call, the start of a statement.

Witnesses name such places by line and column, and a place that is off by a character makes a witness wrong.
So all this looks at the text itself, comments and literals aside, and says None whenever it is not sure (a
macro, an unusual layout). It is a scanner, no parser: the syntax tree is gone by the time evidence is
written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from dovetail.quick_dataclass import dataclass

_BLANKED = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
        | ^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*""",
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)
_LOOP = re.compile(r"\b(for|while|do)\b")
_BRANCH = re.compile(r"(?:if|while)\s*\(")
_DECIDING = re.compile(r"&&|\|\||\?|!(?!=)|,")
_LABEL = re.compile(r"(?:case\b[^:;{}]*|[A-Za-z_]\w*)\s*:(?!:)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_PAIRS = {"(": ")", "{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Loop:
    """The offsets of the keyword and of the end of the whole statement."""

    start: int
    end: int


class SourceText:
    """One file. Lines and columns count from 1."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Of the same length, so that offsets stay; newlines stay too.
        self._code = _BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    @property
    def code(self) -> str:
        """The text with blanks for comments, literals and lines of the preprocessor."""
        return self._code

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int | None:
        if not 0 < line <= len(self._starts):
            return None
        found = self._starts[line - 1] + column - 1
        return found if 0 <= found < len(self.text) else None

    def loop_around(self, line: int, column: int) -> tuple[int, int] | None:
        """The keyword of the innermost loop that a place lies in."""
        at = self.offset(line, column)
        if at is None:
            return None
        around = [loop for loop in self._loops if loop.start <= at < loop.end]
        return self.place(max(around, key=lambda loop: loop.start).start) if around else None

    def end_of_call(self, line: int, column: int, function: str) -> tuple[int, int] | None:
        """The closing parenthesis of the call that starts at a place."""
        at = self.offset(line, column)
        if at is None or not re.compile(rf"{re.escape(function)}\b\s*\(").match(self._code, at):
            return None
        end = self._closing(self._code.index("(", at))
        return None if end is None else self.place(end)

    def is_statement(self, line: int, column: int) -> bool:
        """Does a statement start at a place?"""
        at = self.offset(line, column)
        if at is None:
            return False
        before = self._code[:at].rstrip()
        if not before or before[-1] not in ";{}":
            return False
        # Not between the semicolons of a `for`.
        opened = before.count("(") - before.count(")")
        return opened == 0

    def statement_on(self, line: int) -> tuple[int, int] | None:
        """Where the statement starts that a line starts with."""
        if not 0 < line <= len(self._starts):
            return None
        start = self._skip(self._starts[line - 1])
        place = self.place(min(start, len(self.text)))
        return place if place[0] == line and self.is_statement(*place) else None

    def plain_branch_on(self, line: int, column: int) -> tuple[int, int] | None:
        """The keyword of the `if` or `while` that a line starts with, if the place lies in its condition and
        that is a single one: without operators that decide which parts are evaluated, and not denied."""
        start = self.statement_on(line)
        at, inside = self.offset(*start) if start is not None else None, self.offset(line, column)
        keyword = _BRANCH.match(self._code, at) if at is not None else None
        if keyword is None or inside is None:
            return None
        end = self._closing(keyword.end() - 1)
        if end is None or not keyword.start() <= inside < end:
            return None
        return None if _DECIDING.search(self._code[keyword.end() : end]) else start

    @cached_property
    def _loops(self) -> list[Loop]:
        found: dict[int, Loop] = {}
        closing_whiles: set[int] = set()
        for match in _LOOP.finditer(self._code):
            if match.start() in closing_whiles:
                continue
            end = self._end_of_statement(match.start(), closing_whiles)
            if end is not None:
                found[match.start()] = Loop(match.start(), end)
        # The `while` of a `do` inside of the `do`'s own body is met before the body's own keywords are.
        return [loop for start, loop in found.items() if start not in closing_whiles]

    def _end_of_statement(self, at: int, closing_whiles: set[int]) -> int | None:
        """The offset behind the statement that starts at or after `at`."""
        pending: list[str] = []
        """Keywords whose bodies are being looked for, outermost first."""
        position: int | None = at
        while position is not None:
            position = self._skip(position)
            while (label := _LABEL.match(self._code, position)) is not None:
                position = self._skip(label.end())
            word = _WORD.match(self._code, position)
            keyword = word[0] if word is not None else ""
            if keyword in ("if", "for", "while", "switch"):
                opening = self._skip(position + len(keyword))
                closing = self._closing(opening) if self._code[opening : opening + 1] == "(" else None
                pending.append(keyword)
                position = None if closing is None else closing + 1
                continue
            if keyword == "do":
                pending.append(keyword)
                position += 2
                continue
            if self._code[position : position + 1] == "{":
                closing = self._closing(position)
                position = None if closing is None else closing + 1
            else:
                position = self._behind_semicolon(position)
            if position is not None:
                position = self._close(position, pending, closing_whiles)
                if not pending:
                    return position
        return None

    def _close(self, position: int, pending: list[str], closing_whiles: set[int]) -> int | None:
        """A statement has ended: so have those that it was the body of, up to an `else`."""
        while pending:
            after = self._skip(position)
            word = _WORD.match(self._code, after)
            keyword = pending.pop()
            if keyword == "if" and word is not None and word[0] == "else":
                pending.append("else")
                return after + len("else")
            if keyword == "do":
                if word is None or word[0] != "while":
                    return None
                closing_whiles.add(after)
                end = self._behind_semicolon(after)
                if end is None:
                    return None
                position = end
        return position

    def _skip(self, at: int) -> int:
        while at < len(self._code) and self._code[at].isspace():
            at += 1
        return at

    def _closing(self, at: int) -> int | None:
        """The offset of the bracket that closes the one at `at`."""
        stack: list[str] = []
        for match in re.compile(r"[(){}\[\]]").finditer(self._code, at):
            if match[0] in _PAIRS:
                stack.append(_PAIRS[match[0]])
            elif not stack or stack.pop() != match[0]:
                return None
            if not stack:
                return match.start()
        return None

    def _behind_semicolon(self, at: int) -> int | None:
        while at < len(self._code):
            character = self._code[at]
            if character == ";":
                return at + 1
            if character in _PAIRS:
                closing = self._closing(at)
                if closing is None:
                    return None
                at = closing
            elif character in ")}]":
                return None
            at += 1
        return None
