"""Run `dovetail check` on benchmark tasks: in parallel, with limits, resumable, with a CSV and a summary.

    python bench/run.py --tasks dev-tasks.csv --root sv-benchmarks/c --core --strategy dash \
        --timeout 60 --memory 4GiB --jobs 2 --out results/dash.csv

A task that is in the CSV already is not run again. The summary counts, for each family: right, wrong,
unknown, and the means of what solved tasks cost; then the time that solved tasks took, who solved them, and
the most frequent reasons for unknown. A wrong answer makes the exit status 1. Evidence goes into a folder
beside the CSV. A list of tasks may have the columns `property` (several, with + between them) and
`data_model` (ILP32 without it). The tasks are not part of this repository.

    python bench/run.py --tasks peer-cases.csv --root peers --timeout 15 --out results/peers.csv

Cases of other verifiers' suites have the columns repository, path and peer_options instead of a family and a
file: their words come from `bench/peers`, macros are theirs, and the conventions of SV-COMP hold where they
name a property file.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    family: str
    file: str
    expected: str
    verdict: str
    outcome: str
    """right, wrong or unknown"""
    seconds: float
    megabytes: float
    iterations: int
    solver_calls: int
    tests: int
    reason: str
    by: str = ""
    """The strategy that gave the verdict."""


def judge(expected: str, verdict: str) -> str:
    claimed = {"PROVED": "true", "VIOLATED": "false"}.get(verdict)
    if claimed is None:
        return "unknown"
    return "right" if claimed == expected else "wrong"


PEERS = Path(__file__).parent / "peers"


LEAKS_ASKED_FOR = ("diffblue/cbmc", "esbmc/esbmc")
"""These look for leaks only if asked to; then memory that is there at the end is one."""


CHANGING_NOTHING = ("seahorn/seahorn",)
"""To these a function without a body returns anything and changes nothing."""


def as_task(row: dict[str, str]) -> dict[str, str]:
    """A case of another verifier's suite as a task of its own family."""
    if "repository" not in row:
        return row
    wanted = row["property"]
    if "label.prp" in row["peer_options"]:
        wanted = "unreach-label"
    if row["repository"] in LEAKS_ASKED_FOR:
        leaks = "+valid-memcleanup" if "--memory-leak-check" in row["peer_options"] else ""
        wanted = wanted.replace("valid-memsafety", f"valid-deref+valid-free{leaks}")
    return {**row, "family": row["repository"], "file": row["path"], "property": wanted}


def run_task(row: dict[str, str], options: argparse.Namespace) -> Result:
    path = options.root / row["family"] / row["file"]
    command = [sys.executable, "-m", "dovetail", "check", str(path)]
    command += ["--data-model", row.get("data_model") or "ILP32", "--json", "-"]
    theirs = row.get("peer_options")
    if theirs is None or ".prp" in theirs:
        command += ["--svcomp"]
    if theirs is not None:
        command += ["-include", str(PEERS / "words.h"), "-I", str(PEERS)]
        command += re.findall(r"(?<!\S)-D\w\S*", theirs)
    if row["family"] in CHANGING_NOTHING:
        command += ["--externals", "pure"]
    command += ["--timeout", f"{options.timeout}s", "--memory", options.memory, "--quiet"]
    command += ["--strategy", options.strategy] if options.strategy else []
    command += ["--no-sharing"] if options.no_sharing else []
    for name in filter(None, row.get("property", "").split("+")):
        command += ["--property", name]
    command += ["--out", str(options.out.with_suffix(".evidence"))]
    start = time.perf_counter()
    document: dict[str, Any] = {}
    reason = ""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=options.timeout * 1.5 + 30, check=False
        )
        try:
            document = json.loads(done.stdout)
        except json.JSONDecodeError:
            reason = f"exit {done.returncode}: {(done.stderr or done.stdout).strip()[-200:]}"
    except subprocess.TimeoutExpired:
        reason = "did not stop at its limit"
    seconds = time.perf_counter() - start
    verdict = str(document.get("verdict", "ERROR")).upper()
    figures = document.get("figures", {})
    return Result(
        row["family"],
        row["file"],
        row["expected"],
        verdict,
        judge(row["expected"], verdict),
        round(seconds, 2),
        round(float(figures.get("peak_memory", 0)) / 2**20, 1),
        int(figures.get("iterations", 0)),
        int(figures.get("solver_calls", 0)),
        int(figures.get("tests", 0)),
        (reason or str(document.get("reason", "")))[:300].replace("\n", " "),
        _by(document.get("checks", [])),
    )


def _by(checks: list[dict[str, Any]]) -> str:
    """Of a violated check, if there is one, else of all."""
    names = [str(check.get("by", "")) for check in checks if check.get("verdict") == "violated"]
    names = names or [str(check.get("by", "")) for check in checks]
    return "+".join(dict.fromkeys(name for name in names if name))


def finished(path: Path) -> list[Result]:
    if not path.exists():
        return []
    kinds = {field.name: field.type for field in fields(Result)}
    convert = {"float": float, "int": int, "str": str}
    with path.open() as file:
        return [
            Result(**{name: convert[str(kinds[name])](value) for name, value in row.items()})
            for row in csv.DictReader(file)
        ]


def summary(results: Iterable[Result]) -> str:
    families: dict[str, list[Result]] = {}
    for result in results:
        families.setdefault(result.family, []).append(result)
    head = "family tasks right proved violated wrong unknown iterations calls seconds".split()
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    everything = [result for group in families.values() for result in group]
    for name, group in [*sorted(families.items()), ("all", everything)]:
        right = [r for r in group if r.outcome == "right"]
        count = max(len(right), 1)
        cells = [
            name,
            len(group),
            len(right),
            sum(r.verdict == "PROVED" for r in right),
            sum(r.verdict == "VIOLATED" for r in right),
            sum(r.outcome == "wrong" for r in group),
            sum(r.outcome == "unknown" for r in group),
            f"{sum(r.iterations for r in right) / count:.0f}",
            f"{sum(r.solver_calls for r in right) / count:.0f}",
            f"{sum(r.seconds for r in right) / count:.1f}",
        ]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def details(results: Iterable[Result]) -> str:
    """Times of solved tasks, who solved them, and why the others are unknown."""
    everything = list(results)
    solved = sorted(result.seconds for result in everything if result.outcome == "right")
    lines = []
    if solved:
        median, most = solved[len(solved) // 2], solved[min(len(solved) * 9 // 10, len(solved) - 1)]
        lines.append(f"time of a solved task: median {median:.1f} s, 90th percentile {most:.1f} s")
    by = Counter((r.by or "?", r.verdict.lower()) for r in everything if r.outcome == "right")
    lines += [f"{count:5} {verdict} by {name}" for (name, verdict), count in by.most_common()]
    lines.append("reasons for unknown:")
    reasons = Counter(kind_of(result.reason) for result in everything if result.outcome == "unknown")
    lines += [f"{count:5} {reason}" for reason, count in reasons.most_common(10)]
    return "\n".join(lines)


def kind_of(reason: str) -> str:
    """A reason without what is different from program to program."""
    text = re.sub(r"^\S+:\d+:\d+: ", "", reason)
    text = re.sub(r", but only if .*", ", but only under a condition on inputs", text)
    text = re.sub(r"'[^']*'", "'…'", text)
    return re.sub(r"\b\d+(\.\d+)?\b", "N", text)[:120] or "no reason given"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--strategy", default="")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--memory", default="4GiB")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-sharing", action="store_true", help="no strategy knows what others find")
    parser.add_argument("--core", action="store_true", help="only the tasks marked core")
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--match", default="", help="only files whose name contains this")
    options = parser.parse_args()
    with options.tasks.open() as file:
        rows = [
            row
            for row in map(as_task, csv.DictReader(file))
            if (not options.core or row["core"] == "yes")
            and (not options.family or row["family"] in options.family)
            and options.match in row["file"]
        ]
    results = finished(options.out)
    known = {(result.family, result.file) for result in results}
    waiting = [row for row in rows if (row["family"], row["file"]) not in known]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    fresh = not options.out.exists()
    with options.out.open("a", newline="") as file, ThreadPoolExecutor(options.jobs) as pool:
        writer = csv.DictWriter(file, [field.name for field in fields(Result)])
        if fresh:
            writer.writeheader()
        for future in as_completed([pool.submit(run_task, row, options) for row in waiting]):
            result = future.result()
            writer.writerow(asdict(result))
            file.flush()
            results.append(result)
            if result.outcome == "wrong":
                print(f"WRONG: {result.family}/{result.file}: {result.verdict}", flush=True)
    print(summary(results))
    print(details(results))
    sys.exit(any(result.outcome == "wrong" for result in results))


if __name__ == "__main__":
    main()
