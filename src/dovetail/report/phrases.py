"""Lines that several answers for a terminal have in common: tables, lists that are cut, inputs, what a result
rests on, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from dovetail.program.assumption_kinds import grouped
from dovetail.program.automata import Assumption
from dovetail.report.quantities import size

if TYPE_CHECKING:  # or to say that something is proved would take all that runs things natively
    from dovetail.evidence.suite import SuiteFigures, Test

SHOWN = 20
"""So many things of a kind are listed; --json has them all."""
_INPUTS = 60


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> Iterator[Text]:
    """Columns of words, so many, and then columns of numbers."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        cells = [f"{cell:<{width}}" for cell, width in zip(row[:words], widths, strict=False)]
        cells += [f"{cell:>{width}}" for cell, width in zip(row[words:], widths[words:], strict=True)]
        yield Text("  ".join(cells).rstrip(), style="bold" if row is head else "")


def rest(number: int) -> Iterator[Text]:
    """Behind a list that was cut."""
    if number > SHOWN:
        yield Text(f"    … and {number - SHOWN} more (--json has them all)", style="dim")


def certificates(names: Iterable[str | None]) -> Iterator[Text]:
    for name in dict.fromkeys(names):
        yield Text(f"again, independently: dovetail certify {name}", style="dim")


def inputs_in_words(test: Test, most: int = _INPUTS) -> str:
    values = ", ".join(map(str, test.vector.values)) or "no inputs but zeros"
    values = values if len(values) <= most else values[: most - 1] + "…"
    return values + (" and memory" if any(map(any, test.vector.memory)) or test.vector.wild else "")


def notes(lines: Sequence[str]) -> Iterator[Text]:
    if lines:
        yield Text()
        yield from (Text(f"note: {line}") for line in lines)


def rests_on(assumptions: Sequence[Assumption]) -> Iterator[Text]:
    bounds = [one for one in assumptions if one.is_bound]
    others = [one for one in assumptions if not one.is_bound]
    for title, found in (("bounds (beyond these a proof says nothing):", bounds), ("assumptions:", others)):
        if found:
            yield Text()
            yield Text(title)
            yield from (Text(f"    {line}") for line in grouped(found))


def cost(figures: SuiteFigures, seed: int) -> Text:
    counts = ((figures.runs, "native run"), (figures.rounds, "round"), (figures.solver_calls, "solver call"))
    parts = (f"{figures.wall_seconds:.1f} s", size(figures.peak_memory), *(count(*one) for one in counts))
    return Text(f"{', '.join(parts)}, seed {seed}", style="dim")
