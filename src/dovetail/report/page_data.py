"""What is known at all points, as small as it can be said in JSON: what the page's script works on.

Most of what is known at a point is known at the one before, too. So points are grouped by function, in the
order of the text, and each says only what is new or gone since the last; each text is there once, and is
named by its number. The script puts it together again for the point that somebody looks at.

    {"texts": [TEXT…],
     "names": [text…],                 one for each name, numbered in this order
     "facts": [values, condition, …],  pairs of texts
     "groups": [[file, function, [POINT…]]…],
     "checks": [[file, line, class, number, kind, description, [necessary…]]…],
     "notes": [[file, line, text]…],   what is not modelled
     "nowhere": text}                  what is said of a point with no way to it, or from it to the goal

    POINT = [line, label, flags, needs, [2 * name + changed, fact, …], [name that is gone…]]

Files are numbered as they are on the page. Flags: 1, executions come here; 2, it is the head of a loop. A
point where no execution comes says nothing, and what is new or gone at the next is since the one before it.
The checks of a line begin with what asks most for attention.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.evidence.annotated import Known, Point
from dovetail.report.by_line import FileLines, labels
from dovetail.report.c_text import visible
from dovetail.report.classes import NO_EXECUTION, NO_GOAL, ORDER, necessary_in_words

REACHABLE, LOOP_HEAD = 1, 2


class _Encoder:
    """Things are numbered in the order in which they are first seen."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {"": 0}
        self._names: dict[tuple[str, int], int] = {}
        self._facts: dict[tuple[str, str], int] = {}
        self._groups: dict[tuple[int, str], list[Any]] = {}
        self._states: dict[tuple[int, str], dict[int, int]] = {}
        self._checks: list[Any] = []
        self._notes: list[Any] = []

    def file(self, number: int, file: FileLines) -> None:
        for line in sorted(file.points):
            points = file.points[line]
            for label, point in zip(labels(file, points), points, strict=True):
                group = (number, point.function)
                self._groups.setdefault(group, []).append(self._point(group, label, point))
        for line in sorted(file.checks):
            for found in sorted(file.checks[line], key=lambda one: ORDER.index(one.found)):
                info = found.check
                told = [self._text(necessary_in_words(one, file.name)) for one in found.necessary]
                texts = [self._text(one) for one in (found.found.value, info.kind, info.description)]
                self._checks.append([number, line, texts[0], info.ident, *texts[1:], told])
        for line in sorted(file.unmodelled):
            self._notes += [[number, line, self._text(why)] for why in file.unmodelled[line]]

    def _point(self, group: tuple[int, str], label: str, point: Point) -> list[Any]:
        flags = (REACHABLE if point.reachable else 0) | (LOOP_HEAD if point.loop_head else 0)
        new: list[int] = []
        gone: list[int] = []
        if point.reachable:
            before, now = self._states.get(group, {}), {}
            for name, known in self._named(point.known):
                fact = self._facts.setdefault((known.values, known.condition), len(self._facts))
                now[name] = fact
                if known.changed or before.get(name) != fact:
                    new += [2 * name + known.changed, fact]
            gone = [name for name in before if name not in now]
            self._states[group] = now
        return [point.position.line, self._text(label), flags, self._text(point.needs), new, gone]

    def _named(self, known: Sequence[Known]) -> list[tuple[int, Known]]:
        """Two variables of one name, one of which hides the other, are two names here."""
        seen: dict[str, int] = {}
        found = []
        for one in known:
            seen[one.name] = seen.get(one.name, 0) + 1
            found.append((self._names.setdefault((one.name, seen[one.name]), len(self._names)), one))
        return found

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def document(self, direction: str) -> dict[str, Any]:
        groups = [[file, self._text(function), points] for (file, function), points in self._groups.items()]
        names = [self._text(name) for name, _ in self._names]
        facts = [self._text(text) for fact in self._facts for text in fact]
        nowhere = self._text(NO_EXECUTION if direction == "forward" else NO_GOAL)
        return {
            "texts": [visible(text) for text in self._texts],
            "names": names,
            "facts": facts,
            "groups": groups,
            "checks": self._checks,
            "notes": self._notes,
            "nowhere": nowhere,
        }


def page_data(files: Sequence[FileLines], direction: str) -> dict[str, Any]:
    encoder = _Encoder()
    for number, file in enumerate(files):
        encoder.file(number, file)
    return encoder.document(direction)
