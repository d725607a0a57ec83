"""Variables that hold one known value whenever control is at a location: constant propagation.

The cheapest invariants there are, and inductive by themselves. Programs in the style of generated code are
full of variables that are set once and compared everywhere; without this a predicate about them must travel
back to where they were set. Paths on which an assumption is false by constants alone are not followed. Memory
has no part in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from dovetail.program.automata import Procedure
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjunction,
    substitute,
    variables,
)
from dovetail.program.liveness import Liveness
from dovetail.program.statements import Assign, Assume, Call, Check, Statement, written_variable
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify

Constants = Mapping[Variable, Const]
"""What is known at a location; a variable that is missing may hold anything."""


def constants(procedure: Procedure) -> dict[int, Constants]:
    """What is known at each location that can be reached; locations that cannot are missing."""
    known: dict[int, dict[Variable, Const]] = {procedure.entry: {}}
    waiting = deque([procedure.entry])
    queued = {procedure.entry}
    while waiting:
        location = waiting.popleft()
        queued.discard(location)
        before = known[location]
        for edge in procedure.outgoing[location]:
            after = _after(edge.statement, before)
            if after is None:
                continue
            old = known.get(edge.target)
            if old is None:
                known[edge.target] = after
            else:
                lost = [variable for variable, value in old.items() if after.get(variable) is not value]
                if not lost:
                    continue
                known[edge.target] = {v: value for v, value in old.items() if after.get(v) is value}
            if edge.target not in queued:
                queued.add(edge.target)
                waiting.append(edge.target)
    return dict(known)


def with_constants(expr: Expr, known: Constants) -> Expr:
    """The expression where these variables hold these values."""
    mapping: dict[Expr, Expr] = {v: known[v] for v in variables(expr) if v in known}
    return simplify(substitute(expr, mapping)) if mapping else expr


def equations(known: Constants, live: Liveness, location: int) -> Iterator[Expr]:
    """What is known of the variables that still matter at a location."""
    for variable, value in known.items():
        if live.is_live(variable, location):
            yield BinaryOp(Binary.EQ, variable, value)


def as_condition(known: Constants) -> Expr:
    return conjunction(BinaryOp(Binary.EQ, variable, value) for variable, value in known.items())


def _after(statement: Statement, before: dict[Variable, Const]) -> dict[Variable, Const] | None:
    """What is known after a statement; None if it is never passed."""
    match statement:
        case Assign(target=target, value=value):
            result = with_constants(value, before)
            after = {v: known for v, known in before.items() if v is not target}
            if isinstance(result, Const) and result.type == target.type:
                after[target] = result
            return after
        case Assume(condition=condition) | Check(condition=condition):
            result = with_constants(condition, before)
            if result is FALSE:
                return None
            match result:
                case BinaryOp(
                    op=Binary.EQ, left=Variable(type=IntType()) as variable, right=Const() as value
                ):
                    return {**before, variable: value}  # not of floats: -0.0 equals 0.0 and is another value
                case _:
                    return before
        case Call():
            return {v: known for v, known in before.items() if v.scope and v is not statement.target}
        case _:
            target_ = written_variable(statement)
            if target_ is None or target_ not in before:
                return before
            return {v: known for v, known in before.items() if v is not target_}
