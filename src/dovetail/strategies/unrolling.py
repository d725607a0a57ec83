"""For strategies that know no calls: recursion inlined to a depth, deeper and deeper.

A call below the depth is something unsupported: what is proved is proved only if no execution comes there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined, TooLarge, unroll
from dovetail.program.statements import Call
from dovetail.strategies.outcome import Budget, Claims

DEPTHS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)
MAX_EDGES = 30_000
"""Of a program with recursion inlined."""


def has_calls(program: Program) -> bool:
    """Are there procedures that could not be inlined?"""
    return any(isinstance(edge.statement, Call) for edge in program.procedures[program.entry].edges)


def deeper_and_deeper(
    inlined: Inlined,
    budget: Budget,
    search: Callable[[Inlined, Budget], Claims],
    most_edges: int = MAX_EDGES,
) -> Claims:
    """What the search claims of the least depth at which it decides everything, or of the last one that there
    was time for. Each may use up half of what is left."""
    claims = Claims(notes=("recursion is too large to be inlined",))
    checks = len(inlined.program.checks)
    for depth in DEPTHS:
        if budget.spent():
            break
        try:
            deeper = unroll(inlined, depth, most_edges)
        except TooLarge:
            break
        share = budget.part(0.5)
        claims = replace(search(deeper, share), depth=depth)
        if claims.complete or 0 < checks == len(claims.violations):
            break
    return claims
