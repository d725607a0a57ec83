"""What functions of the C library do with the pointers that they are given, by the number of the argument.

Only to propose what their callers need. `r` is read, `w` is written, `s` is a string; the number of bytes is
an argument, or up to a zero.
"""

from __future__ import annotations

LIBRARY: dict[str, dict[int, tuple[str, int | None]]] = {
    "memcpy": {0: ("w", 2), 1: ("r", 2)},
    "memmove": {0: ("w", 2), 1: ("r", 2)},
    "memset": {0: ("w", 2)},
    "memcmp": {0: ("r", 2), 1: ("r", 2)},
    "memchr": {0: ("r", 2)},
    "strlen": {0: ("s", None)},
    "strcmp": {0: ("s", None), 1: ("s", None)},
    "strncmp": {0: ("s", None), 1: ("s", None)},
    "strchr": {0: ("s", None)},
    "strrchr": {0: ("s", None)},
    "strstr": {0: ("s", None), 1: ("s", None)},
    "strcspn": {0: ("s", None), 1: ("s", None)},
    "strspn": {0: ("s", None), 1: ("s", None)},
    "strdup": {0: ("s", None)},
    "strcpy": {1: ("s", None)},
    "atoi": {0: ("s", None)},
    "atol": {0: ("s", None)},
    "strtod": {0: ("s", None)},
    "strtol": {0: ("s", None)},
}
