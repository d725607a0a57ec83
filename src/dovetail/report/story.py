"""A run as a story: one line for each source line executed, with what changed.

`storyteller` makes it; how it is printed is the command's part.
"""

from __future__ import annotations

from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

SHOWN = 200
"""Lines kept from the beginning, and as many from the end, of a long story."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """`depth` counts the callers that the user can see. `text` is the source line, without its
    indentation."""

    position: Position
    depth: int
    text: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The beginning, how many lines are left out after it, and the end."""

    beginning: tuple[StoryLine, ...]
    left_out: int
    end: tuple[StoryLine, ...]

    @property
    def lines(self) -> tuple[StoryLine, ...]:
        return self.beginning + self.end
