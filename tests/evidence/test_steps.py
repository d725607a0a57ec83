"""k-inductive certificates: the checker looks back as far as they say, and no further."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.task import Task
from dovetail.frontend import load
from dovetail.program.inlining import inline
from dovetail.program.names import TableError
from dovetail.proofs.certificate import Certificate, from_json
from dovetail.proofs.checker import check
from dovetail.proofs.judgement import Judgement
from evidence.claims import certificate, read
from thinned import thinned

HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_int()
"""
CIRCLE = (
    HEAD
    + """
int main(void) {
    int x = START;
    while (ANY) {
        if (x == 5) reach_error();
        if (x == 2) x = 0; else if (x < 100) x = x + 1;
    }
    return 0;
}
"""
)
"""0, 1, 2, 0, …; but 3, 4, 5 if it ever was at 3, where nothing leads."""
PHASES = (
    HEAD
    + """
int main(void) {
    int a = 0, b = 0, c = 0;
    while (ANY) {
        while (ANY) {
            if (c != 0 && c != 1) reach_error();
            c = b; b = a; a = ANY ? 1 : 0;
        }
        if (c > LIMIT) reach_error();
    }
    return 0;
}
"""
)


def _with_steps(found: Certificate, steps: int) -> Certificate:
    return replace(
        found,
        contracts={
            name: tuple(replace(one, steps=steps) for one in contracts)
            for name, contracts in found.contracts.items()
        },
    )


def _judged(folder: Path, text: str, invariants: list[str], steps: int) -> Judgement:
    inlined = read(folder / "program.c", text)
    found = certificate(inlined, {"main": ("true", "true", invariants)})
    return check(_with_steps(found, steps), inlined.program)


@pytest.mark.parametrize(("steps", "accepted"), [(1, False), (2, False), (3, True), (4, True)])
def test_as_many_steps_as_are_needed(steps: int, accepted: bool, tmp_path: Path) -> None:
    text = CIRCLE.replace("START", "0")
    assert _judged(tmp_path, text, ["x != 5"], steps).accepted is accepted


@pytest.mark.parametrize("start", [3, 4, 5])
@pytest.mark.parametrize("steps", thinned([1, 2, 3, 4, 8], 2))
def test_the_first_steps_are_looked_at(start: int, steps: int, tmp_path: Path) -> None:
    """Where the program starts at 3 it fails after three rounds, however far the induction looks back."""
    judgement = _judged(tmp_path, CIRCLE.replace("START", str(start)), ["x != 5"], steps)
    assert not judgement.accepted and not judgement.proved


def test_checks_in_the_first_steps_are_looked_at(tmp_path: Path) -> None:
    """With nothing to be shown at loop heads, the check alone is what is k-inductive, or not."""
    assert not _judged(tmp_path, CIRCLE.replace("START", "5"), ["true"], 4).proved
    assert not _judged(tmp_path, CIRCLE.replace("START", "4"), ["true"], 4).proved
    assert _judged(tmp_path, CIRCLE.replace("START", "0"), ["true"], 4).accepted


@pytest.mark.slow
def test_nested_loops(tmp_path: Path) -> None:
    invariants = ["a >= 0 and a <= 1"] * 2
    assert not _judged(tmp_path, PHASES.replace("LIMIT", "1"), invariants, 1).accepted
    assert not _judged(tmp_path, PHASES.replace("LIMIT", "0"), ["c == 0"] * 2, 3).accepted
    whole = ["a >= 0 and a <= 1 and b >= 0 and b <= 1 and c >= 0 and c <= 1"] * 2
    for steps in (1, 2, 3):
        assert _judged(tmp_path, PHASES.replace("LIMIT", "1"), whole, steps).accepted
        assert not _judged(tmp_path, PHASES.replace("LIMIT", "0"), whole, steps).accepted


def test_not_with_recursion(tmp_path: Path) -> None:
    text = (
        HEAD
        + """
int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) { while (ANY) if (down(ANY) != 0) reach_error(); return 0; }
"""
    )
    inlined = read(tmp_path / "program.c", text)
    found = certificate(inlined, {"main": ("true", "true", ["true"]), "down": ("true", "result == 0", [])})
    assert check(found, inlined.program).accepted
    assert not check(_with_steps(found, 2), inlined.program).accepted


def test_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(CIRCLE.replace("START", "0"))
    loaded = load([path])
    inlined = inline(loaded.program)
    found = _with_steps(certificate(inlined, {"main": ("true", "true", ["x != 5"])}), 3)
    document = document_of(found, Task.of(loaded), inlined)
    assert from_json(document, inlined.program) == found
    for wrong in (0, -1, 1000, True, "3", 2.0):
        document["procedures"][inlined.program.entry][0]["steps"] = wrong
        with pytest.raises(TableError):
            from_json(document, inlined.program)
