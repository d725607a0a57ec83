"""The answer to `dovetail adequacy` for a terminal: a row for each cutpoint, what is missed and which test
would reach it, what is open, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from dovetail.evidence.adequacy import Adequacy, PlaceResult, Proposal, StateResult, StateStatus
from dovetail.evidence.suite import Test
from dovetail.report.footing import assumption_lines, figures_of_suite
from dovetail.report.quantities import counted

SHOWN = 20
"""So many states of a kind, and proposals, are listed; --json has them all."""
_INPUTS = 60
_PREDICATES = 48


def summary(adequacy: Adequacy, at_least: float | None = None) -> Iterator[Text]:
    """Everything, line by line, the score last."""
    yield from _table(adequacy)
    yield from _missed(adequacy)
    yield from _proposals(adequacy)
    yield from _impossible(adequacy)
    yield from _open(adequacy)
    yield from _said(adequacy)
    yield Text()
    yield Text(figures_of_suite(adequacy.figures, adequacy.seed), style="dim")
    yield last_line(adequacy, at_least)


def last_line(adequacy: Adequacy, at_least: float | None = None) -> Text:
    fine = adequacy.reaches(100.0 if at_least is None else at_least)
    asked = "" if at_least is None else f", {'at least' if fine else 'below'} {at_least:g} %"
    return Text(f"{score_in_words(adequacy)}{asked}", style="bold green" if fine else "bold yellow")


def score_in_words(adequacy: Adequacy) -> str:
    counts = {status: adequacy.count(status) for status in StateStatus}
    possible = adequacy.all - counts[StateStatus.IMPOSSIBLE]
    parts = [f"{counts[StateStatus.COVERED]} of {possible} possible states covered"]
    parts += [
        f"{counts[status]} {status.value}"
        for status in (StateStatus.MISSED, StateStatus.OPEN, StateStatus.IMPOSSIBLE)
        if counts[status]
    ]
    return f"adequacy {percent(adequacy.score)}: {', '.join(parts)}, by {counted(adequacy.given, 'test')}"


def percent(score: float) -> str:
    """Rounded down: what is not all is never printed as 100."""
    return f"{int(score * 10 + 1e-9) / 10:.1f} %"


def fabricated_in_words(state: StateResult) -> str:
    return ", ".join(f"{name} = {value}" for name, value in state.fabricated)


def inputs_in_words(test: Test, most: int = _INPUTS) -> str:
    values = ", ".join(map(str, test.vector.values)) or "no inputs but zeros"
    values = values if len(values) <= most else values[: most - 1] + "…"
    return values + (" and memory" if any(map(any, test.vector.memory)) or test.vector.wild else "")


def states_with(adequacy: Adequacy, status: StateStatus) -> Iterator[tuple[PlaceResult, StateResult]]:
    for place in adequacy.places:
        for state in place.states:
            if state.status is status:
                yield place, state


def _table(adequacy: Adequacy) -> Iterator[Text]:
    head = ("place", "predicates", *(status.value for status in StateStatus))
    rows = [
        (place.name, _predicates(place), *(str(place.count(status)) for status in StateStatus))
        for place in adequacy.places
    ]
    rows.append(("all", "", *(str(adequacy.count(status)) for status in StateStatus)))
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    yield Text(_columns(head, widths), style="bold")
    for row in rows:
        yield Text(_columns(row, widths))


def _predicates(place: PlaceResult) -> str:
    text = ", ".join(place.predicates) or "-"
    return text if len(text) <= _PREDICATES else text[: _PREDICATES - 1] + "…"


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [f"{cell:<{width}}" for cell, width in zip(row[:2], widths[:2], strict=True)]
    cells += [f"{cell:>{width}}" for cell, width in zip(row[2:], widths[2:], strict=True)]
    return "  ".join(cells).rstrip()


def _missed(adequacy: Adequacy) -> Iterator[Text]:
    found = list(states_with(adequacy, StateStatus.MISSED))
    if not found:
        return
    yield Text()
    yield Text("missed:", style="yellow")
    for place, state in found[:SHOWN]:
        yield Text(f"    {place.name}: {place.words(state.bits)}")
        if state.fabricated:
            yield Text(f"        such as {fabricated_in_words(state)}")
        numbers = ", ".join(map(str, state.proposals))
        yield Text(f"        proposed test{'s' if len(state.proposals) > 1 else ''} {numbers} comes there")
    yield from _rest(len(found))


def _proposals(adequacy: Adequacy) -> Iterator[Text]:
    if not adequacy.proposals:
        return
    yield Text()
    yield Text("proposed tests:")
    for proposal in adequacy.proposals[:SHOWN]:
        yield Text(f"    {_proposal(proposal)}")
    yield from _rest(len(adequacy.proposals))
    files = [proposal.file for proposal in adequacy.proposals if proposal.file is not None]
    if files:
        yield Text(f"ready to be added: {Path(files[0]).parent}", style="dim")


def _proposal(proposal: Proposal) -> str:
    test = proposal.test
    states = counted(len(proposal.covers), "new state")
    return f"{test.number}. {inputs_in_words(test)}: {test.outcome.sentence}; {states}"


def _impossible(adequacy: Adequacy) -> Iterator[Text]:
    found = list(states_with(adequacy, StateStatus.IMPOSSIBLE))
    if not found:
        return
    yield Text()
    yield Text("proved impossible (beside contradictions):")
    for place, state in found[:SHOWN]:
        yield Text(f"    {place.name}: {place.words(state.bits)}")
    yield from _rest(len(found))
    for certificate in dict.fromkeys(state.certificate for _, state in found):
        yield Text(f"again, independently: dovetail certify {certificate}", style="dim")


def _open(adequacy: Adequacy) -> Iterator[Text]:
    found = list(states_with(adequacy, StateStatus.OPEN))
    if not found:
        return
    yield Text()
    yield Text("open:", style="yellow")
    for place, state in found[:SHOWN]:
        yield Text(f"    {place.name}: {place.words(state.bits)}: {state.reason}")
        if state.fabricated:
            yield Text(f"        such as {fabricated_in_words(state)}")
    yield from _rest(len(found))


def _rest(count: int) -> Iterator[Text]:
    if count > SHOWN:
        yield Text(f"    … and {count - SHOWN} more (--json has them all)", style="dim")


def _said(adequacy: Adequacy) -> Iterator[Text]:
    if adequacy.notes:
        yield Text()
        for note in adequacy.notes:
            yield Text(f"note: {note}")
    yield from assumption_lines(adequacy.assumptions)
    if adequacy.page is not None:
        yield Text()
        yield Text(f"written: {adequacy.page}")
