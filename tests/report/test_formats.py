"""SARIF, JUnit's XML and code quality: of the form that their readers expect, and true."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dovetail.asking.project import Reported
from dovetail.bad_input import InputError
from dovetail.doors.reports import require_writable, write_reports
from dovetail.evidence.project import ProjectResult, Standing
from dovetail.evidence.verdicts import Verdict
from dovetail.report.code_quality import code_quality_text
from dovetail.report.github import annotations_text, markdown_text
from dovetail.report.junit import junit_text
from dovetail.report.project import answer
from dovetail.report.project_page import project_page
from dovetail.report.sarif import sarif
from report.units import NASTY, build_of

# Of the schema of SARIF 2.1.0 what Dovetail writes of it, in its words: the kind of each property, those that
# must be there, and that there are no others.
URI = str
ARTIFACT = {"uri!": URI, "uriBaseId": str}
REGION = {"startLine!": int, "startColumn": int}
MESSAGE = {"text!": str}
PLACE = {"artifactLocation!": ARTIFACT, "region": REGION}
LOCATION = {
    "physicalLocation!": PLACE,
    "message": MESSAGE,
    "logicalLocations": [{"name!": str, "kind": str}],
}
FLOW = {
    "threadFlows!": [{"locations!": [{"location": LOCATION, "nestingLevel": int, "executionOrder": int}]}]
}
RESULT = {
    "ruleId": str,
    "ruleIndex": int,
    "kind": ("pass", "open", "informational", "notApplicable", "review", "fail"),
    "level": ("none", "note", "warning", "error"),
    "message!": MESSAGE,
    "locations": [LOCATION],
    "partialFingerprints": {"dovetail/v1": str},
    "codeFlows": [FLOW],
    "baselineState": ("new", "unchanged", "updated", "absent"),
    "suppressions": [{"kind!": ("inSource", "external"), "justification": str}],
}
NOTIFICATION = {"level": ("none", "note", "warning", "error"), "message!": MESSAGE}
DRIVER = {
    "name!": str,
    "version": str,
    "semanticVersion": str,
    "rules": [{"id!": str, "shortDescription": MESSAGE}],
}
RUN = {
    "tool!": {"driver!": DRIVER},
    "originalUriBaseIds": {"ROOT": {"uri!": URI}},
    "columnKind": ("utf16CodeUnits", "unicodeCodePoints"),
    "invocations": [{"executionSuccessful!": bool, "toolExecutionNotifications": [NOTIFICATION]}],
    "results": [RESULT],
}
LOG = {"$schema": URI, "version!": ("2.1.0",), "runs!": [RUN]}


def wrong(said: Any, schema: Any, where: str = "") -> list[str]:
    """Where it is not of that form."""
    match schema:
        case type():
            fits = isinstance(said, schema) and (schema is not int or said > -1)
            return [] if fits else [f"{where}: {said!r}"]
        case tuple():
            return [] if said in schema else [f"{where}: {said!r} is none of {schema}"]
        case [one]:
            if not isinstance(said, list):
                return [f"{where} is no list"]
            return [
                error for number, each in enumerate(said) for error in wrong(each, one, f"{where}[{number}]")
            ]
        case _:
            assert isinstance(schema, Mapping)
            known = {name.rstrip("!"): one for name, one in schema.items()}
            needed = {name.rstrip("!") for name in schema if name.endswith("!")}
            errors = [f"{where}.{name} is missing" for name in needed - said.keys()]
            errors += [f"{where}.{name} is not known" for name in said.keys() - known.keys()]
            for name in said.keys() & known.keys():
                errors += wrong(said[name], known[name], f"{where}.{name}")
            return errors


@pytest.fixture
def build(tmp_path: Path) -> ProjectResult:
    return build_of(tmp_path)


def test_sarif_is_of_its_form(build: ProjectResult) -> None:
    known = frozenset({build.findings[0].fingerprint})
    for one in (build, replace(build, known=known, has_baseline=True), replace(build, units=(), findings=())):
        assert wrong(json.loads(json.dumps(sarif(one))), LOG) == []


def test_sarif_says_what_was_found(build: ProjectResult) -> None:
    (run,) = sarif(build)["runs"]
    by_level = {one["level"]: one for one in run["results"]}
    assert set(by_level) == {"error", "warning", "none"}
    assert by_level["none"]["kind"] == "open"
    (flow,) = by_level["error"]["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    assert [step["location"]["physicalLocation"]["region"]["startLine"] for step in steps] == [3, 4]
    place = by_level["error"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a.c", "uriBaseId": "ROOT"}
    assert [one["level"] for one in run["invocations"][0]["toolExecutionNotifications"]] == [
        "error",
        "warning",
    ]
    for one in run["results"]:
        assert run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == one["ruleId"]


def test_what_the_baseline_names_is_suppressed(build: ProjectResult) -> None:
    violated = next(one for one in build.findings if one.standing == "violated")
    result = replace(build, known=frozenset({violated.fingerprint}), has_baseline=True)
    (run,) = sarif(result)["runs"]
    states = {one["partialFingerprints"]["dovetail/v1"]: one for one in run["results"]}
    assert states[violated.fingerprint]["baselineState"] == "unchanged"
    assert states[violated.fingerprint]["suppressions"]
    assert all(one["baselineState"] == "new" for key, one in states.items() if key != violated.fingerprint)
    issues = json.loads(code_quality_text(result))
    assert violated.fingerprint not in {one["fingerprint"] for one in issues}
    assert b"<failure" in junit_text(build) and b"<failure" not in junit_text(result)


def test_junit_counts_what_it_has(build: ProjectResult) -> None:
    root = ElementTree.fromstring(junit_text(build))
    cases = root.findall("testsuite/testcase")
    assert root.attrib["tests"] == str(len(cases)) == str(len(build.units))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(root.attrib[name]) == len(root.findall(f"testsuite/testcase/{tag}")) > 0
    assert sum(int(suite.attrib["tests"]) for suite in root.findall("testsuite")) == len(cases)


def test_code_quality_is_of_its_form(build: ProjectResult) -> None:
    issues = json.loads(code_quality_text(build))
    assert {one["severity"] for one in issues} == {"critical", "minor", "info"}
    for one in issues:
        assert set(one) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert not Path(one["location"]["path"]).is_absolute() and one["location"]["lines"]["begin"] >= 1
    assert len({one["fingerprint"] for one in issues}) == len(issues)


def test_what_github_shows_is_new_and_of_one_line(build: ProjectResult) -> None:
    lines = annotations_text(build).decode().splitlines()
    told = [one for one in build.new if one.standing in (Standing.VIOLATED, Standing.POTENTIAL)]
    assert told and len(lines) == len(told)
    for line, one in zip(lines, told, strict=True):
        level = "error" if one.standing is Standing.VIOLATED else "warning"
        head, _, message = line.removeprefix("::").partition("::")
        assert line.startswith(f"::{level} file=") and f",line={one.info.position.line}" in head and message
    table = markdown_text(build).decode()
    assert table.startswith(f"## Dovetail: {len(told)} new finding") and table.count("\n| ") == len(told) + 1
    known = replace(build, known=frozenset(one.fingerprint for one in build.findings))
    assert annotations_text(known) == b""
    assert f"{len(told)} findings are known." in markdown_text(known).decode()


def test_text_of_the_program_ends_nothing(build: ProjectResult) -> None:
    """Descriptions and reasons may hold anything."""
    assert any(NASTY in one.reason for one in build.findings)
    ElementTree.fromstring(junit_text(build))
    page = project_page(build)
    assert page.count("</script>") == 2 and "<img" not in page


def test_a_success_that_says_nothing_is_called_so(build: ProjectResult) -> None:
    proved = next(one for one in build.units if one.standing is Standing.PROVED)
    assert proved.result is not None and not proved.says_nothing
    (check,) = proved.result.checks
    unreachable = replace(check, verdict=Verdict.UNREACHABLE)
    vacuous = replace(proved, result=replace(proved.result, checks=(unreachable,)))
    assert vacuous.standing is Standing.PROVED and vacuous.says_nothing
    result = replace(build, units=(vacuous,))
    assert any("no execution comes to any check" in line.plain for line in answer(result))
    assert "no execution comes to any check" in project_page(result)


def test_nothing_of_the_users_is_written_over(build: ProjectResult, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    for kind in ("sarif", "junit", "code_quality", "html"):
        wanted = Reported(**{kind: mine})
        mine.write_text("not Dovetail's\n")
        with pytest.raises(InputError, match="not overwritten"):
            require_writable(wanted)
        assert list(write_reports(build, wanted)) and mine.read_text() == "not Dovetail's\n"
        mine.unlink()
        assert list(write_reports(build, wanted)) == []
        first = mine.read_bytes()
        require_writable(wanted)
        assert list(write_reports(build, wanted)) == [] and mine.read_bytes() == first
        mine.unlink()
