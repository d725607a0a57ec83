"""A strategy at work, in a process of its own: what it has claimed by the time it ends, or is ended.

Claims are not verdicts. Violations go to `confirming`, and the proof, which comes back as a certificate in
the form of a document, goes to `certifying`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from dovetail.certifying import certificate_document
from dovetail.confined import Confined, Ending, Lanes, Send
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import Problem
from dovetail.execution.inputs import InputVector
from dovetail.program.inlining import Inlined
from dovetail.report.quantities import duration, size
from dovetail.schedule import Schedule
from dovetail.solver.interface import GaveUpError
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategy_names import CALLED, Stage, Strategy

_TELLING = 0.1
"""Seconds between two reports of progress; no eye is faster."""


@dataclass(frozen=True, slots=True)
class Search:
    """The claims, without their invariants: those are in the certificate. `stopped` says what ended the
    search before it was done."""

    claims: Claims = field(default_factory=Claims)
    certificate: Mapping[str, Any] | None = None
    stopped: str = ""
    interrupted: bool = False
    peak_memory: int = 0
    problems: tuple[Problem, ...] = ()
    by: str = ""
    """The strategy's name."""
    beside: Lanes[Any] | None = None
    """The other strategies of its stage, which go on until it is known whether this is enough."""

    @property
    def uses(self) -> tuple[str, ...]:
        """What of others its proof rests on, in words; what it was told and did not need is not counted."""
        facts = [f"{_count(number, 'fact')} of {name}" for name, number in self.claims.facts.items()]
        tests = self.claims.tests
        return (*facts, _count(tests, "test")) if tests else tuple(facts)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def search(
    stage: Stage,
    inlined: Inlined,
    task: Task,
    schedule: Schedule,
    *,
    memory: int,
    seed: int,
    watch: Callable[[Progress], None],
    tests: tuple[InputVector, ...] = (),
    violated: Mapping[int, InputVector] | None = None,
) -> Generator[Search, None, None]:
    """Run the strategies of a stage until they end or a limit is reached. They start from `tests`, and need
    not look for what is `violated`.

    Who claims to have decided everything, or to have found a violation, is told of at once, while the others
    go on: a claim is not a verdict. If it stands, whoever listens closes the generator, which ends them. The
    rest is told of at the end: what has decided most first, and of equals the one that the stage names first.
    """
    violated = violated or {}
    heard = [_Heard(watch, len(inlined.program.checks)) for _ in stage.strategies]

    def work(strategy: Strategy, send: Send) -> tuple[Claims, Mapping[str, Any] | None]:
        until = schedule.search_budget(stage.until)
        budget = Budget(until, schedule.moves, seed, tests, violated)
        claims = strategy(inlined, budget, _Reporter(send))
        return replace(claims, invariants={}, contracts={}), certificate_document(inlined, task, claims)

    def enough(value: tuple[Claims, Mapping[str, Any] | None]) -> bool:
        if schedule.moves is not None:  # who is first is a question of time
            return False
        claims = value[0]
        return claims.complete or not claims.violations.keys() <= violated.keys()

    less: list[tuple[int, Search]] = []
    with Lanes(
        [partial(work, strategy) for strategy in stage.strategies],
        deadline=schedule.search_end(stage.until),
        memory=memory,
        hears=heard,
        enough=enough,
    ) as lanes:
        for number, done in lanes.ended():
            by = CALLED.get(stage.strategies[number], "")
            found = _search(done, heard[number], schedule, memory)
            found = replace(found, by=found.claims.by or by)
            if done.value is not None and enough(done.value):
                yield replace(found, beside=lanes)
            else:
                less.append((number, found))
    less.sort(key=lambda one: (not one[1].claims.complete, -len(one[1].claims.violations), one[0]))
    yield from (found for _, found in less)


class _Heard:
    """What a strategy has told so far."""

    def __init__(self, watch: Callable[[Progress], None], checks: int) -> None:
        self.latest = Progress(0, 0, 0, checks, 0)
        self.violations: dict[int, InputVector] = {}
        self._watch = watch

    def __call__(self, progress: Progress) -> None:
        self.latest = progress
        self.violations.update(progress.violations)
        self._watch(progress)


def _search(
    done: Confined[tuple[Claims, Mapping[str, Any] | None]], heard: _Heard, schedule: Schedule, memory: int
) -> Search:
    if done.value is not None:
        claims, certificate = done.value
        return Search(claims, certificate, peak_memory=done.peak_memory)
    problems: tuple[Problem, ...] = ()
    match done.ending:
        case Ending.OUT_OF_TIME:
            stopped = f"the limit of {duration(schedule.timeout)} was reached"
        case Ending.OUT_OF_MEMORY:
            stopped = f"the limit of {size(memory)} of memory was reached"
        case Ending.INTERRUPTED:
            stopped = "it was interrupted"
        case _ if done.failure.startswith(GaveUpError.__name__):
            stopped = done.failure.partition(": ")[2]
        case _:
            stopped = f"the strategy failed, which is a bug in Dovetail: {done.failure}"
            problems = (Problem(f"the strategy failed: {done.failure}", done.details),)
    return Search(
        Claims(violations=heard.violations, notes=_so_far(heard.latest), progress=heard.latest),
        stopped=stopped,
        interrupted=done.ending is Ending.INTERRUPTED,
        peak_memory=done.peak_memory,
        problems=problems,
    )


def _so_far(progress: Progress) -> tuple[str, ...]:
    """What a strategy that was cut short would have said."""
    if not progress.rounds:
        return ("the search was still in its first round",)
    return (
        f"{progress.tests} tests, and {progress.regions} regions after {progress.rounds} rounds; "
        f"{progress.open_checks} checks were open",
    )


class _Reporter:
    """Tells the parent how far the strategy has got: at once if there is a new violation, and otherwise not
    more often than anyone can look."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._next = 0.0
        self._violations = 0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now >= self._next or len(progress.violations) != self._violations:
            self._send(progress)
            self._next = now + _TELLING
            self._violations = len(progress.violations)
