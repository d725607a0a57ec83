"""What a run asked for, as far as it matters for making up other inputs: of each value whether it is an
integer, a float or a pointer, and of each piece of memory how large it is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from dovetail.execution.native import Consumption
from dovetail.quick_dataclass import dataclass


class Kind(Enum):
    INTEGER = "integer"
    FLOAT = "float"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class Shape:
    """In the order of consumption. What a long run asks for later is not in it."""

    values: tuple[Kind, ...] = ()
    memory: tuple[int, ...] = ()

    @property
    def plain(self) -> bool:
        """Are there only integers?"""
        return not self.memory and all(kind is Kind.INTEGER for kind in self.values)

    def kind(self, index: int) -> Kind:
        """Of a value; a loop is likely to ask for the same again, so what comes later is like what there
        is."""
        return self.values[index % len(self.values)] if self.values else Kind.INTEGER


def shape_of(consumptions: Iterable[Consumption]) -> Shape:
    values: list[Kind] = []
    memory: list[int] = []
    for consumption in consumptions:
        if consumption.stream == "memory":
            memory.append(consumption.size)
        else:
            values.append(kind_of(consumption.type_name))
    return Shape(tuple(values), tuple(memory))


def kind_of(type_name: str) -> Kind:
    """As the harness reads the name of a type."""
    if "*" in type_name:
        return Kind.POINTER
    if "float" in type_name or "double" in type_name:
        return Kind.FLOAT
    return Kind.INTEGER
