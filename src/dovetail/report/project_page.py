"""What is known of a build as one HTML page: an overview of units, and each of them beside its source.

The overview is there without any script, to be read and printed. A unit is shown when it is asked for: a
violation as a story to step through, a proof with what holds at its loops and what it rests on, and what is
not known as a map of what is. All of that is data in the page (`project_data`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.flow import Flow, ProcedureFlow, Share
from dovetail.evidence.project import VACUOUS, Looked, ProjectResult, Source, Standing
from dovetail.evidence.violation import NEEDS, POTENTIAL
from dovetail.report.project_data import project_data
from dovetail.report.quantities import counted
from dovetail.report.self_contained import self_contained, text_of

_MARKS = {
    Standing.VIOLATED: "✗",
    Standing.POTENTIAL: "!",
    Standing.UNKNOWN: "?",
    Standing.UNREADABLE: "–",
    Standing.NOT_REACHED: "…",
    Standing.WITHIN_BOUNDS: "✓",
    Standing.PROVED: "✓",
    Standing.NOTHING: "·",
}
_CLASSES = {standing: standing.name.lower().replace("_", "-") for standing in Standing}
_BAR = 60
"""Pixels."""
_ORDER = {standing: number for number, standing in enumerate(Standing)}


def project_page(result: ProjectResult) -> str:
    units = sorted(result.units, key=lambda one: (_ORDER[one.standing], one.unit.name))
    title = result.root.name or "project"
    body = (
        '<a class="skip" href="#units">To the units</a>',
        '<main id="overview">',
        f"<header><h1>{text_of(title)}</h1><p>{text_of(_sentence(result))}</p></header>",
        *_coverage(units),
        *_legend(result),
        *_table(units, result),
        *_texts("Notes", result.notes),
        *_texts("Problems in Dovetail", result.problems),
        "</main>",
        '<main id="unit" hidden tabindex="-1"></main>',
    )
    return self_contained(title, "project", body, project_data(units, result), before=("flow",))


def _sentence(result: ProjectResult) -> str:
    parts = [f"verdict: {result.verdict.value}", counted(len(result.units), "unit")]
    kept = sum(one.source in (Source.KEPT, Source.SAME) for one in result.units)
    if kept:
        parts.append(f"{kept} from the store")
    parts += [f"{result.seconds:.1f} s", f"properties: {', '.join(result.properties)}"]
    return "; ".join(parts)


def _coverage(units: list[Looked]) -> Iterator[str]:
    """Of all procedures together, each counted once: as the unit has it that it is, or else any."""
    found: dict[tuple[str, str, int], ProcedureFlow] = {}
    for looked in units:
        flow = None if looked.result is None else looked.result.flow
        for procedure in () if flow is None else flow.procedures:
            key = procedure.file, procedure.procedure, procedure.line
            if procedure.procedure == looked.unit.function or key not in found:
                found[key] = procedure
    if found:
        total = Flow(tuple(found.values()))
        bounds = ", within the bounds of each" if any(_is_bounded(looked) for looked in units) else ""
        yield f'<p class="coverage">{_bar(total.lines)} {text_of(_reached(total) + bounds)}</p>'


def _is_bounded(looked: Looked) -> bool:
    """Does it exclude something within bounds of Dovetail's own alone?"""
    result = looked.result
    return bool(result and result.bounds and result.flow and result.flow.ways.excluded)


def _reached(flow: Flow) -> str:
    """Of what both sides know in words."""
    lines, ways = flow.lines, flow.ways
    return (
        f"tests have reached {lines.taken} of {counted(lines.all, 'line')} and {ways.taken} of "
        f"{counted(ways.all, 'edge')}; proofs exclude {counted(lines.excluded, 'line')} and "
        f"{counted(ways.excluded, 'edge')}"
    )


def _bar(share: Share) -> str:
    """What is taken from the left, what is excluded from the right, what is open in between."""
    taken, excluded = (round(_BAR * part / max(share.all, 1), 1) for part in (share.taken, share.excluded))
    return (
        f'<svg class="bar" width="{_BAR}" height="8" aria-hidden="true"><rect class="all" width="{_BAR}" '
        f'height="8"/><rect class="taken" width="{taken}" height="8"/><rect class="excluded" '
        f'x="{_BAR - excluded:.1f}" width="{excluded}" height="8"/></svg>'
    )


def _of_unit(looked: Looked) -> str:
    flow = None if looked.result is None else looked.result.flow
    if flow is None:
        return "<td></td>"
    own = tuple(one for one in flow.procedures if one.procedure == looked.unit.function)
    flow = replace(flow, procedures=own) if own else flow  # what it calls has rows of its own
    lines = flow.lines
    bounds = ", within the bounds" if _is_bounded(looked) else ""
    shown = f"{lines.taken}/{lines.all}" + (f" −{lines.excluded}" if lines.excluded else "")
    return f'<td class="reached" title="{text_of(_reached(flow) + bounds)}">{_bar(lines)} {shown}</td>'


def _legend(result: ProjectResult) -> Iterator[str]:
    """Each a button that shows these alone."""
    yield '<form id="filter" role="search"><div class="field">'
    yield '<label for="query">Unit <kbd>/</kbd></label><input id="query" type="search" autocomplete="off" '
    yield 'spellcheck="false"><output id="shown" aria-live="polite"></output></div><div class="standings">'
    for standing, count in result.counts().items():
        yield (
            f'<button type="button" class="badge {_CLASSES[standing]}" data-standing="{_CLASSES[standing]}" '
            f'aria-pressed="false"><b aria-hidden="true">{_MARKS[standing]}</b> {count} {standing.value}'
            "</button>"
        )
    changed = sum(_is_new(one, result) for one in result.units)
    if result.before:
        yield (
            '<button type="button" class="badge new" data-standing="changed" aria-pressed="false">'
            f"{changed} new since the last run</button>"
        )
    yield "</div></form>"


def _is_new(looked: Looked, result: ProjectResult) -> bool:
    """Is it another verdict than in the last run, if there was one?"""
    return bool(result.before) and result.before.get(looked.unit.name) != looked.standing.value


def _table(units: list[Looked], result: ProjectResult) -> Iterator[str]:
    yield '<table id="units" tabindex="-1"><thead><tr><th scope="col">unit</th><th scope="col">verdict</th>'
    yield '<th scope="col" class="number">checks</th><th scope="col" class="number">time</th>'
    yield '<th scope="col" title="lines that tests have reached, of all; − lines that a proof excludes">lines'
    yield ' reached</th><th scope="col">what is known</th></tr></thead><tbody>'
    for number, looked in enumerate(units):
        yield _row(number, looked, result)
    yield "</tbody></table>"


def _row(number: int, looked: Looked, result: ProjectResult) -> str:
    standing = _CLASSES[looked.standing]
    checks = "" if looked.result is None else str(len(looked.result.checks))
    seconds = f"{looked.seconds:.1f} s" if looked.seconds else ""
    new = ' data-changed="1"' if _is_new(looked, result) else ""
    return (
        f'<tr data-standing="{standing}"{new}><td><a href="#u{number}">{text_of(looked.unit.name)}</a></td>'
        f'<td><span class="badge {standing}"><b aria-hidden="true">{_MARKS[looked.standing]}</b> '
        f'{looked.standing.value}</span></td><td class="number">{checks}</td>'
        f'<td class="number">{seconds}</td>{_of_unit(looked)}<td>{text_of(_about(looked, result))}</td></tr>'
    )


def _about(looked: Looked, result: ProjectResult) -> str:
    parts = []
    before = result.before.get(looked.unit.name)
    if before is not None and before != looked.standing:
        parts.append(f"was {before}")
    if looked.source in (Source.KEPT, Source.SAME):
        parts.append("kept, checked again" if looked.rechecked else "kept")
    if looked.says_nothing:
        parts.append(VACUOUS)
    if looked.error:
        parts.append(looked.error)
    elif looked.standing in (Standing.VIOLATED, Standing.POTENTIAL, Standing.UNKNOWN):
        own = [one for one in result.findings if one.unit == looked.unit.name]
        worst = next((one for one in own if one.standing is looked.standing), None)
        if worst is not None:
            place = f"{Path(worst.info.position.file).name}:{worst.info.position.line}"
            needs = worst.reason.removeprefix(POTENTIAL)
            said = f"{needs} ({worst.info.description})" if needs.startswith(NEEDS) else worst.sentence
            parts.append(f"{place}: {said}")
    text = "; ".join(parts)
    return text if len(text) <= 160 else f"{text[:159]}…"


def _texts(title: str, texts: tuple[str, ...]) -> Iterator[str]:
    if texts:
        yield f"<details><summary>{title} ({len(texts)})</summary><ul>"
        yield from (f"<li>{text_of(text)}</li>" for text in texts)
        yield "</ul></details>"
