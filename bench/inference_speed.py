"""How fast likely invariants are inferred: a million states of 12 variables, of several kinds.

    python bench/inference_speed.py [--rows N] [--few]

Processor time on one core, for reading the rows as bit patterns (a list of tuples, as the executor has them)
and for inference, with the candidates told and the memory that inference takes on top of the states. Each
candidate is evaluated by the concrete algebra on some of the states, those with extreme values among them.
With `--few`: how long it takes for a few states, half of whose variables are linear in the others.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from dovetail.inference.likely import Inference
from dovetail.inference.states import States
from dovetail.program.expressions import Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import INT, LLONG, UINT, ULLONG, DataModel, IntType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory

Table = tuple[list[IntType], list[Any]]


def unrelated(rows: int) -> Table:
    pick = np.random.default_rng(1)
    return [INT] * 12, [pick.integers(-(1 << 31), 1 << 31, rows) for _ in range(12)]


def loop(rows: int) -> Table:
    """As at the head of a loop: counters, sums, products, flags, and some inputs."""
    pick = np.random.default_rng(2)
    n, step = pick.integers(1, 1000, rows), pick.integers(1, 9, rows)
    i = pick.integers(0, n + 1)
    flag, k = pick.integers(0, 2, rows), pick.integers(-50, 50, rows)
    return [INT] * 12, [
        i, n, n - i, 4 * i, step, i * step, flag, np.where(flag == 1, i, 0), np.full(rows, 17), i + 1, k,
        k * k,
    ]  # fmt: skip


def small(rows: int) -> Table:
    pick = np.random.default_rng(3)
    return [UINT] * 12, [pick.integers(0, 3 + k, rows) for k in range(12)]


def large(rows: int) -> Table:
    """64-bit numbers from everywhere, with relations between them."""
    pick = np.random.default_rng(4)
    wild = [pick.integers(-(1 << 62), 1 << 62, rows) for _ in range(5)]
    top = [pick.integers(1 << 63, (1 << 64) - 9, rows, dtype=np.uint64) for _ in range(2)]
    return [LLONG] * 8 + [ULLONG] * 4, [
        *wild, wild[0] + 1, np.maximum(wild[1], wild[2]), wild[0] - wild[3], *top, top[0] + np.uint64(5),
        np.maximum(*top),
    ]  # fmt: skip


TABLES: dict[str, Callable[[int], Table]] = {
    "unrelated numbers": unrelated,
    "states of a loop": loop,
    "small numbers": small,
    "64-bit numbers": large,
}


class Row:
    def __init__(self, values: dict[Variable, int]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> int:
        return self._values[variable]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--show", action="store_true", help="print the candidates")
    parser.add_argument("--few", action="store_true")
    asked = parser.parse_args()
    if asked.few:
        few()
        return
    print("| states | read | inferred | appended | memory | candidates |\n|---|---|---|---|---|---|")
    for name, make in TABLES.items():
        types, numbers = make(asked.rows)
        held = [Variable(f"v{index}", "f", type_, f"v{index}") for index, type_ in enumerate(types)]
        patterns = [
            (np.asarray(column).astype(np.uint64) & np.uint64((1 << type_.width) - 1)).tolist()
            for type_, column in zip(types, numbers, strict=True)
        ]
        rows = list(zip(*patterns, strict=True))
        del patterns, numbers
        gc.collect()
        start = time.process_time()
        states = States.of(held, rows)
        read = time.process_time() - start
        start = time.process_time()
        inference = Inference(states)
        found = inference.candidates([100])
        inferred = time.process_time() - start
        memory = peak(states)
        check(held, rows, states, found)
        states.append(rows[:1000])
        start = time.process_time()
        inference.candidates([100])
        appended = time.process_time() - start
        kinds = Counter(candidate.kind for candidate in found)
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        print(f"| {name} | {read:.2f} s | {inferred:.2f} s | {appended:.2f} s | {memory / 1e6:.0f} MB "
              f"| {len(found)}: {told} |", flush=True)  # fmt: skip
        if asked.show:
            for candidate in found:
                print(f"    {candidate.kind}: {show_expr(candidate.expr)}")


def few() -> None:
    pick = np.random.default_rng(0)
    for count, rows in ((6, 100), (12, 200), (24, 100), (200, 1000)):
        held = [Variable(f"v{index}", "f", INT, f"v{index}") for index in range(count)]
        inputs = pick.integers(-50, 50, (rows, count // 2))
        table = np.concatenate([inputs, inputs @ pick.integers(-2, 3, (count // 2, count // 2))], axis=1)
        states = States.of(held, [[INT.bits(number) for number in row] for row in table.tolist()])
        start = time.process_time()
        found = Inference(states).candidates([10, 100])
        spent = time.process_time() - start
        print(f"{rows} states of {count} variables: {spent * 1000:.0f} ms, {len(found)} candidates")


def peak(states: States) -> int:
    """The most bytes that inference takes, the states not counted. Watching makes it slow, so it is done
    apart from the clock."""
    tracemalloc.start()
    Inference(states).candidates([100])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def check(held: list[Variable], rows: list[Any], states: States, found: list[Any]) -> None:
    """On rows from everywhere, and where some variable is least or greatest."""
    algebra: Any = Concrete(Memory(Target(DataModel.LP64)))
    chosen = set(random.Random(1).sample(range(len(rows)), min(300, len(rows))))
    for place in states.numbers:
        chosen |= {int(states.entries(place).argmin()), int(states.entries(place).argmax())}
    for row in chosen:
        state: Any = Row(dict(zip(held, rows[row], strict=True)))
        memo: dict[Any, Any] = {}
        for candidate in found:
            assert evaluate(candidate.expr, algebra, state, memo), show_expr(candidate.expr)


if __name__ == "__main__":
    main()
