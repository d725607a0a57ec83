"""What tests take and what proofs exclude, edge by edge: nothing that can happen is said to be excluded."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from dovetail.asking.asked import CheckOptions
from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.evidence import flow
from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.flow import Flow, Reach
from dovetail.evidence.task import Task
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load
from dovetail.frontend.load import Loaded
from dovetail.program.ghost_maps import Place
from dovetail.program.inlining import inline
from dovetail.verifying import seen_and_excluded as module
from dovetail.verifying.checking_files import check_files
from dovetail.verifying.edges_taken import taken_edges
from dovetail.verifying.seen_and_excluded import excluded_decisions, seen_and_excluded
from evidence.claims import certificate

TEXT = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int v) {
    if (v > 100)
        return 0;
    return 2 * v;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
    if (n < 0 || n > 50) return 0;
    while (i < n) { i++; s += 2; }
    if (s > 100)
        s = twice(7);
    if (n == 41)
        s = twice(n) + 1;
    assert(s <= 100);
    return s;
}
"""
GOOD = {"main": ("true", "true", ["0 <= i and i <= n and s == 2 * i and n <= 50"])}
WEAK = {"main": ("true", "true", ["0 <= i"])}
WRONG = {"main": ("true", "true", ["i < 0"])}


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    path = tmp_path / "a.c"
    path.write_text(TEXT)
    return load([path])


def _proof(loaded: Loaded, claim: Mapping[str, Any]) -> Mapping[str, Any]:
    inlined = inline(loaded.program)
    return document_of(certificate(inlined, claim), Task.of(loaded), inlined)


def _lines(loaded: Loaded, places: frozenset[Place]) -> set[tuple[int, int]]:
    program = loaded.program
    edges = ((program.procedures[one.procedure].outgoing[one.source], one.branch) for one in places)
    return {(outgoing[branch].position.line, branch) for outgoing, branch in edges}


def _possible(loaded: Loaded) -> frozenset[Place]:
    return taken_edges(loaded.program, [InputVector((n,)) for n in range(-1, 52)], time.monotonic() + 60)


def test_a_proof_excludes_what_no_execution_does_and_nothing_else(loaded: Loaded) -> None:
    proof = _proof(loaded, GOOD)
    # As if nobody had run a test: then all decisions are asked about.
    excluded = excluded_decisions(loaded.program, frozenset(), proof, 60.0)
    assert _lines(loaded, excluded) == {(4, 0), (12, 0), (16, 1)}
    possible = _possible(loaded)
    assert not excluded & possible
    assert excluded_decisions(loaded.program, possible, proof, 60.0) == excluded


def test_one_copy_that_can_be_reached_is_enough(loaded: Loaded) -> None:
    """`twice` is called where no execution comes, and where one does."""
    excluded = excluded_decisions(loaded.program, frozenset(), _proof(loaded, GOOD), 60.0)
    program = loaded.program
    entry = program.procedures["twice"]
    branch = next(at for at in entry.locations if len(entry.outgoing[at]) == 2)
    assert Place("twice", branch, 0) in excluded and Place("twice", branch, 1) not in excluded


def test_a_certificate_that_proves_less_excludes_less(loaded: Loaded) -> None:
    weak = excluded_decisions(loaded.program, frozenset(), _proof(loaded, WEAK), 60.0)
    assert (12, 0) not in _lines(loaded, weak)
    assert excluded_decisions(loaded.program, frozenset(), _proof(loaded, WRONG), 60.0) == frozenset()


KEPT = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int half(int v) {
    if (v < 0)
        return -1;
    return v / 2;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 50) return 0;
    if (half(x) > 25) reach_error();
    return 0;
}
"""
RECURSIVE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int down(int v) {
    if (v <= 0)
        return 0;
    if (v > 50)
        return 1;
    return down(v - 1);
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 50) return 0;
    if (down(x) > 0) reach_error();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("text", "keep", "claim", "lines"),
    [
        (KEPT, ["half"], ("v >= 0 and v <= 50", "result <= 25", []), {(4, 0), (11, 0)}),
        (KEPT, ["half"], ("true", "old(v) < 0 or old(v) > 50 or result <= 25", []), {(11, 0)}),
        (RECURSIVE, [], ("v <= 50", "result == 0", []), {(6, 0), (13, 0)}),
    ],
)
def test_procedures_with_contracts(
    text: str, keep: list[str], claim: Any, lines: set[tuple[int, int]], tmp_path: Path
) -> None:
    """Of these nothing but the contract is known: what no call does may still be possible."""
    path = tmp_path / "kept.c"
    path.write_text(text)
    loaded = load([path])
    inlined = inline(loaded.program, keep=keep)
    made = certificate(inlined, {"half" if keep else "down": claim, "main": ("true", "true", [])})
    proof = document_of(replace(made, kept=tuple(keep)), Task.of(loaded), inlined)
    excluded = excluded_decisions(loaded.program, frozenset(), proof, 60.0)
    assert _lines(loaded, excluded) == lines and not excluded & _possible(loaded)


def _told(loaded: Loaded, proof: Mapping[str, Any] | None) -> tuple[Flow | None, Any]:
    return seen_and_excluded(
        loaded, [InputVector((9,))], proof, deadline=time.monotonic() + 60, memory=1 << 30
    )


def test_both_sides_meet(loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 30.0)
    found, problem = _told(loaded, _proof(loaded, GOOD))
    assert problem is None and found is not None and found.proved
    main, twice = found.procedures
    assert (main.procedure, main.line, twice.procedure) == ("main", 8, "twice")
    assert (main.ways.taken + main.ways.excluded, main.ways.all) == (len(main.between), len(main.between))
    by_lines = {block.lines: block.reach for block in main.blocks}
    assert by_lines[13,] is Reach.EXCLUDED and by_lines[15,] is Reach.TAKEN
    assert main.lines.excluded == 1 and twice.lines.excluded == 1
    assert flow.from_kept(json.loads(json.dumps(flow.to_kept(found)))) == found
    before, _ = _told(loaded, None)
    assert before is not None and not before.proved and not before.ways.excluded


def test_a_contradiction_is_a_problem(loaded: Loaded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "excluded_decisions", lambda program, taken, *_: taken)
    found, problem = _told(loaded, _proof(loaded, GOOD))
    assert found is not None and not found.ways.excluded and found.ways.taken
    assert problem is not None and "a proof is said to exclude" in problem.summary


def test_it_is_told_with_a_result_if_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "b.c"
    path.write_text(
        "#include <assert.h>\nint f(int x) {\n    if (x > 9)\n        return 9;\n"
        "    assert(x <= 9);\n    return x;\n}\n"
    )
    reading = Reading((path,), function="f")
    limits = Limits(timeout=60.0)
    asked = check_files(reading, CheckOptions(limits, out=tmp_path / "out", flow=True))
    assert asked.flow is not None and not asked.problems
    assert asked.to_json()["coverage"]["edges"] == {"all": 6, "taken": 5, "excluded": 1}
    (graph,) = asked.flow.procedures
    assert {block.checks: block.reach for block in graph.blocks}[1,] is Reach.EXCLUDED
    plain = check_files(reading, CheckOptions(limits, out=tmp_path / "out"))
    assert plain.flow is None and "coverage" not in plain.to_json()


def test_it_is_told_of_the_same_program_on_other_lines(loaded: Loaded, tmp_path: Path) -> None:
    places = taken_edges(loaded.program, [], time.monotonic() + 60)
    before = flow.flow_of(loaded.program, places, (), (), proved=False)

    def now(text: str) -> Flow | None:
        path = tmp_path / "now.c"
        path.write_text(text)
        return flow.on_lines_of(before, load([path]).program)

    moved = now(TEXT.replace("    while", "\n    while"))
    assert moved is not None and moved.figures() == before.figures()
    lines = [[block.lines for block in one.procedures[0].blocks] for one in (before, moved)]
    assert [[line + (line > 10) for line in part] for part in lines[0]] == list(map(list, lines[1]))
    assert now(TEXT.replace("if (n == 41)", "if (n == 41) if (s)")) is None


def test_where_a_run_ends_is_no_branch(tmp_path: Path) -> None:
    path = tmp_path / "assumed.c"
    path.write_text(
        "#include <dovetail.h>\n"
        "int high(int x) dovetail_requires(x > 3 && x < 100);\nint high(int x) { return x + 1; }\n"
    )
    program = load([path], LoadOptions(function="high")).program
    assert any(place.procedure == "high" for place in taken_edges(program, [], time.monotonic() + 60))


def test_a_page_asks_for_it(tmp_path: Path, dovetail: Callable[..., Result]) -> None:
    path = tmp_path / "c.c"
    path.write_text("#include <assert.h>\nint f(int x) { assert(x != 7); return x; }\n")
    dovetail("check", path, "--function", "f", "--html", "page.html", "--strategy", "bounded", "--out", "out")
    assert '\\"graphs\\":[[\\"f\\",' in Path("page.html").read_text()


def test_what_is_kept_is_read_with_care() -> None:
    kept: list[Any] = ["f", 0, 1, [1, 1, 0], [1, 1, 0], [["", 1, [1], []]], [0, 0, 1]]
    good = {"files": ["a.c"], "proved": True, "procedures": [kept]}
    moved = flow.from_kept(flow.moved(good, lambda file, line: line + 4))
    assert (moved.procedures[0].line, moved.procedures[0].blocks[0].lines) == (5, (5,))
    for at, wrong in ((1, 7), (5, [["", 9, [1], []]]), (6, [0, 1, 1]), (6, [0, 0])):
        bad = [*kept[:at], wrong, *kept[at + 1 :]]
        with pytest.raises((ValueError, IndexError)):
            flow.from_kept({**good, "procedures": [bad]})
