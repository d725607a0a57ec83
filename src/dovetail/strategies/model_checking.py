"""Whatever strategy decides a program first: the model checker that `summaries` is handed (Algorithm 1).

It is asked about small programs, a procedure alone or the start of the program with calls replaced, and asked
again after each refinement; so what answers quickly comes first, each with a share of the time. They work on
one ledger: what octagons say is there for induction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dovetail.ledger.entries import Fact, Test
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.strategies.abstract import QUICK, Abstract
from dovetail.strategies.bounded.merged_paths import Bounded
from dovetail.strategies.dash.algorithm import Dash
from dovetail.strategies.induction.rounds import Induction
from dovetail.strategies.outcome import Budget, Claims
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.summaries.algorithm import Summaries


def summaries(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `summaries`, by whatever strategy decides first."""
    return Summaries(inlined, ledger, budget, modelcheck, prove)


def modelcheck(program: Program, ledger: Ledger, budget: Budget, executed: Program | None = None) -> Claims:
    """A violation, or a proof, or what came nearest to one. The program has only its start, without calls;
    `executed` is the real one, if it is an abstraction: tests in the ledger are tests of that."""
    entry = program.procedures[program.entry]
    apart = ledger if executed is None else Ledger(program, (e for e in ledger if not isinstance(e, Test)))
    if not depth_first(entry).loop_heads:
        return Bounded(program, apart, budget).run()
    return _first_to_decide(_for_counterexamples(program, ledger, apart, budget, executed), ledger, budget)


def prove(program: Program, budget: Budget) -> Claims:
    """The same for a procedure by itself, whose checks are guesses: what cannot be proved soon is not worth
    more time. The proof is by inductive invariants, as contracts have them."""
    ledger = Ledger(program)
    every = _for_proofs(program, ledger, budget)
    return _first_to_decide(every, ledger, budget, lambda claims: _by_invariants(claims, program))


def _by_invariants(claims: Claims, program: Program) -> Claims:
    """Where executions were followed to their ends and none came to a loop, that is what its invariant says.
    If one did, there is no invariant in such a proof, and it is none."""
    heads = depth_first(program.procedures[program.entry]).loop_heads
    if not claims.moves:
        return claims
    if any(move.cutpoint in heads for move in claims.moves):
        return replace(claims, excluded=frozenset(), complete=False, moves=())
    return replace(claims, moves=(), invariants=dict.fromkeys(heads, FALSE))


def _first_to_decide(
    every: Iterator[Strategy],
    ledger: Ledger,
    budget: Budget,
    usable: Callable[[Claims], Claims] = lambda claims: claims,
) -> Claims:
    best = Claims()
    known = ledger.violated.keys()
    for strategy in every:
        claims = usable(strategy.run())
        if claims.complete or claims.violations.keys() - known:
            return claims
        if len(claims.excluded) >= len(best.excluded):
            best = claims
        if budget.spent():
            break
    return best


def _for_counterexamples(
    program: Program, ledger: Ledger, apart: Ledger, budget: Budget, executed: Program | None
) -> Iterator[Strategy]:
    yield Bounded(program, apart, budget.part(0.15))
    yield Abstract(program, apart, budget.part(0.15), QUICK)
    for entry in apart.of(Fact):
        ledger.enter(entry)
    yield Induction(program, ledger, budget.part(0.2), executed)
    yield Dash(program, apart, budget)


def _for_proofs(program: Program, ledger: Ledger, budget: Budget) -> Iterator[Strategy]:
    """Runs that induction samples refute most of what does not hold."""
    yield Abstract(program, ledger, budget.beside(0.1), 2)
    induction = Induction(program, ledger, budget.part(0.6), most_steps=1)
    yield induction
    if induction.claims().excluded:
        return
    yield Bounded(program, ledger, budget.part(0.3))
    yield Dash(program, ledger, budget)
