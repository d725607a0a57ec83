"""Of candidates for invariants, the largest part that is inductive together (`contracts.houdini`).

What is left holds at every loop head, bit by bit. The states of the models that falsify the rest are worth
keeping: they are *fabricated*, and inference that has seen them will not guess the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from dovetail.contracts.houdini import until_nothing_falls
from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.formulas.sliced_steps import SlicedSteps
from dovetail.formulas.steps import Falsified, Steps
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.program.statements import CheckInfo
from dovetail.solver.interface import Answer
from dovetail.strategies.outcome import Budget

MEMORY_KINDS = frozenset({"invalid-deref", "invalid-free", "memory-leak"})
SECONDS = 3.0
"""For one question."""
SECONDS_FIRST = 0.7
"""For the first prover, if there is another one to ask."""
SECONDS_SEVERAL = 0.7
"""For several, where they are asked about in slices."""
SECONDS_EACH = 1.0
"""For one candidate by itself."""


class Houdini:
    """Looks back over `steps` loop heads."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        known: KnownFacts,
        steps: int,
        budget: Budget,
        spoken_of: Mapping[int, Sequence[Expr]],
        *,
        patience: float = SECONDS,
        blocks: bool = False,
        elements: bool = True,
    ) -> None:
        """`patience`: seconds for a question about all candidates at once. Where each of them is easy and all
        of them together are not, little is enough. `blocks`: candidates speak of all blocks on the heap.
        Without `elements`, what is said of all elements is left aside: candidates need none of it."""
        self.patience = patience
        self._elements = elements
        self._blocks = blocks
        self.program = program
        self.graph = graph
        self.known = known
        self.steps = steps
        self.budget = budget
        self.spoken_of = spoken_of
        self.fabricated: list[Falsified] = []
        self._formulas: dict[tuple[int, bool], SlicedSteps] = {}
        self._about_memory = any(check.kind in MEMORY_KINDS for check in program.checks)
        self._hard: set[int] = set()
        """Where all candidates at once were too much to ask."""
        self._refuting: Steps | None = None
        """Whose last answer is a model that falsifies what has been dropped last, if that was the reason."""
        self._by_z3 = blocks and self._about_memory
        """Is there only one prover to ask?"""
        self._calm = True
        """Has the prover answered every question about all candidates so far?"""

    @property
    def calls(self) -> int:
        return sum(formula.calls for formula in self._formulas.values())

    def formula(self, location: int, *, by_z3: bool = False) -> SlicedSteps:
        by_z3 = by_z3 or self._by_z3
        found = self._formulas.get((location, by_z3))
        if found is None:
            found = self._formulas[location, by_z3] = SlicedSteps(
                *(self.program, self.graph, location, self.known, self.steps),
                seed=self.budget.seed,
                by_z3=by_z3,
                blocks=self._blocks,
                elements=self._elements,
            )
        return found

    def _falsified(self, location: int, left: Mapping[int, Iterable[Expr]]) -> Falsified | Answer:
        """What one prover gives up on, where it is about memory, the other one is asked."""
        seconds = self.patience if self._calm else min(self.patience, SECONDS_EACH)
        first = self._first(seconds)
        asked = self.formula(location)
        found = asked.falsified(left, self.spoken_of, self.budget.question(first))
        if found is Answer.UNKNOWN and self._has_second and self.budget.left() > 0:
            asked = self.formula(location, by_z3=True)
            found = asked.falsified(left, self.spoken_of, self.budget.question(seconds))
        self._refuting = asked if isinstance(found, Falsified) else None
        return found

    @property
    def _has_second(self) -> bool:
        """Is there another prover?"""
        return self._about_memory and not self._by_z3

    def _first(self, seconds: float) -> float:
        """For a question to the first prover."""
        if self._has_second:
            return min(SECONDS_FIRST, self.patience)
        return 3 * seconds if self._by_z3 else seconds

    @property
    def places(self) -> list[int]:
        heads = [location for location in self.graph.cutpoints if location in self.graph.loop_heads]
        return [self.graph.procedure.entry, *(head for head in heads if head != self.graph.procedure.entry)]

    def inductive(
        self,
        candidates: Mapping[int, Sequence[Expr]],
        instead: Callable[[int, Expr, Collection[Expr]], Iterable[Expr]] = lambda head, dropped, left: (),
    ) -> dict[int, list[Expr]] | None:
        """None if the time is used up first. `instead`: what is tried at a loop head in the place of one that
        is dropped, beside what is left; it must follow from that one."""
        left: dict[int, dict[Expr, None]] = {
            head: dict.fromkeys(candidates.get(head, ())) for head in self.graph.loop_heads
        }

        def ask(location: int) -> list[int]:
            head, dropped = self._not_kept(location, left)
            for candidate in dropped:
                del left[head][candidate]
            refuted = self._refuting.falsifies if self._refuting is not None else lambda candidate: False
            waiting = list(dropped)
            while waiting:
                for candidate in instead(head, waiting.pop(), left[head]):
                    if refuted(candidate):
                        waiting.append(candidate)
                    else:
                        left[head][candidate] = None
            return [place for place in self.places if head in self.formula(place).heads] if dropped else []

        if until_nothing_falls(self.places, ask, lambda: self.budget.left() > 0):
            return None
        return {head: list(found) for head, found in left.items()}

    def _not_kept(self, location: int, left: Mapping[int, Iterable[Expr]]) -> tuple[int, Iterable[Expr]]:
        """Candidates at a loop head that are not shown to hold there, if something is left to be shown."""
        self._refuting = None
        if self._blocks:
            return self._not_kept_in_slices(location, left)
        impatient = self.patience < SECONDS and location in self._hard
        found = Answer.UNKNOWN if impatient else self._falsified(location, left)
        if isinstance(found, Falsified):
            self.fabricated.append(found)
            return found.head, found.candidates
        if found is Answer.UNSAT:
            return location, ()
        # The prover did not answer: each question is smaller if it is about one candidate.
        self._calm = False
        self._hard.add(location)
        formula = self.formula(location, by_z3=self._about_memory)
        return formula.undecided(left, self.budget.question(SECONDS_EACH))

    def _not_kept_in_slices(
        self, location: int, left: Mapping[int, Iterable[Expr]]
    ) -> tuple[int, Iterable[Expr]]:
        """The same. Who answers most questions about blocks is asked alone."""
        formula = self.formula(location)
        # What one candidate alone needs, of what says much about memory, is worth waiting for.
        alone = 2 * SECONDS_EACH if self._by_z3 else SECONDS_EACH
        several, each = self.budget.question(SECONDS_SEVERAL), self.budget.question(alone)
        found = formula.in_slices(left, self.spoken_of, several, each)
        if isinstance(found, Falsified):
            self._refuting = formula
            self.fabricated.append(found)
        return (location, ()) if found is None else (found.head, found.candidates)

    def needed(
        self, invariants: Mapping[int, Sequence[Expr]], apart_from: Sequence[int | None]
    ) -> dict[int, list[Expr]]:
        """Of what is inductive, and from which the checks follow, as much as that takes: the less there is of
        it, the sooner it is judged. (All of it, if somebody does not say what it takes.)"""
        everything = {head: list(found) for head, found in invariants.items()}
        wanted: dict[int, dict[Expr, None]] = {head: {} for head in invariants}
        waiting: list[tuple[int, Expr]] = []

        def want(place: int, found: frozenset[Expr] | None) -> bool:
            for one in () if found is None else found:
                if one not in wanted[place]:
                    wanted[place][one] = None
                    waiting.append((place, one))
            return found is not None and self.budget.left() > 0

        assert self.steps == 1, "what is assumed on the way is not asked for here"
        for place in self.places:
            checks = self._said(place, Steps.checks_resting_on, invariants, apart_from)
            if not want(place, checks):
                return everything
        while waiting:
            head, claim = waiting.pop()
            for place in self.places:
                if not want(place, self._said(place, Steps.resting_on, head, claim, invariants)):
                    return everything
        return {head: [one for one in found if one in wanted[head]] for head, found in invariants.items()}

    def _said(
        self, place: int, ask: Callable[..., frozenset[Expr] | None], *what: Any
    ) -> frozenset[Expr] | None:
        """By whoever answers."""
        found = ask(self.formula(place), *what, self.budget.question(self._first(SECONDS)))
        if found is None and self._has_second and self.budget.left() > 0:
            found = ask(self.formula(place, by_z3=True), *what, self.budget.question(SECONDS))
        return found

    def failing(
        self, invariants: Mapping[int, Sequence[Expr]], apart_from: Sequence[int | None]
    ) -> list[tuple[int, CheckInfo | None, str]]:
        """Where checks may fail though the invariants hold: cutpoint, check, and what is unsupported."""
        found: list[tuple[int, CheckInfo | None, str]] = []
        for place in self.places:
            first = self._first(SECONDS)
            failing = self.formula(place).failing(invariants, apart_from, self.budget.question(first))
            if failing and self._has_second:
                other = self.formula(place, by_z3=True)
                failing = other.failing(invariants, apart_from, self.budget.question(SECONDS))
            for one in failing:
                found.append((place, one.check, f"{one.edge.position}: {one.reason}"))
        return found
