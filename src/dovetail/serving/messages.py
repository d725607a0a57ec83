"""What a client and a server say to each other: lines of JSON, the first with three streams beside it.

A request is a command line with all that it is run in: the folder, the environment, and the client's own
standard input, output and error, which are handed over as open files. So the answer itself never passes
through here, only how it ended.

Imported by the client, which is to begin at once: nothing is imported here that takes long.
"""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Mapping, Sequence
from typing import Any

STREAMS = 3
"""Standard input, standard output, standard error: in this order."""
LONGEST = 32 << 20
"""Bytes of a line. The machine allows a command some megabytes of arguments and environment."""
_CHUNK = 1 << 16
_CREDENTIALS = struct.Struct("3i")


class Damaged(Exception):
    """What has come is no message."""


class Gone(Exception):
    """Nothing more will come: the other side has ended."""


def send(connection: socket.socket, message: Mapping[str, Any], streams: Sequence[int] = ()) -> None:
    """Raises OSError if nobody is there."""
    line = json.dumps(message).encode("ascii") + b"\n"
    sent = socket.send_fds(connection, [line], streams) if streams else 0
    connection.sendall(line[sent:])


class Incoming:
    """What comes over a connection, line by line, and the streams that came beside it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._rest = b""
        self.streams: list[int] = []

    def message(self, until: float | None = None) -> dict[str, Any]:
        """The next one, waited for until a value of `time.monotonic()`. Raises Gone, Damaged or
        TimeoutError."""
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            parts.append(self._more(until))
            if sum(map(len, parts)) > LONGEST:
                raise Damaged("a line that is too long")
        line, _, self._rest = b"".join(parts).partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise Damaged("a line that is no JSON") from None
        if not isinstance(message, dict):
            raise Damaged("a line that is no JSON object")
        return message

    @property
    def has_line(self) -> bool:
        """Has a whole one come already?"""
        return b"\n" in self._rest

    def _more(self, until: float | None) -> bytes:
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._connection.settimeout(left)
        try:
            chunk, streams, flags, _ = socket.recv_fds(self._connection, _CHUNK, STREAMS + 1)
        except ConnectionError:
            raise Gone from None
        self.streams += streams
        if flags & socket.MSG_CTRUNC or len(self.streams) > STREAMS:
            raise Damaged("more streams than three")
        if not chunk:
            raise Gone
        return chunk


def user_behind(connection: socket.socket) -> int:
    """Who has the process at the other end, as the machine says."""
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    _, user, _ = _CREDENTIALS.unpack(told)
    return int(user)
