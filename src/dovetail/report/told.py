"""A story as lines of text: the number of the source line, the line, and what changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.execution.trace import trace
from dovetail.program.automata import Program
from dovetail.report.sources import Sources
from dovetail.report.story import Story, StoryLine
from dovetail.report.storyteller import Storyteller
from dovetail.report.values import Values

if TYPE_CHECKING:
    from rich.text import Text

TEXT_COLUMN = 52
"""What changed stands here, unless the source line is longer."""


def tell(program: Program, vector: InputVector, *, max_steps: int, keep: int | None) -> tuple[Run, Story]:
    """Run a program, and keep so many lines of its story from the beginning and from the end."""
    executor = Executor(program)
    teller = Storyteller(program, Values(program, executor.memory), Sources(), keep=keep)
    run = trace(executor, vector, teller.hear, max_steps=max_steps)
    return run, teller.finish()


def story_as_text(story: Story, hint: str = "") -> Iterator[Text]:
    """`hint` says where the lines are that are left out."""
    from rich.text import Text  # most stories are told to nobody: every confirmed violation has one

    files = {line.position.file for line in story.lines}
    width = max((len(_number(line, files)) for line in story.lines), default=0)
    for line in story.beginning:
        yield _line(line, files, width)
    if story.left_out:
        yield Text(f"{'':{width}}  … {story.left_out} lines left out{hint} …", style="dim")
    for line in story.end:
        yield _line(line, files, width)


def _number(line: StoryLine, files: set[str]) -> str:
    return f"{line.position.file}:{line.position.line}" if len(files) > 1 else str(line.position.line)


def _line(line: StoryLine, files: set[str], width: int) -> Text:
    from rich.text import Text

    # A bar for each caller: source lines have an indentation of their own.
    bars = "│   " * line.depth
    text = Text(f"{_number(line, files):>{width}}  {bars}", style="dim")
    if not line.events:
        return text.append(line.text, style="default")
    text.append(f"{line.text:<{max(TEXT_COLUMN - len(bars), 0)}}  ", style="default")
    return text.append(", ".join(line.events), style="cyan")
