"""The largest part of many guesses that is inductive together, each asked about by itself.

Whatever shows that a guess is kept is remembered with the guesses that it took. When one is dropped, only
what rested on it is asked again; and when more guesses come, what was shown remains shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from dovetail.formulas.alone import Alone, Shown
from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.program.statements import CheckInfo
from dovetail.solver.interface import Answer, Limit
from dovetail.strategies.houdini import MEMORY_KINDS
from dovetail.strategies.outcome import Budget

SECONDS = 1.0
"""For one question."""
LONGER, FEW = 8.0, 8
"""The same at the end, for as long as no more have come to no answer."""
SHORT = 0.3
"""For one that need not be answered."""
PART_FIRST, SECONDS_FIRST = 0.5, 0.5
"""Of that, for the first prover, if there is another one to ask; and it is worth so much in any case."""

Kept = Mapping[int, Sequence[Expr]]
Ask = Callable[[Alone, Sequence[Expr], Limit], Shown | Answer]
Failing = tuple[int, CheckInfo | None, str]


class Largest:
    """`known`: what holds at loop heads anyway. `patience`: seconds for a question about a check."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        known: KnownFacts,
        budget: Budget,
        patience: float,
    ) -> None:
        self._patience = patience
        self._program = program
        self._graph = graph
        self._known = known
        self._budget = budget
        self._formulas: dict[tuple[int, bool], Alone] = {}
        self._has_second = any(check.kind in MEMORY_KINDS for check in program.checks)
        self._shown: dict[tuple[int, int, Expr], frozenset[Expr]] = {}
        """From a place to a loop head, a guess: what it rests on."""
        self._never: set[tuple[int, int, Expr]] = set()
        """From the entry, where nothing is assumed, to a loop head, a guess: it may not hold."""
        self._unanswered: set[tuple[int, int, Expr]] = set()
        """The same, where nobody said that it may not hold."""
        self._seconds = SECONDS
        self._right: dict[tuple[int, int], frozenset[Expr]] = {}
        """The same for the checks behind a place, by their order there."""

    @property
    def calls(self) -> int:
        return sum(formula.calls for formula in self._formulas.values())

    @property
    def _places(self) -> list[int]:
        heads = [location for location in self._graph.cutpoints if location in self._graph.loop_heads]
        return [self._graph.procedure.entry, *(head for head in heads if head != self._graph.procedure.entry)]

    def _formula(self, place: int, *, by_z3: bool = False) -> Alone:
        found = self._formulas.get((place, by_z3))
        if found is None:
            found = self._formulas[place, by_z3] = Alone(
                *(self._program, self._graph, place, self._known), seed=self._budget.seed, by_z3=by_z3
            )
        return found

    def inductive(self, guesses: Kept) -> dict[int, list[Expr]] | None:
        """None if the time is used up first."""
        left = {head: dict.fromkeys(guesses.get(head, ())) for head in self._graph.loop_heads}
        # What was hard before comes last: most of what it could rest on in vain has fallen by then.
        waiting = dict.fromkeys(sorted(self._questions(left), key=self._unanswered.__contains__))
        while waiting:
            if self._budget.left() <= 0:
                return None
            question = next(iter(waiting))
            _, head, guess = question
            del waiting[question]
            if guess not in left[head] or self._holds(question, left):
                continue
            del left[head][guess]
            waiting.update(
                (other, None)
                for other in self._questions(left)
                if other[0] == head and guess in self._shown.get(other, ())
            )
        return {head: list(found) for head, found in left.items()}

    def gave_up(self) -> bool:
        """Was there no answer to a few questions? From now on there is more time for each."""
        self._seconds = LONGER
        return 0 < len(self._unanswered) <= FEW

    def _questions(self, left: Mapping[int, Mapping[Expr, None]]) -> Iterator[tuple[int, int, Expr]]:
        for place in self._places:
            for head in self._formula(place).targets:
                yield from ((place, head, guess) for guess in left[head])

    def _holds(self, question: tuple[int, int, Expr], left: Mapping[int, Mapping[Expr, None]]) -> bool:
        place, head, guess = question
        here = left.get(place, {})
        before = self._shown.get(question)
        if before is not None and before <= here.keys():
            return True
        if question in self._never:
            return False
        seconds = self._seconds if len(self._unanswered) <= FEW else SECONDS
        found = self._asked(place, _of_claim(head, guess), list(here), seconds)
        if not isinstance(found, Shown):
            if found is Answer.UNKNOWN:
                self._unanswered.add(question)
            elif self._formula(place).initial:
                self._never.add(question)
            return False
        self._shown[question] = found.by
        return True

    def _asked(self, place: int, ask: Ask, assumed: Sequence[Expr], seconds: float) -> Shown | Answer:
        """Where one prover has no answer, and it is about memory, the other one is asked."""
        first = max(seconds * PART_FIRST, min(seconds, SECONDS_FIRST)) if self._has_second else seconds
        found = ask(self._formula(place), assumed, self._budget.question(first))
        if found is Answer.UNKNOWN and self._has_second and self._budget.left() > 0:
            found = ask(self._formula(place, by_z3=True), assumed, self._budget.question(seconds))
        return found

    def failing(self, found: Kept, apart_from: Collection[int | None]) -> list[Failing]:
        """Where checks may fail for all that is known: cutpoint, check, and what is unsupported."""
        failing: list[Failing] = []
        for place in self._places:
            for number, one in enumerate(self._formula(place).obligations):
                if one.ident not in apart_from and not self._is_right(place, number, found):
                    failing.append((place, one.check, f"{one.edge.position}: {one.reason}"))
        return failing

    def _is_right(self, place: int, number: int, found: Kept) -> bool:
        here = found.get(place, ())
        before = self._right.get((place, number))
        if before is not None and before.issubset(here):
            return True
        shown = self._asked(place, _of_check(number), here, self._patience)
        if not isinstance(shown, Shown):
            return False
        self._right[place, number] = shown.by
        return True

    def needed(self, found: Kept) -> dict[int, list[Expr]]:
        """As much of what is inductive as the checks rest on that were shown: the less there is of it, the
        sooner it is judged."""
        wanted: dict[int, dict[Expr, None]] = {head: {} for head in found}
        waiting: list[tuple[int, Expr]] = []
        for (place, number), by in list(self._right.items()):
            self._right[place, number] = by = self._fewer(place, _of_check(number), by)
            waiting += ((place, one) for one in by)
        while waiting:
            head, one = waiting.pop()
            if one in wanted[head]:
                continue
            wanted[head][one] = None
            for question in [key for key in self._shown if key[1] == head and key[2] is one]:
                place = question[0]
                by = self._fewer(place, _of_claim(head, one), self._shown[question])
                self._shown[question] = by
                waiting += ((place, other) for other in by)
        return {head: [one for one in kept if one in wanted[head]] for head, kept in found.items()}

    def _fewer(self, place: int, ask: Ask, by: frozenset[Expr]) -> frozenset[Expr]:
        """With one after the other left out: what a solver says it needed is seldom all that little."""
        left = sorted(by, key=lambda one: one.serial)
        for one in list(left):
            less = [other for other in left if other is not one]
            if len(left) > 1 and one in left and self._budget.left() > 0:
                found = self._asked(place, ask, less, SHORT)
                if isinstance(found, Shown):
                    left = [other for other in less if other in found.by]
        return frozenset(left)


def _of_claim(head: int, claim: Expr) -> Ask:
    return lambda formula, assumed, limit: formula.shown(head, claim, assumed, limit)


def _of_check(number: int) -> Ask:
    return lambda formula, assumed, limit: formula.right(formula.obligations[number], assumed, limit)
