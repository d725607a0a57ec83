"""`dovetail certify`: a proof, judged once more by the checker, from its evidence alone."""

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
    from dovetail.verifying.certifying import CertifyResult


@called()
def command(
    *,
    evidence: Annotated[
        Path, typer.Argument(metavar="EVIDENCE", help="certificate.json, or its folder.", show_default=False)
    ],
    limits: options.TimeAndMemory,
    document: options.Document,
    trusted: options.Trusted = None,
) -> Status:
    """Check a proof again, independently."""
    done = api.certify(evidence, timeout=limits.timeout, memory=limits.memory, include=trusted or ())
    document.write(lambda: to_json(done))
    if document.leaves_the_terminal:
        _print(done)
    return Status.FINE if done.accepted else Status.UNKNOWN


def _print(done: CertifyResult) -> None:
    say(done.sentence)
    for failure in done.failures[1:]:
        say(f"    and {failure}")
    if done.proved and done.bounds:
        say("bounds (beyond these it says nothing):")
        for bound in done.bounds:
            say(f"    {bound}")
    for line in () if done.account is None else done.account.lines():
        say(line)


def to_json(done: CertifyResult) -> dict[str, Any]:
    """The judgement as a document: `docs/commands.md` describes it."""
    return {
        "format": "dovetail-certify",
        "version": 1,
        "accepted": done.accepted,
        "text": done.sentence,
        "proved": sorted(done.proved),
        "unreachable": sorted(done.unreachable),
        "failures": list(done.failures),
        "bounds": list(done.bounds),
        "about": None if done.account is None else done.account.to_json(),
    }
