"""From a model of a symbolic execution to the input vector of the one run that it stands for.

Inputs are in the order in which they are taken, each with the condition under which it is. In a model those
with a true condition are the inputs of one run; nothing else of the model matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.statements import Havoc, Origin
from dovetail.program.types import FloatType, IntType, Target
from dovetail.semantics import floats
from dovetail.semantics.fragments import Input
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Supplied, Unsized
from dovetail.semantics.symbolic_values import Pointer, Value

MAX_BYTES = 1 << 20
"""Of one piece of memory: what is behind them is zero, as everything that a vector does not say."""


def vector_of(
    inputs: Iterable[Input], program: Program, algebra: Symbolic[Any], model: Callable[[Any], int | bool]
) -> InputVector:
    """What is taken in the run that the model is of."""
    values: list[int | float] = []
    memory: list[bytes] = []
    for given in inputs:
        if algebra.evaluated(given.guard, model) is not True:
            continue
        statement = given.edge.statement
        if isinstance(given.value, Supplied):
            memory.append(_bytes(given.value, algebra, model))
        elif isinstance(given.value, Unsized):
            memory.append(_many_bytes(given.value, algebra, model))
        else:
            assert isinstance(statement, Havoc)
            found = as_input(algebra.evaluated(given.value, model), statement, program.target)
            memory.append(found) if isinstance(found, bytes) else values.append(found)
    return InputVector(tuple(values), tuple(memory))


def _bytes(supplied: Supplied, algebra: Symbolic[Any], model: Callable[[Any], int | bool]) -> bytes:
    whole = min(supplied.size, MAX_BYTES)
    found = bytearray(_many_bytes(supplied.anywhere, algebra, model).ljust(whole, b"\0"))
    for start, piece in supplied.pieces.items():
        size = piece.width // 8
        if start + size > len(found):
            continue
        bits = algebra.evaluated(piece, model)
        assert isinstance(bits, int)
        found[start : start + size] = bits.to_bytes(size, "little")
    return bytes(found)


def _many_bytes(unsized: Unsized, algebra: Symbolic[Any], model: Callable[[Any], int | bool]) -> bytes:
    length = algebra.evaluated(unsized.length, model)
    assert isinstance(length, int)
    found = bytearray(min(length, MAX_BYTES))
    for (start, size), bits in unsized.reads.items():
        at, value = algebra.evaluated(start, model), algebra.evaluated(bits, model)
        if isinstance(at, int) and isinstance(value, int) and at + size <= len(found):
            found[at : at + size] = value.to_bytes(size, "little")
    return bytes(found)


def as_input(value: Value, statement: Havoc, target: Target) -> int | float | bytes:
    """A known value as a vector has it: the bytes of memory that was not initialised, or a number."""
    type_ = statement.target.type
    bits = value.offset if isinstance(value, Pointer) else value
    if statement.origin is Origin.UNINITIALISED:
        if isinstance(bits, float):
            assert isinstance(type_, FloatType)
            bits = floats.to_bits(bits, type_.width)
        assert isinstance(bits, int)
        return bits.to_bytes(target.size(type_), "little")
    assert isinstance(bits, int | float)
    return type_.number(bits) if isinstance(type_, IntType) and isinstance(bits, int) else bits
