"""Several strategies at once, by their names; and what each of them is by itself."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from cli.fakes import SEVEN, Fake
from dovetail.execution.inputs import InputVector
from dovetail.ledger.entries import Violation
from dovetail.strategies.outcome import Claims
from dovetail.verifying.kinds import STRATEGIES

Program = Callable[..., Path]
Command = Callable[..., Result]

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
UNSAFE = f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); assert(x * 2 != 14); return 0; }}\n"
TWO = UNSAFE.replace("return 0", "assert(x != 1 || x > 0); return 0")
SAFE = UNSAFE.replace("x * 2 != 14", "x != 7 || x > 3")


def answer(dovetail: Command, *arguments: object, status: int) -> dict[str, object]:
    result = dovetail("check", *arguments, "--json", "answer.json")
    assert result.exit_code == status, result.output
    document = json.loads(Path("answer.json").read_text())
    assert isinstance(document, dict)
    return document


def who(document: dict[str, object]) -> list[str]:
    checks = document["checks"]
    assert isinstance(checks, list)
    return [check["by"] for check in checks]


@pytest.mark.parametrize(("text", "status"), [(UNSAFE, 1), (SAFE, 0)], ids=["unsafe", "safe"])
def test_two_side_by_side(dovetail: Command, program: Program, text: str, status: int) -> None:
    document = answer(dovetail, program(text), "--strategy", "dash+bounded", status=status)
    assert document["strategy"] == "dash+bounded"
    assert who(document)[0] in ("dash", "bounded", "tests")
    assert not document["problems"]


def test_one_of_them_there_is_not(dovetail: Command, program: Program) -> None:
    result = dovetail("check", program(UNSAFE), "--strategy", "dash+luck")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: there is no strategy 'luck'; there are auto, dash")


def test_abstract_alone_finds_no_violation(dovetail: Command, program: Program) -> None:
    """It is fixpoints, and nothing that it does not say."""
    path = program(UNSAFE)
    document = answer(dovetail, path, "--strategy", "abstract", status=3)
    assert "no counterexample" not in json.dumps(document)
    assert answer(dovetail, program(SAFE), "--strategy", "abstract", status=0)["verdict"] == "proved"


def test_counterexamples_say_their_own_name(dovetail: Command, program: Program) -> None:
    assert who(answer(dovetail, program(UNSAFE), "--strategy", "counterexamples", status=1)) == [
        "counterexamples"
    ]


def test_where_one_vector_is_refused_the_next_may_stand(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Several(Fake):
        def moves(self) -> Iterator[None]:
            for vector in (InputVector((8,)), SEVEN):
                self.ledger.post(Violation(check=1, vector=vector))
            yield

    monkeypatch.setitem(STRATEGIES, "several", Several)
    result = library.check(program(UNSAFE), strategy="several")
    assert result.verdict is library.Verdict.VIOLATED and result.checks[0].by == "several"
    evidence = json.loads(Path(result.checks[0].evidence or "").read_text())
    assert evidence["inputs"]["values"] == [7]


def test_others_hear_of_the_inputs_that_were_confirmed(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not of those that were claimed first, and refused."""

    class Several(Fake):
        def moves(self) -> Iterator[None]:
            for vector in (InputVector((8,)), InputVector((9,)), SEVEN):
                self.ledger.post(Violation(check=1, vector=vector))
            yield

    class Listens(Fake):
        def moves(self) -> Iterator[None]:
            while not self.violations and self.budget.left() > 0:
                time.sleep(0.02)
                yield

        def claims(self) -> Claims:
            heard = [(one.author, one.vector.values) for one in self.ledger.of(Violation)]
            return Claims(dict(self.violations), notes=(f"heard {heard}",))

    monkeypatch.setitem(STRATEGIES, "several", Several)
    monkeypatch.setitem(STRATEGIES, "listens", Listens)
    result = library.check(program(TWO), strategy="several+listens", timeout=20)
    assert result.checks[0].verdict is library.Verdict.VIOLATED
    assert "heard [('confirmed', (7,))]" in result.notes


@pytest.mark.slow
def test_no_suite_for_a_program_that_is_too_large(dovetail: Command, program: Program) -> None:
    """That is said at once; the time is not over."""
    calls = [f"int f{n}(int x) {{ return f{n - 1}(x) + f{n - 1}(x); }}" for n in range(1, 18)]
    body = "int main(void) { if (f17(__VERIFIER_nondet_int()) == 12345678) return 1; return 0; }"
    text = "\n".join([HEAD, "int f0(int x) { return x > 1000000007 ? 7 : x; }", *calls, body, ""])
    started = time.monotonic()
    result = dovetail("test", program(text), "--timeout", "100s", "--json", "suite.json")
    assert time.monotonic() - started < 60
    document = json.loads(Path("suite.json").read_text())
    assert "with its calls inlined the program has" in json.dumps(document), result.output
    assert "in the time" not in json.dumps(document) and "interrupted" not in result.output


@pytest.mark.slow
def test_octagons_are_computed_once(program: Program, dovetail: Command) -> None:
    """Whoever uses what they say: it is in the ledger."""
    path = program(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { unsigned x = 1, n = 0; while (__VERIFIER_nondet_int()) { x = x * 5u; n++; }"
        " assert(x * n != 77); return 0; }\n"
    )
    result = library.check(path, moves=30, timeout=120)
    assert result.to_json()["figures"]["octagon_analyses"] == 1
