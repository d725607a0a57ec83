"""PATH-WEAKEST-PRECONDITION (Erez 2004, section 3.2.2, Definition 3.1), one step of a path at a time.

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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dovetail.fixpoints.system import Chain
from dovetail.program.automata import Edge
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
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Check,
    Havoc,
    HavocMemory,
    Skip,
    Statement,
    written_variable,
)
from dovetail.program.types import Target
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Backward

INPUTS = "<inputs>"
"""The scope of the symbols that stand for inputs."""
MAX_LITERALS = 80
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
    made = _Made({}, None, 0, True)
    return Precondition(made.literals) if made.add(simplify(condition), 0) else None


class _Made:
    """A precondition on its way."""

    __slots__ = ("count", "exact", "inputs", "literals")

    def __init__(self, literals: dict[Expr, int], inputs: Taken | None, count: int, exact: bool) -> None:
        self.literals = literals
        self.inputs = inputs
        self.count = count
        self.exact = exact

    def add(self, condition: Expr, depth: int) -> bool:
        """A simplified condition; False if it cannot hold with the others."""
        literals = self.literals
        for literal in conjuncts(condition):
            if literal is FALSE or opposite(literal) in literals:
                return False
            if literal is not TRUE:
                # Assumed a second time, nearer to the start: less of the path is needed for it.
                before = literals.get(literal, 0)
                literals[literal] = depth if depth > before else before
        return True


class Weakest:
    """Carries preconditions back over steps. Of more than `most` literals those are left out that were
    assumed farthest from the start, apart from what must hold at the end: they change least and cost as much
    as all others."""

    def __init__(self, target: Target, most: int = MAX_LITERALS) -> None:
        self._target = target
        self._most = most
        self._memo: dict[int, dict[Expr, Expr | None]] = {}
        self._remembered = 0

    def before(self, step: Chain, after: Precondition, depth: int) -> Precondition | None:
        """The precondition of a suffix that begins with a step; None if nothing meets it."""
        made = _Made(after.literals, after.inputs, after.count, after.exact)
        for edge in reversed(step.edges):
            if not self._over(edge, made, depth):
                return None
        if len(made.literals) > self._most:
            self._shorten(made)
        return Precondition(made.literals, made.inputs, made.count, made.exact)

    def _shorten(self, made: _Made) -> None:
        assumed = sorted(made.literals.values(), reverse=True)
        least = assumed[self._most * 3 // 4]
        made.literals = {
            literal: depth for literal, depth in made.literals.items() if depth > least or not depth
        }
        made.exact = False

    def _over(self, edge: Edge, made: _Made, depth: int) -> bool:
        statement = edge.statement
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                made.literals = dict(made.literals)
                return made.add(simplify(condition), depth)
            case Havoc(target=target):
                symbol = Variable(f"{made.count}:{target.type}", INPUTS, target.type)
                made.inputs = Taken(statement, symbol, made.inputs)
                made.count += 1
                return self._carry(made, Assign(target, symbol), {})
            case HavocMemory():
                made.inputs = Taken(statement, None, made.inputs)
                made.count += 1
            case Skip():
                return True
        if self._remembered >= MAX_REMEMBERED:
            self._memo.clear()
            self._remembered = 0
        return self._carry(made, statement, self._memo.setdefault(id(edge), {}))

    def _carry(self, made: _Made, statement: Statement, memo: dict[Expr, Expr | None]) -> bool:
        """All literals back over a statement."""
        target = written_variable(statement)
        if target is not None and not isinstance(statement, Allocate):
            if not any(target in variables(literal) for literal in made.literals):
                return True
        before, made.literals = made.literals, {}
        backward = Backward(self._target, statement)
        for literal, origin in before.items():
            if literal in memo:
                found = memo[literal]
            else:
                found = memo[literal] = backward.before(literal)
                self._remembered += 1
            if found is None:
                made.exact = False
            elif not made.add(found, origin):
                return False
        return True


_opposites: dict[Expr, Expr] = {}


def opposite(literal: Expr) -> Expr:
    """The negation of a literal, as it would be among the others."""
    found = _opposites.get(literal)
    if found is None:
        found = _opposites[literal] = simplify(negation(literal))
    return found


def conjuncts(condition: Expr) -> Sequence[Expr]:
    match condition:
        case BinaryOp(op=Binary.AND):
            return [part for one in operands(condition) for part in conjuncts(one)]
        case _:
            return (condition,)
