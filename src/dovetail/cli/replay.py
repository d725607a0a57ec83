"""`dovetail replay`: a violation once more, natively, from its evidence alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dovetail import api
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.terminal import say

if TYPE_CHECKING:
    from dovetail.evidence.replays import ReplayResult


@called()
def command(
    *,
    evidence: Annotated[
        Path, typer.Argument(metavar="EVIDENCE", help="violation.json, or its folder.", show_default=False)
    ],
    limits: options.TimeAndMemory,
    document: options.Document,
    trusted: options.Trusted = None,
) -> Status:
    """Run a violation again, natively."""
    done = api.replay(evidence, timeout=limits.timeout, memory=limits.memory, include=trusted or ())
    document.write(lambda: to_json(done))
    if document.leaves_the_terminal:
        say(done.sentence)
        for line in () if done.account is None else done.account.lines():
            say(line)
    return Status.VIOLATED if done.reproduced else Status.UNKNOWN


def to_json(done: ReplayResult) -> dict[str, Any]:
    """The outcome as a document: `docs/commands.md` describes it."""
    return {
        "format": "dovetail-replay",
        "version": 1,
        "reproduced": done.reproduced,
        "text": done.sentence,
        "check": done.check,
        "instead": done.instead,
        "changed": list(done.changed),
        "about": None if done.account is None else done.account.to_json(),
    }
