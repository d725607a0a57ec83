"""Numbers that are worth trying: those that the program's source compares and computes with, and those at
the edges of types.

A condition such as `x == 12345` is met by one in four thousand million random numbers, and by every third one
out of a source that has three constants.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

from dovetail.program.automata import Program
from dovetail.program.expressions import Const, Expr, subexpressions
from dovetail.program.statements import expressions_of
from dovetail.program.types import FloatType, IntType
from dovetail.quick_dataclass import dataclass

MOST = 400
"""Of the constants of a program: in a larger number each would be tried too seldom."""

BOUNDARIES: tuple[int, ...] = tuple(
    dict.fromkeys(
        number
        for width in (8, 16, 32, 64)
        for number in (
            *((1 << (width - 1)) - 1, -(1 << (width - 1))),
            *((1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 2, 1 - (1 << (width - 1))),
        )
    )
)
"""Least and greatest of the integer types, and what is next to them."""
POWERS: tuple[int, ...] = tuple(
    dict.fromkeys(number for bit in range(2, 64) for number in (1 << bit, (1 << bit) - 1, (1 << bit) + 1))
)
SMALL: tuple[int, ...] = (0, 1, -1, 2, 3, 4, 5, 6, 7, 8, 10, 16, -2)
FLOATS: tuple[float, ...] = (
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 10.0, 100.0, 1e-3, 1e9, -1e9),
    *(math.inf, -math.inf, math.nan, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308),
    *(1.401298464324817e-45, 1.1754943508222875e-38, 3.4028234663852886e38, 16777217.0, 9007199254740993.0),
)


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The constants of a program, each once, in the order of the source, with their neighbours behind
    them."""

    constants: tuple[int, ...] = ()
    neighbours: tuple[int, ...] = ()
    """One more, one less, and the negated ones."""
    floats: tuple[float, ...] = ()
    computes_with_floats: bool = False


def dictionary_of(program: Program) -> Dictionary:
    """The constants in the user's own code."""
    integers: dict[int, None] = {}
    floats: dict[str, float] = {}
    computes_with_floats = False
    for part in _parts(program):
        match part:
            case Const(type=IntType() as type_):
                integers[type_.number(part.value)] = None
            case Const(type=FloatType(width=32 | 64 as width)):
                number = _float(part.value, width)
                floats[repr(number)] = number
            case _:
                computes_with_floats |= isinstance(part.type, FloatType)
    # Those that any program is tried with are no news.
    numbers = [number for number in integers if number not in SMALL][:MOST]
    near = dict.fromkeys(other for number in numbers for other in (number + 1, number - 1, -number))
    return Dictionary(
        tuple(numbers),
        tuple(number for number in near if number not in integers and number not in SMALL),
        tuple(floats.values())[:MOST],
        computes_with_floats,
    )


def _parts(program: Program) -> Iterator[Expr]:
    """All parts of the expressions in the user's own code."""
    for procedure in program.procedures.values():
        if procedure.library:
            continue
        for edge in procedure.edges:
            for expression in expressions_of(edge.statement):
                yield from subexpressions(expression)


def _float(bits: int, width: int) -> float:
    number: float
    if width == 32:
        (number,) = struct.unpack("<f", struct.pack("<I", bits))
    else:
        (number,) = struct.unpack("<d", struct.pack("<Q", bits))
    return number
