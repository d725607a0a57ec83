"""What a piece of evidence is about, for a reader who has not made it and need not trust who has.

That a certificate is accepted says that what it is about holds. What that is, is in the certificate, too: so
a reader has to see it, all of it, as it was read, and not as the file describes it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from dovetail.evidence.covering import ALARMS
from dovetail.evidence.quoting import one_line
from dovetail.evidence.task import Task
from dovetail.frontend import Loaded
from dovetail.frontend.load import PURE
from dovetail.frontend.paths import ReadFile
from dovetail.program.assumption_kinds import grouped
from dovetail.program.automata import Assumption
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass

_SHOWN = 20
"""Lines of one kind; the rest is in `--json`."""


@dataclass(frozen=True, slots=True)
class Account:
    """`task` with its files where they were found; the rest is what was read."""

    task: Task
    sources: tuple[ReadFile, ...]
    headers: tuple[ReadFile, ...]
    checks: tuple[CheckInfo, ...]
    assumptions: tuple[Assumption, ...]

    @staticmethod
    def of(task: Task, loaded: Loaded) -> Account:
        program = loaded.program
        return Account(task, loaded.sources, loaded.headers, tuple(program.checks), program.assumptions)

    @property
    def entry(self) -> str:
        task = self.task
        if task.api is not None:
            called = "any exported function" if task.api.functions is None else ", ".join(task.api.functions)
            first = "" if task.api.init is None else f", after one call of {task.api.init}"
            return f"a client that calls {called}, in any order{first}"
        return "main" if task.function is None else f"{task.function}, called once with any arguments"

    @property
    def about_tests(self) -> str | None:
        """For evidence of `dovetail test`: the targets that are its checks."""
        covering = self.task.covering
        if covering is None:
            return None
        numbers = ", ".join(map(str, covering.targets))
        if covering.criterion == ALARMS:
            return f"only the checks {numbers}; a run ends where another one fails"
        return f"the targets {numbers} of {covering.criterion}, not the program's own checks"

    @property
    def flags(self) -> list[str]:
        """Those of all files, or of each."""
        texts = [shlex.join(one.words()) for one in self.task.flags]
        if len(set(texts)) < 2:
            return [text for text in texts[:1] if text]
        return [f"{file.path}: {text}" for file, text in zip(self.sources, texts, strict=True)]

    def lines(self) -> Iterator[str]:
        """For a terminal."""
        yield from _column("program", [_shown(file) for file in self.sources])
        yield from _column("header files", [_shown(file) for file in self.headers])
        yield from _column("flags", self.flags)
        yield from _column("starts in", [self.entry])
        yield from _column("properties", [", ".join(self.task.properties)])
        yield from _column("data model", [self.task.data_model.value])
        yield from _column("conventions", _conventions(self.task))
        yield from _column("about tests", [] if self.about_tests is None else [self.about_tests])
        yield from _column(
            "checks", [f"#{one.ident} {one.position}: {one.kind}: {one.description}" for one in self.checks]
        )
        yield from _column("assumptions", list(grouped(one for one in self.assumptions if not one.is_bound)))

    def to_json(self) -> dict[str, Any]:
        task = self.task
        return {
            "files": [{"path": file.path, "sha256": file.sha256} for file in self.sources],
            "headers": [{"path": file.path, "sha256": file.sha256} for file in self.headers],
            "flags": [one.words() for one in task.flags],
            "entry": self.entry,
            "properties": list(task.properties),
            "data_model": task.data_model.value,
            "svcomp": task.svcomp,
            "externals": task.externals,
            "malloc_may_fail": task.malloc_may_fail,
            "by_contract": None if task.by_contract is None else list(task.by_contract),
            "contracts": list(task.contracts),
            "tests": self.about_tests,
            "checks": [
                {
                    "id": one.ident,
                    "kind": one.kind,
                    "file": one.position.file,
                    "line": one.position.line,
                    "column": one.position.column,
                    "description": one.description,
                }
                for one in self.checks
            ],
            "assumptions": [
                {"file": one.position.file, "line": one.position.line, "text": one.text}
                for one in self.assumptions
            ],
        }


def _shown(file: ReadFile) -> str:
    return f"{file.path} (sha256 {file.sha256[:16]}…)"


def _column(title: str, rows: list[str]) -> Iterator[str]:
    for number, row in enumerate(rows[:_SHOWN]):
        yield f"  {title if not number else '':<13} {one_line(row)}"
    if len(rows) > _SHOWN:
        yield f"  {'':<13} … and {len(rows) - _SHOWN} more"


def _conventions(task: Task) -> list[str]:
    said = ["those of SV-COMP"] if task.svcomp else []
    said += ["functions without a body only return a value"] if task.externals == PURE else []
    if task.by_contract is not None:
        said.append(f"by their contracts: {', '.join(task.by_contract) or 'no functions'}")
    if task.contracts:
        said.append(f"contracts read from {', '.join(task.contracts)}")
    return [*said, *(["malloc may fail"] if task.malloc_may_fail else [])]
