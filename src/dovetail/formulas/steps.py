"""Several fragments in a row, as one formula: what k-induction asks of a program.

From a cutpoint k steps are taken to the next cutpoints, all paths at once; where paths meet after equally
many steps their states are merged. Candidates that are to hold at loop heads in between are assumptions; so
that they can be given up one by one, nothing of them is told to the solver for good.

From the start of the program every step must be right; from a loop head only the last one, since the others
are behind whoever comes so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dovetail.formulas.fragment_formulas import FragmentFormula, KnownFacts
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, ForAllBlocks
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import Arrival, Obligation
from dovetail.semantics.symbolic_quantifiers import Use
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.interface import Answer, Limit, NoAnswerError
from dovetail.solver.z3_solver import Z3Solver

Candidates = Mapping[int, Iterable[Expr]]
"""By loop head."""


@dataclass(frozen=True, slots=True)
class Falsified:
    """A model: at a loop head these candidates do not hold, and what is observed has these values."""

    head: int
    candidates: frozenset[Expr]
    values: Mapping[Expr, int]


@dataclass(frozen=True, slots=True)
class There:
    """An arrival at a loop head, after so many steps."""

    head: int
    arrival: Arrival
    claimed: bool


class Steps(FragmentFormula):
    """`count` steps from a cutpoint on."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        location: int,
        known: KnownFacts,
        count: int,
        *,
        seed: int = 0,
        by_z3: bool = False,
        blocks: bool = False,
        elements: bool = True,
    ) -> None:
        """Bitwuzla is better at arithmetic; about pointers and their objects Z3 answers much that it gives up
        on."""
        solver = Z3Solver(seed=seed) if by_z3 else None
        super().__init__(
            *(program, graph, location, known),
            seed=seed,
            solver=solver,
            unset=True,
            placed=True,
            blocks=blocks,
            elements=elements,
        )
        self._heads = graph.loop_heads
        self.obligations: list[Obligation] = []
        self._arrivals: list[There] = []
        self._terms: dict[tuple[int, Expr], Any] = {}
        self._arrived = -1
        """The arrival at which the last model has falsified something."""
        executed = {location: self.executed}
        for left in reversed(range(count)):
            claimed = self.initial or not left
            reached: dict[int, list[Arrival]] = {}
            for done in executed.values():
                if claimed:
                    self.obligations += done.obligations
                for target, arrival in done.arrivals.items():
                    if target in self._heads:
                        reached.setdefault(target, []).append(arrival)
            executed = {}
            for head, arrivals in reached.items():
                arrival = arrivals[0] if len(arrivals) == 1 else self._execution.joined(arrivals)
                self._arrivals.append(There(head, arrival, claimed))
                for fact in known.get(head, ()):
                    self.add(self._implied(arrival, self.evaluated(fact, arrival.state)))
                if left:
                    executed[head] = self._execution.run(
                        head, graph.region(head), arrival.state, arrival.conditions
                    )

    def _implied(self, arrival: Arrival, what: Any) -> Any:
        return self.algebra.disjunction(self.algebra.negation(arrival.guard), what)

    @property
    def states(self) -> Sequence[SymbolicState]:
        return (self.start, *(there.arrival.state for there in self._arrivals))

    @property
    def heads(self) -> frozenset[int]:
        """Those about which something is assumed or claimed here."""
        return frozenset((self.location, *(there.head for there in self._arrivals))) & self._heads

    def _at(self, index: int, candidate: Expr) -> Any:
        """What a candidate is at the start (index -1) or at an arrival."""
        key = (index, candidate)
        if key not in self._terms:
            if index < 0:
                self._terms[key] = self.evaluated(candidate, self.start, Use.ASSUMED)
            else:
                self._terms[key] = self._at_arrival(self._arrivals[index], candidate)
        return self._terms[key]

    def _at_arrival(self, there: There, candidate: Expr) -> Any:
        state = there.arrival.state
        if isinstance(candidate, ForAllBlocks):
            # Candidates are to be shown together, each as it is.
            return self.algebra.blocks.of_one(candidate, state)
        # At a later head what was claimed is assumed; from the start all of it is.
        use = Use.CLAIMED if there.claimed and not self.initial else Use.BOTH
        return self.evaluated(candidate, state, use)

    def _assumed(self, candidates: Candidates) -> Iterator[Any]:
        if not self.initial:
            for candidate in candidates.get(self.location, ()):
                yield self._at(-1, candidate)
        for index, there in enumerate(self._arrivals):
            if not there.claimed:
                for candidate in candidates.get(there.head, ()):
                    yield self._implied(there.arrival, self._at(index, candidate))

    def falsified(
        self, candidates: Candidates, spoken_of: Mapping[int, Sequence[Expr]], limit: Limit
    ) -> Falsified | Answer:
        """A loop head and the candidates there that do not hold though the others did, UNSAT if there are
        none."""
        assumed = list(self._assumed(candidates))
        # From the start, what holds at the first head may be assumed at the second: the first one to fail
        # is looked for.
        for index, there in enumerate(self._arrivals):
            if not there.claimed:
                continue
            held = [self._at(index, candidate) for candidate in candidates.get(there.head, ())]
            denied: Any = False
            for condition in held:
                denied = self.algebra.disjunction(denied, self.algebra.negation(condition))
            answer = self.ask([*assumed, there.arrival.guard, denied], limit)
            if answer is Answer.SAT:
                return self._falsified(index, there, candidates, spoken_of)
            if answer is Answer.UNKNOWN:
                return answer
            assumed += [self._implied(there.arrival, condition) for condition in held]
        return Answer.UNSAT

    def falsifies(self, candidate: Expr) -> bool:
        """Does another candidate not hold either, in the model that was the last answer?"""
        try:
            return self.known(self._at(self._arrived, candidate)) is False
        except NoAnswerError:
            return False

    def undecided(self, candidates: Candidates, limit: Limit) -> tuple[int, list[Expr]]:
        """The first loop head at which candidates, each asked about by itself, cannot be shown to hold, and
        these. For when asking about all of them at once was too much."""
        assumed = list(self._assumed(candidates))
        for index, there in enumerate(self._arrivals):
            if not there.claimed:
                continue
            found = list(candidates.get(there.head, ()))
            for _ in range(2):
                # What holds whenever the others did helps with the rest, the second time at the latest.
                found = [one for one in found if not self._shown(index, one, assumed, limit)]
            if found:
                return there.head, found
        return self.location, []

    def _shown(self, index: int, candidate: Expr, assumed: list[Any], limit: Limit) -> bool:
        """Does it hold at an arrival? If so it is `assumed` from now on."""
        arrival, condition = self._arrivals[index].arrival, self._at(index, candidate)
        if self.ask([*assumed, arrival.guard, self.algebra.negation(condition)], limit) is not Answer.UNSAT:
            return False
        assumed.append(self._implied(arrival, condition))
        return True

    def _falsified(
        self,
        index: int,
        there: There,
        candidates: Candidates,
        spoken_of: Mapping[int, Sequence[Expr]],
    ) -> Falsified:
        self._arrived = index
        failing = frozenset(
            candidate
            for candidate in candidates.get(there.head, ())
            if not self.known(self._at(index, candidate))
        )
        state = there.arrival.state
        values: dict[Expr, int] = {}
        for number in spoken_of.get(there.head, ()):
            value = self.known(self.evaluated(number, state))
            if isinstance(value, int):
                values[number] = value
        return Falsified(there.head, failing, values)

    # What a proof is made of

    def resting_on(
        self, head: int, claim: Expr, candidates: Candidates, limit: Limit
    ) -> frozenset[Expr] | None:
        """Of the candidates at the start, those by which one at a loop head is shown to hold there: none if
        this does not lead there. None if it was not shown."""
        found: set[Expr] = set()
        for index, there in enumerate(self._arrivals):
            if there.head == head:
                denied = self.algebra.negation(self._at(index, claim))
                needed = self._needed([there.arrival.guard, denied], candidates, limit)
                if needed is None:
                    return None
                found |= needed
        return frozenset(found)

    def checks_resting_on(
        self, candidates: Candidates, apart_from: Iterable[int | None], limit: Limit
    ) -> frozenset[Expr] | None:
        """The same for the checks on the way."""
        settled, found = set(apart_from), set[Expr]()
        for obligation in self.obligations:
            if obligation.ident not in settled:
                needed = self._needed([obligation.wrong(self.algebra)], candidates, limit)
                if needed is None:
                    return None
                found |= needed
        return frozenset(found)

    def _needed(self, denied: Sequence[Any], candidates: Candidates, limit: Limit) -> frozenset[Expr] | None:
        here = () if self.initial else tuple(candidates.get(self.location, ()))
        assumed = {self.algebra.term(self._at(-1, one)): one for one in here}
        values = [self._at(-1, one) for one in here]
        if any(value is False for value in denied):
            return frozenset()
        for one, value in zip(here, values, strict=True):
            if value is False:
                return frozenset((one,))  # nothing comes here, and it is this that says so
        if self.ask([*values, *denied], limit) is not Answer.UNSAT:
            return None
        if self._nothing:
            return frozenset()
        return frozenset(assumed[term] for term in self.solver.core() if term in assumed)

    def failing(
        self, candidates: Candidates, apart_from: Iterable[int | None], limit: Limit
    ) -> list[Obligation]:
        """The checks that may fail, as far as the candidates say, apart from some."""
        settled = set(apart_from)
        assumed = list(self._assumed(candidates))
        if self.initial:
            for index, there in enumerate(self._arrivals):
                for candidate in candidates.get(there.head, ()):
                    assumed.append(self._implied(there.arrival, self._at(index, candidate)))
        found: list[Obligation] = []
        for obligation in self.obligations:
            if obligation.ident not in settled:
                if self.ask([*assumed, obligation.wrong(self.algebra)], limit) is not Answer.UNSAT:
                    found.append(obligation)
        return found
