"""Control variables: those whose constants are worth telling states apart by.

The variable of a state machine, a flag, a mode: it is assigned constants (or what such another one holds, or
an input), and compared with constants or with each other. They are ordered by how near to a check, backward
along the edges of the program, they are first asked for: what guards a check says more about it than what was
asked long before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import BinaryOp, Cast, Conditional, Const, Expr, Variable, subexpressions
from dovetail.program.statements import Assign, Assume, Call, Check, Unsupported, written_variable
from dovetail.program.types import IntType


def control_variables(program: Program) -> tuple[Variable, ...]:
    """The most important one first."""
    candidates = _candidates(program)
    ranks: dict[Variable, tuple[int, int]] = {}
    for procedure in program.procedures.values():
        for distance, variable in _asked(procedure):
            if variable in candidates:
                ranks.setdefault(variable, (distance, variable.serial))
    return tuple(sorted(ranks, key=lambda variable: ranks[variable]))


def _candidates(program: Program) -> frozenset[Variable]:
    """The integers to which nothing but constants, inputs and each other is assigned."""
    sources: dict[Variable, set[Variable]] = {}
    bad: set[Variable] = set()
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            target = written_variable(statement)
            if target is None:
                continue
            copied = sources.setdefault(target, set())
            if not isinstance(target.type, IntType) or isinstance(statement, Call):
                bad.add(target)
            elif isinstance(statement, Assign):
                parts = _assigned(statement.value)
                if parts is None:
                    bad.add(target)
                else:
                    copied |= parts
    changed = True
    while changed:
        changed = False
        for variable, copied in sources.items():
            if variable not in bad and not bad.isdisjoint(copied):
                bad.add(variable)
                changed = True
    return frozenset(sources) - bad


def _assigned(value: Expr) -> set[Variable] | None:
    """The variables that a value may be a copy of; None if it may be something else."""
    match value:
        case Const():
            return set()
        case Variable():
            return {value}
        case Cast(operand=operand) if isinstance(operand.type, IntType):
            return _assigned(operand)
        case Cast():
            return set()  # of a condition: zero or one
        case Conditional(then=then, otherwise=otherwise):
            one, other = _assigned(then), _assigned(otherwise)
            return None if one is None or other is None else one | other
        case _:
            return None


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
