"""Execute, abstract, check adequacy, fabricate: the procedure of Yorsh, Ball and Sagiv (2006, Fig. 3) with
canonical abstraction (section 5.4, Fig. 7).

An abstract state is a location and the canonical structure of a heap there. Runs of the executor are
abstracted at every location. What an edge can lead to from a covered state is what the abstract step says;
where that is not covered, heaps of the state are made concrete, smallest first, and the edge is executed
from each. One that leads to something new is *fabricated*: the run goes on from there, and covers what it
covers.

If no heap of a bounded size leads there, the step itself is taken as covered (the hybrid approach, section
5.3): the result is sound, and as precise as the abstract step; how often that was needed is counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import field
from itertools import islice

from dovetail.domains.shapes.concretise import as_given, heaps_of
from dovetail.domains.shapes.embedding import embeds
from dovetail.domains.shapes.heaps import Heap, alpha, as_draft
from dovetail.domains.shapes.observed import heap_of
from dovetail.domains.shapes.structures import Draft, Structure
from dovetail.domains.shapes.transfer import Alarm, Transfer
from dovetail.domains.shapes.vocabulary import vocabulary
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.given_states import NotMade
from dovetail.execution.inputs import InputVector
from dovetail.execution.resumptions import Resumptions
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import Variable
from dovetail.program.liveness import liveness
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

MAX_BLOCKS = 8
"""The largest heap that is fabricated."""
MAX_TRIES = 60
"""Heaps that are executed for one edge of one abstract state."""
_STEPS = 400
_NUMBERS = (0, 1, 2, -1, 3)
_GARBAGE = (bytes([0xA5]) * 64,) * 30
"""Memory that nobody has set: pointers in it lead to no block, and are not null."""


@dataclass(slots=True)
class Result:
    """`covered` is by location; `sizes` are the largest heaps that began a run, `fabricated` how many did
    that were made up, `abstract_steps` how often no heap was found."""

    covered: list[dict[Structure, None]]
    fabricated: int = 0
    abstract_steps: int = 0
    largest: int = 0
    alarms: tuple[Alarm, ...] = ()
    made: list[tuple[int, Heap]] = field(default_factory=list)


class Adequacy:
    """For an inlined program. Raises NotUnderstood at once, and OutOfTime."""

    def __init__(self, program: Program, expired: Callable[[], bool] = lambda: False) -> None:
        self.words = vocabulary(program)
        self.transfer = Transfer(self.words)
        self.expired = expired
        procedure = self.words.procedure
        live = liveness(procedure, program.globals.values())
        self._executor = Executor(program)
        self._resumed = Resumptions(program, live)
        self._numbers: list[list[Variable]] = [
            sorted((v for v in live.at(location) if isinstance(v.type, IntType)), key=lambda v: v.serial)
            for location in procedure.locations
        ]
        self._places = [(procedure.name, location) for location in procedure.locations]
        self.result = Result([{} for _ in procedure.locations])
        self._work: list[tuple[int, Structure]] = []
        self._visits: list[tuple[int, Heap]] = []

    def execute(self, vectors: Iterable[InputVector]) -> None:
        """Runs from the start of the program."""
        for given in vectors:
            self._visits.clear()
            vector = given if given.memory else InputVector(given.values, _GARBAGE, given.wild)
            observer = observe(self._places, self._seen)
            self._executor.run(vector, max_steps=_STEPS, observers=[observer], record_path=False)
            for location, heap in self._visits:
                self._note_size(heap)
                self._cover(location, alpha(heap, self.words))

    def close(self) -> Result:
        """Fabricate until what is covered is an invariant."""
        entry = self.words.procedure.entry
        self._cover(entry, self.transfer.start())
        while self._work:
            if self.expired():
                raise OutOfTime
            location, structure = self._work.pop(0)
            for edge in self.words.procedure.outgoing[location]:
                self._check(structure, edge)
        self.result.alarms = tuple(self.transfer.alarms)
        return self.result

    def _seen(self, frame: Frame) -> None:
        self._visits.append((frame.location, heap_of(frame, self.words)))

    def _cover(self, location: int, structure: Structure) -> bool:
        covered = self.result.covered[location]
        if structure in covered:
            return False
        covered[structure] = None
        self._work.append((location, structure))
        return True

    def _note_size(self, heap: Heap) -> None:
        self.result.largest = max(self.result.largest, len(heap.sizes) - len(heap.freed))

    def _is_covered(self, location: int, structure: Structure) -> bool:
        covered = self.result.covered[location]
        if structure in covered:
            return True
        draft = Draft.of(structure, self.words, self.transfer.at)
        return any(embeds(draft, one) for one in covered)

    def _check(self, structure: Structure, edge: Edge) -> None:
        """Local adequacy of an abstract state and an edge."""
        missing = [
            one for one in self.transfer.step(structure, edge) if not self._is_covered(edge.target, one)
        ]
        if not missing:
            return
        for heap in islice(heaps_of(structure, self.words, MAX_BLOCKS), MAX_TRIES):
            if self.expired():
                break
            self._fabricate(edge, heap)
            missing = [one for one in missing if not self._is_covered(edge.target, one)]
            if not missing:
                return
        for one in missing:
            self.result.abstract_steps += 1
            self._cover(edge.target, one)

    def _fabricate(self, edge: Edge, heap: Heap) -> None:
        """Run on from a heap; if the edge leads to something new, it was worth being made."""
        executor = self._resumed.at(edge.source)
        rng = random.Random(repr(heap.links))
        for attempt in range(4 if self._numbers[edge.source] else 1):
            numbers = {
                variable: variable.type.bits(rng.choice(_NUMBERS) if attempt else 0)
                for variable in self._numbers[edge.source]
                if isinstance(variable.type, IntType) and variable not in self.words.flags
            }
            self._visits.clear()
            executor.memory.reset()
            given = as_given(heap, self.words, executor.memory.count, numbers)
            vector = InputVector(tuple(rng.choice(_NUMBERS) for _ in range(30)), _GARBAGE)
            observer = observe(self._places, self._seen)
            try:
                executor.run(vector, max_steps=_STEPS, observers=[observer], record_path=False, start=given)
            except NotMade:
                return
            self._take(edge)

    def _take(self, edge: Edge) -> None:
        visits = self._visits
        if len(visits) < 2 or visits[1][0] != edge.target:
            return
        if not embeds(as_draft(visits[0][1], self.words), alpha(visits[0][1], self.words)):
            return
        location, heap = visits[1]
        if not self._cover(location, alpha(heap, self.words)):
            return
        self.result.fabricated += 1
        self.result.made.append((location, heap))
        self._note_size(heap)
        for location, heap in visits[2:]:
            self._cover(location, alpha(heap, self.words))
