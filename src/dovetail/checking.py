"""From a program to verdicts: the strategy searches, what it claims is checked, and only that is reported.

The order of things is the whole of this module: test cheaply, inline, search, confirm the violations, check
the proof, and say for each check what is known; and the same again with the next stage of the strategy, if
there is one and something is still open. How each of these is done is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from dovetail.asked import AUTO, CheckOptions
from dovetail.certifying import Proof, prove
from dovetail.cheap_testing import CheapTests, cheap_tests, confirmed
from dovetail.confirming import Confirmed, Refused, confirm_all
from dovetail.evidence.bearing import Bearing
from dovetail.evidence.standing import contradicted, restricted, with_vanished
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Figures, Obstacle, Problem, Verdict, after
from dovetail.execution.executor import too_large
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.program.inlining import TooLarge, inline
from dovetail.program.library_calls import library_checks
from dovetail.program.position import NOWHERE
from dovetail.program.statements import CheckInfo
from dovetail.report.output_folder import NotOurs, RunFolder
from dovetail.report.quantities import duration
from dovetail.schedule import Schedule
from dovetail.searching import Search, search
from dovetail.strategies.outcome import Claims, Progress
from dovetail.strategy_names import TESTED_FIRST, find, promising

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

    tell(as_it_stands(_Judgement(loaded, options, Search(), Proof(), [], refused).result(schedule)))
    found = _checked(loaded, options, schedule, watch, refused, lambda now: tell(as_it_stands(now)))
    result = as_it_stands(found)
    if limits.moves is not None and schedule.has_cut:
        late = f"the limit of {duration(limits.timeout)} was reached before all moves were made"
        return replace(result, notes=(*result.notes, f"{late}: another run may come further"))
    return result


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
    stages = find(options.strategy)
    try:
        folder = RunFolder(options.out, Path(loaded.program.files[0]).stem)
    except NotOurs as error:
        raise InputError(str(error)) from error
    if reason := too_large(loaded.program):
        return _Judgement(loaded, options, Search(stopped=reason), Proof(), [], refused).result(schedule)
    result: CheckResult | None = None
    tests = CheapTests()
    answers: list[Confirmed] = []
    made_up = options.strategy in TESTED_FIRST
    if (made_up or options.tests) and loaded.program.checks:
        tests = cheap_tests(
            *(loaded, schedule),
            memory=options.limits.memory,
            seed=options.limits.seed,
            given=options.tests,
            made_up=made_up,
        )
        answers = _sorted(confirmed(tests, loaded, folder, schedule), refused)
        result = _Judgement(loaded, options, _as_search(tests), Proof(), answers, refused).result(schedule)
        if _all_decided(result) or tests.interrupted:
            return result
        tell(result)
        schedule = schedule.searching_now()
    try:
        inlined = inline(loaded.program)
    except TooLarge as error:
        stopped = Search(stopped=str(error))
        here = _Judgement(loaded, options, stopped, Proof(), answers, refused).result(schedule)
        return here if result is None else after(result, here)
    if options.strategy == AUTO:
        stages = promising(inlined)
    violated = {one.check: one.vector for one in answers}
    proved: set[int] = set()
    not_accepted: dict[str, None] = {}
    why: dict[str, str] = {}
    """What the strategies of the last stage say, by their names."""
    for number, stage in enumerate(stages, 1):
        last = number == len(stages)
        done = False
        why.clear()
        searches = search(
            *(stage, inlined, Task.of(loaded), schedule),
            memory=options.limits.memory,
            seed=options.limits.seed,
            watch=watch,
            tests=tests.corpus,
            violated=violated,
        )
        with closing(searches):
            for found in searches:
                known = {answer.check for answer in answers}
                claimed = {one: vector for one, vector in found.claims.violations.items() if one not in known}
                found_out = confirm_all(loaded, claimed, folder, schedule, found.beside)
                answers += _sorted(found_out, refused)
                proof = Proof()
                # What is proved in part is worth checking only if nothing comes after it.
                if found.certificate is not None and (
                    last or found.claims.complete or found.claims.violations
                ):
                    proof = prove(
                        *(loaded, inlined, found.certificate, found.claims, folder),
                        deadline=schedule.deadline if last else schedule.half_way,
                        memory=options.limits.memory,
                        beside=found.beside,
                    )
                if proof.reason:
                    not_accepted[proof.reason] = None
                proved |= proof.proved | proof.unreachable
                for number in sorted(proved & {answer.check for answer in answers}):
                    refused.setdefault(_proved_and_failed(number))
                here = _Judgement(loaded, options, found, proof, answers, refused).result(schedule)
                if here.reason:
                    why[found.by] = here.reason
                result = here if result is None else after(result, here)
                # A stage that looks for violations has looked for all of them.
                settled = result.verdict is not Verdict.UNKNOWN and (found.claims.violations or not known)
                if _all_decided(result) or settled or found.interrupted or proof.interrupted:
                    done = True
                    break
                tell(result)
        if done:
            break
    assert result is not None
    if result.verdict is Verdict.UNKNOWN:
        # Others have gone on since, and have reasons of their own; how near it was is worth knowing.
        nearly = [reason for reason in not_accepted if reason != result.reason]
        several = len(set(why.values())) > 1
        reason = "; ".join(f"{by}: {text}" for by, text in why.items()) if several else result.reason
        result = replace(result, notes=(*result.notes, *nearly), reason=reason)
    return result


def _all_decided(result: CheckResult) -> bool:
    """Is there nothing left to find out?"""
    return result.verdict is not Verdict.UNKNOWN and all(
        check.verdict is not Verdict.UNKNOWN for check in result.checks
    )


def _sorted(answers: Iterable[Confirmed | Refused], refused: dict[Refused, None]) -> list[Confirmed]:
    """Those that stand; the others are put to those that did not."""
    standing = []
    for answer in answers:
        if isinstance(answer, Confirmed):
            standing.append(answer)
        else:
            refused.setdefault(answer)
    return standing


def _proved_and_failed(number: int) -> Refused:
    """A check that was seen to fail, natively, too, and that the checker takes to be proved: then nothing
    that the checker says of this program is worth anything."""
    text = f"check #{number} is proved, and was seen to fail"
    return Refused(number, text, Problem(text), Bearing(doubt=True))


def _as_search(tests: CheapTests) -> Search:
    """Cheap tests, told as a search that found nothing but violations."""
    progress = Progress(0, tests.runs, 0, 0, 0)
    notes = (tests.note,) if tests.note else ()
    return Search(
        Claims(notes=notes, progress=progress),
        interrupted=tests.interrupted,
        stopped="it was interrupted" if tests.interrupted else "",
        peak_memory=tests.peak_memory,
        problems=tests.problems,
        by="cheap tests",
    )


class _Judgement:
    """What is known about each check, and about all of them."""

    def __init__(
        self,
        loaded: Loaded,
        options: CheckOptions,
        found: Search,
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
            return CheckVerdict(info, Verdict.VIOLATED, confirmed.unsaved, evidence, by)
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
