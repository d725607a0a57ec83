"""The symbolic algebra's conditions and decisions, and how a value of any sort becomes a term.

Decisions between known values stay decisions (`Choice`) as long as the operations on them have known
operands.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from dovetail.program.types import DataModel, FloatType, IntType, Target, Type
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory
from dovetail.semantics.symbolic_ghosts import GhostMap
from dovetail.semantics.symbolic_orders import GhostOrder
from dovetail.semantics.symbolic_spans import Spans
from dovetail.semantics.symbolic_values import (
    MAX_LEAVES,
    Bits,
    Choice,
    Condition,
    FloatTerm,
    Fresh,
    Made,
    Pointer,
    Value,
    identical,
    map_leaves,
    trailing_zeros,
)
from dovetail.semantics.terms import Terms

T = TypeVar("T")

FEW_LEAVES = 8
"""In a larger decision it is worth while to look for values that are there more than once."""

CONCRETE = Concrete(Memory(Target(DataModel.LP64)))
"""What computes on known values. Its memory is empty and never asked."""


class ConditionAlgebra(Generic[T]):
    def __init__(self, terms: Terms[Any], pointer_bits: int) -> None:
        self.terms = terms
        self.pointer_bits = pointer_bits
        self._constants: dict[tuple[int, int], Any] = {}
        self._count = 0
        self.spans = Spans()

    def name(self, stem: str) -> str:
        """A name that no symbol has yet, if all fresh ones are named here."""
        self._count += 1
        return f"{stem}!{self._count}"

    # Terms of values

    def term(self, value: Value, width: int | None = None) -> Any:
        """The value as a term. Of a known number the width must be said; a float is known by its wrapper or
        is a constant of that width."""
        match value:
            case Bits() | Condition() | FloatTerm():
                return value.term
            case bool():
                return self.terms.boolean(value)
            case int() if width is not None:
                return self._bits(value, width)
            case Choice(condition=condition, then=then, otherwise=otherwise) if width is not None:
                return self.terms.choose(
                    condition.term, self._leaf(then, width), self._leaf(otherwise, width)
                )
            case float() if width is not None:
                bits = self._bits(CONCRETE.float_to_bits(value, width), width)
                return self.terms.float_from_bits(bits, width)
            case _:
                raise NotComputable(f"{value} is not one term, or its width is not known")

    def _leaf(self, value: Any, width: int) -> Any:
        return self.term(self.number(value), width) if type(value) is Fresh else self.term(value, width)

    def number(self, fresh: Fresh) -> Bits:
        """The number of an object as a term: `next` plus its index."""
        return self._sum(fresh.counter, fresh.index)

    def _sum(self, left: Bits, plus: int) -> Bits:
        """With the constants of a sum put together."""
        width = left.width
        total = (left.plus + plus) & ((1 << width) - 1)
        root = left.root
        zeros = min(left.zeros, trailing_zeros(plus, width))
        if total == 0:
            return Bits(root, width, zeros=zeros)
        found = Bits(self.terms.add(root, self._bits(total, width)), width, root, total, zeros)
        self.spans.note(found, width, *self.spans.moved(root, width, total))
        self.spans.note_few(found, (number + plus for number in self.spans.few(left)))
        return found

    def _bits(self, value: int, width: int) -> Any:
        key = (value, width)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self.terms.bits(value, width)
        return found

    def _t(self, value: Any, width: int) -> Any:
        return value.term if type(value) is Bits else self.term(value, width)

    # Conditions

    def boolean(self, value: bool) -> Value:
        return value

    def decide(self, condition: Value) -> bool | None:
        return condition if isinstance(condition, bool) else None

    def negation(self, condition: Any) -> Any:
        if type(condition) is bool:
            return not condition
        if condition.inverse is not None:
            return condition.inverse
        return Condition(self.terms.negation(condition.term), condition)

    def conjunction(self, left: Any, right: Any) -> Any:
        if type(left) is bool:
            return right if left else False
        if type(right) is bool:
            return left if right else False
        if left == right:
            return left
        if left.inverse == right or right.inverse == left:
            return False
        return Condition(self.terms.conjunction(left.term, right.term), made=(Made.BOTH, left, right))

    def disjunction(self, left: Any, right: Any) -> Any:
        if type(left) is bool:
            return True if left else right
        if type(right) is bool:
            return True if right else left
        if left == right:
            return left
        if left.inverse == right or right.inverse == left:
            return True
        return Condition(self.terms.disjunction(left.term, right.term), made=(Made.EITHER, left, right))

    def choose(self, condition: Any, then: Any, otherwise: Any) -> Any:
        if type(condition) is bool:
            return then if condition else otherwise
        if then is otherwise or identical(then, otherwise):
            return then
        if condition.inverse is not None:
            condition, then, otherwise = condition.inverse, otherwise, then
        if type(then) is Choice and then.condition == condition:
            then = then.then
        if type(otherwise) is Choice and otherwise.condition == condition:
            otherwise = otherwise.otherwise
        if identical(then, otherwise):
            return then
        return self._choose(condition, then, otherwise)

    def _choose(self, condition: Condition, then: Any, otherwise: Any) -> Any:
        match then, otherwise:
            case (Pointer(), Pointer()):
                return self.choose_pointer(condition, then, otherwise)
            case (GhostMap(), GhostMap()) | (GhostOrder(), GhostOrder()):
                return then.chosen(self, condition, otherwise)
            case (bool() | Condition(), bool() | Condition()):
                return self._choose_condition(condition, then, otherwise)
            case (FloatTerm(width=width), _) | (_, FloatTerm(width=width)):
                bits = None
                if _has_bits(then) and _has_bits(otherwise):
                    bits = self.choose(condition, _bits_of(then, width), _bits_of(otherwise, width))
                    bits = bits if type(bits) is Bits else Bits(self.term(bits, width), width)
                term = self.terms.choose(condition.term, self.term(then, width), self.term(otherwise, width))
                return FloatTerm(term, width, bits)
            case (Bits(width=width), _) | (_, Bits(width=width)):
                term = self.terms.choose(
                    condition.term, self._leaf(then, width), self._leaf(otherwise, width)
                )
                found = Bits(term, width, zeros=min(low_zeros(then, width), low_zeros(otherwise, width)))
                one, other = self.spans.of(then, width), self.spans.of(otherwise, width)
                return self.spans.note(found, width, min(one[0], other[0]), max(one[1], other[1]))
            case _:
                made = Choice(condition, then, otherwise)
                return made if made.leaves <= FEW_LEAVES else self._distinct(made)

    def choose_pointer(self, condition: Condition, then: Pointer, otherwise: Pointer) -> Pointer:
        """Object and offset, each by itself."""
        return Pointer(
            self.choose(condition, then.object, otherwise.object),
            self.choose(condition, then.offset, otherwise.offset),
        )

    def cases(self, choice: Choice) -> list[tuple[Any, Any]]:
        """Each value once, with the condition under which it is the one."""
        cases: dict[Any, tuple[Any, Any]] = {}
        self._collect(choice, True, cases)
        return list(cases.values())

    def _distinct(self, choice: Choice) -> Any:
        """The same decision with each value once, if that makes it smaller. Where many paths come together
        most of them have brought the same few values."""
        cases = self.cases(choice)
        if len(cases) >= choice.leaves:
            return choice
        (result, _), *others = reversed(cases)
        for leaf, condition in others:
            result = self.choose(condition, leaf, result)
        return result

    def _collect(self, value: Any, condition: Any, cases: dict[Any, tuple[Any, Any]]) -> None:
        """The condition for each leaf, in order."""
        if type(value) is Choice:
            self._collect(value.then, self.conjunction(condition, value.condition), cases)
            beside = self.negation(value.condition)
            self._collect(value.otherwise, self.conjunction(condition, beside), cases)
            return
        key = (type(value), struct.pack("<d", value) if type(value) is float else value)
        before = cases.get(key)
        either = condition if before is None else self.disjunction(before[1], condition)
        cases[key] = (value, either)

    def settled(self, value: Any, type: Type) -> Any:
        """A decision between too many numbers as a term: from here on nobody looks at them one by one."""
        if not isinstance(value, Choice) or value.leaves <= MAX_LEAVES:
            return value
        match type:
            case IntType(width=width):
                found = Bits(self.term(value, width), width, zeros=low_zeros(value, width))
                return self.spans.note(found, width, *self.spans.of(value, width))
            case FloatType(width=width):
                return FloatTerm(self.term(value, width), width)
            case _:
                return value

    def _choose_condition(self, condition: Condition, then: Any, otherwise: Any) -> Any:
        if then is True:
            return self.disjunction(condition, otherwise)
        if then is False:
            return self.conjunction(self.negation(condition), otherwise)
        if otherwise is True:
            return self.disjunction(self.negation(condition), then)
        if otherwise is False:
            return self.conjunction(condition, then)
        return Condition(self.terms.choose(condition.term, then.term, otherwise.term))

    def _through(self, operation: Callable[..., Any], left: Any, right: Any, *more: int) -> Any:
        """The operation on the leaves of a decision, if there are few and nothing but known values beside
        them; else None."""
        if type(left) is Choice:
            if type(right) is int or type(right) is float:
                if left.leaves <= MAX_LEAVES:
                    return map_leaves(left, lambda leaf: operation(leaf, right, *more), self.choose)
            elif type(right) is Choice and left.condition == right.condition and left.leaves <= MAX_LEAVES:
                then = operation(left.then, right.then, *more)
                return self.choose(left.condition, then, operation(left.otherwise, right.otherwise, *more))
        elif type(right) is Choice and (type(left) is int or type(left) is float):
            if right.leaves <= MAX_LEAVES:
                return map_leaves(right, lambda leaf: operation(left, leaf, *more), self.choose)
        return None


def low_zeros(value: Any, width: int) -> int:
    """How many of the lowest bits are known to be zero."""
    if type(value) is Bits:
        return int(value.zeros)
    if type(value) is int:
        return trailing_zeros(value, width)
    if type(value) is Choice:
        return min(low_zeros(value.then, width), low_zeros(value.otherwise, width))
    return 0


def _has_bits(value: Any) -> bool:
    return type(value) is not FloatTerm or value.bits is not None


def _bits_of(value: Any, width: int) -> Any:
    if type(value) is FloatTerm:
        return value.bits
    if type(value) is Choice:
        return Choice(value.condition, _bits_of(value.then, width), _bits_of(value.otherwise, width))
    return CONCRETE.float_to_bits(value, width)
