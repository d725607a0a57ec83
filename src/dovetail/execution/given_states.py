"""A concrete state that no run has led to: what a *fabricated* state is made of, and how a memory is made it.

Variables hold values as the executor has them; a pointer is (object << 64) | offset, by the state's own
numbers of objects. Those that exist from the start of each run keep their numbers; the others are made anew,
in their order. What lies in memory is said cell by cell, and is zero elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from dovetail.program.expressions import Variable
from dovetail.program.types import PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, Memory, Place, Region, size_of

MAX_SIZE = 1 << 20
"""Bytes of an object that is worth being made up."""


class NotMade(Exception):
    """There is no such state: what its pointers say of objects does not fit together, or it is too large."""


@dataclass(frozen=True, slots=True)
class GivenObject:
    size: int
    heap: bool
    alive: bool


@dataclass(frozen=True, slots=True)
class GivenCell:
    object: int
    offset: int
    type: Type
    value: Any


@dataclass(frozen=True, slots=True)
class GivenState:
    variables: Mapping[Variable, Any]
    objects: Mapping[int, GivenObject] = field(default_factory=dict)
    """Those that do not exist from the start, by number."""
    cells: tuple[GivenCell, ...] = ()

    def make(self, memory: Memory) -> dict[Variable, Any]:
        """Put the objects into a memory that has just been reset; the values of the variables, with pointers
        to these. Raises NotMade."""
        numbers: dict[int, int] = {}
        first = memory.count
        for number in sorted(self.objects):
            item = self.objects[number]
            if number < first or item.size > MAX_SIZE:
                raise NotMade(f"object {number} of {item.size} bytes")
            place = Place("made up", Region.HEAP if item.heap else Region.STACK)
            numbers[number] = memory.allocate(item.size, place) >> OBJECT_BITS
        translate = _Translation(numbers, first)
        for cell in self.cells:
            at = (translate.object(cell.object) << OBJECT_BITS) | cell.offset
            if memory.valid(at, size_of(cell.type, memory.pointer_bits)):
                memory.store(at, translate.value(cell.value, cell.type), cell.type)
        for number, item in self.objects.items():
            if not item.alive:
                memory.end(numbers[number] << OBJECT_BITS)
        return {variable: translate.value(value, variable.type) for variable, value in self.variables.items()}


@dataclass(frozen=True, slots=True)
class _Translation:
    numbers: Mapping[int, int]
    first: int

    def object(self, number: int) -> int:
        if number < self.first:
            return number
        found = self.numbers.get(number)
        if found is None:
            raise NotMade(f"nothing is known of object {number}")
        return found

    def value(self, value: Any, type_: Type) -> Any:
        if not isinstance(type_, PointerType):
            return value
        return (self.object(value >> OBJECT_BITS) << OBJECT_BITS) | (value & ((1 << OBJECT_BITS) - 1))
