"""Claimed violations, confirmed: each is run again on the original C, natively, or it is no violation.

First all of them, with the inputs that the strategy has given; then, as far as there is time, each with
smaller inputs and as a story to read. The C is compiled here; all runs are in processes of their own, since
they may be long. Evidence is written to a temporary folder there, and what is complete is moved to where the
user finds it.

What does not stand is not reported as a violation. Where the executor and the machine differ, that is a bug
in Dovetail.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from dovetail.asking.schedule import Schedule
from dovetail.evidence.bearing import UNDECIDED, Bearing
from dovetail.evidence.minimise import MAX_SECONDS
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.violation import POTENTIAL, NotConfirmed, Violation, confirm, native_program, save
from dovetail.evidence.whole_files import why_unsaved
from dovetail.evidence.witness import violation_witness
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, NativeProgram
from dovetail.frontend.library import defining_file
from dovetail.frontend.load import Loaded
from dovetail.frontend.padding import REST
from dovetail.processes.confined import Beside, Ending, Send, confined
from dovetail.program.automata import Program
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, subexpressions
from dovetail.program.statements import HavocMemory, expressions_of
from dovetail.program.types import IntType, PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.report.endings import end_in_words
from dovetail.report.output_folder import RunFolder
from dovetail.report.story import SHOWN
from dovetail.report.story_file import HEAP, story_file
from dovetail.report.story_file import NAME as STORY
from dovetail.report.told import story_as_text, tell
from dovetail.verifying.last_heap import last_heap

_STORY_STEPS = 1_000_000
_NOT_TOLD = "There was no time to tell this run line by line; `dovetail run` does, with the inputs here.\n"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """`files` are those of the evidence; the first one is what `dovetail replay` takes. The problem, if there
    is one, is in telling it."""

    check: int
    vector: InputVector
    """The inputs on which it fails."""
    files: tuple[Path, ...]
    problem: Problem | None = None
    unsaved: str = ""
    """Why there are no files; the violation has been seen all the same."""
    some_arguments: bool = False
    """Is the function called with others, and passes the check (`other_arguments`)?"""


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that is not confirmed, and the problem that this is, unless only time has run out. `bearing` is
    what it says about proofs: it is kept for the whole run."""

    check: int
    reason: str
    problem: Problem | None = None
    bearing: Bearing = UNDECIDED


@dataclass(frozen=True, slots=True)
class _Saved:
    """What a child says: the check that failed, the inputs, and where the evidence is."""

    check: int
    vector: InputVector
    folder: Path
    some_arguments: bool
    unsaved: str = ""


def confirm_all(
    loaded: Loaded,
    claims: Mapping[int, InputVector],
    folder: RunFolder,
    schedule: Schedule,
    beside: Beside | None = None,
    *,
    seen: bool = False,
) -> list[Confirmed | Refused]:
    """One answer for each claim; a confirmed one names the check that fails, which need not be the one that
    was claimed. What runs `beside` it goes on. `seen`: native runs have shown it, in another build."""
    if not claims:
        return []
    try:
        with native_program(loaded) as native, tempfile.TemporaryDirectory(prefix="dovetail-") as scratch:
            return _Confirming(loaded, native, Path(scratch), schedule, beside, seen).all(claims, folder)
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
        beside: Beside | None,
        seen: bool,
    ) -> None:
        self._loaded = loaded
        self._native = native
        self._scratch = scratch
        self._schedule = schedule
        self._beside = beside
        self._seen = seen
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
            confirmed.append(_moved(best, problem, folder))
        return confirmed + refused

    def _first(self, check: int, vector: InputVector) -> _Saved | Refused:
        where = self._new_folder()

        def work(send: Send) -> _Saved | NotConfirmed:
            found = confirm(self._loaded, vector, smaller=False, native=self._native, seen=self._seen)
            return found if isinstance(found, NotConfirmed) else _saved(found, where, _NOT_TOLD)

        done = confined(work, deadline=self._schedule.confirm_end, beside=self._beside)
        match done.value:
            case _Saved():
                return done.value
            case NotConfirmed(reason=reason, bearing=bearing):
                if reason.startswith(POTENTIAL):
                    return Refused(check, reason, bearing=bearing)
                said = f"a violation was claimed, but {reason}"
                if _may_happen(done.value):
                    return Refused(check, said, bearing=bearing)
                if _looks_at_addresses(self._loaded.program):
                    why = f"{said}; the program looks at addresses, which differ from run to run"
                    return Refused(check, why, bearing=replace(bearing, doubt=False))
                if rounded := _rounded_functions(self._loaded.program):
                    why = f"{said}; to a proof {rounded} is any value in its range, to a run the machine's"
                    return Refused(check, why, bearing=replace(bearing, doubt=False))
                if _leaves_bytes_open(self._loaded.program):
                    why = (
                        f"{said}; C leaves open what a store to a member does to the rest; compilers keep it"
                    )
                    return Refused(check, why, bearing=replace(bearing, doubt=False))
                if _orders_pointers(self._loaded.program):
                    # It need not be that: so nothing is taken from what speaks against proofs.
                    why = "the program asks which of two pointers is less: of two objects C leaves it open"
                    return Refused(check, f"{said}; {why}", bearing=bearing)
                summary = f"the violation of check #{check} that was claimed did not happen: {reason}"
                return Refused(check, said, Problem(summary, f"inputs: {vector.to_json()}\n"), bearing)
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
            if found.long:
                return None
            trace, story = _story(found)
            return _saved(found, told, trace, violation_witness(found), last_heap(found), story)

        def hear(message: _Saved) -> None:
            nonlocal best
            best = best if message.unsaved else message

        done = confined(work, deadline=deadline, hear=hear, beside=self._beside)
        problem = None
        if done.ending is Ending.FAILED:
            summary = f"the violation of check #{saved.check} could not be told: {done.failure}"
            problem = Problem(summary, f"{done.details}\ninputs: {saved.vector.to_json()}\n")
        better = done.value
        return better if better is not None and not better.unsaved else best, problem

    def _new_folder(self) -> Path:
        self._folders += 1
        folder = self._scratch / str(self._folders)
        folder.mkdir()
        return folder


def _may_happen(refusal: NotConfirmed) -> bool:
    """Is it nobody's fault? A run may be too long; the machine goes on where the executor comes to something
    that is not modelled; after undefined behaviour, anything may happen; not every access outside of an
    object is seen natively; and a native run says where it cannot do what the executor does."""
    if refusal.native is not None and refusal.native.kind is EndKind.UNSUPPORTED:
        return True
    early = (EndKind.BUDGET, EndKind.UNSUPPORTED, EndKind.UNDEFINED, EndKind.VIOLATION)
    ended_early = refusal.executor.kind in early
    return ended_early and not refusal.suspicious


def _rounded_functions(program: Program) -> str:
    """The functions of <math.h> in the program whose last bits no standard tells."""
    found = (name for name in program.procedures if defining_file(name) == "math_any.c")
    return " or ".join(f"{name}()" for name in found if not name.startswith("__dovetail"))


def _leaves_bytes_open(program: Program) -> bool:
    """Are there stores to members beside which bytes take any value, but not natively (`padding`)?"""
    return any(
        isinstance(edge.statement, HavocMemory) and edge.statement.name == REST
        for procedure in program.procedures.values()
        for edge in procedure.edges
    )


def _looks_at_addresses(program: Program) -> bool:
    """Are pointers compared as numbers? The machine has other numbers than the executor."""
    return any(
        isinstance(expr, Cast)
        and isinstance(expr.type, IntType)
        and isinstance(expr.operand.type, PointerType)
        for expr in _expressions(program)
    )


def _orders_pointers(program: Program) -> bool:
    """The machine has its objects in another order than the executor."""
    return any(
        isinstance(expr, BinaryOp) and expr.op in _ORDERS and isinstance(expr.left.type, PointerType)
        for expr in _expressions(program)
    )


_ORDERS = frozenset({Binary.LT, Binary.LE, Binary.GT, Binary.GE})


def _expressions(program: Program) -> Iterator[Expr]:
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            for root in expressions_of(edge.statement):
                yield from subexpressions(root)


def _saved(
    violation: Violation, folder: Path, trace: str, witness: str = "", heap: str = "", story: str = ""
) -> _Saved:
    """In a temporary folder; a full disk is no reason not to believe what was seen."""
    unsaved = ""
    try:
        save(violation, folder, trace)
        if witness:
            (folder / "witness.yml").write_text(witness, encoding="utf-8")
        if heap:
            (folder / HEAP).write_text(heap, encoding="utf-8")
        if story:
            (folder / STORY).write_bytes(story.encode("utf-8", "replace"))
    except OSError as error:
        unsaved = why_unsaved(error)
    return _Saved(violation.check.ident, violation.vector, folder, violation.some_arguments, unsaved)


def _moved(saved: _Saved, problem: Problem | None, folder: RunFolder) -> Confirmed:
    """The evidence where the user finds it."""
    some = saved.some_arguments
    if saved.unsaved:
        return Confirmed(saved.check, saved.vector, (), problem, saved.unsaved, some)
    try:
        contents = {file.name: file.read_bytes() for file in sorted(saved.folder.iterdir())}
        files = folder.filled(f"check-{saved.check}", contents)
    except OSError as error:
        return Confirmed(saved.check, saved.vector, (), problem, why_unsaved(error), some)
    named = sorted(files, key=lambda f: f.name != "violation.json")
    return Confirmed(saved.check, saved.vector, tuple(named), problem, some_arguments=some)


def _story(violation: Violation) -> tuple[str, str]:
    """For people, and as a file for those that show it."""
    program = violation.loaded.program
    run, story = tell(program, violation.vector, max_steps=_STORY_STEPS, keep=SHOWN)
    lines = [text.plain.rstrip() for text in story_as_text(story)]
    return "\n".join([*lines, end_in_words(run.end, program), ""]), story_file(story)
