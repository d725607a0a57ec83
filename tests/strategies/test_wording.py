"""How abstract values are told to people."""

from __future__ import annotations

import math

import pytest

from dovetail.domains.float_intervals import FloatRange
from dovetail.fixpoints.wording import listed
from dovetail.program.types import DOUBLE


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (FloatRange.of(1.5, 64), "[1.5, 1.5]"),
        (FloatRange.between(-0.5, 2.0, 64), "[-0.5, 2.0]"),
        (FloatRange.between(0.0, math.inf, 64, nan=True), "[0.0, inf] or NaN"),
        (FloatRange.of(math.nan, 64), "NaN"),
    ],
)
def test_floats(value: FloatRange, text: str) -> None:
    assert listed(value, DOUBLE) == text
