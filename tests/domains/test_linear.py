"""Forms had from machine arithmetic: they are what the machine computes, wherever it wraps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.machine_points import numbers, value
from dovetail.domains.linear import IMPOSSIBLE, Bounds, Linear, constraints_of, linearise
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Expr,
    Unary,
    UnaryOp,
    Variable,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    INT,
    INT128,
    LLONG,
    UCHAR,
    UINT,
    ULLONG,
    IntType,
)
from thinned import examples

TYPES = (INT, UINT, CHAR, UCHAR, LLONG)
PLACES = {type_: [Variable(f"{type_}{i}", "g", type_) for i in range(2)] for type_ in TYPES}
EVERY = [variable for variables in PLACES.values() for variable in variables]


@st.composite
def integers(draw: st.DrawFn, type_: IntType, depth: int) -> Expr:
    leaf = st.one_of(st.sampled_from(PLACES[type_]), numbers(type_).map(lambda n: const(type_, n)))
    if depth == 0:
        return draw(leaf)
    inner = integers(type_, depth - 1)
    match draw(st.integers(0, 9)):
        case 0:
            return draw(leaf)
        case 1 | 2:
            return BinaryOp(Binary.ADD, draw(inner), draw(inner))
        case 3 | 4:
            return BinaryOp(Binary.SUB, draw(inner), draw(inner))
        case 5:
            sides = [draw(inner), const(type_, draw(numbers(type_)))]
            op = draw(st.sampled_from((Binary.MUL, Binary.BITAND, Binary.REM, Binary.SHR, Binary.BITXOR)))
            return BinaryOp(op, *draw(st.permutations(sides)))
        case 6:
            amount_type = draw(st.sampled_from((INT, UCHAR)))
            return BinaryOp(Binary.SHL, draw(inner), const(amount_type, draw(st.integers(-3, 70))))
        case 7:
            return UnaryOp(draw(st.sampled_from((Unary.NEGATE, Unary.COMPLEMENT))), draw(inner))
        case _:
            return Cast(type_, draw(integers(draw(st.sampled_from(TYPES)), depth - 1)))


@st.composite
def conditions(draw: st.DrawFn, depth: int) -> Expr:
    inner = conditions(depth - 1)
    match draw(st.integers(0, 9 if depth else 4)):
        case 0 | 1 | 2 | 3 | 4:
            type_ = draw(st.sampled_from(TYPES))
            op = draw(st.sampled_from((Binary.EQ, Binary.NE, Binary.LT, Binary.LE, Binary.GT, Binary.GE)))
            return BinaryOp(op, draw(integers(type_, 2)), draw(integers(type_, 2)))
        case 5:
            return UnaryOp(Unary.NOT, draw(inner))
        case 6:
            return Conditional(draw(inner), draw(inner), draw(inner))
        case 7:
            asked = Cast(CHAR, draw(inner))
            op = draw(st.sampled_from((Binary.EQ, Binary.NE)))
            return BinaryOp(op, Cast(INT, asked), const(INT, draw(st.integers(0, 2))))
        case _:
            op = draw(st.sampled_from((Binary.AND, Binary.OR)))
            return BinaryOp(op, draw(inner), draw(inner))


points = st.fixed_dictionaries({variable: numbers(variable.type) for variable in EVERY})  # type: ignore[arg-type]


@st.composite
def around(draw: st.DrawFn, point: Mapping[Variable, int]) -> Bounds:
    """Bounds that are true at a point: some tight, some loose, some of variables only."""
    slack = {v: draw(st.tuples(st.integers(0, 9), st.integers(0, 9))) for v in EVERY if draw(st.booleans())}
    for_others = draw(st.sampled_from((None, (0, 0), (3, 3), (0, 200))))

    def bounds(expr: Expr) -> tuple[int, int] | None:
        known = slack.get(expr) if isinstance(expr, Variable) else for_others
        if known is None:
            return None
        number = value(expr, point)
        return number - known[0], number + known[1]

    return bounds


@settings(max_examples=examples(150), deadline=None)
@given(st.data(), points)
def test_a_form_is_what_the_machine_computes(data: st.DataObject, point: dict[Variable, int]) -> None:
    expr = data.draw(integers(data.draw(st.sampled_from(TYPES)), 3))
    form = linearise(expr, data.draw(around(point)))
    if form is not None:
        assert form.value(point) == value(expr, point)


@settings(max_examples=examples(150), deadline=None)
@given(st.data(), points)
def test_constraints_hold_where_the_condition_does(data: st.DataObject, point: dict[Variable, int]) -> None:
    condition = data.draw(conditions(2))
    bounds = data.draw(around(point))
    for asked in (condition, negation(condition), UnaryOp(Unary.NOT, condition)):
        forms = constraints_of(asked, bounds)
        assert all(form.terms for form in forms) or forms == (IMPOSSIBLE,)
        if value(asked, point):
            assert all(form.value(point) >= 0 for form in forms)


BYTES = [Variable("a", "g", CHAR), Variable("b", "g", UCHAR)]


@pytest.mark.parametrize("op", [Binary.ADD, Binary.SUB, Binary.LT, Binary.LE, Binary.EQ, Binary.NE])
@pytest.mark.parametrize("type_", [CHAR, UCHAR])
def test_every_pair_of_bytes(op: Binary, type_: IntType) -> None:
    """All values of 8 bits, in boxes: forms and constraints are right for each."""
    a, b = BYTES
    expr = BinaryOp(op, *(v if v.type == type_ else Cast(type_, v) for v in (a, b)))
    edges = [-128, -100, -1, 0, 1, 60, 127]
    for low, high in pairwise(edges):
        for least, greatest in ((0, 3), (100, 140), (200, 255), (127, 128), (0, 255)):
            known = {a: (low, high), b: (least, greatest)}
            asked = linearise(expr, known.get), constraints_of(expr, known.get)
            for x in {low, low + 1, (low + high) // 2, high}:
                for y in {least, least + 1, (least + greatest) // 2, greatest}:
                    point = {a: x, b: y}
                    if op.compares:
                        assert not value(expr, point) or all(form.value(point) >= 0 for form in asked[1])
                    elif asked[0] is not None:
                        assert asked[0].value(point) == value(expr, point)


K, N = Variable("i", "f", INT, "i"), Variable("n", "f", INT, "n")
U, V = Variable("u", "f", UINT, "u"), Variable("v", "f", UINT, "v")
Q = Variable("q", "f", ULLONG, "q")


def known(**named: tuple[int, int]) -> Bounds:
    """Bounds of variables by name."""
    return lambda expr: named.get(expr.name) if isinstance(expr, Variable) else None


def plus(left: Expr, number: int) -> Expr:
    assert isinstance(left.type, IntType)
    return BinaryOp(Binary.ADD, left, const(left.type, number))


def test_what_may_wrap_has_no_form() -> None:
    nothing = known()
    assert linearise(plus(K, 1), nothing) is None
    assert linearise(plus(K, 1), known(i=(-5, 2**31 - 2))) == Linear.of(1, {K: 1})
    assert linearise(plus(K, 1), known(i=(-5, 2**31 - 1))) is None
    assert linearise(Cast(LLONG, plus(K, 1)), nothing) is None
    assert linearise(plus(Cast(LLONG, K), 1), nothing) == Linear.of(1, {K: 1})
    assert linearise(Cast(UINT, K), nothing) is None
    assert linearise(Cast(UINT, K), known(i=(0, 9))) == Linear.variable(K)
    assert linearise(Cast(INT, Q), known(q=(0, 2**31 - 1))) == Linear.variable(Q)
    assert linearise(Cast(INT, Q), known(q=(0, 2**31))) is None
    assert linearise(Cast(DOUBLE, K), nothing) is None


def test_what_wraps_everywhere_has_a_form() -> None:
    assert linearise(plus(U, -1), known(u=(1, 2**32 - 1))) == Linear.of(-1, {U: 1})
    assert linearise(Cast(UINT, K), known(i=(-9, -1))) == Linear.of(2**32, {K: 1})
    assert linearise(plus(plus(U, 7), -7), known()) == Linear.variable(U)
    assert linearise(UnaryOp(Unary.NEGATE, U), known(u=(1, 9))) == Linear.of(2**32, {U: -1})
    assert linearise(UnaryOp(Unary.COMPLEMENT, K), known()) == Linear.of(-1, {K: -1})


def test_multiples() -> None:
    small = known(i=(-9, 9), u=(0, 9), n=(0, 9))
    assert linearise(BinaryOp(Binary.MUL, const(INT, 3), K), small) == Linear.of(0, {K: 3})
    assert linearise(BinaryOp(Binary.SHL, K, const(INT, 2)), small) == Linear.of(0, {K: 4})
    assert linearise(BinaryOp(Binary.SHL, K, const(INT, 34)), small) == Linear.of(0, {K: 4})
    minus = BinaryOp(Binary.MUL, Cast(UINT, K), const(UINT, -2))
    assert linearise(Cast(INT, minus), small) == Linear.of(0, {K: -2})
    assert linearise(BinaryOp(Binary.MUL, U, const(UINT, 3 * 10**9)), known(u=(0, 1))) == Linear.of(
        0, {U: 3 * 10**9}
    )
    assert linearise(BinaryOp(Binary.MUL, K, N), small) is None
    assert linearise(BinaryOp(Binary.MUL, K, N), known(i=(-9, 9), n=(2, 2))) == Linear.of(0, {K: 2})
    assert linearise(BinaryOp(Binary.BITAND, K, const(INT, 15)), known(i=(16, 31))) == Linear.of(-16, {K: 1})
    assert linearise(BinaryOp(Binary.REM, K, const(INT, 10)), small) == Linear.variable(K)
    assert linearise(BinaryOp(Binary.REM, K, const(INT, 9)), small) is None
    tenth = BinaryOp(Binary.REM, K, const(INT, -10))
    assert linearise(tenth, known(i=(-19, -10))) == Linear.of(10, {K: 1})
    assert linearise(tenth, known(i=(10, 19))) == Linear.of(-10, {K: 1})
    assert linearise(tenth, known(i=(10, 20))) is None and linearise(tenth, known(i=(-19, -9))) is None


def test_bounds_of_operands_count() -> None:
    """i - n fits although i and n may be anything, if that is known of i - n + 5 before 5 is taken away."""
    difference = BinaryOp(Binary.SUB, K, N)

    def bounds(expr: Expr) -> tuple[int, int] | None:
        return (0, 10) if expr is difference else None

    assert linearise(plus(difference, 5), bounds) is None  # i - n itself may have wrapped
    near = known(i=(0, 2**31 - 1), n=(0, 2**31 - 1))
    assert linearise(plus(difference, 5), lambda e: bounds(e) or near(e)) == Linear.of(5, {K: 1, N: -1})
    assert linearise(plus(difference, 5), near) is None


def compare(op: Binary, left: Expr, right: Expr | int) -> Expr:
    assert isinstance(left.type, IntType)
    return BinaryOp(op, left, const(left.type, right) if isinstance(right, int) else right)


def test_comparisons() -> None:
    nothing = known()
    assert constraints_of(compare(Binary.LT, K, N), nothing) == (Linear.of(-1, {N: 1, K: -1}),)
    assert constraints_of(negation(compare(Binary.LT, K, N)), nothing) == (Linear.of(0, {N: -1, K: 1}),)
    assert set(constraints_of(compare(Binary.EQ, K, N), nothing)) == {
        Linear.of(0, {N: 1, K: -1}),
        Linear.of(0, {N: -1, K: 1}),
    }
    assert constraints_of(compare(Binary.NE, K, N), nothing) == ()
    assert constraints_of(compare(Binary.NE, K, N), known(i=(0, 5), n=(5, 9))) == (
        Linear.of(-1, {N: 1, K: -1}),
    )
    assert constraints_of(compare(Binary.NE, U, 0), nothing) == (Linear.of(-1, {U: 1}),)
    assert constraints_of(compare(Binary.GT, K, 9), known(i=(0, 9))) == (IMPOSSIBLE,)
    assert constraints_of(TRUE, nothing) == () and constraints_of(FALSE, nothing) == (IMPOSSIBLE,)


def test_an_index_compared_unsigned() -> None:
    """(unsigned)i < n with n in int's range says 0 <= i as well."""
    forms = constraints_of(compare(Binary.LT, Cast(UINT, K), U), known(u=(0, 100)))
    assert Linear.variable(K) in forms and Linear.of(-1, {U: 1, K: -1}) in forms
    assert constraints_of(compare(Binary.LT, Cast(UINT, K), U), known()) == (Linear.of(-1, {U: 1}),)
    decremented = compare(Binary.EQ, plus(K, -10), 0)
    assert Linear.of(-10, {K: 1}) in constraints_of(decremented, known())


def test_connectives() -> None:
    nothing = known()
    less, more = compare(Binary.LT, K, 5), compare(Binary.GE, K, 0)
    assert set(constraints_of(conjunction([less, more]), nothing)) == {
        Linear.of(4, {K: -1}),
        Linear.of(0, {K: 1}),
    }
    either = disjunction([less, conjunction([more, compare(Binary.LT, K, 9)])])
    assert constraints_of(either, nothing) == (Linear.of(8, {K: -1}),)
    assert constraints_of(disjunction([less, FALSE]), nothing) == (Linear.of(4, {K: -1}),)
    asked = compare(Binary.NE, Cast(INT, Cast(UCHAR, less)), 0)
    assert constraints_of(asked, nothing) == constraints_of(less, nothing)
    assert constraints_of(UnaryOp(Unary.NOT, asked), nothing) == constraints_of(negation(less), nothing)
    chosen = Conditional(compare(Binary.EQ, N, 0), less, compare(Binary.LT, K, 2))
    assert constraints_of(chosen, nothing) == (Linear.of(4, {K: -1}),)


def test_depth_is_no_problem() -> None:
    expr: Expr = Cast(INT128, K)
    condition: Expr = compare(Binary.LT, K, 9)
    for turn in range(3000):
        expr = plus(expr, 1)
        other = compare(Binary.GE, K, -turn)
        condition = BinaryOp(Binary.AND if turn % 2 else Binary.OR, condition, other)
    assert linearise(expr, known()) == Linear.of(3000, {K: 1})
    assert Linear.of(2999, {K: 1}) in constraints_of(condition, known())


def test_arithmetic_of_forms() -> None:
    form = Linear.of(3, [(K, 2), (N, 1), (K, -1)])
    assert form == Linear.of(3, {N: 1, K: 1}) and hash(form) == hash(Linear.of(3, {N: 1, K: 1}))
    assert form - form == Linear.of(0) and form.coefficient(U) == 0
    assert form.substitute(K, Linear.of(1, {N: -1})) == Linear.of(4)
    assert form.range(known(i=(0, 2), n=(-1, 1))) == (2, 6)
    assert Linear.of(5, {K: 2, N: -4}).tight() == Linear.of(2, {K: 1, N: -2})
    assert str(Linear.of(-5, {K: 2, N: -1})) == "2·i - n - 5"
