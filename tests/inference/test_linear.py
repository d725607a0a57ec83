"""Exact linear fits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.inference.linear import fit

NUMBERS = st.integers(-50, 50)


@settings(deadline=None)  # how long it takes depends on what else the machine does
@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=6, max_size=20), NUMBERS, NUMBERS, NUMBERS)
def test_a_law_is_found(rows: list[tuple[int, int]], a: int, b: int, c: int) -> None:
    values = [a * x + b * y + c for x, y in rows]
    solved = fit(rows, values)
    if solved is None:
        # Only where the rows are too few to tell.
        assert len(set(rows)) <= 3
        return
    (p, q), constant, multiplier = solved
    assert all(multiplier * v == p * x + q * y + constant for (x, y), v in zip(rows, values, strict=True))


def test_halves_are_multiplied_out() -> None:
    rows = [(n, n * n) for n in range(8)]
    assert fit(rows, [n * (n + 1) // 2 for n in range(8)]) == ((1, 1), 0, 2)


def test_what_is_not_linear_is_not_fitted() -> None:
    assert fit([(n,) for n in range(8)], [n * n for n in range(8)]) is None
    assert fit([(1, 2), (3, 4)], [5, 6]) is None  # anything fits
    assert fit([], []) is None
