"""The memory of processes, as the machine counts it.

A process that was forked shares its pages with the one that it comes from until either writes to them, so
that the sum of what all of them hold is more than they take. What they hold is known at once; which pages
are shared takes a walk over all of them (some 25 ms for a gibibyte), and is asked for only where it matters.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

_PAGE = os.sysconf("SC_PAGE_SIZE")


def held(pid: int) -> int:
    """The bytes in memory of a process and those that it has started, shared ones counted again and again; 0
    of one that has ended."""
    return sum(resident(one) for one in (pid, *descendants(pid)))


def taken(pid: int) -> int:
    """The bytes in memory of a process, and of those that it has started what they share with nobody."""
    return resident(pid) + sum(map(unshared, descendants(pid)))


def private(pid: int) -> int:
    """What a process and those that it has started share with nobody."""
    return sum(unshared(one) for one in (pid, *descendants(pid)))


def descendants(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that these have."""
    try:
        # Each of its threads can have started some.
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children = file.read().split()
        except OSError:
            continue
        for child in map(int, children):
            yield child
            yield from descendants(child)


def resident(pid: int) -> int:
    """The bytes in memory of a process alone."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def unshared(pid: int) -> int:
    """The bytes in memory of a process alone that it shares with nobody."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            lines = file.read().splitlines()
    except OSError:  # it has ended, or there is no such account: then all that it holds
        return resident(pid)
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(b"Private_"))


class Meter:
    """Readings that take their time: at most half of all time."""

    def __init__(self) -> None:
        self._next = 0.0

    def read(self, measure: Callable[[], int]) -> int | None:
        """None if it is too early to do that again."""
        begun = time.monotonic()
        if begun < self._next:
            return None
        found = measure()
        ended = time.monotonic()
        self._next = ended + (ended - begun)
        return found
