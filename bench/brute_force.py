"""The truth about a small program: run it on every input.

A program says in its header which inputs there are:

    // inputs: 0..7 -4..3,9
    // memory: 0..7

The first line gives the values of each input that it takes, in order; the last entry holds for all further
ones. Others must make no difference, because the program masks them or assumes them away. The second line
gives the numbers that uninitialised memory may hold. Without it memory is tried with a few contents only,
and that nothing happened says nothing.

Every run is made twice, by the executor and natively, and both must end in the same way. A run that is
undefined in C proves nothing about anyone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from dovetail.evidence.violation import native_program
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import Loaded

MAX_RUNS = 6000
MAX_STEPS = 20_000
CONTENTS = (0, 1, 255)
"""Bytes that all of memory is filled with when nothing is said about it."""
WIDEST = 64


class Truth(StrEnum):
    VIOLATED = "violated"
    SAFE = "proved"
    OPEN = "open"
    """Nothing happened, but not everything was tried, or something was undefined."""


@dataclass(frozen=True, slots=True)
class Space:
    """The inputs of a program."""

    values: tuple[tuple[int, ...], ...]
    memory: tuple[int, ...] | None = None

    def at(self, position: int) -> tuple[int, ...]:
        return self.values[min(position, len(self.values) - 1)]


@dataclass(frozen=True, slots=True)
class Answer:
    truth: Truth
    runs: int
    vector: InputVector | None = None
    """One that violates."""
    differences: tuple[str, ...] = ()
    """Runs on which executor and machine do not agree."""


def header(text: str) -> dict[str, str]:
    return dict(re.findall(r"^// ([\w-]+): *(.*?) *$", text, re.M))


def space(text: str) -> Space:
    """The inputs that a program's header gives."""
    fields = header(text)
    memory = fields.get("memory")
    entries = fields.get("inputs", "0").split()
    return Space(tuple(map(_numbers, entries)), None if memory is None else _numbers(memory))


def _numbers(entry: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in entry.split(","):
        low, _, high = part.partition("..")
        found += range(int(low), int(high or low) + 1)
    return tuple(found)


def answer(loaded: Loaded, inputs: Space) -> Answer:
    """Run the program on all its inputs."""
    explorer = _Explorer(loaded, inputs)
    explorer.explore()
    return explorer.answer()


class _Explorer:
    def __init__(self, loaded: Loaded, inputs: Space) -> None:
        self._loaded = loaded
        self._inputs = inputs
        self._executor = Executor(loaded.program)
        self._ends: list[tuple[InputVector, EndKind]] = []
        self._runs = 0
        self._complete = True
        self._memory_asked = False

    def explore(self) -> None:
        if self._inputs.memory is not None:
            self._tree(None)
            return
        for byte in CONTENTS:
            self._tree(bytes([byte]) * WIDEST)
            if not self._memory_asked:
                return
        self._complete = False

    def _tree(self, filling: bytes | None) -> None:
        """Extend vectors by one input at a time, for as long as the program asks for more."""
        waiting = [InputVector()]
        while waiting:
            vector = waiting.pop()
            if self._runs >= MAX_RUNS:
                self._complete = False
                return
            self._runs += 1
            run = self._executor.run(vector, max_steps=MAX_STEPS, record_path=False)
            pieces = [isinstance(consumed.value, bytes) for consumed in run.inputs]
            memory, values = sum(pieces), len(pieces) - sum(pieces)
            if memory > len(vector.memory):
                self._memory_asked = True
                # Natively, memory may be asked for that the executor knows is never read: harmless.
                contents = (
                    [filling]
                    if filling is not None
                    else [number.to_bytes(8, "little") for number in self._inputs.memory or ()]
                )
                waiting += (InputVector(vector.values, (*vector.memory, each)) for each in contents)
            elif values > len(vector.values):
                choices = self._inputs.at(len(vector.values))
                waiting += (InputVector((*vector.values, each), vector.memory) for each in choices)
            else:
                self._ends.append((vector, run.end.kind))

    def answer(self) -> Answer:
        defined = (EndKind.NORMAL, EndKind.VIOLATION, EndKind.ASSUMPTION)
        comparable = [(vector, kind) for vector, kind in self._ends if kind in defined]
        complete = self._complete and len(comparable) == len(self._ends)
        violating: InputVector | None = None
        differences: list[str] = []
        with native_program(self._loaded) as native:
            runs = native.run_batch([vector for vector, _ in comparable])
        for (vector, kind), run in zip(comparable, runs, strict=True):
            if run.end.kind is not kind:
                differences.append(f"{vector.to_json()}: executor {kind}, machine {run.end.kind}")
            elif kind is EndKind.VIOLATION:
                violating = violating or vector
        truth = Truth.VIOLATED if violating else Truth.SAFE if complete else Truth.OPEN
        return Answer(truth, self._runs, violating, tuple(differences))
