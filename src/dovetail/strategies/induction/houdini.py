"""Houdini: of candidates for invariants, the largest part that is inductive together.

A candidate that a model falsifies is dropped, with all others that the same model falsifies. What is left
when nothing is falsified any more holds at every loop head, bit by bit. The states of these models are worth
keeping: they are *fabricated*, and inference that has seen them will not guess the same again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dovetail.ledger.fragment_formulas import Known
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.program.statements import CheckInfo
from dovetail.solver.interface import Answer
from dovetail.strategies.induction.steps import Falsified, Steps
from dovetail.strategies.outcome import Budget

MEMORY_KINDS = frozenset({"invalid-deref", "invalid-free", "memory-leak"})
SECONDS = 3.0
"""For one question."""
SECONDS_EACH = 1.0
"""For one candidate by itself."""


class Houdini:
    """Looks back over `steps` loop heads."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        known: Known,
        steps: int,
        budget: Budget,
        spoken_of: Mapping[int, Sequence[Expr]],
    ) -> None:
        self.program = program
        self.graph = graph
        self.known = known
        self.steps = steps
        self.budget = budget
        self.spoken_of = spoken_of
        self.fabricated: list[Falsified] = []
        self._formulas: dict[int, Steps] = {}
        self._about_memory = any(check.kind in MEMORY_KINDS for check in program.checks)
        self._calm = True
        """Has the prover answered every question about all candidates so far?"""

    @property
    def calls(self) -> int:
        return sum(formula.calls for formula in self._formulas.values())

    def formula(self, location: int) -> Steps:
        found = self._formulas.get(location)
        if found is None:
            found = self._formulas[location] = Steps(
                *(self.program, self.graph, location, self.known, self.steps),
                seed=self.budget.seed,
                about_memory=self._about_memory,
            )
        return found

    @property
    def places(self) -> list[int]:
        heads = [location for location in self.graph.cutpoints if location in self.graph.loop_heads]
        return [self.graph.procedure.entry, *(head for head in heads if head != self.graph.procedure.entry)]

    def inductive(self, candidates: Mapping[int, Sequence[Expr]]) -> dict[int, list[Expr]] | None:
        """None if the time is used up first."""
        left: dict[int, dict[Expr, None]] = {
            head: dict.fromkeys(candidates.get(head, ())) for head in self.graph.loop_heads
        }
        waiting = dict.fromkeys(self.places)
        while waiting:
            if self.budget.left() <= 0:
                return None
            location = next(iter(waiting))
            limit = self.budget.question(SECONDS if self._calm else SECONDS_EACH)
            found = self.formula(location).falsified(left, self.spoken_of, limit)
            if found is Answer.UNSAT:
                del waiting[location]
                continue
            if isinstance(found, Falsified):
                self.fabricated.append(found)
                changed = {found.head}
                for candidate in found.candidates:
                    del left[found.head][candidate]
            else:
                # The prover did not answer: each question is smaller if it is about one candidate.
                self._calm = False
                head, undecided = self.formula(location).undecided(left, self.budget.question(SECONDS_EACH))
                if not undecided:
                    del waiting[location]
                    continue
                changed = {head}
                for candidate in undecided:
                    del left[head][candidate]
            for place in self.places:
                if changed & self.formula(place).heads:
                    waiting[place] = None
        return {head: list(found) for head, found in left.items()}

    def failing(
        self, invariants: Mapping[int, Sequence[Expr]], apart_from: Sequence[int | None]
    ) -> list[tuple[int, CheckInfo | None, str]]:
        """Where checks may fail though the invariants hold: cutpoint, check, and what is unsupported."""
        found: list[tuple[int, CheckInfo | None, str]] = []
        for place in self.places:
            for one in self.formula(place).failing(invariants, apart_from, self.budget.question(SECONDS)):
                found.append((place, one.check, f"{one.edge.position}: {one.reason}"))
        return found
