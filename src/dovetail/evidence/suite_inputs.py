"""The inputs of a test as another tool can give them to a program: numbers one after the other, and as much
of uninitialised memory as can be set from outside.

From outside of a program one can define the functions that it leaves open, and the call of an entry other
than main. What a local variable holds before it is written, or fresh memory of `malloc`, is the compiler's
and the library's: it can be made zero, and nothing else.
"""

from __future__ import annotations

import re

from dovetail.evidence.observing import library_statements
from dovetail.evidence.suite import Test
from dovetail.execution.inputs import as_double, as_integer, as_single, as_truth
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.load import Loaded
from dovetail.program.statements import Origin
from dovetail.quick_dataclass import dataclass

_STUB = re.compile(r"^(?P<type>.+?) (?P<name>\w+)\(\) \{ .*__dovetail_uninitialised", re.MULTILINE)
_MEMORY_INPUT = "__VERIFIER_nondet_memory"
NOT_FOLLOWED = "its run is too long to say where its memory comes from"
UNSET = "it depends on what uninitialised memory holds ({}), which cannot be set from outside"
LIBRARY = "it depends on a choice that the C library has ({})"
WILD = "it needs memory outside of the program's objects"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a program asks for, as the type that it is asked for."""

    type_name: str
    size: int
    value: int | float


def numbers(test: Test, loaded: Loaded) -> list[Number]:
    """What the run of a test asked for, with the values that it got: also the zeros behind the end of the
    vector. What the models of library functions asked for is left out: the library itself does not."""
    asked = [one for one in test.consumed if one.stream == "values"]
    entries = (*test.vector.values, *(0 for _ in range(len(asked) - len(test.vector.values))))
    library = frozenset(library_statements(loaded.program))
    by = [one.statement for one in test.asked or () if not isinstance(one.value, bytes)]
    inside = [statement in library for statement in by] if len(by) == len(asked) else [False] * len(asked)
    found = []
    for one, entry, hidden in zip(asked, entries, inside, strict=False):
        if hidden:
            continue
        words, pointer = one.type_name.split(), "*" in one.type_name
        value: int | float
        if "float" in words and not pointer:
            value = as_single(entry)
        elif "double" in words and not pointer:
            value = as_double(entry)
        elif "_Bool" in words and not pointer:
            value = int(as_truth(entry))
        else:
            unsigned = "unsigned" in words or pointer or one.type_name in ("size_t", "sector_t", "pthread_t")
            value = as_integer(entry, 8 * one.size, signed=not unsigned)
        found.append(Number(one.type_name, one.size, value))
    return found


def pieces(test: Test, loaded: Loaded) -> list[bytes] | str:
    """The uninitialised memory of a test that can be set from outside, in order; or why not all can be that
    is not zero."""
    if test.vector.wild:
        return WILD
    if test.unsettled is not None:
        return LIBRARY.format(test.unsettled)
    if not any(map(any, test.vector.memory)):
        return []
    if test.asked is None:
        return NOT_FOLLOWED
    named = {match["name"] for match in _STUB.finditer(loaded.native.stubs)} | {_MEMORY_INPUT, "nondet"}
    procedures = [one for name, one in loaded.program.procedures.items() if is_made_up(name)]
    made = {edge.statement for procedure in procedures for edge in procedure.edges}
    given: list[bytes] = []
    for item in test.asked:
        if not isinstance(item.value, bytes):
            continue
        if item.name in named or item.statement in made:
            given.append(item.value)
        elif any(item.value):
            return UNSET.format(item.name)
    return given


def externals(test: Test) -> list[str]:
    """The functions without a body whose results the test decides, other than those for inputs."""
    asked = test.asked or ()
    return list(dict.fromkeys(item.name for item in asked if item.origin is Origin.EXTERNAL))
