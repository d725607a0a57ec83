"""What is printed for people: texts of the program among it, which a terminal shows, but does not obey.

A file name, an assertion or a message of the compiler may hold whatever its author likes: sequences that move
the cursor, that hide text, or that make it run from right to left. Each such character is printed as one that
stands for it, so that lines keep their widths and their colours.
"""

from __future__ import annotations

import sys

_KEPT = "\n\t"
_INSTEAD = "\N{REPLACEMENT CHARACTER}"
_PICTURES: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in _KEPT},
    0x7F: "\N{SYMBOL FOR DELETE}",
    **dict.fromkeys(range(0x80, 0xA0), _INSTEAD),
    **dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)), _INSTEAD),
    **dict.fromkeys(range(0xD800, 0xE000), _INSTEAD),
}


def harmless(text: str) -> str:
    """The same, character for character, without any that is obeyed."""
    return text.translate(_PICTURES)


def say(text: str, *, error: bool = False) -> None:
    """A line, on standard output or on standard error."""
    print(harmless(text), file=sys.stderr if error else sys.stdout)
