"""The functions that are defined in a text, as far as its brackets tell: where an editor offers to check one.

The text is what the user is writing, so it need not be C yet. It is no parser: what looks like a definition
is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.evidence.source_places import SourceText
from dovetail.frontend.clause_tokens import Tokens
from dovetail.quick_dataclass import dataclass

_NO_NAMES = frozenset("if while for switch return sizeof do else __attribute__ __asm__ asm".split())


@dataclass(frozen=True, slots=True)
class Function:
    """Lines and columns count from 1. `body` is behind the brace that opens it, `end` behind the last one."""

    name: str
    line: int
    column: int
    body: tuple[int, int]
    end: tuple[int, int]


def functions_in(text: str) -> list[Function]:
    return list(_functions(SourceText(text)))


def function_around(text: str, line: int) -> Function | None:
    return next((one for one in functions_in(text) if one.line <= line <= one.end[0]), None)


def _functions(source: SourceText) -> Iterator[Function]:
    tokens = Tokens(source.code.encode("latin-1", "replace"))
    at = 0
    while at < len(tokens.all):
        if tokens.is_(at, b"{"):
            name = _declared(tokens, at - 1)
            close = tokens.closing.get(at)
            if name is not None and close is not None:
                token = tokens.all[name]
                yield Function(
                    token.text.decode("latin-1"),
                    *source.place(token.begin),
                    source.place(tokens.all[at].end),
                    source.place(tokens.all[close].end),
                )
        at = tokens.closing.get(at, at) + 1


def _declared(tokens: Tokens, before: int) -> int | None:
    """The name of the function whose declarator ends here, behind attributes and clauses of contracts."""
    while tokens.is_(before, b")") and before in tokens.opening:
        name = tokens.opening[before] - 1
        if name < 0 or not tokens.all[name].is_name:
            return None
        word = tokens.all[name].text.decode("latin-1")
        if word not in _NO_NAMES and not word.startswith(("__CPROVER_", "dovetail_")):
            return name
        before = name - 1
    return None
