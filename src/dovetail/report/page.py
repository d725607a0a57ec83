"""The annotated program as one HTML page, which needs nothing but a browser: no network, no other file.

The source is there as text, so that it can be read, searched and printed without any script. What is known
is data in the page; the script shows it in the margin of those lines that are on the screen, and all of it
for the line that somebody points at. A page of megabytes of markup would not open.

How a page is made that needs nothing else is in `self_contained`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dovetail.evidence.annotated import AnnotatedProgram, Class, ClassifiedCheck
from dovetail.evidence.whole_files import write_whole
from dovetail.program.assumption_kinds import grouped
from dovetail.program.position import NOWHERE, Position
from dovetail.report.by_line import FileLines, files_by_line
from dovetail.report.c_text import Piece
from dovetail.report.classes import (
    MARKS,
    ORDER,
    SENTENCES,
    analysis_in_words,
    caveat,
    counted,
    necessary_in_words,
)
from dovetail.report.heap_picture import heap_picture
from dovetail.report.page_data import page_data
from dovetail.report.self_contained import GENERATOR, self_contained, text_of

_HEAD = 1024
_CHUNK = 40
"""So many lines are laid out together, when they come near to the screen."""


def page(annotated: AnnotatedProgram) -> str:
    files = files_by_line(annotated)
    title = ", ".join(Path(file).name for file in annotated.files[:3])
    body = (
        '<a class="skip" href="#source">To the source</a>',
        *_side(annotated, files, title),
        '<main id="source" tabindex="-1">',
        *(part for number, file in enumerate(files) for part in _file(number, file, annotated)),
        "</main>",
        '<div id="tip" role="tooltip" hidden></div>',
    )
    return self_contained(title, "page", body, page_data(files, annotated.direction))


# ---- beside the source -------------------------------------------------------------------------------------


def _side(annotated: AnnotatedProgram, files: Sequence[FileLines], title: str) -> Iterator[str]:
    yield '<div id="side">'
    yield '<div id="about">'
    yield f"<header><h1>{text_of(title)}</h1><p>{text_of(analysis_in_words(annotated))}</p></header>"
    yield from _search()
    yield from _checks(annotated, files)
    yield from _list("Not modelled", [f"{_at(p)}{why}" for p, why in annotated.unmodelled], opened=True)
    yield from _heaps(annotated)
    yield from _list("Notes", annotated.notes)
    yield from _list("Assumptions", list(grouped(annotated.assumptions)))
    yield "</div>"
    yield (
        '<section id="here" aria-label="What is known at the line" tabindex="0">'
        '<p class="hint">Point at a line: here is all that is known before it is executed. In the margin '
        "is only what has changed.</p></section>"
    )
    yield "</div>"


def _heaps(annotated: AnnotatedProgram) -> Iterator[str]:
    """Drawings, each with its line."""
    if annotated.heaps:
        yield f"<details open><summary>Heaps ({len(annotated.heaps)})</summary><ul>"
        for number, heap in enumerate(annotated.heaps):
            line = heap.drawing.line
            picture = heap_picture(heap.drawing, line, f"heap{number}")
            yield f"<li>{text_of(f'{_at(heap.position)}{heap.why} {line}')}<div>{picture}</div></li>"
        yield "</ul></details>"


def _search() -> Iterator[str]:
    yield (
        '<form id="search" role="search">'
        '<label for="query">Variable <kbd>/</kbd></label>'
        '<div class="field"><input id="query" type="search" list="names" autocomplete="off" '
        'spellcheck="false" autocapitalize="off" disabled>'
        '<button type="button" id="previous" title="Previous (N)" aria-label="Previous" disabled>↑</button>'
        '<button type="button" id="next" title="Next (n)" aria-label="Next" disabled>↓</button></div>'
        '<datalist id="names"></datalist>'
        '<label class="every"><input id="every" type="checkbox"> at every point, not only where it changes'
        "</label>"
        '<output id="status" for="query" aria-live="polite"></output>'
        '<ol id="found" aria-label="Points where something is known about it"></ol>'
        "</form>"
        "<noscript><p>Without scripts there is only the source, with the checks.</p></noscript>"
    )


def _checks(annotated: AnnotatedProgram, files: Sequence[FileLines]) -> Iterator[str]:
    counts = counted(annotated.checks)
    numbers = {file.name: number for number, file in enumerate(files)}
    yield '<nav id="checks" aria-label="Checks">'
    yield f"<h2>{len(annotated.checks)} {'check' if len(annotated.checks) == 1 else 'checks'}</h2>"
    yield '<ul class="legend">'
    for one in ORDER:
        yield (
            f'<li><span class="badge {one.value}"><b aria-hidden="true">{MARKS[one]}</b> '
            f"{counts.get(one, 0)} {one.value}</span> {SENTENCES[one]}</li>"
        )
    yield "</ul>"
    yield f"<p>{text_of(caveat(annotated)).replace('`dovetail check`', '<code>dovetail check</code>')}</p>"
    for one in counts:
        opened = " open" if not one.holds or counts[one] <= 12 else ""
        summary = f'<summary class="{one.value}">{one.value} ({counts[one]})</summary>'
        yield f"<details{opened}>{summary}<ol>"
        for check in annotated.checks:
            if check.found is one:
                yield _check(check, numbers)
        yield "</ol></details>"
    yield "</nav>"


def _check(check: ClassifiedCheck, numbers: dict[str, int]) -> str:
    info = check.check
    told = f"<code>{text_of(info.description or info.kind)}</code>"
    place = str(info.position.line)
    if len(numbers) > 1:
        place = f"{Path(info.position.file).name}:{place}"
    only_if = "".join(
        f"<small>{text_of(necessary_in_words(one, info.position.file))}</small>" for one in check.necessary
    )
    row = f'<span class="place">{text_of(place)}</span> {told}{only_if}'
    if info.position.file not in numbers or info.position.line <= 0:
        return f"<li>{row}</li>"
    target = f"f{numbers[info.position.file]}l{info.position.line}"
    return f'<li><a href="#{target}" title="check #{info.ident}, {text_of(info.kind)}">{row}</a></li>'


def _list(title: str, rows: Sequence[str], *, opened: bool = False) -> Iterator[str]:
    if rows:
        once = list(dict.fromkeys(rows))
        yield f"<details{' open' if opened else ''}><summary>{title} ({len(once)})</summary><ul>"
        yield from (f"<li>{text_of(row)}</li>" for row in once)
        yield "</ul></details>"


def _at(position: Position) -> str:
    return "" if position == NOWHERE else f"{position}: "


# ---- the source --------------------------------------------------------------------------------------------


def _file(number: int, file: FileLines, annotated: AnnotatedProgram) -> Iterator[str]:
    yield f'<section aria-labelledby="f{number}"><h2 id="f{number}">{text_of(file.name)}</h2>'
    if not file.has_text:
        yield "<p>The text of this file is not at hand.</p>"
    pieces = list(file.text.pieces())
    whole = file.has_text and file.name in annotated.files
    ranges = [(1, file.last_line)] if whole else [(one.first, one.last) for one in file.passages()]
    end = 0
    for first, last in ranges:
        if first > end + 1:
            yield '<p class="gap">⋮</p>'
        end = max(end, last)
        for start in range(first, last + 1, _CHUNK):
            lines = range(start, min(start + _CHUNK, last + 1))
            rows = [
                _line(number, file, line, pieces[line - 1] if line <= len(pieces) else ()) for line in lines
            ]
            yield f'<div class="chunk">{"".join(rows)}</div>'
    if whole is False and end < len(file.text.lines):
        yield '<p class="gap">⋮</p>'
    yield "</section>"


def _line(number: int, file: FileLines, line: int, pieces: Sequence[Piece]) -> str:
    classes = ["l"]
    if line in file.unreachable:
        classes.append("dead")
    found = {check.found for check in file.checks.get(line, ())}
    worst: Class | None = next((one for one in ORDER if one in found), None)
    if worst is not None:
        classes.append(worst.value)
    code = "".join(_piece(piece) for piece in pieces)
    return f'<div class="{" ".join(classes)}" id="f{number}l{line}" data-n="{line}"><code>{code}</code></div>'


def _piece(piece: Piece) -> str:
    text = text_of(piece.text)
    return f'<span class="{piece.kind[0]}">{text}</span>' if piece.kind else text


# ---- the file ----------------------------------------------------------------------------------------------


class NotOurPage(Exception):
    """The file exists and is no page of Dovetail's."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists and was not written by Dovetail: it is not overwritten")


def require_our_page(path: Path) -> None:
    """See that the file is a page of Dovetail's, is empty, or does not exist yet; raises NotOurPage."""
    if not path.exists() and not path.is_symlink():
        return
    if not path.is_file():
        raise NotOurPage(path)
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head and GENERATOR.encode() not in head:
        raise NotOurPage(path)


def write_page(annotated: AnnotatedProgram, path: Path) -> None:
    """Raises NotOurPage, or OSError."""
    text = page(annotated)
    require_our_page(path)
    write_whole(path, text.encode("utf-8", "replace"))
