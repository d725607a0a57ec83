"""Guesses over integers without bounds: what Spacer is asked, and what becomes of what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
import z3

from dovetail.frontend import load
from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, const, variables
from dovetail.program.inlining import inline
from dovetail.program.liveness import liveness
from dovetail.program.types import CHAR, INT, UINT, DataModel, IntType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.variables_alone import VariablesAlone
from dovetail.strategies.horn.clauses import Clauses
from dovetail.strategies.horn.integers import conditions_of, term_of
from dovetail.strategies.horn.spacer import Happens, spacer
from thinned import thinned

STEPS, SEEDS = 1_000_000, 8
ALGEBRA = Concrete(Memory(Target(DataModel.LP64)))
HEADER = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
RELATED = """
int main(void) {
    int up = 0, down = 100;
    while (__VERIFIER_nondet_int()) {
        if (up == 60) break;
        up++; down--;
    }
    if (up + down != 100) reach_error();
    return 0;
}
"""


def _clauses(tmp_path: Path, text: str, *, within: bool = False) -> Clauses:
    path = tmp_path / "case.c"
    path.write_text(HEADER + text)
    program = inline(load([path]).program).program
    return Clauses(program, liveness(program.procedures[program.entry]), (), within=within)


def _guesses(clauses: Clauses) -> list[Expr]:
    answers = next(found for seed in range(SEEDS) if (found := spacer(clauses, STEPS, seed)) is not None)
    return [said for head, found in answers.items() for said in conditions_of(found, clauses.places[head])]


@pytest.mark.parametrize("within", thinned([False, True], 2))
def test_a_relation_is_found(tmp_path: Path, within: bool) -> None:
    guesses = _guesses(_clauses(tmp_path, RELATED, within=within))
    names = {one.source_name: one for guess in guesses for one in _variables(guess)}
    up, down = names["up"], names["down"]
    assert all(_holds(guess, {up: 40, down: 60}) for guess in guesses)
    assert not all(_holds(guess, {up: 40, down: 61}) for guess in guesses)
    assert not all(_holds(guess, {up: 40, down: 59}) for guess in guesses)


def test_what_fails_without_bounds_is_told(tmp_path: Path) -> None:
    with pytest.raises(Happens):
        spacer(_clauses(tmp_path, RELATED.replace("down--", "down++")), STEPS)


def test_leaving_a_type_is_one_of_the_things_that_must_not_happen(tmp_path: Path) -> None:
    text = """
    int main(void) {
        int n = 0;
        while (__VERIFIER_nondet_int()) n += 1 << 30;
        if (n < 0) reach_error();
    }
    """
    assert _guesses(_clauses(tmp_path, text))
    with pytest.raises(Happens):
        spacer(_clauses(tmp_path, text, within=True), STEPS)


def test_steps_are_limited(tmp_path: Path) -> None:
    assert spacer(_clauses(tmp_path, RELATED), 10) is None


def test_cells_that_are_written_through_their_base_are_told_apart(tmp_path: Path) -> None:
    text = """
    struct pair { int one, two; };
    int main(void) {
        struct pair pair, *p = &pair;
        p->one = 1; p->two = 2;
        while (__VERIFIER_nondet_int()) { p->one = 1; p->two = 2; }
        if (p->one + p->two != 3) reach_error();
        return 0;
    }
    """
    assert _guesses(_clauses(tmp_path, text))


# ---- terms and back ----------------------------------------------------------------------------------------

X = Variable("x", "f", INT)
U = Variable("u", "f", UINT)
C = Variable("c", "f", CHAR)


def _number(expr: Expr, values: dict[Variable, int]) -> int:
    def leaf(place: Expr) -> z3.ArithRef:
        assert isinstance(place, Variable)
        return z3.IntVal(values[place])

    def unknown(expr: Expr) -> z3.ArithRef:
        raise AssertionError(f"{expr} has no meaning")

    return int(z3.simplify(term_of(expr, leaf, unknown, {}, z3.main_ctx())).as_long())


@pytest.mark.parametrize("op", [Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV, Binary.REM])
@pytest.mark.parametrize("left", [-1000, -7, -1, 0, 1, 7, 1000])
def test_arithmetic_is_that_of_c_where_nothing_wraps(op: Binary, left: int) -> None:
    expr = BinaryOp(op, X, const(INT, 7))
    concrete = INT.number(int(_value(expr, {X: left})))
    assert _number(expr, {X: left}) == concrete


@pytest.mark.parametrize("amount", [0, 1, 5])
@pytest.mark.parametrize("left", [-9, -1, 0, 3, 1000])
def test_shifts_are_those_of_c(left: int, amount: int) -> None:
    expr = BinaryOp(Binary.SHR, X, const(INT, amount))
    assert _number(expr, {X: left}) == left >> amount


def _variables(expr: Expr) -> set[Variable]:
    return set(variables(expr))


def _holds(condition: Expr, values: dict[Variable, int]) -> bool:
    return bool(_value(condition, values))


def _value(expr: Expr, values: dict[Variable, int]) -> int | bool:
    given = {one: one.type.bits(number) for one, number in values.items() if isinstance(one.type, IntType)}
    found: int | bool = evaluate(expr, ALGEBRA, VariablesAlone(given))
    return found


V = [z3.Var(index, z3.IntSort()) for index in range(3)]
PLACES = (X, U, C)


@pytest.mark.parametrize(
    ("formula", "true", "false"),
    [
        (V[0] + V[1] <= 10, {X: -5, U: 15}, {X: 2_000_000_000, U: 4_000_000_000}),
        (V[0] - 2 * V[2] == 1, {X: 255, C: 127}, {X: 0, C: 127}),
        (z3.Not(V[0] <= 3), {X: 4}, {X: 3}),
        (z3.Or(V[0] <= 3, V[1] >= 8), {X: 9, U: 8}, {X: 4, U: 7}),
        (V[1] >= 0, {U: 0}, {}),
        (V[0] % 4 == 1, {X: 5}, {X: 6}),
    ],
)
def test_conditions_do_not_wrap(
    formula: z3.BoolRef, true: dict[Variable, int], false: dict[Variable, int]
) -> None:
    said = conditions_of(formula, PLACES)
    assert said and all(_holds(one, true) for one in said)
    assert not false or not all(_holds(one, false) for one in said)
