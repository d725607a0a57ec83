"""What a claimed violation that did not stand says about proofs of the same run (law 9).

A proof says that no execution of the Program fails. So a run of the executor, which is what executions are,
contradicts it wherever a check fails there, whatever the machine did on the same inputs; and a native run
that fails contradicts it unless something that is listed with every proof explains why. What neither run has
come to an end of is not refuted: the claim stands against the proof, and nobody knows who is right.

Where executor and machine have both come to an end and differ, the meaning that the Program gives to this C
is in doubt; then no proof about this program is worth anything. docs/evidence.md has the table.
"""

from __future__ import annotations

from dovetail.execution.ends import STACK_OVERFLOW, End, EndKind
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Bearing:
    """`against` are the numbers of checks that were seen to fail; `claimed` says whether the check that was
    claimed is among those of which nothing is known; `doubt` whether that holds for all checks."""

    against: frozenset[int] = frozenset()
    claimed: bool = False
    doubt: bool = False


UNDECIDED = Bearing(claimed=True)
"""There was no run, or none that says anything."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How two runs on the same inputs ended, and the checks of the program that failed there."""

    executor: End
    fails: CheckInfo | None
    native: End
    fails_natively: CheckInfo | None
    trapped: bool
    """Has the executor ended where the machine is taken to trap, by a statement of the Program, rather than
    at an access to nowhere?"""
    before: bool = False
    """Has another native run on these inputs failed the check that was claimed?"""


def bearing(seen: Seen) -> Bearing:
    """Of two runs that do not agree on a check that fails."""
    if seen.executor.kind is EndKind.VIOLATION:
        return _executor_fails(seen)
    against = frozenset({seen.fails_natively.ident}) if seen.fails_natively is not None else frozenset[int]()
    natively = seen.before or seen.native.kind is EndKind.VIOLATION
    if _is_limit(seen.executor):
        return Bearing(against, claimed=natively or seen.native.kind is EndKind.BUDGET)
    match seen.executor.kind:
        case EndKind.UNDEFINED if not seen.trapped:
            # An access outside of every object: what a proof takes for granted about it is listed, and the
            # machine need not keep to that.
            return Bearing()
        case EndKind.UNSUPPORTED:
            return Bearing(against, claimed=True)
        case _:
            return Bearing(against, claimed=seen.before, doubt=natively)


def _is_limit(end: End) -> bool:
    """Has the run been ended by a limit of Dovetail's, of which the program knows nothing?"""
    deep = end.kind is EndKind.UNDEFINED and end.detail.startswith(STACK_OVERFLOW)
    return deep or end.kind is EndKind.BUDGET


def _executor_fails(seen: Seen) -> Bearing:
    if seen.fails is None:
        return Bearing(claimed=True, doubt=True)
    against = frozenset({seen.fails.ident})
    cut_short = seen.native.kind in (EndKind.UNDEFINED, EndKind.BUDGET)
    # An access may jump over the gap that is left behind an object, into another one; then it is not seen.
    # What is lost may still be found in a part of the stack that is used no more.
    return Bearing(against, doubt=not (cut_short or seen.fails.kind in ("invalid-deref", "memory-leak")))
