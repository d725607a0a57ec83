"""`dovetail show`: the program as Dovetail reads it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from dovetail.bad_input import InputError
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.terminal import say


@called()
def command(
    *,
    dot: Annotated[bool, typer.Option("--dot", help="As a Graphviz graph.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As a JSON document.")] = False,
    reading: options.Task,
) -> Status:
    """Show the program as Dovetail reads it: procedures, edges, checks, assumptions."""
    if dot and as_json:
        raise InputError("--dot and --json exclude each other")
    from dovetail.doors.showing import shown  # with all that reads C

    program = shown(reading)
    if dot:
        say(program.dot)
    elif as_json:
        print(json.dumps(program.document, indent=1, ensure_ascii=False))
    else:
        say(program.text)
    return Status.FINE
