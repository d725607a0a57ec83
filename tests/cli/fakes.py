"""Strategies that claim what a test wants them to claim, instead of finding anything out.

Run as a script, this is `dovetail` with these strategies beside its own: for tests that need a process of
their own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator

from dovetail.execution.inputs import InputVector
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined
from dovetail.solver.interface import GaveUpError
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.verifying.kinds import STRATEGIES, Make

SEVEN = InputVector((7,))


class Fake(Strategy):
    """Has nothing to do, and nothing to say."""

    said = Claims()

    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.inlined = inlined

    def moves(self) -> Iterator[None]:
        self.violations.update(self.said.violations)
        yield from ()

    def claims(self) -> Claims:
        return self.said

    def progress(self) -> Progress:
        return self.said.progress


def claiming(claims: Claims) -> Make:
    class Claiming(Fake):
        said = claims

    return Claiming


def later(make: Make, seconds: float = 1.0) -> Make:
    """The same, but not before the others have claimed what they claim."""

    def slowly(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
        time.sleep(seconds)
        return make(inlined, ledger, budget)

    return slowly


class FindsSeven(Fake):
    """Check 1 fails on 7, it says."""

    said = Claims({1: SEVEN}, reached=frozenset({1}), progress=Progress(3, 5, 8, 0, 13))


class GivesUp(Fake):
    said = Claims(
        open={1: "no predicate was found"}, notes=("3 tests reach 4 of 5 places", "17 regions, 2 splits")
    )


class Breaks(Fake):
    def moves(self) -> Iterator[None]:
        raise ZeroDivisionError("seven of nine")


class LosesAModel(Fake):
    """Finds 7, and then its solver has no model of what it called satisfiable."""

    def moves(self) -> Iterator[None]:
        self.violations[1] = SEVEN
        yield
        raise GaveUpError("the solver gave up on a model")


class Crashes(Fake):
    def moves(self) -> Iterator[None]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield


class Sleeps(Fake):
    """Finds 7, starts a process, and neither looks at its budget nor comes back."""

    def moves(self) -> Iterator[None]:
        self.violations[1] = SEVEN
        yield
        subprocess.run(["sleep", "600"], check=True)


class SleepsEmptyHanded(Fake):
    said = Claims(progress=Progress(1, 2, 3, 4, 5))

    def moves(self) -> Iterator[None]:
        yield
        time.sleep(600)


class Allocates(Fake):
    def moves(self) -> Iterator[None]:
        kept = []
        while True:
            kept.append(b"x" * (1 << 20))
            time.sleep(0.0005)
            if not kept:
                yield


FAKES: dict[str, Make] = {
    "finds-seven": FindsSeven,
    "gives-up": GivesUp,
    "breaks": Breaks,
    "crashes": Crashes,
    "loses-a-model": LosesAModel,
    "sleeps": Sleeps,
    "sleeps-empty-handed": SleepsEmptyHanded,
    "allocates": Allocates,
}

if __name__ == "__main__":
    from dovetail.cli import main

    STRATEGIES.update(FAKES)
    main()
