"""How a project of many functions grows with the number of workers.

    python bench/project_scaling.py [--functions 2000] [--workers 1 2 4 8] [--seconds 40] [--cluster ADDRESS]
        [--plot docs/project_scaling.svg]

A build of so many small functions is made, fifty a file, some of which call others of their file. With each
number of workers it is looked at from nothing, for so many seconds. What is told: how many units were
looked at, how many that is a second, the processor time that one has taken, and what of that was the
command's own, which is what does not become less with more workers. The plot has the units a second, and
those a second of the processor: on a machine that others use, or with fewer processors than workers, only
that says what a worker does.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Row:
    workers: int
    units: int
    reading: float
    read: float
    """Seconds of the processor."""
    done: int
    a_second: float
    each: float
    """Seconds of the processor."""
    own: float
    """Of the command itself, for a unit."""

    def line(self) -> str:
        return (
            f"| {self.workers} | {self.units} | {self.reading:.1f} | {self.read:.1f} | {self.done} |"
            f" {self.a_second:.2f} | {self.each:.2f} | {1000 * self.own:.0f} |"
        )


def measured(folder: Path, workers: int, options: argparse.Namespace) -> Row:
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
    looking = max(seconds, 0.001)
    return Row(
        *(workers, len(result.units), reading, sum(since[1:]) - sum(began[1:]), done),
        *(done / looking, (own + children) / max(done, 1), own / max(done, 1)),
    )


WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 420, 260, 46, 36, 30


def plot(rows: list[Row]) -> str:
    """Two curves over the number of workers, each from zero."""
    curves = (
        ("units a second", "#0a58a6", [row.a_second for row in rows]),
        ("units a second of the processor", "#17662c", [1 / row.each if row.each else 0.0 for row in rows]),
    )
    most = 1.1 * max(one for _, _, values in curves for one in values)

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - 20) * (at + 0.5) / len(rows)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="11" role="img" aria-label="units that are looked at, by the number of workers">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - 20}" fill="none" stroke="#59636e"/>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle" fill="#1b1f24">workers</text>',
    ]
    for at, row in enumerate(rows):
        parts.append(f'<text x="{x(at):.0f}" y="{HEIGHT - 20}" text-anchor="middle">{row.workers}</text>')
    for part in range(5):
        value = most * part / 4
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.0f}" text-anchor="end">{value:.1f}</text>')
    for number, (name, colour, values) in enumerate(curves):
        points = " ".join(f"{x(at):.0f},{y(value):.0f}" for at, value in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(at):.0f}" cy="{y(value):.0f}" r="3" fill="{colour}"/>'
            for at, value in enumerate(values)
        ]
        parts.append(f'<text x="{LEFT + 8}" y="{12 + 13 * number}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--functions", type=int, default=2000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--cluster")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    head = (
        "workers",
        "units",
        "s to look them over",
        "of the processor",
        "looked at",
        "a second",
        "processor s each",
    )
    print(f"| {' | '.join(head)} | of that the command's own, ms |")
    print("|---" * 8 + "|")
    with tempfile.TemporaryDirectory(prefix="project-scaling-") as scratch:
        made(Path(scratch), options.functions)
        rows = []
        for workers in options.workers:
            rows.append(measured(Path(scratch), workers, options))
            print(rows[-1].line(), flush=True)
    if options.plot is not None:
        options.plot.write_text(plot(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
