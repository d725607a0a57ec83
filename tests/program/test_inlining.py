"""Inlining: the copies, what stays a procedure, and that runs of the result are runs of the original."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Load, Variable, const, negation
from dovetail.program.inlining import TooLarge, inline, prepared, unroll
from dovetail.program.position import Position
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Goal,
    GoalInfo,
    GoalKind,
    Havoc,
    Origin,
    Return,
    Skip,
    Why,
)
from dovetail.program.types import INT, VOID, DataModel, PointerType, Target
from test_cases import FILES, read_header
from thinned import thinned

LP64 = Target(DataModel.LP64)
AT = Position("t.c", 1, 1)


def procedure(name: str, parameters: tuple[str, ...] = ()) -> Procedure:
    return Procedure(name, [Variable(p, name, INT, p) for p in parameters], INT, AT)


def program(*procedures: Procedure) -> Program:
    return Program(LP64, procedures[0].name, procedures[0].name, {p.name: p for p in procedures})


def local(owner: Procedure, name: str) -> Variable:
    made = Variable(name, owner.name, INT, name)
    if made not in (*owner.locals, *owner.parameters):
        owner.locals.append(made)
    return made


def sequence(owner: Procedure, *statements: object) -> None:
    """One statement after the other; a Return at the end leads to the exit."""
    here = owner.entry
    for statement in statements:
        there = owner.exit if isinstance(statement, Return) else owner.new_location()
        owner.add(here, statement, there, AT)  # type: ignore[arg-type]
        here = there


def plus(left: Expr, right: Expr) -> Expr:
    return BinaryOp(Binary.ADD, left, right)


def run(program: Program, *values: int) -> Run:
    return Executor(program).run(InputVector(values))


def swapping() -> Program:
    """main calls sub(b, a) = b - a twice, the second time on the result of the first."""
    main, sub = procedure("main"), procedure("sub", ("a", "b"))
    a, b = local(main, "a"), local(main, "b")
    sequence(sub, Return(BinaryOp(Binary.SUB, local(sub, "a"), local(sub, "b"))))
    sequence(
        main,
        Assign(a, const(INT, 30)),
        Assign(b, const(INT, 7)),
        Call(a, "sub", (b, a)),
        Call(b, "sub", (a, plus(a, b))),
        Return(plus(a, b)),
    )
    return program(main, sub)


def test_each_copy_has_variables_of_its_own() -> None:
    done = inline(swapping())
    main = done.program.procedures["main"]
    assert list(done.program.procedures) == ["main"]
    assert [v.name for v in main.locals] == ["a", "b", "sub#1.a", "sub#1.b", "sub#2.a", "sub#2.b"]
    assert all(v.scope == "main" for v in main.locals)
    assert [v.source_name for v in main.locals] == ["a", "b", "a", "b", "a", "b"]


def test_a_goal_is_about_the_variables_of_its_copy() -> None:
    main, called = procedure("main"), procedure("called", ("a",))
    info = GoalInfo(1, AT, "called", "a == 3")
    goal = Goal(GoalKind.FINAL, BinaryOp(Binary.EQ, local(called, "a"), const(INT, 3)), info)
    sequence(called, Skip("note", goal), Return(local(called, "a")))
    x = local(main, "x")
    sequence(main, Call(x, "called", (const(INT, 3),)), Call(x, "called", (x,)), Return(x))
    done = inline(program(main, called)).program
    statements = [edge.statement for edge in done.procedures["main"].edges]
    copies = [statement for statement in statements if isinstance(statement, Skip) and statement.goal]
    variables = [Variable(f"called#{number}.a", "main", INT, "a") for number in (1, 2)]
    assert copies == [
        Skip("note", Goal(GoalKind.FINAL, BinaryOp(Binary.EQ, variable, const(INT, 3)), info))
        for variable in variables
    ]
    assert done.goals == [info]


def test_a_copy_computes_what_the_call_did() -> None:
    original = swapping()
    assert run(inline(original).program).end == run(original).end


def test_origins_lead_back() -> None:
    done = inline(swapping())
    main = done.program.procedures["main"]
    found = [done.origin("main", location) for location in main.locations]
    assert found[main.entry].procedure == "main" and found[main.entry].calls == ()
    inside = [whence for whence in found if whence.procedure == "sub"]
    assert {whence.calls[0].copy for whence in inside} == {"sub#1", "sub#2"}
    assert all(call.caller == "main" and call.callee == "sub" for w in inside for call in w.calls)
    assert len({whence.calls[0].location for whence in inside}) == 2


def test_a_recursive_procedure_stays_and_is_inlined_into() -> None:
    main, down, dec = procedure("main"), procedure("down", ("n",)), procedure("dec", ("n",))
    n, m = down.parameters[0], local(down, "m")
    sequence(dec, Return(BinaryOp(Binary.SUB, dec.parameters[0], const(INT, 1))))
    positive = BinaryOp(Binary.GT, n, const(INT, 0))
    more, after, called = down.new_location(), down.new_location(), down.new_location()
    down.add(down.entry, Assume(positive, Why.BRANCH), more, AT)
    down.add(down.entry, Assume(negation(positive), Why.BRANCH), called, AT)
    down.add(more, Call(m, "dec", (n,)), after, AT)
    down.add(after, Call(m, "down", (m,)), called, AT)
    down.add(called, Return(m), down.exit, AT)
    r = local(main, "r")
    sequence(main, Call(r, "down", (const(INT, 5),)), Return(r))
    original = program(main, down, dec)
    done = inline(original).program
    assert list(done.procedures) == ["main", "down"]
    assert done.callees("down") == ["down"]
    assert Variable("dec#1.n", "down", INT, "n") in done.procedures["down"].locals
    assert run(done).end == run(original).end


def test_jumps_are_contracted_but_an_endless_one_stays() -> None:
    main = procedure("main")
    a, b, c = main.new_location(), main.new_location(), main.new_location()
    main.add(main.entry, Assign(local(main, "x"), const(INT, 1)), a, AT)
    main.add(a, Skip(), b, AT)
    main.add(b, Skip(), c, AT)
    main.add(c, Skip(), b, AT)
    done = inline(program(main)).program.procedures["main"]
    edges = list(done.edges)
    assert len(edges) == 2
    assert edges[1].statement == Skip() and edges[1].source == edges[1].target


def test_nothing_leads_back_to_the_entry() -> None:
    main = procedure("main")
    x = local(main, "x")
    zero = BinaryOp(Binary.EQ, x, const(INT, 0))
    read, last = main.new_location(), main.new_location()
    main.add(main.entry, Havoc(x, Origin.NONDET, "any"), read, AT)
    main.add(read, Assume(zero, Why.BRANCH), last, AT)
    main.add(read, Assume(negation(zero), Why.BRANCH), main.entry, AT)
    main.add(last, Return(x), main.exit, AT)
    done = inline(program(main)).program
    made = done.procedures["main"]
    assert not made.incoming[made.entry]
    assert run(done, 4, 5, 0).vector.values == (4, 5, 0)


def test_a_result_that_nobody_wants_is_still_evaluated() -> None:
    main, peek = procedure("main"), procedure("peek")
    sequence(peek, Return(Load(Const(PointerType(INT), 0), INT)))
    sequence(main, Call(None, "peek", ()), Return(const(INT, 0)))
    original = program(main, peek)
    assert run(inline(original).program).end.kind == run(original).end.kind == "undefined"


def test_a_procedure_left_without_a_value_gives_zero() -> None:
    main, quiet = procedure("main"), procedure("quiet")
    quiet.add(quiet.entry, Skip("nothing"), quiet.exit, AT)
    r = local(main, "r")
    sequence(main, Assign(r, const(INT, 9)), Call(r, "quiet", ()), Return(r))
    original = program(main, quiet)
    assert run(inline(original).program).end.exit_code == run(original).end.exit_code == 0


def doubling(levels: int) -> Program:
    """f0 calls f1 twice, f1 calls f2 twice …: the last is copied 2 ** levels times."""
    made = []
    for level in range(levels + 1):
        owner = procedure(f"f{level}", ("n",) if level else ())
        x = local(owner, "x")
        start = owner.parameters[0] if level else const(INT, 1)
        calls = [Call(x, f"f{level + 1}", (plus(x, start),))] * 2 if level < levels else []
        sequence(owner, Assign(x, start), *calls, Assign(x, plus(x, x)), Return(x))
        made.append(owner)
    return program(*made)


def test_too_large_is_said_before_any_work() -> None:
    with pytest.raises(TooLarge, match="are allowed"):
        inline(doubling(200))


@pytest.mark.slow
def test_large_results_are_quick() -> None:
    large = doubling(12)
    start = time.process_time()
    done = inline(large).program.procedures["f0"]
    assert sum(1 for _ in done.edges) > 30_000
    assert time.process_time() - start < 3.0  # about 1 s; room for a busy machine


SAMPLE = FILES[::12]


@pytest.mark.parametrize("path", thinned(SAMPLE, 2), ids=[path.stem for path in SAMPLE])
def test_runs_of_the_result_are_runs_of_the_original(path: Path) -> None:
    expected = read_header(path)
    options = LoadOptions(properties=(expected.property,), data_model=DataModel(expected.data_model))
    original = load([path], options).program
    vector = InputVector.parse(expected.inputs)
    done = inline(original)
    for name, made in done.program.procedures.items():
        assert len(done.origins[name]) == len(made.locations)
    before, after = Executor(original).run(vector), Executor(done.program).run(vector)
    # In a model of a library function the position is that of the call, which is no longer there.
    ends = [(end.kind, end.exit_code, end.check_kind, end.check_id) for end in (before.end, after.end)]
    assert ends[0] == ends[1]
    assert before.inputs == after.inputs or before.vector == after.vector


def test_void_results_need_no_variable() -> None:
    main = procedure("main")
    nothing = Procedure("nothing", (), VOID, AT)
    sequence(nothing, Return(None))
    sequence(main, Call(None, "nothing", ()), Return(const(INT, 3)))
    done = inline(program(main, nothing)).program.procedures["main"]
    assert [type(edge.statement) for edge in done.edges] == [Return]


# ---- recursion to a depth ----------------------------------------------------------------------------------

RECURSIVE = """
extern int __VERIFIER_nondet_int(void);
static int odd(int n);
static int twice(int n) { return 2 * n; }
static int even(int n) { return n == 0 ? twice(n) + 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { return even(__VERIFIER_nondet_int()) + 10; }
"""


def test_recursion_is_inlined_to_a_depth(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(RECURSIVE)
    original = load([path]).program
    inlined = inline(original)
    for depth in (1, 2, 4):
        deeper = unroll(inlined, depth)
        assert list(deeper.program.procedures) == [original.entry]
        assert not any(isinstance(e.statement, Call) for e in deeper.program.procedures[original.entry].edges)
        for n in range(12):
            expected, found = run(original, n).end, run(deeper.program, n).end
            # `even` is entered n // 2 + 1 times, one inside of the other
            if n // 2 + 1 <= depth and (n + 1) // 2 <= depth:
                assert (found.kind, found.exit_code) == (expected.kind, expected.exit_code)
            else:
                assert found.kind is EndKind.UNSUPPORTED
        assert prepared(original, depth).program.procedures.keys() == deeper.program.procedures.keys()
        innermost = max(deeper.origins[original.entry], key=lambda whence: len(whence.calls))
        names = [call.callee for call in innermost.calls]
        assert names[0] == "main" and names.count("even") <= depth


def test_too_deep_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int f(int n) { return n ? f(n - 1) + f(n / 2) : 0; } int main(void) { return f(9); }")
    with pytest.raises(TooLarge):
        unroll(inline(load([path]).program), 30, 5_000)
