"""What is known at the points of the source, from the states at the locations of an inlined program.

A point is a position where a statement begins. Inlining has made copies of it, one for each way to call its
function; what is said of the point holds in all of them. Variables of the copy that a location belongs to are
told under the user's names, with the globals that its function speaks of, and the objects by member and
index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field

from dovetail.domains.contents import Contents, Elements
from dovetail.domains.pointers import Pointer
from dovetail.domains.states import Given, State
from dovetail.domains.values import Value, is_top, join, top_of
from dovetail.fixpoints.analysis import Analysis, Partitions
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import Address, Variable, subexpressions, variables
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.program.places import path_to
from dovetail.program.position import Position
from dovetail.program.statements import Allocate, expressions_of, written_variable
from dovetail.program.types import ArrayType, Type
from dovetail.quick_dataclass import dataclass

Place = tuple[Position, str]
"""Where, and in which function."""


@dataclass(slots=True)
class Seen:
    """What is known of one name: `given` says whether it has a value at all."""

    type: Type
    value: Value
    given: Given = Given.YES

    def join(self, other: Seen) -> Seen:
        return Seen(self.type, join(self.value, other.value), self.given | other.given)


@dataclass(slots=True)
class Here:
    """What is known at a point; None: nothing comes there."""

    known: dict[str, Seen] | None = None
    loop_head: bool = False
    needs: dict[str, None] = field(default_factory=dict)
    """The names of which something must be known for an execution that comes here to come to the goal."""


class Points:
    """The points of a program, and what a state says about the names that are seen from them."""

    def __init__(self, original: Program, inlined: Inlined, analysis: Analysis) -> None:
        self._original = original
        self._inlined = inlined
        self._analysis = analysis
        self._program: Program = inlined.program
        self._globals = _globals_of(inlined)
        self._objects = _objects(inlined.program)
        self._starts: dict[int, Place] = {}
        self._owners: dict[int, str] = {}
        self._heads: dict[Place, bool] = {}
        """The points; is one of its locations the head of a loop?"""
        self._statics = _counted(inlined.program, self._globals)
        self._locals = _locals_by_copy(inlined)
        self._begin()

    def collect(self, states: Partitions) -> dict[Place, Here]:
        """Every point of the user's code, with what all executions have in common there."""
        found: dict[Place, Here] = {}
        for place, head in self._heads.items():
            found[place] = Here(loop_head=head)
        for edge, before, _ in self._analysis.steps(states):
            self.note(found, edge, before)
        return found

    def note(self, found: Mapping[Place, Here], edge: Edge, state: State) -> None:
        """Add what a state says at an edge to what is known at the point that it begins."""
        begun = self._starts.get(id(edge))
        if begun is None:
            return
        here = found[begun]
        names = self.seen(state, self._owners[id(edge)], edge.source)
        here.known = names if here.known is None else _joined(here.known, names)

    def owner(self, edge: Edge) -> str:
        """The procedure of the inlined program that an edge belongs to."""
        return self._owners[id(edge)]

    def start(self, edge: Edge) -> Place | None:
        """The point that an edge begins, if it begins one."""
        return self._starts.get(id(edge))

    def _begin(self) -> None:
        for name, procedure in self._program.procedures.items():
            heads = depth_first(procedure).loop_heads
            for edge in procedure.edges:
                self._owners[id(edge)] = name
                whence = self._inlined.origin(name, edge.source)
                if edge.position.line < 1 or whence.procedure == self._program.entry:
                    continue
                if edge.position == self._original.procedures[whence.procedure].position:
                    continue  # what a call does with the result is the caller's
                into = procedure.incoming[edge.source]
                if edge.source not in heads and any(one.position == edge.position for one in into):
                    continue
                place = (edge.position, whence.procedure)
                self._starts[id(edge)] = place
                self._heads[place] = self._heads.get(place, False) or edge.source in heads

    # Names

    def seen(self, state: State, procedure: str, location: int) -> dict[str, Seen]:
        """What a state says, under the names of the function that a location belongs to."""
        whence = self._inlined.origin(procedure, location)
        copy = f"{whence.calls[-1].copy}." if whence.calls else ""
        found: dict[str, Seen] = {}
        mentioned = self._globals.get(whence.procedure, frozenset())
        named = self._visible(state, procedure, copy, location)
        for variable in named.values():
            if variable is None or (not variable.scope and variable.name not in mentioned):
                continue
            value = state.value(variable)
            given = state.given.get(variable, Given.YES)
            if isinstance(value, Pointer) and variable in self._objects:
                found.update(self._object(state, value, variable.source_name, self._objects[variable]))
            elif not (is_top(value) and given is Given.YES):
                found[variable.source_name] = Seen(variable.type, value, given)
        for target, one in state.memory.objects.items():
            shown = self._program.objects.get(target.name)
            if shown is None or target.site or target.name not in mentioned or not shown.source_name:
                continue
            if shown.source_name not in named and self._statics[whence.procedure, shown.source_name] < 2:
                pointer = Pointer({target: one.size}, None)
                found.update(self._object(state, pointer, shown.source_name, shown.type))
        return found

    def _visible(self, state: State, procedure: str, copy: str, location: int) -> dict[str, Variable | None]:
        """The variable that each of the user's names means at a location; None where that is not clear."""
        edges = self._program.procedures[procedure].outgoing[location]
        whence = self._inlined.origin(procedure, location)
        extents = self._original.procedures[whence.procedure].extents
        found: dict[str, Variable | None] = {}
        depths: dict[str, Position | None] = {}
        for variable in self._locals.get((procedure, copy), ()):
            mark = "&" if variable.name.startswith("&") else ""
            extent = extents.get(mark + variable.name.removeprefix("&").removeprefix(copy))
            name = variable.source_name
            if extent is not None and edges and not extent.start <= edges[0].position < extent.end:
                continue
            start = None if extent is None else extent.start
            outer = depths.get(name)
            if name in found and edges and start == edges[0].position:
                continue  # its own declaration: the name still means the other one
            if name in found and outer is not None and (start is None or start < outer):
                continue
            found[name], depths[name] = variable, start
        for variable in sorted((v for v in state.values if not v.scope), key=lambda v: v.serial):
            if variable.source_name and variable.name in self._globals.get(whence.procedure, ()):
                static = variable.name != variable.source_name
                if variable.source_name not in found:
                    found[variable.source_name] = variable
                elif static or self._statics[whence.procedure, variable.source_name] > 1:
                    found[variable.source_name] = None
        return found

    def _object(self, state: State, pointer: Pointer, name: str, type_: Type) -> dict[str, Seen]:
        """The cells of an object, by member and index. After a recursive call it may be one of several by
        name: then what is known of all of these."""
        found: dict[str, Seen] | None = None
        if pointer.anything or pointer.addresses is not None:
            return {}
        for target in pointer.targets:
            one = state.memory.objects.get(target)
            if one is not None:
                here = dict(self._cells(one.contents, name, type_))
                found = here if found is None else _joined(found, here)
        return found or {}

    def _cells(self, contents: Contents, name: str, type_: Type) -> Iterator[tuple[str, Seen]]:
        for cell, value in sorted(contents.cells.items(), key=lambda item: item[0].offset):
            path = path_to(type_, cell.offset, cell.type, self._program.target)
            if path is not None and not is_top(value):
                yield name + path, Seen(cell.type, value)
        rest = contents.rest
        if isinstance(rest, Elements) and isinstance(type_, ArrayType) and type_.element == rest.type:
            # The summary is of the elements that no cell tells of; what is said here is about all.
            every = rest.value
            for cell, value in contents.cells.items():
                every = join(every, value if cell.type == rest.type else top_of(rest.type))
            if not is_top(every):
                yield f"{name}[*]", Seen(rest.type, every)


def _joined(one: Mapping[str, Seen], other: Mapping[str, Seen]) -> dict[str, Seen]:
    """What both know; a name that one of them says nothing of may hold anything."""
    result: dict[str, Seen] = {}
    for name, mine in one.items():
        theirs = other.get(name)
        if theirs is None:
            theirs = Seen(mine.type, top_of(mine.type))
        both = mine.join(theirs)
        if not (is_top(both.value) and both.given is Given.YES):
            result[name] = both
    for name, theirs in other.items():
        if name not in one and theirs.given is not Given.YES:
            result[name] = Seen(theirs.type, top_of(theirs.type), theirs.given | Given.YES)
    return result


def _globals_of(inlined: Inlined) -> dict[str, frozenset[str]]:
    """For each function, the globals that its statements mention."""
    found: dict[str, set[str]] = {}
    for name, procedure in inlined.program.procedures.items():
        for edge in procedure.edges:
            here = found.setdefault(inlined.origin(name, edge.source).procedure, set())
            written = written_variable(edge.statement)
            if written is not None and not written.scope:
                here.add(written.name)
            for expr in expressions_of(edge.statement):
                here.update(v.name for v in variables(expr) if not v.scope)
                here.update(part.symbol for part in subexpressions(expr) if isinstance(part, Address))
    return {name: frozenset(names) for name, names in found.items()}


def _counted(program: Program, mentioned: Mapping[str, frozenset[str]]) -> Counter[tuple[str, str]]:
    """How many globals, static variables of functions among them, go by a name in a function."""
    named = {name: variable.source_name for name, variable in program.globals.items()}
    named.update((name, one.source_name) for name, one in program.objects.items())
    return Counter(
        (function, named[name]) for function, names in mentioned.items() for name in names if named.get(name)
    )


def _locals_by_copy(inlined: Inlined) -> dict[tuple[str, str], list[Variable]]:
    """The user's variables of each copy of a function, by the procedure that it is in and its prefix."""
    found: dict[tuple[str, str], list[Variable]] = {}
    for name, procedure in inlined.program.procedures.items():
        for variable in dict.fromkeys((*procedure.parameters, *procedure.locals)):
            if variable.source_name:
                copy, dot, _ = variable.name.removeprefix("&").partition(".")
                prefix = f"{copy}." if dot and "#" in copy else ""
                found.setdefault((name, prefix), []).append(variable)
    return found


def _objects(program: Program) -> dict[Variable, Type]:
    """The variables that hold the addresses of the source's objects on the stack, with their types."""
    return {
        edge.statement.target: edge.statement.type
        for procedure in program.procedures.values()
        for edge in procedure.edges
        if isinstance(edge.statement, Allocate) and edge.statement.type is not None
    }
