"""A request, as it came from a client: everything in it is looked at before anything is done.

Not here: what is done with it (`keeper`).
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import time
from typing import Any

from dovetail.quick_dataclass import dataclass
from dovetail.serving.messages import STREAMS, Damaged, Incoming
from dovetail.version import __version__


class Refused(Exception):
    """What is asked for is not done, and why."""


@dataclass(frozen=True, slots=True)
class Request:
    arguments: tuple[str, ...]
    folder: str
    environment: tuple[tuple[str, str], ...]
    umask: int
    encoding: str
    errors: str
    streams: tuple[int, ...]

    def become(self) -> None:
        """This process is one that the client could have started: with its folder, environment and command
        line. Raises Refused."""
        os.umask(self.umask)
        os.environ.clear()
        os.environ.update(self.environment)
        time.tzset()
        try:
            os.chdir(self.folder)
        except OSError as error:
            raise Refused(f"{self.folder}: {error.strerror}") from None
        sys.argv = ["dovetail", *self.arguments]

    def take_streams(self) -> None:
        """The client's streams are this process's standard ones."""
        for number, stream in enumerate(self.streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(  # type: ignore[misc]
            io.BufferedReader(io.FileIO(0, closefd=False)), self.encoding, self.errors
        )
        sys.stdout = sys.__stdout__ = self._writing(1, self.errors, os.isatty(1))  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = self._writing(2, "backslashreplace", True)  # type: ignore[misc]

    def _writing(self, number: int, errors: str, by_line: bool) -> io.TextIOWrapper:
        file = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        return io.TextIOWrapper(file, self.encoding, errors, line_buffering=by_line)


def received(incoming: Incoming, until: float) -> Request:
    """The first message of a client, waited for `until`. Raises Refused, and Gone if there is no client."""
    try:
        message = incoming.message(until)
    except TimeoutError:
        raise Refused("no request came") from None
    except Damaged as error:
        raise Refused(f"the request is damaged: {error}") from None
    version = message.get("version")
    if version != __version__:
        raise Refused(f"the server is dovetail {__version__}, and was asked by {version}")
    if len(incoming.streams) != STREAMS:
        raise Refused(f"the request is damaged: {len(incoming.streams)} streams, and not three")
    try:
        return _of(message, tuple(incoming.streams))
    except (KeyError, TypeError, ValueError, LookupError) as error:
        raise Refused(f"the request is damaged: {type(error).__name__}: {error}") from None


def _of(message: dict[str, Any], streams: tuple[int, ...]) -> Request:
    encoding, errors = _words(message["text"])
    codecs.lookup(encoding)
    codecs.lookup_error(errors)
    environment = message["environment"]
    if not isinstance(environment, dict):
        raise TypeError("an environment")
    for name, value in zip(environment, _words(list(environment.values())), strict=True):
        if not name or "=" in name or "\0" in name + value:
            raise ValueError("a variable of the environment")
    umask = message["umask"]
    if type(umask) is not int or not 0 <= umask <= 0o777:
        raise ValueError("an umask")
    (folder,) = _words([message["folder"]])
    return Request(
        _words(message["arguments"]), folder, tuple(environment.items()), umask, encoding, errors, streams
    )


def _words(value: Any) -> tuple[str, ...]:
    """Texts that the machine can be handed."""
    if not isinstance(value, list):
        raise TypeError("a list of texts")
    for one in value:
        if not isinstance(one, str):
            raise TypeError("a text")
        if "\0" in one:
            raise ValueError("a text with a zero in it")
        os.fsencode(one)  # or it could not have come from a command line
    return tuple(value)
