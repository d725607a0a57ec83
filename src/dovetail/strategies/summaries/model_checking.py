"""Whatever strategy decides a program first: the model checker of Algorithm 1.

It is asked about small programs, a procedure alone or the start of the program with calls replaced, and asked
again after each refinement; so what answers quickly comes first, each with a share of the time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.strategies.abstract.search import facts_at_heads, run_quickly
from dovetail.strategies.bounded.search import Bounded
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.induction.search import Induction
from dovetail.strategies.outcome import Budget, Claims, Progress

Shares = Mapping[str, float]
"""Of the time that is left when it is a strategy's turn."""

FOR_COUNTEREXAMPLES: Shares = {"bounded": 0.15, "abstract": 0.1, "induction": 0.2, "dash": 1.0}
FOR_PROOFS: Shares = {"induction": 0.6, "bounded": 0.3, "dash": 1.0}
"""Runs that induction samples refute most of what does not hold."""


def modelcheck(
    program: Program, budget: Budget, executed: Program | None = None, shares: Shares = FOR_COUNTEREXAMPLES
) -> Claims:
    """A violation, or a proof, or what the last strategy says. The program has only its start, without
    calls; `executed` is the real one, if it is an abstraction. The tests of the budget are tests of that."""
    entry = program.procedures[program.entry]
    if not depth_first(entry).loop_heads:
        return Bounded(program, budget).run(_nobody)
    inlined = Inlined(program, {}, program)
    best = Claims()
    for name, share in shares.items():
        if budget.left() <= 0:
            break
        part = replace(budget, deadline=time.monotonic() + share * budget.left())
        apart = replace(part, tests=()) if executed is not None else part
        match name:
            case "bounded":
                claims = Bounded(program, apart).run(_nobody)
            case "abstract":
                claims = run_quickly(inlined, apart, _nobody)
            case "induction":
                known = facts_at_heads(inlined, replace(part, deadline=time.monotonic() + part.left() / 4))
                claims = Induction(program, part, known, _nobody, executed).run()
            case _:
                claims = Dash(program, apart).run(_nobody)
        if claims.complete or claims.violations.keys() - budget.violated.keys():
            return claims
        if shares is FOR_PROOFS and claims.excluded:
            return claims  # of what was only guessed the rest is not worth the time
        if len(claims.excluded) >= len(best.excluded):
            best = claims
    return best


def _nobody(progress: Progress) -> None:
    """Watches."""
