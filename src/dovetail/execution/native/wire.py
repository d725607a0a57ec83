"""The wire between Python and the harness: a batch of vectors goes over, a record for each comes back.

The other half is runtime/harness.h, and the two must agree to the byte. Nothing here runs anything.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dovetail.execution.inputs import Entry, InputVector, as_double, as_integer, as_single

_MAGIC = 0x44544C32
_BATCH = struct.Struct("<II4Q2I")
_VECTOR = struct.Struct("<IIIIQ")
_PIECE = struct.Struct("<QQ")
_VALUE = struct.Struct("<QQdfI")
_SMALL = struct.Struct("<qqdfI")
_RECORD = struct.Struct("<IIiIIIIIIIIIQ")
_LOG_ENTRY = struct.Struct("<BBI")

ENDS = ("none", "normal", "violation", "assumption", "undefined", "unsupported", "budget")
"""By number: how the harness says that a run ended."""

BY_NUMBER = "by number"
CHECKS = (
    *("none", BY_NUMBER, "unreach-call", "assertion", "overflow", "division-by-zero", "shift"),
    *("invalid-deref", "invalid-free", "memory-leak"),
)
"""By number: which check failed."""

SANITIZED = frozenset(CHECKS[4:])
"""The kinds of checks that the harness itself watches, if asked to."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use."""

    cpu_seconds: float
    memory_bytes: int
    stack_bytes: int

    @property
    def wall_seconds(self) -> float:
        """A backstop only: on a busy machine a run may well need more wall time than CPU time."""
        return 4 * self.cpu_seconds + 2


@dataclass(frozen=True, slots=True)
class Record:
    """What the harness says about one run; names as in harness.h."""

    end: str
    check: str
    number: int
    line: int
    column: int
    values: int
    memory: int
    log_lost: int
    address: int
    frames: tuple[int, ...]
    text: str
    file: str
    log: bytes


# ---- there -------------------------------------------------------------------------------------------------


def _encode_value(entry: Entry) -> bytes:
    if isinstance(entry, int):
        if -0x1000000 <= entry <= 0x1000000:  # exact in every form
            return _SMALL.pack(entry, -1 if entry < 0 else 0, entry, entry, 0)
    whole = as_integer(entry, 128, signed=False)
    return _VALUE.pack(whole & 0xFFFFFFFFFFFFFFFF, whole >> 64, as_double(entry), as_single(entry), 0)


def encode_vector(vector: InputVector) -> bytes:
    """One vector, with its length."""
    parts = [b"", *map(_encode_value, vector.values)]
    for piece in vector.memory:
        parts += (len(piece).to_bytes(8, "little"), piece, bytes(-len(piece) % 8))
    for address, piece in vector.wild:
        parts += (_PIECE.pack(address, len(piece)), piece, bytes(-len(piece) % 8))
    body = b"".join(parts)
    counts = (len(vector.values), len(vector.memory), len(vector.wild), 0)
    return _VECTOR.pack(*counts, _VECTOR.size + len(body)) + body


def encode_batch(vectors: Sequence[bytes], limits: Limits, checks: frozenset[str], *, shadow: bool) -> bytes:
    """A batch of encoded vectors."""
    mask = sum(1 << number for number, check in enumerate(CHECKS) if check in checks)
    cpu, wall = int(limits.cpu_seconds * 1e6), int(limits.wall_seconds * 1e6)
    page = 4096
    heap, stack = (-(-size // page) * page for size in (limits.memory_bytes, limits.stack_bytes))
    header = (_MAGIC, len(vectors), max(cpu, 1), wall, heap, stack, mask, shadow)
    return b"".join((_BATCH.pack(*header), *vectors))


# ---- and back ----------------------------------------------------------------------------------------------


def decode_records(data: bytes) -> Iterator[Record]:
    """The records in what the harness wrote; a last one that is cut short is left out."""
    at = 0
    while at + _RECORD.size <= len(data):
        fields = _RECORD.unpack_from(data, at)
        end, check, number, line, column, values, memory, frame_count, text, file, log, lost, address = fields
        at += _RECORD.size
        if at + 8 * frame_count + text + file + log > len(data):
            return
        frames = struct.unpack_from(f"<{frame_count}Q", data, at)
        at += 8 * frame_count
        pieces = []
        for count in (text, file, log):
            pieces.append(data[at : at + count])
            at += count
        yield Record(
            end=ENDS[end],
            check=CHECKS[check],
            number=number,
            line=line,
            column=column,
            values=values,
            memory=memory,
            log_lost=lost,
            address=address,
            frames=frames,
            text=pieces[0].decode("utf-8", "replace"),
            file=pieces[1].decode("utf-8", "surrogateescape"),
            log=pieces[2],
        )


@dataclass(frozen=True, slots=True)
class Consumption:
    """One entry that a run took: from which stream, as which type, how many bytes.

    The type of memory is `variable` (uninitialised), `heap` (a new block) or `memory`
    (__VERIFIER_nondet_memory).
    """

    stream: str
    type_name: str
    size: int


def decode_log(log: bytes) -> Iterator[Consumption]:
    """The consumptions of a run, in order."""
    at = 0
    while at < len(log):
        stream, length, size = _LOG_ENTRY.unpack_from(log, at)
        at += _LOG_ENTRY.size
        name = log[at : at + length].decode("utf-8", "replace")
        at += length
        yield Consumption("memory" if stream else "values", name, size)
