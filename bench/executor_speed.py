"""How fast programs run: statements a second in the executor, and the ratio to the native run.

    python bench/executor_speed.py

A statement is an edge of the automaton. The path is recorded, as it is by default. The native run is timed
without compiling; it is the user's C at -O0, as replays use it. The last lines say how many input vectors a
second a batch of native runs manages, plain, with coverage, and with comparisons, what each costs in time of
the processor, and what a step of a long run costs with coverage.
"""

from __future__ import annotations

import math
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dovetail.evidence.violation import build_native, native_program
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, load

LOOPS = """
int main(void) {
    unsigned x = 1, hits = 0;
    for (unsigned i = 0; i < 3000; i++)
        for (unsigned j = 0; j < 400; j++) {
            x = x * 1103515245u + 12345u;
            if ((x >> 16) % 3 == 0) hits++;
        }
    return hits & 127;
}
"""
MEMORY = """
int main(void) {
    unsigned a[64] = {0}, x = 1;
    for (unsigned i = 0; i < 3000; i++)
        for (unsigned j = 0; j < 200; j++) {
            x = x * 1103515245u + 12345u;
            a[j & 63] += x >> 16;
        }
    return a[7] & 127;
}
"""
CALLS = """
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) { return fib(22) & 127; }
"""
SMALL = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 1000 && y == x + 7) reach_error();
    return 0;
}
"""


def loaded(text: str) -> Loaded:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        return load([path])


def best(action: object, repeat: int = 3) -> float:
    assert callable(action)
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    for name, text in (("integer loops", LOOPS), ("loops with memory", MEMORY), ("recursive calls", CALLS)):
        program = loaded(text)
        executor = Executor(program.program)
        steps = executor.run(InputVector(), max_steps=10**9).steps
        interpreted = best(lambda e=executor: e.run(InputVector(), max_steps=10**9))  # type: ignore[misc]
        with native_program(program) as native:
            natively = best(lambda n=native: n.run(InputVector(), timeout=20))  # type: ignore[misc]
        rate = steps / interpreted / 1e6
        print(
            f"{name}: {steps} statements, {rate:.1f} million a second; "
            f"native {natively * 1000:.1f} ms, ratio {interpreted / natively:.0f}"
        )
    batches()


def batches() -> None:
    """Plain and counted runs in turns, so that both meet the same neighbours on the machine."""
    vectors = [InputVector((index, index + 7)) for index in range(5000)]
    with tempfile.TemporaryDirectory() as folder:
        program = loaded(SMALL)
        plain = build_native(program, Path(folder, "plain"))
        counted = build_native(program, Path(folder, "counted"), coverage=True)
        coverage = counted.coverage()
        kinds: dict[str, Callable[[], object]] = {
            "plain": lambda: plain.run_batch(vectors),
            "with coverage": lambda: counted.run_batch(vectors, coverage=coverage, steps=20_000),
            "with comparisons": lambda: counted.run_batch(
                vectors, coverage=coverage, steps=20_000, comparisons=True
            ),
        }
        seconds = {name: [math.inf, math.inf] for name in kinds}
        for _ in range(5):
            for name, action in kinds.items():
                wall, used = time.perf_counter(), processor_seconds()
                action()
                spent = (time.perf_counter() - wall, processor_seconds() - used)
                seconds[name] = [min(old, new) for old, new in zip(seconds[name], spent, strict=True)]
        for name, (wall, used) in seconds.items():
            rate, each = len(vectors) / wall, used / len(vectors)
            print(f"native batches {name}: {rate:.0f} vectors a second, {each * 1e6:.0f} µs each")
        long = build_native(loaded(LOOPS), Path(folder, "long"), coverage=True)
        fresh = long.coverage()
        start = processor_seconds()
        (run,) = long.run_batch([InputVector()], coverage=fresh, timeout=20)
        print(f"a step with coverage: {(processor_seconds() - start) / run.steps * 1e9:.1f} ns")


def processor_seconds() -> float:
    """Of this process and all that it has waited for."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, who))


if __name__ == "__main__":
    main()
