"""Verdicts of one property by itself, put together with those of several."""

from __future__ import annotations

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.inferring.rounds import together
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo


def verdict(number: int, line: int, verdict: Verdict) -> CheckVerdict:
    return CheckVerdict(CheckInfo(number, "overflow", Position("f.c", line, 1), "f", "it fits"), verdict)


def result(*checks: CheckVerdict) -> CheckResult:
    return CheckResult(("f.c",), "LP64", (), "f", "auto", 0, checks)


def test_what_is_known_of_one_property_is_taken_over() -> None:
    first = result(
        verdict(1, 3, Verdict.UNKNOWN), verdict(2, 4, Verdict.PROVED), verdict(3, 5, Verdict.UNKNOWN)
    )
    alone = result(verdict(1, 3, Verdict.PROVED), verdict(2, 5, Verdict.VIOLATED))
    found = together(first, alone)
    assert [one.verdict for one in found.checks] == [Verdict.PROVED, Verdict.PROVED, Verdict.VIOLATED]
    assert [one.check.ident for one in found.checks] == [1, 2, 3]


def test_checks_that_cannot_be_told_apart_stay_open() -> None:
    first = result(verdict(1, 3, Verdict.UNKNOWN), verdict(2, 3, Verdict.UNKNOWN))
    alone = result(verdict(1, 3, Verdict.PROVED), verdict(2, 3, Verdict.UNKNOWN))
    assert [one.verdict for one in together(first, alone).checks] == [Verdict.UNKNOWN] * 2
    once = result(verdict(1, 3, Verdict.PROVED))
    assert [one.verdict for one in together(first, once).checks] == [Verdict.UNKNOWN] * 2
