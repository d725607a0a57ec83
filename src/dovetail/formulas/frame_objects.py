"""Objects of the stack that stand whenever control is at a location: whose address is known to be one, and
another one than all others'.

A variable in memory has its address in a variable of the Program, which holds anything in a state that is
made up at a cutpoint: null, or the address of another variable. No execution comes to such a state. What is
said here excludes it, holds whatever is written through whatever pointer, and is inductive by itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from dovetail.program.automata import Procedure
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    ObjectSize,
    SameObject,
    Valid,
    Variable,
    negation,
)
from dovetail.program.statements import Allocate, EndLifetime, Statement, Storage, written_variable
from dovetail.program.types import IntType

MOST = 12
"""Objects at one location: there is a fact for each pair of them."""

FrameObjects = Mapping[Variable, int]
"""Variables that hold the start of an object of the stack, each of its own, and its size."""


def frame_objects(procedure: Procedure) -> dict[int, FrameObjects]:
    """What stands at each location that the control flow reaches."""
    known: dict[int, dict[Variable, int]] = {procedure.entry: {}}
    waiting = deque([procedure.entry])
    while waiting:
        location = waiting.popleft()
        for edge in procedure.outgoing[location]:
            after = _after(edge.statement, known[location])
            old = known.get(edge.target)
            if old is not None:
                after = {v: size for v, size in old.items() if after.get(v) == size}
                if len(after) == len(old):
                    continue
            known[edge.target] = after
            waiting.append(edge.target)
    return dict(known)


def _after(statement: Statement, before: dict[Variable, int]) -> dict[Variable, int]:
    match statement:
        case Allocate(target=target, size=Const(value=size), storage=Storage.STACK):
            return {**before, target: size}
        case EndLifetime(pointer=ended):
            return {v: size for v, size in before.items() if v is not ended}
        case _:
            written = written_variable(statement)
            return {v: size for v, size in before.items() if v is not written} if written else before


def facts_about(standing: FrameObjects, spoken_of: Collection[Variable], pointer_bits: int) -> Iterator[Expr]:
    """As conditions, of those variables that can be spoken of."""
    word = IntType(pointer_bits, False)
    chosen = [variable for variable in standing if variable in spoken_of][:MOST]
    for number, variable in enumerate(chosen):
        size = Const(word, standing[variable])
        if standing[variable]:
            yield Valid(variable, size)
        yield BinaryOp(Binary.EQ, ObjectSize(variable, word), size)
        yield negation(Freeable(variable))
        for other in chosen[:number]:
            yield negation(SameObject(variable, other))
