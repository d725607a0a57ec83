"""How the time of a check grows with a program: the largest member of each family that is easy for a person.

The whole measurement is `bench/growth.py`; here it has to be proved at all, in a time that a quadratic way
over it would not keep.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from growth import FAMILIES, Row, exponent, measure


@pytest.mark.slow
@pytest.mark.parametrize("family", [name for name, family in FAMILIES.items() if not family.hard])
def test_a_hundred_times_as_large_is_proved_in_seconds(family: str, tmp_path: Path) -> None:
    largest = FAMILIES[family].sizes[-1]
    found = measure(family, largest, 60, tmp_path)
    assert found.verdict == "proved"
    assert found.seconds < 20, "a second or five on a machine of its own"


def test_the_exponent_is_that_of_the_last_factor_of_three() -> None:
    rows = [Row("any", n, "proved", 1 + n * n / 1e4, 1) for n in (10, 30, 100, 300)]
    found = exponent(rows, 1)
    assert found is not None and abs(found - 2) < 0.01
    assert exponent(rows[:1], 1) is None, "one size says nothing"
