"""What the native runs of one program have seen so far: its edges, and about how often a run took each.

An edge is a block of the user's code with the way into it; library models and the harness do not count. For
each edge there is a byte with one bit a magnitude (once, twice, three times, up to 7, 15, 31, 127, more), as
runtime/coverage.c has it. The harness adds to it run by run, so that each run is told whether it was the
first to see something; this module keeps the state between batches. It is no evidence of anything.
"""

from __future__ import annotations


class Coverage:
    """Give the same one to batches that belong together. Make one with `NativeProgram.coverage`."""

    __slots__ = ("_seen",)

    def __init__(self, edges: int) -> None:
        self._seen = bytes(edges)

    @property
    def edges(self) -> int:
        """All edges of the user's code."""
        return len(self._seen)

    @property
    def edges_seen(self) -> int:
        return len(self._seen) - self._seen.count(0)

    @property
    def state(self) -> bytes:
        """One byte an edge, in the order of the program's code."""
        return self._seen

    @state.setter
    def state(self, seen: bytes) -> None:
        if len(seen) != len(self._seen):
            raise ValueError(f"{len(seen)} edges are not those of a program with {len(self._seen)}")
        self._seen = seen
