"""A smaller input vector that fails in the same way: fewer entries, more zeros, smaller numbers.

People read counterexamples, and `3, 0, 0, 7` says more than forty random numbers. What "fails in the same
way" means is the caller's part: `fails` gets a batch of vectors and says of each whether it does. Batches are
cheap (natively, thousands of runs a second), so each step tries many candidates at once and takes the first
that fails, which is the smallest since they are tried in that order.

Deterministic, and bounded by a number of runs. The deadline is a backstop for programs that run long.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import partial
from typing import TypeVar

from dovetail.execution.inputs import Entry, InputVector
from dovetail.quick_dataclass import dataclass

Fails = Callable[[Sequence[InputVector]], Sequence[bool]]
Streams = Callable[[InputVector], Sequence[bool]]
"""Which stream the run of a vector takes from, in order: True is memory."""
T = TypeVar("T")

MAX_RUNS = 20_000
MAX_SECONDS = 10.0
_BATCH = 64
_SMALL = 16
_STRETCH = 24
"""The longest part, in the order in which inputs are asked for, that is left out wherever it begins."""


def minimise(
    vector: InputVector,
    fails: Fails,
    streams: Streams | None = None,
    *,
    max_runs: int = MAX_RUNS,
    max_seconds: float = MAX_SECONDS,
) -> InputVector:
    """A vector that fails, given one that does; the same one if nothing smaller was found. With `streams`,
    numbers and memory that are asked for one after the other are left out together."""
    search = _Search(_trimmed(vector), fails, max_runs, time.monotonic() + max_seconds)
    passes = (
        *((partial(_without_stretch, streams=streams),) if streams is not None else ()),
        *(_without_values, _without_memory, _without_wild, _zero_values, _zero_memory, _zero_wild),
        *(_nearer_values, _smaller_values, _smaller_memory, _smaller_wild),
    )
    while True:
        before = search.best
        for candidates in passes:
            while search.improve(candidates(search.best)):
                pass
        if search.best == before or search.spent:
            return search.best


@dataclass(slots=True)
class _Search:
    best: InputVector
    fails: Fails
    runs_left: int
    deadline: float
    tried: set[InputVector] = field(default_factory=set)

    @property
    def spent(self) -> bool:
        return self.runs_left <= 0 or time.monotonic() > self.deadline

    def improve(self, candidates: Iterator[InputVector]) -> bool:
        """Try candidates in order, a batch at a time; take the first that fails."""
        batch: list[InputVector] = []
        for candidate in candidates:
            trimmed = _trimmed(candidate)
            if trimmed == self.best or trimmed in self.tried:
                continue
            self.tried.add(trimmed)
            batch.append(trimmed)
            if len(batch) == _BATCH:
                if self._try(batch):
                    return True
                batch = []
        return bool(batch) and self._try(batch)

    def _try(self, batch: list[InputVector]) -> bool:
        if self.spent:
            return False
        self.runs_left -= len(batch)
        for candidate, failed in zip(batch, self.fails(batch), strict=True):
            if failed:
                self.best = candidate
                return True
        return False


def _trimmed(vector: InputVector) -> InputVector:
    """Without zeros at the ends: what is missing is zero."""
    values, memory = vector.values, tuple(piece.rstrip(b"\0") for piece in vector.memory)
    while values and _is_zero(values[-1]):
        values = values[:-1]
    while memory and not memory[-1]:
        memory = memory[:-1]
    return InputVector(values, memory, tuple((at, piece.rstrip(b"\0")) for at, piece in vector.wild))


def _is_zero(entry: Entry) -> bool:
    return entry == 0 and math.copysign(1, entry) > 0


def _chunks(length: int) -> Iterator[slice]:
    """Pieces of a sequence, all of it first, then halves, quarters and so on, the last ones first: what comes
    late depends on what comes early."""
    size = length
    while size:
        for end in range(length, 0, -size):
            yield slice(max(0, end - size), end)
        size //= 2


def _put(items: tuple[T, ...], part: slice, new: tuple[T, ...]) -> tuple[T, ...]:
    return items[: part.start] + new + items[part.stop :]


def _without_stretch(vector: InputVector, streams: Streams) -> Iterator[InputVector]:
    """Without all that is asked for from one place to another, the longest stretches first: one round of a
    loop, one call of many, with its numbers and its memory, wherever it begins."""
    order = streams(vector)
    before: list[tuple[int, int]] = [(0, 0)]
    """How many numbers and how many pieces of memory come before each place."""
    for is_memory in order:
        numbers, pieces = before[-1]
        before.append((numbers + (not is_memory), pieces + is_memory))
    for length in range(min(_STRETCH, len(order)), 0, -1):
        for start in range(len(order) - length, -1, -1):
            (first, first_piece), (end, end_piece) = before[start], before[start + length]
            values = _put(vector.values, slice(first, end), ())
            memory = _put(vector.memory, slice(first_piece, end_piece), ())
            if (values, memory) != (vector.values, vector.memory):
                yield replace(vector, values=values, memory=memory)


def _without_values(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.values)):
        yield replace(vector, values=_put(vector.values, part, ()))


def _without_memory(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.memory)):
        yield replace(vector, memory=_put(vector.memory, part, ()))


def _without_wild(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.wild)):
        yield replace(vector, wild=_put(vector.wild, part, ()))


def _zero_values(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.values)):
        if any(vector.values[part]):
            yield replace(vector, values=_put(vector.values, part, (0,) * (part.stop - part.start)))


def _zero_memory(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.memory)):
        if any(vector.memory[part]):
            yield replace(vector, memory=_put(vector.memory, part, (b"",) * (part.stop - part.start)))


def _zero_wild(vector: InputVector) -> Iterator[InputVector]:
    for part in _chunks(len(vector.wild)):
        pieces = vector.wild[part]
        if any(piece for _, piece in pieces):
            empty = tuple((address, b"") for address, _ in pieces)
            yield replace(vector, wild=_put(vector.wild, part, empty))


def _nearer_values(vector: InputVector) -> Iterator[InputVector]:
    """All numbers moved together, for programs that compare them with each other."""
    values = vector.values
    if len(values) > 1 and all(isinstance(entry, int) for entry in values):
        nearest = min(values, key=abs)
        for distance in _smaller(nearest):
            moved = nearest - distance
            yield replace(vector, values=tuple(entry - moved for entry in values))


def _smaller_values(vector: InputVector) -> Iterator[InputVector]:
    for index, entry in enumerate(vector.values):
        for smaller in _smaller(entry):
            yield replace(vector, values=_put(vector.values, slice(index, index + 1), (smaller,)))


def _smaller(entry: Entry) -> Iterator[Entry]:
    """Numbers nearer to zero, the nearest first. The small ones are tried each, because failing need not be
    monotone; beyond them each step taken halves what is left between the best and what did not fail."""
    if isinstance(entry, float):
        if math.isfinite(entry):
            yield from (whole for whole in (math.trunc(entry), round(entry)) if whole != entry)
            if entry == math.trunc(entry):
                yield math.trunc(entry)  # as an int: the same number, and shorter
            else:
                yield round(entry, 3)
        return
    size, sign = abs(entry), -1 if entry < 0 else 1
    for small in range(min(size, _SMALL)):
        yield small
        yield sign * small
    if entry < 0:
        yield size
    step = size - _SMALL
    while step > 0:
        yield sign * (size - step)
        step //= 2


def _smaller_memory(vector: InputVector) -> Iterator[InputVector]:
    for index, piece in enumerate(vector.memory):
        for new in _smaller_bytes(piece):
            yield replace(vector, memory=_put(vector.memory, slice(index, index + 1), (new,)))


def _smaller_wild(vector: InputVector) -> Iterator[InputVector]:
    for index, (address, piece) in enumerate(vector.wild):
        for new in _smaller_bytes(piece):
            yield replace(vector, wild=_put(vector.wild, slice(index, index + 1), ((address, new),)))


def _smaller_bytes(piece: bytes) -> Iterator[bytes]:
    """With fewer bytes that are not zero, or smaller ones."""
    for part in _chunks(len(piece)):
        if any(piece[part]):
            yield piece[: part.start] + bytes(part.stop - part.start) + piece[part.stop :]
    for at, byte in enumerate(piece[:64]):
        for smaller in _smaller(byte):
            yield piece[:at] + bytes([int(smaller)]) + piece[at + 1 :]
