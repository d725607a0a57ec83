"""The tokens of preprocessed text, for what is read before clang: clauses of contracts.

No parser of C: brackets are matched, and that is all that is known.
"""

from __future__ import annotations

import re

from dovetail.quick_dataclass import dataclass

_TOKEN = re.compile(
    rb'^[ \t]*#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\.?\d(?:[eEpP][+-]|[\w.])*'
    rb"|(?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)|<==>|==>|->|\+\+|--|<<=|>>=|<<|>>|[<>=!+*/%&|^-]="
    rb"|&&|\|\||\.\.\.|[^\s\w]",
    re.MULTILINE,
)
_OPENING = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSING = frozenset(_OPENING.values())


@dataclass(frozen=True, slots=True)
class Token:
    text: bytes
    begin: int
    end: int
    is_name: bool


class Tokens:
    """Those of one text, without line markers; `closing` and `opening` lead from a bracket to the other."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.all: list[Token] = []
        self.closing: dict[int, int] = {}
        self.opening: dict[int, int] = {}
        stack: list[int] = []
        for found in _TOKEN.finditer(text):
            if found[0].lstrip().startswith(b"#"):
                continue
            if found[0] in _OPENING:
                stack.append(len(self.all))
            elif found[0] in _CLOSING and stack:
                begin = stack.pop()
                self.closing[begin] = len(self.all)
                self.opening[len(self.all)] = begin
            self.all.append(Token(found[0], *found.span(), found["name"] is not None))

    def is_(self, at: int, text: bytes) -> bool:
        return 0 <= at < len(self.all) and self.all[at].text == text

    def split(self, begin: int, end: int, separator: bytes) -> list[tuple[int, int]]:
        """The pieces between separators outside of all brackets."""
        pieces = []
        at = start = begin
        while at < end:
            if self.all[at].text == separator:
                pieces.append((start, at))
                start = at + 1
            at = self.closing.get(at, at) + 1
        return [*pieces, (start, end)]

    def bare(self, body: tuple[int, int]) -> tuple[int, int]:
        """Without brackets around all of it."""
        begin, end = body
        while self.is_(begin, b"(") and self.closing.get(begin) == end - 1:
            begin, end = begin + 1, end - 1
        return begin, end

    def conjuncts(self, piece: tuple[int, int]) -> list[tuple[int, int]]:
        """What is said together."""
        found: list[tuple[int, int]] = []
        waiting = [piece]
        while waiting:
            one = self.bare(waiting.pop(0))
            parts = self.split(*one, b"&&")
            if len(parts) > 1:
                waiting = [*parts, *waiting]
            else:
                found.append(one)
        return found

    def written(self, begin: int, end: int) -> str:
        """The text of tokens, as it stands but for breaks of lines and line markers."""
        return " ".join(token.text.decode(errors="replace") for token in self.all[begin:end])

    def statement_end(self, at: int) -> int:
        """Behind the statement that begins at a token."""
        ifs = dos = 0
        while True:
            word = self.all[at].text if at < len(self.all) else b";"
            if word in (b"if", b"for", b"while", b"switch") and self.is_(at + 1, b"("):
                ifs += word == b"if"
                at = self._behind_clauses(self.closing[at + 1] + 1)
                continue
            if word == b"do":
                dos += 1
                at += 1
                continue
            at = self._simple_end(at)
            while ifs and not self.is_(at, b"else"):
                ifs = 0
            if ifs:
                ifs -= 1
                at += 1
                continue
            if dos and self.is_(at, b"while"):
                dos -= 1
                at = self._simple_end(at)
            return at

    def _simple_end(self, at: int) -> int:
        """Of a block, or of a statement that ends with a semicolon."""
        if self.is_(at, b"{"):
            return self.closing[at] + 1
        while at < len(self.all) and not self.is_(at, b";"):
            at = self.closing.get(at, at) + 1
        return at + 1

    def _behind_clauses(self, at: int) -> int:
        while at < len(self.all) and self.all[at].text.startswith(b"__CPROVER_") and self.is_(at + 1, b"("):
            at = self.closing[at + 1] + 1
        return at
