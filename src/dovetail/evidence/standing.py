"""What takes a proof back, or restricts what it says: last of all, when all that a run has seen is known.

Three things keep a check whose certificate was accepted from being *proved*. A claim against it that did not
stand and is not explained (`bearing`): then it is unknown, and so is every other check where executor and
machine differ about this program. Code that vanished, and checks with it: then the program is not proved,
whatever the checks that are left say. And bounds of Dovetail's own: then it is proved within bounds, which is
as good as proved only to those who accept them. Violations stand: each was seen twice, or by
the machine alone where that is enough (`long_runs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.bearing import Bearing
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Obstacle, Problem, Verdict
from dovetail.program.automata import Vanished

NOWHERE_WITHIN = "no execution within the bounds comes here"


def contradicted(result: CheckResult, claims: Iterable[tuple[int, str, Bearing]]) -> CheckResult:
    """Without the proofs that something in the same run contradicts. `claims` are those that did not stand:
    the check, why, and what bearing that has."""
    doubts: list[str] = []
    against: dict[int, str] = {}
    for number, why, bearing in claims:
        if bearing.doubt:
            doubts.append(why)
        for failed in (*bearing.against, *([number] if bearing.claimed else [])):
            against.setdefault(failed, why)
    taken_back = {
        check.check.ident: _contradiction(check, against, doubts)
        for check in result.checks
        if check.verdict.holds and (doubts or check.check.ident in against)
    }
    if not taken_back:
        return result
    checks = tuple(taken_back.get(check.check.ident, check) for check in result.checks)
    kept = {check.evidence for check in checks}
    lost = [check.evidence for check in result.checks if check.evidence not in kept]
    gone = {Path(evidence).parent for evidence in lost if evidence}
    problems = (
        Problem(f"a proof of check #{number} was accepted, but {against[number]}")
        for number in taken_back
        if number in against and not doubts
    )
    return replace(
        result,
        checks=checks,
        reason=result.reason or ("" if _violated(checks) else next(iter(taken_back.values())).reason),
        evidence=tuple(path for path in result.evidence if Path(path).parent not in gone),
        problems=tuple(dict.fromkeys((*result.problems, *problems))),
        module_invariant=None,
    )


def _contradiction(check: CheckVerdict, against: Mapping[int, str], doubts: Sequence[str]) -> CheckVerdict:
    why = against.get(check.check.ident)
    told = f"it is contradicted: {why}" if why else f"what this program means is in doubt: {doubts[0]}"
    return CheckVerdict(check.check, Verdict.UNKNOWN, f"a proof was found, but {told}")


def with_vanished(result: CheckResult, vanished: Sequence[Vanished]) -> CheckResult:
    """With the code that was left out as an obstacle."""
    if not vanished:
        return result
    obstacles = dict.fromkeys((*result.obstacles, *(Obstacle(v.position, v.reason) for v in vanished)))
    reason = result.reason or ("" if _violated(result.checks) else _at(vanished[0]))
    return replace(result, obstacles=tuple(obstacles), reason=reason)


def restricted(result: CheckResult, accept_bounds: bool) -> CheckResult:
    """With what is proved of restricted inputs called by its name."""
    result = replace(result, accept_bounds=accept_bounds)
    if not result.bounds:
        return result
    checks = tuple(_within(check) if check.verdict.holds else check for check in result.checks)
    reason = result.reason
    if not reason and not accept_bounds and not _violated(checks):
        more = len(result.bounds) - 1
        others = f", and {more} more" if more else ""
        reason = (
            f"this is proved only within bounds that Dovetail has set: {result.bounds[0].text}{others} "
            "(--accept-bounds accepts them)"
        )
    return replace(result, checks=checks, reason=reason)


def _within(check: CheckVerdict) -> CheckVerdict:
    if check.verdict is not Verdict.UNREACHABLE:
        return replace(check, verdict=Verdict.WITHIN_BOUNDS)
    return replace(check, verdict=Verdict.WITHIN_BOUNDS, reason=NOWHERE_WITHIN, vacuous=True)


def _violated(checks: Iterable[CheckVerdict]) -> bool:
    return any(check.verdict is Verdict.VIOLATED for check in checks)


def _at(vanished: Vanished) -> str:
    return f"{vanished.position}: {vanished.reason}"
