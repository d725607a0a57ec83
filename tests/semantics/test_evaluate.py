"""What C's operators mean, and that laziness and depth are handled."""

from __future__ import annotations

import pytest

from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    Unary,
    UnaryOp,
    Variable,
    const,
)
from dovetail.program.types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    LONG_DOUBLE,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    USHORT,
    VOID_POINTER,
    DataModel,
    IntType,
    Target,
    Type,
)
from dovetail.semantics import floats
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory


class Nothing:
    """A state in which nothing may be read but the variables given."""

    def __init__(self, **values: Value) -> None:
        self.values = values

    def variable(self, variable: Variable) -> Value:
        return self.values[variable.name]

    def load(self, pointer: Value, type: Type) -> Value:
        raise AssertionError("this load was not needed")

    def valid(self, pointer: Value, size: Value, width: int) -> Value:
        raise AssertionError

    def freeable(self, pointer: Value) -> Value:
        raise AssertionError

    def object_size(self, pointer: Value, width: int) -> Value:
        raise AssertionError

    def no_leak(self, running: bool) -> Value:
        raise AssertionError


def value(expr: Expr, model: DataModel = DataModel.LP64, **values: Value) -> Value:
    return evaluate(expr, Concrete(Memory(Target(model))), Nothing(**values))  # type: ignore[misc]


def real(number: float, width: int = 64) -> Const:
    return Const(DOUBLE if width == 64 else FLOAT, floats.to_bits(number, width))


FAULT = Load(Const(VOID_POINTER, 0), INT)
BAD = BinaryOp(Binary.NE, FAULT, const(INT, 0))


@pytest.mark.parametrize(
    ("op", "type_", "left", "right", "expected"),
    [
        (Binary.ADD, INT, 2**31 - 1, 1, -(2**31)),
        (Binary.SUB, UINT, 0, 1, 2**32 - 1),
        (Binary.MUL, INT, -3, 5, -15),
        (Binary.DIV, INT, -7, 2, -3),
        (Binary.REM, INT, -7, 2, -1),
        (Binary.DIV, UINT, -7, 2, (2**32 - 7) // 2),
        (Binary.DIV, INT, -(2**31), -1, -(2**31)),
        (Binary.DIV, INT, 5, 0, -1),
        (Binary.DIV, INT, -5, 0, 1),
        (Binary.REM, INT, -5, 0, -5),
        (Binary.SHR, INT, -8, 1, -4),
        (Binary.SHR, UINT, -8, 1, (2**32 - 8) >> 1),
        (Binary.SHL, INT, 1, 33, 2),
        (Binary.SHL, INT, 1, -1, -(2**31)),
        (Binary.SHR, INT, 64, 32 + 3, 8),
        (Binary.BITXOR, INT, -1, 5, ~5),
    ],
)
def test_integer_operators(op: Binary, type_: IntType, left: int, right: int, expected: int) -> None:
    assert value(BinaryOp(op, const(type_, left), const(type_, right))) == type_.bits(expected)


def test_a_shift_s_amount_may_have_another_width() -> None:
    wide = BinaryOp(Binary.SHL, const(INT, 1), const(ULLONG, (1 << 40) + 3))
    assert value(wide) == 8
    narrow = BinaryOp(Binary.SHR, const(LLONG, -1 << 40), const(CHAR, 40))
    assert value(narrow) == LLONG.bits(-1)
    odd = BinaryOp(Binary.SHL, const(IntType(24, False), 1), const(INT, 25))
    assert value(odd) == 2


@pytest.mark.parametrize(("type_", "less"), [(INT, True), (UINT, False)])
def test_order_follows_the_sign(type_: IntType, less: bool) -> None:
    minus, one = const(type_, -1), const(type_, 1)
    assert value(BinaryOp(Binary.LT, minus, one)) is less
    assert value(BinaryOp(Binary.LE, minus, one)) is less
    assert value(BinaryOp(Binary.GT, minus, one)) is not less
    assert value(BinaryOp(Binary.GE, minus, one)) is not less
    assert value(BinaryOp(Binary.NE, minus, one)) is True


@pytest.mark.parametrize(
    ("source", "number", "to", "expected"),
    [
        (CHAR, -1, INT, -1),
        (UCHAR, -1, INT, 255),
        (INT, -1, LLONG, -1),
        (UINT, -1, LLONG, 2**32 - 1),
        (INT, 0x12345678, SHORT, 0x5678),
        (INT, 0x1FF, UCHAR, 0xFF),
    ],
)
def test_integers_are_converted_by_the_sign_of_the_source(
    source: IntType, number: int, to: IntType, expected: int
) -> None:
    assert value(Cast(to, const(source, number))) == to.bits(expected)


@pytest.mark.parametrize(
    ("number", "to", "expected"),
    [
        (3.99, INT, 3),
        (-3.99, INT, -3),
        (1e10, INT, -(2**31)),
        (float("nan"), INT, -(2**31)),
        (300.7, UCHAR, 300 % 256),
        (-1.0, USHORT, 65535),
        (3e9, UINT, 3_000_000_000),
        (-1.0, UINT, 2**32 - 1),
        (1e10, UINT, 10_000_000_000 % 2**32),
        (1e19, ULLONG, 10**19),
        (1.5, ULLONG, 1),
        (-5.0, ULLONG, 2**64 - 5),
        (1e30, ULLONG, 2**63),
        (1e19, LLONG, -(2**63)),
        (2.0**63, ULLONG, 2**63),
    ],
)
def test_floats_become_integers_as_clang_s_code_does_it(number: float, to: IntType, expected: int) -> None:
    assert value(Cast(to, real(number))) == to.bits(expected)


def test_other_casts() -> None:
    assert value(Cast(INT, TRUE)) == 1
    assert value(Cast(UCHAR, FALSE)) == 0
    assert value(Cast(DOUBLE, TRUE)) == 1.0
    assert value(Cast(DOUBLE, const(INT, -2))) == -2.0
    assert value(Cast(FLOAT, const(UINT, 16777217))) == 16777216.0
    assert value(Cast(FLOAT, real(0.1))) == floats.round_single(0.1)
    assert value(Cast(DOUBLE, real(0.5, 32))) == 0.5
    assert value(Cast(ULLONG, Cast(VOID_POINTER, const(INT, -4))), DataModel.ILP32) == 2**32 - 4
    assert value(Cast(ULLONG, Cast(VOID_POINTER, const(INT, -4)))) == 2**64 - 4
    assert value(Cast(CHAR, Cast(VOID_POINTER, const(INT, 0x1234)))) == 0x34


def test_floats_compare_and_negate() -> None:
    nan = real(float("nan"))
    assert value(BinaryOp(Binary.NE, nan, nan)) is True
    assert value(BinaryOp(Binary.GE, nan, real(0.0))) is False
    assert value(UnaryOp(Unary.NOT, BinaryOp(Binary.LT, nan, real(0.0)))) is True
    assert value(BinaryOp(Binary.EQ, UnaryOp(Unary.NEGATE, real(0.0)), real(0.0))) is True
    assert value(BinaryOp(Binary.DIV, real(-1.0), real(0.0))) == float("-inf")
    third = BinaryOp(Binary.DIV, real(1.0, 32), real(3.0, 32))
    assert value(third) == floats.round_single(1 / 3)


def test_pointers_compare_by_address() -> None:
    low, high = Const(VOID_POINTER, 1), Const(VOID_POINTER, 2**63)
    assert value(BinaryOp(Binary.LT, low, high)) is True
    assert value(BinaryOp(Binary.GE, low, high)) is False
    assert value(BinaryOp(Binary.EQ, low, Const(VOID_POINTER, 0))) is False


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (BinaryOp(Binary.AND, FALSE, BAD), False),
        (BinaryOp(Binary.OR, TRUE, BAD), True),
        (Conditional(TRUE, const(INT, 1), FAULT), 1),
        (Conditional(FALSE, FAULT, const(INT, 2)), 2),
        (BinaryOp(Binary.AND, TRUE, BinaryOp(Binary.OR, TRUE, BAD)), True),
    ],
)
def test_what_is_not_needed_is_not_evaluated(expr: Expr, expected: Value) -> None:
    assert value(expr) == expected


def test_what_is_needed_is_evaluated() -> None:
    for expr in (
        BinaryOp(Binary.AND, TRUE, BAD),
        BinaryOp(Binary.OR, FALSE, BAD),
        Conditional(TRUE, BAD, TRUE),
    ):
        with pytest.raises(AssertionError, match="not needed"):
            value(expr)


def test_conditions_can_be_compared() -> None:
    for left in (TRUE, FALSE):
        for right in (TRUE, FALSE):
            assert value(BinaryOp(Binary.EQ, left, right)) is (left is right)
            assert value(BinaryOp(Binary.NE, left, right)) is (left is not right)


def test_deep_and_shared_expressions() -> None:
    x = Variable("x", "f", INT)
    deep: Expr = x
    for _ in range(20_000):
        deep = BinaryOp(Binary.ADD, deep, const(INT, 1))
    assert value(deep, x=5) == 20_005
    shared: Expr = x
    for _ in range(200):
        shared = BinaryOp(Binary.ADD, shared, shared)
    assert value(shared, x=1) == 0
    right: Expr = BinaryOp(Binary.EQ, x, const(INT, 1))
    for _ in range(20_000):
        right = BinaryOp(Binary.AND, TRUE, right)
    assert value(right, x=1) is True


@pytest.mark.parametrize(
    "expr",
    [
        Const(LONG_DOUBLE, 0),
        UnaryOp(Unary.NEGATE, TRUE),
        Cast(BOOL, const(INT, 1)),
        BinaryOp(Binary.REM, real(1.0), real(1.0)),
        BinaryOp(Binary.ADD, Const(VOID_POINTER, 0), Const(VOID_POINTER, 0)),
    ],
)
def test_what_has_no_meaning_is_said(expr: Expr) -> None:
    with pytest.raises(NotComputable):
        value(expr)
