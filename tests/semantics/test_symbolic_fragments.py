"""Fragments are held to concrete execution: with the inputs set to numbers, the same path, values and
violations."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.automata import Edge, GlobalObject, Procedure, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import (
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    const,
    negation,
)
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Copy,
    Fill,
    Free,
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
from dovetail.program.types import INT, LONG_DOUBLE, DataModel, IntType, PointerType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.fragments import Executed, FragmentExecution
from dovetail.semantics.memory import Memory, MemoryFault, Place, Region
from dovetail.semantics.symbolic import Pointer, Symbolic
from dovetail.semantics.symbolic_contents import Supplied
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from thinned import examples

TARGET = Target(DataModel.ILP32)
SIZE = IntType(32, False)
POINTER = PointerType(INT)
A, B, C = (Variable(name, "f", INT) for name in "abc")
P, Q = (Variable(name, "f", POINTER) for name in "pq")
NUMBERS, POINTERS = (A, B, C), (P, Q)
G: Expr = Address("g", POINTER)


def program(procedure: Procedure) -> Program:
    made = Program(TARGET, "f", "f")
    made.procedures["f"] = procedure
    made.objects["g"] = GlobalObject("g", INT, 16, 8, NOWHERE, initial=bytes([7]))
    return made


def op(symbol: str, left: Expr, right: Expr | int) -> Expr:
    binary = {one.value: one for one in Binary}[symbol]
    return BinaryOp(binary, left, const(INT, right) if isinstance(right, int) else right)


def info(number: int) -> CheckInfo:
    return CheckInfo(number, "assertion", NOWHERE, "f", f"check {number}")


class Writer:
    """Writes random structured code: sequences and branches, nested."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.procedure = Procedure("f", (), INT, NOWHERE)
        self.checks = 0

    def number(self, depth: int = 1) -> Expr:
        kind = self.draw(st.integers(0, 4 if depth else 1))
        if kind == 0:
            return const(INT, self.draw(st.integers(-2, 3)))
        if kind == 1:
            return self.draw(st.sampled_from(NUMBERS))
        if kind == 2:
            return Load(self.pointer(), INT)
        if kind == 3:
            return Conditional(self.condition(), self.number(0), self.number(0))
        symbol = self.draw(st.sampled_from(["+", "-", "*", "&"]))
        return op(symbol, self.number(depth - 1), self.number(depth - 1))

    def pointer(self) -> Expr:
        base = self.draw(st.sampled_from([P, Q, G]))
        if self.draw(st.booleans()):
            return base
        index = Cast(IntType(32, True), self.draw(st.sampled_from(NUMBERS)))
        masked = op("&", index, 3)
        offset = op("*", masked, 4) if self.draw(st.booleans()) else const(INT, 4)
        return PointerAdd(base, offset, POINTER)

    def condition(self) -> Expr:
        if self.draw(st.integers(0, 4)) == 0:
            symbol = self.draw(st.sampled_from(["==", "!="]))
            return op(symbol, self.draw(st.sampled_from(POINTERS)), Const(POINTER, 0))
        symbol = self.draw(st.sampled_from(["==", "<", "<=", "!="]))
        return op(symbol, self.draw(st.sampled_from(NUMBERS)), self.number(0))

    def statement(self) -> Statement:
        target, place = self.draw(st.sampled_from(NUMBERS)), self.draw(st.sampled_from(POINTERS))
        match self.draw(st.integers(0, 11)):
            case 0 | 1:
                return Assign(target, self.number())
            case 2 | 3:
                return Store(self.pointer(), self.number(0))
            case 4:
                return Havoc(target, Origin.NONDET, "n")
            case 5:
                self.checks += 1
                return Check(self.condition(), info(self.checks))
            case 6:
                return Assign(place, self.pointer())
            case 7:
                return Allocate(place, const(SIZE, 8), Storage.HEAP, "m")
            case 8:
                return Free(place)
            case 9:
                return Copy(self.pointer(), self.pointer(), const(SIZE, 4))
            case 10:
                return Fill(self.pointer(), const(IntType(8, False), 1), const(SIZE, 4))
            case _:
                why = self.draw(st.sampled_from([Why.ASSUMED, Why.UNDEFINED]))
                return Assume(self.condition(), why) if self.draw(st.booleans()) else Skip()

    def block(self, source: int, depth: int) -> int:
        for _ in range(self.draw(st.integers(0, 3))):
            if depth and self.draw(st.booleans()):
                source = self.branch(source, depth - 1)
            else:
                target = self.procedure.new_location()
                self.procedure.add(source, self.statement(), target, NOWHERE)
                source = target
        return source

    def branch(self, source: int, depth: int) -> int:
        condition = self.condition()
        join = self.procedure.new_location()
        for one in (condition, negation(condition)):
            start = self.procedure.new_location()
            self.procedure.add(source, Assume(one, Why.BRANCH), start, NOWHERE)
            self.procedure.add(self.block(start, depth), Skip(), join, NOWHERE)
        return join

    def whole(self) -> Procedure:
        end = self.block(self.procedure.entry, 3)
        self.procedure.add(end, Return(self.number()), self.procedure.exit, NOWHERE)
        return self.procedure


@st.composite
def procedures(draw: st.DrawFn) -> Procedure:
    return Writer(draw).whole()


class Concretely:
    """A plain interpreter of the same statements."""

    def __init__(self, procedure: Procedure, inputs: list[int]) -> None:
        self.procedure = procedure
        self.inputs = inputs
        self.taken: list[Edge] = []
        self.memory = Memory(TARGET)
        self.memory.declare("g", 16, Region.GLOBAL, initial=bytes([7]))
        self.algebra = Concrete(self.memory)
        self.values: dict[Variable, Any] = dict.fromkeys((*NUMBERS, *POINTERS), 0)
        self.result: Any = None

    def variable(self, variable: Variable) -> Any:
        return self.values[variable]

    def load(self, pointer: Any, type: Any) -> Any:
        return self.memory.load(pointer, type)

    def valid(self, pointer: Any, size: Any, width: int) -> Any:
        raise AssertionError

    def freeable(self, pointer: Any) -> Any:
        raise AssertionError

    def object_size(self, pointer: Any, width: int) -> Any:
        raise AssertionError

    def no_leak(self, running: bool) -> Any:
        raise AssertionError

    def evaluate(self, expr: Expr) -> Any:
        return evaluate(expr, self.algebra, self)

    def run(self) -> str:
        """ "exit", "violation N", "assumed" or "undefined"."""
        here = self.procedure.entry
        while here != self.procedure.exit:
            try:
                for edge in self.procedure.outgoing[here]:
                    end = self.step(edge)
                    if end != "not taken":
                        break
            except MemoryFault:
                return "undefined"
            if end:
                return "assumed" if end == "not taken" else end
            here = edge.target
        return "exit"

    def step(self, edge: Edge) -> str:
        value, memory = self.evaluate, self.memory
        match edge.statement:
            case Assign(target=target, value=expr):
                self.values[target] = value(expr)
            case Assume(condition=condition):
                return "" if value(condition) else "not taken"
            case Check(condition=condition, info=about):
                return "" if value(condition) else f"violation {about.ident}"
            case Store(address=address, value=expr):
                memory.store(value(address), value(expr), INT)
            case Havoc(target=target):
                self.values[target] = self.inputs[edge.source % len(self.inputs)] & 0xFFFFFFFF
            case Allocate(target=target, size=size):
                self.values[target] = memory.allocate(value(size), Place("m", Region.HEAP))
            case Free(pointer=pointer):
                memory.free(value(pointer))
            case Copy(to=to, source=source, size=size):
                memory.copy(value(to), value(source), value(size))
            case Fill(to=to, byte=byte, size=size):
                memory.fill(value(to), value(byte), value(size))
            case Return(value=expr):
                self.result = value(expr)
            case _:
                pass
        return ""


@settings(max_examples=examples(150), deadline=None)
@given(procedures(), st.lists(st.integers(-2, 3), min_size=5, max_size=5))
def test_merged_paths_and_the_path_taken(procedure: Procedure, inputs: list[int]) -> None:
    concrete = Concretely(procedure, inputs)
    end = concrete.run()
    if end == "undefined":
        return  # a read outside of every object gives anything, and the fragment goes on
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits)
    state = SymbolicState.initial(program(procedure), algebra)
    graph = cutpoint_graph(procedure)
    found = FragmentExecution(algebra).run(procedure.entry, graph.region(procedure.entry), state)
    for one in found.inputs:
        number = inputs[one.edge.source % len(inputs)] & 0xFFFFFFFF
        solver.add(algebra.term(algebra.eq(one.value, number, 32)))
    assert solver.check() is Answer.SAT
    model = lambda value: algebra.evaluated(value, solver.value)  # noqa: E731
    arrivals = {target for target, arrival in found.arrivals.items() if model(arrival.guard)}
    assert arrivals == ({procedure.exit} if end == "exit" else set())
    failed = [
        one.check.ident
        for one in found.obligations
        if one.check is not None and model(one.guard) and not model(one.condition)
    ]
    assert failed == ([int(end.split()[1])] if end.startswith("violation") else [])
    if end == "exit":
        state = found.arrivals[procedure.exit].state
        assert model(state.result) == concrete.result  # type: ignore[arg-type]
        for variable in NUMBERS:
            assert model(state.variable(variable)) == concrete.values[variable]
        for offset in range(0, 16, 4):
            place = state.memory.load(Pointer(1, offset), INT)
            assert model(place) == concrete.memory.load(1 << 64 | offset, INT)


def linear(*statements: Statement) -> Procedure:
    procedure = Procedure("f", (), INT, NOWHERE)
    source = procedure.entry
    for statement in statements[:-1]:
        target = procedure.new_location()
        procedure.add(source, statement, target, NOWHERE)
        source = target
    procedure.add(source, statements[-1], procedure.exit, NOWHERE)
    return procedure


def run(
    procedure: Procedure, *, any_start: bool = True
) -> tuple[BitwuzlaSolver, Symbolic[Any], Executed, SymbolicState]:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits)
    make = SymbolicState.arbitrary(program(procedure), algebra, "s") if any_start else None
    state = make or SymbolicState.initial(program(procedure), algebra)
    region = cutpoint_graph(procedure).region(procedure.entry)
    found = FragmentExecution(algebra).run(procedure.entry, region, state)
    for fact in state.facts:
        solver.add(algebra.term(fact))
    return solver, algebra, found, state


def test_a_loop_is_inductive_from_any_state() -> None:
    """while (a < 10) a++; keeps a <= 10."""
    procedure = Procedure("f", (), INT, NOWHERE)
    head, body = procedure.new_location(), procedure.new_location()
    procedure.add(procedure.entry, Assign(A, const(INT, 0)), head, NOWHERE)
    less = op("<", A, 10)
    procedure.add(head, Assume(less, Why.BRANCH), body, NOWHERE)
    procedure.add(head, Assume(negation(less), Why.BRANCH), procedure.exit, NOWHERE)
    procedure.add(body, Assign(A, op("+", A, 1)), head, NOWHERE)
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits)
    state = SymbolicState.arbitrary(program(procedure), algebra, "s")
    found = FragmentExecution(algebra).run(head, cutpoint_graph(procedure).region(head), state)
    assert set(found.arrivals) == {head, procedure.exit}
    invariant = op("<=", A, 10)
    back = found.arrivals[head]
    solver.add(algebra.term(state.evaluate(invariant)))
    broken = algebra.term(algebra.negation(back.state.evaluate(invariant)))
    assert solver.check((algebra.term(back.guard), broken)) is Answer.UNSAT
    assert solver.check((algebra.term(back.guard),)) is Answer.SAT


def test_behind_a_branch_the_guard_is_what_it_was() -> None:
    procedure = Procedure("f", (), INT, NOWHERE)
    join = procedure.new_location()
    for condition, number in ((op("<", A, 5), 1), (op(">=", A, 5), 2)):
        middle = procedure.new_location()
        procedure.add(procedure.entry, Assume(condition, Why.BRANCH), middle, NOWHERE)
        procedure.add(middle, Assign(B, const(INT, number)), join, NOWHERE)
    procedure.add(join, Return(B), procedure.exit, NOWHERE)
    _, algebra, found, _ = run(procedure)
    arrival = found.arrivals[procedure.exit]
    assert algebra.eq(arrival.state.result, 3, 32) is False


def test_an_access_restricts_what_follows() -> None:
    checked = Check(op("!=", P, Const(POINTER, 0)), info(1))
    _, _, found, _ = run(linear(Assign(A, const(INT, 1)), checked, Return(A)))
    assert len(found.obligations) == 1
    procedure = linear(Store(P, const(INT, 1)), checked, Return(A))
    solver, algebra, found, _ = run(procedure)
    (one,) = found.obligations
    violated = (algebra.term(one.guard), algebra.term(algebra.negation(one.condition)))
    assert solver.check(violated) is Answer.UNSAT
    # An access under a condition in one expression restricts nothing.
    safe = BinaryOp(Binary.AND, op("!=", P, Const(POINTER, 0)), op("==", Load(P, INT), 3))
    solver, algebra, found, _ = run(linear(Check(negation(safe), info(1)), checked, Return(A)))
    last = found.obligations[-1]
    violated = (algebra.term(last.guard), algebra.term(algebra.negation(last.condition)))
    assert solver.check(violated) is Answer.SAT


def test_what_is_unsupported_is_an_obligation() -> None:
    procedure = linear(Assume(op("<", A, 3), Why.ASSUMED), Unsupported("inline assembly"))
    _, _, found, _ = run(procedure)
    (one,) = found.obligations
    assert (one.condition, one.check, one.reason) == (False, None, "inline assembly")
    assert found.arrivals == {}
    x = Variable("x", "f", LONG_DOUBLE)
    _, _, found, _ = run(linear(Assign(x, BinaryOp(Binary.ADD, x, x)), Return(A)))
    assert "long double" in found.obligations[0].reason


def test_uninitialised_memory_is_an_input() -> None:
    havoc = HavocMemory(G, const(SIZE, 16), "g")
    checked = Check(op("==", Load(G, INT), 12345), info(1))
    solver, algebra, found, _ = run(linear(havoc, checked, Return(A)), any_start=False)
    (one,) = found.obligations
    for condition in (one.condition, algebra.negation(one.condition)):
        assert solver.check((algebra.term(condition),)) is Answer.SAT
    (taken,) = found.inputs
    assert isinstance(taken.value, Supplied)
    assert taken.value.size == 16
    assert list(taken.value.pieces) == [0]


def test_a_call_is_the_caller_s() -> None:
    procedure = linear(Call(A, "g", ()), Return(A))
    with pytest.raises(ValueError, match="cut at calls"):
        run(procedure)

    def returns_five(edge: Edge, state: SymbolicState) -> SymbolicState:
        state.variables[A] = 5
        return state

    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, TARGET.pointer_bits)
    state = SymbolicState.initial(program(procedure), algebra)
    region = cutpoint_graph(procedure).region(procedure.entry)
    found = FragmentExecution(algebra, call=returns_five).run(procedure.entry, region, state)
    assert found.arrivals[procedure.exit].state.result == 5
    assert state.evaluate(TRUE) is True
