"""What a change costs in a build that was checked before: how much is looked at again, and how long it takes.

    python bench/project_changes.py FOLDER --file F.c --header F.h --function NAME
        [--seconds 5] [--jobs 1] [--exclude PATTERN …] [--entry PATTERN …] [--json FILE]

FOLDER, which has a compile_commands.json, is copied, and the copy is checked from nothing. Then it is changed
in one place, and checked again with what was kept: nothing; a comment on lines of its own at the head of the
file; a declaration in the header file that nobody uses; the body of the function. Each change begins from the
build as it was. A build of functions with contracts, each of which calls the next, is made here, for a change
of a body behind a contract and of a contract.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dovetail

CHAIN = 8


def run(folder: Path, store: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    began, used = time.monotonic(), processor_seconds()
    result = dovetail.project(
        folder,
        timeout_per_unit=arguments.seconds,
        budget=3600.0,
        jobs=arguments.jobs,
        exclude=arguments.exclude or None,
        entries=arguments.entry or None,
        out=folder / "dovetail-out",
        store=store,
    )
    sources = Counter(one.source.value for one in result.units)
    return {
        "units": len(result.units),
        "looked at": sources["searched"],
        "the same meaning": sources["same"],
        "the same text": sources["kept"],
        "seconds": round(time.monotonic() - began, 1),
        "processor": round(processor_seconds() - used, 1),
        "standings": {standing.value: count for standing, count in result.counts().items()},
        "names": sorted(one.unit.name for one in result.units if one.source.value == "searched"),
    }


def processor_seconds() -> float:
    """Of this process and all that it has waited for."""
    found = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in found)


def measured(
    folder: Path, changes: dict[str, Callable[[Path], None]], arguments: argparse.Namespace
) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="project-changes-") as scratch:
        here = Path(scratch) / "build"

        def fresh() -> None:
            shutil.rmtree(here, ignore_errors=True)
            shutil.copytree(folder, here, ignore=shutil.ignore_patterns("dovetail-out", ".dovetail"))
            commands = json.loads((folder / "compile_commands.json").read_text())
            for one in commands:
                one["directory"] = str(here)
            (here / "compile_commands.json").write_text(json.dumps(commands))

        fresh()
        first = Path(scratch) / "first.db"
        rows["from nothing"] = run(here, first, arguments)
        for name, change in {"nothing": lambda folder: None, **changes}.items():
            fresh()
            change(here)
            store = Path(scratch) / f"{len(rows)}.db"
            for suffix in ("", "-wal", "-shm"):
                if first.with_name(first.name + suffix).exists():
                    shutil.copy(first.with_name(first.name + suffix), store.with_name(store.name + suffix))
            rows[name] = run(here, store, arguments)
            print(name, {key: one for key, one in rows[name].items() if key != "standings"}, flush=True)
    return rows


def table(title: str, rows: dict[str, Any]) -> str:
    head = ("what has changed", "units", "looked at", "the same meaning", "the same text", "seconds")
    head = (*head, "processor")
    lines = [f"\n{title}\n", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {name} | {' | '.join(str(row[one]) for one in head[1:])} |" for name, row in rows.items()]
    return "\n".join(lines)


def prepended(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        path.write_text(text + path.read_text())

    return change


def appended(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        path.write_text(path.read_text() + text)

    return change


def in_body(name: str, function: str) -> Callable[[Path], None]:
    """A statement more at the beginning of a function."""

    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text()
        head = re.compile(rf"^[^\n;{{}}]*\b{function}\([^;{{}}]*\)\s*\{{", re.M)
        found = head.search(text)
        assert found is not None, f"{function} is not defined in {name}"
        more = " { volatile int one_more = 1; (void)one_more; }"
        path.write_text(text[: found.end()] + more + text[found.end() :])

    return change


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text()
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new))

    return change


def chain(folder: Path) -> None:
    """Functions with contracts, each calling the next one."""
    parts = ['#include "dovetail.h"\n']
    for number in range(CHAIN):
        body = f"x < 100 ? f{number - 1}(x) + 1 : x" if number else "x + 1"
        parts.append(
            f"int f{number}(int x) {{ dovetail_requires(x > {number} && x < 1000);"
            f" dovetail_ensures(dovetail_result >= x); return {body}; }}\n"
        )
    (folder / "chain.c").write_text("".join(parts))
    command = {"file": "chain.c", "directory": str(folder), "command": "cc -c chain.c"}
    (folder / "compile_commands.json").write_text(json.dumps([command]))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--file", required=True)
    parser.add_argument("--header", required=True)
    parser.add_argument("--function", required=True)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--exclude", action="append", default=[])
    parser.add_argument("--entry", action="append", default=[])
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    found = {
        arguments.folder.name: measured(
            arguments.folder,
            {
                "a comment": prepended(arguments.file, "/* a comment\n   of two lines */\n"),
                "a header file": appended(arguments.header, "\nint nobody_calls_this(int x);\n"),
                f"the body of {arguments.function}": in_body(arguments.file, arguments.function),
            },
            arguments,
        )
    }
    arguments.entry, arguments.exclude = [], []  # these are of the other build
    with tempfile.TemporaryDirectory(prefix="project-changes-") as made:
        chain(Path(made))
        found[f"{CHAIN} functions with contracts"] = measured(
            Path(made),
            {
                "the body of f3": replaced("chain.c", "f2(x) + 1", "f2(x) + 2"),
                "the contract of f3": replaced("chain.c", "x > 3 &&", "x > 3 && x != 5 &&"),
            },
            arguments,
        )
    for title, rows in found.items():
        print(table(title, rows))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
