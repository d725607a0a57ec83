"""A slice of `bench/large_inputs.py`: programs that are large in one dimension, within little time."""

from __future__ import annotations

from pathlib import Path

import large_inputs
import pytest
from large_programs import DIMENSIONS, LargeProgram, programs

CHOSEN = ("sum-20000", "ifs-in-ifs-5000", "lines-100000", "initialisers-1000000", "statement-bomb-26")
"""Each took minutes, or all the memory that there is."""
PATIENCE = 5.0
"""Seconds, on a busy machine."""


def test_there_are_enough_of_them() -> None:
    assert sum(len(dimension.sizes) for dimension in DIMENSIONS) >= 200
    names = [f"{dimension.name}-{size}" for dimension in DIMENSIONS for size in dimension.sizes]
    assert len(set(names)) == len(names)


@pytest.fixture(scope="module")
def chosen() -> dict[str, LargeProgram]:
    return {program.name: program for program in programs() if program.name in CHOSEN}


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOSEN)
def test_within_the_limits(name: str, chosen: dict[str, LargeProgram], tmp_path: Path) -> None:
    memory = large_inputs.MEMORY
    outcome = large_inputs.run(chosen[name], tmp_path, timeout=1.5, memory=memory, patience=PATIENCE)
    assert outcome.faults == ()
    assert outcome.status in (2, 3), outcome.said


def test_what_is_not_within_them_would_be_seen(tmp_path: Path) -> None:
    assert list(large_inputs._late(6.4, 5.0, 0.0)) == []
    assert list(large_inputs._late(6.6, 5.0, 0.0))
    assert list(large_inputs._large(110, 100)) == []
    assert list(large_inputs._large(111, 100))
    answer = tmp_path / "answer.json"
    answer.write_text('{"verdict": "unknown"}')
    assert list(large_inputs._unanswered(3, ["VERDICT: UNKNOWN"], "", answer)) == []
    assert list(large_inputs._unanswered(2, [], "error: f.c: too large\n", answer)) == []
    assert list(large_inputs._unanswered(1, ["VERDICT: UNKNOWN"], "", answer))
    assert list(large_inputs._unanswered(0, ["VERDICT: PROVED"], "", answer))
    assert list(large_inputs._unanswered(3, [], "", answer))
    assert list(large_inputs._unanswered(2, [], "Traceback (most recent call last):\n", answer))
