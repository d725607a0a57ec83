"""Room for deeply nested C: a chain of a thousand `else if`, a sum of ten thousand terms.

The tree is decoded and lowered recursively. Python's own limit is far below what compilers take, and the
native stack of the main thread is too small for much more; so the work is done in a thread with a stack of
its own.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

from dovetail.frontend.errors import InputError

T = TypeVar("T")

STACK_BYTES = 512 << 20
"""Only what is used is ever taken from the machine."""
MAX_DEPTH = 150_000


def with_room(work: Callable[[], T]) -> T:
    """Do the work where recursion can go deep; what it raises is raised here."""
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  handed over to the caller's thread
            failures.append(error)

    limit, size = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    try:
        sys.setrecursionlimit(max(limit, MAX_DEPTH))
        thread = threading.Thread(target=run, name="dovetail-load", daemon=True)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if failures:
        if isinstance(failures[0], RecursionError):
            raise InputError("the program is nested too deeply to be read") from failures[0]
        raise failures[0]
    return results[0]
