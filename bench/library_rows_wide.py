"""Rows of the library campaign: wide strings, locales, and the ways between bytes and wide characters."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Sequence
from ctypes import (
    c_char_p,
    c_int,
    c_size_t,
    c_uint32,
    c_void_p,
)
from typing import Any

from library_calls import Feed, Memory, Outcome, Row, Scenario, Side
from library_rows_strings import (
    COUNTED,
    POINTERS,
    character,
    string,
    two_strings,
    wide_bytes,
    word,
    xfrm_feed,
)

# ---- wide strings ----------------------------------------------------------------------------------------


WIDE = b"aAbB,; zq\x01"


def wide_word(choice: random.Random) -> bytes:
    return word(choice, 10, WIDE)


def wide_string(choice: random.Random) -> Memory:
    return Memory(wide_bytes(wide_word(choice)))


def two_wide(choice: random.Random) -> tuple[Memory, Memory]:
    first = wide_word(choice)
    second = choice.choice([wide_word(choice), first[:-1], first.swapcase(), first[1:3]])
    return Memory(wide_bytes(first)), Memory(wide_bytes(second))


def _wide_appended(choice: random.Random) -> Sequence[object]:
    return Memory(wide_bytes(wide_word(choice)) + b"#" * 120), wide_string(choice)


def _wide_regions(choice: random.Random) -> Sequence[object]:
    first, second = two_wide(choice)
    return first, second, choice.randrange(min(first.size, second.size) // 4 + 1)


def _wide_copy(choice: random.Random, apart: bool) -> Sequence[object]:
    piece = Memory(wide_bytes(bytes(range(65, 65 + 40))))
    source = (20 if apart else 0) + choice.randrange(12)
    return piece.at(4 * choice.randrange(12)), piece.at(4 * source), choice.randrange(8)


def _wide_character(choice: random.Random) -> int:
    return choice.choice([0, ord("a"), ord("B"), ord(","), 0x4E2D])


def _wide_tokens(side: Side, choice: random.Random, _: object) -> object:
    line, between = two_wide(choice)
    rest = c_void_p()
    function = side.function("wcstok", c_void_p, c_void_p, c_void_p, c_void_p)
    found: list[int | None] = []
    for index in range(20):
        token = function(line.address if index == 0 else None, between.address, ctypes.addressof(rest))
        found.append(None if token is None else token - line.address)
        if token is None:
            break
    return found, line.now()


def wide_text(result: int | None) -> object:
    if result is None:
        return None
    found = []
    while (unit := ctypes.c_int.from_address(result + 4 * len(found)).value) != 0:
        found.append(unit)
    return found


WIDE_STRINGS: list[Row | Scenario] = [
    *(Row(name, c_int, POINTERS, two_wide) for name in ("wcscmp", "wcscasecmp", "wcscoll")),
    *(
        Row(name, c_int, COUNTED, lambda choice: (*two_wide(choice), choice.randrange(12)))
        for name in ("wcsncmp", "wcsncasecmp")
    ),
    Row("wmemcmp", c_int, COUNTED, _wide_regions),
    *(Row(name, c_void_p, POINTERS, two_wide) for name in ("wcsstr", "wcswcs", "wcspbrk")),
    *(Row(name, c_size_t, POINTERS, two_wide) for name in ("wcsspn", "wcscspn")),
    *(
        Row(name, c_void_p, (c_void_p, c_int), lambda choice: (wide_string(choice), _wide_character(choice)))
        for name in ("wcschr", "wcsrchr", "wcschrnul")
    ),
    Row(
        "wmemchr",
        c_void_p,
        (c_void_p, c_int, c_size_t),
        lambda choice: (
            Memory(wide_bytes(wide_word(choice).ljust(10))),
            _wide_character(choice),
            choice.randrange(11),
        ),
    ),
    Row(
        "wmemset",
        c_void_p,
        (c_void_p, c_int, c_size_t),
        lambda choice: (Memory(b"#" * 40), _wide_character(choice), choice.randrange(10)),
    ),
    *(
        Row(name, c_void_p, COUNTED, lambda choice: _wide_copy(choice, True))
        for name in ("wmemcpy", "wmempcpy")
    ),
    Row("wmemmove", c_void_p, COUNTED, lambda choice: _wide_copy(choice, False)),
    *(Row(name, c_void_p, POINTERS, _wide_appended) for name in ("wcscpy", "wcpcpy", "wcscat")),
    *(
        Row(name, c_void_p, COUNTED, lambda choice: (*_wide_appended(choice), choice.randrange(14)))
        for name in ("wcsncpy", "wcpncpy", "wcsncat")
    ),
    Row("wcslen", c_size_t, (c_void_p,), lambda choice: (wide_string(choice),)),
    Row(
        "wcsnlen", c_size_t, (c_void_p, c_size_t), lambda choice: (wide_string(choice), choice.randrange(12))
    ),
    Row("wcsdup", c_void_p, (c_void_p,), lambda choice: (wide_string(choice),), seen=wide_text),
    Row(
        "wcsxfrm",
        c_size_t,
        COUNTED,
        lambda choice: (Memory(b"#" * 60), wide_string(choice), choice.randrange(14)),
        feed=xfrm_feed,
    ),
    Scenario(("wcstok",), _wide_tokens),
]


def _with_locale(name: str, result: Any, *, wide: bool, counted: bool) -> Scenario:
    def run(side: Side, choice: random.Random, seen: Any) -> object:
        locale = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
        first, second = two_wide(choice) if wide else two_strings(choice)
        extra = [choice.randrange(12)] if counted else []
        types = [c_size_t] if counted else []
        if seen is not None:
            side.feed(then=seen)
        function = side.function(name, result, c_void_p, c_void_p, *types, c_void_p)
        return function(first.address, second.address, *extra, locale)

    return Scenario((name,), run)


def _transformed(name: str, wide: bool) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        locale = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
        given = wide_string(choice) if wide else string(choice)
        to = Memory(b"#" * 64)
        function = side.function(name, c_size_t, c_void_p, c_void_p, c_size_t, c_void_p)
        return function(to.address, given.address, 14, locale), to.now()

    return Scenario((name,), run)


LOCALES = [
    _with_locale("strcasecmp_l", c_int, wide=False, counted=False),
    _with_locale("strncasecmp_l", c_int, wide=False, counted=True),
    _with_locale("strcoll_l", c_int, wide=False, counted=False),
    _with_locale("wcscasecmp_l", c_int, wide=True, counted=False),
    _with_locale("wcsncasecmp_l", c_int, wide=True, counted=True),
    _with_locale("wcscoll_l", c_int, wide=True, counted=False),
    _transformed("strxfrm_l", wide=False),
    _transformed("wcsxfrm_l", wide=True),
]

# ---- bytes and wide characters ---------------------------------------------------------------------------

BYTES = b"ab\0z\x7f\x80\xff"


def _refusing(outcome: Outcome, arguments: Sequence[object]) -> Feed:
    """In glibc's C locale bytes from 128 are no characters; where there is nothing errno is left alone."""
    return Feed(script=(0,), then=1) if 0 in arguments else Feed(then=1)


def _one_byte(choice: random.Random) -> Memory | None:
    """Not a zero: glibc takes that for a character even if there is to be none."""
    return Memory(bytes([choice.choice(BYTES.replace(b"\0", b""))])) if choice.randrange(8) else None


def _some_wide(choice: random.Random) -> int:
    return choice.choice([0, 97, 127, 128, 200, 255, 256, 0x4E2D, -1, 0x10FFFF])


def _state(choice: random.Random) -> Memory:
    return Memory(bytes(8))


def _pointed(inner: Memory) -> Memory:
    """A piece of memory with a pointer to another in it."""
    made = Memory(inner.address.to_bytes(8, "little"))
    made.inner = inner
    return made


def _bytes_string(choice: random.Random) -> Memory:
    return Memory(word(choice, 9, b"abcdefgz\x80") + b"\0")


def _wide_units(choice: random.Random) -> Memory:
    units = [choice.choice([97, 98, 99, 122, 127, 300]) for _ in range(choice.randrange(9))]
    return Memory(b"".join(unit.to_bytes(4, "little") for unit in [*units, 0]))


def _target(choice: random.Random) -> Memory | None:
    return Memory(b"#" * 60) if choice.randrange(4) else None


CONVERSIONS = [
    Row(
        "mbtowc",
        c_int,
        COUNTED,
        lambda choice: (
            Memory(b"####") if choice.randrange(3) else None,
            _one_byte(choice),
            choice.randrange(3),
        ),
        errno=True,
        feed=_refusing,
    ),
    Row(
        "mblen",
        c_int,
        (c_void_p, c_size_t),
        lambda choice: (_one_byte(choice), choice.randrange(3)),
        errno=True,
        feed=_refusing,
    ),
    Row(
        "wctomb",
        c_int,
        (c_void_p, c_int),
        lambda choice: (_target(choice), _some_wide(choice)),
        errno=True,
        feed=lambda outcome, arguments: Feed(then=1),
    ),
    *(
        Row(
            name,
            c_size_t,
            (c_void_p, c_void_p, c_size_t, c_void_p),
            lambda choice: (Memory(b"####"), _one_byte(choice), choice.randrange(3), _state(choice)),
            errno=True,
            feed=lambda outcome, arguments: Feed(then=1),
        )
        for name in ("mbrtowc", "mbrtoc32")
    ),
    Row(
        "mbrtoc16",
        c_size_t,
        (c_void_p, c_void_p, c_size_t, c_void_p),
        lambda choice: (Memory(b"##"), Memory(bytes([choice.choice(BYTES)])), 1, _state(choice)),
        errno=True,
        feed=lambda outcome, arguments: Feed(then=1),
    ),
    Row(
        "mbrlen",
        c_size_t,
        (c_void_p, c_size_t, c_void_p),
        lambda choice: (Memory(bytes([choice.choice(BYTES)])), choice.randrange(3), _state(choice)),
        errno=True,
        feed=lambda outcome, arguments: Feed(then=1),
    ),
    *(
        Row(
            name,
            c_size_t,
            (c_void_p, c_int, c_void_p),
            lambda choice: (_target(choice), choice.choice([0, 97, 127, 128, 255, 300]), _state(choice)),
            errno=True,
            feed=lambda outcome, arguments: Feed(then=1),
        )
        for name in ("wcrtomb", "c32rtomb", "c16rtomb")
    ),
    Row("mbsinit", c_int, (c_void_p,), lambda choice: (_state(choice),)),
    Row("btowc", c_uint32, (c_int,), character, feed=lambda outcome, arguments: Feed(then=1)),
    Row(
        "wctob",
        c_int,
        (c_uint32,),
        lambda choice: (_some_wide(choice) & 0xFFFFFFFF,),
        feed=lambda outcome, arguments: Feed(then=1),
    ),
    *(
        Row(
            name,
            c_size_t,
            COUNTED,
            lambda choice, make=make: (_target(choice), make(choice), choice.randrange(12)),
            errno=True,
            feed=lambda outcome, arguments: Feed(then=1),
        )
        for name, make in (("mbstowcs", _bytes_string), ("wcstombs", _wide_units))
    ),
    *(
        Row(
            name,
            c_size_t,
            (c_void_p, c_void_p, c_size_t, c_void_p),
            lambda choice, make=make: (
                _target(choice),
                _pointed(make(choice)),
                choice.randrange(12),
                _state(choice),
            ),
            errno=True,
            feed=lambda outcome, arguments: Feed(then=1),
        )
        for name, make in (("mbsrtowcs", _bytes_string), ("wcsrtombs", _wide_units))
    ),
    *(
        Row(
            name,
            c_size_t,
            (c_void_p, c_void_p, c_size_t, c_size_t, c_void_p),
            lambda choice, make=make: (
                *(_target(choice), _pointed(make(choice)), choice.randrange(12)),
                *(choice.randrange(12), _state(choice)),
            ),
            errno=True,
            feed=lambda outcome, arguments: Feed(then=1),
        )
        for name, make in (("mbsnrtowcs", _bytes_string), ("wcsnrtombs", _wide_units))
    ),
    Row("__ctype_get_mb_cur_max", c_size_t, (), lambda choice: ()),
]

ROWS: list[Row | Scenario] = [*WIDE_STRINGS, *LOCALES, *CONVERSIONS]
UNTRIED: dict[str, str] = {}
