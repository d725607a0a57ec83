"""`dovetail run`: one concrete execution, told line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from dovetail import api
from dovetail.cli import options, terminal
from dovetail.cli.failures import Status, guarded
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Consumed
from dovetail.frontend.errors import InputError
from dovetail.report.story import Story, StoryLine
from dovetail.report.told import story_as_text


def command(
    files: options.Files,
    inputs: Annotated[
        str,
        typer.Option(
            "--inputs",
            metavar="3,-1,0",
            help="What the nondeterministic calls return, in order; then 0. @FILE reads a vector in JSON.",
            show_default=False,
        ),
    ] = "",
    native: Annotated[bool, typer.Option("--native", help="Compile and run it on this machine.")] = False,
    json_to: options.Json = None,
    max_steps: Annotated[int, typer.Option("--max-steps", min=1, help="Stop after so many steps.")] = (
        api.MAX_STEPS
    ),
    every_line: Annotated[bool, typer.Option("--all", help="Print every line of a long run.")] = False,
    properties: options.Properties = None,
    function: options.Function = None,
    api_flag: options.ApiFlag = False,
    api_functions: options.ApiFunctions = None,
    api_init: options.ApiInit = None,
    data_model: options.DataModelOption = None,
    flags: options.Flags = None,
    compile_commands: options.CompileCommands = None,
    externals: options.Externals = options.ExternalsChoice.ANY,
    malloc_may_fail: options.MallocMayFail = False,
    quiet: options.Quiet = False,
) -> None:
    """Run the program once, step by step."""

    def work() -> Status:
        target = options.json_target(json_to)
        done = api.run(
            files,
            inputs=_read_inputs(inputs),
            native=native,
            max_steps=max_steps,
            properties=properties or (),
            function=function,
            api=options.api_functions(api_flag, api_functions),
            api_init=api_init,
            data_model=data_model,
            flags=flags or (),
            compile_commands=compile_commands,
            externals=externals.value,
            malloc_may_fail=malloc_may_fail,
            story=not quiet or target is not None,
            all_lines=every_line,
        )
        if target is not None:
            target.write(json.dumps(to_json(done), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            _print(done, quiet)
        return status_of(done)

    raise typer.Exit(guarded(work, files))


def status_of(done: api.RunResult) -> Status:
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


def _print(done: api.RunResult, quiet: bool) -> None:
    console = terminal.console()
    if done.story is not None and not quiet:
        for text in story_as_text(done.story, " (--all shows them)"):
            console.print(text)
    for text in _inputs(done):
        console.print(text)
    console.print(Text(done.sentence, style="red" if done.end.kind is EndKind.VIOLATION else "bold"))


def _inputs(done: api.RunResult) -> Iterator[Text]:
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


def to_json(done: api.RunResult) -> dict[str, Any]:
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
