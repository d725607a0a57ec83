"""The strategies, by the names that `--strategy` knows, and the stages that each consists of.

A strategy is a function: it is given an inlined program, a budget and someone to tell how far it has got,
and gives back claims. It is imported when it is asked for; solvers are large. `auto` is several of them, two
at a time, in an order that depends on the kind of the program; docs/design/auto.md says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dovetail.asked import AUTO
from dovetail.frontend.errors import InputError
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Load, loads, variables
from dovetail.program.inlining import Inlined
from dovetail.program.statements import Store, expressions_of
from dovetail.strategies.outcome import Budget, Claims, Watcher

Strategy = Callable[[Inlined, Budget, Watcher], Claims]


@dataclass(frozen=True, slots=True)
class Stage:
    """Strategies that work at the same time; the first whose claims decide everything, and stand, ends the
    others. `until` is the share of the time for searching that may be used up when it ends."""

    strategies: tuple[Strategy, ...]
    until: float = 1.0


def _alone(strategy: Strategy) -> Stage:
    return Stage((strategy,))


def _dash(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.dash.search import run

    return run(inlined, budget, watch)


def _bounded(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.bounded.search import run

    return run(inlined, budget, watch)


def _abstract(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.abstract.search import run

    return run(inlined, budget, watch)


def _counterexamples(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.counterexamples import run

    return run(inlined, budget, watch)


def _abstract_quickly(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.abstract.search import run_quickly

    return run_quickly(inlined, budget, watch)


def _dash_with_invariants(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import dash_with_invariants

    return dash_with_invariants(inlined, budget, watch)


def _fabricate(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import fabricate_with_invariants

    return fabricate_with_invariants(inlined, budget, watch)


def _summaries(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.summaries.search import run

    return run(inlined, budget, watch)


def _bounded_while_it_moves(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import bounded_while_it_moves

    return bounded_while_it_moves(inlined, budget, watch)


def _abstract_quickly_then_dash(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import abstract_quickly_then_dash

    return abstract_quickly_then_dash(inlined, budget, watch)


def _abstract_then_summaries(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import abstract_then_summaries

    return abstract_then_summaries(inlined, budget, watch)


def _induction(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.auto import induction_with_invariants

    return induction_with_invariants(inlined, budget, watch)


CALLED: dict[Strategy, str] = {
    _dash: "dash",
    _dash_with_invariants: "dash",
    _bounded: "bounded",
    _bounded_while_it_moves: "bounded",
    _abstract: "abstract",
    _abstract_quickly: "abstract",
    _abstract_quickly_then_dash: "abstract",
    _abstract_then_summaries: "abstract",
    _summaries: "summaries",
    _counterexamples: "abstract",
    _fabricate: "fabricate",
    _induction: "induction",
}
"""For people, who want to know who found something out."""

COUNTING = (
    Stage((_abstract_quickly, _induction), 0.15),
    Stage((_bounded, _fabricate), 0.4),
    Stage((_dash_with_invariants, _abstract_then_summaries), 1.0),
)
MEMORY = (
    Stage((_induction, _bounded), 0.65),
    Stage((_dash_with_invariants, _fabricate), 0.85),
    Stage((_abstract_then_summaries, _bounded_while_it_moves), 1.0),
)
STATE_MACHINE = (
    Stage((_abstract_quickly_then_dash, _bounded), 0.25),
    Stage((_dash_with_invariants, _abstract_then_summaries), 0.7),
    Stage((_bounded_while_it_moves, _fabricate), 1.0),
)
RECURSIVE = (
    Stage((_abstract_quickly, _dash_with_invariants), 0.5),
    Stage((_bounded, _induction), 0.8),
    Stage((_fabricate, _abstract_then_summaries), 1.0),
)
WITHOUT_LOOPS = (
    Stage((_abstract_quickly_then_dash, _bounded), 0.6),
    Stage((_dash_with_invariants, _fabricate), 1.0),
)
"""The stages of `auto`, by the kind of the program."""

MANY_STATES = 8
"""Variables that a program's control depends on, which make it a state machine."""


def promising(inlined: Inlined) -> tuple[Stage, ...]:
    """The stages of `auto` for a program: what is likely to decide it comes first."""
    from dovetail.program.ordering import depth_first
    from dovetail.strategies.abstract.control import control_variables
    from dovetail.strategies.unrolling import has_calls

    program = inlined.program
    if has_calls(program):
        return RECURSIVE
    if not depth_first(program.procedures[program.entry]).loop_heads:
        return WITHOUT_LOOPS
    control, counters = control_variables(program)
    if len(control) >= max(MANY_STATES, 3 * len(counters)):
        return STATE_MACHINE
    return MEMORY if _follows_pointers(program.procedures[program.entry]) else COUNTING


def _follows_pointers(procedure: Procedure) -> bool:
    """Is memory read or written where a variable says?"""
    return any(
        isinstance(node, Load | Store) and variables(node.address)
        for edge in procedure.edges
        for node in (
            edge.statement,
            *(load for root in expressions_of(edge.statement) for load in loads(root)),
        )
    )


STAGES: dict[str, tuple[Stage, ...]] = {
    AUTO: COUNTING,
    "dash": (_alone(_dash),),
    "abstract": (_alone(_counterexamples),),
    "bounded": (_alone(_bounded),),
    "fabricate": (_alone(_fabricate),),
    "induction": (_alone(_induction),),
    "summaries": (_alone(_summaries),),
}

TESTED_FIRST = frozenset({AUTO, "bounded", "fabricate", "induction", "summaries"})
"""The strategies before which cheap tests are run; the others are themselves alone."""


def from_above(*, quickly: bool) -> Stage:
    """What excludes checks, for a search for tests."""
    return _alone(_abstract_quickly if quickly else _abstract)


def by_fabrication() -> Stage:
    """What excludes checks by predicates, for a search for tests."""
    return _alone(_fabricate)


def for_tests() -> tuple[Stage, ...]:
    """What finds violations and proofs, for a search for tests: if one brings nothing, the next."""
    return _alone(_bounded), _alone(_dash_with_invariants)


def find(name: str) -> tuple[Stage, ...]:
    """Raises InputError, with the names that there are."""
    if name not in STAGES:
        raise InputError(f"there is no strategy '{name}'; there are {', '.join(STAGES)}")
    return STAGES[name]
