"""Where pointers may lead: objects by the places that make them (Andersen), as a source of guesses.

Neither order nor conditions are looked at, and what it says is believed by nobody: it tells which pointers
and fields are worth a guess about which blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TypeVar

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
)
from dovetail.program.statements import Allocate, Assign, Copy, Storage, Store
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

Site = int | str
"""The number of an allocation, or the name of a global object."""
Target = tuple[Site, int | None]
"""An object and a place in it; None if it may be any."""
_ROUNDS = 12
K = TypeVar("K")


@dataclass(slots=True)
class PointsTo:
    edges: list[Edge]
    sites: dict[int, Allocate] = field(default_factory=dict)
    """The allocations on the heap, by number."""
    variables: dict[Variable, dict[Target, None]] = field(default_factory=dict)
    contents: dict[Target, dict[Target, None]] = field(default_factory=dict)
    _changed: bool = True

    def __post_init__(self) -> None:
        for number, edge in enumerate(self.edges):
            if isinstance(edge.statement, Allocate) and edge.statement.storage is Storage.HEAP:
                self.sites[number] = edge.statement
        for _ in range(_ROUNDS):
            if not self._changed:
                break
            self._changed = False
            for number, edge in enumerate(self.edges):
                self._step(number, edge)

    def _step(self, number: int, edge: Edge) -> None:
        match edge.statement:
            case Allocate(target=target):
                self._add(self.variables, target, [(number, 0)])
            case Assign(target=target, value=value):
                self._add(self.variables, target, self.of(value))
            case Store(address=address, value=value):
                for place in self.of(address):
                    self._add(self.contents, place, self.of(value))
            case Copy(to=to, source=source):
                for here, at in self.of(source):
                    for (site, offset), held in list(self.contents.items()):
                        if site == here:
                            for there, start in self.of(to):
                                self._add(self.contents, (there, _copied(start, offset, at)), held)
            case _:
                pass

    def _add(self, to: dict[K, dict[Target, None]], key: K, new: Iterable[Target]) -> None:
        found = to.setdefault(key, {})
        for one in list(new):
            if one not in found:
                found[one] = None
                self._changed = True

    def of(self, expr: Expr) -> list[Target]:
        """Where an expression may point."""
        found: dict[Target, None] = {}
        stack: list[tuple[Expr, int | None]] = [(expr, 0)]
        while stack:
            one, moved = stack.pop()
            match one:
                case Variable():
                    self._moved(self.variables.get(one, ()), moved, found)
                case Address(symbol=symbol):
                    self._moved([(symbol, 0)], moved, found)
                case Load(address=address):
                    for place in self.of(address):
                        self._moved(self._held(place), moved, found)
                case PointerAdd(pointer=pointer, offset=offset):
                    stack.append((pointer, _sum(moved, offset)))
                case Cast(operand=operand):
                    stack.append((operand, moved))
                case Conditional(then=then, otherwise=otherwise):
                    stack += ((then, moved), (otherwise, moved))
                case BinaryOp(op=Binary.ADD | Binary.SUB as op, left=left, right=right):
                    sign = 1 if op is Binary.ADD else -1
                    stack.append((left, _sum(moved, right, sign)))
                    if not isinstance(right, Const):
                        stack.append((right, None))
                case _:
                    pass
        return list(found)

    def _held(self, place: Target) -> list[Target]:
        site, offset = place
        if offset is None:
            return [one for (at, _), held in self.contents.items() if at == site for one in held]
        return [*self.contents.get(place, ()), *self.contents.get((site, None), ())]

    @staticmethod
    def _moved(targets: Iterable[Target], moved: int | None, found: dict[Target, None]) -> None:
        for site, offset in targets:
            found[site, None if moved is None or offset is None else offset + moved] = None


def _sum(moved: int | None, offset: Expr, sign: int = 1) -> int | None:
    if moved is None or not isinstance(offset, Const) or not isinstance(offset.type, IntType):
        return None
    number = offset.type.number(offset.value)
    if number >> (offset.type.width - 1):
        number -= 1 << offset.type.width
    return moved + sign * number


def _copied(start: int | None, offset: int | None, at: int | None) -> int | None:
    if start is None or offset is None or at is None:
        return None
    return start + offset - at
