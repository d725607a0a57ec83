"""A file of bytes as an input vector: each input takes as many bytes as its type has, in order of execution.

Which types a run asks for is known only when it has been run, and may depend on the bytes. So the program is
run with what is known so far, until the vector is the one that its run asks for. Each time at least one more
input is right; that the rest will be like the last one is mostly right, too, and saves the other times.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence

from dovetail.execution.inputs import Entry, InputVector
from dovetail.execution.native import Consumption, NativeProgram
from dovetail.fuzzing.shapes import Kind, kind_of

ROUNDS = 100
_STEPS = 200_000
_CPU_SECONDS = 0.05


def vectors_of(
    native: NativeProgram, files: Sequence[bytes], deadline: float | None = None
) -> list[InputVector]:
    """One vector for each; at the end of the bytes come zeros. What is not found out until the deadline, of
    `time.monotonic`, is as good as it is by then. The program was built for coverage."""
    vectors = [InputVector()] * len(files)
    waiting = [index for index, data in enumerate(files) if data]
    for _ in range(ROUNDS):
        if not waiting or (deadline is not None and time.monotonic() >= deadline):
            break
        runs = native.run_batch(
            [vectors[index] for index in waiting],
            timeout=_CPU_SECONDS,
            coverage=native.coverage(),
            steps=_STEPS,
            all_logs=True,
        )
        again = []
        for index, run in zip(waiting, runs, strict=True):
            asked = run.consumption()
            exact = _decoded(files[index], asked)
            if asked and exact != _begun(vectors[index], asked):
                vectors[index] = _decoded(files[index], _and_more(asked))
                again.append(index)
            else:
                vectors[index] = exact
        waiting = again
    return vectors


def _and_more(asked: Sequence[Consumption]) -> Iterator[Consumption]:
    yield from asked
    while asked[-1].size:
        yield asked[-1]


def _begun(vector: InputVector, asked: Sequence[Consumption]) -> InputVector:
    """As much of the vector as was asked for."""
    memory = sum(consumption.stream == "memory" for consumption in asked)
    return InputVector(vector.values[: len(asked) - memory], vector.memory[:memory])


def _decoded(data: bytes, asked: Iterator[Consumption] | Sequence[Consumption]) -> InputVector:
    values: list[Entry] = []
    memory: list[bytes] = []
    at = 0
    for consumption in asked:
        if at >= len(data):
            break
        piece = data[at : at + consumption.size].ljust(consumption.size, b"\0")
        at += consumption.size
        if consumption.stream == "memory":
            memory.append(piece)
        else:
            values.append(_value(piece, consumption))
    return InputVector(tuple(values), tuple(memory))


def _value(piece: bytes, consumption: Consumption) -> Entry:
    if kind_of(consumption.type_name) is Kind.FLOAT and len(piece) >= 4:
        # Of a long double, which is an input only as far as a double goes, the first bytes are that double.
        form, size = ("<f", 4) if len(piece) == 4 else ("<d", 8)
        number: float = struct.unpack(form, piece[:size])[0]
        return number
    return int.from_bytes(piece, "little", signed=True)
