"""What is known of a whole build, as data: its units, the verdict on each, and what was found.

A *finding* is a check of a unit that does not hold: it was seen to fail, or it fails for arguments that
nobody has excluded, or nothing is known of it. Its fingerprint says what and where it is without lines, so
that it is the same when code around it has moved.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from typing import Any

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.evidence.violation import POTENTIAL
from dovetail.program.library_calls import as_known
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass


class UnitKind(StrEnum):
    PROGRAM = "program"
    FUNCTION = "function"
    CONTRACT = "contract"
    """A function under its contract."""
    MODULE = "module"


class Standing(StrEnum):
    """Of a unit, the worst first."""

    VIOLATED = "violated"
    POTENTIAL = "potential"
    UNKNOWN = "unknown"
    UNREADABLE = "not readable"
    NOT_REACHED = "not looked at"
    WITHIN_BOUNDS = "proved within bounds"
    PROVED = "proved"
    NOTHING = "nothing to check"


class Source(StrEnum):
    """How a verdict came about in this run."""

    SEARCHED = "searched"
    KEPT = "kept"
    """The text of the unit is what it was."""
    SAME = "same"
    """The text is another, and means the same."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Unit:
    """Something of a build that is looked at by itself. `name` tells it from all others, in every run."""

    name: str
    kind: UnitKind
    files: tuple[Path, ...]
    function: str | None = None
    line: int = 0
    size: int = 0
    """Of the text of all that it may call."""

    @property
    def home(self) -> Path:
        return self.files[0]


@dataclass(frozen=True, slots=True)
class Looked:
    """A unit, and what is known of it. There is a result unless it could not be read, or was not looked
    at."""

    unit: Unit
    result: CheckResult | None
    error: str = ""
    source: Source = Source.NONE
    seconds: float = 0.0
    """That it took in this run."""
    rechecked: bool = False

    @property
    def standing(self) -> Standing:
        result = self.result
        if result is None:
            return Standing.UNREADABLE if self.error else Standing.NOT_REACHED
        if any(standing_of(check) is Standing.VIOLATED for check in result.checks):
            return Standing.VIOLATED
        if result.verdict is Verdict.PROVED:
            return Standing.PROVED if result.checks else Standing.NOTHING
        open_ = [check for check in result.checks if standing_of(check) is not None]
        if not open_ and not result.obstacles:
            return Standing.WITHIN_BOUNDS if result.checks else Standing.NOTHING
        if any(standing_of(check) is Standing.POTENTIAL for check in open_):
            return Standing.POTENTIAL
        return Standing.UNKNOWN

    @property
    def says_nothing(self) -> bool:
        """Is it a success that says nothing, since no execution comes to any check?"""
        good = self.standing in (Standing.PROVED, Standing.WITHIN_BOUNDS)
        return good and self.result is not None and all(one.says_nothing for one in self.result.checks)


VACUOUS = "this says nothing: no execution comes to any check"


def standing_of(check: CheckVerdict) -> Standing | None:
    """None of one that holds. What fails only for arguments that nobody has said there are is *potential*."""
    match check.verdict:
        case Verdict.VIOLATED:
            return Standing.POTENTIAL if check.some_arguments else Standing.VIOLATED
        case Verdict.UNKNOWN:
            return Standing.POTENTIAL if check.reason.startswith(POTENTIAL) else Standing.UNKNOWN
        case _:
            return None


SOME_ARGUMENTS = f"{POTENTIAL}it fails for some arguments, and not for others"


@dataclass(frozen=True, slots=True)
class Finding:
    """`info` is the check as the user knows it: one inside of the library stands where that is called."""

    unit: str
    standing: Standing
    info: CheckInfo
    reason: str
    evidence: str | None
    fingerprint: str

    @property
    def sentence(self) -> str:
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.info.description}{reason}"


def findings(looked: Looked, root: Path, texts: dict[str, list[str]]) -> Iterator[Finding]:
    """Those of a unit. `texts` keeps the lines of files that were read."""
    result = looked.result
    if result is None:
        return
    seen: Counter[tuple[str, ...]] = Counter()
    for check in result.checks:
        standing = standing_of(check)
        if standing is None:
            continue
        info = as_known(check.check, result.library)
        key = (
            *(looked.unit.name, _relative(info.position.file, root), info.kind, info.procedure),
            *(info.description, _line(info.position.file, info.position.line, texts)),
        )
        seen[key] += 1
        yield Finding(
            *(looked.unit.name, standing, info, _reason(check), check.evidence),
            hashlib.sha256("\0".join((*key, str(seen[key]))).encode("utf-8", "replace")).hexdigest()[:32],
        )


def _reason(check: CheckVerdict) -> str:
    return SOME_ARGUMENTS if check.some_arguments and not check.reason else check.reason


def _relative(file: str, root: Path) -> str:
    path = Path(file)
    return str(path.relative_to(root)) if path.is_relative_to(root) else path.name


def _line(file: str, line: int, texts: dict[str, list[str]]) -> str:
    """The text that the check stands on, without blanks."""
    if file not in texts:
        try:
            texts[file] = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            texts[file] = []
    lines = texts[file]
    return re.sub(r"\s+", "", lines[line - 1]) if 0 < line <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class ProjectResult:
    """The answer to `dovetail project`."""

    root: Path
    build: Path
    properties: tuple[str, ...]
    units: tuple[Looked, ...]
    findings: tuple[Finding, ...]
    known: frozenset[str] = frozenset()
    """The fingerprints in the baseline."""
    has_baseline: bool = False
    accept_bounds: bool = False
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    folder: Path | None = None
    seconds: float = 0.0
    interrupted: bool = False
    reading: tuple[str, ...] | None = None
    """Beside the flags of the build, how a command reads a unit as it was read; None if that is not known."""
    page: Path | None = None
    """Of this run, if one was written."""
    before: Mapping[str, str] = field(default_factory=dict)
    """The standing of each unit in the run before this one, if there was one."""

    @property
    def verdict(self) -> Verdict:
        """Of all units together; what a baseline knows is no less true."""
        standings = {looked.standing for looked in self.units}
        if Standing.VIOLATED in standings:
            return Verdict.VIOLATED
        fine = {Standing.PROVED, Standing.NOTHING}
        if self.accept_bounds:
            fine.add(Standing.WITHIN_BOUNDS)
        good = bool(standings) and standings <= fine and not self.interrupted
        return Verdict.PROVED if good else Verdict.UNKNOWN  # of nothing, nothing is proved

    @property
    def new(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.fingerprint not in self.known)

    @property
    def fails(self) -> bool:
        """Is there a violation that is not known?"""
        return any(one.standing is Standing.VIOLATED for one in self.new)

    @property
    def passes(self) -> bool:
        """Is it all proved, or, beside a baseline, is nothing new?"""
        if not self.has_baseline:
            return self.verdict is Verdict.PROVED
        undone = {Standing.UNREADABLE, Standing.NOT_REACHED}
        return not self.new and not self.interrupted and all(u.standing not in undone for u in self.units)

    def counts(self) -> dict[Standing, int]:
        found = Counter(looked.standing for looked in self.units)
        return {standing: found[standing] for standing in Standing if found[standing]}

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "dovetail-project",
            "version": 1,
            "root": str(self.root),
            "build": str(self.build),
            "properties": list(self.properties),
            "verdict": self.verdict.value,
            "units": [_unit_to_json(looked, self.before) for looked in self.units],
            "findings": [self._finding_to_json(one) for one in self.findings],
            "counts": {standing.value: count for standing, count in self.counts().items()},
            "accept_bounds": self.accept_bounds,
            "notes": list(self.notes),
            "problems": list(self.problems),
            "folder": None if self.folder is None else str(self.folder),
            "figures": {"wall_seconds": round(self.seconds, 3)},
        }

    def _finding_to_json(self, one: Finding) -> dict[str, Any]:
        return {
            "unit": one.unit,
            "standing": one.standing.value,
            "kind": one.info.kind,
            "description": one.info.description,
            "function": one.info.procedure,
            "file": one.info.position.file,
            "line": one.info.position.line,
            "column": one.info.position.column,
            "reason": one.reason,
            "evidence": one.evidence,
            "fingerprint": one.fingerprint,
            "known": one.fingerprint in self.known,
        }


def _unit_to_json(looked: Looked, before: Mapping[str, str]) -> dict[str, Any]:
    unit = looked.unit
    return {
        "unit": unit.name,
        "kind": unit.kind.value,
        "files": [str(path) for path in unit.files],
        "function": unit.function,
        "line": unit.line,
        "standing": looked.standing.value,
        "before": before.get(unit.name),
        "source": looked.source.value,
        "rechecked": looked.rechecked,
        "seconds": round(looked.seconds, 3),
        "error": looked.error,
        "result": None if looked.result is None else looked.result.to_json(),
    }
