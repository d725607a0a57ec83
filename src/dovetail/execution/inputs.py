"""Input vectors: what a program consumes from outside, in order, and what each entry means in each type.

The two streams are those of docs/design/ground.md, wild memory is docs/design/wild.md's. The conversions at
the end of this module are the one place that decides which number an entry is when it is consumed as a given
type; the interpreter calls them and the native harness is sent their results, so the two cannot differ.

Not here: where vectors come from, and who consumed what (that is part of a run).
"""

from __future__ import annotations

import math
import re
import struct
from itertools import pairwise

from dovetail.quick_dataclass import dataclass
from dovetail.semantics.wild import Piece

Entry = int | float
"""An entry of the stream `values`."""


@dataclass(frozen=True, slots=True)
class InputVector:
    """The inputs of one run. What is missing at the end of a stream is zero."""

    values: tuple[Entry, ...] = ()
    memory: tuple[bytes, ...] = ()
    wild: tuple[Piece, ...] = ()
    """In ascending order, without overlaps."""

    @staticmethod
    def parse(text: str) -> InputVector:
        """The values in `text`: `3,-1,2.5,0x10,'a'`; raises ValueError with a message for a person."""
        return InputVector(tuple(_entries(text)))

    @staticmethod
    def from_json(data: object) -> InputVector:
        """The vector that `to_json` turned into `data`; raises ValueError if it is none."""
        if not isinstance(data, dict) or not set(data) <= {"values", "memory", "wild"}:
            raise ValueError('an input vector is an object with "values", "memory" and "wild"')
        values, memory, wild = data.get("values", []), data.get("memory", []), data.get("wild", [])
        if not isinstance(values, list) or not isinstance(memory, list) or not isinstance(wild, list):
            raise ValueError('"values", "memory" and "wild" of an input vector are lists')
        return InputVector(
            tuple(map(_entry_from_json, values)), tuple(map(_bytes_from_json, memory)), _wild_from_json(wild)
        )

    def to_json(self) -> dict[str, list[int | float | str] | list[dict[str, str]]]:
        """The vector as JSON: numbers, `"inf"`, `"-inf"` and `"nan"` where JSON has no number, memory in
        hexadecimal. Wild memory is there only if there is any."""
        numbers: list[int | float | str] = [entry if _in_json(entry) else str(entry) for entry in self.values]
        found: dict[str, list[int | float | str] | list[dict[str, str]]] = {
            "values": numbers,
            "memory": list[int | float | str](piece.hex() for piece in self.memory),
        }
        if self.wild:
            found["wild"] = [{"address": f"{address:#x}", "bytes": data.hex()} for address, data in self.wild]
        return found


# ---- text --------------------------------------------------------------------------------------------------

_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "\\": 92, "'": 39, '"': 34}
_ENTRY = re.compile(r"\s*(?P<char>'(?:\\x[0-9a-fA-F]{1,2}|\\.|[^'\\])')\s*|(?P<other>[^,']*)", re.DOTALL)
_INTEGER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)")
_FLOAT = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf|nan)")


def _entries(text: str) -> list[Entry]:
    if not text.strip():
        return []
    entries: list[Entry] = []
    at = 0
    while True:
        match = _ENTRY.match(text, at)
        assert match is not None  # the second alternative matches anything, also nothing
        at = match.end()
        if at < len(text) and text[at] != ",":
            raise ValueError(
                f"input {len(entries) + 1}: there is no comma after {match[0].strip() or text[at:]!r}"
            )
        entries.append(_entry(match["char"] or match["other"].strip(), len(entries) + 1))
        if at == len(text):
            return entries
        at += 1


def _entry(word: str, number: int) -> Entry:
    if word.startswith("'"):
        return _character(word[1:-1], number)
    if _INTEGER.fullmatch(word):
        digits = word.lstrip("+-")
        base = 16 if digits[:2] in ("0x", "0X") else 2 if digits[:2] in ("0b", "0B") else 10
        return int(word, base)
    if _FLOAT.fullmatch(word):
        return float(word)
    what = repr(word) if word else "nothing"
    raise ValueError(f"input {number}: {what} is not a number like 3, -1, 0x10, 2.5, 'a', inf or nan")


def _character(body: str, number: int) -> int:
    if not body.startswith("\\"):
        code = ord(body)
        if code > 255:
            raise ValueError(f"input {number}: {body!r} is not a character of one byte")
    elif body[1] == "x" and len(body) > 2:
        code = int(body[2:], 16)
    elif body[1] in _ESCAPES:
        code = _ESCAPES[body[1]]
    else:
        raise ValueError(f"input {number}: {body!r} is not an escape that C knows")
    return code - 256 if code > 127 else code  # char is signed on both targets


# ---- JSON --------------------------------------------------------------------------------------------------


_ADDRESS = re.compile("0x[0-9a-f]{1,16}")


def _in_json(entry: Entry) -> bool:
    return isinstance(entry, int) or math.isfinite(entry)


def _entry_from_json(entry: object) -> Entry:
    if isinstance(entry, bool) or not isinstance(entry, int | float | str):
        raise ValueError(f"{entry!r} is not a number of an input vector")
    if not isinstance(entry, str):
        return entry
    if entry not in ("inf", "-inf", "nan"):
        raise ValueError(f"{entry!r} is not a number of an input vector")
    return float(entry)


def _bytes_from_json(piece: object) -> bytes:
    if not isinstance(piece, str):
        raise ValueError(f"{piece!r} is not memory of an input vector: a text of hexadecimal digits is")
    return bytes.fromhex(piece)


def _wild_from_json(pieces: list[object]) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for piece in pieces:
        match piece:
            case {"address": str(address), "bytes": data, **rest} if not rest and _ADDRESS.fullmatch(address):
                found.append((int(address, 16), _bytes_from_json(data)))
            case _:
                raise ValueError(f'{piece!r} is not wild memory: an object with "address" and "bytes" is')
    if any(left[0] + len(left[1]) > right[0] for left, right in pairwise(found)):
        raise ValueError("the pieces of wild memory are not in order, or overlap")
    return tuple(found)


# ---- what an entry is in a type ----------------------------------------------------------------------------


def as_integer(entry: Entry, bits: int, *, signed: bool) -> int:
    """The entry as an integer of so many bits: wrapped; of a float, what is left of the point (0 if there is
    no such)."""
    if isinstance(entry, float):
        entry = math.trunc(entry) if math.isfinite(entry) else 0
    wrapped = entry & ((1 << bits) - 1)
    return wrapped - (1 << bits) if signed and wrapped >> (bits - 1) else wrapped


def as_truth(entry: Entry) -> bool:
    """The entry as a _Bool: whether the integer that it is, is not zero."""
    return as_integer(entry, 128, signed=False) != 0


def as_double(entry: Entry) -> float:
    """The entry as a double, to nearest."""
    try:
        return float(entry)
    except OverflowError:
        return math.inf if entry > 0 else -math.inf


def as_single(entry: Entry) -> float:
    """The entry as a float of C, to nearest, in one rounding also from an integer."""
    if isinstance(entry, int):
        entry = _to_24_bits(entry)
    try:
        single: float = struct.unpack("<f", struct.pack("<f", entry))[0]
    except OverflowError:
        return math.inf if entry > 0 else -math.inf
    return single


def _to_24_bits(number: int) -> Entry:
    """The nearest number with a significand of 24 bits, ties to even."""
    surplus = number.bit_length() - 24
    if surplus <= 0:
        return number
    size = abs(number)
    kept, lost, half = size >> surplus, size & ((1 << surplus) - 1), 1 << (surplus - 1)
    if lost > half or (lost == half and kept & 1):
        kept += 1
    return as_double(kept << surplus if number > 0 else -(kept << surplus))
