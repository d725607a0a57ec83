"""What a check has found, line by line, for an editor: from the document that `dovetail check --json` writes.

Marks are for what is wrong or not known; what is proved is told where somebody looks (`known`). Nothing is
decided here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from dovetail.bad_input import InputError
from dovetail.evidence.violation import POTENTIAL
from dovetail.evidence.witness_file import read_witness
from dovetail.quick_dataclass import dataclass
from dovetail.report.story_file import read_story

ERROR, WARNING, INFORMATION = 1, 2, 3
"""As the protocol numbers them."""
STEPS = 40
"""Of a story, the last ones: editors show them as a list."""
WITNESS = "witness.yml"


@dataclass(frozen=True, slots=True)
class Step:
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """`line` and `column` count from 1; of a column that is not known it is 0."""

    file: str
    line: int
    column: int
    severity: int
    kind: str
    message: str
    evidence: str
    steps: tuple[Step, ...] = ()


@dataclass(slots=True)
class Found:
    """Of one program, or function: by absolute paths."""

    entry: str
    verdict: str
    marks: list[Mark] = field(default_factory=list)
    known: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    """What is known at a line, in Markdown."""
    assumptions: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{self.entry}: {self.verdict}"


def found(document: Mapping[str, Any], folder: Path) -> Found:
    """`folder` is that in which the check was run."""
    made = Found(str(document["entry"]), str(document["verdict"]))
    for check in document["checks"]:
        where = _path(check["file"], folder)
        made.known.setdefault((where, check["line"]), []).append(_known(check, made.entry))
        mark = _mark(check, where, folder)
        if mark is not None:
            made.marks.append(mark)
    for obstacle in document["obstacles"]:
        if obstacle["line"]:
            where = _path(obstacle["file"], folder)
            place = (where, obstacle["line"], obstacle["column"])
            made.marks.append(Mark(*place, INFORMATION, "not modelled", obstacle["text"], ""))
    for path, line, text in _invariants(document["evidence"], folder):
        made.known.setdefault((path, line), []).append(f"invariant of the loop, proved: `{text}`")
    said = [one["text"] for one in (*document["bounds"], *document["assumptions"])]
    made.assumptions = list(dict.fromkeys(said))
    return made


def _mark(check: Mapping[str, Any], where: str, folder: Path) -> Mark | None:
    verdict, reason = check["verdict"], check["reason"] or ""
    message = check["description"]
    if verdict == "violated":
        severity, message = ERROR, f"{message}: it fails"
    elif verdict == "unknown" and reason.startswith(POTENTIAL):
        severity, message = WARNING, f"{message}: {reason}"
    elif verdict == "unknown":
        severity, message = INFORMATION, f"{message}: not known: {reason}"
    else:
        return None
    evidence = check["evidence"] or ""
    steps = tuple(
        Step(_path(line.file, folder), line.line, "; ".join((line.text.strip(), *line.events)))
        for line in read_story(str(folder / evidence) if evidence else None)[-STEPS:]
    )
    place = (where, max(check["line"], 1), check["column"])
    return Mark(*place, severity, check["kind"], message, evidence, steps)


def _known(check: Mapping[str, Any], entry: str) -> str:
    by = f", by {check['by']}" if check["by"] else ""
    uses = f", with {' and '.join(check['uses'])}" if check["uses"] else ""
    reason = f": {check['reason']}" if check["reason"] and check["verdict"] == "unknown" else ""
    return f"**{check['verdict']}** ({entry}{by}{uses}): {check['kind']}: {check['description']}{reason}"


def _invariants(evidence: list[str], folder: Path) -> Iterator[tuple[str, int, str]]:
    """What a proof says of loops, from its witness."""
    for path in evidence:
        if os.path.basename(path) != WITNESS:
            continue
        try:
            witness = read_witness(folder / path)
        except InputError:
            continue  # it is a hint for people: without it there is nothing to tell
        for one in witness.invariants:
            yield _path(one.location.file, folder), one.location.line, one.value


def _path(name: str, folder: Path) -> str:
    return os.path.normpath(folder / name)
