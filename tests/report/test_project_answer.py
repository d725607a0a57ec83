"""What `dovetail project` prints of what it has found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dovetail.evidence.project import ProjectResult
from dovetail.report.project import answer
from report.units import build_of


def _lines(result: ProjectResult) -> list[str]:
    return [line.plain for line in answer(result)]


def test_what_is_potential_is_told_by_what_callers_would_see_to(tmp_path: Path) -> None:
    lines = _lines(build_of(tmp_path))
    assert "    a.c:4: potential needs readable(p, 4) (assert(x != 7))" in lines
    assert any("dovetail infer" in line for line in lines)
    assert not any(line.startswith("to be looked at") for line in lines)


def test_one_place_is_told_once_by_the_function_that_it_stands_in(tmp_path: Path) -> None:
    result = build_of(tmp_path)
    (one,) = (finding for finding in result.findings if finding.unit == "a.c:potential")
    callers = [replace(one, unit=f"b.c:caller_{number}") for number in range(5)]
    lines = _lines(replace(result, findings=(*callers, one), page=tmp_path / "report.html"))
    (at,) = (number for number, line in enumerate(lines) if line.startswith("    a.c:4: "))
    assert lines[at].startswith("    a.c:4: potential needs")
    assert lines[at + 1] == "        also in b.c:caller_0, b.c:caller_1, b.c:caller_2, and 2 more"
    assert f"to be looked at: {tmp_path / 'report.html'}" in lines


def test_what_is_known_is_said_only_if_all_of_it_is(tmp_path: Path) -> None:
    result = build_of(tmp_path)
    (one,) = (finding for finding in result.findings if finding.unit == "a.c:potential")
    other = replace(one, unit="b.c:other", fingerprint="other")
    for known, said in (({one.fingerprint}, False), ({one.fingerprint, "other"}, True)):
        lines = _lines(replace(result, findings=(one, other), known=frozenset(known)))
        assert any("(in the baseline)" in line for line in lines) is said
