"""Intervals, congruences and truths, each as a domain by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import pytest

from domains.small_numbers import all_numbers
from dovetail.domains.congruences import Congruence, classes, window
from dovetail.domains.intervals import Interval, from_halves, reduced, wrapped
from dovetail.domains.known_bits import from_known_bits, known_bits
from dovetail.domains.lattice import Lattice
from dovetail.domains.truth import Truth
from dovetail.program.expressions import TRUE, Variable, negation
from dovetail.program.types import BOOL

WIDTH = 4
SIZE, HALF = 1 << WIDTH, 1 << (WIDTH - 1)


class Element(Lattice, Protocol):
    """A `Lattice` with a concretisation."""

    def contains(self, value: int) -> bool: ...


def gamma(element: Element, size: int) -> int:
    """The concretisation as a mask."""
    return sum(1 << v for v in range(size) if element.contains(v))


def intervals(width: int) -> list[Interval]:
    half = 1 << (width - 1)
    negative = [(0, -1)] + [(a, b) for a in range(-half, 0) for b in range(a, 0)]
    others = [(0, -1)] + [(a, b) for a in range(half) for b in range(a, half)]
    found = [from_halves(width, *first, *second) for first in negative for second in others]
    return [interval for interval in found if interval is not None]


def congruences(width: int) -> list[Congruence]:
    size = 1 << width
    return sorted({classes(width, m, r) for m in range(1, size) for r in range(m)}, key=repr) + [
        Congruence.of(bits, width) for bits in range(size)
    ]


DOMAINS: dict[str, tuple[Iterable[Element], int]] = {
    "intervals": (intervals(3), 8),
    "congruences": (sorted(set(congruences(4)), key=repr), 16),
    "truth": (list(Truth), 2),
}


@pytest.mark.parametrize("name", DOMAINS)
def test_the_laws_of_a_lattice(name: str) -> None:
    elements, size = DOMAINS[name]
    sets = {element: gamma(element, size) for element in elements}
    by_size = sorted(elements, key=lambda element: sets[element].bit_count())
    assert all(sets.values()) and len(set(sets.values())) == len(sets)
    for a in elements:
        assert a.leq(a) and a.join(a) == a == a.meet(a)
        for b in elements:
            joined, met = a.join(b), a.meet(b)
            assert a.leq(b) == (sets[a] & ~sets[b] == 0)
            both = sets[a] | sets[b]
            assert joined == next(c for c in by_size if both & ~sets[c] == 0)
            assert sets[a] & sets[b] == (0 if met is None else sets[met])
            widened = a.widen(b, (-2, 3))
            assert joined.leq(widened)
            if b.leq(a):
                assert widened == a
                narrowed = a.narrow(b)
                assert b.leq(narrowed) and narrowed.leq(a)
                assert narrowed.narrow(b) == narrowed


@pytest.mark.parametrize("name", DOMAINS)
def test_widening_settles(name: str) -> None:
    elements, _ = DOMAINS[name]
    for start in elements:
        for thresholds in ((), (-3, -1, 0, 2)):
            current, changes = start, 0
            for newer in elements:
                following = current.widen(current.join(newer), thresholds)
                changes += following != current
                current = following
            assert changes <= 12


def test_intervals_have_two_views() -> None:
    zero_out = reduced(WIDTH, -HALF, HALF - 1, 1, SIZE - 1)
    assert zero_out is not None and zero_out.size() == SIZE - 1 and not zero_out.contains(0)
    assert Interval.signed(-3, 3, WIDTH).halves == ((-3, -1), (0, 3))
    assert Interval.signed(-3, 3, WIDTH).unsigned_halves == ((0, 3), (13, 15))
    assert Interval.unsigned(6, 9, WIDTH).halves == ((-8, -7), (6, 7))
    assert Interval.signed(-3, -1, WIDTH) == Interval.unsigned(13, 15, WIDTH)
    assert reduced(WIDTH, -3, 3, 5, 9) is None
    with pytest.raises(ValueError):
        Interval.signed(0, HALF, WIDTH)


def test_a_range_of_any_numbers_is_wrapped() -> None:
    for lo in range(-40, 40):
        for hi in range(lo, lo + 20):
            found = wrapped(lo, hi, WIDTH)
            wanted = sum({1 << number % SIZE for number in range(lo, hi + 1)})
            assert wanted & ~gamma(found, SIZE) == 0
            assert gamma(found, SIZE) == wanted or found == Interval.top(WIDTH)
            if wanted.bit_count() <= HALF and found == Interval.top(
                WIDTH
            ):  # only where one half holds both ends
                assert (lo % SIZE >= HALF) == (hi % SIZE >= HALF) and hi - lo >= HALF


def test_windows_count_turns() -> None:
    assert window(-8, 7, WIDTH) == 0
    assert window(8, 20, WIDTH) == 1
    assert window(-9, -9, WIDTH) == -1
    assert window(7, 8, WIDTH) is None


def test_a_modulus_survives_a_wrap_as_a_power_of_two() -> None:
    twelve = Congruence(8, 12, 5)
    four = Congruence.of(4, 8)
    assert twelve.add(four, None) == Congruence(8, 4, 1)
    assert twelve.add(four, 0) == Congruence(8, 12, 9)
    assert twelve.sub(four, 0) == Congruence(8, 12, 1)
    assert twelve.mul(four, 0) == Congruence(8, 48, 20)
    assert twelve.mul(four, None) == Congruence(8, 16, 4)
    assert twelve.add(four, 1) == Congruence(8, 12, (9 - 256) % 12)
    assert Congruence.of(3, 8).join(Congruence.of(9, 8)) == Congruence(8, 6, 3)
    assert Congruence(8, 6, 3).meet(Congruence(8, 4, 3)) == Congruence(8, 12, 3)
    assert Congruence(8, 6, 3).meet(Congruence(8, 4, 2)) is None


def test_known_bits_there_and_back() -> None:
    for known in range(8):
        for bits in range(8):
            if bits & ~known == 0:
                number = from_known_bits(3, known, bits)
                wanted = [v for v in range(8) if v & known == bits]
                assert all(number.contains(v) for v in wanted)
                assert {number.umin, number.umax, number.smin % 8, number.smax % 8} <= set(wanted)
    for number in all_numbers(3):
        known, bits = known_bits(number)
        inside = [v for v in range(8) if number.contains(v)]
        assert bits & ~known == 0 and all(v & known == bits for v in inside)
        assert known == 7 or number.constant is None


def test_a_truth_is_a_condition() -> None:
    b = Variable("b", "", BOOL)
    assert Truth.YES.condition(b) is b
    assert Truth.NO.condition(b) is negation(b)
    assert Truth.EITHER.condition(b) is TRUE
    assert [truth.known for truth in Truth] == [True, False, None]
    assert [truth.opposite for truth in Truth] == [Truth.NO, Truth.YES, Truth.EITHER]
