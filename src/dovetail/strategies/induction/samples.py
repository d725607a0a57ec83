"""States at loop heads, from runs: what invariants are guessed from.

Runs are of tests that others have entered, and of a few dozen made-up inputs. Of each loop head different
states are kept: the more there are, the less holds of all of them by accident. States that no run has shown,
those of models by which a guess is not inductive, are added.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program, integers_on
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr
from dovetail.program.liveness import Liveness
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import MemoryFault
from dovetail.strategies.induction.terms import Observables, Observed

STATES = 4_000
"""Different ones, of one loop head."""
OF_ONE = STATES // 8
"""Of them, in one run: one with many rounds shows what holds of its own inputs, and not of all."""
VISITS = 20_000
"""Of loop heads in one run."""
STEPS = 400_000
MEMORY = 4 << 20
"""Bytes beside the globals: a larger object shows nothing that a small one does not."""
RANDOM = 48
"""Input vectors that are made up, beside those that are given."""
SPREADS = (1, 3, 4, 8, 2, 12, 5, 16, 3, 28)
"""How many bits their numbers have: small ones show more, since loops over them come to an end."""
FEW, NEAR, NEAR_BITS = 20, 48, (2, 3, 5)
"""If so few states were seen at a loop head: other vectors, whose numbers are near constants of the program,
and how far from them, in bits."""
SMALL = 1_000
"""Loops up to larger constants come to no end in a run."""
LENGTH = 400
PIECES = 40
"""Of uninitialised memory, in such a vector."""

Row = tuple[int, ...]


class _Enough(Exception):
    """The run has shown enough."""


class Samples:
    """For the entry procedure of an inlined program, whose runs are looked at. It may have calls where the
    procedure that is proved has something else."""

    def __init__(self, program: Program, graph: CutpointGraph, live: Liveness, seed: int) -> None:
        own = sum(item.size for item in program.objects.values())
        self._executor = Executor(program, max_memory=own + MEMORY)
        self._random = random.Random(seed)
        heads = [location for location in graph.cutpoints if location in graph.loop_heads]
        observables = Observables(graph.procedure, program.target)
        self._observed: dict[int, Observed] = {head: observables.at(head, live.at(head)) for head in heads}
        self.rows: dict[int, dict[Row, None]] = {head: {} for head in heads}
        """Bit patterns."""
        self._holding = {head: dict.fromkeys(one.conditions) for head, one in self._observed.items()}
        self.runs = 0
        self.violated: dict[int, InputVector] = {}
        name = graph.procedure.name
        self._observer = observe([(name, head) for head in heads], self._visit)
        self._constants = sorted(
            number for number in set(integers_on(graph.procedure.edges)) if 1 < abs(number) <= SMALL
        )
        self._left = 0
        self._before: dict[int, int] = {}
        """How many states there were of each loop head before this run."""
        self._taken: set[InputVector] = set()

    def take(self, tests: Iterable[InputVector]) -> list[InputVector]:
        """Run the zero vector, the tests, and some on random inputs. The tests that have come with a state to
        a loop head that was not there before."""
        self._run(InputVector())
        telling = self.more(tests)
        choice, bits = self._random.choice, self._random.getrandbits
        for number in range(RANDOM):
            spread = SPREADS[number % len(SPREADS)]
            values = tuple(choice((0, 1, -1, bits(spread), bits(spread))) for _ in range(LENGTH))
            self._run(InputVector(values, tuple(self._piece() for _ in range(PIECES))))
        if min(map(len, self.rows.values()), default=FEW) < FEW:
            self._take_near_constants()
        return telling

    def _take_near_constants(self) -> None:
        """What a program assumes of its inputs, and where its loops end, is told by its own constants: of
        numbers that lie just beside one of them, all in one run, some come through."""
        choice, bits = self._random.choice, self._random.getrandbits
        for number in range(NEAR if self._constants else 0):
            spread = NEAR_BITS[number % len(NEAR_BITS)]
            bases = [choice(self._constants) for _ in range(1 + number % 2)]
            values = tuple(
                choice(bases) + choice((-1, 0, 1, bits(spread), bits(spread))) for _ in range(LENGTH)
            )
            self._run(InputVector(values))

    def more(self, tests: Iterable[InputVector]) -> list[InputVector]:
        """Run those tests that have not been run yet."""
        telling: list[InputVector] = []
        for vector in tests:
            if vector not in self._taken:
                self._taken.add(vector)
                before = self._states()
                self._run(vector)
                if self._states() > before:
                    telling.append(vector)
        return telling

    def _piece(self) -> bytes:
        """Uninitialised memory: bytes of any kind, as of a text, or small numbers of four bytes each."""
        choice = self._random.choice
        if choice((True, False)):
            return self._random.randbytes(choice((0, 4, 16, 64)))
        return b"".join(choice((0, 1, 2, 3, 7, -1)).to_bytes(4, "little", signed=True) for _ in range(16))

    def _states(self) -> int:
        return sum(map(len, self.rows.values()))

    def _run(self, vector: InputVector) -> None:
        self._left = VISITS
        self._before = {head: len(rows) for head, rows in self.rows.items()}
        self.runs += 1
        try:
            found = self._executor.run(vector, max_steps=STEPS, observers=[self._observer], record_path=False)
        except _Enough:
            return
        if found.end.check_id is not None:
            self.violated.setdefault(found.end.check_id, found.vector)

    def _visit(self, frame: Frame) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Enough
        rows = self.rows[frame.location]
        if len(rows) >= min(STATES, self._before[frame.location] + OF_ONE):
            return
        memo: dict[Expr, Any] = {}
        observed = self._observed[frame.location]
        row = [_value(frame, number, memo) for number in observed.numbers]
        if None in row:
            # What is not there in every state is no number of all of them.
            self._observed[frame.location] = _without(observed, row)
            self.rows[frame.location] = {_left(old, row): None for old in rows}
            row = [value for value in row if value is not None]
            rows = self.rows[frame.location]
        seen = tuple(value for value in row if value is not None)
        if seen in rows:
            return
        rows[seen] = None
        holding = self._holding[frame.location]
        for condition in [one for one in holding if not _value(frame, one, memo)]:
            del holding[condition]

    def numbers(self, head: int) -> Observed:
        """What the entries of rows are, and the conditions that held in all states that runs have shown."""
        observed = self._observed[head]
        held = tuple(self._holding[head]) if self.rows[head] else ()
        return Observed(observed.numbers, held)

    @property
    def spoken_of(self) -> dict[int, tuple[Expr, ...]]:
        return {head: observed.numbers for head, observed in self._observed.items()}

    def add(self, head: int, values: Mapping[Expr, int]) -> bool:
        """A state that no run has shown. Is it new?"""
        numbers = self._observed[head].numbers
        if any(number not in values for number in numbers):
            return False
        row = tuple(values[number] for number in numbers)
        if row in self.rows[head]:
            return False
        self.rows[head][row] = None
        return True


def _value(frame: Frame, expr: Expr, memo: dict[Expr, Any]) -> int | None:
    """None where the state has no such value: what is read is not there, or a variable has not begun."""
    try:
        return int(frame.evaluate(expr, memo))
    except (MemoryFault, NotComputable, KeyError):
        return None


def _without(observed: Observed, row: Sequence[int | None]) -> Observed:
    there = tuple(one for one, value in zip(observed.numbers, row, strict=True) if value is not None)
    return Observed(there, observed.conditions)


def _left(old: Row, row: Sequence[int | None]) -> Row:
    return tuple(value for value, now in zip(old, row, strict=True) if now is not None)
