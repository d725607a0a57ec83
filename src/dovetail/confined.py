"""Work in a process of its own, within limits of time and memory.

A solver that has lost its way answers neither exceptions nor signals of Python's; what can be relied on is
to end the process that it runs in. So whatever may take long is forked off, with everything that is known
at that point, and sends back what it finds as it finds it: what has been sent before a limit is reached is
not lost.

The child is the head of a process group, which is ended with it, and dies with its parent. Memory is
watched from outside, as resident size of the child and all that it has started: a limit on address space
would count what solvers reserve and never use.

Not here: what the work is. Messages and results are pickled, so they are plain data; expressions are not.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
Send = Callable[[Any], None]

_INTERVAL = 0.02
"""Seconds between two looks at the clock and at the memory. A process can fill some 2 GB in a second."""
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PR_SET_PDEATHSIG = 1


class Ending(Enum):
    FINISHED = "finished"
    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
    OVERTAKEN = "overtaken"  # another work has found enough
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class LimitReached(Exception):
    """What was asked for could not be found out within the limits: for the user, one line."""


@dataclass(frozen=True, slots=True)
class Confined(Generic[T]):
    """How the work ended. There is a value only if it has finished, and a failure only if it has failed."""

    ending: Ending
    value: T | None
    peak_memory: int
    failure: str = ""
    """One line."""
    details: str = ""
    """The traceback, where there is one."""


def confined(
    work: Callable[[Send], T],
    *,
    deadline: float,
    memory: int | None = None,
    hear: Callable[[Any], None] | None = None,
) -> Confined[T]:
    """Do the work in a child process, until `deadline` (of `time.monotonic`), in so many bytes. It is given a
    function that sends a message to `hear`.

    Ctrl-C ends the child, not the caller: it is one of the endings. So is whatever the work raises.
    """
    hears = None if hear is None else [hear]
    (done,) = confined_together([work], deadline=deadline, memory=memory, hears=hears)
    return done


def confined_together(
    works: Sequence[Callable[[Send], T]],
    *,
    deadline: float,
    memory: int | None = None,
    hears: Sequence[Callable[[Any], None]] | None = None,
    enough: Callable[[T], bool] = lambda value: False,
) -> list[Confined[T]]:
    """Do several works at the same time, each in a child process. When one has finished with `enough`, the
    others are overtaken, and end. The memory is for all of them; if it is used up, the one that uses most is
    ended."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # or the children would have the same text to print
    watches: list[_Watch] = []
    try:
        for number, work in enumerate(works):
            hear = (lambda message: None) if hears is None else hears[number]
            watches.append(_started(work, hear))
        _until_the_end(watches, deadline, memory, enough)
    except KeyboardInterrupt:
        for watch in watches:
            watch.ending = watch.ending or Ending.INTERRUPTED
    finally:
        buried = [watch.bury() for watch in watches]
    return [watch.judge(memory, *end) for watch, end in zip(watches, buried, strict=True)]


def _started(work: Callable[[Send], T], hear: Callable[[Any], None]) -> _Watch:
    reader, writer = Pipe(duplex=False)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _be_the_child(work, reader, writer, parent)
    writer.close()
    return _Watch(child, reader, hear)


# ---- the child ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Message:
    content: Any


@dataclass(frozen=True, slots=True)
class _Result:
    value: Any


@dataclass(frozen=True, slots=True)
class _Failure:
    memory: bool
    summary: str
    details: str


def _be_the_child(work: Callable[[Send], T], reader: Connection, writer: Connection, parent: int) -> NoReturn:
    """Never returns: what the parent has set up around its call must not be torn down twice."""
    try:
        _leave_the_parents_group(parent)
        reader.close()
        result = work(lambda content: _send(writer, _Message(content)))
        _send(writer, _Result(result))
    except MemoryError:
        _send(writer, _Failure(True, "out of memory", ""))
    except BaseException as error:  # noqa: BLE001 - the parent says what to make of it
        summary = f"{type(error).__name__}: {error}"
        _send(writer, _Failure(False, summary, "".join(traceback.format_exception(error))))
    finally:
        os._exit(0)


def _send(writer: Connection, message: _Message | _Result | _Failure) -> None:
    writer.send_bytes(pickle.dumps(message))


def _leave_the_parents_group(parent: int) -> None:
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the parent's to decide what Ctrl-C means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was quicker
            os._exit(0)


# ---- the parent --------------------------------------------------------------------------------------------


def _until_the_end(
    watches: Sequence[_Watch], deadline: float, memory: int | None, enough: Callable[[Any], bool]
) -> None:
    """Listen to all of them, and look at the clock and at the memory in between."""
    while running := [watch for watch in watches if watch.ending is None]:
        left = min(_INTERVAL, deadline - time.monotonic())
        ready = wait([watch.reader for watch in running], max(left, 0))
        for watch in running:
            if watch.reader in ready and not watch.receive():
                watch.ending = Ending.FINISHED
                if watch.value is not None and enough(watch.value.value):
                    for other in running:
                        other.ending = other.ending or Ending.OVERTAKEN
        used = {watch: watch.look() for watch in running if watch.ending is None}
        if used and memory is not None and sum(used.values()) > memory:
            most = max(used, key=used.__getitem__)
            most.ending = Ending.OUT_OF_MEMORY
            most.end()
        if time.monotonic() >= deadline:
            for watch in running:
                watch.ending = watch.ending or Ending.OUT_OF_TIME


class _Watch:
    """The parent's side of one child."""

    def __init__(self, child: int, reader: Connection, hear: Callable[[Any], None]) -> None:
        self._child = child
        self.reader = reader
        self._hear = hear
        self._peak = 0
        self._last: _Result | _Failure | None = None
        self.ending: Ending | None = None

    @property
    def value(self) -> _Result | None:
        return self._last if isinstance(self._last, _Result) else None

    def look(self) -> int:
        """The memory that it uses."""
        used = _resident(self._child)
        self._peak = max(self._peak, used)
        return used

    def receive(self) -> bool:
        """One message; False at the end of all messages, also if it comes in the middle of one."""
        try:
            message = pickle.loads(self.reader.recv_bytes())
        except (EOFError, OSError):
            return False
        if isinstance(message, _Message):
            self._hear(message.content)
        else:
            self._last = message
        return True

    def bury(self) -> tuple[int, int]:
        """End the child and all that it has started, hear what it had already sent, and leave no zombie. Its
        peak of memory, and the status that it ended with."""
        self.end()
        while self.reader.poll(0) and self.receive():
            pass
        _, status, usage = os.wait4(self._child, 0)
        self.reader.close()
        return max(self._peak, usage.ru_maxrss * 1024), status

    def end(self) -> None:
        try:
            os.killpg(self._child, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self._child, signal.SIGKILL)  # it had no time yet to make a group of its own

    def judge(self, memory: int | None, peak: int, status: int) -> Confined[Any]:
        match self._last:
            case _Result(value):  # it may have come in the last moment
                return Confined(Ending.FINISHED, value, peak)
            case _Failure(memory=True):
                return Confined(Ending.OUT_OF_MEMORY, None, peak)
            case _Failure(_, summary, details):
                return Confined(Ending.FAILED, None, peak, summary, details)
        if self.ending is not None and self.ending is not Ending.FINISHED:
            return Confined(self.ending, None, peak)
        # The end of all messages without a last one. A solver that gets no memory ends the process.
        if memory is not None and peak > memory * 0.9:
            return Confined(Ending.OUT_OF_MEMORY, None, peak)
        return Confined(Ending.FAILED, None, peak, f"the process ended by {_how(status)}")


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"itself, with status {os.waitstatus_to_exitcode(status)}"


def _resident(pid: int) -> int:
    """The bytes in memory of a process and those that it has started; 0 of one that has ended."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            total = int(file.read().split()[1]) * _PAGE
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:
            children = file.read().split()
    except (OSError, IndexError):
        return 0
    return total + sum(_resident(int(child)) for child in children)
