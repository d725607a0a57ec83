"""The strategy `outright`: where there is no loop, the checker is asked, without anything being found first.

A certificate of a program without loops and calls says nothing but which program it is about: from its entry
to its end is one region, and the checker sees for itself what can go wrong there. So there is nothing to look
for. What others would look for first, with a prover of theirs, is a model; where conditions speak of all
elements of an array, models are hard to come by, and the checker's word, that there is none, is not.

It claims everything, and is not surprised if that is not accepted: then others go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import has_calls

_LOOPS = "there is a loop or a recursive call, so that a proof has to be found first"


class Outright(Strategy):
    """It makes no move at all."""

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.checks = frozenset(info.ident for info in program.checks)
        self.straight = (
            not has_calls(program) and not depth_first(program.procedures[program.entry]).loop_heads
        )

    def moves(self) -> Iterator[None]:
        yield from ()

    def progress(self) -> Progress:
        return Progress(0, 0, 0, len(self.checks) - len(self.violations), 0, dict(self.violations))

    def claims(self) -> Claims:
        left = self.checks - self.violations.keys()
        if not self.straight:
            open_ = dict.fromkeys(left, _LOOPS)
            return Claims(dict(self.violations), open=open_, notes=(_LOOPS,), progress=self.progress())
        return Claims(dict(self.violations), left, True, only_asked=True, progress=self.progress())


def outright(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `outright`."""
    return Outright(inlined.program, ledger, budget)
