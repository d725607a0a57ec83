"""Invariants against runs: is anything that abstract testing says of a program ever untrue of an execution?

    python bench/abstract_campaign.py [--seed N] [--count 1000] [--runs 50] [--shrink] [PROGRAM.c ...]

Programs are made at random (`abstract_programs`) and analysed in every domain, with relations, and with
states kept apart. Each is then run on random and boundary inputs, and at every location on the way the
concrete state is looked for in the abstract one (`abstract_membership`). The classes of the checks are held
to what the runs do at them, the necessary conditions to the inputs of the runs that make a check fail. What
is printed at the points of the source is written into the program as C, where the compiler says what the
names mean, and run again (`abstract_printed`). Of every few programs it is asked whether `dovetail check`
stands by its own proof.

Any contradiction is printed, its program kept in the folder, and makes the exit status 1. With `--shrink` it
is made smaller first, line by line.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import math
import multiprocessing
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import abstract_printed
from abstract_membership import Contradiction, Follower, Place, require_one
from abstract_programs import program as generated

import dovetail
from dovetail.asking.asked import AbstractOptions
from dovetail.asking.limits import Limits
from dovetail.domains.octagons import Octagon
from dovetail.domains.states import State
from dovetail.doors.abstracting import abstract_program, domain
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run, edges_of
from dovetail.fixpoints.analysis import Analysis, Options, Partitions
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.classify import classify
from dovetail.fixpoints.control import control_places
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.processes.confined import LimitReached
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.program.inlining import TooLarge, inline
from dovetail.program.statements import Check, Havoc, Origin
from dovetail.program.types import DataModel, IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import MemoryFault

ANALYSIS_SECONDS = 2.0
MAX_STEPS = 1500
VISITS = 4
"""So often a location is looked at in one run; then at every power of two."""
TURNS = 3
"""The analyses take turns: a run is held to every third one, the next run to the others."""
PROOFS = 20
"""Of so many programs one is given to `dovetail check`."""
NUMBERS = (
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    15,
    16,
    31,
    99,
    100,
    101,
    127,
    128,
    255,
    256,
    1000,
    32767,
    32768,
    65535,
)
WIDE = (2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
WILD = 0x20000
"""An address where some runs have memory outside of all objects."""
FLOATING = (0.0, -0.0, 0.5, 1.5, -3.25, 99.5, 1e10, 1e300, math.inf, -math.inf, math.nan)


@dataclass(frozen=True, slots=True)
class Finding:
    """`kind` names what went wrong; shrinking keeps it."""

    kind: str
    text: str


@dataclass(slots=True)
class Looked:
    """How much was looked at."""

    counts: collections.Counter[str] = field(default_factory=collections.Counter)


def vectors(count: int, seed: int) -> Iterator[InputVector]:
    r = random.Random(seed)
    for number in range(count):
        values: list[int | float] = []
        for _ in range(30):
            kind = r.random()
            if kind < 0.55 or number < 3:
                values.append(
                    r.choice(NUMBERS[: (4, 12, len(NUMBERS))[number % 3]]) * r.choice((1, 1, 1, -1))
                )
            elif kind < 0.8:
                values.append(r.choice(WIDE) * r.choice((1, -1)) + r.choice((0, 0, 1, -1)))
            elif kind < 0.87:
                values.append(r.choice(FLOATING))
            else:
                values.append(r.getrandbits(64))
        memory = tuple(_piece(r) for _ in range(12))
        pieces = ((WILD, r.randbytes(64)), (2 * WILD, WILD.to_bytes(8, "little") * 6))
        yield InputVector(tuple(values), memory, pieces if number % 2 else ())


def _piece(r: random.Random) -> bytes:
    """Uninitialised memory: pointers into wild memory, anything, or zeros."""
    if r.random() < 0.4:
        return r.choice((WILD, WILD + 16, 2 * WILD)).to_bytes(8, "little") * 3
    return r.randbytes(24) if r.random() < 0.6 else b""


# ---- the states --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Result:
    """What one analysis says."""

    name: str
    listed: bool
    states: dict[Place, list[State]]
    classes: Mapping[int, Class]


def configurations(program: Program) -> Iterator[tuple[str, Options]]:
    for name in ("constants", "intervals", "congruences"):
        yield name, Options(domain(name)[0])
    yield "all", Options(listed=True)
    yield "octagons", Options(relation=Octagon.top)
    with contextlib.suppress(InputError):  # the library is optional
        yield "polyhedra", Options(relation=domain("polyhedra")[1])
    control, counters = control_places(program)
    if counters:
        yield "counters", Options(control=(*control[:4], *counters[:2]), most=24)
    if control:
        yield "partitions", Options(control=control[:8], most=24)
        yield "partitions few", Options(control=control[:4], most=3)
        yield "octagons and partitions", Options(relation=Octagon.top, control=control[:8], most=24)


def results(program: Program, looked: Looked) -> Iterator[Result]:
    for name, options in configurations(program):
        deadline = time.process_time() + ANALYSIS_SECONDS
        analysis = Analysis(program, options, lambda until=deadline: time.process_time() > until)  # type: ignore[misc]
        try:
            reachable = analysis.reachable()
        except OutOfTime:
            looked.counts[f"out of time: {name}"] += 1
            continue
        yield Result(name, options.listed, states_at(analysis, reachable), classify(analysis, reachable))


def states_at(analysis: Analysis, reachable: Partitions) -> dict[Place, list[State]]:
    """The abstract states at every location that can be reached."""
    owners = {id(edge): name for name, one in analysis.program.procedures.items() for edge in one.edges}
    found: dict[Place, dict[int, State]] = {}
    for node, partition in reachable.items():
        procedure, location = analysis.system.place(node)
        for state in partition.states.values():
            found.setdefault((procedure.name, location), {})[id(state)] = state
    for edge, before, _ in analysis.steps(reachable):
        found.setdefault((owners[id(edge)], edge.source), {})[id(before)] = before
    return {place: list(states.values()) for place, states in found.items()}


def run_against(
    executor: Executor,
    vector: InputVector,
    all_results: list[Result],
    looked: Looked,
    agreed: set[tuple[int, bytes]],
) -> tuple[Run, Finding | None]:
    """One run, with every state on its way compared."""
    program = executor.program
    found: list[Finding] = []
    visits: collections.Counter[Place] = collections.Counter()
    unlisted = Follower(program, executor.memory, agreed, listed=False)
    listed = Follower(program, executor.memory, agreed, listed=True)

    def at(frame: Frame) -> None:
        for follower in (unlisted, listed):
            follower.arrive(frame)
        place = (frame.procedure.name, frame.location)
        visits[place] += 1
        seen = visits[place]
        if not found and (seen <= VISITS or seen & (seen - 1) == 0):
            looked.counts["states"] += 1
            for result in all_results:
                finding = at_place(result, frame, place, listed if result.listed else unlisted)
                if finding is not None:
                    found.append(finding)
                    break
        for follower in (unlisted, listed):
            follower.leave(frame)

    places = [(name, location) for name, one in program.procedures.items() for location in one.locations]
    run = executor.run(vector, max_steps=MAX_STEPS, observers=[observe(places, at)], record_path=True)
    if run.end.kind is EndKind.NORMAL:
        found += passed_by(program, visits, all_results)
    looked.counts["runs"] += 1
    looked.counts[f"end: {run.end.kind}"] += 1
    return run, found[0] if found else None


def at_place(result: Result, frame: Frame, place: Place, follower: Follower) -> Finding | None:
    states = result.states.get(place)
    where = f"{result.name}, {_where(frame)}"
    if states is None:
        return Finding("unreachable", f"{where}: said to be unreachable")
    try:
        require_one(states, frame, follower.names, follower.ungiven)
    except Contradiction as contradiction:
        return Finding("state", f"{where}: {contradiction}")
    for edge in frame.procedure.outgoing[frame.location]:
        if isinstance(edge.statement, Check):
            wrong = check_against(edge.statement.condition, result.classes[edge.statement.info.ident], frame)
            if wrong:
                return Finding("class", f"{where}: {wrong}")
    return None


def check_against(condition: Expr, found: Class, frame: Frame) -> str:
    if found is Class.UNREACHABLE:
        return "an unreachable check is reached"
    try:
        holds = frame.evaluate(condition)
    except (MemoryFault, NotComputable):
        # It does not fail: the run ends before.
        return "a check that is certain to fail does not" if found is Class.CERTAIN else ""
    if holds and found is Class.CERTAIN:
        return "a check that is certain to fail holds"
    if not holds and found is Class.IMPOSSIBLE:
        return "a check that cannot fail does"
    return ""


def passed_by(program: Program, visits: Collection[Place], all_results: list[Result]) -> Iterator[Finding]:
    """An assertion that is certain to fail stands on a line that a run which ended well went past."""
    lines = {
        edge.position.line
        for name, location in visits
        for edge in program.procedures[name].outgoing[location]
        if len(program.procedures[name].outgoing[location]) == 1 or isinstance(edge.statement, Check)
    }
    for result in all_results:
        for info in program.checks:
            if result.classes[info.ident] is Class.CERTAIN and info.position.line in lines:
                yield Finding("class", f"{result.name}: {info.position} is certain to fail, and was passed")


def _where(frame: Frame) -> str:
    edges = frame.procedure.outgoing[frame.location]
    line = edges[0].position if edges else frame.procedure.position
    return f"{frame.procedure.name}:{frame.location} (line {line.line}, step {frame.steps})"


# ---- what is necessary -------------------------------------------------------------------------------------


def holds_in_c(condition: str, value: int | float) -> bool:
    """A condition about one name, at a value: the operators of C that occur in such, in Python's words."""
    (name,) = set(
        re.findall(r"[A-Za-z_]\w*(?:\(\))?", re.sub(r"(?<!\w)\d[\d.]*(?:e[+-]?\d+)?", "0", condition))
    )
    text = re.sub(rf"{re.escape(name)} % (\d+)", r"remainder(\1)", condition).replace(name, "value")
    text = text.replace("&&", "and").replace("||", "or").replace("!(", "not (")
    return bool(eval(text, {}, {"value": value, "remainder": lambda modulus: _remainder(value, modulus)}))


def _remainder(value: int | float, modulus: int) -> int:
    rest = abs(int(value)) % modulus
    return -rest if value < 0 else rest


def necessary_against(program: Program, run: Run, annotated: AnnotatedProgram) -> Finding | None:
    if run.end.kind is not EndKind.VIOLATION:
        return None
    conditions = {
        (one.position, one.input): one.condition
        for check in annotated.checks
        if check.check.ident == run.end.check_id
        for one in check.necessary
    }
    if not conditions:
        return None
    inputs = iter([one for one in run.inputs if not isinstance(one.value, bytes)])
    for taken in edges_of(program, run):
        statement = taken.edge.statement
        if not isinstance(statement, Havoc) or statement.origin is Origin.UNINITIALISED:
            continue
        consumed = next(inputs, None)
        if consumed is None:
            break
        name = statement.target.source_name or f"{statement.name}()"
        condition = conditions.get((taken.edge.position, name))
        value = consumed.value
        assert not isinstance(value, bytes)
        if isinstance(statement.target.type, IntType) and isinstance(value, int):
            value = statement.target.type.number(statement.target.type.bits(value))
        if condition and not holds_in_c(condition, value):
            return Finding("necessary", f"{taken.edge.position}: {value} and yet it fails; said: {condition}")
    return None


# ---- one program -------------------------------------------------------------------------------------------


def options_for(seed: int) -> LoadOptions:
    model = (DataModel.LP64, DataModel.ILP32)[seed % 2]
    properties = ("unreach-call", "no-overflow") if seed % 3 == 1 else ("unreach-call",)
    if seed % 5 == 2:
        properties = ("valid-memsafety", "unreach-call")
    return LoadOptions(properties=properties, data_model=model)


def examine(
    text: str,
    runs: int,
    seed: int,
    folder: Path,
    looked: Looked,
    *,
    options: LoadOptions | None = None,
    proof: bool = False,
) -> list[Finding]:
    """What is wrong with what is said of a program: nothing, or the first of each kind."""
    source = folder / "program.c"
    source.write_text(text)
    options = options or options_for(seed)
    loaded = load([source], options)
    try:
        inlined = inline(loaded.program).program
    except TooLarge:
        looked.counts["too large"] += 1
        return []
    found: dict[str, Finding] = {}
    every = list(results(inlined, looked))
    printed = list(annotated_programs(loaded, seed, looked))
    executor = Executor(inlined)
    agreed: set[tuple[int, bytes]] = set()
    for number, vector in enumerate(vectors(runs, seed)):
        run, finding = run_against(executor, vector, every[number % TURNS :: TURNS], looked, agreed)
        if finding is not None:
            found.setdefault(finding.kind, Finding(finding.kind, f"{finding.text}\n  on {vector.values}"))
        for annotated in printed:
            finding = necessary_against(inlined, run, annotated)
            if finding is not None:
                found.setdefault(finding.kind, finding)
    for annotated in printed:
        said = abstract_printed.contradiction(text, annotated, options, folder, list(vectors(runs, seed)))
        looked.counts["printed conditions"] += said.conditions
        if said.text:
            kind = f"printed {annotated.direction}"
            found.setdefault(kind, Finding(kind, f"{annotated.domain}: {said.text}"))
    if proof:
        finding = proof_against(source, options, folder, looked)
        if finding is not None:
            found[finding.kind] = finding
    return list(found.values())


def annotated_programs(loaded: Loaded, seed: int, looked: Looked) -> Iterator[AnnotatedProgram]:
    others = [("both", name) for name in ("constants", "intervals", "congruences", "octagons")]
    for direction, name in (
        ("forward", "all"),
        ("both", "all"),
        (("backward", "all"), *others)[seed % 5],
    ):
        try:
            yield abstract_program(loaded, AbstractOptions(direction, name, Limits(2 * ANALYSIS_SECONDS)))
        except (InputError, LimitReached):
            looked.counts[f"out of time: printed {direction} {name}"] += 1


def proof_against(source: Path, options: LoadOptions, folder: Path, looked: Looked) -> Finding | None:
    """Does the strategy's proof stand its check?"""
    result = dovetail.check(
        source,
        strategy="abstract",
        timeout=10,
        data_model=options.data_model,
        properties=options.properties,
        out=folder / "out",
    )
    looked.counts[f"check: {result.verdict}"] += 1
    for problem in result.problems:
        looked.counts[f"problem: {problem.summary}"[:90]] += 1
    return None


@dataclass(frozen=True, slots=True)
class Outcome:
    seed: int
    findings: list[Finding]
    source: str
    counts: collections.Counter[str]


def work(job: tuple[int, int, Path | None]) -> Outcome:
    seed, runs, path = job
    text = generated(seed) if path is None else path.read_text()
    looked = Looked()
    with tempfile.TemporaryDirectory(prefix="abstract-campaign-") as name:
        try:
            findings = examine(text, runs, seed, Path(name), looked, proof=seed % PROOFS == 0)
        except Exception:  # noqa: BLE001  a failure of Dovetail is what is looked for: it is reported, and the rest goes on
            findings = [Finding("failed", traceback.format_exc())]
    return Outcome(seed, findings, text, looked.counts)


# ---- shrinking ---------------------------------------------------------------------------------------------


def shrunk(text: str, wrong: Callable[[str], bool]) -> str:
    """A program with fewer lines of which the same is true."""
    lines = text.splitlines()
    size = max(len(lines) // 2, 1)
    while size:
        at, smaller = 0, False
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            gone = "".join(lines[at : at + size])
            if gone.count("{") == gone.count("}") and wrong("\n".join(fewer) + "\n"):
                lines, smaller = fewer, True
            else:
                at += 1
        if not smaller:
            size //= 2
    return "\n".join(lines) + "\n"


def still(kind: str, runs: int, seed: int) -> Callable[[str], bool]:
    def wrong(text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="abstract-campaign-") as name:
            try:
                findings = examine(text, runs, seed, Path(name), Looked())
            except InputError:
                return False
            except Exception:  # noqa: BLE001  it may be a failure that is being shrunk
                return kind == "failed"
        return any(finding.kind == kind for finding in findings)

    return wrong


def jobs_of(options: argparse.Namespace) -> Iterable[tuple[int, int, Path | None]]:
    if options.programs:
        return [(options.seed, options.runs, path) for path in options.programs]
    return [(seed, options.runs, None) for seed in range(options.seed, options.seed + options.count)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("programs", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no program after that")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--save", type=Path, default=Path("dovetail-out") / "abstract-campaign")
    options = parser.parse_args()
    start = time.monotonic()
    total: collections.Counter[str] = collections.Counter()
    wrong = 0
    # Expressions are interned for good; a process that has read some programs makes way for a new one.
    context = multiprocessing.get_context("spawn")
    with context.Pool(options.jobs, maxtasksperchild=10) as pool:
        for outcome in pool.imap_unordered(work, jobs_of(options)):
            total.update(outcome.counts)
            total["programs"] += 1
            for finding in outcome.findings:
                wrong += 1
                options.save.mkdir(parents=True, exist_ok=True)
                kept = options.save / f"{outcome.seed}-{finding.kind.replace(' ', '-')}.c"
                text = outcome.source
                if options.shrink:
                    text = shrunk(text, still(finding.kind, min(options.runs, 20), outcome.seed))
                kept.write_text(text)
                print(f"{outcome.seed}: {finding.kind}: {finding.text}\n  kept as {kept}", flush=True)
            if time.monotonic() - start > options.seconds:
                pool.terminate()
                break
            if total["programs"] % 50 == 0:
                print(
                    f"{total['programs']} programs, {time.monotonic() - start:.0f} s, {wrong} wrong",
                    flush=True,
                )
    for name, number in sorted(total.items()):
        print(f"{name}: {number}")
    seconds = time.monotonic() - start
    print(f"contradictions: {wrong}; {seconds:.0f} s with {options.jobs} jobs, seeds from {options.seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
