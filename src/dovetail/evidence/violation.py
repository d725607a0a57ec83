"""A violation: an input vector on which a check fails, in the executor and natively.

`confirm` runs both and compares. Only where they agree on the check that fails is there a violation;
everything else is a `NotConfirmed` with a reason. `save` writes the evidence, which `replays` runs again from
its file alone. docs/evidence.md describes the files.

How the vector was found is not known here. The readable trace is `report`'s part and handed in as text.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.evidence import client, harness
from dovetail.evidence.bearing import UNDECIDED, Bearing, Seen, bearing
from dovetail.evidence.beginnings import program_inputs
from dovetail.evidence.long_runs import vouched_for
from dovetail.evidence.minimise import MAX_SECONDS, minimise
from dovetail.evidence.other_arguments import fails_for_some_arguments
from dovetail.evidence.preconditions import missing_preconditions, needed_block, needed_memory
from dovetail.evidence.task import Task
from dovetail.execution.accesses import Access, failed_access
from dovetail.execution.ends import End, EndKind
from dovetail.execution.executor import MAX_STEPS, Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import SANITIZED, LinkError, NativeError, NativeProgram
from dovetail.execution.runs import Consumed, Run
from dovetail.frontend import Loaded
from dovetail.frontend.assigned import ASSIGNS
from dovetail.frontend.clause_functions import READ_IN_A_CLAUSE
from dovetail.frontend.library import library_sources, watched_source
from dovetail.frontend.spelling import UNINTERPRETED
from dovetail.program.automata import Program
from dovetail.program.contracts import CONTRACT_OF
from dovetail.program.position import Position
from dovetail.program.statements import Assume, CheckInfo
from dovetail.quick_dataclass import dataclass

FORMAT, VERSION = "dovetail-violation", 1
NATIVE_SECONDS = 10.0
LEAK = "memory-leak"
LEAK_SECONDS = 0.5
POTENTIAL = "potential: "
NEEDS = "needs "
"""Behind it: what callers would have to see to, if that is known."""
"""So begins why a failure that only arguments nobody has vouched for have led to is no violation."""
ANYWHERE = frozenset({LEAK, "memory-cleanup"})
"""What is found when all is over, at no line."""
LEAKS_ALONE = frozenset({LEAK})
"""The sanitizer of accesses has the compiler keep copies of pointers on the stack, where they look like the
program's own. Without it most that is lost is seen to be."""
_CLIENT = "__dovetail_written_client"
LEAST_GAP, MOST_GAP = 1 << 12, 1 << 26
POSSIBLE_GAPS = frozenset({0, *(1 << bits for bits in range(12, 27))})
CANDIDATE_SECONDS = 0.2
"""A smaller vector that takes much longer to fail is no better for a person."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What has been seen to happen, twice, unless it is `long`."""

    loaded: Loaded
    vector: InputVector
    check: CheckInfo
    consumed: tuple[Consumed, ...]
    apart: int = 0
    """So many bytes were between any two objects in the native run; 0 if they were where the compiler puts
    them."""
    access: str = ""
    """Of an invalid access: what was accessed, in words."""
    called_at: Position | None = None
    """Of a check inside of a library function: where the user's code calls it."""
    missing: tuple[str, ...] = ()
    """What the user might say about callers (`preconditions`)."""
    some_arguments: bool = False
    """Do other arguments of the function lead to the same check, and well past it (`other_arguments`)?"""
    long: bool = False
    """Has the machine alone come to its end (`long_runs`)?"""


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """No verdict. `suspicious` where executor and native run differ, which is a fault of Dovetail's;
    `bearing` is what that says about proofs."""

    reason: str
    suspicious: bool
    executor: End
    native: End | None = None
    bearing: Bearing = UNDECIDED


@contextmanager
def native_program(
    loaded: Loaded, *, apart: int = 0, watched: frozenset[str] = SANITIZED
) -> Iterator[NativeProgram]:
    """The program's native copy, compiled for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        yield build_native(loaded, Path(folder), apart=apart, watched=watched)


def build_native(
    loaded: Loaded,
    folder: Path,
    *,
    coverage: bool = False,
    apart: int = 0,
    watched: frozenset[str] = SANITIZED,
) -> NativeProgram:
    """The program's native copy, compiled into a folder; with its objects `apart` by so many bytes if that is
    not 0. Of the checks in it, the kinds that are `watched` are looked at."""
    try:
        return _build(loaded, folder, loaded.native.stubs, coverage, apart, watched)
    except LinkError as error:
        if not error.undefined:
            raise
        # Only called from code that the front end has found dead, and so without a stub.
        more = [f'int {name}() {{ __dovetail_unsupported("{name}"); }}' for name in error.undefined]
        stubs = "\n".join([loaded.native.stubs, *more])
        return _build(loaded, folder, stubs, coverage, apart, watched)


def _build(
    loaded: Loaded, folder: Path, stubs: str, coverage: bool, apart: int, watched: frozenset[str]
) -> NativeProgram:
    sanitize = frozenset({info.kind for info in loaded.program.checks} & watched)
    return NativeProgram.build(
        loaded.native.units,
        data_model=loaded.data_model,
        directory=folder,
        entry=loaded.native.entry,
        sanitize=sanitize,
        stubs=stubs,
        library=tuple(text for text in library_sources().values() if text != watched_source()),
        watched=(watched_source(),),
        std=loaded.native.standard,
        options=loaded.native.options,
        coverage=coverage,
        apart=apart if "invalid-deref" in sanitize else 0,  # else there is nothing to see
    )


# ---- confirming --------------------------------------------------------------------------------------------


def confirm(
    loaded: Loaded,
    vector: InputVector,
    *,
    smaller: bool = True,
    seconds: float = MAX_SECONDS,
    max_steps: int = MAX_STEPS,
    native: NativeProgram | None = None,
    seen: bool = False,
) -> Violation | NotConfirmed:
    """Run the vector in the executor and natively; where both end in the same violation, that is it, on a
    `smaller` vector if there is one, which is looked for for so many `seconds` at most. A `native` program
    that was built before is used again. `seen`: a native run on this vector has failed before."""

    def using(native: NativeProgram) -> Violation | NotConfirmed:
        return confirm(
            *(loaded, vector),
            smaller=smaller,
            seconds=seconds,
            max_steps=max_steps,
            native=native,
            seen=seen,
        )

    if native is None:
        try:
            with native_program(loaded) as built:
                return using(built)
        except NativeError as error:
            end = Executor(loaded.program).run(vector, max_steps=max_steps, record_path=False).end
            return NotConfirmed(f"it cannot be run natively: {error}", False, end)
    executor = Executor(loaded.program)
    found = _confirm(executor, native, loaded, vector, max_steps, seen)
    if isinstance(found, NotConfirmed) and native.apart == 0 and native.sanitize != LEAKS_ALONE:
        for apart, watched in _other_builds(found, executor, vector, max_steps):
            try:
                with native_program(loaded, apart=apart, watched=watched) as other:
                    again = using(other)
            except NativeError:
                continue  # so many globals have no place so far from each other
            if isinstance(again, Violation):
                return again
    if isinstance(found, NotConfirmed) or found.long or not smaller:
        return found
    return _smaller(executor, native, found, max_steps, seconds)


def _smaller(
    executor: Executor, native: NativeProgram, found: Violation, max_steps: int, seconds: float
) -> Violation:
    """The same violation on a smaller vector, if there is one that both follow."""
    check = found.check

    def fails(batch: Sequence[InputVector]) -> list[bool]:
        runs = native.run_batch(batch, timeout=CANDIDATE_SECONDS)
        return [fails_at(run.end, check) for run in runs]

    def streams(vector: InputVector) -> list[bool]:
        run = executor.run(vector, max_steps=max_steps, record_path=False)
        return [isinstance(item.value, bytes) for item in run.inputs]

    less = minimise(found.vector, fails, streams, max_seconds=seconds)
    again = _confirm(executor, native, found.loaded, less, max_steps)
    return again if isinstance(again, Violation) and again.check == check else found


def _confirm(
    executor: Executor,
    native: NativeProgram,
    loaded: Loaded,
    vector: InputVector,
    max_steps: int,
    before: bool = False,
) -> Violation | NotConfirmed:
    run = executor.run(vector, max_steps=max_steps, record_path=False)
    check = check_of(run.end, loaded.program) if run.end.kind is EndKind.VIOLATION else None
    if check is not None and (rests := _not_for_machines(run, check)):
        return NotConfirmed(rests, False, run.end, bearing=Bearing(against=frozenset({check.ident})))
    # What is lost is found where the program ends, or when its time is up: no need to wait long for that.
    lost = check is not None and check.kind == LEAK
    machine = native.run(run.vector, timeout=LEAK_SECONDS if lost else NATIVE_SECONDS)
    end = machine.end
    if check is not None and fails_at(end, check):
        access = failed_access(executor, run, max_steps) if check.kind == "invalid-deref" else None
        words = access.words if access is not None else ""
        if needed := _needed(loaded, executor, run, check, access, max_steps):
            against = Bearing(against=frozenset({check.ident}))
            return NotConfirmed(f"{POTENTIAL}{NEEDS}{needed}", False, run.end, end, bearing=against)
        missing = missing_preconditions(loaded, executor, run, access, max_steps)
        some = fails_for_some_arguments(loaded, executor, run, check)
        words_and_more = (words, _called_at(run, loaded.program), missing, some)
        return Violation(loaded, run.vector, check, run.inputs, native.apart, *words_and_more)
    natively = next((info for info in loaded.program.checks if fails_at(end, info)), None)
    if natively is not None and run.end.kind is EndKind.BUDGET and vouched_for(loaded.program, machine):
        return Violation(loaded, run.vector, natively, (), native.apart, long=True)
    trapped = bool(run.stack) and isinstance(run.stack[-1].edge.statement, Assume)
    found = bearing(Seen(run.end, check, end, natively, trapped, before))
    if run.end.kind is not EndKind.VIOLATION:
        reason = f"the run ended as {in_words(run.end)}"
        if end.kind is EndKind.VIOLATION:
            reason = f"the executor says {in_words(run.end)}, but natively the run ended as {in_words(end)}"
        elif before:
            reason += ", and natively it failed only once"
        return NotConfirmed(reason, found.doubt, run.end, end, bearing=found)
    if check is None:
        return NotConfirmed(
            f"no check of the program is {in_words(run.end)}", True, run.end, end, bearing=found
        )
    reason = f"the executor says {in_words(run.end)}, but natively the run ended as {in_words(end)}"
    return NotConfirmed(reason, found.doubt, run.end, end, bearing=found)


def _not_for_machines(run: Run, check: CheckInfo) -> str:
    """Why a failure in the executor is one that no native run can show; empty if one can."""
    asked = [item.statement.name for item in run.inputs]
    contract = next((name for name in asked if name.startswith(CONTRACT_OF)), None)
    if contract is not None:
        return f"it rests on what {contract} allows: the function itself may do less"
    if any(name.startswith(UNINTERPRETED) for name in asked):
        return "it rests on values of functions without a meaning, which may contradict each other"
    if check.kind == "invariant" and check.description == READ_IN_A_CLAUSE:
        return "only the executor sees that what an invariant reads is not there"
    if check.kind == ASSIGNS:
        return "only the executor sees what is written: no machine knows of assigns clauses"
    return ""


def _called_at(run: Run, program: Program) -> Position | None:
    """Where the user's own code was when the run ended inside of a library function."""
    if not run.stack or not program.procedures[run.stack[-1].procedure].library:
        return None
    own = (one for one in reversed(run.stack) if not program.procedures[one.procedure].library)
    return next((one.edge.position for one in own), None)


def _other_builds(
    refusal: NotConfirmed, executor: Executor, vector: InputVector, max_steps: int
) -> Iterator[tuple[int, frozenset[str]]]:
    """How the program can be built so that its native run sees what it has overlooked: how far objects are
    apart, and what is watched."""
    if refusal.executor.kind is not EndKind.VIOLATION or refusal.native is None:
        return
    if refusal.executor.check_kind == LEAK:
        yield 0, LEAKS_ALONE
    elif refusal.executor.check_kind == "invalid-deref":
        for gap in _gaps(executor, vector, max_steps):
            yield gap, SANITIZED


def _gaps(executor: Executor, vector: InputVector, max_steps: int) -> Iterator[int]:
    """How far apart objects might have to be for the access at which the run fails to be in none of them."""
    run = executor.run(vector, max_steps=max_steps, record_path=False)
    access = failed_access(executor, run, max_steps)
    reach = 0 if access is None else access.reach
    needed = 1 << (2 * reach).bit_length()
    if LEAST_GAP < needed <= MOST_GAP:
        yield needed
    # What is further away than all objects together is outside of them, the nearer they are.
    yield LEAST_GAP


def check_of(end: End, program: Program) -> CheckInfo | None:
    """The check that an end in the executor is about, where it failed."""
    for info in program.checks:
        if info.ident == end.check_id:
            # In a library function it stands, for the user, where that was called.
            return info if end.position is None else replace(info, position=end.position)
    return None


def fails_at(end: End, check: CheckInfo) -> bool:
    """Is this end, of a native run, the failure of this check? A sanitizer knows kind and line, not numbers;
    a leak is found when all is over, at no line."""
    if end.kind is not EndKind.VIOLATION:
        return False
    if end.check_id is not None:
        return end.check_id == check.ident
    if end.check_kind != check.kind:
        return False
    if check.kind in ANYWHERE:
        return True
    return end.position is not None and on_line(end.position) == on_line(check.position)


def on_line(position: Position) -> tuple[str, int]:
    """Without folders: the program may have moved since the check was written down."""
    return Path(position.file).name, position.line


def in_words(end: End) -> str:
    where = f" at {end.position}" if end.position is not None else ""
    which = f" of check #{end.check_id}" if end.check_id is not None else f" {end.check_kind or ''}".rstrip()
    return f"{end.kind.value}{which}{where}{f' ({end.detail})' if end.detail else ''}"


# ---- the evidence ------------------------------------------------------------------------------------------


def save(violation: Violation, folder: Path, trace: str) -> tuple[Path, ...]:
    """Write violation.json, harness.c (entry.c with it where the entry is not main), client.c of a module,
    inputs.txt and trace.txt into a folder that exists; the paths, violation.json first."""
    loaded = violation.loaded
    texts: dict[str, str | None] = {
        "violation.json": json.dumps(to_json(violation), indent=1, ensure_ascii=False) + "\n",
        "harness.c": harness.harness(
            *(loaded, violation.check, violation.consumed, violation.vector.wild),
            access=violation.access,
            apart=violation.apart != 0,
        ),
        "entry.c": harness.entry(loaded),
        "inputs.txt": program_inputs(loaded, violation.vector.values),
        "trace.txt": trace,
        **client_files(violation),
    }
    written = []
    for name, text in texts.items():
        if text is not None:
            path = folder / name
            path.write_text(text, encoding="utf-8", errors="surrogateescape")
            written.append(path)
    return tuple(written)


def _needed(
    loaded: Loaded, executor: Executor, run: Run, check: CheckInfo, access: Access | None, max_steps: int
) -> str | None:
    """What callers would have to see to, if what was made up for the function is to blame."""
    if check.kind == "invalid-free":
        freed = failed_access(executor, run, max_steps)
        return needed_block(loaded, executor, run, freed, max_steps)
    if check.kind == "invalid-deref":
        return needed_memory(loaded, executor, run, access, max_steps)
    return None


def client_files(violation: Violation) -> dict[str, str]:
    """The violation of a module as a client with the calls in it, if that, too, was seen to fail."""
    loaded = violation.loaded
    if loaded.client is None:
        return {}
    for heap in (False, True):
        text = client.client_text(loaded, violation.consumed, heap=heap)
        before = client.client_text(loaded, violation.consumed, heap=heap, all_but_last=True)
        if text is None or before is None or not _fails_with(violation, text):
            continue
        # It has to be the last call that fails, as it was in the run.
        if not _fails_with(violation, before):
            return client.files(loaded, violation.check, text, violation.vector.wild)
    return {}


def _fails_with(violation: Violation, text: client.ClientText) -> bool:
    """Does the check fail natively with this client?"""
    loaded = violation.loaded
    units = client.native_units(loaded, text, _CLIENT)
    other = replace(loaded, native=replace(loaded.native, units=units, entry=_CLIENT))
    values = tuple(item.value for item in text.rest if not isinstance(item.value, bytes))
    memory = tuple(item.value for item in text.rest if isinstance(item.value, bytes))
    try:
        with native_program(other) as native:
            vector = InputVector(values, memory, violation.vector.wild)
            end = native.run(vector, timeout=NATIVE_SECONDS).end
    except NativeError:
        return False  # it uses a name that means something else there; the harness says it all anyway
    return fails_at(end, violation.check)


def to_json(violation: Violation) -> dict[str, Any]:
    """The document in violation.json."""
    loaded, check = violation.loaded, violation.check
    return {
        "format": FORMAT,
        "version": VERSION,
        **Task.of(loaded).to_json(),
        "check": {
            "id": check.ident,
            "kind": check.kind,
            "file": check.position.file,
            "line": check.position.line,
            "column": check.position.column,
            "procedure": check.procedure,
            "description": check.description,
        },
        "inputs": violation.vector.to_json(),
        "asked_by": [item.name for item in violation.consumed],
        **({"access": violation.access} if violation.access else {}),
        **({"apart": violation.apart} if violation.apart else {}),
        **({"called_at": str(violation.called_at)} if violation.called_at is not None else {}),
        **({"missing_preconditions": list(violation.missing)} if violation.missing else {}),
        **({"some_arguments": True} if violation.some_arguments else {}),
    }
