"""Cheap tests: what native runs on made-up inputs find in a second or two.

The violations are claims, with a few vectors each to choose from: behind undefined behaviour the machine may
do anything, and where one vector does not stand, the next may. The vectors that saw something new are what
others can start from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.given_tests import Given
from dovetail.evidence.long_runs import asks_for_nothing, computes_with_integers
from dovetail.evidence.violation import build_native, fails_at
from dovetail.execution.ends import End
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, NativeProgram
from dovetail.frontend.load import Loaded
from dovetail.fuzzing import Findings, Limits, Subject, campaign, dictionary_of
from dovetail.fuzzing.raw_bytes import vectors_of
from dovetail.ledger.entries import Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy

_RUNS_A_MOVE, _STEPS_A_MOVE = 40, 2_000_000
"""Where moves are counted: of made-up inputs, as long as that is less than usual."""

TESTS = "tests"
"""Who they are by."""


class CheapTesting(Strategy):
    """One move. What has seen something new is entered as it is found."""

    def __init__(
        self,
        loaded: Loaded,
        folder: Path,
        ledger: Ledger,
        budget: Budget,
        *,
        given: Sequence[Given] = (),
        made_up: bool = True,
    ) -> None:
        """In a `folder` that somebody else removes: a process that is ended cleans up nothing. The vectors
        `given` are run, then, unless nothing is to be `made_up`, others."""
        super().__init__(ledger, budget)
        self._loaded = loaded
        self._folder = folder
        self._given = given
        self._made_up = made_up
        self._latest: Findings | None = None
        self._note = ""

    def moves(self) -> Iterator[None]:
        limits = _limits(self.budget)
        try:
            native = build_native(self._loaded, self._folder, coverage=True)
            found = natively_tested(
                *(self._loaded, native),
                limits=limits,
                seed=self.budget.seed,
                given=self._given,
                made_up=self._made_up,
                tell=self._enter,
            )
        except NativeError as error:
            self._note = f"no tests were run natively: {str(error).splitlines()[0]}"
            return
        self._enter(found)
        if found.unfinished and self.budget.moves is None and computes_with_integers(self._loaded.program):
            self._without_counting()
        self._note = f"{found.runs} cheap tests took {found.edges_seen} of {found.edges} edges"
        yield

    def _without_counting(self) -> None:
        """The only run there is, as far as it comes until the time is up."""
        assert self.budget.deadline is not None
        seconds = self.budget.deadline - time.monotonic()
        if seconds <= 0:
            return
        native = build_native(self._loaded, self._folder / "plain")
        run = native.run(InputVector(), timeout=seconds)
        check = _check_of(run.end, self._loaded)
        if check is not None and asks_for_nothing(run):
            self.ledger.post(Violation(check=check, vector=InputVector()))

    def _enter(self, found: Findings) -> None:
        self._latest = found
        for check, vectors in found.violations.items():
            for vector in vectors:
                self.ledger.post(Violation(check=check, vector=vector))
        for vector in found.corpus:  # after that, or somebody else would find the same
            self.ledger.post(Test(vector=vector))

    def progress(self) -> Progress:
        runs = 0 if self._latest is None else self._latest.runs
        return Progress(0, runs, 0, len(self._loaded.program.checks), 0)

    def claims(self) -> Claims:
        return Claims(notes=(self._note,) if self._note else (), progress=self.progress())


def natively_tested(
    loaded: Loaded,
    native: NativeProgram,
    *,
    limits: Limits,
    seed: int = 0,
    given: Sequence[Given] = (),
    made_up: bool = True,
    tell: Callable[[Findings], None] = lambda findings: None,
) -> Findings:
    """The tests themselves, in this process, with a program that was built for coverage."""
    subject = Subject(
        native,
        lambda end: _check_of(end, loaded),
        len(loaded.program.checks),
        dictionary_of(loaded.program),
        loaded.program.target.pointer_bits // 8,
    )
    vectors = vectors_given(native, given, limits.deadline)
    return campaign(subject, limits, seed=seed, given=vectors, made_up=made_up, tell=tell)


def _limits(budget: Budget) -> Limits:
    usual = Limits(deadline=budget.deadline)
    if budget.moves is None:
        return usual
    return replace(
        usual,
        runs=min(usual.runs, _RUNS_A_MOVE * budget.moves),
        all_steps=min(usual.all_steps, _STEPS_A_MOVE * budget.moves),
    )


def vectors_given(native: NativeProgram, given: Sequence[Given], deadline: float | None) -> list[InputVector]:
    """The vectors that tests stand for, in the same order. The program was built for coverage."""
    made = iter(vectors_of(native, [one for one in given if isinstance(one, bytes)], deadline))
    return [next(made) if isinstance(one, bytes) else one for one in given]


def _check_of(end: End, loaded: Loaded) -> int | None:
    return next((info.ident for info in loaded.program.checks if fails_at(end, info)), None)
