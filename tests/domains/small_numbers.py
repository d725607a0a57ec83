"""Every number of a small width, and sets of values as bit masks: what exhaustive tests go through."""

from __future__ import annotations

from functools import cache

from dovetail.domains.numbers import Number
from dovetail.program.types import DataModel, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory

CONCRETE = Concrete(Memory(Target(DataModel.LP64)))


@cache
def best(mask: int, width: int) -> Number:
    """The least number with all of these values, by joins of constants alone."""
    found: Number | None = None
    for bits in range(1 << width):
        if mask >> bits & 1:
            one = Number.of(bits, width)
            found = one if found is None else found.join(one)
    assert found is not None
    return found


@cache
def gamma(number: Number) -> int:
    """The concretisation: bit v is set if the bit pattern v is a value."""
    return sum(1 << bits for bits in range(1 << number.width) if number.contains(bits))


@cache
def values(mask: int) -> tuple[int, ...]:
    return tuple(bits for bits in range(mask.bit_length()) if mask >> bits & 1)


@cache
def all_numbers(width: int) -> tuple[Number, ...]:
    """Every number there is, from the sets that are ranges in each half, stepped by any modulus."""
    size, half = 1 << width, 1 << (width - 1)
    negative = [(a, b) for a in range(-half, 0) for b in range(a, 0)]
    others = [(a, b) for a in range(half) for b in range(a, half)]
    halves = [((a, b), (0, -1)) for a, b in negative] + [((0, -1), (a, b)) for a, b in others]
    halves += [(first, second) for first in negative for second in others]
    masks: set[int] = set()
    for first, second in halves:
        numbers = [*range(first[0], first[1] + 1), *range(second[0], second[1] + 1)]
        for modulus in range(1, size + 1):
            for residue in {number % modulus for number in numbers}:
                masks.add(sum(1 << (n & (size - 1)) for n in numbers if (n - residue) % modulus == 0))
    return tuple(sorted({best(mask, width) for mask in masks}, key=lambda n: (n.size(), repr(n))))


@cache
def some_numbers(width: int) -> tuple[Number, ...]:
    """A spread of them: all that are small, and every sixteenth of the others."""
    numbers = all_numbers(width)
    return numbers[: 1 << width] + numbers[1 << width :: 16] + (Number.top(width),)


def table(operation: str, width: int) -> list[list[int]]:
    """The concrete results of a binary operation, of all operands."""
    compute = getattr(CONCRETE, operation)
    return [[int(compute(x, y, width)) for y in range(1 << width)] for x in range(1 << width)]
