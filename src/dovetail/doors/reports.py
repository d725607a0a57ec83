"""What was found, in files of other formats: SARIF, JUnit's XML, GitLab's code quality, what GitHub shows
beside a change, and a page.

A file is replaced only if it is empty or one of the same kind that Dovetail has written. That is found out
before the work, and once more when it is done.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from dovetail.asking.project import Reported
from dovetail.bad_input import InputError
from dovetail.evidence.project import (
    Looked,
    ProjectResult,
    Source,
    Unit,
    UnitKind,
    findings,
)
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.evidence.whole_files import write_whole
from dovetail.report.code_quality import code_quality_text
from dovetail.report.github import TITLE, annotations_text, markdown_text
from dovetail.report.junit import junit_text
from dovetail.report.project_page import project_page
from dovetail.report.sarif import sarif_text
from dovetail.report.self_contained import GENERATOR

_HEAD = 1024
WITNESS = "witness.yml"
_OURS = {
    "sarif": re.compile(rb'\{\s*"\$schema": "[^"]*sarif[^"]*"'),
    "junit": re.compile(rb'<\?xml[^>]*\?>\s*<testsuites name="Dovetail"'),
    "code_quality": re.compile(rb'\[\s*(\]|\{\s*"description": )'),
    "annotations": re.compile(rb"::(?:error|warning|notice) "),
    "markdown": re.compile(re.escape(TITLE.encode())),
    "witness": re.compile(rb"- entry_type: "),
    "html": re.compile(rb"[\s\S]*" + re.escape(GENERATOR.encode())),
}
_TEXTS: dict[str, Callable[[ProjectResult], bytes | None]] = {
    "sarif": sarif_text,
    "junit": junit_text,
    "code_quality": code_quality_text,
    "annotations": annotations_text,
    "markdown": markdown_text,
    "witness": lambda result: _witness(result),
    "html": lambda result: project_page(result).encode("utf-8", "replace"),
}


def require_writable(reported: Reported) -> None:
    """Raises InputError for a file of the user's, or where there is no folder."""
    for kind, path in _wanted(reported):
        if path.is_dir() or not path.parent.is_dir():
            raise InputError(f"{path}: cannot be written: there is no such folder, or it is one")
        try:
            _require_ours(kind, path)
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror}") from error


def write_reports(result: ProjectResult, reported: Reported) -> Iterator[str]:
    """What could not be written, and why: the work is done by now, and its answer stands."""
    for kind, path in _wanted(reported):
        try:
            _require_ours(kind, path)
            text = _TEXTS[kind](result)
            if text is not None:
                write_whole(path, text)
        except OSError as error:
            yield f"{path}: cannot be written: {error.strerror}"
        except InputError as error:
            yield str(error)


def _witness(result: ProjectResult) -> bytes | None:
    """That of the first violation, or of the proof; None if there is neither."""
    for one in (looked.result for looked in result.units if looked.result is not None):
        if one.verdict is Verdict.UNKNOWN:
            continue
        violated = (check for check in one.checks if check.verdict is Verdict.VIOLATED)
        told = [Path(check.evidence).with_name(WITNESS) for check in violated if check.evidence]
        told += [Path(path) for path in one.evidence if os.path.basename(path) == WITNESS]
        for path in told:
            if path.is_file():
                return path.read_bytes()
    return None


def _wanted(reported: Reported) -> Iterator[tuple[str, Path]]:
    for kind in _TEXTS:
        path = getattr(reported, kind)
        if path is not None:
            yield kind, path


def _require_ours(kind: str, path: Path) -> None:
    if not path.is_file():
        return
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head and not _OURS[kind].match(head):
        raise InputError(f"{path} exists and was not written by Dovetail: it is not overwritten")


def alone(result: CheckResult) -> ProjectResult:
    """What one check has found, as a build with one unit."""
    files = tuple(Path(os.path.abspath(file)) for file in result.files)
    root = Path.cwd()
    home = str(files[0].relative_to(root)) if files[0].is_relative_to(root) else str(files[0])
    function = None if result.entry == "main" else result.entry
    kind = UnitKind.PROGRAM if function is None else UnitKind.FUNCTION
    unit = Unit(f"{home}:{result.entry}", kind, files, function)
    looked = Looked(unit, result, source=Source.SEARCHED, seconds=result.figures.wall_seconds)
    return ProjectResult(
        *(root, files[0], result.properties, (looked,), tuple(findings(looked, root, {}))),
        accept_bounds=result.accept_bounds,
        notes=result.notes,
        problems=tuple(one.summary for one in result.problems),
        seconds=result.figures.wall_seconds,
    )
