"""How many conditions inference guesses at loop heads, and how many of them survive the proof.

    python bench/candidates.py --tasks TASKS --root ROOT --family loops [--seconds 20]

`induction` in process, with what `abstract` knows, on tasks that are expected to be true. The tasks are not
part of this repository.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

from dovetail.frontend.load import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.program.types import DataModel
from dovetail.strategies.abstract import quickly
from dovetail.strategies.induction.rounds import Induction
from dovetail.strategies.outcome import Budget


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--family", action="append", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    head = ("task", "states", "candidates", "survivors", "proved", "seconds")
    print(f"| {' | '.join(head)} |")
    print("|---" * len(head) + "|")
    with options.tasks.open() as file:
        rows = [row for row in csv.DictReader(file) if row["core"] == "yes" and row["expected"] == "true"]
    for row in rows:
        if row["family"] not in options.family:
            continue
        path = options.root / row["family"] / row["file"]
        inlined = inline(load([path], LoadOptions(data_model=DataModel.ILP32)).program)
        start = time.monotonic()
        budget = Budget(deadline=start + options.seconds)
        ledger = Ledger(inlined.program)
        quickly(inlined, ledger, budget).run()
        search = Induction(inlined.program, ledger, budget)
        claims = search.run()
        cells = (
            f"{row['family']}/{row['file'].split('_true')[0]}",
            sum(map(len, search.samples.rows.values())),
            sum(map(len, search.candidates.values())),
            search.kept,
            "yes" if claims.complete else "no",
            f"{time.monotonic() - start:.1f}",
        )
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


if __name__ == "__main__":
    main()
