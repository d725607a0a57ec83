"""Procedures as graphs that a person can look at: straight-line code is one block, with the lines it is on.

A block begins where ways meet or part. What the front end adds (jumps, returns, copies of arguments) has no
lines of its own; a block of nothing else is left out, and its ways lead on. A way is named by the edge of the
automaton on which its block is left, so that what is known of edges is known of ways.

Only what the user has written is drawn: no models of library functions, no contracts in place of bodies, and
nothing of Dovetail's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from dovetail.program.automata import Procedure, Program
from dovetail.program.contracts import CONTRACT_OF
from dovetail.program.ghost_maps import Place
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Call, Check, EndLifetime, Havoc, Return, Unsupported
from dovetail.quick_dataclass import dataclass

LOOP, EXIT, NOT_MODELLED = "loop", "exit", "not modelled"


@dataclass(frozen=True, slots=True)
class Block:
    """`location` is where it begins. Its lines are in the order of execution; `checks` are the numbers of
    those that stand in it."""

    location: int
    lines: tuple[int, ...]
    checks: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """From a block to a block, by their numbers."""

    source: int
    target: int
    by: Place


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """Blocks in an order in which all ways but those to loop heads lead forward; the entry comes first."""

    procedure: str
    file: str
    line: int
    blocks: tuple[Block, ...]
    ways: tuple[Way, ...]


def drawn(program: Program) -> Iterator[Procedure]:
    """The procedures that a graph is drawn of, as they are called from the start."""
    found = {program.entry: None}
    waiting = [program.entry]
    while waiting:
        for name in program.callees(waiting.pop(0)):
            if name not in found and name in program.procedures:
                found[name] = None
                waiting.append(name)
    for name in found:
        procedure = program.procedures[name]
        ours = procedure.position.file.startswith("<") or name.startswith(("<", "__dovetail"))
        if not (procedure.library or ours or _is_contract(procedure)):
            yield procedure


def _is_contract(procedure: Procedure) -> bool:
    """Is it what the contract of a function says, in place of its body?"""
    asked = (edge.statement.name for edge in procedure.edges if isinstance(edge.statement, Havoc))
    return f"{CONTRACT_OF}{procedure.name}'" in asked


def flow_graph(procedure: Procedure) -> FlowGraph:
    search = depth_first(procedure)
    leaders = _leaders(procedure, search.order, search.loop_heads)
    file = procedure.position.file
    made = {at: _block(procedure, at, leaders, search.loop_heads, file) for at in leaders}
    behind = {at: after for at, (_, after) in made.items()}

    def shown(at: int) -> int:
        passed = {at}
        while _says_nothing(made[at][0]) and at != procedure.entry and len(behind[at]) == 1:
            at = next(iter(behind[at].values()))
            if at in passed:
                break
            passed.add(at)
        return at

    kept = [at for at in search.order if at in leaders and shown(at) == at]
    numbers = {at: number for number, at in enumerate(kept)}
    ways = [Way(numbers[at], numbers[shown(to)], by) for at in kept for by, to in behind[at].items()]
    return FlowGraph(
        *(procedure.name, file, procedure.position.line),
        tuple(made[at][0] for at in kept),
        tuple(ways),
    )


def not_reached(program: Program, closed: Collection[Place]) -> frozenset[tuple[str, int]]:
    """The locations that no way leads to from the start of the program but by edges that are `closed`."""
    start = program.procedures[program.entry]
    reached = {(start.name, start.entry)}
    waiting = list(reached)
    while waiting:
        name, location = waiting.pop()
        for branch, edge in enumerate(program.procedures[name].outgoing[location]):
            if Place(name, location, branch) in closed:
                continue
            after = [(name, edge.target)]
            if isinstance(edge.statement, Call) and edge.statement.procedure in program.procedures:
                callee = program.procedures[edge.statement.procedure]
                after.append((callee.name, callee.entry))
            waiting += [one for one in after if one not in reached]
            reached.update(after)
    return frozenset(
        (procedure.name, location)
        for procedure in program.procedures.values()
        for location in procedure.locations
        if (procedure.name, location) not in reached
    )


def _leaders(procedure: Procedure, order: tuple[int, ...], heads: frozenset[int]) -> frozenset[int]:
    """Where blocks begin: at the entry, at the exit, where ways meet, and where they have parted."""
    known = frozenset(order)
    found = {procedure.entry, *heads, *({procedure.exit} & known)}
    for location in order:
        arriving = sum(edge.source in known for edge in procedure.incoming[location])
        if arriving != 1:
            found.add(location)
        if len(procedure.outgoing[location]) > 1:
            found.update(edge.target for edge in procedure.outgoing[location])
    return frozenset(found)


def _block(
    procedure: Procedure, leader: int, leaders: Collection[int], heads: Collection[int], file: str
) -> tuple[Block, Mapping[Place, int]]:
    """With where it leads, by which edge."""
    lines: dict[int, None] = {}
    checks: dict[int, None] = {}
    kind = LOOP if leader in heads else EXIT if leader == procedure.exit else ""
    location, behind = leader, dict[Place, int]()
    while outgoing := procedure.outgoing[location]:
        for edge in outgoing:
            if edge.position.file == file and not isinstance(edge.statement, Return | EndLifetime):
                lines[edge.position.line] = None
            if isinstance(edge.statement, Check):
                checks[edge.statement.info.ident] = None
            if isinstance(edge.statement, Unsupported):
                kind = NOT_MODELLED
        ended = len(outgoing) > 1 or outgoing[0].target in leaders
        if ended:
            behind = {Place(procedure.name, location, n): one.target for n, one in enumerate(outgoing)}
            break
        location = outgoing[0].target
    return Block(leader, tuple(lines), tuple(checks), kind), behind


def _says_nothing(block: Block) -> bool:
    return not (block.lines or block.checks or block.kind)
