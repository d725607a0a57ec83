"""The strategies, by the names that `--strategy` knows, and the stages that each consists of.

A strategy is a function: it is given an inlined program, a budget and someone to tell how far it has got,
and gives back claims. It is imported when it is asked for; solvers are large. `auto` is several of them one
after the other: what is quickly seen from above, all executions at once as far as that goes, the search from
both sides, and with the time that is left a closer look from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dovetail.frontend.errors import InputError
from dovetail.program.inlining import Inlined
from dovetail.strategies.outcome import Budget, Claims, Watcher

Strategy = Callable[[Inlined, Budget, Watcher], Claims]

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Stage:
    """`until` is the share of the time for searching that may be used up when it ends."""

    strategy: Strategy
    until: float = 1.0


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


STAGES: dict[str, tuple[Stage, ...]] = {
    AUTO: (
        Stage(_abstract_quickly, 0.1),
        Stage(_bounded, 0.35),
        Stage(_dash_with_invariants, 0.8),
        Stage(_abstract),
    ),
    "dash": (Stage(_dash),),
    "abstract": (Stage(_counterexamples),),
    "bounded": (Stage(_bounded),),
    "fabricate": (Stage(_fabricate),),
}

TESTED_FIRST = frozenset({AUTO, "bounded", "fabricate"})
"""The strategies before which cheap tests are run; the others are themselves alone."""


def from_above(*, quickly: bool) -> Stage:
    """What excludes checks, for a search for tests."""
    return Stage(_abstract_quickly if quickly else _abstract)


def for_tests() -> tuple[Stage, ...]:
    """What finds violations and proofs, for a search for tests: if one brings nothing, the next."""
    return Stage(_bounded), Stage(_dash_with_invariants)


def find(name: str) -> tuple[Stage, ...]:
    """Raises InputError, with the names that there are."""
    if name not in STAGES:
        raise InputError(f"there is no strategy '{name}'; there are {', '.join(STAGES)}")
    return STAGES[name]
