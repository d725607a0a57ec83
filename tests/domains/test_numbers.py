"""The laws of the lattice of numbers, for all numbers of 3 bits and for drawn ones of many."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.drawn_numbers import members, numbers
from domains.small_numbers import all_numbers, best, gamma, values
from dovetail.domains.number_arithmetic import lshr
from dovetail.domains.numbers import Components, Number, reduce
from thinned import examples, thinned

WIDTH = 3
NUMBERS = all_numbers(WIDTH)
PAIRS = [(a, b) for a in NUMBERS for b in NUMBERS]


def test_there_are_many_numbers_and_each_set_has_one() -> None:
    assert len(NUMBERS) == 138
    assert len({gamma(number) for number in NUMBERS}) == len(NUMBERS)
    assert all(reduce(n.interval, n.congruence) == n for n in NUMBERS)


def test_bounds_size_and_constants_are_exact() -> None:
    for number in NUMBERS:
        patterns = values(gamma(number))
        signed = [v - 8 if v >= 4 else v for v in patterns]
        assert (number.umin, number.umax) == (min(patterns), max(patterns))
        assert (number.smin, number.smax) == (min(signed), max(signed))
        assert number.size() == len(patterns)
        assert number.constant == (patterns[0] if len(patterns) == 1 else None)
        assert all((v - number.residue) % number.modulus == 0 for v in signed)


def test_order_is_inclusion() -> None:
    assert all(a.leq(b) == (gamma(a) | gamma(b) == gamma(b)) for a, b in PAIRS)


def test_join_is_the_least_upper_bound_and_meet_the_intersection() -> None:
    for a, b in PAIRS:
        assert a.join(b) == best(gamma(a) | gamma(b), WIDTH)
        met = a.meet(b)
        assert (0 if met is None else gamma(met)) == gamma(a) & gamma(b)
        assert met is None or met == best(gamma(met), WIDTH)


@pytest.mark.parametrize("thresholds", thinned([(), (0,), (-2, 1, 2), tuple(range(-4, 8))], 2))
def test_widening_is_above_both_and_stabilises(thresholds: tuple[int, ...]) -> None:
    for a, b in PAIRS:
        widened = a.widen(b, thresholds)
        assert a.leq(widened) and b.leq(widened)
        assert widened.widen(a, thresholds) is widened
    for start in NUMBERS:
        for step in NUMBERS[::5]:
            current = start
            for _ in range(30):
                following = current.widen(step if step.leq(current) else current.join(step), thresholds)
                if following == current:
                    break
                current = following
            else:
                pytest.fail(f"{start} widened with {step} does not settle")


def test_narrowing_is_between_and_stabilises() -> None:
    for above in NUMBERS:
        for below in (n for n in NUMBERS if n.leq(above)):
            narrowed = above.narrow(below)
            assert below.leq(narrowed) and narrowed.leq(above)
    assert Number.top(32).narrow(Number.signed(0, 7, 32)) == Number.signed(0, 7, 32)
    assert Number.signed(0, 100, 32).narrow(Number.signed(0, 7, 32)) == Number.signed(0, 100, 32)
    stepped = Number.multiples(12, 3, 32)
    assert stepped.narrow(stepped.meet(Number.signed(-9, 60, 32)) or stepped).smax == 51


def test_all_but_one_value() -> None:
    for number in NUMBERS:
        for bits in range(1 << WIDTH):
            left = number.without(bits)
            wanted = gamma(number) & ~(1 << bits)
            assert (left is None) == (wanted == 0)
            if left is not None:
                assert left.leq(number) and gamma(left) | wanted == gamma(left)
                edge = bits in (number.umin, number.umax, number.smin % 8, number.smax % 8)
                assert gamma(left) == wanted or not edge


def test_what_a_component_alone_knows() -> None:
    for number in NUMBERS:
        intervals, congruences = number.only(Components.INTERVALS), number.only(Components.CONGRUENCES)
        assert number.leq(intervals) and number.leq(congruences)
        assert intervals.meet(congruences) == number
        assert number.only(Components.ALL) is number
        flat = number.only(Components.CONSTANTS)
        assert flat == (number if number.constant is not None else Number.top(WIDTH))
    number = Number.multiples(3, 1, 32).meet(Number.signed(-10, 10, 32))
    assert number is not None
    alone = number.only(Components.INTERVALS)
    assert (alone.smin, alone.smax, alone.modulus) == (-8, 10, 1)
    assert number.only(Components.CONGRUENCES) == Number.multiples(3, 1, 32)


def test_a_counter_is_widened_to_the_bound_of_its_loop() -> None:
    current = Number.of(0, 32)
    for _ in range(4):
        current = current.widen(Number.signed(0, 3, 32), (10, 100))
    assert (current.smin, current.smax) == (0, 10)
    by_three = Number.of(0, 32).widen(Number.of(3, 32), (10, 100)).widen(Number.of(12, 32), (10, 100))
    assert (by_three.smin, by_three.smax, by_three.modulus) == (0, 99, 3)
    below = Number.of(5, 32).widen(Number.of(4, 32), ()).widen(Number.of(0xFFFFFFFF, 32), ())
    assert (below.smin, below.smax) == (-1, 5)


def test_halving_settles_soon() -> None:
    current, rounds = Number.of(1 << 63, 64), 0
    while True:
        shifted = lshr(current, Number.of(1, 64))
        widened = current.widen(current.join(shifted), ())
        if widened == current:
            break
        current, rounds = widened, rounds + 1
    assert rounds <= 12


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError):
        Number.signed(3, 2, 8)
    with pytest.raises(ValueError):
        Number.signed(0, 128, 8)
    with pytest.raises(ValueError):
        Number.unsigned(-1, 3, 8)
    with pytest.raises(ValueError):
        Number.of(256, 8)
    with pytest.raises(ValueError):
        Number.multiples(0, 0, 8)


def test_constants_and_tops_are_kept_and_values_cannot_be_changed() -> None:
    assert Number.of(7, 32) is Number.of(7, 32)
    assert Number.top(32) is Number.top(32)
    with pytest.raises(AttributeError):
        Number.of(7, 32).constant = 8  # type: ignore[misc]


@settings(max_examples=examples(80), deadline=None)
@given(st.data(), st.sampled_from([8, 32, 64]))
def test_laws_at_usual_widths(data: st.DataObject, width: int) -> None:
    a, b = data.draw(numbers(width)), data.draw(numbers(width))
    x = data.draw(members(a))
    joined, met = a.join(b), a.meet(b)
    assert a.leq(joined) and b.leq(joined) and joined.contains(x)
    assert b.contains(x) == (met is not None and met.contains(x))
    if met is not None:
        assert met.leq(a) and met.leq(b)
        assert met.leq(a.narrow(met)) and a.narrow(met).leq(a)
    widened = a.widen(b, (-5, 0, 10, 200))
    assert joined.leq(widened)
    assert a.leq(b) == (a.join(b) == b) == (met == a)
