"""Yorsh, Ball and Sagiv (2006), Fig. 7, on C programs: from runs on lists of length 0 to 3 to adequacy.

    python bench/shape_adequacy.py

For each program: states that were fabricated in its function, abstract states at the beginnings of its
lines, the largest heap that began a run, and beside each the paper's figure; then steps for which no heap
was found (the hybrid approach), alarms, and seconds.
"""

from __future__ import annotations

import time
from pathlib import Path

from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.automata import Procedure
from dovetail.program.inlining import inline
from dovetail.program.ordering import depth_first
from dovetail.strategies.shapes.adequate import Adequacy

PROGRAMS = Path(__file__).parent / "shape_programs"
PAPER = {
    "search": (2, 21, 5),
    "reverse": (4, 57, 6),
    "insert": (3, 58, 6),
    "getlast": (3, 36, 6),
    "deleteall": (1, 14, 4),
    "delete": (8, 110, 7),
}
KEY = 7
TESTS = [
    InputVector((*(n for at in range(length) for n in (1, KEY if at == found else KEY - 2)), 0, KEY), ())
    for length in range(4)
    for found in range(-1, length)
]
"""The four lists, each with the key at every place and at none: the paper's runs take both ways where data is
compared."""


def main() -> None:
    print("| program | fabricated | paper | abstract states | paper | longest | paper | steps | alarms | s |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, paper in PAPER.items():
        begun = time.monotonic()
        path = PROGRAMS / f"{name}.c"
        loaded = load([path], LoadOptions(properties=("valid-memsafety",)))
        inlined = inline(loaded.program)
        adequacy = Adequacy(inlined.program)
        adequacy.execute(TESTS)
        result = adequacy.close()
        inside, lines = _locations(adequacy.words.procedure, path)
        states = sum(len(result.covered[location]) for location in lines)
        fabricated = sum(location in inside for location, _ in result.made)
        alarms = {alarm.edge.statement for alarm in result.alarms}
        figures = [*zip((fabricated, states, result.largest), paper, strict=True)]
        cells = [str(number) for pair in figures for number in pair]
        took = time.monotonic() - begun
        print(f"| {name} | {' | '.join(cells)} | {result.abstract_steps} | {len(alarms)} | {took:.1f} |")


def _locations(procedure: Procedure, path: Path) -> tuple[set[int], list[int]]:
    """All locations of the function, and the first one of each of its lines."""
    inside: set[int] = set()
    first: dict[int, int] = {}
    for location in depth_first(procedure).order:
        for edge in procedure.outgoing[location]:
            if Path(edge.position.file).name == path.name and edge.position.line < _main_line(path):
                inside.add(location)
                first.setdefault(edge.position.line, location)
    return inside, list(first.values())


def _main_line(path: Path) -> int:
    return next(n for n, line in enumerate(path.read_text().splitlines(), 1) if line.startswith("int main"))


if __name__ == "__main__":
    main()
