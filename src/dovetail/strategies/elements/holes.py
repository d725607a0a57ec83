"""Elements that are given other places, and what variables were computed from what a loop has found out.

Where elements are shifted there is a hole, in which one stands twice, and a variable keeps the one that is
missing. What was said of all elements (`totals`, `extremes`) is then said of all others and of that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Expr,
    Load,
    PointerAdd,
    Variable,
    reads_memory,
    substitute,
    variables,
)
from dovetail.program.indexing import index_of
from dovetail.program.statements import Assign, Store
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.elements.sites import Given, spelt_out

HOLES, KEPT, FOLLOWING = 2, 3, 12
"""So many of each are looked at."""


@dataclass(frozen=True, slots=True)
class Hole:
    """An element stands at another place, too; `kept` may hold the one that is missing."""

    pointer: Expr
    place: Expr
    kept: tuple[Variable, ...]


def holes(
    given: Given, edges: Iterable[Edge], usual: Mapping[Expr, Expr], means: Mapping[Expr, Expr]
) -> list[Hole]:
    """Where elements are stored at other places of their arrays."""
    return list(_made(given, edges, usual, means))[:HOLES]


def _made(
    given: Given, edges: Iterable[Edge], usual: Mapping[Expr, Expr], means: Mapping[Expr, Expr]
) -> Iterator[Hole]:
    kept: dict[Variable, Expr] = {}
    for one, statements in given.items():
        for statement in statements:
            match statement:
                case Assign(value=value) if isinstance(one.type, IntType):
                    read = substitute(value, usual)
                    if isinstance(read, Load) and isinstance(read.address, PointerAdd | Variable):
                        kept[one] = read
                case _:
                    pass
    for edge in edges:
        match edge.statement:
            case Store(address=address, value=value):
                to = substitute(address, usual)
                stored = spelt_out(substitute(value, usual), means)
                if isinstance(to, PointerAdd) and isinstance(stored, Load):
                    place = index_of(to.offset)
                    if place is not None and is_of(stored, to.pointer):
                        of_it = [one for one, read in kept.items() if is_of(read, to.pointer)]
                        yield Hole(to.pointer, place, tuple(of_it[:KEPT]))
            case _:
                pass


def is_of(element: Expr, pointer: Expr) -> bool:
    """Is it an element of the array that begins there?"""
    match element:
        case Load(address=PointerAdd(pointer=base)):
            return base is pointer
        case Load(address=address):
            return address is pointer
        case _:
            return False


def following(given: Given, found: Sequence[Variable]) -> list[Expr]:
    """What variables are that were computed from what was found, step by step."""
    equations: list[Expr] = []
    known = set(found)
    waiting = [one for one in given if len(given[one]) == 1]
    more = bool(known)
    while more and len(equations) < FOLLOWING:
        more = False
        for one in waiting:
            match given[one]:
                case [Assign(value=value)] if one not in known and not reads_memory(value):
                    if not known.isdisjoint(variables(value)):
                        known.add(one)
                        equations.append(BinaryOp(Binary.EQ, one, value))
                        more = True
                case _:
                    pass
    return equations
