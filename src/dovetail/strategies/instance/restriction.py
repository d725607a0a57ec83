"""Suffixes of paths restricted by what static analysis knows (Erez 2004, section 7.2.1).

Going backward over a statement, the states from which it leads into the suffix are met with those that are
reachable before it at all. Where nothing is left, no execution takes the suffix, and no solver was asked.
The restriction is an over-approximation in both directions: what is left proves nothing.

It costs several times what a precondition costs. So it is done where it pays: if few suffixes die of it, it
rests for a while. What always is asked is whether a single condition is false in all states that are
reachable at a place; since paths meet the same conditions again and again, that costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dovetail.domains.assume import assume
from dovetail.domains.evaluation import Reading
from dovetail.domains.states import State
from dovetail.domains.truth import Truth
from dovetail.fixpoints.analysis import Analysis
from dovetail.fixpoints.backward import Backward, Goals
from dovetail.fixpoints.forward import steps
from dovetail.fixpoints.system import Chain
from dovetail.program.automata import Edge
from dovetail.program.expressions import Expr, Valid, const, loads
from dovetail.program.statements import Copy, Fill, Free, HavocMemory, Statement, Store, expressions_of
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of

WINDOW = 1000
"""Suffixes that are restricted before it is judged whether that pays."""
WORTH = 0.08
"""It does if so many of them die."""
REST = 10_000
"""Suffixes that are let through if it does not."""
MAX_JUDGED = 200_000
"""Conditions that are remembered."""


class Restriction:
    """`within` has the forward state of each node that can be reached."""

    def __init__(self, analysis: Analysis, within: Mapping[int, State]) -> None:
        self._analysis = analysis
        self._within = within
        self._backward = Backward(analysis.forward, Goals(), within)
        self._trails: dict[int, Sequence[tuple[Edge, State]] | None] = {}
        self._chains: list[Chain] = []
        """Those in `_trails`, kept alive: they are known by their identity."""
        self._false: dict[tuple[int, Expr], bool] = {}
        self._certain: dict[int, bool] = {}
        self._tried = 0
        self._killed = 0
        self._resting = 0

    def at(self, step: Chain, condition: Expr) -> State | None:
        """The reachable states after a step in which a condition holds."""
        universe = self._analysis.forward.universe
        state: State | None = self._within.get(step.source)
        procedure, _ = self._analysis.system.place(step.source)
        for edge in step.edges:
            if state is None:
                return None
            state = self._analysis.forward.step(state, edge, procedure)
        if state is None:
            return None
        try:
            return assume(state, condition, universe)
        except NotComputable:
            return state

    def excludes(self, node: int, conditions: Iterable[Expr]) -> bool:
        """Is one of these conditions false in all states that are reachable at a node?"""
        state = self._within.get(node)
        if state is None:
            return True
        reading: Reading | None = None
        for condition in conditions:
            found = self._false.get((node, condition))
            if found is None:
                reading = reading or Reading(state, self._analysis.forward.universe.algebra)
                found = _is_false(condition, reading)
                if len(self._false) >= MAX_JUDGED:
                    self._false.clear()
                self._false[node, condition] = found
            if found:
                return True
        return False

    def certain(self, step: Chain) -> bool:
        """Does everything that is read or written on a step exist, in all states that come there? If not, an
        execution may end where the conditions of its path do not say so."""
        found = self._certain.get(id(step))
        if found is None:
            trail = self._trail(step)
            algebra = self._analysis.forward.universe.algebra
            found = self._certain[id(step)] = trail is not None and all(
                _is_certain(edge.statement, Reading(before, algebra)) for edge, before in trail
            )
        return found

    @property
    def rests(self) -> bool:
        """Is it passed over this time? To be asked once for each suffix."""
        if self._resting:
            self._resting -= 1
            return True
        if self._tried >= WINDOW:
            if self._killed < WORTH * self._tried:
                self._resting = REST
            self._tried = self._killed = 0
        return False

    def before(self, step: Chain, after: State | None) -> State | None:
        """The reachable states before a step from which it may lead into `after` (None: any)."""
        found = self._before(step, self._within.get(step.target) if after is None else after)
        self._tried += 1
        self._killed += found is None
        return found

    def _before(self, step: Chain, after: State | None) -> State | None:
        trail = self._trail(step)
        if trail is None:
            return None
        here: State | None = after
        for edge, reachable in reversed(trail):
            here = self._backward.before(edge, reachable, here)
            if here is None:
                return None
        return None if here is None else here.without_facts()

    def _trail(self, step: Chain) -> Sequence[tuple[Edge, State]] | None:
        """The reachable states before each edge of a step; None if none comes to its end."""
        if id(step) not in self._trails:
            self._chains.append(step)
            self._trails[id(step)] = self._made(step)
        return self._trails[id(step)]

    def _made(self, step: Chain) -> Sequence[tuple[Edge, State]] | None:
        state = self._within.get(step.source)
        if state is None:
            return None
        found: list[tuple[Edge, State]] = []
        for edge, before, after in steps(self._analysis.forward, step, state):
            found.append((edge, before))
            if after is None:
                return None
        return found


def _is_certain(statement: Statement, reading: Reading) -> bool:
    bits = reading.algebra.pointer_bits
    word = IntType(bits, False)
    needed: list[Expr] = []
    for expr in expressions_of(statement):
        needed += (Valid(load.address, const(word, size_of(load.type, bits))) for load in loads(expr))
    match statement:
        case Store(address=address, value=value):
            needed.append(Valid(address, const(word, size_of(value.type, bits))))
        case Copy() | Fill() | HavocMemory() | Free():
            return False
    try:
        return all(reading.truth(condition) is Truth.YES for condition in needed)
    except NotComputable:
        return False


def _is_false(condition: Expr, reading: Reading) -> bool:
    try:
        return reading.truth(condition) is Truth.NO
    except NotComputable:
        return False
