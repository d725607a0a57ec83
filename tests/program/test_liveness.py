"""Liveness agrees with its definition: some path reads the variable before it is assigned."""

from __future__ import annotations

from hypothesis import given, settings

from dovetail.program.automata import Procedure
from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, const, variables
from dovetail.program.liveness import liveness
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Assign,
    Call,
    Goal,
    GoalInfo,
    GoalKind,
    Return,
    Skip,
    Statement,
    expressions_of,
    written_variable,
)
from dovetail.program.types import INT, VOID
from program.random_automata import EVERY, GLOBALS, procedures
from thinned import examples

X, Y = (Variable(name, "f", INT, name) for name in "xy")
G = Variable("g", "", INT, "g")


def reads(statement: Statement, variable: Variable) -> bool:
    if isinstance(statement, Call) and not variable.scope:
        return True
    return any(variable in variables(expr) for expr in expressions_of(statement))


def live_by_definition(procedure: Procedure, variable: Variable, start: int) -> bool:
    seen, stack = {start}, [start]
    while stack:
        location = stack.pop()
        if location == procedure.exit and not variable.scope:
            return True
        for edge in procedure.outgoing[location]:
            if reads(edge.statement, variable):
                return True
            if written_variable(edge.statement) is not variable and edge.target not in seen:
                seen.add(edge.target)
                stack.append(edge.target)
    return False


@settings(max_examples=examples(100))
@given(procedures())
def test_live_means_that_a_path_reads_it(procedure: Procedure) -> None:
    found = liveness(procedure, GLOBALS)
    for location in procedure.locations:
        for variable in EVERY:
            expected = live_by_definition(procedure, variable, location)
            assert found.is_live(variable, location) == expected
        assert found.at(location) == {v for v in EVERY if found.is_live(v, location)}


def test_a_return_value_and_globals_are_live() -> None:
    procedure = Procedure("f", (X,), INT, NOWHERE)
    middle = procedure.new_location()
    procedure.add(procedure.entry, Assign(Y, BinaryOp(Binary.ADD, X, G)), middle, NOWHERE)
    procedure.add(middle, Return(Y), procedure.exit, NOWHERE)
    found = liveness(procedure)
    assert found.at(procedure.entry) == {X, G}
    assert found.at(middle) == {Y, G}
    assert found.at(procedure.exit) == {G}


def test_what_a_goal_is_about_is_live() -> None:
    procedure = Procedure("f", (X,), INT, NOWHERE)
    middle = procedure.new_location()
    info = GoalInfo(1, NOWHERE, "f", "x < y")
    goal = Goal(GoalKind.SOMETIME, BinaryOp(Binary.LT, X, Y), info)
    procedure.add(procedure.entry, Skip(goal=goal), middle, NOWHERE)
    procedure.add(middle, Return(None), procedure.exit, NOWHERE)
    found = liveness(procedure)
    assert found.at(procedure.entry) == {X, Y}
    assert found.at(middle) == set()


def test_large_procedures_are_quick() -> None:
    procedure = Procedure("f", (), VOID, NOWHERE)
    many = [Variable(f"v{number}", "f", INT) for number in range(2000)]
    procedure.locals.extend(many)
    at = procedure.entry
    for number in range(20_000):
        following = procedure.new_location()
        value: Expr = many[(7 * number) % 2000] if number % 3 else const(INT, 1)
        procedure.add(at, Assign(many[number % 2000], value), following, NOWHERE)
        at = following
    procedure.add(at, Assign(many[0], many[1]), procedure.entry, NOWHERE)
    found = liveness(procedure)
    assert found.masks[procedure.entry]
