"""A procedure as constrained Horn clauses over integers without bounds, for z3's Spacer.

There is a predicate for each loop head and each location where paths meet: that an execution comes there with
such numbers. A clause is a path from one of these to the next, on which no others lie. One more predicate is
that something happens that must not: a check fails, or something unsupported is reached. If it does not
follow from the clauses, Spacer says what the other predicates may be; what it says of the loop heads are
guesses (`integers`).

Numbers are what integer variables and pointers hold, and *cells*: what memory holds where the program reads
it by a variable. A write changes the cell that it names, and is taken to leave those with other bases alone:
that need not be so, and then the guess is wrong, no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field
from typing import Any

import z3

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import (
    Address,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    loads,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.liveness import Liveness
from dovetail.program.ordering import depth_first
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Check,
    Copy,
    Fill,
    Halt,
    Havoc,
    HavocMemory,
    Statement,
    Store,
    Unsupported,
    expressions_of,
)
from dovetail.program.types import BoolType, IntType, PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.horn.integers import is_number, term_of

MOST_CELLS = 64
"""At one location."""
LONG = 24
"""Nodes of an address that is followed."""


@dataclass(frozen=True, slots=True)
class Clause:
    """From `source` (None: the start of the procedure) to `target` (None: what must not happen)."""

    source: int | None
    body: list[Any]
    target: int | None
    arguments: list[Any]


class Clauses:
    """Of the entry procedure of an inlined program. Checks that are known to fail are left out."""

    def __init__(
        self, program: Program, live: Liveness, known_to_fail: Collection[int], *, within: bool
    ) -> None:
        """`within` the types: that a variable is given a number that its type does not have is one of the
        things that must not happen. What excludes that, too, holds for machine integers."""
        self._program = program
        self._within = within
        self.context = z3.Context()
        """Of its own: what z3 was asked before has no influence."""
        self.procedure: Procedure = program.procedures[program.entry]
        self._live = live
        self._failing = known_to_fail
        order = depth_first(self.procedure)
        self.loop_heads = order.loop_heads
        reached = frozenset(order.order)
        self.nodes = [
            location
            for location in order.order
            if location in self.loop_heads
            or sum(edge.source in reached for edge in self.procedure.incoming[location]) > 1
        ]
        self._is_node = frozenset(self.nodes)
        self._cells = self._read_cells()
        self._addresses: dict[str, int] = {}
        self.places: dict[int, tuple[Expr, ...]] = {node: self._places(node) for node in self.nodes}
        """What the arguments of a predicate are."""
        number = z3.IntSort(self.context)
        self.predicates: dict[int, Any] = {
            node: z3.Function(f"at_{node}", *([number] * len(places)), z3.BoolSort(self.context))
            for node, places in self.places.items()
        }
        self._numbers: dict[Expr, Any] = {}
        self.variables: list[Any] = []
        """All that the clauses are about, as z3 wants to know it."""
        self._fresh: dict[tuple[bool, int], Any] = {}

    def _read_cells(self) -> list[Expr]:
        found: dict[Expr, None] = {}
        for edge in self.procedure.edges:
            for root in expressions_of(edge.statement):
                for load in sorted(loads(root), key=lambda one: one.serial):
                    if is_number(load) and not any(isinstance(e, Load) for e in subexpressions(load.address)):
                        found.setdefault(load)
        return list(found)

    def _places(self, node: int) -> tuple[Expr, ...]:
        live = self._live.at(node)
        numbers = sorted((one for one in live if is_number(one)), key=lambda one: one.serial)
        cells = [cell for cell in self._cells if variables(cell) <= live]
        return (*numbers, *cells[:MOST_CELLS])

    # Terms

    def number(self, place: Expr) -> Any:
        """What a place holds where a clause begins."""
        found = self._numbers.get(place)
        if found is None:
            found = self._numbers[place] = z3.Int(f"v{len(self._numbers)}", self.context)
            self.variables.append(found)
        return found

    def beginning(self, node: int) -> Any:
        """That an execution comes to a node, with what its places hold where a clause begins."""
        return self.predicates[node](*map(self.number, self.places[node]))

    def fresh(self, count: int, *, condition: bool = False) -> Any:
        """Any number, or any condition; a clause counts how many it has."""
        found = self._fresh.get((condition, count))
        if found is None:
            make = z3.Bool if condition else z3.Int
            found = self._fresh[condition, count] = make(f"{'b' if condition else 'n'}{count}", self.context)
            self.variables.append(found)
        return found

    def address(self, symbol: str) -> Any:
        """Objects are far from each other, and from null."""
        number = self._addresses.setdefault(symbol, (len(self._addresses) + 1) << 20)
        return z3.IntVal(number, self.context)

    def initially(self, cell: Load) -> int | None:
        """What a global object holds at the start, if that is known."""
        base, offset = _base(cell.address)
        if not isinstance(base, Address) or offset is None or base.symbol not in self._program.objects:
            return None
        contents = self._program.objects[base.symbol]
        size = _size(cell)
        if offset < 0 or offset + size > contents.size:
            return None
        bits = int.from_bytes(contents.initial[offset : offset + size], "little")
        return cell.type.number(bits) if isinstance(cell.type, IntType) else bits

    # Paths

    def __iter__(self) -> Iterator[Clause]:
        for source in (None, *self.nodes):
            start = self.procedure.entry if source is None else source
            if source is None and start in self._is_node:
                state = _Path(self, {}, initial=True)
                yield Clause(None, [], start, [state.number_of(place) for place in self.places[start]])
                continue
            places = () if source is None else self.places[source]
            path = _Path(self, {one: self.number(one) for one in places}, initial=source is None)
            if self._within:
                path.conditions += [
                    kept for one in places if (kept := _kept(one, self.number(one))) is not None
                ]
            waiting = [(start, path)]
            while waiting:
                here, path = waiting.pop()
                for edge in reversed(self.procedure.outgoing[here]):
                    taken = path.copy()
                    wrong = self._wrong(taken, edge)
                    if wrong is not None:
                        yield Clause(source, [*taken.conditions, wrong], None, [])
                    if not taken.follow(edge.statement):
                        continue
                    if self._within and (beyond := taken.leave_no_type(edge.statement)) is not None:
                        yield Clause(source, [*taken.conditions[:-1], beyond], None, [])
                    if edge.target in self._is_node:
                        arguments = [taken.number_of(place) for place in self.places[edge.target]]
                        yield Clause(source, taken.conditions, edge.target, arguments)
                    else:
                        waiting.append((edge.target, taken))

    def _wrong(self, path: _Path, edge: Edge) -> Any:
        match edge.statement:
            case Check(condition=condition, info=info) if info.ident not in self._failing:
                return z3.Not(path.term(condition))
            case Unsupported():
                return z3.BoolVal(True, self.context)
            case _:
                return None


@dataclass(slots=True)
class _Path:
    """What is known on the way from the start of a clause."""

    clauses: Clauses
    numbers: dict[Expr, Any]
    """Of variables, and of cells, whose addresses are in terms of the start."""
    initial: bool
    meaning: dict[Expr, Expr] = field(default_factory=dict)
    """Variables in terms of the start, for addresses."""
    conditions: list[Any] = field(default_factory=list)
    count: int = 0

    def copy(self) -> _Path:
        return _Path(
            *(self.clauses, dict(self.numbers), self.initial, dict(self.meaning)),
            *(list(self.conditions), self.count),
        )

    def term(self, expr: Expr) -> Any:
        return term_of(expr, self.number_of, self._unknown, {}, self.clauses.context)

    def number_of(self, place: Expr) -> Any:
        if isinstance(place, Address):
            return self.clauses.address(place.symbol)
        if isinstance(place, Load):
            address = substitute(place.address, self.meaning)
            place = Load(address, place.type)
        found = self.numbers.get(place)
        if found is None:
            known = self.clauses.initially(place) if self.initial and isinstance(place, Load) else None
            found = self._unknown(place) if known is None else z3.IntVal(known, self.clauses.context)
            self.numbers[place] = found
        return found

    def _unknown(self, expr: Expr) -> Any:
        self.count += 1
        if isinstance(expr.type, BoolType):
            return self.clauses.fresh(self.count, condition=True)
        number = self.clauses.fresh(self.count)
        if isinstance(expr.type, IntType):
            self.conditions += [number >= expr.type.minimum, number <= expr.type.maximum]
        elif isinstance(expr.type, PointerType):
            self.conditions.append(number >= 0)
        return number

    def follow(self, statement: Statement) -> bool:
        """Does an execution go on from here?"""
        match statement:
            case Assign(target=target, value=value):
                number = self.term(value) if is_number(target) else None
                said = substitute(value, self.meaning)
                plain = not any(isinstance(e, Load) for e in subexpressions(said))
                self._set(target, number, said if plain and _is_short(said) else None)
            case Havoc(target=target):
                self._set(target, self._unknown(target) if is_number(target) else None, None)
            case Allocate(target=target):
                number = self._unknown(target)
                self.conditions.append(number > 0)
                self._set(target, number, None)
            case Assume(condition=condition) | Check(condition=condition):
                term = z3.simplify(self.term(condition))
                if z3.is_false(term):
                    return False
                if not z3.is_true(term):
                    self.conditions.append(term)
            case Store(address=address, value=value):
                at = substitute(address, self.meaning)
                number = self.term(value) if is_number(value) else None
                self._forget(at, _size(value))
                if number is not None:
                    self.numbers[Load(at, value.type)] = number
            case Copy(to=to) | Fill(to=to) | HavocMemory(address=to):
                self._forget(substitute(to, self.meaning), None)
            case Halt() | Unsupported():
                return False
            case _:
                pass
        return True

    def leave_no_type(self, statement: Statement) -> Any:
        """Take it for granted that an assignment keeps to its variable's type. What would be wrong with it;
        None if nothing could be."""
        if not isinstance(statement, Assign) or not isinstance(statement.target.type, IntType):
            return None
        number = self.numbers[statement.target]
        kept = _kept(statement.target, number)
        if kept is None or z3.is_const(number) or z3.is_true(z3.simplify(kept)):
            return None
        self.conditions.append(kept)
        return z3.Not(kept)

    def _set(self, target: Variable, number: Any, meaning: Expr | None) -> None:
        if number is not None:
            self.numbers[target] = number
        self.count += 1
        self.meaning[target] = meaning or Variable(f"?{self.count}", "?", target.type)

    def _forget(self, address: Expr, size: int | None) -> None:
        """What overlaps with what is written."""
        base, offset = _base(address)
        for cell in [one for one in self.numbers if isinstance(one, Load)]:
            other, there = _base(cell.address)
            if other is not base:
                continue
            if size is None or offset is None or there is None:
                apart = False
            else:
                apart = offset + size <= there or there + _size(cell) <= offset
            if not apart:
                self.numbers[cell] = self._unknown(cell)


def _kept(place: Expr, number: Any) -> Any:
    """That a number is one of the place's type; None where that says nothing."""
    type_ = place.type
    return z3.And(number >= type_.minimum, number <= type_.maximum) if isinstance(type_, IntType) else None


def _size(expr: Expr) -> int:
    return expr.type.width // 8 if isinstance(expr.type, IntType) else 4


def _is_short(expr: Expr) -> bool:
    return sum(1 for _, _ in zip(subexpressions(expr), range(LONG + 1), strict=False)) <= LONG


def _base(address: Expr) -> tuple[Expr, int | None]:
    """The pointer that an address begins with, and the distance in bytes, if it is known."""
    offset: int | None = 0
    while isinstance(address, PointerAdd):
        distance = address.offset
        if isinstance(distance, Const) and isinstance(distance.type, IntType) and offset is not None:
            offset += distance.type.number(distance.value)
        else:
            offset = None
        address = address.pointer
    return address, offset
