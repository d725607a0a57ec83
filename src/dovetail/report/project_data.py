"""The data of the page about a build: each unit with its checks, stories and invariants, and the sources.

Texts that many units share, assumptions above all, are there once. A file is there if a unit stands in it or
a story goes through it, as it is now, and as long as the page does not grow beyond what a browser opens at
once.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dovetail.evidence.flow import Flow, to_kept
from dovetail.evidence.project import Looked, ProjectResult, Unit, UnitKind
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.program.assumption_kinds import grouped
from dovetail.program.library_calls import as_known
from dovetail.report.story_file import HEAP, read_story

MOST = 24_000_000
"""Characters of sources in one page; of files behind that there is no text."""
_WITNESS = "witness.yml"
_INVARIANT = re.compile(
    r'file_name: (?P<file>"[^\n]*")\n(?:[^\n]*\n)*?\s*line: (?P<line>\d+)\n(?:[^\n]*\n)*?'
    r'\s*value: (?P<value>"[^\n]*")'
)


def project_data(units: Sequence[Looked], result: ProjectResult) -> dict[str, Any]:
    return _Data(result).all(units)


class _Data:
    def __init__(self, result: ProjectResult) -> None:
        self._root = result.root
        self._build, self._reading = result.build, result.reading
        self._new = {one.fingerprint for one in result.new} if result.has_baseline else None
        self._texts: dict[str, int] = {}
        self._files: dict[str, int] = {}
        self._sources: list[list[Any]] = []
        self._room = MOST

    def all(self, units: Sequence[Looked]) -> dict[str, Any]:
        made = [self._unit(one) for one in units]
        return {"units": made, "texts": list(self._texts), "files": self._sources}

    def _unit(self, looked: Looked) -> dict[str, Any]:
        unit, result = looked.unit, looked.result
        made: dict[str, Any] = {
            "name": unit.name,
            "kind": unit.kind.value,
            "standing": looked.standing.value,
            "file": self._file(str(unit.home)),
            "line": unit.line,
            "error": looked.error,
        }
        if result is not None:
            made |= {
                "run": self._run(unit, result),
                "reason": result.reason,
                "checks": [self._check(check, result) for check in result.checks],
                "assumptions": [
                    self._text(one) for one in grouped(a for a in result.assumptions if not a.is_bound)
                ],
                "bounds": [self._text(one) for one in grouped(result.bounds)],
                "obstacles": [self._text(f"{one.text}") for one in result.obstacles],
                "notes": list(result.notes),
                "invariants": self._invariants(result),
                **({"flow": self._flow(result.flow)} if result.flow is not None else {}),
            }
        return made

    def _flow(self, flow: Flow) -> str:
        """As it is kept, with the page's numbers of files. As a text: who opens the page waits for all of its
        data to be read, and few of the pictures are looked at."""
        kept = to_kept(flow)
        files = [self._file(one) for one in kept["files"]]
        graphs = [[name, files[file], *rest] for name, file, *rest in kept["procedures"]]
        return json.dumps({"proved": flow.proved, "graphs": graphs}, separators=(",", ":"))

    def _check(self, check: Any, result: CheckResult) -> list[Any]:
        info = as_known(check.check, result.library)
        story: list[Any] = []
        if check.verdict is Verdict.VIOLATED:
            story = [
                [self._file(line.file), line.line, line.depth, line.text, list(line.events)]
                for line in read_story(check.evidence)
            ]
        by = f"{check.by}{', with ' if check.uses else ''}{' and '.join(check.uses)}" if check.by else ""
        return [
            *(info.ident, info.kind, self._file(info.position.file), info.position.line, info.description),
            *(check.verdict.value, check.reason, by, check.evidence or "", story),
            *((self._inputs(check.evidence), self._heap(check.evidence)) if story else ("", "")),
        ]

    def _run(self, unit: Unit, result: CheckResult) -> list[str] | None:
        """The command that runs it on other inputs."""
        if self._reading is None:
            return None
        entry = [] if unit.kind is UnitKind.PROGRAM else ["--api"]
        entry = entry if unit.function is None else ["--function", unit.function]
        files = [os.path.relpath(file) for file in unit.files]
        properties = [word for name in result.properties for word in ("--property", name)]
        read = ["-p", os.path.relpath(self._build), *self._reading]
        return ["dovetail", "run", *files, *read, *entry, *properties]

    def _inputs(self, evidence: str | None) -> str:
        try:
            said = json.loads(Path(evidence or "").read_text(encoding="utf-8"))["inputs"]
        except (OSError, ValueError, KeyError, TypeError):
            return ""
        return json.dumps(said, ensure_ascii=False)

    def _heap(self, evidence: str | None) -> str:
        path = Path(evidence or "").with_name(HEAP)
        try:
            return path.read_text(encoding="utf-8") if path.is_file() else ""
        except (OSError, UnicodeDecodeError):
            return ""

    def _invariants(self, result: CheckResult) -> list[list[Any]]:
        """What a proof says of loops, in C, from its witness: the places are those of the program as it
        was read."""
        found: dict[tuple[int, int, str], None] = {}
        for path in result.evidence:
            if Path(path).name != _WITNESS:
                continue
            try:
                text = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            for match in _INVARIANT.finditer(text) if "invariant_set" in text else ():
                file, value = json.loads(match["file"]), json.loads(match["value"])
                found[self._file(file), int(match["line"]), value] = None
        return [list(one) for one in found]

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def _file(self, name: str) -> int:
        """Its number, however it is named; its text is read when it is named first."""
        name = os.path.abspath(name) if not name.startswith("<") else name
        if name not in self._files:
            self._files[name] = len(self._files)
            path = Path(name)
            shown = str(path.relative_to(self._root)) if path.is_relative_to(self._root) else name
            self._sources.append([shown, self._source(path)])
        return self._files[name]

    def _source(self, path: Path) -> str:
        try:
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        except OSError:
            return ""
        if len(text) > self._room:
            return ""
        self._room -= len(text)
        return text
