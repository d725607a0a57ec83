"""Small programs whose answers are known, and mutants of them: is `dovetail check` ever wrong?

    python bench/mutation_campaign.py [--mutants 3] [--timeout 5] [--out campaign.csv] [PROGRAM.c ...]

The programs are those of `bench/mutation`. Each of them, and each of its mutants, is run on all its inputs
(`brute_force`), and given to `dovetail check`. A proof where an input violates, and a violation where none
does, are wrong; so is a claim of the strategy that did not stand its check, and a run on which executor and
machine differ. Any of these is printed, with the program, and makes the exit status 1. Answers of *unknown*
are counted by their reasons.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from brute_force import Truth, answer, header, space
from mutations import Mutant, mutants

import dovetail
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.types import DataModel

FOLDER = Path(__file__).parent / "mutation"


@dataclass(frozen=True, slots=True)
class Case:
    """A program to be checked: an original, or a mutant of one."""

    name: str
    mutation: str
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    name: str
    mutation: str
    truth: str
    verdict: str
    wrong: str
    """What is wrong, in words; mostly empty."""
    reason: str
    """Of an unknown verdict."""
    seconds: float
    rounds: int
    solver_calls: int


def cases(path: Path, count: int, seed: int, folder: Path) -> Iterator[Case]:
    """A program, and so many of its mutants that compile."""
    text = path.read_text()
    yield Case(path.stem, "", text)
    left = count
    for mutant in mutants(text, f"{seed} {path.stem}"):
        if left == 0:
            return
        if _compiles(mutant, folder, text):
            left -= 1
            yield Case(path.stem, f"{mutant.kind} in line {mutant.line}", mutant.text)


def _compiles(mutant: Mutant, folder: Path, original: str) -> bool:
    path = folder / "candidate.c"
    path.write_text(mutant.text)
    try:
        load([path], _options(original))
    except InputError:
        return False
    return True


def _options(text: str) -> LoadOptions:
    return LoadOptions(data_model=DataModel(header(text).get("data-model", "LP64")))


def judge(case: Case, strategy: str, timeout: float, folder: Path) -> Outcome:
    path = folder / f"{case.name}.c"
    path.write_text(case.text)
    options = _options(case.text)
    known = answer(load([path], options), space(case.text))
    result = dovetail.check(
        path, strategy=strategy, timeout=timeout, data_model=options.data_model, out=folder / "out"
    )
    verdict = result.verdict.value
    faults = list(known.differences[:1])
    if not case.mutation and known.truth not in (header(case.text)["verdict"], Truth.OPEN):
        faults.append(f"the header says {header(case.text)['verdict']}")
    if verdict == "proved" and known.truth is Truth.VIOLATED:
        faults.append(f"proved, but violated by {known.vector}")
    if verdict == "violated" and known.truth is Truth.SAFE:
        faults.append("violated, but no input violates")
    faults += (problem.summary for problem in result.problems)
    figures = result.figures
    return Outcome(
        case.name,
        case.mutation,
        known.truth.value,
        verdict,
        "; ".join(faults),
        result.reason,
        round(figures.wall_seconds, 2),
        figures.iterations,
        figures.solver_calls,
    )


def cause(outcome: Outcome) -> str:
    """The reason of an unknown verdict without what is particular to the program."""
    reason = re.sub(r"\S+\.c:\d+(:\d+)?", "FILE", outcome.reason)
    return re.sub(r"'[^']*'|\b\d+(\.\d+)?\b", "…", reason)[:100]


def summary(outcomes: Iterable[Outcome]) -> str:
    done = list(outcomes)
    lines = ["| what | originals | mutants |", "|---|---|---|"]

    def row(title: str, chosen: list[Outcome]) -> None:
        mutated = sum(bool(o.mutation) for o in chosen)
        lines.append(f"| {title} | {len(chosen) - mutated} | {mutated} |")

    row("programs", done)
    row("violated by some input", [o for o in done if o.truth == Truth.VIOLATED])
    row("proved", [o for o in done if o.verdict == "proved"])
    row("violated", [o for o in done if o.verdict == "violated"])
    row("unknown", [o for o in done if o.verdict == "unknown"])
    row("**wrong**", [o for o in done if o.wrong])
    unknown = [o for o in done if o.verdict == "unknown"]
    lines += ["", "| why unknown | how often | for example |", "|---|---|---|"]
    for text, count in Counter(map(cause, unknown)).most_common():
        example = next(o for o in unknown if cause(o) == text)
        where = f"{example.name} ({example.mutation})" if example.mutation else example.name
        lines.append(f"| {text} | {count} | {where} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", type=Path, default=sorted(FOLDER.glob("*.c")))
    parser.add_argument("--mutants", type=int, default=3, help="of each program")
    parser.add_argument("--strategy", default="dash")
    parser.add_argument("--timeout", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="no new program is begun after that")
    parser.add_argument("--out", type=Path, help="a CSV with a row for each")
    options = parser.parse_args()
    started = time.monotonic()
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        folder = Path(name)
        for path in options.programs:
            if time.monotonic() - started > 60 * options.minutes:
                print(f"the time was used up before {path.name}")
                break
            for case in cases(path, options.mutants, options.seed, folder):
                outcome = judge(case, options.strategy, options.timeout, folder)
                outcomes.append(outcome)
                if outcome.wrong:
                    print(f"WRONG: {outcome}\n{case.text}", flush=True)
    if options.out is not None:
        with options.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Outcome)])
            writer.writeheader()
            writer.writerows(map(asdict, outcomes))
    print(summary(outcomes))
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
