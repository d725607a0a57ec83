"""Rows of the library campaign: strings, numbers, characters, sorting, time and what else needs no file."""

from __future__ import annotations

import random
from collections.abc import Sequence
from ctypes import c_int, c_size_t, c_void_p

from library_calls import Memory, Row, Scenario

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

ROWS: list[Row | Scenario] = [*COMPARISONS, *SEARCHES]
UNTRIED: dict[str, str] = {}
