"""The command line as a whole: the commands, `--version`, and nothing of what they do."""

from __future__ import annotations

from typing import Annotated

import typer

import dovetail
from dovetail.cli import run, show

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
        print(f"dovetail {dovetail.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Prove or refute assertions in C programs."""


app.command("run")(run.command)
app.command("show")(show.command)
