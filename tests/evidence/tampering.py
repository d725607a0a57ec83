"""Every way to tamper with one value of a JSON document."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any

Place = tuple[str | int, ...]

WRONG: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    2**70,
    1.5,
    "",
    "main",
    "/dev/zero",
    "-stats-file=victim",
    "@victim",
    "a\nb",
    "\ud800",
    [],
    [0],
    {},
    {"path": "/etc/passwd", "sha256": "0" * 64},
)


def places(document: Any, at: Place = ()) -> Iterator[Place]:
    """Where values stand, inner ones included."""
    yield at
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(document, dict):
        items = document.items()
    elif isinstance(document, list):
        items = enumerate(document)
    for key, value in items:
        yield from places(value, (*at, key))


def tampered(document: Any, wrong: tuple[Any, ...] = WRONG) -> Iterator[tuple[str, Any]]:
    """The document with one value replaced or left out, each with a word on what was done."""
    for place in places(document):
        for value in wrong:
            yield f"{place} = {value!r}", _replaced(document, place, value)
        if place:
            yield f"without {place}", _without(document, place)


def _replaced(document: Any, place: Place, value: Any) -> Any:
    if not place:
        return value
    made = copy.deepcopy(document)
    _inside(made, place[:-1])[place[-1]] = value
    return made


def _without(document: Any, place: Place) -> Any:
    made = copy.deepcopy(document)
    del _inside(made, place[:-1])[place[-1]]
    return made


def _inside(document: Any, place: Place) -> Any:
    for key in place:
        document = document[key]
    return document
