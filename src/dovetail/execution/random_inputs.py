"""Input vectors at random, for a first look at what a program does: cheap, many, and from one seed.

Numbers are small ones, the program's own constants and their neighbours, powers of two and theirs, or any.
Vectors that somebody found worth keeping are changed a little, or spliced.

Not here: running them, and what makes one worth keeping.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from dovetail.execution.inputs import Entry, InputVector
from dovetail.program.automata import Program
from dovetail.program.expressions import Const, subexpressions
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType

_LONGEST = 64
_FLOATS = (0.0, -0.0, 0.5, -1.0, 1.5, 1e-3, 1e3, 1e10, -1e10, 1e300, 1e-300, float("inf"), float("nan"))


class RandomInputs:
    """A source of vectors. `keep` those from which more should come."""

    def __init__(self, program: Program, seed: int) -> None:
        self._random = random.Random(seed)
        near = {value + step for value in _constants(program) for step in (-1, 0, 1)}
        self._constants = sorted(near)
        self._kept: list[InputVector] = []
        self._length = 4
        self._memory = 0
        self._floats = False

    def keep(self, vector: InputVector) -> None:
        self._kept.append(vector)

    def learn(self, values: int, memory: int, *, floats: bool) -> None:
        """A run has asked for so many numbers and pieces of memory; some of the numbers may be floating."""
        self._length = min(max(self._length, values), _LONGEST)
        self._memory = min(max(self._memory, memory), _LONGEST)
        self._floats = self._floats or floats

    def batch(self, count: int) -> list[InputVector]:
        return [self._vector() for _ in range(count)]

    def _vector(self) -> InputVector:
        if not self._kept or self._random.random() < 0.3:
            length = self._random.randint(1, self._length + 1)
            pieces = self._random.randint(0, self._memory)
            return InputVector(
                tuple(self._entry() for _ in range(length)), tuple(self._piece() for _ in range(pieces))
            )
        base = self._random.choice(self._kept)
        values, memory = list(base.values), list(base.memory)
        for _ in range(self._random.randint(1, 3)):
            self._change(values)
        if self._random.random() < 0.2:
            other = self._random.choice(self._kept).values
            cut = self._random.randint(0, len(values))
            values = values[:cut] + list(other[cut:])
        if self._memory and self._random.random() < 0.5:
            at = self._random.randint(0, min(len(memory), self._memory - 1))
            memory[at : at + 1] = [self._piece()]
        return InputVector(tuple(values), tuple(memory), base.wild)

    def _change(self, values: list[Entry]) -> None:
        at = self._random.randint(0, min(len(values), self._length))
        match self._random.randint(0, 3):
            case 0:
                values[at : at + 1] = [self._entry()]
            case 1:
                values.insert(at, self._entry())
            case 2 if values:
                del values[min(at, len(values) - 1)]
            case _:
                if at < len(values) and isinstance(values[at], int):
                    values[at] += self._random.choice((-1, 1))
                else:
                    values[at : at + 1] = [self._entry()]

    def _entry(self) -> Entry:
        if self._floats and self._random.random() < 0.5:
            return self._random.choice((*_FLOATS, self._random.uniform(-1e3, 1e3)))
        match self._random.randint(0, 9):
            case 0 | 1 | 2 | 3:
                return self._random.randint(-2, 9)
            case 4 | 5 | 6 if self._constants:
                return self._random.choice(self._constants)
            case 7 | 8:
                power = 1 << self._random.randint(0, 63)
                return self._random.choice((1, -1)) * power + self._random.randint(-1, 1)
            case _:
                return self._random.getrandbits(32) - (1 << 31)

    def _piece(self) -> bytes:
        size = self._random.choice((1, 4, 8, 16, 64))
        if self._random.random() < 0.5:
            entry = self._entry()
            return (int(entry) if abs(entry) < 1e30 else 0).to_bytes(32, "little", signed=True)[:size]
        return self._random.randbytes(size)


def _constants(program: Program) -> Iterable[int]:
    for procedure in program.procedures.values():
        if procedure.library:
            continue
        for edge in procedure.edges:
            for root in expressions_of(edge.statement):
                for expr in subexpressions(root):
                    if isinstance(expr, Const) and isinstance(expr.type, IntType):
                        yield expr.value
