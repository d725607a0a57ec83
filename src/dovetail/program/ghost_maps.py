"""Ghost maps: what a proof keeps about each object beside what the program keeps itself.

A map gives each object an integer, or another object. It is a variable of the type of an array without end,
which no variable of a program has. Ghost code changes maps and nothing else: an execution of the program is
one of the program with ghost code as soon as the maps are looked away from, and the other way round, because
an update can always be made. So what is proved of the program with ghost code holds of the program
(Owicki and Gries's auxiliary variables).

How a program with ghost code looks is said here, once for those who search and for those who judge: behind an
edge stand its updates, each an assignment on an edge of its own. They are made in order, in the state after
the edge's statement. Locations keep their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import Expr, GhostWith, Variable
from dovetail.program.statements import Assign
from dovetail.program.types import ArrayType, IntType, PointerType


def ghost_map(name: str, element: IntType | PointerType) -> Variable:
    """The variable that a map is; no name of C is the same."""
    return Variable(f"<ghost {name}>", "", ArrayType(element, None), name)


@dataclass(frozen=True, slots=True)
class Place:
    """The edge out of a location of a procedure, by its number among those."""

    procedure: str
    source: int
    branch: int


@dataclass(frozen=True, slots=True)
class Update:
    """The object that a pointer points into is given a value."""

    map: Variable
    pointer: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Ghosts:
    maps: tuple[Variable, ...] = ()
    code: Mapping[Place, Sequence[Update]] = field(default_factory=dict)


NO_GHOSTS = Ghosts()


def with_ghosts(program: Program, ghosts: Ghosts) -> Program:
    """The program with ghost code in it."""
    if not ghosts.maps:
        return program
    return replace(
        program,
        globals={**program.globals, **{one.name: one for one in ghosts.maps}},
        procedures={
            name: _with_code(procedure, ghosts.code) for name, procedure in program.procedures.items()
        },
    )


def _with_code(procedure: Procedure, code: Mapping[Place, Sequence[Update]]) -> Procedure:
    copy = procedure.resumed(procedure.entry, procedure.parameters)
    copy.outgoing = [() for _ in procedure.locations]
    copy.incoming = [() for _ in procedure.locations]
    for source in procedure.locations:
        for branch, edge in enumerate(procedure.outgoing[source]):
            here, statement = edge.source, edge.statement
            for update in code.get(Place(procedure.name, source, branch), ()):
                behind = copy.new_location()
                copy.add(here, statement, behind, edge.position)
                changed = GhostWith(update.map, update.pointer, update.value)
                here, statement = behind, Assign(update.map, changed)
            copy.add(here, statement, edge.target, edge.position)
    return copy
