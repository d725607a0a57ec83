"""Necessary conditions (Abstract testing, section IX: counter-examples to erroneous designs): what inputs
must be so that something can happen.

The backward analysis from a goal over-approximates the states that lead there: outside of the conditions
that are found here the goal is not reached; inside of them it may be or not.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.domains.states import State
from dovetail.fixpoints.analysis import Analysis, States
from dovetail.fixpoints.backward import Backward, Goals
from dovetail.fixpoints.points import Seen
from dovetail.fixpoints.system import Chain, Enter
from dovetail.fixpoints.wording import in_c
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import negation
from dovetail.program.position import Position
from dovetail.program.statements import Check, Havoc, Origin


def failing(program: Program, check: int) -> Goals:
    """The goal that a check fails, by its number."""
    return Goals(
        {
            id(edge): [negation(edge.statement.condition)]
            for procedure in program.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Check) and edge.statement.info.ident == check
        }
    )


def leading_steps(
    analysis: Analysis, goals: Goals, leading: States, within: States
) -> Iterator[tuple[Edge, State | None, State | None]]:
    """Every edge with the states before and after it that may lead to a goal."""
    back = Backward(analysis.forward, goals, within)
    for node in analysis.system.nodes:
        if node not in within:
            continue
        for flow in analysis.system.outgoing[node]:
            if isinstance(flow, Chain):
                trail = back.chain(flow, leading.get(flow.target))
                for number, edge in enumerate(flow.edges[: len(trail) - 1]):
                    yield edge, trail[number], trail[number + 1]
            elif isinstance(flow, Enter):
                yield flow.edge, leading.get(node), None


def necessary_inputs(analysis: Analysis, goals: Goals, reachable: States) -> list[tuple[Position, str, str]]:
    """Position, name and condition, where an input cannot be just anything if a goal is to be reached:
    said of all times and all copies of the place that asks for it together."""
    leading = analysis.leading_to(goals, reachable)
    found: dict[tuple[Position, str], Seen] = {}
    for edge, _, after in leading_steps(analysis, goals, leading, reachable):
        statement = edge.statement
        if not isinstance(statement, Havoc) or statement.origin is Origin.UNINITIALISED or after is None:
            continue
        key = (edge.position, statement.target.source_name or f"{statement.name}()")
        seen = Seen(statement.target.type, after.value(statement.target))
        found[key] = found[key].join(seen) if key in found else seen
    result = []
    for (position, name), known in sorted(found.items(), key=lambda item: item[0]):
        condition = in_c(known.value, known.type, name)
        if condition:
            result.append((position, name, condition))
    return result
