"""The wire between Python and the harness: a batch of vectors goes over, a record for each comes back.

The other half is runtime/harness.h, and the two must agree to the byte. Nothing here runs anything.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import starmap

from dovetail.execution.inputs import Entry, InputVector, as_double, as_integer, as_single
from dovetail.quick_dataclass import dataclass

_MAGIC = 0x44544C35
_BATCH = struct.Struct("<II4Q2I2Q6IQ")
_VECTOR = struct.Struct("<IIIIQ")
_PIECE = struct.Struct("<QQ")
_VALUE = struct.Struct("<QQdfI")
_SMALL = struct.Struct("<qqdfI")
_RECORD = struct.Struct("<IIi17IQQ")
_COMPARISON = struct.Struct("<IIQQ")
EVENTS = 1 << 14
"""So many targets that a run reaches come back in order."""
KEPT = 1 << 13
"""So many abstract states of a run come back, and so many moves between them."""
_LOG_ENTRY = struct.Struct("<BBI")
_PAGE = 4096

ENDS = ("none", "normal", "violation", "assumption", "undefined", "unsupported", "budget")
"""By number: how the harness says that a run ended."""

BY_NUMBER = "by number"
CHECKS = (
    *("none", BY_NUMBER, "unreach-call", "assertion", "overflow", "division-by-zero", "shift"),
    *("invalid-deref", "invalid-free", "memory-leak", "memory-cleanup"),
    *("unsigned-overflow", "conversion"),
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
class Watched:
    """Coverage that is asked for: what has been seen so far, one byte an edge, and a limit in steps for each
    run (0: none)."""

    seen: bytes
    steps: int
    comparisons: bool = False
    all_logs: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """The bytes that go over. `seen_at` is where the map of what has been seen is in them, before and
    after."""

    data: bytes
    seen_at: int


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
    fresh: int
    new_edges: int
    steps: int
    address: int
    frames: tuple[int, ...]
    text: str
    file: str
    marks: bytes
    log: bytes
    comparisons: bytes
    events: tuple[int, ...]
    events_lost: bool
    """Were there more than came back?"""
    states: tuple[int, ...]
    """Abstract states: the number of a place, times 2^16, plus the bits of the predicates that hold."""
    moves: tuple[int, ...]
    """From one abstract state, times 2^32, to the next."""
    states_lost: bool
    last_state: int
    """0 if there is none."""


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


def encode_batch(
    vectors: Sequence[bytes],
    limits: Limits,
    checks: frozenset[str],
    *,
    shadow: bool,
    apart: int = 0,
    watched: Watched | None = None,
    events: bool = False,
    abstract: bool = False,
) -> Batch:
    """A batch of encoded vectors."""
    mask = sum(1 << number for number, check in enumerate(CHECKS) if check in checks)
    cpu, wall = int(limits.cpu_seconds * 1e6), int(limits.wall_seconds * 1e6)
    heap, stack = (_pages(size) for size in (limits.memory_bytes, limits.stack_bytes))
    seen, steps = (b"", 0) if watched is None else (watched.seen, watched.steps)
    compare = watched is not None and watched.comparisons
    few_logs = watched is not None and not watched.all_logs
    seen_at = _pages(_BATCH.size + sum(map(len, vectors))) if seen else 0
    # A log is as long as what was consumed: of runs that found nothing new nobody wants to know.
    header = (_MAGIC, len(vectors), max(cpu, 1), wall, heap, stack, mask, shadow)
    parts = [
        _BATCH.pack(*header, steps, seen_at, len(seen), few_logs, compare, events, abstract, 0, apart),
        *vectors,
    ]
    if seen:
        used = sum(map(len, parts))
        parts += (bytes(seen_at - used), seen, bytes(_pages(len(seen)) - len(seen)))
    return Batch(b"".join(parts), seen_at)


def _pages(size: int) -> int:
    """As many bytes, in whole pages."""
    return -(-size // _PAGE) * _PAGE


# ---- and back ----------------------------------------------------------------------------------------------


def decode_records(data: bytes, *, events: bool = False, abstract: bool = False) -> Iterator[Record]:
    """The records in what the harness wrote; a last one that is cut short is left out."""
    at = 0
    while at + _RECORD.size <= len(data):
        fields = _RECORD.unpack_from(data, at)
        end, check, number, line, column, values, memory, frame_count, text, file, log, lost = fields[:12]
        fresh, new_edges, compared, marks, event_count, state_count, move_count, last, steps, address = (
            fields[12:]
        )
        kept = min(event_count, EVENTS) if events else 0
        states, moves = (min(count, KEPT) if abstract else 0 for count in (state_count, move_count))
        at += _RECORD.size
        compared *= _COMPARISON.size
        if at + 8 * frame_count + text + file + marks + log + compared + 4 * kept + 8 * (
            states + moves
        ) > len(data):
            return
        frames = struct.unpack_from(f"<{frame_count}Q", data, at)
        at += 8 * frame_count
        pieces = []
        for count in (text, file, marks, log, compared):
            pieces.append(data[at : at + count])
            at += count
        order = struct.unpack_from(f"<{kept}I", data, at)
        at += 4 * kept
        keys = struct.unpack_from(f"<{states + moves}Q", data, at)
        at += 8 * (states + moves)
        yield Record(
            end=ENDS[end],
            check=CHECKS[check],
            number=number,
            line=line,
            column=column,
            values=values,
            memory=memory,
            log_lost=lost,
            fresh=fresh,
            new_edges=new_edges,
            steps=steps,
            address=address,
            frames=frames,
            text=pieces[0].decode("utf-8", "replace"),
            file=pieces[1].decode("utf-8", "surrogateescape"),
            marks=pieces[2],
            log=pieces[3],
            comparisons=pieces[4],
            events=order,
            events_lost=event_count > EVENTS,
            states=keys[:states],
            moves=keys[states:],
            states_lost=max(state_count, move_count) > KEPT,
            last_state=last,
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two integers of so many bytes that a run compared, as bit patterns. `site` tells where: the same number
    in another run is the same place."""

    site: int
    size: int
    left: int
    right: int


def decode_comparisons(data: bytes) -> Iterator[Comparison]:
    """In the order of the run; of one place, not more than the first few."""
    return starmap(Comparison, _COMPARISON.iter_unpack(data))
