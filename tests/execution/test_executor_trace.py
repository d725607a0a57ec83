"""Runs step by step."""

from __future__ import annotations

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run, edges_of
from dovetail.execution.trace import Change, Phase, Step, Write, trace
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE, PointerAdd, const
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Allocate,
    Assign,
    Call,
    Check,
    Copy,
    Fill,
    Goal,
    GoalInfo,
    GoalKind,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Skip,
    Storage,
    Store,
)
from dovetail.program.types import CHAR, INT, VOID_POINTER
from execution.handmade import LP64, Body, global_variable, info, number, op, parameter, program


def record(executor: Executor, vector: InputVector, max_steps: int = 100_000) -> tuple[list[Step], Run]:
    steps: list[Step] = []
    run = trace(executor, vector, steps.append, max_steps=max_steps)
    return steps, run


def sample() -> Program:
    a = parameter("a", "sub")
    main, sub = Body(), Body("sub", (a,))
    g = global_variable("g")
    x = main.local("x")
    main.do(Havoc(x, Origin.NONDET, "x"), Call(x, "sub", (op("+", x, 1),)))
    big, small = main.branch(op(">", x, 10))
    meet = main.location()
    for here in (big, small):
        main.procedure.add(here, Assign(x, op("+", x, 1)), meet, main.procedure.position)
    main.here = meet
    main.do(Check(FALSE, info(1)))
    sub.set(g, a).give(op("*", a, 2))
    return program(main, sub, globals={"g": g})


def test_each_edge_is_shown_with_what_it_changed() -> None:
    made = sample()
    executor = Executor(made)
    plain = executor.run(InputVector((7,)))
    steps, run = record(executor, InputVector((7,)))
    assert run == plain
    x = made.procedures["main"].locals[0]
    a = made.procedures["sub"].parameters[0]
    g = made.globals["g"]
    assert [(s.phase.value, s.procedure.name, s.depth, s.changes) for s in steps] == [
        ("taken", "main", 0, (Change(x, 0, 7),)),
        ("call", "main", 0, (Change(a, None, 8),)),
        ("taken", "sub", 1, (Change(g, 0, 8),)),
        ("taken", "sub", 1, ()),
        ("returned", "main", 0, (Change(x, 7, 16),)),
        ("taken", "main", 0, ()),
        ("taken", "main", 0, (Change(x, 16, 17),)),
        ("ended", "main", 0, ()),
    ]
    shown = [step.edge for step in steps if step.phase is not Phase.RETURNED]
    assert shown == [taken.edge for taken in edges_of(made, run)]


def test_whether_a_goal_holds_is_shown_and_changes_nothing() -> None:
    main = Body()
    g = global_variable("g")
    x = main.local("x")
    goal = Goal(GoalKind.SOMETIME, op("<", x, g), GoalInfo(1, NOWHERE, "main", "x < g"))
    main.do(Havoc(x, Origin.NONDET, "x"), Skip(goal=goal), Assign(g, op("+", x, 1)), Skip(goal=goal))
    made = program(main.give(number(0)), globals={"g": g})
    steps, run = record(Executor(made), InputVector((7,)))
    assert [step.holds for step in steps if isinstance(step.edge.statement, Skip)] == [False, True]
    assert {step.holds for step in steps if not isinstance(step.edge.statement, Skip)} == {None}
    assert run == Executor(made).run(InputVector((7,)))


def test_stores_are_shown() -> None:
    body = Body()
    p = body.local("p", VOID_POINTER)
    size = LP64.size_t
    later = PointerAdd(p, const(LP64.intptr, 4), VOID_POINTER)
    body.do(
        Allocate(p, const(size, 8), Storage.HEAP, "block"),
        HavocMemory(p, const(size, 2), "block"),
        Store(later, number(-1)),
        Fill(p, const(CHAR, 3), const(size, 2)),
        Copy(later, p, const(size, 2)),
    )
    body.do(Return(number(0)))
    steps, run = record(Executor(program(body)), InputVector((), (b"\x09\x08",)))
    assert run.end.kind is EndKind.NORMAL
    assert [step.writes for step in steps] == [
        (),
        (Write("block", 0, None, b"\x09\x08"),),
        (Write("block", 4, INT, 0xFFFFFFFF),),
        (Write("block", 0, None, b"\x03\x03"),),
        (Write("block", 4, None, b"\x03\x03"),),
        (),
    ]


def test_a_run_that_is_cut_off_shows_what_was_done() -> None:
    body = Body()
    x = body.local("x")
    head = body.here
    assert head is not None
    body.goto(head, Assign(x, op("+", x, 1)))
    steps, run = record(Executor(program(body)), InputVector(), max_steps=10)
    assert run.end.kind is EndKind.BUDGET
    assert len(steps) == run.steps == 10
