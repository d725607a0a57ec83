"""How many violations cheap tests find alone, and what that takes.

    python bench/cheap_tests.py --tasks TASKS --root ROOT --core --out cheap.csv

TASKS is a CSV file with the columns family, file, expected and core; ROOT is the folder that the families are
in. Tasks whose expected answer is false are run, one at a time, for `--seconds` each after they are read.
What is in the CSV file already is not run again. A violation counts if the executor and a native run without
coverage agree that it happens. With `--true`, tasks that are expected to hold are run: nothing may be found.

Processor time is that of the tests and of compiling for them: on a machine with nothing else to do, about the
time that it takes. Where something else is running, give more `--seconds`; the search is limited by counts,
and the summary says what was found within three seconds of the processor.
"""

from __future__ import annotations

import argparse
import csv
import resource
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from dovetail.evidence.violation import Violation, build_native, confirm
from dovetail.frontend import LoadOptions, load
from dovetail.fuzzing import Limits
from dovetail.program.types import DataModel
from dovetail.verifying.cheap_testing import natively_tested

COLUMNS = (
    "family",
    "file",
    "violated",
    "confirmed",
    "runs",
    "seconds",
    "cpu_seconds",
    "edges_seen",
    "edges",
    "corpus",
    "cut",
)

SOON = 3.0


def processor_seconds() -> float:
    """Of this process and all that it has waited for."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, who))


def run(path: Path, seconds: float, seed: int) -> dict[str, object]:
    loaded = load([path], LoadOptions(data_model=DataModel.ILP32))
    started, used = time.monotonic(), processor_seconds()
    with tempfile.TemporaryDirectory() as folder:
        native = build_native(loaded, Path(folder), coverage=True)
        done = natively_tested(loaded, native, limits=Limits(started + seconds), seed=seed)
    spent, used = time.monotonic() - started, processor_seconds() - used
    confirmed = any(
        isinstance(confirm(loaded, vector, smaller=False), Violation)
        for vectors in done.violations.values()
        for vector in vectors
    )
    return {
        "violated": bool(done.violations),
        "confirmed": confirmed,
        "runs": done.runs,
        "seconds": f"{spent:.2f}",
        "cpu_seconds": f"{used:.2f}",
        "edges_seen": done.edges_seen,
        "edges": done.edges,
        "corpus": len(done.corpus),
        "cut": done.cut,
    }


def summary(rows: list[dict[str, str]]) -> str:
    families: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        families[row["family"]].append(row)
    lines = [
        "| family | tasks | violated in 3 s | in all | processor seconds (median, most) | runs (median) |",
        "|---|---|---|---|---|---|",
    ]
    for family, of in [*sorted(families.items()), ("**all**", rows)]:
        found = [row for row in of if row["confirmed"] == "True"]
        spent = sorted(float(row["cpu_seconds"]) for row in found)
        runs = sorted(int(row["runs"]) for row in found)
        soon = sum(seconds <= SOON for seconds in spent)
        cost = f"{spent[len(spent) // 2]:.1f}, {spent[-1]:.1f} | {runs[len(runs) // 2]}" if found else " |"
        lines.append(f"| {family} | {len(of)} | {soon} | {len(found)} | {cost} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--core", action="store_true", help="only the tasks marked core")
    parser.add_argument("--true", action="store_true", help="tasks that are expected to hold")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with options.tasks.open(newline="") as file:
        wanted = [
            task
            for task in csv.DictReader(file)
            if task["expected"] == ("true" if options.true else "false")
            and (task["core"] == "yes" or not options.core)
        ]
    rows: list[dict[str, str]] = []
    if options.out.exists():
        with options.out.open(newline="") as file:
            rows = list(csv.DictReader(file))
    done = {(row["family"], row["file"]) for row in rows}
    with options.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if not rows:
            writer.writeheader()
        for task in wanted:
            if (task["family"], task["file"]) in done:
                continue
            found = run(options.root / task["family"] / task["file"], options.seconds, options.seed)
            row = {"family": task["family"], "file": task["file"], **{k: str(v) for k, v in found.items()}}
            writer.writerow(row)
            file.flush()
            rows.append(row)
            print(*row.values(), flush=True)
    print(summary(rows))


if __name__ == "__main__":
    main()
