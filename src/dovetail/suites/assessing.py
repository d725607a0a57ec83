"""From a program and its tests to how adequate they are: the work behind `dovetail adequacy`.

The tests are run natively, with probes that abstract: these are the covered states. Of the vectors that no
test has come to, those that describe no state at all are put aside; for the others a test is looked for, as
for any suite (`testing`), and each is covered by one, proved infeasible, or left open. What the tests that
were found cover is measured again, with the same probes as for those that were given.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.asking.asked import AdequacyOptions, SuiteOptions
from dovetail.evidence.adequacy import (
    Adequacy,
    AdequacyFigures,
    Key,
    Move,
    MoveBy,
    PlaceResult,
    Proposal,
    StateResult,
    StateStatus,
)
from dovetail.evidence.given_tests import read_tests
from dovetail.evidence.proposed_tests import Proposed, format_of, require_format, write_proposed
from dovetail.evidence.suite import Status, Suite, TargetResult
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.violation import build_native
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeError, NativeProgram, NativeRun, ToolchainError
from dovetail.formulas.consistent_vectors import Consistent, consistent_vectors
from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import STATES, Probing, StateProbe, VectorProbe
from dovetail.processes.confined import LimitReached
from dovetail.program.expressions import Expr
from dovetail.program.predicates import idents_at, probes_at
from dovetail.report.output_folder import RunFolder
from dovetail.suites.abstract_states import state_probe
from dovetail.suites.covering import State, Watch
from dovetail.suites.cutpoint_predicates import vectors_to_probe
from dovetail.suites.fabricating import Fabrication, fabrication
from dovetail.suites.measuring import SECONDS as RUN_SECONDS
from dovetail.suites.testing import run_folder, suite_of
from dovetail.verifying.cheap_testing import vectors_given

_ENUMERATING = 0.2
"""Of the time, for finding out which vectors are states."""
_FABRICATING = 0.15
_SEARCHED = 400
"""So many missed states are looked for."""
_NOT_SEARCHED = f"more than {_SEARCHED} states are missed, and this one was not looked for"
_NOT_LOOKED_FOR = "tests were not to be looked for"
_EXCLUDED = "the abstraction excludes it, but there is no certificate of that"
_GONE = "a run covered it once, and not again: it depends on more than its inputs"


def assess(
    load: Callable[[Probing | None], Loaded], options: AdequacyOptions, watch: Watch
) -> tuple[Adequacy, RunFolder]:
    """How adequate the tests are; and the folder in which the proposed ones are. Raises InputError for
    options that make no sense or a folder that is not Dovetail's."""
    if options.format is not None:
        require_format(options.format)
    read = (test for path in options.paths for test in read_tests(path))
    options = replace(options, tests=(*options.tests, *read))
    chosen = vectors_to_probe(load, options.predicates, most=options.most)
    loaded = load(chosen.probing)
    folder = run_folder(options.out, loaded)
    watch(State(1, 0, 0, "running the tests", options.limits.elapsed, options.limits.timeout))
    try:
        with tempfile.TemporaryDirectory(prefix="dovetail-") as home:
            native = build_native(loaded, Path(home), coverage=True)
            work = _Assessment(load, loaded, chosen.probing.vectors, native, options, folder, watch)
            return work.adequacy(chosen.notes), folder
    except ToolchainError:
        raise
    except NativeError as error:
        raise LimitReached(f"the program cannot be run natively, so no test can be: {error}") from error


class _Assessment:
    def __init__(
        self,
        load: Callable[[Probing | None], Loaded],
        loaded: Loaded,
        places: Sequence[VectorProbe],
        native: NativeProgram,
        options: AdequacyOptions,
        folder: RunFolder,
        watch: Watch,
    ) -> None:
        self._load = load
        self._loaded = loaded
        self._places = places
        self._native = native
        self._options = options
        self._folder = folder
        self._watch = watch
        self._limits = options.limits
        self._notes: list[str] = []
        self._problems: list[Problem] = []

    def adequacy(self, said: Sequence[str]) -> Adequacy:
        options = self._options
        vectors = vectors_given(self._native, options.tests, self._limits.deadline)
        given = self._run(vectors)
        self._tell_of(given)
        covered = _states(given)
        known = self._consistent(covered)
        fabricated = self._fabricated(vectors)
        wanted = self._wanted(known, covered)
        probes = self._probes(wanted[:_SEARCHED])
        suite = self._suite(probes, vectors) if options.search and probes else None
        proposed = [] if suite is None else self._run([test.vector for test in suite.tests])
        found = _states(proposed)
        decided = _decided(probes, suite)
        self._compare(decided, found)
        failing = {_key(run.last_state) for run in (*given, *proposed) if run.end.kind is EndKind.VIOLATION}
        places = tuple(
            self._place(place, known[place.ident], covered, found, decided, failing) for place in self._places
        )
        places = tuple(
            _with_fabricated(place, fabricated)
            for place in sorted(places, key=lambda place: (place.position, place.ident))
        )
        written = Proposed()
        if suite is not None and suite.tests:
            home = self._folder.subfolder("proposed")
            written = write_proposed(
                suite.tests, self._loaded, options.paths, home, options.format or format_of(options.paths)
            )
        program = self._loaded.program
        figures = AdequacyFigures(
            self._limits.elapsed,
            len(given) + len(proposed) + (suite.figures.runs if suite else 0),
            suite.figures.rounds if suite else 0,
            suite.figures.solver_calls if suite else 0,
            suite.figures.peak_memory if suite else 0,
        )
        return Adequacy(
            *(program.files, self._loaded.data_model.value, program.properties, program.user_entry),
            seed=self._limits.seed,
            given=len(given),
            places=places,
            moves=_moves(given, proposed, fabricated.moves),
            proposals=_proposals(suite, proposed, covered, written),
            assumptions=program.assumptions,
            notes=tuple(
                dict.fromkeys((*said, *self._notes, *written.notes, *(suite.notes if suite else ())))
            ),
            problems=(*self._problems, *(suite.problems if suite else ())),
            figures=figures,
        )

    # -- runs

    def _run(self, vectors: Sequence[InputVector]) -> list[NativeRun]:
        return self._native.run_batch(vectors, timeout=RUN_SECONDS, abstract=True) if vectors else []

    def _tell_of(self, given: Sequence[NativeRun]) -> None:
        for number, run in enumerate(given, 1):
            if run.end.kind is EndKind.BUDGET:
                self._notes.append(f"test {number} does not end within {RUN_SECONDS:.0f} s of processor time")
            if run.states_lost:
                self._notes.append(f"test {number} comes to more states than are counted")

    # -- which states there are

    def _consistent(self, covered: dict[Key, tuple[int, ...]]) -> dict[int, Consistent]:
        deadline = time.monotonic() + _ENUMERATING * self._limits.timeout
        predicates = _predicates(self._loaded)
        known: dict[int, Consistent] = {}
        asked: dict[tuple[Expr, ...], Consistent] = {}
        for place in self._places:
            about = predicates[place.ident]
            if about not in asked:
                asked[about] = consistent_vectors(self._loaded.program, about, deadline)
            known[place.ident] = asked[about]
        if not all(found.complete for found in known.values()):
            self._notes.append("not all vectors of predicates could be listed: the others are open")
        for place_ident, bits in covered:
            if known[place_ident].complete and bits not in known[place_ident].states:
                summary = f"a run came to a state that contradicts itself: {bits} at place {place_ident}"
                self._problems.append(Problem(summary, str(known[place_ident])))
        return known

    def _wanted(self, known: dict[int, Consistent], covered: dict[Key, tuple[int, ...]]) -> list[Key]:
        return [
            (place.ident, bits)
            for place in self._places
            for bits in sorted(known[place.ident].states)
            if (place.ident, bits) not in covered
        ]

    def _fabricated(self, vectors: Sequence[InputVector]) -> Fabrication:
        limits = self._limits
        self._watch(State(1, 0, 0, "fabricating states", limits.elapsed, limits.timeout))
        share = replace(limits, started=time.monotonic(), timeout=_FABRICATING * limits.timeout)
        found = fabrication(self._loaded, vectors, share)
        self._problems += found.problems
        if found.note:
            self._notes.append(found.note)
        elif not found.adequate:
            self._notes.append("the graph of states that can be fabricated is not complete")
        return found

    # -- tests for those that are missed

    def _suite(self, probes: Mapping[Key, StateProbe], vectors: Sequence[InputVector]) -> Suite:
        # A certificate says by itself what is to be put into the text: the targets, and nothing else.
        left = replace(self._limits, started=time.monotonic(), timeout=max(self._limits.left, 1.0))
        options = SuiteOptions(
            *(STATES, left, self._options.out), formats=(), given=tuple(vectors), fabricate=True
        )
        probing = Probing(STATES, tuple(sorted(probes.values())))
        return suite_of(self._load, probing, (), options, self._watch, self._folder)

    def _probes(self, wanted: Iterable[Key]) -> dict[Key, StateProbe]:
        places = {place.ident: place for place in self._places}
        made = {}
        for ident, bits in wanted:
            place = places[ident]
            truths = [bool(bits >> number & 1) for number in range(len(place.predicates))]
            made[ident, bits] = state_probe(place.place, place.predicates, truths)
        return made

    def _compare(self, decided: dict[Key, TargetResult], found: dict[Key, tuple[int, ...]]) -> None:
        """What was proved infeasible must not be covered by any run."""
        for key, result in decided.items():
            if result.status is Status.INFEASIBLE and key in found:
                summary = f"state {key[1]} at place {key[0]} was proved infeasible, but a test covers it"
                self._problems.append(Problem(summary, f"certificate: {result.certificate}"))

    # -- what is said

    def _place(
        self,
        place: VectorProbe,
        known: Consistent,
        covered: dict[Key, tuple[int, ...]],
        found: dict[Key, tuple[int, ...]],
        decided: dict[Key, TargetResult],
        failing: set[Key],
    ) -> PlaceResult:
        seen = {bits for ident, bits in (*covered, *found) if ident == place.ident}
        states = []
        for bits in sorted(seen | known.states.keys()):
            key = (place.ident, bits)
            state = self._state(key, covered, found, decided.get(key))
            states.append(replace(state, fabricated=known.states.get(bits, ()), fails=key in failing))
        rest = (1 << len(place.predicates)) - len(states)
        line = (place.position.file, place.position.line)
        beside = [other for other in self._places if (other.position.file, other.position.line) == line]
        return PlaceResult(
            *(place.ident, place.function, place.position, place.predicates, tuple(states)),
            contradictions=rest if known.complete else 0,
            not_listed=0 if known.complete else rest,
            alone=len(beside) == 1,
        )

    def _state(
        self,
        key: Key,
        covered: dict[Key, tuple[int, ...]],
        found: dict[Key, tuple[int, ...]],
        result: TargetResult | None,
    ) -> StateResult:
        if key in covered:
            return StateResult(key[1], StateStatus.COVERED, covered[key], found.get(key, ()))
        if key in found:
            return StateResult(key[1], StateStatus.MISSED, (), found[key])
        if result is None:
            reason = _NOT_SEARCHED if self._options.search else _NOT_LOOKED_FOR
            return StateResult(key[1], StateStatus.OPEN, reason=reason)
        if result.status is Status.INFEASIBLE:
            return StateResult(key[1], StateStatus.IMPOSSIBLE, certificate=result.certificate)
        return StateResult(key[1], StateStatus.OPEN, reason=result.reason or _GONE)


def _predicates(loaded: Loaded) -> dict[int, tuple[Expr, ...]]:
    """By place."""
    found: dict[int, tuple[Expr, ...]] = {}
    for procedure in loaded.program.procedures.values():
        predicates = probes_at(procedure)
        for location, ident in idents_at(procedure).items():
            found.setdefault(ident, predicates[location])
    return found


def _decided(probes: Mapping[Key, StateProbe], suite: Suite | None) -> dict[Key, TargetResult]:
    """Targets have their numbers in the order of the probes, as these are put into the text."""
    if suite is None:
        return {}
    results = {result.info.ident: result for result in suite.targets}
    order = sorted(probes, key=lambda key: probes[key])
    return {key: results[ident] for ident, key in enumerate(order, 1) if ident in results}


def _key(state: int) -> Key:
    return state >> 16, state & 0xFFFF


def _states(runs: Sequence[NativeRun]) -> dict[Key, tuple[int, ...]]:
    """The numbers of the runs that came to a state."""
    found: dict[Key, tuple[int, ...]] = {}
    for number, run in enumerate(runs, 1):
        for state in sorted(run.states):
            found[_key(state)] = (*found.get(_key(state), ()), number)
    return found


def _moves(
    given: Sequence[NativeRun], proposed: Sequence[NativeRun], fabricated: Iterable[tuple[Key, Key]]
) -> tuple[Move, ...]:
    found: dict[tuple[Key, Key], MoveBy] = dict.fromkeys(fabricated, MoveBy.FABRICATED)
    for runs, by in ((proposed, MoveBy.PROPOSED), (given, MoveBy.GIVEN)):
        found.update({(_key(source), _key(target)): by for run in runs for source, target in run.moves})
    return tuple(Move(source, target, by) for (source, target), by in sorted(found.items()))


def _with_fabricated(place: PlaceResult, found: Fabrication) -> PlaceResult:
    """With the states that were fabricated, which came from others by a step of the program, where there are
    some; and where, if the graph is complete, a state that is open is not among them, with that said."""
    states = []
    for state in place.states:
        key = (place.ident, state.bits)
        state = replace(
            state,
            fabricated=found.values.get(key, state.fabricated),
            may_fail=key in found.errors,
        )
        if state.status is StateStatus.OPEN and found.adequate and key not in found.states:
            state = replace(state, reason=f"{state.reason}; {_EXCLUDED}")
        states.append(state)
    return replace(place, states=tuple(states))


def _proposals(
    suite: Suite | None, runs: Sequence[NativeRun], covered: dict[Key, tuple[int, ...]], written: Proposed
) -> tuple[Proposal, ...]:
    if suite is None:
        return ()
    return tuple(
        Proposal(
            test,
            tuple(key for key in map(_key, sorted(run.states)) if key not in covered),
            written.files.get(test.number),
        )
        for test, run in zip(suite.tests, runs, strict=True)
    )
