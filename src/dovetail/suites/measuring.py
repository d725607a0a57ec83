"""What a test covers, measured: it is run natively, on the C with probes, and tells which targets it came to.

Nothing else counts as covered. For alarms, the program's own checks, a target is covered by a run in which
the check fails.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from dovetail.evidence.covering import ALARMS
from dovetail.evidence.violation import build_native, fails_at
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram, NativeRun
from dovetail.execution.native.wire import Consumption, decode_log
from dovetail.frontend.load import Loaded
from dovetail.quick_dataclass import dataclass
from dovetail.suites.path_tree import PathTree

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
    log: bytes = b""

    def consumed(self, most: int = MOST_CONSUMED) -> tuple[Consumption, ...]:
        """What it asked for, in order, but not more than so many."""
        return tuple(islice(decode_log(self.log), most))

    @property
    def ends(self) -> bool:
        return self.end.kind is not EndKind.BUDGET


class Measure:
    """A native program with probes, and what has been run on it. With a tree of `paths`, a run covers the
    path that it took."""

    def __init__(
        self, loaded: Loaded, native: NativeProgram, criterion: str, paths: PathTree | None = None
    ) -> None:
        self.native = native
        self._paths = paths
        self._checks = loaded.program.checks if criterion == ALARMS else None
        self._targets = frozenset(info.ident for info in loaded.targets)
        self.runs = 0

    def all(self, vectors: Sequence[InputVector], *, timeout: float = SECONDS) -> list[Measured]:
        done = self.native.run_batch(vectors, timeout=timeout, events=self.in_order)
        return [self.measured(vector, run) for vector, run in zip(vectors, done, strict=True)]

    def one(self, vector: InputVector, *, timeout: float = SECONDS) -> Measured:
        return self.all([vector], timeout=timeout)[0]

    @property
    def in_order(self) -> bool:
        """Does it matter in which order targets are reached?"""
        return self._paths is not None

    def measured(self, vector: InputVector, run: NativeRun) -> Measured:
        self.runs += 1
        counts = (run.values_consumed, run.memory_consumed)
        return Measured(vector, run.end, self._covers(run), *counts, run.log)

    def _covers(self, run: NativeRun) -> frozenset[int]:
        if self._paths is not None:
            ends = run.end.kind is not EndKind.BUDGET and not run.events_lost
            return self._paths.taken(run.events, ends=ends)
        if self._checks is None:
            return run.reached() & self._targets
        if run.end.kind is not EndKind.VIOLATION:
            return frozenset()
        return frozenset(info.ident for info in self._checks if fails_at(run.end, info))


class Observed(NativeProgram):
    """The native program of a measure, for a search with cheap tests: whoever looks on is shown each run, and
    one that he takes counts as having seen something new."""

    def __init__(self, measure: Measure, take: Callable[[Measured], bool]) -> None:
        native = measure.native
        super().__init__(native.path, native.sanitize, native.library_files)
        self._measure = measure
        self._take = take

    def run_batch(self, vectors: Sequence[InputVector], **options: Any) -> list[NativeRun]:
        runs = super().run_batch(vectors, **{**options, "events": self._measure.in_order})
        for index, (vector, run) in enumerate(zip(vectors, runs, strict=True)):
            if self._take(self._measure.measured(vector, run)) and not run.fresh:
                runs[index] = replace(run, fresh=1)
        return runs


@contextmanager
def measure(loaded: Loaded, criterion: str, paths: PathTree | None = None) -> Iterator[Measure]:
    """Raises NativeError if the program cannot be built."""
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        yield Measure(loaded, build_native(loaded, Path(folder), coverage=True), criterion, paths)
