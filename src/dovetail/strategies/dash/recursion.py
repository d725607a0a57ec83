"""DASH for programs with recursive procedures: tests from below, contracts from above.

See docs/design/recursion.md. In short: tests are run on the program as it is. Contracts of the recursive
procedures are guessed from calls, and what does not follow from all of them together is dropped. Then the
start of the program is looked at alone, with calls replaced by what contracts say. What fails there is a
fabricated test: if the program really does that, it is a violation; if not, some call cannot give back what
was made up, and what it really gives back is learned as a contract about that very call (`contracts`).

Where a procedure or the start has loops, it is a program of its own for DASH as it is; and what contracts
leave open is given to DASH with recursion inlined to a depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from dovetail.contracts.pruning import prune
from dovetail.contracts.real_runs import SHORT, RealRuns
from dovetail.contracts.start import Start
from dovetail.contracts.together import Contracts
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.ledger.one_formula import Fabricated
from dovetail.ledger.standing_alone import in_its_own_words
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.program.inlining import Inlined
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher
from dovetail.strategies.unrolling import deeper_and_deeper

LONG_RUN = 6_000_000
"""Steps of the first test: recursion may be exponential."""
QUESTION = 1.5
"""Seconds for one question about a guess: there are others."""
FIRST_TESTS = 12
TESTING = 0.1
"""Of the budget, at most, for the first tests."""
LOOP_SHARE = 0.06
"""Of the whole budget, for one contract of a procedure with loops."""
MOST_EDGES = 12_000
"""Of the program with recursion inlined."""
NOT_EXCLUDED = "it is not excluded in every call"
NO_CONTRACT = "no contract was found that excludes it"


class Recursion:
    def __init__(self, inlined: Inlined, budget: Budget, watch: Watcher) -> None:
        self.inlined = inlined
        self.program = inlined.program
        self.budget = budget
        self.watch = watch
        self.checks = frozenset(info.ident for info in self.program.checks)
        self.runs = RealRuns(self.program, budget.violated, self.tell)
        share = budget.share(LOOP_SHARE)
        self.contracts = Contracts(
            self.program,
            budget,
            lambda program: self.explore(program, budget.within(share)),
            self.runs.violations.keys(),
            seed=budget.seed,
            seconds=QUESTION,
            tell=self.tell,
        )
        self.start = Start(self.contracts, self.runs.violations, self.learn, self.tell)
        self.rounds = self.tests = self.solver_calls = 0
        """Of DASH, where it was asked."""

    # Tests

    def first_tests(self) -> Iterator[InputVector]:
        yield InputVector()
        for number in sorted(self.contracts.observations.constants, key=abs)[:FIRST_TESTS]:
            yield InputVector((number,) * 64)
        source = random.Random(self.budget.seed)
        for index in range(FIRST_TESTS):
            width = (1, 2, 3, 4, 5, 7, 8)[index % 7]
            yield InputVector(tuple(source.getrandbits(width) for _ in range(64)))

    def test(self) -> None:
        """Runs of the program as it is; calls that they make are remembered."""
        longest = LONG_RUN
        share = self.budget.part(TESTING)
        for vector in self.first_tests():
            if share.spent():
                break
            kind = self.runs.take(vector, longest)
            longest = SHORT if kind is EndKind.BUDGET else max(longest // 2, SHORT)
            self.contracts.observations.run(vector)

    # The start of the program

    def explore(self, program: Program, budget: Budget) -> Claims:
        """What DASH says of a program without calls. Tests and checks are others than those of the whole."""
        claims = Dash(program, replace(budget, tests=(), violated={})).run(lambda progress: None)
        self.solver_calls += claims.progress.solver_calls
        return claims

    def learn(self, found: Fabricated) -> bool:
        """Is the fabricated execution one of the program? If not, what do its calls really give back?"""
        wrong = [call for call in found.calls if not self.contracts.is_real(call)]
        if not wrong:
            known = len(self.runs.violations)
            self.runs.take(found.vector)
            return len(self.runs.violations) > known
        learned = [self.contracts.learn_point(call) for call in wrong]
        return any(learned)

    def prove(self) -> tuple[dict[int, str], str, dict[int, Expr]]:
        """Look at the start of the program until nothing more can be learned: checks that are left open,
        why; what stands in the way of all; and invariants."""
        entry = self.program.procedures[self.program.entry]
        if not self.contracts.proving.has_loops(entry.name):
            left = self.start.check_formula()
            if left is None:
                return {}, self.budget.why, {}
            return dict.fromkeys(left.checks, NO_CONTRACT), left.obstacle, {}
        found = self.start.check(lambda program: self.explore(program, self.budget))
        if found is None:
            return {}, self.budget.why, {}
        stuck = dict.fromkeys(found.violations.keys() - self.runs.violations.keys(), NO_CONTRACT)
        stuck.update({ident: why for ident, why in found.open.items() if ident in self.checks})
        obstacle = found.obstacles[0] if found.obstacles else ""
        if found.open.keys() - self.checks:
            obstacle = obstacle or "what a recursive procedure requires was not established"
        invariants = in_its_own_words(self.program, entry, found.invariants)
        if invariants is None:
            return stuck, obstacle or "no invariant was found", {}
        return stuck, obstacle, invariants

    # All of it

    def run(self) -> Claims:
        self.test()
        if len(self.runs.violations) == len(self.checks) and not self.program.unsupported:
            return self.claims({}, "everything is violated", {})
        self.contracts.guess()
        stuck, obstacle, invariants = self.prove()
        if not obstacle:
            prune(self.contracts, stuck)
        claims = self.claims(stuck, obstacle, invariants)
        return claims if claims.complete else self.unrolled(claims)

    def unrolled(self, claims: Claims) -> Claims:
        """What contracts left open may be decided within few calls. A violation of the program with recursion
        inlined is one of the program: the same inputs are asked for in the same order. A proof is one, too,
        if it excludes that recursion goes deeper, which is a goal like any other."""

        def search(deeper: Inlined, share: Budget) -> Claims:
            found = Dash(deeper.program, share).run(lambda progress: None)
            self.rounds += found.progress.rounds
            self.tests += found.progress.tests
            self.solver_calls += found.progress.solver_calls
            self.runs.reached |= found.reached
            self.runs.violations.update({**found.violations, **self.runs.violations})
            self.tell()
            return replace(found, violations=self.runs.violations)

        found = deeper_and_deeper(self.inlined, self.budget, search, MOST_EDGES)
        known = self.runs.violations
        last = found if found.complete else claims
        return replace(
            last,
            violations=dict(known),
            excluded=frozenset(last.excluded - known.keys()),
            reached=frozenset(self.runs.reached),
            open={ident: why for ident, why in last.open.items() if ident not in known},
            progress=self.progress(),
        )

    def claims(self, stuck: dict[int, str], obstacle: str, invariants: dict[int, Expr]) -> Claims:
        alone = self.contracts.inside.values()
        obstacles = [why for why in (*(inside.unsupported for inside in alone), obstacle) if why]
        proved = not obstacles
        left = self.checks - self.runs.violations.keys()
        open_ = {} if proved else dict.fromkeys(left, obstacles[0])
        open_.update(stuck)
        for inside in alone:
            open_.update(dict.fromkeys(inside.failed, NOT_EXCLUDED))
        open_ = {ident: why for ident, why in open_.items() if ident in left}
        pairs = self.contracts.pairs
        points = sum(pair.point for pair in pairs)
        summaries = self.contracts.summaries.items() if proved else ()
        return Claims(
            violations=dict(self.runs.violations),
            excluded=left - open_.keys(),
            complete=proved and not open_,
            invariants=invariants,
            reached=frozenset(self.runs.reached),
            open=open_,
            obstacles=tuple(dict.fromkeys(obstacles)),
            notes=(f"{len(pairs) - points} contracts, {points} of single calls",),
            progress=self.progress(),
            contracts={name: summary.contracts for name, summary in summaries},
        )

    def tell(self) -> None:
        self.watch(self.progress())

    def progress(self) -> Progress:
        return Progress(
            self.contracts.rounds + self.start.rounds + self.rounds,
            self.runs.count + self.tests,
            len(self.contracts.pairs),
            len(self.checks) - len(self.runs.violations),
            self.contracts.proving.solver_calls + self.solver_calls,
            dict(self.runs.violations),
        )


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return Recursion(inlined, budget, watch).run()
