"""What a contract says is written, as places in C text; and files without what contracts stand for."""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.frontend.clauses import Clause, blank
from dovetail.frontend.source import Source
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import Target as Machine
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """What a callee assigns, if the `guard` holds."""

    clause: Clause
    number: int
    guard: str
    pointer: str
    size: str

    @property
    def _start(self) -> str:
        return f"__dovetail_written_{self.number}"

    @property
    def _room(self) -> str:
        return f"__dovetail_wide_{self.number}"

    def kept(self) -> list[str]:
        """Where it is, and how large."""
        declared = f"void *{self._start} = 0; __CPROVER_size_t {self._room} = 0;"
        return [f"{declared} {self.guard}{{ {self._start} = {self.pointer}; {self._room} = {self.size}; }}"]

    def overwritten(self) -> str:
        """Any contents."""
        return f"    __VERIFIER_nondet_memory({self._start}, {self._room});"

    def holds(self, place: str) -> str:
        """Does a pointer lie in it, at this place?"""
        far = f"(__CPROVER_size_t)({place} - (char *){self._start})"
        inside = f"{far} < {self._room} && {self._room} - {far} >= sizeof(void *)"
        return f"(__dovetail_one_object({place}, {self._start}) && {inside})"


def without_bodies(unit: TranslationUnit, functions: Sequence[str], target: Machine) -> TranslationUnit:
    """A unit in which these functions are declared, and not defined."""
    text = unit.source.text
    for name in functions:
        if name in unit.functions:
            body = next(child for child in unit.functions[name].inner if child.kind == "CompoundStmt")
            rest = blank(text[body.offset + 1 : body.end])
            text = text[: body.offset] + b";" + rest + text[body.end :]
    if text == unit.source.text:
        return unit
    source = Source(unit.source.name, text, False, unit.source.inserted)
    left = TranslationUnit(source, target, index=unit.index, flags=unit.flags)
    left.clauses = unit.clauses
    return left
