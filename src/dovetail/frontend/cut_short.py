"""Executions that are cut short: they end quietly where an assumption fails, and are asked nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dovetail.program.automata import Edge, Procedure
from dovetail.program.statements import Assume, Call, Check, Why
from dovetail.program.tracking import asks


class Assumptions:
    """Where one may fail that the program makes, and the execution ends quietly."""

    def __init__(self, procedures: Mapping[str, Procedure]) -> None:
        self._assuming: set[str] = set()
        """In itself, or in what it calls."""
        while found := [one.name for one in procedures.values() if self._assumes_more(one)]:
            self._assuming.update(found)
        self._returning: set[str] = set()
        """Somewhere behind a call of it."""
        calls = [
            (caller, edge.target, edge.statement.procedure)
            for caller in procedures.values()
            for edge in caller.edges
            if isinstance(edge.statement, Call)
        ]
        while called := {
            callee
            for caller, place, callee in calls
            if callee not in self._returning and self.behind(caller, place)
        }:
            self._returning |= called

    def _assumes_more(self, procedure: Procedure) -> bool:
        return procedure.name not in self._assuming and any(
            self._assumes(procedure, edge) for edge in procedure.edges
        )

    def _assumes(self, procedure: Procedure, edge: Edge) -> bool:
        match edge.statement:
            case Assume(why=Why.ASSUMED):
                return not _is_asked(procedure.incoming[edge.source])
            case Call(procedure=called):
                return called in self._assuming
            case _:
                return False

    def behind(self, procedure: Procedure, place: int) -> bool:
        """Behind a place of a procedure?"""
        if procedure.name in self._returning:
            return True
        seen, waiting = {place}, [place]
        while waiting:
            for edge in procedure.outgoing[waiting.pop()]:
                if self._assumes(procedure, edge):
                    return True
                if edge.target not in seen:
                    seen.add(edge.target)
                    waiting.append(edge.target)
        return False


def _is_asked(before: Sequence[Edge]) -> bool:
    """Is it the end of the program, where it is asked what is lost?"""
    return bool(before) and all(
        isinstance(edge.statement, Check) and asks(edge.statement.condition) is not None for edge in before
    )
