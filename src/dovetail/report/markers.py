"""Programs whose text says that it stands elsewhere, shown where it really stands.

A file that a tool has written often has line markers (`#line 12 "driver.c"`), which name a file that nobody
has any more. Positions follow the markers, as a compiler's do; but what can be shown is the file that was
given. So what is known is moved to the lines of that file.

Several lines may say that they are the same one. The column tells most of them apart, for the preprocessor
takes the indentation of a line away that follows a marker. A point that could still stand on several lines is
shown on none: what is known on one of them need not hold on the others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from dovetail.evidence.annotated import AnnotatedProgram, ClassifiedCheck, Point
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass
from dovetail.report.c_text import CText

NOTE = "lines are those of the files that were given, not those that line markers in them name"
_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')


def as_read(annotated: AnnotatedProgram) -> AnnotatedProgram:
    """The same program with the positions of its text; itself, if there are no markers."""
    places = _Places(annotated)
    return _moved(annotated, places) if places else annotated


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a given file; `after` a marker, or some lines later."""

    file: str
    number: int
    after: bool


class _Places:
    """Where the lines really stand that markers speak of."""

    def __init__(self, annotated: AnnotatedProgram) -> None:
        self._texts = {name: CText(text) for name, text in annotated.texts.items()}
        self._real = set(annotated.texts) - set(annotated.files)
        """Files that markers may name and that are there: they are shown themselves."""
        self._lines: dict[tuple[str, int], list[_Line]] = defaultdict(list)
        for name in annotated.files:
            if name in self._texts:
                self._read(name)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def _read(self, name: str) -> None:
        said, number, marked, after = name, 1, False, False
        found = []
        for line, text in enumerate(self._texts[name].lines, 1):
            marker = _MARKER.match(text)
            if marker is None:
                found.append(((said, number), _Line(name, line, after)))
                number += 1
                after = after and not text.strip()
                continue
            marked = after = True
            number = int(marker[1])
            if marker[2] is not None:
                said = re.sub(r"\\(.)", r"\1", marker[2])
        if marked:
            for key, place in found:
                self._lines[key].append(place)

    def of(self, position: Position) -> Position | None:
        """None if it may be on several lines. What no marker speaks of stays where it is."""
        lines = self._at(position.file, position.line)
        if len(lines) < 2:
            return self.roughly(position)
        if not all(self._texts[one.file].keeps_columns(one.number) for one in lines):
            return None
        found = [
            Position(one.file, one.number, column)
            for one in lines
            if (column := self._column(one, position.column)) is not None
        ]
        return found[0] if len(found) == 1 else None

    def roughly(self, position: Position) -> Position:
        """The same for what is only said of a place, not known at it: the first of those that it may be."""
        lines = self._at(position.file, position.line)
        if not lines:
            return position
        found = [(one, self._column(one, position.column)) for one in lines]
        line, column = next((pair for pair in found if pair[1] is not None), found[0])
        return Position(line.file, line.number, column or position.column)

    def line(self, file: str, number: int) -> list[tuple[str, int]]:
        return [(one.file, one.number) for one in self._at(file, number)] or [(file, number)]

    def _at(self, file: str, number: int) -> list[_Line]:
        return [] if file in self._real else self._lines.get((file, number), [])

    def _column(self, line: _Line, column: int) -> int | None:
        """The column in the file of what is in this one after the preprocessor; None if nothing begins there.

        It makes one space of several, and one of all indentation after a marker."""
        text = self._texts[line.file].line(line.number)
        indentation = len(text) - len(text.lstrip())
        here = min(indentation, 1) if line.after else indentation
        blank = True
        for index in range(indentation, len(text)):
            character = text[index]
            if character.isspace():
                here += not blank
                blank = True
                continue
            here += 1
            inside = not blank and _of_word(character) and _of_word(text[index - 1])
            blank = False
            if here == column:
                return None if inside else index + 1
        return None


def _of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _moved(annotated: AnnotatedProgram, places: _Places) -> AnnotatedProgram:
    placed = [(point, places.of(point.position)) for point in annotated.points]
    points = sorted(
        (replace(point, position=place) for point, place in placed if place is not None),
        key=lambda point: point.position,
    )
    lost = sum(place is None for _, place in placed)
    notes = [NOTE]
    if lost:
        notes.append(
            f"{lost} of {len(placed)} points are not shown: markers give several lines the same number"
        )
    with_points = {(point.position.file, point.position.line) for point in points}
    dead = {
        place
        for file, line in annotated.unreachable
        for place in places.line(file, line)
        if place in with_points or place == (file, line)
    }
    return replace(
        annotated,
        points=tuple(_again_changed(points)),
        checks=tuple(_check(check, places) for check in annotated.checks),
        unreachable=tuple(sorted(dead)),
        assumptions=tuple(
            replace(one, position=places.roughly(one.position)) for one in annotated.assumptions
        ),
        unmodelled=tuple((places.roughly(position), why) for position, why in annotated.unmodelled),
        notes=(*annotated.notes, *notes),
    )


def _check(check: ClassifiedCheck, places: _Places) -> ClassifiedCheck:
    necessary = tuple(replace(one, position=places.roughly(one.position)) for one in check.necessary)
    info = replace(check.check, position=places.roughly(check.check.position))
    return replace(check, check=info, necessary=necessary)


def _again_changed(points: list[Point]) -> Iterator[Point]:
    """What has changed depends on what comes before, which may be something else now."""
    before: dict[tuple[str, str], dict[str, str]] = {}
    for point in points:
        if not point.reachable:
            yield point
            continue
        last = before.get((point.position.file, point.function), {})
        before[point.position.file, point.function] = {one.name: one.values for one in point.known}
        yield replace(
            point,
            known=tuple(replace(one, changed=last.get(one.name) != one.values) for one in point.known),
        )
