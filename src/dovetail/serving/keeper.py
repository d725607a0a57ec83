"""The keeper of one request: a process between the server and the command.

It reads what the client says, forks the command, and waits for whichever is first: the command ends, and its
status is told; the client is gone, or says what cannot be understood; or the server is gone. In the last
three the command is ended, with all that it has started. Nothing that a client sends is read by the server
itself.

Whatever the command starts and leaves behind becomes a child of the keeper, so that nothing gets away. Its
temporary files are in a folder that is removed in the end.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from typing import NoReturn

from dovetail.processes.process_memory import descendants
from dovetail.serving.client import PASSED_ON
from dovetail.serving.messages import Damaged, Gone, Incoming, send, user_behind
from dovetail.serving.requests import Refused, Request, received

PATIENCE = 10.0
"""Seconds in which a request has to come: it is on its way when a client connects."""
_NUMBERS = {word: number for number, word in PASSED_ON.items()}
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_SIGNALLED = 128


def keep(connection: socket.socket, leash: int, command: Callable[[], None]) -> NoReturn:
    """Answer one client. The `leash` is a pipe whose other end the server holds for as long as it lives; the
    `command` is what does the work, by `sys.argv`."""
    try:
        with contextlib.suppress(Gone, OSError):  # nobody is there to be told
            _keep(connection, leash, command)
    except BaseException:  # noqa: BLE001 - a bug of ours: the server, whose standard error this is, goes on
        traceback.print_exc()
    finally:
        os._exit(0)


def _keep(connection: socket.socket, leash: int, command: Callable[[], None]) -> None:
    os.setsid()  # Ctrl-C at the server's terminal is the server's
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    incoming = Incoming(connection)
    try:
        if user_behind(connection) != os.geteuid():
            raise Refused("the server is another user's")
        request = received(incoming, time.monotonic() + PATIENCE)
        connection.settimeout(None)
        request.become()
    except Refused as why:
        send(connection, {"refused": str(why)})
        return
    tempfile.tempdir = None  # the client's environment says where
    scratch = tempfile.mkdtemp(prefix="dovetail-")
    try:
        child = _forked(request, scratch, [connection.fileno(), leash], command)
        for stream in request.streams:
            os.close(stream)
        status = _awaited(child, connection, incoming, leash)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    send(connection, {"status": status} if status is not None else {"refused": "the request is damaged"})


# ---- the command -------------------------------------------------------------------------------------------


def _forked(request: Request, scratch: str, ours: list[int], command: Callable[[], None]) -> int:
    keeper = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)  # until the child is ready for them
    child = os.fork()
    if child != 0:
        return child
    status = 1
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != keeper:  # it was quicker
            os._exit(status)
        os.setpgid(0, 0)
        for one in ours:
            os.close(one)
        tempfile.tempdir = scratch
        request.take_streams()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
        status = _run(command)
    finally:
        os._exit(status)


def _run(command: Callable[[], None]) -> int:
    """As Python ends a program."""
    try:
        command()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if status and not isinstance(end.code, int):
            print(end.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - what Python would do
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    return status & 0xFF


# ---- the keeper --------------------------------------------------------------------------------------------


def _awaited(child: int, connection: socket.socket, incoming: Incoming, leash: int) -> int | None:
    """The status of the command; None if what the client said could not be understood. Raises Gone when
    nobody waits for it any more. It has ended in any case, and all that it has started."""
    ended = os.pidfd_open(child)
    waiting = select.poll()
    for file in (ended, connection.fileno(), leash):
        waiting.register(file, select.POLLIN)
    try:
        while True:
            ready = {file for file, _ in waiting.poll()}
            if ended in ready:
                return _status(child)
            if leash in ready:
                raise Gone
            _pass_on(incoming, child)
    except (Damaged, TimeoutError):
        return None
    finally:
        _end_all()
        os.close(ended)


def _pass_on(incoming: Incoming, child: int) -> None:
    """The signals that the client tells of. Raises Gone and Damaged."""
    while True:
        number = _NUMBERS.get(incoming.message(time.monotonic() + PATIENCE).get("signal", ""))
        if number is None or len(incoming.streams) > 3:
            raise Damaged("neither a signal nor the end")
        os.kill(child, number)  # not waited for yet, so it is still the same process
        if not incoming.has_line:
            return


def _status(child: int) -> int:
    """As shells have it: a command that a signal has ended has one, too."""
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else _SIGNALLED - code


def _end_all() -> None:
    """All that this process has started, and all that those have: until nobody is left."""
    while True:
        for one in list(descendants(os.getpid())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)
