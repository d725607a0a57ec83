"""Branch coverage in a given time: `dovetail test` against cheap tests alone, and against random ones.

    python bench/branch_coverage.py --root ROOT --seconds 60 --out coverage.csv

ROOT is the folder that the families of programs are in. Each program is tested three times, one after the
other, for so many seconds: with all that Dovetail has, with cheap tests for all the time, and with random
inputs that nothing guides. The share covered is that of the written suite, run natively; of random tests, of
all that were run. What is in the CSV file already is not run again; the table is
printed at the end.

For each program, covered + infeasible + open must be all branches, and nothing that is proved infeasible may
be covered by the other suite: the bench ends with an error if that is not so.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import tempfile
import time
from pathlib import Path

from dovetail.asking.asked import SuiteOptions
from dovetail.asking.limits import Limits
from dovetail.evidence.suite import Status, Suite
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.probes import BRANCHES, Probing
from dovetail.program.types import DataModel
from dovetail.suites.measuring import measure
from dovetail.suites.testing import suite_for

PROGRAMS = """
locks/test_locks_10_true-unreach-call.c
locks/test_locks_14_true-unreach-call.c
loops/insertion_sort_false-unreach-call.i
loops/invert_string_true-unreach-call.i
loop-acceleration/phases_true-unreach-call1.i
loop-invgen/sendmail-close-angle_true-unreach-call.i
loop-invgen/nest-if3_true-unreach-call.i
loop-lit/jm2006_true-unreach-call.c.i
loop-new/count_by_nondet_true-unreach-call.i
recursive/McCarthy91_true-unreach-call.c
recursive/MultCommutative_true-unreach-call_true-termination.c
recursive-simple/fibo_15_false-unreach-call.c
systemc/kundu1_false-unreach-call_false-termination.cil.c
systemc/bist_cell_true-unreach-call_false-termination.cil.c
systemc/token_ring.04_false-unreach-call_false-termination.cil.c
ntdrivers-simplified/kbfiltr_simpl1_true-unreach-call_true-termination.cil.c
ntdrivers-simplified/floppy_simpl3_true-unreach-call_true-termination.cil.c
ssh-simplified/s3_clnt_1_false-unreach-call.cil.c
ssh-simplified/s3_srvr_2_false-unreach-call.cil.c
ssh/s3_clnt.blast.03_false-unreach-call.i.cil.c
list-properties/list_flag_true-unreach-call.cil.c
list-properties/list_search_false-unreach-call.i
heap-manipulation/tree_false-unreach-call.c
ldv-regression/test28_false-unreach-call.c
bitvector/soft_float_3_true-unreach-call.c.cil.c
bitvector/s3_clnt_2_true-unreach-call.BV.c.cil.c
bitvector-regression/signextension_true-unreach-call.i
array-examples/sorting_selectionsort_true-unreach-call_ground.i
product-lines/minepump_spec1_product14_true-unreach-call.cil.c
float-benchs/sin_interpolated_index_true-unreach-call.c
""".split()
COLUMNS = (
    *("program", "branches", "covered", "infeasible", "open", "tests", "seconds"),
    *("cheap_covered", "cheap_tests", "cheap_seconds"),
    *("random_covered", "random_runs"),
)
BATCH, RUN_SECONDS = 64, 0.05
LENGTHS = (1, 2, 4, 8, 64, 1024)
"""Of random pieces of memory."""


def suite(path: Path, seconds: float, seed: int, out: Path, *, cheap: bool) -> Suite:
    def read(probing: Probing | None) -> Loaded:
        return load([path], LoadOptions(data_model=DataModel.ILP32, probing=probing))

    options = SuiteOptions(limits=Limits(seconds, seed=seed), out=out, formats=("json",), random=cheap)
    return suite_for(read, options, lambda state: None)


def random_only(path: Path, seconds: float, seed: int) -> tuple[frozenset[int], int]:
    """The branches that random inputs cover, all numbers alike, and how many runs that were."""
    generator = random.Random(seed)
    loaded = load([path], LoadOptions(data_model=DataModel.ILP32, probing=Probing(BRANCHES)))
    covered: frozenset[int] = frozenset()
    end = time.monotonic() + seconds
    with measure(loaded, BRANCHES) as measuring:
        while time.monotonic() < end:
            for done in measuring.all([_vector(generator) for _ in range(BATCH)], timeout=RUN_SECONDS):
                covered |= done.covers
        return covered, measuring.runs


def _vector(generator: random.Random) -> InputVector:
    values = tuple(generator.getrandbits(64) for _ in range(generator.randrange(1, 257)))
    pieces = tuple(generator.randbytes(generator.choice(LENGTHS)) for _ in range(generator.randrange(33)))
    return InputVector(values, pieces)


def measured(name: str, root: Path, seconds: float, seed: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        found = suite(root / name, seconds, seed, Path(folder) / "out", cheap=False)
        cheap = suite(root / name, seconds, seed, Path(folder) / "out", cheap=True)
    by_chance, runs = random_only(root / name, seconds, seed)
    counts = {status: found.count(status) for status in Status}
    if sum(counts.values()) != len(found.targets) or found.problems or cheap.problems:
        sys.exit(f"{name}: {counts} of {len(found.targets)}, {found.problems} {cheap.problems}")
    other = {result.info.ident for result in cheap.targets if result.status is Status.COVERED} | by_chance
    wrong = [r.info for r in found.targets if r.status is Status.INFEASIBLE and r.info.ident in other]
    if wrong:
        sys.exit(f"{name}: proved infeasible, and covered: {wrong}")
    return {
        "program": name,
        "branches": len(found.targets),
        "covered": counts[Status.COVERED],
        "infeasible": counts[Status.INFEASIBLE],
        "open": counts[Status.OPEN],
        "tests": len(found.tests),
        "seconds": round(found.figures.wall_seconds, 1),
        "cheap_covered": cheap.count(Status.COVERED),
        "cheap_tests": len(cheap.tests),
        "cheap_seconds": round(cheap.figures.wall_seconds, 1),
        "random_covered": len(by_chance),
        "random_runs": runs,
    }


def table(rows: list[dict[str, str]]) -> str:
    lines = [
        "| program | branches | covered | infeasible | open | tests | s | cheap tests alone | random tests |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        cells = [row[column] for column in ("branches", "covered", "infeasible", "open", "tests", "seconds")]
        name = row["program"].split("_true-")[0].split("_false-")[0]
        lines.append(f"| {name} | {' | '.join(cells)} | {row['cheap_covered']} | {row['random_covered']} |")
    sums = [
        str(sum(int(row[c]) for row in rows)) for c in ("branches", "covered", "infeasible", "open", "tests")
    ]
    cheap, by_chance = (sum(int(row[c]) for row in rows) for c in ("cheap_covered", "random_covered"))
    lines.append(f"| **all {len(rows)}** | {' | '.join(sums)} | | {cheap} | {by_chance} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("coverage.csv"))
    parser.add_argument("--part", default="1/1", help="2/3: the second third of the programs")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    done: list[dict[str, str]] = []
    if options.out.exists():
        with options.out.open(newline="") as file:
            done = list(csv.DictReader(file))
    known = {row["program"] for row in done}
    for name in PROGRAMS[part - 1 :: parts]:
        if name in known:
            continue
        row = {
            key: str(value)
            for key, value in measured(name, options.root, options.seconds, options.seed).items()
        }
        done.append(row)
        new = not options.out.exists()
        with options.out.open("a", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            if new:
                writer.writeheader()
            writer.writerow(row)
        print(row, flush=True)
    print(table(done))


if __name__ == "__main__":
    main()
