"""A C program made into a native executable, and its runs on input vectors.

The text of the units is the preprocessed one with the front end's edits (docs/design/ground.md). `compiling`
makes an executable of it, with the harness in runtime/; this module hands it vectors, and turns the harness's
records into ends.

Not here: which functions have no body and need a stub, what the number of a check means, and what a violation
proves.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import toolchain
from dovetail.execution.native.compiling import STUBS, Making, Model, Part, executable
from dovetail.execution.native.coverage import Coverage
from dovetail.execution.native.elf import read_sections
from dovetail.execution.native.errors import NativeError
from dovetail.execution.native.lines import LineTable
from dovetail.execution.native.wire import (
    BY_NUMBER,
    SANITIZED,
    Comparison,
    Consumption,
    Limits,
    Record,
    Watched,
    decode_comparisons,
    decode_log,
    decode_records,
    encode_batch,
    encode_vector,
)
from dovetail.program.position import Position
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_MARKER = re.compile(r'^# \d+ "((?:[^"\\]|\\.)*)"', re.MULTILINE)
_BATCH_BYTES = 16 << 20
"""So much goes to one process at a time; it must fit into the address space of a 32-bit process beside the
heap."""

DEFAULT_TIMEOUT = 1.0
DEFAULT_MEMORY = 256 << 20
DEFAULT_STACK = 16 << 20
_MOST_MEMORY, _MOST_STACK = 768 << 20, 128 << 20  # what the layout in harness.h has room for on i386


@dataclass(frozen=True, slots=True)
class NativeRun:
    """One run: its end, and how many entries of each stream it consumed (more than there were, if it read
    on)."""

    end: End
    values_consumed: int
    memory_consumed: int
    log: bytes = b""
    log_lost: int = 0
    """So many consumptions are missing at the end of the log, which is limited to a mebibyte."""
    fresh: int = 0
    """With coverage: the edges that no run before has seen, or none about so often. Only such a run has a
    log."""
    new_edges: int = 0
    """Of these, the edges that no run before has seen at all."""
    steps: int = 0
    """With coverage: the blocks of the user's code that were entered."""
    compared: bytes = b""
    marks: bytes = b""
    events: tuple[int, ...] = ()
    """With probes, and if it was asked for: the targets reached, in order, as many of them as there is room
    for."""
    events_lost: bool = False
    states: frozenset[int] = frozenset()
    """With probes that abstract, and if it was asked for: the abstract states (`wire.Record`), as many as
    there is room for."""
    moves: frozenset[tuple[int, int]] = frozenset()
    """From one abstract state to the next."""
    states_lost: bool = False
    """Were there more of these?"""
    last_state: int = 0
    """The abstract state that it came to last; 0 if to none."""

    def reached(self) -> frozenset[int]:
        """With probes: the targets that it came to."""
        return frozenset(
            8 * at + bit for at, byte in enumerate(self.marks) if byte for bit in range(8) if byte >> bit & 1
        )

    def consumption(self, most: int | None = None) -> tuple[Consumption, ...]:
        """What was consumed, in order, and as which type; of a long run, on request, only the beginning."""
        return tuple(islice(decode_log(self.log), most))

    def comparisons(self) -> tuple[Comparison, ...]:
        """What was compared with what, if that was asked for."""
        return tuple(decode_comparisons(self.compared))


@dataclass(frozen=True, slots=True)
class _Watch:
    """What is wanted of a run beside its end."""

    coverage: Coverage | None
    steps: int
    comparisons: bool
    all_logs: bool
    events: bool
    abstract: bool

    def asked(self) -> Watched | None:
        if self.coverage is None:
            return None
        return Watched(self.coverage.state, self.steps, self.comparisons, self.all_logs)


class NativeProgram:
    """An executable in a directory that belongs to it. Make one with `build`."""

    def __init__(
        self, path: Path, sanitize: frozenset[str], library_files: frozenset[str], apart: int = 0
    ) -> None:
        self.path = path
        self.sanitize = sanitize
        self.apart = apart
        self.library_files = library_files

    def coverage(self) -> Coverage:
        """Of no run so far. Without edges if the program was not built for it."""
        guards = read_sections(self.path.read_bytes()).get(toolchain.EDGES, b"")
        return Coverage(len(guards) // 4)

    # ---- building ------------------------------------------------------------------------------------------

    @staticmethod
    def build(
        units: Sequence[str],
        *,
        data_model: DataModel | str,
        directory: Path,
        entry: str = "main",
        sanitize: frozenset[str] = frozenset(),
        stubs: str = "",
        library: Sequence[str] = (),
        watched: Sequence[str] = (),
        std: str = "gnu11",
        options: Sequence[Sequence[str]] = (),
        coverage: bool = False,
        apart: int = 0,
    ) -> NativeProgram:
        """Compiles and links; everything made for this program alone is written to `directory`. With
        `coverage` the units, not the stubs and the library, count the edges that a run takes. In the models
        that are `watched`, arithmetic is the user's. If not 0, objects are `apart` by that many bytes, a
        power of two (apart.py): for accesses that are watched. `options` are those of each unit; a standard
        of C among them is the only one that is tried.

        Raises CompileError, LinkError (with the names that nobody defines) or ToolchainError.
        """
        unknown = sanitize - SANITIZED
        if unknown:
            raise ValueError(f"no native run can watch for {', '.join(sorted(unknown))}")
        if apart & (apart - 1) or (apart and (coverage or "invalid-deref" not in sanitize)):
            raise ValueError("objects are apart by a power of two, to watch accesses, and without coverage")
        how = Making(DataModel(data_model), directory, sanitize, std, apart)
        directory.mkdir(parents=True, exist_ok=True)
        plain = toolchain.program_flags(sanitize)
        counted = (*plain, *toolchain.COVERAGE_FLAGS) if coverage else plain
        own = [*options, *[()] * (len(units) - len(options))]
        parts = [
            Part(f"unit{index}", text, (*counted, *more))
            for index, (text, more) in enumerate(zip(units, own, strict=True))
        ]
        if stubs:
            parts.append(Part(STUBS, stubs, plain))
        models = [Model(f"<library {index}>", text) for index, text in enumerate(library)]
        models += [
            Model(f"<library, watched {index}>", text, watched=True) for index, text in enumerate(watched)
        ]
        path = executable(parts, models, how, entry)
        return NativeProgram(path, sanitize, _files_of(models), apart)

    # ---- running -------------------------------------------------------------------------------------------

    def run(
        self,
        vector: InputVector,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        memory: int = DEFAULT_MEMORY,
        stack: int = DEFAULT_STACK,
    ) -> NativeRun:
        """One run; `timeout` is in seconds of CPU time."""
        return self.run_batch([vector], timeout=timeout, memory=memory, stack=stack)[0]

    def run_batch(
        self,
        vectors: Sequence[InputVector],
        *,
        timeout: float = DEFAULT_TIMEOUT,
        memory: int = DEFAULT_MEMORY,
        stack: int = DEFAULT_STACK,
        coverage: Coverage | None = None,
        steps: int = 0,
        comparisons: bool = False,
        all_logs: bool = False,
        events: bool = False,
        abstract: bool = False,
    ) -> list[NativeRun]:
        """One run for each vector, each in a process of its own and with limits of its own. With `coverage`,
        each says what it has seen that is new, and only those that did have a log, unless `all_logs` are
        wanted; `steps`, if not 0, ends it as `budget`; and `comparisons` are noted on request. With `events`,
        the order in which targets are reached comes back, too; with `abstract`, the abstract states."""
        if not 0 < memory <= _MOST_MEMORY or not 0 < stack <= _MOST_STACK:
            raise ValueError(f"a run may have up to {_MOST_MEMORY} bytes of heap and {_MOST_STACK} of stack")
        if not 0 < timeout <= 1e6:
            raise ValueError(f"{timeout} is no limit in seconds")
        limits = Limits(timeout, memory, stack)
        watch = _Watch(coverage, steps, comparisons, all_logs, events, abstract)
        runs: list[NativeRun] = []
        batch: list[bytes] = []
        size = 0
        for vector in vectors:
            encoded = encode_vector(vector)
            if batch and size + len(encoded) > _BATCH_BYTES:
                runs += self._run_encoded(batch, limits, watch)
                batch, size = [], 0
            batch.append(encoded)
            size += len(encoded)
        return runs + self._run_encoded(batch, limits, watch) if batch else runs

    def _run_encoded(self, vectors: Sequence[bytes], limits: Limits, watch: _Watch) -> list[NativeRun]:
        shadow = "invalid-deref" in self.sanitize
        coverage = watch.coverage
        batch = encode_batch(
            *(vectors, limits, self.sanitize),
            shadow=shadow,
            apart=self.apart,
            watched=watch.asked(),
            events=watch.events,
            abstract=watch.abstract,
        )
        handle = os.memfd_create("dovetail-batch", os.MFD_CLOEXEC)
        try:
            with open(handle, "wb", closefd=False) as file:
                file.write(batch.data)
            output, status = self._serve(handle, limits.wall_seconds * len(vectors) + 30)
            if coverage is not None:
                coverage.state = os.pread(handle, coverage.edges, batch.seen_at)
        finally:
            os.close(handle)
        records = list(decode_records(output, events=watch.events, abstract=watch.abstract))
        if status != 0 or len(records) != len(vectors):
            raise NativeError(
                f"{self.path} ended with status {status} after {len(records)} of {len(vectors)} runs"
            )
        return [self._judge(record) for record in records]

    def _serve(self, batch: int, patience: float) -> tuple[bytes, int]:
        server = subprocess.Popen(
            [str(self.path.absolute())],
            stdin=batch,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
        )
        with server:
            try:
                output, _ = server.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                server.kill()
                raise NativeError(
                    f"the harness did not answer within {patience:.0f} s for {self.path}"
                ) from None
            except BaseException:
                server.kill()
                raise
        return output, server.returncode

    # ---- judging -------------------------------------------------------------------------------------------

    def _judge(self, record: Record) -> NativeRun:
        kind = EndKind(record.end)
        detail = record.text
        if kind is EndKind.UNDEFINED and record.number:
            detail = _signal_name(record.number) + (f": {detail}" if detail else "")
        numbered = record.check == BY_NUMBER
        end = End(
            kind=kind,
            exit_code=record.number if kind is EndKind.NORMAL else None,
            check_kind=None if numbered or kind is not EndKind.VIOLATION else record.check,
            check_id=record.number if numbered else None,
            # The front end knows where its checks are, and in the text before its edits.
            position=None if numbered or kind is EndKind.ASSUMPTION else self._position(record),
            detail=detail,
        )
        return NativeRun(
            end,
            record.values,
            record.memory,
            record.log,
            record.log_lost,
            record.fresh,
            record.new_edges,
            record.steps,
            record.comparisons,
            record.marks,
            record.events,
            record.events_lost,
            frozenset(record.states),
            frozenset((move >> 32, move & 0xFFFFFFFF) for move in record.moves),
            record.states_lost,
            record.last_state,
        )

    @cached_property
    def _lines(self) -> LineTable:
        return LineTable.read(self.path)

    def _position(self, record: Record) -> Position | None:
        """Where it happened: the innermost place outside of the library models, or inside if there is no
        other."""
        if record.file and record.file not in self.library_files:
            return Position(record.file, record.line, record.column)
        places = [place for frame in record.frames if (place := self._lines.at(frame)) is not None]
        own = [place for place in places if place.file not in self.library_files]
        return next(iter(own or places), None)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has no name
        return f"signal {number}"


def _files_of(models: Sequence[Model]) -> frozenset[str]:
    """The names that places in models are said by."""
    written = (match[1] for model in models for match in _MARKER.finditer(model.text))
    return frozenset({model.name for model in models}).union(
        re.sub(r"\\(.)", r"\1", name) for name in written
    )
