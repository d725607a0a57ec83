"""The commands of `dovetail`, one module each: a thin layer over the functions of `dovetail.api`.

What is computed is computed there; here it is printed, and the exit status chosen.
"""

from __future__ import annotations


def main() -> None:
    """The entry point of the console script."""
    from dovetail.cli.app import app  # the command line is not needed to import the package

    app()


__all__ = ["main"]
