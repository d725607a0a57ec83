"""Strategies that claim what a test wants them to claim, instead of finding anything out.

Run as a script, this is `dovetail` with these strategies beside its own: for tests that need a process of
their own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time

from dovetail.execution.inputs import InputVector
from dovetail.program.inlining import Inlined
from dovetail.solver.interface import GaveUpError
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher
from dovetail.strategy_names import STAGES, Stage, Strategy

SEVEN = InputVector((7,))


def claiming(claims: Claims) -> Strategy:
    def strategy(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
        return claims

    return strategy


def finds_seven(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """Check 1 fails on 7, it says."""
    return Claims({1: SEVEN}, reached=frozenset({1}), progress=Progress(3, 5, 8, 0, 13))


def gives_up(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    return Claims(
        open={1: "no predicate was found"}, notes=("3 tests reach 4 of 5 places", "17 regions, 2 splits")
    )


def breaks(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    raise ZeroDivisionError("seven of nine")


def loses_a_model(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """Finds 7, and then its solver has no model of what it called satisfiable."""
    watch(Progress(1, 1, 1, 1, 0, {1: SEVEN}))
    raise GaveUpError("the solver gave up on a model")


def crashes(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def sleeps(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """Finds 7, starts a process, and neither looks at its budget nor comes back."""
    watch(Progress(1, 1, 1, 1, 0, {1: SEVEN}))
    subprocess.run(["sleep", "600"], check=True)
    return Claims()


def sleeps_empty_handed(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    watch(Progress(1, 2, 3, 4, 5))
    time.sleep(600)
    return Claims()


def allocates(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    kept = []
    while True:
        kept.append(b"x" * (1 << 20))
        time.sleep(0.0005)


FAKES: dict[str, Strategy] = {
    "finds-seven": finds_seven,
    "gives-up": gives_up,
    "breaks": breaks,
    "crashes": crashes,
    "loses-a-model": loses_a_model,
    "sleeps": sleeps,
    "sleeps-empty-handed": sleeps_empty_handed,
    "allocates": allocates,
}

if __name__ == "__main__":
    from dovetail.cli import main

    STAGES.update({name: (Stage((fake,)),) for name, fake in FAKES.items()})
    main()
