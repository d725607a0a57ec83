"""`dovetail adequacy`: what is said of each abstract state is true, and what is proposed can be added."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.evidence.adequacy import Adequacy, StateStatus
from dovetail.evidence.violation import native_program
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load
from dovetail.suites.cutpoint_predicates import vectors_to_probe

PAPER = """#include <stddef.h>
#include <dovetail.h>
void foo(int x, int y) {
    int *px = NULL;
    dovetail_predicate(x < 5);
    dovetail_predicate(px == NULL);
    x = x + 1;
    if (x < LIMIT)
        px = &x;
    if (px == &y)
        x = x + 1;
    if (x < 5)
        *px = *px + 1;
    y = x;
}
int main(void) { foo(dovetail_any_int(), dovetail_any_int()); return 0; }
"""
SMALL = """extern unsigned char __VERIFIER_nondet_uchar(void);
static int limited(int v, int most) {
    if (v > most) return most;
    return v;
}
int main(void) {
    int x = __VERIFIER_nondet_uchar() & 7, y = __VERIFIER_nondet_uchar() & 7, s = 0;
    x = limited(x, 5);
    for (int i = 0; i < x && s < 9; i++) {
        if (y > 3 && i != 1) s += 3;
        else if (s > -3) s -= 1;
    }
    if (x == 5 && !(y < 6)) s = 40;
    if (x > 6) return 4;
    return s > 7 ? 5 : 6;
}
"""
ALL_INPUTS = [InputVector(values) for values in itertools.product(range(8), repeat=2)]
TIMEOUT = 900.0
"""It takes a few seconds of processor time; the machine may have other things to do."""
Program = Callable[..., Path]
Command = Callable[..., Result]


def keys(adequacy: Adequacy, status: StateStatus) -> set[tuple[int, int]]:
    return {(p.ident, s.bits) for p in adequacy.places for s in p.states if s.status is status}


def written(folder: Path, *tests: tuple[int, ...]) -> Path:
    folder.mkdir()
    for number, values in enumerate(tests):
        (folder / f"t{number}.json").write_text(json.dumps({"values": values, "memory": []}))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("given", [[], [0, 9], [20, 33, 41, 63]])
def test_every_state_is_what_all_inputs_show(dovetail: Command, program: Program, given: list[int]) -> None:
    """The program has 64 inputs: what is possible is known."""
    file = program(SMALL)
    vectors = [ALL_INPUTS[number] for number in given]
    found = library.adequacy(file, tests=vectors, timeout=TIMEOUT)
    assert not found.problems

    def read(probing: object) -> object:
        return load([file], replace(LoadOptions(), probing=probing))  # type: ignore[type-var]

    probed = load([file], LoadOptions(probing=vectors_to_probe(read).probing))  # type: ignore[arg-type]
    with native_program(probed) as native:
        runs = native.run_batch(ALL_INPUTS, abstract=True)
    possible = {(state >> 16, state & 0xFFFF) for run in runs for state in run.states}
    covered = {(s >> 16, s & 0xFFFF) for n in given for s in runs[n].states}
    assert keys(found, StateStatus.COVERED) == covered
    assert keys(found, StateStatus.MISSED) == possible - covered
    assert not keys(found, StateStatus.IMPOSSIBLE) & possible
    assert not keys(found, StateStatus.OPEN) & possible
    counts = sum(found.count(status) for status in StateStatus)
    assert counts == found.all
    for certificate in {s.certificate for p in found.places for s in p.states if s.certificate}:
        assert library.certify(certificate, timeout=TIMEOUT).accepted


@pytest.mark.slow
def test_the_paper_s_example(dovetail: Command, program: Program, tmp_path: Path) -> None:
    """Section 2.2: with 2, 6 and 11 the error at G is missed. It needs exactly 3."""
    file = program(PAPER.replace("LIMIT", "4"))
    tests = written(tmp_path / "tests", (2, 0), (6, 0), (11, 0))
    found = library.adequacy(file, tests=tests, properties=["valid-memsafety"], timeout=TIMEOUT)
    assert [proposal.test.vector.values for proposal in found.proposals] == [(3,)]
    assert found.decided and found.count(StateStatus.MISSED) == 3
    (error,) = [(p, s) for p in found.places for s in p.states if s.fails]
    assert error[0].position.line == 13 and error[1].status is StateStatus.MISSED
    assert error[0].words(error[1].bits) == "px == ((void*)0), x < 5"
    page = Path(found.page or "").read_text()
    assert page.count('class="state missed fails"') == 1
    assert page.count('class="state missed"') == 2
    assert page.count('class="state covered') == found.count(StateStatus.COVERED)
    # Section 2.2.2: behind the test at E, which is dead code, nothing is possible.
    fixed = library.adequacy(program(PAPER.replace("LIMIT", "5")), tests=tests, timeout=TIMEOUT)
    dead = next(place for place in fixed.places if place.position.line == 11)
    assert dead.count(StateStatus.IMPOSSIBLE) == dead.all
    assert not any(state.fails for place in fixed.places for state in place.states)


@pytest.mark.slow
def test_the_score_holds_a_pipeline(dovetail: Command, program: Program, tmp_path: Path) -> None:
    file = program(
        "int __VERIFIER_nondet_int(void);\n"
        "int main(void) { if (__VERIFIER_nondet_int()) return 1; return 0; }\n"
    )
    tests = written(tmp_path / "tests", (0,))
    call = ("adequacy", file, "--tests", tests, "--timeout", "120s")
    done = dovetail(*call)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].startswith(
        "adequacy 66.6 %: 2 of 3 possible states covered, 1 missed"
    )
    assert dovetail(*call, "--at-least", 66).exit_code == 0
    below = dovetail(*call, "--at-least", 66.7, "--quiet")
    assert below.exit_code == 1
    assert below.stdout.splitlines() == [
        "adequacy 66.6 %: 2 of 3 possible states covered, 1 missed, by 1 test, below 66.7 %"
    ]
    unknown = dovetail(*call, "--no-search")
    assert unknown.exit_code == 3 and "open:" in unknown.stdout
    assert dovetail(*call, "--no-search", "--at-least", 60).exit_code == 0
    assert dovetail(*call, "--no-search", "--at-least", 70).exit_code == 1
    document = json.loads(dovetail(*call, "--json", "-").stdout)
    assert document["format"] == "dovetail-adequacy" and document["states"]["missed"] == 1
    added = Path(document["proposals"][0]["file"]).parent
    full = dovetail(*call, "--tests", added, "--at-least", 100, "--quiet")
    assert full.exit_code == 0 and full.stdout.startswith("adequacy 100.0 %: 3 of 3")


def test_what_makes_no_sense_is_said(dovetail: Command, program: Program, tmp_path: Path) -> None:
    file = program(SMALL)
    tests = written(tmp_path / "tests", (0, 0))
    for arguments, words in [
        (("--tests", tmp_path / "none"), "no such file or folder"),
        ((), "--tests"),
        (("--tests", tests, "--at-least", 101), "--at-least"),
        (("--tests", tests, "--format", "ctest"), "there is no format 'ctest'"),
        (("--tests", tests, "--predicates", tmp_path / "none"), "cannot be read"),
        (("--tests", tests, "--most-predicates", 17), "--most-predicates"),
    ]:
        done = dovetail("adequacy", file, *arguments)
        assert done.exit_code == 2, arguments
        assert words in done.output


def test_predicates_of_a_file(dovetail: Command, program: Program, tmp_path: Path) -> None:
    file = program(SMALL)
    tests = written(tmp_path / "tests", (0, 0))
    (tmp_path / "p.txt").write_text("# about s\ns < 0\nq == 1\n")
    done = dovetail("adequacy", file, "--tests", tests, "--predicates", "p.txt", "--no-search", "--json", "-")
    document = json.loads(done.stdout)
    assert {tuple(place["predicates"]) for place in document["places"]} == {(), ("s < 0",)}
    assert any("'q == 1' has no place" in note for note in document["notes"])
    (tmp_path / "p.txt").write_text("s = 0\n")
    assert dovetail("adequacy", file, "--tests", tests, "--predicates", "p.txt").exit_code == 2


@pytest.mark.slow
def test_proposals_are_in_the_format_of_the_tests(
    dovetail: Command, program: Program, tmp_path: Path
) -> None:
    file = program(SMALL)
    suite = library.test(file, criterion="nodes", timeout=120, formats=["json", "testcomp"])
    home = Path(suite.folder or "")
    by_xml = library.adequacy(file, tests=home / "testcomp", timeout=TIMEOUT)
    assert by_xml.proposals
    assert {Path(p.file or "").suffix for p in by_xml.proposals} == {".xml"}
    again = library.adequacy(
        file, tests=[home / "testcomp", Path(by_xml.proposals[0].file or "").parent], timeout=TIMEOUT
    )
    assert again.score == 100.0
    # Beside a suite in one file nothing else is read: it is written anew.
    by_suite = library.adequacy(file, tests=home / "suite.json", timeout=TIMEOUT)
    merged = Path(by_suite.proposals[0].file or "").parent / "suite.json"
    assert any(str(merged) in note for note in by_suite.notes)
    assert library.adequacy(file, tests=merged, timeout=TIMEOUT).score == 100.0


@pytest.mark.slow
def test_names_of_proposals_are_new(dovetail: Command, program: Program, tmp_path: Path) -> None:
    file = program(SMALL)
    tests = written(tmp_path / "tests", (0, 0))
    (tests / "proposed-7.json").write_text('{"values": [1, 1], "memory": []}')
    found = library.adequacy(file, tests=tests, timeout=TIMEOUT)
    names = [Path(proposal.file or "").name for proposal in found.proposals]
    assert names == [f"proposed-{8 + at}.json" for at in range(len(names))]
    assert sorted(path.name for path in tests.iterdir()) == ["proposed-7.json", "t0.json"]


@pytest.mark.slow
def test_a_test_that_does_not_end_counts_as_far_as_it_goes(
    dovetail: Command, program: Program, tmp_path: Path
) -> None:
    file = program(
        "int __VERIFIER_nondet_int(void);\n"
        "int main(void) { if (__VERIFIER_nondet_int()) for (;;) { } return 0; }\n"
    )
    found = library.adequacy(file, tests=[InputVector((1,))], search=False)
    assert any("does not end" in note for note in found.notes)
    assert found.count(StateStatus.COVERED) >= 1


@pytest.mark.slow
def test_a_module_under_any_client(dovetail: Command, program: Program) -> None:
    file = program(
        "static int level;\n"
        "void up(void) { if (level < 2) level++; }\n"
        "int top(void) { if (level == 2) return 1; return 0; }\n"
    )
    found = library.adequacy(file, api=True, tests=[InputVector(())], timeout=TIMEOUT)
    assert found.score < 100 and not found.problems
    assert found.proposals and found.decided
    again = [proposal.test.vector for proposal in found.proposals]
    assert library.adequacy(file, api=True, tests=[InputVector(()), *again], timeout=TIMEOUT).score == 100.0
