"""Claimed violations, confirmed: each is run again on the original C, natively, or it is no violation.

First all of them, with the inputs that the strategy has given; then, as far as there is time, each with
smaller inputs and as a story to read. All of that happens in processes of its own, since a run may be long;
evidence is written to a temporary folder there, and what is complete is moved to where the user finds it.

What does not stand is not reported as a violation. Where the executor and the machine differ, that is a bug
in Dovetail.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dovetail.confined import Ending, Lanes, Send, confined
from dovetail.evidence.minimise import MAX_SECONDS
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.violation import NotConfirmed, Violation, confirm, native_program, save
from dovetail.evidence.whole_files import put
from dovetail.evidence.witness import violation_witness
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, NativeProgram
from dovetail.frontend.load import Loaded
from dovetail.program.automata import Program
from dovetail.program.expressions import Cast, subexpressions
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType, PointerType
from dovetail.report.endings import end_in_words
from dovetail.report.output_folder import RunFolder
from dovetail.report.story import SHOWN
from dovetail.report.told import story_as_text, tell
from dovetail.schedule import Schedule

_STORY_STEPS = 1_000_000
_NOT_TOLD = "There was no time to tell this run line by line; `dovetail run` does, with the inputs here.\n"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """`files` are those of the evidence; the first one is what `dovetail replay` takes. The problem, if there
    is one, is in telling it."""

    check: int
    files: tuple[Path, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that is not confirmed, and the problem that this is, unless only time has run out."""

    check: int
    reason: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Saved:
    """What a child says: the check that failed, the inputs, and where the evidence is."""

    check: int
    vector: InputVector
    folder: Path


def confirm_all(
    loaded: Loaded,
    claims: Mapping[int, InputVector],
    folder: RunFolder,
    schedule: Schedule,
    beside: Lanes[Any] | None = None,
) -> list[Confirmed | Refused]:
    """One answer for each claim; a confirmed one names the check that fails, which need not be the one that
    was claimed. What runs `beside` it goes on."""
    if not claims:
        return []
    try:
        with native_program(loaded) as native, tempfile.TemporaryDirectory(prefix="dovetail-") as scratch:
            return _Confirming(loaded, native, Path(scratch), schedule, beside).all(claims, folder)
    except NativeError as error:
        reason = f"a violation was found, but the program cannot be run natively: {error}"
        return [Refused(check, reason) for check in claims]


class _Confirming:
    def __init__(
        self,
        loaded: Loaded,
        native: NativeProgram,
        scratch: Path,
        schedule: Schedule,
        beside: Lanes[Any] | None,
    ) -> None:
        self._loaded = loaded
        self._native = native
        self._scratch = scratch
        self._schedule = schedule
        self._beside = beside
        self._folders = 0

    def all(self, claims: Mapping[int, InputVector], folder: RunFolder) -> list[Confirmed | Refused]:
        refused: list[Confirmed | Refused] = []
        standing: dict[int, _Saved] = {}
        for check, vector in sorted(claims.items()):
            answer = self._first(check, vector)
            if isinstance(answer, Refused):
                refused.append(answer)
            else:
                standing.setdefault(answer.check, answer)
        confirmed: list[Confirmed | Refused] = []
        for index, saved in enumerate(standing.values()):
            best, problem = self._better(saved, self._schedule.better_end(len(standing) - index - 1))
            home = folder.subfolder(f"check-{best.check}")
            files = [put(home, file.name, file.read_bytes()) for file in sorted(best.folder.iterdir())]
            files.sort(key=lambda file: file.name != "violation.json")
            confirmed.append(Confirmed(best.check, tuple(files), problem))
        return confirmed + refused

    def _first(self, check: int, vector: InputVector) -> _Saved | Refused:
        where = self._new_folder()

        def work(send: Send) -> _Saved | NotConfirmed:
            found = confirm(self._loaded, vector, smaller=False, native=self._native)
            return found if isinstance(found, NotConfirmed) else _saved(found, where, _NOT_TOLD)

        done = confined(work, deadline=self._schedule.confirm_end, beside=self._beside)
        match done.value:
            case _Saved():
                return done.value
            case NotConfirmed(reason=reason):
                said = f"a violation was claimed, but {reason}"
                if _may_happen(done.value):
                    return Refused(check, said)
                if _looks_at_addresses(self._loaded.program):
                    return Refused(
                        check, f"{said}; the program looks at addresses, which differ from run to run"
                    )
                summary = f"the violation of check #{check} that was claimed did not happen: {reason}"
                return Refused(check, said, Problem(summary, f"inputs: {vector.to_json()}\n"))
        if done.ending is Ending.FAILED:
            summary = f"the confirmation of a violation of check #{check} failed: {done.failure}"
            details = f"{done.details}\ninputs: {vector.to_json()}\n"
            return Refused(check, summary, Problem(summary, details))
        return Refused(check, "a violation was claimed, but there was no time left to confirm it")

    def _better(self, saved: _Saved, deadline: float) -> tuple[_Saved, Problem | None]:
        """The same violation with smaller inputs and its story, or as much of that as there is time for."""
        best = saved
        smaller, told = self._new_folder(), self._new_folder()

        def work(send: Send) -> _Saved | None:
            seconds = self._schedule.backstop(MAX_SECONDS)
            found = confirm(self._loaded, saved.vector, seconds=seconds, native=self._native)
            if isinstance(found, NotConfirmed) or found.check.ident != saved.check:
                return None
            send(_saved(found, smaller, _NOT_TOLD))
            (told / "witness.yml").write_text(violation_witness(found), encoding="utf-8")
            return _saved(found, told, _story(found))

        def hear(message: _Saved) -> None:
            nonlocal best
            best = message

        done = confined(work, deadline=deadline, hear=hear, beside=self._beside)
        problem = None
        if done.ending is Ending.FAILED:
            summary = f"the violation of check #{saved.check} could not be told: {done.failure}"
            problem = Problem(summary, f"{done.details}\ninputs: {saved.vector.to_json()}\n")
        return done.value or best, problem

    def _new_folder(self) -> Path:
        self._folders += 1
        folder = self._scratch / str(self._folders)
        folder.mkdir()
        return folder


def _may_happen(refusal: NotConfirmed) -> bool:
    """Is it nobody's fault? A run may be too long; after undefined behaviour, anything may happen; and not
    every access outside of an object is seen natively."""
    if refusal.native is not None:
        return not refusal.suspicious
    return not refusal.suspicious and refusal.executor.kind in (EndKind.BUDGET, EndKind.UNDEFINED)


def _looks_at_addresses(program: Program) -> bool:
    """Are pointers compared as numbers? The machine has other numbers than the executor."""
    return any(
        isinstance(expr, Cast)
        and isinstance(expr.type, IntType)
        and isinstance(expr.operand.type, PointerType)
        for procedure in program.procedures.values()
        for edge in procedure.edges
        for root in expressions_of(edge.statement)
        for expr in subexpressions(root)
    )


def _saved(violation: Violation, folder: Path, trace: str) -> _Saved:
    save(violation, folder, trace)
    return _Saved(violation.check.ident, violation.vector, folder)


def _story(violation: Violation) -> str:
    program = violation.loaded.program
    run, story = tell(program, violation.vector, max_steps=_STORY_STEPS, keep=SHOWN)
    lines = [text.plain.rstrip() for text in story_as_text(story)]
    return "\n".join([*lines, end_in_words(run.end, program), ""])
