"""The executor: every statement, every end, both streams, deep recursion, budgets, observers, paths."""

from __future__ import annotations

import random
import sys
from itertools import pairwise

import pytest

from dovetail.execution.ends import End, EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run, edges_of
from dovetail.frontend.builder import BOOL_BIT
from dovetail.program.automata import Program
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    NoLeak,
    PointerAdd,
    Valid,
    Variable,
    const,
)
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Skip,
    Statement,
    Storage,
    Store,
    Unsupported,
    Why,
)
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG_DOUBLE,
    UCHAR,
    UINT,
    VOID,
    VOID_POINTER,
    ArrayType,
    Type,
)
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from execution.handmade import (
    ILP32,
    LP64,
    Body,
    address,
    at,
    global_object,
    global_variable,
    info,
    number,
    op,
    parameter,
    program,
)
from thinned import thinned

SIZE = LP64.size_t
OFFSET = LP64.intptr


def run(made: Program, *values: int | float, memory: tuple[bytes, ...] = (), **options: int) -> Run:
    return Executor(made).run(InputVector(values, memory), **options)  # type: ignore[arg-type]


def result(body: Body, *values: int | float, memory: tuple[bytes, ...] = ()) -> int | None:
    done = run(program(body), *values, memory=memory)
    assert done.end.kind is EndKind.NORMAL, done.end
    return done.end.exit_code


def end(*statements: Statement, body: Body | None = None) -> End:
    body = body or Body()
    return run(program(body.do(*statements).give(0))).end


def bytes_of(count: int) -> Const:
    return const(SIZE, count)


def moved(pointer: Expr, offset: int) -> Expr:
    return PointerAdd(pointer, const(OFFSET, offset), VOID_POINTER)


# Statements


def test_assign_and_skip() -> None:
    body = Body()
    x = body.local("x")
    assert result(body.do(Skip("nothing"), Assign(x, number(-5))).give(op("*", x, 3))) == -15


def test_variables_start_as_zero() -> None:
    body = Body()
    x, y = body.local("x"), body.local("y", DOUBLE)
    assert result(body.give(op("+", x, Cast(INT, y)))) == 0  # type: ignore[arg-type]


def test_store_and_load_of_each_kind() -> None:
    body = Body()
    p, q = body.local("p", VOID_POINTER), body.local("q", VOID_POINTER)
    body.do(
        Allocate(p, bytes_of(64), Storage.HEAP, "block"),
        Store(p, number(-2)),
        Store(moved(p, 8), moved(p, 4)),
        Store(moved(p, 16), Const(DOUBLE, 0x4004000000000000)),
        Store(moved(p, 24), const(UCHAR, 200)),
        Assign(q, Load(moved(p, 8), VOID_POINTER)),
        Store(q, number(40)),
    )
    total: Expr = op("+", Load(p, INT), Load(moved(p, 4), INT))  # type: ignore[arg-type]
    total = BinaryOp(Binary.ADD, total, Cast(INT, Load(moved(p, 16), DOUBLE)))
    total = BinaryOp(Binary.ADD, total, Cast(INT, Load(moved(p, 24), UCHAR)))
    assert result(body.give(total)) == -2 + 40 + 2 + 200


def test_copy_and_fill() -> None:
    body = Body()
    p = body.local("p", VOID_POINTER)
    body.do(
        Allocate(p, bytes_of(16), Storage.STACK, "a"),
        Fill(p, const(CHAR, 1), bytes_of(4)),
        Copy(moved(p, 6), p, bytes_of(4)),
        Fill(Const(VOID_POINTER, 0), const(CHAR, 1), bytes_of(0)),
        Copy(Const(VOID_POINTER, 0), p, bytes_of(0)),
    )
    assert result(body.give(Load(moved(p, 4), INT))) == 0x01010000


def test_globals_are_zero_at_the_start_of_each_run() -> None:
    body = Body()
    g = global_variable("g")
    array = global_object("array", ArrayType(INT, 4), 16)
    slot = moved(address("array"), 4)
    body.do(
        Assign(g, op("+", g, 1)),
        Store(slot, BinaryOp(Binary.ADD, Load(slot, INT), number(1))),
    ).give(BinaryOp(Binary.ADD, op("*", g, 10), Load(slot, INT)))
    executor = Executor(program(body, globals={"g": g}, objects={"array": array}))
    for _ in range(3):
        assert executor.run(InputVector()).end.exit_code == 11


def test_calls_pass_values_and_share_globals() -> None:
    main = Body()
    g = global_variable("g")
    a, b = parameter("a", "sub"), parameter("b", "sub")
    sub = Body("sub", (a, b))
    sub.set(g, op("+", g, 100)).set(a, op("*", a, 2)).give(BinaryOp(Binary.SUB, a, b))
    x = main.local("x")
    main.do(Call(x, "sub", (number(5), number(3))), Call(None, "sub", (number(1), number(1))))
    main.give(op("+", BinaryOp(Binary.ADD, x, g), 0))
    made = program(main, sub, globals={"g": g})
    done = run(made)
    assert done.end.exit_code == 207
    assert done.steps == 3 + 2 * 3


def test_a_void_procedure_may_end_without_a_return() -> None:
    main, sub = Body(), Body("sub", (), VOID)
    g = global_variable("g")
    sub.goto(sub.procedure.exit, Assign(g, number(4)))
    main.do(Call(None, "sub", ()), Call(None, "sub", ())).give(op("+", g, 0))
    made = program(main, sub, globals={"g": g})
    done = run(made)
    assert (done.end.exit_code, done.steps) == (4, 5)
    assert [taken.edge.source for taken in edges_of(made, done)] == [0, 0, 2, 0, 3]


def test_memory_dies() -> None:
    body = Body()
    p, q = body.local("p", VOID_POINTER), body.local("q", VOID_POINTER)
    body.do(
        Allocate(p, bytes_of(4), Storage.HEAP, "h"),
        Allocate(q, bytes_of(4), Storage.STACK, "s"),
        Free(p),
        Free(Const(VOID_POINTER, 0)),
        EndLifetime(q),
        Check(BinaryOp(Binary.EQ, Cast(INT, Valid(p, bytes_of(1))), number(0)), info(1)),
        Check(BinaryOp(Binary.EQ, Cast(INT, Valid(q, bytes_of(1))), number(0)), info(2)),
    )
    assert result(body.give(0)) == 0


def test_no_leak_sees_globals() -> None:
    body = Body()
    g = global_variable("g", VOID_POINTER)
    body.do(
        Allocate(g, bytes_of(4), Storage.HEAP, "h"),
        Check(NoLeak(), info(1)),
        Assign(g, Const(VOID_POINTER, 0)),
        Check(NoLeak(), info(2)),
    ).give(0)
    done = run(program(body, globals={"g": g}))
    assert (done.end.kind, done.end.check_id) == (EndKind.VIOLATION, 2)


def test_no_leak_sees_the_variables_of_procedures_that_run() -> None:
    main, sub = Body(), Body("sub")
    kept, lost = main.local("kept", VOID_POINTER), main.local("lost", VOID_POINTER)
    sub.do(Check(NoLeak(running=True), info(1))).give(0)
    main.do(
        Allocate(kept, bytes_of(4), Storage.HEAP, "h"),
        Allocate(lost, bytes_of(4), Storage.HEAP, "h"),
        Call(None, "sub", ()),
        Assign(lost, Const(VOID_POINTER, 0)),
        Call(None, "sub", ()),
    ).give(0)
    done = run(program(main, sub))
    assert (done.end.kind, done.steps) == (EndKind.VIOLATION, 8)


# Ends


def test_halt_ends_the_run_at_any_depth() -> None:
    main, sub = Body(), Body("sub")
    sub.do(Halt(number(-1)))
    main.do(Call(None, "sub", ())).give(0)
    made = program(main, sub)
    done = run(made)
    assert (done.end.kind, done.end.exit_code) == (EndKind.NORMAL, -1)
    assert [activation.procedure for activation in done.stack] == ["main", "sub"]
    assert done.steps == 2


def test_violation() -> None:
    found = end(Check(TRUE, info(1)), Check(FALSE, info(2, "overflow")))
    assert found == End(EndKind.VIOLATION, None, "overflow", 2, at(2), "check 2")


@pytest.mark.parametrize(
    ("why", "kind"),
    [
        (Why.ASSUMED, EndKind.ASSUMPTION),
        (Why.BRANCH, EndKind.ASSUMPTION),
        (Why.UNDEFINED, EndKind.UNDEFINED),
    ],
)
def test_assumptions(why: Why, kind: EndKind) -> None:
    body = Body()
    x = body.local("x")
    found = end(Assign(x, number(1)), Assume(op("==", x, 0), why, "because"), body=body)
    assert (found.kind, found.detail, found.position) == (kind, "because", at(3))


def test_unsupported() -> None:
    assert end(Unsupported("inline assembly")).kind is EndKind.UNSUPPORTED
    body = Body()
    x = body.local("x", LONG_DOUBLE)
    found = end(Assign(x, Const(LONG_DOUBLE, 0)), body=body)
    assert found.kind is EndKind.UNSUPPORTED
    assert "long double" in found.detail


@pytest.mark.parametrize(
    ("statements", "detail"),
    [
        (lambda p: [Store(Const(VOID_POINTER, 0), number(1))], "null pointer dereferenced"),
        (lambda p: [Store(moved(p, 40), number(1))], "write of 4 bytes at offset 40 of `a` (40 bytes)"),
        (lambda p: [Free(p), Store(p, number(1))], "use after free of `a`"),
        (lambda p: [Free(p), Free(p)], "double free of `a`"),
        (lambda p: [Free(moved(p, 4))], "free of offset 4 of `a`"),
        (
            lambda p: [Fill(p, const(CHAR, 0), bytes_of(41))],
            "write of 41 bytes at offset 0 of `a` (40 bytes)",
        ),
        (lambda p: [Copy(p, moved(p, 36), bytes_of(5))], "read of 5 bytes at offset 36 of `a` (40 bytes)"),
    ],
)
def test_undefined_accesses(statements: object, detail: str) -> None:
    body = Body()
    p = body.local("p", VOID_POINTER)
    found = end(Allocate(p, bytes_of(40), Storage.HEAP, "a"), *statements(p), body=body)  # type: ignore[operator]
    assert (found.kind, found.detail) == (EndKind.UNDEFINED, detail)


def test_a_constant_can_be_written_by_the_start_only() -> None:
    start, main = Body("start"), Body("main")
    text = global_object("text", ArrayType(CHAR, 4), 4, constant=True)
    start.do(Store(address("text"), const(CHAR, 104)), Call(None, "main", ())).give(0)
    main.do(Check(op("==", Load(address("text"), CHAR), 104), info(1)))
    main.do(Store(address("text"), const(CHAR, 105))).give(0)
    found = run(program(start, main, objects={"text": text})).end
    assert (found.kind, found.detail) == (EndKind.UNDEFINED, "write to the constant `text`")


def loop_forever() -> Body:
    body = Body()
    x = body.local("x")
    head = body.here
    assert head is not None
    body.set(x, op("+", x, 1))
    body.goto(head, Skip())
    return body


def test_steps_are_limited() -> None:
    done = run(program(loop_forever()), max_steps=1000)
    assert (done.end.kind, done.end.detail) == (EndKind.BUDGET, "steps")
    assert 990 <= done.steps <= 1000


def test_memory_is_limited() -> None:
    body = Body()
    p = body.local("p", VOID_POINTER)
    found = end(Allocate(p, bytes_of(1 << 40), Storage.HEAP, "huge"), body=body)
    assert found.kind is EndKind.BUDGET
    assert "huge" in found.detail


# Inputs


@pytest.mark.parametrize(
    ("type_", "entry", "used", "kept"),
    [
        (INT, 5, 5, 5),
        (INT, 2**32 + 7, 7, 7),
        (INT, -1, 2**32 - 1, -1),
        (UINT, -1, 2**32 - 1, 2**32 - 1),
        (CHAR, 200, 200, -56),
        (INT, -2.9, 2**32 - 2, -2),
        (BOOL_BIT, 256, 1, 1),
        (UCHAR, 256, 0, 0),
        (DOUBLE, 3, 3.0, 3.0),
        (FLOAT, 0.1, 0.10000000149011612, 0.10000000149011612),
        (VOID_POINTER, 0, 0, 0),
        (VOID_POINTER, 0x1234, 0x1234, 0x1234),
    ],
)
def test_values(type_: Type, entry: int | float, used: int | float, kept: int | float) -> None:
    body = Body()
    x = body.local("x", type_)
    body.do(Havoc(x, Origin.NONDET, "nondet"))
    seen: list[object] = []
    here = body.here
    assert here is not None
    body.give(0)
    executor = Executor(program(body))
    done = executor.run(
        InputVector((entry,)), observers=[observe([("main", here)], lambda f: seen.append(f.variable(x)))]
    )
    assert seen == [used]
    (consumed,) = done.inputs
    assert (consumed.origin, consumed.name, consumed.value) == (Origin.NONDET, "nondet", kept)
    assert consumed.type == type_
    assert executor.run(done.vector).vector == done.vector


def test_both_streams_are_consumed_in_order_and_zero_at_their_end() -> None:
    body = Body()
    a, b, c, d = (body.local(name) for name in "abcd")
    p = body.local("p", VOID_POINTER)
    body.do(
        Havoc(a, Origin.NONDET, "first"),
        Havoc(b, Origin.UNINITIALISED, "b"),
        Allocate(p, bytes_of(6), Storage.HEAP, "block"),
        HavocMemory(p, bytes_of(6), "block"),
        Havoc(c, Origin.EXTERNAL, "outside"),
        Havoc(d, Origin.UNINITIALISED, "d"),
    )
    total = op("+", BinaryOp(Binary.ADD, a, b), 0)
    for item in (c, d, Load(p, INT), Cast(INT, Load(moved(p, 4), UCHAR))):
        total = BinaryOp(Binary.ADD, total, item)
    body.give(total)
    done = run(program(body), 1000, memory=(b"\x05", b"\x01\x02\0\0\x07\x08\x09\x0a"))
    assert done.end.exit_code == 1000 + 5 + 0x201 + 7
    assert [(c.origin.value, c.name, c.value) for c in done.inputs] == [
        ("nondet", "first", 1000),
        ("uninitialised", "b", b"\x05\0\0\0"),
        ("uninitialised", "block", b"\x01\x02\0\0\x07\x08"),
        ("external", "outside", 0),
        ("uninitialised", "d", b"\0\0\0\0"),
    ]
    assert done.vector == InputVector((1000, 0), (b"\x05\0\0\0", b"\x01\x02\0\0\x07\x08", b"\0\0\0\0"))


# Control flow


def collatz() -> Program:
    """Loops, a choice that meets again, and a jump out of the middle."""
    body = Body()
    n, count = body.local("n"), body.local("count")
    body.do(Havoc(n, Origin.NONDET, "n"))
    head = body.here
    assert head is not None
    more, out = body.branch(op("!=", n, 1))
    body.here = more
    even, odd = body.branch(op("==", op("&", n, 1), 0))
    meet = body.location()
    body.here = even
    body.goto(meet, Assign(n, op("/", n, 2)))
    body.here = odd
    body.goto(meet, Assign(n, op("+", op("*", n, 3), 1)))
    body.here = meet
    body.set(count, op("+", count, 1))
    body.branch_to(op(">", count, 200), out, head)
    body.here = out
    body.give(count)
    return program(body)


def collatz_steps(n: int) -> int:
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


@pytest.mark.parametrize("n", [1, 2, 3, 7, 27, 97])
def test_structured_control_flow(n: int) -> None:
    assert run(collatz(), n).end.exit_code == collatz_steps(n)


def test_the_path_can_be_followed() -> None:
    made = collatz()
    done = run(made, 6)
    taken = list(edges_of(made, done))
    assert len(taken) == done.steps
    assert taken[0].edge.source == made.procedures["main"].entry
    for before, after in pairwise(taken):
        assert before.edge.target == after.edge.source
    assert taken[-1].edge.target == made.procedures["main"].exit
    unrecorded = Executor(made).run(InputVector((6,)), record_path=False)
    assert unrecorded.path is None
    assert (unrecorded.steps, unrecorded.end) == (done.steps, done.end)
    with pytest.raises(ValueError, match="not recorded"):
        next(edges_of(made, unrecorded))


def test_the_path_goes_through_calls_and_ends_where_the_run_does() -> None:
    a = parameter("a", "sub")
    main, sub = Body(), Body("sub", (a,))
    positive, other = sub.branch(op(">", a, 0))
    sub.here = other
    sub.do(Check(FALSE, info(1)))
    sub.here = positive
    sub.give(a)
    x = main.local("x")
    main.do(Call(x, "sub", (number(1),)), Call(x, "sub", (number(0),)), Assign(x, number(9))).give(0)
    made = program(main, sub)
    done = run(made)
    assert done.end.kind is EndKind.VIOLATION
    trail = [
        (taken.procedure.name, taken.depth, type(taken.edge.statement).__name__)
        for taken in edges_of(made, done)
    ]
    assert trail == [
        ("main", 0, "Call"),
        ("sub", 1, "Assume"),
        ("sub", 1, "Return"),
        ("main", 0, "Call"),
        ("sub", 1, "Assume"),
        ("sub", 1, "Check"),
    ]


def random_automaton(seed: int) -> Program:
    """Any goto whatever: many locations, each with one or two edges to anywhere."""
    source = random.Random(seed)
    body = Body()
    x, steps = body.local("x"), body.local("steps")
    body.do(Havoc(x, Origin.NONDET, "x"))
    count = source.randrange(2, 40)
    places = [body.location() for _ in range(count)]
    body.goto(places[0], Skip())
    for place in places:
        body.here = place
        kind = source.random()
        if kind < 0.08:
            body.give(x)
        elif kind < 0.5:
            change = op(source.choice("+*^"), x, source.randrange(1, 9))
            body.goto(source.choice(places), Assign(x, change))
        else:
            body.do(Assign(steps, op("+", steps, 1)))
            condition = op("==", op("&", op(">>", x, source.randrange(8)), 1), 0)
            body.branch_to(condition, source.choice(places), source.choice(places))
    return program(body)


class Variables:
    def __init__(self) -> None:
        self.values: dict[str, int] = {}

    def variable(self, variable: Variable) -> int:
        return self.values.get(variable.name, 0)


def walk(made: Program, value: int, limit: int) -> tuple[list[int], int | None]:
    """A tree-walking interpreter of such automata: the sources of the edges taken, and the result, if any."""
    state, algebra = Variables(), Concrete(Memory(LP64))
    procedure = made.procedures["main"]
    location, trail = procedure.entry, []
    while len(trail) < limit:
        for edge in procedure.outgoing[location]:
            statement = edge.statement
            if isinstance(statement, Assume) and not evaluate(statement.condition, algebra, state):  # type: ignore
                continue
            break
        trail.append(location)
        match edge.statement:
            case Assign(target=target, value=expr):
                state.values[target.name] = evaluate(expr, algebra, state)  # type: ignore
            case Havoc(target=target):
                state.values[target.name] = value
            case Return(value=expr):
                assert expr is not None
                return trail, evaluate(expr, algebra, state)  # type: ignore
        location = edge.target
    return trail, None


@pytest.mark.parametrize("seed", thinned(range(60), 6))
def test_any_control_flow_is_compiled_faithfully(seed: int) -> None:
    made = random_automaton(seed)
    executor = Executor(made)
    for value in (0, 1, 0xABCDE, 12345):
        trail, expected = walk(made, value, 3000)
        done = executor.run(InputVector((value,)), max_steps=2000)
        sources = [taken.edge.source for taken in edges_of(made, done)]
        assert sources == trail[: len(sources)]
        if done.end.kind is EndKind.NORMAL:
            assert expected is not None
            assert done.steps == len(trail)
            assert done.end.exit_code == INT.number(expected)
        else:
            assert done.end.kind is EndKind.BUDGET
            assert len(trail) > done.steps


def test_a_long_chain_of_choices_compiles() -> None:
    """A switch of 500 cases: deeper than Python can nest."""
    body = Body()
    x = body.local("x")
    body.do(Havoc(x, Origin.NONDET, "x"))
    meet = body.location()
    for case in range(500):
        hit, miss = body.branch(op("==", x, case))
        body.here = hit
        body.goto(meet, Assign(x, number(case * 2)))
        body.here = miss
    body.goto(meet, Assign(x, number(-1)))
    body.here = meet
    body.give(x)
    executor = Executor(program(body))
    for value, expected in [(0, 0), (39, 78), (41, 82), (250, 500), (499, 998), (500, -1)]:
        assert executor.run(InputVector((value,))).end.exit_code == expected


# Recursion


def recursive(local_memory: bool = False) -> Program:
    """sum(n) = n == 0 ? 0 : n + sum(n - 1)."""
    n = parameter("n", "sum")
    main, sub = Body(), Body("sum", (n,))
    zero, more = sub.branch(op("==", n, 0))
    sub.here = zero
    sub.give(0)
    sub.here = more
    rest = sub.local("rest")
    p = sub.local("p", VOID_POINTER)
    if local_memory:
        sub.do(Allocate(p, bytes_of(4), Storage.STACK, "local"), Store(p, n))
    sub.do(Call(rest, "sum", (op("-", n, 1),)))
    if local_memory:
        sub.do(Assign(n, Load(p, INT)), EndLifetime(p))
    sub.give(BinaryOp(Binary.ADD, n, rest))
    x = main.local("x")
    main.do(Havoc(x, Origin.NONDET, "x"), Call(x, "sum", (x,))).give(x)
    return program(main, sub)


@pytest.mark.parametrize("local_memory", [False, True])
def test_deep_recursion(local_memory: bool) -> None:
    limit = sys.getrecursionlimit()
    executor = Executor(recursive(local_memory))
    for depth in (10, 10_000, 60_000):
        done = executor.run(InputVector((depth,)))
        assert done.end.exit_code == INT.number((depth * (depth + 1) // 2) % 2**32)
    assert sys.getrecursionlimit() == limit


def test_endless_recursion_overflows_the_stack() -> None:
    executor = Executor(recursive())
    done = executor.run(InputVector((-1,)))
    assert (done.end.kind, done.end.detail) == (EndKind.UNDEFINED, "stack overflow (depth 100001)")
    assert len(done.stack) == 100
    again = executor.run(InputVector((-1,)))
    assert again == done
    assert executor.run(InputVector((-1,)), max_steps=1000).end.kind is EndKind.BUDGET


# Observers


def test_observers_see_states() -> None:
    body = Body()
    i, total = body.local("i"), body.local("total")
    g = global_variable("g", VOID_POINTER)
    body.do(Allocate(g, bytes_of(40), Storage.HEAP, "h"))
    head = body.here
    assert head is not None
    more, out = body.branch(op("<", i, 3))
    body.here = more
    slot = PointerAdd(g, op("*", Cast(OFFSET, i), 4), VOID_POINTER)
    body.do(Store(slot, op("*", i, 7)), Assign(total, op("+", total, 5)))
    body.goto(head, Assign(i, op("+", i, 1)))
    body.here = out
    body.give(total)
    made = program(body, globals={"g": g})
    executor = Executor(made)
    plain = executor.run(InputVector())
    seen: list[tuple[object, ...]] = []

    def look(frame: Frame) -> None:
        holds = frame.evaluate(BinaryOp(Binary.EQ, op("*", i, 5), total))
        second = frame.evaluate(Load(PointerAdd(g, const(OFFSET, 4), VOID_POINTER), INT))
        seen.append((frame.variable(i), frame.variables()[total], holds, second, frame.depth, frame.steps))

    results: list[object] = []
    observers = [
        observe([("main", head)], look),
        observe([("main", made.procedures["main"].exit)], lambda frame: results.append(frame.result)),
    ]
    done = executor.run(InputVector(), observers=observers)
    assert done == plain
    assert seen == [
        (0, 0, True, 0, 0, 1),
        (1, 5, True, 0, 0, 5),
        (2, 10, True, 7, 0, 9),
        (3, 15, True, 7, 0, 13),
    ]
    assert results == [15]


def test_observers_see_the_activation_that_is_running() -> None:
    made = recursive()
    sub = made.procedures["sum"]
    seen: list[tuple[object, int]] = []
    watch = observe(
        [("sum", sub.exit)], lambda frame: seen.append((frame.variable(sub.parameters[0]), frame.depth))
    )
    Executor(made).run(InputVector((2,)), observers=[watch])
    assert seen == [(0, 3), (1, 2), (2, 1)]


def test_what_an_observer_raises_comes_out_and_the_executor_can_go_on() -> None:
    made = collatz()
    executor = Executor(made)

    def fail(frame: Frame) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        executor.run(InputVector((3,)), observers=[observe([("main", 0)], fail)])
    assert executor.run(InputVector((3,))).end.exit_code == collatz_steps(3)

    def again(frame: Frame) -> None:
        executor.run(InputVector())

    with pytest.raises(RuntimeError, match="is running"):
        executor.run(InputVector((3,)), observers=[observe([("main", 0)], again)])


# The rest


def test_the_same_vector_gives_the_same_run() -> None:
    executor = Executor(collatz())
    first = executor.run(InputVector((27,)))
    executor.run(InputVector((5,)))
    assert executor.run(InputVector((27,))) == first


def test_a_32_bit_target() -> None:
    body = Body()
    p = body.local("p", VOID_POINTER)
    body.do(Allocate(p, const(ILP32.size_t, 8), Storage.HEAP, "h"), Store(p, p))
    body.give(Cast(INT, BinaryOp(Binary.EQ, Load(p, INT), Cast(INT, p))))
    assert run(program(body, target=ILP32)).end.exit_code == 1


def test_a_malformed_program_is_refused() -> None:
    body = Body()
    body.do(Assign(Variable("ghost", "main", INT), number(1))).give(0)
    with pytest.raises(ValueError, match="ghost"):
        run(program(body))
    body = Body()
    body.do(Call(None, "nowhere", ())).give(0)
    with pytest.raises(ValueError, match="nowhere"):
        run(program(body))
    body = Body()
    body.do(Skip())
    with pytest.raises(AssertionError):
        run(program(body))
