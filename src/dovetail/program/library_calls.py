"""Checks inside of library models, told as the user knows them: by the function that the user's code calls,
and where it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dovetail.program.automata import Program
from dovetail.program.position import Position
from dovetail.program.statements import Call, CheckInfo
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class LibraryCheck:
    """`calls` is where the user's code calls a function that may come to the check; there is at least one."""

    function: str
    calls: tuple[Position, ...]

    def described(self, description: str) -> str:
        within = "the library" if self.function.startswith("__dovetail") else self.function
        return f"in {within}, {description}"


def as_known(check: CheckInfo, library: Mapping[int, LibraryCheck]) -> CheckInfo:
    """A check as the user knows it: one inside of a library function stands where that is called first."""
    inside = library.get(check.ident)
    if inside is None:
        return check
    return replace(check, position=inside.calls[0], description=inside.described(check.description))


def library_checks(program: Program) -> Mapping[int, LibraryCheck]:
    """By the numbers of the checks that are inside of library functions."""
    callers: dict[str, dict[str, None]] = {}
    """Of library procedures: those of the library that call them, and themselves."""
    own: dict[str, dict[Position, None]] = {}
    for name, procedure in program.procedures.items():
        for edge in procedure.edges:
            if not isinstance(edge.statement, Call):
                continue
            callee = edge.statement.procedure
            if not program.procedures[callee].library:
                continue
            if procedure.library:
                callers.setdefault(callee, {})[name] = None
            elif not edge.position.file.startswith("<"):
                own.setdefault(callee, {})[edge.position] = None
    found = {}
    for check in program.checks:
        inside = program.procedures.get(check.procedure)
        if inside is None or not inside.library:
            continue
        reached = [check.procedure]
        for name in reached:
            reached += (caller for caller in callers.get(name, ()) if caller not in reached)
        functions = [name for name in reached if name in own]
        if functions:
            places = sorted({position for name in functions for position in own[name]})
            found[check.ident] = LibraryCheck(functions[0], tuple(places))
    return found
