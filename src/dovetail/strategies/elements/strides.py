"""Guesses about two indices that go at different paces: `a[j] = b[i]`, with j going by one and i by four.

Where each started, and by how much each goes, is read off the program's text: so `i == 4 * j + 1` is a guess.
How far the slower one has come then says where the faster one is, and what was done up to the end of the
loop is said of those elements for which the faster one had not come there yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAll,
    Variable,
    const,
    disjunction,
    index,
    substitute,
    variables,
)
from dovetail.program.statements import Assign
from dovetail.program.types import IntType
from dovetail.strategies.elements.sites import Given

PAIRS = 6
"""Of indices."""


class Strides:
    """`finders`: what finds the elements that a condition is about. `ends`: what indices are compared
    with."""

    def __init__(
        self,
        given: Given,
        atoms: Iterable[Expr],
        finders: Callable[[Expr], Sequence[Variable]],
        ends: Mapping[Variable, Iterable[Expr]],
    ) -> None:
        self._ends = ends
        self._atoms = [(atom, finders(atom)) for atom in atoms]
        paces = {one: pace for one in given if (pace := _pace(one, given)) is not None}
        self._places: dict[Variable, dict[Variable, tuple[int, int]]] = {}
        """Of one that goes by one step, others as multiples of it and a number."""
        for slow, (first, step) in paces.items():
            for fast, (start, steps) in paces.items():
                if fast is not slow and step == 1 and steps > 1 and fast.type == slow.type:
                    found = self._places.setdefault(slow, {})
                    if len(found) < PAIRS:
                        found[fast] = steps, start - steps * first

    def equations(self, known: frozenset[Variable]) -> Iterator[Expr]:
        for slow, others in self._places.items():
            for fast, (factor, start) in others.items():
                if slow in known and fast in known:
                    yield BinaryOp(Binary.EQ, fast, _place(slow, factor, start))

    def elements(self, known: frozenset[Variable]) -> Iterator[Expr]:
        """What may hold of all elements of the slower one, for which the faster one is not at its end."""
        for atom, finding in self._atoms:
            for slow in finding:
                for fast, (factor, start) in self._places.get(slow, {}).items():
                    assert isinstance(slow.type, IntType)
                    k = index("k", slow.type)
                    there = _place(k, factor, start)
                    body = substitute(atom, {slow: k, fast: there})
                    for end in self._ends.get(fast, ()):
                        if end.type == slow.type and _is_known((body, end), k, known):
                            outside = BinaryOp(Binary.GE, there, end)
                            yield ForAll(k, const(slow.type, 0), end, disjunction((outside, body)))


def _pace(variable: Variable, given: Given) -> tuple[int, int] | None:
    """Where it starts, and by how much it goes up, if that is always the same."""
    starts, steps = set[int](), set[int]()
    for statement in given[variable]:
        match statement:
            case Assign(value=Const(value=value, type=IntType() as type_)):
                starts.add(type_.number(value))
            case Assign(
                value=BinaryOp(op=Binary.ADD, left=left, right=Const(value=value, type=IntType() as type_))
            ) if left is variable:
                steps.add(type_.number(value))
            case _:
                return None
    return (starts.pop(), steps.pop()) if len(starts) == len(steps) == 1 else None


def _place(slow: Expr, factor: int, start: int) -> Expr:
    assert isinstance(slow.type, IntType)
    multiple = BinaryOp(Binary.MUL, const(slow.type, factor), slow)
    return BinaryOp(Binary.ADD, multiple, const(slow.type, start)) if start else multiple


def _is_known(conditions: Iterable[Expr], k: Variable, known: frozenset[Variable]) -> bool:
    return all(one is k or one in known or not one.scope for part in conditions for one in variables(part))
