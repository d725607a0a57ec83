"""Input-Instance (Erez 2004, Fig. 3.1): an input on which an execution comes to a place with a condition.

Paths to the place are generated one by one, shortest first (`paths`). On the way back each suffix carries
what static analysis leaves of it (`restriction`) and its weakest precondition (`precondition`); it dies as
soon as either is empty, or a solver says so (`pruning`). A path that has come to the entry is executed
forward with inputs as symbols (`walk`); a model is an input vector. The program is then run on it: nothing is
claimed that did not happen.

The bound on the length of paths is the caller's, who may raise it and go on where the search ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from dovetail.domains.states import State
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.analysis import Analysis
from dovetail.fixpoints.system import Chain, System
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import Expr, Variable, reads_memory, variables
from dovetail.program.liveness import liveness
from dovetail.program.ordering import depth_first
from dovetail.program.statements import expressions_of, written_variable
from dovetail.quick_dataclass import dataclass
from dovetail.solver.interface import Solver
from dovetail.strategies.instance.paths import Paths, Suffix, distances
from dovetail.strategies.instance.precondition import Precondition, Weakest, postcondition
from dovetail.strategies.instance.pruning import Pruning, Segments
from dovetail.strategies.instance.restriction import Restriction
from dovetail.strategies.instance.settling import Settling
from dovetail.strategies.instance.walk import GaveUp, Refuted, Walker
from dovetail.strategies.outcome import Budget

SECONDS = 5.0
"""For a question about a whole path."""
PRUNING_SECONDS = 0.2
"""For a question about a suffix."""
MAX_SEEN = 100_000
"""Preconditions that are remembered."""
WHOLE = 20
"""A whole path counts as so many steps."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the path should end: before an edge of the entry procedure, with a condition."""

    edge: Edge
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class KnownOfSuffix:
    """Of a suffix: the reachable states from which it may be taken (None: any that is reachable), its
    precondition, and the condition that its end is about."""

    state: State | None
    precondition: Precondition
    place: Place
    certain: bool = True
    """Does an execution take the suffix from every reachable state that meets the precondition, if that is
    exact?"""


@dataclass(slots=True)
class Depth:
    """How far a search has got."""

    length: int = 0
    """All paths that are no longer have been looked at."""
    paths: int = 0
    """That have come to the entry."""
    asked: int = 0
    """Of those, that a solver was asked about."""
    abstraction: int = 0
    """Suffixes that died because no reachable state is left."""
    contradicted: int = 0
    """That died because their preconditions contradict each other."""
    same: int = 0
    """That ask for the same as another one does."""
    segments: int = 0
    """That died because they begin with steps that no execution takes."""
    refuted: int = 0
    """That a solver refuted."""
    given_up: int = 0
    """Paths on which something is not modelled, or a solver gave up."""
    failed: int = 0
    """Inputs on which the program did not do what the path says."""
    reasons: dict[str, None] = field(default_factory=dict)
    exhausted: bool = False
    """There is no path left."""

    @property
    def died(self) -> int:
        return self.abstraction + self.contradicted + self.segments + self.refuted


Confirm = Callable[[InputVector], bool]
"""Does it happen in a run on these inputs?"""


class Ground:
    """What all searches in one program share: the analysis, solvers, what was learned about steps."""

    def __init__(
        self,
        program: Program,
        analysis: Analysis,
        states: Mapping[int, State],
        solver: Solver[Any],
        *,
        prune: bool = True,
    ) -> None:
        self.program = program
        self.system = analysis.system
        self.restriction = Restriction(analysis, states)
        self.weakest = Weakest(program.target)
        self.settling = Settling(program, solver)
        self.segments = Segments()
        self.walker = Walker(program, solver)
        self.solver = solver
        entry = program.procedures[program.entry]
        heads = depth_first(entry).loop_heads if prune else ()
        self.pruning = Pruning(
            program,
            self.system,
            states,
            liveness(entry),
            solver,
            [self.system.node(entry.name, head) for head in heads],
        )
        self.far = distances(self.system)
        self.fixed = _fixed(self.system)
        """The variables that are written at the start, if at all, and never after the first branch."""
        self._parts: dict[int, Chain] = {}
        self._homes: dict[int, Chain] = {}
        for node in self.system.nodes:
            for flow in self.system.outgoing[node]:
                if isinstance(flow, Chain):
                    self._homes.update((id(edge), flow) for edge in flow.edges)

    def up_to(self, edge: Edge) -> Chain | None:
        """The part of a step before an edge, which is no node of its own; None if it cannot be reached over
        edges."""
        home = self._homes.get(id(edge))
        if home is None:
            return None
        # Steps are known by their identity: this is the only one of its kind, and stays.
        part = self._parts.get(id(edge))
        if part is None:
            before = home.edges[: next(n for n, other in enumerate(home.edges) if other is edge)]
            part = Chain(home.source, self.system.node(self.program.entry, edge.source), before)
            self._parts[id(edge)] = part
        return part


class InputInstance:
    """Input-Instance (Erez 2004, Fig. 3.1): one search, for an input instance (Definition 2.3). It is part of
    no cycle of references: what a solver has made does not survive the end of one."""

    def __init__(self, ground: Ground, places: Sequence[Place]) -> None:
        self._ground = ground
        self.depth = Depth()
        self._seen: dict[tuple[int, frozenset[Expr]], int] = {}
        """Preconditions of suffixes, and the least length with each."""
        self._like: set[tuple[int, frozenset[Expr]]] = set()
        starts = [start for place in places if (start := self._start(place)) is not None]
        self.paths: Paths[KnownOfSuffix] = Paths(ground.system, starts, ground.far)

    def _start(self, place: Place) -> Suffix[KnownOfSuffix] | None:
        step = self._ground.up_to(place.edge)
        if step is None:
            return None
        state = self._ground.restriction.at(step, place.condition)
        condition = postcondition(place.condition)
        if state is None or condition is None:
            self.depth.abstraction += 1
            return None
        end = Suffix(step.target, None, None, 0, 0, KnownOfSuffix(state, condition, place))
        if not step.edges:
            return end
        known = self._extended(step, end)
        return None if known is None else Suffix(step.source, step, end, len(step.edges), 1, known)

    def _extended(self, step: Chain, rest: Suffix[KnownOfSuffix]) -> KnownOfSuffix | None:
        ground, depth, known = self._ground, self.depth, rest.data
        if ground.segments.forbid(step, rest):
            depth.segments += 1
            return None
        here = rest.depth + 1
        condition = ground.weakest.before(step, known.precondition, here)
        if condition is not None:
            condition = ground.settling.settled(condition)
        if condition is None:
            depth.contradicted += 1
            return None
        certain = known.certain and ground.restriction.certain(step)
        if certain and condition.exact and self._same_again(step, rest, condition):
            depth.same += 1
            return None
        restriction = ground.restriction
        if restriction.excludes(step.source, condition.literals):
            depth.abstraction += 1
            return None
        state = None
        if not restriction.rests:
            state = restriction.before(step, known.state)
            if state is None:
                depth.abstraction += 1
                return None
        if ground.pruning.question(step.source):
            blamed = ground.pruning.refuted(step.source, condition)
            if blamed is not None:
                depth.refuted += 1
                if blamed > 0:
                    segment = [step, *rest.steps][: here - blamed + 1]
                    ground.segments.add(tuple(segment))
                return None
        return KnownOfSuffix(state, condition, known.place, certain)

    def _same_again(self, step: Chain, rest: Suffix[KnownOfSuffix], condition: Precondition) -> bool:
        """Is there another suffix from the same node, no longer than this one, that all states can take which
        can take this one? Then all that could be found with this one is found with the other."""
        key = (step.source, frozenset(condition.literals))
        length = rest.length + len(step.edges)
        known = self._seen.get(key)
        if known is not None and known <= length:
            return True
        if len(self._seen) < MAX_SEEN:
            self._seen[key] = length
        return False

    def _like_another(self, suffix: Suffix[KnownOfSuffix]) -> bool:
        """Is there another suffix from the same node that asks for the same of everything that can change? Of
        what is given at the start once and for all it may ask for other things."""
        condition = suffix.data.precondition
        if not condition.exact:
            return False
        fixed = self._ground.fixed
        asked = frozenset(
            one for one in condition.literals if reads_memory(one) or not variables(one) <= fixed
        )
        key = (suffix.node, asked)
        if key in self._like:
            return True
        if len(self._like) < MAX_SEEN:
            self._like.add(key)
        return False

    def next_length(self) -> int | None:
        return self.paths.next_length()

    def search(self, length: int, steps: int, budget: Budget, confirm: Confirm) -> InputVector | None:
        """Input-Instance (Erez 2004, Fig. 3.1), lines 2 to 8, as one move: look at paths up to a length, as
        far as so many steps and the time that is left go. Unlike in lines 4 and 5, no model is made of the
        weakest precondition: that only kills suffixes, and the model is one of the path executed forward."""
        while (now := self.paths.next_length()) is not None and now <= length:
            self._note_length(length)
            if steps <= 0 or budget.left() <= 0:
                return None
            steps -= 1
            self._ground.solver.set_limits(budget.question(PRUNING_SECONDS))
            path = self.paths.advance(self._extended, self._like_another)
            if path is not None:
                steps -= WHOLE
                self._ground.solver.set_limits(budget.question(SECONDS))
                found = self._tried(path, confirm)
                if found is not None:
                    return found
        self._note_length(length)
        self.depth.exhausted = self.paths.shortest is None and not self.paths.dropped
        return None

    def _note_length(self, length: int) -> None:
        """All paths that are shorter than any that is waiting, or was dropped, have been looked at."""
        open_ = [one for one in (self.paths.shortest, self.paths.dropped_at) if one is not None]
        self.depth.length = min([length, *(one - 1 for one in open_)])

    def _tried(self, path: Suffix[KnownOfSuffix], confirm: Confirm) -> InputVector | None:
        depth = self.depth
        depth.paths += 1
        match self._ground.walker.instance(list(path.steps), path.data.place.condition):
            case Refuted(asked=asked):
                depth.asked += asked
            case GaveUp(reason=reason):
                depth.given_up += 1
                depth.reasons[reason] = None
            case vector:
                depth.asked += 1
                if confirm(vector):
                    return vector
                depth.failed += 1
        return None


def _fixed(system: System) -> frozenset[Variable]:
    procedure, _ = system.place(system.entry)
    first = {
        id(edge) for flow in system.outgoing[system.entry] if isinstance(flow, Chain) for edge in flow.edges
    }
    later = {written_variable(edge.statement) for edge in procedure.edges if id(edge) not in first}
    if len(system.outgoing[system.entry]) > 1:
        later |= {written_variable(edge.statement) for edge in procedure.edges}
    mentioned = {
        variable
        for edge in procedure.edges
        for expr in expressions_of(edge.statement)
        for variable in variables(expr)
    }
    return frozenset(mentioned - later)
