"""Expressions and statements read like the C that they came from."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dovetail.program.declarators import show_constant, show_type
from dovetail.program.expressions import (
    FALSE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    NoLeak,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    const,
)
from dovetail.program.position import NOWHERE
from dovetail.program.printer import LONGEST, Printer, show_expr
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goal,
    GoalInfo,
    GoalKind,
    Halt,
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
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    LONG_DOUBLE,
    UCHAR,
    UINT,
    ULLONG,
    VOID,
    VOID_POINTER,
    ArrayType,
    DataModel,
    FunctionType,
    IntType,
    Member,
    PointerType,
    RecordType,
    Target,
    lay_out,
)

TARGET = Target(DataModel.ILP32)
OFFSET = TARGET.intptr
# A scope of their own: what another test has made first prints as that test has named its types.
X, Y, Z = (Variable(name, "printed", INT, name) for name in "xyz")
C = Variable("c", "f", CHAR, "c")
POINT = RecordType("point", union=False)
lay_out(POINT, [Member("x", INT), Member("y", INT)], TARGET)
NODE = RecordType("node", union=False)
lay_out(
    NODE,
    [
        Member("key", INT),
        Member("next", PointerType(NODE)),
        Member("at", POINT),
        Member("values", ArrayType(INT, 4)),
    ],
    TARGET,
)
EITHER = RecordType("either", union=True)
lay_out(EITHER, [Member("number", INT), Member("single", FLOAT)], TARGET)
BUFFER = RecordType("buffer", union=False)
lay_out(BUFFER, [Member("cells", ArrayType(INT, 4)), Member("count", INT)], TARGET)
P = Variable("p", "f", PointerType(NODE), "p")
Q = Variable("q", "f", PointerType(INT), "q")
R = Variable("r", "f", PointerType(INT), "r")
ROWS = ArrayType(ArrayType(INT, 3), 2)


def binary(op: Binary, left: Expr, right: Expr) -> Expr:
    return BinaryOp(op, left, right)


def number(value: int) -> Const:
    return const(INT, value)


def moved(pointer: Expr, offset: Expr | int, pointee: object) -> PointerAdd:
    amount = const(OFFSET, offset) if isinstance(offset, int) else offset
    return PointerAdd(pointer, amount, PointerType(pointee))  # type: ignore[arg-type]


def times(index: Expr, size: int) -> Expr:
    return binary(Binary.MUL, index, const(OFFSET, size))


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (binary(Binary.ADD, X, binary(Binary.MUL, Y, Z)), "x + y * z"),
        (binary(Binary.MUL, binary(Binary.ADD, X, Y), Z), "(x + y) * z"),
        (binary(Binary.SUB, binary(Binary.SUB, X, Y), Z), "x - y - z"),
        (binary(Binary.SUB, X, binary(Binary.SUB, Y, Z)), "x - (y - z)"),
        (binary(Binary.EQ, binary(Binary.BITAND, X, number(1)), number(0)), "(x & 1) == 0"),
        (
            binary(
                Binary.OR,
                binary(Binary.AND, binary(Binary.LT, X, Y), binary(Binary.LT, Y, Z)),
                binary(Binary.EQ, X, Z),
            ),
            "x < y && y < z || x == z",
        ),
        (UnaryOp(Unary.NOT, binary(Binary.LT, X, Y)), "!(x < y)"),
        (UnaryOp(Unary.NEGATE, UnaryOp(Unary.NEGATE, X)), "-(-x)"),
        (UnaryOp(Unary.COMPLEMENT, X), "~x"),
        (UnaryOp(Unary.NEGATE, number(-3)), "-(-3)"),
        (binary(Binary.SUB, X, number(-3)), "x - -3"),
        (Conditional(binary(Binary.LT, X, Y), X, Y), "x < y ? x : y"),
        (binary(Binary.ADD, Conditional(binary(Binary.LT, X, Y), X, Y), Z), "(x < y ? x : y) + z"),
        (Cast(UINT, binary(Binary.ADD, X, Y)), "(unsigned int)(x + y)"),
        (Cast(INT, C), "c"),
        (Cast(INT, binary(Binary.LT, X, Y)), "x < y"),
        (Cast(LLONG, X), "(long long)x"),
        (FALSE, "false"),
        (Valid(P, const(TARGET.size_t, 4)), "valid(p, 4)"),
        (NoLeak(), "no_leak()"),
        (NoLeak(running=True), "no_leak(running)"),
    ],
)
def test_operators_have_the_parentheses_that_precedence_needs(expr: Expr, text: str) -> None:
    assert show_expr(expr) == text


LOCAL_ARRAY = Variable("&a", "f", PointerType(ArrayType(INT, 10)), "a")
LOCAL_NODE = Variable("&n", "f", PointerType(NODE), "n")
LOCAL_INT = Variable("&k", "f", PointerType(INT), "k")
MATRIX = Variable("&m", "f", PointerType(ROWS), "m")
GLOBAL = Address("g", PointerType(NODE))
VOIDS = Variable("v", "f", VOID_POINTER, "v")


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Load(Q, INT), "*q"),
        (Load(moved(Q, 8, INT), INT), "q[2]"),
        (Load(moved(Q, -4, INT), INT), "q[-1]"),
        (moved(Q, -4, INT), "q - 1"),
        (moved(Q, times(X, 4), INT), "q + x"),
        (moved(Q, UnaryOp(Unary.NEGATE, times(X, 4)), INT), "q - x"),
        (Load(moved(Q, UnaryOp(Unary.NEGATE, times(X, 4)), INT), INT), "q[-x]"),
        (Load(moved(Q, times(binary(Binary.ADD, X, Y), 4), INT), INT), "q[x + y]"),
        (Load(moved(Q, times(Cast(OFFSET, C), 4), INT), INT), "q[c]"),
        (Load(moved(P, 4, PointerType(NODE)), PointerType(NODE)), "p->next"),
        (Load(P, INT), "p->key"),
        (Load(moved(P, 0, INT), INT), "p->key"),
        (Load(moved(moved(P, 8, POINT), 4, INT), INT), "p->at.y"),
        (Load(moved(P, 12, INT), INT), "p->at.y"),
        (Load(moved(P, 24, INT), INT), "p->values[2]"),
        (
            Load(moved(moved(P, 16, ArrayType(INT, 4)), times(X, 4), INT), INT),
            "p->values[x]",
        ),
        (
            Load(
                moved(Load(moved(P, 4, PointerType(NODE)), PointerType(NODE)), 4, PointerType(NODE)),
                PointerType(NODE),
            ),
            "p->next->next",
        ),
        (moved(P, 8, POINT), "&p->at"),
        (Load(moved(P, 32 + 12, INT), INT), "p[1].at.y"),
        (Load(LOCAL_INT, INT), "k"),
        (LOCAL_INT, "&k"),
        (Load(moved(LOCAL_ARRAY, 8, INT), INT), "a[2]"),
        (Load(moved(LOCAL_ARRAY, times(X, 4), INT), INT), "a[x]"),
        (moved(LOCAL_ARRAY, 0, INT), "a"),
        (Cast(PointerType(INT), LOCAL_ARRAY), "a"),
        (Load(moved(Cast(PointerType(INT), LOCAL_ARRAY), times(X, 4), INT), INT), "a[x]"),
        (moved(Cast(PointerType(INT), LOCAL_ARRAY), times(X, 4), INT), "&a[x]"),
        (Load(Cast(PointerType(INT), LOCAL_ARRAY), INT), "a[0]"),
        (Load(moved(LOCAL_NODE, 12, INT), INT), "n.at.y"),
        (Load(moved(MATRIX, 20, INT), INT), "m[1][2]"),
        (Load(moved(moved(MATRIX, times(X, 12), ArrayType(INT, 3)), times(Y, 4), INT), INT), "m[x][y]"),
        (Load(moved(Variable("b", "f", PointerType(BUFFER), "b"), times(X, 4), INT), INT), "b->cells[x]"),
        (Address('"hello"', PointerType(CHAR)), '"hello"'),
        (Load(GLOBAL, INT), "g.key"),
        (GLOBAL, "&g"),
        (Load(Address("h", PointerType(INT)), INT), "h"),
        (Load(Variable("u", "f", PointerType(EITHER), "u"), FLOAT), "u->single"),
        # What the types do not explain stays visible as what it is.
        (Load(moved(VOIDS, 8, INT), INT), "*(int *)((char *)v + 8)"),
        (Load(moved(P, 2, INT), INT), "*(int *)((char *)p + 2)"),
        (Load(moved(P, -2, INT), INT), "*(int *)((char *)p - 2)"),
        (Load(Q, FLOAT), "*(float *)q"),
        (Load(Cast(PointerType(INT), VOIDS), INT), "*(int *)v"),
        (moved(Q, X, INT), "(int *)((char *)q + x)"),
        (PointerDiff(Q, R, OFFSET), "(char *)q - (char *)r"),
        (binary(Binary.DIV, PointerDiff(Q, R, OFFSET), const(OFFSET, 4)), "q - r"),
        (binary(Binary.DIV, PointerDiff(Q, R, OFFSET), const(OFFSET, 8)), "((char *)q - (char *)r) / 8"),
    ],
)
def test_memory_reads_as_members_and_elements(expr: Expr, text: str) -> None:
    assert show_expr(expr) == text


FLAGS = RecordType("flags", union=False)
lay_out(
    FLAGS,
    [Member("count", INT), Member("low", UINT, bit_width=3), Member("level", INT, bit_width=5)],
    TARGET,
)
FLAGS_POINTER = Variable("w", "f", PointerType(FLAGS), "w")
UNIT = moved(FLAGS_POINTER, 4, UINT)


def around(mask: int) -> Expr:
    return binary(Binary.BITAND, Load(UNIT, UINT), const(UINT, mask))


def test_bit_fields_read_as_members() -> None:
    low = Cast(IntType(3, False), Load(UNIT, UINT))
    level = Cast(IntType(5, True), binary(Binary.SHR, Load(UNIT, UINT), number(3)))
    assert show_expr(Cast(UINT, low)) == "w->low"
    assert show_expr(Cast(INT, level)) == "w->level"
    assert show_expr(Cast(LLONG, Cast(INT, level))) == "(long long)w->level"
    # The same bits with another sign are not the field.
    assert "w->level" not in show_expr(Cast(IntType(5, False), level.operand))


def test_bit_fields_are_written_as_members() -> None:
    stored = binary(Binary.BITOR, around(~7), const(UINT, 5))
    assert Printer().statement(Store(UNIT, stored)) == "w->low = 5"
    stored = binary(Binary.BITOR, around(~(31 << 3)), const(UINT, 30 << 3))
    assert Printer().statement(Store(UNIT, stored)) == "w->level = -2"
    part = binary(Binary.SHL, binary(Binary.BITAND, Cast(UINT, X), const(UINT, 31)), number(3))
    assert Printer().statement(Store(UNIT, binary(Binary.BITOR, around(~(31 << 3)), part))) == "w->level = x"
    part = binary(Binary.BITAND, Cast(UINT, X), const(UINT, 31))
    text = Printer().statement(Store(UNIT, binary(Binary.BITOR, around(~(31 << 9)), part)))
    assert text.startswith("*(unsigned int *)((char *)w + 4) = ")


def float_bits(layout: str, value: float) -> int:
    return int.from_bytes(struct.pack(layout, value), "little")


@pytest.mark.parametrize(
    ("constant", "text"),
    [
        (number(-1), "-1"),
        (number(-(1 << 31)), "-2147483648"),
        (const(UINT, 7), "7"),
        (const(UINT, -1), "4294967295u"),
        (const(LLONG, 1 << 40), "1099511627776LL"),
        (const(ULLONG, -1), "18446744073709551615ull"),
        (const(CHAR, 65), "65"),
        (const(UCHAR, 200), "200"),
        (Const(PointerType(INT), 0), "NULL"),
        (Const(PointerType(INT), 16), "(int *)0x10"),
        (Const(DOUBLE, float_bits("<d", 0.1)), "0.1"),
        (Const(DOUBLE, float_bits("<d", -0.0)), "-0.0"),
        (Const(FLOAT, float_bits("<f", 0.1)), "0.1f"),
        (Const(FLOAT, 0x7F7FFFFF), "3.4028235e+38f"),
        (Const(DOUBLE, float_bits("<d", float("inf"))), "INFINITY"),
        (Const(FLOAT, 0x7FC00000), "NAN"),
        (Const(LONG_DOUBLE, 1), "(long double)0x1"),
    ],
)
def test_constants_are_c_constants(constant: Const, text: str) -> None:
    assert show_expr(constant) == text


@given(st.integers(0, (1 << 32) - 1))
def test_every_float_reads_back(bits: int) -> None:
    value = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
    text = show_constant(FLOAT, bits)
    match text:
        case "NAN":
            assert value != value
        case "INFINITY" | "-INFINITY":
            assert value == float(text.lower())
        case _:
            assert struct.pack("<f", float(text.removesuffix("f"))) == bits.to_bytes(4, "little")


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (PointerType(ArrayType(INT, 3)), "int (*x)[3]"),
        (ArrayType(PointerType(INT), 3), "int *x[3]"),
        (PointerType(FunctionType(INT, (CHAR,))), "int (*x)(char)"),
        (FunctionType(VOID, (), variadic=False), "void x(void)"),
        (PointerType(PointerType(NODE)), "struct node **x"),
        (ROWS, "int x[2][3]"),
    ],
)
def test_declarations_are_c(type_: object, text: str) -> None:
    assert show_type(type_, "x") == text  # type: ignore[arg-type]


INFO = CheckInfo(3, "assertion", NOWHERE, "f", "x is less than y")
GOAL = GoalInfo(2, NOWHERE, "f", "x < y")
SIZE = const(TARGET.size_t, 8)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (Assign(X, binary(Binary.ADD, Y, number(1))), "x = y + 1"),
        (Store(moved(P, 4, PointerType(NODE)), P), "p->next = p"),
        (Store(LOCAL_INT, number(3)), "k = 3"),
        (Copy(LOCAL_NODE, P, const(TARGET.size_t, 32), NODE), "n = *p"),
        (Copy(Q, R, SIZE), "memmove(q, r, 8)"),
        (Fill(Q, const(UCHAR, 0), SIZE), "memset(q, 0, 8)"),
        (Assume(binary(Binary.LT, X, Y), Why.BRANCH), "[x < y]"),
        (Assume(binary(Binary.LT, X, Y), Why.ASSUMED), "assume x < y"),
        (
            Assume(binary(Binary.NE, X, number(0)), Why.UNDEFINED, "division by zero"),
            "undefined unless x != 0 (division by zero)",
        ),
        (Check(binary(Binary.LT, X, Y), INFO), "check #3 assertion: x < y"),
        (Call(X, "g", (Y, Q)), "x = g(y, q)"),
        (Call(None, "g", ()), "g()"),
        (Return(None), "return"),
        (Return(X), "return x"),
        (Allocate(Q, SIZE, Storage.HEAP, "malloc"), "q = allocate(8)"),
        (Allocate(LOCAL_ARRAY, SIZE, Storage.STACK, "a", ArrayType(INT, 10)), "declare int a[10]"),
        (Allocate(Q, SIZE, Storage.STACK, "tmp"), "q = &(tmp: 8 bytes)"),
        (Free(Q), "free(q)"),
        (EndLifetime(LOCAL_ARRAY), "end of a"),
        (EndLifetime(Q), "end of *q"),
        (Havoc(X, Origin.NONDET, "__VERIFIER_nondet_int"), "x = any int (nondet: __VERIFIER_nondet_int)"),
        (HavocMemory(LOCAL_ARRAY, SIZE, "a", ArrayType(INT, 10)), "a = any int [10] (a)"),
        (HavocMemory(Q, SIZE, "malloc"), "any contents for 8 bytes at q (malloc)"),
        (Halt(number(0)), "exit(0)"),
        (Unsupported("inline assembly"), "unsupported: inline assembly"),
        (Skip(), "skip"),
        (Skip("label"), "skip (label)"),
        (Skip("", Goal(GoalKind.SOMETIME, binary(Binary.LT, X, Y), GOAL)), "sometime #2: x < y"),
        (Skip("", Goal(GoalKind.FINAL, binary(Binary.LT, X, Y), GOAL)), "final #2: x < y"),
    ],
)
def test_statements(statement: Statement, text: str) -> None:
    assert Printer().statement(statement) == text


def test_deep_and_shared_expressions_print_in_bounded_space() -> None:
    deep: Expr = X
    for _ in range(20_000):
        deep = UnaryOp(Unary.COMPLEMENT, deep)
    assert len(show_expr(deep)) <= LONGEST
    shared: Expr = X
    for _ in range(200):
        shared = binary(Binary.ADD, shared, shared)
    assert len(show_expr(shared)) <= LONGEST


def test_global_objects_are_called_what_the_user_called_them() -> None:
    address = Address("f.count", PointerType(INT))
    assert Printer({"f.count": "count"}).expression(Load(address, INT)) == "count"


def test_repr_is_the_text() -> None:
    assert repr(binary(Binary.LT, X, Y)) == "<x < y>"
