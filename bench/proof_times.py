"""How long it takes to find a proof, and how long to judge it, in seconds of the processor.

    python bench/proof_times.py --projects FOLDER --tasks FOLDER --rows FILE.csv [--seconds 60] [--most N]

Harnesses are those of `bench/proof_programs`, each with a header as in `examples/projects`: `files`, `flags`
and `property`, with the names of projects in braces, which are folders in FOLDER; `bounded` looks for their
proofs. Tasks are those of `bench/proof_tasks.csv`, below the other FOLDER, each with the strategy that is to
look. All is done in this process, one after the other, by one strategy without the help of others, so that
the figures are the same on a machine that has other work.

What FILE.csv has already is not measured again, so that a long table can be made in slices (`--most`: so many
rows at a time). The table is printed.
"""

from __future__ import annotations

import argparse
import csv
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dovetail.asking.reading import Reading
from dovetail.evidence.task import Task
from dovetail.frontend.load import Loaded
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline, prepared
from dovetail.proofs.certificate import from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.outcome import Budget
from dovetail.verifying.certifying import certificate_document
from dovetail.verifying.kinds import STRATEGIES

HERE = Path(__file__).parent
COLUMNS = ("program", "strategy", "found", "seconds to find", "judged", "seconds to judge")


class Program(NamedTuple):
    name: str
    strategy: str
    reading: Reading


def harnesses(projects: Path) -> Iterator[Program]:
    for path in sorted((HERE / "proof_programs").glob("*.c")):
        said = dict(re.findall(r"^// ([\w-]+): *(.*?) *$", path.read_text(errors="replace"), re.M))
        words = {
            key: re.sub(r"\{([\w-]+)\}", lambda name: str(projects / name[1]), value).split()
            for key, value in said.items()
        }
        properties = [name.strip(",") for name in words.get("property", [])] or ["unreach-call"]
        reading = Reading(
            [path, *words.get("files", [])], properties=properties, flags=words.get("flags", [])
        )
        yield Program(path.stem, "bounded", reading)


def tasks(folder: Path) -> Iterator[Program]:
    with (HERE / "proof_tasks.csv").open() as file:
        for row in csv.DictReader(file):
            reading = Reading([folder / row["file"]], data_model="ILP32", svcomp=True)
            yield Program(row["file"], row["strategy"], reading)


def measured(program: Program, seconds: float) -> list[str]:
    loaded = program.reading.load()
    inlined = inline(loaded.program)
    began = time.process_time()
    budget = Budget(time.monotonic() + seconds)
    claims = STRATEGIES[program.strategy](inlined, Ledger(inlined.program), budget).run()
    found = time.process_time() - began
    document = certificate_document(inlined, Task.of(loaded), claims)
    what = "violated" if claims.violations else "all" if claims.complete else "not all"
    if document is None or claims.violations:
        return [what, f"{found:.2f}", "", ""]
    whole = prepared(loaded.program, claims.depth, claims.kept).program
    began = time.process_time()
    digest = fingerprint(whole)
    judgement = check(
        from_json({**document, "program": digest}, whole),
        whole,
        seconds=seconds,
        whole=loaded.program,
        digest=digest,
    )
    judged = time.process_time() - began
    return [what, f"{found:.2f}", _word(judgement.accepted, loaded), f"{judged:.2f}"]


def _word(accepted: bool, loaded: Loaded) -> str:
    return "accepted" if accepted else f"not in time, {len(loaded.program.checks)} checks"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=Path)
    parser.add_argument("--tasks", type=Path)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--only", nargs="*", default=[])
    asked = parser.parse_args()
    rows: dict[str, list[str]] = {}
    if asked.rows.exists():
        with asked.rows.open(newline="") as file:
            rows = {row[0]: row for row in list(csv.reader(file))[1:]}
    programs = [
        *(tasks(asked.tasks) if asked.tasks else ()),
        *(harnesses(asked.projects) if asked.projects else ()),
    ]
    wanted = [one for one in programs if one.name not in rows and (not asked.only or one.name in asked.only)]
    for program in wanted[: asked.most]:
        rows[program.name] = [program.name, program.strategy, *measured(program, asked.seconds)]
        with asked.rows.open("w", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *rows.values()])
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for row in rows.values():
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
