"""{pre} f {post}, asked of the procedure alone (Algorithm 1, lines 10 to 15 and 18 to 23).

At calls inside, its own included, all that is assumed of the callees may be used. Where there is no loop, one
formula decides. Where there is, the procedure becomes a program of its own, whose parameters, globals and
what calls give back are inputs, and which checks the postconditions: for that a model checker is handed in,
and what it proves has invariants.

What fails is told, with calls that show it. What follows from that for others is not this module's business.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from dovetail.contracts.roles import Limits, ModelChecker
from dovetail.execution.memoised import Given
from dovetail.formulas.modular import Alone, Assumed, Demand, Modular
from dovetail.formulas.one_formula import Fabricated, OneFormula
from dovetail.formulas.standing_alone import fabricated, in_its_own_words
from dovetail.program.contracts import Contract
from dovetail.program.expressions import Expr, Variable
from dovetail.program.ordering import depth_first
from dovetail.program.types import PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.solver.interface import Answer


@dataclass(slots=True)
class Failing:
    """What was not shown."""

    posts: set[int] = field(default_factory=set)
    """By index."""
    hard: set[int] = field(default_factory=set)
    """Those of the posts for which nothing shows that they do not hold."""
    checks: set[int] = field(default_factory=set)
    demands: list[Demand] = field(default_factory=list)
    unsupported: str = ""
    """What stands in the way of excluding any check."""
    calls: list[Given] = field(default_factory=list)
    """Of the procedure, in which a post would fail."""
    invariants: dict[int, Expr] = field(default_factory=dict)
    """Of its loops, if nothing fails."""


class Proving:
    """`seconds` are for one question to a solver."""

    def __init__(
        self,
        modular: Modular,
        modelcheck: ModelChecker,
        limits: Limits,
        checks: Collection[int],
        seconds: float,
    ) -> None:
        self.modular = modular
        self.program = modular.program
        self.modelcheck = modelcheck
        self.limits = limits
        self.checks = checks
        self.seconds = seconds
        self.solver_calls = 0

    def formula(
        self,
        alone: Alone,
        posts: Sequence[Expr] = (),
        seconds: float = 0,
        switches: Collection[Variable] = (),
    ) -> OneFormula:
        limit = self.limits.question(seconds or self.seconds)
        return OneFormula(self.program, alone, posts, self.modular.effects, limit, switches)

    def count(self, formula: OneFormula) -> None:
        """Of its questions, when no more are to come."""
        self.solver_calls += formula.solver.statistics.calls

    def has_loops(self, name: str) -> bool:
        return bool(depth_first(self.program.procedures[name]).loop_heads)

    def failing(
        self,
        name: str,
        requires: Expr,
        posts: Sequence[Expr],
        assumed: Mapping[str, Assumed],
        settled: Collection[int | None],
    ) -> Failing:
        """What may fail if `requires` holds at the entry: of the posts, and of checks apart from those that
        are settled (None for what is unsupported)."""
        if self.has_loops(name):
            return self._with_loops(name, requires, posts, assumed)
        alone = self.modular.alone(name, assumed, Contract(requires))
        formula = self.formula(alone, posts)
        skipped, failing = set(settled), Failing()
        while (found := formula.failing(skipped, failing.posts)) is not Answer.UNSAT:
            if not isinstance(found, Fabricated):
                self._one_by_one(formula, skipped, len(posts), failing)
                break
            failing.posts.update(found.posts)
            if found.posts:
                failing.calls.append(tuple(found.given[variable] for variable in alone.given))
            for ident in found.checks:
                skipped.add(ident)
                if ident is None:
                    failing.unsupported = found.reason or "something unsupported"
                else:
                    self._check_fails(ident, alone, failing)
        self.count(formula)
        return failing

    def _check_fails(self, ident: int, alone: Alone, failing: Failing) -> None:
        if ident in alone.demands:
            failing.demands.append(alone.demands[ident])
        elif ident in self.checks:
            failing.checks.add(ident)

    def _one_by_one(
        self, formula: OneFormula, skipped: Collection[int | None], count: int, failing: Failing
    ) -> None:
        """All at once was too hard for the solver. Which posts are not established by themselves?"""
        posts = set(range(count))
        failing.hard = {
            index
            for index in posts - failing.posts
            if formula.failing(formula.numbers, posts - {index}) is not Answer.UNSAT
        }
        failing.posts |= failing.hard
        if formula.failing(skipped, posts) is not Answer.UNSAT:
            failing.unsupported = "the solver gave up on a procedure"

    def _with_loops(
        self, name: str, requires: Expr, posts: Sequence[Expr], assumed: Mapping[str, Assumed]
    ) -> Failing:
        reason = self._cannot_stand_alone(name)
        if reason:
            return Failing(posts=set(range(len(posts))), unsupported=reason)
        alone = self.modular.alone(name, assumed, Contract(requires), posts, executable=True)
        claims = self.modelcheck(self.modular.executable(alone))
        failing = Failing(unsupported=claims.obstacles[0] if claims.obstacles else "")
        for ident, vector in claims.violations.items():
            if ident in alone.posts:
                failing.posts.add(posts.index(alone.posts[ident]))
                given = fabricated(self.modular, alone, ident, vector).given
                failing.calls.append(tuple(given[variable] for variable in alone.given))
            else:
                self._check_fails(ident, alone, failing)
        if failing.posts or failing.demands:
            return failing  # without them the rest is easier
        found = in_its_own_words(self.program, self.program.procedures[name], claims.invariants)
        if not claims.complete or found is None:
            open_ = {posts.index(post) for i, post in alone.posts.items() if i not in claims.excluded}
            failing.posts = failing.hard = open_ or set(range(len(posts)))
            if not posts:
                failing.unsupported = failing.unsupported or f"no invariant was found for {name}"
        else:
            failing.invariants = found
        return failing

    def _cannot_stand_alone(self, name: str) -> str:
        """Why a procedure cannot be a program of its own; empty if it can. Memory that exists before it
        starts, and pointers into it, cannot be inputs."""
        effects = self.modular.effects[name]
        if effects.reads_memory or effects.writes_memory:
            return f"{name} is recursive, has a loop and uses memory"
        used = (*self.program.procedures[name].parameters, *effects.reads)
        if any(isinstance(variable.type, PointerType) for variable in used):
            return f"{name} is recursive, has a loop and uses pointers"
        return ""
