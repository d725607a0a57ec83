"""Whole programs as text, as a graph and as a document."""

from __future__ import annotations

import json

from dovetail.program.automata import Assumption, GlobalObject, Procedure, Program
from dovetail.program.document import to_json
from dovetail.program.dot import to_dot
from dovetail.program.expressions import Address, Binary, BinaryOp, Variable, const
from dovetail.program.listing import show_program
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Goal,
    GoalInfo,
    GoalKind,
    Havoc,
    Origin,
    Return,
    Skip,
    Store,
    Unsupported,
    Why,
)
from dovetail.program.types import CHAR, INT, VOID, ArrayType, DataModel, PointerType, Target


def line(number: int) -> Position:
    return Position("demo.c", number, 5)


def example() -> Program:
    target = Target(DataModel.ILP32)
    x = Variable("x", "main", INT, "x")
    hidden = Variable("t1", "main", INT)
    counter = Variable("count", "", INT, "count")
    condition = BinaryOp(Binary.LT, x, const(INT, 10))
    main = Procedure("main", (), INT, line(3))
    main.locals += [x, hidden]
    read, then, otherwise, done = (main.new_location() for _ in range(4))
    main.add(main.entry, Havoc(x, Origin.NONDET, "__VERIFIER_nondet_int"), read, line(4))
    main.add(read, Assume(condition, Why.BRANCH), then, line(5))
    main.add(read, Assume(BinaryOp(Binary.GE, x, const(INT, 10)), Why.BRANCH), otherwise, line(5))
    info = CheckInfo(1, "unreach-call", line(6), "main", "a call of reach_error")
    main.add(then, Check(BinaryOp(Binary.LT, x, const(INT, 5)), info), done, line(6))
    main.add(otherwise, Unsupported('inline "assembly"'), main.exit, line(7))
    main.add(done, Return(const(INT, 0)), main.exit, line(8))
    start = Procedure("__start", (), VOID, NOWHERE)
    middle, stored = start.new_location(), start.new_location()
    start.add(start.entry, Assign(counter, const(INT, 3)), middle, NOWHERE)
    start.add(middle, Store(Address("buffer", PointerType(CHAR)), const(CHAR, 65)), stored, NOWHERE)
    start.add(stored, Call(hidden, "main", ()), start.exit, NOWHERE)
    return Program(
        target=target,
        entry="__start",
        user_entry="main",
        procedures={"__start": start, "main": main},
        globals={"count": counter},
        objects={"buffer": GlobalObject("buffer", ArrayType(CHAR, 8), 8, 1, line(1), "buffer")},
        assumptions=(Assumption(line(9), "puts has no body: it touches nothing"),),
        files=("demo.c",),
        properties=("unreach-call",),
    )


def test_a_procedure_lists_its_edges_with_their_lines() -> None:
    lines = show_program(example()).splitlines()
    assert ["int", "main(void)", "//", "demo.c:3"] in [row.split() for row in lines]
    assert "    entry 0, exit 1" in lines
    assert "    locals: int x" in lines
    assert any(row.startswith("    2 -> 3: [x < 10] ") and row.endswith("// demo.c:5") for row in lines)


def test_a_program_lists_everything() -> None:
    text = show_program(example())
    for expected in (
        "program: demo.c",
        "data model: ILP32",
        "int count",
        "char buffer[8]  (object, 8 bytes)",
        "__start(void)",
        "count = 3",
        "#  kind",
        "1  unreach-call  demo.c:6  main  a call of reach_error",
        "demo.c:9: puts has no body: it touches nothing",
        'demo.c:7: inline "assembly"',
    ):
        assert expected in text
    assert "t1" not in text.split("locals:")[1].split("\n")[0]


def with_goals() -> Program:
    program = example()
    main = program.procedures["main"]
    x = main.locals[0]
    for number, kind in ((2, GoalKind.FINAL), (1, GoalKind.SOMETIME)):
        info = GoalInfo(number, line(20 + number), "main", f"x == {number}")
        goal = Goal(kind, BinaryOp(Binary.EQ, x, const(INT, number)), info)
        main.add(main.exit, Skip(goal=goal), main.exit, line(20 + number))
    return program


def test_goals_are_listed_where_there_are_any() -> None:
    assert "goals" not in show_program(example())
    assert to_json(example())["goals"] == []
    program = with_goals()
    assert [goal.ident for goal in program.goals] == [1, 2]
    text = show_program(program)
    assert "goals:\n    #  kind      where" in text
    assert "    1  sometime  demo.c:21  main  x == 1\n    2  final     demo.c:22  main  x == 2\n" in text
    assert "1 -> 1: sometime #1: x == 1" in text
    assert "color=blue" in to_dot(program)
    assert to_json(program)["goals"] == [
        {
            "id": number,
            "kind": kind,
            "position": {"file": "demo.c", "line": 20 + number, "column": 5},
            "procedure": "main",
            "description": f"x == {number}",
        }
        for number, kind in ((1, "sometime"), (2, "final"))
    ]


def test_dot_is_balanced_and_quoted() -> None:
    text = to_dot(example())
    assert text.count("{") == text.count("}")
    assert 'label="2"' in text
    assert 'inline \\"assembly\\"' in text
    assert "style=dashed" in text
    assert to_dot(example().procedures["main"]).startswith("digraph")


def test_the_document_is_json_and_complete() -> None:
    program = example()
    document = json.loads(json.dumps(to_json(program)))
    assert document["format"] == "dovetail-program"
    assert document["data_model"] == "ILP32"
    procedures = {found["name"]: found for found in document["procedures"]}
    main = procedures["main"]
    assert len(main["edges"]) == 6
    assert main["edges"][0] == {
        "source": 0,
        "target": 2,
        "kind": "havoc",
        "text": "x = any int (nondet: __VERIFIER_nondet_int)",
        "position": {"file": "demo.c", "line": 4, "column": 5},
    }
    assert procedures["__start"]["position"] is None
    assert document["checks"][0]["id"] == 1
    assert document["unsupported"][0]["procedure"] == "main"
