"""What one strategy leaves for another: the search from both sides, told what is known from above."""

from __future__ import annotations

import time

from dovetail.program.inlining import Inlined
from dovetail.strategies.abstract.search import facts_at_heads
from dovetail.strategies.dash.search import run
from dovetail.strategies.outcome import Budget, Claims, Watcher

SHARE = 0.1
"""Of the time, at most, for looking from above first."""


def dash_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    until = None if budget.deadline is None else time.monotonic() + SHARE * budget.left()
    known = facts_at_heads(inlined, Budget(deadline=until, seed=budget.seed))
    return run(inlined, budget, watch, known)
