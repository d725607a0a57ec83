"""Control variables: those whose constants are worth telling states apart by.

The variable of a state machine, a flag, a mode: what it holds is computed from constants, inputs and other
such variables, and it is compared with constants or with other such ones. They are ordered by how near to a
check, backward along the edges of the program, they are first asked for: what guards a check says more
about it than what was asked long before. Counters, which are computed from what they held before, come
last: to tell states apart by them is to unroll a loop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import (
    BinaryOp,
    Cast,
    Const,
    Variable,
    reads_memory,
    subexpressions,
    variables,
)
from dovetail.program.statements import Assign, Assume, Call, Check, Unsupported, written_variable
from dovetail.program.types import IntType


def control_variables(program: Program) -> tuple[tuple[Variable, ...], tuple[Variable, ...]]:
    """The most important one first; and the counters."""
    candidates, counters = _candidates(program)
    ranks: dict[Variable, tuple[int, int]] = {}
    for procedure in program.procedures.values():
        for distance, variable in _asked(procedure):
            if variable in candidates:
                ranks.setdefault(variable, (distance, variable.serial))
    ordered = sorted(ranks, key=lambda variable: ranks[variable])
    return (
        tuple(variable for variable in ordered if variable not in counters),
        tuple(variable for variable in ordered if variable in counters),
    )


def _candidates(program: Program) -> tuple[frozenset[Variable], frozenset[Variable]]:
    """The integers that are computed from constants, inputs and each other; those that count."""
    sources: dict[Variable, set[Variable]] = {}
    bad: set[Variable] = set()
    counters: set[Variable] = set()
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            target = written_variable(statement)
            if target is None:
                continue
            used = sources.setdefault(target, set())
            if not isinstance(target.type, IntType) or isinstance(statement, Call):
                bad.add(target)
            elif isinstance(statement, Assign):
                value = statement.value
                if reads_memory(value):
                    bad.add(target)
                    continue
                found = variables(value)
                used |= found
                if target in found:
                    counters.add(target)
    changed = True
    while changed:
        changed = False
        for variable, used in sources.items():
            if variable not in bad and not bad.isdisjoint(used):
                bad.add(variable)
                changed = True
    return frozenset(sources) - bad, frozenset(counters)


def _asked(procedure: Procedure) -> Iterator[tuple[int, Variable]]:
    """Variables that are compared, with the distance to the next check or whatever else must not
    be reached."""
    distances: dict[int, int] = {}
    waiting: deque[int] = deque()
    for edge in procedure.edges:
        if isinstance(edge.statement, (Check, Unsupported)) and edge.source not in distances:
            distances[edge.source] = 0
            waiting.append(edge.source)
            yield from ((0, variable) for variable in _compared(edge.statement))
    while waiting:
        location = waiting.popleft()
        for edge in procedure.incoming[location]:
            distance = distances[location] + 1
            if isinstance(edge.statement, Assume):
                yield from ((distance, variable) for variable in _compared(edge.statement))
            if edge.source not in distances:
                distances[edge.source] = distance
                waiting.append(edge.source)


def _compared(statement: Assume | Check | Unsupported) -> Iterator[Variable]:
    if isinstance(statement, Unsupported):
        return
    for part in subexpressions(statement.condition):
        if isinstance(part, BinaryOp) and part.op.compares:
            sides = [side.operand if isinstance(side, Cast) else side for side in (part.left, part.right)]
            if all(isinstance(side, (Const, Variable)) for side in sides):
                yield from (side for side in sides if isinstance(side, Variable))
