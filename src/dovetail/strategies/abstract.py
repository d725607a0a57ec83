"""The strategy `abstract`: forward fixpoints; their classes of checks are claims, their invariants the proof.

A move is one look at the program (`fixpoints.looks`). What octagons say at loop heads is left for others.
What stays open is said with its class and the condition on inputs that is necessary for it (`from_above`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from dovetail.fixpoints.analysis import Options, TooManyStates
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
        every = islice(looks(program), most)
        self._looks = every if most is not None else (replace(one, coarser=False) for one in every)

    def moves(self) -> Iterator[None]:
        """A partition that has more states than there is room for is given up at once: a larger one may be
        finer and quicker. It comes again, coarser, when all others were of no use."""
        crowded: list[Options] = []
        for options in chain(self._looks, crowded):
            if self.budget.spent():
                return
            try:
                if not self.look(options):
                    return
            except TooManyStates:
                crowded.append(replace(options, coarser=True))
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
