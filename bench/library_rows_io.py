"""Rows of the library campaign: formatted output and input, numbers as text, <math.h>.

Streams, files and processes are not compared: a model of them is any contents and any failure. What of them
is promised is held by the cases under tests/verdicts.
"""

from __future__ import annotations

import ctypes
import math
import random
import struct
from collections.abc import Callable, Sequence
from ctypes import c_char_p, c_double, c_float, c_int, c_longlong, c_void_p

from library_calls import Feed, Outcome, Row, Scenario, Side

from dovetail.frontend.library.table import Modelled, rows

# -- printf

_LENGTHS = {"": 32, "l": 64, "ll": 64, "h": 16, "hh": 8, "z": 64, "j": 64, "t": 64}
_FLAGS = {
    **dict.fromkeys("di", "-+ 0"),
    "u": "-0",
    **dict.fromkeys("xXo", "-#0"),
    **dict.fromkeys("sc", "-"),
    **dict.fromkeys("fegFEG", "-+ #0"),
}
"""Those that have a meaning."""
_TEXTS = (b"", b"a", b"hello", b"a longer text than fits", b"%d")


def _number(choice: random.Random, bits: int) -> int:
    edge = choice.choice([0, 1, -1, 9, 10, 99, 100, 1 << (bits - 1), (1 << (bits - 1)) - 1, (1 << bits) - 1])
    return choice.choice([edge, choice.getrandbits(bits), choice.getrandbits(choice.randrange(1, bits + 1))])


def double(choice: random.Random) -> float:
    match choice.randrange(6):
        case 0:
            return float(
                choice.choice([0.0, -0.0, 0.5, 1.5, 2.5, 1.0, 10.0, 9.5, 99.5, 0.1, 1e22, 1e23, 5e-324])
            )
        case 1:
            return float(struct.unpack("<d", struct.pack("<Q", choice.getrandbits(64)))[0])
        case 2:
            return choice.choice([math.inf, -math.inf, 1.7976931348623157e308, 2.2250738585072014e-308])
        case 3:
            return round(choice.uniform(-1000, 1000), choice.randrange(5))
        case 4:
            return choice.randrange(-(10**6), 10**6) / 8
        case _:
            return choice.uniform(-1, 1) * 10.0 ** choice.randrange(-20, 21)


def directive(choice: random.Random) -> tuple[bytes, list[object]]:
    """With its arguments."""
    kind = choice.choice("diuxXoscfegFEG%")
    if kind == "%":
        return b"%%", []
    flags = "".join(flag for flag in _FLAGS[kind] if choice.random() < 0.25)
    width = choice.choice(["", "", str(choice.randrange(1, 15)), "*"])
    precision = choice.choice(["", "", ".", f".{choice.randrange(12)}", ".*"]) if kind != "c" else ""
    length = choice.choice(list(_LENGTHS)) if kind in "diuxXo" else ""
    given: list[object] = []
    if width == "*":
        given.append(c_int(choice.randrange(-12, 12)))
    if precision == ".*":
        given.append(c_int(choice.randrange(-3, 12)))
    if kind in "diuxXo":
        bits = _LENGTHS[length]
        given.append((c_int if bits <= 32 else c_longlong)(_number(choice, max(bits, 32))))
    elif kind == "c":
        given.append(c_int(choice.randrange(1, 127)))
    elif kind == "s":
        given.append(c_char_p(choice.choice(_TEXTS)))
    else:
        value = double(choice)
        given.append(c_double(0.0 if math.isnan(value) else value))
    return f"%{flags}{width}{precision}{length}{kind}".encode(), given


def _format(choice: random.Random) -> tuple[bytes, list[object]]:
    text, given = b"", list[object]()
    for _ in range(choice.randrange(4)):
        piece, more = directive(choice)
        text += choice.choice([b"", b"x = ", b", "]) + piece
        given += more
    return text + choice.choice([b"", b"\n"]), given


def _prints(side: Side, choice: random.Random, _: object) -> object:
    text, given = _format(choice)
    size = choice.choice([0, 1, 2, 7, 20, 2000])
    room = ctypes.create_string_buffer(b"\x5a" * 2000, 2000)
    at = c_int(-1)
    if choice.random() < 0.3:
        text += b"%n"
        given.append(ctypes.byref(at))
    if choice.random() < 0.5:
        result = side.function("snprintf", c_int)(room, ctypes.c_size_t(size), text, *given)
    else:
        result = side.function("sprintf", c_int)(room, text, *given)
    return text, result, room.raw.rstrip(b"\x5a"), at.value


def _allocates(side: Side, choice: random.Random, _: object) -> object:
    text, given = _format(choice)
    made = c_void_p()
    result = side.function("asprintf", c_int)(ctypes.byref(made), text, *given)
    return text, result, ctypes.string_at(made.value or 0)


# -- scanf

_NUMBERS = ("12", "-7", "+3", "0x1f", "017", "9", "1.5", "-2.25e3")
"""Numbers that fit; what becomes of others differs from library to library."""
_OTHERS = ("abc", "a b", "", " ", ",", "x]y", "%", "")


def _source(choice: random.Random) -> str:
    pieces = [
        choice.choice(_OTHERS) + choice.choice(_NUMBERS) + choice.choice([" ", "  ", ",", "a"])
        for _ in range(choice.randrange(5))
    ]
    return "".join(pieces) + choice.choice(_OTHERS)


def _scans(side: Side, choice: random.Random, _: object) -> object:
    source = _source(choice)
    text, given, kept = "", [], list[ctypes.Array[ctypes.c_char]]()
    for _ in range(choice.randrange(1, 4)):
        kind = choice.choice(
            ["d", "i", "u", "x", "o", "s", "c", "[a-z]", "[^,]", "[]x]", "n", "%", "f", "lf"]
        )
        text += choice.choice(["", " ", ",", "x"])
        if kind == "%":
            text += "%%"
            continue
        width = str(choice.randrange(1, 6)) if kind not in ("n", "f", "lf") and choice.random() < 0.4 else ""
        length = choice.choice(["", "l", "ll"]) if kind in ("d", "i", "u", "x", "o", "n") else ""
        dropped = choice.random() < 0.2 and kind != "n"
        text += f"%{'*' if dropped else ''}{width}{length}{kind}"
        if not dropped:
            kept.append(ctypes.create_string_buffer(b"\x5a" * 100, 100))
            given.append(kept[-1])
    result = side.function("sscanf", c_int)(source.encode(), text.encode(), *given)
    return source, text, result, [one.raw for one in kept]


def _narrow_scans(side: Side, choice: random.Random, before: object) -> object:
    """Numbers that fit, and none that stop behind 0x: what else there is differs from library to library."""
    side.feed(then=-1)  # behind a value that was dropped libraries say EOF
    found = _scans(side, choice, before)
    if side.is_model and side.flag("refused"):
        return before
    return found


# -- numbers as text


def _as_text(choice: random.Random) -> str:
    value = double(choice)
    match choice.randrange(5):
        case 0:
            text = repr(value)
        case 1:
            text = value.hex()
        case 2:
            text = f"{value:.{choice.randrange(40)}e}"
        case 3:
            digits = "".join(choice.choice("0123456789") for _ in range(choice.randrange(1, 40)))
            text = f"{digits[:5]}.{digits[5:]}e{choice.randrange(-340, 320)}"
        case _:
            pieces = [
                "1",
                "0",
                ".",
                "e",
                "E5",
                "-",
                "+",
                "0x",
                "p",
                "inf",
                "nan",
                "(1)",
                "infinity",
                "00",
                "e-",
                " ",
            ]
            text = "".join(choice.choice(pieces) for _ in range(choice.randrange(6)))
    return choice.choice(["", " ", "\t+"]) + text + choice.choice(["", "x", "e", " 1"])


def bits(value: float) -> object:
    return "nan" if math.isnan(value) else struct.pack("<d", value)


def _reads(name: str, result: type, choice: random.Random, side: Side) -> object:
    text = _as_text(choice).encode()
    source = ctypes.create_string_buffer(text)
    end = c_void_p()
    side.errno = 0
    value = side.function(name, result)(source, ctypes.byref(end))
    error = side.errno
    # A library may tell of what is lost below the least normal number, or may not.
    least = 2.3e-308 if name == "strtod" else 1.2e-38
    told = error if abs(value) > least else None
    return text, bits(value), (end.value or 0) - ctypes.addressof(source), told


# -- floats


def _one(choice: random.Random) -> Sequence[object]:
    return (double(choice),)


def _two(choice: random.Random) -> Sequence[object]:
    first = double(choice)
    near = [double(choice), first, -first, math.nextafter(first, 0), choice.choice([1.0, 2.0, 0.5, 3.0])]
    return first, choice.choice(near)


def _three(choice: random.Random) -> Sequence[object]:
    x, y = double(choice), double(choice)
    product = x * y
    return (
        x,
        y,
        choice.choice([double(choice), -product, math.nextafter(-product, 0), -product * (1 + 2**-50)]),
    )


def _single(
    given: Callable[[random.Random], Sequence[object]],
) -> Callable[[random.Random], Sequence[object]]:
    def rounded(choice: random.Random) -> Sequence[object]:
        return [c_float(value).value for value in given(choice) if isinstance(value, float)]

    return rounded


def _machine(outcome: Outcome, _: Sequence[object]) -> Feed:
    """What the machine's library says: it must be among what the model allows."""
    result = outcome.result
    assert isinstance(result, (bytes, str))
    value = int.from_bytes(result, "little") if isinstance(result, bytes) else 0
    return Feed(script=(value,))


def _machine_without_sign(outcome: Outcome, given: Sequence[object]) -> Feed:
    """Where a model asks for the size alone."""
    return Feed(script=(_machine(outcome, given).script[0] & ~(1 << 63),))


def _exact(name: str, given: Callable[[random.Random], Sequence[object]], count: int) -> list[Row | Scenario]:
    return [
        Row(name, c_double, (c_double,) * count, given, seen=bits),
        Row(f"{name}f", c_float, (c_float,) * count, _single(given), seen=bits),
    ]


_ODD = frozenset(["asin", "atan", "cbrt", "sinh", "tanh", "asinh", "atanh", "atan2", "pow"])


def _angle(choice: random.Random) -> Sequence[object]:
    """What the machine knows the sine of."""
    x = double(choice)
    return (math.fmod(x, 1000) if math.isfinite(x) else x,)


def _about(digits: int) -> Callable[[float], object]:
    """Libraries differ in the last bits; so much of a value is the same in all of them."""
    return lambda value: f"{value + 0.0:.{digits}e}"


def _any(name: str, given: Callable[[random.Random], Sequence[object]], count: int) -> list[Row | Scenario]:
    feed = _machine_without_sign if name in _ODD else _machine
    return [
        Row(name, c_double, (c_double,) * count, given, seen=_about(6), feed=feed),
        Row(f"{name}f", c_float, (c_float,) * count, _single(given), seen=_about(2), feed=feed),
    ]


def _quotients(side: Side, choice: random.Random, _: object) -> object:
    x, y = (float(str(value)) for value in _two(choice))
    found = c_int()
    side.feed(then=0)
    rest = side.function("remquo", c_double)(c_double(x), c_double(y), ctypes.byref(found))
    return bits(x), bits(y), bits(rest), None if math.isnan(rest) else abs(found.value) % 8


_ROUNDED = ("ceil", "floor", "trunc", "round", "rint", "nearbyint", "fabs", "sqrt")

ROWS: list[Row | Scenario] = [
    Scenario(("sprintf", "snprintf", "vsprintf", "vsnprintf"), _prints),
    Scenario(("asprintf", "vasprintf"), _allocates),
    Scenario(("sscanf", "vsscanf"), _narrow_scans),
    Scenario(("strtod", "atof"), lambda side, choice, _: _reads("strtod", c_double, choice, side)),
    Scenario(("strtof",), lambda side, choice, _: _reads("strtof", c_float, choice, side)),
    *(row for name in _ROUNDED for row in _exact(name, _one, 1)),
    *(row for name in ("copysign", "fdim", "fmod") for row in _exact(name, _two, 2)),
    *_exact("fma", _three, 3),
    *_exact("remainder", _two, 2),
    *_exact("drem", _two, 2),
    *_exact("nextafter", _two, 2),
    *_exact("logb", _one, 1),
    Row("ilogbf", c_int, (c_float,), _single(_one)),
    Row("nan", c_double, (c_char_p,), lambda choice: (b"",), seen=bits),
    Row("nanf", c_float, (c_char_p,), lambda choice: (b"1",), seen=bits),
    Scenario(("remquo", "remquof"), _quotients),
    *(row for name in ("asin", "acos", "atan", "exp", "exp2", "expm1") for row in _any(name, _one, 1)),
    *(row for name in ("sin", "cos", "tan") for row in _any(name, _angle, 1)),
    *(row for name in ("log", "log2", "log10", "log1p", "cbrt") for row in _any(name, _one, 1)),
    *(row for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh") for row in _any(name, _one, 1)),
    *(row for name in ("atan2", "pow", "hypot") for row in _any(name, _two, 2)),
    Row("fegetround", c_int, (), lambda choice: ()),
    Row("fesetround", c_int, (c_int,), lambda choice: (0,)),
]
_TRIED = {name for row in ROWS for name in row.name.split()}
_ALIASES = (
    "__sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk __asprintf_chk __vasprintf_chk "
    "__isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf"
)
_OF_THE_SYSTEM = frozenset(["stdio.h", "unistd.h", "fcntl.h", "sys/stat.h", "fenv.h"])
UNTRIED: dict[str, str] = {
    **dict.fromkeys(_ALIASES.split(), "another name of one that is tried"),
    **{
        row.name: "any contents, any failure"
        for row in rows()
        if row.header in _OF_THE_SYSTEM and row.standing is Modelled.STUB
    },
    **{
        row.name: "held to libc by tests/frontend/test_library_models.py"
        for row in rows()
        if row.header == "math.h" and row.standing is Modelled.EXACT and row.name not in _TRIED
    },
    "mkstemp": "any contents, any failure",
    "sincos": "sin and cos",
    "sincosf": "sinf and cosf",
}
