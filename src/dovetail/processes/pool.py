"""Works side by side, each in a process of its own, as many at once as are wanted.

The next one is asked for when there is room for it: what it may take is decided then. Whoever ends the loop
ends what is at work.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from dovetail.processes.confined import Confined, Ending, Send, Watch, listen, start
from dovetail.quick_dataclass import dataclass

T = TypeVar("T")
_MOMENT = 0.05


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
    try:
        while True:
            while len(running) < most and (work := next(works, None)) is not None:
                running[_started(work, hear)] = work
            if not running:
                return
            listen(list(running), _MOMENT)
            tick([work.name for work in running.values()])
            for watch in [one for one in running if one.ending is not None]:
                work = running.pop(watch)
                yield work, watch.bury(None)
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
