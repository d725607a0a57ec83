"""Ghost maps as values: any map, with what was written since, and decisions between two of them.

A map is asked at an object: what was written there last is its value, and what was never written is that of
the map at the start of the walk, which is a solver's array by the numbers of objects.

Numbers are names, and a map follows when they are changed (`placing`): a state in which older objects have
other numbers has the same maps, with their places, and the objects in them, renamed in the same way. At the
start of a walk a map is any array, and any array renamed is one, too.
"""

from __future__ import annotations

from typing import Any

from dovetail.program.types import ArrayType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Fresh, Part, Pointer


@dataclass(frozen=True, slots=True, eq=False)
class GhostMap:
    """Of values of one type. Equal are those that are one."""

    element: Type

    @staticmethod
    def any(algebra: Any, type_: ArrayType, name: str, following: Any) -> GhostMap:
        """`following`: the number of the next object."""
        array = algebra.terms.array_symbol(name, OBJECT_WIDTH, _width(type_.element))
        return _Any(type_.element, array, following)

    def at(self, algebra: Any, pointer: Any, _state: Any) -> Any:
        """What the object has that the pointer points into; of a map of objects, a pointer to its start."""
        part = pointer.object
        found: dict[GhostMap, Any] = {}
        waiting: list[GhostMap] = [self]
        while waiting:
            one = waiting[-1]
            more = [before for before in one.before(algebra, part) if before not in found]
            waiting += more
            if not more:
                found[one] = one.read(algebra, part, found)
                waiting.pop()
        return found[self]

    def with_(self, algebra: Any, pointer: Any, value: Any) -> GhostMap:
        """Of a pointer its object is kept, and where it points in it is forgotten."""
        kept = Pointer(value.object, 0) if isinstance(self.element, PointerType) else value
        return _Written(self.element, self, pointer.object, kept)

    def emptied(self, algebra: Any) -> GhostMap:
        """What maps are at the start of a program."""
        return _Empty(self.element)

    def chosen(self, algebra: Any, condition: Any, other: GhostMap) -> GhostMap:
        """This one if the condition holds, the other one if not."""
        return _Chosen(self.element, condition, self, other)

    def before(self, algebra: Any, part: Part) -> tuple[GhostMap, ...]:
        """The maps that must be read to read this one."""
        raise NotImplementedError

    def read(self, algebra: Any, part: Part, read: dict[GhostMap, Any]) -> Any:
        """What an object has, when it is known what it has in those."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class _Any(GhostMap):
    """Maps hold nothing at first and then only objects that exist. So what is not below the number of the
    next one, where the map comes from, is read as nothing, and no fact about the whole array is needed."""

    array: Any
    following: Any

    def before(self, algebra: Any, part: Part) -> tuple[GhostMap, ...]:
        return ()

    def read(self, algebra: Any, part: Part, read: dict[GhostMap, Any]) -> Any:
        width = _width(self.element)
        number = algebra.term(algebra.object_bits(part), OBJECT_WIDTH)
        found = Bits(algebra.terms.select(self.array, number), width)
        if not isinstance(self.element, PointerType):
            return found
        following = self.following
        if not isinstance(following, Fresh):
            return Pointer(algebra.choose(algebra.ult(found, following, OBJECT_WIDTH), found, 0), 0)
        exists = algebra.ult(found, algebra.number(following), OBJECT_WIDTH)
        kept = algebra.choose(exists, found, 0)
        return Pointer(algebra.below(kept, following.counter, following.index), 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Empty(GhostMap):
    """Nothing is there of any object, whatever its number."""

    def before(self, algebra: Any, part: Part) -> tuple[GhostMap, ...]:
        return ()

    def read(self, algebra: Any, part: Part, read: dict[GhostMap, Any]) -> Any:
        return Pointer(0, 0) if isinstance(self.element, PointerType) else 0


@dataclass(frozen=True, slots=True, eq=False)
class _Written(GhostMap):
    """An object was given a value."""

    old: GhostMap
    place: Part
    value: Any

    def before(self, algebra: Any, part: Part) -> tuple[GhostMap, ...]:
        return () if algebra.objects_equal(part, self.place) is True else (self.old,)

    def read(self, algebra: Any, part: Part, read: dict[GhostMap, Any]) -> Any:
        same = algebra.objects_equal(part, self.place)
        return self.value if same is True else algebra.choose(same, self.value, read[self.old])


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen(GhostMap):
    """One map or another."""

    condition: Any
    one: GhostMap
    other: GhostMap

    def before(self, algebra: Any, part: Part) -> tuple[GhostMap, ...]:
        return (self.one, self.other)

    def read(self, algebra: Any, part: Part, read: dict[GhostMap, Any]) -> Any:
        return algebra.choose(self.condition, read[self.one], read[self.other])


def _width(element: Type) -> int:
    match element:
        case IntType(width=width):
            return width
        case PointerType():
            return OBJECT_WIDTH
        case _:
            raise NotComputable(f"a ghost map of values of type {element}")


def map_of(value: Any) -> Any:
    """A `GhostMap`, or what somebody keeps in its place beside a run.
    Raises NotComputable where there are no maps."""
    if not hasattr(value, "at"):
        raise NotComputable("what ghost maps hold is known in proofs only")
    return value
