"""The command line as a whole: the commands, `--version`, and nothing of what they do.

A command is imported when it is called: what its neighbours need is of no use to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from dovetail.cli.compiler_flags import ReadsC
from dovetail.version import __version__

COMMANDS = {
    "check": "Prove or refute every check. The last line is the verdict.",
    "project": "Check a whole build: each program and each function in it. The last line is the verdict.",
    "test": "Write a suite of tests that covers the program by a criterion.",
    "abstract": "The program with what is known at every point, forward, backward or both.",
    "adequacy": "Say which abstract states a set of tests covers, and which tests it lacks.",
    "infer": "Propose what each function needs, and prove what it then does.",
    "run": "Run the program once, step by step.",
    "show": "Show the program as Dovetail reads it: procedures, edges, checks, assumptions.",
    "replay": "Run a violation again, natively.",
    "certify": "Check a proof again, independently.",
    "validate": "Judge a witness of another verifier. The last line is the verdict on the program.",
    "lsp": "Speak the language server protocol on standard input and output, for editors.",
    "explain": "Say all that is known of a unit, or of a check, from what is kept of a build.",
    "store": "Show what is kept of a build, verify it, make it smaller, or take it out.",
    "serve": "Stay, and answer `dovetail --server SOCKET …` at once; end with Ctrl-C, or its socket.",
}
"""Each is a module here, and says this of itself."""
_READ_NO_C = frozenset({"replay", "certify", "store", "explain", "serve", "lsp"})


class _Imported(Mapping[str, Any]):
    """The commands by name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        work = import_module(f"dovetail.cli.{name}").command
        one.command(name, cls=None if name in _READ_NO_C else ReadsC)(work)
        return typer.main.get_command(one)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class _Group(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(Any, _Imported())

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """As typer does it, without asking the commands."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        short = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(limit)) for name, one in short.items()])


app = typer.Typer(
    name="dovetail",
    cls=_Group,
    help="Prove or refute assertions in C programs.",
    no_args_is_help=True,
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
    server: Annotated[
        str,
        typer.Option(
            "--server",
            metavar="SOCKET",
            help="Have it done by the `dovetail serve` at this socket. Stands first.",
            envvar="DOVETAIL_SERVER",
        ),
    ] = "",
) -> None:
    """Prove or refute assertions in C programs."""
