"""What a claim that did not stand says about proofs: the table of docs/evidence.md, row by row."""

from __future__ import annotations

import pytest

from dovetail.evidence.bearing import Bearing, Seen, bearing
from dovetail.evidence.standing import contradicted, restricted, with_vanished
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Obstacle, Verdict
from dovetail.execution.ends import STACK_OVERFLOW, End, EndKind
from dovetail.program.automata import Assumption, Vanished
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo

AT = Position("f.c", 3, 5)
ONE = CheckInfo(1, "assertion", AT, "main", "x > 0")
ACCESS = CheckInfo(2, "invalid-deref", AT, "main", "the memory accessed is valid")
N, A, U, B, X, V = (
    EndKind.NORMAL,
    EndKind.ASSUMPTION,
    EndKind.UNDEFINED,
    EndKind.BUDGET,
    EndKind.UNSUPPORTED,
    EndKind.VIOLATION,
)


def seen(executor: EndKind, native: EndKind, check: CheckInfo = ONE, **more: bool) -> Seen:
    return Seen(
        End(executor),
        check if executor is V else None,
        End(native),
        check if native is V else None,
        more.get("trapped", False),
        more.get("before", False),
    )


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        # The executor fails: that is an execution, whatever the machine does.
        (seen(V, N), Bearing(frozenset({1}), doubt=True)),
        (seen(V, A), Bearing(frozenset({1}), doubt=True)),
        (seen(V, B), Bearing(frozenset({1}))),
        (seen(V, U), Bearing(frozenset({1}))),
        (seen(V, N, ACCESS), Bearing(frozenset({2}))),
        # Only the machine does.
        (seen(N, V), Bearing(frozenset({1}), doubt=True)),
        (seen(A, V), Bearing(frozenset({1}), doubt=True)),
        (seen(U, V), Bearing()),
        (seen(U, V, trapped=True), Bearing(frozenset({1}), doubt=True)),
        (seen(B, V), Bearing(frozenset({1}), claimed=True)),
        (seen(X, V), Bearing(frozenset({1}), claimed=True)),
        (seen(N, N, before=True), Bearing(claimed=True, doubt=True)),
        # Nobody does: the claim was wrong, or nothing is known.
        (seen(N, N), Bearing()),
        (seen(A, N), Bearing()),
        (seen(U, N), Bearing()),
        (seen(B, N), Bearing()),
        (seen(B, B), Bearing(claimed=True)),
        (seen(X, N), Bearing(claimed=True)),
    ],
)
def test_bearing(runs: Seen, expected: Bearing) -> None:
    assert bearing(runs) == expected


def test_a_deep_recursion_is_a_limit_and_no_access() -> None:
    deep = End(U, detail=f"{STACK_OVERFLOW} (depth 100001)")
    assert bearing(Seen(deep, None, End(V), ONE, False)) == Bearing(frozenset({1}), claimed=True)


def test_a_failure_of_no_check_is_a_doubt() -> None:
    assert bearing(Seen(End(V), None, End(N), None, False)).doubt


# ---- what becomes of verdicts ------------------------------------------------------------------------------


def result(*verdicts: Verdict, bounds: int = 0) -> CheckResult:
    checks = tuple(
        CheckVerdict(
            CheckInfo(number, "assertion", AT, "main", ""),
            verdict,
            evidence="out/proof/certificate.json" if verdict.holds else None,
        )
        for number, verdict in enumerate(verdicts, 1)
    )
    assumptions = tuple(Assumption(NOWHERE, f"bound {number}", True) for number in range(bounds))
    return CheckResult(
        *(("f.c",), "LP64", ("unreach-call",), "main", "auto", 0, checks, assumptions),
        evidence=("out/proof/certificate.json", "out/proof/witness.yml"),
        module_invariant=(),
    )


def verdicts(found: CheckResult) -> list[str]:
    return [check.verdict.value for check in found.checks]


P, W, K, R = Verdict.PROVED, Verdict.VIOLATED, Verdict.UNKNOWN, Verdict.UNREACHABLE


def test_a_check_that_was_seen_to_fail_is_not_proved() -> None:
    found = contradicted(result(P, P), [(1, "it failed", Bearing(frozenset({1})))])
    assert verdicts(found) == ["unknown", "proved"]
    assert found.verdict is K and "it failed" in found.reason and found.checks[0].evidence is None
    assert len(found.problems) == 1 and found.module_invariant is None
    assert found.evidence, "the other check's certificate"


def test_a_claim_that_nobody_has_refuted() -> None:
    found = contradicted(result(P, R), [(2, "there was no time", Bearing(claimed=True))])
    assert verdicts(found) == ["proved", "unknown"]


def test_where_the_meaning_is_in_doubt_nothing_is_proved() -> None:
    found = contradicted(result(P, R, W), [(3, "they differ", Bearing(frozenset({3}), doubt=True))])
    assert verdicts(found) == ["unknown", "unknown", "violated"]
    assert found.verdict is W and found.reason == "" and not found.evidence
    assert "in doubt: they differ" in found.checks[0].reason


def test_a_claim_that_was_wrong_takes_nothing_back() -> None:
    before = result(P, R)
    assert contradicted(before, [(1, "it was wrong", Bearing())]) is before


def test_bounds() -> None:
    found = restricted(result(P, R, bounds=2), accept_bounds=False)
    assert verdicts(found) == ["proved within bounds"] * 2
    assert found.verdict is K and "bound 0, and 1 more" in found.reason
    accepted = restricted(result(P, R, bounds=2), accept_bounds=True)
    assert verdicts(accepted) == verdicts(found)
    assert accepted.verdict is P and accepted.reason == "" and not accepted.vacuous
    assert restricted(result(R, bounds=1), accept_bounds=True).vacuous
    assert restricted(result(P), accept_bounds=False).verdict is P
    assert restricted(result(P, W, bounds=1), accept_bounds=False).verdict is W


def test_a_program_without_checks_is_within_bounds_too() -> None:
    found = restricted(result(bounds=1), accept_bounds=False)
    assert found.verdict is K and found.reason


def test_vanished_code_is_an_obstacle_that_no_option_removes() -> None:
    found = restricted(with_vanished(result(P), [Vanished(AT, "left out")]), accept_bounds=True)
    assert found.verdict is K and found.reason == "f.c:3:5: left out"
    assert found.obstacles == (Obstacle(AT, "left out"),)
