"""The four classes of checks (Abstract testing, abstract and section VIII-A): unreachable, impossible,
certain, potential.

A check is looked at in every copy of it that inlining made; what is said of it holds in all of them.
`CERTAIN` means that it fails whenever it is reached; whether it is reached, an over-approximation cannot say.

Some checks ask for nothing that can hold: to come to a call of an error function is to fail, and `assert(c)`
is a branch to such a call. Of the call alone it would always be said that it fails whenever it is reached,
and of an assertion that holds, that it is unreachable. So these are judged by the line that they stand on:
does any execution come to it, does any go past?
"""

from __future__ import annotations

from collections.abc import Mapping

from dovetail.domains.assume import assume
from dovetail.domains.evaluation import Reading
from dovetail.domains.states import State
from dovetail.domains.truth import Truth
from dovetail.domains.universe import Universe
from dovetail.fixpoints.analysis import Analysis, Partitions
from dovetail.fixpoints.classes import Class
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import FALSE, Expr, Valid, const, loads, negation
from dovetail.program.statements import Assume, Check
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of

_ASSERTION = "assertion"


def classify(analysis: Analysis, reachable: Partitions) -> Mapping[int, Class]:
    """By the number of the check."""
    universe = analysis.forward.universe
    found: dict[int, Class] = {}
    lines: set[tuple[str, int]] = set()
    passed: set[int] = set()
    errors: dict[int, set[int]] = {}
    """Edges to come to which is to fail, by check: those that are reached."""
    for edge, before, after in analysis.steps(reachable):
        lines.add((edge.position.file, edge.position.line))
        if after is not None:
            passed.add(id(edge))
        if not isinstance(edge.statement, Check):
            continue
        ident, condition = edge.statement.info.ident, edge.statement.condition
        if condition is FALSE:
            errors.setdefault(ident, set()).add(id(edge))
            continue
        here = _judged(before, after, condition, universe)
        found[ident] = found.get(ident, Class.UNREACHABLE).both(here)
    for procedure in analysis.program.procedures.values():
        for edge in procedure.edges:
            statement = edge.statement
            if not isinstance(statement, Check) or statement.condition is not FALSE:
                continue
            info = statement.info
            if id(edge) in errors.get(info.ident, ()):
                whole = info.kind == _ASSERTION and not _way_past(edge, procedure, passed)
                here = Class.CERTAIN if whole else Class.POTENTIAL
            elif (edge.position.file, edge.position.line) in lines:
                here = Class.IMPOSSIBLE
            else:
                here = Class.UNREACHABLE
            found[info.ident] = found.get(info.ident, Class.UNREACHABLE).both(here)
    return {info.ident: found.get(info.ident, Class.UNREACHABLE) for info in analysis.program.checks}


def _judged(before: State, after: State | None, condition: Expr, universe: Universe) -> Class:
    """F(J) ⊑ I, the invariance check (2) of section VIII-A: does any reachable state fail the condition?
    Where nothing passes, something else than the check may be to blame: a condition without a meaning, or a
    read in it that ends the run."""
    try:
        failing = assume(before, negation(condition), universe)
        reading = Reading(before, universe.algebra)
        bits = universe.algebra.pointer_bits
        readable = all(
            reading.truth(Valid(load.address, const(IntType(bits, False), size_of(load.type, bits))))
            is Truth.YES
            for load in loads(condition)
        )
    except NotComputable:
        return Class.POTENTIAL
    if failing is None:
        return Class.IMPOSSIBLE
    return Class.CERTAIN if after is None and readable else Class.POTENTIAL


def _way_past(error: Edge, procedure: Procedure, passed: set[int]) -> bool:
    """Does an execution go on from the line of a call of an error function without making it? What branches
    to the call on the same line is the assertion's own condition."""
    line = (error.position.file, error.position.line)
    waiting, seen = [error.source], {error.source}
    while waiting:
        for edge in procedure.incoming[waiting.pop()]:
            if (edge.position.file, edge.position.line) != line or not isinstance(edge.statement, Assume):
                continue
            if any(other is not edge and id(other) in passed for other in procedure.outgoing[edge.source]):
                return True
            if edge.source not in seen:
                seen.add(edge.source)
                waiting.append(edge.source)
    return False
