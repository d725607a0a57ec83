"""The goals of a program, `dovetail_sometime` and `dovetail_final`, numbered as people read them.

Functions are lowered as they are needed, and some are dropped again. Which goals there are is known at the
end, and only then do they get their numbers: in the order of the files, and inside of a file of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Edge, Procedure
from dovetail.program.position import Position
from dovetail.program.statements import Goal, GoalInfo, Skip


class Goals:
    """Those met so far, by the unit and the offset of the call."""

    def __init__(self) -> None:
        self._met: dict[tuple[int, int], GoalInfo] = {}

    def met(
        self, unit: TranslationUnit, offset: int, position: Position, procedure: str, description: str
    ) -> GoalInfo:
        """The goal at this place; its number is not the last one."""
        made = GoalInfo(len(self._met) + 1, position, procedure, description)
        return self._met.setdefault((unit.index, offset), made)

    def number(self, procedures: Iterable[Procedure]) -> None:
        """Give the goals that are in these procedures their numbers, in place."""
        found = [(procedure, _infos(procedure)) for procedure in procedures]
        left = {info for _, infos in found for info in infos}
        order = [info for _, info in sorted(self._met.items(), key=lambda item: item[0]) if info in left]
        numbers = {info: number for number, info in enumerate(order, 1)}
        for procedure, infos in found:
            if infos:
                _renumber(procedure, numbers)


def _infos(procedure: Procedure) -> set[GoalInfo]:
    statements = (edge.statement for edge in procedure.edges)
    return {s.goal.info for s in statements if isinstance(s, Skip) and s.goal is not None}


def _renumber(procedure: Procedure, numbers: dict[GoalInfo, int]) -> None:
    made: dict[int, Edge] = {}
    for edge in procedure.edges:
        match edge.statement:
            case Skip(note, Goal(kind, condition, info)):
                goal = Goal(kind, condition, replace(info, ident=numbers[info]))
                made[id(edge)] = replace(edge, statement=Skip(note, goal))
            case _:
                made[id(edge)] = edge
    # An edge is one object, whether it is come to from its source or from its target.
    for ends in (procedure.outgoing, procedure.incoming):
        ends[:] = [tuple(made[id(edge)] for edge in edges) for edges in ends]
