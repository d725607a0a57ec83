"""What is known of a program, by file and line: what both the listing and the page lay out.

A line is shown if something is known on it, or if it belongs to a function of which something is known. Whole
files are never left out silently: a file whose text is not at hand has its lines without text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from dovetail.evidence.annotated import AnnotatedProgram, ClassifiedCheck, Point
from dovetail.report.c_text import CText, Passage

_NEAR = 40
"""Lines between two unreachable ones are unreachable, too, if there are no more of them."""


class FileLines:
    """One file: its text, and what is known on each of its lines."""

    def __init__(self, name: str, text: str | None) -> None:
        self.name = name
        self.has_text = text is not None
        self.text = CText(text or "")
        self.points: dict[int, list[Point]] = defaultdict(list)
        self.checks: dict[int, list[ClassifiedCheck]] = defaultdict(list)
        self.unmodelled: dict[int, list[str]] = defaultdict(list)
        self.functions: dict[int, str] = {}
        """Of the lines with something known."""
        self.unreachable: set[int] = set()

    @property
    def known(self) -> bool:
        return bool(self.functions or self.unmodelled)

    @property
    def last_line(self) -> int:
        """Of the text, or of what is known."""
        return max(len(self.text.lines), *self.functions, *self.unmodelled, 0, 0)

    def passages(self) -> list[Passage]:
        return self.text.passages({**dict.fromkeys(self.unmodelled, ""), **self.functions})

    def close_gaps(self) -> None:
        """Blank lines, braces and second lines of statements have no points; between unreachable lines of one
        function they are as unreachable as these."""
        alive = sorted(line for line, points in self.points.items() if any(p.reachable for p in points))
        dead = sorted(self.unreachable)
        for one, next_ in pairwise(dead):
            same = self.functions.get(one) == self.functions.get(next_)
            if same and next_ - one <= _NEAR and bisect_right(alive, one) == bisect_right(alive, next_):
                self.unreachable.update(range(one, next_))


def files_by_line(annotated: AnnotatedProgram) -> list[FileLines]:
    """The files in which something is known: first the user's, in the order in which they were named."""
    files: dict[str, FileLines] = {}

    def file(name: str) -> FileLines:
        if name not in files:
            files[name] = FileLines(name, annotated.texts.get(name))
        return files[name]

    for name in annotated.files:
        file(name)
    for point in annotated.points:
        if _is_read(point.position.file, point.position.line):
            here = file(point.position.file)
            here.points[point.position.line].append(point)
            here.functions.setdefault(point.position.line, point.function)
    for check in annotated.checks:
        place = check.check.position
        if _is_read(place.file, place.line):
            here = file(place.file)
            here.checks[place.line].append(check)
            here.functions.setdefault(place.line, check.check.procedure)
    for position, why in annotated.unmodelled:
        if _is_read(position.file, position.line):
            file(position.file).unmodelled[position.line].append(why)
    for name, line in annotated.unreachable:
        if _is_read(name, line):
            file(name).unreachable.add(line)
    for one in files.values():
        one.close_gaps()
    users = list(dict.fromkeys(annotated.files))
    others = sorted(set(files) - set(users))
    return [files[name] for name in (*users, *others) if files[name].known]


def _is_read(file: str, line: int) -> bool:
    """What stands nowhere, Dovetail has added; and so it has what makes up a call, or models the library."""
    return line > 0 and not file.startswith("<")


def labels(file: FileLines, points: Sequence[Point]) -> list[str]:
    """What tells the points of one line apart: what stands there, or their order; empty for the first one."""
    if len(points) == 1:
        return [""]
    found = []
    for index, point in enumerate(points):
        snippet = file.text.snippet(point.position.line, point.position.column)
        found.append(f"at {snippet}" if snippet and index else "then" if index else "")
    return found
