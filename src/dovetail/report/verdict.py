"""The answer to `dovetail check` for a terminal: a table of the checks, what was found, what it rests on.

The last line is the verdict, in a form that scripts rely on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Figures, Verdict
from dovetail.program.position import NOWHERE, Position
from dovetail.report.c_text import visible
from dovetail.report.check_table import STYLES, place_of, table
from dovetail.report.phrases import count, rests_on
from dovetail.report.quantities import size

__all__ = ["STYLES", "answer", "verdict_line"]

TRACE_LINES = 12
"""Of each violation's story, the last ones."""
STORIES = 3
"""So many violations are told; of the others there are the files."""
INVARIANT_ROWS = 20
CLIENT_LINES = 20

_NO_CHECK = "there is no check in the program"


def verdict_line(verdict: Verdict) -> str:
    """As the contract of the command says, to the letter."""
    return f"VERDICT: {verdict.value.upper()}"


def answer(result: CheckResult) -> Iterator[Text]:
    """Everything, line by line, the verdict last."""
    yield from table(result)
    yield from _violations(result)
    if result.verdict is Verdict.UNKNOWN:
        yield from _unknown(result)
    if result.vacuous:
        yield Text()
        within = " within the bounds" if result.bounds else ""
        what = f"no execution{within} comes to any check" if result.checks else _NO_CHECK
        yield Text(f"note: this success says nothing: {what}", style="yellow")
    yield from _module_invariant(result)
    yield from _who_helped(result)
    yield from rests_on(result.assumptions)
    yield Text()
    yield Text(_figures(result.figures, result.seed), style="dim")
    yield Text(verdict_line(result.verdict), style=f"bold {STYLES[result.verdict]}")


def _violations(result: CheckResult) -> Iterator[Text]:
    violated = [check for check in result.checks if check.verdict is Verdict.VIOLATED]
    for check in violated[:STORIES]:
        info = check.check
        yield Text()
        inside = result.library.get(info.ident)
        evidence = None if check.evidence is None else Path(check.evidence)
        known = {} if evidence is None else _known(evidence)
        place = place_of(info.position, inside, str(known.get("called_at", "")))
        what = info.description if inside is None else inside.described(info.description)
        yield Text(f"violated: {info.kind} at {visible(place)}: {what} (check #{info.ident})")
        if evidence is None:
            yield Text(f"it was seen to happen natively, but {check.reason}")
            continue
        if known.get("access"):
            yield Text(f"it accesses {visible(str(known['access']))}")
        yield from _end_of_the_story(evidence.with_name("trace.txt"))
        for missing in known.get("missing_preconditions", ()):
            yield Text(f"note: {visible(str(missing))}", style="yellow")
        yield Text(f"again, natively:       dovetail replay {evidence}")
        yield from _client(evidence.with_name("client.c"))
        yield Text(f"with another compiler: see {evidence.with_name('harness.c')}")


def _known(evidence: Path) -> dict[str, Any]:
    """What the evidence says about the violation."""
    try:
        document = json.loads(evidence.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def _client(path: Path) -> Iterator[Text]:
    """The calls of a client, if there is one."""
    if not path.is_file():
        return
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    begin = next((at for at, line in enumerate(lines) if line == "int main(void)"), len(lines))
    yield Text(f"a client that does this: {path}")
    for line in lines[begin + 2 : begin + 2 + CLIENT_LINES]:
        if line.strip() not in ("return 0;", "}"):
            yield Text(f"    {visible(line)}")


def _end_of_the_story(path: Path) -> Iterator[Text]:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if len(lines) > 1:
        del lines[-1]  # how it ended has been said
    if len(lines) > TRACE_LINES:
        yield Text(f"    […] ({len(lines) - TRACE_LINES} lines before this are in {path})", style="dim")
    for line in lines[-TRACE_LINES:]:
        yield Text(f"    {line}")


def _unknown(result: CheckResult) -> Iterator[Text]:
    yield Text()
    yield Text(f"unknown: {result.reason}")
    for obstacle in result.obstacles:
        if result.reason not in (obstacle.text, f"{_at(obstacle.position)}{obstacle.text}"):
            yield Text(f"    {_at(obstacle.position)}{obstacle.text}")
    if result.notes:
        yield Text("how far it got:")
        for note in result.notes:
            yield Text(f"    {note}")


def _module_invariant(result: CheckResult) -> Iterator[Text]:
    """What holds between any two calls."""
    if result.verdict is not Verdict.PROVED or result.module_invariant is None:
        return
    yield Text()
    yield Text("module invariant:")
    shown = result.module_invariant[:INVARIANT_ROWS]
    for number, condition in enumerate(shown):
        yield Text(f"    {'&& ' if number else '   '}{visible(condition)}")
    if len(result.module_invariant) > len(shown):
        yield Text(f"    … and {len(result.module_invariant) - len(shown)} more (--json has them all)", "dim")
    if not shown:
        yield Text("    nothing that can be said of the module's variables")


def _who_helped(result: CheckResult) -> Iterator[Text]:
    """Which strategy gave the verdicts, and what it had from others."""
    decided = [check for check in result.checks if check.by and check.verdict is not Verdict.UNKNOWN]
    said = list(dict.fromkeys(_credit(check, len(result.checks) > 1, decided) for check in decided))
    if said:
        yield Text()
        yield from map(Text, said)


def _credit(check: CheckVerdict, several: bool, decided: Sequence[CheckVerdict]) -> str:
    same = [str(one.check.ident) for one in decided if (one.verdict, one.by) == (check.verdict, check.by)]
    shown = ", ".join(same[:8]) + (f" and {len(same) - 8} more" if len(same) > 8 else "")
    which = f" ({'check' if len(same) == 1 else 'checks'} {shown})" if several else ""
    uses = f", with {' and '.join(check.uses)}" if check.uses else ""
    return f"{check.verdict.value} by {check.by}{uses}{which}"


def _at(position: Position) -> str:
    return "" if position == NOWHERE else f"{position}: "


def _figures(figures: Figures, seed: int) -> str:
    parts = (
        f"{figures.wall_seconds:.1f} s",
        size(figures.peak_memory),
        count(figures.iterations, "round"),
        count(figures.tests, "test"),
        count(figures.solver_calls, "solver call"),
        f"seed {seed}",
    )
    return ", ".join(parts)
