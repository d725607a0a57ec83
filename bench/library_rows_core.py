"""Rows of the library campaign: what has a state of its own (generators, clocks, the environment), sorting,
searching, dates and blocks of memory."""

from __future__ import annotations

import ctypes
import random
import struct
from collections.abc import Callable, Sequence
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_long,
    c_longlong,
    c_size_t,
    c_uint32,
    c_void_p,
)
from typing import Any

from library_calls import Feed, Memory, Outcome, Row, Scenario, Side, text
from library_rows_strings import word

# ---- generators of numbers -------------------------------------------------------------------------------


def _drawn(name: str) -> Scenario:
    """Any number is among those that the model gives."""

    def run(side: Side, choice: random.Random, seen: Any) -> object:
        side.feed(then=seen or 0)
        return side.function(name, c_long if name == "random" else c_int)()

    return Scenario((name,), run)


def _seeded(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, seen: Any) -> object:
        seed = c_uint32(choice.randrange(1 << 32))
        if seen is not None:
            side.feed(script=(seen[1], seen[0]))
        result = side.function(name, c_int)(byref(seed))
        side.flag("refused")  # another seed than before: what that says of earlier calls is not asked here
        return result, seed.value

    return Scenario((name,), run)


def _lcg(side: Side, choice: random.Random, _: object) -> object:
    """All of drand48's kin, in any order, after a seed."""
    found: list[object] = []
    number = {name: side.function(name, c_long) for name in ("lrand48", "mrand48")}
    given = {name: side.function(name, c_long, c_void_p) for name in ("nrand48", "jrand48")}
    fraction = side.function("drand48", c_double)
    given_fraction = side.function("erand48", c_double, c_void_p)
    side.function("srand48", None, c_long)(choice.randrange(-(1 << 40), 1 << 40))
    state = Memory(choice.randbytes(6))
    for _step in range(12):
        match choice.randrange(7):
            case 0:
                found += [function() for function in number.values()]
            case 1:
                found += [function(state.address) for function in given.values()]
            case 2:
                found.append(fraction())
            case 3:
                found.append(given_fraction(state.address))
            case 4:
                seed = Memory(choice.randbytes(6))
                old = side.function("seed48", c_void_p, c_void_p)(seed.address)
                found.append(ctypes.string_at(old, 6))
            case 5:
                seed = Memory(choice.randbytes(14))
                side.function("lcong48", None, c_void_p)(seed.address)
            case _:
                found.append(state.now())
    return found


GENERATORS = [
    _drawn("rand"),
    _drawn("random"),
    _seeded("rand_r"),
    Scenario(
        ("drand48", "erand48", "lrand48", "nrand48", "mrand48", "jrand48", "srand48", "seed48", "lcong48"),
        _lcg,
    ),
]

# ---- sorting and searching -------------------------------------------------------------------------------

COMPARE = CFUNCTYPE(c_int, c_void_p, c_void_p)
COMPARE_WITH = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)


def _by_first_byte(left: int, right: int) -> int:
    return ctypes.string_at(left, 1)[0] - ctypes.string_at(right, 1)[0]


def _elements(choice: random.Random, width: int) -> list[bytes]:
    """Without equals: their order is up to the library."""
    keys = choice.sample(range(1, 60), choice.randrange(16))
    return [bytes([key]) + choice.randbytes(width - 1) for key in keys]


def _sort(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        width = choice.choice([1, 2, 4, 8, 12, 31, 33, 70])
        elements = _elements(choice, width)
        room = Memory(b"".join(elements), len(elements) * width)
        if name == "qsort":
            call = side.function(name, None, c_void_p, c_size_t, c_size_t, COMPARE)
            call(room.address, len(elements), width, COMPARE(_by_first_byte))
        else:
            call = side.function(name, None, c_void_p, c_size_t, c_size_t, COMPARE_WITH, c_void_p)
            given: list[object] = []

            def compare(left: int, right: int, passed: int | None) -> int:
                given.append(passed)
                return _by_first_byte(left, right)

            call(room.address, len(elements), width, COMPARE_WITH(compare), 77)
            assert set(given) <= {77}
        return room.now()

    return Scenario((name,), run)


def _search(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        width = choice.choice([1, 2, 4, 12])
        elements = _elements(choice, width)
        if name == "bsearch":
            elements.sort()
        room = Memory(b"".join(elements) + b"#" * width, (len(elements) + 1) * width)
        key = Memory(bytes([choice.randrange(60)]) + b"k" * (width - 1))
        count: Any = c_size_t(len(elements))
        handed: Any = count if name == "bsearch" else byref(count)
        side.feed(then=choice.randrange(20))
        call = side.function(name, c_void_p)
        call.argtypes = None
        found = call(
            *(c_void_p(key.address), c_void_p(room.address), handed, c_size_t(width), COMPARE(_by_first_byte))
        )
        return None if found is None else found - room.address, count.value, room.now()

    return Scenario((name,), run)


def _queue(side: Side, choice: random.Random, _: object) -> object:
    """A linear list: put in somewhere, taken out again, and looked at as numbers."""
    elements = [Memory(bytes(16)) for _ in range(5)]
    insert, remove = (
        side.function("insque", None, c_void_p, c_void_p),
        side.function("remque", None, c_void_p),
    )
    names = {one.address: index for index, one in enumerate(elements)}
    insert(elements[0].address, None)
    linked = [elements[0]]
    for one in elements[1:]:
        insert(one.address, choice.choice(linked).address)
        linked.append(one)
    for one in choice.sample(linked, 2):
        remove(one.address)
    words = [struct.unpack("<QQ", one.now()[:16]) for one in elements]
    return [[names.get(part) for part in pair] for pair in words]


class _Entry(Structure):
    _fields_ = [("key", c_char_p), ("data", c_void_p)]


def _hashed(side: Side, choice: random.Random, _: object) -> object:
    side.feed(then=1)
    assert side.function("hcreate", c_int, c_size_t)(20)
    search = side.function("hsearch", POINTER(_Entry), _Entry, c_int)
    keys = [bytes([65 + choice.randrange(6)]) for _ in range(12)]
    found: list[object] = []
    for index, key in enumerate(keys):
        entry = search(_Entry(key, index + 1), choice.randrange(2))
        found.append((entry[0].key, entry[0].data) if entry else None)
    side.function("hdestroy", None)()
    return found


def _tree(side: Side, choice: random.Random, _: object) -> object:
    root = c_void_p()
    compare = COMPARE(_by_first_byte)
    keys = [Memory(bytes([choice.randrange(9)])) for _ in range(12)]
    search = side.function("tsearch", POINTER(c_void_p), c_void_p, c_void_p, COMPARE)
    find = side.function("tfind", POINTER(c_void_p), c_void_p, c_void_p, COMPARE)
    found: list[object] = []
    for key in keys:
        call = choice.choice([search, find])
        node = call(key.address, ctypes.addressof(root), compare)
        found.append(ctypes.string_at(node[0], 1) if node else None)
    return found


SEARCHING = [
    _sort("qsort"),
    _sort("qsort_r"),
    _search("bsearch"),
    _search("lfind"),
    _search("lsearch"),
    Scenario(("insque", "remque"), _queue),
    Scenario(("hcreate", "hsearch", "hdestroy"), _hashed),
    Scenario(("tsearch", "tfind"), _tree),
]

# ---- dates -----------------------------------------------------------------------------------------------


class Date(Structure):
    """struct tm."""

    _fields_ = [
        *((name, c_int) for name in ("sec", "min", "hour", "mday", "mon", "year", "wday", "yday", "isdst")),
        ("gmtoff", c_long),
        ("zone", c_void_p),
    ]

    def fields(self) -> object:
        return [getattr(self, name) for name, _ in Date._fields_[:9]]


def _second(choice: random.Random) -> int:
    return choice.choice(
        [0, -1, 86399, 86400, 951782400, 951868799, 4107542399, -62135596800, 253402300799]
        + [choice.randrange(-(1 << bits), 1 << bits) for bits in (20, 31, 33, 40, 55, 57, 63)]
    )


def _to_date(name: str) -> Scenario:
    """Where the run is, it is UTC: the model may choose that, too."""

    def run(side: Side, choice: random.Random, _: object) -> object:
        side.feed(then=0)
        time, date = c_longlong(_second(choice)), Date()
        libc = _plain(name, side)
        side.errno = 0
        if name.endswith("_r"):
            result = side.function(libc, c_void_p, c_void_p, c_void_p)(
                ctypes.addressof(time), ctypes.addressof(date)
            )
            return None if result is None else date.fields(), side.errno
        found = side.function(libc, POINTER(Date), c_void_p)(ctypes.addressof(time))
        return (found[0].fields() if found else None), side.errno

    return Scenario((_plain(name, None), name), run)


def _plain(name: str, side: Side | None) -> str:
    """The name that libc has, for one of those with 64 in it."""
    if side is not None and side.is_model:
        return name
    return name.removeprefix("__").replace("_time64", "").replace("64", "")


def _from_date(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        side.feed(then=0)
        spread = choice.choice([40, 5000, 1 << 31])
        fields = [choice.randrange(-spread, spread) for _ in range(6)]
        date = Date(*fields, 0, 0, choice.choice([0, -1]))
        side.errno = 0
        result = side.function(_plain(name, side), c_longlong, c_void_p)(ctypes.addressof(date))
        fields = (
            [] if result == -1 and side.errno else date.fields()
        )  # what is left then is up to the library
        return result, fields, side.errno

    return Scenario((_plain(name, None), name), run)


def _ordinary_date(choice: random.Random) -> Memory:
    """One that is consistent, as strftime wants it."""
    date = Date()
    time = c_longlong(choice.randrange(-30610224000, 253402300800))
    ctypes.CDLL(None).gmtime_r(byref(time), byref(date))
    date.gmtoff = choice.choice([0, 3600, -19800, 45 * 60, -59])
    date.zone = None
    return Memory(bytes(date))


FORMATS = [b"%" + bytes([kind]) for kind in b"aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYz%"] + [
    b"-",
    b"x",
    b"%Ey",
    b"%Od",
]


def _formatted(choice: random.Random) -> Sequence[object]:
    written = b"".join(choice.choice(FORMATS) for _ in range(choice.randrange(5))) + b"\0"
    return Memory(b"#" * 120), choice.choice([0, 1, 5, 20, 120]), Memory(written), _ordinary_date(choice)


def _formatted_feed(outcome: Outcome, arguments: Sequence[object]) -> Feed:
    return Feed(memory=outcome.memory[0])


def _formatted_in_locale(side: Side, choice: random.Random, _: object) -> object:
    locale = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
    written = b"".join(choice.choice(FORMATS) for _ in range(4)) + b"\0"
    to, format_, date = Memory(b"#" * 120), Memory(written), _ordinary_date(choice)
    function = side.function("strftime_l", c_size_t, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p)
    return function(to.address, 120, format_.address, date.address, locale), to.now()


def _as_text(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, _: object) -> object:
        side.feed(then=0)
        time = Memory(choice.randrange(-30610224000, 253402300800).to_bytes(8, "little", signed=True))
        date, to = _ordinary_date(choice), Memory(b"#" * 30)
        given = date if name.startswith("asc") else time
        more = [to.address] if name.endswith("_r") else []
        result = side.function(_plain(name, side), c_void_p, c_void_p, *([c_void_p] * len(more)))(
            given.address, *more
        )
        return text(result), to.now()

    return Scenario((_plain(name, None), name), run)


DATES: list[Row | Scenario] = [
    *(_to_date(name) for name in ("gmtime", "gmtime_r", "localtime", "localtime_r")),
    *(_to_date(name) for name in ("__gmtime64", "__gmtime64_r", "__localtime64", "__localtime64_r")),
    *(_from_date(name) for name in ("mktime", "timegm", "timelocal", "__mktime64", "__timegm_time64")),
    *(_as_text(name) for name in ("asctime", "asctime_r", "ctime", "ctime_r", "__ctime64", "__ctime64_r")),
    *(
        Row(
            name,
            c_double,
            (c_longlong, c_longlong),
            lambda choice: (_second(choice), _second(choice)),
            libc="difftime",
        )
        for name in ("difftime", "__difftime64")
    ),
    Row(
        "strftime",
        c_size_t,
        (c_void_p, c_size_t, c_void_p, c_void_p),
        _formatted,
        feed=_formatted_feed,
    ),
    Scenario(("strftime_l",), _formatted_in_locale),
]


def _clock(name: str, script: Callable[[Any], tuple[int, ...]], call: Callable[[Any], object]) -> Scenario:
    """The machine's answer is one that the model can give."""

    def run(side: Side, choice: random.Random, seen: Any) -> object:
        if seen is not None:
            side.feed(script=script(seen))
        return call(lambda result, *parameters: side.function(_plain(name, side), result, *parameters))

    return Scenario((_plain(name, None), name), run)


def _read_clock(clock: int) -> Callable[[Any], object]:
    def call(function: Any) -> object:
        to = Memory(bytes(16))
        result = function(c_int, c_int, c_void_p)(clock, to.address)
        return result, *struct.unpack("<qq", to.now()[:16])

    return call


def _read_day(function: Any) -> object:
    to = Memory(bytes(16))
    return function(c_int, c_void_p, c_void_p)(to.address, None), *struct.unpack("<qq", to.now()[:16])


def _read_utc(function: Any) -> object:
    to = Memory(bytes(16))
    return function(c_int, c_void_p, c_int)(to.address, 1), *struct.unpack("<qq", to.now()[:16])


def _slept(function: Any) -> object:
    wanted, left = Memory(struct.pack("<qq", 0, 1)), Memory(bytes(16))
    bad = Memory(struct.pack("<qq", 0, -1))
    call = function(c_int, c_void_p, c_void_p)
    return call(wanted.address, left.address), call(bad.address, None), left.now()


def _set(function: Any) -> object:
    wrong = Memory(struct.pack("<qq", 0, -1))
    return function(c_int, c_int, c_void_p)(0, wrong.address)


def _seconds_now(function: Any) -> object:
    to = Memory(bytes(8))
    result = function(c_longlong, c_void_p)(to.address)
    return result, to.now()


CLOCKS = [
    *(_clock(name, lambda seen: (seen[0],), _seconds_now) for name in ("time", "__time64")),
    _clock("clock", lambda seen: (seen,), lambda function: function(c_long)()),
    *(
        _clock(name, lambda seen: (seen[1], seen[2]), _read_clock(0))
        for name in ("clock_gettime", "__clock_gettime64")
    ),
    *(
        _clock(name, lambda seen: (1, seen[1], seen[2]), _read_clock(1))
        for name in ("clock_gettime", "__clock_gettime64")
    ),
    *(
        _clock(name, lambda seen: (seen[1], seen[2]), _read_clock(0))
        for name in ("clock_getres", "__clock_getres_time64")
    ),
    *(_clock(name, lambda seen: (), _set) for name in ("clock_settime", "__clock_settime64")),
    *(
        _clock(name, lambda seen: (1, seen[1], seen[2]), _read_utc)
        for name in ("timespec_get", "__timespec_get_time64")
    ),
    *(
        _clock(name, lambda seen: (seen[1], seen[2]), _read_day)
        for name in ("gettimeofday", "__gettimeofday_time64")
    ),
    *(_clock(name, lambda seen: (0,), _slept) for name in ("nanosleep", "__nanosleep_time64")),
]

# ---- the environment, locales, signals, paths ------------------------------------------------------------


def _environment(side: Side, choice: random.Random, _: object) -> object:
    """Variables that only the program sets: what is in the machine's own environment is not compared."""
    side.feed(then=0)
    get = side.function("getenv", c_void_p, c_char_p)
    found: list[object] = []
    names = [b"DOVETAIL_A", b"DOVETAIL_B"]
    side.function("secure_getenv", c_void_p)
    for name in names:
        side.function("unsetenv", c_int, c_char_p)(name)
    for _step in range(10):
        name = choice.choice(names)
        match choice.randrange(6):
            case 0 | 1:
                value = word(choice)
                found.append(
                    side.function("setenv", c_int, c_char_p, c_char_p, c_int)(
                        name, value, choice.randrange(2)
                    )
                )
            case 2:
                found.append(side.function("unsetenv", c_int, c_char_p)(name))
            case 3:
                bad = choice.choice([b"", b"a=b"])
                side.errno = 0
                found.append(
                    (side.function("setenv", c_int, c_char_p, c_char_p, c_int)(bad, b"x", 1), side.errno)
                )
                found.append(side.function("unsetenv", c_int, c_char_p)(bad))
                if b"=" not in bad:  # libraries differ
                    found.append(get(bad))
            case 4:
                _KEPT.append(Memory(name + b"=" + word(choice) + b"\0"))
                found.append(side.function("putenv", c_int, c_void_p)(_KEPT[-1].address))
            case _:
                side.feed(then=1)  # not a program with more rights than its user
                found.append(text(side.function("secure_getenv", c_void_p, c_char_p)(name)))
        found.append(text(get(name)))
    for name in names:
        side.function("unsetenv", c_int, c_char_p)(name)
    return found


_KEPT: list[Memory] = []
"""What is in the environment must not go away."""


def _locale(side: Side, choice: random.Random, _: object) -> object:
    side.feed(then=0)
    set_, convention = (
        side.function("setlocale", c_void_p, c_int, c_char_p),
        side.function("localeconv", c_void_p),
    )
    names = [None, b"C", b"POSIX", b"no such locale"]
    found: list[object] = [text(set_(choice.randrange(7), choice.choice(names))) for _ in range(3)]
    whole = ctypes.string_at(convention(), 10 * 8 + 14)
    found += [text(int.from_bytes(whole[at : at + 8], "little")) for at in range(0, 80, 8)]
    found.append(whole[80:])
    made = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
    again = side.function("duplocale", c_void_p, c_void_p)(made)
    use = side.function("uselocale", c_void_p, c_void_p)
    everywhere = (1 << 64) - 1
    found += [use(made) == everywhere, use(None) == made, use(everywhere) == made, again is not None]
    side.function("freelocale", None, c_void_p)(again)
    return found


def _signals(side: Side, choice: random.Random, _: object) -> object:
    signals = Memory(bytes(128))
    found: list[object] = []
    calls = [
        side.function(name, c_int, c_void_p, c_int) for name in ("sigaddset", "sigdelset", "sigismember")
    ]
    side.function("sigemptyset", c_int, c_void_p)(signals.address)
    if choice.randrange(2):
        side.feed(then=6)  # glibc keeps two numbers for itself
        side.function("sigfillset", c_int, c_void_p)(signals.address)
    for _step in range(12):
        number = choice.choice([*range(1, 32), 0, -1, 65, 64, 40])
        found.append(choice.choice(calls)(signals.address, number))
    numbers = [*range(1, 32), *range(35, 65)]
    return found, [calls[2](signals.address, number) for number in numbers]


def _disposition(side: Side, choice: random.Random, _: object) -> object:
    side.feed(then=0)
    call = side.function("signal", c_void_p, c_int, c_void_p)
    for number in (10, 12):
        call(number, None)
    numbers = [10, 12, 9, 19, 0, -1, 65]
    made = [call(choice.choice(numbers), choice.randrange(2)) for _ in range(8)]
    for number in (10, 12):
        call(number, None)
    return made


PATHS = [b"", b"/", b"///", b"a", b"a/", b"a/b", b"/a", b"/a/b/", b"a//b", b"///a//", b".", b"..", b"a/./b//"]


def _path(choice: random.Random) -> Sequence[object]:
    return (Memory(choice.choice(PATHS) + b"\0") if choice.randrange(9) else None,)


def _one_name(choice: random.Random) -> Sequence[object]:
    return (Memory(choice.choice([b"a", b"a/b", b"/usr//lib/x", b"//a"]) + b"\0"),)


def _suboptions(side: Side, choice: random.Random, _: object) -> object:
    names = [Memory(name + b"\0") for name in (b"ro", b"rw", b"name")]
    tokens = Memory(b"".join(one.address.to_bytes(8, "little") for one in names) + bytes(8))
    line = Memory(
        b",".join(choice.choice([b"ro", b"rw=1", b"name=", b"nam", b"names", b""]) for _ in range(4)) + b"\0"
    )
    at, value = c_void_p(line.address), c_void_p()
    side.feed(then=1)
    function = side.function("getsubopt", c_int)
    found: list[object] = []
    for _step in range(4):
        result = function(byref(at), c_void_p(tokens.address), byref(value))
        found.append((result, None if value.value is None else value.value - line.address))
    return found, line.now()


def _message(name: str) -> Scenario:
    def run(side: Side, choice: random.Random, seen: Any) -> object:
        number = 2  # one for all rounds: the model knows eight
        side.feed(then=len(seen or b""), memory=(seen or b"").ljust(256, b"\0"))
        locale = side.function("newlocale", c_void_p, c_int, c_char_p, c_void_p)(0x1FBF, b"C", None)
        more = [c_void_p(locale)] if name.endswith("_l") else []
        result = side.function(name, c_void_p)(c_int(number), *more)
        return text(result)

    return Scenario((name,), run)


def _at_exit(side: Side, choice: random.Random, _: object) -> object:
    """Handlers can be run on one side only: that of the model, by which the order is seen."""
    order: list[int] = []
    if side.is_model:
        handlers = [CFUNCTYPE(None)(lambda index=index: order.append(index)) for index in range(3)]
        for name, leave in (("atexit", "exit"), ("at_quick_exit", "quick_exit")):
            for handler in handlers:
                side.function(name, c_int)(handler)
            side.function(leave, None, c_int)(7)
            order.append(side.flag("halted"))
            side.flag("refused")  # one program can only end once
        for name in ("_exit", "_Exit"):
            side.function(name, None, c_int)(7)
            order.append(side.flag("halted"))
        return order
    return [2, 1, 0, 8, 2, 1, 0, 8, 8, 8]


def _allocated(side: Side, choice: random.Random, _: object) -> object:
    """Blocks hold what is put into them, through all that makes and moves them."""
    side.feed(then=1)
    size = choice.randrange(1, 40)
    content = choice.randbytes(size)
    makers = {
        "malloc": (size,),
        "calloc": (1, size),
        "aligned_alloc": (16, (size + 15) // 16 * 16),
        "memalign": (16, size),
        "valloc": (size,),
        "pvalloc": (size,),
        "reallocarray": (None, 1, size),
    }
    name = choice.choice(list(makers))
    types = [c_void_p if value is None else c_size_t for value in makers[name]]
    block = side.function(name, c_void_p, *types)(*makers[name])
    ctypes.memmove(block, content, size)
    larger = side.function("realloc", c_void_p, c_void_p, c_size_t)(block, size + 50)
    kept = ctypes.string_at(larger, size)
    holder = c_void_p()
    results = [
        side.function("posix_memalign", c_int)(byref(holder), c_size_t(alignment), c_size_t(8))
        for alignment in (3, 4, 16)
    ]
    side.errno = 0
    too_much = side.function("calloc", c_void_p, c_size_t, c_size_t)(1 << 62, 8)
    for one in (larger, holder.value):
        side.function("free", None, c_void_p)(one)
    return kept, results, too_much


REST: list[Row | Scenario] = [
    Scenario(("setenv", "unsetenv", "getenv", "putenv", "secure_getenv"), _environment),
    Scenario(("setlocale", "localeconv", "newlocale", "duplocale", "freelocale", "uselocale"), _locale),
    Scenario(("sigemptyset", "sigfillset", "sigaddset", "sigdelset", "sigismember"), _signals),
    Scenario(("signal",), _disposition),
    *(
        Row(name, c_void_p, (c_void_p,), _path, seen=text, feed=lambda outcome, _: Feed(then=0))
        for name in ("dirname", "__xpg_basename")
    ),
    Row("basename", c_void_p, (c_void_p,), _one_name, feed=lambda outcome, _: Feed(then=0)),
    Scenario(("getsubopt",), _suboptions),
    *(_message(name) for name in ("strerror", "strerror_l", "strsignal")),
    Row("system", c_int, (c_void_p,), lambda choice: (None,), feed=lambda outcome, _: Feed(script=(0, 1))),
    Scenario(("atexit", "at_quick_exit", "exit", "quick_exit", "_exit", "_Exit"), _at_exit),
    Scenario(
        (
            *(
                "malloc",
                "calloc",
                "aligned_alloc",
                "memalign",
                "valloc",
                "pvalloc",
                "reallocarray",
                "realloc",
            ),
            *("posix_memalign", "free"),
        ),
        _allocated,
    ),
]

ROWS: list[Row | Scenario] = [
    *(*GENERATORS, *SEARCHING, *DATES, *CLOCKS, *REST),
]
UNTRIED: dict[str, str] = {
    "clearenv": "the environment of the campaign itself would be gone",
    "abort": "it ends the campaign",
    "mkstemp": "it makes a file",
    "getdate": "the file of its templates is whatever DATEMSK names",
    **dict.fromkeys(("srand", "srandom"), "it shows in the numbers that follow, and these are any"),
    "alloca": "it is the compiler's",
    "__errno_location": "it is looked at after every call",
    **dict.fromkeys(("__assert", "__assert_fail", "__assert_func", "__assert_rtn"), "it is the error"),
}
