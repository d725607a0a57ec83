"""What a proof takes for granted because a model does: by the function that a program calls.

A *bound* restricts what the library may do, and with it a proof; the others are about how a function goes
about what it does.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Assumed:
    """One assumption."""

    text: str
    is_bound: bool = False


_ZONE = Assumed("local time is UTC and an offset that is the same at all times of the year", is_bound=True)
_VALUE = Assumed("a variable of the environment holds at most 15 characters", is_bound=True)
_MESSAGE = Assumed("the text of an error or of a signal has at most 255 characters")

_ZONED = "localtime localtime_r mktime timelocal ctime ctime_r"
_ZONED_64 = "__localtime64 __localtime64_r __mktime64 __ctime64 __ctime64_r"

_FILES = Assumed("fewer than 1024 files are open at a time: a descriptor is below that")

ASSUMED: dict[str, Assumed] = {
    **{
        name: Assumed(f"'{name}' is taken to call its comparison in the order of Dovetail's model")
        for name in ("qsort", "qsort_r", "bsearch", "tsearch", "tfind")
    },
    **dict.fromkeys(_ZONED.split() + _ZONED_64.split(), _ZONE),
    **dict.fromkeys(("getenv", "secure_getenv", "setenv", "unsetenv", "putenv"), _VALUE),
    **dict.fromkeys("open openat creat dup dup2 pipe fcntl mkstemp".split(), _FILES),
    **dict.fromkeys(("strerror", "strerror_l", "strsignal"), _MESSAGE),
}
