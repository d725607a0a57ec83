"""The annotated listing for a terminal: the source, with what is known before each line where it holds.

As in the paper on abstract testing, what is known at a point stands before the statement that begins there,
and `!` marks a condition that must hold so that a goal can be reached. Only what has changed is shown; all
that is known at one line is `all_at`. Functions of which nothing is known, and what stands between functions,
are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from dovetail.evidence.annotated import AnnotatedProgram, ClassifiedCheck, Known, Point
from dovetail.program.assumption_kinds import grouped
from dovetail.program.position import NOWHERE, Position
from dovetail.report.by_line import FileLines, files_by_line, labels
from dovetail.report.c_text import TAB, Passage, visible
from dovetail.report.classes import (
    MARKS,
    NO_EXECUTION,
    NO_GOAL,
    ORDER,
    SENTENCES,
    STYLES,
    analysis_in_words,
    closing_line,
    necessary_in_words,
)

WIDTH = 110
"""Where the output is no terminal."""
ROWS = 200
_SHORT_GAP = 3
"""Lines between two functions that are shown rather than left out."""
_FOLDED = 10
"""An unreachable function that is longer is not shown line by line."""
_NARROWEST = 30
_LOOP, _NEEDS, _NOTHING = "↻", "!", "_|_"
_LEGEND = {
    _LOOP: "the head of a loop",
    _NEEDS: "without it the goal is not reached",
    "×": "no execution comes here",
}


def answer(annotated: AnnotatedProgram, width: int = WIDTH) -> Iterator[Text]:
    """Everything, row by row; the last one says what it is worth."""
    yield Text(analysis_in_words(annotated), style="dim")
    marks: set[str] = set()
    for file in files_by_line(annotated):
        yield Text()
        yield Text(visible(file.name), style="bold")
        rows = _Rows(file, annotated.direction, width)
        yield from rows.all()
        marks.update(rows.marks)
    if marks:
        told = [f"{mark} {meaning}" for mark, meaning in _LEGEND.items() if mark in marks]
        yield Text()
        yield Text("   ".join(told), style="dim")
    yield from ending(annotated)


def ending(annotated: AnnotatedProgram, page: Path | None = None) -> Iterator[Text]:
    """What comes after the listing, or instead of it if there is a page."""
    yield from _table(annotated.checks)
    yield from _unmodelled(annotated)
    yield from _block("notes:", annotated.notes)
    yield from _block("assumptions:", list(grouped(annotated.assumptions)))
    yield Text()
    rounds = "1 iteration" if annotated.iterations == 1 else f"{annotated.iterations} iterations"
    yield Text(f"{annotated.seconds:.1f} s, {rounds}", style="dim")
    if page is not None:
        yield Text(f"the page is in {page}")
    yield last_line(annotated)


def last_line(annotated: AnnotatedProgram) -> Text:
    worst = next((one for one in ORDER if any(check.found is one for check in annotated.checks)), None)
    return Text(closing_line(annotated), style=f"bold {STYLES[worst]}" if worst else "bold")


class _Rows:
    """The rows of one file."""

    def __init__(self, file: FileLines, direction: str, width: int) -> None:
        self._file = file
        self._no_way = NO_EXECUTION if direction == "forward" else NO_GOAL
        self._number = len(str(file.last_line))
        self._width = width
        self._said = ""
        """What has been said last, if it was that there is no way to or from here."""
        self.marks: set[str] = set()
        """Those that were used."""

    def all(self) -> Iterator[Text]:
        end = 0
        for passage in self._file.passages():
            gap = range(end + 1, passage.first)
            if end and len(gap) <= _SHORT_GAP:
                for line in gap:
                    yield from self._line(line)
            elif gap:
                yield Text(f"{'':{self._number}}  ⋮", style="dim")
            yield from self._passage(passage)
            end = max(end, passage.last)
        if end < len(self._file.text.lines):
            yield Text(f"{'':{self._number}}  ⋮", style="dim")

    def _passage(self, passage: Passage) -> Iterator[Text]:
        self._said = ""
        lines = range(passage.first, passage.last + 1)
        first = self._folded(lines)
        if first is None:
            for line in lines:
                yield from self._line(line)
            return
        for line in range(passage.first, first):
            yield self._source(line, dead=True)
        told = f"{_NOTHING} {NO_EXECUTION} ({passage.last - first + 1} lines)"
        yield self._note(first, Text(told, style="dim"))

    def _folded(self, lines: range) -> int | None:
        """The first line with code, of a long function to which no execution comes."""
        file = self._file
        known = [line for line in lines if line in file.functions or line in file.unmodelled]
        dead = all(line in file.unreachable and line not in file.unmodelled for line in known)
        return known[0] if dead and known[0] > lines[0] and len(lines) > _FOLDED else None

    def _line(self, line: int) -> Iterator[Text]:
        file = self._file
        points = file.points.get(line, [])
        dead = line in file.unreachable
        no_way = NO_EXECUTION if dead else "" if any(one.reachable for one in points) else self._no_way
        if (dead or points) and no_way != self._said:
            self._said = no_way
            if no_way:
                yield self._note(line, Text(f"{_NOTHING} {no_way}", style="dim"))
        if not no_way:
            for label, point in zip(labels(file, points), points, strict=True):
                # Nothing goes on where a check fails, nor comes there if it never does: its class says so.
                if point.reachable or not (label and line in file.checks):
                    yield from self._point(line, label, point)
        yield self._source(line, dead=dead)
        for why in file.unmodelled.get(line, ()):
            yield self._note(line, Text(f"not modelled: {visible(why)}", style="yellow"))
        yield from self._checks(line)

    def _source(self, line: int, *, dead: bool) -> Text:
        loop = any(point.loop_head and point.reachable for point in self._file.points.get(line, ()))
        alarm = next(
            (one for one in ORDER[:2] for check in self._file.checks.get(line, ()) if check.found is one),
            None,
        )
        row = Text().append(f"{line:>{self._number}}", style=STYLES[alarm] if alarm else "dim")
        self.marks.update([_LOOP] * loop + ["×"] * dead)
        row.append(_LOOP if loop else " ", style="bold magenta").append(" × " if dead else " │ ", style="dim")
        return row.append(self._shown(line), style="dim" if dead else None)

    def _point(self, line: int, label: str, point: Point) -> Iterator[Text]:
        prefix = f"{visible(label)}: " if label else ""
        if not point.reachable:
            yield self._note(line, Text(f"{prefix}{_NOTHING} {self._no_way}", style="dim"))
            return
        room = max(self._width - self._left(line) - len(prefix), _NARROWEST)
        for index, row in enumerate(_braces([one for one in point.known if one.changed], room)):
            head = Text().append(prefix if index == 0 else " " * len(prefix), style="dim")
            yield self._note(line, head.append(row, style="cyan"))
        if point.needs:
            yield self._note(line, Text(f"{prefix}needs {visible(point.needs)}", style="magenta"), _NEEDS)

    def _checks(self, line: int) -> Iterator[Text]:
        checks = self._file.checks.get(line, [])
        for one in ORDER:
            of_class = [check for check in checks if check.found is one]
            if not of_class:
                continue
            if one.holds:
                kinds = ", ".join(dict.fromkeys(check.check.kind for check in of_class))
                numbers = ", ".join(f"#{check.check.ident}" for check in of_class)
                yield self._note(
                    line, Text(f"{MARKS[one]} {numbers} {kinds}: {one.value}", style=STYLES[one])
                )
                continue
            for check in of_class:
                yield from self._alarm(line, check)

    def _alarm(self, line: int, check: ClassifiedCheck) -> Iterator[Text]:
        style = STYLES[check.found]
        told = f"#{check.check.ident} {check.check.kind}: {check.found.value}, {SENTENCES[check.found]}"
        yield self._note(line, Text(f"{MARKS[check.found]} {told}", style=style))
        for one in check.necessary:
            yield self._note(
                line, Text(f"    {visible(necessary_in_words(one, self._file.name))}", style=style)
            )

    def _note(self, line: int, content: Text, mark: str = "") -> Text:
        """A row that is not the source's, with its indentation."""
        self.marks.update(mark)
        row = Text(" " * self._number)
        row.append(f"{mark:1}", style="bold magenta").append(" │ ", style="dim")
        return row.append(" " * self._indentation(line)).append(content)

    def _left(self, line: int) -> int:
        return self._number + 4 + self._indentation(line)

    def _indentation(self, line: int) -> int:
        text = self._shown(line)
        return min(len(text) - len(text.lstrip()), self._width // 3)

    def _shown(self, line: int) -> str:
        return visible(self._file.text.line(line).expandtabs(TAB).rstrip())


def _braces(known: Sequence[Known], room: int) -> Iterator[str]:
    """As the paper writes it, `{ n: [0, +oo]; f: _0_ }`, in as many rows as it takes."""
    row = "{"
    for index, one in enumerate(known):
        told = f" {_fact(one)}" + (";" if index < len(known) - 1 else " }")
        if len(row) + len(told) > room and row.strip() != "{":
            yield row
            row = " "
        row += told
    if known:
        yield row


def _fact(known: Known) -> str:
    return visible(f"{known.name}: {known.values or known.condition}")


# ---- one line, with all that is known there ----------------------------------------------------------------


def all_at(annotated: AnnotatedProgram, file: str, line: int, width: int = WIDTH) -> Iterator[Text]:
    """All that is known at the points of a line; nothing if there are none."""
    here = next((one for one in files_by_line(annotated) if one.name == file), None)
    points = here.points.get(line) if here is not None else None
    if here is None or points is None:
        return
    source = visible(here.text.line(line).strip())
    yield Text().append(f"{visible(file)}:{line}: ", style="bold").append(source)
    for label, point in zip(labels(here, points), points, strict=True):
        where = f"{visible(label)}, " if label else ""
        loop = ", at the head of a loop" if point.loop_head else ""
        yield Text(f"{where}in {point.function}{loop}:", style="dim")
        if not point.reachable:
            forward = annotated.direction == "forward" or line in here.unreachable
            yield Text(f"    {NO_EXECUTION if forward else NO_GOAL}", style="dim")
            continue
        yield from _facts(point.known, width)
        if point.needs:
            yield Text(f"  {_NEEDS} needs {visible(point.needs)}", style="magenta")
        elif not point.known:
            yield Text("    nothing is known", style="dim")
    for check in here.checks.get(line, ()):
        told = f"check #{check.check.ident} {check.check.kind}: {check.found.value}, {SENTENCES[check.found]}"
        yield Text(f"{MARKS[check.found]} {told}", style=STYLES[check.found])
        for one in check.necessary:
            yield Text(f"    {visible(necessary_in_words(one, file))}", style=STYLES[check.found])


def _facts(known: Sequence[Known], width: int) -> Iterator[Text]:
    """In columns: name, values, condition."""
    if not known:
        return
    names = min(max(len(visible(one.name)) for one in known), width // 3)
    values = min(max(len(visible(one.values)) for one in known), width // 3)
    for one in known:
        row = Text("    ").append(f"{visible(one.name):{names}}", style="bold" if one.changed else "default")
        row.append(f"  {visible(one.values):{values}}", style="cyan")
        if one.condition and one.condition != one.values:
            row.append(f"  {visible(one.condition)}", style="dim")
        row.rstrip()
        yield row


def nearest_lines(annotated: AnnotatedProgram, file: str, line: int) -> tuple[int | None, int | None]:
    """The last line before, and the first one after it, with a point."""
    here = next((one for one in files_by_line(annotated) if one.name == file), None)
    lines = sorted(here.points) if here is not None else []
    before = [one for one in lines if one < line]
    after = [one for one in lines if one > line]
    return before[-1] if before else None, after[0] if after else None


# ---- after the listing -------------------------------------------------------------------------------------


def _table(checks: Sequence[ClassifiedCheck]) -> Iterator[Text]:
    """All of them, or of very many the alarms."""
    if not checks:
        return
    shown = checks if len(checks) <= ROWS else [check for check in checks if not check.found.holds]
    head = ("#", "kind", "place", "class")
    rows = [
        (str(c.check.ident), c.check.kind, f"{c.check.position.file}:{c.check.position.line}", c.found.value)
        for c in shown[:ROWS]
    ]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(4)]
    yield Text()
    for index, (number, *cells) in enumerate((head, *rows)):
        padded = [
            f"{number:>{widths[0]}}",
            *(f"{cell:{w}}" for cell, w in zip(cells, widths[1:], strict=True)),
        ]
        row = Text("  ".join(padded).rstrip(), style="bold" if index == 0 else "default")
        if index:
            start = len(row.plain) - len(cells[-1])
            row.stylize(STYLES[shown[index - 1].found], start)
            row.append(
                f"{'':{widths[3] - len(cells[-1])}}  {visible(shown[index - 1].check.description)}", "dim"
            )
        row.rstrip()
        yield row
    if len(checks) > len(rows):
        yield Text(f"… and {len(checks) - len(rows)} more (--json has them all)", style="dim")


def _unmodelled(annotated: AnnotatedProgram) -> Iterator[Text]:
    rows = [f"{_at(position)}{why}" for position, why in annotated.unmodelled]
    yield from _block("not modelled (what comes after it is not described):", rows, "yellow")


def _block(title: str, rows: Sequence[str], style: str = "default") -> Iterator[Text]:
    if rows:
        yield Text()
        yield Text(title, style=style)
        for row in dict.fromkeys(rows):
            yield Text(f"    {visible(row)}", style=style)


def _at(position: Position) -> str:
    return "" if position == NOWHERE else f"{position}: "
