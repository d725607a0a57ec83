"""Erez (2004), Tables 6.1 and 6.2, on C programs: for each alarm of shapes an input, or none.

    python bench/shape_counterexamples.py [NAME…]

For each alarm: structures of the analysis, the blocks of the longest list in the counterexample, the length
of its path in edges, different paths that were run before, seconds; beside them the paper's size, path
length, paths and seconds. `natively` is what `dovetail check --strategy shapes` says, which runs the C.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import dovetail
from dovetail.fixpoints.shapes import shapes
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.program.statements import Check
from dovetail.strategies.shapes.inputs import Search, failed

PROGRAMS = Path(__file__).parent / "shape_programs"
MEMORY, ASSERTION = "valid-memsafety", "unreach-call"
PAPER = {
    "bubble_sort": (ASSERTION, ("PERM 3/44/142/42",)),
    "insert_sort_1": (ASSERTION, ("PERM 2/42/42/13",)),
    "insert_sort_2": (ASSERTION, ("ORDER 3/19/3/1",)),
    "rotate": (MEMORY, ("LEAK 4/21/10/212",)),
    "search_bug": (MEMORY, ("NULL 2/5/1/1",)),
    "merge_1": (MEMORY, ("INIT 3/11/4/85", "INIT 3/7/2/16", "LEAK 3/15/8/244")),
    "merge_2": (MEMORY, ("LEAK 3/17/9/90",)),
    "swap": (MEMORY, ("NULL 2/5/1/1",)),
    "simple_1": (MEMORY, ("NULL 3/7/1/0",)),
    "simple_2": (MEMORY, ("NULL false: 524 paths, 133 s",)),
}
RUNS = 3_000


def main() -> None:
    print(
        "| program | structures | check | blocks | path | paths | s | paper: size/path/paths/s | natively |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name in sys.argv[1:] or PAPER:
        property_, paper = PAPER[name]
        begun = time.monotonic()
        path = PROGRAMS / f"{name}.c"
        program = inline(load([path], LoadOptions(properties=(property_,))).program).program
        found = shapes(program)
        infos = {
            alarm.edge.statement.info.ident: alarm.edge.statement.info
            for alarm in found.alarms
            if isinstance(alarm.edge.statement, Check)
        }
        search = Search(program, found, frozenset(infos))
        rows: dict[int, str] = {}
        for run, _ in search.attempts():
            check = failed(run)
            if check is not None and check not in rows:
                took = time.monotonic() - begun
                rows[check] = f"{search.blocks} | {run.steps} | {len(search.paths)} | {took:.1f}"
            if len(rows) == len(infos) or search.runs >= RUNS:
                break
        verdicts = dovetail.check(path, properties=[property_], strategy="shapes", timeout=120)
        natively = {one.check.ident: one.verdict.value for one in verdicts.checks}
        for index, (ident, info) in enumerate(sorted(infos.items())):
            none = f"none | - | {len(search.paths)} | {time.monotonic() - begun:.1f}"
            beside = paper[index] if index < len(paper) else ""
            said = natively.get(ident, "")
            where = f"{info.kind} :{info.position.line}"
            print(
                f"| {name} | {found.count} | {where} | {rows.get(ident, none)} | {beside} | {said} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
