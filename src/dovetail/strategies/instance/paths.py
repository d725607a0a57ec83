"""GET-NEXT-PATH (Erez 2004, section 3.2.1): paths that lead to a place, shortest first, made on the fly.

The search goes backward, from the place to the entry. What is in the queue are *suffixes* of paths; they
share what they have in common by links to the rest. A chain of edges without a branch or a join is one step,
but lengths are counted in statements, and the labels of every statement are there for those who ask.

Suffixes are taken in the order of the length that a whole path with them has at least: their own, and the
shortest way from the entry. So whole paths come out in the order of breadth-first search, without all the
suffixes that this would have to keep. A suffix that somebody `extend`s to nothing is dead, and every path
with it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from dovetail.program.automata import Edge
from dovetail.strategies.abstract.system import Chain, System

D = TypeVar("D")

MAX_QUEUE = 200_000
"""Suffixes that wait. Those whose paths are longest are dropped beyond that."""


@dataclass(frozen=True, slots=True, eq=False)
class Suffix(Generic[D]):
    """The end of a path: from a node over a step, then the rest. `data` is what its user knows of it."""

    node: int
    step: Chain | None
    """None for the place itself."""
    rest: Suffix[D] | None
    length: int
    """In statements."""
    depth: int
    """In steps."""
    data: D

    @property
    def steps(self) -> Iterator[Chain]:
        """In the order of execution."""
        here: Suffix[D] | None = self
        while here is not None and here.step is not None:
            yield here.step
            here = here.rest

    @property
    def edges(self) -> Iterator[Edge]:
        for step in self.steps:
            yield from step.edges

    def labels(self) -> list[int]:
        """The locations that it leads through, the last one included."""
        found: list[int] = []
        for edge in self.edges:
            found = found or [edge.source]
            found.append(edge.target)
        return found


Extend = Callable[[Chain, Suffix[D]], D | None]
"""What is known of a suffix that begins with a step; None if no execution takes it."""


def distances(system: System) -> dict[int, int]:
    """The fewest statements from the entry to each node, over steps of the entry procedure."""
    found = {system.entry: 0}
    waiting = [(0, system.entry)]
    while waiting:
        distance, node = heapq.heappop(waiting)
        if distance > found[node]:
            continue
        for flow in system.outgoing[node]:
            if isinstance(flow, Chain):
                there = distance + len(flow.edges)
                if there < found.get(flow.target, there + 1):
                    found[flow.target] = there
                    heapq.heappush(waiting, (there, flow.target))
    return found


class Paths(Generic[D]):
    """The paths to some places, one after the other. `starts` are suffixes of length zero, or of a part of a
    step."""

    def __init__(
        self,
        system: System,
        starts: list[Suffix[D]],
        far: dict[int, int] | None = None,
        max_queue: int = MAX_QUEUE,
    ) -> None:
        self._system = system
        self._far = distances(system) if far is None else far
        self._max_queue = max_queue
        self._queue: list[tuple[int, int, Suffix[D]]] = []
        self._count = 0
        self.made = 0
        """Suffixes that were tried."""
        self.died = 0
        """Of those, that no execution takes."""
        self.dropped = 0
        """Suffixes that there was no room for."""
        self.dropped_at: int | None = None
        """The length of the shortest path that may be missing for that."""
        for start in starts:
            self._put(start)

    @property
    def shortest(self) -> int | None:
        """No path that is still to come is shorter; None if there is none to come."""
        return self._queue[0][0] if self._queue else None

    def advance(self, extend: Extend[D]) -> Suffix[D] | None:
        """Take the next suffix from the queue: a whole path is given back, any other is extended."""
        _, _, suffix = heapq.heappop(self._queue)
        if suffix.node == self._system.entry:
            return suffix
        for flow in self._system.incoming[suffix.node]:
            if not isinstance(flow, Chain) or flow.source not in self._far:
                continue
            self.made += 1
            data = extend(flow, suffix)
            if data is None:
                self.died += 1
                continue
            length = suffix.length + len(flow.edges)
            self._put(Suffix(flow.source, flow, suffix, length, suffix.depth + 1, data))
        return None

    def up_to(self, length: int, extend: Extend[D]) -> Iterator[Suffix[D]]:
        """All paths that are no longer than this, from where the last search ended."""
        while self._queue and self._queue[0][0] <= length:
            found = self.advance(extend)
            if found is not None:
                yield found

    def _put(self, suffix: Suffix[D]) -> None:
        far = self._far.get(suffix.node)
        if far is None:
            return
        self._count += 1
        heapq.heappush(self._queue, (suffix.length + far, self._count, suffix))
        if len(self._queue) > self._max_queue:
            self._drop()

    def _drop(self) -> None:
        """Half of the queue: a sorted list is a heap."""
        self._queue.sort(key=lambda entry: entry[:2])
        half = len(self._queue) // 2
        self.dropped += len(self._queue) - half
        least = self._queue[half][0]
        self.dropped_at = least if self.dropped_at is None else min(least, self.dropped_at)
        del self._queue[half:]
