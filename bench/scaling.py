"""How DASH's work grows with a program (DASH, Fig. 18, and the claim made with Fig. 6).

    python bench/scaling.py [--quick] [--strategy dash]

Three families, each with a number n. `pointers` is Fig. 3: n fresh records, a store through a pointer that
is none of them, and an error if one of them was hit; a weakest precondition over all aliases has 2^n cases.
`branches` is Fig. 6, prove-me3: n branches, 2^n paths, none of which touches a lock. There the lock is a
constant, which no region is needed for; in `handed-in` it is a value that only the caller knows.

Printed are, for each member: the verdict, the processor time of the search and the time of the whole check
(with the front end and the independent check of the proof), rounds, solver calls, tests.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import dovetail
from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.outcome import Budget, Claims
from dovetail.verifying.kinds import STRATEGIES

DECLARATIONS = """\
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct device { int lock; int count; };
"""


def pointers(n: int) -> str:
    """Fig. 3."""
    numbers = range(1, n + 1)
    lines = [DECLARATIONS + "int main(void) {", "    struct device *p = malloc(sizeof *p);"]
    lines += (f"    struct device *d{i} = malloc(sizeof *d{i}); d{i}->lock = 0;" for i in numbers)
    lines += ["    p->lock = 1;", f"    if ({' || '.join(f'd{i}->lock == 1' for i in numbers)})"]
    lines += ["        reach_error();", *(f"    p = d{i};" for i in numbers), "    p->count = 0;"]
    return "\n".join([*lines, "    return 0;", "}", ""])


def _branching(n: int, held: str) -> str:
    branch = "    if (__VERIFIER_nondet_int()) x++; else ++*p;"
    lines = [DECLARATIONS + "int main(void) {", f"    int held = {held}, lock, x = 0;"]
    lines += ["    int *p = malloc(sizeof *p);", "    *p = 0;", "    lock = held;", *[branch] * n]
    return "\n".join([*lines, "    if (lock != held)", "        reach_error();", "    return x;", "}", ""])


def branches(n: int) -> str:
    """Fig. 6, as it is."""
    return _branching(n, "1")


def handed_in(n: int) -> str:
    """Fig. 6, with a lock that no constant describes."""
    return _branching(n, "__VERIFIER_nondet_int()")


FAMILIES: dict[str, Callable[[int], str]] = {
    "pointers": pointers,
    "branches": branches,
    "handed-in": handed_in,
}
SIZES = {
    "pointers": (2, 4, 8, 16, 32, 64, 128, 256),
    "branches": (10, 25, 50, 100, 200),
    "handed-in": (10, 25, 50, 100, 200),
}
QUICK = {"pointers": (4, 32), "branches": (10, 50), "handed-in": (10, 50)}


@dataclass(frozen=True, slots=True)
class Cost:
    verdict: str
    search: float
    whole: float
    rounds: int
    solver_calls: int
    tests: int


def search(path: Path, strategy: str, seconds: float) -> tuple[Claims, float]:
    """The strategy alone, in this process."""
    inlined = inline(load([path], LoadOptions()).program)
    started = time.process_time()  # other work on the machine does not count
    alone = STRATEGIES[strategy](inlined, Ledger(inlined.program), Budget(time.monotonic() + seconds))
    return alone.run(), time.process_time() - started


def measure(source: str, strategy: str, seconds: float, folder: Path) -> Cost:
    path = folder / "scaling.c"
    path.write_text(source)
    claims, spent = search(path, strategy, seconds)
    started = time.perf_counter()
    result = dovetail.check(path, strategy=strategy, timeout=seconds, out=folder / "out")
    whole = time.perf_counter() - started
    progress = claims.progress
    return Cost(result.verdict.value, spent, whole, progress.rounds, progress.solver_calls, progress.tests)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--strategy", default="dash")
    parser.add_argument("--seconds", type=float, default=300, help="for one program")
    parser.add_argument("--family", action="append", choices=FAMILIES, default=[])
    parser.add_argument("--quick", action="store_true", help="two small members of each family")
    options = parser.parse_args()
    sizes = QUICK if options.quick else SIZES
    failed = 0
    with tempfile.TemporaryDirectory(prefix="scaling-") as name:
        folder = Path(name)
        print("| family | n | verdict | search, s | whole, s | rounds | solver calls | tests |")
        print("|---|---|---|---|---|---|---|---|")
        for family in options.family or FAMILIES:
            costs: dict[int, Cost] = {}
            for n in sizes[family]:
                cost = costs[n] = measure(FAMILIES[family](n), options.strategy, options.seconds, folder)
                failed += cost.verdict != "proved"
                times = f"{cost.search:.2f} | {cost.whole:.2f}"
                counts = f"{cost.rounds} | {cost.solver_calls} | {cost.tests}"
                print(f"| {family} | {n} | {cost.verdict} | {times} | {counts} |", flush=True)
            if 256 in costs:
                print(
                    f"T(256) / T(32) = {costs[256].search / costs[32].search:.1f} (search), "
                    f"{costs[256].whole / costs[32].whole:.1f} (whole)"
                )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
