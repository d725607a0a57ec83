"""What a proof takes for granted because a model does: by the function that a program calls.

A *bound* restricts what the library may do, and with it a proof; the others are about how a function goes
about what it does.
"""

from __future__ import annotations

from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Assumed:
    """One assumption."""

    text: str
    is_bound: bool = False


_ZONE = Assumed("local time is UTC and an offset that is the same at all times of the year", is_bound=True)
_VALUE = Assumed("a variable of the environment holds at most 15 characters", is_bound=True)
_MESSAGE = Assumed(
    "the text of an error or of a signal has at most 255 characters, and the program does not write to it"
)

_ZONED = "localtime localtime_r mktime timelocal ctime ctime_r"
_ZONED_64 = "__localtime64 __localtime64_r __mktime64 __ctime64 __ctime64_r"

_FILES = Assumed("fewer than 1024 files are open at a time: a descriptor is below that")

_NO_EXPONENT = Assumed("FP_ILOGB0 and FP_ILOGBNAN are the least int, as glibc and musl have them")

ASSUMED: dict[str, Assumed] = {
    **dict.fromkeys(("ilogb", "ilogbf", "ilogbl"), _NO_EXPONENT),
    **{
        name: Assumed(f"'{name}' is taken to call its comparison in the order of Dovetail's model")
        for name in ("qsort", "qsort_r", "bsearch", "tsearch", "tfind")
    },
    **dict.fromkeys(_ZONED.split() + _ZONED_64.split(), _ZONE),
    **dict.fromkeys(("getenv", "secure_getenv", "setenv", "unsetenv", "putenv"), _VALUE),
    **dict.fromkeys("open openat creat dup dup2 fcntl mkstemp".split(), _FILES),
    **dict.fromkeys(("strerror", "strerror_l", "strsignal"), _MESSAGE),
}

CHARACTERS = frozenset(
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit "
    "tolower toupper".split()
)
"""Functions of what is a byte, or EOF."""
NO_CHARACTER = (
    "what is neither a byte nor EOF, which C leaves undefined for isalpha and its kin, is in no class"
)

DESCRIPTORS = frozenset(
    (
        "open openat creat close dup dup2 fcntl mkstemp fileno fdopen read write pread pwrite lseek fsync "
        "fdatasync ftruncate isatty fchdir fchmod fstat __fstat_time64 dprintf vdprintf __dprintf_chk"
    ).split()
)
"""Functions that are given descriptors of files, or give them."""

KEEPING: tuple[str, ...] = tuple(
    (
        "strtok wcstok umask getenv secure_getenv setenv unsetenv putenv clearenv "
        "getuid geteuid getgid getegid getpid "
        "signal hcreate hsearch hdestroy ungetc ungetwc feof ferror fegetround fetestexcept "
        "drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48 seed48 lcong48 initstate setstate "
        "localtime gmtime getdate asctime ctime strerror strsignal tmpnam l64a sysconf "
        "open openat creat close dup dup2 fcntl mkstemp fileno fdopen fstat isatty "
        # The locale:
        "setlocale localeconv uselocale nl_langinfo strcoll strxfrm wcscoll wcsxfrm strftime wcsftime "
        "isalpha isalnum isupper islower ispunct isprint isgraph isspace iscntrl isblank toupper tolower "
        "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc iswalpha iswalnum iswupper iswlower iswpunct "
        "iswprint iswgraph iswspace iswcntrl iswblank towupper towlower strtod strtof atof wcstod wcstof "
        "mblen mbtowc wctomb mbstowcs wcstombs mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs btowc wctob"
    ).split()
)
"""Functions whose answers depend on what the library keeps from call to call, for everyone: a position, a
mask, the environment, the locale, an object that the next call writes over. (Whatever `rand` gives is any
number anyway.)"""
