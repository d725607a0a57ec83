"""The shapes of heaps at every location: the least fixpoint of `domains.shapes` over an inlined program.

There are finitely many structures, so that it ends without widening. Merged (*partially disjunctive*),
structures at a location that have the same universe are joined; apart, each is kept as it is, which is the
powerset that Yorsh, Ball and Sagiv (2006) count.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from dovetail.domains.shapes.structures import Structure
from dovetail.domains.shapes.transfer import Alarm, Transfer
from dovetail.domains.shapes.vocabulary import Vocabulary, vocabulary
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.program.automata import Program
from dovetail.program.ordering import depth_first
from dovetail.quick_dataclass import dataclass

MAX_STRUCTURES = 20_000


class TooManyShapes(Exception):
    """More structures than are worth having."""


@dataclass(slots=True)
class Shapes:
    """`at` is by location of the entry procedure, `alarms` what checks may fail in."""

    words: Vocabulary
    transfer: Transfer
    at: list[dict[object, Structure]]
    merged: bool
    alarms: tuple[Alarm, ...] = ()
    steps: int = 0

    @property
    def count(self) -> int:
        return sum(len(found) for found in self.at)

    def key(self, structure: Structure) -> object:
        """Under which key a structure is kept."""
        return structure.universe if self.merged else structure

    def structures(self, location: int) -> list[Structure]:
        return list(self.at[location].values())


def shapes(program: Program, expired: Callable[[], bool] = lambda: False, *, merged: bool = True) -> Shapes:
    """Of an inlined program. Raises NotUnderstood, TooManyShapes and OutOfTime."""
    return _Fixpoint(vocabulary(program), merged, expired).result()


class _Fixpoint:
    def __init__(self, words: Vocabulary, merged: bool, expired: Callable[[], bool]) -> None:
        self.words = words
        self.transfer = Transfer(words)
        self.merged = merged
        self.expired = expired
        self.found: list[dict[object, Structure]] = [{} for _ in words.procedure.locations]
        order = depth_first(words.procedure).order
        self.rank = {location: index for index, location in enumerate(order)}
        self.pending: dict[int, dict[object, None]] = {}
        self.work: list[tuple[int, int]] = []
        self.count = 0
        self.steps = 0

    def result(self) -> Shapes:
        procedure = self.words.procedure
        self._add(procedure.entry, self.transfer.start())
        while self.work:
            _, location = heappop(self.work)
            for key in self.pending.pop(location, {}):
                structure = self.found[location][key]
                for edge in procedure.outgoing[location]:
                    self.steps += 1
                    if self.steps % 64 == 0 and self.expired():
                        raise OutOfTime
                    for after in self.transfer.step(structure, edge):
                        self._add(edge.target, after)
        alarms = tuple(self.transfer.alarms)
        return Shapes(self.words, self.transfer, self.found, self.merged, alarms, self.steps)

    def _add(self, location: int, structure: Structure) -> None:
        key: object = structure.universe if self.merged else structure
        here = self.found[location]
        known = here.get(key)
        if known is not None:
            if structure.embedded(known):
                return
            structure = known.joined(structure)
        else:
            self.count += 1
            if self.count > MAX_STRUCTURES:
                raise TooManyShapes(f"more than {MAX_STRUCTURES} structures")
        here[key] = structure
        if location not in self.pending:
            self.pending[location] = {}
            heappush(self.work, (self.rank[location], location))
        self.pending[location][key] = None
