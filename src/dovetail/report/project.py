"""The answer to `dovetail project` for a terminal: a table of units, what was found, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from dovetail.evidence.project import VACUOUS, Finding, Looked, ProjectResult, Source, Standing
from dovetail.evidence.verdicts import Verdict
from dovetail.evidence.violation import NEEDS, POTENTIAL
from dovetail.report.c_text import visible
from dovetail.report.check_table import STYLES as VERDICT_STYLES
from dovetail.report.phrases import count
from dovetail.report.quantities import counted
from dovetail.report.verdict import verdict_line

STYLES = {
    Standing.VIOLATED: "red",
    Standing.POTENTIAL: "yellow",
    Standing.UNKNOWN: "yellow",
    Standing.UNREADABLE: "magenta",
    Standing.NOT_REACHED: "dim",
    Standing.WITHIN_BOUNDS: "green",
    Standing.PROVED: "green",
    Standing.NOTHING: "dim",
}
ROWS = 60
"""With more units than that, those that are fine, or were not looked at, are only counted."""
SHOWN = 20
OTHERS = 3
_COUNTED = frozenset({Standing.PROVED, Standing.WITHIN_BOUNDS, Standing.NOTHING, Standing.NOT_REACHED})
_WORST = {standing: number for number, standing in enumerate(Standing)}


def answer(result: ProjectResult) -> Iterator[Text]:
    """Everything, line by line, the verdict last."""
    yield from _table(result)
    yield from _findings(result, Standing.VIOLATED, "violated")
    yield from _findings(result, Standing.POTENTIAL, "potential, of arguments that nobody has excluded")
    yield from _hint(result)
    yield from _unreadable(result)
    for note in result.notes:
        yield Text(f"note: {visible(note)}", style="yellow")
    yield Text()
    yield Text(_summary(result))
    if result.folder is not None:
        yield Text(f"evidence: {result.folder}", style="dim")
    if result.page is not None:
        yield Text(f"to be looked at: {result.page}", style="dim")
    yield Text(verdict_line(result.verdict), style=f"bold {VERDICT_STYLES[result.verdict]}")


def _table(result: ProjectResult) -> Iterator[Text]:
    shown = [one for one in result.units if len(result.units) <= ROWS or one.standing not in _COUNTED]
    shown.sort(key=lambda one: (_WORST[one.standing], one.unit.name))
    rows = [_row(one, result) for one in shown[: 2 * ROWS]]
    if not rows:
        return
    head = ("unit", "verdict", "checks", "time", "")
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(4)]
    yield Text(_columns(head, widths), style="bold")
    for looked, row in zip(shown, rows, strict=False):
        text = Text(_columns(row, widths))
        text.stylize(STYLES[looked.standing], widths[0] + 2, widths[0] + 2 + len(row[1]))
        yield text
    hidden = len(result.units) - len(rows)
    if hidden:
        yield Text(f"… and {hidden} more", style="dim")


def _row(looked: Looked, result: ProjectResult) -> tuple[str, ...]:
    checks = "" if looked.result is None else str(len(looked.result.checks))
    seconds = f"{looked.seconds:.1f} s" if looked.seconds else ""
    before = result.before.get(looked.unit.name)
    said = []
    if before is not None and before != looked.standing:
        said.append(f"was {before}")
    if looked.source in (Source.KEPT, Source.SAME):
        said.append("kept, checked again" if looked.rechecked else "kept")
    said.append(_why(looked))
    return (
        visible(looked.unit.name),
        looked.standing.value,
        checks,
        seconds,
        ", ".join(one for one in said if one),
    )


def _why(looked: Looked) -> str:
    if looked.result is None:
        return ""
    if looked.says_nothing:
        return VACUOUS
    if looked.standing is Standing.UNKNOWN:
        return visible(_short(looked.result.reason))
    return ""


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=False))
    return "  ".join([*padded, cells[4]]).rstrip()


def _findings(result: ProjectResult, standing: Standing, title: str) -> Iterator[Text]:
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for one in result.findings:
        if one.standing is standing:
            found.setdefault((_place(one, result), one.info.kind, one.info.description), []).append(one)
    if not found:
        return
    yield Text()
    yield Text(f"{title}:", style="bold")
    for same in list(found.values())[:SHOWN]:
        yield from _finding(same, result)
    if len(found) > SHOWN:
        yield Text(f"    … and {len(found) - SHOWN} more")


def _place(one: Finding, result: ProjectResult) -> str:
    return f"{_short_path(one.info.position.file, result.root)}:{one.info.position.line}"


def _finding(same: Sequence[Finding], result: ProjectResult) -> Iterator[Text]:
    """What several units have found at one place, told of the one that it stands in, if that is there."""
    one, *others = sorted(same, key=lambda finding: _function(finding) != finding.info.procedure)
    known = " (in the baseline)" if all(each.fingerprint in result.known for each in same) else ""
    needs = one.reason.removeprefix(POTENTIAL)
    if needs.startswith(NEEDS):
        what = f"{_function(one)} {needs} ({one.info.description})"
    elif one.standing is Standing.POTENTIAL:
        what = f"{_function(one)}, {one.info.kind}: {one.info.description}: {needs}"
    else:
        what = f"{one.info.kind}: {one.sentence}"
    yield Text(f"    {visible(_place(one, result))}: {visible(what)}{known}")
    if one.evidence is not None and one.standing is Standing.VIOLATED:
        yield Text(f"        dovetail replay {one.evidence}", style="dim")
    if others:
        names = list(dict.fromkeys(each.unit for each in others if each.unit != one.unit))
        more = f", and {len(names) - OTHERS} more" if len(names) > OTHERS else ""
        if names:
            yield Text(f"        also in {visible(', '.join(names[:OTHERS]))}{more}", style="dim")


def _hint(result: ProjectResult) -> Iterator[Text]:
    if any(one.reason.startswith(f"{POTENTIAL}{NEEDS}") for one in result.findings):
        yield Text(
            "    a contract says what callers see to: dovetail infer FILE … proposes them", style="dim"
        )


def _function(one: Finding) -> str:
    return one.unit.rpartition(":")[2]


def _short_path(file: str, root: Path) -> str:
    return str(Path(file).relative_to(root)) if Path(file).is_relative_to(root) else file


def _unreadable(result: ProjectResult) -> Iterator[Text]:
    wrong = [one for one in result.units if one.standing is Standing.UNREADABLE]
    if not wrong:
        return
    yield Text()
    yield Text("not readable:", style="bold")
    for one in wrong[:SHOWN]:
        yield Text(f"    {visible(one.unit.name)}: {visible(one.error)}")
    if len(wrong) > SHOWN:
        yield Text(f"    … and {len(wrong) - SHOWN} more")


def _summary(result: ProjectResult) -> str:
    said = ", ".join(f"{number} {standing.value}" for standing, number in result.counts().items())
    kept = sum(one.source is not Source.SEARCHED and one.result is not None for one in result.units)
    parts = [f"{count(len(result.units), 'unit')}: {said}" if said else "no unit"]
    if kept:
        parts.append(f"{kept} from the store")
    parts.append(f"{result.seconds:.1f} s")
    if result.has_baseline:
        new = len(result.new)
        parts.append(f"{counted(new, 'finding')} beside the baseline" if new else "nothing new")
    if result.interrupted:
        parts.append("interrupted")
    if result.verdict is Verdict.UNKNOWN and Standing.WITHIN_BOUNDS in result.counts():
        parts.append("--accept-bounds accepts the bounds")
    return "; ".join(parts)
