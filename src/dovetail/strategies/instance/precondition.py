"""PATH-WEAKEST-PRECONDITION (Erez 2004, section 3.2.2), one step of a path at a time.

The precondition of a suffix is a conjunction of literals over the state before it. Going back over an
assignment is substitution, over an assumption conjunction (Table 3.1). An input that the path takes is any
value: a fresh symbol each time. Suffixes that share an end share what was computed for it.

What has no such expression (a read of memory through a pointer that may or may not meet a write) is left
out, and the precondition is no longer *exact*: it is then a necessary condition, good for giving up a
suffix, not for finding an input.

Of each literal it is known how far back along the path it was assumed. The statements between there and the
start of the suffix are all that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Expr,
    Variable,
    conjunction,
    negation,
    operands,
    variables,
)
from dovetail.program.statements import Assign, Assume, Check, Havoc, HavocMemory, Skip, Statement
from dovetail.program.types import Target
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Backward
from dovetail.strategies.abstract.system import Chain

INPUTS = "<inputs>"
"""The scope of the symbols that stand for inputs."""
MAX_REMEMBERED = 100_000
"""Literals carried over a step that are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """An input on a path, and those that come after it. `symbol` is None for the bytes of memory."""

    statement: Havoc | HavocMemory
    symbol: Variable | None
    later: Taken | None


@dataclass(frozen=True, slots=True, eq=False)
class Precondition:
    """`literals` are conditions that must all hold, each with the depth of the suffix (in steps) at which it
    was assumed."""

    literals: dict[Expr, int]
    inputs: Taken | None = None
    count: int = 0
    """Of inputs taken on the suffix."""
    exact: bool = True

    @property
    def formula(self) -> Expr:
        return conjunction(self.literals)

    def in_order(self) -> Iterator[Taken]:
        """The inputs, in the order in which they are taken."""
        here = self.inputs
        while here is not None:
            yield here
            here = here.later


def postcondition(condition: Expr) -> Precondition | None:
    """What must hold at the end of a path; None if that cannot be."""
    return _Made({}, None, 0, True).with_condition(condition, 0)


class _Made:
    """A precondition on its way."""

    __slots__ = ("count", "exact", "inputs", "literals")

    def __init__(self, literals: dict[Expr, int], inputs: Taken | None, count: int, exact: bool) -> None:
        self.literals = literals
        self.inputs = inputs
        self.count = count
        self.exact = exact

    def with_condition(self, condition: Expr, depth: int) -> Precondition | None:
        if not self.add(simplify(condition), depth):
            return None
        return Precondition(self.literals, self.inputs, self.count, self.exact)

    def add(self, condition: Expr, depth: int) -> bool:
        """A simplified condition; False if it cannot hold with the others."""
        for literal in conjuncts(condition):
            if literal is FALSE or simplify(negation(literal)) in self.literals:
                return False
            if literal is not TRUE:
                # Assumed a second time, nearer to the start: less of the path is needed for it.
                self.literals[literal] = max(depth, self.literals.get(literal, 0))
        return True


class Weakest:
    """Carries preconditions back over steps."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._memo: dict[tuple[Statement, Expr], Expr | None] = {}

    def before(self, step: Chain, after: Precondition, depth: int) -> Precondition | None:
        """The precondition of a suffix that begins with a step; None if nothing meets it."""
        made = _Made(after.literals, after.inputs, after.count, after.exact)
        for edge in reversed(step.edges):
            if not self._over(edge.statement, made, depth):
                return None
        literals = dict(made.literals) if made.literals is after.literals else made.literals
        return Precondition(literals, made.inputs, made.count, made.exact)

    def _over(self, statement: Statement, made: _Made, depth: int) -> bool:
        match statement:
            case Havoc(target=target):
                symbol = Variable(f"{made.count}:{target.type}", INPUTS, target.type)
                made.inputs = Taken(statement, symbol, made.inputs)
                made.count += 1
                statement = Assign(target, symbol)
            case HavocMemory():
                made.inputs = Taken(statement, None, made.inputs)
                made.count += 1
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                made.literals = dict(made.literals)
                return made.add(simplify(condition), depth)
            case Assign(target=target):
                if not any(target in variables(literal) for literal in made.literals):
                    return True
            case Skip():
                return True
        before, made.literals = made.literals, {}
        for literal, origin in before.items():
            found = self._carried(statement, literal)
            if found is None:
                made.exact = False
            elif not made.add(found, origin):
                return False
        return True

    def _carried(self, statement: Statement, literal: Expr) -> Expr | None:
        key = (statement, literal)
        if key not in self._memo:
            if len(self._memo) >= MAX_REMEMBERED:
                self._memo.clear()
            self._memo[key] = Backward(self._target, statement).before(literal)
        return self._memo[key]


def conjuncts(condition: Expr) -> Iterator[Expr]:
    match condition:
        case BinaryOp(op=Binary.AND):
            for part in operands(condition):
                yield from conjuncts(part)
        case _:
            yield condition
