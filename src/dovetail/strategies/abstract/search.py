"""The strategy: a forward fixpoint, its classes of checks as claims, and its invariants as the proof.

First with each variable by itself, which is fast; if that leaves alarms, with relations. What is left open is
said with the class and the condition on inputs that is necessary for it to happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

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
from dovetail.strategies.abstract.invariants import facts, formulas
from dovetail.strategies.abstract.necessary import failing, necessary_inputs
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher

EXPLAINED = 3
"""For so many alarms the necessary conditions are looked for."""
QUICK = 3
"""So many attempts cost little: no partition, octagons, and a small partition."""


@dataclass(slots=True)
class Result:
    """Of one way to look at a program."""

    analysis: Analysis
    reachable: Partitions
    classes: dict[int, Class] = field(default_factory=dict)

    @property
    def alarms(self) -> int:
        """How many checks may fail, and how much may be reached that has no meaning."""
        open_ = sum(1 for found in self.classes.values() if not found.holds)
        return open_ + len(self.analysis.forward.unmodelled)

    @property
    def proved(self) -> bool:
        return not self.alarms


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """The strategy `abstract`."""
    return _tried(inlined, attempts(inlined.program), budget, watch)


def run_quickly(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """The first attempts only."""
    return _tried(inlined, islice(attempts(inlined.program), QUICK), budget, watch)


def facts_at_heads(inlined: Inlined, budget: Budget) -> dict[int, tuple[Expr, ...]]:
    """Invariants left for others: what holds at each loop head of the entry procedure, fact by fact. Nothing
    if the budget is not enough."""
    program = inlined.program
    entry = program.procedures[program.entry]
    try:
        found = analysed(inlined, Options(relation=Octagon.top), budget)
    except OutOfTime:
        return {}
    live, flat = liveness(entry), found.analysis.flat(found.reachable)
    result: dict[int, tuple[Expr, ...]] = {}
    for head in sorted(depth_first(entry).loop_heads):
        state = flat.get(found.analysis.system.node(program.entry, head))
        if state is not None:
            result[head] = facts(state, live.at(head), program)
    return result


def claims_with(inlined: Inlined, options: Options, budget: Budget) -> Claims:
    """What one way to look at the program proves. Raises OutOfTime."""
    found = analysed(inlined, options, budget)
    return claims_of(found, found.analysis.iterations, budget)


def _tried(inlined: Inlined, attempts: Iterator[Options], budget: Budget, watch: Watcher) -> Claims:
    """The claims of the attempt that leaves the fewest alarms."""
    best: Result | None = None
    iterations = 0
    for options in attempts:
        try:
            found = analysed(inlined, options, budget)
        except OutOfTime:
            break
        iterations += found.analysis.iterations
        if best is None or found.alarms < best.alarms:
            best = found
        watch(Progress(iterations, 0, len(best.reachable), best.alarms, 0))
        if found.proved:
            break
    if best is None:
        late = f"no fixpoint was reached before {budget.why}"
        open_ = {info.ident: late for info in inlined.program.checks}
        return Claims(open=open_, notes=(f"from above: {late}",))
    return claims_of(best, iterations, budget)


def attempts(program: Program) -> Iterator[Options]:
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


def analysed(inlined: Inlined, options: Options, budget: Budget) -> Result:
    """Look at a program in one way. Raises OutOfTime."""
    analysis = Analysis(inlined.program, options, lambda: budget.left() <= 0, budget.move)
    reachable = analysis.reachable()
    analysis.forward.unmodelled.clear()  # what is seen below is seen in the result, not on the way
    return Result(analysis, reachable, dict(classify(analysis, reachable)))


def claims_of(result: Result, iterations: int, budget: Budget) -> Claims:
    """What was proved, with its proof, and the alarms that are left, with what inputs must be for them."""
    analysis, program = result.analysis, result.analysis.program
    excluded = frozenset(ident for ident, found in result.classes.items() if found.holds)
    open_ = _open(result, budget)
    unmodelled = tuple(f"{edge.position}: {why}" for edge, why in analysis.forward.unmodelled.items())
    contracts: dict[str, tuple[Contract, ...]] = {
        name: (_contract(result, name),) for name in program.procedures if name != program.entry
    }
    return Claims(
        excluded=frozenset() if unmodelled else excluded,
        complete=result.proved,
        invariants=_invariants(result, program.entry),
        open=open_,
        obstacles=unmodelled,
        progress=Progress(iterations, 0, len(result.reachable), len(open_), 0),
        contracts=contracts,
        approximate=True,
    )


def _open(result: Result, budget: Budget) -> dict[int, str]:
    """For each alarm its class, and what inputs must be so that it can happen."""
    found: dict[int, str] = {}
    analysis = result.analysis
    alarms = [ident for ident, class_ in result.classes.items() if not class_.holds]
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


def _invariants(result: Result, name: str) -> dict[int, Expr]:
    program = result.analysis.program
    procedure = program.procedures[name]
    live = liveness(procedure)
    found = {}
    for head in depth_first(procedure).loop_heads:
        state = result.reachable.get(result.analysis.system.node(name, head))
        found[head] = FALSE if state is None else formulas(state, live.at(head), program)
    return found


def _contract(result: Result, name: str) -> Contract:
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
