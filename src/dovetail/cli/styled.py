"""Styled lines for people, as harmless as all others (`terminal`).

Apart from `terminal`, because styles need a library that is not small, and most errors need no style.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.text import Text

from dovetail.cli.terminal import harmless


class _Harmless(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        for one in objects:
            if isinstance(one, Text):
                one.plain = harmless(one.plain)
        super().print(*objects, **options)


def console() -> Console:
    """For styled lines, as long as they are."""
    return _Harmless(highlight=False, soft_wrap=True)


def print_all(lines: Iterable[Text | str]) -> None:
    """Each as it is: nothing in a text is markup."""
    to = console()
    for line in lines:
        to.print(line if isinstance(line, Text) else Text(line))
