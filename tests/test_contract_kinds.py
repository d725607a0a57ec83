"""Contracts of each kind, right and wrong, in each language that they can be written in.

The programs are cases of `test_verdicts`; here it is asked that none is missing: of those that name a kind of
clause (`// kind: measure`), in each language one is proved and one is not, and the check that is open then
(`// open: …`) says of which kind it is and how the clause is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "verdicts"
LANGUAGES = {"contracts": "dovetail_", "contracts_of_cbmc": "__CPROVER_", "acsl": "@"}
AT_LEAST = 20
KINDS = {
    "precondition": r"the precondition of '\w+' holds where it is called: .*\w",
    "callee": r"the postcondition of '\w+' holds: .*\w",
    "assigns": r"what '\w+' writes is named in its assigns clauses: .*\w",
    "postcondition": r"the postcondition of '\w+' holds: .*\w",
    "invariant": r"the loop invariant holds at every iteration: .*\w",
    "measure": r"every iteration makes the measure smaller: .*\w",
    "call-measure": r"where '\w+' calls itself the measure is smaller, and was not negative: .*\w",
    "loop-assigns": r"what the loop writes is named in its assigns clause: .*\w",
}
"""What is said of one that is wrong."""
OWN = {"type-invariant": r"the (postcondition|precondition) of '\w+' holds( where it is called)?: .*\w"}
"""Of Dovetail's own language alone."""
ONLY_RIGHT = "strengthened"
"""An invariant that holds and is not inductive is no wrong one: more is found that goes with it."""


def programs(language: str) -> Iterator[dict[str, str]]:
    for path in sorted((FOLDER / language).glob("*.c")):
        yield dict(re.findall(r"^// ([\w-]+): *(.*?) *$", path.read_text(), re.M))


def of_kind(language: str, kind: str) -> list[dict[str, str]]:
    return [one for one in programs(language) if kind in one.get("kind", "").split(", ")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_many_in_each_language(language: str) -> None:
    texts = [path.read_text() for path in (FOLDER / language).glob("*.c")]
    assert sum(LANGUAGES[language] in text for text in texts) >= AT_LEAST
    verdicts = [one["verdict"] for one in programs(language)]
    assert verdicts.count("proved") >= 8 and verdicts.count("violated") >= 8


EACH = [*((one, kind) for one in LANGUAGES for kind in KINDS), *(("contracts", kind) for kind in OWN)]


@pytest.mark.parametrize(("language", "kind"), EACH)
def test_right_and_wrong(language: str, kind: str) -> None:
    found = of_kind(language, kind)
    wrong = [one for one in found if one["verdict"] != "proved"]
    assert len(wrong) < len(found), "one that is right"
    assert wrong, "one that is wrong"
    for one in wrong:
        assert re.match((KINDS | OWN)[kind], one["open"]), one["open"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invariant_that_is_not_inductive(language: str) -> None:
    assert [one["verdict"] for one in of_kind(language, ONLY_RIGHT)] == ["proved"]


def test_no_kind_has_another_name() -> None:
    named = {kind for language in LANGUAGES for one in programs(language) for kind in _kinds(one)}
    assert named == {*KINDS, *OWN, ONLY_RIGHT}


def _kinds(header: dict[str, str]) -> list[str]:
    return header["kind"].split(", ") if "kind" in header else []
