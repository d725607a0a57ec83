"""The edges that tests take, seen in the executor: those of the ledger, and a few more that are made up.

A proof may be there before anybody has run a test. So inputs are made up here as well, from nothing and from
those that were the first to take an edge, until nothing new has come for a while. All limits are counts, but
for the time at which there must be an end. It is no search for violations: what fails is not reported.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run, Taken, edges_of
from dovetail.fuzzing import dictionary_of
from dovetail.fuzzing.shapes import Kind, Shape
from dovetail.fuzzing.vectors import Generator
from dovetail.program.automata import Edge, Program
from dovetail.program.ghost_maps import Place
from dovetail.program.types import FloatType, PointerType, Type

STEPS, ALL_STEPS, RUNS = 20_000, 200_000, 400
"""Of one run, of all together, and how many tests there are, at most."""
MADE_UP, STEPS_MADE_UP, QUIET = 400, 5_000, 80
"""The same of those that are made up; after so many without anything new there are no more."""
_LENGTH = 64
_FROM_NOTHING = 0.4


def taken_edges(program: Program, tests: Iterable[InputVector], until: float) -> frozenset[Place]:
    runs = _Runs(program, until)
    for number, vector in enumerate(tests):
        if number == RUNS or runs.over:
            break
        runs.run(vector, STEPS)
    runs.make_up()
    return runs.taken


class _Runs:
    def __init__(self, program: Program, until: float) -> None:
        self._program = program
        self._until = until
        self._executor = Executor(program)
        self._left = ALL_STEPS
        self._ways: set[tuple[bytes, int]] = set()
        self._edges: dict[int, Taken] = {}
        """By identity: an edge of one procedure may be equal to one of another."""
        self._kept: list[tuple[InputVector, Shape]] = []

    @property
    def over(self) -> bool:
        return self._left <= 0 or time.monotonic() > self._until

    @property
    def taken(self) -> frozenset[Place]:
        return frozenset(_place(one) for one in self._edges.values())

    def run(self, vector: InputVector, steps: int) -> Shape | None:
        """What it asks for, if it has taken an edge that none has taken before."""
        run = self._executor.run(vector, max_steps=min(steps, self._left))
        self._left -= run.steps
        assert run.path is not None
        way = run.path, run.steps  # where a run ends is no branch
        if way in self._ways:
            return None
        self._ways.add(way)
        before = len(self._edges)
        for one in _followed(self._program, run):
            self._edges.setdefault(id(one.edge), one)
        if len(self._edges) == before:
            return None
        self._kept.append((vector, _shape(run)))
        return self._kept[-1][1]

    def make_up(self) -> None:
        program = self._program
        generator = Generator(dictionary_of(program), program.target.pointer_bits // 8, seed=0)
        self.run(InputVector(), STEPS_MADE_UP)
        if not any(shape.values or shape.memory for _, shape in self._kept):
            return  # nothing is asked for: there is one run alone
        for vector in generator.first(self._kept[-1][1], _LENGTH):  # each number everywhere
            if self.over:
                return
            self.run(vector, STEPS_MADE_UP)
        quiet = 0
        for _ in range(MADE_UP):
            if quiet == QUIET or self.over:
                return
            one, shape = self._kept[generator.pick(len(self._kept))]
            other, _shape_of_other = self._kept[generator.pick(len(self._kept))]
            made = (
                generator.fresh(shape, _LENGTH)
                if generator.chance(_FROM_NOTHING)
                else generator.mutated(one, shape, other, _LENGTH)
            )
            quiet = quiet + 1 if self.run(made, STEPS_MADE_UP) is None else 0


def _place(taken: Taken) -> Place:
    outgoing: tuple[Edge, ...] = taken.procedure.outgoing[taken.edge.source]
    branch = next(number for number, edge in enumerate(outgoing) if edge is taken.edge)
    return Place(taken.procedure.name, taken.edge.source, branch)


def _followed(program: Program, run: Run) -> Iterator[Taken]:
    """Up to where it ended, which may be in the condition of a branch."""
    try:
        yield from edges_of(program, run)
    except RuntimeError as error:
        if not isinstance(error.__cause__, StopIteration):
            raise


def _shape(run: Run) -> Shape:
    values, memory = list[Kind](), list[int]()
    for one in run.inputs:
        if isinstance(one.value, bytes):
            memory.append(len(one.value))
        else:
            values.append(_kind(one.type))
    return Shape(tuple(values), tuple(memory))


def _kind(type_: Type | None) -> Kind:
    match type_:
        case FloatType():
            return Kind.FLOAT
        case PointerType():
            return Kind.POINTER
        case _:
            return Kind.INTEGER
