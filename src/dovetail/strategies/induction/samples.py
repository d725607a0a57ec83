"""States at loop heads, from runs: what invariants are guessed from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Variable, variables
from dovetail.program.liveness import Liveness
from dovetail.program.statements import Assign, Assume, Check
from dovetail.program.types import IntType

VARIABLES = 14
"""Of one loop head."""
STATES = 4_000
"""Different ones, of one loop head."""
VISITS = 20_000
"""Of loop heads in one run."""
STEPS = 400_000
RANDOM = 24
"""Input vectors that are made up, beside those that are given."""
LENGTH = 400

Row = tuple[int, ...]


class _Enough(Exception):
    """The run has shown enough."""


class Samples:
    """For the entry procedure of an inlined program, whose runs are looked at. It may have calls where the
    procedure that is proved has something else."""

    def __init__(self, program: Program, graph: CutpointGraph, live: Liveness, seed: int) -> None:
        self._executor = Executor(program)
        self._random = random.Random(seed)
        heads = [location for location in graph.cutpoints if location in graph.loop_heads]
        weight = _weights(graph)
        self.variables: dict[int, tuple[Variable, ...]] = {
            head: _chosen(live.at(head), weight) for head in heads
        }
        self.rows: dict[int, dict[Row, None]] = {head: {} for head in heads}
        """Bit patterns."""
        self.runs = 0
        self.violated: dict[int, InputVector] = {}
        name = graph.procedure.name
        self._observer = observe([(name, head) for head in heads], self._visit)
        self._left = 0

    def take(self, tests: Iterable[InputVector]) -> int:
        """Run the zero vector, the tests, and some on random inputs. How many of the tests have come with a
        state to a loop head that was not there before?"""
        self._run(InputVector())
        telling = 0
        for vector in tests:
            before = self._states()
            self._run(vector)
            telling += self._states() > before
        choice, bits = self._random.choice, self._random.getrandbits
        for number in range(RANDOM):
            spread = number % 8 * 4
            values = tuple(choice((0, 1, -1, bits(spread or 1))) for _ in range(LENGTH))
            self._run(InputVector(values))
        return telling

    def _states(self) -> int:
        return sum(map(len, self.rows.values()))

    def _run(self, vector: InputVector) -> None:
        self._left = VISITS
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
        if len(rows) < STATES:
            rows[tuple(frame.variable(variable) for variable in self.variables[frame.location])] = None

    def add(self, head: int, values: Mapping[Variable, int]) -> bool:
        """A state that no run has shown. Is it new?"""
        chosen = self.variables[head]
        if any(variable not in values for variable in chosen):
            return False
        row = tuple(values[variable] for variable in chosen)
        if row in self.rows[head]:
            return False
        self.rows[head][row] = None
        return True


def _weights(graph: CutpointGraph) -> Counter[Variable]:
    count: Counter[Variable] = Counter()
    for edge in graph.procedure.edges:
        match edge.statement:
            case Check(condition=condition):
                count.update(dict.fromkeys(variables(condition), 4))
            case Assume(condition=condition):
                count.update(dict.fromkeys(variables(condition), 2))
            case Assign(value=value):
                count.update(variables(value))
            case _:
                pass
    return count


def _chosen(live: Iterable[Variable], weight: Mapping[Variable, int]) -> tuple[Variable, ...]:
    """Integers, those first that most is asked about."""
    integers: Sequence[Variable] = [v for v in live if isinstance(v.type, IntType)]
    return tuple(sorted(integers, key=lambda v: (-weight[v], v.serial))[:VARIABLES])
