"""The strategy `abstract`: forward fixpoints; their classes of checks are claims, their invariants the proof.

A move is one look at the program (`fixpoints.looks`). What octagons say at loop heads is left for others.
What stays open is said with its class and the condition on inputs that is necessary for it (`from_above`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from dovetail.fixpoints.analysis import Options
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.looks import Result, look, looks
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined
from dovetail.strategies.from_above import claims_of
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy

QUICK = 3
"""So many looks cost little: no partition, octagons, and a small partition."""


class Abstract(Strategy):
    def __init__(self, program: Program, ledger: Ledger, budget: Budget, most: int | None = None) -> None:
        """So many looks, at `most`."""
        super().__init__(ledger, budget)
        self.program = program
        self.best: Result | None = None
        """The one that leaves the fewest alarms."""
        self.iterations = self.octagons = 0
        self._looks = islice(looks(program), most)

    def moves(self) -> Iterator[None]:
        for options in self._looks:
            if self.budget.spent() or not self.look(options):
                return
            yield
            if self.best is not None and self.best.decides(self.violations):
                return

    def look(self, options: Options) -> bool:
        """False if it takes too long."""
        try:
            found = look(self.program, options, lambda: self.budget.left() <= 0, self.budget.move)
        except OutOfTime:
            return False
        self.iterations += found.analysis.iterations
        if self.best is None or found.alarms < self.best.alarms:
            self.best = found
        if options.relation is not None and not options.control:
            self.octagons += 1
            for head, facts in found.facts_at_heads().items():
                for fact in facts:
                    self.ledger.post_fact(head, fact)
        return True

    def progress(self) -> Progress:
        best = self.best
        if best is None:
            return Progress(self.iterations, 0, 0, len(self.program.checks), 0, octagons=self.octagons)
        return Progress(self.iterations, 0, len(best.reachable), best.alarms, 0, octagons=self.octagons)

    def claims(self) -> Claims:
        if self.best is None:
            late = f"no fixpoint was reached before {self.budget.why}"
            open_ = {info.ident: late for info in self.program.checks}
            notes = (f"from above: {late}",)
            return Claims(dict(self.violations), open=open_, notes=notes, progress=self.progress())
        return claims_of(self.best, self.violations, self.progress(), self.budget)


def abstract(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `abstract`."""
    return Abstract(inlined.program, ledger, budget)


def quickly(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The first looks only."""
    return Abstract(inlined.program, ledger, budget, QUICK)
