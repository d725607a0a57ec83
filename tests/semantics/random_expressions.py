"""Random expressions over a few variables, for property tests. Well-typed by construction."""

from __future__ import annotations

from hypothesis import strategies as st

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    ObjectStart,
    PointerAdd,
    PointerDiff,
    SameObject,
    Unary,
    UnaryOp,
    Variable,
)
from dovetail.program.types import BOOL, CHAR, INT, LLONG, UCHAR, UINT, IntType, PointerType

INTEGERS = (INT, UINT, CHAR, UCHAR, LLONG, IntType(33, True), IntType(3, False))
INTPTR = LLONG
POINTER = PointerType(INT)
VARIABLES = {
    type_: [
        Variable(f"v{index}_{type_.width}{'s' if type_.signed else 'u'}", "f", type_) for index in range(2)
    ]
    for type_ in INTEGERS
}
POINTERS = [Variable(f"p{index}", "f", POINTER) for index in range(3)]
_ARITHMETIC = (
    Binary.ADD,
    Binary.SUB,
    Binary.MUL,
    Binary.DIV,
    Binary.REM,
    Binary.BITAND,
    Binary.BITOR,
    Binary.BITXOR,
    Binary.SHL,
    Binary.SHR,
)
_COMPARISONS = (Binary.EQ, Binary.NE, Binary.LT, Binary.LE, Binary.GT, Binary.GE)


def constants(type_: IntType) -> st.SearchStrategy[Expr]:
    edges = st.sampled_from(
        [0, 1, -1, 2, 5, type_.minimum, type_.maximum, type_.maximum - 1, type_.minimum + 1]
    )
    return st.one_of(edges, st.integers(-300, 300)).map(lambda number: Const(type_, type_.bits(number)))


@st.composite
def integers(draw: st.DrawFn, type_: IntType, depth: int) -> Expr:
    leaf = st.one_of(st.sampled_from(VARIABLES[type_]), constants(type_))
    if depth == 0:
        return draw(leaf)
    match draw(st.integers(0, 7)):
        case 0:
            return draw(leaf)
        case 1 | 2 | 3:
            op = draw(st.sampled_from(_ARITHMETIC))
            return BinaryOp(op, draw(integers(type_, depth - 1)), draw(integers(type_, depth - 1)))
        case 4:
            op = draw(st.sampled_from((Unary.NEGATE, Unary.COMPLEMENT)))
            return UnaryOp(op, draw(integers(type_, depth - 1)))
        case 5:
            source = draw(st.sampled_from(INTEGERS))
            return Cast(type_, draw(integers(source, depth - 1)))
        case 6:
            return Cast(type_, draw(conditions(depth - 1)))
        case _:
            condition = draw(conditions(depth - 1))
            return Conditional(condition, draw(integers(type_, depth - 1)), draw(integers(type_, depth - 1)))


@st.composite
def pointers(draw: st.DrawFn, depth: int) -> Expr:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from([*POINTERS, Const(POINTER, 0)]))
    return PointerAdd(draw(pointers(depth - 1)), draw(integers(INTPTR, depth - 1)), POINTER)


@st.composite
def conditions(draw: st.DrawFn, depth: int) -> Expr:
    if depth == 0:
        return Const(BOOL, draw(st.integers(0, 1)))
    match draw(st.integers(0, 7)):
        case 0 | 1 | 2:
            type_ = draw(st.sampled_from(INTEGERS))
            op = draw(st.sampled_from(_COMPARISONS))
            return BinaryOp(op, draw(integers(type_, depth - 1)), draw(integers(type_, depth - 1)))
        case 3:
            op = draw(st.sampled_from((Binary.EQ, Binary.NE)))
            return BinaryOp(op, draw(pointers(depth - 1)), draw(pointers(depth - 1)))
        case 4:
            start = ObjectStart(draw(pointers(depth - 1)))
            return SameObject(draw(st.sampled_from((start, start.pointer))), draw(pointers(depth - 1)))
        case 5:
            difference = PointerDiff(draw(pointers(depth - 1)), draw(pointers(depth - 1)), INTPTR)
            return BinaryOp(draw(st.sampled_from(_COMPARISONS)), difference, draw(constants(INTPTR)))
        case 6:
            return UnaryOp(Unary.NOT, draw(conditions(depth - 1)))
        case _:
            op = draw(st.sampled_from((Binary.AND, Binary.OR)))
            return BinaryOp(op, draw(conditions(depth - 1)), draw(conditions(depth - 1)))
