"""Theorem 3.2 of Yorsh, Ball and Sagiv (2006): whatever is run first and wherever runs are broken off, the
procedure finds what the most precise abstract interpreter finds, which is here computed by brute force with
another solver. The whole campaign is `bench/fabricate_campaign.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from fabricate_campaign import WAYS, compare

from thinned import thinned

SEEDS = 32


@pytest.mark.parametrize("first", thinned(range(1, SEEDS + 1, 4), 8))
def test_nothing_is_missing_and_nothing_is_too_much(first: int, tmp_path: Path) -> None:
    found = [compare(seed, tmp_path, predicates=4) for seed in range(first, first + 4)]
    assert all(not one.unanswered for one in found)
    assert not any(one.wrong for one in found), "\n".join(one.wrong for one in found)
    assert sum(one.states for one in found) > len(found)
    assert all(len(one.fabricated) == len(WAYS) for one in found)


@pytest.mark.parametrize("seed", [171])
def test_what_cannot_be_read_is_one_of_the_values_it_may_have(seed: int, tmp_path: Path) -> None:
    """Predicates that read through a pointer to nowhere: together they say what some contents would."""
    assert not compare(seed, tmp_path).wrong
