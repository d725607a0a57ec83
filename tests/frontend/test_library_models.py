"""The models of library functions, held to the machine's own libc.

The models are compiled by ziglang's clang into a shared object in which each function has another name
(`dovetail_model_strlen` for `strlen`), together with a shim that gives the primitives a simple meaning;
both they and libc are called through ctypes with the same random and boundary arguments. No other compiler
is needed.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
import random
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from ctypes import (
    CFUNCTYPE,
    POINTER,
    byref,
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_long,
    c_longlong,
    c_size_t,
    c_ulong,
    c_ulonglong,
    c_ushort,
    c_void_p,
    create_string_buffer,
)
from pathlib import Path
from typing import Any

import pytest

from dovetail.frontend.clang import preprocess_text
from dovetail.frontend.library import defining_file, library_sources, modelled_functions
from dovetail.frontend.source import Source
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import DataModel, Target
from thinned import thinned

SHIM = r"""
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void free(void *); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
/* A block has its size in front of it and a known pattern in it. */
int dovetail_test_live, dovetail_test_value, dovetail_test_exit_code = -1;
void *__dovetail_allocate(size_t n) {
    char *block = malloc(n + 16);
    *(size_t *)block = n;
    memset(block + 16, 0xa5, n);
    dovetail_test_live++;
    return block + 16;
}
void *__dovetail_allocate_zeroed(size_t n) {
    void *p = __dovetail_allocate(n);
    memset(p, 0, n);
    return p;
}
void *__dovetail_allocate_aligned(size_t by, size_t n) { return by ? __dovetail_allocate(n) : 0; }
void __dovetail_free(void *block) { dovetail_test_live--; free((char *)block - 16); }
size_t __dovetail_object_size(const void *block) { return *(size_t *)((char *)block - 16); }
void __dovetail_copy(void *to, const void *from, size_t n) { memmove(to, from, n); }
void __dovetail_fill(void *to, int byte, size_t n) { memset(to, byte, n); }
void __dovetail_halt(int code) { dovetail_test_exit_code = code; }
void __dovetail_stop(void) {}
void *__dovetail_open(size_t n) { return __dovetail_allocate_zeroed(n); }
void __dovetail_close(void *stream) { __dovetail_free(stream); }
void __dovetail_readable(const void *from, size_t n) { (void)from, (void)n; }
int __dovetail_errno_matters(void) { return 1; }
int __dovetail_rounding_matters(void) { return 1; }
int __dovetail_descriptors_matter(void) { return 1; }
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m) { (void)(a - b), (void)(n + m); }
int dovetail_test_choice;
int __dovetail_choice(void) { return dovetail_test_choice; }
int __VERIFIER_nondet_int(void) { return dovetail_test_value; }
long __VERIFIER_nondet_long(void) { return dovetail_test_value; }
long long __VERIFIER_nondet_longlong(void) { return dovetail_test_value; }
unsigned __VERIFIER_nondet_uint(void) { return dovetail_test_value; }
size_t __VERIFIER_nondet_size_t(void) { return dovetail_test_value; }
float __VERIFIER_nondet_float(void) { return dovetail_test_value; }
double __VERIFIER_nondet_double(void) { return dovetail_test_value; }
void __VERIFIER_nondet_memory(void *to, size_t n) { memset(to, 0, n); }
int dovetail_test_refused;
void __dovetail_unsupported(const char *why) { (void)why; dovetail_test_refused++; }
"""

PREFIX = "dovetail_model_"
# glibc has no functions of these names; the oracle is the one that its headers use instead.
SAME_AS = {"signbit": "__signbit", "isfinite": "finite"}


def zig(*arguments: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("models")
    objects: list[Path] = []
    streams = ("stdin", "stdout", "stderr")
    renaming = [f"-D{name}={PREFIX}{name}" for name in (*sorted(modelled_functions()), *streams)]
    common = [
        "clang",
        "--target=x86_64-linux-gnu",
        "-ffreestanding",
        "-fno-builtin",
        "-fwrapv",
        "-fPIC",
        "-O1",
        "-c",
    ]
    for name, text in {**library_sources(), "shim.c": SHIM}.items():
        source = folder / name
        source.write_text(text)
        objects.append(source.with_suffix(".o"))
        zig(*common, *([] if name == "shim.c" else renaming), source, "-o", objects[-1])
    library = folder / "libmodels.so"
    zig("ld.lld", "-shared", "-o", library, *objects)
    return ctypes.CDLL(str(library))


@pytest.fixture(scope="module")
def libm() -> ctypes.CDLL:
    return ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")


LIBC = ctypes.CDLL(None)


class Both:
    """One function in both libraries."""

    def __init__(
        self, models: ctypes.CDLL, libc: ctypes.CDLL, name: str, result: Any, *parameters: Any
    ) -> None:
        self.name = name
        if not hasattr(libc, SAME_AS.get(name, name)):
            pytest.skip(f"this libc has no {name}")
        self.model = models[PREFIX + name]
        self.real = libc[SAME_AS.get(name, name)]
        for function in (self.model, self.real):
            function.restype = result
            function.argtypes = list(parameters)


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


# --- the files themselves ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("target", ["i386-linux-musl", "x86_64-linux-musl"])
def test_every_file_compiles_without_a_warning_and_needs_only_models_and_primitives(
    target: str, tmp_path: Path
) -> None:
    sources = []
    for name, text in library_sources().items():
        assert "#include" not in text
        # What a machine computes by an instruction, the Program must not.
        assert "asm" not in text or ("asm" not in text.split("#else")[0] and "#ifdef __DOVETAIL__" in text)
        sources.append(tmp_path / name)
        sources[-1].write_text(text)
    shim = tmp_path / "shim.c"
    # On a 32-bit machine the division of 64-bit numbers is a function of the compiler's runtime.
    runtime = "long long __divdi3(long long a, long long b) { return a && b; } void *__moddi3 = &__divdi3, "
    runtime += "*__udivdi3 = &__divdi3, *__umoddi3 = &__divdi3;"
    runtime += "double __floatundidf(unsigned long long a) { return (int)a; }"
    shim.write_text(SHIM + runtime + "void _start(void) {}")
    flags = [
        "clang",
        f"--target={target}",
        "-ffreestanding",
        "-fno-builtin",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-c",
    ]
    objects = []
    for source in [*sources, shim]:
        objects.append(source.with_suffix(".o"))
        zig(*flags, *(["-w"] if source is shim else []), source, "-o", objects[-1])
    emulation = "elf_i386" if target.startswith("i386") else "elf_x86_64"
    zig("ld.lld", "-m", emulation, "-static", "-o", tmp_path / "all", *objects)


def test_the_scan_finds_the_functions_that_the_compiler_finds(models: ctypes.CDLL) -> None:
    assert len(modelled_functions()) > 150
    for name in modelled_functions():
        assert models[PREFIX + name], name
    assert {"strlen", "qsort", "malloc", "printf", "__ctype_b_loc", "fmod", "isalpha"} <= modelled_functions()
    for left_out in (
        "abort",
        "__assert_fail",
        "reach_error",
        "gets",
        "tgamma",
        "__VERIFIER_nondet_int",
    ):
        assert left_out not in modelled_functions()
    assert defining_file("strlen") == "string.c" and defining_file("tgamma") is None


@pytest.mark.parametrize("file", thinned(sorted(library_sources()), 3))
def test_nothing_that_has_an_address_starts_without_a_value(file: str) -> None:
    """A variable of the user's takes its first value from the input vector, by an edit of the native copy.
    The text of a model is not edited."""
    text = preprocess_text(library_sources()[file], file, DataModel.LP64)
    unit = TranslationUnit(Source(file, text, library=True), Target(DataModel.LP64), index=1)
    open_ones = [
        node.name
        for function in unit.functions.values()
        for node in function.walk()
        if node.kind == "VarDecl" and not node.init and node.storage != "static"
        if node.id in unit.taken or (node.type is not None and "[" in node.type.text)
    ]
    assert open_ones == []


# --- strings ----------------------------------------------------------------------------------------------


def strings(seed: int, count: int, alphabet: bytes = b"aAbB,; \xff\x80z") -> Iterator[bytes]:
    """Short strings over a small alphabet, so that matches are common; the empty one first."""
    yield b""
    choice = random.Random(seed)
    for _ in range(count):
        yield bytes(choice.choice(alphabet) for _ in range(choice.randrange(0, 12)))


def pairs(seed: int, count: int) -> Iterator[tuple[bytes, bytes]]:
    """Pairs of strings of which the second is often a prefix, a part or a near copy of the first."""
    choice = random.Random(seed)
    for first, second in zip(strings(seed, count), strings(seed + 1, count), strict=True):
        match choice.randrange(4):
            case 0:
                yield first, second
            case 1:
                yield first, first[choice.randrange(len(first) + 1) :][: choice.randrange(4)]
            case 2:
                yield first, first.swapcase()
            case _:
                yield first, first[:-1] + second[:1]


@pytest.mark.parametrize("name", ["strcmp", "strcasecmp", "strncmp", "strncasecmp", "memcmp", "bcmp"])
def test_comparisons(models: ctypes.CDLL, name: str) -> None:
    counted = name not in ("strcmp", "strcasecmp")
    both = Both(models, LIBC, name, c_int, c_char_p, c_char_p, *([c_size_t] if counted else []))
    choice = random.Random(name)
    for a, b in pairs(1, 600):
        limit = min(len(a), len(b)) + 1 if name in ("memcmp", "bcmp") else 14
        extra = (choice.randrange(limit + 1),) if counted else ()
        got, wanted = both.model(a, b, *extra), both.real(a, b, *extra)
        assert (sign(got) == sign(wanted)) if name != "bcmp" else (bool(got) == bool(wanted)), (a, b, extra)


@pytest.mark.parametrize("name", ["strchr", "strrchr", "index", "rindex", "strchrnul", "memchr", "memrchr"])
def test_search_for_a_character(models: ctypes.CDLL, name: str) -> None:
    counted = name.startswith("mem")
    both = Both(models, LIBC, name, c_void_p, c_void_p, c_int, *([c_size_t] if counted else []))
    for s in strings(2, 300):
        text = create_string_buffer(s)
        for wanted in (ord("a"), ord(","), 0, 0xFF, -1, 0x80, 256 + ord("b")):
            extra = (len(s) + 1,) if counted else ()
            assert both.model(text, wanted, *extra) == both.real(text, wanted, *extra), (s, wanted)


@pytest.mark.parametrize("name", ["strstr", "strpbrk", "strspn", "strcspn"])
def test_search_for_a_string(models: ctypes.CDLL, name: str) -> None:
    result = c_size_t if name.endswith("spn") else c_void_p
    both = Both(models, LIBC, name, result, c_void_p, c_char_p)
    for a, b in pairs(3, 800):
        text = create_string_buffer(a)
        assert both.model(text, b) == both.real(text, b), (a, b)


def test_lengths(models: ctypes.CDLL) -> None:
    length = Both(models, LIBC, "strlen", c_size_t, c_char_p)
    limited = Both(models, LIBC, "strnlen", c_size_t, c_char_p, c_size_t)
    for s in strings(4, 200):
        assert length.model(s) == length.real(s) == len(s)
        for limit in (0, 1, 5, len(s), len(s) + 1):
            assert limited.model(s, limit) == limited.real(s, limit)


@pytest.mark.parametrize("name", ["strcpy", "stpcpy", "strcat", "strncpy", "stpncpy", "strncat"])
def test_copies_of_strings(models: ctypes.CDLL, name: str) -> None:
    counted = "n" in name
    both = Both(models, LIBC, name, c_void_p, c_void_p, c_char_p, *([c_size_t] if counted else []))
    choice = random.Random(5)
    for before, s in pairs(5, 500):
        extra = (choice.randrange(16),) if counted else ()
        room = before + b"\0" + b"#" * (40 - len(before))
        mine, real = create_string_buffer(room, 48), create_string_buffer(room, 48)
        got, wanted = both.model(mine, s, *extra), both.real(real, s, *extra)
        assert mine.raw == real.raw, (before, s, extra)
        assert got - ctypes.addressof(mine) == wanted - ctypes.addressof(real)


@pytest.mark.parametrize("name", ["memcpy", "mempcpy", "memmove", "memset", "bzero", "bcopy"])
def test_memory(models: ctypes.CDLL, name: str) -> None:
    choice = random.Random(6)
    kinds: dict[str, tuple[Any, ...]] = {
        "memset": (c_void_p, c_void_p, c_int, c_size_t),
        "bzero": (None, c_void_p, c_size_t),
        "bcopy": (None, c_void_p, c_void_p, c_size_t),
    }
    both = Both(models, LIBC, name, *kinds.get(name, (c_void_p, c_void_p, c_void_p, c_size_t)))
    for _ in range(200):
        n, at, source = choice.randrange(9), choice.randrange(8), choice.randrange(8)
        byte = choice.randrange(-300, 300)
        if name in ("memcpy", "mempcpy"):
            source += 16  # no overlap
        results = []
        for function in (both.model, both.real):
            room = create_string_buffer(bytes(range(65, 97)), 32)
            base = ctypes.addressof(room)
            match name:
                case "memset":
                    result = function(base + at, byte, n)
                case "bzero":
                    result = function(base + at, n)
                case "bcopy":
                    result = function(base + source, base + at, n)
                case _:
                    result = function(base + at, base + source, n)
            results.append((room.raw, None if result is None else result - base))
        assert results[0] == results[1]


def test_duplicates_are_new_blocks(models: ctypes.CDLL) -> None:
    live = c_int.in_dll(models, "dovetail_test_live")
    free = models[PREFIX + "free"]
    free.argtypes = [c_void_p]
    for name in ("strdup", "strndup"):
        both = Both(models, LIBC, name, c_void_p, c_char_p, *([c_size_t] if name == "strndup" else []))
        for s in strings(7, 60):
            for limit in (0, 3, 99):
                extra = (limit,) if name == "strndup" else ()
                before = live.value
                block = both.model(s, *extra)
                assert live.value == before + 1
                assert ctypes.string_at(block) == (s[:limit] if extra else s)
                free(block)
                assert live.value == before


@pytest.mark.parametrize("name", ["strtok", "strtok_r", "strsep"])
def test_tokens(models: ctypes.CDLL, name: str) -> None:
    for s, separators in pairs(8, 300):
        results = []
        for function in (models[PREFIX + name], LIBC[name]):
            function.restype = c_void_p
            text = create_string_buffer(s)
            base = ctypes.addressof(text)
            rest = c_void_p(base)
            tokens: list[int | None] = []
            for i in range(20):
                if name == "strsep":
                    token = function(byref(rest), separators)
                else:
                    start = text if i == 0 else None
                    token = function(start, separators, *([byref(rest)] if name == "strtok_r" else []))
                tokens.append(None if token is None else token - base)
                if token is None:
                    break
            results.append((tokens, text.raw))
        assert results[0] == results[1], (s, separators)


# --- numbers ----------------------------------------------------------------------------------------------

NUMERALS = [
    b"", b" ", b"-", b"+", b"0", b"-0", b"0x", b"0xg", b"0x1F", b"-0X1f", b" \t\n\v\f\r42z", b"+7", b"--7",
    b"08", b"077", b"2147483647", b"2147483648", b"-2147483648", b"-2147483649", b"4294967295", b"4294967296",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"-9223372036854775809",
    b"18446744073709551615", b"18446744073709551616", b"-18446744073709551615", b"-18446744073709551616",
    b"99999999999999999999999999x", b"-99999999999999999999999999", b"zz", b"-ZZ!", b"0z", b"1e5", b"\xb2",
]  # fmt: skip


@pytest.mark.parametrize("name", ["strtol", "strtoul", "strtoll", "strtoull"])
def test_numerals(models: ctypes.CDLL, name: str) -> None:
    result = {"strtol": c_long, "strtoul": c_ulong, "strtoll": c_longlong, "strtoull": c_ulonglong}[name]
    both = Both(models, LIBC, name, result, c_void_p, POINTER(c_void_p), c_int)
    real_errno = LIBC["__errno_location"]
    model_errno = models[PREFIX + "__errno_location"]
    real_errno.restype = model_errno.restype = POINTER(c_int)
    choice = random.Random(9)
    numerals = NUMERALS + [
        bytes(choice.choice(b"0123456789abcxyzXF+- ") for _ in range(22)) for _ in range(200)
    ]
    for numeral in numerals:
        text = create_string_buffer(numeral)
        for base in (0, 2, 8, 10, 16, 36, 3):
            got_end, wanted_end = c_void_p(), c_void_p()
            model_errno()[0] = real_errno()[0] = 0
            wanted = both.real(text, byref(wanted_end), base)
            wanted_errno = real_errno()[0]
            got = both.model(text, byref(got_end), base)
            assert (got, got_end.value) == (wanted, wanted_end.value), (numeral, base)
            assert (model_errno()[0] == 34) == (wanted_errno == 34), (numeral, base)
        assert both.model(text, None, 10) == both.real(text, None, 10)


@pytest.mark.parametrize(("name", "result"), [("atoi", c_int), ("atol", c_long), ("atoll", c_longlong)])
def test_ato(models: ctypes.CDLL, name: str, result: Any) -> None:
    both = Both(models, LIBC, name, result, c_char_p)
    refused = c_int.in_dll(models, "dovetail_test_refused")
    for numeral in NUMERALS:
        refused.value = 0
        got = both.model(numeral)
        digits = re.match(rb"\s*([+-]?\d+)", numeral)
        value = int(digits[1]) if digits else 0
        fits = result(value).value == value
        assert (refused.value == 0) == fits, "what does not fit is undefined"
        assert not fits or got == both.real(numeral), numeral


def integers(bits: int, seed: int) -> list[int]:
    top = 1 << (bits - 1)
    choice = random.Random(seed)
    edges = [0, 1, -1, 2, -2, 7, -7, 10, top - 1, -top, -top + 1, top // 2]
    return edges + [choice.randrange(-top, top) for _ in range(40)]


@pytest.mark.parametrize(
    ("name", "kind"), [("abs", c_int), ("labs", c_long), ("llabs", c_longlong), ("imaxabs", c_longlong)]
)
def test_absolute_values(models: ctypes.CDLL, name: str, kind: Any) -> None:
    both = Both(models, LIBC, name, kind, kind)
    for x in integers(ctypes.sizeof(kind) * 8, 10):
        assert both.model(x) == both.real(x)


@pytest.mark.parametrize(("name", "kind"), [("div", c_int), ("ldiv", c_long), ("lldiv", c_longlong)])
def test_quotients(models: ctypes.CDLL, name: str, kind: Any) -> None:
    class Result(ctypes.Structure):
        _fields_ = [("quot", kind), ("rem", kind)]

    both = Both(models, LIBC, name, Result, kind, kind)
    bits = ctypes.sizeof(kind) * 8
    for x in integers(bits, 11):
        for y in integers(bits, 12):
            if y != 0 and not (x == -(1 << (bits - 1)) and y == -1):
                got, wanted = both.model(x, y), both.real(x, y)
                assert (got.quot, got.rem) == (wanted.quot, wanted.rem)


def test_allocation(models: ctypes.CDLL) -> None:
    live = c_int.in_dll(models, "dovetail_test_live")
    choice = c_int.in_dll(models, "dovetail_test_choice")
    malloc, calloc, realloc, free = (
        models[PREFIX + name] for name in ("malloc", "calloc", "realloc", "free")
    )
    reallocarray = models[PREFIX + "reallocarray"]
    for function in (malloc, calloc, realloc, reallocarray):
        function.restype = c_void_p
    malloc.argtypes = [c_size_t]
    calloc.argtypes = [c_size_t, c_size_t]
    realloc.argtypes = [c_void_p, c_size_t]
    reallocarray.argtypes = [c_void_p, c_size_t, c_size_t]
    free.argtypes = [c_void_p]
    start = live.value
    free(None)
    assert live.value == start
    block = calloc(3, 5)
    assert ctypes.string_at(block, 15) == bytes(15)
    ctypes.memmove(block, b"123456789012345", 15)
    block = realloc(block, 20)
    assert ctypes.string_at(block, 15) == b"123456789012345"
    block = realloc(block, 4)
    assert ctypes.string_at(block, 4) == b"1234" and live.value == start + 1
    assert reallocarray(block, 1 << 33, 1 << 33) is None and live.value == start + 1
    free(block)
    assert live.value == start
    block = realloc(None, 7)
    assert block is not None and live.value == start + 1
    free(block)
    for count, size in ((1 << 63, 2), (2, 1 << 63), ((1 << 64) - 1, (1 << 64) - 1), (1 << 32, 1 << 32)):
        assert calloc(count, size) is None
    for count, size in ((0, 1 << 63), (1 << 63, 0), (0, 0)):
        free(calloc(count, size))
    assert live.value == start and malloc(0) is None
    choice.value = 1
    block = malloc(0)
    assert block is not None and live.value == start + 1
    block = realloc(block, 0)
    assert block is not None and live.value == start + 1
    free(block)
    choice.value = 0


def test_alignment_that_is_none_is_refused(models: ctypes.CDLL) -> None:
    aligned_alloc, posix_memalign = models[PREFIX + "aligned_alloc"], models[PREFIX + "posix_memalign"]
    aligned_alloc.restype, aligned_alloc.argtypes = c_void_p, [c_size_t, c_size_t]
    posix_memalign.argtypes = [POINTER(c_void_p), c_size_t, c_size_t]
    for alignment in (0, 3, 24):
        assert aligned_alloc(alignment, 48) is None
    assert aligned_alloc(8, 48) is not None
    block = c_void_p(1)
    for alignment in (0, 1, 4, 12):
        assert posix_memalign(byref(block), alignment, 48) == 22 and block.value == 1
    assert posix_memalign(byref(block), 16, 48) == 0 and block.value not in (1, None)


COMPARE = CFUNCTYPE(c_int, c_void_p, c_void_p)


def test_sort_and_search(models: ctypes.CDLL) -> None:
    choice = random.Random(13)
    sort = Both(models, LIBC, "qsort", None, c_void_p, c_size_t, c_size_t, COMPARE)
    search = Both(models, LIBC, "bsearch", c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, COMPARE)
    for width in (1, 2, 4, 8, 12, 31, 32, 33, 70):
        for count in (0, 1, 2, 3, 10, 24):
            rows = [bytes([choice.randrange(6)]) + choice.randbytes(width - 1) for _ in range(count)]

            def by_first_byte(a: int, b: int) -> int:
                return ctypes.string_at(a, 1)[0] - ctypes.string_at(b, 1)[0]

            compare = COMPARE(by_first_byte)
            room = create_string_buffer(b"".join(rows) + b"end", count * width + 3)
            sort.model(room, count, width, compare)
            ordered = sorted(rows, key=lambda row: row[0])
            assert room.raw == b"".join(ordered) + b"end"
            for key in range(7):
                found = search.model(bytes([key]), room, count, width, compare)
                if found is None:
                    assert key not in [row[0] for row in rows]
                else:
                    place, rest = divmod(found - ctypes.addressof(room), width)
                    assert rest == 0 and ordered[place][0] == key


def test_what_is_not_determined_takes_its_value_from_the_inputs(models: ctypes.CDLL) -> None:
    value = c_int.in_dll(models, "dovetail_test_value")
    for given in (0, 1, -1, 255, 256, 2**31 - 1, -(2**31)):
        value.value = given
        for name in ("rand", "random"):
            assert 0 <= models[PREFIX + name]() <= 2**31 - 1
    for name in ("exit", "_exit", "_Exit"):
        models[PREFIX + name](77)
        assert c_int.in_dll(models, "dovetail_test_exit_code").value == 77


def test_what_c_leaves_open_takes_its_value_from_the_inputs(models: ctypes.CDLL) -> None:
    """Of a comparison the sign is promised, of a test the truth, of equal elements no order."""
    choice = c_int.in_dll(models, "dovetail_test_choice")
    compare = COMPARE(lambda a, b: ctypes.string_at(a, 1)[0] - ctypes.string_at(b, 1)[0])
    for given in (0, 1, 7, -1, 2**31 - 1, -(2**31)):
        choice.value = given
        assert models[PREFIX + "memcmp"](b"ab", b"ac", 2) == (given if given < 0 else -1)
        assert models[PREFIX + "strcmp"](b"d", b"b") == (given if given > 0 else 2)
        assert models[PREFIX + "strncmp"](b"d", b"d", 3) == 0
        assert (
            models[PREFIX + "isalpha"](ord("q")) == (given or 1) and models[PREFIX + "isalpha"](ord("1")) == 0
        )
        room = create_string_buffer(b"2a1b2c1d", 8)
        models[PREFIX + "qsort"](room, c_size_t(4), c_size_t(2), compare)
        assert room.raw == (b"1b1d2a2c" if given == 0 else b"1d1b2c2a")
        search = models[PREFIX + "bsearch"]
        search.restype = c_void_p
        place = search(b"1", room, c_size_t(4), c_size_t(2), compare) - ctypes.addressof(room)
        assert place == (2 if given == 1 else 0 if given == 0 else 2)
    choice.value = 0


# --- characters -------------------------------------------------------------------------------------------


CHARACTERS = sorted(n for n in modelled_functions() if defining_file(n) == "ctype.c" and not n.endswith("_l"))


@pytest.mark.parametrize("name", CHARACTERS)
def test_characters(models: ctypes.CDLL, name: str) -> None:
    both = Both(models, LIBC, name, c_int, c_int)
    for c in range(-1, 256):
        got, wanted = both.model(c), both.real(c)
        assert got == wanted if name.startswith("to") else bool(got) == bool(wanted), c


@pytest.mark.parametrize(
    ("name", "kind"),
    [("__ctype_b_loc", c_ushort), ("__ctype_tolower_loc", c_int), ("__ctype_toupper_loc", c_int)],
)
def test_character_tables(models: ctypes.CDLL, name: str, kind: Any) -> None:
    if not hasattr(LIBC, name):
        pytest.skip("this libc has no such tables")
    both = Both(models, LIBC, name, POINTER(POINTER(kind)))
    got, wanted = both.model()[0], both.real()[0]
    assert [got[i] for i in range(-128, 256)] == [wanted[i] for i in range(-128, 256)]


# --- floating point ---------------------------------------------------------------------------------------


def doubles(seed: int, count: int) -> list[float]:
    choice = random.Random(seed)
    edges = [
        0.0,
        5e-324,
        2.2250738585072014e-308,
        2.225073858507201e-308,
        1.7976931348623157e308,
        math.inf,
        math.nan,
    ]
    edges += [0.5, 1.0, 1.5, 2.0, 2.5, 3.5, 0.49999999999999994, 0.1, 1e-9, 4.0, 9.0, 1e300]
    edges += [
        2.0**k + d for k in (23, 24, 31, 32, 51, 52, 53, 62, 63, 64) for d in (-1.0, -0.5, 0.0, 0.5, 1.0)
    ]
    edges += [struct.unpack("<d", choice.randbytes(8))[0] for _ in range(count)]
    edges += [choice.randrange(-999, 999) / choice.choice([1, 2, 4, 10]) for _ in range(count)]
    edges += [math.ldexp(choice.random(), choice.randrange(-1074, -1000)) for _ in range(count // 4)]
    return edges + [-x for x in edges]


def as_float(x: float) -> float:
    return c_float(x).value


def identical(a: float, b: float) -> bool:
    return a == b and math.copysign(1, a) == math.copysign(1, b) or (math.isnan(a) and math.isnan(b))


UNARY = ["fabs", "trunc", "floor", "ceil", "round", "rint", "nearbyint", "roundeven", "sqrt"]
BINARY = ["copysign", "fmod", "fmin", "fmax", "fdim"]


def variants(names: list[str]) -> list[str]:
    return [name + suffix for name in names for suffix in ("", "f")]


@pytest.mark.parametrize("name", variants(UNARY))
def test_functions_of_one_number(models: ctypes.CDLL, libm: ctypes.CDLL, name: str) -> None:
    single = name.endswith("f")
    kind, narrow = (c_float, as_float) if single else (c_double, float)
    both = Both(models, libm, name, kind, kind)
    for x in map(narrow, doubles(20, 800)):
        got, wanted = both.model(x), both.real(x)
        assert identical(got, wanted), (x.hex(), got, wanted)


@pytest.mark.parametrize("name", variants(BINARY))
def test_functions_of_two_numbers(models: ctypes.CDLL, libm: ctypes.CDLL, name: str) -> None:
    single = name.endswith("f")
    kind, narrow = (c_float, as_float) if single else (c_double, float)
    both = Both(models, libm, name, kind, kind, kind)
    numbers = [narrow(x) for x in doubles(21, 40)]
    choice = random.Random(22)
    either_zero = name[:4] in ("fmin", "fmax")
    for x in numbers:
        for y in choice.sample(numbers, 24):
            got, wanted = both.model(x, y), both.real(x, y)
            assert identical(got, wanted) or (either_zero and got == wanted), (x.hex(), y.hex(), got, wanted)


def test_the_absolute_value_of_a_nan_has_no_sign(models: ctypes.CDLL) -> None:
    function, positive = models[PREFIX + "fabs"], models[PREFIX + "__signbit"]
    function.restype, function.argtypes, positive.argtypes = c_double, [c_double], [c_double]
    for x in (math.nan, -math.nan):
        assert positive(function(x)) == 0


CLASSIFIERS = ["__fpclassify", "__signbit", "__isnan", "__isinf", "__finite", "isnan", "isinf", "finite"]


@pytest.mark.parametrize("name", [*variants(CLASSIFIERS), "signbit", "isfinite"])
def test_classes_of_numbers(models: ctypes.CDLL, libm: ctypes.CDLL, name: str) -> None:
    single = name.endswith("f") and name not in ("isinf", "__isinf")
    both = Both(models, libm, name, c_int, c_float if single else c_double)
    for x in map(as_float if single else float, doubles(23, 200)):
        got, wanted = both.model(x), both.real(x)
        if "fpclassify" in name:
            assert got == wanted, x.hex()
        else:
            assert bool(got) == bool(wanted), x.hex()


@pytest.mark.parametrize("name", variants(["lround", "llround", "lrint", "llrint"]))
def test_numbers_to_integers(models: ctypes.CDLL, libm: ctypes.CDLL, name: str) -> None:
    single = name.endswith("f")
    both = Both(models, libm, name, c_longlong, c_float if single else c_double)
    for x in map(as_float if single else float, doubles(24, 300)):
        if -(2.0**63) <= x < 2.0**63 and round(x) < 2**63:
            assert both.model(x) == both.real(x), x.hex()


@pytest.mark.parametrize("single", [False, True])
def test_parts_of_numbers(models: ctypes.CDLL, libm: ctypes.CDLL, single: bool) -> None:
    kind: Any = c_float if single else c_double
    suffix = "f" if single else ""
    split = Both(models, libm, "modf" + suffix, kind, kind, POINTER(kind))
    normalise = Both(models, libm, "frexp" + suffix, kind, kind, POINTER(c_int))
    scales = [
        Both(models, libm, name + suffix, kind, kind, c_long if name == "scalbln" else c_int)
        for name in ("ldexp", "scalbn", "scalbln")
    ]
    logarithm = Both(models, libm, "ilogb", c_int, c_double)
    choice = random.Random(25)
    for x in map(as_float if single else float, doubles(26, 250)):
        got_whole, wanted_whole = kind(), kind()
        assert identical(split.model(x, byref(got_whole)), split.real(x, byref(wanted_whole))), x.hex()
        assert identical(got_whole.value, wanted_whole.value)
        got_exponent, wanted_exponent = c_int(), c_int()
        assert identical(normalise.model(x, byref(got_exponent)), normalise.real(x, byref(wanted_exponent)))
        if math.isfinite(x):
            assert got_exponent.value == wanted_exponent.value
        assert logarithm.model(x) == logarithm.real(x)
        for n in (0, 1, -1, 52, -52, 1023, -1022, 1074, -1074, 2098, -2200, 2**31 - 1, -(2**31)):
            for scale in scales:
                assert identical(scale.model(x, n), scale.real(x, n)), (x.hex(), n, scale.name)
        n = choice.randrange(-2200, 2200)
        assert identical(scales[0].model(x, n), scales[0].real(x, n)), (x.hex(), n)


def test_long_double(models: ctypes.CDLL, libm: ctypes.CDLL) -> None:
    kind = ctypes.c_longdouble
    absolute = Both(models, libm, "fabsl", kind, kind)
    for name in (
        "__fpclassifyl",
        "__signbitl",
        "__isnanl",
        "__isinfl",
        "__finitel",
        "isnanl",
        "isinfl",
        "finitel",
    ):
        both = Both(models, libm, name, c_int, kind)
        for x in doubles(27, 30):
            assert bool(both.model(x)) == bool(both.real(x)), (name, x)
            assert identical(absolute.model(x), absolute.real(x))
