"""C text as it is shown: its lines, its comments, strings and keywords, and which lines are one function.

What is looked at is the text alone, as a reader sees it. It is a scanner, no parser, and sees neither macros
nor what the preprocessor leaves out; where the text does not say it clearly, the answer is that nothing is
known. Nothing that is concluded about a program rests on it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from dovetail.quick_dataclass import dataclass

TAB = 8
_HEADER_LINES = 12
"""So far up the name of a function is looked for, where old declarations of parameters stand between."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_KEYWORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local __attribute__
    __extension__ __inline __inline__ __restrict __asm__ typeof __typeof__
""".split()
_TOKEN = re.compile(
    r"""(?P<comment> /\*.*?(?:\*/|\Z) | //(?:[^\n\\]|\\.)* )
      | (?P<string> "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? )
      | (?P<directive> ^[ \t]*\#(?:[^\n\\/]|\\.|/(?![*/]))* )
      | (?P<keyword> \b(?:WORDS)\b )
      | (?P<word> [A-Za-z_]\w* )
      | (?P<punctuation> [{};] )""".replace("WORDS", "|".join(_KEYWORDS)),
    re.DOTALL | re.VERBOSE | re.MULTILINE,
)
_COLOURED = frozenset({"comment", "string", "directive", "keyword"})
_LOWER_MACROS = frozenset(
    """assert bool true false errno stdin stdout stderr offsetof static_assert va_start va_arg va_end
    va_copy isnan isinf isfinite signbit setjmp""".split()
)
_WORD = re.compile(r"[A-Za-z_]\w*")
_UNCLEAR_SPACE = re.compile(r"\s\s|\t|/\*|//")
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def visible(text: str) -> str:
    """With a picture, or the number, of each character that a terminal or a page would obey, not show."""
    return _HIDDEN.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; `kind` is comment, string, directive, keyword, or empty."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines that are shown together, from `first` to `last`: a function's, or those with something known."""

    first: int
    last: int
    function: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A pair of braces outside of all others, and the line where what it belongs to begins."""

    header: int
    opening: int
    closing: int


class CText:
    """One file. Lines and columns count from 1."""

    def __init__(self, text: str) -> None:
        self.lines = tuple(_LINE_END.split(text))
        if len(self.lines) > 1 and not self.lines[-1]:
            self.lines = self.lines[:-1]
        self._text = "\n".join(self.lines)

    def line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def pieces(self) -> Iterator[tuple[Piece, ...]]:
        """Line by line, as many as there are lines."""
        line: list[Piece] = []
        for kind, text in self._spans():
            first, *others = text.split("\n")
            if first:
                line.append(Piece(kind, first))
            for other in others:
                yield tuple(line)
                line = [Piece(kind, other)] if other else []
        yield tuple(line)

    def _spans(self) -> Iterator[tuple[str, str]]:
        end = 0
        for match in _TOKEN.finditer(self._text):
            kind = match.lastgroup or ""
            if kind in _COLOURED:
                yield "", self._text[end : match.start()]
                yield kind, match[0]
                end = match.end()
        yield "", self._text[end:]

    def snippet(self, line: int, column: int, length: int = 24) -> str:
        """What stands there, shortened; empty if it is not sure that it stands there.

        Columns are counted after the preprocessor has put macros in and spaces out, so they can be trusted
        only up to the first of these."""
        text = self.line(line)
        before, after = text[: column - 1], text[column - 1 :]
        if not after.strip() or _UNCLEAR_SPACE.search(before.lstrip()):
            return ""
        if any(self._may_be_macro(word[0]) for word in _WORD.finditer(before)):
            return ""
        if _WORD.match(after) and before and (before[-1].isalnum() or before[-1] == "_"):
            return ""
        shown = re.split(r"[;{]", after, maxsplit=1)[0].strip() or after.strip()
        shown = _without_closing(shown)
        return shown if len(shown) <= length else shown[: length - 1] + "…"

    def _may_be_macro(self, word: str) -> bool:
        return word in _LOWER_MACROS or word in self._macros or (len(word) > 1 and word.upper() == word)

    def keeps_columns(self, line: int) -> bool:
        """Does the preprocessor leave a line as it is, spaces aside?"""
        text = self.line(line)
        if "/*" in text or "//" in text:
            return False
        words = {word[0] for word in _WORD.finditer(text)}
        if not words.isdisjoint(self._macros):
            return False
        return not (self._includes and any(self._may_be_macro(word) for word in words))

    @cached_property
    def _includes(self) -> bool:
        return re.search(r"^[ \t]*#[ \t]*include", self._text, re.MULTILINE) is not None

    @cached_property
    def _macros(self) -> frozenset[str]:
        return frozenset(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", self._text, re.MULTILINE))

    def passages(self, known: Mapping[int, str]) -> list[Passage]:
        """The functions around lines with something known; `known` has the function's name for each of these.
        A line that is in no function that one can see is a passage with those beside it."""
        found: dict[tuple[int, int], str] = {}
        last: _Block | None = None
        for line, function in sorted(known.items()):
            block = self._block_around(line)
            if block is None:
                found.setdefault((line, line), function)
            elif block is not last:
                found.setdefault((self._header(block, function), block.closing), function)
            last = block
        return list(_joined(Passage(first, last, name) for (first, last), name in sorted(found.items())))

    def _block_around(self, line: int) -> _Block | None:
        index = bisect_left(self._blocks, line, key=lambda block: block.closing)
        if index < len(self._blocks) and self._blocks[index].header <= line:
            return self._blocks[index]
        return None

    def _header(self, block: _Block, function: str) -> int:
        named = re.compile(rf"\b{re.escape(function)}\s*\(")
        if any(named.search(self.line(line)) for line in range(block.header, block.opening + 1)):
            return block.header
        for line in range(block.header, max(block.header - _HEADER_LINES, 0), -1):
            if named.match(self.line(line).lstrip("* \t")) or named.search(self.line(line)):
                return line
        return block.header

    @cached_property
    def _blocks(self) -> tuple[_Block, ...]:
        """None at all if braces do not match: then the text depends on the preprocessor."""
        blocks, depth, opening = [], 0, 0
        line, end = 1, 0
        header: int | None = None
        for match in _TOKEN.finditer(self._text):
            between = self._text[end : match.start()]
            if header is None and depth == 0 and between.strip():
                header = line + between[: len(between) - len(between.lstrip())].count("\n")
            line += between.count("\n")
            end = match.end()
            if match["comment"] is None and match["directive"] is None:
                if header is None and depth == 0:
                    header = line
                if match[0] == "{":
                    opening = line if depth == 0 else opening
                    depth += 1
                elif match[0] == "}":
                    depth -= 1
                    if depth < 0:
                        return ()
                    if depth == 0:
                        blocks.append(_Block(header or opening, opening, line))
                        header = None
                elif match[0] == ";" and depth == 0:
                    header = None
            line += match[0].count("\n")
        return tuple(blocks) if depth == 0 else ()


def _without_closing(text: str) -> str:
    """Without what closes something that was opened before it."""
    depth = 0
    for index, character in enumerate(text):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                return text[:index].strip() or text
    return text


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Single lines beside each other become one passage."""
    current: Passage | None = None
    for passage in passages:
        if current is not None and current.function == passage.function and passage.first <= current.last + 1:
            current = Passage(current.first, max(current.last, passage.last), current.function)
            continue
        if current is not None:
            yield current
        current = passage
    if current is not None:
        yield current
