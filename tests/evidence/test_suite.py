"""Suites as data: few tests that cover as much as many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dovetail.evidence.suite import covered_alone, covering_tests

SETS = st.lists(st.frozensets(st.integers(1, 12), max_size=6), max_size=10)


@given(SETS)
def test_what_is_chosen_covers_as_much_and_none_of_it_is_superfluous(sets: list[frozenset[int]]) -> None:
    chosen = covering_tests(sets)
    everything = frozenset[int]().union(*sets)
    assert frozenset[int]().union(*(sets[index] for index in chosen)) == everything
    for index in chosen:
        assert frozenset[int]().union(*(sets[other] for other in chosen if other != index)) != everything


def test_the_largest_comes_first() -> None:
    assert covering_tests([frozenset({1}), frozenset({1, 2, 3}), frozenset({3, 4})]) == [1, 2]


def test_what_only_one_covers() -> None:
    found = covered_alone({1: frozenset({1, 2}), 2: frozenset({2, 3})})
    assert found == {1: frozenset({1}), 2: frozenset({3})}
