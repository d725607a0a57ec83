"""A search with contracts in place of calls: what the recursion of `dash` and `summaries` have in common.

It ties `contracts` to budgets and claims. Which contracts are looked for, what is learned from a fabricated
execution, and who checks what has loops is for each of the two to say.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from dovetail.contracts.real_runs import RealRuns
from dovetail.contracts.start import Left, Start
from dovetail.contracts.together import Contracts
from dovetail.formulas.one_formula import Fabricated
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy

NOT_EXCLUDED = "it is not excluded in every call"


class ByContracts(Strategy):
    """`seconds` are for one question to a solver."""

    def __init__(self, program: Program, ledger: Ledger, budget: Budget, seconds: float) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.checks = frozenset(info.ident for info in program.checks)
        self.runs = RealRuns(program, self.violations, self.enter_violations)
        self.violations = self.runs.violations
        self.contracts = Contracts(self.runs, budget, self.prove, seed=budget.seed, seconds=seconds)
        self.start = Start(self.contracts, self.learn)
        self.solver_calls = 0
        """Of others that were asked."""
        self.found: Claims | None = None

    @abstractmethod
    def prove(self, program: Program) -> Claims:
        """The model checker for procedures with loops."""

    @abstractmethod
    def check(self, program: Program) -> Claims:
        """The one for the start of the program with calls replaced."""

    @abstractmethod
    def learn(self, made: Fabricated) -> bool:
        """See `contracts.start`."""

    @abstractmethod
    def notes(self) -> tuple[str, ...]: ...

    def counted(self, claims: Claims) -> Claims:
        self.solver_calls += claims.progress.solver_calls
        return claims

    def points(self) -> int:
        return sum(pair.point for pair in self.contracts.pairs)

    def claims(self) -> Claims:
        return self.said_of(Left(obstacle=self.budget.why)) if self.found is None else self.found

    def said_of(self, left: Left) -> Claims:
        """What a look at the start has left, as claims about the whole program."""
        alone = self.contracts.inside.values()
        obstacles = [why for why in (*(inside.unsupported for inside in alone), left.obstacle) if why]
        everything = self.checks - self.violations.keys()
        open_ = dict.fromkeys(everything, obstacles[0]) if obstacles else {}
        open_.update(left.checks)
        for inside in alone:
            open_.update(dict.fromkeys(inside.failed, NOT_EXCLUDED))
        open_ = {ident: why for ident, why in open_.items() if ident in everything}
        summaries = () if obstacles else self.contracts.summaries.items()
        return replace(
            left.said if isinstance(left.said, Claims) else Claims(),
            violations=dict(self.violations),
            excluded=everything - open_.keys(),
            complete=not obstacles and not open_,
            invariants={} if obstacles else left.invariants,
            reached=frozenset(self.runs.reached),
            open=open_,
            obstacles=tuple(dict.fromkeys(obstacles)),
            notes=self.notes(),
            progress=self.progress(),
            contracts={name: summary.contracts for name, summary in summaries},
        )

    def progress(self) -> Progress:
        return Progress(
            self.contracts.rounds + self.start.rounds,
            self.runs.count,
            len(self.contracts.pairs),
            len(self.checks) - len(self.violations),
            self.contracts.proving.solver_calls + self.solver_calls,
            dict(self.violations),
        )
