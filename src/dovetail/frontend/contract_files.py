"""Contracts in files of their own: declarations with clauses, read behind the text of each file of a program.

So whoever cannot touch the code, or has none, can say what a function needs and does. The words are those
that stand in code. Each file of the program is given the declarations of those functions that its text
names; the types and macros that these are written with are the file's own. What else is in the file stays: a
function that its clauses call can be defined there.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dovetail.frontend.clang import Preprocessed, preprocess_behind
from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clauses import FUNCTION_CLAUSES, blank
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import Flags
from dovetail.frontend.source import Source
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration with clauses, as two offsets in the text that it stands in."""

    function: str
    begin: int
    end: int
    position: Position


def with_contracts(
    text: Preprocessed, path: Path, contracts: Sequence[Path], model: DataModel, flags: Flags, standard: str
) -> tuple[Preprocessed, list[Declared]]:
    """The text of a file with the contracts of what it names behind it; and all that there are."""
    read, told, found = text.text, list(text.read), list[Declared]()
    for file in contracts:
        behind = preprocess_behind(path, file, model, flags, standard)
        declared = list(_declared(Source(str(file), behind.text)))
        if not declared:
            raise InputError(f"{file}: there is no function with a clause of a contract in it")
        kept = behind.text
        for one in declared:
            if not _names(text.text, one.function):
                kept = kept[: one.begin] + blank(kept[one.begin : one.end]) + kept[one.end :]
        read += kept
        told += [one for one in behind.read if one not in told]
        found += declared
    return Preprocessed(read, tuple(told)), found


def require_found(declared: Sequence[Declared], units: Sequence[TranslationUnit]) -> None:
    """Raises InputError for a contract of a function that no file declares, and none of which is made up."""
    names = {name for unit in units for name in unit.declarations}
    own = [node.name for unit in units for node in unit.own_functions()]
    for one in declared:
        if one.function not in names:
            near = difflib.get_close_matches(one.function, own, 1, 0.4)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            text = f"a contract of '{one.function}', which no file of the program declares or calls{hint}"
            raise InputError(text, one.position)


def _names(text: bytes, function: str) -> bool:
    return re.search(rb"\b" + re.escape(function.encode()) + rb"\b", text) is not None


def _declared(source: Source) -> Iterator[Declared]:
    tokens = Tokens(source.text)
    begin = at = 0
    clause: int | None = None
    while at < len(tokens.all):
        token = tokens.all[at]
        if clause is None and token.text in FUNCTION_CLAUSES:
            clause = at
        if token.text == b"{":
            clause, begin = None, tokens.closing.get(at, at) + 1  # a definition says what it says itself
        if token.text == b";":
            if clause is not None:
                name = _name_before(tokens, clause)
                position = source.position(tokens.all[begin].begin)
                yield Declared(name, tokens.all[begin].begin, token.end, position)
            clause, begin = None, at + 1
        at = tokens.closing.get(at, at) + 1


def _name_before(tokens: Tokens, clause: int) -> str:
    """Of what is declared where the first clause stands."""
    before = clause - 1
    while tokens.is_(before, b")"):
        before = tokens.opening[before] - 1
        if tokens.all[before].text not in (b"__attribute__", b"__asm__", b"asm"):
            break
        before -= 1
    return tokens.all[before].text.decode(errors="replace")
