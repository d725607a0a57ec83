"""How fast programs run: statements a second in the executor, and the ratio to the native run.

    python bench/executor_speed.py

A statement is an edge of the automaton. The path is recorded, as it is by default. The native run is timed
without compiling; it is the user's C at -O0, as replays use it. The last line says how many input vectors a
second a batch of native runs manages.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from dovetail.evidence.violation import native_program
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
    vectors = [InputVector((index, index + 7)) for index in range(5000)]
    with native_program(loaded(SMALL)) as native:
        seconds = best(lambda: native.run_batch(vectors))
        print(f"native batches: {len(vectors) / seconds:.0f} vectors a second")


if __name__ == "__main__":
    main()
