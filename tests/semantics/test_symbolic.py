"""The symbolic algebra is held to the concrete one: with its symbols set to numbers, it gives the same
numbers.

Every expression is evaluated three times: concretely, with all variables as symbols, and with half of them
known, which is where simplifications are. Both solvers are asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    PointerAdd,
    PointerDiff,
    SameObject,
    Unary,
    UnaryOp,
    Variable,
)
from dovetail.program.types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    DataModel,
    FloatType,
    IntType,
    PointerType,
    Target,
    Type,
)
from dovetail.semantics import floats
from dovetail.semantics.algebra import Algebra
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory, Region
from dovetail.semantics.symbolic import Bits, Choice, Condition, Fresh, Pointer, Symbolic, Value
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Solver
from dovetail.solver.z3_solver import Z3Solver
from semantics.same_values import same
from thinned import examples, thinned

TARGET = Target(DataModel.LP64)
INTEGERS = (INT, UINT, CHAR, UCHAR, SHORT, LLONG, ULLONG, IntType(33, True), IntType(3, False))
FLOATS = (FLOAT, DOUBLE)
POINTER = PointerType(CHAR)
OBJECTS = {"a": 40, "b": 8}
VARIABLES: dict[Type, list[Variable]] = {
    type_: [Variable(f"{stem}_{type_}_{type_.width}", "f", type_) for stem in "uvw"]
    for type_ in (*INTEGERS, *FLOATS)
}
VARIABLES[POINTER] = [Variable(f"p{i}", "f", POINTER) for i in range(3)]
ARITHMETIC = [op for op in Binary if not op.compares and not op.logical]
COMPARISONS = [op for op in Binary if op.compares]
REALS = (
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    3e9,
    -3e9,
    2.0**63,
    -(2.0**63),
    1e30,
    math.inf,
    -math.inf,
    math.nan,
    5e-324,
)
SOLVERS: list[Callable[[], Solver[Any]]] = [BitwuzlaSolver, Z3Solver]


def number(draw: st.DrawFn, type_: IntType) -> int:
    edges = [0, 1, -1, 2, 7, type_.minimum, type_.maximum, type_.maximum - 1]
    return type_.bits(draw(st.one_of(st.sampled_from(edges), st.integers(type_.minimum, type_.maximum))))


def real(draw: st.DrawFn, type_: FloatType) -> float:
    found = draw(st.one_of(st.sampled_from(REALS), st.floats(width=type_.width)))  # type: ignore[arg-type]
    return floats.round_single(found) if type_.width == 32 else found


@st.composite
def expressions(draw: st.DrawFn, type_: Type, depth: int) -> Expr:
    sub = lambda other: draw(expressions(other, depth - 1))  # noqa: E731
    match type_:
        case IntType():
            leaf: Expr = draw(st.sampled_from([*VARIABLES[type_], Const(type_, number(draw, type_))]))
            if depth == 0:
                return leaf
            binary = [
                lambda: BinaryOp(draw(st.sampled_from(ARITHMETIC)), sub(type_), sub(type_)),
                lambda: UnaryOp(draw(st.sampled_from([Unary.NEGATE, Unary.COMPLEMENT])), sub(type_)),
                lambda: Cast(type_, sub(draw(st.sampled_from([*INTEGERS, *FLOATS, BOOL])))),
                lambda: Conditional(sub(BOOL), sub(type_), sub(type_)),
                lambda: Cast(type_, PointerDiff(sub(POINTER), sub(POINTER), LLONG)),
                lambda: leaf,
            ]
            return draw(st.sampled_from(binary))()
        case FloatType():
            value = Const(type_, floats.to_bits(real(draw, type_), type_.width))
            leaf = draw(st.sampled_from([*VARIABLES[type_], value]))
            if depth == 0:
                return leaf
            ops = [Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV]
            choices = [
                lambda: BinaryOp(draw(st.sampled_from(ops)), sub(type_), sub(type_)),
                lambda: UnaryOp(Unary.NEGATE, sub(type_)),
                lambda: Cast(type_, sub(draw(st.sampled_from([*INTEGERS, *FLOATS, BOOL])))),
                lambda: Conditional(sub(BOOL), sub(type_), sub(type_)),
                lambda: leaf,
            ]
            return draw(st.sampled_from(choices))()
        case PointerType():
            if depth == 0 or draw(st.booleans()):
                return draw(st.sampled_from([*VARIABLES[POINTER], Const(POINTER, 0), Address("a", POINTER)]))
            if draw(st.booleans()):
                return Conditional(sub(BOOL), sub(POINTER), sub(POINTER))
            # Small steps: far outside of its object an address may meet another object's.
            return PointerAdd(sub(POINTER), Const(LLONG, draw(st.integers(0, 3))), POINTER)
        case _:
            if depth == 0:
                return Const(BOOL, draw(st.integers(0, 1)))
            scalar = draw(st.sampled_from([*INTEGERS, *FLOATS]))
            conditions = [
                lambda: BinaryOp(draw(st.sampled_from(COMPARISONS)), sub(scalar), sub(scalar)),
                lambda: BinaryOp(draw(st.sampled_from([Binary.AND, Binary.OR])), sub(BOOL), sub(BOOL)),
                lambda: BinaryOp(draw(st.sampled_from([Binary.EQ, Binary.NE])), sub(BOOL), sub(BOOL)),
                lambda: BinaryOp(draw(st.sampled_from([Binary.EQ, Binary.NE])), sub(POINTER), sub(POINTER)),
                lambda: SameObject(sub(POINTER), sub(POINTER)),
                lambda: UnaryOp(Unary.NOT, sub(BOOL)),
            ]
            return draw(st.sampled_from(conditions))()


class Environment:
    """A state with variables only."""

    def __init__(self, values: Mapping[Variable, Any]) -> None:
        self.values = values

    def variable(self, variable: Variable) -> Any:
        return self.values[variable]

    def load(self, pointer: Any, type: Type) -> Any:
        raise AssertionError

    def valid(self, pointer: Any, size: Any, width: int) -> Any:
        raise AssertionError

    def freeable(self, pointer: Any) -> Any:
        raise AssertionError

    def object_size(self, pointer: Any, width: int) -> Any:
        raise AssertionError

    def no_leak(self, running: bool) -> Any:
        raise AssertionError


@st.composite
def environments(draw: st.DrawFn) -> dict[Variable, Any]:
    """Concrete values; a pointer is an (object, offset)."""
    result: dict[Variable, Any] = {}
    for type_, variables in VARIABLES.items():
        for variable in variables:
            match type_:
                case IntType():
                    result[variable] = number(draw, type_)
                case FloatType():
                    result[variable] = real(draw, type_)
                case _:
                    result[variable] = draw(st.sampled_from([(0, 0), (1, 0), (1, 4), (2, 0), (2, 1)]))
    return result


def concrete(expr: Expr, environment: Mapping[Variable, Any]) -> Any:
    memory = Memory(TARGET)
    for name, size in OBJECTS.items():
        memory.declare(name, size, Region.GLOBAL)
    values = {
        variable: (value[0] << 64 | value[1]) if isinstance(value, tuple) else value
        for variable, value in environment.items()
    }
    found = evaluate(expr, Concrete(memory), Environment(values))
    return (found >> 64, found & (1 << 64) - 1) if isinstance(expr.type, PointerType) else found  # type: ignore[operator]


def symbolic(
    expr: Expr, environment: Mapping[Variable, Any], solver: Solver[Any], known: Callable[[int], bool]
) -> Any:
    algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits, {"a": 1, "b": 2})
    values: dict[Variable, Value] = {}
    for index, (variable, value) in enumerate(environment.items()):
        fixed: Value = Pointer(*value) if isinstance(value, tuple) else value
        if known(index):
            values[variable] = fixed
            continue
        symbol = algebra.arbitrary(variable.type, variable.name)
        values[variable] = symbol
        solver.add(algebra.term(same(algebra, symbol, fixed, variable.type)))
    found = evaluate(expr, algebra, Environment(values))
    assert solver.check() is Answer.SAT
    result = algebra.evaluated(found, solver.value)
    return (result.object, result.offset) if isinstance(result, Pointer) else result


def agree(found: Any, expected: Any) -> bool:
    if isinstance(expected, float):
        return (
            expected != expected
            and found != found
            or floats.to_bits(found, 64) == floats.to_bits(expected, 64)
        )
    return bool(found == expected)


@pytest.mark.parametrize("make", SOLVERS)
@pytest.mark.parametrize(
    "root", thinned([INT, BOOL, DOUBLE, POINTER, ULLONG, FLOAT, IntType(3, False)], 3), ids=str
)
def test_symbols_set_to_numbers_give_the_numbers(make: Callable[[], Solver[Any]], root: Type) -> None:
    @settings(max_examples=examples(25), deadline=None)
    @given(expressions(root, 3), environments())
    def property(expr: Expr, environment: dict[Variable, Any]) -> None:
        expected = concrete(expr, environment)
        for known in (lambda i: False, lambda i: i % 2 == 0, lambda i: True):
            if not any_pointer_arithmetic(expr):
                assert agree(symbolic(expr, environment, make(), known), expected)

    property()


def any_pointer_arithmetic(expr: Expr) -> bool:
    """The distance of pointers into different objects depends on the layout, which the symbolic side leaves
    open."""
    return isinstance(expr, PointerDiff) or any(any_pointer_arithmetic(child) for child in expr.children)


@pytest.mark.parametrize("make", SOLVERS)
@pytest.mark.parametrize("source", thinned([*INTEGERS, FLOAT, DOUBLE], 3), ids=str)
@pytest.mark.parametrize("to", thinned([*INTEGERS, FLOAT, DOUBLE], 6, str))
def test_every_cast(make: Callable[[], Solver[Any]], source: Type, to: Type) -> None:
    variable = VARIABLES[source][0]
    samples: list[Any]
    if isinstance(source, IntType):
        samples = [source.bits(n) for n in (0, 1, -1, source.minimum, source.maximum, 0x1234567)]
    else:
        width = source.width  # type: ignore[union-attr]
        samples = [floats.round_single(value) if width == 32 else value for value in REALS]
    expr = Cast(to, variable)
    for value in samples:
        assert agree(
            symbolic(expr, {variable: value}, make(), lambda i: False), concrete(expr, {variable: value})
        )


ALGEBRA: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 64, {"a": 1})
CHECKED: Algebra[Value] = ALGEBRA  # the protocol holds, says mypy
X: Bits = ALGEBRA.fresh(INT, "x")
B: Condition = ALGEBRA.fresh(BOOL, "b")


def test_local_simplifications() -> None:
    a = ALGEBRA
    assert a.add(X, 0, 32) is X
    assert a.sub(a.add(X, 5, 32), a.add(X, 3, 32), 32) == 2
    assert a.eq(a.add(X, 5, 32), a.add(X, 3, 32), 32) is False
    assert a.eq(X, X, 32) is True
    assert a.truncate(a.sign_extend(X, 32, 64), 64, 32) is X
    assert a.conjunction(B, True) is B
    assert a.conjunction(B, a.negation(B)) is False
    assert a.negation(a.negation(B)) is B
    assert a.eq(a.mul(X, 4, 32), 6, 32) is False
    assert a.eq(a.zero_extend(X, 32, 64), 1 << 40, 64) is False
    assert a.ult(X, 0, 32) is False


def test_a_condition_made_a_number_and_back() -> None:
    a = ALGEBRA
    as_int = a.choose(B, 1, 0)
    assert isinstance(as_int, Choice)
    assert a.negation(a.eq(as_int, 0, 32)) == B
    assert a.eq(a.add(as_int, 1, 32), 3, 32) is False


def test_pointers() -> None:
    a = ALGEBRA
    null, one = a.null(), a.address("a")
    assert a.pointer_eq(null, one) is False
    assert a.pointer_eq(a.pointer_add(one, 4), a.pointer_add(one, 4)) is True
    assert a.pointer_lt(one, a.pointer_add(one, 4)) is True
    assert a.pointer_diff(a.pointer_add(one, 4), one) == 4
    assert a.int_to_pointer(a.add(a.pointer_to_int(one), 3, 64)) == Pointer(1, 3)
    either = a.choose(B, one, null)
    assert a.pointer_eq(either, null) == a.negation(B)
    counter = a.fresh(INT, "next")
    old = a.arbitrary(POINTER, "old", counter)
    new = Pointer(Fresh(counter, 0), 0)
    assert a.pointer_eq(old, new) is False
    assert a.pointer_eq(a.choose(B, old, new), Pointer(Fresh(counter, 1), 0)) is False
    assert a.same_object(a.choose(B, old, new), new) not in (True, False)


@pytest.mark.parametrize("make", SOLVERS)
def test_a_number_turned_pointer_keeps_its_address(make: Callable[[], Solver[Any]]) -> None:
    solver = make()
    a: Symbolic[Any] = Symbolic(solver.terms, 64, {"a": 1})
    n = a.fresh(ULLONG, "n")
    pointer = a.int_to_pointer(n)
    assert a.pointer_to_int(a.pointer_add(pointer, 8)) == a.add(n, 8, 64)
    # Null is the number 0 and nothing else; any other number may be an address of anything.
    null = a.pointer_eq(pointer, a.null())
    zero = a.eq(n, 0, 64)
    assert solver.check((a.term(zero), a.term(a.negation(null)))) is Answer.UNSAT
    assert solver.check((a.term(null), a.term(a.negation(zero)))) is Answer.UNSAT
    assert solver.check((a.term(a.pointer_eq(pointer, a.address("a"))),)) is Answer.SAT
    assert solver.check((a.term(a.eq(a.pointer_to_int(a.address("a")), 0, 64)),)) is Answer.UNSAT


def test_the_bits_of_a_computed_float_are_its_own() -> None:
    solver = BitwuzlaSolver()
    a: Symbolic[Any] = Symbolic(solver.terms, 64)
    x = a.fresh(DOUBLE, "x")
    total = a.fadd(x, 1.0, 64)
    bits = a.float_to_bits(total, 64)
    is_three = a.term(a.feq(total, 3.0, 64))
    assert solver.check((is_three,)) is Answer.SAT
    assert solver.value(bits.term) == floats.to_bits(3.0, 64)
    assert solver.check((is_three, a.term(a.eq(bits, 0, 64)))) is Answer.UNSAT
    nan = (a.term(a.negation(a.feq(total, total, 64))),)
    for pattern in (0x7FF8000000000000, 0xFFF8000000000001):
        assert solver.check((*nan, a.term(a.eq(bits, pattern, 64)))) is Answer.SAT
    assert a.float_to_bits(a.fneg(x, 64), 64) == a.bitxor(x.bits, 1 << 63, 64)
