"""Path pruning (Erez 2004, section 7.2.2): a solver asked about a suffix, and its answer remembered.

Is there any reachable state from which the suffix can be taken? What is known of reachable states is the
formula of the abstract one (the symbolic concretisation of the paper's chapter 2). If there is none, an
unsatisfiable core says which conditions are to blame. Each was assumed somewhere on the suffix and depends on
nothing but the statements from the suffix's start up to there. So no execution at all takes the steps from
the start to where the last of them was assumed, whatever comes after: that *segment* is remembered, and kills
every other suffix that begins with it, without a question.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dovetail.domains.states import State
from dovetail.fixpoints.invariants import formula
from dovetail.fixpoints.system import Chain, System
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr, conjuncts
from dovetail.program.liveness import Liveness
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import is_known
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.instance.paths import Suffix
from dovetail.strategies.instance.precondition import Precondition

FIRST = 64
"""Questions before it is judged whether they pay."""
WORTH = 0.05
"""They do if so many of them kill a suffix."""
SELDOM = 16
"""If they do not, one in so many is still asked."""


class Segments:
    """Sequences of steps that no execution takes."""

    def __init__(self) -> None:
        self._after: dict[int, list[tuple[Chain, ...]]] = {}
        """By the identity of the first step: what follows it."""

    def add(self, steps: tuple[Chain, ...]) -> None:
        """Longer ones that begin with these are of no use any more."""
        rest = steps[1:]
        others = self._after.setdefault(id(steps[0]), [])
        others[:] = [other for other in others if other[: len(rest)] != rest]
        others.append(rest)

    def forbid(self, step: Chain, rest: Suffix[Any]) -> bool:
        """Does a suffix that begins with this step begin with one of them?"""
        return any(_begins(rest, steps) for steps in self._after.get(id(step), ()))

    def __len__(self) -> int:
        return sum(map(len, self._after.values()))


def _begins(suffix: Suffix[Any], steps: tuple[Chain, ...]) -> bool:
    here: Suffix[Any] | None = suffix
    for step in steps:
        if here is None or here.step is not step:
            return False
        here = here.rest
    return True


class Pruning:
    """Asks about suffixes that begin at one of the `places` (nodes)."""

    def __init__(
        self,
        program: Program,
        system: System,
        states: Mapping[int, State],
        live: Liveness,
        solver: Solver[Any],
        places: Collection[int],
    ) -> None:
        self._program = program
        self._system = system
        self._states = states
        self._live = live
        self._solver = solver
        self._places = frozenset(places)
        self._algebra: Symbolic[Any] = Symbolic(solver.terms, program.target.pointer_bits)
        self._anything = SymbolicState.arbitrary(program, self._algebra, "any")
        self._terms: dict[Expr, Any] = {}
        self._invariants: dict[int, tuple[Any, ...]] = {}
        self.asked = 0
        self.killed = 0

    def question(self, node: int) -> bool:
        """Is it worth a question?"""
        if node not in self._places:
            return False
        return self.asked < FIRST or self.killed >= WORTH * self.asked or self.asked % SELDOM == 0

    def refuted(self, node: int, condition: Precondition) -> int | None:
        """If no reachable state at the node meets the precondition: the depth of the suffix at which the
        first (in the order of going back) of the conditions to blame was assumed."""
        asked: dict[Any, int] = {}
        for literal, depth in condition.literals.items():
            value = self._term(literal)
            if value is False:
                return depth
            if value is not True:
                asked[value] = max(depth, asked.get(value, 0))
        self.asked += 1
        known = self._invariant(node)
        if self._solver.check([*self._anything.fact_terms(), *known, *asked]) is not Answer.UNSAT:
            return None
        self.killed += 1
        return min((asked[term] for term in self._solver.core() if term in asked), default=0)

    def _term(self, condition: Expr) -> Any:
        found = self._terms.get(condition)
        if found is None:
            try:
                value = self._anything.evaluate(condition)
                found = value if is_known(value) else self._algebra.term(value)
            except NotComputable:
                found = True
            self._terms[condition] = found
        return found

    def _invariant(self, node: int) -> tuple[Any, ...]:
        found = self._invariants.get(node)
        if found is None:
            _, location = self._system.place(node)
            said = formula(self._states[node], self._live.at(location), self._program)
            terms = (self._term(part) for part in conjuncts(said))
            found = self._invariants[node] = tuple(term for term in terms if not isinstance(term, bool))
        return found
