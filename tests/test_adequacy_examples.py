"""The examples of adequacy: the gaps that were planted in their tests are found, and the tests that are
proposed close them (bench/adequacy_examples/README.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail as library
from dovetail.evidence.adequacy import Adequacy, StateStatus

EXAMPLES = Path(__file__).parent.parent / "bench" / "adequacy_examples"
TIMEOUT = 600.0
"""It takes some ten seconds of processor time; the machine may have other things to do."""

Gap = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A function, predicates that hold, and predicates that do not."""

GAPS: dict[str, dict[str, Gap]] = {
    "ring": {
        "R1": ("ring_put", ("count == 4", "overwriting"), ("count == 0",)),
        "R2": ("ring_get", ("count == 4",), ("count == 0",)),
        "R3": ("ring_get", ("head == 4 - 1",), ("count == 0",)),
        "R4, more": ("ring_drop", ("most > count",), ("count == 0",)),
        "R4, nothing": ("ring_drop", ("most == 0",), ("count == 0",)),
        "R4, empty": ("ring_drop", ("count == 0",), ()),
        "R5": ("small", (), ()),
        "R6": ("step", (), ()),
    },
    "config": {
        "C1": ("add_letter", ("letters == 3",), ()),
        "C2": ("add_digit", ("digits == 3",), ("negative",)),
        "C2, negative": ("add_digit", ("digits == 3", "negative"), ()),
        "C3": ("broken", (), ("mistake == 0",)),
        "C4": ("set", ("value == 0",), ("negative",)),
        "C4, negative": ("set", ("value == 0", "negative"), ()),
        "C5": ("in_value", ("digits == 0", "negative"), ()),
        "C6": ("feed", (), ()),
    },
}


def shows(adequacy: Adequacy, gap: Gap) -> bool:
    """Is a state missed that a gap is about?"""
    function, holding, failing = gap
    for place in adequacy.places:
        if place.function != function or not {*holding, *failing} <= set(place.predicates):
            continue
        for state in place.states:
            truths = {text: bool(state.bits >> at & 1) for at, text in enumerate(place.predicates)}
            if state.status is StateStatus.MISSED and all(
                [*(truths[text] for text in holding), *(not truths[text] for text in failing)]
            ):
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("name", GAPS)
def test_planted_gaps_are_found_and_closed(tmp_path: Path, name: str) -> None:
    file, tests = EXAMPLES / f"{name}.c", EXAMPLES / f"{name}_tests"
    found = library.adequacy(file, tests=tests, timeout=TIMEOUT, out=tmp_path / "out")
    assert not found.problems
    assert [gap for gap, about in GAPS[name].items() if not shows(found, about)] == []
    assert found.count(StateStatus.OPEN) == 0
    assert found.score < 80
    proposed = {Path(proposal.file or "").parent for proposal in found.proposals}
    assert len(proposed) == 1
    again = library.adequacy(file, tests=[tests, *proposed], timeout=TIMEOUT, out=tmp_path / "out")
    assert again.given == found.given + len(found.proposals)
    assert again.score == 100.0
    assert again.decided and not again.proposals
    assert again.count(StateStatus.COVERED) == found.count(StateStatus.COVERED) + found.count(
        StateStatus.MISSED
    )
