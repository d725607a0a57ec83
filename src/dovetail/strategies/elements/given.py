"""What the user says holds at loop heads, and what was assumed before: candidates like any other.

A loop invariant that is written down is a check at the head of its loop (`frontend/clauses`). It is kept as a
check, and taken for a guess here: if it is inductive together with what else was guessed, it is proved by
that. What was assumed (the preconditions of a function) holds at a loop head as far as the loop leaves it
alone; so do equations between variables that are copies of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    Load,
    ObjectStart,
    Variable,
    conjuncts,
    reads_memory,
    speaks_of_all,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.liveness import Liveness
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Assign, Assume, Check, Copy, Skip, Store, Why, written_variable
from dovetail.program.types import IntType, PointerType

INVARIANT = "loop-invariant"
ASSUMED = 24
"""Conditions that were assumed, at most, in each of their wordings."""
DEFINED, GUARDS = 24, 16
"""Variables that are computed once, and conditions of branches."""
ALIKE, CELLS = 6, 16
"""Pairs of copies; places in arrays that are filled one by one."""
STRAIGHT, LARGE = 200, 40
"""Edges before a loop that are looked at, and the parts of an expression that a variable was computed by."""


def is_asked(procedure: Procedure) -> bool:
    """Is a loop invariant written down, or something assumed or checked of all elements?"""
    return any(
        speaks_of_all(edge.statement.condition)
        or (isinstance(edge.statement, Check) and edge.statement.info.kind == INVARIANT)
        for edge in procedure.edges
        if isinstance(edge.statement, Assume | Check)
    )


def decided(edges: Iterable[Edge]) -> Iterator[Expr]:
    """What was asked of integers."""
    for edge in edges:
        match edge.statement:
            case Assume(condition=condition) if not reads_memory(condition):
                for part in conjuncts(condition):
                    about = variables(part)
                    if about and all(isinstance(one.type, IntType) for one in about):
                        yield part
            case _:
                pass


class Given:
    def __init__(self, procedure: Procedure, live: Liveness) -> None:
        self._live = live
        self._procedure = procedure
        self._rank = {at: number for number, at in enumerate(depth_first(procedure).order)}
        self._out: dict[int, list[Edge]] = {}
        given: dict[Variable, list[Edge]] = {}
        assumed: dict[Expr, None] = {}
        guards: dict[Expr, None] = {}
        for edge in procedure.edges:
            self._out.setdefault(edge.source, []).append(edge)
            target = written_variable(edge.statement)
            if target is not None:
                given.setdefault(target, []).append(edge)
            match edge.statement:
                case Assume(condition=condition, why=Why.ASSUMED):
                    assumed.update(dict.fromkeys(conjuncts(condition)))
                case Assume(condition=BinaryOp() as condition) if not reads_memory(condition):
                    guards[condition] = None
                case _:
                    pass
        self._fixed = {one: None for one, edges in given.items() if len(edges) == 1}
        self._copies: dict[Expr, Expr] = {}
        for one, edges in given.items():
            match edges[0].statement:
                case Assign(value=Variable() as original) if one in self._fixed:
                    self._copies[original] = one
                case _:
                    pass
        self._kept = [
            BinaryOp(Binary.EQ, one, edge.statement.value)
            for one, edges in given.items()
            for edge in edges
            if one.scope == "" and isinstance(edge.statement, Assign) and len(edges) <= 2
            if not isinstance(edge.statement.value, Const)
        ]
        """What was put into globals before: ranges that may be written are kept so."""
        copied = _copied(procedure, given)
        self._alike = [pair for pair in permutations(copied, 2) if _same_size(*pair, copied)][:ALIKE]
        """Places with copies of one size, made at different times: what is said of one of them may be true
        of the other, and be what is asked for at the end."""
        self._means = {
            one: edges[0].statement.value
            for one, edges in given.items()
            if len(edges) == 1 and isinstance(edges[0].statement, Assign)
        }
        self._sources = [(source, place) for place, (source, _) in copied.items()][:ALIKE]
        """What was copied there: what was assumed of it is true of the copy, for as long as that stands."""
        self._defined = list(self._definitions(given))[:DEFINED]
        self._guards = list(guards)[:GUARDS]
        """What was asked on the way: of an outer loop, it holds in the inner one, too."""
        self._assumed = list(assumed)[:ASSUMED]

    def at(self, head: int) -> list[Expr]:
        """What may hold there."""
        kept = self._live.at(head) | self._fixed.keys()
        computed = (*self._computed(head), *list(self._filled(head))[:CELLS])
        before = (*self._before(kept), *self._defined, *self._guards, *computed)
        invariants = list(self._invariants(head))
        alike = [substitute(one, {this: that}) for one in invariants for this, that in self._alike]
        found = dict.fromkeys((*invariants, *alike, *before))
        return [one for one in found if all(v in kept or not v.scope for v in variables(one))]

    def _filled(self, head: int) -> Iterator[Expr]:
        """What is stored on the way, at places of its own, and is small since most of its bits are masked."""
        for edge in self._way(head):
            match edge.statement:
                case Store(address=address, value=value) if isinstance(value.type, IntType):
                    most = self._most(value)
                    if most is not None and not reads_memory(address) and most < 1 << (value.type.width - 1):
                        yield BinaryOp(Binary.LE, Load(address, value.type), Const(value.type, most))
                case _:
                    pass

    def _most(self, value: Expr) -> int | None:
        """No more than the mask that it is cut by."""
        for _ in range(LARGE):
            match value:
                case Variable() if value in self._means:
                    value = self._means[value]
                case Cast(operand=operand):
                    value = operand
                case BinaryOp(op=Binary.BITAND, left=Const(value=int() as mask)):
                    return mask
                case BinaryOp(op=Binary.BITAND, right=Const(value=int() as mask)):
                    return mask
                case _:
                    return None
        return None

    def _definitions(self, given: Mapping[Variable, Sequence[Edge]]) -> Iterator[Expr]:
        """Of a variable that is computed at one place, from others that are: what it is."""
        for one in self._fixed:
            match given[one][0].statement:
                case Assign(value=value) if not isinstance(value, Const | Variable):
                    known = all(v in self._fixed or v not in given for v in variables(value))
                    if known and not reads_memory(value) and isinstance(one.type, IntType | PointerType):
                        yield BinaryOp(Binary.EQ, one, value)
                case _:
                    pass

    def _way(self, head: int) -> Iterator[Edge]:
        """The edges on which control comes to a loop, backward, for as long as there is one way. Where a flag
        is set on two ways, and asked for behind them, it is one."""
        at, flags = head, dict[Expr, bool]()
        for _ in range(STRAIGHT):
            into = [
                edge
                for edge in self._procedure.incoming[at]
                if self._rank.get(edge.source, 0) < self._rank.get(at, 0) or at != head
            ]
            if len(into) > 1:
                into = [edge for edge in into if _sets(edge, flags)]
            if len(into) != 1:
                return
            (edge,) = into
            yield edge
            match edge.statement:
                case Assume(
                    condition=BinaryOp(op=Binary.EQ | Binary.NE as op, left=flag, right=Const(value=0))
                ):
                    flags[flag] = op is Binary.NE
                case _:
                    pass
            at = edge.source

    def _computed(self, head: int) -> Iterator[Expr]:
        """What variables were computed to be on the way into a loop, which may leave them alone."""
        known: dict[Expr, Expr] = {}
        spelt: dict[Expr, Expr] = {}
        """What is spelt out where it is used: of what is computed at one place the name is enough."""
        for edge in reversed(list(self._way(head))):
            target = written_variable(edge.statement)
            if target is None:
                continue
            value = edge.statement.value if isinstance(edge.statement, Assign) else None
            value = None if value is None else substitute(value, spelt)
            known.pop(target, None)
            spelt.pop(target, None)
            if value is None or reads_memory(value) or sum(1 for _ in subexpressions(value)) > LARGE:
                continue
            known[target] = value
            if target not in self._fixed:
                spelt[target] = value
        for variable, value in known.items():
            if not isinstance(value, Const) and isinstance(variable.type, IntType | PointerType):
                yield BinaryOp(Binary.EQ, variable, value)

    def _invariants(self, head: int) -> Iterator[Expr]:
        """The checks that stand at the head itself."""
        at = head
        while len(edges := self._out.get(at, [])) == 1:
            match edges[0].statement:
                case Check(condition=condition, info=info):
                    if info.kind == INVARIANT:
                        yield from conjuncts(condition)
                case Skip():
                    pass
                case _:
                    return
            at = edges[0].target
            if at == head:
                return

    def _before(self, kept: frozenset[Variable]) -> Iterator[Expr]:
        for original, copy in self._copies.items():
            if original in kept and copy in kept:
                yield BinaryOp(Binary.EQ, copy, original)
                if isinstance(copy.type, PointerType):
                    yield Freeable(copy)
                    yield BinaryOp(Binary.EQ, copy, ObjectStart(copy))
        for condition in (*self._assumed, *self._kept):
            for _ in range(3):  # a copy of a copy
                if condition is TRUE:
                    break
                yield condition
                if speaks_of_all(condition):
                    yield from (substitute(condition, {source: to}) for source, to in self._sources)
                condition = substitute(condition, self._copies)


def _copied(
    procedure: Procedure, given: Mapping[Variable, Sequence[Edge]]
) -> dict[Variable, tuple[Variable, Expr]]:
    """Places to which something is copied: from where, and how many bytes."""
    found: dict[Variable, tuple[Variable, Expr]] = {}

    def meant(one: Variable) -> Variable:
        edges = given.get(one, ())
        match edges[0].statement if len(edges) == 1 else None:
            case Assign(value=Variable() as other):
                return other
            case _:
                return one

    for edge in procedure.edges:
        match edge.statement:
            case Copy(to=Variable() as to, source=Variable() as source, size=size):
                found[meant(to)] = meant(source), size
            case _:
                pass
    return found


def _same_size(one: Variable, other: Variable, copied: Mapping[Variable, tuple[Variable, Expr]]) -> bool:
    return copied[one][1] is copied[other][1]


def _sets(edge: Edge, flags: Mapping[Expr, bool]) -> bool:
    """A flag, to what it is known to be later?"""
    match edge.statement:
        case Assign(target=target, value=Const(value=value)) if target in flags:
            return bool(value) is flags[target]
        case _:
            return False
