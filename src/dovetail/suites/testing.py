"""From a program to a suite of tests: the work behind `dovetail test`.

The order of things is the whole of this module: cheap tests, searches, few and small tests of those found,
and the suite as it is written, run natively once more. The figures reported are those of that last run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.asking.asked import SuiteOptions
from dovetail.evidence.covering import ALARMS, CRITERIA, Covering
from dovetail.evidence.minimise import minimise
from dovetail.evidence.observing import Observing
from dovetail.evidence.suite import (
    Outcome,
    Status,
    Suite,
    SuiteFigures,
    TargetResult,
    Test,
    covered_alone,
    covering_tests,
)
from dovetail.evidence.suite_formats import FORMATS, write
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, ToolchainError
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import PATHS, STATES, Probing
from dovetail.processes.confined import LimitReached
from dovetail.program.targets import TargetInfo
from dovetail.report.output_folder import NotOurs, RunFolder
from dovetail.suites.abstract_states import states_to_cover
from dovetail.suites.covering import Found, PathSearch, Search, State, Watch
from dovetail.suites.measuring import SECONDS as RUN_SECONDS
from dovetail.suites.measuring import Measure, Measured, measure
from dovetail.suites.path_tree import MOST, PathTree

_ANALYSING = 0.1
_SEARCHING = 0.88
"""Of the time; the rest is for making the suite small, and measuring it."""
_SHRINKING_RUNS, _SHRINKING_SECONDS = 3_000, 2.0
"""For one test."""
_CANDIDATE_SECONDS = 0.2
_FOLLOWED_STEPS = 200_000
_NO_TIME = "there was no time left to search for a test"


def require_known(options: SuiteOptions) -> None:
    """Raises InputError for a criterion or a format that there is not."""
    if options.criterion not in (*CRITERIA, ALARMS):
        raise InputError(f"there is no criterion '{options.criterion}'; there are {', '.join(CRITERIA)}")
    for name in options.formats:
        if name not in FORMATS:
            raise InputError(f"there is no format '{name}'; there are {', '.join(FORMATS)}")


def suite_for(load: Callable[[Probing | None], Loaded], options: SuiteOptions, watch: Watch) -> Suite:
    """Make a suite, and write it. `load` reads the program with probes. Raises InputError for options that
    make no sense or a folder that is not Dovetail's."""
    if options.for_alarms:
        options = replace(options, criterion=ALARMS)
    require_known(options)
    notes: tuple[str, ...] = ()
    probing: Probing | None = Probing(options.criterion)
    if options.criterion == ALARMS:
        probing = None
    elif options.criterion == STATES:
        states = states_to_cover(
            *(load, options.domain, options.predicates),
            seconds=_ANALYSING * options.limits.timeout,
            memory=options.limits.memory,
        )
        probing, notes = states.probing, states.notes
    return suite_of(load, probing, notes, options, watch)


def suite_of(
    load: Callable[[Probing | None], Loaded],
    probing: Probing | None,
    notes: tuple[str, ...],
    options: SuiteOptions,
    watch: Watch,
    folder: RunFolder | None = None,
) -> Suite:
    """Make a suite for the targets of these probes, or, without any, for the checks, and write it into a new
    folder, or this one."""
    loaded = load(probing)
    if probing is None:
        loaded = replace(loaded, targets=_of_checks(loaded))
    folder = folder or run_folder(options.out, loaded)
    idents = tuple(info.ident for info in loaded.targets)
    criterion = Covering(options.criterion, idents, probing.states if probing is not None else ())
    tree = _tree(loaded, options) if options.criterion == PATHS else None
    try:
        with measure(loaded, options.criterion, tree) as measuring:
            limits = replace(options.limits, timeout=_SEARCHING * options.limits.timeout)
            search = (
                Search(
                    *(loaded, criterion, measuring, folder, limits, watch, options.given),
                    fabricate=options.fabricate,
                )
                if tree is None
                else PathSearch(loaded, tree, measuring, folder, limits, watch)
            )
            return _Making(loaded, options, search, measuring, folder, notes, tree).suite()
    except ToolchainError:
        raise
    except NativeError as error:
        raise LimitReached(f"the program cannot be run natively, so no test can be: {error}") from error


def run_folder(out: Path, loaded: Loaded) -> RunFolder:
    """A new folder for a run on this program. Raises InputError if nothing may be written there."""
    try:
        return RunFolder(out, Path(loaded.program.files[0]).stem)
    except NotOurs as error:
        raise InputError(str(error)) from error


def _of_checks(loaded: Loaded) -> tuple[TargetInfo, ...]:
    return tuple(
        TargetInfo(check.ident, check.kind, check.position, check.procedure, check.description, "fails")
        for check in loaded.program.checks
    )


def _tree(loaded: Loaded, options: SuiteOptions) -> PathTree:
    program = loaded.program
    start = program.procedures[program.entry].position
    if program.user_entry in program.procedures:
        start = program.procedures[program.user_entry].position
    return PathTree(loaded.targets, options.path_length, program.user_entry, start)


class _Making:
    def __init__(
        self,
        loaded: Loaded,
        options: SuiteOptions,
        search: Search,
        measuring: Measure,
        folder: RunFolder,
        notes: tuple[str, ...],
        tree: PathTree | None,
    ) -> None:
        self._tree = tree
        self._search = search
        self._said = notes
        self._loaded = loaded
        self._options = options
        self._measure = measuring
        self._folder = folder
        self._deadline = options.limits.deadline

    def suite(self) -> Suite:
        search = self._search
        if self._loaded.targets or self._tree is not None:
            search.cheap(all_the_time=self._options.random)
            if not self._options.random:
                search.rounds()
        search.tell("making the suite small")
        kept = self._small(self._few(search.found.tests))
        tests = self._final(kept)
        results = tuple(self._result(info, tests, search.found) for info in self._targets())
        program = self._loaded.program
        figures = SuiteFigures(
            self._options.limits.elapsed,
            self._measure.runs,
            search.found.rounds,
            search.found.solver_calls,
            search.found.peak_memory,
        )
        suite = Suite(
            program.files,
            self._loaded.data_model.value,
            program.properties,
            program.user_entry,
            self._options.criterion,
            self._options.limits.seed,
            results,
            tests,
            program.assumptions,
            figures,
            self._notes(),
            tuple(search.found.problems),
        )
        return write(suite, self._loaded, self._folder.home(), self._options.formats)

    def _targets(self) -> tuple[TargetInfo, ...]:
        if self._tree is None:
            return self._loaded.targets
        return tuple(map(self._tree.info, self._search.targets))

    # -- few and small

    def _few(self, tests: Sequence[Measured]) -> list[Measured]:
        """Those that together cover all; one that faults or fails only for what no test covers that comes to
        the end of the program, and one that does not end only for what no other one covers."""
        again = self._measure.all([test.vector for test in tests], timeout=RUN_SECONDS) if tests else []
        chosen: list[Measured] = []
        for wanted in (_returns, lambda test: test.ends and not _returns(test), lambda test: not test.ends):
            some = [test for test in again if wanted(test)]
            covered = frozenset[int]().union(*(test.covers for test in chosen))
            chosen += [some[index] for index in covering_tests([test.covers - covered for test in some])]
        return chosen

    def _small(self, tests: list[Measured]) -> list[Measured]:
        """Each with the smallest inputs that still cover what only it covers; without those that, when it is
        their turn, cover nothing that others do not."""
        kept: list[Measured] = []
        for index, test in enumerate(tests):
            left = self._deadline - time.monotonic()
            others = (other.covers for other in (*kept, *tests[index + 1 :]))
            needed = test.covers - frozenset[int]().union(*others)
            if needed:
                seconds = min(left / (len(tests) - index), _SHRINKING_SECONDS)
                kept.append(self._smaller(test, needed, seconds) if left > 0 else test)
        return kept

    def _smaller(self, test: Measured, needed: frozenset[int], seconds: float) -> Measured:
        if not test.ends:
            return test

        def fits(run: Measured) -> bool:
            # Of a test that returns there is more to expect.
            return run.ends and needed <= run.covers and _returns(run) >= _returns(test)

        def does(batch: Sequence[InputVector]) -> list[bool]:
            return [fits(run) for run in self._measure.all(batch, timeout=_CANDIDATE_SECONDS)]

        less = minimise(test.vector, does, max_runs=_SHRINKING_RUNS, max_seconds=seconds)
        again = self._measure.one(less)
        return again if fits(again) else test

    def _final(self, kept: list[Measured]) -> tuple[Test, ...]:
        """The suite as it is written, run once more: what counts is what happens here."""
        vectors = [InputVector.from_json(test.vector.to_json()) for test in kept]
        done = self._measure.all(vectors, timeout=RUN_SECONDS) if vectors else []
        observing = Observing(self._loaded, max_steps=_FOLLOWED_STEPS)
        alone = covered_alone({number: run.covers for number, run in enumerate(done, 1)})
        return tuple(
            self._followed(
                Test(
                    *(number, run.vector, Outcome.of(run.end, self._loaded.program), run.covers),
                    *(run.consumed(), alone[number]),
                ),
                run,
                observing,
            )
            for number, run in enumerate(done, 1)
        )

    def _followed(self, test: Test, run: Measured, observing: Observing) -> Test:
        """With who asked for inputs, and what is to be expected beside what happened natively. An exit code
        that is no value of the program's, because main returns none, is not to be expected of another
        compiler."""
        again, expects = observing.run(run.vector)
        if again.end.kind is not run.end.kind:
            return test
        if again.end.exit_code != test.outcome.exit_code:
            test = replace(test, outcome=replace(test.outcome, exit_code=None))
        unsettled = observing.unsettled(run.vector)
        return replace(test, asked=again.inputs, expects=expects, unsettled=unsettled)

    # -- what is said

    def _result(self, info: TargetInfo, tests: tuple[Test, ...], found: Found) -> TargetResult:
        covering = tuple(test.number for test in tests if info.ident in test.covers)
        if covering:
            return TargetResult(info, Status.COVERED, covering)
        certificate = found.infeasible.get(info.ident)
        if certificate is not None:
            return TargetResult(info, Status.INFEASIBLE, (), certificate)
        reason = found.reasons.get(info.ident, _NO_TIME)
        if info.ident in found.covered:
            reason = "a run covered it once, and not again: it depends on more than its inputs"
        return TargetResult(info, Status.OPEN, (), None, reason)

    def _notes(self) -> tuple[str, ...]:
        notes = list(self._said)
        if self._tree is not None:
            notes.append(f"paths with more than {self._tree.length} decisions are no targets")
        if self._tree is not None and self._tree.left_out:
            notes.append(f"there are more than {MOST} paths: others are no targets")
        left = self._loaded.unreached_targets if self._tree is None else 0
        if left:
            what = "1 more place is" if left == 1 else f"{left} more places are"
            notes.append(
                f"{what} where no path of control flow leads from the entry, or the other side of a constant "
                "condition: these are no targets"
            )
        notes += (f"{one.position}: {one.reason}" for one in self._loaded.program.vanished)
        if self._search.found.interrupted:
            notes.append("the search was interrupted")
        return tuple(notes)


def _returns(test: Measured) -> bool:
    return test.end.kind is EndKind.NORMAL


__all__ = ["State", "SuiteOptions", "suite_for"]
