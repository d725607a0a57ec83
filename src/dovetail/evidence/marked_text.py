"""A C file with more text in it, at the places that a witness names, and all else where it stood.

Places are those of the format: the keyword of a loop or of a branch, the beginning of a statement, the
parenthesis that ends a call. A place where nothing of the kind stands is a `NoPlace`, which says so. Nothing
is parsed here: brackets are matched, and what clang makes of the result is looked at by whoever reads it. Of
a line no other is made, so that everything stays on its line.

Text is handled byte by byte (as latin-1), for columns count bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from dovetail.evidence.source_places import SourceText
from dovetail.evidence.witness_file import Location
from dovetail.frontend.clause_tokens import Tokens
from dovetail.quick_dataclass import dataclass

_HEADS = (b"if", b"while", b"for", b"switch")
_BEGINS_BEFORE = (b";", b"{", b"}", b":", b"else", b"do", b")")
_CLOSING, _BEFORE, _TWICE, _AROUND = range(4)
_AS_BODY = (b":", b"else", b"do", b")")


class NoPlace(Exception):
    """What a witness says is there is not there."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """At one offset what closes comes first, then what is computed before, then what stands twice, then what
    is put around something."""

    offset: int
    rank: int
    number: int
    text: str


class MarkedText:
    def __init__(self, data: bytes) -> None:
        self._text = data.decode("latin-1")
        self._source = SourceText(self._text)
        self._tokens = Tokens(self._source.code.encode("latin-1"))
        self._edits: list[_Edit] = []
        self._begins = {token.begin: at for at, token in enumerate(self._tokens.all)}
        self._around = _around(self._tokens)

    def made(self) -> str:
        """The text with all that was put into it."""
        pieces, at = [], 0
        for offset, edits in groupby(sorted(self._edits, key=_order), key=lambda edit: edit.offset):
            pieces += [self._text[at:offset], *(edit.text for edit in edits)]
            at = offset
        return "".join([*pieces, self._text[at:]])

    # -- where

    def loop(self, location: Location) -> int:
        """The token of the keyword of a loop."""
        at = self._token(location, (b"for", b"while", b"do"), "loop")
        place = self._source.place(self._tokens.all[at].begin)
        if self._source.loop_around(*place) != place:
            raise NoPlace(f"no loop begins at {location}")
        return at

    def branch(self, location: Location) -> int:
        """The token of the keyword of a branch."""
        return self._token(location, (*_HEADS, b"do", b"?"), "branch")

    def statement(self, location: Location) -> int:
        """The token that a statement begins with, behind its labels."""
        at = self._token(location, None, "statement")
        if not self._is_statement(at):
            raise NoPlace(f"no statement begins at {location}")
        while (colon := self._label_end(at)) is not None:
            at = colon + 1
        return at

    def call(self, location: Location) -> tuple[int, int]:
        """The name and the closing parenthesis of a call that ends at a place."""
        close = self._token(location, (b")",), "call")
        name = self._tokens.opening.get(close, 0) - 1
        is_call = name >= 0 and self._tokens.all[name].is_name
        words = (*_HEADS, b"return", b"sizeof")
        if not is_call or self._tokens.all[name].text in words or self._is_member(name):
            raise NoPlace(f"no call of a function by its name ends at {location}")
        return name, close

    def _is_member(self, name: int) -> bool:
        return any(self._tokens.is_(name - 1, dot) for dot in (b".", b"->"))

    def end_of_statement(self, at: int) -> int:
        """Behind its last token."""
        return self._tokens.statement_end(at)

    def spans(self, begin: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The lines and columns of the first and behind the last of some tokens."""
        first, last = self._tokens.all[begin], self._tokens.all[end - 1]
        return self._source.place(first.begin), self._source.place(last.end)

    def line(self, location: Location) -> tuple[tuple[int, int], tuple[int, int]]:
        """All of a line, from its beginning to that of the next one."""
        if self._source.offset(location.line, 1) is None:
            raise NoPlace(f"there is no {location}")
        return (location.line, 1), (location.line + 1, 1)

    def has_condition(self, keyword: int) -> bool:
        try:
            self._condition(keyword)
        except NoPlace:
            return False
        return True

    def is_computed_first(self, name: int, close: int) -> bool:
        """Is a call a statement of its own, with nothing called for its arguments?"""
        inside = range(name + 2, close)
        alone = self._is_statement(name) and self._tokens.is_(close + 1, b";")
        return alone and not any(self._tokens.is_(at, b"(") for at in inside)

    def is_plain(self, at: int) -> bool:
        """May a statement stand twice, once for each of two ways? It declares nothing, and has no labels."""
        words = [token.text for token in self._tokens.all[at : self.end_of_statement(at)]]
        declares = len(words) > 1 and self._tokens.all[at].is_name and self._tokens.all[at + 1].is_name
        jumps = words[0] in (b"return", b"goto")
        starred = len(words) > 2 and self._tokens.all[at].is_name and words[1] == b"*"
        named = any(one in (b"case", b"default", b"static") for one in words) or b":" in words
        return not named and (jumps or not (declares or starred)) and words[0] not in _TYPES

    # -- what is put there

    def before(self, at: int, expression: str) -> None:
        """Computed before a statement."""
        if any(self._tokens.is_(at - 1, one) for one in _AS_BODY):
            self._put(at, f"if (({expression}), 0) ; else ")
        else:
            self._put(at, f"{expression}; ")

    def at_loop(self, keyword: int, expression: str) -> None:
        """Computed whenever the loop decides whether to go on; of a `do`, before its body."""
        tokens = self._tokens
        if tokens.is_(keyword, b"do"):
            body = keyword + 1
            if tokens.is_(body, b"{"):
                self._put(body + 1, f"{expression}; ")
            else:
                self._put(body, f"if (({expression}), 0) ; else ")
            return
        begin, end = self._condition(keyword)
        self._put(begin, f"{expression}, " + ("(" if begin < end else "1"))
        if begin < end:
            self._put(end, ")", _CLOSING)

    def around_condition(self, keyword: int, opening: str, closing: str) -> None:
        begin, end = self._condition(keyword)
        if begin == end:
            self._put(begin, f"{opening}1{closing}")
        else:
            self.around(begin, end, opening, closing)

    def around(self, begin: int, end: int, opening: str, closing: str) -> None:
        """Around tokens from `begin` to before `end`."""
        self._put(begin, opening, _AROUND)
        last = self._tokens.all[end - 1].end
        self._edits.append(_Edit(last, _CLOSING, len(self._edits), closing))

    def twice(self, at: int, condition: str, elsewhere: str, here: str) -> None:
        """A statement for each of two ways; the second stands on the same lines of a file that there is
        not."""
        end = self.end_of_statement(at)
        first, last = self._tokens.all[at], self._tokens.all[end - 1]
        text = self._text[first.begin : last.end]
        (line, column), (behind, after) = self.spans(at, end)
        self._put(at, f"if ({condition}) {{ ", _TWICE)
        other = f"\n# {line} {_quoted(elsewhere)}\n{' ' * (column - 1)}{text}"
        back = f"\n# {behind} {_quoted(here)}\n{' ' * (after - 1)}"
        self._edits.append(_Edit(last.end, _CLOSING, len(self._edits), f" }} else {{{other} }}{back}"))

    def _condition(self, keyword: int) -> tuple[int, int]:
        """The tokens of a condition, and what is behind them; raises NoPlace if it is not to be found."""
        tokens = self._tokens
        opening = keyword + 1
        if tokens.is_(keyword, b"do"):
            opening = tokens.statement_end(keyword) - 1
            while opening > keyword and not tokens.is_(opening, b")"):
                opening -= 1
            opening = tokens.opening.get(opening, keyword)
        if not tokens.is_(opening, b"(") or opening not in tokens.closing:
            raise NoPlace(f"no condition stands behind {tokens.all[keyword].text.decode()}")
        begin, end = opening + 1, tokens.closing[opening]
        if tokens.is_(keyword, b"for"):
            pieces = tokens.split(begin, end, b";")
            if len(pieces) != 3:
                raise NoPlace("this is a loop of a form that is not read")
            begin, end = pieces[1]
        return begin, end

    def _put(self, at: int, text: str, rank: int = _BEFORE) -> None:
        self._edits.append(_Edit(self._tokens.all[at].begin, rank, len(self._edits), text))

    # -- tokens

    def _token(self, location: Location, words: Sequence[bytes] | None, what: str) -> int:
        """The one at a place; where no column is told, the first of the line that it may be."""
        for offset in self._offsets(location):
            at = self._begins.get(offset)
            if at is None or (words is not None and self._tokens.all[at].text not in words):
                continue
            if location.column is None and words is None and not self._is_statement(at):
                continue
            self._require_function(at, location)
            return at
        raise NoPlace(f"no {what} {'ends' if what == 'call' else 'begins'} at {location}")

    def _offsets(self, location: Location) -> list[int]:
        start = self._source.offset(location.line, 1)
        if start is None:
            return []
        line = self._text[start:].partition("\n")[0]
        if location.column is not None:
            told = location.column - 1
            # Some count characters.
            characters = line.encode("latin-1").decode("utf-8", "replace")[:told].encode()
            return [start + told, start + len(characters)] if told < len(line) else []
        return [start + column for column in range(len(line))]

    def _require_function(self, at: int, location: Location) -> None:
        outermost = at
        while (around := self._around[outermost]) >= 0:
            outermost = around
        opening = self._tokens.opening.get(outermost - 1)
        if location.function is None or opening is None or not self._tokens.is_(outermost, b"{"):
            return
        name = self._tokens.all[opening - 1]
        if name.is_name and name.text.decode("latin-1") != location.function:
            found = name.text.decode("latin-1")
            raise NoPlace(f"{location} is in the function '{found}', not in '{location.function}'")

    def _is_statement(self, at: int) -> bool:
        tokens, around = self._tokens, self._around[at]
        if around < 0 or not tokens.is_(around, b"{") or tokens.all[at].text in (b"}", b"{", b";", b"else"):
            return tokens.is_(at, b"{") and around >= 0 and self._is_block(at)
        before = tokens.all[at - 1].text
        if before not in _BEGINS_BEFORE:
            return False
        if before == b")":
            head = tokens.opening.get(at - 1, 0) - 1
            return tokens.all[head].text in _HEADS
        return before != b":" or not self._is_choice(at - 1)

    def _is_block(self, at: int) -> bool:
        return self._tokens.all[at - 1].text in _BEGINS_BEFORE

    def _is_choice(self, colon: int) -> bool:
        """Does a colon belong to a `?`, and not to a label?"""
        at = colon - 1
        while at >= 0 and self._tokens.all[at].text not in (b";", b"{", b"}"):
            if self._tokens.is_(at, b"?"):
                return True
            at = self._tokens.opening.get(at, at) - 1
        return False

    def _label_end(self, at: int) -> int | None:
        tokens = self._tokens
        if tokens.all[at].text not in (b"case", b"default") and not (
            tokens.all[at].is_name and tokens.is_(at + 1, b":")
        ):
            return None
        while at < len(tokens.all) and not tokens.is_(at, b":"):
            at += 1
        return at


_TYPES = frozenset(b"int char short long unsigned signed float double struct union enum const _Bool".split())


def _around(tokens: Tokens) -> list[int]:
    """For each token the bracket that it is in, or -1."""
    stack, found = [-1], []
    for at in range(len(tokens.all)):
        if at in tokens.opening and len(stack) > 1:
            stack.pop()
        found.append(stack[-1])
        if at in tokens.closing:
            stack.append(at)
    return found


def _order(edit: _Edit) -> tuple[int, int, int]:
    """What was put around something first is the outer of the two."""
    return (edit.offset, edit.rank, edit.number if edit.rank else -edit.number)


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
