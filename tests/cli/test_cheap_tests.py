"""Beside strategies `dovetail check` runs cheap tests, and the user's own."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import dovetail as library
from cli.fakes import Fake
from dovetail.execution.inputs import InputVector
from dovetail.fuzzing import Findings
from dovetail.strategies.outcome import Claims
from dovetail.verifying.kinds import STRATEGIES, TESTED
from thinned import thinned

Program = Callable[..., Path]
Command = Callable[..., Result]

MAGIC = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x == 12345 && y == 2 * x + 1)
        assert(x + y == 0);
    return 0;
}
"""
HASH = """\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), i;
    for (i = 0; i < 3; i++) { x ^= x >> 15; x *= 2246822519u; x ^= x >> 13; }
    if (x == 3735928559u) reach_error();
    return 0;
}
"""
INPUT = 4018531255
"""The one number that the hash takes to 3735928559; see `test_the_number`."""


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that is cheap tests and nothing else; and time enough for them on any machine."""
    monkeypatch.setattr("dovetail.asking.schedule._CHEAP_SECONDS", 120.0)
    monkeypatch.setattr("dovetail.asking.schedule._CHEAP_SHARE", 1.0)
    monkeypatch.setitem(STRATEGIES, "cheap", Fake)
    monkeypatch.setattr("dovetail.verifying.kinds.TESTED", TESTED | {"cheap"})


def test_the_number() -> None:
    x = INPUT
    for _ in range(3):
        x ^= x >> 15
        x = x * 2246822519 % 2**32
        x ^= x >> 13
    assert x == 3735928559


def answer(dovetail: Command, *arguments: object, status: int) -> dict[str, Any]:
    result = dovetail("check", *arguments, "--json", "answer.json")
    assert result.exit_code == status, result.output
    document = json.loads(Path("answer.json").read_text())
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("model", thinned(["ILP32", "LP64"], 2))
def test_a_violation_without_a_solver(dovetail: Command, program: Program, model: str) -> None:
    options = ("--data-model", model, "--strategy", "cheap")
    document = answer(dovetail, program(MAGIC), *options, status=1)
    assert document["verdict"] == "violated" and document["checks"][0]["by"] == "tests"
    assert document["figures"]["solver_calls"] == document["figures"]["iterations"] == 0
    assert document["figures"]["tests"] > 1
    evidence = json.loads(Path(document["checks"][0]["evidence"]).read_text())
    assert evidence["inputs"]["values"] == [12345, 24691]
    assert dovetail("replay", document["checks"][0]["evidence"]).exit_code == 1


def test_the_others_are_still_proved(dovetail: Command, program: Program) -> None:
    """What cheap tests have found is not looked for again, and its evidence is there once."""
    text = MAGIC.replace("    return 0;", "    if (x > 5)\n        assert(x != 5);\n    return 0;")
    document = answer(dovetail, program(text), status=1)
    assert [check["verdict"] for check in document["checks"]] == ["violated", "proved"]
    named = [path for path in document["evidence"] if path.endswith("violation.json")]
    assert len(named) == 1 and len(document["evidence"]) == len(set(document["evidence"]))
    assert len(list(Path("dovetail-out").glob("*/check-*"))) == 1
    assert not document["problems"]


def test_dash_alone_is_alone(dovetail: Command, program: Program) -> None:
    document = answer(dovetail, program(MAGIC), "--strategy", "dash", status=1)
    assert document["figures"]["solver_calls"] > 0


def write_suite(kind: str, number: int) -> Path:
    folder = Path("suite")
    folder.mkdir()
    if kind == "xml":
        (folder / "metadata.xml").write_text("<test-metadata/>")
        (folder / "testcase-1.xml").write_text("<testcase><input>1</input></testcase>")
        (folder / "testcase-2.xml").write_text(f"<testcase><input>{number}</input></testcase>")
    elif kind == "json":
        (folder / "a.json").write_text(json.dumps({"values": [number]}))
    else:
        (folder / "a").write_bytes(number.to_bytes(4, "little"))
    return folder


@pytest.mark.parametrize("kind", thinned(["xml", "json", "bytes"], 3))
@pytest.mark.parametrize("strategy", thinned(["auto", "dash"], 2))
def test_a_suite_finds_what_nobody_else_does(
    dovetail: Command, program: Program, kind: str, strategy: str
) -> None:
    path = program(HASH)
    folder = write_suite(kind, INPUT)
    document = answer(dovetail, path, "--tests", folder, "--strategy", strategy, status=1)
    evidence = json.loads(Path(document["checks"][0]["evidence"]).read_text())
    assert evidence["inputs"]["values"] == [INPUT]


def test_evidence_is_a_suite(dovetail: Command, program: Program) -> None:
    path = program(HASH)
    answer(dovetail, path, "--tests", write_suite("json", INPUT), status=1)
    again = answer(dovetail, path, "--tests", "dovetail-out", "--strategy", "abstract", status=1)
    assert again["checks"][0]["verdict"] == "violated"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("t.xml", "<testcase>", "t.xml: is not XML"),
        ("t.json", "nothing", "t.json: is not JSON"),
    ],
)
def test_a_broken_suite_is_refused(
    dovetail: Command, program: Program, name: str, text: str, complaint: str
) -> None:
    Path("suite").mkdir()
    Path("suite", name).write_text(text)
    result = dovetail("check", program(MAGIC), "--tests", "suite")
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert dovetail("check", program(MAGIC), "--tests", "nowhere").exit_code == 2


def test_strategies_are_given_what_was_found(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Looks(Fake):
        """Until somebody else has found a violation that was confirmed."""

        def moves(self) -> Iterator[None]:
            while 1 not in self.violations and self.budget.left() > 0:
                time.sleep(0.05)
                yield

        def claims(self) -> Claims:
            return Claims(notes=(f"{len(self.ledger.tests)} tests, {sorted(self.violations)} violated",))

    monkeypatch.setitem(STRATEGIES, "looks", Looks)
    text = MAGIC.replace("    return 0;", "    assert(x * x + 1 != 0);\n    return 0;")
    result = library.check(
        program(text),
        strategy="looks",
        tests=[InputVector((3, 4)), InputVector((12345, 24691))],
    )
    assert "2 tests, [1] violated" in result.notes
    assert [check.verdict.value for check in result.checks] == ["violated", "unknown"]


@pytest.mark.slow
def test_the_same_again(program: Program, dovetail: Command) -> None:
    """The number of tests is limited by counts, so it is the same for the same seed, if there is time."""
    path = program(HASH)
    one, two = (library.check(path, timeout=2400, strategy="cheap", seed=5) for _ in range(2))
    assert one.notes == two.notes and "cheap tests took" in one.notes[0]
    assert one.figures.tests == two.figures.tests > 1000


def test_what_was_told_before_the_end_counts(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the process may have to be ended."""

    def tells_and_sleeps(*_: object, tell: Callable[[Findings], None], **__: object) -> Findings:
        vector = InputVector((INPUT,))
        tell(Findings({1: (vector,)}, (vector,), 7, 0.1, 1, 2, 0, 70))
        time.sleep(600)
        raise AssertionError

    monkeypatch.setattr("dovetail.verifying.cheap_testing.natively_tested", tells_and_sleeps)
    started = time.monotonic()
    result = library.check(program(HASH), timeout=6, strategy="cheap")
    assert time.monotonic() - started < 20
    assert result.checks[0].verdict is library.Verdict.VIOLATED and result.checks[0].by == "tests"
    assert not result.problems
