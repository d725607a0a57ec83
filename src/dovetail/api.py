"""The functions behind the commands, typed and stable: for scripts, notebooks and test runners.

Each has the name and the options of its command. Bad input is an `InputError`; nothing here prints, and only
`check`, `validate`, `test`, `adequacy` and `infer` write anything but temporary files: evidence, and tests.

Every function that reads a program takes these keywords, too (`reading.HowToRead`): `properties`, `function`,
`api`, `api_init`, `data_model`, `flags`, `compile_commands`, `externals`, `malloc_may_fail`, `by_contract`
and `contracts`; `svcomp` where it makes a difference.

A program starts in main; in a `function`, called once with any arguments; or, with `api`, it is a module
under its most general client: any exported function, or any of those named, in any order, after one call of
`api_init`, if that is given.

Files are compiled with `flags`, words as compilers take them, behind those that a build has for each file in
`compile_commands`: the path of its compile_commands.json, or the folder with it.

Here keywords become a `Reading`, `Limits` and options, and nothing else is done. What does the work is
imported by the function that asks for it: nobody who looks at a program waits for solvers.
"""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar, Unpack

from dovetail.asking.asked import (
    ALL_DOMAINS,
    AUTO,
    DEFAULT_CRITERION,
    DEFAULT_FORMATS,
    INTERVALS,
    MAX_STEPS,
    PATH_LENGTH,
    AbstractOptions,
    AdequacyOptions,
    CheckOptions,
    InferOptions,
    SuiteOptions,
)
from dovetail.asking.limits import Limits
from dovetail.asking.project import Reported, SaidOfProject
from dovetail.asking.reading import Files, HowToRead, HowToReadTasks, Reading
from dovetail.asking.schedule import BYTES, SECONDS
from dovetail.report.output_folder import DEFAULT

if TYPE_CHECKING:
    from dovetail.doors.running import Inputs, RunResult
    from dovetail.doors.showing import Shown
    from dovetail.evidence.adequacy import Adequacy
    from dovetail.evidence.annotated import AnnotatedProgram
    from dovetail.evidence.project import ProjectResult
    from dovetail.evidence.replays import ReplayResult
    from dovetail.evidence.suite import Suite
    from dovetail.evidence.validation import Validation
    from dovetail.evidence.verdicts import CheckResult
    from dovetail.execution.inputs import InputVector
    from dovetail.inferring.inferred import Inferred, InferredFunction
    from dovetail.projects.checking_project import ProjectProgress
    from dovetail.strategies.outcome import Progress
    from dovetail.suites.covering import State
    from dovetail.verifying.certifying import CertifyResult

Direction = Literal["forward", "backward", "both"]
F = TypeVar("F", bound=Callable[..., object])


def _spelled_out(function: F) -> F:
    """With the keywords for reading in its signature: `help` and notebooks show them."""
    signature = inspect.signature(function)
    *own, words = signature.parameters.values()
    left_out = {"files"} if "Tasks" in words.annotation else {"files", "svcomp"}
    known = inspect.signature(Reading).parameters.values()
    shared = [one.replace(kind=one.KEYWORD_ONLY) for one in known if one.name not in left_out]
    function.__signature__ = signature.replace(parameters=[*own, *shared])  # type: ignore[attr-defined]
    return function


@_spelled_out
def show(files: Files, **reading: Unpack[HowToReadTasks]) -> Shown:
    """Read a program, and show it: what can be reached from its entry, or all of it if there is none."""
    from dovetail.doors.showing import shown

    return shown(Reading(files, **reading))


@_spelled_out
def run(
    files: Files,
    *,
    inputs: Inputs = (),
    native: bool = False,
    max_steps: int = MAX_STEPS,
    story: bool = True,
    all_lines: bool = False,
    **reading: Unpack[HowToRead],
) -> RunResult:
    """Run a program once. With `native`, as machine code, where only the end is seen.

    Without a `story` it is much faster. Of a long story the middle is left out unless `all_lines` is set.
    """
    from dovetail.doors.running import run_once

    read = Reading(files, svcomp=False, **reading)
    return run_once(read, inputs, native=native, max_steps=max_steps, story=story, all_lines=all_lines)


@_spelled_out
def check(
    files: Files,
    *,
    strategy: str = AUTO,
    timeout: float = SECONDS,
    memory: int = BYTES,
    moves: int | None = None,
    jobs: int = 0,
    sharing: bool = True,
    seed: int = 0,
    out: str | Path = DEFAULT,
    tests: str | Path | Sequence[InputVector] = (),
    accept_bounds: bool = False,
    reports: Reported | None = None,
    watch: Callable[[Progress], None] | None = None,
    **reading: Unpack[HowToReadTasks],
) -> CheckResult:
    """Prove or refute every check of a program, within `timeout` seconds and `memory` bytes.

    With `moves`, each strategy makes at most so many of its moves, however long that takes within `timeout`:
    then the same `seed` gives the same result on any machine. At most `jobs` strategies are at work at once,
    or as many as there are processors; they share what they find, unless `sharing` is off.

    Evidence goes into a new folder inside of `out`. The search starts from `tests`: input vectors, or the
    folder of a test suite. `watch` is told how far the search has got. Ctrl-C ends the search, and what is
    known by then is the result.

    What is proved only within bounds that Dovetail itself sets is unknown, unless you `accept_bounds`. With
    `svcomp` the conventions of SV-COMP are your word: main has no arguments, functions without a body only
    return a value. With `externals="pure"` they do, too; else they may write whatever they can reach. With
    `malloc_may_fail`, malloc and its kin return null whenever they like. `reports` says which files are
    written about it.
    """
    from dovetail.verifying.checking_files import check_files

    limits = Limits.from_now(timeout, memory, moves=moves, seed=seed)
    folders, vectors = _tests(tests)
    options = CheckOptions(limits, strategy, Path(out), vectors, folders, accept_bounds, jobs, sharing)
    result = check_files(Reading(files, **reading), options, watch)
    if reports is None:
        return result
    from dovetail.doors.reports import alone, write_reports

    return replace(result, notes=(*result.notes, *write_reports(alone(result), reports)))


@_spelled_out
def test(
    files: Files,
    *,
    criterion: str = DEFAULT_CRITERION,
    for_alarm: bool = False,
    domain: str = INTERVALS,
    predicates: Sequence[str] = (),
    path_length: int = PATH_LENGTH,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    formats: Sequence[str] = DEFAULT_FORMATS,
    watch: Callable[[State], None] | None = None,
    **reading: Unpack[HowToReadTasks],
) -> Suite:
    """A suite of tests for a criterion: branches, conditions, nodes, edges, paths or abstract-states.

    Every target of it is covered by a test, proved infeasible, or open with a reason. With `for_alarm` the
    targets are the checks: a test for each that can fail. Abstract states are those of a `domain`, intervals
    or predicates, the latter from the code unless `predicates` are given; paths are those with up to
    `path_length` decisions. The suite goes into a new folder inside of `out`, in the `formats` json, ctest
    and testcomp. `watch` is told how far it has got; Ctrl-C ends the search.
    """
    from dovetail.doors.from_files import suite_of_files

    options = SuiteOptions(
        criterion,
        Limits.from_now(timeout, memory, seed=seed),
        Path(out),
        tuple(formats),
        domain=domain,
        predicates=tuple(predicates),
        path_length=path_length,
        for_alarms=for_alarm,
    )
    return suite_of_files(Reading(files, **reading), options, watch)


test.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's


@_spelled_out
def adequacy(
    files: Files,
    *,
    tests: str | Path | Sequence[InputVector] | Sequence[str | Path],
    predicates: Sequence[str] = (),
    most_predicates: int | None = None,
    search: bool = True,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    format: str | None = None,
    watch: Callable[[State], None] | None = None,
    **reading: Unpack[HowToReadTasks],
) -> Adequacy:
    """Are these tests adequate, and what do they miss? `tests` are input vectors, or folders of test suites.

    At each cutpoint an abstract state is which predicates hold; these are the code's own unless `predicates`
    are given, at most `most_predicates` at a place. Every state is covered by a test, missed (then a test
    that covers it is proposed, and written in the `format` of the others, json or testcomp), impossible, or
    open. Without `search` no tests are looked for. A page with the graph of abstract states, and the proposed
    tests, go into a new folder inside of `out`. `watch` is told how far it has got; Ctrl-C ends the search.
    """
    from dovetail.doors.from_files import assess_files

    limits = Limits.from_now(timeout, memory, seed=seed)
    folders, vectors = _tests(tests)
    options = AdequacyOptions(
        *(vectors, folders, tuple(predicates), most_predicates, limits, Path(out), format, search)
    )
    return assess_files(Reading(files, **reading), options, watch)


def _tests(
    tests: str | Path | Sequence[InputVector] | Sequence[str | Path],
) -> tuple[tuple[Path, ...], tuple[InputVector, ...]]:
    """Folders or files, and vectors."""
    each = [tests] if isinstance(tests, (str, Path)) else list(tests)
    folders = tuple(Path(one) for one in each if isinstance(one, (str, Path)))
    return folders, tuple(one for one in each if not isinstance(one, (str, Path)))


@_spelled_out
def abstract(
    files: Files,
    *,
    direction: Direction = "both",
    domain: str = ALL_DOMAINS,
    timeout: float = SECONDS,
    memory: int = BYTES,
    **reading: Unpack[HowToRead],
) -> AnnotatedProgram:
    """What is known at every point of a program, and the class of each of its checks.

    Forward, it is what executions come with to a point; backward, with what they can go on from there to the
    goal, which is the end of the program unless the program says otherwise; both, in turn, the two together.
    `domain` is what values are described with: constants, intervals, congruences, octagons, polyhedra or all.

    A class is what an abstraction says, and nothing has checked it: `check` decides.
    """
    from dovetail.doors.from_files import abstract_files

    options = AbstractOptions(direction, domain, Limits.from_now(timeout, memory))
    return abstract_files(Reading(files, svcomp=False, **reading), options)


def project(
    build: str | Path | None = None,
    *,
    config: str | Path | None = None,
    seed: int = 0,
    keep: bool = True,
    recheck: bool = False,
    retry: bool = False,
    write_baseline: str | Path | None = None,
    reports: Reported | None = None,
    watch: Callable[[ProjectProgress], None] | None = None,
    **said: Unpack[SaidOfProject],
) -> ProjectResult:
    """Check a whole build: each program, each function and, of files in `modules`, each module in it.

    `build` is the folder with a compile_commands.json, or that file. What is not `said` here is as the
    project's own file says (`config`, or the nearest dovetail.toml), and else as it is usual. All together
    may take `budget` seconds, and one unit at most `timeout_per_unit`; `jobs` are looked at at once.

    Results are kept in the `store`, unless `keep` is off, and taken from there where nothing has changed that
    they depend on; with `recheck` their evidence is judged again, with `retry` what was left unknown is
    looked at again. Findings in the `baseline` are known. `reports` says which files are written about it.
    `watch` is told how far it has got.
    """
    from dovetail.doors.projects import project_options, whole_project

    options = project_options(
        *(_path(build), _path(config), dict(said)),
        seed=seed,
        recheck=recheck,
        retry=retry,
        write_baseline=_path(write_baseline),
        keep=keep,
        reports=reports,
    )
    return whole_project(options, watch)


def _path(path: str | Path | None) -> Path | None:
    return None if path is None else Path(path)


@_spelled_out
def infer(
    files: Files,
    *,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    watch: Callable[[InferredFunction], None] | None = None,
    **reading: Unpack[HowToRead],
) -> Inferred:
    """For each function, or for the `function` that is named: a proposed precondition, and the frame and the
    postconditions that are proved under it.

    `timeout` and `memory` are for each function. The contracts, in the form of `contracts=[…]`, and the
    evidence go into a new folder inside of `out`. `watch` is told of each function when it is done.
    """
    from dovetail.doors.inferring import infer_files

    options = InferOptions(timeout, memory, seed, Path(out))
    return infer_files(Reading(files, svcomp=False, **reading), options, watch or (lambda found: None))


def replay(
    evidence: str | Path, *, timeout: float = SECONDS, memory: int = BYTES, include: Sequence[str] = ()
) -> ReplayResult:
    """Run a violation again, natively: `evidence` is its violation.json, or the folder that this is in.
    Header files in these folders to `include`, if the evidence names them, may be read instead of Dovetail's
    own."""
    from dovetail.doors.from_files import replay_file

    limits = Limits.from_now(timeout, memory)
    return replay_file(_evidence_file(Path(evidence), "violation.json"), limits, tuple(include))


def certify(
    evidence: str | Path, *, timeout: float = SECONDS, memory: int = BYTES, include: Sequence[str] = ()
) -> CertifyResult:
    """Check a proof again, independently: `evidence` is its certificate.json, or the folder that this is in.
    Header files in these folders to `include`, if the evidence names them, may be read instead of Dovetail's
    own."""
    from dovetail.verifying.certifying import certify_file

    path = _evidence_file(Path(evidence), "certificate.json")
    deadline = time.monotonic() + timeout
    return certify_file(path, deadline=deadline, memory=memory, trusted=tuple(include))


@_spelled_out
def validate(
    witness: str | Path,
    files: Files,
    *,
    strategy: str = AUTO,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    accept_bounds: bool = False,
    watch: Callable[[Progress], None] | None = None,
    **reading: Unpack[HowToReadTasks],
) -> Validation:
    """Judge a witness of another tool, in SV-COMP's format 2.0, about a program.

    Invariants are accepted if they hold and the program is proved; a violation is if an execution that
    follows its waypoints fails at its target, natively. What of the program is not said here (properties,
    data model, entry) is as the witness has it. The program with the witness in it, and the evidence, go into
    new folders inside of `out`. `watch` is told how far the search has got.
    """
    from dovetail.verifying.validating import validate_files

    limits = Limits.from_now(timeout, memory, seed=seed)
    options = CheckOptions(limits, strategy, Path(out), accept_bounds=accept_bounds)
    return validate_files(Path(witness), Reading(files, **reading), options, watch)


def _evidence_file(path: Path, name: str) -> Path:
    return path / name if os.path.isdir(path) else path
