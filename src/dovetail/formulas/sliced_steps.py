"""Many candidates about blocks: a few in each question, and none asked about twice for nothing.

A question about all candidates of a loop head at once is a disjunction of as many ways to fail, and where
these are about memory a solver often has no answer to it, although it has one for each of them. So they are
asked about in slices, and a slice without an answer in smaller ones. What a slice has been shown with (the
core) is kept: as long as all of that is assumed, it need not be shown again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dovetail.formulas.steps import Candidates, Falsified, Steps, There
from dovetail.program.expressions import Expr
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic import Symbolic
from dovetail.solver.interface import Answer, Limit

SLICE, PARTS = 32, 4
"""Candidates in one question; and into so many parts it is cut if there is no answer."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Candidates at a loop head that cannot be shown to hold there, each by itself."""

    head: int
    candidates: Sequence[Expr]


class SlicedSteps(Steps):
    """One step from a cutpoint on."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._cores: dict[tuple[int, Expr], frozenset[Any]] = {}
        """What candidates at arrivals have been shown with."""

    def in_slices(
        self,
        candidates: Candidates,
        spoken_of: Mapping[int, Sequence[Expr]],
        several: Limit,
        each: Limit,
    ) -> Falsified | Undecided | None:
        """What does not hold at a loop head though all others did, or is not known to; None if there is
        nothing. `several`, `each`: limits for questions about so many candidates."""
        assumed = _Assumed(self.algebra, self._assumed(candidates))
        for index, there in enumerate(self._arrivals):
            if not there.claimed:
                continue
            found = list(candidates.get(there.head, ()))
            for _ in range(2):
                # What holds whenever the others did helps with the rest, the second time at the latest.
                found = self._not_known(index, there, found, assumed)
                undecided: list[Expr] = []
                slices = [found[at : at + SLICE] for at in range(0, len(found), SLICE)][::-1]
                while slices:
                    some = slices.pop()
                    answer = self._ask_about(index, there, some, assumed, several if len(some) > 1 else each)
                    if answer is Answer.SAT:
                        return self._falsified(index, there, candidates, spoken_of)
                    if answer is Answer.UNKNOWN and len(some) > 1:
                        size = -(-len(some) // PARTS)
                        slices += [some[at : at + size] for at in range(0, len(some), size)][::-1]
                    elif answer is Answer.UNKNOWN:
                        undecided += some
                found = undecided
                if not found:
                    break
            if found:
                return Undecided(there.head, found)
        return None

    def _not_known(self, index: int, there: There, found: Iterable[Expr], assumed: _Assumed) -> list[Expr]:
        """Those that have not been shown yet with what is assumed; the others are assumed, too."""
        waiting, before = list(found), -1
        while len(waiting) != before:
            before = len(waiting)
            for one in list(waiting):
                core = self._cores.get((index, one))
                if core is not None and core <= assumed.terms:
                    waiting.remove(one)
                    self._assume(index, there, one, assumed)
        return waiting

    def _assume(self, index: int, there: There, one: Expr, assumed: _Assumed) -> None:
        assumed.add(self._implied(there.arrival, self._at(index, one)))

    def _ask_about(
        self, index: int, there: There, some: Sequence[Expr], assumed: _Assumed, limit: Limit
    ) -> Answer:
        """May one of them not hold at an arrival? If not, they are assumed from now on."""
        denied: Any = False
        for one in some:
            denied = self.algebra.disjunction(denied, self.algebra.negation(self._at(index, one)))
        question = [there.arrival.guard, denied]
        calls = self.calls
        answer = self.ask([*assumed.conditions, *question], limit)
        if answer is Answer.UNSAT:
            if self.calls > calls:  # or it was plain, and will be
                terms = {self.algebra.term(one) for one in question if one is not True}
                core = frozenset(self.solver.core()) - terms
                self._cores.update(((index, one), core) for one in some)
            for one in some:
                self._assume(index, there, one, assumed)
        return answer


class _Assumed:
    """Conditions, and the solver's terms for them."""

    def __init__(self, algebra: Symbolic[Any], conditions: Iterable[Any]) -> None:
        self._algebra = algebra
        self.conditions: list[Any] = []
        self.terms: set[Any] = set()
        for one in conditions:
            self.add(one)

    def add(self, condition: Any) -> None:
        self.conditions.append(condition)
        self.terms.add(self._algebra.term(condition))
