"""Likely invariants: what is planted is found, and nothing is told that is not true of the states."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dovetail.inference.likely import Candidate, Inference, likely
from dovetail.inference.relations import BLOCK
from dovetail.inference.states import States
from dovetail.program.expressions import Expr, Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    INT,
    INT128,
    LLONG,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    DataModel,
    FloatType,
    IntType,
    PointerType,
    Target,
    Type,
)
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from thinned import examples, thinned_rows

ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))


class Row:
    """A state without memory."""

    def __init__(self, values: dict[Variable, Any]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> Any:
        return self._values[variable]

    def _none(self, *_: Any) -> Any:
        raise NotComputable("no memory")

    load = valid = freeable = object_size = no_leak = _none


def holds(expr: Expr, variables: Sequence[Variable], row: Sequence[Any]) -> bool:
    return bool(evaluate(expr, ALGEBRA, Row(dict(zip(variables, row, strict=True)))))


def variables(names: str, type_: Type = INT) -> list[Variable]:
    return [Variable(name, "likely", type_, name) for name in names.split()]


def rows_of(held: Sequence[Variable], numbers: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return [
        tuple(
            variable.type.bits(number) if isinstance(variable.type, IntType) else number
            for variable, number in zip(held, row, strict=True)
        )
        for row in numbers
    ]


def guessed(
    held: Sequence[Variable], numbers: Sequence[Sequence[Any]], **options: Any
) -> dict[str, Candidate]:
    """By their text; all have been evaluated on all states."""
    rows = rows_of(held, numbers)
    found = likely(States.of(held, rows), **options)
    for candidate in found:
        assert 0 < candidate.support <= len(rows)
        wrong = [row for row in rows if not holds(candidate.expr, held, row)]
        assert not wrong, (show_expr(candidate.expr), wrong[:3])
    assert len({candidate.expr for candidate in found}) == len(found)
    return {show_expr(candidate.expr).replace("(long long)", ""): candidate for candidate in found}


XY, XYZ = variables("x y"), variables("x y z")
SEED = random.Random(7)
GRID = [(a, b) for a in range(-6, 9) for b in range(-5, 12)]


@pytest.mark.parametrize(
    ("law", "text", "kind"),
    [
        (lambda a, b: (a, 3), "y == 3", "constant"),
        (lambda a, b: (a, a), "x == y", "equal"),
        (lambda a, b: (a, 2 * a + 1), "2 * x - y == -1", "linear"),
        (lambda a, b: (a, -a), "x + y == 0", "linear"),
        (lambda a, b: (4 * a + 1, b), "(x - 1) % 4 == 0", "congruence"),
        (lambda a, b: (6 * a, b), "x % 6 == 0", "congruence"),
        (lambda a, b: (a or 40, b), "x != 0", "non-zero"),
        (lambda a, b: (a, b), "x >= -6", "range"),
        (lambda a, b: (a, b), "y <= 11", "range"),
        (lambda a, b: (min(a, b), max(a, b)), "x <= y", "order"),
        (lambda a, b: (min(a, b), max(a, b) + 1), "x < y", "order"),
        (lambda a, b: (a, min(b, 4 - a)), "x + y <= 4", "octagon"),
        (lambda a, b: (a, min(b, a + 3)), "x - y >= -3", "octagon"),
        (lambda a, b: (a, max(b, 2 * a)), "2 * x - y <= 0", "template"),
        (lambda a, b: ((0, 5, 9)[a % 3], b), "x == 0 || x == 5 || x == 9", "set"),
        (lambda a, b: (a, a * a), "y - x * x == 0", "product"),
        (lambda a, b: (a % 2, 7 if a % 2 else b), "x != 1 || y == 7", "implication"),
    ],
)
def test_planted(law: Callable[[int, int], tuple[int, int]], text: str, kind: str) -> None:
    found = guessed(XY, [law(a, b) for a, b in GRID])
    assert found[text].kind == kind, list(found)


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (lambda a, b, c: (a, b, a + b), "x + y - z == 0"),
        (lambda a, b, c: (a, b, 3 * a - 2 * b + 7), "3 * x - 2 * y - z == -7"),
        (lambda a, b, c: (a, b, a * b), "z - x * y == 0"),
        (lambda a, b, c: (a, b, a * b + 2 * a - 5), "2 * x - z + x * y == 5"),
        (lambda a, b, c: (a, b, max(c, a + b)), "x + y - z <= 0"),
        (lambda a, b, c: (a, a, a), "x == z"),
    ],
)
def test_planted_among_three(law: Callable[[int, int, int], tuple[int, int, int]], text: str) -> None:
    pick = random.Random(3)
    numbers = [law(*(pick.randrange(-20, 30) for _ in range(3))) for _ in range(600)]
    assert text in guessed(XYZ, numbers)


def test_constants_of_the_program_are_bounds() -> None:
    found = guessed(XY, GRID, constants=[100, -50])
    assert {"x <= 99", "x <= 100", "x >= -49", "x >= -50"} <= set(found)
    assert "x <= 101" not in found


def test_variables_that_are_not_related_are_not_paired() -> None:
    found = guessed(XY, [(a, a) for a in range(50)], related=lambda a, b: False)
    assert found and not any("x" in text and "y" in text for text in found)


# Redundancy


def test_a_constant_says_it_all() -> None:
    found = guessed(XY, [(3, b) for _, b in GRID], constants=[10])
    assert [text for text in found if "x" in text] == ["x == 3"]


def test_of_equal_variables_one_speaks() -> None:
    found = guessed(XYZ, [(a, a, a + 5) for a in range(40)], constants=[100])
    assert [text for text in found if "y" in text] == ["x == y"]
    assert [text for text in found if "z" in text] == ["x - z == -5"]
    assert "x <= 95" in found  # which is z <= 100


def test_octagons_do_not_repeat_ranges() -> None:
    assert {one.kind for one in guessed(XY, GRID).values()} == {"range"}


def test_orders_are_reduced() -> None:
    pick = random.Random(1)
    numbers = [tuple(sorted(pick.sample(range(100), 3))) for _ in range(300)]
    orders = {text for text, one in guessed(XYZ, numbers).items() if one.kind == "order"}
    assert orders == {"x < y", "x <= y", "y < z", "y <= z"}


def test_equations_are_independent() -> None:
    held = variables("a b c d e")
    pick = random.Random(5)
    numbers = []
    for _ in range(200):
        a, b = pick.randrange(-99, 99), pick.randrange(-99, 99)
        numbers.append((a, b, a + b, a - b, 2 * a + b))
    found = [text for text, one in guessed(held, numbers).items() if one.kind in ("linear", "product")]
    assert len(found) == 3


# Confidence


def test_nothing_of_nothing() -> None:
    assert guessed(XY, []) == {}


def test_one_state() -> None:
    assert guessed(XY, [(1, 2)]) == {}
    assert set(guessed(XY, [(1, 2)], least=1)) == {"x == 1", "y == 2"}


def test_no_states_of_no_variables() -> None:
    assert likely(States.of([], [])) == []


def test_two_points_are_no_line() -> None:
    assert not any(one.kind == "linear" for one in guessed(XY, [(0, 3), (5, 40)] * 20).values())


# Many states


@cache
def lawful() -> list[tuple[int, ...]]:
    """More than are looked at in one go."""
    pick = random.Random(9)
    rows = []
    for _ in range(BLOCK + 1500):
        a, b, flag = pick.randrange(100), pick.randrange(100), pick.randrange(2)
        rows.append((a, b, 2 * a + 1, a * b, 6 * b, flag, a if flag else 3, a + max(b, 1)))
    return rows


@pytest.mark.parametrize(
    ("place", "split"), thinned_rows([*((place, 0) for place in range(8)), (0, 20_000), (3, 20_000)], 3)
)
def test_one_state_among_many_is_seen(place: int, split: int) -> None:
    held = variables("a b c d e f g h")
    late = BLOCK + 1234
    wrong = list(lawful()[late])
    wrong[place] = wrong[place] + 1 if place != 5 else 7
    # None of the numbers is negative: they are their own bit patterns.
    rows = [*lawful()[:late], tuple(wrong), *lawful()[late + 1 :]]
    states = States.of(held, rows[:split])
    inference = Inference(states)
    before = {show_expr(one.expr) for one in inference.candidates()}
    states.append(rows[split:])
    found = inference.candidates()
    texts = {show_expr(one.expr) for one in found}
    if split:
        assert before - texts
    for candidate in found:
        for row in (rows[late], *rows[:20]):
            assert holds(candidate.expr, held, row), show_expr(candidate.expr)
    linear = "2 * (long long)a - (long long)c == -1"
    product = "(long long)d - (long long)a * (long long)b == 0"
    assert (linear in texts) == (place not in (0, 2))
    assert (product in texts) == (place not in (0, 1, 3))


def test_many_variables() -> None:
    held = variables(" ".join(f"w{index}" for index in range(40)))
    pick = random.Random(8)
    numbers = []
    for _ in range(60):
        row = [pick.randrange(-99, 99) for _ in range(38)]
        numbers.append([*row[:30], row[3], 5, *row[30:]])
    found = guessed(held, numbers)
    assert {"w3 == w30", "w31 == 5"} <= set(found)


# Large numbers


def test_unsigned_beyond_63_bits() -> None:
    held = variables("x y", ULLONG)
    top = 1 << 64
    found = guessed(held, [(top - 1 - 2 * k, top - 6 - 2 * k) for k in range(40)])
    assert "(__int128)x - (__int128)y == 5" in found
    assert f"x <= {top - 1}ull" not in found


def test_unsigned_that_crosses_63_bits() -> None:
    held = variables("x y", ULLONG)
    numbers = [(n, n // 2) for n in (*range(50), *((1 << 63) + n for n in range(-50, 50)), (1 << 64) - 1)]
    found = guessed(held, numbers)
    assert "x >= y" in found


def test_sums_that_would_wrap() -> None:
    held = variables("x y", LLONG)
    pick = random.Random(2)
    numbers = [(pick.randrange(-(1 << 63), 1 << 63), pick.randrange(-(1 << 63), 1 << 63)) for _ in range(90)]
    guessed(held, numbers)
    found = guessed(held, [(x, max(-(1 << 63), x - 7)) for x, _ in numbers])
    assert "(__int128)x - (__int128)y == 7" in found


def test_an_equation_modulo_a_power_of_two_is_none() -> None:
    held = variables("x y", ULLONG)
    pick = random.Random(2)
    numbers = [pick.randrange(1 << 64) for _ in range(200)]
    found = guessed(held, [(x, (2 * x + 3) % (1 << 64)) for x in numbers])
    assert not any(one.kind == "linear" for one in found.values())


def test_wide_integers_are_split_off() -> None:
    held = [*variables("x", INT128), *variables("y", UINT128), *variables("z")]
    numbers = [(-(1 << 126) + k * (1 << 120), (1 << 127) + k, k) for k in range(60)]
    found = guessed(held, numbers)
    assert any(text.startswith("x >=") for text in found)
    assert "(__int128)z >= 0" in found or "z >= 0" in found


TYPES = st.sampled_from([CHAR, UCHAR, INT, UINT, LLONG, ULLONG, INT128, UINT128, DOUBLE, PointerType(INT)])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Variable], list[tuple[Any, ...]]]:
    types = draw(st.lists(TYPES, min_size=1, max_size=4))
    held = [Variable(f"v{index}", "likely", type_, f"v{index}") for index, type_ in enumerate(types)]

    def value(type_: Type) -> st.SearchStrategy[Any]:
        if isinstance(type_, FloatType):
            return st.floats() | st.sampled_from([0.0, -0.0, 1.5])
        if not isinstance(type_, IntType):
            return st.integers(0, 3)
        ends = (type_.minimum, type_.maximum)
        near = st.sampled_from([-2, -1, 0, 1, 2, 3, *ends, ends[0] + 1, ends[1] - 1, ends[1] // 2])
        return (near | st.integers(*ends)).map(type_.bits)

    rows = draw(st.lists(st.tuples(*(value(variable.type) for variable in held)), max_size=12))
    if rows and draw(st.booleans()) and len(held) > 1 and all(isinstance(v.type, IntType) for v in held[:2]):
        # A law that may wrap.
        a, b = draw(st.integers(-3, 3)), draw(st.integers(-3, 3))
        type_ = held[1].type
        assert isinstance(type_, IntType)
        rows = [(row[0], type_.bits(a * row[0] + b), *row[2:]) for row in rows]
    return held, rows


@settings(max_examples=examples(150), deadline=None)
@example((variables("x", LLONG), [(0,), ((1 << 63) - 2,), ((1 << 64) - 2,)]), [], 2)
@example((variables("x", ULLONG), [(0,), ((1 << 64) - 2,), (4,)]), [], 2)
@given(tables(), st.lists(st.integers(-300, 300), max_size=3), st.integers(0, 12))
def test_all_that_is_told_is_true(
    table: tuple[list[Variable], list[tuple[Any, ...]]], constants: list[int], cut: int
) -> None:
    held, rows = table
    whole = States.of(held, rows)
    apart = States.of(held, rows[:cut])
    inference = Inference(apart)
    for candidate in inference.candidates(constants, 1):
        assert all(holds(candidate.expr, held, row) for row in rows[:cut]), show_expr(candidate.expr)
    apart.append(rows[cut:])
    found = likely(whole, constants=constants, least=1)
    for candidate in found:
        assert all(holds(candidate.expr, held, row) for row in rows), show_expr(candidate.expr)
    # Taken in bit by bit, it is the same.
    again = inference.candidates(constants, 1)
    assert all(holds(candidate.expr, held, row) for candidate in again for row in rows)
    assert {one.expr for one in again} == {one.expr for one in found}
