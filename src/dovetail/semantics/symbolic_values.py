"""The values of the symbolic algebra: Python values where they are known, terms with a little knowledge where
not.

A known value is what the concrete algebra has: an int bit pattern, a bool, a float. A `Choice` is a decision
between known values; operations with known operands go through it, so that `(int)(a < b) != 0` is `a < b`
again and a pointer to one of two objects stays a pointer to these two. Everything else is a term, in one of
three wrappers that say its sort.

A pointer is always a `Pointer`, even if both parts are known. The object of one is an int (globals, and all
allocations on a path from the start of the program), a `Fresh` (the k-th allocation after a cutpoint), a
`Choice` of these, or `Bits` of width 32.

The terms themselves are opaque here, and no solver is known.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias

from dovetail.quick_dataclass import dataclass

OBJECT_WIDTH = 32
"""The bits of an object's number in the logic."""
MAX_LEAVES = 16
"""A larger decision becomes a term as soon as its width is known."""


class Bits:
    """A bit-vector term. It equals `root` + `plus`, so that two offsets from the same place can be told
    apart; its lowest `zeros` bits are zero. If it is the extension of a narrower one, `narrow` is that."""

    __slots__ = ("narrow", "plus", "root", "signed", "term", "width", "zeros")

    def __init__(
        self,
        term: Any,
        width: int,
        root: Any = None,
        plus: int = 0,
        zeros: int = 0,
        narrow: Bits | None = None,
        signed: bool = False,
    ) -> None:
        self.term = term
        self.width = width
        self.root = term if root is None else root
        self.plus = plus
        self.zeros = zeros
        self.narrow = narrow
        self.signed = signed
        """Was `narrow` extended by its sign?"""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bits) and bool(self.term == other.term)

    def __hash__(self) -> int:
        return hash(self.term)

    def __repr__(self) -> str:
        return f"Bits({self.term}, {self.width})"


class Made(Enum):
    """How a condition was made of two values."""

    BOTH = "conjunction"
    EITHER = "disjunction"
    EQUAL = "eq"
    BELOW = "ult"
    AT_MOST = "ule"
    SIGNED_BELOW = "slt"
    SIGNED_AT_MOST = "sle"


class Condition:
    """A Boolean term. `inverse` is the operand if the term is a negation; `made` says of what it was made,
    where that tells something: of two conditions, or of a term and a number (`symbolic_limits`)."""

    __slots__ = ("inverse", "made", "term")

    def __init__(
        self, term: Any, inverse: Condition | None = None, made: tuple[Made, Any, Any] | None = None
    ) -> None:
        self.term = term
        self.inverse = inverse
        self.made = made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and bool(self.term == other.term)

    def __hash__(self) -> int:
        return hash(self.term)

    def __repr__(self) -> str:
        return f"Condition({self.term})"


class FloatTerm:
    """A float term of width 32 or 64. `bits` are its IEEE bits where it was made from bits: only then are
    those of a NaN known."""

    __slots__ = ("bits", "term", "width")

    def __init__(self, term: Any, width: int, bits: Bits | None = None) -> None:
        self.term = term
        self.width = width
        self.bits = bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FloatTerm) and bool(self.term == other.term) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.term)

    def __repr__(self) -> str:
        return f"FloatTerm({self.term}, {self.width})"


@dataclass(frozen=True, slots=True)
class Fresh:
    """The object that was allocated as number `index` (from 0) after a cutpoint, `counter` being the hidden
    counter `next` there. It differs from every global, from every other allocation, and from all that was
    below the counter."""

    counter: Bits
    index: int


Leaf: TypeAlias = "int | float | Fresh"


class Choice:
    """If-then-else between known values of one sort, possibly nested; never between conditions."""

    __slots__ = ("condition", "leaves", "otherwise", "then")

    def __init__(self, condition: Condition, then: Leaf | Choice, otherwise: Leaf | Choice) -> None:
        self.condition = condition
        self.then = then
        self.otherwise = otherwise
        self.leaves: int = leaves(then) + leaves(otherwise)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and (
            self.condition == other.condition
            and identical(self.then, other.then)
            and identical(self.otherwise, other.otherwise)
        )

    def __hash__(self) -> int:
        return hash((self.condition, self.then, self.otherwise))

    def __repr__(self) -> str:
        return f"Choice({self.condition}, {self.then}, {self.otherwise})"


Part: TypeAlias = "int | Fresh | Choice | Bits"


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a pointer leads to if the condition holds."""

    condition: bool | Condition
    object: int | Fresh
    offset: int | Bits


@dataclass(frozen=True, slots=True)
class Pointer:
    """Object 0 is "an address as such": the offset is the address, null is (0, 0)."""

    object: Part
    offset: int | Choice | Bits
    targets: tuple[Target, ...] = ()
    """Where it leads, if it is to one of a few places (`symbolic_targets`)."""


Value: TypeAlias = "bool | int | float | Choice | Bits | Condition | FloatTerm | Pointer"

NULL = Pointer(0, 0)


def leaves(value: Leaf | Choice) -> int:
    return value.leaves if type(value) is Choice else 1


def is_known(value: Value) -> bool:
    """Is it one value, not depending on any symbol?"""
    kind = type(value)
    if kind is Pointer:
        assert isinstance(value, Pointer)
        return type(value.object) is int and type(value.offset) is int
    return kind is int or kind is bool or kind is float


def identical(left: object, right: object) -> bool:
    """The same value, without asking a solver. Floats by their bits: the zeros differ, a NaN is itself."""
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if type(left) is float:
        return struct.pack("<d", left) == struct.pack("<d", right)
    return left == right


def map_leaves(value: Leaf | Choice, change: Callable[[Any], Any], choose: Callable[..., Any]) -> Any:
    """Change every leaf and put the decision together again. Trees are small: recursion is bounded by
    `MAX_LEAVES` where they are made by operations."""
    if type(value) is not Choice:
        return change(value)
    assert isinstance(value, Choice)
    then = map_leaves(value.then, change, choose)
    return choose(value.condition, then, map_leaves(value.otherwise, change, choose))


def trailing_zeros(number: int, width: int) -> int:
    return (number & -number).bit_length() - 1 if number else width
