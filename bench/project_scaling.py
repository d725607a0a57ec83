"""How a project of many functions grows with the number of workers.

    python bench/project_scaling.py [--functions 2000] [--workers 1 2 4 8] [--seconds 40] [--cluster ADDRESS]

A build of so many small functions is made, fifty a file, some of which call others of their file. With each
number of workers it is looked at from nothing, for so many seconds. What is told: how many units were
looked at, how many that is a second, the processor time that one has taken, and what of that was the
command's own, which is what does not become less with more workers.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import dovetail
from dovetail.evidence.project import Standing
from dovetail.projects.checking_project import ProjectProgress

A_FILE = 50


def made(folder: Path, functions: int) -> None:
    commands = []
    for first in range(0, functions, A_FILE):
        name = f"part{first // A_FILE}.c"
        parts = ["#include <assert.h>\n"]
        for number in range(first, min(first + A_FILE, functions)):
            called = f"f{number - 1}(x)" if number % 5 and number > first else "x"
            parts.append(
                f"int f{number}(int x) {{ int y = {called}; if (y < 0 || y > {number % 90 + 10}) y = 1;"
                f" assert(y {'!=' if number % 10 == 3 else '>='} {number % 3}); return y; }}\n"
            )
        (folder / name).write_text("".join(parts))
        commands.append({"file": name, "directory": ".", "command": f"cc -c {name}"})
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def used(who: int) -> float:
    found = resource.getrusage(who)
    return found.ru_utime + found.ru_stime


def now() -> tuple[float, float, float]:
    """The time, and the processor time of this process and of those that it has waited for."""
    return time.monotonic(), used(resource.RUSAGE_SELF), used(resource.RUSAGE_CHILDREN)


def measured(folder: Path, workers: int, options: argparse.Namespace) -> str:
    begun: list[tuple[float, float, float]] = []

    def watch(state: ProjectProgress) -> None:
        if state.all and not begun:
            begun.append(now())

    began = now()
    result = dovetail.project(
        folder,
        properties=["unreach-call"],
        strategy="bounded",
        jobs=workers,
        timeout_per_unit=30.0,
        budget=options.seconds,
        out=folder / "out",
        store=folder / f"ledger-{workers}.db",
        cluster=options.cluster,
        watch=watch,
    )
    since = begun[0] if begun else began
    seconds, own, children = (after - before for after, before in zip(now(), since, strict=True))
    done = sum(one.standing is not Standing.NOT_REACHED for one in result.units)
    reading = since[0] - began[0]
    rate, each = done / seconds, (own + children) / max(done, 1)
    return (
        f"| {workers} | {len(result.units)} | {reading:.1f} | {done} | {rate:.2f} | {each:.2f} |"
        f" {1000 * own / max(done, 1):.0f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--functions", type=int, default=2000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--cluster")
    options = parser.parse_args()
    head = ("workers", "units", "s to look them over", "looked at", "a second", "processor s each")
    print(f"| {' | '.join(head)} | of that the command's own, ms |")
    print("|---" * 7 + "|")
    with tempfile.TemporaryDirectory(prefix="project-scaling-") as scratch:
        made(Path(scratch), options.functions)
        for workers in options.workers:
            print(measured(Path(scratch), workers, options), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
