"""`dovetail certify`: a proof, judged once more by the checker, from its evidence alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from dovetail import api
from dovetail.certifying import CertifyResult
from dovetail.cli import options
from dovetail.cli.failures import Status, guarded
from dovetail.cli.terminal import say


def command(
    evidence: Annotated[
        Path, typer.Argument(metavar="EVIDENCE", help="certificate.json, or its folder.", show_default=False)
    ],
    timeout: options.Timeout = options.TIMEOUT,
    memory: options.Memory = options.MEMORY,
    json_to: options.Json = None,
    trusted: options.Trusted = None,
) -> None:
    """Check a proof again, independently."""

    def work() -> Status:
        target = options.json_target(json_to)
        done = api.certify(
            evidence,
            timeout=options.seconds(timeout),
            memory=options.memory_bytes(memory),
            include=trusted or (),
        )
        if target is not None:
            target.write(json.dumps(to_json(done), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            say(done.sentence)
            for failure in done.failures[1:]:
                say(f"    and {failure}")
            if done.proved and done.bounds:
                say("bounds (beyond these it says nothing):")
                for bound in done.bounds:
                    say(f"    {bound}")
            for line in () if done.account is None else done.account.lines():
                say(line)
        return Status.FINE if done.accepted else Status.UNKNOWN

    raise typer.Exit(guarded(work, [evidence]))


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
