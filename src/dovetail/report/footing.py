"""What stands under an answer, whichever command gave it: bounds and assumptions, and what it has cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from dovetail.evidence.suite import SuiteFigures
from dovetail.program.assumption_kinds import grouped
from dovetail.program.automata import Assumption
from dovetail.report.quantities import counted, size

_BOUNDS = "bounds (beyond these a proof says nothing):"


def assumption_lines(assumptions: Sequence[Assumption]) -> Iterator[Text]:
    bounds = [one for one in assumptions if one.is_bound]
    others = [one for one in assumptions if not one.is_bound]
    for title, found in ((_BOUNDS, bounds), ("assumptions:", others)):
        if found:
            yield Text()
            yield Text(title)
            yield from (Text(f"    {line}") for line in grouped(found))


def figures_of_suite(figures: SuiteFigures, seed: int) -> str:
    parts = (
        f"{figures.wall_seconds:.1f} s",
        size(figures.peak_memory),
        counted(figures.runs, "native run"),
        counted(figures.rounds, "round"),
        counted(figures.solver_calls, "solver call"),
        f"seed {seed}",
    )
    return ", ".join(parts)
