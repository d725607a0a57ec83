"""Cheap tests before any strategy: what native runs on made-up inputs find in a second or two.

In a process of its own, as all that may take long. The violations are claims, with a few vectors each to
choose from; the vectors that saw something new are what a strategy can start from.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dovetail.confined import Confined, Ending, Send, confined
from dovetail.confirming import Confirmed, Refused, confirm_all
from dovetail.evidence.given_tests import Given
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.violation import build_native, fails_at
from dovetail.execution.ends import End
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, NativeProgram
from dovetail.frontend.load import Loaded
from dovetail.fuzzing import Findings, Limits, Subject, campaign, dictionary_of
from dovetail.fuzzing.raw_bytes import vectors_of
from dovetail.report.output_folder import RunFolder
from dovetail.schedule import Schedule

_RUNS_A_MOVE, _STEPS_A_MOVE = 40, 2_000_000
"""Where moves are counted: of made-up inputs, as long as that is less than usual."""
_GRACE = 2.0
"""Seconds beyond its time after which the process is ended: it looks at the clock between batches only, and
has to compile the program first."""


@dataclass(frozen=True, slots=True)
class CheapTests:
    """What the runs have shown. `claims` has, for a check's number, vectors on which it fails, the smallest
    first; `corpus` is for others to start from."""

    claims: dict[int, tuple[InputVector, ...]] = field(default_factory=dict)
    corpus: tuple[InputVector, ...] = ()
    runs: int = 0
    note: str = ""
    interrupted: bool = False
    peak_memory: int = 0
    problems: tuple[Problem, ...] = ()


def cheap_tests(
    loaded: Loaded,
    schedule: Schedule,
    *,
    memory: int,
    seed: int,
    given: Sequence[Given] = (),
    made_up: bool = True,
) -> CheapTests:
    """Run the vectors `given`, then, unless nothing is to be `made_up`, others, for a small part of the
    time."""
    deadline = schedule.cheap_tests_end
    latest: Findings | None = None
    # The folder is the parent's: a process that is ended cleans up nothing.
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:

        def work(send: Send) -> Findings | str:
            try:
                native = build_native(loaded, Path(folder), coverage=True)
                limits = _limits(deadline, schedule.moves)
                return natively_tested(
                    *(loaded, native), limits=limits, seed=seed, given=given, made_up=made_up, tell=send
                )
            except NativeError as error:
                return f"no tests were run natively: {str(error).splitlines()[0]}"

        def hear(findings: Findings) -> None:
            nonlocal latest
            latest = findings

        return _told(confined(work, deadline=deadline + _GRACE, memory=memory, hear=hear), latest)


def natively_tested(
    loaded: Loaded,
    native: NativeProgram,
    *,
    limits: Limits,
    seed: int = 0,
    given: Sequence[Given] = (),
    made_up: bool = True,
    tell: Callable[[Findings], None] = lambda findings: None,
) -> Findings:
    """The tests themselves, in this process, with a program that was built for coverage."""
    subject = Subject(
        native,
        lambda end: _check_of(end, loaded),
        len(loaded.program.checks),
        dictionary_of(loaded.program),
        loaded.program.target.pointer_bits // 8,
    )
    vectors = vectors_given(native, given, limits.deadline)
    return campaign(subject, limits, seed=seed, given=vectors, made_up=made_up, tell=tell)


def _limits(deadline: float, moves: int | None) -> Limits:
    usual = Limits(deadline=deadline)
    if moves is None:
        return usual
    return replace(
        usual,
        runs=min(usual.runs, _RUNS_A_MOVE * moves),
        all_steps=min(usual.all_steps, _STEPS_A_MOVE * moves),
    )


def vectors_given(native: NativeProgram, given: Sequence[Given], deadline: float | None) -> list[InputVector]:
    """The vectors that tests stand for, in the same order. The program was built for coverage."""
    made = iter(vectors_of(native, [one for one in given if isinstance(one, bytes)], deadline))
    return [next(made) if isinstance(one, bytes) else one for one in given]


def confirmed(
    tests: CheapTests, loaded: Loaded, folder: RunFolder, schedule: Schedule
) -> list[Confirmed | Refused]:
    """The claims, confirmed the usual way. Where one vector does not stand, the next may: behind undefined
    behaviour the machine may do anything. What did not stand is told all the same."""
    found: dict[int, Confirmed] = {}
    refused: dict[Refused, None] = {}
    left = dict(tests.claims)
    while left:
        claims = {check: vectors[0] for check, vectors in left.items()}
        for answer in confirm_all(loaded, claims, folder, schedule, seen=True):
            if isinstance(answer, Confirmed):
                found.setdefault(answer.check, answer)
            else:
                refused[answer] = None
        left = {
            check: vectors[1:] for check, vectors in left.items() if len(vectors) > 1 and check not in found
        }
        if time.monotonic() > schedule.deadline:
            break
    return [*found.values(), *refused]


def _check_of(end: End, loaded: Loaded) -> int | None:
    return next((info.ident for info in loaded.program.checks if fails_at(end, info)), None)


def _told(done: Confined[Findings | str], latest: Findings | None) -> CheapTests:
    """What came of it; of a process that was ended, what it has told before."""
    problems: tuple[Problem, ...] = ()
    if done.ending is Ending.FAILED:
        problems = (Problem(f"the cheap tests failed: {done.failure}", done.details),)
    tests = CheapTests(
        interrupted=done.ending is Ending.INTERRUPTED, peak_memory=done.peak_memory, problems=problems
    )
    match done.value or latest:
        case Findings() as found:
            note = f"{found.runs} cheap tests took {found.edges_seen} of {found.edges} edges"
            return replace(tests, claims=found.violations, corpus=found.corpus, runs=found.runs, note=note)
        case str(why):
            return replace(tests, note=why)
        case None:
            return replace(tests, note="" if problems else "there was no time for cheap tests")
