"""Cases that a procedure may distinguish, and what its callers have in common: likely preconditions.

Procedures say themselves where they behave differently: by the branches that they take on their arguments
before anything else. What all callers have in common is seen in the calls that runs make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dovetail.program.automata import Procedure, Program, integers_on
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    reads_memory,
    variables,
)
from dovetail.program.statements import Assume, Skip, Why, written_variable
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

MAX_GUARDS = 8
MAX_CONSTANTS = 40


def constants(program: Program) -> list[int]:
    """The numbers in the program's text, with their neighbours."""
    found = {number for one in program.procedures.values() for number in integers_on(one.edges)}
    near = sorted(found, key=lambda number: (abs(number), number))[:MAX_CONSTANTS]
    return sorted({number + step for number in near for step in (-1, 0, 1)})


def guards(procedure: Procedure) -> list[Expr]:
    """Conditions on parameters that are decided while they still hold what the caller gave."""
    given = frozenset(procedure.parameters)
    found: dict[Expr, None] = {}
    seen = {procedure.entry}
    waiting = [procedure.entry]
    while waiting:
        location = waiting.pop(0)
        for edge in procedure.outgoing[location]:
            statement = edge.statement
            if written_variable(statement) in given:
                continue
            if isinstance(statement, Assume) and statement.why is Why.BRANCH:
                about = variables(statement.condition)
                if about and about <= given and not reads_memory(statement.condition):
                    found[statement.condition] = None
            elif not isinstance(statement, Assume | Skip):
                continue
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return list(found)[:MAX_GUARDS]


@dataclass(frozen=True, slots=True)
class Common:
    """What the values of one parameter have in common: conditions on it, the strictest first."""

    value: tuple[Expr, ...]
    """That it is always the same."""
    lower: tuple[Expr, ...]
    upper: tuple[Expr, ...]

    @property
    def all(self) -> tuple[Expr, ...]:
        return (*self.value, *self.lower, *self.upper)


def in_common(
    parameters: Sequence[Variable], calls: Sequence[Sequence[Any]], numbers: Sequence[int]
) -> Iterator[Common]:
    """For each integer parameter; `numbers` are likely bounds."""
    likely = sorted({0, 1, *numbers})
    for index, variable in enumerate(parameters):
        type_ = variable.type
        if not isinstance(type_, IntType) or not calls:
            continue
        values = sorted({type_.number(call[index]) for call in calls})
        below = [number for number in likely if type_.minimum < number <= values[0]]
        above = [number for number in likely if values[-1] <= number < type_.maximum]
        yield Common(
            tuple(_compared(Binary.EQ, variable, type_, number) for number in values if len(values) == 1),
            tuple(_compared(Binary.GE, variable, type_, number) for number in reversed(below[-2:])),
            tuple(_compared(Binary.LE, variable, type_, number) for number in above[:2]),
        )


def _compared(op: Binary, variable: Variable, type_: IntType, number: int) -> Expr:
    return BinaryOp(op, variable, Const(type_, type_.bits(number)))


def signs(parameters: Sequence[Variable]) -> Iterator[tuple[Expr, ...]]:
    """All signed parameters at least zero, and all positive; of two also each alone."""
    signed = [v for v in parameters if isinstance(v.type, IntType) and v.type.signed]
    for number in (0, 1):
        bounds = tuple(BinaryOp(Binary.GE, v, Const(v.type, number)) for v in signed)
        if bounds:
            yield bounds
        if len(bounds) == 2:
            yield from ((bound,) for bound in bounds)
