"""From files to verdicts, within the limits: reading, and then `checking`, in a process that can be ended.

What is known by then is the answer: before anything has been read, that is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.checking import CheckOptions, check_program
from dovetail.confined import Confined, Ending, Send
from dovetail.evidence.verdicts import CheckResult, Figures, Obstacle, Verdict
from dovetail.frontend import LoadOptions, load
from dovetail.frontend.client import CLIENT
from dovetail.program.position import NOWHERE
from dovetail.program.types import DataModel
from dovetail.report.quantities import duration, size
from dovetail.schedule import Schedule
from dovetail.strategies.outcome import Progress
from dovetail.supervised import Allowed, reading_ended, supervised


def check_files(
    files: Sequence[Path],
    reading: LoadOptions,
    options: CheckOptions,
    started: float,
    watch: Callable[[Progress], None],
) -> CheckResult:
    """Read a program, and decide its checks. Raises InputError as both do."""
    schedule = Schedule(started, options.timeout, moves=options.moves)
    allowed = Allowed(schedule.deadline, options.memory)
    known: CheckResult | None = None

    def work(send: Send) -> CheckResult:
        return check_program(load(files, reading), options, started, send, tell=send)

    def hear(message: Progress | CheckResult) -> None:
        nonlocal known
        if isinstance(message, CheckResult):
            known = message
            allowed.until = schedule.end  # a violation that is known by then is worth a second
        else:
            watch(message)

    done = supervised(work, allowed, hear)
    if done.value is not None:
        return done.value
    if known is None:
        return _nothing_read(files, reading, options, done, schedule)
    figures = replace(
        known.figures,
        wall_seconds=schedule.elapsed,
        peak_memory=max(known.figures.peak_memory, done.peak_memory),
    )
    why = _limit(done, options)
    if known.verdict is Verdict.UNKNOWN:
        return replace(known, reason=why, figures=figures)
    return replace(known, notes=(*known.notes, why), figures=figures)


def _nothing_read(
    files: Sequence[Path],
    reading: LoadOptions,
    options: CheckOptions,
    done: Confined[CheckResult],
    schedule: Schedule,
) -> CheckResult:
    why = reading_ended(done, options.timeout, options.memory)
    return CheckResult(
        tuple(map(str, files)),
        (reading.data_model or DataModel.LP64).value,
        tuple(sorted(reading.properties)),
        CLIENT if reading.api is not None else reading.function or "main",
        options.strategy,
        options.seed,
        (),
        obstacles=(Obstacle(NOWHERE, why),),
        figures=Figures(schedule.elapsed, done.peak_memory),
        reason=why,
        moves=options.moves,
    )


def _limit(done: Confined[CheckResult], options: CheckOptions) -> str:
    match done.ending:
        case Ending.OUT_OF_MEMORY:
            return f"the limit of {size(options.memory)} of memory was reached"
        case Ending.INTERRUPTED:
            return "it was interrupted"
        case _:
            return f"the limit of {duration(options.timeout)} was reached"
