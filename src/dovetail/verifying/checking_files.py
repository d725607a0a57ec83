"""From files to verdicts, within the limits: reading, and then `checking`, in a process that can be ended.

What is known by then is the answer: before anything has been read, that is nothing.

Whatever searches and checks is imported in that process: the one that keeps the limits needs nothing of it.
What both need is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dovetail.asking.asked import CheckOptions
from dovetail.asking.reading import Reading
from dovetail.asking.schedule import Schedule
from dovetail.evidence.verdicts import CheckResult, Figures, Obstacle, Verdict
from dovetail.processes.confined import Confined, Ending, Send
from dovetail.processes.supervised import Allowed, reading_ended, supervised
from dovetail.program.position import NOWHERE
from dovetail.program.types import DataModel
from dovetail.report.quantities import duration, size

if TYPE_CHECKING:
    from dovetail.frontend.load import Loaded


def check_files(
    reading: Reading,
    options: CheckOptions,
    watch: Callable[[Any], None] | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    known_before: Callable[[Loaded, Send], CheckResult | None] | None = None,
) -> CheckResult:
    """Read a program, and decide its checks. Raises InputError as both do. `meanwhile` is done here, once the
    work has begun. What is `known_before` of the program that was read is the answer, if it is something;
    messages that it sends are for `watch`."""
    import_module("dovetail.frontend.load")  # needed at once; and before what little time there is runs
    limits = options.limits.begun()
    options = replace(options, limits=limits)
    schedule = Schedule(limits.started, limits.timeout, moves=limits.moves)
    allowed = Allowed(schedule.deadline, limits.memory)
    known: CheckResult | None = None

    def work(send: Send) -> CheckResult:
        return _checked(reading, options, send, known_before)

    def hear(message: Any) -> None:
        nonlocal known
        if isinstance(message, CheckResult):
            known = message
            allowed.until = schedule.end  # a violation that is known by then is worth a second
        elif watch is not None:
            watch(message)

    done = supervised(work, allowed, hear, meanwhile)
    if done.value is not None:
        return done.value
    if known is None:
        return _nothing_read(reading, options, done, schedule)
    return _cut_short(known, options, done, schedule)


def _checked(
    reading: Reading,
    options: CheckOptions,
    send: Send,
    known_before: Callable[[Loaded, Send], CheckResult | None] | None,
) -> CheckResult:
    if options.paths:
        from dovetail.evidence.given_tests import read_tests

        read = (test for path in options.paths for test in read_tests(path))
        options = replace(options, tests=(*options.tests, *read))
    loaded = reading.load()
    if known_before is not None and (known := known_before(loaded, send)) is not None:
        return known
    from dovetail.verifying.checking import check_program

    return check_program(loaded, options, send, tell=send)


def _cut_short(
    known: CheckResult, options: CheckOptions, done: Confined[CheckResult], schedule: Schedule
) -> CheckResult:
    """What was known when the work was ended."""
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
    reading: Reading, options: CheckOptions, done: Confined[CheckResult], schedule: Schedule
) -> CheckResult:
    from dovetail.frontend.client import CLIENT  # with all that reads C

    why = reading_ended(done, options.limits)
    asked = reading.options
    return CheckResult(
        tuple(map(str, reading.paths)),
        (asked.data_model or DataModel.LP64).value,
        tuple(sorted(asked.properties)),
        CLIENT if reading.is_module else reading.function or "main",
        options.strategy,
        options.limits.seed,
        (),
        obstacles=(Obstacle(NOWHERE, why),),
        figures=Figures(schedule.elapsed, done.peak_memory),
        reason=why,
        moves=options.limits.moves,
    )


def _limit(done: Confined[CheckResult], options: CheckOptions) -> str:
    match done.ending:
        case Ending.OUT_OF_MEMORY:
            return f"the limit of {size(options.limits.memory)} of memory was reached"
        case Ending.INTERRUPTED:
            return "it was interrupted"
        case _:
            return f"the limit of {duration(options.limits.timeout)} was reached"
