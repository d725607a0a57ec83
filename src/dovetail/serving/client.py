"""The client: a command line is handed to a server with all that belongs to it, and its status comes back.

What the command prints goes to the client's own streams, without a way through here. Ctrl-C and SIGTERM are
passed on, so that the command says what it knows by then; whoever ends the client in any other way ends the
command with it.

Imported where nothing else of Dovetail is: it begins at once.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any

from dovetail.serving.messages import Damaged, Gone, Incoming, send, user_behind
from dovetail.version import __version__

REFUSED, LOST = 2, 3
"""Statuses: as of bad usage, and of a verdict that is not known."""
PASSED_ON = {signal.SIGINT: "INT", signal.SIGTERM: "TERM"}


class NoServer(Exception):
    """Nobody there does what is asked for. Nothing has been done."""


class Lost(Exception):
    """The server has ended in the middle of it."""


def ask(
    address: str,
    arguments: Sequence[str],
    *,
    streams: tuple[int, int, int] = (0, 1, 2),
    folder: str | None = None,
    environment: Mapping[str, str] | None = None,
    text: tuple[str, str] = ("utf-8", "strict"),
    pass_on_signals: bool = False,
) -> int:
    """The exit status of `dovetail ARGUMENTS…`, which reads and writes these open files, in this folder and
    this environment (by default the caller's). `text` is how what is printed becomes bytes. Signals are
    passed on only if that is asked for, from the main thread. Raises NoServer and Lost.

    A command ends if its connection does: whoever has started this in a process or a thread of its own, and
    wants it ended, closes what `connected` gives to `asked`."""
    with connected(address) as connection:
        return asked(
            connection,
            arguments,
            streams=streams,
            folder=os.getcwd() if folder is None else folder,
            environment=os.environ if environment is None else environment,
            text=text,
            pass_on_signals=pass_on_signals,
        )


def connected(address: str) -> socket.socket:
    """A connection, good for one command. Raises NoServer."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(address)
        owner = user_behind(connection)
    except OSError as error:
        connection.close()
        raise NoServer(f"no server answers at {address}: {error.strerror or error}") from None
    except (ValueError, UnicodeError):
        connection.close()
        raise NoServer(f"no server can be at {address!r}") from None
    if owner != os.geteuid():  # it would be handed open files, and an environment
        connection.close()
        raise NoServer(f"the server at {address} is another user's")
    return connection


def asked(
    connection: socket.socket,
    arguments: Sequence[str],
    *,
    streams: tuple[int, int, int],
    folder: str,
    environment: Mapping[str, str],
    text: tuple[str, str],
    pass_on_signals: bool = False,
) -> int:
    """As `ask`, over a connection that is there. Closing that, or shutting it down, ends the command."""
    request: dict[str, Any] = {
        "version": __version__,
        "arguments": list(arguments),
        "folder": folder,
        "environment": dict(environment),
        "umask": _umask(),
        "text": list(text),
    }
    try:
        send(connection, request, streams)
    except OSError as error:
        raise Lost(str(error)) from None
    if pass_on_signals:
        _pass_on(connection)
    try:
        answer = Incoming(connection).message()
    except (Gone, Damaged, OSError) as error:
        raise Lost(str(error)) from None
    if isinstance(answer.get("refused"), str):
        raise NoServer(answer["refused"])
    status = answer.get("status")
    if not isinstance(status, int):
        raise Lost("no status was told")
    return status


def _umask() -> int:
    before = os.umask(0o077)
    os.umask(before)
    return before


def _pass_on(connection: socket.socket) -> None:
    def pass_on(number: int, frame: FrameType | None) -> None:
        with suppress(OSError):  # it is about to be found out
            send(connection, {"signal": PASSED_ON[signal.Signals(number)]})

    for number in PASSED_ON:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background
            signal.signal(number, pass_on)


def main(address: str, arguments: Sequence[str], last_line: str) -> int:
    """The command line, at a server: its status. What cannot be asked is told as bad usage is. What is lost
    on the way has the status of an unknown verdict, and the `last_line` that goes with it."""
    streams = [_open(number) for number in range(3)]
    out = sys.stdout
    text = ("utf-8", "strict") if out is None else (out.encoding, out.errors or "strict")
    try:
        return ask(
            address, arguments, streams=(streams[0], streams[1], streams[2]), text=text, pass_on_signals=True
        )
    except NoServer as error:
        print(f"error: {error}", file=sys.stderr)
        return REFUSED
    except Lost:
        print(f"error: the server at {address} has ended before the command did", file=sys.stderr)
        with suppress(OSError):
            os.write(streams[1], last_line.encode())
        return LOST


def _open(number: int) -> int:
    """The stream, or an empty one if whoever has started this has closed it."""
    try:
        os.fstat(number)
    except OSError:
        return os.open(os.devnull, os.O_RDWR)
    return number
