"""Predicate abstraction: an abstract state is a vector of bits, an abstract value a set of them.

The lattice is that of sets of vectors; the abstraction of a concrete state is the vector of what its
predicates say (`execution.abstracting` evaluates them where runs pass). What is here is the other direction:
the formula that a set of vectors stands for, the symbolic concretisation of Yorsh, Ball and Sagiv (2006,
section 3.3), over whatever has conjunctions, disjunctions and negations.

Not here: where predicates come from, and which vectors there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from dovetail.program.expressions import FALSE, TRUE, Expr, conjunction, disjunction, negation
from dovetail.quick_dataclass import dataclass

C = TypeVar("C")

Vector = int
"""Bit i is what the i-th predicate says."""


@dataclass(frozen=True, slots=True)
class Logic(Generic[C]):
    """What formulas are made of."""

    true: C
    false: C
    both: Callable[[C, C], C]
    either: Callable[[C, C], C]
    denied: Callable[[C], C]


EXPRESSIONS: Logic[Expr] = Logic(
    TRUE,
    FALSE,
    lambda left, right: conjunction((left, right)),
    lambda left, right: disjunction((left, right)),
    negation,
)


def described(vectors: Collection[Vector], predicates: Sequence[C], logic: Logic[C]) -> C:
    """The states whose vector is one of these. A decision over one predicate after the other, in which equal
    halves are one: a set that leaves a predicate open does not speak of it."""
    memo: dict[tuple[int, frozenset[Vector]], Any] = {}

    def decide(index: int, left: frozenset[Vector]) -> C:
        """`left` are the vectors without the bits that have been decided."""
        if not left:
            return logic.false
        if len(left) == 1 << (len(predicates) - index):
            return logic.true
        found = memo.get((index, left))
        if found is None:
            bit = 1 << index
            on = frozenset(vector ^ bit for vector in left if vector & bit)
            off = frozenset(vector for vector in left if not vector & bit)
            then, otherwise = decide(index + 1, on), decide(index + 1, off)
            predicate = predicates[index]
            if on == off:
                found = then
            elif not on:
                found = logic.both(logic.denied(predicate), otherwise)
            elif not off:
                found = logic.both(predicate, then)
            else:
                found = logic.either(
                    logic.both(predicate, then), logic.both(logic.denied(predicate), otherwise)
                )
            memo[index, left] = found
        return found

    return decide(0, frozenset(vectors))


def cube(vector: Vector, predicates: Sequence[C], logic: Logic[C]) -> C:
    """The states with just this vector."""
    return described((vector,), predicates, logic)
