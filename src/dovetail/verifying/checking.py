"""From a program to verdicts: strategies search, what they claim is checked, and only that is reported.

The order of things is the whole of this module: inline, let tests and strategies search, confirm the
violations as they are claimed, check proofs, and say for each check what is known. How each of these is done
is elsewhere.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.asking.asked import CheckOptions
from dovetail.asking.schedule import Schedule
from dovetail.evidence.bearing import Bearing
from dovetail.evidence.kept_result import renewed
from dovetail.evidence.standing import contradicted, restricted, with_vanished
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Figures, Obstacle, Problem, Verdict, after
from dovetail.execution.executor import too_large
from dovetail.execution.inputs import InputVector
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.ledger.entries import Predicate
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined, TooLarge, inline
from dovetail.program.library_calls import library_checks
from dovetail.program.names import TableError
from dovetail.program.position import NOWHERE
from dovetail.program.statements import CheckInfo
from dovetail.report.output_folder import NotOurs, RunFolder
from dovetail.report.quantities import duration
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.verifying import kinds
from dovetail.verifying.certifying import Proof, prove
from dovetail.verifying.cheap_testing import TESTS, CheapTesting
from dovetail.verifying.confirming import Confirmed, Refused, confirm_all
from dovetail.verifying.earlier_proofs import EARLIER, carried_over
from dovetail.verifying.lanes import Job
from dovetail.verifying.searching import Claimed, Searching
from dovetail.verifying.seen_and_excluded import seen_and_excluded

NOT_DECIDED = "neither a violation nor a proof was found"


def check_program(
    loaded: Loaded,
    options: CheckOptions,
    watch: Callable[[Progress], None],
    tell: Callable[[CheckResult], None] = lambda result: None,
) -> CheckResult:
    """Decide the checks of a program, as far as the limits allow. What is known is told as it becomes known,
    beginning with nothing. Raises InputError for a strategy that there is not, for moves that are none, or a
    folder that is not Dovetail's."""
    limits = options.limits
    if limits.moves is not None and limits.moves < 1:
        raise InputError(f"{limits.moves} is not a number of moves: it takes at least one")
    schedule = Schedule(limits.started, limits.timeout, moves=limits.moves)
    refused: dict[Refused, None] = {}

    def as_it_stands(found: CheckResult) -> CheckResult:
        found = contradicted(found, ((one.check, one.reason, one.bearing) for one in refused))
        return restricted(with_vanished(found, loaded.program.vanished), options.accept_bounds)

    tell(as_it_stands(_Known(loaded, options, Claimed(), Proof(), [], refused).result(schedule)))
    found = _checked(loaded, options, schedule, watch, refused, lambda now: tell(as_it_stands(now)))
    result = as_it_stands(found)
    if limits.moves is not None and schedule.has_cut:
        late = f"the limit of {duration(limits.timeout)} was reached before all moves were made"
        return replace(result, notes=(*result.notes, f"{late}: another run may come further"))
    return result


def known_again(loaded: Loaded, options: CheckOptions, kept: CheckResult) -> CheckResult:
    """What is kept of an earlier run on a program that means the same: the verdicts are those of then, places
    and assumptions those of now, and so is what Dovetail is asked to accept. Raises ValueError if it is
    about other checks."""
    schedule = Schedule(options.limits.started, options.limits.timeout)
    now = _Known(loaded, options, Claimed(), Proof(), [], {}).result(schedule)
    return restricted(
        with_vanished(renewed(kept, now, loaded.program), loaded.program.vanished),
        accept_bounds=options.accept_bounds,
    )


def _checked(
    loaded: Loaded,
    options: CheckOptions,
    schedule: Schedule,
    watch: Callable[[Progress], None],
    refused: dict[Refused, None],
    tell: Callable[[CheckResult], None],
) -> CheckResult:
    """What was found, before anybody asks whether claims contradict each other; the claims that did not stand
    are left in `refused`: none is forgotten."""
    names = kinds.chosen(options.strategy)
    try:
        folder = RunFolder(options.out, Path(loaded.program.files[0]).stem)
    except NotOurs as error:
        raise InputError(str(error)) from error
    if reason := too_large(loaded.program):
        return _Known(loaded, options, Claimed(stopped=reason), Proof(), [], refused).result(schedule)
    return _Checking(loaded, options, schedule, folder, refused, tell).result(names, watch)


class _Checking:
    """One search, and what becomes of its claims."""

    def __init__(
        self,
        loaded: Loaded,
        options: CheckOptions,
        schedule: Schedule,
        folder: RunFolder,
        refused: dict[Refused, None],
        tell: Callable[[CheckResult], None],
    ) -> None:
        self._loaded = loaded
        self._options = options
        self._schedule = schedule
        self._folder = folder
        self._refused = refused
        self._tell = tell
        self._answers: list[Confirmed] = []
        self._proved: set[int] = set()
        self._not_accepted: dict[str, None] = {}
        self._certificate: Mapping[str, Any] | None = None
        """The last one that proves everything, accepted."""
        self._why: dict[str, str] = {}
        """What strategies say at their ends, by their names."""
        self._known: CheckResult | None = None

    def result(self, names: Sequence[str], watch: Callable[[Progress], None]) -> CheckResult:
        options, program = self._options, self._loaded.program
        stopped = ""
        try:
            inlined = inline(program)
            shares = kinds.shares(names, inlined)
        except TooLarge as error:
            inlined, shares, stopped = Inlined(program, {}, program), {}, str(error)
        guesses = () if stopped else tuple(self._from_earlier(inlined))
        if self._known is not None and _all_decided(self._known):
            return self._with_flow(self._known, ())
        with ExitStack() as stack:
            more = tuple(self._cheap_tests(stack))
            searching = stack.enter_context(
                Searching(
                    *(shares, inlined, Task.of(self._loaded), self._schedule),
                    memory=options.limits.memory,
                    seed=options.limits.seed,
                    watch=watch,
                    lanes=options.jobs,
                    sharing=options.sharing,
                    guesses=guesses,
                    more=more,
                )
            )
            for found in searching.results():
                if self._check_claims(found, searching, inlined):
                    break
            made, peak = searching.lanes.progress, searching.lanes.peak_memory
            ledger = searching.ledger
        if stopped or self._known is None:
            self._learn(Claimed(stopped=stopped), Proof())
        assert self._known is not None
        figures = Figures(
            self._schedule.elapsed, peak, made.rounds, made.solver_calls, made.tests, made.octagons
        )
        told = self._with_reasons(replace(self._known, figures=figures))
        return told if stopped else self._with_flow(told, (*ledger.violated.values(), *ledger.tests))

    def _with_flow(self, result: CheckResult, tests: Sequence[InputVector]) -> CheckResult:
        """With how far both sides have come, if that is asked for. The verdicts are known by now."""
        if not self._options.flow:
            return result
        flow, problem = seen_and_excluded(
            *(self._loaded, tests, self._certificate),
            deadline=self._schedule.confirm_end,
            memory=self._options.limits.memory,
        )
        problems = (*result.problems, problem) if problem is not None else result.problems
        return replace(result, flow=flow, problems=problems)

    def _from_earlier(self, inlined: Inlined) -> Iterator[Predicate]:
        """What was proved before the program has changed is judged before anything is searched. The
        conditions of what does not stand are worth guessing."""
        checks = frozenset(info.ident for info in self._loaded.program.checks)
        claims = Claims(excluded=checks, complete=True, only_asked=True)
        for document in self._options.earlier:
            try:
                carried = carried_over(document, inlined, Task.of(self._loaded))
            except TableError:
                continue  # nothing that this Dovetail has written
            if carried.document is not None:
                proof = prove(
                    *(self._loaded, inlined, carried.document, claims, self._folder),
                    deadline=self._schedule.earlier_proof_end,
                    memory=self._options.limits.memory,
                )
                self._proved |= proof.proved | proof.unreachable
                if proof.complete:
                    self._certificate = carried.document
                self._learn(Claimed(claims, carried.document, by=EARLIER, ended=False), proof)
            yield from carried.guesses

    def _cheap_tests(self, stack: ExitStack) -> Iterator[Job]:
        options, schedule = self._options, self._schedule
        made_up = not kinds.TESTED.isdisjoint(kinds.chosen(options.strategy))
        if not (made_up or options.tests) or not self._loaded.program.checks:
            return
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dovetail-")))
        budget = Budget(schedule.cheap_tests_end, schedule.moves, options.limits.seed)

        def make(ledger: Ledger) -> Strategy:
            return CheapTesting(self._loaded, folder, ledger, budget, given=options.tests, made_up=made_up)

        yield Job(TESTS, make, share=1.0)

    def _check_claims(self, found: Claimed, searching: Searching, inlined: Inlined) -> bool:
        """Have claims checked. Is there nothing left to find out?"""
        schedule, beside = self._schedule, searching.lanes
        failing = {answer.check for answer in self._answers}
        claimed = {one: vector for one, vector in found.claims.violations.items() if one not in failing}
        seen = found.by == TESTS
        for answer in confirm_all(self._loaded, claimed, self._folder, schedule, beside, seen=seen):
            if isinstance(answer, Confirmed):
                self._answers.append(answer)
                searching.confirmed(answer.check, answer.vector)
            else:
                self._refused.setdefault(answer)
        proof = Proof()
        new = found.claims.complete or not found.claims.excluded <= self._proved
        if found.certificate is not None and new:
            proof = prove(
                *(self._loaded, inlined, found.certificate, found.claims, self._folder),
                deadline=schedule.deadline,
                memory=self._options.limits.memory,
                beside=beside,
                alone=schedule.as_long_again,
            )
        if proof.reason:
            self._not_accepted[proof.reason] = None
        if proof.complete:
            self._certificate = found.certificate
        self._proved |= proof.proved | proof.unreachable
        for number in sorted(self._proved & {answer.check for answer in self._answers}):
            self._refused.setdefault(_proved_and_failed(number))
        self._learn(found, proof)
        assert self._known is not None
        if _all_decided(self._known) or found.interrupted or proof.interrupted:
            return True
        if self._known.verdict is Verdict.VIOLATED and schedule.moves is None:
            searching.lanes.shorten(schedule.rest_after_violation)
        self._tell(self._known)
        return False

    def _learn(self, found: Claimed, proof: Proof) -> None:
        here = _Known(self._loaded, self._options, found, proof, self._answers, self._refused)
        result = here.result(self._schedule)
        if found.ended and result.reason:
            self._why[found.by] = result.reason
        self._known = result if self._known is None else after(self._known, result)

    def _with_reasons(self, result: CheckResult) -> CheckResult:
        """Each has reasons of its own; and how near it was is worth knowing."""
        if result.verdict is not Verdict.UNKNOWN:
            return result
        nearly = [reason for reason in self._not_accepted if reason != result.reason]
        reasons: dict[str, list[str]] = {}
        for by, text in self._why.items():
            if by != TESTS and text != NOT_DECIDED:
                reasons.setdefault(text, []).append(by)
        several = len(reasons) > 1
        said = "; ".join(f"{', '.join(by)}: {text}" for text, by in reasons.items())
        return replace(result, notes=(*result.notes, *nearly), reason=said if several else result.reason)


def _all_decided(result: CheckResult) -> bool:
    """Is there nothing left to find out?"""
    return result.verdict is not Verdict.UNKNOWN and all(
        check.verdict is not Verdict.UNKNOWN for check in result.checks
    )


def _proved_and_failed(number: int) -> Refused:
    """A check that was seen to fail, natively, too, and that the checker takes to be proved: then nothing
    that the checker says of this program is worth anything."""
    text = f"check #{number} is proved, and was seen to fail"
    return Refused(number, text, Problem(text), Bearing(doubt=True))


class _Known:
    """What is known about each check, and about all of them."""

    def __init__(
        self,
        loaded: Loaded,
        options: CheckOptions,
        found: Claimed,
        proof: Proof,
        answers: Sequence[Confirmed],
        refused: Iterable[Refused],
    ) -> None:
        self._loaded = loaded
        self._options = options
        self._found = found
        self._proof = proof
        self._confirmed = {answer.check: answer for answer in answers}
        self._refused = {answer.check: answer for answer in refused}
        self._all_refused = tuple(refused)

    def result(self, schedule: Schedule) -> CheckResult:
        program, progress = self._loaded.program, self._found.claims.progress
        checks = tuple(self._verdict(info) for info in program.checks)
        obstacles = self._obstacles(checks)
        paths = [*self._proof.files, *(path for one in self._confirmed.values() for path in one.files)]
        figures = Figures(
            schedule.elapsed,
            self._found.peak_memory,
            progress.rounds,
            progress.solver_calls,
            progress.tests,
        )
        return CheckResult(
            program.files,
            self._loaded.data_model.value,
            program.properties,
            program.user_entry,
            self._options.strategy,
            self._options.limits.seed,
            checks,
            program.assumptions,
            obstacles,
            figures,
            tuple(map(str, paths)),
            self._reason(checks, obstacles),
            self._found.claims.notes,
            self._problems(),
            self._proof.module_invariant if self._proof.complete else None,
            self._options.limits.moves,
            accept_bounds=True,  # what that means is decided at the end
            library=library_checks(program),
        )

    def _verdict(self, info: CheckInfo) -> CheckVerdict:
        number, by = info.ident, self._found.by
        confirmed = self._confirmed.get(number)
        if confirmed is not None:
            evidence = str(confirmed.files[0]) if confirmed.files else None
            some = confirmed.some_arguments
            return CheckVerdict(info, Verdict.VIOLATED, confirmed.unsaved, evidence, by, some_arguments=some)
        certificate = str(self._proof.files[0]) if self._proof.files else None
        if number in self._proof.unreachable and number not in self._found.claims.reached:
            reason = "no execution comes here"
            return CheckVerdict(info, Verdict.UNREACHABLE, reason, certificate, by, self._found.uses)
        if number in self._proof.proved:
            return CheckVerdict(info, Verdict.PROVED, self._proof.unsaved, certificate, by, self._found.uses)
        return CheckVerdict(info, Verdict.UNKNOWN, self._why(number))

    def _why(self, number: int) -> str:
        """Why nothing is known about a check: what was nearest to a verdict comes first."""
        refused = self._refused.get(number)
        if refused is not None:
            return refused.reason
        if number in self._found.claims.excluded and self._proof.reason:
            return self._proof.reason
        return self._found.claims.open.get(number) or self._found.stopped or NOT_DECIDED

    def _obstacles(self, checks: tuple[CheckVerdict, ...]) -> tuple[Obstacle, ...]:
        """What stands in the way of a proof, also where there is no check to say it of."""
        if self._proof.complete:
            return ()
        texts = list(self._found.claims.obstacles)
        if not texts and all(check.verdict.holds for check in checks):
            texts.append(self._found.stopped or self._proof.reason or NOT_DECIDED)
        return tuple(Obstacle(NOWHERE, text) for text in dict.fromkeys(texts))

    def _reason(self, checks: tuple[CheckVerdict, ...], obstacles: tuple[Obstacle, ...]) -> str:
        """One line for the whole of an unknown verdict."""
        open_ = [check for check in checks if check.verdict is Verdict.UNKNOWN]
        if any(check.verdict is Verdict.VIOLATED for check in checks) or not (open_ or obstacles):
            return ""
        for text in (self._found.stopped, self._proof.reason):
            if text:
                return text
        refused = [answer.reason for answer in self._refused.values()]
        return next(iter([*refused, *(o.text for o in obstacles), *(c.reason for c in open_)]))

    def _problems(self) -> tuple[Problem, ...]:
        answers: list[Confirmed | Refused] = [*self._confirmed.values(), *self._all_refused]
        about = [answer.problem for answer in answers if answer.problem is not None]
        return (*self._found.problems, *about, *self._proof.problems)
