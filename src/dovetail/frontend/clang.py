"""Running clang: the preprocessor and the syntax tree, from the compiler inside of the `ziglang` package.

The compiler driver is not used: `clang -cc1` with the headers that ziglang carries (musl's) needs no system
compiler, no libc to be built, and takes a few milliseconds.
"""

from __future__ import annotations

import os
import re
import signal
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import ziglang

from dovetail.frontend.compiler_process import Done, TooMuchOutput, run
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import NO_FLAGS, Flags
from dovetail.frontend.paths import ReadFile, dependencies, is_writable_name, operand, read_file, unescaped
from dovetail.frontend.syntax import Node, decode
from dovetail.program.position import Position
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

STANDARDS = ("gnu11", "gnu89", "gnu23")
"""Tried in order: old code relies on what newer standards forbid (implicit int, implicit functions), and has
names that are words of the language now (bool, nullptr)."""
NEWEST = STANDARDS[-1]

_INFERRED = re.compile(rb"\b(?:auto|auto const|const auto)\s+[A-Za-z_]\w*\s*=")
"""A declaration that takes the type of its initialiser in C23, and is an int in C89; in between there is no
such thing."""

MAX_PREPROCESSED = 50_000_000
"""So many bytes may be left of a program by the preprocessor: a few lines of macros can make any number."""

_TRIPLE = {DataModel.ILP32: "i386-unknown-linux-musl", DataModel.LP64: "x86_64-unknown-linux-musl"}
_HEADERS = {DataModel.ILP32: "x86-linux-musl", DataModel.LP64: "x86_64-linux-musl"}
_LENIENT = (
    "-Wno-everything",  # also takes back the warnings that clang has made errors
    "-fno-caret-diagnostics",
    "-fno-builtin",
)
_TOLD = (
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wgnu-folding-constant",
    "-Winitializer-overrides",
    "-Wunknown-attributes",
    "-Wignored-attributes",
    "-Wsystem-headers",
    "-fdiagnostics-print-source-range-info",
)
"""What makes the compiler tell of shifts by constants out of range, and of initialisers and attributes that
it drops."""


_FRONTEND = Path(__file__).parent


@cache
def zig() -> str:
    """The path of the compiler's executable."""
    return os.path.join(os.path.dirname(ziglang.__file__), "zig")


_PREDICATES = tuple(
    f"-D__builtin_{op}_overflow_p(a,b,c)=((void)(c),__builtin_{op}_overflow((a),(b),&(__typeof__(c)){{0}}))"
    for op in ("add", "sub", "mul")
)
"""GCC's questions whether a result would fit the type of the third operand, which clang does not have."""


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
        str(_FRONTEND.parent / "include"),
        str(_FRONTEND / "library" / "include"),
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


def preprocess(
    path: Path,
    model: DataModel,
    given: Flags = NO_FLAGS,
    standard: str = STANDARDS[0],
    *,
    comments: bool = False,
) -> Preprocessed:
    """With its comments, if they are asked for. Raises InputError."""
    before = read_file(operand(path))
    made = _preprocessed(operand(path), None, model, given, standard, ["-C"] if comments else [])
    if made.read[:1] != (before,):
        raise InputError(f"{operand(path)}: the file has changed while it was read")
    return made


BEHIND = b"#pragma dovetail_behind"


def preprocess_behind(
    path: Path, more: Path, model: DataModel, given: Flags = NO_FLAGS, standard: str = STANDARDS[0]
) -> Preprocessed:
    """What another file comes to that is read behind the first, with its types and macros; only that, and all
    that was read for it. Raises InputError."""
    names = [operand(one) for one in (path, more)]
    for name in names:
        if '"' in name or "\n" in name:
            raise InputError(f"{name}: such a name cannot be written into C text")
    text = f'#include "{names[0]}"\n{BEHIND.decode()}\n#include "{names[1]}"\n'
    made = _preprocessed(names[0], text.encode(), model, given, standard)
    _, _, behind = made.text.partition(b"\n" + BEHIND)
    if not os.path.isabs(names[1]):  # as the user has it: to the compiler it is beside the text
        behind = re.sub(
            rb'^(# \d+ ")\./(?=' + re.escape(names[1].encode()) + rb'")', rb"\1", behind, flags=re.M
        )
    return Preprocessed(b"\n" + behind, (read_file(names[1]), *made.read))


def _preprocessed(
    name: str, text: bytes | None, model: DataModel, given: Flags, standard: str, more: Sequence[str] = ()
) -> Preprocessed:
    """A file, or a text that includes it."""
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        headers, others = f"{folder}/headers", f"{folder}/others"
        flags = [*given.for_preprocessor(), "-sys-header-deps", "-header-include-file", headers]
        flags += ["-dependency-file", others, "-MT", "text", *more]
        made = _preprocess(name if text is None else "-", text, model, given.standard or standard, flags)
        # The second list is of all that was opened, but has slashes for backslashes; the first has the names
        # themselves, but line markers of the user's own can put others there.
        spelled: dict[str, list[str]] = {}
        for line in _content(headers).splitlines():
            spelled.setdefault(_slashed(unescaped(line)), []).append(unescaped(line))
        found: list[str] = []
        for opened in dependencies(_content(others))[1:]:
            also = [one for one in spelled.get(_slashed(opened), ()) if "\\" in one]
            found += [one for one in (opened, *also) if os.path.exists(one) or not also]
    others_ = (one for one in map(operand, found) if not is_own_header(one, model))
    names = dict.fromkeys((name, *others_))
    for one in names:
        if not is_writable_name(one):
            raise InputError(f"{name}: the path of a header file holds control characters")
    return Preprocessed(made, tuple(map(read_file, names)))


def stands_in(name: str, folders: tuple[str, ...], model: DataModel) -> str | None:
    """The header file of Dovetail's own that this one, from a folder of the user's, is read instead of."""
    for folder in folders:
        inside = os.path.relpath(name, folder or ".")
        if any(os.path.isfile(os.path.join(own, inside)) for own in _own_headers(model)):
            return inside
    return None


def is_own_header(name: str, model: DataModel) -> bool:
    """Is it one of the header files that Dovetail brings along?"""
    real = os.path.realpath(name)
    return any(real.startswith(f"{os.path.realpath(folder)}/") for folder in _own_headers(model))


def includes_own(text: bytes, model: DataModel) -> bool:
    """Is there a line of a header file of the C library or the compiler in what the preprocessor has made?"""
    return any(f'"{folder}/'.encode() in text for folder in _own_headers(model)[1:])


@lru_cache(maxsize=1024)
def is_system_header(name: str, model: DataModel) -> bool:
    """Is it a header file of the C library or the compiler, rather than Dovetail's or the user's?"""
    real = os.path.realpath(name)
    return any(real.startswith(f"{os.path.realpath(folder)}/") for folder in _own_headers(model)[1:])


def _content(file: str) -> bytes:
    path = Path(file)
    return path.read_bytes() if path.exists() else b""


def _slashed(name: str) -> str:
    return os.path.normpath(name.replace("\\", "/"))


def preprocess_text(text: str, name: str, model: DataModel) -> bytes:
    """The same for a text that is in no file."""
    return _preprocess("-", f'# 1 "{name}"\n{text}'.encode(), model, STANDARDS[0], [])


def _preprocess(file: str, text: bytes | None, model: DataModel, standard: str, more: list[str]) -> bytes:
    command = [zig(), "clang", "-cc1", "-E", "-x", "c", *_flags(model), *_LENIENT]
    command += [f"-std={standard}", "-D__DOVETAIL__=1", *_PREDICATES, *more, file, "-o", "-"]
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
class Ignored:
    """An attribute that the compiler does not know, or has no use for where it stands. `offset` is -1 where
    it does not tell."""

    name: str
    position: Position
    offset: int


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the compiler makes of a preprocessed text."""

    tree: Node
    standard: str
    """The one that was asked for, or else the first of the language standards under which it compiles."""
    bad_shifts: frozenset[int]
    """Where the amounts stand of shifts by constants out of range, as offsets. A constant is what the
    compiler takes for one; that can be a variable that is declared const."""
    folded_shifts: tuple[Position, ...]
    """Such shifts inside of what has to be a constant: an enumerator, the length of an array."""
    overridden: tuple[Position, ...]
    """Initialisers with effects that a later one for the same part takes the place of."""
    ignored: tuple[Ignored, ...]


def parse(text: bytes, name: str, model: DataModel, given: Flags = NO_FLAGS) -> Parsed:
    first: InputError | None = None
    newest_first = _INFERRED.search(text) is not None
    order = sorted(STANDARDS, key=lambda one: newest_first and one != NEWEST)
    for standard in order if given.standard is None else (given.standard,):
        command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-ast-dump=json"]
        command += [*_flags(model), f"-std={standard}", *given.for_language(), *_LENIENT, *_TOLD, "-"]
        done = run(command, text, tree=True)
        if done.status == 0:
            said = done.errors.decode(errors="replace")
            return Parsed(
                decode(done.output),
                standard,
                _bad_shifts(said, text),
                _told_of(_FOLDED_SHIFT, said, name),
                _told_of(_OVERRIDDEN, said, name),
                _ignored(said, text, name),
            )
        first = first or _complaint(done, name)
    assert first is not None
    raise first


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error, at a line and a column of the text, from 1, and the operands that it is about."""

    line: int
    column: int
    text: str
    ranges: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()


def complaints(text: bytes, model: DataModel, standard: str, given: Flags) -> list[Complaint]:
    """What is wrong with a text that has no line markers."""
    command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-ferror-limit", "0"]
    command.append("-fdiagnostics-print-source-range-info")
    done = run([*command, *_flags(model), f"-std={standard}", *given.for_language(), *_LENIENT, "-"], text)
    found = _DIAGNOSTIC.finditer(done.errors.decode(errors="replace"))
    return [
        Complaint(int(one["line"]), int(one["column"]), one["text"], tuple(_ranges(one["ranges"])))
        for one in found
    ]


def _ranges(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for each in re.findall(r"\{(\d+):(\d+)-(\d+):(\d+)\}", text):
        line, column, last, end = map(int, each)
        yield (line, column), (last, end)


def built_in_types(
    text: bytes, model: DataModel, standard: str, names: set[str], given: Flags = NO_FLAGS
) -> dict[str, str]:
    """The types that the compiler gives to functions of the library that are used without a declaration:
    `malloc` returns a pointer all the same."""
    command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-ast-dump=json"]
    lenient = [flag for flag in _LENIENT if flag != "-fno-builtin"]
    done = run(
        [*command, *_flags(model), f"-std={standard}", *given.for_language(), *lenient, "-"], text, tree=True
    )
    if done.status != 0:
        return {}
    return {
        node.name: node.type.text
        for node in decode(done.output).inner
        if node.kind == "FunctionDecl" and node.implicit and node.name in names and node.type is not None
    }


def record_layouts(text: bytes, model: DataModel, standard: str, given: Flags = NO_FLAGS) -> str:
    """clang's own account of record layouts: needed where the tree does not tell (`#pragma pack`)."""
    command = [zig(), "clang", "-cc1", "-x", "cpp-output", "-fsyntax-only", "-fdump-record-layouts-complete"]
    command += ["-fdump-record-layouts-simple", *_flags(model), f"-std={standard}", *given.for_language()]
    command += [*_LENIENT, "-"]
    return run(command, text).output.decode(errors="replace")


_DIAGNOSTIC = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):(?P<ranges>[{}\d:-]*) (?:fatal )?error: (?P<text>.*)$",
    re.M,
)


_BAD_SHIFT = re.compile(
    r"^[^\n]*:\d+:\d+:\{(?P<line>\d+):(?P<column>\d+)-\d+:\d+\}: warning: [^\n]*\[-Wshift-count-\w+\]$", re.M
)
_FOLDED_SHIFT = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):[{}\d:-]* note: (?:negative )?shift count ", re.M
)
_OVERRIDDEN = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):[{}\d:-]* note: previous initialization with side ",
    re.M,
)
_IGNORED = re.compile(
    r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+):(?:\{(?P<row>\d+):(?P<place>\d+)-[^\n]*?\}:)? "
    r"warning: [^\n']*'(?P<name>[^'\n]*)'[^\n]*\[-W(?:unknown|ignored)-attributes\]$",
    re.M,
)


def _bad_shifts(said: str, text: bytes) -> frozenset[int]:
    """The lines and columns of ranges, other than those of messages, are the ones of the text itself."""
    found = list(_BAD_SHIFT.finditer(said))
    if not found:
        return frozenset()
    starts = _starts(text)
    return frozenset(starts[int(one["line"]) - 1] + int(one["column"]) - 1 for one in found)


def _starts(text: bytes) -> list[int]:
    """The offsets of lines."""
    starts = [0]
    for line in text.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _ignored(said: str, text: bytes, name: str) -> tuple[Ignored, ...]:
    found = list(_IGNORED.finditer(said))
    starts = _starts(text) if found else []

    def offset(one: re.Match[str]) -> int:
        return -1 if one["row"] is None else starts[int(one["row"]) - 1] + int(one["place"]) - 1

    return tuple(Ignored(one["name"], _position(one, name), offset(one)) for one in found)


def _told_of(what: re.Pattern[str], said: str, name: str) -> tuple[Position, ...]:
    return tuple(dict.fromkeys(_position(found, name) for found in what.finditer(said)))


def _complaint(done: Done, name: str) -> InputError:
    text = done.errors.decode(errors="replace")
    found = _DIAGNOSTIC.search(text)
    if found is None and done.status < 0:
        how = signal.Signals(-done.status).name
        return InputError(f"{name}: the compiler ended by {how}: the program may be nested too deeply for it")
    if found is None:
        return InputError(f"{name}: the compiler cannot read this file: {text.strip()[:400]}")
    return InputError(found["text"] + _what_to_do(found["text"]), _position(found, name))


_MISSING = re.compile(r"'(?P<header>[^']+)' file not found")
_SYSTEM_FOLDERS = ("/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu")


def _what_to_do(complaint: str) -> str:
    """About a header file that is not there."""
    missing = _MISSING.match(complaint)
    if missing is None:
        return ""
    there = next(
        (folder for folder in _SYSTEM_FOLDERS if os.path.isfile(f"{folder}/{missing['header']}")), None
    )
    system = f"; for the one in {there}, it is -idirafter {there}" if there is not None else ""
    return (
        ": it is none of the C library's that Dovetail brings along; name the folder that it is in with -I, "
        f"or take the flags of the build with -p (what the build makes is there once it has run){system}"
    )


def _position(found: re.Match[str], name: str) -> Position:
    file = name if found["file"] == "<stdin>" else found["file"]
    return Position(file, int(found["line"]), int(found["column"]))
