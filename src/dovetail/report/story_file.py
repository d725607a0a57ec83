"""The story of a violation as a file beside its evidence, for whoever shows it to people.

It is a convenience like `trace.txt`: what counts is what `replay` sees. Where there is no such file, there is
no story.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass
from dovetail.report.story import Story, StoryLine

NAME = "story.json"
HEAP = "heap.svg"
"""The heap in which a violation happens, as a picture beside it."""


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One line of it: where, how deep in calls, the text of the source, and what changed."""

    file: str
    line: int
    depth: int
    text: str
    events: tuple[str, ...]


def story_file(story: Story) -> str:
    rows = [
        [line.position.file, line.position.line, line.depth, line.text, list(line.events)]
        for line in story.lines
    ]
    document = {"lines": rows, "left_out": [len(story.beginning), story.left_out]}
    return json.dumps(document, ensure_ascii=False) + "\n"


def story_from(document: Mapping[str, Any]) -> Story:
    """As it was written, but for columns. Raises ValueError, KeyError and TypeError."""
    rows = [
        StoryLine(Position(str(file), int(line), 0), int(depth), str(text), tuple(map(str, events)))
        for file, line, depth, text, events in document["lines"]
    ]
    first, left_out = document["left_out"]
    return Story(tuple(rows[:first]), left_out, tuple(rows[first:]))


def read_story(evidence: str | None) -> tuple[ToldLine, ...]:
    """That of a violation, whose evidence is named; nothing if there is none, or it cannot be read."""
    if evidence is None:
        return ()
    try:
        document = json.loads(Path(evidence).with_name(NAME).read_text(encoding="utf-8"))
        return tuple(
            ToldLine(str(file), int(line), int(depth), str(text), tuple(map(str, events)))
            for file, line, depth, text, events in document["lines"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()
