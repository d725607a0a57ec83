"""Ways to look at a program from above, each dearer than the one before, and what one of them shows.

First with each variable by itself, which is fast; if that leaves alarms, with relations, and with partitions
by what control depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import field

from dovetail.fixpoints.analysis import Analysis, Options, Partitions
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.classify import classify
from dovetail.fixpoints.control import control_places
from dovetail.fixpoints.invariants import facts, formulas
from dovetail.program.automata import Program
from dovetail.program.contracts import Contract, result_of
from dovetail.program.expressions import FALSE, Expr
from dovetail.program.liveness import liveness
from dovetail.program.ordering import depth_first
from dovetail.quick_dataclass import dataclass


@dataclass(slots=True)
class Result:
    """Of one look at a program."""

    analysis: Analysis
    reachable: Partitions
    classes: dict[int, Class] = field(default_factory=dict)

    @property
    def alarms(self) -> int:
        """How many checks may fail, and how much may be reached that has no meaning."""
        open_ = sum(1 for found in self.classes.values() if not found.holds)
        return open_ + len(self.analysis.forward.unmodelled)

    def decides(self, violated: Collection[int] = ()) -> bool:
        """Does everything hold but what is known to be violated?"""
        holds = all(found.holds or ident in violated for ident, found in self.classes.items())
        return holds and not self.analysis.forward.unmodelled

    def facts_at_heads(self) -> dict[int, tuple[Expr, ...]]:
        """What holds at each loop head of the entry procedure, fact by fact."""
        program = self.analysis.program
        entry = program.procedures[program.entry]
        live, flat = liveness(entry), self.analysis.flat(self.reachable)
        found: dict[int, tuple[Expr, ...]] = {}
        for head in sorted(depth_first(entry).loop_heads):
            state = flat.get(self.analysis.system.node(program.entry, head))
            if state is not None:
                found[head] = facts(state, live.at(head), program)
        return found

    def invariants(self, name: str) -> dict[int, Expr]:
        """At the loop heads of a procedure."""
        program = self.analysis.program
        procedure = program.procedures[name]
        live = liveness(procedure)
        found = {}
        for head in depth_first(procedure).loop_heads:
            state = self.reachable.get(self.analysis.system.node(name, head))
            found[head] = FALSE if state is None else formulas(state, live.at(head), program)
        return found

    def contract(self, name: str) -> Contract:
        """Of a recursive procedure: what holds whenever it is called, and whenever it returns."""
        program, system = self.analysis.program, self.analysis.system
        procedure = program.procedures[name]
        entry = self.reachable.get(system.node(name, procedure.entry))
        exit_ = self.reachable.get(system.node(name, procedure.exit))
        result = result_of(procedure)
        seen = [] if result is None else [result]
        return Contract(
            FALSE if entry is None else formulas(entry, procedure.parameters, program),
            FALSE if exit_ is None else formulas(exit_, seen, program),
            self.invariants(name),
        )


def looks(program: Program) -> Iterator[Options]:
    yield Options()
    from dovetail.domains.octagons import Octagon  # with numpy, which the first look does without

    yield Options(relation=Octagon.top)
    control, counters = control_places(program)
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


def look(
    program: Program, options: Options, spent: Callable[[], bool], move: Callable[[], bool] = lambda: True
) -> Result:
    """Raises OutOfTime."""
    analysis = Analysis(program, options, spent, move)
    reachable = analysis.reachable()
    analysis.forward.unmodelled.clear()  # what is seen below is seen in the result, not on the way
    return Result(analysis, reachable, dict(classify(analysis, reachable)))
