"""A unit as a task for another machine: what has to be known there, and what comes back, as plain data.

The files are not sent: another machine sees them under the same paths, as machines of a cluster do. That
they are the same ones is seen there as anywhere (`looking`), and that Dovetail is the same is seen first.
The store stays at home: what is kept of the unit goes along. Evidence comes back as bytes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.asking.limits import Limits
from dovetail.asking.project import ProjectOptions
from dovetail.evidence.kept_result import from_kept, to_kept
from dovetail.evidence.project import Unit
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.whole_files import put
from dovetail.projects.keys import semantics
from dovetail.projects.looking import NOTHING_MEANT, Answer, Meant, look
from dovetail.projects.store import Kept
from dovetail.projects.survey import Read
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import claim


@dataclass(frozen=True, slots=True)
class UnitTask:
    """`read` is what went into the text of the unit, `kept` what is known of it from before."""

    unit: Unit
    options: ProjectOptions
    seconds: float
    memory: int
    read: Read
    kept: tuple[Kept, ...]
    semantics: str


@dataclass(frozen=True, slots=True)
class UnitDone:
    """An `Answer`: the result as it is kept, and the files of its evidence by their names in the folder of
    the unit. `refused` says why nothing was looked at."""

    document: dict[str, Any] | None
    problems: tuple[Problem, ...]
    meant: Meant
    error: str
    evidence: dict[str, bytes]
    refused: str = ""


class Remembered:
    """What was sent along, asked as a store is."""

    def __init__(self, kept: Iterable[Kept]) -> None:
        self._kept = tuple(kept)

    def by_meaning(self, meaning: str) -> Kept | None:
        return next((one for one in self._kept if one.meaning == meaning), None)

    def last_of(self, unit: str) -> Kept | None:
        return next((one for one in self._kept if one.unit == unit), None)


def done_here(task: UnitTask) -> UnitDone:
    """On the other machine."""
    if task.semantics != semantics():
        why = "its Dovetail is another one, or has other solvers: verdicts would not be those of here"
        return UnitDone(None, (), NOTHING_MEANT, "", {}, why)
    asked = task.options.limits
    limits = Limits(task.seconds, task.memory, asked.moves, asked.seed)
    with tempfile.TemporaryDirectory(prefix="dovetail-", ignore_cleanup_errors=True) as scratch:
        before, tempfile.tempdir = tempfile.tempdir, scratch
        try:
            folder = Path(scratch) / "unit"
            answer = look(
                *(
                    task.unit,
                    task.options,
                    folder,
                    Remembered(task.kept),
                    limits,
                    task.read,
                    lambda said: None,
                )
            )
            if answer.result is None:
                return UnitDone(None, (), answer.meant, answer.error, {})
            result = answer.result
            files = {str(Path(path).relative_to(folder)): Path(path).read_bytes() for path in result.evidence}
            return UnitDone(to_kept(result, folder), result.problems, answer.meant, answer.error, files)
        finally:
            tempfile.tempdir = before


def as_answer(done: UnitDone, folder: Path) -> Answer:
    """At home again, with the evidence in the unit's folder. Raises OSError, and ValueError for what is no
    result."""
    if done.document is None:
        return Answer(None, done.meant, done.error)
    home = claim(folder)
    for name, content in done.evidence.items():
        path = home / name
        if not path.resolve().is_relative_to(home.resolve()):
            raise ValueError(f"{name} is not in the folder of the unit")
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path.parent, path.name, content)
    return Answer(replace(from_kept(done.document, folder), problems=done.problems), done.meant, done.error)
