"""Expressions as Python source: the code algebra, with care for what is shared, deep or large.

An expression is a graph, its text a tree. What occurs more than once is therefore computed once, in a line
of its own, if it is evaluated in any case or cannot fail (only a load can); so is what would nest too deep
for Python's parser. What is still too large after that (loads shared between the lazy arms of a
conditional) is evaluated at run time by walking the expression: slower, never different.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dovetail.execution.accessors import make_loader, make_storer, suffix
from dovetail.execution.fragments import CodeAlgebra, CodeState
from dovetail.program.expressions import Binary, BinaryOp, Conditional, Expr, Load, Variable, speaks_of_all
from dovetail.program.interned import fold
from dovetail.program.remembering import memo
from dovetail.program.types import Type
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory

_DEEPEST = 30
"""Levels of operators in one fragment: Python's parser takes 200 open parentheses."""
_LARGEST = 2000
"""Operators in one fragment."""

_loads: dict[Expr, bool] = memo()


def _can_fail(expr: Expr) -> bool:
    return fold(expr, lambda node, below: isinstance(node, Load) or any(below), _loads)


class ExpressionCompiler:
    """For one procedure: `names` are its variables, `bindings` collects what the code needs in its
    namespace."""

    def __init__(
        self, prefix: str, names: dict[Variable, str], memory: Memory, bindings: dict[str, Any]
    ) -> None:
        self._prefix = prefix
        self._names = names
        self._memory = memory
        self._bindings = bindings
        self._algebra = CodeAlgebra(memory)
        self._state = CodeState(names, self._loader)

    def _loader(self, type_: Type) -> str:
        name = f"load_{suffix(type_)}"
        if name not in self._bindings:
            self._bindings[name] = make_loader(type_, self._memory)
        return name

    def storer(self, type_: Type) -> str:
        name = f"store_{suffix(type_)}"
        if name not in self._bindings:
            self._bindings[name] = make_storer(type_, self._memory)
        return name

    def compile(self, *roots: Expr) -> tuple[list[str], list[str]]:
        """Lines to come first, and a fragment for each root."""
        if any(map(speaks_of_all, roots)):
            return [], [self._interpreted(root) for root in roots]
        if all(_small(root) for root in roots):
            return [], [evaluate(root, self._algebra, self._state) for root in roots]
        lines: list[str] = []
        memo: dict[Expr, str] = {}
        for expr in _worth_a_line(roots):
            name = f"t{len(lines)}"
            lines.append(f"{name} = {self._text(expr, memo)}")
            memo[expr] = name
        return lines, [self._text(root, memo) for root in roots]

    def _text(self, expr: Expr, memo: dict[Expr, str]) -> str:
        size, depth = _extent(expr, memo)
        if size > _LARGEST or depth > 2 * _DEEPEST:
            return self._interpreted(expr)
        # What is not in a line of its own is not worth remembering either, or text would be shared between
        # states.
        return evaluate(expr, self._algebra, self._state, dict(memo))

    def _interpreted(self, expr: Expr) -> str:
        name = f"{self._prefix}_e{expr.serial}"
        self._bindings[name] = (expr, self._names)
        return f"interpret({name}, locals())"


def _worth_a_line(roots: tuple[Expr, ...]) -> list[Expr]:
    """Subexpressions to compute first, each after what it uses."""
    uses: dict[Expr, int] = {}
    strict: set[Expr] = set()
    order: list[Expr] = []
    stack = [(root, True, False) for root in reversed(roots)]
    while stack:
        expr, always, left = stack.pop()
        if left:
            order.append(expr)
            continue
        if expr in uses:
            uses[expr] += 1
            if not always or expr in strict:
                continue
            strict.add(expr)  # known from a lazy place only, so far: tell those below
            stack.extend((child, inner, False) for child, inner in _operands(expr, always) if inner)
            continue
        uses[expr] = 1
        if always:
            strict.add(expr)
        stack.append((expr, always, True))
        stack.extend((child, inner, False) for child, inner in _operands(expr, always))
    depth: dict[Expr, int] = {}
    chosen: list[Expr] = []
    for expr in order:
        if not expr.children:
            depth[expr] = 0
            continue
        depth[expr] = 1 + max(depth[child] for child in expr.children)
        shared = uses[expr] > 1
        if (shared or depth[expr] >= _DEEPEST) and (expr in strict or not _can_fail(expr)):
            chosen.append(expr)
            depth[expr] = 0
    return chosen


def _operands(expr: Expr, always: bool) -> Iterator[tuple[Expr, bool]]:
    """The operands, last first, with whether each is always evaluated."""
    match expr:
        case BinaryOp(op=Binary.AND | Binary.OR, left=left, right=right):
            yield right, False
            yield left, always
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            yield otherwise, False
            yield then, False
            yield condition, always
        case _:
            for child in reversed(expr.children):
                yield child, always


def _small(root: Expr) -> bool:
    """A tree of a few operators: nothing to gain."""
    seen = 0
    stack = [root]
    while stack:
        seen += 1
        if seen > 12:
            return False
        stack.extend(stack.pop().children)
    return True


def _extent(root: Expr, known: dict[Expr, str]) -> tuple[int, int]:
    """The number of operators of an expression's text, and how deep they nest."""
    memo: dict[Expr, tuple[int, int]] = dict.fromkeys(known, (1, 0))

    def combine(_: Expr, below: list[tuple[int, int]]) -> tuple[int, int]:
        if not below:
            return 1, 0
        return 1 + sum(size for size, _ in below), 1 + max(depth for _, depth in below)

    return fold(root, combine, memo)
