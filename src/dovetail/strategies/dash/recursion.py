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
from dovetail.contracts.real_runs import SHORT
from dovetail.contracts.start import Left
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.formulas.one_formula import Fabricated
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined
from dovetail.strategies.by_contracts import ByContracts
from dovetail.strategies.dash.algorithm import Dash
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.unrolling import Unrolled

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


class Recursion(ByContracts):
    """DASH with contracts in place of its invocation on called procedures (section 4.4)."""

    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(inlined.program, ledger, budget, QUESTION)
        self.inlined = inlined
        self.unrolled: Unrolled | None = None
        self.loop_share = budget.share(LOOP_SHARE)

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

    def prove(self, program: Program) -> Claims:
        return self._explored(program, self.budget.within(self.loop_share))

    def check(self, program: Program) -> Claims:
        return self._explored(program, self.budget)

    def _explored(self, program: Program, budget: Budget) -> Claims:
        """DASH as the model checker of a procedure, or of a start, that has loops, with contracts in place of
        calls. (It is not Fig. 16: no frontier waits for the answer.) Tests and checks are others than those
        of the whole."""
        return self.counted(Dash(program, Ledger(program), budget).run())

    def learn(self, made: Fabricated) -> bool:
        """Is the fabricated execution one of the program? If not, what do its calls really give back?"""
        wrong = [call for call in made.calls if not self.contracts.is_real(call)]
        if wrong:
            learned = [self.contracts.learn_point(call) for call in wrong]
            return any(learned)
        known = len(self.violations)
        self.runs.take(made.vector)
        return len(self.violations) > known

    def moves(self) -> Iterator[None]:
        self.test()
        if len(self.violations) == len(self.checks) and not self.program.unsupported:
            self.found = self.said_of(Left(obstacle="everything is violated"))
            return
        yield
        self.contracts.guess()
        yield
        loops = self.contracts.proving.has_loops(self.program.entry)
        left = self.start.check(self.check) if loops else self.start.check_formula()
        left = left or Left(obstacle=self.budget.why)
        if not left.obstacle:
            prune(self.contracts, left.checks)
        self.found = self.said_of(left)
        yield
        if not self.found.complete:
            yield from self._unrolled()

    def _unrolled(self) -> Iterator[None]:
        """What contracts left open may be decided within few calls. A violation of the program with recursion
        inlined is one of the program: the same inputs are asked for in the same order. A proof is one, too,
        if it excludes that recursion goes deeper, which is a goal like any other."""
        self.unrolled = Unrolled(self.inlined, self.ledger, self.budget, Dash, MOST_EDGES)
        for _ in self.unrolled.moves():
            self.violations.update(self.unrolled.violations)
            yield
        self.violations.update(self.unrolled.violations)

    def claims(self) -> Claims:
        below = Claims() if self.unrolled is None else self.unrolled.claims()
        last = below if below.complete else super().claims()
        return replace(
            last,
            violations=dict(self.violations),
            excluded=frozenset(last.excluded - self.violations.keys()),
            reached=frozenset(self.runs.reached | below.reached),
            open={ident: why for ident, why in last.open.items() if ident not in self.violations},
            progress=self.progress(),
        )

    def progress(self) -> Progress:
        above = super().progress()
        if self.unrolled is None:
            return above
        below = self.unrolled.progress()
        return replace(
            above,
            rounds=above.rounds + below.rounds,
            tests=above.tests + below.tests,
            solver_calls=above.solver_calls + below.solver_calls,
        )

    def notes(self) -> tuple[str, ...]:
        points = self.points()
        return (f"{len(self.contracts.pairs) - points} contracts, {points} of single calls",)
