"""Partitions: a few abstract states side by side, told apart by the constants that some places hold.

One state for all ways to a location forgets which flag goes with which. A partition keeps the states apart in
which the chosen places (the control variables of a state machine, say) hold different constants. Where such a
place holds no constant, the key says that it is not zero, or nothing (None). The set of states that is meant
is the union.

What comes with the same key is joined. When there are too many, fewer places tell them apart
(`fixpoints.analysis`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dovetail.domains.lattice import Thresholds
from dovetail.domains.memory import Memory
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.states import State
from dovetail.domains.values import Value, Values
from dovetail.program.expressions import Variable
from dovetail.program.types import VOID, IntType, PointerType
from dovetail.quick_dataclass import dataclass

Key = tuple[int | None, ...]
NONZERO = -1
"""In a key: no constant, but not zero, which is what a flag is asked for."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An integer in memory: from an object so many bytes on, from what that points to so many, and so on."""

    root: Target
    way: tuple[int, ...]
    type: IntType

    def read(self, memory: Memory, algebra: Values) -> Value | None:
        """None if nothing is known of it."""
        target, offset = self.root, self.way[0]
        for further in self.way[1:]:
            pointer = memory.cell(target, offset, PointerType(VOID), algebra)
            single = pointer.single if isinstance(pointer, Pointer) else None
            if single is None or single[1].constant is None:
                return None
            target, offset = single[0], single[1].constant + further
        return memory.cell(target, offset, self.type, algebra)


Place = Variable | Cell


class Keys:
    """By what is in some places the states at a node are told apart. Most that come there were there last
    time: what is in their places is not looked up again."""

    __slots__ = ("_last", "places")

    def __init__(self, places: tuple[Place, ...]) -> None:
        self.places = places
        self._last: dict[int, tuple[State, Key]] = {}

    def of(self, states: Iterable[State], algebra: Values) -> Iterable[tuple[State, Key]]:
        last, now = self._last, dict[int, tuple[State, Key]]()
        for state in states:
            found = last.get(id(state))  # which is another state's only if that one is gone: it is kept here
            now[id(state)] = found or (state, key_of(state, self.places, algebra))
        self._last = now
        return now.values()


@dataclass(frozen=True, slots=True)
class Partition:
    """Not empty."""

    states: Mapping[Key, State]

    @staticmethod
    def of(states: Iterable[State], keys: Keys, algebra: Values) -> Partition | None:
        found: dict[Key, State] = {}
        for state, key in keys.of(states, algebra):
            old = found.get(key)
            found[key] = state if old is None else old.join(state, algebra)
        return Partition(found) if found else None

    def joined(self, algebra: Values) -> State:
        """One state for all."""
        result: State | None = None
        for state in self.states.values():
            result = state if result is None else result.join(state, algebra)
        assert result is not None
        return result

    def leq(self, other: Partition, algebra: Values) -> bool:
        """Is each state below the one with the same key?"""
        if self is other:
            return True
        for key, state in self.states.items():
            theirs = other.states.get(key)
            if theirs is None or not state.leq(theirs, algebra):
                return False
        return True

    def join(self, other: Partition, algebra: Values) -> Partition:
        states = dict(self.states)
        for key, theirs in other.states.items():
            mine = states.get(key)
            if mine is None:
                states[key] = theirs
            elif not theirs.leq(mine, algebra):
                states[key] = mine.join(theirs, algebra)
        return Partition(states)

    def widen(self, newer: Partition, algebra: Values, thresholds: Thresholds) -> Partition:
        states = dict(self.states)
        for key, theirs in newer.states.items():
            mine = states.get(key)
            if mine is None:
                states[key] = theirs
            elif mine is not theirs:
                states[key] = mine.widen(theirs, algebra, thresholds)
        return Partition(states)

    def narrow(self, newer: Partition, algebra: Values) -> Partition:
        """State by state, where the keys say that no other state of `newer` has anything to do with it."""
        states = {}
        for key, mine in self.states.items():
            theirs = newer.states.get(key)
            if any(other != key and _overlap(key, other) for other in newer.states):
                states[key] = mine
            elif theirs is not None:
                states[key] = mine.narrow(theirs, algebra)
        return Partition(states) if states else newer

    def meet(self, other: Partition, algebra: Values) -> Partition | None:
        states: dict[Key, State] = {}
        for key, mine in self.states.items():
            for another, theirs in other.states.items():
                common = mine.meet(theirs, algebra) if _overlap(key, another) else None
                if common is not None:
                    old = states.get(key)
                    states[key] = common if old is None else old.join(common, algebra)
        return Partition(states) if states else None

    def without_facts(self) -> Partition:
        return Partition({key: state.without_facts() for key, state in self.states.items()})


def key_of(state: State, places: tuple[Place, ...], algebra: Values) -> Key:
    return tuple(_constant(state, place, algebra) for place in places)


def _constant(state: State, place: Place, algebra: Values) -> int | None:
    value = state.values.get(place) if isinstance(place, Variable) else place.read(state.memory, algebra)
    if not isinstance(value, Number):
        return None
    return NONZERO if value.constant is None and not value.contains(0) else value.constant


def _overlap(one: Key, other: Key) -> bool:
    """Can a state have both keys?"""
    if len(one) != len(other):
        return True
    return all(map(_agree, one, other))


def _agree(a: int | None, b: int | None) -> bool:
    if a is None or b is None or a == b:
        return True
    return (a == NONZERO and b != 0) or (b == NONZERO and a != 0)
