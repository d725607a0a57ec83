"""A slice of `bench/instance_campaign.py`: what a run does, the search has found or not yet looked at
(Erez 2004, Theorem B.2)."""

from __future__ import annotations

from pathlib import Path

import instance_campaign as campaign
import pytest

from thinned import chosen

PROGRAMS = sorted(campaign.FOLDER.glob("*.c"))
SLICE = PROGRAMS[5::16]
QUICK = ("loop_do_once", "uninitialised_overwritten")
SECONDS = 3.0


def test_there_are_programs() -> None:
    assert len(SLICE) >= 10


@pytest.mark.parametrize("path", chosen(SLICE, QUICK, lambda path: path.stem))
def test_nothing_is_missed(path: Path, tmp_path: Path) -> None:
    for case in campaign.cases(path, 2, seed=3, folder=tmp_path):
        kind, said = campaign.searched(case, SECONDS, tmp_path)
        assert kind != "missed", f"{said}\n{case.text}"
