"""The code algebra: values are fragments of Python source that compute what the concrete algebra would.

`evaluate` drives it like any other algebra, so that compiled programs share the one meaning of C. Simple
operations are inline text, on parts that are each used once; the others are calls of the concrete algebra's
methods, which the namespace of the generated code holds (`operations`). Every fragment is a name, a
literal, a call or stands in parentheses. `&&`, `||` and `?:` become Python's own, which are as lazy.

Which Python variable a C variable lives in is the scope's knowledge; statements are `compiler`'s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from dovetail.program.expressions import Quantifier, Variable
from dovetail.program.types import Type
from dovetail.semantics import floats
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory

Code = str


def operations(algebra: Concrete, memory: Memory) -> dict[str, Any]:
    """The names that fragments use."""
    return {
        "sdiv": algebra.sdiv,
        "srem": algebra.srem,
        "udiv": algebra.udiv,
        "urem": algebra.urem,
        "single": floats.round_single,
        "fadd": floats.add,
        "fsub": floats.subtract,
        "fmul": floats.multiply,
        "fdiv": floats.divide,
        "from_integer": floats.from_integer,
        "from_bits": floats.from_bits,
        "to_bits": floats.to_bits,
        "truncate": floats.truncate,
        "padd": algebra.pointer_add,
        "sameobject": algebra.same_object,
        "startof": algebra.object_start,
        "flat": memory.flat,
        "resolve": memory.resolve,
        "valid": memory.valid,
        "freeable": memory.freeable,
        "writable": memory.writable,
        "object_size": memory.object_size,
        "bases": memory.bases,
    }


def _ones(width: int) -> str:
    return str((1 << width) - 1)


class CodeAlgebra:
    """An `Algebra[str]`. A fragment of digits is a constant, and is folded where that is free."""

    __slots__ = ("_symbols", "pointer_bits")

    def __init__(self, memory: Memory) -> None:
        self.pointer_bits = memory.pointer_bits
        self._symbols = memory.symbols  # pointers to symbols are the same in each run

    # Conditions

    def boolean(self, value: bool) -> Code:
        return "True" if value else "False"

    def decide(self, condition: Code) -> bool | None:
        return {"True": True, "False": False}.get(condition)

    def negation(self, condition: Code) -> Code:
        return f"(not {condition})"

    def conjunction(self, left: Code, right: Code) -> Code:
        return f"({left} and {right})"

    def disjunction(self, left: Code, right: Code) -> Code:
        return f"({left} or {right})"

    def choose(self, condition: Code, then: Code, otherwise: Code) -> Code:
        return f"({then} if {condition} else {otherwise})"

    # Bit-vectors

    def bits(self, value: int, width: int) -> Code:
        return str(value)

    def add(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} + {right} & {_ones(width)})"

    def sub(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} - {right} & {_ones(width)})"

    def mul(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} * {right} & {_ones(width)})"

    def neg(self, operand: Code, width: int) -> Code:
        return f"(-{operand} & {_ones(width)})"

    def udiv(self, left: Code, right: Code, width: int) -> Code:
        if right.isdigit() and int(right):
            return f"({left} // {right})"
        return f"udiv({left}, {right}, {width})"

    def sdiv(self, left: Code, right: Code, width: int) -> Code:
        return f"sdiv({left}, {right}, {width})"

    def urem(self, left: Code, right: Code, width: int) -> Code:
        if right.isdigit() and int(right):
            return f"({left} % {right})"
        return f"urem({left}, {right}, {width})"

    def srem(self, left: Code, right: Code, width: int) -> Code:
        return f"srem({left}, {right}, {width})"

    def bitand(self, left: Code, right: Code, width: int) -> Code:
        if left.isdigit() and right.isdigit():
            return str(int(left) & int(right))
        return f"({left} & {right})"

    def bitor(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} | {right})"

    def bitxor(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} ^ {right})"

    def complement(self, operand: Code, width: int) -> Code:
        return f"({operand} ^ {_ones(width)})"

    def shl(self, left: Code, amount: Code, width: int) -> Code:
        # `evaluate` has reduced the amount: it is smaller than the width.
        return f"({left} << {amount} & {_ones(width)})"

    def lshr(self, left: Code, amount: Code, width: int) -> Code:
        return f"({left} >> {amount})"

    def ashr(self, left: Code, amount: Code, width: int) -> Code:
        half = 1 << (width - 1)
        return f"(({left} ^ {half}) - {half} >> {amount} & {_ones(width)})"

    def eq(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} == {right})"

    def ult(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} < {right})"

    def ule(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} <= {right})"

    def slt(self, left: Code, right: Code, width: int) -> Code:
        return f"({self._biased(left, width)} < {self._biased(right, width)})"

    def sle(self, left: Code, right: Code, width: int) -> Code:
        return f"({self._biased(left, width)} <= {self._biased(right, width)})"

    def _biased(self, operand: Code, width: int) -> Code:
        """The sign bit turned over: unsigned order of these is signed order of the operands."""
        half = 1 << (width - 1)
        return str(int(operand) ^ half) if operand.isdigit() else f"({operand} ^ {half})"

    def zero_extend(self, operand: Code, width: int, to: int) -> Code:
        return operand

    def sign_extend(self, operand: Code, width: int, to: int) -> Code:
        half = 1 << (width - 1)
        if operand.isdigit():
            return str(((int(operand) ^ half) - half) & ((1 << to) - 1))
        return f"(({operand} ^ {half}) - {half} & {_ones(to)})"

    def truncate(self, operand: Code, width: int, to: int) -> Code:
        if operand.isdigit():
            return str(int(operand) & ((1 << to) - 1))
        return f"({operand} & {_ones(to)})"

    # Floats

    def float_constant(self, bits: int, width: int) -> Code:
        value = floats.from_bits(bits, width)
        return f"({value!r})" if math.isfinite(value) else f"from_bits({bits}, {width})"

    def _rounded(self, text: Code, width: int) -> Code:
        return f"({text})" if width == 64 else f"single({text})"

    def fneg(self, operand: Code, width: int) -> Code:
        return f"(-{operand})"

    def fadd(self, left: Code, right: Code, width: int) -> Code:
        return self._rounded(f"fadd({left}, {right})", width)

    def fsub(self, left: Code, right: Code, width: int) -> Code:
        return self._rounded(f"fsub({left}, {right})", width)

    def fmul(self, left: Code, right: Code, width: int) -> Code:
        return self._rounded(f"fmul({left}, {right})", width)

    def fdiv(self, left: Code, right: Code, width: int) -> Code:
        return self._rounded(f"fdiv({left}, {right})", width)

    def feq(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} == {right})"

    def flt(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} < {right})"

    def fle(self, left: Code, right: Code, width: int) -> Code:
        return f"({left} <= {right})"

    def signed_to_float(self, operand: Code, width: int, to: int) -> Code:
        half = 1 << (width - 1)
        return f"from_integer(({operand} ^ {half}) - {half}, {to})"

    def unsigned_to_float(self, operand: Code, width: int, to: int) -> Code:
        return f"from_integer({operand}, {to})"

    def float_to_signed(self, operand: Code, width: int, to: int) -> Code:
        return f"truncate({operand}, {to})"

    def float_to_float(self, operand: Code, width: int, to: int) -> Code:
        return operand if to == 64 else f"single({operand})"

    def float_from_bits(self, operand: Code, width: int) -> Code:
        return f"from_bits({operand}, {width})"

    def float_to_bits(self, operand: Code, width: int) -> Code:
        return f"to_bits({operand}, {width})"

    # Pointers

    def null(self) -> Code:
        return "0"

    def address(self, symbol: str) -> Code:
        return str(self._symbols[symbol])

    def pointer_add(self, pointer: Code, offset: Code) -> Code:
        if offset == "0":
            return pointer
        return f"padd({pointer}, {offset})"

    def _flat(self, pointer: Code) -> Code:
        if pointer == "0":
            return "0"
        if pointer.isidentifier():
            return f"(bases[{pointer} >> 64] + {pointer} & {_ones(self.pointer_bits)})"
        return f"flat({pointer})"

    def pointer_diff(self, left: Code, right: Code) -> Code:
        return f"({self._flat(left)} - {self._flat(right)} & {_ones(self.pointer_bits)})"

    def pointer_eq(self, left: Code, right: Code) -> Code:
        return f"({self._flat(left)} == {self._flat(right)})"

    def pointer_lt(self, left: Code, right: Code) -> Code:
        return f"({self._flat(left)} < {self._flat(right)})"

    def pointer_le(self, left: Code, right: Code) -> Code:
        return f"({self._flat(left)} <= {self._flat(right)})"

    def same_object(self, left: Code, right: Code) -> Code:
        return f"sameobject({left}, {right})"

    def object_start(self, pointer: Code) -> Code:
        return f"startof({pointer})"

    def pointer_to_int(self, pointer: Code) -> Code:
        return self._flat(pointer)

    def int_to_pointer(self, address: Code) -> Code:
        return "0" if address == "0" else f"resolve({address})"


def name_of(variable: Variable, names: dict[Variable, str]) -> str:
    found = names.get(variable)
    if found is None:
        raise ValueError(f"the variable {variable.name} of {variable.scope or 'the program'} is not declared")
    return found


class CodeState:
    """A `State[str]`: variables by their Python names, memory by calls. `loaders` says what the loader of a
    type is called in the namespace."""

    __slots__ = ("_loaders", "_names")

    def __init__(self, names: dict[Variable, str], loaders: Callable[[Type], str]) -> None:
        self._names = names
        self._loaders = loaders

    def variable(self, variable: Variable) -> Code:
        return name_of(variable, self._names)

    def load(self, pointer: Code, type: Type) -> Code:
        return f"{self._loaders(type)}({pointer})"

    def valid(self, pointer: Code, size: Code, width: int) -> Code:
        return f"valid({pointer}, {size})"

    def freeable(self, pointer: Code) -> Code:
        return f"freeable({pointer})"

    def writable(self, pointer: Code) -> Code:
        return f"writable({pointer})"

    def object_size(self, pointer: Code, width: int) -> Code:
        return f"(object_size({pointer}) & {_ones(width)})"

    def quantified(self, expr: Quantifier, low: Code, high: Code) -> Code:
        raise NotComputable("no statement speaks of all elements")

    def no_leak(self, running: bool, roots: Sequence[Code] | None) -> Code:
        held = None if roots is None else f"({' '.join(f'{root},' for root in roots)})"
        return f"no_leak({running}, {held})"
