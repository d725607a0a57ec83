"""Works side by side, each in a process of its own, as many at once as are wanted.

The next one is asked for when there is room for it: what it may take is decided then. Whoever ends the loop
ends what is at work. If somebody else kills a process (a machine that runs out of memory does), its work is
begun again: it may have been the work's own fault, so not more than a few times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from dovetail.processes.confined import KILLED, Confined, Ending, Send, Watch, listen, start
from dovetail.quick_dataclass import dataclass

T = TypeVar("T")
_MOMENT = 0.05
RETRIES = 4
"""Of a work whose process was killed."""


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """`do` is done in the other process, and ended at a `deadline` of `time.monotonic()`."""

    name: str
    do: Callable[[Send], T]
    deadline: float = math.inf


def side_by_side(
    works: Iterator[Work[T]],
    most: int,
    hear: Callable[[str, Any], None] = lambda name, message: None,
    tick: Callable[[list[str]], None] = lambda names: None,
) -> Iterator[tuple[Work[T], Confined[T]]]:
    """Each with how it ended, as it ends. What they send goes to `hear`; those at work are told to `tick`."""
    running: dict[Watch, Work[T]] = {}
    killed: dict[str, int] = {}
    try:
        while True:
            while len(running) < most and (work := next(works, None)) is not None:
                running[_started(work, hear)] = work
            if not running:
                return
            listen(list(running), _MOMENT)
            tick([work.name for work in running.values()])
            for watch in [one for one in running if one.ending is not None]:
                work, done = running.pop(watch), watch.bury(None)
                if done.failure.startswith(KILLED) and killed.setdefault(work.name, 0) < RETRIES:
                    killed[work.name] += 1
                    running[_started(work, hear)] = work
                else:
                    yield work, done
    finally:
        for watch in running:
            watch.end(Ending.INTERRUPTED)
            watch.discard()


def _started(work: Work[T], hear: Callable[[str, Any], None]) -> Watch:
    return start(
        lambda line: work.do(line.send),
        lambda message: hear(work.name, message),
        work.deadline,
        interruptible=True,
    )
