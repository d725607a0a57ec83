"""The code algebra is held to the concrete one: random expressions, compiled and walked, in the same state."""

from __future__ import annotations

import math

import pytest
from execution.handmade import ILP32, LP64, Body, number, op, program
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Freeable,
    Load,
    ObjectSize,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    const,
)
from dovetail.program.statements import Allocate, Assign, Assume, Havoc, HavocMemory, Origin, Storage, Why
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    VOID_POINTER,
    FloatType,
    IntType,
    Target,
    Type,
)
from dovetail.semantics.concrete import Value

INTEGERS = [CHAR, UCHAR, SHORT, INT, UINT, LLONG, ULLONG, IntType(24, False)]
ARITHMETIC = [op for op in Binary if not op.compares and not op.logical]
COMPARE = [op for op in Binary if op.compares]
FLOAT_OPS = [Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV]


def variable(name: str, type_: Type) -> Variable:
    return Variable(name, "main", type_)


def leaf(type_: Type) -> st.SearchStrategy[Expr]:
    names = [variable(f"{prefix}_{type_}", type_) for prefix in "ab"]
    if isinstance(type_, IntType):
        edges = [0, 1, -1, type_.minimum, type_.maximum, type_.width]
        return st.sampled_from([*names, *(const(type_, edge) for edge in edges)])
    if isinstance(type_, FloatType):
        bits = st.integers(0, (1 << type_.width) - 1)
        return st.sampled_from(names) | bits.map(lambda pattern: Const(type_, pattern))
    return st.sampled_from([*names, Const(VOID_POINTER, 0)])


def integers(target: Target, depth: int) -> st.SearchStrategy[Expr]:
    return st.sampled_from(INTEGERS).flatmap(lambda type_: integer(type_, target, depth))


def integer(type_: IntType, target: Target, depth: int) -> st.SearchStrategy[Expr]:
    if depth == 0:
        return leaf(type_)
    below = st.deferred(lambda: integer(type_, target, depth - 1))
    others = st.deferred(lambda: integers(target, depth - 1))
    pointers = pointer(target, depth - 1)
    address = leaf(VOID_POINTER).map(lambda base: Load(base, type_))
    return st.one_of(
        leaf(type_),
        st.builds(lambda o, a, b: BinaryOp(o, a, b), st.sampled_from(ARITHMETIC), below, below),
        st.builds(lambda o, a: UnaryOp(o, a), st.sampled_from([Unary.NEGATE, Unary.COMPLEMENT]), below),
        st.builds(lambda a, b: BinaryOp(Binary.SHL, a, b), below, others),
        st.builds(lambda a: Cast(type_, a), others),
        st.builds(lambda a: Cast(type_, a), floating(target, depth - 1)),
        st.builds(lambda a: Cast(type_, a), pointers),
        st.builds(lambda a: Cast(type_, a), condition(target, depth - 1)),
        st.builds(Conditional, condition(target, depth - 1), below, below),
        st.builds(lambda a, b: Cast(type_, PointerDiff(a, b, target.intptr)), pointers, pointers),
        st.builds(lambda a: Cast(type_, ObjectSize(a, target.size_t)), pointers),
        address,
    )


def floating(target: Target, depth: int) -> st.SearchStrategy[Expr]:
    def of(type_: FloatType) -> st.SearchStrategy[Expr]:
        if depth == 0:
            return leaf(type_)
        below = st.deferred(lambda: floating(target, depth - 1)).map(lambda a: Cast(type_, a))
        return st.one_of(
            leaf(type_),
            st.builds(lambda o, a, b: BinaryOp(o, a, b), st.sampled_from(FLOAT_OPS), below, below),
            st.builds(lambda a: UnaryOp(Unary.NEGATE, a), below),
            st.builds(lambda a: Cast(type_, a), integers(target, depth - 1)),
        )

    return st.sampled_from([FLOAT, DOUBLE]).flatmap(of)


def pointer(target: Target, depth: int) -> st.SearchStrategy[Expr]:
    if depth == 0:
        return leaf(VOID_POINTER)
    offset = integer(target.intptr, target, 0)
    return st.one_of(
        leaf(VOID_POINTER),
        st.builds(lambda p, o: PointerAdd(p, o, VOID_POINTER), leaf(VOID_POINTER), offset),
        st.builds(lambda a: Cast(VOID_POINTER, a), integers(target, 0)),
    )


def condition(target: Target, depth: int) -> st.SearchStrategy[Expr]:
    below = st.deferred(lambda: condition(target, depth - 1))
    compare = st.sampled_from(COMPARE)

    def pair(type_: IntType) -> st.SearchStrategy[Expr]:
        side = integer(type_, target, max(0, depth - 1))
        return st.builds(lambda o, a, b: BinaryOp(o, a, b), compare, side, side)

    pointers = pointer(target, min(depth, 1))
    options = [
        st.sampled_from(INTEGERS).flatmap(pair),
        st.builds(lambda o, a, b: BinaryOp(o, a, b), compare, leaf(DOUBLE), leaf(DOUBLE)),
        st.builds(lambda o, a, b: BinaryOp(o, a, b), compare, pointers, pointers),
        st.builds(Freeable, pointers),
        st.builds(Valid, pointers, integer(target.size_t, target, 0)),
    ]
    if depth:
        options += [
            st.builds(lambda o, a, b: BinaryOp(o, a, b), st.sampled_from([Binary.AND, Binary.OR]), below, below),
            st.builds(lambda a: UnaryOp(Unary.NOT, a), below),
        ]
    return st.one_of(options)


def same(left: Value, right: Value) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return (left != left and right != right) or (
            left == right and math.copysign(1, left) == math.copysign(1, right)
        )
    return left == right


def run_both(expr: Expr, target: Target, vector: InputVector) -> None:
    """The walked value at the location before, the compiled one after; or both fail."""
    body = Body()
    for type_ in [*INTEGERS, FLOAT, DOUBLE]:
        for prefix in "ab":
            body.do(Havoc(body.local(f"{prefix}_{type_}", type_), Origin.NONDET, "x"))
    pointer_type = VOID_POINTER
    block = body.local(f"a_{pointer_type}", pointer_type)
    other = body.local(f"b_{pointer_type}", pointer_type)
    body.do(Allocate(block, const(target.size_t, 64), Storage.HEAP, "block"))
    body.do(HavocMemory(block, const(target.size_t, 64), "block"))
    body.do(Assign(other, PointerAdd(block, const(target.intptr, 16), pointer_type)))
    before = body.here
    assert before is not None
    truth = not isinstance(expr.type, (IntType, FloatType)) and expr.type != VOID_POINTER
    result = body.local("result", INT if truth else expr.type)
    body.set(result, Cast(INT, expr) if truth else expr)
    after = body.here
    assert after is not None
    body.give(0)
    seen: list[Value | str] = []

    def walk(frame: Frame) -> None:
        try:
            seen.append(frame.evaluate(expr))
        except Exception as error:
            seen.append(str(error))

    executor = Executor(program(body, target=target))
    compiled: list[Value] = []
    run = executor.run(
        vector,
        observers=[
            observe([("main", before)], walk),
            observe([("main", after)], lambda frame: compiled.append(frame.variable(result))),
        ],
    )
    if isinstance(seen[0], str):
        assert run.end.kind is EndKind.UNDEFINED
        assert not compiled
    else:
        assert run.end.kind is EndKind.NORMAL, run.end
        assert same(seen[0], compiled[0])


ENTRIES = st.tuples(*[st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 40) for _ in range(16)])
REALS = st.tuples(*[st.floats() for _ in range(4)])


@pytest.mark.parametrize("target", [LP64, ILP32], ids=["LP64", "ILP32"])
@given(data=st.data())
@settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
def test_compiled_expressions_mean_what_walked_ones_do(target: Target, data: st.DataObject) -> None:
    expr = data.draw(st.one_of(integers(target, 3), floating(target, 2), condition(target, 3)))
    values = (*data.draw(ENTRIES), *data.draw(REALS))
    run_both(expr, target, InputVector(values, (data.draw(st.binary(min_size=64, max_size=64)),)))


def build(size: int, shape: str) -> Expr:
    x: Expr = variable("a_int", INT)
    load = Load(variable(f"a_{VOID_POINTER}", VOID_POINTER), INT)
    result: Expr = x
    for index in range(size):
        match shape:
            case "deep":
                result = op("+", op("*", result, 3), index)
            case "shared":
                result = op("+", op("^", result, index), result)
            case "lazy":
                result = Conditional(op("<", x, index), op("+", result, load), op("-", result, load))
            case _:
                result = op("+", load, op("^", result, load))
    return result


@pytest.mark.parametrize("shape", ["deep", "shared", "lazy", "loads"])
@pytest.mark.parametrize("size", [5, 40, 300, 3000])
def test_large_expressions(shape: str, size: int) -> None:
    run_both(build(size, shape), LP64, InputVector((1, 2, 3), (bytes(range(64)),)))


def test_a_lazy_load_is_not_hoisted() -> None:
    """A load that occurs twice behind a test for null must not be computed before the test."""
    body = Body()
    pointer_ = body.local("p", VOID_POINTER)
    load = Load(pointer_, INT)
    big: Expr = load
    for index in range(30):
        big = op("+", op("*", big, load), index)
    guarded = BinaryOp(Binary.AND, op("!=", pointer_, 0), op("==", big, 1))
    body.do(Assume(UnaryOp(Unary.NOT, guarded), Why.ASSUMED))
    body.give(number(7))
    run = Executor(program(body)).run(InputVector())
    assert (run.end.kind, run.end.exit_code) == (EndKind.NORMAL, 7)
