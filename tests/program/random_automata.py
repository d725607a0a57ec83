"""Random control-flow automata, for the properties that every automaton must have."""

from __future__ import annotations

from hypothesis import strategies as st

from dovetail.program.automata import Procedure
from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, const
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Assign,
    Call,
    Goal,
    GoalInfo,
    GoalKind,
    Havoc,
    Origin,
    Skip,
    Statement,
)
from dovetail.program.types import INT, VOID

VARIABLES = tuple(Variable(name, "f", INT, name) for name in "abc")
GLOBALS = tuple(Variable(name, "", INT, name) for name in "gh")
EVERY = VARIABLES + GLOBALS
GOAL = GoalInfo(1, NOWHERE, "f", "a < b")


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    target = draw(st.sampled_from(EVERY))
    one: Expr = draw(st.sampled_from(EVERY))
    other: Expr = draw(st.sampled_from(EVERY))
    choices: list[Statement] = [
        Skip(),
        Skip(goal=Goal(GoalKind.SOMETIME, BinaryOp(Binary.LT, one, other), GOAL)),
        Assign(target, BinaryOp(Binary.ADD, one, other)),
        Assign(target, const(INT, 1)),
        Havoc(target, Origin.NONDET, "n"),
        Call(target, "g", (one,)),
    ]
    return draw(st.sampled_from(choices))


@st.composite
def procedures(draw: st.DrawFn, size: int = 12) -> Procedure:
    """Any graph with nothing behind the exit: irreducible, with self loops, parallel edges, dead ends and
    unreachable parts."""
    procedure = Procedure("f", (), VOID, NOWHERE)
    procedure.locals.extend(VARIABLES)
    for _ in range(draw(st.integers(0, size - 2))):
        procedure.new_location()
    places = st.integers(0, len(procedure.locations) - 1)
    for source, target in draw(st.lists(st.tuples(places, places), max_size=2 * size)):
        if source != procedure.exit:
            procedure.add(source, draw(statements()), target, NOWHERE)
    return procedure
