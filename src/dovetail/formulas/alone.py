"""Questions about one condition each: what is assumed where a step starts, and one claim at its end.

With many candidates that speak of all elements, a formula about all of them is far larger than all formulas
about one of them together: of each that is assumed it is said what it means for the witness of each that is
claimed. So here a solver is made for each question, and told what that question needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.formulas.steps import Steps
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import Obligation
from dovetail.semantics.symbolic_quantifiers import Met, Use
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_totals import Index, Total
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit, Solver
from dovetail.solver.z3_solver import Z3Solver


@dataclass(frozen=True, slots=True)
class Shown:
    """It cannot be otherwise, and these of what was assumed say so."""

    by: frozenset[Expr]


class Alone(Steps):
    """One step from a cutpoint on."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        location: int,
        known: KnownFacts,
        *,
        seed: int = 0,
        by_z3: bool = False,
    ) -> None:
        self._given: list[Any] = []
        """What holds in any case."""
        self._asked = 0
        self._seed = seed
        super().__init__(program, graph, location, known, 1, seed=seed, by_z3=by_z3)
        self._parts: dict[tuple[SymbolicState, Expr], tuple[Any, Met]] = {}
        self._looked_at: tuple[int, list[Index]] | None = None

    @property
    def calls(self) -> int:
        return self._asked

    def add(self, condition: Any) -> None:
        if condition is not True:
            self._given.append(self.algebra.term(condition))

    @property
    def targets(self) -> list[int]:
        """The loop heads to which a step leads."""
        return list(dict.fromkeys(there.head for there in self._arrivals))

    def shown(self, head: int, claim: Expr, assumed: Sequence[Expr], limit: Limit) -> Shown | Answer:
        """Does the claim hold at a loop head behind the step, if all that is assumed held before it? Or why
        that is not shown: there is a solution, whoever is asked, or no answer."""
        by: frozenset[Expr] = frozenset()
        for there in self._arrivals:
            if there.head == head:
                holds, met = self._part(claim, there.arrival.state, Use.CLAIMED)
                found = self._excluded(
                    [there.arrival.guard, self.algebra.negation(holds)], met, assumed, limit
                )
                if not isinstance(found, Shown):
                    return found
                by |= found.by
        return Shown(by)

    def right(self, obligation: Obligation, assumed: Sequence[Expr], limit: Limit) -> Shown | Answer:
        """Does a check on the way hold? What it compares may have been read before, so that nothing is in it
        of the contents that it comes from."""
        wrong = [obligation.wrong(self.algebra)]
        found = self._excluded(wrong, obligation.met, assumed, limit)
        if isinstance(found, Shown) or not self.algebra.quantifiers.met:
            return found
        return self._excluded(wrong, obligation.met, assumed, limit, everything=True)

    def _part(self, expr: Expr, state: SymbolicState, use: Use) -> tuple[Any, Met]:
        key = (state, expr)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = self.algebra.quantifiers.collected(expr, state, use)
        return found

    def _excluded(
        self,
        denied: Sequence[Any],
        met: Met,
        assumed: Sequence[Expr],
        limit: Limit,
        *,
        everything: bool = False,
    ) -> Shown | Answer:
        if self._nothing or any(one is False for one in denied):
            return Shown(frozenset())
        more: list[Met] = []
        names: dict[Any, Expr] = {}
        summed: dict[Expr, Any] = {}
        """What is assumed of sums: a solver reckons with equations only if they hold in any case."""
        for one in () if self.initial else assumed:
            holds, inside = self._part(one, self.start, Use.ASSUMED)
            if holds is False:
                return Shown(frozenset((one,)))
            if holds is not True:
                if any(isinstance(part, Total) for part in inside):
                    summed[one] = holds
                else:
                    names.setdefault(self.algebra.term(holds), one)
                more.append(inside)
        quantifiers = self.algebra.quantifiers
        if everything:
            lemmas = quantifiers.about((met, *more), self._indices())
        else:
            lemmas = quantifiers.said(quantifiers.related(met, denied, more), self._indices())
        solver = self._solver()
        for term in self._given:
            solver.add(term)
        for lemma in list(lemmas):
            solver.add(self.algebra.term(lemma))
        for fact in (*self.start.facts, *summed.values()):
            if fact is not True:
                solver.add(self.algebra.term(fact))
        for one in denied:
            if one is not True:
                solver.add(self.algebra.term(one))
        solver.set_limits(limit)
        self._asked += 1
        answer = solver.check(list(names))
        if answer is not Answer.UNSAT:
            return answer
        return Shown(frozenset(names[term] for term in solver.core()).union(summed))

    def _solver(self) -> Solver[Any]:
        if isinstance(self.solver, Z3Solver):
            return Z3Solver(self.solver.terms, seed=self._seed)
        assert isinstance(self.solver, BitwuzlaSolver)
        return BitwuzlaSolver(self.solver.terms, seed=self._seed)

    def _indices(self) -> list[Index]:
        """Where the program looks: the same for as long as no more was met."""
        quantifiers = self.algebra.quantifiers
        if self._looked_at is None or self._looked_at[0] != quantifiers.count:
            self._looked_at = quantifiers.count, quantifiers.indices(self._accesses, self.states)
        return self._looked_at[1]
