"""The basic procedure (Yorsh, Ball, Sagiv 2006, Fig. 3) for domains of infinite height, with widening
(section 3.2, Remark): intervals and octagons.

Runs give the first ranges; ψ_L is asked whether a step leads out of them; a model is run from its fabricated
state, and widens. What comes out is an invariant at every loop head, exact to the bit, since fragments are
whole formulas: what holds only after several statements is not lost between them. It is weaker than the most
precise one only where a bound was widened.

It serves as what is known of loop heads to those who work with predicates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from dovetail.domains.templates import Ranges, Term, octagon_terms
from dovetail.execution.abstracting import Readings
from dovetail.execution.frames import Frame, observe
from dovetail.execution.given_states import GivenState, NotMade
from dovetail.execution.inputs import InputVector
from dovetail.execution.resumptions import Resumptions
from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.program.automata import Program, integers_on
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import FALSE, TRUE, Expr, Variable, variables
from dovetail.program.liveness import Liveness
from dovetail.program.statements import Assume, Check
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import MemoryFault
from dovetail.solver.interface import Answer
from dovetail.strategies.fabricate.local import Local
from dovetail.strategies.outcome import Budget

VARIABLES = 7
"""Of one cutpoint that terms are made of."""
SECONDS = 2.0
MAX_STEPS = 200_000
VISITS = 2_000
"""Of cutpoints in one run."""

Terms = Callable[[Sequence[Variable]], Iterator[Term]]


class _Enough(Exception):
    """The run has been seen long enough, or is none."""


class RangeProcedure:
    """The basic procedure (Fig. 3) with widening (section 3.2, Remark), for the entry procedure of an inlined
    program, which has no calls."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        live: Liveness,
        known: KnownFacts,
        budget: Budget,
        terms: Terms = octagon_terms,
        locals_: dict[int, Local] | None = None,
    ) -> None:
        self.program = program
        self.graph = graph
        self.live = live
        self.known = known
        self.budget = budget
        self.locals: dict[int, Local] = {} if locals_ is None else locals_
        thresholds = _thresholds(graph)
        self.value: dict[int, Ranges] = {}
        for head in graph.cutpoints:
            if head in graph.loop_heads:
                self.value[head] = Ranges(tuple(terms(self._variables(head))), thresholds)
        self._terms = {head: [term.expr for term in found.terms] for head, found in self.value.items()}
        self._readings = Readings(self._terms)
        self._resumptions = Resumptions(program, live)
        places = [(graph.procedure.name, head) for head in self.value]
        self._observers = [observe(places, self._visit)]
        self._changed: set[int] = {graph.procedure.entry}
        self._order = {location: rank for rank, location in enumerate(graph.cutpoints)}
        self._left = 0
        self._checked = True
        self.fabricated = 0

    def _variables(self, head: int) -> list[Variable]:
        """Integers that are live, those first that most conditions speak of."""
        count: Counter[Variable] = Counter()
        for edge in self.graph.procedure.edges:
            if isinstance(edge.statement, Assume | Check):
                count.update(variables(edge.statement.condition))
        live = [v for v in self.live.members(self.live.masks[head]) if isinstance(v.type, IntType)]
        wanted = [v for v in live if isinstance(v.type, IntType) and 1 < v.type.width <= 64]
        return sorted(wanted, key=lambda v: (-count[v], v.serial))[:VARIABLES]

    def local(self, location: int) -> Local:
        found = self.locals.get(location)
        if found is None:
            found = self.locals[location] = Local(
                self.program, self.graph, location, self.known, seed=self.budget.seed
            )
        return found

    # Execute and abstract

    def run(self, vector: InputVector, start: tuple[int, GivenState] | None = None) -> None:
        """From the start of the program, or from a fabricated state at a cutpoint."""
        location, state = (self.graph.procedure.entry, None) if start is None else start
        self._left, self._checked = VISITS, state is None
        try:
            self._resumptions.at(location).run(
                vector, max_steps=MAX_STEPS, observers=self._observers, record_path=False, start=state
            )
        except (_Enough, NotMade):
            return

    def _visit(self, frame: Frame) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Enough
        value = self.value[frame.location]
        try:
            if not self._checked:
                # Memory that was made up may say something else than the model did.
                self._checked = True
                facts = (*self.known.get(frame.location, ()), *value.facts())
                if not all(frame.evaluate(fact) for fact in facts):
                    raise _Enough
            found = self._readings.of(frame)
        except (MemoryFault, NotComputable):
            return
        if value.join(_numbers(value.terms, found)):
            self._changed.add(frame.location)

    # Check adequacy and fabricate

    def covering(self) -> Generator[None, None, bool]:
        """Widen until nothing leads out, a step a move; False if the budget is used up first, or the prover
        gives up."""
        while self._changed:
            location = min(self._changed, key=self._order.__getitem__)
            self._changed.discard(location)
            if not (yield from self._made_adequate(location)):
                return False
        return True

    def _made_adequate(self, location: int) -> Generator[None, None, bool]:
        local = self.local(location)
        while self.budget.move():
            covered = self.value[location].formula() if location in self.value else TRUE
            goals = {head: FALSE if found.empty else found.formula() for head, found in self.value.items()}
            answer = local.escaping(covered, goals, self._terms, self.budget.question(SECONDS))
            if isinstance(answer, Answer):
                return answer is Answer.UNSAT
            found, values = answer
            step = found.step
            self.fabricated += 1
            value = self.value[found.target]
            if value.join(_numbers(value.terms, values), widening=True):
                self._changed.add(found.target)
            self.run(step.inputs, None if step.state is None else (step.source, step.state))
            yield
        return False

    def facts(self) -> dict[int, tuple[Expr, ...]]:
        """What holds at each loop head, if it is adequate; nothing of one that nothing reaches."""
        return {head: (FALSE,) if found.empty else tuple(found.facts()) for head, found in self.value.items()}


def _numbers(terms: Sequence[Term], values: Iterable[int]) -> list[int]:
    return [term.type.number(value) for term, value in zip(terms, values, strict=True)]


def _thresholds(graph: CutpointGraph) -> list[int]:
    """Numbers that the program speaks of, and their neighbours."""
    found = {0, *integers_on(graph.procedure.edges)}
    near = {number + step for number in found for step in (-1, 0, 1)}
    return sorted({*near, *(-number for number in near)})
