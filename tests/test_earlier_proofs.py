"""A proof of an earlier run, tried on the program as it is after a change."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import dovetail
from dovetail.asking.reading import Reading
from dovetail.evidence.task import Task
from dovetail.frontend.load import Loaded
from dovetail.program.inlining import Inlined, inline
from dovetail.program.names import TableError
from dovetail.report.output_folder import RunFolder
from dovetail.strategies.outcome import Claims
from dovetail.verifying.certifying import Proof, prove
from dovetail.verifying.earlier_proofs import CarriedOver, carried_over

TEXT = """#include <assert.h>
extern int more(void);
static int next(int v) { return v < 100 ? v + 1 : v; }
int f(unsigned n) {
    unsigned i = 0, s = 0, t = 0;
    while (i < n && i < 1000) {
        i++;
        s += 2;
        if (more()) t++;
    }
    assert(s == 2 * i);
    assert(t <= i);
    return (int)s;
}
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    path = tmp_path_factory.mktemp("first") / "f.c"
    path.write_text(TEXT)
    found = dovetail.check(path, function="f", strategy="induction", out=path.parent / "out", timeout=60)
    assert found.verdict.value == "proved"
    made: Mapping[str, Any] = json.loads(Path(found.evidence[0]).read_text())
    return made


def _read(folder: Path, text: str) -> tuple[Loaded, Inlined]:
    path = folder / "f.c"
    path.write_text(text)
    loaded = Reading(path, ("unreach-call",), "f").load()
    return loaded, inline(loaded.program)


def _judged(folder: Path, text: str, document: Mapping[str, Any]) -> tuple[CarriedOver, Proof]:
    loaded, inlined = _read(folder, text)
    carried = carried_over(document, inlined, Task.of(loaded))
    assert carried.document is not None
    claims = Claims(excluded=frozenset({0, 1}), complete=True, only_asked=True)
    run = RunFolder(folder / "out", "f")
    proof = prove(
        loaded, inlined, carried.document, claims, run, deadline=time.monotonic() + 60, memory=4 << 30
    )
    assert not proof.problems
    return carried, proof


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("unsigned i = 0", "int y = more(); more(); unsigned i = 0"),
        ("i < 1000", "i < next(999)"),
        ("    while", "    for (int k = 0; k < 3; k++) next(k);\n    while"),
    ],
)
def test_it_is_a_proof_of_what_is_as_true(
    old: str, new: str, tmp_path: Path, document: Mapping[str, Any]
) -> None:
    carried, proof = _judged(tmp_path, TEXT.replace(old, new, 1), document)
    assert carried.guesses
    if "for" in new:  # nobody knows which of the two loops was there before: at both it is worth guessing
        assert len({one.location for one in carried.guesses}) == 2
        return
    assert proof.complete and len(proof.proved) == 2 and not proof.reason
    found = dovetail.certify(next(one for one in proof.files if one.name == "certificate.json"))
    assert found.accepted


@pytest.mark.parametrize(
    ("old", "new", "held"),
    [("s += 2", "s += 3", 1), ("if (more()) t++", "t += more() ? 2 : 0", 1)],
)
def test_it_proves_nothing_that_is_wrong(
    old: str, new: str, held: int, tmp_path: Path, document: Mapping[str, Any]
) -> None:
    _, proof = _judged(tmp_path, TEXT.replace(old, new, 1), document)
    assert len(proof.proved) <= held and not proof.complete


def test_what_is_gone_is_left_out(tmp_path: Path, document: Mapping[str, Any]) -> None:
    text = TEXT.replace("t = 0", "u = 0").replace("if (more()) t++;", "").replace("assert(t <= i);", "")
    carried, proof = _judged(tmp_path, text, document)
    assert proof.complete and carried.guesses


@pytest.mark.parametrize("number", range(5))
def test_what_is_no_certificate_is_refused(number: int, tmp_path: Path, document: Mapping[str, Any]) -> None:
    (name,) = document["procedures"]
    (entry,) = document["procedures"][name]
    (one, *_) = entry["invariants"]
    broken: list[dict[str, Any]] = [
        {"procedures": None},
        {"procedures": {name: [3]}},
        {"procedures": {name: [{"invariants": [7]}]}},
        {"procedures": {name: [{"invariants": [{**one, "expression": 1 << 40}]}]}},
        {"expressions": {}},
    ]
    loaded, inlined = _read(tmp_path, TEXT)
    with pytest.raises(TableError):
        carried_over({**document, **broken[number]}, inlined, Task.of(loaded))
