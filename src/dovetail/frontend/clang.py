"""Running clang: the preprocessor and the syntax tree, from the compiler inside of the `ziglang` package.

The compiler driver is not used: `clang -cc1` with the headers that ziglang carries (musl's) needs no system
compiler, no libc to be built, and takes a few milliseconds.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

import ziglang

from dovetail.frontend.compiler_process import Done, TooMuchOutput, run
from dovetail.frontend.errors import InputError
from dovetail.frontend.paths import ReadFile, dependencies, is_writable_name, operand, read_file, unescaped
from dovetail.frontend.syntax import Node, decode
from dovetail.program.position import Position
from dovetail.program.types import DataModel

STANDARDS = ("gnu11", "gnu89")
"""Tried in order: old code relies on what newer standards forbid (implicit int, implicit functions)."""

MAX_PREPROCESSED = 50_000_000
"""So many bytes may be left of a program by the preprocessor: a few lines of macros can make any number."""

_TRIPLE = {DataModel.ILP32: "i386-unknown-linux-musl", DataModel.LP64: "x86_64-unknown-linux-musl"}
_HEADERS = {DataModel.ILP32: "x86-linux-musl", DataModel.LP64: "x86_64-linux-musl"}
_LENIENT = (
    "-Wno-everything",  # also takes back the warnings that clang has made errors
    "-fno-caret-diagnostics",
    "-fno-builtin",
)
_SHIFTS = (
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wgnu-folding-constant",
    "-Wsystem-headers",
    "-fdiagnostics-print-source-range-info",
)
"""What makes the compiler tell of shifts by constants out of range."""


@cache
def zig() -> str:
    """The path of the compiler's executable."""
    return os.path.join(os.path.dirname(ziglang.__file__), "zig")


def _flags(model: DataModel) -> list[str]:
    flags = ["-triple", _TRIPLE[model], "-nostdsysteminc", "-fgnuc-version=4.2.1"]
    if model is DataModel.ILP32:
        flags += ["-target-feature", "+sse2", "-target-cpu", "pentium4"]
    for folder in _own_headers(model):
        flags += ["-internal-isystem", folder]
    return flags


@cache
def _own_headers(model: DataModel) -> tuple[str, ...]:
    """The folders of the header files that Dovetail brings along."""
    lib = os.path.join(os.path.dirname(ziglang.__file__), "lib")
    return (
        str(files("dovetail") / "include"),
        str(files("dovetail") / "frontend" / "library" / "include"),
        f"{lib}/include",
        f"{lib}/libc/include/{_HEADERS[model]}",
        f"{lib}/libc/include/generic-musl",
        f"{lib}/libc/include/any-linux-any",
    )


@dataclass(frozen=True, slots=True)
class Preprocessed:
    """The text of a C file after the preprocessor, with line markers, and what went into it beside Dovetail's
    own header files: the file itself, then header files, in order."""

    text: bytes
    read: tuple[ReadFile, ...]


def preprocess(path: Path, model: DataModel, include: tuple[str, ...] = ()) -> Preprocessed:
    """Raises InputError."""
    before = read_file(operand(path))
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        headers, others = f"{folder}/headers", f"{folder}/others"
        flags = [f"-I{operand(name)}" for name in include]
        flags += ["-sys-header-deps", "-header-include-file", headers]
        flags += ["-dependency-file", others, "-MT", "text"]
        text = _preprocess(operand(path), None, model, flags)
        # The second list is of all that was opened, but has slashes for backslashes; the first has the names
        # themselves, but line markers of the user's own can put others there.
        spelled: dict[str, list[str]] = {}
        for line in _content(headers).splitlines():
            spelled.setdefault(_slashed(unescaped(line)), []).append(unescaped(line))
        found: list[str] = []
        for name in dependencies(_content(others))[1:]:
            also = [one for one in spelled.get(_slashed(name), ()) if "\\" in one]
            found += [one for one in (name, *also) if os.path.exists(one) or not also]
    opened = (name for name in map(operand, found) if not _is_own(name, model))
    names = dict.fromkeys((operand(path), *opened))
    for name in names:
        if not is_writable_name(name):
            raise InputError(f"{operand(path)}: the path of a header file holds control characters")
    read = tuple(map(read_file, names))
    if read[0] != before:
        raise InputError(f"{operand(path)}: the file has changed while it was read")
    return Preprocessed(text, read)


def stands_in(name: str, include: tuple[str, ...], model: DataModel) -> str | None:
    """The header file of Dovetail's own that this one, from a folder of the user's, is read instead of."""
    for folder in include:
        inside = os.path.relpath(name, folder or ".")
        if any(Path(own, inside).is_file() for own in _own_headers(model)):
            return inside
    return None


def _is_own(name: str, model: DataModel) -> bool:
    real = os.path.realpath(name)
    return any(real.startswith(f"{os.path.realpath(folder)}/") for folder in _own_headers(model))


def _content(file: str) -> bytes:
    path = Path(file)
    return path.read_bytes() if path.exists() else b""


def _slashed(name: str) -> str:
    return os.path.normpath(name.replace("\\", "/"))


def preprocess_text(text: str, name: str, model: DataModel) -> bytes:
    """The same for a text that is in no file."""
    return _preprocess("-", f'# 1 "{name}"\n{text}'.encode(), model, [])


def _preprocess(file: str, text: bytes | None, model: DataModel, more: list[str]) -> bytes:
    command = [zig(), "clang", "-cc1", "-E", "-x", "c", *_flags(model), "-std=gnu11", *_LENIENT]
    command += ["-D__DOVETAIL__=1", *more, file, "-o", "-"]
    try:
        done = run(command, text, most=MAX_PREPROCESSED)
    except TooMuchOutput:
        megabytes = f"{MAX_PREPROCESSED / 1e6:.0f} MB"
        raise InputError(
            f"{file}: after the preprocessor this is more than Dovetail reads ({megabytes})"
        ) from None
    if done.status != 0:
        raise _complaint(done, file)
    return bytes(done.output)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the compiler makes of a preprocessed text."""

    tree: Node
    standard: str
    """The first of the language standards under which it compiles."""
    bad_shifts: frozenset[int]
    """Where the amounts stand of shifts by constants out of range, as offsets. A constant is what the
    compiler takes for one; that can be a variable that is declared const."""
    folded_shifts: tuple[Position, ...]
    """Such shifts inside of what has to be a constant: an enumerator, the length of an array."""


def parse(text: bytes, name: str, model: DataModel) -> Parsed:
    first: InputError | None = None
    for standard in STANDARDS:
        command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-ast-dump=json"]
        command += [*_flags(model), f"-std={standard}", *_LENIENT, *_SHIFTS, "-"]
        done = run(command, text, tree=True)
        if done.status == 0:
            said = done.errors.decode(errors="replace")
            return Parsed(decode(done.output), standard, _bad_shifts(said, text), _folded_shifts(said, name))
        first = first or _complaint(done, name)
    assert first is not None
    raise first


def record_layouts(text: bytes, model: DataModel, standard: str) -> str:
    """clang's own account of record layouts: needed where the tree does not tell (`#pragma pack`)."""
    command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-fdump-record-layouts-complete"]
    command += ["-fdump-record-layouts-simple", *_flags(model), f"-std={standard}", *_LENIENT, "-"]
    return run(command, text).output.decode(errors="replace")


_DIAGNOSTIC = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):[{}\d:-]* (?:fatal )?error: (?P<text>.*)$", re.M
)


_BAD_SHIFT = re.compile(
    r"^[^\n]*:\d+:\d+:\{(?P<line>\d+):(?P<column>\d+)-\d+:\d+\}: warning: [^\n]*\[-Wshift-count-\w+\]$", re.M
)
_FOLDED_SHIFT = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):[{}\d:-]* note: (?:negative )?shift count ", re.M
)


def _bad_shifts(said: str, text: bytes) -> frozenset[int]:
    """The lines and columns of ranges, other than those of messages, are the ones of the text itself."""
    found = list(_BAD_SHIFT.finditer(said))
    if not found:
        return frozenset()
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return frozenset(starts[int(one["line"]) - 1] + int(one["column"]) - 1 for one in found)


def _folded_shifts(said: str, name: str) -> tuple[Position, ...]:
    return tuple(dict.fromkeys(_position(found, name) for found in _FOLDED_SHIFT.finditer(said)))


def _complaint(done: Done, name: str) -> InputError:
    text = done.errors.decode(errors="replace")
    found = _DIAGNOSTIC.search(text)
    if found is None and done.status < 0:
        how = signal.Signals(-done.status).name
        return InputError(f"{name}: the compiler ended by {how}: the program may be nested too deeply for it")
    if found is None:
        return InputError(f"{name}: the compiler cannot read this file: {text.strip()[:400]}")
    return InputError(found["text"], _position(found, name))


def _position(found: re.Match[str], name: str) -> Position:
    file = name if found["file"] == "<stdin>" else found["file"]
    return Position(file, int(found["line"]), int(found["column"]))
