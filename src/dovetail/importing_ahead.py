"""Modules that are imported while this process waits: for a compiler, or for children at work.

What a child needs is best imported before it is forked off, and then once for all of them. Modules are
imported by a thread, one after the other. A process that is forked off must not find half a module, or a lock
that nobody holds any more: so before every fork the thread is waited for, and after it another one goes on.

Not for the process that a caller of Dovetail's functions runs in: there nobody has asked for a thread.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module


class _Ahead:
    """What is still to be imported, and the thread that does it, while there is one."""

    def __init__(self) -> None:
        self._left: list[str] = []
        self._later: list[str] = []
        self._thread: threading.Thread | None = None
        self._paused = threading.Event()

    def add(self, names: Sequence[str], later: Sequence[str]) -> None:
        self.pause()
        self._left += names
        self._start()
        self._later += later

    def pause(self) -> None:
        """Until the module that is being imported is there."""
        if self._thread is not None:
            self._paused.set()
            self._thread.join()
            self._thread = None

    def go_on(self) -> None:
        self._left += self._later
        self._later.clear()
        self._start()

    def _start(self) -> None:
        if self._left:
            self._paused.clear()
            self._thread = threading.Thread(target=self._import, daemon=True)
            self._thread.start()

    def forget(self) -> None:
        """A child imports what it needs."""
        self._left.clear()
        self._later.clear()

    def _import(self) -> None:
        while self._left and not self._paused.is_set():
            with suppress(ImportError):  # whoever needs it will say so
                import_module(self._left[0])
            del self._left[0]


_ahead = _Ahead()
os.register_at_fork(before=_ahead.pause, after_in_parent=_ahead.go_on, after_in_child=_ahead.forget)


def import_ahead(*names: str, later: Sequence[str] = ()) -> None:
    """Import these modules now, in this order; and `later` ones when the next child is at work: it is not to
    wait for them."""
    _ahead.add(names, later)
