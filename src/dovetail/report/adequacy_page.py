"""The adequacy of tests as one HTML page, which needs nothing but a browser: the graph of abstract states,
the table of cutpoints, what is missed, and the tests that are proposed.

There is no script in it, and its content security policy allows none.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path

from dovetail.evidence.adequacy import Adequacy, PlaceResult, Proposal, StateResult, StateStatus
from dovetail.report.adequacy import (
    fabricated_in_words,
    score_in_words,
    states_with,
)
from dovetail.report.c_text import visible
from dovetail.report.phrases import inputs_in_words
from dovetail.report.self_contained import GENERATOR, asset
from dovetail.report.state_graph import letters, state_graph

_LEGEND = {
    "covered": "a given test comes here",
    "missed": "none does; a proposed test does",
    "open": "nobody knows whether any execution does",
    "fails": "a check failed behind it",
    "may-fail": "the abstraction lets a check fail behind it",
}


def adequacy_page(adequacy: Adequacy) -> str:
    style = asset("adequacy.css")
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    title = ", ".join(Path(file).name for file in adequacy.files[:3])
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en" data-ready="1">',
        "<head>",
        '<meta charset="utf-8">',
        GENERATOR,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{_text(title)}: adequacy of tests · Dovetail</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{_text(title)}: adequacy of tests</h1>",
        f'<p class="score">{_text(score_in_words(adequacy))}</p></header>',
        *_graph(adequacy),
        *_table(adequacy),
        *_missed(adequacy),
        *_proposals(adequacy),
        *_open(adequacy),
        *_list("Notes", adequacy.notes),
        *_list("Assumptions", tuple(f"{one.position}: {one.text}" for one in adequacy.assumptions)),
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(parts)


def _text(text: str) -> str:
    return escape(visible(text))


def _graph(adequacy: Adequacy) -> Iterator[str]:
    drawing = state_graph(adequacy)
    if not drawing:
        return
    yield '<section id="graph"><h2>Abstract states</h2>'
    rows = (f'<li><span class="badge {name}">tf</span> {said}</li>' for name, said in _LEGEND.items())
    yield f'<ul class="legend">{"".join(rows)}</ul>'
    yield (
        '<p class="quiet">A row is a cutpoint; a state says for each of its predicates, in the order of the '
        "table, whether it holds. Impossible states are left out. An edge is a step that a given test takes, "
        "dashed if only a proposed one does, dotted if it leads from a fabricated state.</p>"
    )
    yield f'<div class="scroll" tabindex="0">{drawing}</div></section>'


def _table(adequacy: Adequacy) -> Iterator[str]:
    yield '<section id="places"><h2>Cutpoints</h2><table><thead><tr><th>place</th><th>predicates</th>'
    yield "".join(f'<th class="number">{status.value}</th>' for status in StateStatus)
    yield "</tr></thead><tbody>"
    for place in adequacy.places:
        predicates = "<br>".join(map(_text, place.predicates)) or '<span class="quiet">reached</span>'
        counts = "".join(f'<td class="number">{place.count(status)}</td>' for status in StateStatus)
        yield (
            f'<tr id="place-{place.ident}"><td class="code">{_text(place.name)}</td>'
            f'<td class="code">{predicates}</td>{counts}</tr>'
        )
    yield "</tbody></table></section>"


def _missed(adequacy: Adequacy) -> Iterator[str]:
    rows = list(states_with(adequacy, StateStatus.MISSED))
    if not rows:
        return
    yield f'<section id="missed"><h2>Missed ({len(rows)})</h2><table><thead><tr><th>place</th><th></th>'
    yield "<th>state</th><th>such as</th><th>proposed test</th></tr></thead><tbody>"
    for place, state in rows:
        tests = ", ".join(f'<a href="#proposal-{number}">{number}</a>' for number in state.proposals)
        yield f"<tr>{_state_cells(place, state)}<td>{tests}</td></tr>"
    yield "</tbody></table></section>"


def _open(adequacy: Adequacy) -> Iterator[str]:
    rows = list(states_with(adequacy, StateStatus.OPEN))
    if not rows:
        return
    yield f'<section id="open"><h2>Open ({len(rows)})</h2><table><thead><tr><th>place</th><th></th>'
    yield "<th>state</th><th>such as</th><th>why</th></tr></thead><tbody>"
    for place, state in rows:
        yield f"<tr>{_state_cells(place, state)}<td>{_text(state.reason)}</td></tr>"
    yield "</tbody></table></section>"


def _state_cells(place: PlaceResult, state: StateResult) -> str:
    badge = "fails" if state.fails else state.status.value
    return (
        f'<td class="code"><a href="#place-{place.ident}">{_text(place.name)}</a></td>'
        f'<td><span class="badge {badge}">{letters(place, state.bits)}</span></td>'
        f'<td class="code">{_text(place.words(state.bits))}</td>'
        f'<td class="code">{_text(fabricated_in_words(state))}</td>'
    )


def _proposals(adequacy: Adequacy) -> Iterator[str]:
    if not adequacy.proposals:
        return
    yield f'<section id="proposals"><h2>Proposed tests ({len(adequacy.proposals)})</h2><table><thead><tr>'
    yield '<th class="number"></th><th>inputs</th><th>what happens</th><th class="number">new states</th>'
    yield "<th>file</th></tr></thead><tbody>"
    yield from map(_proposal, adequacy.proposals)
    yield "</tbody></table></section>"


def _proposal(proposal: Proposal) -> str:
    test = proposal.test
    return (
        f'<tr id="proposal-{test.number}"><td class="number">{test.number}</td>'
        f'<td class="code">{_text(inputs_in_words(test, 400))}</td><td>{_text(test.outcome.sentence)}</td>'
        f'<td class="number">{len(proposal.covers)}</td>'
        f'<td class="code">{_text(proposal.file or "")}</td></tr>'
    )


def _list(title: str, rows: tuple[str, ...]) -> Iterator[str]:
    if rows:
        items = "".join(f"<li>{_text(row)}</li>" for row in dict.fromkeys(rows))
        yield f"<section><h2>{title}</h2><ul>{items}</ul></section>"
