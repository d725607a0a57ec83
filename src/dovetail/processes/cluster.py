"""Works spread over the machines of a cluster that is there already: Dask's (why: docs/design/cluster.md).

A work is a function that a worker can import and its arguments, plain data; so is what comes back. The
engine sees to it that what a dead worker had is done by another one, and gives up what has cost several of
them. Nothing of a work depends on who does it.

Not here: what the works are; and nobody starts a cluster here.
"""

from __future__ import annotations

import math
import os
import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

from dovetail.bad_input import InputError
from dovetail.quick_dataclass import dataclass

CONNECTING = 10.0
"""Seconds in which a scheduler has to answer."""
_MOMENT = 0.2
_AHEAD = 1.25
"""Works that are with the cluster, for each that is at work: nobody waits for the next one to be sent."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a worker is to do, until a `deadline` of `time.monotonic()` here."""

    name: str
    arguments: tuple[Any, ...]
    deadline: float = math.inf


@dataclass(frozen=True, slots=True)
class CameBack:
    """What has come back, or why nothing has."""

    value: Any = None
    failure: str = ""


class Cluster:
    """A scheduler, by its address (`tcp://host:8786`) or by the file that it has written."""

    def __init__(self, address: str) -> None:
        """Raises InputError if nobody answers there."""
        try:
            from distributed import Client
        except ImportError as error:
            text = f"--cluster needs Dask: pip install 'dovetail[cluster]' here and on the workers ({error})"
            raise InputError(text) from error
        where = {"scheduler_file": address} if os.path.isfile(address) else {"address": address}
        try:
            self._client = Client(**where, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"--cluster {address}: no scheduler of Dask's answers: {error}") from error

    def close(self) -> None:
        self._client.close()

    def places(self) -> int:
        """Works that can be done at the same time, now."""
        return sum(self._client.ncores().values())

    def spread(
        self,
        do: Callable[..., Any],
        works: Iterator[Sent],
        tick: Callable[[list[str]], None] = lambda names: None,
    ) -> Iterator[tuple[Sent, CameBack]]:
        """Each with what has come back, as it does. Whoever ends the loop ends what is at work."""
        running: dict[Any, Sent] = {}
        ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        try:
            while True:
                most = max(math.ceil(_AHEAD * self.places()), 1)
                while len(running) < most and (work := next(works, None)) is not None:
                    future = self._client.submit(
                        do, *work.arguments, key=f"dovetail-{work.name}-{time.monotonic_ns()}", pure=False
                    )
                    running[future] = work
                    future.add_done_callback(ready.put)
                if not running:
                    return
                yield from self._ended(running, ready)
                tick([work.name for work in running.values()])
        finally:
            self._client.cancel(list(running), force=True)

    def _ended(
        self, running: dict[Any, Sent], ready: queue.SimpleQueue[Any]
    ) -> Iterator[tuple[Sent, CameBack]]:
        try:
            future = ready.get(timeout=_MOMENT)
        except queue.Empty:
            now = time.monotonic()
            for late in [one for one, work in running.items() if now >= work.deadline]:
                late.cancel(force=True)
                yield running.pop(late), CameBack(failure="there was no answer in time")
            return
        work = running.pop(future, None)
        if work is not None:
            yield work, _of(future)


def _of(future: Any) -> CameBack:
    if future.status == "finished":
        return CameBack(future.result())
    if future.status == "error":
        error = future.exception()
        return CameBack(failure=f"{type(error).__name__}: {error}")
    return CameBack(failure=f"the cluster has given it up ({future.status})")
