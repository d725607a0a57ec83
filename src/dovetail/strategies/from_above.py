"""What a look at a program from above is worth: claims, and for each alarm what it would take.

An alarm may be false, and nothing here finds out. But whoever reads of it can see under which condition on
the inputs alone it could happen (Abstract testing, section IX: necessary conditions).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.looks import Result
from dovetail.fixpoints.necessary import failing, necessary_inputs
from dovetail.strategies.outcome import Budget, Claims, Progress

EXPLAINED = 3
"""For so many alarms the necessary conditions are looked for."""


def claims_of(
    result: Result, violations: Mapping[int, InputVector], progress: Progress, budget: Budget
) -> Claims:
    """What was proved, with its proof, and the alarms that are left beside what is violated, with what inputs
    must be for them."""
    analysis, program = result.analysis, result.analysis.program
    excluded = frozenset(ident for ident, found in result.classes.items() if found.holds)
    open_ = _open(result, violations, budget)
    unmodelled = tuple(f"{edge.position}: {why}" for edge, why in analysis.forward.unmodelled.items())
    return Claims(
        violations=dict(violations),
        excluded=frozenset() if unmodelled else excluded - violations.keys(),
        complete=result.decides(violations),
        invariants=result.invariants(program.entry),
        open=open_,
        obstacles=unmodelled,
        progress=progress,
        contracts={name: (result.contract(name),) for name in program.procedures if name != program.entry},
        approximate=True,
    )


def _open(result: Result, violated: Collection[int], budget: Budget) -> dict[int, str]:
    """For each alarm its class, and what inputs must be so that it can happen."""
    found: dict[int, str] = {}
    analysis = result.analysis
    alarms = [ident for ident, class_ in result.classes.items() if not (class_.holds or ident in violated)]
    flat = analysis.flat(result.reachable)
    for number, ident in enumerate(alarms):
        certain = result.classes[ident] is Class.CERTAIN
        found[ident] = "it fails whenever it is reached" if certain else "it may fail"
        if number >= EXPLAINED or budget.left() <= 0:
            continue
        try:
            conditions = necessary_inputs(analysis, failing(analysis.program, ident), flat)
        except OutOfTime:
            continue
        if conditions:
            said = " and ".join(f"{text} (line {position.line})" for position, _, text in conditions)
            found[ident] += f", but only if {said}"
    return found
