"""Guesses held against runs: what is not so in a state that a run has shown is no candidate any more.

Runs are of tests that others have entered, and of a few made-up inputs, with short lists. Ghost maps are kept
beside a run, by the ghost code of the strategy, as far as it stands where nothing else leads to.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.program.ghost_maps import MADE, Ghosts, Update
from dovetail.program.statements import Allocate, Storage
from dovetail.program.types import PointerType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import OBJECT_BITS, MemoryFault
from dovetail.semantics.quantified import WithIndex

STEPS = 20_000
MEMORY = 1 << 20
RANDOM = 24
"""Input vectors that are made up, beside those that are given."""
TESTS = 24
LENGTH, PIECES = 14, 24
"""Numbers in such a vector, and pieces of uninitialised memory."""
STATES = 24
"""Of one loop head, in one run."""


class _Map:
    """A ghost map beside a run."""

    def __init__(self) -> None:
        self.held: dict[int, Any] = {}

    def at(self, algebra: Any, pointer: int, state: Any) -> Any:
        return self.held.get(pointer >> OBJECT_BITS, 0)


class Samples:
    """Candidates by loop head, of which those are left that no run has refuted."""

    def __init__(self, program: Program, ghosts: Ghosts, seed: int) -> None:
        own = sum(item.size for item in program.objects.values())
        self._program = program
        self._executor = Executor(program, max_memory=own + MEMORY)
        self._random = random.Random(seed)
        self._maps = {one: _Map() for one in ghosts.maps}
        self._code = self._behind(ghosts)
        if not self._code:
            self._maps = {}
        self._made = 0
        self._made_at = {
            edge.target
            for edge in program.procedures[program.entry].edges
            if isinstance(edge.statement, Allocate) and edge.statement.storage is Storage.HEAP
        }
        self._visits: dict[int, int] = {}
        self.left: dict[int, dict[Expr, None]] = {}

    def _behind(self, ghosts: Ghosts) -> Mapping[int, Sequence[Update]]:
        """The updates by the location that they stand at: nothing else may lead there."""
        procedure = self._program.procedures[self._program.entry]
        found: dict[int, Sequence[Update]] = {}
        for place, updates in ghosts.code.items():
            target = procedure.outgoing[place.source][place.branch].target
            if len(procedure.incoming[target]) > 1:
                return {}  # it cannot be run there: maps hold nothing that is known
            found[target] = updates
        return found

    def hold(
        self, candidates: Mapping[int, Sequence[Expr]], tests: Iterable[InputVector]
    ) -> dict[int, list[Expr]]:
        """Those that held whenever a run came there."""
        self.left = {head: dict.fromkeys(some) for head, some in candidates.items()}
        name = self._program.entry
        # At one location the code comes first: it belongs to the edge that leads there.
        observers = [
            observe(
                [(name, location) for location in {**self._code, **dict.fromkeys(self._made_at)}],
                self._update,
            ),
            observe([(name, head) for head in self.left], self._visit),
        ]
        for vector in [InputVector(), *list(tests)[:TESTS], *(self._made_up() for _ in range(RANDOM))]:
            self._visits.clear()
            self._made = 0
            for one in self._maps.values():
                one.held.clear()
            self._executor.run(vector, max_steps=STEPS, observers=observers, record_path=False)
        return {head: list(some) for head, some in self.left.items()}

    def _made_up(self) -> InputVector:
        choice = self._random.choice
        length = choice(range(LENGTH))
        values = tuple(choice((0, 1, 1, 1, 2, 3, -1, 7)) for _ in range(length))
        return InputVector(values, tuple(self._random.randbytes(64) for _ in range(PIECES)))

    def _value(self, frame: Frame, expr: Expr) -> Any:
        """None where the state has no such value."""
        state: Any = WithIndex(frame, MADE, self._made, frame.algebra)
        for variable, held in self._maps.items():
            state = WithIndex(state, variable, held, frame.algebra)
        try:
            return evaluate(expr, frame.algebra, state)
        except (MemoryFault, NotComputable, KeyError):
            return None

    def _update(self, frame: Frame) -> None:
        if frame.location in self._made_at:
            self._made += 1
        for update in self._code.get(frame.location, ()):
            pointer, value = self._value(frame, update.pointer), self._value(frame, update.value)
            if pointer is not None:
                if isinstance(update.value.type, PointerType) and value is not None:
                    value = (value >> OBJECT_BITS) << OBJECT_BITS
                self._maps[update.map].held[pointer >> OBJECT_BITS] = value or 0

    def _visit(self, frame: Frame) -> None:
        count = self._visits[frame.location] = self._visits.get(frame.location, 0) + 1
        if count > STATES:
            return
        left = self.left[frame.location]
        for condition in [one for one in left if self._value(frame, one) is False]:
            del left[condition]
