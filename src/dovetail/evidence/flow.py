"""How far both sides have come in a program, as data: where tests have been, and what a proof excludes.

This is for people, and no verdict rests on it. What tests have taken was seen in the executor. What is
excluded was judged by the checker of certificates, from the invariants of a proof that it has accepted: no
execution goes there, within the bounds of the proof. Of the rest neither is known.

In the form that is kept a graph is a list of numbers, and lines stand in places where they can be found again
when they have moved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from dovetail.program.automata import Procedure, Program
from dovetail.program.flow_graphs import FlowGraph, drawn, flow_graph
from dovetail.program.ghost_maps import Place
from dovetail.quick_dataclass import dataclass

MAIN = "main"
MOST_BLOCKS, MOST_OF_CALLEES = 600, 120
"""In the graphs of one program, and in those of what a function calls, which has units of its own: of
procedures behind that there are figures alone."""


class Reach(IntEnum):
    OPEN = 0
    TAKEN = 1
    EXCLUDED = 2


@dataclass(frozen=True, slots=True)
class Share:
    """So many of all are taken, and so many excluded."""

    all: int = 0
    taken: int = 0
    excluded: int = 0

    def plus(self, other: Share) -> Share:
        return Share(self.all + other.all, self.taken + other.taken, self.excluded + other.excluded)


@dataclass(frozen=True, slots=True)
class ShownBlock:
    kind: str
    reach: Reach
    lines: tuple[int, ...]
    checks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownWay:
    source: int
    target: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class ProcedureFlow:
    """One procedure. Without blocks, if there was no room for them."""

    procedure: str
    file: str
    line: int
    lines: Share
    ways: Share
    blocks: tuple[ShownBlock, ...]
    between: tuple[ShownWay, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """The procedure that was asked about comes first. `proved`: was there a proof to be asked what it
    excludes?"""

    procedures: tuple[ProcedureFlow, ...]
    proved: bool = False

    @property
    def lines(self) -> Share:
        return _sum(one.lines for one in self.procedures)

    @property
    def ways(self) -> Share:
        return _sum(one.ways for one in self.procedures)

    def figures(self) -> dict[str, dict[str, int]]:
        return {
            name: {"all": share.all, "taken": share.taken, "excluded": share.excluded}
            for name, share in (("lines", self.lines), ("edges", self.ways))
        }


def _sum(shares: Iterable[Share]) -> Share:
    total = Share()
    for one in shares:
        total = total.plus(one)
    return total


# ---- from a program ----------------------------------------------------------------------------------------


def flow_of(
    program: Program,
    taken: Collection[Place],
    gone: Collection[tuple[str, int]],
    closed: Collection[Place],
    *,
    proved: bool,
) -> Flow:
    """`taken` are edges; nothing comes to locations that are `gone`, nor goes on `closed` edges."""

    def reach(place: Place) -> Reach:
        if place in taken:
            return Reach.TAKEN
        out = place in closed or (place.procedure, place.source) in gone
        return Reach.EXCLUDED if out else Reach.OPEN

    room, found = MOST_BLOCKS, list[ProcedureFlow]()
    for procedure in drawn(program):
        if found and found[0].procedure == program.user_entry != MAIN:
            room = min(room, MOST_OF_CALLEES)
        graph = flow_graph(procedure)
        made = _of(procedure, graph, reach, gone)
        if len(graph.blocks) > room:
            made = replace(made, blocks=(), between=())
        room -= len(made.blocks)
        found.append(made)
    return Flow(tuple(found), proved)


def _of(
    procedure: Procedure,
    graph: FlowGraph,
    reach: Callable[[Place], Reach],
    gone: Collection[tuple[str, int]],
) -> ProcedureFlow:
    between = tuple(ShownWay(way.source, way.target, reach(way.by)) for way in graph.ways)
    entered = {way.target for way in between if way.reach is Reach.TAKEN}
    blocks = []
    for number, block in enumerate(graph.blocks):
        here = Reach.TAKEN if number in entered or _left(procedure, block.location, reach) else Reach.OPEN
        if here is Reach.OPEN and (graph.procedure, block.location) in gone:
            here = Reach.EXCLUDED
        blocks.append(ShownBlock(block.kind, here, block.lines, block.checks))
    return ProcedureFlow(
        *(graph.procedure, graph.file, graph.line),
        _lines(procedure, graph, reach),
        _share([way.reach for way in between]),
        tuple(blocks),
        between,
    )


def _left(procedure: Procedure, location: int, reach: Callable[[Place], Reach]) -> bool:
    """Has a test gone on from there?"""
    places = (Place(procedure.name, location, n) for n in range(len(procedure.outgoing[location])))
    return any(reach(place) is Reach.TAKEN for place in places)


def _lines(procedure: Procedure, graph: FlowGraph, reach: Callable[[Place], Reach]) -> Share:
    """A line is taken if anything on it is, and excluded if all of it is."""
    lines = {line for block in graph.blocks for line in block.lines}
    known: dict[int, set[Reach]] = {line: set() for line in lines}
    for location in procedure.locations:
        for branch, edge in enumerate(procedure.outgoing[location]):
            if edge.position.file == graph.file and edge.position.line in known:
                known[edge.position.line].add(reach(Place(procedure.name, location, branch)))
    told = [
        Reach.TAKEN if Reach.TAKEN in all_ else Reach.EXCLUDED if all_ == {Reach.EXCLUDED} else Reach.OPEN
        for all_ in known.values()
    ]
    return _share(told)


def _share(reached: Sequence[Reach]) -> Share:
    return Share(len(reached), reached.count(Reach.TAKEN), reached.count(Reach.EXCLUDED))


def on_lines_of(flow: Flow, program: Program) -> Flow | None:
    """The same of the program as it stands now, which means the same; None if it has other blocks."""
    now = flow_of(program, (), (), (), proved=flow.proved)
    if [_shape(one) for one in now.procedures] != [_shape(one) for one in flow.procedures]:
        return None
    moved = (
        replace(
            old,
            file=new.file,
            line=new.line,
            blocks=tuple(replace(b, lines=n.lines) for b, n in zip(old.blocks, new.blocks, strict=True)),
        )
        for old, new in zip(flow.procedures, now.procedures, strict=True)
    )
    return replace(flow, procedures=tuple(moved))


def _shape(one: ProcedureFlow) -> tuple[Any, ...]:
    blocks = tuple((block.kind, block.checks) for block in one.blocks)
    return one.procedure, blocks, tuple((way.source, way.target) for way in one.between)


# ---- as it is kept -----------------------------------------------------------------------------------------


def to_kept(flow: Flow) -> dict[str, Any]:
    files: dict[str, int] = {}
    procedures = [
        [
            *(one.procedure, files.setdefault(one.file, len(files)), one.line),
            [one.lines.all, one.lines.taken, one.lines.excluded],
            [one.ways.all, one.ways.taken, one.ways.excluded],
            [[block.kind, int(block.reach), list(block.lines), list(block.checks)] for block in one.blocks],
            [number for way in one.between for number in (way.source, way.target, int(way.reach))],
        ]
        for one in flow.procedures
    ]
    return {"files": list(files), "proved": flow.proved, "procedures": procedures}


def from_kept(said: Mapping[str, Any]) -> Flow:
    """Raises ValueError, KeyError or TypeError for what is none."""
    files = [str(file) for file in said["files"]]
    return Flow(tuple(_from_kept(one, files) for one in said["procedures"]), bool(said["proved"]))


def _from_kept(said: Sequence[Any], files: Sequence[str]) -> ProcedureFlow:
    name, file, line, lines, ways, blocks, between = said
    made = tuple(
        ShownBlock(str(kind), Reach(reach), tuple(map(int, where)), tuple(map(int, checks)))
        for kind, reach, where, checks in blocks
    )
    steps = [int(number) for number in between]
    told = tuple(ShownWay(a, b, Reach(c)) for a, b, c in zip(*[iter(steps)] * 3, strict=True))
    if not all(0 <= one < len(made) for way in told for one in (way.source, way.target)):
        raise ValueError("a way leads from no block, or to none")
    return ProcedureFlow(str(name), files[int(file)], int(line), Share(*lines), Share(*ways), made, told)


def moved(said: Mapping[str, Any], line_of: Callable[[str, int], int]) -> dict[str, Any]:
    """What is kept, on other lines of its files."""
    flow = from_kept(said)
    return to_kept(
        replace(
            flow,
            procedures=tuple(
                replace(
                    one,
                    line=line_of(one.file, one.line),
                    blocks=tuple(
                        replace(block, lines=tuple(line_of(one.file, line) for line in block.lines))
                        for block in one.blocks
                    ),
                )
                for one in flow.procedures
            ),
        )
    )
