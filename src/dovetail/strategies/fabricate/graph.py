"""The abstract states of a program with probes, and how one leads to another: what tests are held against.

The predicates are those of the probes, and stay what they are: nothing is refined here. Where a loop has no
probe at its head, states are told apart there by all predicates of the program that can be spoken of, so that
nothing is forgotten on the way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dovetail.execution.inputs import InputVector
from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.formulas.frame_objects import facts_about, frame_objects
from dovetail.program.automata import Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import Variable
from dovetail.program.liveness import liveness
from dovetail.program.predicates import probes_at
from dovetail.program.types import FloatType, IntType, PointerType
from dovetail.semantics.memory import OBJECT_BITS
from dovetail.solver.interface import Answer
from dovetail.strategies.fabricate import procedure as fabricating
from dovetail.strategies.fabricate.abstract_graph import AbstractGraph, AbstractState, Covered, Origin
from dovetail.strategies.fabricate.local import FabricatedStep
from dovetail.strategies.fabricate.predicates import usable
from dovetail.strategies.outcome import Budget

MOST = 24
"""Predicates at a loop head without a probe."""


def abstract_graph(
    program: Program,
    tests: Iterable[InputVector],
    budget: Budget,
    known: KnownFacts | None = None,
) -> AbstractGraph:
    """Of an inlined program without calls. `tests` are run first; `known` is what holds at loop heads."""
    entry = program.procedures[program.entry]
    probes = probes_at(entry)
    graph = cutpoint_graph(entry, also=probes)
    live = liveness(entry)
    predicates = {place: found for place, found in probes.items() if graph.is_cutpoint(place)}
    every = dict.fromkeys(one for found in probes.values() for one in found)
    for head in sorted(graph.loop_heads - probes.keys()):
        predicates[head] = tuple(one for one in every if usable(one, head, live))[:MOST]
    standing, bits = frame_objects(entry), program.target.pointer_bits
    holding = {
        place: (*facts_about(standing[place], live.at(place), bits), *(known or {}).get(place, ()))
        for place in predicates
    }
    found = fabricating.Procedure(program, graph, live, predicates, holding, budget)
    found.keep_values = True
    for test in tests:
        found.run(test)
    adequate = found.adequate()
    result = AbstractGraph(predicates, adequate=adequate)

    def shown(state: fabricating.AbstractState) -> AbstractState:
        return AbstractState(state.location, state.vector, len(predicates[state.location]))

    for place, vectors in found.value.items():
        for vector, how in vectors.items():
            origin = Origin.TEST if how.origin is fabricating.Origin.TEST else Origin.FABRICATED
            state = fabricating.AbstractState(place, vector)
            result.states[shown(state)] = Covered(origin, _as_text(found.values.get(state, {})))
    for source, target in found.edges:
        result.edges[shown(source), shown(target)] = None
    for place in found.value:
        for vector in found.value[place]:
            checks = _failing(found, place, vector)
            if checks:
                result.errors[shown(fabricating.AbstractState(place, vector))] = checks
    return result


def _failing(found: fabricating.Procedure, place: int, vector: int) -> tuple[int, ...]:
    """The checks that may fail on the way from an abstract state to the next ones."""
    checks: set[int] = set()
    local = found.local(place)
    while local.suspects(checks | {None}):
        answer: FabricatedStep | Answer = Answer.UNKNOWN
        if found.budget.left() > 0:
            answer = local.failing({place: {vector}}, checks | {None}, found.question())
        if answer is Answer.UNSAT:
            break
        # Of what was not answered nothing is known to hold.
        failing = answer.checks if isinstance(answer, FabricatedStep) else local.suspects(checks)
        checks.update(check for check in failing if check is not None)
    return tuple(sorted(checks))


def _as_text(values: Mapping[Variable, object]) -> tuple[tuple[Variable, str], ...]:
    return tuple((variable, _text(variable, value)) for variable, value in values.items())


def _text(variable: Variable, value: object) -> str:
    match variable.type:
        case IntType() as type_ if isinstance(value, int):
            return str(type_.number(value))
        case FloatType():
            return repr(value)
        case PointerType() if isinstance(value, int):
            number, offset = value >> OBJECT_BITS, value & ((1 << OBJECT_BITS) - 1)
            if not number:
                return "0" if not offset else hex(offset)
            return f"<object {number}>" + (f" + {offset}" if offset else "")
        case _:
            return str(value)
