"""Which of the benchmark tasks the front end accepts, how long that takes and how much memory.

    python bench/acceptance.py --tasks dev-tasks.csv --root sv-benchmarks/c [--csv out.csv] [--jobs 2]

A task is accepted if it becomes a Program; what in it is unsupported is listed with its reason. The tasks
themselves are not part of this repository.
"""

from __future__ import annotations

import argparse
import csv
import resource
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.types import DataModel


@dataclass(frozen=True, slots=True)
class Outcome:
    family: str
    file: str
    accepted: bool
    reason: str
    checks: int
    edges: int
    unsupported: str
    seconds: float
    megabytes: float


def accept(arguments: tuple[str, str, str]) -> Outcome:
    root, family, file = arguments
    start = time.perf_counter()
    reason, checks, edges, unsupported = "", 0, 0, ""
    try:
        program = load([Path(root) / family / file], LoadOptions(data_model=DataModel.ILP32)).program
        checks = len(program.checks)
        edges = sum(1 for procedure in program.procedures.values() for _ in procedure.edges)
        reasons = Counter(getattr(edge.statement, "reason", "") for edge in program.unsupported)
        unsupported = "; ".join(f"{count} x {text}" for text, count in sorted(reasons.items()))
    except InputError as error:
        reason = str(error)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Outcome(family, file, not reason, reason, checks, edges, unsupported, seconds, peak)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with options.tasks.open() as file:
        tasks = [(str(options.root), row["family"], row["file"]) for row in csv.DictReader(file)]
    # One task a process: the peak of memory is then the task's own.
    with ProcessPoolExecutor(options.jobs, max_tasks_per_child=1) as pool:
        outcomes = list(pool.map(accept, tasks))
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(asdict(outcomes[0])))
            writer.writeheader()
            writer.writerows(asdict(outcome) for outcome in outcomes)
    accepted = [outcome for outcome in outcomes if outcome.accepted]
    print(f"accepted: {len(accepted)} of {len(outcomes)}")
    for outcome in outcomes:
        if not outcome.accepted:
            print(f"  rejected: {outcome.family}/{outcome.file}: {outcome.reason}")
    slowest = max(outcomes, key=lambda outcome: outcome.seconds)
    largest = max(outcomes, key=lambda outcome: outcome.megabytes)
    print(f"slowest: {slowest.family}/{slowest.file}: {slowest.seconds:.2f} s, {slowest.megabytes:.0f} MB")
    print(f"largest: {largest.family}/{largest.file}: {largest.seconds:.2f} s, {largest.megabytes:.0f} MB")
    partly = [outcome for outcome in accepted if outcome.unsupported]
    print(f"with something unsupported: {len(partly)}")
    for outcome in partly:
        print(f"  {outcome.family}/{outcome.file}: {outcome.unsupported[:160]}")


if __name__ == "__main__":
    main()
