"""How the time of a whole check grows with a program, over two orders of magnitude.

    python bench/growth.py [--family NAME] [--largest N] [--again rows.csv] [--out rows.csv] [--plot plot.svg]

Families of programs that are easy for a person, each with a number n: loops of n rounds that are gone through
one by one (`rounds`, by `bounded`), branches one after the other (2^n paths), procedures that call each other
in a chain, records behind as many pointers, and pointers that walk along one list of any length (`walkers`,
by `nodes`: a hard problem, for which there is a limit of 60 s and 2 GiB instead of a slope).

The processor time of all processes is what counts, since other work on the machine does not change it. The
exponent is that of the last factor of three in n, without what one branch takes: 1.0 is linear growth, and
n log n is 1.15 over such sizes. DASH's own growth is in `scaling.py`.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from loglog import LogLog
from scaling import DECLARATIONS, branches, pointers


def rounds(n: int) -> str:
    """A loop of n rounds over an array of inputs, and each round asks about the sum so far."""
    return f"""{DECLARATIONS}
int main(void) {{
    unsigned char numbers[{n}];
    unsigned sum = 0;
    for (int i = 0; i < {n}; i++)
        numbers[i] = (unsigned char)(__VERIFIER_nondet_int() & 15);
    for (int i = 0; i < {n}; i++) {{
        sum += numbers[i] ^ (numbers[i] >> 1);
        if (sum > 15u * (unsigned)(i + 1))
            reach_error();
    }}
    return (int)sum;
}}
"""


def procedures(n: int) -> str:
    """A chain of n procedures; each keeps what the one before it sees to."""
    lines = [DECLARATIONS, "static int f0(int x) { return x < 0 ? 0 : x; }"]
    lines += (
        f"static int f{i}(int x) {{ int y = f{i - 1}(x); if (y < 0) reach_error(); return y; }}"
        for i in range(1, n + 1)
    )
    return "\n".join([*lines, f"int main(void) {{ return f{n}(__VERIFIER_nondet_int()) < 0; }}", ""])


def walkers(n: int) -> str:
    """A list of any length, and n pointers that walk along it, each a node or none behind the one before."""
    names = [f"p{i}" for i in range(n)]
    lines = [
        "#include <stdlib.h>",
        "extern void reach_error(void);",
        "extern int __VERIFIER_nondet_int(void);",
        "struct node { int mark; struct node *next; };",
        "int main(void) {",
        "    struct node *list = NULL;",
        "    while (__VERIFIER_nondet_int()) {",
        "        struct node *fresh = malloc(sizeof *fresh);",
        "        fresh->mark = 1; fresh->next = list; list = fresh;",
        "    }",
        *(f"    struct node *{name} = list;" for name in names),
        f"    while ({names[0]} != NULL) {{",
    ]
    lines += (
        f"        {late} = {early};" for late, early in reversed(list(zip(names[1:], names, strict=False)))
    )
    lines += [f"        {names[0]} = {names[0]}->next;", "    }"]
    lines += (f"    if ({name} != NULL && {name}->mark != 1) reach_error();" for name in names)
    return "\n".join([*lines, "    return 0;", "}", ""])


@dataclass(frozen=True, slots=True)
class Family:
    source: Callable[[int], str]
    sizes: tuple[int, ...]
    strategy: str
    colour: str
    hard: bool = False


FAMILIES = {
    "rounds": Family(rounds, (12, 40, 120, 400, 1200), "bounded", "#1f5fa8"),
    "branches": Family(branches, (10, 30, 100, 300, 1000), "auto", "#2e7d32"),
    "procedures": Family(procedures, (10, 30, 100, 300, 1000), "auto", "#b3541e"),
    "pointers": Family(pointers, (12, 40, 120, 400, 1200), "auto", "#6a3fa0"),
    "walkers": Family(walkers, (1, 2, 3, 5, 7, 10), "nodes", "#a01f4f", hard=True),
}


@dataclass(frozen=True, slots=True)
class Row:
    family: str
    n: int
    verdict: str
    seconds: float
    """Of the processor, by all processes of the check."""
    megabytes: float


def measure(family: str, n: int, limit: int, folder: Path) -> Row:
    path = folder / f"{family}.c"
    path.write_text(FAMILIES[family].source(n))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [
        "check",
        str(path),
        "--svcomp",
        "--strategy",
        FAMILIES[family].strategy,
        "--timeout",
        f"{limit}s",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "dovetail", *words, "--json", "-", "--quiet", "--out", str(folder / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    document = json.loads(done.stdout)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Row(family, n, document["verdict"], round(seconds, 2), document["figures"]["peak_memory"] / 2**20)


def exponent(rows: list[Row], start: float) -> float | None:
    """Of the last factor of at least three in n, without what a check of next to nothing takes."""
    if len(rows) < 2:
        return None
    last = rows[-1]
    first = next((row for row in reversed(rows) if row.n * 3 <= last.n), rows[0])
    spent = [row.seconds - start for row in (first, last)]
    return math.log(spent[1] / spent[0]) / math.log(last.n / first.n) if min(spent) > 0.05 else None


def told(rows: list[Row], start: float) -> str:
    lines = ["| family | " + "n: processor s" + " | exponent |", "|---|---|---|"]
    for family in dict.fromkeys(row.family for row in rows):
        own = [row for row in rows if row.family == family]
        slope = exponent([row for row in own if row.verdict == "proved"], start)
        figures = ", ".join(
            f"{row.n}: {row.seconds}{'' if row.verdict == 'proved' else ' (unknown)'}" for row in own
        )
        lines.append(f"| {family} | {figures} | {'-' if slope is None else f'{slope:.2f}'} |")
    return "\n".join(lines)


def plot(rows: list[Row], path: Path) -> None:
    proved = [row for row in rows if row.verdict == "proved"]
    picture = LogLog([(row.n, max(row.seconds, 0.01)) for row in proved], "n")
    picture.linear(0.01)
    for family in dict.fromkeys(row.family for row in proved):
        dots = [
            (row.n, row.seconds, f"{family} {row.n}: {row.seconds} s")
            for row in proved
            if row.family == family
        ]
        picture.curve(dots, FAMILIES[family].colour, family)
    path.write_text(picture.svg())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--family", action="append", choices=FAMILIES, default=[])
    parser.add_argument("--limit", type=int, default=60, help="seconds by the clock for one program")
    parser.add_argument("--largest", type=int, help="no member is larger than that")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--again", type=Path, help="rows of an earlier run, for a picture of all")
    options = parser.parse_args()
    rows: list[Row] = []
    if options.again:
        with options.again.open() as file:
            rows = [
                Row(r["family"], int(r["n"]), r["verdict"], float(r["seconds"]), float(r["megabytes"]))
                for r in csv.DictReader(file)
            ]
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        start = min(measure("branches", 1, options.limit, Path(name)).seconds for _ in range(3))
        for family in options.family or FAMILIES:
            for n in FAMILIES[family].sizes:
                if options.largest is None or n <= options.largest:
                    rows.append(measure(family, n, options.limit, Path(name)))
                    print(rows[-1], flush=True)
    if options.out:
        with options.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(Row.__slots__))
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
    if options.plot:
        plot(rows, options.plot)
    print(told(rows, start))
    return 1 if any(row.verdict == "violated" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
