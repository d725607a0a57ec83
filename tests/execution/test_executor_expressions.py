"""The code algebra is held to the concrete one: random expressions, compiled and walked in one state."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import given, settings
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
from dovetail.semantics.memory import MemoryFault
from execution.handmade import ILP32, LP64, Body, number, op, program
from thinned import examples, thinned

T = TypeVar("T")

INTEGERS = [CHAR, UCHAR, SHORT, INT, UINT, LLONG, ULLONG, IntType(24, False)]
ARITHMETIC = [op for op in Binary if not op.compares and not op.logical]
COMPARE = [op for op in Binary if op.compares]
FLOAT_OPS = [Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV]


def variable(name: str, type_: Type) -> Variable:
    """The variable `a` or `b` of a type, by its representation: what C calls the type is not part of it."""
    match type_:
        case IntType(width=width, signed=signed):
            return Variable(f"{name}_{'i' if signed else 'u'}{width}", "main", type_)
        case FloatType(width=width):
            return Variable(f"{name}_f{width}", "main", type_)
        case _:
            return Variable(f"{name}_p", "main", type_)


class Generator:
    """Random expressions over `a` and `b` of each type, of a given depth at most."""

    def __init__(self, seed: int, target: Target) -> None:
        self.random = random.Random(seed)
        self.target = target

    def pick(self, options: Sequence[T]) -> T:
        return options[self.random.randrange(len(options))]

    def any(self, depth: int) -> Expr:
        return self.pick([self.condition, self.integer, self.floating])(depth)

    def leaf(self, type_: Type) -> Expr:
        if self.random.random() < 0.6:
            return variable(self.pick("ab"), type_)
        if isinstance(type_, IntType):
            return const(type_, self.pick([0, 1, -1, type_.minimum, type_.maximum, type_.width, 16, 60]))
        if isinstance(type_, FloatType):
            return Const(type_, self.random.getrandbits(type_.width))
        return Const(VOID_POINTER, 0)

    def integer(self, depth: int, type_: IntType | None = None) -> Expr:
        if type_ is None:
            type_ = self.pick(INTEGERS)
        if depth == 0:
            return self.leaf(type_)
        less = depth - 1
        match self.random.randrange(12):
            case 0 | 1 | 2:
                return BinaryOp(self.pick(ARITHMETIC), self.integer(less, type_), self.integer(less, type_))
            case 3:
                return UnaryOp(self.pick([Unary.NEGATE, Unary.COMPLEMENT]), self.integer(less, type_))
            case 4:
                shift = self.pick([Binary.SHL, Binary.SHR])
                return BinaryOp(shift, self.integer(less, type_), self.integer(less))
            case 5:
                return Cast(type_, self.integer(less))
            case 6:
                return Cast(type_, self.floating(less))
            case 7:
                return Cast(type_, self.condition(less))
            case 8:
                choice = self.condition(less)
                return Conditional(choice, self.integer(less, type_), self.integer(less, type_))
            case 9:
                left, right = self.pointer(less), self.pointer(less)
                return Cast(type_, PointerDiff(left, right, self.target.intptr))
            case 10:
                return Cast(
                    type_, self.pick([self.pointer(less), ObjectSize(self.pointer(less), self.target.size_t)])
                )
            case _:
                return Load(self.pointer(min(less, 1)), type_)

    def floating(self, depth: int) -> Expr:
        type_ = self.pick([FLOAT, DOUBLE])
        if depth == 0:
            return self.leaf(type_)
        less = depth - 1
        match self.random.randrange(5):
            case 0 | 1:
                left, right = Cast(type_, self.floating(less)), Cast(type_, self.floating(less))
                return BinaryOp(self.pick(FLOAT_OPS), left, right)
            case 2:
                return UnaryOp(Unary.NEGATE, Cast(type_, self.floating(less)))
            case 3:
                return Cast(type_, self.integer(less))
            case _:
                return Load(self.pointer(0), type_)

    def pointer(self, depth: int) -> Expr:
        if depth == 0:
            return self.leaf(VOID_POINTER)
        match self.random.randrange(4):
            case 0 | 1:
                offset = self.integer(depth - 1, self.target.intptr)
                return PointerAdd(self.pointer(0), offset, VOID_POINTER)
            case 2:
                return Cast(
                    VOID_POINTER, self.pick([Cast(self.target.intptr, self.pointer(0)), self.integer(0)])
                )
            case _:
                return Load(self.pointer(0), VOID_POINTER)

    def condition(self, depth: int) -> Expr:
        less = max(0, depth - 1)
        compare = self.pick(COMPARE)
        match self.random.randrange(9 if depth else 5):
            case 0 | 1:
                type_ = self.pick(INTEGERS)
                return BinaryOp(compare, self.integer(less, type_), self.integer(less, type_))
            case 2:
                return BinaryOp(compare, Cast(DOUBLE, self.floating(less)), Cast(DOUBLE, self.floating(less)))
            case 3:
                return BinaryOp(compare, self.pointer(less), self.pointer(less))
            case 4:
                pointer = self.pointer(less)
                return self.pick([Freeable(pointer), Valid(pointer, self.integer(less, self.target.size_t))])
            case 5 | 6 | 7:
                connective = self.pick([Binary.AND, Binary.OR])
                return BinaryOp(connective, self.condition(less), self.condition(less))
            case _:
                return UnaryOp(Unary.NOT, self.condition(less))


def same(left: Value, right: Value) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return (left != left and right != right) or (
            left == right and math.copysign(1, left) == math.copysign(1, right)
        )
    return left == right


def run_both(expr: Expr, target: Target, vector: InputVector) -> None:
    """The walked value at the location before, the compiled one after; or both fail."""
    body = Body()

    def declare(wanted: Variable) -> Variable:
        body.procedure.locals.append(wanted)
        return wanted

    for type_ in [*INTEGERS, FLOAT, DOUBLE]:
        for name in "ab":
            body.do(Havoc(declare(variable(name, type_)), Origin.NONDET, name))
    block, other = declare(variable("a", VOID_POINTER)), declare(variable("b", VOID_POINTER))
    body.do(Allocate(block, const(target.size_t, 64), Storage.HEAP, "block"))
    body.do(HavocMemory(block, const(target.size_t, 64), "block"))
    body.do(Assign(other, PointerAdd(block, const(target.intptr, 16), VOID_POINTER)))
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
        except MemoryFault as error:
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


@pytest.mark.parametrize("target", thinned([LP64, ILP32], 2), ids=["LP64", "ILP32"])
@given(
    seed=st.integers(0, 2**32),
    values=st.lists(st.integers(-(2**63), 2**63) | st.integers(-3, 40) | st.floats(), max_size=20),
)
@settings(max_examples=examples(400), deadline=None)
def test_compiled_expressions_mean_what_walked_ones_do(
    target: Target, seed: int, values: list[int | float]
) -> None:
    generator = Generator(seed, target)
    contents = generator.random.randbytes(64)
    run_both(generator.any(4), target, InputVector(tuple(values), (contents,)))


def build(size: int, shape: str) -> Expr:
    x: Expr = variable("a", INT)
    load = Load(variable("a", VOID_POINTER), INT)
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
