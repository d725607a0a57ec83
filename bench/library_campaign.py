"""The models of library functions against the machine's own libc, on generated arguments: none may differ.

    python bench/library_campaign.py [--rounds N] [--seed N] [NAME ...]

How a model and libc are called is in `library_calls`, with what in `library_rows_*`. A function that is
called exact or a stub in `functions.txt` and has no row here fails the campaign.
"""

from __future__ import annotations

import argparse
import importlib
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from library_calls import Row, Scenario, sides

from dovetail.frontend.library.table import Modelled, rows

FAMILIES = ("library_rows_strings", "library_rows_wide", "library_rows_core", "library_rows_io")
"""The modules with rows: each has `ROWS`, and `UNTRIED`: what cannot be run here, with the reason."""

ELSEWHERE = ("fcntl.h", "fenv.h", "math.h", "stdio.h", "sys/stat.h", "unistd.h")
"""What has no row of these headers is tried in tests/frontend/test_library_models.py, or is about files and
processes, where a model is any contents and any failure: tests/verdicts."""


def campaign_rows() -> tuple[list[Row | Scenario], dict[str, str]]:
    """All rows, and what cannot be tried, with the reason."""
    found: list[Row | Scenario] = []
    untried: dict[str, str] = {}
    for family in FAMILIES:
        module = importlib.import_module(family)
        found += module.ROWS
        untried |= module.UNTRIED
    return found, untried


def without_row() -> list[str]:
    """Functions that are said to be modelled and that nothing here tries."""
    tried, untried = campaign_rows()
    names = {name for row in tried for name in row.name.split()} | untried.keys()
    modelled = (Modelled.EXACT, Modelled.STUB)
    return [
        row.name
        for row in rows()
        if row.standing in modelled and row.name not in names and row.header not in ELSEWHERE
    ]


def run(rounds: int, seed: int, only: Sequence[str] = ()) -> list[str]:
    """All differences."""
    differences: list[str] = []
    missing = 0
    tried, _ = campaign_rows()
    with tempfile.TemporaryDirectory(prefix="dovetail-campaign-") as folder:
        real, model = sides(Path(folder))
        calls = 0
        for row in tried:
            if only and not set(only) & set(row.name.split()):
                continue
            wanted = (row.libc or row.name) if isinstance(row, Row) else row.names[0]  # as libc has it
            if not hasattr(real.library, wanted):
                missing += 1
                continue
            choice = random.Random(f"{seed} {row.name}")
            for _ in range(rounds):
                calls += 1
                found = row.differs(real, model, choice)
                if found is not None:
                    differences.append(f"{row.name}{found}")
                    break
    print(f"{len(tried)} rows, {calls} calls; {missing} rows are of functions that this libc lacks")
    return differences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=400, help="calls of each function")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", help="only these functions")
    given = parser.parse_args()
    start = time.monotonic()
    differences = run(given.rounds, given.seed, given.names)
    differences += [] if given.names else [f"{name}: no row" for name in without_row()]
    for difference in differences:
        print(f"DIFFERENT {difference}")
    print(f"{len(differences)} differences, seed {given.seed}, {time.monotonic() - start:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
