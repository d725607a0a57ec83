"""Fitting: integers c0 … cn and d with d·y = c0 + c1·x1 + … + cn·xn on all rows, exactly.

Over the integers; whether it also holds of machine numbers is not asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

LARGEST = 1 << 16
"""Coefficients beyond this are an accident, not a law."""


def fit(rows: Sequence[Sequence[int]], values: Sequence[int]) -> tuple[tuple[int, ...], int, int] | None:
    """(coefficients, constant, multiplier of the value) if there is such a relation and there are enough
    rows to believe in it. A column that is not needed gets the coefficient 0."""
    if not rows:
        return None
    columns = len(rows[0]) + 1
    # Each row: 1, x1 … xn | y. The pivots of the columns from left to right prefer few variables.
    system = [
        [Fraction(1), *map(Fraction, row), Fraction(value)] for row, value in zip(rows, values, strict=True)
    ]
    pivots: list[int] = []
    rank = 0
    for column in range(columns):
        found = next((i for i in range(rank, len(system)) if system[i][column]), None)
        if found is None:
            continue
        system[rank], system[found] = system[found], system[rank]
        lead = system[rank][column]
        system[rank] = [entry / lead for entry in system[rank]]
        for index, row in enumerate(system):
            if index != rank and row[column]:
                factor = row[column]
                system[index] = [a - factor * b for a, b in zip(row, system[rank], strict=True)]
        pivots.append(column)
        rank += 1
        if rank == len(system):
            return None  # as many unknowns as rows: anything fits
    if any(row[-1] for row in system[rank:]):
        return None
    solution = [Fraction(0)] * columns
    for index, column in enumerate(pivots):
        solution[column] = system[index][-1]
    multiplier = lcm(*(entry.denominator for entry in solution))
    scaled = [int(entry * multiplier) for entry in solution]
    if max(map(abs, scaled)) > LARGEST or multiplier > LARGEST:
        return None
    return tuple(scaled[1:]), scaled[0], multiplier
