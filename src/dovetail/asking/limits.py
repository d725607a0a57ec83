"""How much a piece of work may take: what the user gives it, in one piece, from the command down to a search.

How the time is shared among those who do the work is for `schedule`.
"""

from __future__ import annotations

import time
from dataclasses import field, replace

from dovetail.asking.schedule import BEGINNINGS, BYTES, SECONDS, begin
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """So many seconds from when it `started`, and so many bytes; and where random choices start."""

    timeout: float = SECONDS
    memory: int = BYTES
    moves: int | None = None
    """That each strategy may make. Then the time is a safety net, and does not matter otherwise."""
    seed: int = 0
    started: float = field(default_factory=time.monotonic, compare=False)
    """A value of `time.monotonic()`."""

    @classmethod
    def from_now(
        cls, timeout: float = SECONDS, memory: int = BYTES, *, moves: int | None = None, seed: int = 0
    ) -> Limits:
        """For the work that begins now; what a command has done before is part of what somebody waits for."""
        return cls(timeout, memory, moves, seed, begin(timeout))

    def begun(self) -> Limits:
        """The same, with the work beginning now: what was before it has taken three quarters, at most."""
        return replace(self, started=max(self.started, time.monotonic() - BEGINNINGS * self.timeout))

    @property
    def deadline(self) -> float:
        return self.started + self.timeout

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()
