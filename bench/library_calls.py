"""Calls of a library function and of its model, side by side: the machinery of the library campaign.

The models are compiled by ziglang's clang into a shared object in which each has another name, with a shim
that gives the primitives a simple meaning. A row of the tables (`library_rows_*.py`) says how a function is
called; the same memory is handed to libc and, put back as it was, to the model, and results, memory and
(where it is specified) errno are compared. Where a model leaves a choice, it is fed with what the machine
chose: then the machine's result must come out, or it is not among those that the model allows.
"""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from ctypes import POINTER, c_char, c_int, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dovetail.frontend.library import library_sources, modelled_functions

PREFIX = "dovetail_model_"

SHIM = r"""
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
int dovetail_test_live, dovetail_test_halted, dovetail_test_refused, dovetail_test_stopped;
void *__dovetail_allocate(size_t n) {
    char *block = malloc(n + 16);
    *(size_t *)block = n;
    memset(block + 16, 0xa5, n);
    dovetail_test_live++;
    return block + 16;
}
void *__dovetail_allocate_zeroed(size_t n) { void *p = __dovetail_allocate(n); return memset(p, 0, n); }
void *__dovetail_allocate_aligned(size_t by, size_t n) { return by ? __dovetail_allocate(n) : 0; }
void __dovetail_free(void *block) { dovetail_test_live--; free((char *)block - 16); }
size_t __dovetail_object_size(const void *block) { return *(size_t *)((char *)block - 16); }
void __dovetail_copy(void *to, const void *from, size_t n) { memmove(to, from, n); }
void __dovetail_fill(void *to, int byte, size_t n) { memset(to, byte, n); }
void __dovetail_halt(int code) { dovetail_test_halted = code + 1; }
void __dovetail_stop(void) { dovetail_test_stopped = 1; }
void __dovetail_unsupported(const char *why) { (void)why; dovetail_test_refused = 1; }
void *__dovetail_open(size_t n) { return calloc(1, n); }
void __dovetail_close(void *stream) { free(stream); }
void __dovetail_readable(const void *from, size_t n) { (void)from, (void)n; }
int __dovetail_errno_matters(void) { return 1; }
int __dovetail_rounding_matters(void) { return 1; }
int __dovetail_descriptors_matter(void) { return 1; }
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m) { (void)(a - b), (void)(n + m); }

/* What the model is fed with: first the script, then always the same number. */
long long dovetail_test_script[4096], dovetail_test_choice;
int dovetail_test_length, dovetail_test_next;
static long long next(void) {
    if (dovetail_test_next < dovetail_test_length)
        return dovetail_test_script[dovetail_test_next++];
    return dovetail_test_choice;
}
const char *dovetail_test_memory;
int __dovetail_choice(void) { return (int)next(); }
#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long) INPUT(char, char) INPUT(uchar, unsigned char) INPUT(bool, _Bool)
INPUT(short, short) INPUT(ushort, unsigned short) INPUT(size_t, size_t)
double __VERIFIER_nondet_double(void) { long long v = next(); double d; memmove(&d, &v, 8); return d; }
float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_double(); }
void __VERIFIER_nondet_memory(void *to, size_t n) {
    if (dovetail_test_memory)
        memmove(to, dovetail_test_memory, n), dovetail_test_memory += n;
    else
        memset(to, 0, n);
}
void __VERIFIER_assume(int holds) { if (!holds) dovetail_test_stopped = 1; }
"""


class Memory:
    """A piece of memory that a call is handed a pointer into."""

    def __init__(self, content: bytes, size: int | None = None) -> None:
        self.size = max(len(content) if size is None else size, 1)
        self.before = content.ljust(self.size, b"\0")
        self.room = (c_char * (self.size + 16)).from_buffer_copy(self.before + b"\x5a" * 16)
        self.address = ctypes.addressof(self.room)
        self.inner: Memory | None = None
        """What it points to, so that that stays."""

    def restore(self) -> None:
        ctypes.memmove(self.address, self.before + b"\x5a" * 16, self.size + 16)

    def now(self) -> bytes:
        """With the bytes behind it, which nobody may touch."""
        return bytes(self.room)

    def at(self, offset: int) -> Inside:
        return Inside(self, offset)


@dataclass(frozen=True)
class Inside:
    """A pointer into the middle of a piece of memory."""

    memory: Memory
    offset: int


class Side:
    """One of the two libraries."""

    def __init__(self, library: ctypes.CDLL, prefix: str, models: ctypes.CDLL) -> None:
        self.library = library
        self.prefix = prefix
        self.is_model = bool(prefix)
        self._models = models
        location = self.function("__errno_location", POINTER(c_int))
        self._errno = location

    def function(self, name: str, result: Any, *parameters: Any) -> Any:
        found = self.library[self.prefix + name]
        found.restype = result
        if parameters:
            found.argtypes = list(parameters)
        return found

    @property
    def errno(self) -> int:
        return int(self._errno()[0])

    @errno.setter
    def errno(self, value: int) -> None:
        self._errno()[0] = value

    def feed(self, script: Sequence[int] = (), then: int = 0, memory: bytes | None = None) -> None:
        """What the model finds where it asks for a choice or an input; libc does not ask."""
        models = self._models
        room = (ctypes.c_longlong * 4096).in_dll(models, "dovetail_test_script")
        for index, value in enumerate(script):
            room[index] = _as_signed(value)
        c_int.in_dll(models, "dovetail_test_length").value = len(script)
        c_int.in_dll(models, "dovetail_test_next").value = 0
        ctypes.c_longlong.in_dll(models, "dovetail_test_choice").value = _as_signed(then)
        self._fed = memory
        c_void_p.in_dll(models, "dovetail_test_memory").value = (
            None if memory is None else ctypes.cast(ctypes.c_char_p(memory), c_void_p).value
        )

    def flag(self, name: str) -> int:
        """One of the shim's: live, halted, refused, stopped; read and put back."""
        held = c_int.in_dll(self._models, f"dovetail_test_{name}")
        value = held.value
        if name != "live":
            held.value = 0
        return value


def _as_signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


@dataclass(frozen=True)
class Feed:
    """What a model is to be fed with so that it does as the machine did."""

    script: tuple[int, ...] = ()
    then: int = 0
    memory: bytes | None = None


@dataclass(frozen=True)
class Outcome:
    """What a call did."""

    result: object
    memory: tuple[bytes, ...]
    errno: int | None


def as_it_is(result: object) -> object:
    return result


def text(result: int | None) -> bytes | None:
    """For `Row.seen`: the string behind a pointer."""
    return None if result is None else ctypes.string_at(result)


def is_null(result: int | None) -> bool:
    return result is None


@dataclass(frozen=True)
class Row:
    """How one function is called, again and again."""

    name: str
    result: Any
    """Its type for ctypes. A pointer is c_void_p; see `seen`."""
    parameters: tuple[Any, ...]
    arguments: Callable[[random.Random], Sequence[object]]
    """Numbers, `Memory`, `Inside`, callbacks."""
    seen: Callable[[Any], object] = as_it_is
    """What of the result counts: as it is, or the text that it points to."""
    errno: bool = False
    """Is errno specified? It is 0 before the call."""
    feed: Callable[[Outcome, Sequence[object]], Feed] | None = None
    """Given what the machine did. Without it, every choice is the machine's result, as an int."""
    libc: str = ""
    """The name under which the machine has it, if it is another."""

    def differs(self, real: Side, model: Side, choice: random.Random) -> str | None:
        arguments = self.arguments(choice)
        pieces = _pieces(arguments)
        wanted = self._call(real, self.libc or self.name, arguments, pieces)
        fed = self.feed(wanted, arguments) if self.feed is not None else Feed(then=_as_number(wanted.result))
        model.feed(fed.script, fed.then, fed.memory)
        got = self._call(model, self.name, arguments, pieces)
        if model.flag("refused"):
            return f"{_shown(arguments)}: refused"
        if got == wanted:
            return None
        return f"{_shown(arguments)}: libc {_told(wanted)}, model {_told(got)}"

    def _call(self, side: Side, name: str, arguments: Sequence[object], pieces: list[Memory]) -> Outcome:
        for piece in pieces:
            piece.restore()
        function = side.function(name, self.result, *self.parameters)
        handed = [_handed(argument) for argument in arguments]
        side.errno = 0
        result = function(*handed)
        number = side.errno
        return Outcome(self.seen(result), tuple(p.now() for p in pieces), number if self.errno else None)


@dataclass(frozen=True)
class Scenario:
    """Several calls that belong together: what `run` gives back must be the same on both sides. It is run on
    libc first; on the side of the model it is handed what came out there, to feed the model with."""

    names: tuple[str, ...]
    run: Callable[[Side, random.Random, Any], object]

    @property
    def name(self) -> str:
        return " ".join(self.names)

    def differs(self, real: Side, model: Side, choice: random.Random) -> str | None:
        seed = choice.randrange(1 << 32)
        model.feed()
        wanted = self.run(real, random.Random(seed), None)
        got = self.run(model, random.Random(seed), wanted)
        if model.flag("refused"):
            return f"seed {seed}: refused"
        return None if got == wanted else f"seed {seed}: libc {wanted!r}, model {got!r}"


def _pieces(arguments: Iterable[object]) -> list[Memory]:
    found: dict[int, Memory] = {}
    for argument in arguments:
        memory = argument.memory if isinstance(argument, Inside) else argument
        if isinstance(memory, Memory):
            found[memory.address] = memory
    return list(found.values())


def _handed(argument: object) -> Any:
    match argument:
        case Memory():
            return argument.address
        case Inside():
            return argument.memory.address + argument.offset
        case _:
            return argument


def _as_number(result: object) -> int:
    return int(result) if isinstance(result, int) else 0


def _shown(arguments: Sequence[object]) -> str:
    def one(argument: object) -> str:
        match argument:
            case Memory():
                return repr(argument.before)
            case Inside():
                return f"{argument.memory.before!r}+{argument.offset}"
            case _:
                return repr(argument)

    return f"({', '.join(map(one, arguments))})"


def _told(outcome: Outcome) -> str:
    memory = f", memory {list(outcome.memory)}" if outcome.memory else ""
    return f"gives {outcome.result!r}, errno {outcome.errno}{memory}"


def build_models(folder: Path) -> ctypes.CDLL:
    """All models under other names, and the shim, as one shared object."""
    renaming = [f"-D{name}={PREFIX}{name}" for name in sorted(modelled_functions())]
    common = [
        "clang",
        "--target=x86_64-linux-gnu",
        "-ffreestanding",
        "-fno-builtin",
        "-fwrapv",
        "-fPIC",
        "-O1",
    ]
    objects: list[Path] = []
    renaming += [f"-D{name}={PREFIX}{name}" for name in ("stdin", "stdout", "stderr")]
    for name, source_text in {**library_sources(), "shim.c": SHIM}.items():
        source = folder / name
        source.write_text(source_text)
        objects.append(source.with_suffix(".o"))
        _zig(*common, "-c", *([] if name == "shim.c" else renaming), source, "-o", objects[-1])
    library = folder / "libmodels.so"
    _zig("ld.lld", "-shared", "-o", library, *objects)
    return ctypes.CDLL(str(library))


def _zig(*arguments: object) -> None:
    command = [sys.executable, "-m", "ziglang", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr)


def sides(folder: Path) -> tuple[Side, Side]:
    models = build_models(folder)
    libc = ctypes.CDLL(None)
    ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
    libc.setlocale(6, b"C")
    return Side(libc, "", models), Side(models, PREFIX, models)
