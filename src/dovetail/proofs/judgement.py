"""What the checker says about a certificate."""

from __future__ import annotations

from enum import StrEnum

from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass


class Obligation(StrEnum):
    """What has to be established, in the words of docs/certificates.md."""

    FORM = "form"
    ENTRY = "entry"  # an invariant holds when control first comes to the loop
    PRESERVED = "preserved"  # an invariant holds again after the loop's body
    CHECK = "check"
    SUPPORTED = "supported"  # nothing is reached that is not modelled
    REQUIRES = "requires"  # of a procedure that is called
    ENSURES = "ensures"
    ENDED = "ended"  # no execution waits where none can be, and none after the last move


@dataclass(frozen=True, slots=True)
class Failure:
    """An obligation that was not established. `model` is a state at `start`, the loop head or entry that the
    way there starts from, and `reached` is the state at `position`, where it fails, as far as they can be
    told in the user's terms; both are empty if the solver gave up."""

    obligation: Obligation
    text: str
    procedure: str = ""
    start: Position | None = None
    position: Position | None = None
    check: CheckInfo | None = None
    model: tuple[tuple[str, str], ...] = ()
    reached: tuple[tuple[str, str], ...] = ()
    answered: bool = True
    """False if the solvers have said neither yes nor no: then nobody is contradicted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """`proved` are the checks that cannot fail, and `unreachable` those of them that no execution comes to;
    both are empty unless every invariant and contract holds. `complete`: nothing is reached that is not
    modelled."""

    failures: tuple[Failure, ...]
    proved: frozenset[int] = frozenset()
    unreachable: frozenset[int] = frozenset()
    complete: bool = False
    queries: int = 0

    @property
    def accepted(self) -> bool:
        return not self.failures

    @property
    def inductive(self) -> bool:
        """Do all invariants and contracts hold, whatever they are good for?"""
        spared = (Obligation.CHECK, Obligation.SUPPORTED)
        return all(failure.obligation in spared for failure in self.failures)
