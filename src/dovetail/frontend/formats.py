"""The formats of the printf family: what each directive prints, reads and writes.

A call whose format is a literal is lowered piece by piece (`printing`); natively the model
(`library/printf.c`) reads the same format. What cannot be said here is refused by name there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import IntFlag

from dovetail.frontend.errors import UnsupportedError
from dovetail.quick_dataclass import dataclass

FORMAT_FITS = (
    "the format of a function that prints a va_list is taken to fit what it is handed, that to be valid, and "
    "to have no %n"
)

POINTERS = "what %p prints, which is up to the library, is taken to be 0x and digits, as in glibc and musl"

_DIRECTIVE = re.compile(
    r"%(?:%|(?P<place>\d+\$)?(?P<flags>[-+ #0'I]*)(?P<width>\*(?:\d+\$)?|\d*)"
    r"(?:\.(?P<precision>\*(?:\d+\$)?|-?\d*))?(?P<length>hh|h|ll|l|L|q|j|z|Z|t|w[f]?\d+)?(?P<kind>.)?)",
    re.S,
)
_KNOWN_LENGTHS = frozenset(["", "hh", "h", "ll", "l", "L", "q", "j", "z", "Z", "t"])
_INTEGERS, _FLOATS = "diouxX", "aAeEfFgG"
_MEANT = {
    "-": _INTEGERS + _FLOATS + "csp",
    "+": "di" + _FLOATS,
    " ": "di" + _FLOATS,
    "#": "oxX" + _FLOATS,
    "0": _INTEGERS + _FLOATS,
    "'": "diufFgG",
    "I": "",
    ".": _INTEGERS + _FLOATS + "s",
    **dict.fromkeys(("hh", "h", "ll", "j", "z", "t"), _INTEGERS + "n"),
    "l": _INTEGERS + _FLOATS + "ncs",
    "L": _FLOATS,
    "q": "",
    "Z": "",
}
"""Which conversions a flag, a precision or a length goes with (C11 7.21.6.1; of ' POSIX)."""
_MOST = 1 << 24
"""Widths and precisions beyond this are somebody's mistake."""


class Flags(IntFlag):
    """As in the model."""

    LEFT = 1
    PLUS = 2
    SPACE = 4
    OTHER = 8
    ZEROS = 16
    CAPITALS = 32
    STREAM = 64


_FLAGS = {"-": Flags.LEFT, "+": Flags.PLUS, " ": Flags.SPACE, "#": Flags.OTHER, "0": Flags.ZEROS}


@dataclass(frozen=True, slots=True)
class Text:
    """Characters that stand in the format."""

    text: str


@dataclass(frozen=True, slots=True)
class Directive:
    """What prints an argument, or, for `m`, none. Places are those among the arguments behind the format."""

    written: str
    kind: str
    length: str
    flags: Flags
    width: int
    width_at: int | None
    precision: int
    """-1 if there is none."""
    precision_at: int | None
    argument: int
    undefined: bool = False
    """Does C leave open what such a directive means?"""

    @property
    def plain(self) -> bool:
        """Nothing but the argument."""
        wide = self.width or self.width_at is not None
        return not self.flags & ~Flags.STREAM and not wide and not self.has_precision

    @property
    def has_precision(self) -> bool:
        return self.precision >= 0 or self.precision_at is not None

    @property
    def exact(self) -> bool:
        """Does the model know what is printed?"""
        return not (self.kind in "maA" or self.length == "L")


def pieces(text: str) -> list[Text | Directive]:
    """In their order; neighbouring texts are one."""
    found: list[Text | Directive] = []
    at = next_argument = 0
    for match in _DIRECTIVE.finditer(text):
        found.append(Text(text[at : match.start()]))
        at = match.end()
        if match[0] == "%%":
            found.append(Text("%"))
            continue
        directive = _directive(match, next_argument)
        next_argument = directive.argument + (directive.kind != "m")
        found.append(directive)
    return joined([*found, Text(text[at:])])


def joined(found: list[Text | Directive]) -> list[Text | Directive]:
    """With neighbouring texts made one, and without empty ones."""
    result: list[Text | Directive] = []
    for piece in found:
        if isinstance(piece, Text) and result and isinstance(last := result[-1], Text):
            result[-1] = replace(last, text=last.text + piece.text)
        elif piece != Text(""):
            result.append(piece)
    return result


def _directive(match: re.Match[str], argument: int) -> Directive:
    written, kind, length = match[0], match["kind"], match["length"] or ""
    flags = match["flags"]
    refused = "$" in written or kind is None or length not in _KNOWN_LENGTHS
    if refused or kind not in "diouxXeEfFgGaAcspnm" or (kind in "cs" and length in ("l", "ll")):
        raise UnsupportedError(f"the directive '{written}' of a format is not modelled")
    total = Flags(0)
    for letter in flags:
        total |= _FLAGS.get(letter, Flags(0))  # in the C locale nothing is grouped
    if kind in "XEFGA":
        total |= Flags.CAPITALS
    width, precision = match["width"], match["precision"]
    width_at = precision_at = None
    if width == "*":
        width_at, argument = argument, argument + 1
    if precision == "*":
        precision_at, argument = argument, argument + 1
    fixed = int(width) if width and width_at is None else 0
    digits = -1
    if precision is not None and precision_at is None and not precision.startswith("-"):
        digits = int(precision or 0)
    if max(fixed, digits) > _MOST:
        raise UnsupportedError(f"the directive '{written}' of a format is not modelled: it is too wide")
    said = [*flags, *([length] if length else []), *(["."] if precision is not None else [])]
    undefined = kind != "m" and not all(kind in _MEANT[one] for one in said)
    undefined |= (precision or "").startswith("-") or (kind == "n" and bool(width))
    places = (fixed, width_at, digits, precision_at, argument)
    return Directive(written, kind, length, total, *places, undefined=undefined)
