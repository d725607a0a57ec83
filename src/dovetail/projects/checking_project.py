"""A build, from its compile_commands.json to the verdicts on its units: the order of things.

Look over the files, find the units, take from the store what still holds, look at the others side by side,
smallest first, and keep each result as it comes. Whenever this is ended, what is known by then is kept.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.asking.project import ProjectOptions
from dovetail.evidence.baseline import read_baseline, write_baseline
from dovetail.evidence.kept_result import from_kept, to_kept
from dovetail.evidence.project import (
    Finding,
    Looked,
    ProjectResult,
    Source,
    Standing,
    Unit,
    UnitKind,
    findings,
)
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.frontend.compile_commands import Build, sources_in
from dovetail.frontend.errors import InputError
from dovetail.frontend.properties import parse_property
from dovetail.processes.confined import KILLED, Confined, Ending
from dovetail.processes.pool import Work, side_by_side
from dovetail.processes.supervised import READING
from dovetail.program.types import DataModel
from dovetail.projects.keys import flags_of, options_of, semantics, shape_key, text_key
from dovetail.projects.looking import Answer, is_usable, write_evidence
from dovetail.projects.moved_results import on_lines_of_now, with_shape
from dovetail.projects.rechecking import Rechecked, is_sampled, recheck
from dovetail.projects.store import Damaged, Kept, Store, set_aside
from dovetail.projects.survey import Read, Survey, Text, recalled, surveyed, text_of, to_keep
from dovetail.projects.turns import USED_UP, Turns
from dovetail.projects.units import Found, units_of
from dovetail.projects.workers import ClusterWorkers, Home, LocalWorkers, Workers
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import NotOurs, RunFolder, claim
from dovetail.verifying import kinds

INTERRUPTED = "it was interrupted"


@dataclass(frozen=True, slots=True)
class ProjectProgress:
    """How far it has got, for people to watch."""

    doing: str
    done: int
    all: int
    counts: tuple[tuple[Standing, int], ...]
    elapsed: float


def check_project(
    options: ProjectOptions, watch: Callable[[ProjectProgress], None] | None = None
) -> ProjectResult:
    """Raises InputError. Ctrl-C ends the search, and what is known by then is the result."""
    for name in options.properties:
        parse_property(name)
    kinds.chosen(options.strategy)
    known = frozenset[str]() if options.baseline is None else read_baseline(options.baseline)
    with tempfile.TemporaryDirectory(prefix="dovetail-", ignore_cleanup_errors=True) as scratch:
        before, tempfile.tempdir = tempfile.tempdir, scratch  # of those who are ended nothing is left
        try:
            result = _Checking(options, watch or (lambda progress: None), known).result()
        finally:
            tempfile.tempdir = before
    if options.write_baseline is not None:
        write_baseline(options.write_baseline, result.findings)
    return result


@dataclass(frozen=True, slots=True)
class _Again:
    """What comes from the store, and is judged again."""

    unit: Unit
    kept: Kept
    result: CheckResult
    source: Source


class _Checking:
    def __init__(
        self, options: ProjectOptions, watch: Callable[[ProjectProgress], None], known: frozenset[str]
    ) -> None:
        self._options = options
        self._watch = watch
        self._known = known
        self._most = options.jobs or os.cpu_count() or 1
        self._notes: dict[str, None] = {}
        self._problems: list[str] = []
        self._looked: dict[str, Looked] = {}
        self._texts: dict[str, str] = {}
        """The keys of units, by their names."""
        self._store = self._opened()
        self._runs = 0
        self._interrupted = False
        self._all = 0
        try:
            self._run = RunFolder(options.out, options.root.name)
        except NotOurs as error:
            raise InputError(str(error)) from error

    def result(self) -> ProjectResult:
        options = self._options
        found = Found((), ())
        workers = self._workers()
        try:
            found = self._found()
            self._all = len(found.units) + len(self._looked)
            self._ready(found.units, workers)
        except KeyboardInterrupt:
            self._interrupted = True
        finally:
            workers.close()
        for unit in found.units:
            self._looked.setdefault(unit.name, Looked(unit, None))
        looked = tuple(self._looked[name] for name in sorted(self._looked))
        before = self._kept(lambda store: store.last_standings(str(options.build))) or {}
        texts: dict[str, list[str]] = {}
        told: list[Finding] = [one for each in looked for one in findings(each, options.root, texts)]
        result = ProjectResult(
            *(options.root, options.build, options.properties, looked, tuple(told)),
            known=self._known,
            has_baseline=options.baseline is not None,
            accept_bounds=options.accept_bounds,
            notes=(*self._notes, *found.notes),
            problems=tuple(dict.fromkeys(self._problems)),
            folder=self._run.home() if looked else None,
            seconds=options.limits.elapsed,
            interrupted=self._interrupted,
            before=before,
            reading=options_of(options),
        )
        if not self._interrupted:
            standings = {each.unit.name: each.standing.value for each in looked}
            used = [self._texts[each.unit.name] for each in looked if each.unit.name in self._texts]
            self._kept(lambda store: store.run_ended(str(options.build), standings, used))
        return result

    # ---- the store -----------------------------------------------------------------------------------------

    def _opened(self) -> Store | None:
        path = self._options.store
        if path is None:
            return None
        try:
            store = Store(path)
            self._runs = store.runs()
        except Damaged as error:
            return self._set_aside(path, error)
        except OSError as error:
            self._notes[f"nothing is kept: {error.strerror}"] = None
            return None
        return store

    def _set_aside(self, path: Path, error: Damaged) -> Store | None:
        try:
            aside = set_aside(path)
        except OSError as refused:
            self._problems.append(f"the store {path} is damaged ({error}), and cannot be moved: {refused}")
            return None
        self._problems.append(f"the store was damaged ({error}); nothing of it is used, it is {aside} now")
        return Store(path)

    def _kept(self, use: Callable[[Store], Any]) -> Any:
        """What the store says, if there is one; nothing, if it turns out to be damaged or cannot be used."""
        if self._store is None:
            return None
        try:
            return use(self._store)
        except Damaged as error:
            self._store = self._set_aside(self._store.path, error)
        except OSError as error:
            self._notes[f"the store is not used any more: {error.strerror}"] = None
            self._store = None
        return None

    def _forget(self, kept: Kept) -> None:
        self._kept(lambda store: store.forget([kept.text]))

    # ---- the units -----------------------------------------------------------------------------------------

    def _found(self) -> Found:
        options = self._options
        build = Build(flags_of(options), options.build)
        model = None if options.data_model is None else DataModel(options.data_model)
        files = [path for path in sources_in(options.build) if not self._is_excluded(path)]
        if not files:
            raise InputError(f"{options.build}: there is no C file in this build that is not excluded")
        stubs = Build(flags_of(options))
        self._file_texts: dict[Path, Text] = {path: text_of(path, stubs, model) for path in options.stubs}
        semantics()  # once, and not in each of the processes
        surveys: dict[Path, Survey] = {}
        fresh: dict[str, Any] = {}

        def work(path: Path) -> Work[Survey]:
            return Work(str(path), lambda send: self._survey(path, build, model), options.limits.deadline)

        for one, done in side_by_side(map(work, files), self._most, tick=self._tick("reading")):
            path = Path(one.name)
            survey = done.value or Survey(path, error=_why(done))
            surveys[path] = survey
            if survey.error:
                unit = Unit(self._relative(path), UnitKind.MODULE, (path,))
                self._looked[unit.name] = Looked(unit, None, survey.error)
            else:
                self._file_texts[path] = survey.text
                fresh |= to_keep(survey)
        self._kept(lambda store: store.keep_surveys(fresh))
        return units_of([surveys[path] for path in files], options)

    def _survey(self, path: Path, build: Build, model: DataModel | None) -> Survey:
        """In a process of its own."""
        try:
            text = text_of(path, build, model)
            key = hashlib.sha256(f"{semantics()} {text.key}".encode()).hexdigest()
            shape = hashlib.sha256(f"{semantics()} {text.shape.key}".encode()).hexdigest()
            text = replace(text, key=key, shape=replace(text.shape, key=shape if text.shape.key else ""))
            try:
                symbols = None if self._store is None else recalled(path, text, self._store.survey)
            except (Damaged, OSError):
                symbols = None  # whoever keeps the store finds out, too
            return Survey(path, text, surveyed(path, build, model) if symbols is None else symbols)
        except InputError as error:
            return Survey(path, error=str(error))

    def _is_excluded(self, path: Path) -> bool:
        from fnmatch import fnmatchcase

        name = self._relative(path)
        return any(fnmatchcase(name, pattern) for pattern in self._options.exclude)

    def _relative(self, path: Path) -> str:
        root = self._options.root
        return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)

    # ---- looking at them -----------------------------------------------------------------------------------

    def _ready(self, units: tuple[Unit, ...], workers: Workers) -> None:
        again: list[_Again] = []
        waiting: list[Unit] = []
        with self._store.kept_open() if self._store is not None else nullcontext():
            self._recall(units, again, waiting)
        waiting += list(self._rechecked(again))
        self._search(sorted(waiting, key=lambda unit: (unit.size, unit.name)), workers)

    def _recall(self, units: tuple[Unit, ...], again: list[_Again], waiting: list[Unit]) -> None:
        """What is kept of them; what is to be judged `again`, or is `waiting` to be looked at."""
        for unit in units:
            text = text_key(unit, self._options, self._file_texts)
            self._texts[unit.name] = text
            kept, source = self._usable(text), Source.KEPT
            if kept is None:
                kept, source = self._moved(unit, text), Source.SAME
            if kept is None:
                waiting.append(unit)
                continue
            result = self._restored(unit, kept)
            if result is None:
                waiting.append(unit)
            elif self._options.recheck or is_sampled(text, self._runs):
                again.append(_Again(unit, kept, result, source))
            else:
                self._looked[unit.name] = Looked(unit, self._accepted(result), source=source)

    def _usable(self, text: str) -> Kept | None:
        def look_up(store: Store) -> Kept | None:
            kept = store.by_text(text)
            return kept if kept is not None and is_usable(kept, self._options) else None

        found: Kept | None = self._kept(look_up)
        return found

    def _moved(self, unit: Unit, text: str) -> Kept | None:
        """What is kept of it, if only the lines of its text have moved; it is kept under the text of now."""
        shape = shape_key(unit, self._options, self._file_texts)
        runs = [self._file_texts[path].shape.runs for path in unit.files]

        def look_up(store: Store) -> Kept | None:
            kept = store.last_of(unit.name)
            if kept is None or not is_usable(kept, self._options):
                return None
            now = on_lines_of_now(kept, text, shape, runs, self._read(unit))
            if now is not None:
                store.keep(now)
            return now

        found: Kept | None = self._kept(look_up)
        return found

    def _restored(self, unit: Unit, kept: Kept) -> CheckResult | None:
        try:
            write_evidence(kept, self._folder(unit), lambda name, content: content)
            return from_kept(kept.document, self._folder(unit))
        except OSError as error:
            self._notes[f"evidence from the store could not be written: {error.strerror}"] = None
            return None

    def _rechecked(self, again: list[_Again]) -> Iterator[Unit]:
        """What does not stand is looked at afresh."""
        by_name = {one.unit.name: one for one in again}
        limits = self._options.limits

        def work(unit: Unit, result: CheckResult) -> Work[Rechecked]:
            seconds = self._options.unit_timeout
            return Work(unit.name, lambda send: recheck(result, seconds, limits.memory), limits.deadline)

        works = (work(one.unit, one.result) for one in again)
        for one, done in side_by_side(works, self._most, tick=self._tick("checking again")):
            known = by_name[one.name]
            unit = known.unit
            answer = done.value
            if answer is not None and answer.wrong:
                self._problems.append(f"what was kept of {unit.name} does not stand: {answer.wrong}")
                self._forget(known.kept)
                yield unit
                continue
            judged = answer is not None and not answer.undecided
            self._looked[unit.name] = Looked(
                unit, self._accepted(known.result), source=known.source, rechecked=judged
            )

    def _search(self, waiting: list[Unit], workers: Workers) -> None:
        turns = Turns(waiting, self._options, workers.at_once)
        for turn, done in workers.look(turns, self._tick("")):
            if _was_not_read(done):
                turns.was_too_short(turn.seconds)
            if not (_was_killed(done) and turns.again(turn.unit)):
                self._learn(turn.unit, done, time.monotonic() - turn.begun, turn.seconds)
        if turns.used_up:
            self._notes[USED_UP] = None

    def _workers(self) -> Workers:
        options = self._options
        home = Home(self._folder, self._read, lambda: self._store)
        if options.cluster is not None:
            return ClusterWorkers(options.cluster, options, home)
        return LocalWorkers(options, home, self._most)

    def _read(self, unit: Unit) -> Read:
        return frozenset[tuple[str, str]]().union(*(self._file_texts[path].read for path in unit.files))

    def _learn(self, unit: Unit, done: Confined[Answer], seconds: float, allowed: float) -> None:
        answer = done.value
        if answer is None:
            self._problems.append(f"{unit.name}: {_why(done)}: {done.details}")
            self._looked[unit.name] = Looked(unit, None, _why(done), seconds=seconds)
            return
        if answer.result is None:
            self._looked[unit.name] = Looked(unit, None, answer.error, seconds=seconds)
            return
        self._problems += [f"{unit.name}: {one.summary}" for one in answer.result.problems]
        meant = answer.meant
        self._problems += [meant.problem] if meant.problem else []
        self._looked[unit.name] = Looked(
            unit, self._accepted(answer.result), "", meant.source, seconds, meant.rechecked
        )
        if meant.meaning and not answer.result.problems and answer.result.reason != INTERRUPTED:
            self._keep(unit, answer, allowed)

    def _keep(self, unit: Unit, answer: Answer, allowed: float) -> None:
        assert answer.result is not None
        if any(one.verdict is not Verdict.UNKNOWN and not one.evidence for one in answer.result.checks):
            return  # it could not be written: what is kept can be judged again
        folder = self._folder(unit)
        try:
            files = {path: Path(path).read_bytes() for path in answer.result.evidence}
        except OSError as error:
            self._notes[f"{unit.name} is not kept: its evidence cannot be read: {error.strerror}"] = None
            return
        runs = [self._file_texts[path].shape.runs for path in unit.files]
        shape = shape_key(unit, self._options, self._file_texts)
        document = with_shape(to_kept(answer.result, folder), shape, runs)
        kept = Kept(
            *(self._texts[unit.name], answer.meant.meaning, unit.name, document),
            *(self._options.effort, answer.meant.allowed or allowed, time.time()),
            {str(Path(path).relative_to(folder)): content for path, content in files.items()},
        )
        self._kept(lambda store: store.keep(kept))

    def _accepted(self, result: CheckResult) -> CheckResult:
        """As the user accepts bounds, or not."""
        result = replace(result, accept_bounds=self._options.accept_bounds)
        return replace(result, reason="") if result.verdict is Verdict.PROVED else result

    def _folder(self, unit: Unit) -> Path:
        plain = re.sub(r"[^\w.+-]", "_", unit.name)[-80:].lstrip(".-")
        digest = hashlib.sha256(unit.name.encode("utf-8", "surrogateescape")).hexdigest()[:6]
        return claim(self._run.home() / "units") / f"{plain}-{digest}"

    def _tick(self, doing: str) -> Callable[[list[str]], None]:
        def tick(names: list[str]) -> None:
            counts: dict[Standing, int] = {}
            for one in self._looked.values():
                counts[one.standing] = counts.get(one.standing, 0) + 1
            what = f"{doing} {names[0] if names else ''}".strip()
            self._watch(
                ProjectProgress(
                    *(what, len(self._looked), self._all),
                    *(tuple(sorted(counts.items())), self._options.limits.elapsed),
                )
            )

        return tick


def _was_killed(done: Confined[Answer]) -> bool:
    """Has somebody ended one of the processes that the unit's has started? (Of its own the pool takes
    care.)"""
    if done.value is None:
        return KILLED in done.failure and not done.failure.startswith(KILLED)
    result = done.value.result
    return result is not None and any(KILLED in problem.summary for problem in result.problems)


def _was_not_read(done: Confined[Answer]) -> bool:
    result = None if done.value is None else done.value.result
    return result is not None and result.reason.startswith(READING)


def _why(done: Confined[Any]) -> str:
    match done.ending:
        case Ending.OUT_OF_TIME:
            return "there was no time left to read it"
        case Ending.OUT_OF_MEMORY:
            return "there was not enough memory to read it"
        case _:
            return f"it could not be looked at: {done.failure or done.ending.value}"
