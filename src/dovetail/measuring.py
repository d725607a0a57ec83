"""What a test covers, measured: it is run natively, on the C with probes, and tells which targets it came to.

Nothing else counts as covered. For alarms, the program's own checks, a target is covered by a run in which
the check fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from dovetail.evidence.covering import ALARMS
from dovetail.evidence.violation import fails_at, native_program
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.execution.native.wire import Consumption, decode_log
from dovetail.frontend.load import Loaded

MOST_CONSUMED = 10_000
SECONDS = 1.0
"""Of processor time, for a run that is to become a test."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A vector, how its run ended, and the targets that it covers."""

    vector: InputVector
    end: End
    covers: frozenset[int]
    values: int
    """So many numbers it has asked for, and pieces of `memory`."""
    memory: int
    events: tuple[int, ...] | None = ()
    """In order, if that was asked for; None if they were too many."""
    log: bytes = b""

    def consumed(self, most: int = MOST_CONSUMED) -> tuple[Consumption, ...]:
        """What it asked for, in order, but not more than so many."""
        return tuple(islice(decode_log(self.log), most))

    @property
    def ends(self) -> bool:
        return self.end.kind is not EndKind.BUDGET


class Measure:
    """A native program with probes, and what has been run on it."""

    def __init__(self, loaded: Loaded, native: NativeProgram, criterion: str) -> None:
        self._native = native
        self._checks = loaded.program.checks if criterion == ALARMS else None
        self._targets = frozenset(info.ident for info in loaded.targets)
        self.runs = 0

    def all(
        self, vectors: Sequence[InputVector], *, timeout: float = SECONDS, events: bool = False
    ) -> list[Measured]:
        self.runs += len(vectors)
        done = self._native.run_batch(vectors, timeout=timeout, events=events)
        found = []
        for vector, run in zip(vectors, done, strict=True):
            covers = run.reached() & self._targets
            if self._checks is not None:
                covers = frozenset(info.ident for info in self._checks if fails_at(run.end, info))
            counts = (run.values_consumed, run.memory_consumed)
            found.append(Measured(vector, run.end, covers, *counts, run.events, run.log))
        return found

    def one(self, vector: InputVector, *, timeout: float = SECONDS) -> Measured:
        return self.all([vector], timeout=timeout)[0]


@contextmanager
def measure(loaded: Loaded, criterion: str) -> Iterator[Measure]:
    """Raises NativeError if the program cannot be built."""
    with native_program(loaded) as native:
        yield Measure(loaded, native, criterion)
