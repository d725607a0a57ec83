"""The command line as a whole: the commands, `--version`, and nothing of what they do."""

from __future__ import annotations

from typing import Annotated

import typer

from dovetail.cli.abstract import command as abstract
from dovetail.cli.adequacy import command as adequacy
from dovetail.cli.certify import command as certify
from dovetail.cli.check import command as check
from dovetail.cli.compiler_flags import ReadsC
from dovetail.cli.replay import command as replay
from dovetail.cli.run import command as run
from dovetail.cli.show import command as show
from dovetail.cli.test import command as test
from dovetail.version import __version__

app = typer.Typer(
    name="dovetail",
    help="Prove or refute assertions in C programs.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"dovetail {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Prove or refute assertions in C programs."""


app.command("check", cls=ReadsC)(check)
app.command("test", cls=ReadsC)(test)
app.command("abstract", cls=ReadsC)(abstract)
app.command("adequacy", cls=ReadsC)(adequacy)
app.command("run", cls=ReadsC)(run)
app.command("show", cls=ReadsC)(show)
app.command("replay")(replay)
app.command("certify")(certify)
