"""Programs on which an abstraction is easily wrong, one C file each: what is said of them is held to runs.

The comparison is that of `bench/abstract_campaign.py`: every state on the way of every run, the classes of
checks, what is necessary for them to fail, and what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import abstract_campaign as campaign
import pytest

from dovetail.frontend import LoadOptions
from dovetail.program.types import DataModel
from thinned import chosen

TRAPS = sorted((Path(__file__).parent.parent / "abstract_traps").glob("*.c"))
QUICK = ("lifetime_over", "needed_in_one_copy", "not_a_number")
RUNS = 16


@pytest.mark.parametrize("path", chosen(TRAPS, QUICK, lambda path: path.stem))
def test_nothing_untrue_is_said(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    wanted = re.search(r"property: (\S+)", text)
    assert wanted
    options = LoadOptions(properties=(wanted[1],), data_model=DataModel.LP64)
    looked = campaign.Looked()
    findings = campaign.examine(text, RUNS, 1, tmp_path, looked, options=options)
    assert not findings, "\n".join(f"{one.kind}: {one.text}" for one in findings)
    assert looked.counts["printed conditions"] and looked.counts["states"] > RUNS
