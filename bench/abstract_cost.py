"""What a forward analysis with intervals costs, against the size of the program.

Every file is analysed in a process of its own; reading it is not counted. Writes a CSV and, with --plot, a
picture (SVG, both axes logarithmic), and says which files took more than the limits.

    python bench/abstract_cost.py --tasks TASKS --root ROOT --core --out cost.csv --plot cost.svg
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import resource
import sys
import time
from pathlib import Path
from typing import Any

from loglog import LogLog

from dovetail.domains.numbers import Components
from dovetail.fixpoints.analysis import Analysis, Options
from dovetail.fixpoints.classify import classify
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.inlining import TooLarge, inline
from dovetail.program.types import DataModel

FIELDS = ("family", "file", "lines", "edges", "load", "seconds", "megabytes", "iterations", "note")
SECONDS, MEGABYTES, LINES = 20.0, 1536.0, 10_000


def measure(path: Path, limit: float) -> dict[str, Any]:
    started = time.monotonic()
    try:
        inlined = inline(load([path], LoadOptions(data_model=DataModel.ILP32)).program)
    except (InputError, TooLarge) as error:
        return {"note": str(error).splitlines()[0]}
    read = time.monotonic()
    edges = sum(1 for procedure in inlined.program.procedures.values() for _ in procedure.edges)
    analysis = Analysis(
        inlined.program,
        Options(Components.CONSTANTS | Components.INTERVALS),
        lambda: time.monotonic() - read > limit,
    )
    note = ""
    try:
        classify(analysis, analysis.reachable())
    except OutOfTime:
        note = "out of time"
    return {
        "edges": edges,
        "load": round(read - started, 2),
        "seconds": round(time.monotonic() - read, 2),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "iterations": analysis.iterations,
        "note": note,
    }


def _work(job: tuple[Path, float]) -> dict[str, Any]:
    return measure(*job)


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Seconds against edges, each file a dot; the line is linear growth."""
    dots = [
        (
            int(row["edges"]),
            max(float(row["seconds"]), 0.01),
            f"{row['family']}/{row['file']}: {row['edges']} edges, {row['seconds']} s",
        )
        for row in rows
        if row.get("edges")
    ]
    picture = LogLog([(10, 0.01), *((edges, seconds) for edges, seconds, _ in dots)], "edges after inlining")
    rate = sorted(seconds / edges for edges, seconds, _ in dots if edges >= 1000)
    picture.linear(rate[len(rate) // 2] if rate else 1e-4)
    picture.dots(dots, "#1f5fa8")
    path.write_text(picture.svg())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--core", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    with arguments.tasks.open() as file:
        tasks = [row for row in csv.DictReader(file) if not arguments.core or row["core"] == "yes"]
    jobs = [(arguments.root / task["family"] / task["file"], arguments.limit) for task in tasks]
    rows = []
    with (
        multiprocessing.get_context("spawn").Pool(arguments.jobs, maxtasksperchild=1) as pool,
        arguments.out.open("w", newline="") as out,
    ):
        writer = csv.DictWriter(out, FIELDS)
        writer.writeheader()
        for task, found in zip(tasks, pool.imap(_work, jobs), strict=True):
            row = {"family": task["family"], "file": task["file"], "lines": task["lines"], **found}
            rows.append(row)
            writer.writerow(row)
            out.flush()
    if arguments.plot:
        plot(rows, arguments.plot)
    over = [
        row
        for row in rows
        if int(row["lines"]) <= LINES
        and (row["note"] or float(row["seconds"]) > SECONDS or float(row["megabytes"]) > MEGABYTES)
    ]
    for row in over:
        print(f"{row['family']}/{row['file']}: {row}")
    slowest = max(rows, key=lambda row: float(row.get("seconds") or 0))
    print(f"{len(rows)} files, {len(over)} of at most {LINES} lines over the limits; slowest {slowest}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
