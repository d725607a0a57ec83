"""How an execution ends, natively or in the interpreter: the table of docs/design/ground.md as data."""

from __future__ import annotations

from enum import StrEnum

from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

STACK_OVERFLOW = "stack overflow"
"""How the detail of the executor's word on it begins."""


class EndKind(StrEnum):
    """The six ways in which a run can end."""

    NORMAL = "normal"
    VIOLATION = "violation"
    ASSUMPTION = "assumption"
    UNDEFINED = "undefined"
    UNSUPPORTED = "unsupported"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class End:
    """The end of one run.

    `exit_code` is there for a normal end: the int that main returned or exit was given, not cut to a byte. A
    violation has a `check_id` where the front end numbered the check, otherwise a `check_kind` and a
    position. `detail` is for a person.
    """

    kind: EndKind
    exit_code: int | None = None
    check_kind: str | None = None
    check_id: int | None = None
    position: Position | None = None
    detail: str = ""
