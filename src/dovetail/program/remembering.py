"""What a process keeps of all expressions, and when it lets them go.

Expressions are interned, and what has been found out of one is looked up rather than computed again. Tables
of the process are the fastest there are for that, and weak ones would cost every expression dearly; but one
process may read a thousand programs, one after the other. So when a program begins that has nothing to do
with the last one, everything is let go that nobody holds any more: memos are emptied, and of the interned
ones those stay that anything else refers to, a program that somebody has kept above all. What stays is still
the same object, so that equality goes on to be identity.

Not for tables that belong to a search, a program or an object: these go with their owner.
"""

from __future__ import annotations

from sys import getrefcount
from typing import Any

Table = dict[Any, Any]
"""Of plain dictionaries, looking something up in a class of one's own costs more."""

_memos: list[Table] = []
_interned: list[Table] = []
_last: list[object] = [None]


def memo() -> Table:
    """A table of what was found out, to be made once for a module: it may be emptied between any two
    questions, though not within one."""
    _memos.append({})
    return _memos[-1]


def interning() -> Table:
    """A table of objects by what they are made of. One that is made of others is entered after them."""
    _interned.append({})
    return _interned[-1]


def begin(origin: object) -> None:
    """A program begins; those that were made of the same text have the same origin."""
    if _last[0] is not origin:
        _last[0] = origin
        forget()


def forget() -> None:
    """Let go what nobody needs."""
    for table in _memos:
        table.clear()
    for table in _interned:
        kept = _used(table)
        while kept:
            key, value = kept.pop()
            table[key] = value


def _used(table: Table, least: int = 0) -> list[tuple[Any, Any]]:
    """Take everything out of a table, the last first: where something goes, what it was made of has one user
    less before its turn comes. Of what has users beside the table there is a list."""
    found = []
    while table:
        key, value = table.popitem()
        if getrefcount(value) > (least or _UNUSED):
            found.append((key, value))
    return found


def _calibrated() -> int:
    """How many references there are to what nobody uses, as seen from `_used`: that depends on Python."""
    count = 1
    while _used({0: object()}, count):
        count += 1
    return count


_UNUSED = _calibrated()
