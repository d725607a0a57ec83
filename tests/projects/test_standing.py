"""What becomes of verdicts on the functions of a build."""

from __future__ import annotations

from pathlib import Path

from dovetail.evidence.kept_result import from_kept, to_kept
from dovetail.evidence.project import Looked, Standing, Unit, UnitKind, findings
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo


def _looked(folder: Path, *some_arguments: bool) -> Looked:
    evidence = str(folder / "violation.json")
    checks = tuple(
        CheckVerdict(
            CheckInfo(number, "overflow", Position("a.c", number, 1), "f", "the sum fits its type"),
            *(Verdict.VIOLATED, "", evidence),
            some_arguments=some,
        )
        for number, some in enumerate(some_arguments, 1)
    )
    found = CheckResult(("a.c",), "LP64", ("no-overflow",), "f", "auto", 0, checks, evidence=(evidence,))
    again = from_kept(to_kept(found, folder), folder)
    assert again.checks == checks
    return Looked(Unit("a.c:f", UnitKind.FUNCTION, (folder / "a.c",), "f"), again)


def test_what_fails_for_some_arguments_is_potential_with_its_evidence(tmp_path: Path) -> None:
    """Also when it comes from the store, where results of long ago do not say so."""
    looked = _looked(tmp_path, True)
    (found,) = findings(looked, tmp_path, {})
    assert looked.standing is found.standing is Standing.POTENTIAL and found.evidence
    assert found.reason == "potential: it fails for some arguments, and not for others"
    both = _looked(tmp_path, True, False)
    assert both.standing is Standing.VIOLATED
    assert [one.standing for one in findings(both, tmp_path, {})] == [Standing.POTENTIAL, Standing.VIOLATED]
    assert both.result is not None
    said = to_kept(both.result, tmp_path)
    said["checks"] = [one[:-1] for one in said["checks"]]
    assert not any(one.some_arguments for one in from_kept(said, tmp_path).checks)
