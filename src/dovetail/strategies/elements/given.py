"""What the user says holds at loop heads, and what was assumed before: candidates like any other.

A loop invariant that is written down is a check at the head of its loop (`frontend/clauses`). It is kept as a
check, and taken for a guess here: if it is inductive together with what else was guessed, it is proved by
that. What was assumed (the preconditions of a function) holds at a loop head as far as the loop leaves it
alone; so do equations between variables that are copies of each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    ObjectStart,
    Variable,
    conjuncts,
    reads_memory,
    speaks_of_all,
    substitute,
    variables,
)
from dovetail.program.liveness import Liveness
from dovetail.program.statements import Assign, Assume, Check, Skip, Why, written_variable
from dovetail.program.types import IntType, PointerType

INVARIANT = "loop-invariant"
ASSUMED = 24
"""Conditions that were assumed, at most, in each of their wordings."""


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
        self._out: dict[int, list[Edge]] = {}
        given: dict[Variable, list[Edge]] = {}
        assumed: dict[Expr, None] = {}
        for edge in procedure.edges:
            self._out.setdefault(edge.source, []).append(edge)
            target = written_variable(edge.statement)
            if target is not None:
                given.setdefault(target, []).append(edge)
            match edge.statement:
                case Assume(condition=condition, why=Why.ASSUMED):
                    assumed.update(dict.fromkeys(conjuncts(condition)))
                case _:
                    pass
        self._fixed = frozenset(one for one, edges in given.items() if len(edges) == 1)
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
        self._assumed = list(assumed)[:ASSUMED]

    def at(self, head: int) -> list[Expr]:
        """What may hold there."""
        kept = self._live.at(head) | self._fixed
        found = dict.fromkeys((*self._invariants(head), *self._before(kept)))
        return [one for one in found if all(v in kept or not v.scope for v in variables(one))]

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
                condition = substitute(condition, self._copies)
