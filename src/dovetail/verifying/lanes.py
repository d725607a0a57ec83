"""The scheduler: strategies that work on one ledger side by side, each in a process of its own.

There are as many lanes as processors. Who is not on a lane is stopped where it is, and goes on from there at
its next turn. What one enters into its ledger is sent here and, if it is new, written into the journal, where
all others find it between their moves.

The rule. Each strategy has a share, by the kind of the program (`kinds`). Next is whoever has had the least
time for its share; time in which something was gained (a test that has seen something new, a fact that holds)
counts half. A turn is a quarter of a second at first, and later a tenth of the time since the start: so all
have begun after a second or two, and none is interrupted more often than a few dozen times. A strategy that
has ended leaves its time to the others. One that has no move left but may be woken rests: it has another turn
when somebody enters something that it may go on with, and ends when nobody is left who could. One whose
process had to be ended, because its solver took all the memory or broke, begins again from what is in the
ledger, once.

If moves are counted, nobody is stopped: each makes one move, all wait for the last, and what was entered is
handed on in the order of the strategies. Then the clock has no influence on who knows what when.

Not here: what strategies there are, and what becomes of what they claim.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from dovetail.ledger.entries import Entry, Exclusion, Violation
from dovetail.ledger.journal import Journal
from dovetail.ledger.ledger import Ledger
from dovetail.processes.confined import (
    INTERVAL,
    Confined,
    Ending,
    Line,
    Watch,
    interrupt,
    limit_memory,
    listen,
    start,
)
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.outcome import Claims, Progress
from dovetail.strategies.strategy import Strategy

FIRST_TURN, TURN = 0.25, 0.1
"""Seconds, and of the time since the start."""
GAINED = 0.5
"""So much counts the time of a turn in which something was gained."""
TELLING = 0.1
"""Seconds between two reports of progress; no eye is faster."""
RESTARTS = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """Make a move."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a strategy says at its end. The invariants are in the `exclusion`, if it has one."""

    claims: Claims
    exclusion: Exclusion | None = None


@dataclass(frozen=True, slots=True)
class Rests:
    """There is no move left, unless others enter something of these kinds; and what a strategy says if nobody
    does. It has read so many entries of the journal."""

    ended: Ended
    woken_by: tuple[type[Entry], ...]
    read: int


Exclude = Callable[[Strategy, Claims], Exclusion | None]
"""The proof of what is claimed, as it can be judged."""


@dataclass(frozen=True, slots=True)
class Job:
    """A strategy that may be asked. `share` is relative to those of the others."""

    name: str
    make: Callable[[Ledger], Strategy]
    share: float = 1.0
    get_ready: Callable[[], None] = lambda: None
    """What is to be done before its process is forked off: others may need it, too."""


@dataclass(slots=True, eq=False)
class Worker:
    """A strategy at work."""

    job: Job
    watch: Watch | None = None
    had: float = 0.0
    """Seconds, as the rule counts them."""
    since: float | None = None
    """When its turn began, if it is on a lane."""
    gained: bool = False
    began: int = 0
    heard: list[Entry] = field(default_factory=list)
    """Entered by it, and not handed on yet."""
    progress: Progress | None = None
    moved: bool = False
    rests: Rests | None = None
    woken: bool = False
    """There is something for one that rests."""
    peak_memory: int = 0
    done: Confined[Ended] | None = None

    @property
    def due(self) -> float:
        return self.had / self.job.share


@dataclass(frozen=True, slots=True)
class News:
    """Something to look at: a violation that is claimed, or how a strategy ended."""

    worker: Worker
    violation: Violation | None = None
    done: Confined[Ended] | None = None


class Lanes:
    """Runs while the `with` block does: whoever leaves it has enough, and ends all that is left."""

    def __init__(
        self,
        jobs: Sequence[Job],
        ledger: Ledger,
        exclude: Exclude,
        *,
        until: float,
        deadline: float,
        memory: int | None = None,
        lanes: int = 0,
        counted: bool = False,
        sharing: bool = True,
        watch: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """Strategies may begin something `until` then, and are ended at the `deadline`. `lanes` is how many
        may be at work at once: as many as there are processors, if it is zero."""
        self.workers = [Worker(job) for job in jobs]
        self.ledger = ledger
        self._until = until
        self._deadline = deadline
        self.memory = memory
        self._exclude = exclude
        self._lanes = lanes or processors()
        self._counted = counted
        self._sharing = sharing
        self._watch = watch
        self._journal = Journal()
        self._written: list[Entry] = []
        """All that is in the journal."""
        self._started = time.monotonic()
        self._news: list[News] = []
        self.interrupted = False
        self._shortened = False

    def __enter__(self) -> Lanes:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            if worker.watch is not None:
                worker.watch.discard()
                worker.watch = None
        self._journal.close()

    # What others see of it

    @property
    def watches(self) -> list[Watch]:
        return [worker.watch for worker in self.workers if worker.watch is not None]

    @property
    def progress(self) -> Progress:
        """Of all of them together."""
        made = [worker.progress for worker in self.workers if worker.progress is not None]
        return Progress(
            sum(one.rounds for one in made),
            sum(one.tests for one in made),
            sum(one.regions for one in made),
            min((one.open_checks for one in made), default=0),
            sum(one.solver_calls for one in made),
            octagons=sum(one.octagons for one in made),
        )

    @property
    def peak_memory(self) -> int:
        """Of the one that has used most."""
        for worker in self.workers:
            if worker.watch is not None:
                worker.peak_memory = max(worker.peak_memory, worker.watch.peak)
        return max((worker.peak_memory for worker in self.workers), default=0)

    def waits(self) -> bool:
        return any(one.violation is not None or _decides(one.done) for one in self._news)

    def enter(self, entry: Entry) -> None:
        """Something that was found out elsewhere, for all of them."""
        if self.ledger.enter(entry):
            self._write(entry)

    def _write(self, entry: Entry) -> None:
        self._journal.write(entry)
        self._written.append(entry)
        for worker in self.workers:
            self._tell(worker, entry)

    def _tell(self, worker: Worker, entry: Entry) -> None:
        if worker.rests is not None and worker.job.name != entry.author:
            worker.woken |= isinstance(entry, worker.rests.woken_by)

    def shorten(self, until: float) -> None:
        """The search may go on until then, if it would go on for longer."""
        if not self._shortened:
            self._shortened = True
            self._until = min(self._until, until)
            self._deadline = min(self._deadline, until)
            for watch in self.watches:
                watch.deadline = min(watch.deadline, until)

    def news(self) -> Iterator[News]:
        """As it comes, until all have ended. Of processes that had to be ended, because the time was over,
        what they had said by then comes as well."""
        interval = INTERVAL
        while True:
            while self._news:
                yield self._news.pop(0)
            if not any(worker.watch is not None or self._may_begin(worker) for worker in self.workers):
                return
            if self._nobody_is_left():
                self._end_rests()
                continue
            try:
                self.tick()
                if self.watches:
                    listen(self.watches, interval)
                    interval = limit_memory(self.watches, self.memory)
                self._collect()
            except KeyboardInterrupt:
                self.interrupted = True
                interrupt(self.watches)
                self._collect()

    # Turns

    def tick(self, busy: int = 0, *, resting: bool = False) -> None:
        """Whose turn is over is stopped, and whose turn it is begins or goes on; nobody's, if all rest."""
        if self._counted:
            if not busy:  # how long something else takes is a question of time
                self._one_move_each()
            return
        now = time.monotonic()
        if now >= self._until:
            self._finish()
            return
        turn = max(FIRST_TURN, TURN * (now - self._started))
        for worker in self.workers:
            if worker.since is not None and (worker.watch is None or now - worker.since >= turn):
                self._end_turn(worker, now)
        on_lanes = [worker for worker in self.workers if worker.since is not None]
        lanes = 0 if resting else max(self._lanes - busy, 1)
        free = lanes - len(on_lanes)
        for worker in on_lanes[: max(-free, 0)]:
            self._end_turn(worker, now)
        waiting = [worker for worker in self.workers if worker.since is None and self._may_go_on(worker)]
        waiting.sort(key=lambda worker: worker.due)  # and of equals in the order of the kind
        for worker in waiting[: max(free, 0)]:
            self._begin_turn(worker, now)
        for worker in waiting[max(free, 0) :]:
            if worker.watch is not None and not worker.watch.stopped:
                worker.watch.stop()

    def _end_turn(self, worker: Worker, now: float) -> None:
        assert worker.since is not None
        worker.had += (now - worker.since) * (GAINED if worker.gained else 1.0)
        worker.since, worker.gained = None, False

    def _begin_turn(self, worker: Worker, now: float) -> None:
        if worker.watch is None:
            self._begin(worker)
        elif worker.watch.stopped:
            worker.watch.go_on()
        self._wake(worker)
        worker.since = now

    def _wake(self, worker: Worker) -> None:
        if worker.woken and worker.watch is not None:
            worker.rests, worker.woken = None, False
            worker.watch.send(Turn())

    def _may_begin(self, worker: Worker) -> bool:
        late = self.interrupted or time.monotonic() >= self._until
        return worker.watch is None and worker.done is None and not late

    def _may_go_on(self, worker: Worker) -> bool:
        at_work = worker.watch is not None and (worker.rests is None or worker.woken)
        return at_work or self._may_begin(worker)

    def _nobody_is_left(self) -> bool:
        """Do all rest, with nobody to wake them?"""
        return not any(self._may_go_on(worker) for worker in self.workers)

    def _end_rests(self) -> None:
        for worker in self.workers:
            if worker.watch is not None and worker.rests is not None and not _over(worker):
                worker.watch.end(Ending.FINISHED)
        self._collect()

    def _finish(self) -> None:
        """The time is over: all go on for a moment, to say how far they have got."""
        self._end_rests()
        for watch in self.watches:
            if watch.stopped:
                watch.go_on()

    def _one_move_each(self) -> None:
        """When all have made their moves, what they have entered is handed on, and the next ones begin."""
        for worker in self.workers:
            if self._may_begin(worker):
                self._begin(worker)
                worker.moved = True
        if all(worker.moved or worker.watch is None for worker in self.workers):
            for worker in self.workers:
                self._hand_on(worker)
            for worker in self.workers:
                if worker.rests is not None:
                    worker.moved = not worker.woken
                    self._wake(worker)
                    continue
                worker.moved = False
                if worker.watch is not None:
                    worker.watch.send(Turn())

    # Processes

    def _begin(self, worker: Worker) -> None:
        worker.job.get_ready()
        worker.began += 1
        name, program = worker.job.name, self.ledger.program
        entered = list(self.ledger) if self._sharing else []
        self._journal.skip()

        def work(line: Line) -> Ended:
            return self._at_work(line, worker.job, Ledger(program, entered, author=name))

        worker.watch = start(work, lambda message: self._hear(worker, message), self._deadline)

    def _at_work(self, line: Line, job: Job, ledger: Ledger) -> Ended:
        """In the process of a strategy."""
        strategy = job.make(ledger)

        def posted(entry: Entry) -> None:
            if isinstance(entry, Violation):
                line.send(strategy.progress())  # it may be the last that is heard
            line.send(entry)

        ledger.posted = posted
        tell = _Teller(line, 0.0 if self._counted else TELLING)
        waits, read = self._counted, len(self._written)
        while True:
            if waits:
                line.receive()
            waits = self._counted
            if self._sharing:
                for entry in self._journal.read():
                    read += 1
                    ledger.enter(entry)
            moved = strategy.move()
            tell(strategy.progress())
            if moved is not None:
                if self._counted:
                    line.send(Moved())
                continue
            claims = strategy.claims()
            ended = Ended(claims.without_proof(), self._exclude(strategy, claims))
            if not (self._sharing and strategy.woken_by) or claims.complete or strategy.budget.spent():
                return ended
            line.send(Rests(ended, strategy.woken_by, read))
            waits = True

    def _hear(self, worker: Worker, message: Any) -> None:
        match message:
            case Entry():
                worker.heard.append(message)
                if not self._counted:
                    self._hand_on(worker)
            case Progress():
                worker.progress = message
                self._watch(message)
            case Moved():
                worker.moved = True
            case Rests(ended=ended):
                worker.rests, worker.moved = message, True
                worker.progress = ended.claims.progress
                for entry in self._written[message.read :]:
                    self._tell(worker, entry)

    def _hand_on(self, worker: Worker) -> None:
        for entry in worker.heard:
            if isinstance(entry, Violation):
                self._news.append(News(worker, violation=entry))  # for the others once it is confirmed
            elif self.ledger.enter(entry):
                worker.gained = True
                self._write(entry)
        worker.heard.clear()

    def _collect(self) -> None:
        """Those that have ended. If moves are counted, nobody is told before all have made theirs."""
        if self._counted and not all(w.moved or w.watch is None or _over(w) for w in self.workers):
            return
        for worker in self.workers:
            if not _over(worker):
                continue
            assert worker.watch is not None
            done: Confined[Ended] = worker.watch.bury(self.memory)
            worker.watch = None
            worker.peak_memory = max(worker.peak_memory, done.peak_memory)
            if done.value is None and worker.rests is not None:
                done = Confined(Ending.FINISHED, worker.rests.ended, done.peak_memory)
            if done.value is not None:
                worker.progress = done.value.claims.progress
            if self._counted:
                self._hand_on(worker)
            if self._begins_again(worker, done):
                continue
            worker.done = done
            if done.value is not None and done.value.exclusion is not None:
                self.ledger.enter(done.value.exclusion)
            self._news.append(News(worker, done=done))

    def _begins_again(self, worker: Worker, done: Confined[Ended]) -> bool:
        """Was it ended for a reason that need not be one the next time?"""
        lost = done.ending is Ending.OUT_OF_MEMORY or (done.ending is Ending.FAILED and not done.details)
        return lost and not self._counted and worker.began <= RESTARTS and time.monotonic() < self._until


def _over(worker: Worker) -> bool:
    return worker.watch is not None and worker.watch.ending is not None


def _decides(done: Confined[Ended] | None) -> bool:
    return done is not None and done.value is not None and done.value.claims.complete


def processors() -> int:
    """As many lanes there are, unless told otherwise."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Teller:
    """Tells how far a strategy has got, not more often than anyone can look."""

    def __init__(self, line: Line, pause: float) -> None:
        self._line = line
        self._pause = pause
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._line.send(progress)
            self._next = now + self._pause
