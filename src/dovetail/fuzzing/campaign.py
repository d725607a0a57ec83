"""The search with cheap tests: batch after batch of native runs; those that were the first to see something
new are kept, and others are made from them.

All decisions rest on counts (runs, steps, edges), so that a seed gives the same search again; the time is a
backstop, looked at between batches. A run is limited in steps. Only if most runs are cut and nothing new
comes, the limit grows: a program that never ends costs as much as any other.

What is found is a claim: a vector on which the compiled program was seen to fail.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram, NativeRun
from dovetail.fuzzing.dictionary import Dictionary
from dovetail.fuzzing.shapes import Shape, shape_of
from dovetail.fuzzing.steering import Steering, cells_of, nudged
from dovetail.fuzzing.vectors import Generator
from dovetail.quick_dataclass import dataclass

_CANDIDATES = 3
"""Vectors kept for a check that fails: not every failure can be confirmed."""
_LOOKED_AT = 400
"""Consumptions of a run that its shape is made from."""
_FIRST_LENGTH, _MOST_LENGTH = 48, 384
"""Values of a vector, at first and at most."""
_BATCH, _LEAST_BATCH = 256, 4
_BATCH_STEPS = 5_000_000
"""Steps of a batch, about: some 20 milliseconds."""
_CPU_SECONDS = 0.05
_SECONDS_A_STEP = 50e-9
"""More than a step ever takes: the limit in time is there for what has no steps, such as library models."""
_CLOCK_SECONDS = 0.2
"""Of a batch, for runs that the clock has to end."""
_STUCK = 400
"""So many runs in a row without anything new are a reason to try longer ones."""
_STEERED = 0.6
"""Of the runs, at most, for steering by comparisons."""
_MOST_STEERED = 120
"""Vectors made from the comparisons of one run."""
_PROBES = (4, 4, 2, 1)
"""Runs at each higher limit, to see whether any ends by itself."""
_TELLING = 0.3
"""Seconds between two reports."""
_FROM_NOTHING = 0.35
"""Of the vectors, once there are some to make others from."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`deadline` is a value of `time.monotonic()`. The others are counts."""

    deadline: float | None = None
    runs: int = 8_000
    quiet: int = 1_500
    """So many runs in a row without anything new are enough."""
    all_steps: int = 400_000_000
    steps: int = 20_000
    most_steps: int = 40_000_000
    """Of one run, at first and in the end."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What came of it."""

    violations: dict[int, tuple[InputVector, ...]]
    """For a check's number, vectors on which it fails, the smallest first."""
    corpus: tuple[InputVector, ...]
    """Those that were given, those that were the first to take an edge, and those that were the first to take
    one about so often; of each, in the order of the runs."""
    runs: int
    seconds: float
    edges_seen: int
    edges: int
    cut: int
    """Runs that a limit has ended."""
    all_steps: int
    """Of all runs together."""
    unfinished: bool = False
    """Is there one run alone, as far as anybody has come, and has a limit ended it?"""


@dataclass(frozen=True, slots=True)
class Subject:
    """A program to test, built for coverage. `which` tells the number of the check that an end is the failure
    of; when all `checks` have failed there is nothing left to find."""

    native: NativeProgram
    which: Callable[[End], int | None]
    checks: int
    words: Dictionary
    pointer_bytes: int


def campaign(
    subject: Subject,
    limits: Limits,
    *,
    seed: int = 0,
    given: Sequence[InputVector] = (),
    made_up: bool = True,
    tell: Callable[[Findings], None] = lambda findings: None,
) -> Findings:
    """Test a program. The vectors `given` are run first, and kept; unless vectors are `made_up`, only they
    are run. `tell` is told what is known so far, now and then."""
    search = _Campaign(subject, limits, seed, tell)
    search.run_given(given)
    if made_up:
        search.go_on()
    return search.result()


@dataclass(frozen=True, slots=True)
class _Kept:
    vector: InputVector
    shape: Shape
    new_edges: bool


class _Campaign:
    def __init__(self, subject: Subject, limits: Limits, seed: int, tell: Callable[[Findings], None]) -> None:
        self._tell = tell
        self._told = time.monotonic()
        self._subject = subject
        self._limits = limits
        self._generator = Generator(subject.words, subject.pointer_bytes, seed)
        self._coverage = subject.native.coverage()
        self._started = time.monotonic()
        self._given: tuple[InputVector, ...] = ()
        self._kept: list[_Kept] = []
        self._violations: dict[int, list[InputVector]] = {}
        self._steering = Steering()
        self._to_steer: list[_Kept] = []
        self._runs = self._steered = self._quiet = self._cut = self._all_steps = 0
        self._steps = limits.steps
        self._endless = self._unfinished = False
        self._length = _FIRST_LENGTH
        self._asked = 0
        """Values that the greediest run so far has asked for."""
        # Of the last batch: the steps of a run on average, the share that a limit has ended, and the share
        # that the clock has ended.
        self._recent_steps, self._recent_cut, self._recent_slow = 0, 0.0, 0.0

    # ---- the order of things -------------------------------------------------------------------------------

    def run_given(self, vectors: Sequence[InputVector]) -> None:
        self._given = tuple(vectors)
        self._in_batches(self._given)

    def go_on(self) -> None:
        (first,) = self._run([InputVector()])
        if first.values_consumed == first.memory_consumed == 0:
            self._the_only_run(first)
            return
        shape = self._kept[0].shape if self._kept else Shape()
        everywhere = list(self._generator.first(shape, self._length))
        self._in_batches(everywhere)
        if self._cut > self._runs // 2:
            self._probe([InputVector(), *everywhere])
        self._search()

    def result(self) -> Findings:
        kept = sorted(self._kept, key=lambda kept: not kept.new_edges)
        vectors = dict.fromkeys((*self._given, *(one.vector for one in kept)))
        return Findings(
            {check: tuple(found) for check, found in sorted(self._violations.items())},
            tuple(vectors),
            self._runs,
            time.monotonic() - self._started,
            self._coverage.edges_seen,
            self._coverage.edges,
            self._cut,
            self._all_steps,
            self._unfinished,
        )

    def _search(self) -> None:
        while not self._spent():
            if self._to_steer and self._steered <= _STEERED * self._runs:
                self._steer(self._to_steer.pop())  # the last one has come furthest
            else:
                self._run([self._next() for _ in range(self._batch())])
                self._adapt()

    def _the_only_run(self, run: NativeRun) -> None:
        """There is nothing to vary, as far as this run has come: it is given all the steps there are."""
        while run.end.kind is EndKind.BUDGET and self._steps < self._limits.most_steps and not self._spent():
            self._steps = min(8 * self._steps, self._limits.most_steps)
            (run,) = self._run([InputVector()])
            if run.values_consumed or run.memory_consumed:  # after all, after very many steps
                self._search()
                return
        self._unfinished = run.end.kind is EndKind.BUDGET

    def _probe(self, vectors: Sequence[InputVector]) -> None:
        """Most runs are cut. If some end with more steps, or see more, the others get as many; programs that
        never end do neither."""
        usual = enough = self._steps
        for count in _PROBES:
            if self._spent():
                break
            self._steps = min(8 * self._steps, self._limits.most_steps)
            runs = self._run(vectors[:count])
            ended = any(run.end.kind is not EndKind.BUDGET for run in runs)
            if ended or any(run.new_edges for run in runs):
                enough = self._steps
            if ended:
                break
        self._endless = enough == usual
        self._steps = enough

    def _spent(self) -> bool:
        limits = self._limits
        return (
            self._runs >= limits.runs
            or self._all_steps >= limits.all_steps
            or (self._quiet >= limits.quiet and not self._may_grow())
            or self._over()
        )

    def _over(self) -> bool:
        """Is everything found, or the time used up?"""
        late = self._limits.deadline is not None and time.monotonic() >= self._limits.deadline
        return late or len(self._violations) >= self._subject.checks

    # ---- how much ------------------------------------------------------------------------------------------

    def _batch(self) -> int:
        """So many runs that the clock is looked at often enough."""
        size = _BATCH
        if self._recent_steps:
            size = min(size, _BATCH_STEPS // self._recent_steps)
        if self._recent_slow:
            size = min(size, int(_CLOCK_SECONDS / (self._recent_slow * self._cpu_seconds())))
        return max(min(size, self._limits.runs - self._runs), _LEAST_BATCH)

    def _cpu_seconds(self) -> float:
        return max(_CPU_SECONDS, self._steps * _SECONDS_A_STEP)

    def _may_grow(self) -> bool:
        longer_vectors = self._length < min(self._asked, _MOST_LENGTH)
        return longer_vectors or self._longer_runs()

    def _longer_runs(self) -> bool:
        return self._recent_cut > 0.5 and self._steps < self._limits.most_steps and not self._endless

    def _adapt(self) -> None:
        """Where nothing new comes, try longer vectors, then longer runs."""
        if self._quiet < _STUCK:
            return
        if self._length < min(self._asked, _MOST_LENGTH):
            self._length *= 2
            self._quiet = 0
        elif self._longer_runs():
            self._steps = min(8 * self._steps, self._limits.most_steps)
            self._quiet = 0

    # ---- runs ----------------------------------------------------------------------------------------------

    def _next(self) -> InputVector:
        generator, kept = self._generator, self._kept
        if not kept or generator.chance(_FROM_NOTHING):
            shape = kept[generator.pick(len(kept))].shape if kept else Shape()
            return generator.fresh(shape, self._length)
        one, other = kept[generator.pick(len(kept))], kept[generator.pick(len(kept))]
        return generator.mutated(one.vector, one.shape, other.vector, self._length)

    def _steer(self, kept: _Kept) -> None:
        """See which comparisons of a run hang on which of its inputs, and try to turn them."""
        cells = cells_of(kept.shape)
        if not cells:
            return
        before = self._runs
        base, *others = self._run([kept.vector, *nudged(kept.vector, cells)], comparisons=True)
        steered = self._steering.steered(
            kept.vector, cells, base.comparisons(), [other.comparisons() for other in others]
        )
        vectors = list(dict.fromkeys(islice(steered, _MOST_STEERED)))
        self._in_batches(vectors)
        self._steered += self._runs - before

    def _in_batches(self, vectors: Sequence[InputVector]) -> None:
        at = 0
        while at < len(vectors) and not self._over():
            size = self._batch()
            self._run(vectors[at : at + size])
            at += size

    def _run(self, vectors: Sequence[InputVector], *, comparisons: bool = False) -> list[NativeRun]:
        runs = self._subject.native.run_batch(
            vectors,
            timeout=self._cpu_seconds(),
            coverage=self._coverage,
            steps=self._steps,
            comparisons=comparisons,
        )
        cut = slow = steps = 0
        for vector, run in zip(vectors, runs, strict=True):
            self._quiet += 1
            steps += run.steps
            if run.end.kind is EndKind.BUDGET:
                cut += 1
                slow += run.steps < self._steps
            if run.fresh:
                self._keep(vector, run)
            if run.end.kind is EndKind.VIOLATION:
                self._note_violation(vector, run)
        self._runs += len(runs)
        self._cut += cut
        self._all_steps += steps
        self._recent_steps = steps // len(runs)
        self._recent_cut, self._recent_slow = cut / len(runs), slow / len(runs)
        if time.monotonic() > self._told + _TELLING:
            self._tell(self.result())
            self._told = time.monotonic()
        return runs

    def _keep(self, vector: InputVector, run: NativeRun) -> None:
        self._quiet = 0
        self._asked = max(self._asked, run.values_consumed)
        shape = shape_of(run.consumption(_LOOKED_AT))
        kept = _Kept(_used(vector, run), shape, run.new_edges > 0)
        self._kept.append(kept)
        if kept.new_edges:
            self._to_steer.append(kept)

    def _note_violation(self, vector: InputVector, run: NativeRun) -> None:
        number = self._subject.which(run.end)
        if number is None:
            return
        found = self._violations.setdefault(number, [])
        used = _used(vector, run)
        if used not in found:
            found.append(used)
            found.sort(key=_size)
            del found[_CANDIDATES:]


def _used(vector: InputVector, run: NativeRun) -> InputVector:
    """Without what the run did not ask for."""
    return InputVector(
        vector.values[: run.values_consumed], vector.memory[: run.memory_consumed], vector.wild
    )


def _size(vector: InputVector) -> tuple[int, int, int]:
    entries = len(vector.values) + len(vector.memory)
    digits = sum(value.bit_length() if isinstance(value, int) else 64 for value in vector.values)
    return len(vector.wild), entries, digits + sum(map(len, vector.memory))
