"""A slice of `bench/abstract_campaign.py`: nothing that is said of a program is untrue of a run.

The programs are made at random, but always the same ones."""

from __future__ import annotations

from pathlib import Path

import abstract_campaign as campaign
import pytest
from abstract_programs import program

from thinned import thinned

SEEDS = (3, 7, 12, 29, 38, 52)
RUNS = 8


@pytest.mark.parametrize("seed", thinned(SEEDS, 4))
def test_nothing_untrue_is_said(seed: int, tmp_path: Path) -> None:
    looked = campaign.Looked()
    findings = campaign.examine(program(seed), RUNS, seed, tmp_path, looked)
    assert not findings, "\n".join(f"{one.kind}: {one.text}" for one in findings)
    assert looked.counts["runs"] == RUNS and looked.counts["states"]


def test_programs_are_the_same_every_time() -> None:
    assert program(5) == program(5) != program(6)


@pytest.mark.parametrize(
    ("condition", "value", "wanted"),
    [
        ("x0 >= -5 && x0 <= 7", -5, True),
        ("x0 >= -5 && x0 <= 7", 8, False),
        ("x % 4 == 1", -3, False),
        ("(x % 4 + 4) % 4 == 1", -3, True),
        ("dovetail_any_int() % 3 == 0", -6, True),
        ("!(y < -1.5e+300 || y > 2.0)", float("nan"), True),
        ("y != y", 1.0, False),
    ],
)
def test_conditions_of_c(condition: str, value: float, wanted: bool) -> None:
    assert campaign.holds_in_c(condition, value) is wanted


def test_a_wrong_state_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: a domain that forgets a write is found out."""
    from dovetail.domains.memory import Memory

    monkeypatch.setattr(Memory, "store", lambda self, pointer, value, type_, values: self)
    text = (
        "#include <dovetail.h>\nint mark;\nint a[2];\n"
        "int main(void) {\n    a[1] = 3;\n    mark = 1;\n    return 0;\n}\n"
    )
    findings = campaign.examine(text, 2, 1, tmp_path, campaign.Looked())
    assert "state" in {finding.kind for finding in findings}
