"""Which mutants do suites catch: all branches against all abstract states (Erez 2004, Definition 7.1)?

    python bench/suite_mutants.py --seconds 120 --out mutants.csv

For each example in `bench/suite_examples` there are three suites: for branches, and for the abstract states
of intervals and of predicates. A mutant, made by `mutations`, is caught by a suite if one of its tests ends
in another way than it did in the original: natively, each test once. Mutants that no suite catches may well
be equivalent.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from mutations import mutants

from dovetail.asking.asked import SuiteOptions
from dovetail.asking.limits import Limits
from dovetail.evidence.suite import Status, Suite
from dovetail.evidence.violation import build_native
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.probes import Probing
from dovetail.suites.testing import suite_for

EXAMPLES = Path(__file__).parent / "suite_examples"
KINDS = ("branches", "intervals", "predicates")
COLUMNS = (
    "example",
    *(
        f"{kind}_{what}"
        for kind in KINDS
        for what in ("targets", "covered", "infeasible", "open", "tests", "caught")
    ),
    *("mutants", "intervals_more", "predicates_more", "branches_more"),
)


@dataclass(frozen=True, slots=True)
class Tried:
    suite: Suite
    vectors: list[InputVector]


def suite_of(path: Path, kind: str, seconds: float, out: Path) -> Tried:
    def read(probing: Probing | None) -> Loaded:
        return load([path], LoadOptions(probing=probing))

    criterion = "branches" if kind == "branches" else "abstract-states"
    options = SuiteOptions(criterion, Limits(seconds), out=out, formats=("json",))
    if kind != "branches":
        options = SuiteOptions(criterion, Limits(seconds), out=out, formats=("json",), domain=kind)
    suite = suite_for(read, options, lambda state: None)
    return Tried(suite, [test.vector for test in suite.tests])


def ends(path: Path, vectors: Sequence[InputVector]) -> list[tuple[EndKind, int | None, int | None]] | None:
    """How the runs end; None if the program is none."""
    try:
        loaded = load([path])
        with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
            runs = build_native(loaded, Path(folder)).run_batch(vectors, timeout=0.5)
    except (InputError, NativeError):
        return None
    return [_told(run.end) for run in runs]


def _told(end: End) -> tuple[EndKind, int | None, int | None]:
    return end.kind, end.exit_code, end.check_id


def compared(path: Path, seconds: float, most: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        tried = {kind: suite_of(path, kind, seconds, Path(folder) / "out") for kind in KINDS}
        vectors = [vector for kind in KINDS for vector in tried[kind].vectors]
        owners = [kind for kind in KINDS for _ in tried[kind].vectors]
        expected = ends(path, vectors)
        assert expected is not None
        caught: dict[str, set[int]] = {kind: set() for kind in KINDS}
        count = 0
        for mutant in islice(mutants(path.read_text(), path.name), most):
            changed = Path(folder) / "mutant.c"
            changed.write_text(mutant.text)
            found = ends(changed, vectors)
            if found is None:
                continue
            count += 1
            for owner, one, other in zip(owners, expected, found, strict=True):
                if one != other:
                    caught[owner].add(count)
    row: dict[str, object] = {"example": path.stem, "mutants": count}
    for kind in KINDS:
        suite = tried[kind].suite
        row[f"{kind}_targets"] = len(suite.targets)
        for status in Status:
            row[f"{kind}_{status.value}"] = suite.count(status)
        row[f"{kind}_tests"], row[f"{kind}_caught"] = len(suite.tests), len(caught[kind])
    row["intervals_more"] = len(caught["intervals"] - caught["branches"])
    row["predicates_more"] = len(caught["predicates"] - caught["branches"])
    row["branches_more"] = len(caught["branches"] - caught["intervals"] - caught["predicates"])
    return row


def table(rows: list[dict[str, str]]) -> str:
    lines = [
        "| example | mutants | branches: tests, caught "
        "| intervals: states (covered, infeasible, open), tests, caught "
        "| predicates: the same | missed by branches, caught with intervals, with predicates |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        cells = [row["example"], row["mutants"], f"{row['branches_tests']}, {row['branches_caught']}"]
        for kind in KINDS[1:]:
            parts = ", ".join(row[f"{kind}_{what}"] for what in ("covered", "infeasible", "open"))
            counts = f"{row[f'{kind}_tests']}, {row[f'{kind}_caught']}"
            cells.append(f"{row[f'{kind}_targets']} ({parts}), {counts}")
        cells.append(f"{row['intervals_more']}, {row['predicates_more']}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120, help="for one suite")
    parser.add_argument("--mutants", type=int, default=60, help="of one example")
    parser.add_argument("--out", type=Path, default=Path("mutants.csv"))
    options = parser.parse_args()
    rows: list[dict[str, str]] = []
    for path in sorted(EXAMPLES.glob("*.c")):
        row = {key: str(value) for key, value in compared(path, options.seconds, options.mutants).items()}
        rows.append(row)
        print(row, flush=True)
    with options.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    print(table(rows))


if __name__ == "__main__":
    main()
