"""What lies at the bottom of a symbolic memory: nothing but what is outside of every object, or the unknown
contents of a cutpoint's state.

Unknown contents are arrays from addresses (object, offset) to values, one for each size of access and two for
pointers. That cells of one size agree with each other is what programs need; that a word and its bytes agree
is not said. More memories are possible so than there are, which is sound, and the solver never has to put a
word together from bytes.

The object of a pointer that is read from it is below the counter `next`, as symbolic.md argues; what is not
is read as an address as such, so that no fact about the whole array is needed.
"""

from __future__ import annotations

from typing import Any

from dovetail.program.types import PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic_contents import Offset, Source, Views, base_index
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Pointer


@dataclass(frozen=True, slots=True)
class Base:
    views: Views
    name: str | None
    """Of the arrays; None if there is nothing at the bottom."""
    counter: Bits | None
    wild: Source | None = None
    """What is outside of every object, by address; where there is nothing else at the bottom."""

    def read(self, part: Any, offset: Offset, size: int, type: Type) -> Any:
        if self.name is None:
            if self.wild is not None and isinstance(part, int) and part == 0:
                return self.wild.read(self.views, offset, type, size)
            return self.views.anything(type, size)
        algebra, width = self.views.algebra, 8 * size
        index = base_index(algebra, part, offset)
        bits = OBJECT_WIDTH + algebra.pointer_bits
        if not isinstance(type, PointerType):
            array = algebra.terms.array_symbol(f"{self.name}/{size}", bits, width)
            algebra.contents.add(array)
            return self.views.scalar(Bits(algebra.terms.select(array, index), width), type, size)
        numbers = algebra.terms.array_symbol(f"{self.name}/object", bits, OBJECT_WIDTH)
        offsets = algebra.terms.array_symbol(f"{self.name}/offset", bits, width)
        algebra.contents |= {numbers, offsets}
        number = Bits(algebra.terms.select(numbers, index), OBJECT_WIDTH)
        assert self.counter is not None
        exists = algebra.ult(number, self.counter, OBJECT_WIDTH)
        clipped = algebra.below(algebra.choose(exists, number, 0), self.counter)
        return Pointer(clipped, Bits(algebra.terms.select(offsets, index), width))
