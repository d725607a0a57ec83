"""`dovetail replay`: a violation once more, natively, from its evidence alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dovetail import api
from dovetail.cli import options
from dovetail.cli.failures import Status, guarded
from dovetail.cli.terminal import say
from dovetail.evidence.violation import ReplayResult


def command(
    evidence: Annotated[
        Path, typer.Argument(metavar="EVIDENCE", help="violation.json, or its folder.", show_default=False)
    ],
    json_to: options.Json = None,
    trusted: options.Trusted = None,
) -> None:
    """Run a violation again, natively."""

    def work() -> Status:
        target = options.json_target(json_to)
        done = api.replay(evidence, include=trusted or ())
        if target is not None:
            target.write(json.dumps(to_json(done), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            say(done.sentence)
            for line in () if done.account is None else done.account.lines():
                say(line)
        return Status.VIOLATED if done.reproduced else Status.UNKNOWN

    raise typer.Exit(guarded(work, [evidence]))


def to_json(done: ReplayResult) -> dict[str, Any]:
    """The outcome as a document: `docs/commands.md` describes it."""
    return {
        "format": "dovetail-replay",
        "version": 1,
        "reproduced": done.reproduced,
        "text": done.sentence,
        "check": done.check,
        "changed": list(done.changed),
        "about": None if done.account is None else done.account.to_json(),
    }
