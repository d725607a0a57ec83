"""The strategy: a forward fixpoint, its classes of checks as claims, and its invariants as the proof.

First with each variable by itself, which is fast; if that leaves alarms, with relations. What is left open is
said with the class and the condition on inputs that is necessary for it to happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dovetail.domains.octagons import Octagon
from dovetail.ledger.classes import Class
from dovetail.program.automata import Program
from dovetail.program.contracts import Contract, result_of
from dovetail.program.expressions import FALSE, Expr
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.ordering import depth_first
from dovetail.strategies.abstract.analysis import Analysis, Options, Partitions
from dovetail.strategies.abstract.classify import classify
from dovetail.strategies.abstract.control import control_variables
from dovetail.strategies.abstract.fixpoint import OutOfTime
from dovetail.strategies.abstract.invariants import formulas
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher


@dataclass(slots=True)
class _Result:
    analysis: Analysis
    reachable: Partitions
    classes: dict[int, Class] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        return all(found.holds for found in self.classes.values()) and not self.analysis.forward.unmodelled


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    best: _Result | None = None
    for options in _attempts(inlined.program):
        try:
            found = _analysed(inlined, options, budget)
        except OutOfTime:
            break
        best = found
        if found.proved:
            break
    if best is None:
        open_ = {info.ident: "the fixpoint was not reached in time" for info in inlined.program.checks}
        return Claims(open=open_, notes=("no fixpoint was reached",))
    return _claims(best)


def _attempts(program: Program) -> Iterator[Options]:
    """Ways to look at a program, each dearer than the one before."""
    yield Options()
    yield Options(relation=Octagon.top)
    control, counters = control_variables(program)
    for count, most in ((4, 32), (8, 128), (16, 512)):
        if len(control) > count // 2:
            yield Options(control=control[:count], most=most)
    if control:
        yield Options(relation=Octagon.top, control=control[:8], most=64)
    if counters:
        yield Options(control=(*control[:8], *counters[:4]), most=256)
    if len(control) > 16:
        yield Options(control=control[:32], most=2048)
    if len(control) > 8:
        yield Options(relation=Octagon.top, control=control[:16], most=512)


def _analysed(inlined: Inlined, options: Options, budget: Budget) -> _Result:
    analysis = Analysis(inlined.program, options, lambda: budget.left() <= 0)
    reachable = analysis.reachable()
    analysis.forward.unmodelled.clear()  # what is seen below is seen in the result, not on the way
    return _Result(analysis, reachable, dict(classify(analysis, reachable)))


def _claims(result: _Result) -> Claims:
    analysis, program = result.analysis, result.analysis.program
    excluded = frozenset(ident for ident, found in result.classes.items() if found.holds)
    open_ = {
        ident: "it fails whenever it is reached" if found is Class.CERTAIN else "it may fail"
        for ident, found in result.classes.items()
        if not found.holds
    }
    unmodelled = tuple(f"{edge.position}: {why}" for edge, why in analysis.forward.unmodelled.items())
    contracts: dict[str, tuple[Contract, ...]] = {
        name: (_contract(result, name),) for name in program.procedures if name != program.entry
    }
    return Claims(
        excluded=excluded,
        complete=result.proved,
        invariants=_invariants(result, program.entry),
        open=open_,
        obstacles=unmodelled,
        progress=Progress(analysis.iterations, 0, len(result.reachable), len(open_), 0),
        contracts=contracts,
    )


def _invariants(result: _Result, name: str) -> dict[int, Expr]:
    program = result.analysis.program
    procedure = program.procedures[name]
    live = liveness(procedure)
    found = {}
    for head in depth_first(procedure).loop_heads:
        state = result.reachable.get(result.analysis.system.node(name, head))
        found[head] = FALSE if state is None else formulas(state, live.at(head), program)
    return found


def _contract(result: _Result, name: str) -> Contract:
    """Of a recursive procedure: what holds whenever it is called, and whenever it returns."""
    program, system = result.analysis.program, result.analysis.system
    procedure = program.procedures[name]
    entry = result.reachable.get(system.node(name, procedure.entry))
    exit_ = result.reachable.get(system.node(name, procedure.exit))
    result_ = result_of(procedure)
    seen = [] if result_ is None else [result_]
    return Contract(
        FALSE if entry is None else formulas(entry, procedure.parameters, program),
        FALSE if exit_ is None else formulas(exit_, seen, program),
        _invariants(result, name),
    )
