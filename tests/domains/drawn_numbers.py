"""Numbers of any width, and values of them, drawn near the places where something happens."""

from __future__ import annotations

from hypothesis import strategies as st

from dovetail.domains.numbers import Number


@st.composite
def numbers(draw: st.DrawFn, width: int) -> Number:
    """Numbers near the places where something happens: the ends of both views, zero, powers of two."""
    size, half = 1 << width, 1 << (width - 1)
    edges = st.sampled_from([0, 1, 2, half - 1, half, half + 1, size - 1, size - 2, width, width - 1])
    near = st.tuples(edges, st.integers(-3, 3)).map(lambda pair: (pair[0] + pair[1]) % size)
    bits = near | st.integers(0, size - 1) | st.integers(0, 40)
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return Number.of(draw(bits), width)
    found = Number.top(width) if kind == 1 else Number.of(draw(bits), width)
    if kind == 2:
        low, high = sorted((draw(bits), draw(bits)))
        found = Number.unsigned(low, high, width)
    elif kind == 3:
        low, high = sorted(b - size if b >= half else b for b in (draw(bits), draw(bits)))
        found = Number.signed(low, high, width)
    elif kind == 4:
        for other in draw(st.lists(bits, min_size=1, max_size=3)):
            found = found.join(Number.of(other, width))
    if draw(st.booleans()):
        modulus = draw(st.sampled_from([2, 3, 4, 5, 6, 8, 12, 16]).filter(lambda m: m <= half))
        met = found.meet(Number.multiples(modulus, draw(st.integers(0, modulus - 1)), width))
        found = found if met is None else met
    return found


@st.composite
def members(draw: st.DrawFn, number: Number) -> int:
    """A value of it, an end more often than not."""
    width, step = number.width, number.modulus
    lo, hi = draw(st.sampled_from(number.interval.halves))
    count = (hi - lo) // step
    index = draw(st.sampled_from([0, count, 1, count - 1]) | st.integers(0, count))
    bits = (lo + step * min(max(index, 0), count)) % (1 << width)
    assert number.contains(bits)
    return bits
