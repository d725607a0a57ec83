"""Ghost maps: what a proof keeps about each object beside what the program keeps itself.

A map gives each object an integer, or another object. It is a variable of the type of an array without end,
which no variable of a program has. Ghost code changes maps and nothing else: an execution of the program is
one of the program with ghost code as soon as the maps are looked away from, and the other way round, because
an update can always be made. So what is proved of the program with ghost code holds of the program
(Owicki and Gries's auxiliary variables).

Two things come with maps where they are asked for. `made` counts the blocks that the program has made on the
heap, freed ones among them: it is below 2^62, since no machine makes more. And a *track* is an argument that
no block is lost: if each block that is alive is held by a root, or its *parent*, a block that is alive, has a
pointer to it, and parents are always older than their children (or always younger), then every block can be
reached. For there are finitely many, so that the way from parent to parent ends, and it ends at a root. Where
the program asks whether a block is lost, that is one more way to say no.

How a program with ghost code looks is said here, once for those who search and for those who judge: behind an
edge stand its updates, each an assignment on an edge of its own. They are made in order, in the state after
the edge's statement. Locations keep their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Conditional,
    Const,
    Expr,
    ForAllBlocks,
    Freeable,
    GhostAt,
    GhostBefore,
    GhostEmptied,
    GhostPlaced,
    GhostWith,
    Load,
    NoLeak,
    PointerAdd,
    Valid,
    Variable,
    conjunction,
    const,
    disjunction,
    index,
    subexpressions,
    substitute,
)
from dovetail.program.object_questions import ORDER
from dovetail.program.statements import Allocate, Assign, Check, Skip, Statement, Storage
from dovetail.program.types import VOID, ArrayType, IntType, PointerType
from dovetail.quick_dataclass import dataclass

COUNT = IntType(64, True)
MADE = Variable("<ghost made>", "", COUNT, "made")
FEW_ENOUGH = BinaryOp(
    Binary.AND, BinaryOp(Binary.LE, const(COUNT, 0), MADE), BinaryOp(Binary.LT, MADE, const(COUNT, 1 << 62))
)
"""What is known of that count wherever control is: one block a nanosecond makes so many in a century."""


def ghost_map(name: str, element: IntType | PointerType) -> Variable:
    """The variable that a map is; no name of C is the same."""
    return Variable(f"<ghost {name}>", "", ArrayType(element, None), name)


def ghost_order(name: str) -> Variable:
    """The same of an order of all objects."""
    return Variable(f"<ghost {name}>", "", ORDER, name)


def is_order(ghost: Variable) -> bool:
    return ghost.type == ORDER


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
class Placing:
    """In an order, the object that one pointer points into comes before that of the other, if that is not
    null: it moves right in front of it, unless it is before it already."""

    order: Variable
    pointer: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Emptied:
    """Every object is given nothing: 0, or null."""

    map: Variable


Change = Update | Placing | Emptied


@dataclass(frozen=True, slots=True)
class Track:
    """`parent` is a map of blocks, `order` an order, or a map of integers: a parent is before its child, or
    has less, if it is `ascending`, and the other way round if not. In a parent, pointers to children lie at
    the offsets `links`."""

    parent: Variable
    order: Variable
    ascending: bool
    links: tuple[int, ...]

    def reached(self, node: Expr, roots: Iterable[Expr], word: IntType) -> Expr:
        """The condition that one of the roots points to a block, or that its parent does and is before it."""
        parent, none = GhostAt(self.parent, node), Const(PointerType(VOID), 0)
        held = [
            BinaryOp(Binary.AND, Valid(place, const(word, word.width // 8)), BinaryOp(Binary.EQ, there, node))
            for place in (PointerAdd(parent, const(word, at), PointerType(VOID)) for at in self.links)
            for there in (Load(place, PointerType(VOID)),)
        ]
        first, second = (parent, node) if self.ascending else (node, parent)
        if is_order(self.order):
            ordered: Expr = GhostBefore(self.order, first, second)
        else:
            ordered = BinaryOp(Binary.LT, GhostAt(self.order, first), GhostAt(self.order, second))
        by_parent = conjunction(
            (
                BinaryOp(Binary.NE, parent, none),
                Freeable(parent),
                ordered,
                disjunction(held),
            )
        )
        return disjunction((*(BinaryOp(Binary.EQ, node, root) for root in roots), by_parent))


@dataclass(frozen=True, slots=True)
class Ghosts:
    maps: tuple[Variable, ...] = ()
    code: Mapping[Place, Sequence[Change]] = field(default_factory=dict)
    made: bool = False
    tracks: tuple[Track, ...] = ()


NO_GHOSTS = Ghosts()


def of_these(ghosts: Ghosts, wanted: Collection[Variable]) -> Ghosts:
    """Without the maps and orders that are not wanted. None is told by another, in what strategies write."""

    def changed(change: Change) -> Variable:
        return change.map if isinstance(change, Update | Emptied) else change.order

    code = {
        place: tuple(one for one in changes if changed(one) in wanted)
        for place, changes in ghosts.code.items()
    }
    left = {place: changes for place, changes in code.items() if changes}
    maps = tuple(one for one in ghosts.maps if one in wanted)
    return replace(ghosts, maps=maps, code=left) if maps else NO_GHOSTS


def with_ghosts(program: Program, ghosts: Ghosts) -> Program:
    """The program with ghost code in it."""
    if not ghosts.maps:
        return program
    more = (*ghosts.maps, MADE) if ghosts.made else ghosts.maps
    word = IntType(program.target.pointer_bits, True)
    return replace(
        program,
        globals={**program.globals, **{one.name: one for one in more}},
        procedures={
            name: _with_code(procedure, ghosts, word) for name, procedure in program.procedures.items()
        },
    )


def _with_code(procedure: Procedure, ghosts: Ghosts, word: IntType) -> Procedure:
    def behind(place: Place, statement: Statement) -> Iterator[Statement]:
        if ghosts.made and isinstance(statement, Allocate) and statement.storage is Storage.HEAP:
            yield Assign(MADE, BinaryOp(Binary.ADD, MADE, const(COUNT, 1)))
        yield from map(_change, ghosts.code.get(place, ()))

    copy, _ = put_behind(procedure, behind, lambda statement: _asked(statement, ghosts.tracks, word))
    if ghosts.made:
        start = copy.new_location()
        copy.add(start, Assign(MADE, const(COUNT, 0)), copy.entry, procedure.position)
        copy.entry = start
    return copy


def with_stops(procedure: Procedure, places: Iterable[Place]) -> tuple[Procedure, dict[int, Place]]:
    """For who wants to look at runs: a location behind each of these edges, to which nothing else leads."""
    wanted = frozenset(places)

    def behind(place: Place, statement: Statement) -> Iterator[Statement]:
        if place in wanted:
            yield Skip()

    return put_behind(procedure, behind, lambda statement: statement)


def put_behind(
    procedure: Procedure,
    behind: Callable[[Place, Statement], Iterable[Statement]],
    changed: Callable[[Statement], Statement],
) -> tuple[Procedure, dict[int, Place]]:
    """With more statements behind edges, and the locations at which they begin."""
    copy = procedure.resumed(procedure.entry, procedure.parameters)
    copy.outgoing = [() for _ in procedure.locations]
    copy.incoming = [() for _ in procedure.locations]
    begins: dict[int, Place] = {}
    for source in procedure.locations:
        for branch, edge in enumerate(procedure.outgoing[source]):
            place = Place(procedure.name, source, branch)
            here, statement, first = edge.source, changed(edge.statement), True
            for following in behind(place, statement):
                there = copy.new_location()
                if first:
                    begins[there], first = place, False
                copy.add(here, statement, there, edge.position)
                here, statement = there, following
            copy.add(here, statement, edge.target, edge.position)
    return copy, begins


def _change(change: Change) -> Assign:
    match change:
        case Update(map=map_, pointer=pointer, value=value):
            return Assign(map_, GhostWith(map_, pointer, value))
        case Emptied(map=map_):
            return Assign(map_, GhostEmptied(map_))
        case Placing(order=order, pointer=pointer, target=target):
            nothing = BinaryOp(Binary.EQ, target, Const(target.type, 0))
            return Assign(order, Conditional(nothing, order, GhostPlaced(order, pointer, target)))


def _asked(statement: Statement, tracks: Sequence[Track], word: IntType) -> Statement:
    """A question about lost blocks, with one more way to answer it for each track."""
    if not tracks or not isinstance(statement, Check):
        return statement
    node = index("u", PointerType(VOID))
    also: dict[Expr, Expr] = {
        asked: disjunction(
            (asked, *(ForAllBlocks(node, track.reached(node, asked.roots, word)) for track in tracks))
        )
        for asked in subexpressions(statement.condition)
        if isinstance(asked, NoLeak) and asked.roots is not None
    }
    return replace(statement, condition=substitute(statement.condition, also))
