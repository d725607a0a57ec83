"""`dovetail check`: what a strategy claims becomes a verdict only if it stands its check; limits are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from cli.fakes import FAKES, SEVEN, claiming
from dovetail.asking.reading import Reading
from dovetail.execution.inputs import InputVector
from dovetail.report.output_folder import MARKER
from dovetail.strategies.outcome import Claims, Progress
from dovetail.verifying.kinds import STRATEGIES

FOURTEEN = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x * 2 != 14);
    assert(x != 2);
    return 0;
}
"""

SCOPE_OF_ROUNDS = """\
int main(void) {
    int *last = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1)
            *last = 3;
        last = &x;
    }
    return 0;
}
"""
"""The x of the first round is no more, but natively that of the second one is in its place."""

Program = Callable[..., Path]
Command = Callable[..., Result]


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, strategy in FAKES.items():
        monkeypatch.setitem(STRATEGIES, name, strategy)


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> Callable[[Claims], str]:
    """Makes a strategy that claims this; its name."""

    def make(what: Claims) -> str:
        monkeypatch.setitem(STRATEGIES, "claims", claiming(what))
        return "claims"

    return make


def test_a_violation(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "finds-seven")
    assert result.exit_code == 1, result.output
    lines = result.stdout.splitlines()
    assert lines[-1] == "VERDICT: VIOLATED"
    assert lines[0].split() == ["#", "kind", "place", "verdict", "evidence", "or", "reason"]
    evidence = "dovetail-out/f-1/check-1/violation.json"
    assert lines[1].split() == ["1", "assertion", "f.c:5", "violated", evidence]
    assert lines[2].split()[:4] == ["2", "assertion", "f.c:6", "unknown"]
    assert any(line.endswith("x = 7") for line in lines)
    assert any(line.endswith("fails") for line in lines)
    assert any(line.endswith(f"dovetail replay {evidence}") for line in lines)
    assert "assumptions:" in lines
    assert Path("dovetail-out", MARKER).is_file()


def test_replay(dovetail: Command, program: Program) -> None:
    path = program(FOURTEEN)
    evidence = Path("dovetail-out/f-1/check-1")
    dovetail("check", path, "--strategy", "finds-seven")
    for named in (evidence, evidence / "violation.json"):
        again = dovetail("replay", named, "--json", "again.json")
        assert again.exit_code == 1, again.output
        assert again.stdout.startswith(f"it happened again: assertion at {path.absolute()}:5\n")
        assert json.loads(Path("again.json").read_text())["reproduced"] is True
    path.write_text(FOURTEEN.replace("!= 14", "!= 15"))
    mended = dovetail("replay", evidence)
    assert mended.exit_code == 3
    assert "did not happen again" in mended.stdout and "changed since" in mended.stdout
    assert dovetail("replay", path).exit_code == 2


def test_unknown_says_why_and_how_far(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "gives-up")
    assert result.exit_code == 3
    assert "unknown: no predicate was found" in result.stdout
    assert "17 regions, 2 splits" in result.stdout
    assert result.stdout.splitlines()[-1] == "VERDICT: UNKNOWN"
    assert not Path("dovetail-out").exists()


def test_quiet(dovetail: Command, program: Program) -> None:
    path = program(FOURTEEN)
    assert dovetail("check", path, "--strategy", "finds-seven", "--quiet").stdout == "VERDICT: VIOLATED\n"
    assert dovetail("check", path, "--strategy", "gives-up", "-q").stdout == "VERDICT: UNKNOWN\n"


def test_the_document(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "finds-seven", "--seed", "4", "--json", "-")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["format"] == "dovetail-check"
    assert document["verdict"] == "violated" and document["reason"] == ""
    assert document["seed"] == 4
    assert [check["verdict"] for check in document["checks"]] == ["violated", "unknown"]
    assert {Path(path).name for path in document["evidence"]} >= {"violation.json", "harness.c", "trace.txt"}
    assert all(Path(path).is_file() for path in document["evidence"])
    figures = document["figures"]
    assert figures.keys() == {
        "wall_seconds",
        "peak_memory",
        "iterations",
        "solver_calls",
        "tests",
        "octagon_analyses",
    }
    assert (figures["iterations"], figures["tests"], figures["solver_calls"]) == (3, 5, 13)
    assert 10e6 < figures["peak_memory"] < 1e9


def test_the_document_into_a_file(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "gives-up", "--json", "answer.json")
    assert result.stdout.endswith("VERDICT: UNKNOWN\n")
    document = json.loads(Path("answer.json").read_text())
    assert document["reason"] == "no predicate was found"
    assert document["notes"] == ["3 tests reach 4 of 5 places", "17 regions, 2 splits"]


def test_a_claim_that_is_not_confirmed_is_no_verdict(
    dovetail: Command, program: Program, claims: Callable[[Claims], str]
) -> None:
    name = claims(Claims({1: InputVector((8,))}))
    result = dovetail("check", program(FOURTEEN), "--strategy", name)
    assert result.exit_code == 3
    assert "bug in Dovetail: the violation of check #1 that was claimed did not happen" in result.stderr
    assert "a violation was claimed, but the run ended as normal" in result.stdout
    assert result.stdout.endswith("VERDICT: UNKNOWN\n")
    (folder,) = Path("dovetail-out").glob("bug-*")
    assert "'values': [8]" in (folder / "report.txt").read_text()


def test_an_access_that_the_machine_does_not_see_is_no_verdict_and_no_bug(
    dovetail: Command, program: Program, claims: Callable[[Claims], str]
) -> None:
    name = claims(Claims({1: InputVector(())}))
    options = ("--strategy", name, "--property", "valid-memsafety")
    result = dovetail("check", program(SCOPE_OF_ROUNDS), *options)
    assert result.exit_code == 3
    assert "but natively the run ended as normal" in result.stdout
    assert "bug in Dovetail" not in result.stderr


def test_what_fails_is_reported_whatever_was_claimed(
    program: Program, claims: Callable[[Claims], str], dovetail: Command
) -> None:
    name = claims(Claims({2: SEVEN}))
    result = library.check(program(FOURTEEN), strategy=name)
    assert [check.verdict for check in result.checks] == [library.Verdict.VIOLATED, library.Verdict.UNKNOWN]


def test_several_violations(program: Program, claims: Callable[[Claims], str], dovetail: Command) -> None:
    name = claims(Claims({1: SEVEN, 2: InputVector((2,))}))
    result = library.check(program(FOURTEEN), strategy=name)
    assert [check.evidence for check in result.checks] == [
        "dovetail-out/f-1/check-1/violation.json",
        "dovetail-out/f-1/check-2/violation.json",
    ]
    assert not result.problems


def test_inputs_become_small(program: Program, claims: Callable[[Claims], str], dovetail: Command) -> None:
    text = FOURTEEN.replace("x * 2 != 14", "x < 1000")
    result = library.check(program(text), strategy=claims(Claims({1: InputVector((987654, 1, 2))})))
    evidence = json.loads(Path(result.evidence[0]).read_text())
    assert evidence["inputs"]["values"] == [1000]


@pytest.mark.parametrize(
    ("strategy", "words"),
    [("breaks", "ZeroDivisionError: seven of nine"), ("crashes", "the process ended by SIGKILL")],
)
def test_a_strategy_that_fails(strategy: str, words: str, dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", strategy, "--out", "mine")
    assert result.exit_code == 3
    assert f"This is a bug in Dovetail: the strategy failed: {words}" in result.stderr
    assert "Traceback" not in result.output
    assert result.stdout.endswith("VERDICT: UNKNOWN\n")
    (folder,) = Path("mine").glob("bug-*")
    assert words in (folder / "report.txt").read_text()
    assert (folder / "0-f.c").read_text() == FOURTEEN


def test_a_solver_that_has_no_model_is_no_bug(dovetail: Command, program: Program) -> None:
    """What was found before it gave up is confirmed all the same."""
    result = dovetail("check", program(FOURTEEN), "--strategy", "loses-a-model")
    assert result.exit_code == 1 and result.stdout.endswith("VERDICT: VIOLATED\n")
    assert "bug in Dovetail" not in result.output and "Traceback" not in result.output


def test_an_unknown_strategy(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "luck")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: there is no strategy 'luck'; there are auto, dash")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments", [["--timeout", "soon"], ["--timeout", "0s"], ["--memory", "4 elephants"], ["--memory", "-1"]]
)
def test_limits_that_are_none(arguments: list[str], dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(FOURTEEN), "--strategy", "gives-up", *arguments)
    assert result.exit_code == 2
    assert arguments[0] in result.stderr
    assert result.stdout == ""


def test_a_program_that_is_too_large(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [f"int f{n}(int x) {{ return f{n - 1}(x) + f{n - 1}(x); }}" for n in range(1, 18)]
    text = "\n".join(["int f0(int x) { return x; }", *calls, FOURTEEN.replace("x * 2", "f17(x)")])
    result = dovetail("check", program(text), "--strategy", "finds-seven")
    assert result.exit_code == 3
    assert "with its calls inlined the program has" in result.stdout


def test_nothing_is_overwritten(dovetail: Command, program: Program) -> None:
    path = program(FOURTEEN)
    arguments = ("check", path, "--strategy", "finds-seven", "-q")
    for _ in range(2):
        dovetail(*arguments)
    assert sorted(p.name for p in Path("dovetail-out").iterdir()) == [MARKER, ".gitignore", "f-1", "f-2"]
    mine = Path("mine")
    mine.mkdir()
    (mine / "thesis.tex").write_text("years of work")
    result = dovetail(*arguments, "--out", "mine")
    assert result.exit_code == 2
    assert "was not made by Dovetail" in result.stderr
    assert [p.name for p in mine.iterdir()] == ["thesis.tex"]


def test_progress_is_told(program: Program, monkeypatch: pytest.MonkeyPatch, dovetail: Command) -> None:
    seen: list[Progress] = []
    result = library.check(program(FOURTEEN), strategy="sleeps-empty-handed", timeout=1.5, watch=seen.append)
    assert seen == [Progress(1, 2, 3, 4, 5)]
    assert result.verdict is library.Verdict.UNKNOWN
    assert result.figures.solver_calls == 5


def test_a_program_without_checks(
    dovetail: Command, program: Program, claims: Callable[[Claims], str]
) -> None:
    path = program("int main(void) { return 0; }\n")
    result = dovetail("check", path, "--strategy", claims(Claims(obstacles=("f.c:1:1: magic",))))
    assert result.exit_code == 3
    assert "unknown: f.c:1:1: magic" in result.stdout


@pytest.mark.parametrize(
    ("error", "words"),
    [(KeyboardInterrupt(), "interrupted"), (ValueError("odd"), "This is a bug in Dovetail")],
)
def test_what_ends_before_the_search_is_unknown_too(
    error: BaseException,
    words: str,
    dovetail: Command,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(Reading, "load", load)
    result = dovetail("check", program(FOURTEEN))
    assert result.exit_code == 3
    assert words in result.output
    assert result.stdout.splitlines()[-1] == "VERDICT: UNKNOWN"
