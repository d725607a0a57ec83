"""A program as Dovetail reads it: the work behind `dovetail show`."""

from __future__ import annotations

from typing import Any

from dovetail.asking.reading import Reading
from dovetail.program.automata import Program
from dovetail.program.document import to_json
from dovetail.program.dot import to_dot
from dovetail.program.listing import show_program
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """A program as Dovetail reads it."""

    program: Program

    @property
    def text(self) -> str:
        return show_program(self.program)

    @property
    def dot(self) -> str:
        return to_dot(self.program)

    @property
    def document(self) -> dict[str, Any]:
        """As described in `dovetail.program.document`."""
        return to_json(self.program)


def shown(reading: Reading) -> Shown:
    """What can be reached from its entry, or all of it if there is none."""
    return Shown(reading.load(whole=True).program)
