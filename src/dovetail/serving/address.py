"""The socket of a server: its own user's alone, made where nothing is, or where a dead server has left one.

Two that start at once do not both get it: who looks, removes and makes holds a lock on the folder meanwhile.
"""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dovetail.bad_input import InputError

_BACKLOG = 128
_PATIENCE = 5.0
_ONLY_MINE = 0o177


@contextmanager
def listening(path: Path) -> Iterator[Listener]:
    """For as long as it lasts, whoever connects to the path is heard. Raises InputError if it cannot be
    had."""
    with _locked(path.parent):
        _make_room(path)
        listener = Listener(path)
    try:
        yield listener
    finally:
        listener.close()


class Listener:
    """A socket that listens at a path."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        before = os.umask(_ONLY_MINE)
        try:
            self.socket.bind(str(path))
        except OSError as error:
            self.socket.close()
            raise InputError(f"{path}: no server can be here: {error.strerror or error}") from None
        finally:
            os.umask(before)
        self.socket.listen(_BACKLOG)
        self._identity = _identity(path)

    @property
    def is_there(self) -> bool:
        """Can it still be reached? Somebody may have removed it, or put another in its place."""
        return self._identity is not None and _identity(self._path) == self._identity

    def close(self) -> None:
        if self.is_there:
            with suppress(OSError):
                self._path.unlink()
        self.socket.close()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}") from None
    try:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise InputError(f"{folder}: another process holds a lock on this folder") from None
                time.sleep(0.02)
        yield
    finally:
        os.close(held)


def _make_room(path: Path) -> None:
    """A socket that nobody listens at any more is removed; anything else stays."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    if not stat.S_ISSOCK(mode):
        raise InputError(f"{path}: this is there already, and is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.settimeout(1.0)
        try:
            other.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except FileNotFoundError:
            return
        except (TimeoutError, BlockingIOError):
            pass  # it has much to do
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
    raise InputError(f"{path}: a server is at work here already")
