"""Procedures as control-flow automata, and the Program that they make.

Locations are small integers. A location has no outgoing edge (the exit, or after a `Halt` or an
`Unsupported`), one edge, or exactly two edges that assume a condition and its negation: execution never
chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from dovetail.program.expressions import Variable, integers
from dovetail.program.position import Position
from dovetail.program.remembering import begin
from dovetail.program.statements import (
    Call,
    Check,
    CheckInfo,
    GoalInfo,
    Skip,
    Statement,
    Unsupported,
    expressions_of,
)
from dovetail.program.types import Target, Type
from dovetail.program.weak_order import components
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    statement: Statement
    target: int
    position: Position


def integers_on(edges: Iterable[Edge]) -> Iterator[int]:
    """The integer constants that edges speak of."""
    for edge in edges:
        for expr in expressions_of(edge.statement):
            yield from integers(expr)


@dataclass(frozen=True, slots=True)
class Extent:
    """Where in the text a name means a variable, from its declaration to the end of the block around it,
    unless an inner declaration hides it."""

    start: Position
    end: Position


class Procedure:
    """A control-flow automaton. Built by adding edges; treated as frozen once it is in a Program."""

    __slots__ = (
        "entry",
        "exit",
        "extents",
        "incoming",
        "library",
        "locals",
        "name",
        "outgoing",
        "parameters",
        "position",
        "returns",
    )

    def __init__(
        self,
        name: str,
        parameters: Sequence[Variable],
        returns: Type,
        position: Position,
        *,
        library: bool = False,
    ) -> None:
        self.name = name
        self.parameters = tuple(parameters)
        self.returns = returns
        self.position = position
        self.library = library
        """Is it a model of a library function, rather than the user's code?"""
        self.locals: list[Variable] = []
        self.extents: dict[str, Extent] = {}
        """Of variables that are declared in its body, by their names here."""
        self.outgoing: list[tuple[Edge, ...]] = []
        self.incoming: list[tuple[Edge, ...]] = []
        self.entry = self.new_location()
        self.exit = self.new_location()

    def new_location(self) -> int:
        self.outgoing.append(())
        self.incoming.append(())
        return len(self.outgoing) - 1

    @property
    def guarded(self) -> bool:
        """Is there something in it that a proof must exclude?"""
        return any(isinstance(edge.statement, Check | Unsupported) for edge in self.edges)

    def add(self, source: int, statement: Statement, target: int, position: Position) -> Edge:
        edge = Edge(source, statement, target, position)
        self.outgoing[source] += (edge,)
        self.incoming[target] += (edge,)
        return edge

    def resumed(self, location: int, parameters: Sequence[Variable]) -> Procedure:
        """The same automaton, entered at another location with what these variables hold there."""
        copy = Procedure(self.name, parameters, self.returns, self.position, library=self.library)
        copy.locals, copy.extents = self.locals, self.extents
        copy.outgoing, copy.incoming = self.outgoing, self.incoming
        copy.entry, copy.exit = location, self.exit
        return copy

    @property
    def locations(self) -> range:
        return range(len(self.outgoing))

    @property
    def edges(self) -> Iterator[Edge]:
        for edges in self.outgoing:
            yield from edges

    def __repr__(self) -> str:
        return f"<procedure {self.name}: {len(self.outgoing)} locations>"


@dataclass(frozen=True, slots=True)
class GlobalObject:
    """A piece of memory that exists from the start: a global variable whose address is taken or that is not
    scalar, a static local, or a string literal. It starts with the bytes of `initial`, then zeros; the start
    procedure stores what is not known before (addresses)."""

    name: str
    type: Type
    size: int
    align: int
    position: Position
    source_name: str = ""
    constant: bool = False
    initial: bytes = b""


@dataclass(frozen=True, slots=True, order=True)
class Assumption:
    """Something that the Program takes for granted and that a verdict must list.

    A *bound* is one by which Dovetail cuts inputs down to be manageable: beyond it a proof says nothing. All
    others are about the language, the machine, or what the user or the property states."""

    position: Position
    text: str
    is_bound: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Vanished:
    """A place in the text behind which code was left out, and why. Checks may have gone with it."""

    position: Position
    reason: str


@dataclass(slots=True)
class Program:
    """All procedures reachable from `entry`, with the globals that they use.

    `entry` is a procedure without parameters made by the front end: it initialises the globals and calls
    the user's entry.
    """

    target: Target
    entry: str
    user_entry: str
    procedures: dict[str, Procedure] = field(default_factory=dict)
    globals: dict[str, Variable] = field(default_factory=dict)
    objects: dict[str, GlobalObject] = field(default_factory=dict)
    functions: tuple[str, ...] = ()
    """Functions whose address is taken: pointers may point to these."""
    assumptions: tuple[Assumption, ...] = ()
    files: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    vanished: tuple[Vanished, ...] = ()

    def __post_init__(self) -> None:
        # Each text that is read has a target of its own, and what is made of its program has the same one.
        begin(self.target)

    @property
    def bounds(self) -> tuple[Assumption, ...]:
        return tuple(one for one in self.assumptions if one.is_bound)

    @property
    def checks(self) -> list[CheckInfo]:
        found = {
            edge.statement.info
            for procedure in self.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Check)
        }
        return sorted(found, key=lambda info: info.ident)

    @property
    def goals(self) -> list[GoalInfo]:
        found = {
            edge.statement.goal.info
            for procedure in self.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Skip) and edge.statement.goal is not None
        }
        return sorted(found, key=lambda info: info.ident)

    @property
    def unsupported(self) -> list[Edge]:
        return [
            edge
            for procedure in self.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Unsupported)
        ]

    def callees(self, name: str) -> list[str]:
        """The procedures called by one, each once, in order."""
        return list(
            dict.fromkeys(
                edge.statement.procedure
                for edge in self.procedures[name].edges
                if isinstance(edge.statement, Call)
            )
        )

    def recursive(self) -> frozenset[str]:
        """The procedures that can call themselves, directly or through others."""
        callees = {name: self.callees(name) for name in self.procedures}
        return frozenset(
            name
            for component in components(callees, callees.__getitem__)
            for name in component
            if len(component) > 1 or name in callees[name]
        )
