"""`dovetail store`: what is kept of a build between runs: shown, verified, made smaller, taken out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.project import STORE
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.options import option
from dovetail.cli.terminal import say
from dovetail.doors.stores import KeptUnit, exported, listed, shrunk, verified
from dovetail.report.quantities import counted


@called()
def command(
    *,
    store: Annotated[
        Path, typer.Argument(metavar="[STORE]", help="The file; .dovetail/ledger.db unless told.")
    ] = STORE,
    verify: Annotated[
        bool, option("--verify", "Read all of it, and see that it is what was written.")
    ] = False,
    recheck: Annotated[
        bool, option("--recheck", "Judge all evidence in it again: certificates and violations.")
    ] = False,
    shrink: Annotated[
        int | None, option("--shrink", "Forget what the last N runs have not used.", "N", min=1)
    ] = None,
    export: Annotated[
        Path | None, option("--export", "Write all results, with their evidence, into this folder.", "DIR")
    ] = None,
    limits: options.TimeAndMemory,
    document: options.Document,
) -> Status:
    """Show what is kept of a build, verify it, make it smaller, or take it out."""
    if verify or recheck:
        found = verified(store, limits, again=recheck)
        for line in found.wrong:
            say(line)
        how = "not all stand" if found.wrong else "all as they were written"
        say(f"{counted(found.results, 'result')}, {how}")
        return Status.UNKNOWN if found.wrong else Status.FINE
    if shrink is not None:
        say(f"forgotten: {counted(shrunk(store, shrink), 'result')}")
    if export is not None:
        say(f"in {export}: {counted(exported(store, export), 'result')}")
    kept = listed(store)
    document.write(
        lambda: {
            "format": "dovetail-store",
            "version": 1,
            "store": str(store),
            "results": [one.to_json() for one in kept],
        }
    )
    if document.leaves_the_terminal and shrink is None and export is None:
        _print(kept)
    return Status.FINE


def _print(kept: list[KeptUnit]) -> None:
    if not kept:
        say("nothing is kept")
        return
    width = max(len(one.unit) for one in kept)
    for one in kept:
        say(f"{one.unit:<{width}}  {one.verdict:<9}  {one.when}  {one.allowed:g} s  {one.size} bytes")
