"""Verdicts on checks make one on the program."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Figures, Obstacle, Verdict, after
from dovetail.program.automata import Assumption
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo

AT = Position("f.c", 3, 5)


def result(*verdicts: Verdict, obstacles: tuple[Obstacle, ...] = ()) -> CheckResult:
    checks = tuple(
        CheckVerdict(CheckInfo(number, "assertion", AT, "main", "x > 0"), verdict)
        for number, verdict in enumerate(verdicts, 1)
    )
    return CheckResult(
        ("f.c",),
        "LP64",
        ("unreach-call",),
        "main",
        "auto",
        0,
        checks,
        (Assumption(NOWHERE, "malloc succeeds"),),
        obstacles,
        Figures(1.23456, 7, 2, 3, 4),
    )


P, V, U, N = Verdict.PROVED, Verdict.VIOLATED, Verdict.UNKNOWN, Verdict.UNREACHABLE


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [((P, P), P), ((P, N), P), ((P, U), U), ((U, V), V), ((N, V, P), V), ((N,), P), ((), P)],
)
def test_overall(verdicts: tuple[Verdict, ...], expected: Verdict) -> None:
    assert result(*verdicts).verdict is expected


def test_what_is_not_modelled_stands_in_the_way_of_a_proof_only() -> None:
    obstacle = (Obstacle(AT, "inline assembly"),)
    assert result(P, obstacles=obstacle).verdict is U
    assert result(V, obstacles=obstacle).verdict is V


@pytest.mark.parametrize(
    ("verdicts", "vacuous"), [((), True), ((N, N), True), ((N, P), False), ((V,), False)]
)
def test_vacuous(verdicts: tuple[Verdict, ...], vacuous: bool) -> None:
    assert result(*verdicts).vacuous is vacuous


def test_the_document_is_json_and_says_everything() -> None:
    document = json.loads(json.dumps(result(V, U).to_json()))
    assert document["verdict"] == "violated"
    assert document["checks"][0] == {
        "check": 1,
        "kind": "assertion",
        "description": "x > 0",
        "procedure": "main",
        "file": "f.c",
        "line": 3,
        "column": 5,
        "verdict": "violated",
        "reason": "",
        "evidence": None,
        "by": "",
        "uses": [],
    }
    assert document["assumptions"] == [
        {"file": None, "line": None, "column": None, "text": "malloc succeeds"}
    ]
    assert document["figures"]["wall_seconds"] == 1.235


def test_who_was_first_gets_the_credit() -> None:
    first, second = result(V, U), result(V, P)
    first = replace(first, checks=tuple(replace(one, by="cheap tests") for one in first.checks))
    uses = ("3 facts of abstract",)
    second = replace(second, checks=tuple(replace(one, by="dash", uses=uses) for one in second.checks))
    together = after(first, second)
    assert [check.by for check in together.checks] == ["cheap tests", "dash"]
    document = together.to_json()["checks"]
    assert document[1]["by"] == "dash" and document[1]["uses"] == ["3 facts of abstract"]
