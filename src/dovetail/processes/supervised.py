"""All of a command's work in a process of its own, from the first byte that is read.

The compiler may need any time and any memory for a few lines, and so may whatever reads its answer. So
nothing is read in the process that has to give the answer: that one only keeps the limits, and what it has
been told when they are reached is the answer.

The work in turn forks off what may take long (`confined`). It keeps the limits by itself where it can, and
then there is more to say; the limits here are those behind them. What it starts ends with it, and its
temporary files are in a folder that is removed when it has ended, however that was.

Ctrl-C is passed on: the work ends what it has begun, and says what it knows by then. The second one ends it.
"""

from __future__ import annotations

import math
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.bad_input import InputError
from dovetail.processes.confined import (
    INTERVAL,
    SHORT_INTERVAL,
    Confined,
    Ending,
    LimitReached,
    Send,
    Watch,
    listen,
    own_memory,
    start,
)
from dovetail.processes.process_memory import Meter, descendants, held, taken, unshared
from dovetail.quick_dataclass import dataclass
from dovetail.report.quantities import duration, size

if TYPE_CHECKING:
    from dovetail.frontend.load import Loaded
    from dovetail.frontend.probes import Probing

T = TypeVar("T")
M = TypeVar("M")

_MARGIN, _MOST = 1.02, 1.07
"""Of the memory: what the work limits itself comes to its limit before, and is given a moment to end."""
_MOMENT = 0.1

READING = "reading the program took all the time"
"""So begins what is said where there was no time for more."""


class Broken(Exception):
    """A bug in Dovetail, found in another process. `details` is its traceback there."""

    def __init__(self, summary: str, details: str) -> None:
        super().__init__(summary)
        self.details = details


@dataclass(frozen=True, slots=True)
class _Interrupted:
    """What comes of work that was interrupted where it has nothing to say."""


@dataclass(slots=True)
class Allowed:
    """The limits. `until` is when the work is ended, a value of `time.monotonic()`, and may be changed by
    whoever hears from it: there is more time for what has almost been found than for reading."""

    until: float
    memory: int


def supervised(
    work: Callable[[Send], T],
    allowed: Allowed,
    hear: Callable[[Any], None] = lambda message: None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Confined[T]:
    """Do the work in a child process. Bad input is raised here, as `Broken` is; every other way to end is an
    ending. What is to be done `meanwhile` takes a moment at most, and is done before the limits are looked
    at."""
    with tempfile.TemporaryDirectory(prefix="dovetail-", ignore_cleanup_errors=True) as scratch:

        def attempt(send: Send) -> T | Exception | _Interrupted:
            tempfile.tempdir = scratch
            try:
                return work(send)
            except KeyboardInterrupt:
                return _Interrupted()
            except Exception as error:
                if _is_answer(error):
                    return error
                raise

        with _signals() as signals:
            watch = start(lambda line: attempt(line.send), hear, allowed.until, interruptible=True)
            try:
                meanwhile()
                _keep_to(allowed, watch, signals)
            finally:
                if watch.ending is not Ending.FINISHED:
                    _end_all(watch.child)
                done = watch.bury(allowed.memory)
    match done:
        case Confined(value=_Interrupted()):
            return Confined(Ending.INTERRUPTED, None, done.peak_memory)
        case Confined(value=Exception() as error):
            raise error
        case Confined(Ending.FAILED):
            raise Broken(done.failure, done.details)
    return done


def _is_answer(error: Exception) -> bool:
    """What the work may raise for whoever called: it is raised there."""
    from dovetail.execution.native import ToolchainError  # large; where it is raised, it is there

    return isinstance(error, (InputError, ToolchainError, LimitReached))


Load = Callable[["Probing | None"], "Loaded"]


@dataclass(frozen=True, slots=True)
class _HasRead:
    """The program has been read."""


def within(
    work: Callable[[Load, Callable[[M], None]], T],
    reading: Reading,
    limits: Limits,
    watch: Callable[[M], None] | None = None,
) -> T:
    """Do what reads a program, with the function that it is given, and then keeps to its time by itself.
    Raises LimitReached where reading takes all of it, or anything all the memory."""
    allowed = Allowed(limits.deadline, limits.memory)
    has_read = False

    def attempt(send: Send) -> T:
        def load_and_tell(probing: Probing | None) -> Loaded:
            loaded = reading.load(probing)
            send(_HasRead())
            return loaded

        return work(load_and_tell, send)

    def hear(message: M | _HasRead) -> None:
        nonlocal has_read
        if isinstance(message, _HasRead):
            has_read = True
            allowed.until = math.inf
        elif watch is not None:
            watch(message)

    done = supervised(attempt, allowed, hear)
    if done.value is not None:
        return done.value
    if done.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt
    if has_read:
        raise LimitReached(f"the limit of {size(limits.memory)} of memory was reached")
    raise LimitReached(reading_ended(done, limits))


def reading_ended(done: Confined[Any], limits: Limits) -> str:
    """Why there is nothing to say of a program, in words."""
    match done.ending:
        case Ending.OUT_OF_MEMORY:
            return f"reading the program took all the memory ({size(limits.memory)})"
        case Ending.INTERRUPTED:
            return "it was interrupted while the program was read"
        case _:
            return f"{READING} ({duration(limits.timeout)})"


def _keep_to(allowed: Allowed, watch: Watch, signals: _Signals) -> None:
    meter = Meter()
    much, most = allowed.memory * _MARGIN, allowed.memory * _MOST
    interval = INTERVAL
    over_since: float | None = None
    passed_on = 0
    while watch.ending is None:
        watch.deadline = allowed.until
        listen([watch], interval)
        if watch.ending is not None:
            break
        if signals.count > passed_on:
            passed_on = signals.count
            if passed_on > 1:
                watch.end(Ending.INTERRUPTED)
                break
            os.kill(watch.child, signal.SIGINT)
        used: float = own_memory() + held(watch.child)
        interval = SHORT_INTERVAL if used > allowed.memory / 2 else INTERVAL
        if used > much:
            exactly = meter.read(lambda: _exactly(watch))
            used = much if exactly is None and over_since is not None else exactly or 0
        watch.peak = max(watch.peak, int(used))
        if used < much:
            over_since = None
            continue
        now = time.monotonic()
        over_since = now if over_since is None else over_since
        if used > most or now - over_since > _MOMENT:
            watch.end(Ending.OUT_OF_MEMORY)


def _exactly(watch: Watch) -> int:
    """The memory that all of it takes, with shared pages counted once."""
    return taken(watch.child) + (unshared(os.getpid()) if own_memory() else 0)


def _end_all(pid: int) -> None:
    """What it has started has groups of its own, and would die with it, but only one after the other."""
    for one in list(descendants(pid)):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


class _Signals:
    """How often somebody has asked for the end."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.count += 1


@contextmanager
def _signals() -> Iterator[_Signals]:
    """Signals that would be KeyboardInterrupt are counted: what raises an exception anywhere could do so in
    the middle of a message."""
    signals = _Signals()
    ours: list[signal.Signals] = []
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is signal.default_int_handler:
                signal.signal(number, signals)
                ours.append(number)
    try:
        yield signals
    finally:
        for number in ours:
            signal.signal(number, signal.default_int_handler)
