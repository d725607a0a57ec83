"""An input for an alarm of shapes (Erez 2004, chapter 5): concrete heaps that the program itself builds,
smallest first.

Runs of the executor are made on small inputs, in order of how many of them are not zero; what a run asked
for says which inputs there are to vary. The abstract states guide the search: once a run is in a heap that
no abstract path leads on from to the alarm, what it asks for afterwards is not varied. A violation is what
a run shows, so nothing about the guide has to be believed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from dovetail.domains.shapes.embedding import embeds
from dovetail.domains.shapes.heaps import Heap, alpha, as_draft
from dovetail.domains.shapes.observed import heap_of
from dovetail.domains.shapes.structures import Structure
from dovetail.domains.shapes.transfer import Transfer
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.fixpoints.shapes import Shapes
from dovetail.program.automata import Program, integers_on
from dovetail.program.statements import Havoc, Origin
from dovetail.program.types import IntType

MAX_STEPS = 600
MAX_VARIED = 24
"""Inputs of a run that are varied."""
_SMALL = (1, 2, 3)


class Leading:
    """From which abstract states an alarm can still be raised."""

    def __init__(self, found: Shapes, checks: frozenset[int]) -> None:
        self._found = found
        self._known: dict[tuple[int, Structure], bool] = {}
        self._useful = self._backward(checks)

    def _backward(self, checks: frozenset[int]) -> list[set[object]]:
        """By location, the keys of structures from which abstract steps lead to an alarm."""
        found, procedure = self._found, self._found.words.procedure
        transfer = Transfer(found.words)
        before: dict[tuple[int, object], list[tuple[int, object]]] = {}
        goals: list[tuple[int, object]] = []
        for location in procedure.locations:
            for key, structure in found.at[location].items():
                for edge in procedure.outgoing[location]:
                    transfer.alarms.clear()
                    after = transfer.step(structure, edge)
                    if any(_ident(alarm.edge.statement) in checks for alarm in transfer.alarms):
                        goals.append((location, key))
                    for one in after:
                        target = (edge.target, found.key(one))
                        before.setdefault(target, []).append((location, key))
        useful: list[set[object]] = [set() for _ in procedure.locations]
        while goals:
            location, key = goals.pop()
            if key not in useful[location]:
                useful[location].add(key)
                goals += before.get((location, key), ())
        return useful

    def leads(self, location: int, heap: Heap, structure: Structure) -> bool:
        words = self._found.words
        known = self._known.get((location, structure))
        if known is None:
            draft = as_draft(heap, words)
            useful = self._useful[location]
            known = any(embeds(draft, one) for key, one in self._found.at[location].items() if key in useful)
            self._known[location, structure] = known
        return known


def _ident(statement: object) -> int:
    info = getattr(statement, "info", None)
    return -1 if info is None else int(info.ident)


class Search:
    """For inputs on which checks fail. `runs` are those made so far, `paths` the different ways they took."""

    def __init__(self, program: Program, found: Shapes, checks: frozenset[int]) -> None:
        self._program = program
        self._words = found.words
        self._leading = Leading(found, checks)
        self._executor = Executor(program)
        constants = sorted(set(integers_on(found.words.procedure.edges)))
        self._numbers = tuple(dict.fromkeys((*_SMALL, *(n for n in constants if 3 < abs(n) < 1 << 16))))[:6]
        self._places = [(program.entry, location) for location in found.words.procedure.locations]
        self._way: tuple[tuple[int, Structure], ...] = ()
        self._ways: set[tuple[tuple[int, Structure], ...]] = set()
        self.runs = 0
        self.paths: set[bytes] = set()
        self.blocks = self.largest = 0
        """Of the last run, and of all."""

    def attempts(self) -> Iterator[tuple[Run, int]]:
        """Run after run, with the number of its inputs that were worth varying."""
        queue: deque[tuple[int, ...]] = deque([()])
        while queue:
            prefix = queue.popleft()
            run, worth = self._run(prefix)
            yield run, worth
            if self._way in self._ways:
                continue  # the same way through the same structures: what comes after it has been tried
            self._ways.add(self._way)
            inputs = [one for one in run.inputs if not isinstance(one.value, bytes)]
            for position in range(len(prefix), min(worth, len(inputs), MAX_VARIED)):
                zeros = (0,) * (position - len(prefix))
                for number in self._tried(inputs[position].statement):
                    queue.append((*prefix, *zeros, number))

    def _tried(self, statement: object) -> tuple[int, ...]:
        if not isinstance(statement, Havoc) or not isinstance(statement.target.type, IntType):
            return ()
        if "bool" in statement.name or statement.target.type.width == 1:
            return (1,)
        return self._numbers

    def _run(self, values: tuple[int, ...]) -> tuple[Run, int]:
        """A run, and how many of its inputs it had asked for while it could still lead to the alarm."""
        state = _Watched()

        def seen(frame: Frame) -> None:
            heap = heap_of(frame, self._words)
            state.blocks = max(state.blocks, len(heap.sizes))
            if state.lost:
                return
            state.asked += sum(
                isinstance(edge.statement, Havoc) and edge.statement.origin is not Origin.UNINITIALISED
                for edge in frame.procedure.outgoing[frame.location]
            )
            structure = alpha(heap, self._words)
            state.way.append((frame.location, structure))
            state.lost = not self._leading.leads(frame.location, heap, structure)

        self.runs += 1
        observer = observe(self._places, seen)
        run = self._executor.run(InputVector(values), max_steps=MAX_STEPS, observers=[observer])
        if run.path is not None:
            self.paths.add(run.path)
        self._way = tuple(state.way)
        self.blocks = state.blocks
        self.largest = max(self.largest, self.blocks)
        return run, state.asked


class _Watched:
    """What an observer has seen of a run."""

    def __init__(self) -> None:
        self.asked = self.blocks = 0
        self.lost = False
        self.way: list[tuple[int, Structure]] = []


def failed(run: Run) -> int | None:
    """The check on which a run ended, if it did."""
    return run.end.check_id if run.end.kind is EndKind.VIOLATION else None
