"""What one strategy leaves for another: searches that are told what is known from above."""

from __future__ import annotations

import time

from dovetail.program.expressions import Expr
from dovetail.program.inlining import Inlined
from dovetail.strategies.abstract.search import facts_at_heads
from dovetail.strategies.dash.search import run
from dovetail.strategies.fabricate import search as fabricate
from dovetail.strategies.induction import search as induction
from dovetail.strategies.outcome import Budget, Claims, Watcher

SHARE = 0.1
"""Of the time, at most, for looking from above first."""


def dash_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return run(inlined, budget, watch, _invariants(inlined, budget))


def fabricate_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return fabricate.run(inlined, budget, watch, _invariants(inlined, budget))


def induction_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return induction.run(inlined, budget, watch, _invariants(inlined, budget))


def _invariants(inlined: Inlined, budget: Budget) -> dict[int, tuple[Expr, ...]]:
    until = None if budget.deadline is None else time.monotonic() + SHARE * budget.left()
    return facts_at_heads(inlined, Budget(deadline=until, seed=budget.seed))
