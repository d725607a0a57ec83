"""Where leaks are asked about: what a Program needs for it.

Whether anything is allocated, and which loops may run for ever, is known once everything is lowered; so this
goes over the finished procedures. Without a heap there is nothing to lose, and the checks hold. Else `LIVE`
(`program.tracking`) counts the blocks that are alive, "none is" becomes one way to pass a check, and loops
that may run for ever get checks of their own: who loses memory and then goes on for ever has lost it.
docs/design/leaks.md argues why that is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dovetail.frontend.cut_short import Assumptions
from dovetail.frontend.endless import fresh_results, may_stay
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    NoLeak,
    conjunction,
    const,
    disjunction,
    substitute,
)
from dovetail.program.position import Position
from dovetail.program.statements import Allocate, Assign, Check, CheckInfo, Free, Statement, Storage
from dovetail.program.targets import edgeless_copy
from dovetail.program.tracking import LIVE, asks
from dovetail.program.types import INT

LEAK, CLEANUP = "memory-leak", "memory-cleanup"
LEAK_TEXT = "all allocated memory is freed or still reachable"
CLEANUP_TEXT = "all allocated memory is freed"
LOOP_TEXT = "nothing is lost while this loop, which may run for ever, goes on"

NONE_ALIVE = BinaryOp(Binary.EQ, LIVE, const(INT, 0))
NewCheck = Callable[[str, Position, str, str], CheckInfo]


def allocates(procedures: dict[str, Procedure]) -> bool:
    return any(
        isinstance(edge.statement, Allocate) and edge.statement.storage is Storage.HEAP
        for procedure in procedures.values()
        for edge in procedure.edges
    )


def nothing_to_lose(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """The procedures of a program without a heap: what is asked about leaks is true."""

    def rewritten(procedure: Procedure) -> Procedure:
        made = edgeless_copy(procedure)
        for edge in procedure.edges:
            made.add(edge.source, _known(edge.statement), edge.target, edge.position)
        return made

    return {name: rewritten(procedure) for name, procedure in procedures.items()}


def _known(statement: Statement) -> Statement:
    if isinstance(statement, Check) and (statement.info.kind == CLEANUP or asks(statement.condition)):
        return Check(TRUE, statement.info)
    return statement


def accounted(
    procedures: dict[str, Procedure], start: str, *, in_loops: bool, new_check: NewCheck
) -> dict[str, Procedure]:
    """The procedures, with blocks counted from the `start` of the program on; with `in_loops`, leaks are
    asked about in loops that may run for ever, too."""
    staying: Callable[[Procedure], list[int]] | None = None
    if in_loops:
        fresh, assumptions = fresh_results(procedures.values()), Assumptions(procedures)
        staying = partial(may_stay, fresh=fresh, assumptions=assumptions)
    return {
        name: _Accounts(procedure, staying, new_check).procedure(name == start)
        for name, procedure in procedures.items()
    }


class _Accounts:
    def __init__(
        self,
        procedure: Procedure,
        staying: Callable[[Procedure], list[int]] | None,
        new_check: NewCheck,
    ) -> None:
        self._given = procedure
        self._made = edgeless_copy(procedure)
        self._new_check = new_check
        self._heads: dict[int, int] = {}
        if staying is not None and not procedure.library:
            for head in staying(procedure):
                self._heads[head] = self._ask_at(head)

    def _ask_at(self, head: int) -> int:
        """Put the question in front of what leaves a location; where that leaves from now."""
        position = self._given.outgoing[head][0].position
        info = self._new_check(LEAK, position, self._given.name, LOOP_TEXT)
        behind = self._made.new_location()
        self._made.add(head, self._statement(Check(NoLeak(running=True), info)), behind, position)
        return behind

    def procedure(self, starts: bool) -> Procedure:
        if starts:
            begin = self._heads[self._given.entry] = self._made.new_location()
            none = Assign(LIVE, const(INT, 0))
            self._made.add(self._given.entry, none, begin, self._given.position)
        for edge in self._given.edges:
            self._edge(edge, self._heads.get(edge.source, edge.source))
        return self._made

    def _edge(self, edge: Edge, source: int) -> None:
        made, position = self._made, edge.position
        match edge.statement:
            case Allocate(storage=Storage.HEAP):
                middle = made.new_location()
                made.add(source, edge.statement, middle, position)
                more = BinaryOp(Binary.ADD, LIVE, const(INT, 1))
                made.add(middle, Assign(LIVE, more), edge.target, position)
            case Free(pointer=pointer):
                middle = made.new_location()
                fewer = BinaryOp(Binary.SUB, LIVE, Cast(INT, self._ends(edge, pointer)))
                made.add(source, Assign(LIVE, fewer), middle, position)
                made.add(middle, edge.statement, edge.target, position)
            case statement:
                made.add(source, self._statement(statement), edge.target, position)

    def _ends(self, edge: Edge, pointer: Expr) -> Expr:
        """The condition that a block ends here. Where it is not checked that it may be freed, nothing is
        counted that is not one."""
        given = BinaryOp(Binary.NE, pointer, Const(pointer.type, 0))
        checks = [before.statement for before in self._given.incoming[edge.source]]
        checked = checks and all(
            isinstance(one, Check) and one.condition is Freeable(pointer) for one in checks
        )
        return given if checked else conjunction([given, Freeable(pointer)])

    def _statement(self, statement: Statement) -> Statement:
        if not isinstance(statement, Check):
            return statement
        if statement.info.kind == CLEANUP:
            return Check(NONE_ALIVE, statement.info)
        question = asks(statement.condition)
        if question is None:
            return statement
        either = disjunction([NONE_ALIVE, question])
        return Check(substitute(statement.condition, {question: either}), statement.info)
