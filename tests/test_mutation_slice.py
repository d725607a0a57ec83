"""A slice of `bench/mutation_campaign.py`: no verdict contradicts what running on all inputs shows.

One program of every few, or a mutant of it; which, is fixed. Whether a verdict is reached is not asked here.
"""

from __future__ import annotations

from pathlib import Path

import mutation_campaign as campaign
import pytest
from mutations import mutants

from thinned import thinned

PROGRAMS = sorted(campaign.FOLDER.glob("*.c"))
SLICE = PROGRAMS[3::12]
SECONDS = 2.0


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 200 and len(SLICE) >= 20


@pytest.mark.parametrize("path", thinned(SLICE, 4, lambda path: path.stem))
def test_no_verdict_is_wrong(path: Path, tmp_path: Path) -> None:
    mutated = SLICE.index(path) % 2
    case = list(campaign.cases(path, mutated, seed=7, folder=tmp_path))[mutated]
    outcome = campaign.judge(case, "dash", SECONDS, tmp_path)
    assert not outcome.wrong, case.text


def test_a_wrong_verdict_would_be_seen(tmp_path: Path) -> None:
    """The comparison is between the verdict and the runs, not between two opinions of one program."""
    text = (campaign.FOLDER / "int_absolute.c").read_text()
    wrong = text.replace("// verdict: proved", "// verdict: violated")
    assert campaign.judge(campaign.Case("lie", "", wrong), "dash", SECONDS, tmp_path).wrong


def test_mutants_leave_inputs_alone() -> None:
    for path in SLICE:
        text = path.read_text()
        kept = [line for line in text.splitlines() if "__VERIFIER_" in line]
        for mutant in mutants(text, "any"):
            assert mutant.text != text
            assert [line for line in mutant.text.splitlines() if "__VERIFIER_" in line] == kept
