"""GET-NEXT-PATH (Erez 2004, section 3.2.1): paths that lead to a place, shortest first, made on the fly.

The search goes backward, from the place to the entry. What is in the queue are *suffixes* of paths; they
share what they have in common by links to the rest. A chain of edges without a branch or a join is one step,
but lengths are counted in statements, and the labels of every statement are there for those who ask.

Suffixes are taken in the order of the length that a whole path with them has at least: their own, and the
shortest way from the entry. So whole paths come out in the order of breadth-first search, without all the
suffixes that this would have to keep. A suffix that somebody `extend`s to nothing is dead, and every path
with it.

Of many suffixes that differ in nothing that matters now, one goes first, and the others are *deferred*: they
wait until paths half as long again have been looked at. Nothing is lost by that but the order.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from dovetail.fixpoints.system import Chain, System
from dovetail.program.automata import Edge
from dovetail.quick_dataclass import dataclass

D = TypeVar("D")

MAX_QUEUE = 60_000
"""Suffixes that wait. Those whose paths are longest are dropped beyond that."""
AHEAD, AHEAD_BY = 1.5, 40
"""How much longer other paths are when the turn of a deferred one comes: by this factor, and by so many
statements."""


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
Defer = Callable[[Suffix[D]], bool]
"""Is there another one like it?"""


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
    """GET-NEXT-PATH (Erez 2004, section 3.2.1): the paths (Definition 2.1) to some places, one after the
    other. `starts` are suffixes of length zero, or of a part of a step."""

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
        self._deferred: list[tuple[int, int, Suffix[D]]] = []
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
        lengths = [queue[0][0] for queue in (self._queue, self._deferred) if queue]
        return min(lengths, default=None)

    @property
    def waiting(self) -> int:
        return len(self._queue) + len(self._deferred)

    def next_length(self) -> int | None:
        """How long paths are now; those that were deferred are counted as if they were as long."""
        lengths = [self._queue[0][0]] if self._queue else []
        if self._deferred:
            lengths.append(int(self._deferred[0][0] * AHEAD) + AHEAD_BY)
        return min(lengths, default=None)

    def advance(self, extend: Extend[D], defer: Defer[D] | None = None) -> Suffix[D] | None:
        """Take the next suffix: a whole path is given back, any other is extended."""
        length = self.next_length()
        queue = self._queue if self._queue and self._queue[0][0] == length else self._deferred
        _, _, suffix = heapq.heappop(queue)
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
            found = Suffix(flow.source, flow, suffix, length, suffix.depth + 1, data)
            self._put(found, deferred=defer is not None and defer(found))
        return None

    def up_to(self, length: int, extend: Extend[D]) -> Iterator[Suffix[D]]:
        """All paths that are no longer than this, from where the last search ended."""
        while (shortest := self.next_length()) is not None and shortest <= length:
            found = self.advance(extend)
            if found is not None:
                yield found

    def _put(self, suffix: Suffix[D], *, deferred: bool = False) -> None:
        far = self._far.get(suffix.node)
        if far is None:
            return
        self._count += 1
        queue = self._deferred if deferred else self._queue
        heapq.heappush(queue, (suffix.length + far, self._count, suffix))
        if len(queue) > self._max_queue:
            self._drop(queue)

    def _drop(self, queue: list[tuple[int, int, Suffix[D]]]) -> None:
        """Half of a queue: a sorted list is a heap."""
        queue.sort(key=lambda entry: entry[:2])
        half = len(queue) // 2
        self.dropped += len(queue) - half
        least = queue[half][0]
        self.dropped_at = least if self.dropped_at is None else min(least, self.dropped_at)
        del queue[half:]
