"""What all expressions have in common: who they are, and the ways over them.

Interned: equal expressions are the same object, so equality is identity, hashing is free, and every memo
table of the other packages is a plain dictionary. Ways are explicit-stack (`fold`): weakest preconditions
grow deep. Which expressions there are is said in `expressions`, which hands these names on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, ClassVar, TypeVar

from dovetail.program.remembering import interning
from dovetail.program.types import Type

T = TypeVar("T")


class Expr:
    """Base of all expressions. `serial` numbers them in order of creation: a deterministic sort key."""

    __slots__ = ("serial", "type")
    __match_args__: ClassVar[tuple[str, ...]] = ()
    type: Type
    serial: int
    table: ClassVar[dict[Any, Any]] = interning()
    """All that there are, by what tells them apart."""

    @property
    def children(self) -> tuple[Expr, ...]:
        return ()

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        """The same operation on other operands."""
        return self

    def __repr__(self) -> str:
        from dovetail.program.printer import show_expr

        return f"<{show_expr(self)}>"


E = TypeVar("E", bound=Expr)
_serials = count()


def entered(kind: type[E], key: tuple[Any, ...], type_: Type) -> E:
    """A new expression. `key` is its kind, then the values of the kind's `__match_args__`, then whatever else
    tells it from others."""
    made = object.__new__(kind)
    for name, value in zip(kind.__match_args__, key[1:], strict=False):
        setattr(made, name, value)
    made.type = type_
    made.serial = next(_serials)
    Expr.table[key] = made
    return made


def fold(root: Expr, combine: Callable[[Expr, list[T]], T], memo: dict[Expr, T]) -> T:
    """Bottom-up: `combine` gets each expression once, with the results for its children."""
    if root in memo:
        return memo[root]
    stack = [root]
    while stack:
        expr = stack[-1]
        if expr in memo:
            stack.pop()
            continue
        children = expr.children
        missing = [child for child in children if child not in memo]
        if missing:
            stack.extend(reversed(missing))
        else:
            stack.pop()
            memo[expr] = combine(expr, [memo[child] for child in children])
    return memo[root]


def subexpressions(root: Expr) -> Iterator[Expr]:
    """Every distinct subexpression, each before its children."""
    seen = {root}
    stack = [root]
    while stack:
        expr = stack.pop()
        yield expr
        for child in reversed(expr.children):
            if child not in seen:
                seen.add(child)
                stack.append(child)


def node_count(root: Expr) -> int:
    """How many subexpressions there are."""
    return sum(1 for _ in subexpressions(root))


def substitute(root: Expr, mapping: Mapping[Expr, Expr], memo: dict[Expr, Expr] | None = None) -> Expr:
    """Replace subexpressions; what is put in is not searched again."""

    def combine(expr: Expr, below: list[Expr]) -> Expr:
        if expr in mapping:
            return mapping[expr]
        children = expr.children
        if all(a is b for a, b in zip(children, below, strict=True)):
            return expr
        return expr.with_children(tuple(below))

    return fold(root, combine, {} if memo is None else memo)
