"""Durations, sizes and counts as people write them: `90s`, `4GiB`, `1 test`. The first two both ways."""

from __future__ import annotations

import math
import re

_SECONDS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_PREFIXES = "kmgt"
_BYTES = {
    "": 1,
    "b": 1,
    **{f"{prefix}b": 1000**power for power, prefix in enumerate(_PREFIXES, 1)},
    **{f"{prefix}ib": 1024**power for power, prefix in enumerate(_PREFIXES, 1)},
    **{prefix: 1024**power for power, prefix in enumerate(_PREFIXES, 1)},
}
_QUANTITY = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*")


def seconds_of(text: str) -> float:
    """A duration; raises ValueError with a message for a person."""
    return _quantity(text, _SECONDS, "a duration such as 60s, 2m or 1h")


def bytes_of(text: str) -> int:
    """A size; raises ValueError with a message for a person."""
    return math.ceil(_quantity(text, _BYTES, "a size such as 4GiB or 500MB"))


def _quantity(text: str, units: dict[str, float] | dict[str, int], what: str) -> float:
    match = _QUANTITY.fullmatch(text)
    if match is None or match[2].lower() not in units or float(match[1]) == 0:
        raise ValueError(f"'{text}' is not {what}")
    return float(match[1]) * units[match[2].lower()]


def duration(seconds: float) -> str:
    for unit, size in (("h", 3600), ("m", 60)):
        if seconds > size and seconds % size == 0:
            return f"{seconds / size:g}{unit}"
    return f"{seconds:g}s"


def size(count: int) -> str:
    for unit, scale in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= scale:
            return f"{count / scale:.1f}".removesuffix(".0") + unit
    return f"{count}B"


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
