"""`dovetail infer`: for each function a proposed precondition, and what is proved under it.

The exit status is that of a proof if no check of any function is open under what was proposed for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.asked import InferOptions
from dovetail.cli import options, styled
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.doors.inferring import infer_files
from dovetail.inferring.written import last_line, told
from dovetail.report import output_folder


@called()
def command(
    *,
    limits: options.WithSeed,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="The folder that the contracts and the evidence go into."),
    ] = output_folder.DEFAULT,
    document: options.Document,
    reading: options.Program,
    quiet: options.Quiet = False,
) -> Status:
    """Propose what each function needs, and prove what it then does."""
    asked = InferOptions(limits.timeout, limits.memory, limits.seed, out)
    console = styled.console()
    shown = document.leaves_the_terminal

    result = infer_files(reading, asked)
    document.write(result.to_json)
    if shown:
        for text in [last_line(result)] if quiet else told(result):
            console.print(text, markup=False, highlight=False, soft_wrap=True)
    return Status.FINE if result.complete else Status.UNKNOWN
