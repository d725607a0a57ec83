"""`dovetail serve`: a warm process that does what the command line does, for `dovetail --server SOCKET …`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dovetail.cli import run_here
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.cli.terminal import say
from dovetail.imported import import_all
from dovetail.serving.server import serve


@called()
def command(
    *,
    socket: Annotated[
        Path, typer.Argument(metavar="SOCKET", help="Where it is to be reached.", show_default=False)
    ],
) -> Status:
    """Stay, and answer `dovetail --server SOCKET …` at once; end with Ctrl-C, or its socket."""
    import_all()
    serve(socket, run_here, lambda: _ready(socket))
    return Status.FINE


def _ready(path: Path) -> None:
    """Whoever has started this may wait for the line."""
    say(f"serving at {path}")
    sys.stdout.flush()
