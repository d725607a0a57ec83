"""The strategy `summaries` (Yeolekar & Unadkat, Algorithm 1): for procedures stands what is known of them.

Procedures from which no check can be reached start as ⟨true, true⟩: a call may do anything. The rest of the
program is checked like that. A proof is a proof. A counterexample is run on the real program; if it is none,
some call cannot have given back what was made up. Then what such calls do have in common is guessed from
runs, proved of the procedure alone, and added to its summary: of all calls, or of a part of them and of the
complement. If nothing else excludes the counterexample, what that very call gives back is added.

Unlike in the paper nothing is bounded: the model checker is any strategy of the house, and all that it proves
has invariants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.memoised import Fate, Given
from dovetail.formulas.modular import Modular
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.standing_alone import fabricated, in_its_own_words
from dovetail.formulas.summaries import Pair, Summary, replaced
from dovetail.inference.postconditions import Observed
from dovetail.ledger.entries import Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.effects import effects
from dovetail.program.expressions import FALSE, TRUE, Expr, Variable, conjunction, negation
from dovetail.program.inlining import Inlined, inline
from dovetail.program.statements import Check, Unsupported
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.summaries.model_checking import modelcheck
from dovetail.strategies.summaries.observations import Observations
from dovetail.strategies.summaries.proving import Proving
from dovetail.strategies.summaries.units import summarised

REPLAY = 2_000_000
"""Steps of a run that is to show a violation."""
FIRST_TESTS = 16
PARTITIONS = 6
"""Preconditions that are tried for one spurious call, before it is learned as a point."""
MOST_PAIRS = 60
"""Of one summary."""


@dataclass(slots=True)
class Figures:
    """Of Table 1."""

    refinements: int = 0
    checks: int = 0
    """Of the program with calls replaced."""
    tests: int = 0
    solver_calls: int = 0


class Summaries(Strategy):
    """Algorithm 1. `inlined` tells what the whole program is."""

    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.kept = summarised(inlined.whole)
        self.program = inline(inlined.whole, keep=self.kept).program
        self.effects = effects(self.program)
        self.modular = Modular(self.program, self.effects)
        self.names = [name for name in self.program.procedures if name != self.program.entry]
        self.summaries = {name: Summary(name) for name in self.names}
        self.observations = Observations(self.program, self.effects, budget.seed)
        self.proving = Proving(self.modular, self.summaries, self.observations, budget)
        self.executor = Executor(self.program)
        self.checks = frozenset(info.ident for info in self.program.checks)
        self.figures = Figures()
        self.found: Claims | None = None

    def moves(self) -> Iterator[None]:
        strange = [name for name in self.names if name not in self.kept and not self._summarisable(name)]
        if strange or not self.names:
            why = (
                f"{strange[0]} is recursive and cannot be summarised"
                if strange
                else "there is no procedure that can be summarised"
            )
            self.found = self._open(why)
            return
        self.observations.run(self._first_tests())
        while self.budget.move():
            self.figures.checks += 1
            alone = replaced(self.modular, self.summaries)
            program = self.modular.executable(alone)
            ledger = Ledger(program, (one for one in self.ledger if isinstance(one, Test)))
            for ident, vector in self.violations.items():
                ledger.enter(Violation(check=ident, vector=vector))
            claims = modelcheck(program, ledger, self.budget, self.program)
            self.figures.solver_calls += claims.progress.solver_calls
            yield
            spurious = {
                ident: vector for ident, vector in claims.violations.items() if ident not in self.violations
            }
            if not spurious:
                self.found = self._decided(claims)
                return
            known = len(self.violations)
            refined = False
            for ident, vector in spurious.items():
                made = fabricated(self.modular, alone, ident, vector)
                self._try(made.vector)
                if ident not in self.violations:
                    refined |= self._refine(made.calls)
            if not refined and len(self.violations) == known:
                self.found = self._open(
                    "a counterexample through summaries could neither be run nor be excluded"
                )
                return

    def claims(self) -> Claims:
        return self._open(self.budget.why) if self.found is None else self.found

    def _summarisable(self, name: str) -> bool:
        """Of a procedure that is there because it is recursive."""
        edges = self.program.procedures[name].edges
        return (
            self.observations.calls.numeric(name)
            and not self.effects[name].takes_inputs
            and not any(isinstance(edge.statement, Check | Unsupported) for edge in edges)
        )

    def _first_tests(self) -> Iterator[InputVector]:
        yield InputVector()
        yield from self.ledger.tests[:FIRST_TESTS]
        for number in (1, -1, 2, 3, 5, 7, 100):
            yield InputVector((number,) * 64)

    def _try(self, vector: InputVector) -> None:
        self.figures.tests += 1
        run = self.executor.run(vector, max_steps=REPLAY, record_path=False)
        if run.end.kind is EndKind.VIOLATION and run.end.check_id is not None:
            self.violations.setdefault(run.end.check_id, run.vector)

    # Refinement (lines 8 to 32)

    def _refine(self, calls: tuple[MadeCall, ...]) -> bool:
        """Exclude what the calls of a spurious counterexample are said to give back. Is there progress?"""
        refined = False
        for call in calls:
            if self.budget.spent():
                break
            name = call.callee
            given: Given = self.observations.calls.memoised.given(name, call.arguments, call.before)
            made = Observed(given, self._back(call))
            real = self.observations.call(name, given)
            if isinstance(real, Observed) and real.back == made.back:
                continue
            if not self._excluded(name, made):  # perhaps by what was learned from a call before it
                refined |= self._partition(name, made, real)
        self.figures.refinements += refined
        return refined

    def _back(self, call: MadeCall) -> tuple[Any, ...]:
        after: dict[Variable, Any] = dict(call.after)
        return tuple(
            call.result if variable.scope else after[variable]
            for variable in self.observations.calls.back(call.callee)
        )

    def _excluded(self, name: str, made: Observed) -> bool:
        pairs = self.summaries[name].pairs
        return any(
            self.observations.applies(name, pair.pre, made.given) and self._blocks(name, pair.posts, made)
            for pair in pairs
        )

    def _blocks(self, name: str, posts: list[Expr], made: Observed) -> bool:
        return any(not self.observations.agrees(name, post, made) for post in posts)

    def _partition(self, name: str, made: Observed, real: Observed | Fate) -> bool:
        summary = self.summaries[name]
        if len(summary.pairs) >= MOST_PAIRS:
            return False
        self.observations.synthesise(name, TRUE)
        if not isinstance(real, Observed):
            # It does not come back, or takes too long: what others give back may exclude it all the same.
            return self._strengthen(name, made, frozenset()) or self._separate(name, made, real, frozenset())
        # Often a stronger postcondition of all calls is enough, and nothing has to be partitioned.
        groups = self._wrong(name, made, real)
        refined = self._strengthen(name, made, frozenset().union(*groups))
        # What has nothing to do with each other is treated apart: each part may need a case of its own.
        for wrong in groups:
            back = self.observations.calls.back(name)
            values = zip(back, made.back, real.back, strict=True)
            part = Observed(made.given, tuple(a if variable in wrong else b for variable, a, b in values))
            if not self._excluded(name, part) and not self.budget.spent():
                refined |= self._separate(name, part, real, wrong)
        return refined

    def _strengthen(self, name: str, made: Observed, wrong: frozenset[Variable]) -> bool:
        """What can be said of these variables after all calls. Does that exclude what was made up?"""
        root = self.summaries[name].root
        if not self._blocks(name, self.observations.postconditions(name, TRUE, wrong), made):
            return False
        stronger = Pair()
        if self.proving.establish(name, stronger, root.posts, wrong):
            root.posts, root.invariants = stronger.posts, stronger.invariants
            root.iterations += stronger.iterations
        return self._blocks(name, root.posts, made)

    def _separate(self, name: str, made: Observed, real: Observed | Fate, wrong: frozenset[Variable]) -> bool:
        """Exclude what was made up of some variables: by a postcondition of a part of the calls, or one."""
        summary = self.summaries[name]
        root = summary.root
        for pre in self._separating(name, made, wrong):
            first, second = self.partition(name, root, pre, wrong)
            if self._blocks(name, first.posts, made):
                summary.pairs += [pair for pair in (first, second) if pair.posts]
                return True
        return self._case(name, made, wrong) or self._point(name, made, real)

    def _case(self, name: str, made: Observed, wrong: frozenset[Variable]) -> bool:
        """A pair for the case that the procedure itself makes of the call: all that it asks. What is not
        needed of that is left out."""
        asked = list(self.observations.asked(name, made.given))
        pair = Pair(conjunction(asked))
        if not asked or not self._blocks(name, self.observations.postconditions(name, pair.pre, wrong), made):
            return False
        self.observations.synthesise(name, pair.pre)
        self.proving.establish(name, pair, (), wrong)
        needed = [post for post in pair.posts if self._blocks(name, [post], made)][:1]
        if not needed:
            return False
        pair.posts = needed
        for condition in list(asked):
            fewer = [other for other in asked if other is not condition]
            wider = Pair(conjunction(fewer), needed, iterations=pair.iterations)
            if self.proving.holds(name, wider):
                asked, pair = fewer, wider
        self.summaries[name].pairs.append(pair)
        return True

    def _wrong(self, name: str, made: Observed, real: Observed) -> list[frozenset[Variable]]:
        """What the call does not give back like that, each with what it has to do with."""
        back = self.observations.calls.back(name)
        wrong = [variable for variable, a, b in zip(back, made.back, real.back, strict=True) if a != b]
        related = self.observations.related(name)
        found: list[frozenset[Variable]] = []
        for variable in wrong:
            group = frozenset(other for other in wrong if related(variable, other))
            if group not in found:
                found.append(group)
        return found

    def _separating(self, name: str, made: Observed, wrong: frozenset[Variable]) -> list[Expr]:
        """Preconditions for a part of the calls, such that what is known of this part excludes what was made
        up. The one with most calls comes first: it says most."""
        found: list[tuple[int, Expr]] = []
        for pre in self.observations.preconditions(name, made.given, wrong):
            if self.budget.spent():
                break
            calls = self.observations.matching(name, pre)
            if calls and self._blocks(name, self.observations.postconditions(name, pre, wrong), made):
                found.append((len(calls), pre))
        found.sort(key=lambda one: -one[0])
        return [pre for _, pre in found[:PARTITIONS]]

    def partition(
        self, name: str, parent: Pair, pre: Expr, about: frozenset[Variable] = frozenset()
    ) -> tuple[Pair, Pair]:
        """The two children of a pair, each with what was proved of it: ⟨pre_i ∧ p, …⟩, ⟨pre_i ∧ ¬p, …⟩.
        What is known of all calls is not said again."""
        inherited = [] if parent is self.summaries[name].root else parent.posts
        children = []
        for part in (pre, negation(pre)):
            child = Pair(conjunction([parent.pre, part]))
            self.observations.synthesise(name, child.pre)
            self.proving.establish(name, child, inherited, about)
            if parent is self.summaries[name].root:
                child.posts = [post for post in child.posts if post not in parent.posts]
            children.append(child)
        first, second = children
        return first, second

    def _point(self, name: str, made: Observed, real: Observed | Fate) -> bool:
        """What just this call gives back (lines 24 to 29); if it does not come back, that."""
        if real is Fate.TOO_LONG or real is Fate.OPEN:
            return False
        call = real if isinstance(real, Observed) else made
        pre, posts = self.observations.point(name, call)
        pair = Pair(pre, posts if isinstance(real, Observed) else [FALSE], point=True)
        if not self.proving.establish(name, pair):
            return False
        self.summaries[name].pairs.append(pair)
        return True

    # Results

    def progress(self) -> Progress:
        pairs = sum(len(summary.pairs) for summary in self.summaries.values())
        left = len(self.checks) - len(self.violations)
        calls = self.figures.solver_calls + self.proving.solver_calls
        tests = self.figures.tests + self.observations.runs
        return Progress(self.figures.checks, tests, pairs, left, calls, dict(self.violations))

    def _notes(self) -> tuple[str, ...]:
        pairs = [pair for summary in self.summaries.values() for pair in summary.pairs]
        points = sum(pair.point for pair in pairs)
        return (
            f"{len(self.names)} procedures were summarised, with {len(pairs) - points} pairs of conditions "
            f"and {points} single calls, in {self.figures.refinements} refinements",
        )

    def _open(self, why: str) -> Claims:
        left = self.checks - self.violations.keys()
        return Claims(
            dict(self.violations),
            reached=frozenset(self.violations),
            open=dict.fromkeys(left, why),
            notes=self._notes(),
            progress=self.progress(),
        )

    def _decided(self, claims: Claims) -> Claims:
        """What was said of the program with calls replaced, told of the real one."""
        entry = self.program.procedures[self.program.entry]
        invariants = in_its_own_words(self.program, entry, claims.invariants)
        if not claims.complete or invariants is None:
            left = self.checks - self.violations.keys()
            why = "with summaries, nothing more was found out"
            return replace(self._open(why), open={ident: claims.open.get(ident, why) for ident in left})
        return Claims(
            dict(self.violations),
            self.checks - self.violations.keys(),
            True,
            invariants,
            frozenset(self.violations),
            obstacles=claims.obstacles,
            notes=self._notes(),
            progress=self.progress(),
            contracts={name: summary.contracts for name, summary in self.summaries.items()},
            approximate=claims.approximate,
            moves=claims.moves,
            steps=claims.steps,
            kept=self.kept,
        )


def summaries(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `summaries`."""
    return Summaries(inlined, ledger, budget)
