"""What a forward analysis with intervals costs, against the size of the program.

Every file is analysed in a process of its own; reading it is not counted. Writes a CSV and, with --plot, a
picture (SVG, both axes logarithmic), and says which files took more than the limits.

    python bench/abstract_cost.py --tasks TASKS --root ROOT --core --out cost.csv --plot cost.svg
"""

from __future__ import annotations

import argparse
import csv
import math
import multiprocessing
import resource
import sys
import time
from pathlib import Path
from typing import Any

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
    points = [(int(row["edges"]), max(float(row["seconds"]), 0.01), row) for row in rows if row.get("edges")]
    width, height, margin = 760, 480, 60
    low_x, high_x = 1, math.ceil(math.log10(max(x for x, _, _ in points)))
    low_y, high_y = -2, math.ceil(math.log10(max(y for _, y, _ in points)))

    def at(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - low_x) / (high_x - low_x)
        up = (math.log10(y) - low_y) / (high_y - low_y)
        return margin + across * (width - 2 * margin), height - margin - up * (height - 2 * margin)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for power in range(low_x, high_x + 1):
        x, y = at(10**power, 10**low_y)
        parts.append(f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{x:.0f}" y2="{margin}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 18:.0f}" text-anchor="middle">{10**power:,}</text>')
    for power in range(low_y, high_y + 1):
        x, y = at(10**low_x, 10**power)
        parts.append(f'<line x1="{x:.0f}" y1="{y:.0f}" x2="{width - margin}" y2="{y:.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{10.0**power:g} s</text>')
    rate = sorted(y / x for x, y, _ in points if x >= 1000)
    middle = rate[len(rate) // 2] if rate else 1e-4
    (x1, y1), (x2, y2) = (
        at(10**low_x, max(middle * 10**low_x, 10**low_y)),
        at(10**high_x, middle * 10**high_x),
    )
    if middle * 10**low_x < 10**low_y:
        x1, y1 = at(10**low_y / middle, 10**low_y)
    parts.append(f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="#888"/>')
    for edges, seconds, row in points:
        x, y = at(edges, seconds)
        name = f"{row['family']}/{row['file']}: {edges} edges, {seconds} s"
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#1f5fa8" fill-opacity="0.6">'
        parts.append(f"{dot}<title>{name}</title></circle>")
    parts.append(f'<text x="{width / 2}" y="{height - 14}" text-anchor="middle">edges after inlining</text>')
    parts.append("</svg>")
    path.write_text("\n".join(parts) + "\n")


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
