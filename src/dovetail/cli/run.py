"""`dovetail run`: one concrete execution, told line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from dovetail.asking.asked import MAX_STEPS
from dovetail.bad_input import InputError
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.styled import print_all
from dovetail.doors.running import RunResult, run_once
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Consumed
from dovetail.report.story import Story, StoryLine
from dovetail.report.told import story_as_text


@called()
def command(
    *,
    inputs: Annotated[
        str,
        options.option(
            "--inputs",
            "What the nondeterministic calls return, in order; then 0. @FILE reads a vector in JSON.",
            "3,-1,0",
        ),
    ] = "",
    native: Annotated[bool, typer.Option("--native", help="Compile and run it on this machine.")] = False,
    document: options.Document,
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="Stop after so many steps.")] = (
        MAX_STEPS
    ),
    every_line: Annotated[bool, typer.Option("--all", help="Print every line of a long run.")] = False,
    reading: options.Program,
    quiet: options.Quiet = False,
) -> Status:
    """Run the program once, step by step."""
    done = run_once(
        *(reading, _read_inputs(inputs)),
        native=native,
        max_steps=max_steps,
        story=not quiet or document.wanted,
        all_lines=every_line,
    )
    document.write(lambda: to_json(done))
    if document.leaves_the_terminal:
        _print(done, quiet)
    return status_of(done)


def status_of(done: RunResult) -> Status:
    match done.end.kind:
        case EndKind.NORMAL:
            return Status.FINE
        case EndKind.VIOLATION:
            return Status.VIOLATED
        case _:
            return Status.UNKNOWN


def _read_inputs(text: str) -> InputVector | str:
    if not text.startswith("@"):
        return text
    path = Path(text[1:])
    try:
        return InputVector.from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # of the JSON, of its encoding, or of what it says
        raise InputError(f"{path}: this is not an input vector: {error}") from error


def _print(done: RunResult, quiet: bool) -> None:
    if done.story is not None and not quiet:
        print_all(story_as_text(done.story, " (--all shows them)"))
    print_all(_inputs(done))
    print_all([Text(done.sentence, style="red" if done.end.kind is EndKind.VIOLATION else "bold")])


def _inputs(done: RunResult) -> Iterator[Text]:
    values = [consumed for consumed in done.inputs if not isinstance(consumed.value, bytes)]
    if values:
        shown = ", ".join(str(consumed.value) for consumed in values[:20])
        more = f", … ({len(values)} in all)" if len(values) > 20 else ""
        yield Text(f"inputs used: {shown}{more}")
    if done.used > done.given:
        yield Text(
            f"{done.used - done.given} more inputs were asked for than given: they were 0", style="dim"
        )
    elif done.used < done.given:
        yield Text(f"{done.given - done.used} of the inputs given were not asked for", style="dim")


def to_json(done: RunResult) -> dict[str, Any]:
    """The run as a document: `docs/commands.md` describes it."""
    end = done.end
    return {
        "format": "dovetail-run",
        "version": 1,
        "files": list(done.program.files),
        "native": done.native,
        "end": {
            "kind": end.kind.value,
            "text": done.sentence,
            "exit_code": end.exit_code,
            "check": end.check_id,
            "check_kind": end.check_kind,
            "file": end.position.file if end.position is not None else None,
            "line": end.position.line if end.position is not None else None,
            "detail": end.detail,
        },
        "steps": done.steps,
        "inputs": [_consumed(consumed) for consumed in done.inputs],
        "story": None if done.story is None else _story(done.story),
    }


def _consumed(consumed: Consumed) -> dict[str, Any]:
    value = consumed.value.hex() if isinstance(consumed.value, bytes) else consumed.value
    finite = not isinstance(value, float) or value - value == 0  # JSON has neither infinities nor NaN
    return {
        "from": consumed.name,
        "origin": consumed.origin.value,
        "value": value if finite else str(value),
    }


def _story(story: Story) -> dict[str, Any]:
    def lines(told: tuple[StoryLine, ...]) -> list[dict[str, Any]]:
        return [
            {
                "file": line.position.file,
                "line": line.position.line,
                "depth": line.depth,
                "text": line.text,
                "events": list(line.events),
            }
            for line in told
        ]

    return {"beginning": lines(story.beginning), "left_out": story.left_out, "end": lines(story.end)}
