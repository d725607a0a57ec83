"""Where a compound literal is alive, read off clang's intermediate text.

Clang marks where the scope of a variable begins and ends, but says nothing of compound literals, which have
no name. What it says, with debug information, is the block that each instruction stands in: so a literal's
life ends before the first instruction outside of the block that its evaluation stands in, however that is
left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

_LITERAL = re.compile(r"^  (%\.compoundliteral[\w.]*) = alloca ")
_DEBUG = re.compile(r", !dbg (!\d+)")
_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DILocation\(.*?scope: (!\d+)", re.MULTILINE)
_BLOCK = re.compile(r"^(!\d+) = distinct !DILexicalBlock(?:File)?\(scope: (!\d+)", re.MULTILINE)

Events = dict[int, list[tuple[str, str]]]
"""Before which lines of a function a literal `begins` or `ends`."""


class Scopes:
    """The blocks of a unit."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _of_location(self) -> dict[str, str]:
        return dict(_LOCATION.findall(self._text))

    @cached_property
    def _outer(self) -> dict[str, str]:
        """The function itself is in no other."""
        return dict(_BLOCK.findall(self._text))

    def literals(self, body: Sequence[str]) -> Events:
        """Of the literals in the text of a function."""
        names = [found[1] for line in body if (found := _LITERAL.match(line))]
        events: Events = {}
        if names:
            scopes = [
                self._of_location.get(found[1], "") if (found := _DEBUG.search(line)) else "" for line in body
            ]
            for name in names:
                self._literal(name, body, scopes, events)
        return events

    def _literal(self, name: str, body: Sequence[str], scopes: list[str], events: Events) -> None:
        used = re.compile(re.escape(name) + r"(?![\w.])")
        places = {n for n, line in enumerate(body) if used.search(line) and not _LITERAL.match(line)}
        home = next((scopes[n] for n in sorted(places) if scopes[n]), "")
        if home not in self._outer:
            return  # alive until the function returns
        inside = {scope for scope in set(scopes) if self._within(scope, home)}
        ended = begun = False
        for number, line in enumerate(body):
            if not line.startswith("  "):  # a label: anything may have come before
                ended = begun = False
            elif " = phi " in line:
                continue  # nothing can stand between these and the label
            elif number in places and not begun:
                events.setdefault(number, []).append(("begins", name))
                begun, ended = True, False
            elif scopes[number] and scopes[number] not in inside and not ended:
                events.setdefault(number, []).append(("ends", name))
                ended, begun = True, False

    def _within(self, scope: str, home: str) -> bool:
        while scope != home:
            if scope not in self._outer:
                return False
            scope = self._outer[scope]
        return True
