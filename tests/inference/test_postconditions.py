"""Guessed postconditions hold of what was observed, and say what is to be said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dovetail.inference.postconditions import Observed, Postconditions
from dovetail.program.expressions import Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import INT, DataModel, Target
from dovetail.semantics.memory import Memory

N, M = Variable("old n", "f", INT, "n"), Variable("old m", "f", INT, "m")
RESULT = Variable("the result", "f", INT, "result")


def guessed(function: Callable[[int, int], int], constants: list[int] | None = None) -> list[str]:
    guesses = Postconditions([N, M], [RESULT], constants or [], Memory(Target(DataModel.LP64)))
    calls = [
        Observed((INT.bits(n), INT.bits(m)), (INT.bits(function(n, m)),))
        for n in range(-4, 8)
        for m in range(-3, 9)
    ]
    found = guesses.likely(calls)
    assert all(guesses.holds(condition, call) for condition in found for call in calls)
    return [show_expr(condition) for condition in found]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda n, m: n + m, "result == n + m"),
        (lambda n, m: 3, "result == 3"),
        (lambda n, m: n - 2 * m + 1, "result == n - 2 * m + 1"),
        (lambda n, m: n * m, "result == n * m"),
        (lambda n, m: abs(n) % 2 * (1 if n >= 0 else -1), "result == n % 2"),
        (lambda n, m: int(n > 2), "result == 0 || result == 1"),
        (lambda n, m: max(n, m), "result >= m"),
        (lambda n, m: min(n * n, 9), "result <= 9"),
    ],
)
def test_laws(function: Callable[[int, int], int], expected: str) -> None:
    assert expected in guessed(function)


def test_constants_of_the_program_are_bounds() -> None:
    assert "result <= 100" in guessed(lambda n, m: n * n, [100])


def test_nothing_is_guessed_from_nothing() -> None:
    assert Postconditions([N, M], [RESULT], [], Memory(Target(DataModel.LP64))).likely([]) == []
