"""Execute, abstract, check adequacy, fabricate (Yorsh, Ball, Sagiv 2006, Fig. 3), at cutpoints.

The abstract value is a set of vectors for each cutpoint. Runs cover vectors; where no run is left that brings
anything, ψ_L is asked of each cutpoint whose covered states have changed, and a model is run in its turn,
from the fabricated state on. It ends with what the most precise abstract interpreter would find, whatever was
run before and wherever runs are broken off (Theorem 3.2): all that is covered succeeds something covered.

Runs are broken off when coverage stops growing (section 5.3). If the prover does not answer, a vector is
taken as covered that nobody has shown to be (section 4.4): sound, and less precise.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import Any

from dovetail.domains.predicate_abstraction import Vector
from dovetail.execution.abstracting import Vectors
from dovetail.execution.ends import EndKind
from dovetail.execution.frames import Frame, Observer, observe
from dovetail.execution.given_states import GivenState, NotMade
from dovetail.execution.inputs import InputVector
from dovetail.execution.resumptions import Resumptions
from dovetail.formulas.fragment_formulas import KnownFacts
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, Variable, integers, variables
from dovetail.program.liveness import Liveness
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.solver.interface import Answer, Limit
from dovetail.strategies.fabricate.local import FabricatedStep, Local
from dovetail.strategies.outcome import Budget

SECONDS = 5.0
"""For one question."""
MAX_STEPS = 2_000_000
"""Of one run."""
PATIENCE = 3_000
"""Visits of cutpoints without a new vector, after which a run is broken off."""
SAMPLES, SAMPLED = 200, 24
"""States of runs that are kept at each cutpoint, and variables of each."""
STEPS = 1_000
"""Fabricated steps that are kept for each cutpoint, to be run again with other predicates."""
RANDOM_INPUTS = 64
"""That follow those of a fabricated step."""
WORDS = 16
"""Constants of predicates that are used as inputs."""
VARIED = 2
"""Runs with other inputs from a fabricated state that may bring nothing, one after the other."""


class Origin(Enum):
    TEST = "test"
    """A run of the program from its start has been there."""
    FABRICATED = "fabricated"
    ANYTHING = "anything"
    """Nobody knows better."""


@dataclass(frozen=True, slots=True)
class AbstractState:
    location: int
    vector: Vector


@dataclass(frozen=True, slots=True)
class Covered:
    """How an abstract state was covered first, and from which one."""

    origin: Origin
    parent: AbstractState | None


@dataclass(slots=True)
class Kept:
    """What outlives the predicates that it was found with: fragments as formulas, executors, and the steps
    that were fabricated, by the cutpoint where they begin."""

    resumptions: Resumptions
    locals: dict[int, Local] = field(default_factory=dict)
    steps: dict[int, list[tuple[GivenState, InputVector]]] = field(default_factory=dict)


class _Enough(Exception):
    """Coverage does not grow any more."""


class Procedure:
    """The basic procedure (Yorsh, Ball, Sagiv 2006, Fig. 3; Fig. 1 is its outline) for the entry procedure of
    an inlined program, which has no calls. `run` is line 5, Execute, and abstracts on the fly (line 6)."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        live: Liveness,
        predicates: Mapping[int, Sequence[Expr]],
        known: KnownFacts,
        budget: Budget,
        kept: Kept | None = None,
    ) -> None:
        self.program = program
        self.graph = graph
        self.procedure = graph.procedure
        self.live = live
        self.predicates = predicates
        self.known = known
        self.budget = budget
        self.value: dict[int, dict[Vector, Covered]] = {location: {} for location in predicates}
        self.edges: dict[tuple[AbstractState, AbstractState], None] = {}
        self.keep_values = False
        self.values: dict[AbstractState, dict[Variable, Any]] = {}
        """If they are kept: what the variables that predicates speak of hold in one state of each vector."""
        self.samples: dict[int, list[dict[Variable, int]]] = {location: [] for location in predicates}
        """Integers in some of the states that runs of the program have been in, at each cutpoint."""
        self.violations: dict[int, InputVector] = {}
        self.reached: set[int] = set()
        self.unsupported: dict[str, None] = {}
        self.fabricated = 0
        self.runs = 0
        self._vectors = Vectors(predicates)
        self._kept = Kept(Resumptions(program, live)) if kept is None else kept
        self._locals: dict[int, Local] = {}
        places = [(graph.procedure.name, place) for place in predicates]
        self._observers: list[Observer] = [observe(places, self._visit)]
        self._order = {location: rank for rank, location in enumerate(graph.cutpoints)}
        self._changed: set[int] = {graph.procedure.entry, *predicates}
        self._random = random.Random(budget.seed)
        self._words: tuple[int | None, ...] = (0, 1, 1, 2, -1, None, *_constants(predicates))
        """Inputs to choose from; None for any."""
        self._before: AbstractState | None = None
        self._origin = Origin.TEST
        self._idle = 0
        self._facts = Vectors(known)
        self._again: dict[int, list[tuple[GivenState, InputVector]]] = {
            location: list(steps) for location, steps in self._kept.steps.items()
        }
        """Steps that were fabricated before and have not been run yet."""
        self._begun = False

    @property
    def calls(self) -> int:
        return sum(local.calls for local in self._kept.locals.values())

    @property
    def states(self) -> int:
        return sum(map(len, self.value.values()))

    def local(self, location: int) -> Local:
        found = self._locals.get(location)
        if found is None:
            found = self._kept.locals.get(location)
            if found is None:
                found = self._kept.locals[location] = Local(
                    self.program, self.graph, location, self.known, seed=self.budget.seed
                )
            found.speak_of(self.predicates)
            found.tells_values = self.keep_values
            self._locals[location] = found
        return found

    # Execute and abstract

    def run(self, vector: InputVector, start: tuple[int, GivenState] | None = None) -> None:
        """From the start of the program, or from a fabricated state at a cutpoint."""
        location, state = (self.procedure.entry, None) if start is None else start
        self._idle = 0
        if start is None:
            self._origin, self._before = Origin.TEST, None
        self.runs += 1
        try:
            found = self._kept.resumptions.at(location).run(
                vector, max_steps=MAX_STEPS, observers=self._observers, record_path=False, start=state
            )
        except (_Enough, NotMade):
            return
        end = found.end
        if start is None and end.kind is EndKind.VIOLATION and end.check_id is not None:
            self.reached.add(end.check_id)
            self.violations.setdefault(end.check_id, found.vector)
        elif start is None and end.kind is EndKind.UNSUPPORTED:
            self.unsupported[f"{end.position}: {end.detail}"] = None

    def _visit(self, frame: Frame) -> None:
        """A state that a run has come to. The run is broken off when for long none was new (section 5.3)."""
        here = AbstractState(frame.location, self._vectors.of(frame))
        if self._origin is Origin.TEST:
            self._sample(frame)
        before = self._before
        if before is not None:
            self.edges[before, here] = None
        elif self._origin is not Origin.TEST and not self._as_fabricated(frame, here):
            raise _Enough
        self._before = here
        if here.vector in self.value[here.location]:
            self._idle += 1
            if self._idle > PATIENCE:
                raise _Enough
            return
        self._idle = 0
        self._cover(here, Covered(self._origin, before))
        if self.keep_values:
            self.values[here] = {v: frame.variable(v) for v in self._spoken_of(here.location)}

    def _sample(self, frame: Frame) -> None:
        samples = self.samples[frame.location]
        if len(samples) < SAMPLES:
            live = self.live.members(self.live.masks[frame.location])
            integers = [one for one in live if isinstance(one.type, IntType)][:SAMPLED]
            samples.append({variable: frame.variable(variable) for variable in integers})

    def _as_fabricated(self, frame: Frame, here: AbstractState) -> bool:
        """Is the state from which a run begins what it should be? Memory that was made up may say something
        else than the model did."""
        if here.vector not in self.value[here.location]:
            return False
        facts = len(self.known.get(here.location, ()))
        self._begun = not facts or self._facts.of(frame) == (1 << facts) - 1
        return self._begun

    def _spoken_of(self, location: int) -> list[Variable]:
        found = {variable for one in self.predicates[location] for variable in variables(one)}
        return sorted(found, key=lambda variable: variable.serial)

    def _cover(self, state: AbstractState, how: Covered) -> None:
        self.value[state.location][state.vector] = how
        self._changed.add(state.location)

    # Check adequacy and fabricate

    def adequate(self) -> bool:
        """All moves of `covering`, one after the other."""
        moves = self.covering()
        while True:
            try:
                next(moves)
            except StopIteration as ended:
                return bool(ended.value)

    def covering(self) -> Generator[None, None, bool]:
        """The loop of the basic procedure (Fig. 3, lines 4 to 10): cover until nothing is missing, a step a
        move; False if the budget is used up first."""
        while self._changed:
            if self.budget.spent():
                return False
            location = min(self._changed, key=self._order.__getitem__)
            self._changed.discard(location)
            if location != self.procedure.entry and not self.value[location]:
                continue
            yield from self._make_adequate(location)
        return True

    def _make_adequate(self, location: int) -> Iterator[None]:
        """Check Adequacy (section 2.1; Fig. 3, line 7, by ψ_L) of one cutpoint, and fabricate what it
        lacks."""
        local = self.local(location)
        self._run_again(location)
        while self.budget.move():
            found = local.uncovered(self.value, self.question())
            if found is Answer.UNSAT or (found is Answer.UNKNOWN and (yield from self._one_by_one(local))):
                return
            if isinstance(found, FabricatedStep):
                self._fabricate(found)
            yield
        self._changed.add(location)

    def _run_again(self, location: int) -> None:
        """Steps that were fabricated with other predicates cost no question, once their states are covered
        with these."""
        left: list[tuple[GivenState, InputVector]] = []
        for state, inputs in self._again.pop(location, ()):
            self._before, self._origin, self._begun = None, Origin.FABRICATED, False
            self.run(inputs, (location, state))
            if not self._begun:
                left.append((state, inputs))
        if left:
            self._again[location] = left

    def _one_by_one(self, local: Local) -> Generator[None, None, bool]:
        """There was no answer: ask for each target alone, and if there is none even so, take any vector as
        covered that some state has. Is it adequate then?"""
        for target in local.targets:
            while True:
                if not self.budget.move():
                    return False
                found = local.uncovered(self.value, self.question(), [target])
                if isinstance(found, FabricatedStep):
                    self._fabricate(found)
                    yield
                    continue
                if found is Answer.UNSAT:
                    break
                vector = local.any_vector(target, self.value, self.question())
                if vector is None:
                    break
                self._cover(AbstractState(target, vector), Covered(Origin.ANYTHING, None))
        return True

    def question(self) -> Limit:
        return self.budget.question(SECONDS)

    def _fabricate(self, found: FabricatedStep) -> None:
        """Fabricate Tests (section 2.1; Fig. 3, line 8): run on from a fabricated step. What the model says
        is covered whether or not the run agrees: the executor refuses accesses that a proof may not rest
        on."""
        self.fabricated += 1
        target = AbstractState(found.target, found.arrived)
        local = self.local(found.source)
        source = None if local.initial else AbstractState(found.source, found.vector)
        step = found.step
        inputs = InputVector((*step.inputs.values, *self._some_inputs()), step.inputs.memory)
        start = None if step.state is None else (found.source, step.state)
        if step.state is None:
            self.run(step.inputs)
        else:
            steps = self._kept.steps.setdefault(found.source, [])
            if len(steps) < STEPS:
                steps.append((step.state, inputs))
        self._run_on(inputs, start)
        if target.vector not in self.value[target.location]:
            self._cover(target, Covered(Origin.FABRICATED, source))
            if self.keep_values:
                self.values[target] = dict(found.values)
        if source is not None:
            self.edges[source, target] = None

    def _run_on(self, inputs: InputVector, start: tuple[int, GivenState] | None) -> None:
        """With inputs, and then with others in place of some of them, as long as that covers something: a run
        costs less than a question."""
        idle = 0
        vector = inputs
        while idle <= VARIED and self.budget.left() > 0:
            before = self.states
            self._before, self._origin = None, Origin.FABRICATED
            self.run(vector, start)
            idle = 0 if self.states > before else idle + 1
            vector = InputVector(
                tuple(self._some_input() if self._random.getrandbits(1) else one for one in inputs.values),
                inputs.memory,
            )

    def _some_inputs(self) -> tuple[int, ...]:
        return tuple(self._some_input() for _ in range(RANDOM_INPUTS))

    def _some_input(self) -> int:
        number = self._random.choice(self._words)
        return self._random.getrandbits(31) if number is None else number


def _constants(predicates: Mapping[int, Sequence[Expr]]) -> list[int]:
    """What predicates compare with."""
    found = {number for some in predicates.values() for one in some for number in integers(one)}
    return sorted(found)[:WORDS]
