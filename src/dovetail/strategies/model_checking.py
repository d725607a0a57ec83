"""Whatever strategy decides a program first: the model checker that `summaries` is handed (Algorithm 1).

It is asked about small programs, a procedure alone or the start of the program with calls replaced, and asked
again after each refinement; so what answers quickly comes first, each with a share of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.strategies.abstract.search import facts_at_heads, run_quickly
from dovetail.strategies.bounded.search import Bounded
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.induction.search import Induction
from dovetail.strategies.outcome import Budget, Claims, Progress


def modelcheck(program: Program, budget: Budget, executed: Program | None = None) -> Claims:
    """A violation, or a proof, or what came nearest to one. The program has only its start, without calls;
    `executed` is the real one, if it is an abstraction. The tests of the budget are tests of that."""
    entry = program.procedures[program.entry]
    if not depth_first(entry).loop_heads:
        return Bounded(program, replace(budget, tests=())).run(_nobody)
    return _first_to_decide(_for_counterexamples(program, budget, executed), budget)


def prove(program: Program, budget: Budget) -> Claims:
    """The same for a procedure by itself, whose checks are guesses: what cannot be proved soon is not worth
    more time. The proof is by inductive invariants, as contracts have them."""
    return _first_to_decide(_for_proofs(program, budget), budget)


def _first_to_decide(every: Iterator[Claims], budget: Budget) -> Claims:
    best = Claims()
    for claims in every:
        if claims.complete or claims.violations.keys() - budget.violated.keys():
            return claims
        if len(claims.excluded) >= len(best.excluded):
            best = claims
    return best


def _for_counterexamples(program: Program, budget: Budget, executed: Program | None) -> Iterator[Claims]:
    inlined = Inlined(program, {}, program)
    apart = budget if executed is None else replace(budget, tests=())
    if not budget.spent():
        yield Bounded(program, apart.part(0.15)).run(_nobody)
    if not budget.spent():
        yield run_quickly(inlined, apart.part(0.1), _nobody)
    if not budget.spent():
        known = facts_at_heads(inlined, apart.beside(0.05))
        yield Induction(program, budget.part(0.2), known, _nobody, executed).run()
    if not budget.spent():
        yield Dash(program, apart).run(_nobody)


def _for_proofs(program: Program, budget: Budget) -> Iterator[Claims]:
    """Runs that induction samples refute most of what does not hold."""
    known = facts_at_heads(Inlined(program, {}, program), budget.beside(0.1))
    claims = Induction(program, budget.part(0.6), known, _nobody, most_steps=1).run()
    yield claims
    if claims.excluded:
        return
    if not budget.spent():
        found = Bounded(program, budget.part(0.3)).run(_nobody)
        yield Claims(found.violations, progress=found.progress)
    if not budget.spent():
        yield Dash(program, budget).run(_nobody)


def _nobody(progress: Progress) -> None:
    """Watches."""
