"""The C library as Dovetail knows it: a few lines of C for each function.

The same text is lowered into procedures of the Program (when a program calls a function that it does not
define) and compiled into the native runner in place of a libc, so a library function cannot mean two
things. A model calls other models and, at the bottom, the primitives `__dovetail_copy`, `__dovetail_fill`,
`__dovetail_allocate`, `__dovetail_free`, `__dovetail_object_size`, `__dovetail_halt`, `__dovetail_choice` and
`__VERIFIER_nondet_*`; it includes nothing.

Which functions the library has beside these is in `table`.

This module only hands out the text and says which functions it defines. It parses no C: a definition is
what starts in the first column with a type, a name and a parameter list, and is followed by a brace; or, of
a variable that programs may use (`stdin`), with a type and a name, and ends the line. The models are written
so.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from dovetail.frontend.library.table import is_library_function, why_refused

__all__ = [
    "defining_file",
    "is_library_function",
    "library_sources",
    "modelled_functions",
    "watched_source",
    "why_refused",
]

_DEFINITION = re.compile(
    r"""
    ^(?!static\b|typedef\b|extern\b|return\b|else\b)
    [A-Za-z_][\w\ \*]*?[\ \*]            # the type of the result
    (?P<name>[A-Za-z_]\w*)
    \((?:[^(){};]|\([^(){};]*\))*\)      # parameters; those that are functions nest once
    \s*\{
    """,
    re.MULTILINE | re.VERBOSE,
)

_VARIABLE = re.compile(
    r"^(?!static\b|typedef\b|extern\b)[A-Za-z_][\w ]*[ *](?P<name>[A-Za-z_]\w*)(?: = [^(){};]+)?;$",
    re.MULTILINE,
)


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    files = sorted(Path(__file__).parent.glob("*.c"), key=lambda file: file.name)
    return tuple((file.name, file.read_text(encoding="utf-8")) for file in files)


def library_sources() -> dict[str, str]:
    """The models: C text by file name (`string.c`, ...), in the order of the names."""
    return dict(_sources())


def watched_source() -> str:
    """The model in which an overflow is the mistake of its caller."""
    return library_sources()["arithmetic.c"]


@cache
def _functions_by_file() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (file, tuple(match["name"] for match in _DEFINITION.finditer(text))) for file, text in _sources()
    )


@cache
def modelled_functions() -> frozenset[str]:
    """The names of all functions that have a model."""
    return frozenset(name for _, names in _functions_by_file() for name in names)


@lru_cache(maxsize=1024)
def defining_file(function: str) -> str | None:
    """The name of the file that has the model of `function`, or None where there is no model."""
    return next((file for file, names in _functions_by_file() if function in names), None)


@cache
def _variables() -> dict[str, str]:
    return {match["name"]: file for file, text in _sources() for match in _VARIABLE.finditer(text)}


def file_with_variable(name: str) -> str | None:
    """The name of the file that defines a variable of the library, or None where there is none."""
    return _variables().get(name)
