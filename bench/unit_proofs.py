"""Unit proofs of real projects: what Dovetail makes of functions that others have proved with CBMC.

A project's own Makefiles say what each proof is about: which function (or harness), in which files, with
which flags, and which callees are taken by their contracts. `make` is asked for the values of those
variables, and Dovetail is run on the unchanged sources:

    python bench/unit_proofs.py LIST.csv --mlkem FOLDER --aws FOLDER --out results.csv [--timeout 120]

LIST.csv has the columns project and proof. All of these proofs are true: *violated* is wrong unless a native
run shows that the project has a bug. Each unknown is listed with its cause, the first reason of a check that
is open. A run can be interrupted and continued: rows that are there are not made again.

With `--without-invariants COPY` the same is asked of a copy of mlkem-native that says nothing of its loops.

CBMC's checks that Dovetail has no property for are not asked about: overflow of pointers, NaN.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("project", "proof", "function", "verdict", "seconds", "processor", "checks", "proved", "cause")
VARIABLES = (
    *("PROOF_SOURCES", "PROJECT_SOURCES", "INCLUDES", "DEFINES", "HARNESS_ENTRY", "CHECK_FUNCTION_CONTRACTS"),
    *("USE_FUNCTION_CONTRACTS", "REMOVE_FUNCTION_BODY", "CBMC_OBJECT_BITS"),
)
PROPERTIES = ("unreach-call", "valid-deref", "valid-free", "no-overflow")
NOT_PASSED = ("-Dstatic=", "-DMLK_INLINE=", "-DMLK_ALWAYS_INLINE=")
"""Other compilers need no such thing to see functions that are local to a file."""


@dataclass(frozen=True)
class Proof:
    project: str
    name: str
    folder: Path
    values: dict[str, list[str]]

    @property
    def function(self) -> str:
        checked = self.values["CHECK_FUNCTION_CONTRACTS"]
        return checked[0] if checked else self.values["HARNESS_ENTRY"][0]

    def command(self, timeout: int, jobs: int, out: Path, *, harness: bool) -> list[str]:
        by_contract = bool(self.values["CHECK_FUNCTION_CONTRACTS"])
        names = ("PROJECT_SOURCES",) if by_contract and not harness else ("PROOF_SOURCES", "PROJECT_SOURCES")
        sources = list(dict.fromkeys(word for name in names for word in self.values[name]))
        flags = [word for word in self.values["INCLUDES"] + self.values["DEFINES"] if word not in NOT_PASSED]
        words = [sys.executable, "-m", "dovetail", "check", *sources, "--function", self.function]
        words += [word for name in PROPERTIES for word in ("--property", name)]
        words += ["--timeout", f"{timeout}s", "--jobs", str(jobs), "--malloc-may-fail"]
        if not by_contract:
            words += ["--externals", "pure"]  # as CBMC has functions without a body
        else:
            words += ["--by-contract", ",".join(self.values["USE_FUNCTION_CONTRACTS"])]
        return [*words, "--out", str(out / self.name), "--json", str(out / f"{self.name}.json"), "--", *flags]


def proof_of(project: str, name: str, root: Path) -> Proof:
    folder = root / ("proofs/cbmc" if project == "mlkem-native" else "verification/cbmc/proofs") / name
    lines = "".join(f"$(info {one}={chr(36)}({one}))" for one in VARIABLES)
    asked = f"dovetail-values: ; {lines}@true"
    done = subprocess.run(
        ["make", "-s", "-C", str(folder), f"--eval={asked}", "dovetail-values"],
        capture_output=True,
        text=True,
        check=False,
    )
    values: dict[str, list[str]] = {one: [] for one in VARIABLES}
    for line in done.stdout.splitlines():
        key, equals, value = line.partition("=")
        if equals and key in values:
            values[key] = [word.replace('\\"', '"').strip("'") for word in _words(value)]
    if not values["HARNESS_ENTRY"]:
        raise SystemExit(f"{folder}: {done.stderr.strip()[:200]}")
    return Proof(project, name, folder, values)


def stripped(root: Path, copy: Path) -> Path:
    """A copy of the project in which `__loop__`, around all that is said of loops, is empty."""
    if not copy.exists():
        shutil.copytree(root, copy, symlinks=True)
    header = copy / "mlkem/src/cbmc.h"
    text = re.sub(r"(#define __loop__\(x\)) x\b", r"\1", header.read_text())
    header.write_text(text)
    return copy


def _words(text: str) -> list[str]:
    """As a shell has them, but for words that are paths."""
    import shlex

    return [word for word in shlex.split(text) if word]


def _processor() -> float:
    """Seconds of the processor, of all commands that have ended: beside other work, they say more."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(proof: Proof, timeout: int, jobs: int, out: Path, *, harness: bool = False) -> dict[str, str]:
    """With `harness`, in the file of the project's own harness: some functions stand in header files."""
    out.mkdir(parents=True, exist_ok=True)
    started, before = time.monotonic(), _processor()
    command = proof.command(timeout, jobs, out, harness=harness)
    (out / f"{proof.name}.command").write_text("\n".join(command))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=out)
    seconds = time.monotonic() - started
    row = dict.fromkeys(COLUMNS, "")
    row |= {"project": proof.project, "proof": proof.name, "function": proof.function}
    row["seconds"] = f"{seconds:.1f}"
    row["processor"] = f"{_processor() - before:.1f}"
    (out / f"{proof.name}.log").write_text(done.stdout + done.stderr)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    row["verdict"] = last.removeprefix("VERDICT: ").lower() if last.startswith("VERDICT") else "error"
    report = out / f"{proof.name}.json"
    if report.exists():
        document = json.loads(report.read_text())
        checks = document.get("checks", [])
        row["checks"] = str(len(checks))
        row["proved"] = str(sum(one.get("verdict") in ("proved", "unreachable") for one in checks))
        open_ = [one for one in checks if one.get("verdict") not in ("proved", "unreachable")]
        if open_:
            one = open_[0]
            row["cause"] = f"{one.get('kind')}: {one.get('reason') or one.get('description')}"[:300]
        elif row["verdict"] != "proved":
            row["cause"] = str(document.get("reason") or document.get("error") or "")[:300]
    if "there is no function" in row["cause"] + done.stderr and not harness:
        return measured(proof, timeout, jobs, out, harness=True)
    if row["verdict"] == "error" or not row["cause"] and row["verdict"] != "proved":
        row["cause"] = " ".join((done.stderr or done.stdout).split())[:300]
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--mlkem", type=Path)
    parser.add_argument("--aws", type=Path)
    parser.add_argument("--out", type=Path, default=Path("unit-proofs-results.csv"))
    parser.add_argument("--work", type=Path, default=Path("unit-proofs-work"))
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--without-invariants", type=Path, metavar="FOLDER", help="a copy of mlkem-native")
    options = parser.parse_args()
    if options.without_invariants is not None:
        options.mlkem = stripped(options.mlkem, options.without_invariants)
    roots = {"mlkem-native": options.mlkem, "aws-c-common": options.aws}
    there = set()
    if options.out.exists():
        with options.out.open() as file:
            there = {(row["project"], row["proof"]) for row in csv.DictReader(file)}
    with options.list.open() as file:
        wanted = [(row["project"], row["proof"]) for row in csv.DictReader(file)]
    with options.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if not there:
            writer.writeheader()
        for project, name in wanted:
            root = roots.get(project)
            if root is None or (project, name) in there or (options.only and name not in options.only):
                continue
            row = measured(
                proof_of(project, name, root.resolve()),
                options.timeout,
                options.jobs,
                options.work.resolve(),
            )
            print(f"{row['verdict']:<9} {row['seconds']:>6} s  {name}  {row['cause'][:150]}", flush=True)
            writer.writerow(row)
            file.flush()
    with options.out.open() as file:
        totals = Counter((row["project"], row["verdict"]) for row in csv.DictReader(file))
    for (project, verdict), count in sorted(totals.items()):
        print(f"{project}: {count} {verdict}")


if __name__ == "__main__":
    main()
