"""{pre} f {post}, proved by looking at the procedure alone (Algorithm 1, lines 10 to 15 and 18 to 23).

Where there is no loop, one formula decides it. Where there is, the procedure becomes a program of its own,
whose parameters and globals are inputs, and which checks the postcondition: any strategy can prove that.
What fails gives a call that shows it; with it more is observed, and less is guessed, until what is left
holds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.memoised import Given
from dovetail.formulas.modular import MADE_UP, Alone, Assumed, Modular
from dovetail.formulas.one_formula import Fabricated, OneFormula
from dovetail.formulas.standing_alone import in_its_own_words
from dovetail.formulas.summaries import Pair, Summary
from dovetail.program.automata import Program
from dovetail.program.contracts import Contract
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Variable
from dovetail.program.ordering import depth_first
from dovetail.program.types import IntType
from dovetail.solver.interface import Answer
from dovetail.strategies.outcome import Budget
from dovetail.strategies.summaries.model_checking import prove
from dovetail.strategies.summaries.observations import Observations

ROUNDS = 10
"""Of guessing anew; after that, what fails is only dropped."""
QUESTION = 3.0
"""Seconds."""
MOST_WITH_LOOPS = 8
"""Postconditions of a procedure with loops: each may need invariants of its own."""
SHARE = 0.15
"""Of the budget that is left, for one attempt to prove something of a procedure with loops."""
MOST_STEPS = 200_000


class Proving:
    def __init__(
        self,
        modular: Modular,
        summaries: Mapping[str, Summary],
        observations: Observations,
        budget: Budget,
    ) -> None:
        self.modular = modular
        self.summaries = summaries
        self.observations = observations
        self.budget = budget
        self.solver_calls = 0

    def establish(
        self, name: str, pair: Pair, inherited: Sequence[Expr] = (), about: Collection[Variable] = ()
    ) -> bool:
        """Guess what a pair's postcondition is from the known calls, and prove it; what is `inherited` from
        a parent needs no guess. If only some variables matter, it is `about` these. Has the pair a
        postcondition then?"""
        known = list(inherited)
        while self.budget.move():
            pair.iterations += 1
            if pair.iterations <= ROUNDS and not pair.point:
                guessed = self.observations.postconditions(name, pair.pre, about)
                if self._has_loops(name):
                    guessed = guessed[:MOST_WITH_LOOPS]
                pair.posts = list(dict.fromkeys([*known, *guessed]))
            if not pair.posts:
                return False
            wrong, calls = self._failing(name, pair)
            if not wrong:
                pair.posts = without_weaker(pair.posts)
                return True
            for given in calls:
                self.observations.call(name, given)
            pair.posts = [post for post in pair.posts if post not in wrong]
            known = [post for post in known if post not in wrong]
        pair.posts.clear()
        return False

    def holds(self, name: str, pair: Pair) -> bool:
        """Is it proved as it is?"""
        return not self._failing(name, pair)[0]

    def _assumed(self, name: str, pair: Pair) -> dict[str, Assumed]:
        """At a call of itself a procedure may rely on what is to be proved: by induction on the calls of an
        execution."""
        found = {other: summary.assumed for other, summary in self.summaries.items()}
        if pair not in self.summaries[name].pairs:
            found[name] = Assumed((*found[name].rules, pair.rule))
        return found

    def _has_loops(self, name: str) -> bool:
        return bool(depth_first(self.modular.program.procedures[name]).loop_heads)

    def _failing(self, name: str, pair: Pair) -> tuple[set[Expr], list[Given]]:
        """Postconditions that were not proved, and calls that show it."""
        if self._has_loops(name):
            return self._failing_with_loops(name, pair)
        alone = self.modular.alone(name, self._assumed(name, pair), Contract(pair.pre))
        limit = self.budget.question(QUESTION)
        formula = OneFormula(self.modular.program, alone, pair.posts, self.modular.effects, limit)
        wrong: set[int] = set()
        calls: list[Given] = []
        while True:
            found = formula.failing((), wrong)
            if found is Answer.UNSAT:
                break
            if not isinstance(found, Fabricated) or not found.posts:
                # Too hard all at once, or something else that is not understood: then one by one.
                hard = {
                    index
                    for index in range(len(pair.posts))
                    if index not in wrong
                    and formula.failing((), {*range(len(pair.posts))} - {index}) is not Answer.UNSAT
                }
                self.observations.hard |= {pair.posts[index] for index in hard}
                wrong |= hard
                break
            wrong.update(found.posts)
            calls.append(tuple(found.given[variable] for variable in alone.given))
        self.solver_calls += formula.solver.statistics.calls
        return {pair.posts[index] for index in wrong}, calls

    def _failing_with_loops(self, name: str, pair: Pair) -> tuple[set[Expr], list[Given]]:
        alone = self.modular.alone(
            name, self._assumed(name, pair), Contract(pair.pre), pair.posts, executable=True
        )
        program = self.modular.executable(alone)
        claims = prove(program, self.budget.part(SHARE))
        self.solver_calls += claims.progress.solver_calls
        wrong: set[Expr] = set()
        calls: list[Given] = []
        for ident, vector in claims.violations.items():
            wrong.add(alone.posts[ident])
            calls.append(self._given(program, alone, name, vector))
        if wrong:
            return wrong, calls
        procedure = self.modular.program.procedures[name]
        if not claims.complete:
            # They are not guessed again: what shows that they do not hold was not found.
            open_ = {post for ident, post in alone.posts.items() if ident not in claims.excluded}
            self.observations.hard |= open_
            return open_, []
        found = in_its_own_words(self.modular.program, procedure, claims.invariants)
        if found is None:
            return set(pair.posts), []
        pair.invariants = found
        return set(), []

    def _given(self, program: Program, alone: Alone, name: str, vector: Any) -> Given:
        """The call that a test of the procedure alone makes: its first inputs."""
        run = Executor(program).run(vector, max_steps=MOST_STEPS, record_path=False)
        variables = self.observations.calls.given(name)
        taken = [one.value for one in run.inputs if one.name.startswith(MADE_UP)][: len(variables)]
        found: list[Any] = []
        for variable, value in zip(variables, taken, strict=True):
            assert isinstance(variable.type, IntType) and isinstance(value, int)
            found.append(variable.type.bits(value))
        return tuple(found)


def without_weaker(posts: Sequence[Expr]) -> list[Expr]:
    """Of the constant bounds of a variable only the strictest ones."""
    best: dict[tuple[Variable, Binary], int] = {}
    for post in posts:
        bound = _bound(post)
        if bound is not None:
            key, number = bound
            known = best.get(key, number)
            best[key] = max(known, number) if key[1] is Binary.GE else min(known, number)
    found = []
    for post in posts:
        bound = _bound(post)
        if bound is None or best[bound[0]] == bound[1]:
            found.append(post)
    return found


def _bound(post: Expr) -> tuple[tuple[Variable, Binary], int] | None:
    match post:
        case BinaryOp(
            op=Binary.GE | Binary.LE as op,
            left=Variable(type=IntType() as type_) as variable,
            right=Const(value=int(value)),
        ):
            return (variable, op), type_.number(value)
        case _:
            return None
