"""How far both sides have come, found out when the search is over: for people who look at the program.

Every test of the ledger is run once more, for the edges that it takes (`edges_taken`). Of the decisions that
no test has made, the checker is asked which ones a proof excludes that it has accepted: behind each of them
stands a check that always holds, and what the checker finds to be unreachable among these, no execution
comes to. It is the same judgement as of the program's own checks, with nothing of its own here.

No verdict rests on any of this; it has a process of its own, little time, and where that is not enough, less
is known. Where tests and proofs contradict each other, nothing is said to be excluded, and that is a problem.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dovetail.evidence.flow import Flow, flow_of
from dovetail.evidence.verdicts import Problem
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import Loaded
from dovetail.processes.confined import Ending, Send, confined
from dovetail.program.automata import Program
from dovetail.program.expressions import TRUE
from dovetail.program.flow_graphs import drawn, not_reached
from dovetail.program.ghost_maps import Place, put_behind
from dovetail.program.inlining import Inlined, prepared
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Check, CheckInfo, Statement
from dovetail.proofs.certificate import from_json, kept, unrolled
from dovetail.quick_dataclass import dataclass
from dovetail.verifying.edges_taken import taken_edges

SECONDS = 2.0
"""For all of it."""
LEAST = 0.2
"""With less time than that left, it is not begun; and so much is left when it ends, for the answer."""
ASKED = 200
"""Decisions, at most, that the checker is asked about."""
_KIND = "taken"
_CONTRADICTION = "a test takes an edge that a proof is said to exclude"


@dataclass(frozen=True, slots=True)
class _Seen:
    flow: Flow
    contradicted: bool = False


def seen_and_excluded(
    loaded: Loaded,
    tests: Sequence[InputVector],
    proof: Mapping[str, Any] | None,
    *,
    deadline: float,
    memory: int,
) -> tuple[Flow | None, Problem | None]:
    """`proof` is a certificate that the checker has accepted, as a document."""
    latest: list[_Seen] = []
    until = min(deadline - LEAST, time.monotonic() + SECONDS)
    if until - time.monotonic() < LEAST:
        return None, None

    def work(send: Send) -> _Seen:
        program = loaded.program
        taken = taken_edges(program, tests, until - LEAST)
        send(_Seen(flow_of(program, taken, (), (), proved=False)))
        if proof is None:
            return _Seen(flow_of(program, taken, (), (), proved=False))
        closed = excluded_decisions(program, taken, proof, until - time.monotonic())
        gone = not_reached(program, closed)
        if any((place.procedure, place.source) in gone for place in taken):
            return _Seen(flow_of(program, taken, (), (), proved=False), contradicted=True)
        return _Seen(flow_of(program, taken, gone, closed, proved=True))

    done = confined(work, deadline=until, memory=memory, hear=latest.append)
    found = done.value or (latest[-1] if latest else None)
    if done.ending is Ending.FAILED:
        summary = f"what tests have taken could not be told: {done.failure}"
        return None, Problem(summary, done.details)
    if found is None:
        return None, None
    return found.flow, Problem(_CONTRADICTION) if found.contradicted else None


def excluded_decisions(
    program: Program, taken: frozenset[Place], proof: Mapping[str, Any], seconds: float
) -> frozenset[Place]:
    """Of the decisions that are drawn, and that no test has made, those that no execution makes."""
    from dovetail.proofs.checker import check  # with its solvers, which nobody else needs

    open_ = [
        place
        for procedure in drawn(program)
        for location in procedure.locations
        if len(procedure.outgoing[location]) > 1
        for place in (Place(procedure.name, location, branch) for branch in (0, 1))
        if place not in taken
    ][:ASKED]
    if not open_:
        return frozenset()
    above = 1 + max((info.ident for info in program.checks), default=0)
    numbers = {place: number for number, place in enumerate(open_, above)}
    asked = _asking(prepared(program, unrolled(proof), kept(proof)), numbers)
    # The certificate names the program without these checks; it is about this one as well.
    certificate = from_json({**proof, "program": _KIND}, asked)
    judgement = check(certificate, asked, seconds=seconds, digest=_KIND)
    return frozenset(place for place, number in numbers.items() if number in judgement.unreachable)


def _asking(inlined: Inlined, numbers: Mapping[Place, int]) -> Program:
    """With a check behind each copy of a decision: it always holds, and has the number of the decision."""

    def behind(place: Place, statement: Statement) -> Iterable[Statement]:
        if len(inlined.program.procedures[place.procedure].outgoing[place.source]) == 1:
            return
        whence = inlined.origin(place.procedure, place.source)
        if len(inlined.whole.procedures[whence.procedure].outgoing[whence.location]) == 1:
            raise AssertionError(f"a decision at {place} that comes from none")  # it would be left out
        number = numbers.get(Place(whence.procedure, whence.location, place.branch))
        if number is not None:
            yield Check(TRUE, CheckInfo(number, _KIND, NOWHERE, whence.procedure, _KIND))

    procedures = {
        name: put_behind(procedure, behind, lambda statement: statement)[0]
        for name, procedure in inlined.program.procedures.items()
    }
    return replace(inlined.program, procedures=procedures)
