"""For strategies that know no calls: recursion inlined to a depth, deeper and deeper.

A call below the depth is something unsupported: what is proved is proved only if no execution comes there.
Locations are others than those of the program, so that of what is in the ledger only tests and violations
are of use; these are handed on, in both directions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dovetail.ledger.entries import Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined, TooLarge, unroll
from dovetail.program.statements import Call
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy

DEPTHS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)
MAX_EDGES = 30_000
"""Of a program with recursion inlined."""


def has_calls(program: Program) -> bool:
    """Are there procedures that could not be inlined?"""
    return any(isinstance(edge.statement, Call) for edge in program.procedures[program.entry].edges)


class Unrolled(Strategy):
    """Another strategy on the program at the least depth at which it decides everything, or at the last one
    that there was time for. Each depth may use up half of what is left."""

    def __init__(
        self,
        inlined: Inlined,
        ledger: Ledger,
        budget: Budget,
        make: Callable[[Program, Ledger, Budget], Strategy],
        max_edges: int = MAX_EDGES,
    ) -> None:
        super().__init__(ledger, budget)
        self._inlined = inlined
        self._make = make
        self._max_edges = max_edges
        self.depth = 0
        self._inner: Strategy | None = None

    def moves(self) -> Iterator[None]:
        checks = len(self._inlined.program.checks)
        for depth in DEPTHS:
            if self.budget.spent():
                return
            try:
                deeper = unroll(self._inlined, depth, self._max_edges).program
            except TooLarge:
                return
            ledger = Ledger(deeper, author=self.ledger.author)
            read = self._hand_on(0, ledger)
            self._inner = inner = self._make(deeper, ledger, self.budget.part(0.5))
            self.depth = depth
            while inner.move() is not None:
                self.violations.update(inner.violations)
                yield
                read = self._hand_on(read, ledger)
            self.violations.update(inner.violations)
            if inner.claims().complete or 0 < checks == len(inner.violations):
                return

    def _hand_on(self, read: int, ledger: Ledger) -> int:
        """What was entered after so many entries; how many there are now."""
        for entry in self.ledger.since(read):
            if isinstance(entry, Test | Violation):
                ledger.enter(entry)
        return len(self.ledger)

    def claims(self) -> Claims:
        if self._inner is None:
            return Claims(dict(self.violations), notes=("recursion is too large to be inlined",))
        return replace(self._inner.claims(), depth=self.depth)

    def progress(self) -> Progress:
        return Progress(0, 0, 0, 0, 0) if self._inner is None else self._inner.progress()
