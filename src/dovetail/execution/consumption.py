"""The input vector being consumed by a run: the next entry of a stream, as the type that asks for it.

The rules are docs/design/ground.md's, the conversions of numbers `inputs`'. What was asked for is noted
with the value used.
"""

from __future__ import annotations

from itertools import starmap

from dovetail.execution.inputs import InputVector, as_double, as_integer, as_single, as_truth
from dovetail.execution.runs import Consumed
from dovetail.program.statements import Havoc, HavocMemory
from dovetail.program.types import FloatType, IntType, PointerType, Target
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import Memory, decode


class Consumption:
    """`begin` before each run; the methods `take_…` are called by generated code."""

    def __init__(self, target: Target, memory: Memory) -> None:
        self._target = target
        self._memory = memory
        self.begin(InputVector())

    def begin(self, vector: InputVector) -> None:
        self._values = iter(vector.values)
        self._pieces = iter(vector.memory)
        self._asked: list[tuple[Havoc | HavocMemory, int | float | bytes]] = []

    def consumed(self) -> tuple[Consumed, ...]:
        return tuple(starmap(Consumed, self._asked))

    def take_bits(self, statement: Havoc, mask: int, most: int) -> int:
        """As `take_value` where that is an integer of several bits, which it nearly always is: with so many
        ones, and the greatest number of the type."""
        entry = next(self._values, 0)
        if entry.__class__ is not int:
            entry = as_integer(entry, mask.bit_length(), signed=False)
        bits: int = entry & mask
        self._asked.append((statement, bits if bits <= most else bits - mask - 1))
        return bits

    def take_value(self, statement: Havoc) -> int | float:
        entry = next(self._values, 0)
        type_ = statement.target.type
        match type_:
            case IntType(width=width, signed=signed):
                # Only a _Bool is taken as a single bit. (Its name tells nothing: it is no part of a type's
                # equality, so the variable may be one that was first made with another name of the type.)
                number = int(as_truth(entry)) if width == 1 else as_integer(entry, width, signed=signed)
                self._asked.append((statement, number))
                return number & ((1 << width) - 1)
            case FloatType(width=32 | 64 as width):
                value = as_single(entry) if width == 32 else as_double(entry)
                self._asked.append((statement, value))
                return value
            case PointerType():
                address = as_integer(entry, self._target.pointer_bits, signed=False)
                self._asked.append((statement, address))
                return self._memory.resolve(address)
            case _:
                raise NotComputable(f"an input of type {type_}")

    def take_bytes(self, statement: Havoc) -> int | float:
        type_ = statement.target.type
        piece = _fit(next(self._pieces, b""), self._target.size(type_))
        self._asked.append((statement, piece))
        return decode(piece, type_, self._memory)

    def take_memory(self, statement: HavocMemory, pointer: int, size: int) -> None:
        self._memory.fill(pointer, 0, size)  # finds a fault before `size` bytes are made
        piece = _fit(next(self._pieces, b""), size)
        self._asked.append((statement, piece))
        self._memory.write(pointer, piece)


def _fit(piece: bytes, size: int) -> bytes:
    return piece[:size].ljust(size, b"\0")
