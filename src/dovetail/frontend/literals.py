"""Literals as clang prints them: strings with escapes, characters, floating-point numbers."""

from __future__ import annotations

import math
import re
import struct

_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "0": 0}
_PIECE = re.compile(
    r"\\(?:x(?P<hex>[0-9a-fA-F]+)|(?P<octal>[0-7]{1,3})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<one>.))"
    r"|(?P<plain>[^\\])",
    re.S,
)


def string_units(written: str) -> list[int]:
    """The code units of a string literal in clang's notation, without the terminating zero.

    Narrow strings give UTF-8 bytes, wide ones code points (or UTF-16 units for u"")."""
    prefix, _, rest = written.partition('"')
    body = rest[:-1]
    narrow = prefix in ("", "u8")
    units: list[int] = []
    for match in _PIECE.finditer(body):
        if match["hex"]:
            units.append(int(match["hex"], 16))
        elif match["octal"]:
            units.append(int(match["octal"], 8))
        elif match["one"]:
            units.append(_ESCAPES.get(match["one"], ord(match["one"])))
        else:
            code = match["u"] or match["U"]
            character = chr(int(code, 16)) if code else match["plain"]
            if narrow:
                units += character.encode("utf-8", "surrogateescape")
            elif prefix == "u":
                raw = character.encode("utf-16-le")
                units += struct.unpack(f"<{len(raw) // 2}H", raw)
            else:
                units.append(ord(character))
    return units


def float_bits(number: float, width: int) -> int:
    """The IEEE bit pattern of a number rounded to binary32 or binary64."""
    if width == 64:
        return int.from_bytes(struct.pack("<d", number), "little")
    if math.isfinite(number):
        try:
            return int.from_bytes(struct.pack("<f", number), "little")
        except OverflowError:
            number = math.copysign(math.inf, number)
    return int.from_bytes(struct.pack("<f", number), "little")


def parse_float(written: str) -> float:
    """A floating-point number as clang prints it."""
    text = written.strip().lower()
    if text in ("+inf", "inf", "-inf", "nan"):
        return float(text)
    return float.fromhex(text) if "0x" in text else float(text)
