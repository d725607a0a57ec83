"""Rows of the library campaign: strings, numbers and characters."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Sequence
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_long,
    c_longlong,
    c_size_t,
    c_ssize_t,
    c_uint16,
    c_uint32,
    c_ulong,
    c_ulonglong,
    c_void_p,
)
from typing import Any

from library_calls import Feed, Memory, Outcome, Row, Scenario, Side, text

ALPHABET = b"aAbB,; \xff\x80z"


def word(choice: random.Random, most: int = 12, alphabet: bytes = ALPHABET) -> bytes:
    """Over a small alphabet, so that matches are common."""
    return bytes(choice.choice(alphabet) for _ in range(choice.randrange(most + 1)))


def string(choice: random.Random, most: int = 12, alphabet: bytes = ALPHABET) -> Memory:
    return Memory(word(choice, most, alphabet) + b"\0")


def two_words(choice: random.Random) -> tuple[bytes, bytes]:
    """The second is often a prefix, a part or a near copy of the first."""
    first, second = word(choice), word(choice)
    match choice.randrange(4):
        case 0:
            return first, second
        case 1:
            return first, first[choice.randrange(len(first) + 1) :][: choice.randrange(4)]
        case 2:
            return first, first.swapcase()
        case _:
            return first, first[:-1] + second[:1]


def two_strings(choice: random.Random) -> tuple[Memory, Memory]:
    first, second = two_words(choice)
    return Memory(first + b"\0"), Memory(second + b"\0")


def _byte(choice: random.Random) -> int:
    return choice.choice([ord("a"), ord(","), 0, 0xFF, -1, 0x80, 256 + ord("b"), ord("B")])


def _in_region(choice: random.Random) -> Sequence[object]:
    region = Memory(word(choice) + b"\0")
    return region, _byte(choice), choice.randrange(region.size + 1)


def _two_regions(choice: random.Random) -> Sequence[object]:
    first, second = two_strings(choice)
    return first, second, choice.randrange(min(first.size, second.size) + 1)


def _counted(choice: random.Random) -> Sequence[object]:
    return *two_strings(choice), choice.randrange(15)


def _appended(choice: random.Random) -> Sequence[object]:
    before, after = two_words(choice)
    return Memory(before + b"\0" + b"#" * 30), Memory(after + b"\0")


COMPARISONS = [
    Row("strcmp", c_int, (c_void_p, c_void_p), two_strings),
    Row("strcasecmp", c_int, (c_void_p, c_void_p), two_strings),
    Row("strncmp", c_int, (c_void_p, c_void_p, c_size_t), _counted),
    Row("strncasecmp", c_int, (c_void_p, c_void_p, c_size_t), _counted),
    Row("memcmp", c_int, (c_void_p, c_void_p, c_size_t), _two_regions),
    Row("bcmp", c_int, (c_void_p, c_void_p, c_size_t), _two_regions),
]

SEARCHES = [
    *(
        Row(name, c_void_p, (c_void_p, c_int), lambda choice: (string(choice), _byte(choice)))
        for name in ("strchr", "strrchr", "index", "rindex", "strchrnul")
    ),
    *(Row(name, c_void_p, (c_void_p, c_int, c_size_t), _in_region) for name in ("memchr", "memrchr")),
    *(Row(name, c_void_p, (c_void_p, c_void_p), two_strings) for name in ("strstr", "strpbrk")),
    *(Row(name, c_size_t, (c_void_p, c_void_p), two_strings) for name in ("strspn", "strcspn")),
]

# ---- strings: copies -------------------------------------------------------------------------------------


def _copied(choice: random.Random) -> Sequence[object]:
    return Memory(b"#" * 40), string(choice), choice.randrange(16)


def _fits(choice: random.Random) -> Sequence[object]:
    """A copy of so many bytes between two places of the same piece that do not overlap."""
    piece = Memory(bytes(range(65, 65 + 40)))
    return piece.at(choice.randrange(12)), piece.at(20 + choice.randrange(12)), choice.randrange(9)


def _may_overlap(choice: random.Random) -> Sequence[object]:
    piece = Memory(bytes(range(65, 65 + 24)))
    return piece.at(choice.randrange(12)), piece.at(choice.randrange(12)), choice.randrange(9)


def _swapped(arguments: Sequence[object]) -> Sequence[object]:
    return arguments[1], arguments[0], *arguments[2:]


def _swab_feed(outcome: Outcome, arguments: Sequence[object]) -> Feed:
    count = arguments[2]
    assert isinstance(count, int)
    return Feed(then=outcome.memory[1][count - 1] if count > 0 else 0)


def xfrm_feed(outcome: Outcome, arguments: Sequence[object]) -> Feed:
    return Feed(memory=outcome.memory[0])


POINTERS = (c_void_p, c_void_p)
COUNTED = (c_void_p, c_void_p, c_size_t)

COPIES = [
    *(Row(name, c_void_p, POINTERS, _appended) for name in ("strcpy", "stpcpy", "strcat")),
    *(
        Row(name, c_void_p, COUNTED, lambda choice: (*_appended(choice), choice.randrange(16)))
        for name in ("strncpy", "stpncpy", "strncat")
    ),
    *(Row(name, c_void_p, COUNTED, _fits) for name in ("memcpy", "mempcpy")),
    Row("memmove", c_void_p, COUNTED, _may_overlap),
    Row("bcopy", None, COUNTED, _may_overlap),
    Row(
        "memset",
        c_void_p,
        (c_void_p, c_int, c_size_t),
        lambda choice: (Memory(b"#" * 20), choice.randrange(-300, 300), choice.randrange(20)),
    ),
    *(
        Row(name, None, (c_void_p, c_size_t), lambda choice: (Memory(b"#" * 20), choice.randrange(20)))
        for name in ("bzero", "explicit_bzero")
    ),
    Row(
        "memccpy",
        c_void_p,
        (c_void_p, c_void_p, c_int, c_size_t),
        lambda choice: (
            Memory(b"#" * 20),
            Memory(word(choice, 16).ljust(16)),
            _byte(choice),
            choice.randrange(17),
        ),
    ),
    Row(
        "swab",
        None,
        (c_void_p, c_void_p, c_ssize_t),
        lambda choice: (Memory(bytes(range(65, 85))), Memory(b"#" * 20), choice.randrange(-3, 20)),
        feed=_swab_feed,
    ),
    *(Row(name, c_size_t, COUNTED, _copied, feed=xfrm_feed) for name in ("strxfrm",)),
]

OTHER_STRINGS: list[Row | Scenario] = [
    Row("strlen", c_size_t, (c_void_p,), lambda choice: (string(choice),)),
    Row("strnlen", c_size_t, (c_void_p, c_size_t), lambda choice: (string(choice), choice.randrange(16))),
    Row("strcasestr", c_void_p, POINTERS, two_strings),
    Row("strcoll", c_int, POINTERS, two_strings),
    Row(
        "strverscmp",
        c_int,
        POINTERS,
        lambda choice: (string(choice, 6, b"0019a."), string(choice, 6, b"0019a.")),
    ),
    Row("rawmemchr", c_void_p, (c_void_p, c_int), lambda choice: (string(choice), 0)),
    Row(
        "memmem",
        c_void_p,
        (c_void_p, c_size_t, c_void_p, c_size_t),
        lambda choice: _lengths(*two_strings(choice), choice),
    ),
    *(Row(name, c_void_p, (c_void_p,), lambda choice: (string(choice),), seen=text) for name in ("strdup",)),
    Row(
        "strndup",
        c_void_p,
        (c_void_p, c_size_t),
        lambda choice: (string(choice), choice.randrange(16)),
        seen=text,
    ),
]


def _bounded(side: Side, choice: random.Random, _: object) -> object:
    """strlcpy and strlcat, which not every libc has: libc's part is done by strlen and a few lines here."""
    before, after = two_words(choice)
    room, given, most = Memory(before + b"\0" + b"#" * 30), Memory(after + b"\0"), choice.randrange(24)
    appends = choice.randrange(2) == 1
    start = min(len(before), most) if appends else 0
    if side.is_model:
        function = side.function("strlcat" if appends else "strlcpy", c_size_t, *COUNTED)
        return function(room.address, given.address, most), room.now()
    length = side.function("strlen", c_size_t, c_void_p)(given.address)
    if most > start:
        kept = after[: most - start - 1] + b"\0"
        ctypes.memmove(room.address + start, kept, len(kept))
    return start + length, room.now()


OTHER_STRINGS.append(Scenario(("strlen", "strlcpy", "strlcat"), _bounded))


def _lengths(first: Memory, second: Memory, choice: random.Random) -> Sequence[object]:
    return first, choice.randrange(first.size + 1), second, choice.randrange(second.size + 1)


def _tokens(name: str) -> Callable[[Side, random.Random, Any], object]:
    def run(side: Side, choice: random.Random, _: object) -> object:
        given, separators = two_words(choice)
        line, between = Memory(given + b"\0"), Memory(separators + b"\0")
        rest = c_void_p(line.address)
        function = side.function(name, c_void_p)
        found: list[int | None] = []
        for index in range(20):
            if name == "strsep":
                token = function(byref(rest), c_void_p(between.address))
            else:
                start = c_void_p(line.address if index == 0 else None)
                more = [byref(rest)] if name == "strtok_r" else []
                token = function(start, c_void_p(between.address), *more)
            found.append(None if token is None else token - line.address)
            if token is None:
                break
        return found, line.now()

    return run


TOKENS = [Scenario((name,), _tokens(name)) for name in ("strtok", "strtok_r", "strsep")]

# ---- numbers ---------------------------------------------------------------------------------------------

NUMERALS = [
    b"", b" ", b"-", b"+", b"0", b"-0", b"0x", b"0xg", b"0x1F", b"-0X1f", b" \t\n\v\f\r42z", b"+7", b"--7",
    b"08", b"077", b"2147483647", b"2147483648", b"-2147483648", b"-2147483649", b"4294967295", b"4294967296",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"-9223372036854775809",
    b"18446744073709551615", b"18446744073709551616", b"-18446744073709551615", b"-18446744073709551616",
    b"99999999999999999999999999x", b"-99999999999999999999999999", b"zz", b"-ZZ!", b"0z", b"1e5", b"\xb2",
]  # fmt: skip


def _numeral(choice: random.Random) -> bytes:
    if choice.randrange(2):
        return choice.choice(NUMERALS)
    return word(choice, 22, b"0123456789abcxyzXF+- ")


def wide_bytes(content: bytes, end: bool = True) -> bytes:
    """Each byte as a wide character."""
    return b"".join(bytes([byte, 0, 0, 0]) for byte in content) + (bytes(4) if end else b"")


def _to_number(choice: random.Random, wide: bool = False) -> Sequence[object]:
    numeral = _numeral(choice).replace(b"\xb2", b"-5" if wide else b"\xb2")  # as a wide one it is refused
    content = wide_bytes(numeral) if wide else numeral + b"\0"
    end = Memory(bytes(8)) if choice.randrange(5) else None
    return Memory(content), end, choice.choice([0, 2, 8, 10, 16, 36, 3, 1, -1, 37])


def _number_feed(outcome: Outcome, arguments: Sequence[object]) -> Feed:
    """Is `end` set where the base is none? Is errno, where there are no digits?"""
    base = arguments[2]
    assert isinstance(base, int)
    if base < 0 or base == 1 or base > 36:
        return Feed(then=int(len(outcome.memory) > 1 and any(outcome.memory[1][:8])))
    return Feed(then=outcome.errno or 0)


def _small_numeral(choice: random.Random) -> Sequence[object]:
    return (Memory(word(choice, 9, b"0123456789 +-a") + b"\0"),)


def _base_64(choice: random.Random) -> Sequence[object]:
    """Numbers of 32 bits: more is refused."""
    return (
        Memory(
            (word(choice, 5, b"./09AZaz!").ljust(5, b"Q") + choice.choice([b"", b"/", b"0x", b"1", b"!"]))
            + b"\0"
        ),
    )


_TO_NUMBER = (c_void_p, c_void_p, c_int)
NUMBERS = [
    *(
        Row(
            name,
            result,
            _TO_NUMBER,
            _to_number,
            errno=True,
            feed=_number_feed,
            libc=name.removeprefix("__isoc23_"),
        )
        for name, result in (
            ("strtol", c_long),
            ("strtoul", c_ulong),
            ("strtoll", c_longlong),
            ("strtoull", c_ulonglong),
            ("strtoimax", c_longlong),
            ("strtoumax", c_ulonglong),
            ("__isoc23_strtol", c_long),
            ("__isoc23_strtoul", c_ulong),
            ("__isoc23_strtoll", c_longlong),
            ("__isoc23_strtoull", c_ulonglong),
        )
    ),
    *(
        Row(
            name,
            result,
            _TO_NUMBER,
            lambda choice: _to_number(choice, wide=True),
            errno=True,
            feed=_number_feed,
        )
        for name, result in (
            ("wcstol", c_long),
            ("wcstoul", c_ulong),
            ("wcstoll", c_longlong),
            ("wcstoull", c_ulonglong),
            ("wcstoimax", c_longlong),
            ("wcstoumax", c_ulonglong),
        )
    ),
    *(
        Row(name, result, (c_void_p,), _small_numeral)
        for name, result in (("atoi", c_int), ("atol", c_long), ("atoll", c_longlong))
    ),
    Row("a64l", c_long, (c_void_p,), _base_64),
    Row("l64a", c_void_p, (c_long,), lambda choice: (integer(choice, 32),), seen=text),
]


def integer(choice: random.Random, bits: int) -> int:
    top = 1 << (bits - 1)
    edges = [0, 1, -1, 2, -2, 7, -7, 10, top - 1, -top + 1, top // 2]
    return choice.choice(edges) if choice.randrange(2) else choice.randrange(-top, top)


def _divided(choice: random.Random, bits: int) -> Sequence[object]:
    by = integer(choice, bits) or 3
    return (integer(choice, bits) if by != -1 else 5), by


class _Quotient32(Structure):
    _fields_ = [("quot", c_int), ("rem", c_int)]


class _Quotient64(Structure):
    _fields_ = [("quot", c_longlong), ("rem", c_longlong)]


def _both(result: Any) -> object:
    return result.quot, result.rem


ARITHMETIC = [
    Row("abs", c_int, (c_int,), lambda choice: (integer(choice, 32),)),
    *(
        Row(name, c_longlong, (c_longlong,), lambda choice: (integer(choice, 64),))
        for name in ("labs", "llabs", "imaxabs")
    ),
    Row("div", _Quotient32, (c_int, c_int), lambda choice: _divided(choice, 32), seen=_both),
    *(
        Row(name, _Quotient64, (c_longlong, c_longlong), lambda choice: _divided(choice, 64), seen=_both)
        for name in ("ldiv", "lldiv", "imaxdiv")
    ),
    Row("ffs", c_int, (c_int,), lambda choice: (integer(choice, 32) & -(1 << choice.randrange(32)),)),
    *(
        Row(name, c_int, (c_longlong,), lambda choice: (integer(choice, 64) & -(1 << choice.randrange(64)),))
        for name in ("ffsl", "ffsll")
    ),
    *(
        Row(name, c_uint32, (c_uint32,), lambda choice: (choice.randrange(1 << 32),))
        for name in ("htonl", "ntohl")
    ),
    *(
        Row(name, c_uint16, (c_uint16,), lambda choice: (choice.randrange(1 << 16),))
        for name in ("htons", "ntohs")
    ),
]

# ---- characters ------------------------------------------------------------------------------------------

CLASSES = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split()


def character(choice: random.Random) -> Sequence[object]:
    return (choice.randrange(-1, 256),)


def _ascii(choice: random.Random) -> Sequence[object]:
    return (choice.choice([*range(128), 0xFFFFFFFF]),)


def _in_locale(name: str, characters: range) -> Scenario:
    """The variants that take a locale: the C locale."""

    def run(side: Side, choice: random.Random, seen: Any) -> object:
        locale = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
        function = side.function(name, c_int, c_int, c_void_p)
        found = []
        for index, c in enumerate(characters):
            if seen is not None:
                side.feed(then=seen[index])
            found.append(function(c, locale))
        return found

    return Scenario((name, "newlocale"), run)


CHARACTERS = [
    *(Row(f"is{name}", c_int, (c_int,), character) for name in [*CLASSES, "ascii"]),
    *(Row(name, c_int, (c_int,), character) for name in ("tolower", "toupper", "toascii")),
    *(Row(f"isw{name}", c_int, (c_uint32,), _ascii) for name in CLASSES),
    *(Row(name, c_uint32, (c_uint32,), _ascii) for name in ("towlower", "towupper")),
    *(_in_locale(f"is{name}_l", range(-1, 256)) for name in CLASSES),
    *(_in_locale(f"isw{name}_l", range(128)) for name in CLASSES),
    *(_in_locale(name, range(128)) for name in ("tolower_l", "toupper_l", "towlower_l", "towupper_l")),
]


def _table(name: str, kind: Any) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        table = side.function(name, POINTER(POINTER(kind)))()[0]
        return [table[index] for index in range(-128, 256)]

    return Scenario((name,), run)


TABLES = [
    _table("__ctype_b_loc", c_uint16),
    _table("__ctype_tolower_loc", c_int),
    _table("__ctype_toupper_loc", c_int),
]

ROWS: list[Row | Scenario] = [
    *(*COMPARISONS, *SEARCHES, *COPIES, *OTHER_STRINGS, *TOKENS, *NUMBERS, *ARITHMETIC, *CHARACTERS, *TABLES),
]
UNTRIED: dict[str, str] = {
    f"__{name}_chk": "the function without a check is tried"
    for name in "memcpy memmove mempcpy memset stpcpy stpncpy strcat strcpy strncat strncpy".split()
}
