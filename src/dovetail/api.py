"""The functions behind the commands, typed and stable: for scripts, notebooks and test runners.

Each has the name and the options of its command. Bad input is an `InputError`; nothing here prints, and only
`check`, `test` and `adequacy` write anything but temporary files: evidence, and tests.

A program starts in main; in a `function`, called once with any arguments; or, with `api`, it is a module
under its most general client: any exported function, or any of those named, in any order, after one call of
`api_init`, if that is given.

Files are compiled with `flags`, words as compilers take them, behind those that a build has for each file in
`compile_commands`: the path of its compile_commands.json, or the folder with it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from dovetail.abstract_states import INTERVALS
from dovetail.abstracting import AbstractOptions, abstract_program
from dovetail.assessing import AdequacyOptions, assess
from dovetail.certifying import CertifyResult, certify_file
from dovetail.checking import CheckOptions
from dovetail.checking_files import check_files
from dovetail.confined import LimitReached
from dovetail.covering import State
from dovetail.evidence.adequacy import Adequacy
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.evidence.covering import ALARMS
from dovetail.evidence.given_tests import read_tests
from dovetail.evidence.proposed_tests import format_of
from dovetail.evidence.suite import Suite
from dovetail.evidence.verdicts import CheckResult
from dovetail.evidence.violation import ReplayResult, native_program
from dovetail.evidence.violation import replay as replay_violation
from dovetail.evidence.whole_files import put
from dovetail.execution.ends import End
from dovetail.execution.executor import Executor, too_large
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Consumed
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.client import Api
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.flag_words import as_words
from dovetail.frontend.load import ANY, EXTERNALS
from dovetail.kinds import AUTO
from dovetail.program.automata import Program
from dovetail.program.document import to_json
from dovetail.program.dot import to_dot
from dovetail.program.listing import show_program
from dovetail.program.types import DataModel
from dovetail.report.adequacy_page import adequacy_page
from dovetail.report.endings import end_in_words, with_check
from dovetail.report.output_folder import DEFAULT
from dovetail.report.story import SHOWN, Story
from dovetail.report.told import tell
from dovetail.schedule import BYTES, SECONDS, begin
from dovetail.strategies.outcome import Progress
from dovetail.supervised import Load, within
from dovetail.testing import DEFAULT_CRITERION, DEFAULT_FORMATS, PATH_LENGTH, SuiteOptions, suite_for

MAX_STEPS = 1_000_000
"""The steps that `run` takes unless told otherwise: with a story, some 15 seconds' worth."""
NATIVE_SECONDS = 10.0

Files = str | Path | Sequence[str | Path]
Direction = Literal["forward", "backward", "both"]
ALL_DOMAINS = "all"
Inputs = InputVector | Sequence[int | float] | str
Tests = str | Path | Sequence[InputVector]


@dataclass(frozen=True, slots=True)
class Shown:
    """A program as Dovetail reads it."""

    program: Program

    @property
    def text(self) -> str:
        return show_program(self.program)

    @property
    def dot(self) -> str:
        return to_dot(self.program)

    @property
    def document(self) -> dict[str, Any]:
        """As described in `dovetail.program.document`."""
        return to_json(self.program)


@dataclass(frozen=True, slots=True)
class RunResult:
    """One execution. There is a story, and a number of steps, only if it was not native."""

    program: Program
    end: End
    native: bool
    inputs: tuple[Consumed, ...]
    """What the run asked for, in order, with the values used; of a native run: nothing is known."""
    given: int
    """How many values were given."""
    used: int
    """How many values the run asked for: more than were given if it read on, and got zeros."""
    steps: int | None = None
    story: Story | None = None

    @property
    def sentence(self) -> str:
        """The end in words."""
        return end_in_words(self.end, self.program)


def show(
    files: Files,
    *,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    svcomp: bool = False,
    externals: str = ANY,
    malloc_may_fail: bool = False,
) -> Shown:
    """Read a program, and show it: what can be reached from its entry, or all of it if there is none."""
    entry = _entry(function, api, api_init)
    paths, options = _reading(
        *(files, properties, entry, data_model, svcomp, flags, compile_commands, externals, malloc_may_fail)
    )
    return Shown(load(paths, replace(options, whole=True)).program)


def run(
    files: Files,
    *,
    inputs: Inputs = (),
    native: bool = False,
    max_steps: int = MAX_STEPS,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    externals: str = ANY,
    malloc_may_fail: bool = False,
    story: bool = True,
    all_lines: bool = False,
) -> RunResult:
    """Run a program once. With `native`, as machine code, where only the end is seen.

    Without a `story` it is much faster. Of a long story the middle is left out unless `all_lines` is set.
    """
    vector = _vector(inputs)
    entry = _entry(function, api, api_init)
    loaded = _load(
        *(files, properties, entry, data_model, False, flags, compile_commands, externals, malloc_may_fail)
    )
    if native:
        return _run_natively(loaded, vector)
    _runnable(loaded)
    given = len(vector.values)
    told = None
    if story:
        keep = None if all_lines else SHOWN
        done, told = tell(loaded.program, vector, max_steps=max_steps, keep=keep)
    else:
        done = Executor(loaded.program).run(vector, max_steps=max_steps, record_path=False)
    used = sum(not isinstance(consumed.value, bytes) for consumed in done.inputs)
    return RunResult(loaded.program, done.end, False, done.inputs, given, used, done.steps, told)


def check(
    files: Files,
    *,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    strategy: str = AUTO,
    timeout: float = SECONDS,
    memory: int = BYTES,
    moves: int | None = None,
    jobs: int = 0,
    sharing: bool = True,
    seed: int = 0,
    out: str | Path = DEFAULT,
    tests: Tests = (),
    accept_bounds: bool = False,
    svcomp: bool = False,
    externals: str = ANY,
    malloc_may_fail: bool = False,
    watch: Callable[[Progress], None] | None = None,
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
    `malloc_may_fail`, malloc and its kin return null whenever they like.
    """
    started = begin(timeout)
    given = read_tests(Path(tests)) if isinstance(tests, (str, Path)) else tuple(tests)
    options = CheckOptions(
        strategy, timeout, memory, seed, Path(out), given, moves, accept_bounds, jobs, sharing
    )
    entry = _entry(function, api, api_init)
    paths, reading = _reading(
        *(files, properties, entry, data_model, svcomp, flags, compile_commands, externals, malloc_may_fail)
    )
    return check_files(paths, reading, options, started, watch or (lambda progress: None))


def test(
    files: Files,
    *,
    criterion: str = DEFAULT_CRITERION,
    for_alarm: bool = False,
    domain: str = INTERVALS,
    predicates: Sequence[str] = (),
    path_length: int = PATH_LENGTH,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    formats: Sequence[str] = DEFAULT_FORMATS,
    svcomp: bool = False,
    externals: str = ANY,
    malloc_may_fail: bool = False,
    watch: Callable[[State], None] | None = None,
) -> Suite:
    """A suite of tests for a criterion: branches, conditions, nodes, edges, paths or abstract-states.

    Every target of it is covered by a test, proved infeasible, or open with a reason. With `for_alarm` the
    targets are the checks: a test for each that can fail. Abstract states are those of a `domain`, intervals
    or predicates, the latter from the code unless `predicates` are given; paths are those with up to
    `path_length` decisions. The suite goes into a new folder inside of `out`, in the `formats` json, ctest
    and testcomp. `watch` is told how far it has got; Ctrl-C ends the search.
    """
    started = begin(timeout)
    entry = _entry(function, api, api_init)
    paths, options = _reading(
        *(files, properties, entry, data_model, svcomp, flags, compile_commands, externals, malloc_may_fail)
    )
    wanted = ALARMS if for_alarm else criterion
    made = SuiteOptions(
        *(wanted, timeout, memory, seed, Path(out), tuple(formats)),
        domain=domain,
        predicates=tuple(predicates),
        path_length=path_length,
    )

    def work(load: Load, watch: Callable[[State], None]) -> Suite:
        suite = suite_for(
            lambda probing: _runnable(load(paths, replace(options, probing=probing))), made, watch
        )
        return replace(suite, tests=tuple(test.written() for test in suite.tests))

    return within(work, started, timeout, memory, watch)


def adequacy(
    files: Files,
    *,
    tests: Tests | Sequence[str | Path],
    predicates: Sequence[str] = (),
    most_predicates: int | None = None,
    search: bool = True,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    timeout: float = SECONDS,
    memory: int = BYTES,
    seed: int = 0,
    out: str | Path = DEFAULT,
    format: str | None = None,
    svcomp: bool = False,
    externals: str = ANY,
    malloc_may_fail: bool = False,
    watch: Callable[[State], None] | None = None,
) -> Adequacy:
    """Are these tests adequate, and what do they miss? `tests` are input vectors, or folders of test suites.

    At each cutpoint an abstract state is which predicates hold; these are the code's own unless `predicates`
    are given, at most `most_predicates` at a place. Every state is covered by a test, missed (then a test
    that covers it is proposed, and written in the `format` of the others, json or testcomp), impossible, or
    open. Without `search` no tests are looked for. A page with the graph of abstract states, and the proposed
    tests, go into a new folder inside of `out`. `watch` is told how far it has got; Ctrl-C ends the search.
    """
    started = begin(timeout)
    folders, vectors = _tests(tests)
    given = (*vectors, *(test for folder in folders for test in read_tests(folder)))
    entry = _entry(function, api, api_init)
    paths, options = _reading(
        *(files, properties, entry, data_model, svcomp, flags, compile_commands, externals, malloc_may_fail)
    )
    chosen = AdequacyOptions(
        given,
        folders,
        tuple(predicates),
        most_predicates,
        timeout,
        memory,
        seed,
        Path(out),
        format or format_of(folders),
        search,
    )

    def work(load: Load, watch: Callable[[State], None]) -> Adequacy:
        found, folder = assess(
            lambda probing: _runnable(load(paths, replace(options, probing=probing))), chosen, watch
        )
        home = folder.home()
        found = replace(found, folder=str(home), page=str(home / "adequacy.html"))
        put(home, "adequacy.html", adequacy_page(found).encode("utf-8", "replace"))
        put(home, "adequacy.json", (json.dumps(found.to_json(), indent=1) + "\n").encode())
        proposals = (replace(proposal, test=proposal.test.written()) for proposal in found.proposals)
        return replace(found, proposals=tuple(proposals))

    return within(work, started, timeout, memory, watch)


def _tests(tests: Tests | Sequence[str | Path]) -> tuple[tuple[Path, ...], tuple[InputVector, ...]]:
    """Folders or files, and vectors."""
    each = [tests] if isinstance(tests, (str, Path)) else list(tests)
    folders = tuple(Path(one) for one in each if not isinstance(one, InputVector))
    return folders, tuple(one for one in each if isinstance(one, InputVector))


test.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's


def abstract(
    files: Files,
    *,
    properties: Sequence[str] = (),
    function: str | None = None,
    api: bool | Sequence[str] = False,
    api_init: str | None = None,
    data_model: DataModel | str | None = None,
    flags: Sequence[str] = (),
    compile_commands: str | Path | None = None,
    direction: Direction = "both",
    domain: str = ALL_DOMAINS,
    timeout: float = SECONDS,
    memory: int = BYTES,
    externals: str = ANY,
    malloc_may_fail: bool = False,
) -> AnnotatedProgram:
    """What is known at every point of a program, and the class of each of its checks.

    Forward, it is what executions come with to a point; backward, with what they can go on from there to the
    goal, which is the end of the program unless the program says otherwise; both, in turn, the two together.
    `domain` is what values are described with: constants, intervals, congruences, octagons, polyhedra or all.

    A class is what an abstraction says, and nothing has checked it: `check` decides.
    """
    started = begin(timeout)
    entry = _entry(function, api, api_init)
    paths, reading = _reading(
        *(files, properties, entry, data_model, False, flags, compile_commands, externals, malloc_may_fail)
    )
    options = AbstractOptions(direction, domain, timeout, memory)

    def work(load: Load, watch: Callable[[None], None]) -> AnnotatedProgram:
        return abstract_program(load(paths, reading), options)

    return within(work, started, timeout, memory)


def replay(evidence: str | Path, *, include: Sequence[str] = ()) -> ReplayResult:
    """Run a violation again, natively: `evidence` is its violation.json, or the folder that this is in.
    Header files in these folders to `include`, if the evidence names them, may be read instead of Dovetail's
    own."""
    return replay_violation(_evidence_file(Path(evidence), "violation.json"), tuple(include))


def certify(
    evidence: str | Path, *, timeout: float = SECONDS, memory: int = BYTES, include: Sequence[str] = ()
) -> CertifyResult:
    """Check a proof again, independently: `evidence` is its certificate.json, or the folder that this is in.
    Header files in these folders to `include`, if the evidence names them, may be read instead of Dovetail's
    own."""
    path = _evidence_file(Path(evidence), "certificate.json")
    deadline = time.monotonic() + timeout
    return certify_file(path, deadline=deadline, memory=memory, trusted=tuple(include))


def _evidence_file(path: Path, name: str) -> Path:
    return path / name if path.is_dir() else path


def _entry(function: str | None, api: bool | Sequence[str], init: str | None) -> str | Api | None:
    """Where a program starts: in a function other than main, or as a module, in whatever its clients call."""
    if api is False and init is None:
        return function
    if function is not None:
        raise InputError("--function and --api exclude each other: an entry is one function, or any client")
    if isinstance(api, str):
        raise InputError("the functions that clients call are a list of names")
    return Api(None if isinstance(api, bool) else tuple(api), init)


def _load(
    files: Files,
    properties: Sequence[str],
    entry: str | Api | None,
    data_model: DataModel | str | None,
    svcomp: bool,
    flags: Sequence[str],
    compile_commands: str | Path | None,
    externals: str,
    malloc_may_fail: bool,
) -> Loaded:
    return load(
        *_reading(
            *(files, properties, entry, data_model, svcomp),
            *(flags, compile_commands, externals, malloc_may_fail),
        )
    )


def _runnable(loaded: Loaded) -> Loaded:
    if reason := too_large(loaded.program):
        raise LimitReached(reason)
    return loaded


def _reading(
    files: Files,
    properties: Sequence[str],
    entry: str | Api | None,
    data_model: DataModel | str | None,
    svcomp: bool,
    flags: Sequence[str],
    compile_commands: str | Path | None,
    externals: str,
    malloc_may_fail: bool,
) -> tuple[list[Path], LoadOptions]:
    paths = [Path(files)] if isinstance(files, (str, Path)) else [Path(file) for file in files]
    if not paths:
        raise InputError("no file was given")
    model = None if data_model is None else DataModel(data_model)
    if externals not in EXTERNALS:
        raise InputError(f"functions without a body do {' or '.join(EXTERNALS)}, not {externals!r}")
    wanted = tuple(properties) or LoadOptions().properties
    function, api = (None, entry) if isinstance(entry, Api) else (entry, None)
    commands = None if compile_commands is None else Path(compile_commands)
    build = Build(as_words(flags), commands)
    options = LoadOptions(wanted, model, function, build, api=api, svcomp=svcomp)
    return paths, replace(options, externals=externals, malloc_may_fail=malloc_may_fail)


def _vector(inputs: Inputs) -> InputVector:
    if isinstance(inputs, InputVector):
        return inputs
    if not isinstance(inputs, str):
        return InputVector(tuple(inputs))
    try:
        return InputVector.parse(inputs)
    except ValueError as error:
        raise InputError(str(error)) from error


def _run_natively(loaded: Loaded, vector: InputVector) -> RunResult:
    with native_program(loaded) as program:
        done = program.run(vector, timeout=NATIVE_SECONDS)
    end = with_check(done.end, loaded.program)
    return RunResult(loaded.program, end, True, (), len(vector.values), done.values_consumed)
