"""The server: it waits at a socket, and forks a keeper for every client. It reads nothing that they send.

What it has imported, every command has from the start. It holds nothing else: no request knows of another,
and nothing is left of one when it has ended.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from dovetail.serving.address import Listener, listening
from dovetail.serving.keeper import keep

_LOOK = 5.0
"""Seconds between two looks at whether the socket can still be reached."""
_FULL = 0.1
"""Seconds of rest when the machine has no process or no file left."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


def serve(path: Path, command: Callable[[], None], ready: Callable[[], None]) -> None:
    """Answer requests at this path, until SIGINT or SIGTERM, or until it cannot be reached any more.
    `command` does what `sys.argv` says; it is called in processes of its own. Somebody is told once all is
    `ready`. Requests that are at work in the end are ended. Raises InputError if the path cannot be had."""
    _keep_standard_streams()
    gc.collect()
    gc.freeze()  # or whoever is forked off would copy all that it only looks at
    with listening(path) as listener, _leash() as leash, _woken() as signals:
        ready()
        _until_ended(listener, leash, signals, command)


def _keep_standard_streams() -> None:
    """Numbers below three are the standard streams': a socket must not be one of them by chance."""
    while True:
        file = os.open(os.devnull, os.O_RDWR)
        if file > 2:
            os.close(file)
            return


class _Leash:
    """A pipe that ends with the server, however that ends: who holds the other end is told by that."""

    def __init__(self) -> None:
        self.theirs, self._ours = os.pipe()

    def let_go(self) -> None:
        """In a process that was forked off."""
        os.close(self._ours)


@contextmanager
def _leash() -> Iterator[_Leash]:
    made = _Leash()
    try:
        yield made
    finally:
        made.let_go()
        os.close(made.theirs)


class _Signals:
    """Signals wake whoever polls, and are remembered."""

    def __init__(self) -> None:
        self.woken, self.waker = os.pipe()
        for end in (self.woken, self.waker):
            os.set_blocking(end, False)
        self.ended = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.ended = self.ended or number in _ENDING

    def rest(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self.woken, 512):
                pass

    def let_go(self) -> None:
        """In a process that was forked off: signals are what they are anywhere."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in _ENDING:
            signal.signal(number, signal.SIG_IGN)
        os.close(self.woken)
        os.close(self.waker)


@contextmanager
def _woken() -> Iterator[_Signals]:
    signals = _Signals()
    before = {number: signal.signal(number, signals) for number in (*_ENDING, signal.SIGCHLD)}
    signal.set_wakeup_fd(signals.waker, warn_on_full_buffer=False)
    try:
        yield signals
    finally:
        signal.set_wakeup_fd(-1)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(signals.woken)
        os.close(signals.waker)


def _until_ended(listener: Listener, leash: _Leash, signals: _Signals, command: Callable[[], None]) -> None:
    waiting = select.poll()
    for file in (listener.socket.fileno(), signals.woken):
        waiting.register(file, select.POLLIN)
    while not signals.ended and listener.is_there:
        ready = {file for file, _ in waiting.poll(_LOOK * 1000)}
        signals.rest()
        _bury()
        if listener.socket.fileno() not in ready or signals.ended:
            continue
        try:
            connection, _ = listener.socket.accept()
        except ConnectionError:
            continue
        except OSError as error:
            print(f"no request can be taken now: {error.strerror}", file=sys.stderr, flush=True)
            time.sleep(_FULL)
            continue
        with connection:
            _fork(connection, listener, leash, signals, command)


def _fork(
    connection: socket.socket,
    listener: Listener,
    leash: _Leash,
    signals: _Signals,
    command: Callable[[], None],
) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    try:
        child = os.fork()
    except OSError as error:
        print(f"a request is refused: {error.strerror}", file=sys.stderr, flush=True)
        return
    if child == 0:
        signals.let_go()
        leash.let_go()
        listener.socket.close()
        keep(connection, leash.theirs, command)


def _bury() -> None:
    """The keepers that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
