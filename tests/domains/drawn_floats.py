"""Ranges of floats, and values of them, with all that is special about floats among them."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from dovetail.domains.float_intervals import LARGEST, FloatRange, next_down, next_up, only_nan
from dovetail.semantics import floats

SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    -7.5,
    math.inf,
    -math.inf,
    2.0**31,
    -(2.0**31),
    2.0**63,
    -(2.0**63),
]


def values(width: int) -> st.SearchStrategy[float]:
    largest, least = LARGEST[width], floats.from_bits(1, width)
    special = [*SPECIAL, largest, -largest, least, -least, floats.round_single(0.1)]
    near = st.sampled_from(special).flatmap(
        lambda v: st.sampled_from([v, next_up(v, width), next_down(v, width)])
    )
    return near | st.floats(allow_nan=False, width=32 if width == 32 else 64)


@st.composite
def ranges(draw: st.DrawFn, width: int) -> FloatRange:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return FloatRange.top(width)
    if kind == 1:
        return only_nan(width)
    lo = draw(values(width))
    hi = lo if kind <= 4 else draw(values(width))
    return FloatRange.between(min(lo, hi), max(lo, hi), width, draw(st.booleans()))


@st.composite
def members(draw: st.DrawFn, floats_: FloatRange) -> float:
    width = floats_.width
    if not floats_.ordered or (floats_.nan and draw(st.integers(0, 3)) == 0):
        return math.nan
    candidates = [floats_.lo, floats_.hi, next_up(floats_.lo, width), next_down(floats_.hi, width), 0.0, -0.0]
    drawn = draw(st.sampled_from(candidates) | values(width))
    value = drawn if floats_.contains(drawn) else floats_.hi
    return -value if value == 0 and draw(st.booleans()) else value
