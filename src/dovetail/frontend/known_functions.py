"""Functions that are known by their names: what is an error, what is an input, what is refused.

How calls of them are lowered is said in `intrinsics`, `dispatch` and `calls`.
"""

from __future__ import annotations

import re

ERROR_FUNCTIONS = frozenset({"reach_error", "__VERIFIER_error"})
ASSERT_FAILURES = frozenset({"__assert_fail", "__assert_rtn", "__assert_func", "__assert"})
NONDET = re.compile(r"^(?:__VERIFIER_nondet_|dovetail_any_)\w+$")

OUTSIDE = "outside"
"""The name of what functions without a body have written."""

UNMODELLED = {
    name: reason
    for reason, names in {
        "it writes memory that Dovetail does not model": """
            gets recv recvfrom realpath strtold
            """,
        "what rand returns from then on depends on it": "initstate setstate",
        "the rounding of floats depends on it": "fesetenv feupdateenv feholdexcept",
        "control leaves the usual order": """
            setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp sigaction raise
            """,
        "a function that runs when the program ends is not modelled": "on_exit",
        "threads are not modelled": "pthread_create thrd_create fork vfork clone",
        "another program is run": "execl execle execlp execv execve execvp",
    }.items()
    for name in names.split()
}


def why_not_by_pointer(name: str) -> str | None:
    """Why a function without a body or a model cannot be called through a pointer, or None if it can: one
    whose calls are statements does more than to return any value."""
    if name in UNMODELLED:
        return f"'{name}': {UNMODELLED[name]}"
    if name.startswith(("__VERIFIER_", "dovetail_", "__builtin_", "__sync_")) and not NONDET.match(name):
        return f"'{name}' is called through a pointer"
    return None


def plain_name(name: str) -> str:
    """The name of a library function that is called as a builtin, or as the one that checks sizes."""
    return name.removeprefix("__builtin_").removeprefix("__").removesuffix("_chk")


COUNTED = {
    **dict.fromkeys("memcpy memmove mempcpy memset memcmp memchr memrchr bcmp wmemcpy wmemmove".split(), 2),
    **dict.fromkeys("wmemset wmemcmp wmemchr strncmp strncpy strncat strncasecmp stpncpy wcsncmp".split(), 2),
    **dict.fromkeys("wcsncpy wcsncat fread fwrite bsearch".split(), 2),
    **dict.fromkeys("strnlen strndup wcsnlen qsort qsort_r lfind bzero".split(), 1),
    "memccpy": 3,
}
"""Functions of the library that are told how much there is, and by which of their arguments. Even of nothing
at all they must not be given a null pointer."""
NULL_OF_NOTHING = (
    "functions of the library take a null pointer if they are told that there is nothing behind it (C2y; "
    "before it, a compiler may take every pointer that they are given for one that is not null)"
)
