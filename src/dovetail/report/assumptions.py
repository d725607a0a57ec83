"""What is taken for granted, for a person: one line for each kind of assumption, with a few of its places.

Assumptions that differ only in a name or a number are of one kind. `--json` has them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dovetail.program.automata import Assumption
from dovetail.program.position import NOWHERE, Position

PLACES = 3
"""So many are named."""
_DETAIL = re.compile(r"'[^']*'|\b\d+\b")


def grouped(assumptions: Iterable[Assumption]) -> Iterator[str]:
    """Lines of text."""
    kinds: dict[str, dict[str, dict[Position, None]]] = {}
    for one in assumptions:
        # What is said of arguments stands for itself.
        kind = one.text if one.is_bound else _DETAIL.sub("…", one.text)
        kinds.setdefault(kind, {}).setdefault(one.text, {})[one.position] = None
    for texts in kinds.values():
        text = next(iter(texts))
        places = [place for found in texts.values() for place in found if place != NOWHERE]
        if len(texts) > 1:
            yield f"{text} ({_at(places)}; {len(texts)} like this)"
        else:
            yield f"{text} ({_at(places)})" if places else text


def _at(places: list[Position]) -> str:
    if not places:
        return "everywhere"
    lines = list(dict.fromkeys(f"{one.file}:{one.line}" for one in places))
    more = f" and {len(lines) - PLACES} more places" if len(lines) > PLACES + 1 else ""
    shown = lines[:PLACES] if more else lines
    return f"{', '.join(shown)}{more}"
