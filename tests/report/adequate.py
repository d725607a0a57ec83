"""Adequacies made by hand, for tests of how they are shown."""

from __future__ import annotations

from dovetail.evidence.adequacy import (
    Adequacy,
    Move,
    MoveBy,
    PlaceResult,
    Proposal,
    StateResult,
    StateStatus,
)
from dovetail.evidence.suite import Ending, Outcome, Test
from dovetail.execution.inputs import InputVector
from dovetail.program.position import Position


def shown(predicate: str = "x < 5", function: str = "foo") -> Adequacy:
    """Two places; one state of each kind, and one that fails."""
    test = Test(1, InputVector((3,)), Outcome(Ending.RETURNS, 0), frozenset(), ())
    first = PlaceResult(
        *(1, function, Position("f.c", 4, 5), (predicate, "p == 0")),
        (
            StateResult(0, StateStatus.COVERED, (1,)),
            StateResult(1, StateStatus.MISSED, (), (1,), (("x", "4"), ("p", "NULL")), fails=True),
            StateResult(2, StateStatus.OPEN, reason="no time", may_fail=True),
            StateResult(3, StateStatus.IMPOSSIBLE, certificate="proof/certificate.json"),
        ),
    )
    second = PlaceResult(2, function, Position("f.c", 9, 5), (), (StateResult(0, StateStatus.COVERED, (1,)),))
    moves = (
        Move((1, 0), (2, 0), MoveBy.GIVEN),
        Move((2, 0), (1, 1), MoveBy.PROPOSED),
        Move((1, 2), (1, 2), MoveBy.FABRICATED),
        Move((1, 3), (2, 0), MoveBy.FABRICATED),
    )
    proposals = (Proposal(test, ((1, 1),), "out/proposed/proposed-1.json"),)
    return Adequacy(("f.c",), "LP64", (), "main", 0, 1, (first, second), moves, proposals, notes=("a note",))
