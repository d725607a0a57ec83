"""Work in a process of its own, within limits of time and memory.

A solver that has lost its way answers neither exceptions nor signals of Python's; what can be relied on is
to end the process that it runs in. So whatever may take long is forked off, with everything that is known
at that point, and sends back what it finds as it finds it: what has been sent before a limit is reached is
not lost.

Several works can be done at the same time: one is waited for, and what goes on beside it (`lanes`) is watched
meanwhile. A child can be stopped, and goes on where it was when it is told to.

The child is the head of a process group, which is ended with it, and dies with its parent. Memory is
watched from outside, as resident size of the child and all that it has started: a limit on address space
would count what solvers reserve and never use. A process that was itself forked off here counts what it
holds, too.

Not here: what the work is. Messages and results are pickled, so they are plain data; expressions are not.
"""

from __future__ import annotations

import copyreg
import ctypes
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from io import BytesIO
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from dovetail.processes.process_memory import Meter, held, private, resident
from dovetail.quick_dataclass import dataclass

T = TypeVar("T")
Send = Callable[[Any], None]

INTERVAL, SHORT_INTERVAL = 0.02, 0.005
"""Seconds between two looks at the clock and at the memory, the short one when half of the memory is used. A
process can fill some 2 GB in a second."""
ROOM, PART_OF_ROOM = 64 << 20, 0.2
"""Bytes of the memory, a fifth of it at most, that are left free: processes grow until somebody looks, and
those that were ended take a moment to give back what they hold."""
_PR_SET_PDEATHSIG = 1
ENDED = "the process ended by "
KILLED = f"{ENDED}SIG"
"""So begins what is told of a process that a signal has ended."""


class Ending(Enum):
    FINISHED = "finished"
    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
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
    beside: Beside | None = None,
    alone: float = 0.0,
) -> Confined[T]:
    """Do the work in a child process, until `deadline` (of `time.monotonic`), in so many bytes. It is given a
    function that sends a message to `hear`.

    Ctrl-C ends the child, not the caller: it is one of the endings. So is whatever the work raises. What is
    `beside` it goes on, until its own deadline, and in the same memory: it gives way. It ends with Ctrl-C,
    too; it does not move before the time when this is no longer `alone`. If something waits there, it waits
    for half of the time that is left, at most.
    """
    watch = start(lambda line: work(line.send), hear or _not_heard, deadline)
    awaited = False
    interval = INTERVAL
    lanes: Sequence[Watch] = ()
    try:
        while watch.ending is None:
            if beside is not None:
                beside.tick(busy=1, resting=time.monotonic() < alone)
                lanes = beside.watches
            listen([watch, *lanes], interval)
            if memory is not None:
                interval = limit_memory([watch, *lanes], memory, first=watch)
            elif beside is not None:
                interval = limit_memory(lanes, beside.memory)
            if not awaited and beside is not None and beside.waits():
                awaited = True
                watch.deadline -= max(watch.deadline - time.monotonic(), 0.0) / 2
    except KeyboardInterrupt:
        interrupt([watch, *lanes])
    finally:
        done = watch.bury(memory)
    return done


class Beside(Protocol):
    """What goes on meanwhile, in processes of its own."""

    memory: int | None

    @property
    def watches(self) -> Sequence[Watch]:
        """Of those that have not ended, or have not been told of yet."""
        ...

    def tick(self, busy: int, *, resting: bool) -> None:
        """A moment has passed, and so many other processes are at work; all of these may have to rest."""
        ...

    def waits(self) -> bool:
        """Is there something that ought to be looked at soon?"""
        ...


def _not_heard(message: Any) -> None:
    pass


class Line:
    """The child's end of the pipe."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, content: Any) -> None:
        _send(self._connection, _Message(content))

    def receive(self) -> Any:
        """What the parent says next: it is waited for."""
        return pickle.loads(self._connection.recv_bytes())


def start(
    work: Callable[[Line], T], hear: Callable[[Any], None], deadline: float, *, interruptible: bool = False
) -> Watch:
    """The work, in a child process. Ctrl-C is the parent's to answer, unless the child is `interruptible`."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # or the child would have the same text to print
    here, there = Pipe(duplex=True)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _be_the_child(work, here, there, parent, interruptible)
    there.close()
    with suppress(OSError):
        os.setpgid(child, child)  # the child does so, too: whoever comes first
    return Watch(child, here, hear, deadline)


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


_counted = False
"""Is what this process holds part of what is limited? It is if it was forked off here, or is a command."""


def count_this_process() -> None:
    """This process is there for the work alone: its memory is part of what the work takes."""
    global _counted
    _counted = True


def own_memory() -> int:
    """What this process holds, if that is part of what is limited."""
    return resident(os.getpid()) if _counted else 0


def _be_the_child(
    work: Callable[[Line], T], there: Connection, writer: Connection, parent: int, interruptible: bool
) -> NoReturn:
    """Never returns: what the parent has set up around its call must not be torn down twice."""
    count_this_process()
    try:
        _leave_the_parents_group(parent, interruptible)
        there.close()
        result = work(Line(writer))
        _send(writer, _Result(result))
    except MemoryError:
        _send(writer, _Failure(True, "out of memory", ""))
    except BaseException as error:  # noqa: BLE001 - the parent says what to make of it
        summary = f"{type(error).__name__}: {error}"
        _send(writer, _Failure(False, summary, "".join(traceback.format_exception(error))))
    finally:
        os._exit(0)


def _send(writer: Connection, message: _Message | _Result | _Failure) -> None:
    """A library may have told all processes to send of an exception what it came from, too, which need not be
    plain data (tblib does, for Dask): here it goes as Python has it."""
    table = copyreg.dispatch_table
    content = BytesIO()
    pickler = pickle.Pickler(content)
    pickler.dispatch_table = {of: how for of, how in table.items() if not issubclass(of, BaseException)}
    pickler.dump(message)
    writer.send_bytes(content.getvalue())


def _leave_the_parents_group(parent: int, interruptible: bool) -> None:
    os.setpgid(0, 0)
    # It is the parent's to decide what Ctrl-C means.
    signal.signal(signal.SIGINT, signal.default_int_handler if interruptible else signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with(parent)


def end_with(parent: int) -> None:
    """This process is killed when the one ends that has started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it was quicker
            os._exit(0)


# ---- the parent --------------------------------------------------------------------------------------------


def listen(watches: Sequence[Watch], interval: float = INTERVAL) -> None:
    """To all of them, for a moment; then a look at the clock."""
    running = [watch for watch in watches if watch.ending is None]
    if not running:
        return
    left = min(watch.deadline for watch in running) - time.monotonic()
    ready = wait([watch.reader for watch in running], max(min(interval, left), 0))
    for watch in running:
        if watch.reader in ready and not watch.receive():
            watch.ending = Ending.FINISHED
        elif time.monotonic() >= watch.deadline:  # even if it never stops talking
            watch.end(Ending.OUT_OF_TIME)


def limit_memory(watches: Sequence[Watch], memory: int | None, first: Watch | None = None) -> float:
    """End the one that uses most if together they use too much: the `first` only if it is the last. How soon
    to look again."""
    used = {watch: watch.look() for watch in watches if watch.ending is None}
    own = own_memory()
    together = own + sum(used.values())
    if not used or memory is None or together < memory / 2:
        return INTERVAL
    most = memory - min(ROOM, PART_OF_ROOM * memory)
    if _counted and together > most:
        # Most of what they hold may be what this process holds as well.
        together = _meter.read(lambda: own + sum(private(watch.child) for watch in used)) or 0
    if together > most:
        max(used, key=lambda watch: (watch is not first, used[watch])).end(Ending.OUT_OF_MEMORY)
    return SHORT_INTERVAL


_meter = Meter()


def interrupt(watches: Sequence[Watch]) -> None:
    for watch in watches:
        if watch.ending is None:
            watch.end(Ending.INTERRUPTED)


class Watch:
    """The parent's side of one child."""

    def __init__(self, child: int, reader: Connection, hear: Callable[[Any], None], deadline: float) -> None:
        self.child = child
        self.reader = reader
        self.deadline = deadline
        self._hear = hear
        self.peak = 0
        self._last: _Result | _Failure | None = None
        self.ending: Ending | None = None
        self.stopped = False

    def send(self, content: Any) -> None:
        """For a child that waits for it; one that has ended meanwhile is found out elsewhere."""
        with suppress(OSError):
            self.reader.send_bytes(pickle.dumps(content))

    def stop(self) -> None:
        """The child, and all that it has started, wait where they are until they are told to go on."""
        self._signal(signal.SIGSTOP)
        self.stopped = True

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)
        self.stopped = False

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.child, number)

    def look(self) -> int:
        """The memory that it uses."""
        used = held(self.child)
        self.peak = max(self.peak, used)
        return used

    def receive(self) -> bool:
        """One message; False at the end of all messages, also if it comes in the middle of one.

        There may be more of it than there is room for on the way: a child that was stopped while it sent it
        goes on until all has come, or both would wait for ever."""
        stopped = self.stopped
        try:
            if stopped:
                self.go_on()
            message = pickle.loads(self.reader.recv_bytes())
        except (EOFError, OSError):
            return False
        finally:
            if stopped:
                self.stop()
        if isinstance(message, _Message):
            self._hear(message.content)
        else:
            self._last = message
        return True

    def bury(self, memory: int | None) -> Confined[Any]:
        """End the child and all that it has started, hear what it had already sent, and leave no zombie."""
        self._kill()
        while self.reader.poll(0) and self.receive():
            pass
        _, status, usage = os.wait4(self.child, 0)
        self.reader.close()
        return self._judge(memory, max(self.peak, usage.ru_maxrss * 1024), status)

    def discard(self) -> None:
        """The same, if nobody wants to hear it any more."""
        self._kill()
        os.wait4(self.child, 0)
        self.reader.close()

    def end(self, ending: Ending) -> None:
        """End it before its time. What it had already sent is still heard when it is buried."""
        self.ending = ending
        self._kill()

    def _kill(self) -> None:
        try:
            os.killpg(self.child, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(self.child, signal.SIGKILL)  # it had no time yet to make a group of its own

    def _judge(self, memory: int | None, peak: int, status: int) -> Confined[Any]:
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
        return Confined(Ending.FAILED, None, peak, f"{ENDED}{_how(status)}")


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"itself, with status {os.waitstatus_to_exitcode(status)}"
