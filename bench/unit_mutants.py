"""Mutants of unit proofs: is something that can fail ever called proved?

The proofs that `unit_proofs.py` lists are true, so they say nothing of wrong answers. Here functions that
were proved are made wrong, one small change at a time, in a copy of the project, and asked about again:

    python bench/unit_mutants.py RESULTS.csv --mlkem FOLDER --aws FOLDER --copy FOLDER --out mutants.csv

RESULTS.csv is what `unit_proofs.py` has written; rows that are proved are taken. The changes are to the
function's own text and contract (and to the harness, where there is one): a comparison or an index off by
one, a check or an assumption left out, a `requires` or an `assigns` left out. Some make no difference (a
precondition that the function does not need): whoever reads the table has to look at each one that is still
proved.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unit_proofs import Proof, measured, proof_of

COLUMNS = ("project", "proof", "change", "where", "line", "verdict", "seconds", "cause")


@dataclass(frozen=True)
class Mutant:
    change: str
    file: Path
    text: str
    line: int
    said: str
    """The line that was changed, as it was."""


@dataclass(frozen=True)
class Change:
    name: str
    pattern: re.Pattern[str]
    made: Callable[[re.Match[str]], str]


def _clause(words: str) -> re.Pattern[str]:
    """One that ends on its line."""
    return re.compile(rf"^[ \t]*(?:{words})\((.*)\);?[ \t]*$", re.M)


CHANGES = (
    Change("bound off by one", re.compile(r"(?<=[\w)]) < (?=[\w(])"), lambda found: " <= "),
    Change("index off by one", re.compile(r"(?<=\w)\[([a-z]\w*)\]"), lambda found: f"[{found[1]} + 1]"),
    Change("check left out", re.compile(r"\bif \((?!0\))"), lambda found: "if (0 && "),
    Change("requires left out", _clause("requires|__CPROVER_requires"), lambda found: ""),
    Change("assumption left out", _clause("__CPROVER_assume"), lambda found: ";"),
    Change("assigns left out", _clause("assigns|__CPROVER_assigns"), lambda found: "assigns()"),
    Change("sum for difference", re.compile(r"(?<=\w) \+ (?=\w)"), lambda found: " - "),
    Change("other constant", re.compile(r"(?<=[=<>] )(\d+)(?=[;)])"), lambda found: str(int(found[1]) + 1)),
)


def _spans(text: str, function: str) -> Iterator[tuple[int, int]]:
    """Where the function is defined or declared with a contract, from its name on to the end of it."""
    for found in re.finditer(rf"\b{re.escape(function)}\(", text):
        depth, at = 0, found.end() - 1
        while at < len(text):
            depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[at], 0)
            if not depth and (text[at] == "}" or text[at] == ";"):
                break
            at += 1
        said = text[found.end() : at]
        if text[at : at + 1] == "}" or "__contract__" in said or "__CPROVER_" in said:
            yield found.end(), at


def _files(proof: Proof) -> list[Path]:
    """Those that the proof is about, as the preprocessor names them."""
    flags = [*proof.values["INCLUDES"], *proof.values["DEFINES"]]
    found: dict[Path, None] = {}
    for source in (*proof.values["PROOF_SOURCES"], *proof.values["PROJECT_SOURCES"]):
        command = [sys.executable, "-m", "ziglang", "clang", "-E", *flags, source]
        done = subprocess.run(command, capture_output=True, check=False)
        for name in re.findall(r'^# \d+ "([^"<]+)"', done.stdout.decode(errors="replace"), re.M):
            path = (proof.folder / name).resolve()
            if path.is_file():
                found[path] = None
    return list(found)


def mutants(proof: Proof, root: Path) -> list[Mutant]:
    """All that there are. Some functions have a name of the project's own in its files."""
    names = [[proof.function], [f"mlk_{proof.name}"]]
    if not proof.values["CHECK_FUNCTION_CONTRACTS"]:
        names = [[proof.function, proof.name]]
    files = [file for file in _files(proof) if root in file.parents]
    return next((made for one in names if (made := list(_mutants(files, one)))), [])


def _mutants(files: Sequence[Path], names: Sequence[str]) -> Iterator[Mutant]:
    for file in files:
        text = file.read_text(errors="replace")
        for begin, end in (span for name in names for span in _spans(text, name)):
            for change in CHANGES:
                for found in change.pattern.finditer(text, begin, end):
                    made = text[: found.start()] + change.made(found) + text[found.end() :]
                    line = text.count("\n", 0, found.start()) + 1
                    yield Mutant(change.name, file, made, line, text.splitlines()[line - 1].strip())


def chosen(proof: Proof, root: Path, count: int, seed: int) -> list[Mutant]:
    """Some, of different kinds as far as there are."""
    every = mutants(proof, root)
    random.Random(f"{seed} {proof.name}").shuffle(every)
    first: dict[str, Mutant] = {}
    for one in every:
        first.setdefault(one.change, one)
    rest = [one for one in every if one not in first.values()]
    return [*first.values(), *rest][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--mlkem", type=Path)
    parser.add_argument("--aws", type=Path)
    parser.add_argument("--copy", type=Path, required=True, help="where copies of the projects are made")
    parser.add_argument("--out", type=Path, default=Path("unit-mutants.csv"))
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    roots: dict[str, Path] = {}
    for project, original in (("mlkem-native", options.mlkem), ("aws-c-common", options.aws)):
        if original is not None:
            roots[project] = (options.copy / project).resolve()
            if not roots[project].exists():
                shutil.copytree(original, roots[project], symlinks=True)
    with options.results.open() as file:
        proved = [row for row in csv.DictReader(file) if row["verdict"] == "proved"]
    with options.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row in (one for one in proved if one["project"] in roots):
            root = roots[row["project"]]
            proof = proof_of(row["project"], row["proof"], root)
            for mutant in chosen(proof, root, options.each, options.seed):
                original_text = mutant.file.read_text(errors="replace")
                mutant.file.write_text(mutant.text)
                try:
                    found = measured(proof, options.timeout, options.jobs, options.copy.resolve() / "work")
                finally:
                    mutant.file.write_text(original_text)
                where = f"{mutant.file.relative_to(root)}:{mutant.line}"
                writer.writerow(
                    {
                        **{key: found[key] for key in ("project", "proof", "verdict", "seconds", "cause")},
                        "change": mutant.change,
                        "where": where,
                        "line": mutant.said,
                    }
                )
                file.flush()
                print(
                    f"{found['verdict']:<9} {proof.name}  {mutant.change}  {where}  {mutant.said[:80]}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
