"""Guesses held against runs: what is not so in a state that a run has shown is no candidate any more.

Runs are of tests that others have entered, and of a few made-up inputs, with short lists. Ghost maps are kept
beside a run, by the ghost code of the strategy.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.expressions import Binary, BinaryOp, Expr, ForAllBlocks, Quantifier, Variable, operands
from dovetail.program.ghost_maps import (
    MADE,
    Change,
    Emptied,
    Ghosts,
    Place,
    Placing,
    is_order,
    with_stops,
)
from dovetail.program.statements import Allocate, Storage
from dovetail.program.types import BOOL, PointerType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import OBJECT_BITS, MemoryFault
from dovetail.semantics.quantified import quantified

STEPS = 20_000
MEMORY = 1 << 20
RANDOM = 20
"""Input vectors that are made up, beside those that are given."""
TESTS = 24
STEADY, STEADILY = (1, 2, 3, 5), 6
"""Rounds of loops, and of how many such loops."""
LISTS, LONGEST = 24, 4
"""Input vectors for lists of several lengths, one behind the other, and their lengths."""
LENGTH, PIECES = 14, 24
"""Numbers in such a vector, and pieces of uninitialised memory."""
STATES = 24
"""Of one loop head, in one run."""


def alternatives(one: Expr) -> tuple[Expr, ...]:
    """Of the condition, or of what it says of each block."""
    body = one.body if isinstance(one, ForAllBlocks) else one
    return tuple(operands(body)) if isinstance(body, BinaryOp) and body.op is Binary.OR else (body,)


class _Map:
    """A ghost map beside a run."""

    def __init__(self) -> None:
        self.held: dict[int, Any] = {}

    def at(self, algebra: Any, pointer: int, state: Any) -> Any:
        return self.held.get(pointer >> OBJECT_BITS, 0)


class _Order:
    """An order beside a run: by numbers, but for the objects that have another place."""

    def __init__(self) -> None:
        self.held: dict[int, Fraction] = {}

    def _place(self, number: int) -> Fraction:
        return self.held.get(number, Fraction(number))

    def before(self, algebra: Any, first: int, second: int) -> bool:
        return self._place(first >> OBJECT_BITS) < self._place(second >> OBJECT_BITS)

    def placed(self, algebra: Any, first: int, second: int) -> _Order:
        if first >> OBJECT_BITS != second >> OBJECT_BITS and not self.before(algebra, first, second):
            there = self._place(second >> OBJECT_BITS)
            others = (place for place in self.held.values() if place < there)
            last = max((Fraction(ceil(there) - 1), *others))
            self.held[first >> OBJECT_BITS] = (last + there) / 2
        return self


class _State:
    """A state of a run with ghosts, and an index, beside it. What was computed in it is kept: most candidates
    are made of the same few parts."""

    __slots__ = ("_algebra", "_around", "_values", "memo")

    def __init__(self, around: Any, values: Mapping[Variable, Any], algebra: Any) -> None:
        self._around = around
        self._values = values
        self._algebra = algebra
        self.memo: dict[Expr, Any] = {}

    def variable(self, variable: Variable) -> Any:
        return self._values[variable] if variable in self._values else self._around.variable(variable)

    def quantified(self, expr: Quantifier, low: Any, high: Any) -> Any:
        return quantified(expr, low, high, self._algebra, self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._around, name)

    def value(self, expr: Expr) -> Any:
        """None where the state has no such value. A condition that reads where nothing is cannot be shown, so
        that it counts as one that does not hold."""
        try:
            return evaluate(expr, self._algebra, self, self.memo)
        except MemoryFault:
            return False if expr.type == BOOL else None
        except (NotComputable, KeyError):
            return None

    def refutes(self, alternatives: Iterable[Expr]) -> bool:
        """Is none of them so? (They are asked in order, as an execution would.)"""
        for one in alternatives:
            known = self.memo[one] if one in self.memo else self.value(one)
            if known is None or known:
                return False
        return True


class _Looked:
    """A state that a run has come to, and the same for each of its blocks."""

    def __init__(self, state: _State, algebra: Any) -> None:
        self._state = state
        self._algebra = algebra
        self._blocks: dict[Variable, list[_State]] = {}

    def refutes(self, condition: Expr, alternatives: Sequence[Expr]) -> bool:
        if isinstance(condition, ForAllBlocks):
            return any(one.refutes(alternatives) for one in self._at_blocks(condition.index))
        return self._state.refutes(alternatives)

    def _at_blocks(self, index: Variable) -> list[_State]:
        if index not in self._blocks:
            made = (
                _State(self._state, {index: block}, self._algebra) for block in self._state.memory.blocks()
            )
            self._blocks[index] = list(made)
        return self._blocks[index]


class Samples:
    """Candidates by loop head, of which those are left that no run has refuted."""

    def __init__(self, program: Program, ghosts: Ghosts, seed: int) -> None:
        own = sum(item.size for item in program.objects.values())
        entry = program.procedures[program.entry]
        made = {
            Place(entry.name, source, branch)
            for source in entry.locations
            for branch, edge in enumerate(entry.outgoing[source])
            if isinstance(edge.statement, Allocate) and edge.statement.storage is Storage.HEAP
        }
        stopping, self._stops = with_stops(entry, (*made, *ghosts.code))
        self._program = replace(program, procedures={**program.procedures, entry.name: stopping})
        self._executor = Executor(self._program, max_memory=own + MEMORY)
        self._random = random.Random(seed)
        self._ghosts = {one: _Order() if is_order(one) else _Map() for one in ghosts.maps}
        self._code = ghosts.code
        self._made = 0
        self._made_at = made
        self._visits: dict[int, int] = {}
        self.left: dict[int, dict[Expr, tuple[Expr, ...]]] = {}
        """With the alternatives of each."""

    def hold(
        self, candidates: Mapping[int, Sequence[Expr]], tests: Iterable[InputVector]
    ) -> dict[int, list[Expr]]:
        """Those that held whenever a run came there."""
        self.left = {head: {one: alternatives(one) for one in some} for head, some in candidates.items()}
        name = self._program.entry
        observers = [
            observe([(name, location) for location in self._stops], self._update),
            observe([(name, head) for head in self.left], self._visit),
        ]
        made_up = [
            *map(self._steady, STEADY),
            *(self._made_up() for _ in range(RANDOM)),
            *(self._lists(min(number % 4, 1)) for number in range(LISTS)),
        ]
        for vector in [InputVector(), *list(tests)[:TESTS], *made_up]:
            self._visits.clear()
            self._made = 0
            for one in self._ghosts.values():
                one.held.clear()
            self._executor.run(vector, max_steps=STEPS, observers=observers, record_path=False)
        return {head: list(some) for head, some in self.left.items()}

    def _steady(self, rounds: int) -> InputVector:
        """Every loop that asks takes so many rounds."""
        values = (*([1] * rounds), 0) * STEADILY
        return InputVector(values, tuple(self._random.randbytes(64) for _ in range(PIECES)))

    def _lists(self, data: int) -> InputVector:
        """Loops that ask take several rounds each, and ask for so many numbers in each round, small ones."""
        choice, values = self._random.choice, list[int]()
        for _ in range(STEADILY):
            for _ in range(choice(range(LONGEST + 1))):
                values += (1, *(choice(range(LONGEST)) for _ in range(data)))
            values.append(0)
        return InputVector(tuple(values), tuple(self._random.randbytes(64) for _ in range(PIECES)))

    def _made_up(self) -> InputVector:
        choice = self._random.choice
        length = choice(range(LENGTH))
        values = tuple(choice((0, 1, 1, 1, 2, 3, -1, 7)) for _ in range(length))
        return InputVector(values, tuple(self._random.randbytes(64) for _ in range(PIECES)))

    def _state(self, frame: Frame) -> _State:
        return _State(frame, {MADE: self._made, **self._ghosts}, frame.algebra)

    def _update(self, frame: Frame) -> None:
        place = self._stops[frame.location]
        if place in self._made_at:
            self._made += 1
        for change in self._code.get(place, ()):
            self._change(frame, change)

    def _change(self, frame: Frame, change: Change) -> None:
        state = self._state(frame)
        match change:
            case Placing():
                order = self._ghosts[change.order]
                pointer, target = state.value(change.pointer), state.value(change.target)
                assert isinstance(order, _Order)
                if pointer is not None and target:
                    order.placed(None, pointer, target)
            case Emptied():
                self._ghosts[change.map].held.clear()
            case _:
                pointer, value = state.value(change.pointer), state.value(change.value)
                if pointer is not None:
                    if isinstance(change.value.type, PointerType) and value is not None:
                        value = (value >> OBJECT_BITS) << OBJECT_BITS
                    held = self._ghosts[change.map]
                    assert isinstance(held, _Map)
                    held.held[pointer >> OBJECT_BITS] = value or 0

    def _visit(self, frame: Frame) -> None:
        count = self._visits[frame.location] = self._visits.get(frame.location, 0) + 1
        if count > STATES:
            return
        left, looked = self.left[frame.location], _Looked(self._state(frame), frame.algebra)
        for condition in [one for one, parts in left.items() if looked.refutes(one, parts)]:
            del left[condition]
