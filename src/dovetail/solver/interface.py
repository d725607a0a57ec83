"""What a solver is to the rest of Dovetail: a set of assertions, and questions under assumptions.

The main mode is one long-lived solver that is asked thousands of small questions by `check(assumptions)`. A
solver that gives up, runs into a limit or breaks answers *unknown*; no strategy ever sees an exception of a
solver's. What *is* an exception is a caller's mistake: a value where there is no model, a core where nothing
was refuted.

Which logic terms are in is said by `semantics.terms`; how they are built is each solver's own module.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import Enum
from typing import Protocol, TypeVar

from dovetail.quick_dataclass import dataclass
from dovetail.semantics.terms import Terms

T = TypeVar("T", bound=Hashable)


class Answer(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class NoAnswerError(RuntimeError):
    """A model or a core was asked for, and the last answer has none."""


class GaveUpError(NoAnswerError):
    """The last answer has a model, and the solver did not get it together within its limits."""


@dataclass(slots=True)
class Statistics:
    """What a solver has done so far."""

    calls: int = 0
    seconds: float = 0.0
    unknown: int = 0
    renewals: int = 0
    """How often the solver below was thrown away and built anew from its assertions."""


@dataclass(frozen=True, slots=True)
class Limit:
    """For each check: so many seconds of the processor. If it is `counted`, a solver looks at its own steps
    instead, and makes about as many as in so many seconds: then the same questions get the same answers
    whatever else the machine has to do."""

    seconds: float
    counted: bool = False


class Solver(Protocol[T]):
    @property
    def terms(self) -> Terms[T]:
        """The builder whose terms this solver understands."""
        ...

    @property
    def statistics(self) -> Statistics: ...

    def add(self, condition: T) -> None:
        """Take a condition for granted until the matching `pop`."""
        ...

    def push(self) -> None: ...
    def pop(self) -> None: ...

    def check(self, assumptions: Sequence[T] = ()) -> Answer:
        """Can the assertions and these assumptions hold together?"""
        ...

    def value(self, term: T) -> int | bool:
        """The value of a condition, a bit-vector or a float (its IEEE bits) in the model of the last answer,
        which must be *sat*. All values that are asked for between two checks belong to one model, as long as
        they need no definition that the question did not."""
        ...

    def core(self) -> tuple[T, ...]:
        """Assumptions of the last check, in their order, that cannot hold together with the assertions; the
        answer must be *unsat*. Small, not minimal."""
        ...

    def set_limits(self, limit: Limit | None = None) -> None:
        """A limit of the work of each check from now on."""
        ...
