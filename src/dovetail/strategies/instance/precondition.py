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

from dovetail.fixpoints.system import Chain
from dovetail.program.expressions import (
    FALSE,
    Expr,
    Variable,
    conjunction,
    conjuncts,
    negation,
)
from dovetail.program.remembering import memo
from dovetail.program.statements import Assign, Havoc, HavocMemory, Statement
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.path_weakest import Carried
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Backward, Witness

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
    found = dict.fromkeys(conjuncts(simplify(condition)), 0)
    cannot = FALSE in found or any(opposite(literal) in found for literal in found)
    return None if cannot else Precondition(found)


class _Contradiction(Exception):
    """Nothing meets the precondition."""


class Weakest:
    """Carries preconditions back over steps. Of more than `most` literals those are left out that were
    assumed farthest from the start, apart from what must hold at the end: they change least and cost as much
    as all others."""

    def __init__(self, target: Target, most: int = MAX_LITERALS) -> None:
        self.target = target
        self._most = most
        self._memo: dict[int, dict[Expr, Expr | None]] = {}
        self.remembered = 0

    def before(self, step: Chain, after: Precondition, depth: int) -> Precondition | None:
        """The precondition of a suffix that begins with a step; None if nothing meets it."""
        made = _Suffix(self, after, depth)
        try:
            made.along(step.edges)
        except _Contradiction:
            return None
        literals, exact = made.literals, made.exact
        if len(literals) > self._most:
            least = sorted(literals.values(), reverse=True)[self._most * 3 // 4]
            literals = {literal: at for literal, at in literals.items() if at > least or not at}
            exact = False
        return Precondition(literals, made.inputs, made.count, exact)

    def memo(self, statement: Statement) -> dict[Expr, Expr | None]:
        """Literals after a statement of the program, as they are before it."""
        if self.remembered >= MAX_REMEMBERED:
            self._memo.clear()
            self.remembered = 0
        return self._memo.setdefault(id(statement), {})


class _Suffix(Carried[int]):
    """Noted is the depth at which a literal was assumed."""

    def __init__(self, weakest: Weakest, after: Precondition, depth: int) -> None:
        # Of what is assumed a second time, nearer to the start, less of the path is needed.
        super().__init__(weakest.target, after.literals, depth, max)
        self.inputs, self.count, self.exact = after.inputs, after.count, after.exact
        self._weakest = weakest
        self._memo: dict[Expr, Expr | None] = {}

    def over(self, statement: Statement, witness: Witness | None = None) -> None:
        if isinstance(statement, HavocMemory):
            self.inputs = Taken(statement, None, self.inputs)
            self.count += 1
        self._memo = self._weakest.memo(statement)
        super().over(statement, witness)

    def take(self, statement: Havoc) -> None:
        """An input is a symbol of its own."""
        type_ = statement.target.type
        symbol = Variable(f"{self.count}:{type_}", INPUTS, type_)
        self.inputs = Taken(statement, symbol, self.inputs)
        self.count += 1
        self._memo = {}
        self.carry(Assign(statement.target, symbol))

    def earlier(self, literal: Expr, backward: Backward) -> Expr | None:
        if literal not in self._memo:
            self._memo[literal] = backward.before(literal)
            self._weakest.remembered += 1
        return self._memo[literal]

    def lost(self, literal: Expr, note: int) -> None:
        self.exact = False

    def assume(self, condition: Expr) -> None:
        super().assume(simplify(condition))

    def parts(self, condition: Expr) -> Sequence[Expr]:
        return conjuncts(condition)

    def add(self, literal: Expr, note: int) -> None:
        if literal is FALSE or opposite(literal) in self.literals:
            raise _Contradiction
        super().add(literal, note)


_opposites: dict[Expr, Expr] = memo()


def opposite(literal: Expr) -> Expr:
    """The negation of a literal, as it would be among the others."""
    found = _opposites.get(literal)
    if found is None:
        found = _opposites[literal] = simplify(negation(literal))
    return found
