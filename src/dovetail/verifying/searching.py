"""A search: strategies at work on the ledger of a program, and what they claim, as they claim it.

Claims are not verdicts. Violations go to `confirming`, and a proof, which comes as a certificate in the form
of a document, goes to `certifying`. Whoever listens says what stands, so that all of them know (`confirmed`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import Any

from dovetail.asking.schedule import Schedule
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import Problem
from dovetail.execution.inputs import InputVector
from dovetail.ledger.entries import Exclusion, Fact, Predicate, Standing, Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.processes.confined import Confined, Ending
from dovetail.program.inlining import Inlined
from dovetail.quick_dataclass import dataclass
from dovetail.report.quantities import duration, size
from dovetail.solver.interface import GaveUpError
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.verifying.certifying import certificate_document
from dovetail.verifying.kinds import STRATEGIES, Make, Shares, get_ready
from dovetail.verifying.lanes import Ended, Job, Lanes, Worker, processors


@dataclass(frozen=True, slots=True)
class Claimed:
    """What one strategy has come to: its claims, without their invariants, which are in the certificate.
    `stopped` says what ended the search before it was done."""

    claims: Claims = field(default_factory=Claims)
    certificate: Mapping[str, Any] | None = None
    stopped: str = ""
    interrupted: bool = False
    peak_memory: int = 0
    problems: tuple[Problem, ...] = ()
    by: str = ""
    """The strategy's name."""
    uses: tuple[str, ...] = ()
    """What of others its proof rests on, in words; what it was told and did not need is not counted."""
    ended: bool = True
    """Has the strategy come to its end, or does it go on?"""


class Searching:
    """The strategies of one search. It runs while the `with` block does."""

    def __init__(
        self,
        shares: Shares,
        inlined: Inlined,
        task: Task,
        schedule: Schedule,
        *,
        memory: int,
        seed: int,
        watch: Callable[[Progress], None],
        lanes: int = 0,
        sharing: bool = True,
        tests: tuple[InputVector, ...] = (),
        guesses: tuple[Predicate, ...] = (),
        more: tuple[Job, ...] = (),
        make: Make | None = None,
    ) -> None:
        """They start from `tests`, and from `guesses`. `more` work on the same ledger. A single strategy may
        be given by how to `make` it."""
        self.ledger = Ledger(inlined.program)
        for vector in tests:
            self.ledger.enter(Test(vector=vector, author="given"))
        for guess in guesses:
            self.ledger.enter(guess)
        self._inlined = inlined
        self._task = task
        self._schedule = schedule
        self._memory = memory
        until = schedule.search_budget
        budgets = {
            name: Budget(until, schedule.moves, seed, min(1.0, share * (lanes or processors())))
            for name, share in shares.items()
        }
        jobs = [
            Job(
                name,
                partial(_made, make or STRATEGIES[name], inlined, budgets[name]),
                share,
                partial(get_ready, make or STRATEGIES[name]),
            )
            for name, share in shares.items()
        ]
        self.lanes = Lanes(
            [*more, *jobs],
            self.ledger,
            self._excluded,
            until=until,
            deadline=schedule.search_end,
            memory=memory,
            lanes=lanes,
            counted=schedule.moves is not None,
            sharing=sharing,
            watch=watch,
        )

    def __enter__(self) -> Searching:
        self.lanes.__enter__()
        return self

    def __exit__(self, *args: object) -> None:
        self.lanes.__exit__(*args)

    def confirmed(self, check: int, vector: InputVector) -> None:
        """A check was seen to fail: nobody has to look for that any more."""
        self.lanes.enter(Violation(check=check, vector=vector, author="confirmed"))

    def results(self) -> Generator[Claimed, None, None]:
        """Violations as they are claimed, and how each strategy ended: who claims to have decided everything
        at once, the others at the end."""
        less: list[Claimed] = []
        for news in self.lanes.news():
            by = news.worker.job.name
            if news.violation is not None:
                claims = Claims({news.violation.check: news.violation.vector})
                yield Claimed(claims, by=by, ended=False)
            if news.done is None:
                continue
            found = self._claimed(news.worker, news.done)
            if found.claims.complete:
                yield found
            else:
                less.append(found)
        # Who has most to say has the last word.
        less.sort(key=lambda one: (bool(one.claims.open or one.claims.obstacles), -len(one.claims.excluded)))
        yield from less

    def _excluded(self, strategy: Strategy, claims: Claims) -> Exclusion | None:
        document = certificate_document(self._inlined, self._task, claims)
        if document is None:
            return None
        return Exclusion(
            checks=tuple(sorted(claims.excluded)),
            complete=claims.complete,
            certificate=document,
            author=strategy.ledger.author,
            rests_on=strategy.rests_on(claims),
        )

    def _uses(self, exclusion: Exclusion) -> tuple[str, ...]:
        """Whose entries a proof rests on, itself or through others, in words."""
        counts: dict[tuple[str, str], int] = {}
        tests = 0
        for entry in self.ledger.cone(exclusion.key):
            if isinstance(entry, Fact | Predicate) and entry.author != exclusion.author:
                counts[entry.kind, entry.author] = counts.get((entry.kind, entry.author), 0) + 1
            tests += isinstance(entry, Test)
        said = [f"{_count(number, kind)} of {name}" for (kind, name), number in counts.items()]
        return (*said, _count(tests, "test")) if tests else tuple(said)

    def _is_approximate(self, exclusion: Exclusion) -> bool:
        """Facts of others hold, but what shows them need not be there: formulas of a fixpoint say less than
        it knew, and of an inductive set only the short conditions are entered. What is made of them need not
        be a proof that stands by itself."""
        return any(
            isinstance(entry, Fact) and entry.standing is Standing.PROVED
            for entry in self.ledger.cone(exclusion.key)
        )

    def _claimed(self, worker: Worker, done: Confined[Ended]) -> Claimed:
        by, peak = worker.job.name, done.peak_memory
        if done.value is not None:
            exclusion = done.value.exclusion
            if exclusion is None:
                return Claimed(done.value.claims, peak_memory=peak, by=by)
            uses = self._uses(exclusion)
            claims = replace(
                done.value.claims,
                approximate=done.value.claims.approximate or self._is_approximate(exclusion),
            )
            return Claimed(claims, exclusion.certificate, peak_memory=peak, by=by, uses=uses)
        problems: tuple[Problem, ...] = ()
        match done.ending:
            case Ending.OUT_OF_TIME:
                stopped = f"the limit of {duration(self._schedule.timeout)} was reached"
            case Ending.OUT_OF_MEMORY:
                stopped = f"the limit of {size(self._memory)} of memory was reached"
            case Ending.INTERRUPTED:
                stopped = "it was interrupted"
            case _ if done.failure.startswith(GaveUpError.__name__):
                stopped = done.failure.partition(": ")[2]
            case _:
                stopped = f"the strategy failed, which is a bug in Dovetail: {done.failure}"
                problems = (Problem(f"the strategy failed: {done.failure}", done.details),)
        progress = worker.progress or Progress(0, 0, 0, len(self._inlined.program.checks), 0)
        return Claimed(
            Claims(notes=_so_far(progress), progress=progress),
            stopped=stopped,
            interrupted=done.ending is Ending.INTERRUPTED,
            peak_memory=peak,
            problems=problems,
            by=by,
        )


def _made(make: Make, inlined: Inlined, budget: Budget, ledger: Ledger) -> Strategy:
    return make(inlined, ledger, budget)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _so_far(progress: Progress) -> tuple[str, ...]:
    """What a strategy that was cut short would have said."""
    if not progress.rounds:
        return ("the search was still in its first round",)
    return (
        f"{progress.tests} tests, and {progress.regions} regions after {progress.rounds} rounds; "
        f"{progress.open_checks} checks were open",
    )
