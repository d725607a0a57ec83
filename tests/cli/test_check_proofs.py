"""Proofs: what is claimed is proved only once the checker has accepted it; `certify` checks it again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from cli.fakes import SEVEN, Fake, GivesUp, SleepsEmptyHanded, claiming, later
from dovetail.execution.inputs import InputVector
from dovetail.program.expressions import FALSE
from dovetail.program.ordering import depth_first
from dovetail.strategies.outcome import Claims
from dovetail.verifying.kinds import QUICKLY, STRATEGIES, Make
from thinned import thinned

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
SAFE = f"""{HEAD}int main(void) {{
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        assert(x > 2);
    return 0;
}}
"""
HALF_SAFE = SAFE.replace("    return 0;", "    assert(x != 7);\n    return 0;")
VACUOUS = f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) x++; return x; }}\n"
LOOP = f"""{HEAD}int main(void) {{
    int i = 0;
    while (__VERIFIER_nondet_int())
        i = 0;
    assert(i == 0);
    return 0;
}}
"""
EVERYTHING = Claims(excluded=frozenset({1}), complete=True, reached=frozenset({1}))

Program = Callable[..., Path]
Command = Callable[..., Result]


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch, dovetail: Command) -> Callable[[Claims], str]:
    def make(what: Claims) -> str:
        monkeypatch.setitem(STRATEGIES, "claims", claiming(what))
        return "claims"

    return make


def test_a_proof(dovetail: Command, program: Program, claims: Callable[[Claims], str]) -> None:
    result = dovetail("check", program(SAFE), "--strategy", claims(EVERYTHING), "--json", "answer.json")
    assert result.exit_code == 0, result.output
    evidence = "dovetail-out/f-1/proof/certificate.json"
    assert result.stdout.splitlines()[1].split() == ["1", "assertion", "f.c:6", "proved", evidence]
    assert result.stdout.splitlines()[-1] == "VERDICT: PROVED"
    document = json.loads(Path("answer.json").read_text())
    assert document["verdict"] == "proved" and document["reason"] == "" and document["vacuous"] is False
    assert [Path(path).name for path in document["evidence"]] == ["certificate.json", "witness.yml"]
    assert all(Path(path).is_file() for path in document["evidence"])


def test_certify(dovetail: Command, program: Program, claims: Callable[[Claims], str]) -> None:
    path = program(SAFE)
    dovetail("check", path, "--strategy", claims(EVERYTHING))
    evidence = Path("dovetail-out/f-1/proof")
    for named in (evidence, evidence / "certificate.json"):
        again = dovetail("certify", named, "--json", "again.json")
        assert again.exit_code == 0, again.output
        assert again.stdout.startswith("accepted: 1 check cannot fail\n")
        assert json.loads(Path("again.json").read_text())["proved"] == [1]
    path.write_text(SAFE.replace("x > 2", "x > 4"))
    changed = dovetail("certify", evidence)
    assert changed.exit_code == 3
    assert changed.stdout.startswith("rejected: form: the program has changed since it was proved")
    assert dovetail("certify", path).exit_code == 2
    assert dovetail("certify", "gone").exit_code == 2


def test_a_certificate_that_is_rejected(
    dovetail: Command, program: Program, claims: Callable[[Claims], str]
) -> None:
    wrong = program(SAFE.replace("x > 2", "x > 4"))
    result = dovetail("check", wrong, "--strategy", claims(EVERYTHING), "--json", "answer.json")
    assert result.exit_code == 3
    assert "This is a bug in Dovetail: a certificate was rejected" in result.stderr
    assert "a proof was found, but the checker did not accept it" in result.stdout
    assert result.stdout.endswith("VERDICT: UNKNOWN\n")
    document = json.loads(Path("answer.json").read_text())
    assert document["checks"][0]["verdict"] == "unknown" and document["evidence"] == []
    (folder,) = Path("dovetail-out").glob("bug-*")
    assert "dovetail-certificate" in (folder / "report.txt").read_text()


def test_an_invariant_that_does_not_hold(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Nonsense(Fake):
        def claims(self) -> Claims:
            entry = self.inlined.program.procedures[self.inlined.program.entry]
            invariants = dict.fromkeys(depth_first(entry).loop_heads, FALSE)
            return Claims(excluded=frozenset({1}), complete=True, invariants=invariants)

    monkeypatch.setitem(STRATEGIES, "false", Nonsense)
    result = library.check(program(LOOP), strategy="false")
    assert result.verdict is library.Verdict.UNKNOWN
    assert len(result.problems) == 1


def test_what_no_execution_comes_to(
    dovetail: Command, program: Program, claims: Callable[[Claims], str]
) -> None:
    unseen = Claims(excluded=frozenset({1}), complete=True)
    path = program(VACUOUS)
    result = dovetail("check", path, "--property", "no-overflow", "--strategy", claims(unseen))
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[1].split()[:4] == ["1", "overflow", "f.c:3", "unreachable"]
    assert "this success says nothing: no execution comes to any check" in result.stdout
    certified = dovetail("certify", "dovetail-out/f-1/proof")
    said = "accepted: 1 check cannot fail, 1 of them because no execution comes there"
    assert certified.stdout.splitlines()[0] == said


def test_a_check_that_is_reached_is_not_unreachable(
    program: Program, claims: Callable[[Claims], str]
) -> None:
    unseen = Claims(excluded=frozenset({1}), complete=True)
    result = library.check(program(SAFE), strategy=claims(unseen))
    assert [check.verdict for check in result.checks] == [library.Verdict.PROVED]


def test_one_proved_and_one_violated(program: Program, claims: Callable[[Claims], str]) -> None:
    both = Claims({2: SEVEN}, excluded=frozenset({1}), complete=True, reached=frozenset({1, 2}))
    result = library.check(program(HALF_SAFE), strategy=claims(both))
    assert [check.verdict for check in result.checks] == [library.Verdict.PROVED, library.Verdict.VIOLATED]
    assert result.verdict is library.Verdict.VIOLATED
    assert not result.problems


def test_a_proof_of_a_part_is_no_proof(program: Program, claims: Callable[[Claims], str]) -> None:
    part = Claims(excluded=frozenset({1}), open={2: "it is hard"}, reached=frozenset({1, 2}))
    result = library.check(program(HALF_SAFE), strategy=claims(part))
    assert [check.verdict for check in result.checks] == [library.Verdict.PROVED, library.Verdict.UNKNOWN]
    assert result.reason == "it is hard"
    assert not result.problems


# ---- a claim that does not stand, and the strategies beside it ---------------------------------------------


def side_by_side(monkeypatch: pytest.MonkeyPatch, **strategies: Make) -> str:
    for name, make in strategies.items():
        monkeypatch.setitem(STRATEGIES, name, make)
    return "+".join(strategies)


@pytest.mark.parametrize("approximate", thinned([False, True], 2))
def test_a_proof_that_is_not_accepted_ends_nobody(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch, approximate: bool
) -> None:
    nonsense = claiming(replace(EVERYTHING, approximate=approximate))
    together = side_by_side(monkeypatch, nonsense=nonsense, quickly=later(QUICKLY))
    result = library.check(program(LOOP), strategy=together)
    assert result.verdict is library.Verdict.PROVED
    assert len(result.problems) == (0 if approximate else 1)
    assert [Path(path).name for path in result.evidence] == ["certificate.json", "witness.yml"]


def test_a_violation_that_does_not_happen_ends_nobody(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = claiming(Claims({1: InputVector((8,))}))
    right = claiming(Claims({1: SEVEN}))
    path = program(SAFE.replace("x > 2", "x != 7"))
    result = library.check(path, strategy=side_by_side(monkeypatch, wrong=wrong, right=later(right)))
    assert result.verdict is library.Verdict.VIOLATED


def test_each_says_its_own_reason(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    nonsense = claiming(replace(EVERYTHING, approximate=True))
    together = side_by_side(monkeypatch, nonsense=nonsense, gives_up=later(GivesUp))
    result = library.check(program(LOOP), strategy=together)
    assert result.verdict is library.Verdict.UNKNOWN
    reasons = dict(one.split(": ", 1) for one in result.reason.split("; "))
    assert reasons["gives_up"] == result.checks[0].reason == "no predicate was found"
    assert reasons["nonsense"].startswith("a fixpoint excludes it")
    assert "were not accepted as a proof" in reasons["nonsense"]
    assert "3 tests reach 4 of 5 places" in result.notes


def test_a_proof_that_is_accepted_ends_the_others(
    program: Program, dovetail: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = time.monotonic()
    together = side_by_side(monkeypatch, sleeps=SleepsEmptyHanded, proves=claiming(EVERYTHING))
    assert library.check(program(SAFE), strategy=together).verdict is library.Verdict.PROVED
    assert time.monotonic() - started < 30
