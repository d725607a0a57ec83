"""Control places: variables and cells of memory whose constants are worth telling states apart by.

The variable of a state machine, a flag, a mode: what it holds is computed from constants, inputs and other
such places, and it is compared with constants or with other such ones. In real programs it is a member of a
record as often as a variable; so a cell is one, too: what lies a constant number of bytes behind a pointer
that is set only once, such as `s->state`. It goes by one expression, however its address is computed.

They are ordered by how near to a check, backward along the edges of the program, they are first asked for:
what guards a check says more about it than what was asked long before. Counters, which are computed from what
they held before, come last: to tell states apart by them is to unroll a loop.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import field

from dovetail.domains.partitions import Cell, Place
from dovetail.domains.pointers import Target
from dovetail.fixpoints.forward import site_of
from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import (
    Address,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    Load,
    NoLeak,
    ObjectSize,
    PointerAdd,
    Valid,
    Variable,
    Writable,
    subexpressions,
)
from dovetail.program.liveness import solve
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Statement,
    Store,
    Unsupported,
    expressions_of,
    written_variable,
)
from dovetail.program.types import IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass

ONCE = 2
"""So many edges ask for what is asked for once: whether it is so, and whether it is not."""
MAX_STEPS = 6
"""From a pointer to the one that it was computed from, and so on."""


def control_places(program: Program) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """The most important one first; and the counters. Those that are set to constants come before inputs."""
    names = _Names(program)
    sources = _sources(program, names)
    ranks: dict[Place, tuple[int, int]] = {}
    asked: Counter[Place] = Counter()
    for procedure in program.procedures.values():
        for distance, place in _asked(procedure, names):
            asked[place] += 1
            for one in sources.behind(place):
                ranks.setdefault(one, (distance, len(ranks)))

    def worth(place: Place) -> tuple[int, int, int]:
        """Inputs that are asked for again are what branches agree on; copies say nothing new."""
        if place in sources.constants:
            return (0, *ranks[place])
        again = asked[place] > ONCE and place not in sources.fed
        return (1 if again else 2, *ranks[place])

    ordered = sorted(ranks, key=worth)
    return (
        tuple(place for place in ordered if place not in sources.counters),
        tuple(place for place in ordered if place in sources.counters),
    )


class ReadAgain:
    """Where control places are read before they are written: elsewhere they tell nothing apart. What is read
    or written by other names is overlooked: that may cost precision, never truth."""

    def __init__(self, program: Program, places: tuple[Place, ...]) -> None:
        self._program = program
        self._places = places
        self._bits: dict[Place | None, int] = {place: 1 << number for number, place in enumerate(places)}
        self._names = _Names(program)
        self._masks: dict[str, list[int]] = {}

    def at(self, procedure: Procedure, location: int) -> tuple[Place, ...]:
        """In their order."""
        masks = self._masks.get(procedure.name)
        if masks is None:
            masks = self._masks[procedure.name] = self._solved(procedure)
        return tuple(place for place in self._places if self._bits[place] & masks[location])

    def _solved(self, procedure: Procedure) -> list[int]:
        elsewhere = sum(
            bit
            for place, bit in self._bits.items()
            if not isinstance(place, Variable) or place.scope != procedure.name
        )
        transfers = [
            [
                (self._read(edge.statement, elsewhere), ~self._written(edge.statement), edge.target)
                for edge in edges
            ]
            for edges in procedure.outgoing
        ]
        is_start = procedure.name == self._program.entry
        return solve(procedure, transfers, 0 if is_start else elsewhere)

    def _read(self, statement: Statement, elsewhere: int) -> int:
        """`elsewhere` is what whoever is called may read."""
        found = elsewhere if isinstance(statement, Call) else 0
        for root in expressions_of(statement):
            for expr in subexpressions(root):
                if isinstance(expr, (Variable, Load)):
                    found |= self._bits.get(self._names.place(expr), 0)
        return found

    def _written(self, statement: Statement) -> int:
        place: Place | None = written_variable(statement)
        if isinstance(statement, Store):
            place = self._names.cell(statement.address, statement.value.type)
        return self._bits.get(place, 0)


class _Names:
    """One name for each cell, however its address is computed."""

    def __init__(self, program: Program) -> None:
        self._writes: Counter[Variable] = Counter()
        self._meant: dict[Variable, Expr | Target] = {}
        """What a pointer was set to, the last time."""
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                target = written_variable(edge.statement)
                if target is not None:
                    self._writes[target] += 1
                match edge.statement:
                    case Assign(target=Variable(type=PointerType()) as pointer, value=value):
                        self._meant[pointer] = value
                    case Allocate(target=pointer):
                        self._meant[pointer] = site_of(edge, procedure)

    def place(self, expr: Expr) -> Place | None:
        """The place that an expression reads, if it is one."""
        if isinstance(expr, Variable):
            return expr
        return self.cell(expr.address, expr.type) if isinstance(expr, Load) else None

    def cell(self, address: Expr, type_: Type) -> Cell | None:
        """The cell at an address, if that is always the same one."""
        if not isinstance(type_, IntType):
            return None
        way = self._way(address)
        return None if way is None else Cell(*way, type_)

    def _way(self, pointer: Expr, steps: int = MAX_STEPS) -> tuple[Target, tuple[int, ...]] | None:
        """From an object to where a pointer leads."""
        moved = 0
        while True:
            match pointer:
                case PointerAdd(pointer=inner, offset=Const(type=IntType() as word, value=bits)):
                    moved += word.number(bits)
                    pointer = inner
                case Cast(operand=inner) if isinstance(inner.type, PointerType):
                    pointer = inner
                case _:
                    break
        found: tuple[Target, tuple[int, ...]] | None = None
        match pointer:
            case Address(symbol=symbol):
                found = (Target(symbol), (0,))
            case Variable() if self._writes[pointer] == 1 and steps:
                meant = self._meant.get(pointer)
                if isinstance(meant, Target):
                    found = (meant, (0,))
                elif meant is not None:
                    found = self._way(meant, steps - 1)
            case Load(address=address) if steps:
                before = self._way(address, steps - 1)
                found = None if before is None else (before[0], (*before[1], 0))
        return None if found is None else (found[0], (*found[1][:-1], found[1][-1] + moved))


@dataclass(slots=True)
class _Sources:
    """What each place is computed from."""

    used: dict[Place, dict[Place, None]] = field(default_factory=dict)
    bad: set[Place] = field(default_factory=set)
    counters: set[Place] = field(default_factory=set)
    constants: set[Place] = field(default_factory=set)
    """Those that are set to constants somewhere."""
    fed: set[Place] = field(default_factory=set)
    """These, and all that is computed from them; the others hold inputs."""

    def add(self, target: Place, value: Expr, names: _Names) -> None:
        found = dict.fromkeys(_read(value, names))
        if None in found:
            self.bad.add(target)
        self.used.setdefault(target, {}).update((place, None) for place in found if place is not None)
        if not found:
            self.constants.add(target)
        if target in found:
            self.counters.add(target)

    def behind(self, place: Place) -> Iterator[Place]:
        """The place itself and those that it is computed from, if it can be told apart by them."""
        waiting = [place]
        seen = {place}
        while waiting:
            one = waiting.pop(0)
            if one not in self.used or one in self.bad:
                continue
            yield one
            new = [other for other in self.used[one] if other not in seen and other in self.fed]
            seen.update(new)
            waiting += new

    def close(self, places: set[Place]) -> None:
        """Add all that is computed from these."""
        changed = True
        while changed:
            new = {
                one for one, used in self.used.items() if one not in places and not places.isdisjoint(used)
            }
            places |= new
            changed = bool(new)


def _read(value: Expr, names: _Names) -> Iterator[Place | None]:
    """The places that it is computed from; None for what is none. Where one lies is no part of what it is."""
    waiting, seen = [value], {value}
    while waiting:
        expr = waiting.pop()
        if isinstance(expr, (Variable, Load)):
            yield names.place(expr)
        elif isinstance(expr, (Valid, Freeable, Writable, ObjectSize, NoLeak)):
            yield None
        else:
            new = [child for child in expr.children if child not in seen]
            seen.update(new)
            waiting += new


def _sources(program: Program, names: _Names) -> _Sources:
    sources = _Sources()
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            if isinstance(statement, Store):
                cell = names.cell(statement.address, statement.value.type)
                if cell is not None:
                    sources.add(cell, statement.value, names)
                continue
            target = written_variable(statement)
            if target is None:
                continue
            if not isinstance(target.type, IntType) or isinstance(statement, Call):
                sources.used.setdefault(target, {})
                sources.bad.add(target)
            elif isinstance(statement, Assign):
                sources.add(target, statement.value, names)
            else:
                sources.used.setdefault(target, {})
    sources.close(sources.bad)
    sources.fed |= sources.constants
    sources.close(sources.fed)
    return sources


def _asked(procedure: Procedure, names: _Names) -> Iterator[tuple[int, Place]]:
    """Places that are compared, with the distance to the next check or whatever else must not be reached."""
    distances: dict[int, int] = {}
    waiting: deque[int] = deque()
    for edge in procedure.edges:
        if isinstance(edge.statement, (Check, Unsupported)) and edge.source not in distances:
            distances[edge.source] = 0
            waiting.append(edge.source)
            yield from ((0, place) for place in _compared(edge.statement, names))
    while waiting:
        location = waiting.popleft()
        for edge in procedure.incoming[location]:
            distance = distances[location] + 1
            if isinstance(edge.statement, Assume):
                yield from ((distance, place) for place in _compared(edge.statement, names))
            if edge.source not in distances:
                distances[edge.source] = distance
                waiting.append(edge.source)


def _compared(statement: Assume | Check | Unsupported, names: _Names) -> Iterator[Place]:
    if isinstance(statement, Unsupported):
        return
    for part in subexpressions(statement.condition):
        if isinstance(part, BinaryOp) and part.op.compares:
            sides = [side.operand if isinstance(side, Cast) else side for side in (part.left, part.right)]
            places = [names.place(side) for side in sides if not isinstance(side, Const)]
            if None not in places:
                yield from (place for place in places if place is not None)
