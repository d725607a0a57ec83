"""What one strategy leaves for another: searches that are told what is known from above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from dovetail.program.expressions import TRUE, Expr, conjuncts
from dovetail.program.inlining import Inlined
from dovetail.strategies.abstract import search as abstract
from dovetail.strategies.bounded import search as bounded
from dovetail.strategies.dash.search import run
from dovetail.strategies.fabricate import search as fabricate
from dovetail.strategies.induction import search as induction
from dovetail.strategies.outcome import Budget, Claims, Watcher
from dovetail.strategies.summaries import search as summaries
from dovetail.strategies.unrolling import has_calls

SHARE = 0.1
"""Of the time, at most, for looking from above first."""
FEW_MOVES = 40
"""Of `bounded` in a third of its time."""


def dash_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return _told(run, inlined, budget, watch)


def fabricate_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return _told(fabricate.run, inlined, budget, watch)


def induction_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return _told(induction.run, inlined, budget, watch)


def bounded_while_it_moves(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """If all executions at once do not get on, what runs suggest is of more use."""
    if has_calls(inlined.program):
        return bounded.run(inlined, budget, watch)
    search = bounded.Bounded(inlined.program, budget.part(1 / 3))
    claims = search.run(watch)
    left = len(inlined.program.checks) - len(claims.violations)
    if claims.complete or not left or budget.spent():
        return claims
    if claims.progress.rounds >= FEW_MOVES:
        search.budget = budget
        return search.run(watch)
    known = replace(budget, violated={**budget.violated, **claims.violations})
    return replace(induction_with_invariants(inlined, known, watch), by="induction")


def abstract_quickly_then_dash(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """What is quickly seen from above leaves most of the time."""
    claims = abstract.run_quickly(inlined, budget, watch)
    if claims.complete or budget.spent():
        return claims
    later = dash_with_invariants(inlined, budget, watch)
    if not (later.complete or later.violations.keys() - budget.violated.keys()):
        return claims
    return replace(later, by="dash")


def abstract_then_summaries(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """When all ways to look from above have been tried, procedures are summarised."""
    claims = abstract.run(inlined, budget, watch)
    if claims.complete or budget.spent():
        return claims
    later = summaries.run(inlined, budget, watch)
    if not (later.complete or later.violations.keys() - budget.violated.keys()):
        return claims
    return replace(later, by="summaries")


_Facts = dict[int, tuple[Expr, ...]]


def _told(
    strategy: Callable[[Inlined, Budget, Watcher, _Facts], Claims],
    inlined: Inlined,
    budget: Budget,
    watch: Watcher,
) -> Claims:
    known = abstract.facts_at_heads(inlined, budget.beside(SHARE))
    claims = strategy(inlined, budget, watch, known)
    # Recursion is inlined to a depth, where these facts are about other places.
    used = 0 if claims.depth or claims.moves else _in_proof(known, claims.invariants)
    return replace(claims, facts={"abstract": used} if used else {})


def _in_proof(known: _Facts, invariants: Mapping[int, Expr]) -> int:
    """How many of the facts are part of the invariants: what was told and not taken up is no part of a
    proof."""
    used = 0
    for head, facts in known.items():
        stated = set(conjuncts(invariants.get(head, TRUE)))
        used += sum(stated.issuperset(conjuncts(fact)) for fact in facts)
    return used
