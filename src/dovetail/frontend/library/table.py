"""Which functions the C library has, and how Dovetail stands to each: `functions.txt`, read.

The same rows answer at analysis time whether a name is a function of the library (so that one without a model
is refused by its name and not taken for the user's own) and make up docs/library.md:

    make library-table

Not here: the models. `functions.txt` must agree with them, and a test sees to it.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from pathlib import Path

from dovetail.quick_dataclass import dataclass


class Modelled(Enum):
    """What is known of a function."""

    EXACT = "exact"
    STUB = "stub"
    MACRO = "macro"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Row:
    """One function."""

    name: str
    header: str
    standing: Modelled
    note: str
    """Why it is refused, or what else there is to say."""


_HEADER = re.compile(r"\[(?P<name>[\w./]+)\]")
_GROUP = re.compile(r"(?P<standing>exact|stub|macro|refused)(?:, (?P<note>[^:]+))?:(?P<names>[\w ]*)")


@cache
def rows() -> tuple[Row, ...]:
    """All of them, in the order of the file. Raises ValueError where the file is not as it should be."""
    text = Path(__file__).with_name("functions.txt").read_text(encoding="utf-8")
    return tuple(parse(text))


def parse(text: str) -> list[Row]:
    """Of a text like that of `functions.txt`."""
    found: dict[str, Row] = {}
    header = ""
    standing, note = Modelled.REFUSED, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if opened := _HEADER.fullmatch(line):
            header, names = opened["name"], ""
        elif group := _GROUP.fullmatch(line):
            standing, note = Modelled(group["standing"]), (group["note"] or "").strip()
            names = group["names"]
            if not header or (standing is Modelled.REFUSED and not note):
                raise ValueError(f"functions.txt:{number}: what is refused needs a header and a reason")
        elif line.startswith(" "):
            names = line
        else:
            raise ValueError(f"functions.txt:{number}: neither a header nor a group of functions")
        for name in names.split():
            if name in found:
                raise ValueError(f"functions.txt:{number}: {name} is listed twice")
            found[name] = Row(name, header, standing, note)
    return list(found.values())


@cache
def _by_name() -> dict[str, Row]:
    return {row.name: row for row in rows()}


def is_library_function(name: str) -> bool:
    """Is it a function (or a macro) of the C library, with or without a model?"""
    return name in _by_name()


def why_refused(name: str) -> str | None:
    """Why a function of the library has no model; None if it has one, or is none."""
    row = _by_name().get(name)
    return row.note if row is not None and row.standing is Modelled.REFUSED else None


_TITLES = {
    Modelled.EXACT: "exact",
    Modelled.STUB: "sound stub",
    Modelled.MACRO: "macro",
    Modelled.REFUSED: "refused",
}

_PREFACE = """\
# The C library as Dovetail knows it

Made of `src/dovetail/frontend/library/functions.txt` by `make library-table`.

| standing | meaning | functions |
|---|---|---|
| exact | what the standard or the manual says; where these leave a choice, a proof holds for each | {exact} |
| sound stub | any result that the manual allows, any allowed `errno`; writes what it may write | {stub} |
| macro | the text of the header, or of the compiler: nothing to be modelled | {macro} |
| refused | what depends on a call is *unknown*, and the function and the reason are named | {refused} |

The models are C files beside that table; the same text is analysed and linked into native runs.
`make library-campaign` runs each of them against the machine's own libc on generated arguments. What a
program defines itself is never taken from here.
"""


def as_markdown() -> str:
    """The table for people."""
    counts = {standing.value: sum(row.standing is standing for row in rows()) for standing in Modelled}
    lines = [_PREFACE.format(**counts)]
    for header in dict.fromkeys(row.header for row in rows()):
        lines += [f"## `<{header}>`", "", "| standing | functions | note |", "|---|---|---|"]
        groups: dict[tuple[Modelled, str], list[str]] = {}
        for row in rows():
            if row.header == header:
                groups.setdefault((row.standing, row.note), []).append(f"`{row.name}`")
        for (standing, note), names in groups.items():
            lines.append(f"| {_TITLES[standing]} | {', '.join(names)} | {note} |")
        lines.append("")
    return "\n".join(lines)
