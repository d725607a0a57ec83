"""DASH on the program with recursion inlined to a depth, deeper and deeper.

A violation of the inlined program is one of the program: the same inputs are asked for in the same order.
A proof is one, too, if it excludes that recursion goes deeper, which is a goal like any other. So this
decides what happens within few calls whatever it is about, memory included, and all of it if there are only
few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dovetail.program.inlining import Inlined, TooLarge, unroll
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.outcome import Budget, Claims, Watcher
from dovetail.strategies.unrolling import DEPTHS

MAX_EDGES = 12_000


def explore_unrolled(inlined: Inlined, budget: Budget, watch: Watcher) -> Iterator[Claims]:
    """What DASH claims at each depth, until the budget is used up or the program is too large."""
    for depth in DEPTHS:
        if budget.spent():
            return
        try:
            deeper = unroll(inlined, depth, MAX_EDGES)
        except TooLarge:
            return
        share = budget.part(0.5)
        yield replace(Dash(deeper.program, share).run(watch), depth=depth)
