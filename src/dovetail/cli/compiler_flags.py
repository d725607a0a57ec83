"""Flags of the compiler on the command line: as compilers take them, among the options of a command.

A parser of options knows nothing of `-fwrapv` or `-std=c99`. So they are taken out before it sees them, and
handed to it as values of one option, `--flag`, in their order. What stands behind `--` are flags, too, if a
file stands before it; otherwise they are files, whatever they are called.
"""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand, TyperOption

OPTION = "--flag"
_FLAG = re.compile(
    r"-(?:[IDU].*|include|imacros|isystem|iquote|idirafter|isystem.+|iquote.+|idirafter.+|std=.*|ansi|[mfOgW].*|w"
    r"|pthread|pedantic|pedantic-errors|trigraphs|nostdinc)|--std=.*"
)


class ReadsC(TyperCommand):
    """A command that reads C files."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self._sorted(args))

    def _sorted(self, args: list[str]) -> list[str]:
        """With flags as values of the option for them."""
        valued = self._with_values()
        before = args[: args.index("--")] if "--" in args else args
        behind = args[len(before) + 1 :]
        others: list[str] = []
        flags: list[str] = []
        files = 0
        at = 0
        while at < len(before):
            word = before[at]
            is_flag = _FLAG.fullmatch(word) is not None
            length = 1 + (_takes_next(word) if is_flag else word in valued)
            (flags if is_flag else others).extend(before[at : at + length])
            files += not word.startswith("-")
            at += length
        if files:
            flags += behind
        elif len(before) < len(args):
            others += ["--", *behind]
        return [*(f"{OPTION}={word}" for word in flags), *others]

    def _with_values(self) -> frozenset[str]:
        """The options whose value is the next word."""
        options = (one for one in self.params if isinstance(one, TyperOption) and not one.is_flag)
        return frozenset(name for one in options for name in one.opts)


def _takes_next(flag: str) -> bool:
    from dovetail.frontend.flag_table import takes_next  # with all that reads C

    return takes_next(flag)
