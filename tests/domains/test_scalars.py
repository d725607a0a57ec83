"""The algebra of scalars on what C programs do: how precise it is, alone and with one component only."""

from __future__ import annotations

import inspect
import itertools

import pytest

from domains.small_numbers import CONCRETE, gamma, some_numbers, table, values
from dovetail.domains.backward import refine
from dovetail.domains.numbers import Components, Number
from dovetail.domains.scalars import Scalars
from dovetail.domains.truth import Truth
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Expr,
    Unary,
    UnaryOp,
    Variable,
    const,
)
from dovetail.program.types import CHAR, INT, LLONG, UINT
from dovetail.semantics.algebra import Algebra
from dovetail.semantics.evaluate import evaluate

S = Scalars()


def n(number: int, width: int = 32) -> Number:
    return Number.of(number % (1 << width), width)


def s(lo: int, hi: int, width: int = 32) -> Number:
    return Number.signed(lo, hi, width)


def u(lo: int, hi: int, width: int = 32) -> Number:
    return Number.unsigned(lo, hi, width)


def m(modulus: int, residue: int, within: Number | None = None) -> Number:
    found = Number.multiples(modulus, residue, 32).meet(within or TOP)
    assert found is not None
    return found


TOP = Number.top(32)
MAX = (1 << 32) - 1


def test_every_primitive_on_scalars_is_there_with_its_arguments() -> None:
    pointers = {"null", "address", "same_object", "pointer_to_int", "int_to_pointer", "pointer_bits"}
    pointers |= {"object_start"}
    names = [name for name in vars(Algebra) if not name.startswith("_") and name not in pointers]
    for name in (name for name in names if not name.startswith("pointer_")):
        wanted = list(inspect.signature(getattr(Algebra, name)).parameters)
        assert list(inspect.signature(getattr(Scalars, name)).parameters) == wanted, name


@pytest.mark.parametrize(
    ("operation", "left", "right", "wanted"),
    [
        ("add", s(0, 9), n(1), s(1, 10)),
        ("add", u(MAX - 1, MAX), n(3), u(1, 2)),  # everything wraps
        ("add", s(-3, 3), s(-2, 2), s(-5, 5)),
        ("add", s(0, 0x7FFFFFFF), n(1), u(1, 0x80000000)),  # the sign wraps, the unsigned view does not
        ("add", m(4, 1, s(0, 100)), m(4, 2), m(4, 3)),
        ("add", m(3, 1, s(0, 100)), n(5), m(3, 0, s(6, 105))),
        ("sub", s(0, 9), s(0, 9), s(-9, 9)),
        ("sub", u(5, 9), n(7), s(-2, 2)),
        ("mul", s(-3, 4), s(5, 6), s(-18, 24)),
        ("mul", u(0, 0xFFFF), u(0, 0xFFFF), u(0, 0xFFFE0001)),
        ("mul", TOP, n(12), m(4, 0)),
        ("mul", s(0, 10), n(12), m(12, 0, s(0, 120))),
        ("udiv", TOP, n(16), u(0, MAX >> 4)),
        ("sdiv", s(-7, 20), n(4), s(-1, 5)),
        ("sdiv", s(10, 20), s(2, 5), s(2, 10)),
        ("sdiv", m(12, 0, s(-24, 60)), n(4), m(3, 0, s(-6, 15))),
        ("sdiv", s(10, 20), s(0, 5), s(2, 20).join(n(-1))),
        ("urem", TOP, n(10), u(0, 9)),
        ("srem", TOP, n(10), s(-9, 9)),
        ("srem", s(0, 1000), n(10), s(0, 9)),
        ("srem", s(20, 25), n(10), s(0, 5)),
        ("srem", m(6, 1), n(4), m(2, 1, s(-3, 3))),
        ("srem", s(3, 7), s(10, 20), s(3, 7)),
        ("bitand", TOP, n(0xFF), u(0, 0xFF)),
        ("bitand", TOP, n(0xF0), m(16, 0, u(0, 0xF0))),
        ("bitand", TOP, n(-4), m(4, 0)),
        ("bitand", s(5, 10), n(-4), m(4, 0, s(4, 8))),
        ("bitand", m(4, 3), n(5), m(4, 1, u(1, 5))),
        ("bitor", u(0, 10), u(0, 3), u(0, 11)),
        ("bitor", TOP, n(1), m(2, 1)),
        ("bitor", s(-8, -5), s(-3, 9), s(-8, -1)),
        ("bitxor", u(0, 10), u(0, 3), u(0, 11)),
        ("bitxor", m(8, 5), m(8, 1), m(8, 4)),
        ("shl", s(0, 5), n(3), m(8, 0, s(0, 40))),
        ("shl", n(1), u(0, 31), u(1, 1 << 31)),
        ("shl", TOP, u(2, 3), m(4, 0)),
        ("lshr", TOP, n(24), u(0, 255)),
        ("lshr", u(16, 32), u(1, 2), u(4, 16)),
        ("lshr", m(12, 4, u(0, 100)), n(2), m(3, 1, u(1, 25))),
        ("ashr", m(12, 4, s(-100, 100)), n(2), m(3, 1, s(-23, 25))),
        ("udiv", m(12, 7, u(0, 100)), n(4), m(3, 1, u(1, 22))),
        ("sdiv", m(12, 7, s(0, 100)), n(-4), m(3, 2, s(-22, -1))),
        ("sdiv", m(12, 5, s(-100, -1)), n(4), m(3, 2, s(-22, -1))),
        ("sdiv", m(6, 2, s(-40, 40)), n(-1), m(6, 4, s(-38, 40))),
        ("ashr", s(-8, 20), n(2), s(-2, 5)),
        ("ashr", m(8, 0, s(-80, 80)), n(3), s(-10, 10)),
    ],
)
def test_arithmetic(operation: str, left: Number, right: Number, wanted: Number) -> None:
    assert getattr(S, operation)(left, right, 32) == wanted


def test_unary_operations_and_changes_of_width() -> None:
    assert S.neg(s(-3, 5), 32) == s(-5, 3)
    assert S.neg(TOP, 32) == TOP
    assert S.complement(s(0, 5), 32) == s(-6, -1)
    assert S.zero_extend(s(-3, -1, 8), 8, 32) == u(253, 255)
    assert S.sign_extend(s(-3, 100, 8), 8, 32) == s(-3, 100)
    assert S.truncate(s(-3, 100), 32, 8) == s(-3, 100, 8)
    assert S.truncate(u(256, 300), 32, 8) == u(0, 44, 8)
    assert S.truncate(m(12, 5), 32, 8) == Number.multiples(4, 1, 8)
    assert S.truncate(m(3, 1, u(256, 300)), 32, 8) == Number.multiples(3, 0, 8).meet(u(0, 44, 8))


def test_comparisons_and_choices() -> None:
    assert S.eq(m(2, 0), m(2, 1), 32) is Truth.NO
    assert S.eq(s(0, 5), s(5, 9), 32) is Truth.EITHER
    assert S.eq(n(5), n(5), 32) is Truth.YES
    assert S.ult(s(-5, -1), s(0, 9), 32) is Truth.NO
    assert S.slt(s(-5, -1), s(0, 9), 32) is Truth.YES
    assert S.choose(Truth.EITHER, n(0), n(1)) == s(0, 1)
    assert S.choose(Truth.NO, n(0), n(1)) is n(1)
    assert S.choose(Truth.EITHER, Truth.YES, Truth.NO) is Truth.EITHER
    assert [S.decide(truth) for truth in Truth] == [True, False, None]


def test_connectives_are_exact() -> None:
    for left, right in itertools.product(Truth, Truth):
        pairs = [
            (a, b) for a in (False, True) for b in (False, True) if left.contains(a) and right.contains(b)
        ]
        for name in ("conjunction", "disjunction"):
            wanted = {getattr(CONCRETE, name)(a, b) for a, b in pairs}
            result = getattr(S, name)(left, right)
            assert {value for value in (False, True) if result.contains(value)} == wanted


ALONE = [Components.CONSTANTS, Components.INTERVALS, Components.CONGRUENCES]


@pytest.mark.parametrize("components", ALONE)
def test_one_component_alone_is_sound_and_knows_nothing_else(components: Components) -> None:
    scalars = Scalars(components)
    every = sorted({number.only(components) for number in some_numbers(3)}, key=repr)
    for operation in "add sub mul sdiv urem bitand bitxor shl ashr".split():
        apply, rows = getattr(scalars, operation), table(operation, 3)
        for left in every:
            for right in every:
                result = apply(left, right, 3)
                assert result.only(components) == result
                for x in values(gamma(left)):
                    assert all(result.contains(rows[x][y]) for y in values(gamma(right)))
    assert scalars.cut(m(3, 1, s(0, 9))) == m(3, 1, s(0, 9)).only(components)
    assert scalars.choose(Truth.EITHER, n(3), n(9)) == m(6, 3, s(3, 9)).only(components)


def yes(name: str, left: Number, right: Number) -> tuple[object, ...] | None:
    return refine(name, Truth.YES, (left, right), 32)


def test_refinements_of_tests_in_c() -> None:
    assert yes("ult", TOP, n(10)) == (u(0, 9), n(10))  # (unsigned)x < 10
    assert yes("slt", TOP, s(0, 10)) == (s(-(1 << 31), 9), s(0, 10))
    assert yes("slt", s(3, 8), s(0, 5)) == (s(3, 4), s(4, 5))
    assert refine("eq", Truth.NO, (u(0, 9), n(0)), 32) == (u(1, 9), n(0))
    assert refine("eq", Truth.NO, (TOP, n(0)), 32) == (u(1, MAX), n(0))
    assert refine("eq", Truth.NO, (m(4, 0, s(0, 8)), n(8)), 32) == (m(4, 0, s(0, 4)), n(8))
    assert refine("bitand", n(0), (TOP, n(1)), 32) == (m(2, 0), n(1))  # (x & 1) == 0
    assert refine("bitand", n(2), (TOP, n(3)), 32) == (m(4, 2), n(3))
    assert refine("bitand", n(0), (TOP, n(1 << 31)), 32) == (s(0, 0x7FFFFFFF), n(1 << 31))
    assert refine("bitand", n(8), (TOP, n(-8)), 32) == (u(8, 15), n(-8))
    assert refine("bitor", n(0), (TOP, TOP), 32) == (n(0), n(0))
    assert refine("srem", n(0), (TOP, n(2)), 32) == (m(2, 0), n(2))  # x % 2 == 0
    assert refine("srem", n(1), (TOP, n(3)), 32) == (m(3, 1, s(1, (1 << 31) - 1)), n(3))
    assert refine("urem", n(1), (u(0, 100), n(3)), 32) == (m(3, 1, u(1, 100)), n(3))
    assert refine("add", s(0, 9), (TOP, n(5)), 32) == (s(-5, 4), n(5))  # exact although it may wrap
    assert refine("add", s(0, 9), (s(0, 20), s(3, 7)), 32) == (s(0, 6), s(3, 7))
    assert refine("sub", s(0, 9), (s(0, 5), TOP), 32) == (s(0, 5), s(-9, 5))
    assert refine("mul", s(0, 100), (s(-50, 50), n(7)), 32) == (s(0, 14), n(7))
    assert refine("mul", n(12), (TOP, n(4)), 32) == (m(1 << 30, 3), n(4))  # four solutions
    assert refine("mul", n(12), (s(0, 1000), n(4)), 32) == (n(3), n(4))
    assert refine("mul", n(12), (TOP, n(5)), 32) == (n(12 * pow(5, -1, 1 << 32)), n(5))
    assert refine("mul", n(3), (TOP, n(4)), 32) is None
    assert refine("udiv", u(2, 3), (TOP, n(10)), 32) == (u(20, 39), n(10))
    assert refine("sdiv", n(0), (TOP, n(10)), 32) == (s(-9, 9), n(10))
    assert refine("sdiv", s(2, 3), (TOP, n(-10)), 32) == (s(-39, -20), n(-10))
    assert refine("shl", n(24), (u(0, 100), n(3)), 32) == (n(3), n(3))
    assert refine("lshr", n(3), (TOP, n(4)), 32) == (u(48, 63), n(4))
    assert refine("ashr", n(-1), (TOP, n(4)), 32) == (s(-16, -1), n(4))
    assert refine("neg", s(1, 5), (TOP,), 32) == (s(-5, -1),)
    assert refine("zero_extend", s(-5, 9), (Number.top(8),), 8, 32) == (u(0, 9, 8),)
    assert refine("sign_extend", s(-5, 900), (Number.top(8),), 8, 32) == (s(-5, 127, 8),)
    assert refine("truncate", n(5, 8), (TOP,), 32, 8) == (m(256, 5),)  # (char)x == 5
    assert refine("truncate", s(-2, 5, 8), (s(-100, 100),), 32, 8) == (s(-2, 5),)
    assert refine("truncate", u(0, 5, 8), (u(200, 300),), 32, 8) == (u(256, 261),)


class Variables:
    def __init__(self, known: dict[Variable, Number]) -> None:
        self.known = known

    def variable(self, variable: Variable) -> Number:
        return self.known[variable]


def test_expressions_of_c_are_evaluated_as_everywhere_else() -> None:
    x, c = Variable("x", "", INT), Variable("c", "", CHAR)
    state = Variables({x: s(0, 9), c: Number.top(8)})

    def value(expr: Expr) -> object:
        return evaluate(expr, S, state)  # type: ignore[type-var, arg-type]

    assert value(BinaryOp(Binary.ADD, BinaryOp(Binary.MUL, x, const(INT, 4)), const(INT, 1))) == m(
        4, 1, s(1, 37)
    )
    assert value(BinaryOp(Binary.LT, Cast(UINT, x), const(UINT, 10))) is Truth.YES
    assert value(Cast(INT, c)) == s(-128, 127)
    assert value(Cast(LLONG, Cast(UINT, UnaryOp(Unary.NEGATE, x)))).umax == MAX  # type: ignore[attr-defined]
    assert value(BinaryOp(Binary.SHL, const(INT, 1), x)) == s(1, 512)
    chosen = Conditional(BinaryOp(Binary.GT, x, const(INT, 3)), const(INT, 8), const(INT, 2))
    assert value(chosen) == m(6, 2, s(2, 8))
