"""From targets to tests: cheap tests first, then searches for what they have left, each target in turn.

To cover a target is to violate a check in a program where it is one (`program.targets`), so every strategy
that decides checks serves. A check that fails ends a run, and targets hide each other. So there are rounds:
what is still open becomes checks, a strategy gets a share of the time, every input that it finds is run
natively, and whatever that covers is open no more. A target is infeasible only by a certificate, accepted by
the checker, of a program in which all that were made checks are excluded.

Not here: which strategies there are, what a run covers (`measuring`), and what becomes of the tests.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from functools import partial

from dovetail.asking.limits import Limits
from dovetail.asking.schedule import Schedule
from dovetail.evidence.covering import Covering
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import Problem
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import PATHS
from dovetail.fuzzing import Limits as Cheap
from dovetail.fuzzing import Subject, campaign, dictionary_of
from dovetail.program.inlining import Inlined, TooLarge, inline
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import RunFolder
from dovetail.strategies.outcome import Claims, Progress
from dovetail.suites.measuring import Measure, Measured, Observed
from dovetail.suites.path_tree import PathTree
from dovetail.verifying.certifying import prove
from dovetail.verifying.kinds import QUICKLY, STRATEGIES, Make
from dovetail.verifying.searching import Claimed, Searching

_CHEAP_SHARE, _CHEAP_SECONDS = 0.25, 8.0
_NO_LIMIT = 1 << 60
_LEAST_SLICE, _SLICE = 2.0, 0.25
"""Of the time that is left, for one round: seconds, and a share."""
_SLOWEST = 15.0
_PATIENCE = 0.5
"""After a test was found, for the next one: of the least time for a round."""
_BEGINNINGS = 24
"""So many beginnings of paths are looked for together."""
_STARTING_TESTS = 20
"""From so many of the latest tests a search starts."""
_FOR_TESTS = (STRATEGIES["bounded"], STRATEGIES["dash"])
"""What finds violations and proofs: if one brings nothing, the next."""
_SEARCH = "search"
"""What a strategy is called here."""
_OVERTIME = 0.05
"""Of all time, for the check of a last proof."""
_CLAIMED = "a test was claimed, but its native run did not come there"
_TIME = "neither a test nor a proof that there is none was found in the time"
_NOT_DECIDED = "no test was found, nor a proof that there is none"


@dataclass(frozen=True, slots=True)
class State:
    """How far it has got, for people to watch."""

    targets: int
    covered: int
    infeasible: int
    doing: str
    elapsed: float
    timeout: float


Watch = Callable[[State], None]


@dataclass(slots=True)
class Found:
    """What is known about the targets so far."""

    tests: list[Measured] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    infeasible: dict[int, str] = field(default_factory=dict)
    """With the certificate."""
    claimed: set[int] = field(default_factory=set)
    """Those for which tests were claimed that did not come there: a proof that there is none is contradicted
    by that (law 9)."""
    reasons: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    rounds: int = 0
    solver_calls: int = 0
    peak_memory: int = 0
    interrupted: bool = False


class _Enough(Exception):
    """A search has found tests, and then nothing for a while. What they hide is for the next round."""


class Search:
    """The search for tests of one criterion."""

    def __init__(
        self,
        loaded: Loaded,
        criterion: Covering,
        measure: Measure,
        folder: RunFolder,
        limits: Limits,
        watch: Watch,
        given: Sequence[InputVector] = (),
        *,
        fabricate: bool = False,
    ) -> None:
        """`criterion` has all targets. Searches start from the tests `given`, too, which are not to become
        tests of the suite. Where abstraction is asked first, `fabricate` is asked, too."""
        self._loaded = loaded
        self._criterion = criterion
        self._measure = measure
        self._folder = folder
        self._limits = limits
        self._watch = watch
        self._given = tuple(given)
        self._fabricate = fabricate
        self._too_large = False
        """Is it no use to search, since the program cannot be inlined?"""
        self.started = limits.started
        self._used_before = sum(os.times()[:4]) - time.process_time()
        self.found = Found()

    # -- what is known

    @property
    def open(self) -> list[int]:
        found = self.found
        return [n for n in self._criterion.targets if n not in found.covered and n not in found.infeasible]

    @property
    def targets(self) -> list[int]:
        """All that are known."""
        return list(self._criterion.targets)

    def _together(self) -> list[int]:
        """Those open ones that a search is to decide together."""
        return self.open

    def _covering(self, chosen: Sequence[int], *, optional: bool) -> Covering:
        return replace(self._criterion, targets=tuple(chosen), optional=optional)

    def _excluded(self, target: int, certificate: str) -> None:
        self.found.infeasible[target] = certificate

    @property
    def _done(self) -> bool:
        return not self.open or self._limits.left <= 0 or self.found.interrupted or self._too_large

    def tell(self, doing: str) -> None:
        limits = self._limits
        self._watch(
            State(
                len(self.targets),
                len(self.found.covered),
                len(self.found.infeasible),
                doing,
                limits.elapsed,
                limits.timeout,
            )
        )

    def _take(self, measured: Measured) -> bool:
        """Keep a run as a test if it covers something that no other one does."""
        new = measured.covers - self.found.covered
        if not new:
            return False
        wrong = new & self.found.infeasible.keys()
        if wrong:
            self._contradicted(wrong, measured.vector)
        self.found.tests.append(measured)
        self.found.covered |= new
        self.tell("a new test")
        return True

    def _contradicted(self, targets: Iterable[int], vector: InputVector) -> None:
        for target in targets:
            certificate = self.found.infeasible.pop(target)
            summary = f"target #{target} was proved infeasible, but a test covers it"
            details = f"certificate: {certificate}\ninputs: {vector.to_json()}\n"
            self.found.problems.append(Problem(summary, details))

    # -- cheap tests

    def cheap(self, *, all_the_time: bool = False, turn: int = 0) -> None:
        """Native runs on made-up inputs, for as long as they find something and a share of the time lasts; or
        for `all_the_time`. Each `turn` has its own."""
        share = min(_CHEAP_SHARE * self._limits.left, _CHEAP_SECONDS * self._slowness())
        limits = Cheap(deadline=time.monotonic() + share)
        if all_the_time:
            limits = Cheap(self._limits.deadline, *(_NO_LIMIT, _NO_LIMIT, _NO_LIMIT))
        program = self._loaded.program
        subject = Subject(
            Observed(self._measure, self._take),
            lambda end: None if self.open else 1,
            1,
            dictionary_of(program),
            program.target.pointer_bits // 8,
        )
        self.tell("cheap tests")
        campaign(subject, limits, seed=self._limits.seed + turn, given=self._given)
        self.tell("cheap tests")

    # -- searches

    def rounds(self) -> None:
        """Search for tests, and for proofs that there are none, until nothing is open or the time is up."""
        self._look_from_above(quickly=True)
        self._in_turn(self._together, _SLICE)
        if not self._done:
            self.cheap(turn=1)
        self._look_from_above(quickly=False)
        # One by one: nothing hides anything, and each has a share of what is left.
        while not self._done:
            open_ = self.open
            for target in open_:
                self._in_turn(partial(self._if_open, target), 0.5 / len(open_))
                if self._done:
                    return

    def _if_open(self, target: int) -> list[int]:
        return [target] if target in self.open else []

    def _in_turn(self, chosen: Callable[[], list[int]], share: float) -> None:
        """One strategy after the other, each with a share of the time that is left, from the first one again
        as soon as something is decided, until none brings anything."""
        turn = 0
        while turn < len(_FOR_TESTS) and chosen() and not self._done:
            before = (len(self.found.covered), len(self.found.infeasible))
            seconds = max(self._least(), share * self._limits.left)
            self._decide(chosen(), _FOR_TESTS[turn], min(seconds, self._limits.left))
            after = (len(self.found.covered), len(self.found.infeasible))
            turn = turn + 1 if before == after else 0

    def _slowness(self) -> float:
        """How much longer everything takes on a machine that has other things to do, too."""
        used = sum(os.times()[:4]) - self._used_before
        elapsed = time.monotonic() - self.started
        return min(max(elapsed / max(used, 0.1), 1.0), _SLOWEST)

    def _least(self) -> float:
        """Seconds in which a search can come to something."""
        return _LEAST_SLICE * self._slowness()

    def _look_from_above(self, *, quickly: bool) -> None:
        """What an abstraction excludes needs no test."""
        self._exclude(QUICKLY if quickly else STRATEGIES["abstract"])
        if self._fabricate and not quickly:
            self._exclude(STRATEGIES["fabricate"])

    def _exclude(self, strategy: Make) -> None:
        if self._done:
            return
        seconds = min(max(self._least(), _SLICE * self._limits.left), self._limits.left)
        excluded = self._decide(self._together(), strategy, seconds, optional=True)
        if excluded and not self._done:
            self._decide(sorted(excluded), strategy, min(seconds, self._limits.left), optional=True)

    def _decide(
        self, chosen: Sequence[int], strategy: Make, seconds: float, *, optional: bool = False
    ) -> frozenset[int]:
        """Have a strategy decide the chosen targets together; those that it claims to exclude, and that are
        not proved yet."""
        self.tell(f"searching for {_some(len(chosen))}")
        self.found.rounds += 1
        covering = self._covering(chosen, optional=optional)
        optional = covering.optional
        try:
            inlined = inline(covering.program(self._loaded))
        except TooLarge as error:
            self._open(chosen, str(error))
            self._too_large = True
            return frozenset()
        task = Task.of(self._loaded, covering=covering)
        slice_ = Schedule(time.monotonic(), seconds)
        try:
            found = self._searched(inlined, task, slice_, strategy, optional=optional)
        except _Enough:
            return frozenset()
        claims = found.claims
        self.found.solver_calls += claims.progress.solver_calls
        self.found.peak_memory = max(self.found.peak_memory, found.peak_memory)
        self.found.problems += found.problems
        self.found.interrupted = self.found.interrupted or found.interrupted
        excluded = claims.excluded & set(chosen)
        out_of_time = time.monotonic() >= slice_.search_budget
        for target in chosen:
            self._open(
                [target], _TIME if out_of_time else claims.open.get(target) or found.stopped or _NOT_DECIDED
            )
        if found.certificate is not None and (excluded == set(chosen) or (covering.apart and excluded)):
            again = self._prove(inlined, found.certificate, claims, task)
            if again and not self._done:
                self._decide(again, strategy, min(seconds, self._limits.left), optional=optional)
        return excluded - self.found.covered - self.found.infeasible.keys()

    def _searched(
        self, inlined: Inlined, task: Task, schedule: Schedule, strategy: Make, *, optional: bool
    ) -> Claimed:
        """How a strategy ended. The tests that it finds are taken as it finds them; raises _Enough when there
        are some, and then none for a while."""
        tried: set[InputVector] = set()
        last = before = len(self.found.covered)
        news = time.monotonic()
        patience = _PATIENCE * self._least()
        doing = f"searching for {_some(len(inlined.program.checks))}"

        def hear(progress: Progress) -> None:
            nonlocal last, news
            if len(self.found.covered) > last:
                last, news = len(self.found.covered), time.monotonic()
            elif last > before and time.monotonic() - news > patience:
                raise _Enough
            self.tell(doing)

        begun = (*self._given, *(test.vector for test in self.found.tests))
        with Searching(
            *({_SEARCH: 1.0}, inlined, task, schedule),
            make=strategy,
            memory=self._limits.memory,
            seed=self._limits.seed,
            watch=hear,
            tests=begun[-_STARTING_TESTS:],
        ) as searching:
            for found in searching.results():
                if not optional:
                    for target, vector in found.claims.violations.items():
                        self._try(target, vector, tried)
                        searching.confirmed(target, vector)
                if found.ended:
                    return found
        raise AssertionError("a strategy ends in some way")

    def _open(self, targets: Iterable[int], reason: str) -> None:
        self.found.reasons.update(dict.fromkeys(targets, reason))

    def _try(self, target: int, vector: InputVector, tried: set[InputVector]) -> None:
        if vector in tried:
            return
        tried.add(vector)
        measured = self._measure.one(vector)
        self._take(measured)
        if target not in measured.covers and target not in self.found.covered:
            self.found.claimed.add(target)
            self._open([target], _CLAIMED)

    def _prove(self, inlined: Inlined, certificate: object, claims: Claims, task: Task) -> list[int]:
        """Have a proof checked; where only some of the targets are proved, and each for itself, these: there
        is to be a certificate of them alone."""
        assert isinstance(certificate, dict)
        proof = prove(
            *(self._loaded, inlined, certificate, claims, self._folder),
            deadline=max(self._limits.deadline, time.monotonic()) + _OVERTIME * self._limits.timeout,
            memory=self._limits.memory,
            task=task,
        )
        assert task.covering is not None
        self.found.problems += proof.problems
        for target in task.covering.targets:
            if proof.files and target in self.found.claimed:
                self._open([target], f"{_CLAIMED}, so a proof that there is none is contradicted")
            elif proof.files:
                self._excluded(target, str(proof.files[0]))
            else:
                self._open([target], proof.unsaved or proof.reason or _NOT_DECIDED)
        return [] if proof.files or proof.unsaved else sorted(proof.proved)


class PathSearch(Search):
    """The search for tests of paths: the targets are what a tree of paths says."""

    def __init__(
        self,
        loaded: Loaded,
        tree: PathTree,
        measure: Measure,
        folder: RunFolder,
        limits: Limits,
        watch: Watch,
    ) -> None:
        super().__init__(loaded, Covering(PATHS, ()), measure, folder, limits, watch)
        self._tree = tree

    @property
    def open(self) -> list[int]:
        return self._tree.open

    @property
    def targets(self) -> list[int]:
        return sorted({*self._tree.ended, *self.found.infeasible, *self._tree.open})

    def _together(self) -> list[int]:
        return self.open[:_BEGINNINGS]

    def _covering(self, chosen: Sequence[int], *, optional: bool) -> Covering:
        paths = tuple(self._tree.path(number) for number in chosen)
        return Covering(PATHS, tuple(chosen), paths=paths)

    def _excluded(self, target: int, certificate: str) -> None:
        self._tree.exclude(target)
        super()._excluded(target, certificate)

    def _take(self, measured: Measured) -> bool:
        if self._tree.wrong:
            self._contradicted(self._tree.wrong, measured.vector)
            self._tree.wrong.clear()
        return super()._take(measured)


def _some(count: int) -> str:
    return "one target" if count == 1 else f"{count} targets"
