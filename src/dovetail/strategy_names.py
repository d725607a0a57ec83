"""The strategies, by the names that `--strategy` knows.

A strategy is a function: it is given an inlined program, a budget and someone to tell how far it has got,
and gives back claims. It is imported when it is asked for; solvers are large.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.frontend.errors import InputError
from dovetail.program.inlining import Inlined
from dovetail.strategies.outcome import Budget, Claims, Watcher

Strategy = Callable[[Inlined, Budget, Watcher], Claims]

AUTO = "auto"


def _dash(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.dash.search import run

    return run(inlined, budget, watch)


def _abstract(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    from dovetail.strategies.abstract.search import run

    return run(inlined, budget, watch)


STRATEGIES: dict[str, Strategy] = {
    AUTO: _dash,
    "dash": _dash,
    "abstract": _abstract,
}


def find(name: str) -> Strategy:
    """Raises InputError, with the names that there are."""
    if name not in STRATEGIES:
        raise InputError(f"there is no strategy '{name}'; there are {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
