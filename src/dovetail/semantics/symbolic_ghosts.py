"""Ghost maps as values: arrays by the numbers of objects, with what was written since they were one symbol.

Numbers are names, and a map follows when they are changed (`placing`): a state in which older objects have
other numbers has the same maps, with their places, and the objects in them, renamed in the same way. At the
start of a walk a map is any array, and any array renamed is one, too.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from dovetail.program.types import ArrayType, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Fresh, Part, Pointer


@dataclass(frozen=True, slots=True)
class GhostMap:
    """`writes` are objects and what they were given, oldest first, each with the array before it."""

    element: Type
    array: Any
    writes: tuple[tuple[Part, Any, Any], ...] = field(default=(), compare=False)

    @staticmethod
    def any(algebra: Any, type_: ArrayType, name: str) -> GhostMap:
        array = algebra.terms.array_symbol(name, OBJECT_WIDTH, _width(type_.element))
        return GhostMap(type_.element, array)

    def at(self, algebra: Any, pointer: Any, state: Any) -> Any:
        """What the object has that the pointer points into; of a map of objects, a pointer to its start. Maps
        hold nothing at first and then only objects that exist: what is not below the number of the next one
        is read as nothing, so that no fact about the whole array is needed."""
        part, array = pointer.object, self.array
        for other, value, before in reversed(self.writes):
            same = algebra.objects_equal(part, other)
            if same is True:
                return value
            if same is not False:
                break
            array = before
        width = _width(self.element)
        number = algebra.term(algebra.object_bits(part), OBJECT_WIDTH)
        found = Bits(algebra.terms.select(array, number), width)
        if not isinstance(self.element, PointerType):
            return found
        following = state.memory.life.next
        if not isinstance(following, Fresh):
            return Pointer(algebra.choose(algebra.ult(found, following, OBJECT_WIDTH), found, 0), 0)
        exists = algebra.ult(found, algebra.number(following), OBJECT_WIDTH)
        kept = algebra.choose(exists, found, 0)
        return Pointer(algebra.below(kept, following.counter, following.index), 0)

    def with_(self, algebra: Any, pointer: Any, value: Any) -> GhostMap:
        """Of a pointer its object is kept, and where it points in it is forgotten."""
        kept, bits = value, value
        if isinstance(self.element, PointerType):
            kept, bits = Pointer(value.object, 0), algebra.object_bits(value.object)
        number = algebra.term(algebra.object_bits(pointer.object), OBJECT_WIDTH)
        stored = algebra.terms.store(self.array, number, algebra.term(bits, _width(self.element)))
        return GhostMap(self.element, stored, (*self.writes, (pointer.object, kept, self.array)))

    def chosen(self, algebra: Any, condition: Any, other: GhostMap) -> GhostMap:
        """This one if the condition holds, the other one if not."""
        return GhostMap(self.element, algebra.terms.choose(algebra.term(condition), self.array, other.array))


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
