"""`dovetail explain`: all that is known of a unit or a check of a build, from what is kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.project import STORE
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.options import option
from dovetail.doors.explaining import explained
from dovetail.report import output_folder


@called()
def command(
    *,
    check: Annotated[
        str,
        typer.Argument(
            metavar="UNIT|UNIT#N|FILE:LINE", help="A unit, a check of it, or a line.", show_default=False
        ),
    ],
    store: Annotated[
        Path, option("--store", "Where results are kept; .dovetail/ledger.db unless told.", "FILE")
    ] = STORE,
    out: Annotated[
        Path, option("--out", "The folder that evidence goes into, instead of dovetail-out.", "DIR")
    ] = output_folder.DEFAULT,
    document: options.Document,
) -> Status:
    """Say all that is known of a unit, or of a check, from what is kept of a build."""
    from dovetail.cli.styled import print_all
    from dovetail.report.verdict import answer

    results = explained(check, store, out)
    document.write(
        lambda: {
            "format": "dovetail-explain",
            "version": 1,
            "units": [{"unit": name, "result": result.to_json()} for name, result in results],
        }
    )
    if document.leaves_the_terminal:
        for name, result in results:
            print_all([f"{name}:", *answer(result), ""])
    return Status.FINE
