"""What `printf` does to memory, read off its format: `%s` reads a string, `%n` writes a number.

Everything else that it does is output. So a call whose format is a literal becomes those reads and writes;
natively the model (`library/stdio.c`) walks along the format and does the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dovetail.frontend.errors import UnsupportedError
from dovetail.program.types import INT, LLONG, SCHAR, SHORT, IntType, Target

FORMAT_FITS = (
    "the format of printf is not a literal here: taken to fit its arguments, these taken to be valid, and "
    "to have no %n"
)

# The format's place among the arguments.
FORMAT_OF = {"printf": 0, "fprintf": 1}

_DIRECTIVE = re.compile(
    r"%(?:%|(?P<place>\d+\$)?[-+ #0'I]*(?P<width>\*(?:\d+\$)?|\d*)"
    r"(?:\.(?P<precision>\*(?:\d+\$)?|-?\d*))?(?P<length>hh|h|ll|l|L|q|j|z|Z|t|w[f]?\d+)?(?P<kind>.)?)",
    re.S,
)

# What takes an argument and only prints it, and `m`, which takes none.
_PRINTED = frozenset("diouxXeEfFgGaAcpbB")


@dataclass(frozen=True, slots=True)
class StringRead:
    """A `%s`: at most so many characters are read, if a number or the argument at a place says so."""

    argument: int
    most: int | None = None
    most_at: int | None = None


@dataclass(frozen=True, slots=True)
class CountWritten:
    """A `%n`: the number of characters so far, in so wide an object."""

    argument: int
    type: IntType


def memory_effects(text: str, target: Target) -> list[StringRead | CountWritten]:
    """In their order, with the places of the arguments counted from the first one behind the format."""
    effects: list[StringRead | CountWritten] = []
    next_argument = 0
    for match in _DIRECTIVE.finditer(text):
        directive = match[0]
        if directive == "%%":
            continue
        kind = match["kind"]
        if "$" in directive or kind is None:
            raise UnsupportedError(f"the directive '{directive}' of a format is not modelled")
        next_argument += match["width"] == "*"
        most: int | None = None
        most_at: int | None = None
        precision = match["precision"]
        if precision == "*":
            most_at = next_argument
            next_argument += 1
        elif precision is not None and not precision.startswith("-"):
            most = int(precision or 0)
        if kind == "m":
            continue
        if kind == "s" and match["length"] is None:
            effects.append(StringRead(next_argument, most, most_at))
        elif kind == "n":
            effects.append(CountWritten(next_argument, _counted(match["length"], directive, target)))
        elif kind not in _PRINTED:
            raise UnsupportedError(f"the directive '{directive}' of a format is not modelled")
        next_argument += 1
    return effects


def _counted(length: str | None, directive: str, target: Target) -> IntType:
    match length:
        case None:
            return INT
        case "hh":
            return SCHAR
        case "h":
            return SHORT
        case "l":
            return target.long
        case "ll" | "q" | "j":
            return LLONG
        case "z" | "Z" | "t":
            return target.intptr
    raise UnsupportedError(f"the directive '{directive}' of a format is not modelled")
