"""pre[t*]G (Abstract testing, section III): the states from which some goal can be reached, within what is
known already.

A goal is a condition at an edge (a check that fails, `dovetail_final`, `dovetail_sometime`), or a node (the
end of the program). The result at a node is above the states that are reachable as far as `within` knows
*and* can still lead to a goal: a necessary condition for getting there, and no promise that it happens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from dovetail.domains.assume import assume
from dovetail.domains.inverse import pre, unchanged
from dovetail.domains.states import State
from dovetail.fixpoints.forward import Forward, steps
from dovetail.fixpoints.system import Chain, Enter, Flow, Leave
from dovetail.program.automata import Edge
from dovetail.program.effects import effects
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import Halt, Return, Unsupported
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable


@dataclass(frozen=True, slots=True)
class Goals:
    """`at` gives conditions for edges (by identity): a goal is reached where one of them holds at the edge's
    source. `nodes` are goals as they are; `ends`: also every normal end of the program."""

    at: Mapping[int, Sequence[Expr]] = field(default_factory=dict)
    nodes: frozenset[int] = frozenset()
    ends: bool = False


@dataclass(slots=True)
class Backward:
    """What flows do to states, the other way round."""

    forward: Forward
    goals: Goals
    within: Mapping[int, State]
    _written: dict[str, frozenset[Variable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, found in effects(self.forward.system.program).items():
            self._written[name] = found.writes

    def compute(self, node: int, states: Mapping[int, State]) -> State | None:
        known = self.within.get(node)
        if known is None:
            return None
        algebra = self.forward.universe.algebra
        result: State | None = known if node in self.goals.nodes else None
        for flow in self.forward.system.outgoing[node]:
            found = self._apply(flow, node, states)
            if found is not None:
                result = found if result is None else result.join(found, algebra)
        return None if result is None else result.without_facts()

    def _apply(self, flow: Flow, node: int, states: Mapping[int, State]) -> State | None:
        match flow:
            case Chain():
                return self.chain(flow, states.get(flow.target))[0]
            case Enter():
                after = states.get(flow.target)
                if after is None:
                    return None
                values = {v: value for v, value in after.values.items() if not v.scope}
                return self._kept(State(values, after.memory, {}, {}), node)
            case Leave() if node == flow.source:
                after = states.get(flow.target)
                if after is None:
                    return None
                lost = self._written[flow.call.procedure] | {flow.call.target}
                values = {v: value for v, value in after.values.items() if v not in lost}
                return self._kept(State(values, after.memory, {}, {}), node)
            case Leave():
                after = states.get(flow.target)
                if after is None:
                    return None
                values = {v: value for v, value in after.values.items() if not v.scope}
                target = flow.call.target
                if target is not None:
                    values.pop(target, None)
                return self._kept(State(values, after.memory, {}, {}), node)

    def _kept(self, after: State, node: int) -> State | None:
        return unchanged(after, self.within[node], self.forward.universe)

    def chain(self, flow: Chain, after: State | None) -> list[State | None]:
        """The states before each edge of a chain, and after the last one, that may lead to a goal."""
        trail = list(steps(self.forward, flow, self.within[flow.source]))
        algebra = self.forward.universe.algebra
        result: list[State | None] = [after if len(trail) == len(flow.edges) else None]
        for edge, before, _ in reversed(trail):
            here = self.before(edge, before, result[0])
            for condition in self.goals.at.get(id(edge), ()):
                goal = self._at_goal(before, condition)
                if goal is not None:
                    here = goal if here is None else here.join(goal, algebra)
            result.insert(0, here)
        return result

    def before(self, edge: Edge, before: State, after: State | None) -> State | None:
        """The states among those `before` an edge that may lead to a goal, or into what is `after` it."""
        match edge.statement:
            case Halt():
                return before if self.goals.ends else None
            case Unsupported():
                return None
            case Return():
                return None if after is None else before.meet(after, self.forward.universe.algebra)
            case statement:
                if after is None:
                    return None
                try:
                    return pre(after, before, statement, self.forward.universe)
                except NotComputable:
                    return None

    def _at_goal(self, before: State, condition: Expr) -> State | None:
        try:
            return assume(before, condition, self.forward.universe)
        except NotComputable:
            return before
