"""The answer to `dovetail adequacy` for a terminal: a row for each cutpoint, what is missed and which test
would reach it, what is open, and the score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from dovetail.evidence.adequacy import Adequacy, PlaceResult, Proposal, StateResult, StateStatus
from dovetail.report.phrases import (
    SHOWN,
    certificates,
    cost,
    count,
    inputs_in_words,
    notes,
    rest,
    rests_on,
    table,
)

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
    yield cost(adequacy.figures, adequacy.seed)
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
    return f"adequacy {percent(adequacy.score)}: {', '.join(parts)}, by {count(adequacy.given, 'test')}"


def percent(score: float) -> str:
    """Rounded down: what is not all is never printed as 100."""
    return f"{int(score * 10 + 1e-9) / 10:.1f} %"


def fabricated_in_words(state: StateResult) -> str:
    return ", ".join(f"{name} = {value}" for name, value in state.fabricated)


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
    yield from table(head, rows, words=2)


def _predicates(place: PlaceResult) -> str:
    text = ", ".join(place.predicates) or "-"
    return text if len(text) <= _PREDICATES else text[: _PREDICATES - 1] + "…"


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
    yield from rest(len(found))


def _proposals(adequacy: Adequacy) -> Iterator[Text]:
    if not adequacy.proposals:
        return
    yield Text()
    yield Text("proposed tests:")
    for proposal in adequacy.proposals[:SHOWN]:
        yield Text(f"    {_proposal(proposal)}")
    yield from rest(len(adequacy.proposals))
    files = [proposal.file for proposal in adequacy.proposals if proposal.file is not None]
    if files:
        yield Text(f"ready to be added: {Path(files[0]).parent}", style="dim")


def _proposal(proposal: Proposal) -> str:
    test = proposal.test
    states = count(len(proposal.covers), "new state")
    return f"{test.number}. {inputs_in_words(test)}: {test.outcome.sentence}; {states}"


def _impossible(adequacy: Adequacy) -> Iterator[Text]:
    found = list(states_with(adequacy, StateStatus.IMPOSSIBLE))
    if not found:
        return
    yield Text()
    yield Text("proved impossible (beside contradictions):")
    for place, state in found[:SHOWN]:
        yield Text(f"    {place.name}: {place.words(state.bits)}")
    yield from rest(len(found))
    yield from certificates(state.certificate for _, state in found)


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
    yield from rest(len(found))


def _said(adequacy: Adequacy) -> Iterator[Text]:
    yield from notes(adequacy.notes)
    yield from rests_on(adequacy.assumptions)
    if adequacy.page is not None:
        yield Text()
        yield Text(f"written: {adequacy.page}")
