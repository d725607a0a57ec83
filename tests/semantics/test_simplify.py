"""Simplification keeps the value in every state, and reaches the normal forms that regions rely on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    ObjectStart,
    PointerAdd,
    SameObject,
    Variable,
    const,
    variables,
)
from dovetail.program.types import BOOL, CHAR, INT, LLONG, UINT, DataModel, IntType, PointerType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory, Region
from dovetail.semantics.simplify import simplify
from semantics import random_expressions
from thinned import examples


class Variables:
    """A state that is nothing but the values of variables."""

    def __init__(self, values: dict[Variable, Any]) -> None:
        self.values = values

    def variable(self, variable: Variable) -> Any:
        return self.values[variable]

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name}: memory is not part of this")


def memory_with_objects() -> tuple[Memory, list[int]]:
    memory = Memory(Target(DataModel.LP64))
    first = memory.declare("a", 40, Region.GLOBAL)
    second = memory.declare("b", 8, Region.GLOBAL)
    return memory, [0, first, first + 4, second, second + 8]


def draw_values(data: st.DataObject, expr: Expr, places: list[int]) -> dict[Variable, Any]:
    values: dict[Variable, Any] = {}
    for variable in sorted(variables(expr), key=lambda v: v.name):
        if isinstance(variable.type, IntType):
            edges = st.sampled_from([0, 1, variable.type.bits(-1), variable.type.bits(variable.type.minimum)])
            anything = st.integers(0, variable.type.bits(-1))
            values[variable] = data.draw(st.one_of(edges, st.integers(0, 7), anything)) & variable.type.bits(
                -1
            )
        else:
            values[variable] = data.draw(st.sampled_from(places))
    return values


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_the_value_stays_and_simplifying_twice_changes_nothing(data: st.DataObject) -> None:
    expr = data.draw(random_expressions.conditions(4))
    once = simplify(expr)
    assert simplify(once) is once
    memory, places = memory_with_objects()
    algebra = Concrete(memory)
    for _ in range(4):  # to draw a condition takes much longer than to evaluate it
        state = Variables(draw_values(data, expr, places))
        assert evaluate(once, algebra, state) == evaluate(expr, algebra, state)  # type: ignore[misc]


X = Variable("x", "f", INT, "x")
Y = Variable("y", "f", INT, "y")
C = Variable("c", "f", CHAR, "c")
P = Variable("p", "f", PointerType(INT), "p")
Q = Variable("q", "f", PointerType(INT), "q")


def eq(left: Expr, right: Expr) -> Expr:
    return BinaryOp(Binary.EQ, left, right)


@pytest.mark.parametrize(
    ("expr", "normal"),
    [
        (eq(BinaryOp(Binary.ADD, X, const(INT, 1)), const(INT, 5)), eq(X, const(INT, 4))),
        (eq(const(INT, 3), X), eq(X, const(INT, 3))),
        (BinaryOp(Binary.LE, X, const(INT, 3)), BinaryOp(Binary.LT, X, const(INT, 4))),
        (BinaryOp(Binary.LE, X, const(INT, 2**31 - 1)), TRUE),
        (eq(Cast(INT, C), const(INT, 65)), eq(C, const(CHAR, 65))),
        (eq(Cast(INT, C), const(INT, 200)), FALSE),
        (BinaryOp(Binary.NE, Cast(INT, eq(X, Y)), const(INT, 0)), eq(X, Y)),
        (eq(BinaryOp(Binary.SUB, X, Y), const(INT, 0)), eq(X, Y)),
        (BinaryOp(Binary.SUB, BinaryOp(Binary.ADD, X, Y), Y), X),
        (BinaryOp(Binary.LT, Variable("u", "f", UINT), const(UINT, 0)), FALSE),
        (Cast(INT, Cast(LLONG, X)), X),
        (eq(PointerAdd(P, const(LLONG, 4), P.type), PointerAdd(P, const(LLONG, 8), P.type)), FALSE),
        (SameObject(PointerAdd(P, Variable("i", "f", LLONG), P.type), P), TRUE),
        (ObjectStart(PointerAdd(P, Variable("i", "f", LLONG), P.type)), ObjectStart(P)),
        (SameObject(Address("a", PointerType(INT)), Address("b", PointerType(INT))), FALSE),
        (BinaryOp(Binary.AND, eq(X, Y), BinaryOp(Binary.NE, X, Y)), FALSE),
        (Const(BOOL, 1), TRUE),
    ],
)
def test_normal_forms(expr: Expr, normal: Expr) -> None:
    assert simplify(expr) is normal


def test_the_same_pair_of_pointers_is_the_same_expression() -> None:
    assert simplify(SameObject(P, Q)) is simplify(SameObject(Q, P))
    assert simplify(eq(P, Q)) is simplify(eq(Q, P))
