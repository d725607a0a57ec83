"""One unit, looked at, in a process of its own: recalled if it means what it did, and else checked.

What is recalled of a proof is a certificate for the very program that has been read, which names it by its
fingerprint; only what it says about files is written anew. What is recalled of a violation is run again,
natively, as any claim is: the text around it is another, and its evidence has to be about that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from dovetail.asking.asked import CheckOptions
from dovetail.asking.limits import Limits
from dovetail.asking.project import ProjectOptions
from dovetail.asking.schedule import Schedule
from dovetail.evidence.kept_result import from_kept
from dovetail.evidence.project import Source, Unit
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.evidence.whole_files import put
from dovetail.execution.inputs import InputVector
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.processes.confined import LimitReached, Send
from dovetail.projects.keys import meaning_key, reading_of
from dovetail.projects.rechecking import CERTIFICATE, VIOLATION, is_sampled, recheck
from dovetail.projects.store import Damaged, Kept
from dovetail.projects.survey import Read, read_in
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import RunFolder, claim
from dovetail.strategies.outcome import Progress
from dovetail.verifying.checking_files import check_files

WITNESS = "witness.yml"
_MOST_PROOFS = 2
"""Of an earlier run."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The key of what the unit means; and what was known of it. What was kept was `allowed` so many
    seconds."""

    meaning: str
    source: Source
    allowed: float | None = None
    rechecked: bool = False
    problem: str = ""


NOTHING_MEANT = Meant("", Source.SEARCHED)


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back from the process of a unit."""

    result: CheckResult | None
    meant: Meant
    error: str = ""


def look(
    unit: Unit,
    options: ProjectOptions,
    folder: Path,
    store: Memory | None,
    limits: Limits,
    read: Read,
    send: Send,
) -> Answer:
    """`folder` is for the evidence of this unit alone, and `read` is what went into its text. If something
    else is read by now, since somebody has changed a file meanwhile, the answer has no key: it is about
    another text than the one that it would be kept for."""
    meant = NOTHING_MEANT

    def hear(message: Progress | Meant) -> None:
        nonlocal meant
        if isinstance(message, Meant):
            meant = message
        else:
            send(message)

    tests, proofs = _earlier(unit, store)
    asked = CheckOptions(limits, options.strategy, folder, tests, earlier=proofs, jobs=1, flow=True)
    recalling = _Recalling(unit, options, asked, store, read)
    try:
        result = check_files(reading_of(unit, options), asked, hear, known_before=recalling.known_before)
    except InputError as error:
        return Answer(None, meant, str(error))
    except LimitReached as error:
        return Answer(None, meant, f"unknown: {error}")
    return Answer(result, meant)


def is_usable(kept: Kept, options: ProjectOptions) -> bool:
    """Is there nothing to be gained by another look? What is left unknown was given no less time then."""
    try:
        open_ = from_kept(kept.document, Path()).verdict is Verdict.UNKNOWN and _open(kept)
    except ValueError as error:
        raise Damaged(f"the result of {kept.unit}: {error}") from error
    if not open_:
        return True
    same = kept.strategy == options.effort and kept.allowed >= 0.9 * options.unit_timeout
    return same and not options.retry


def _open(kept: Kept) -> bool:
    result = from_kept(kept.document, Path())
    return bool(result.obstacles) or any(one.verdict is Verdict.UNKNOWN for one in result.checks)


def write_evidence(kept: Kept, folder: Path, change: Callable[[str, bytes], bytes | None]) -> None:
    """Into the folder of the unit; what is changed to None is left out. Raises OSError."""
    for name, content in kept.evidence.items():
        changed = change(name, content)
        if changed is not None:
            path = claim(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path.parent, path.name, changed)


class Memory(Protocol):
    """What a store knows of units."""

    def by_meaning(self, meaning: str) -> Kept | None: ...

    def last_of(self, unit: str) -> Kept | None: ...


class _Recalling:
    def __init__(
        self, unit: Unit, options: ProjectOptions, asked: CheckOptions, store: Memory | None, read: Read
    ) -> None:
        self._unit = unit
        self._options = options
        self._asked = asked
        self._store = store
        self._read = read

    def known_before(self, loaded: Loaded, send: Send) -> CheckResult | None:
        """In the process of the work, as soon as the program has been read."""
        if not read_in((*loaded.sources, *loaded.headers)) <= self._read:
            return None
        meaning = meaning_key(self._unit, loaded)
        send(Meant(meaning, Source.SEARCHED))
        try:
            kept = None if self._store is None else self._store.by_meaning(meaning)
            if kept is None or not is_usable(kept, self._options):
                return None
            result = self._again(loaded, kept)
        except (Damaged, ValueError):
            return None  # whoever keeps the store finds out, too; here it is as if nothing were known
        if result is None:
            return None
        if not self._options.recheck and not is_sampled(meaning, kept.made):
            send(Meant(meaning, Source.SAME, kept.allowed))
            return result
        answer = recheck(result, self._asked.limits.left, self._asked.limits.memory)
        if answer.wrong:
            problem = f"what was kept of {kept.unit} does not stand: {answer.wrong}"
            send(Meant(meaning, Source.SEARCHED, problem=problem))
            return None
        send(Meant(meaning, Source.SAME, kept.allowed, rechecked=not answer.undecided))
        return result

    def _again(self, loaded: Loaded, kept: Kept) -> CheckResult | None:
        from dovetail.verifying.checking import known_again

        folder = self._asked.out
        result = from_kept(kept.document, folder)
        violated = {one.check.ident for one in result.checks if one.verdict is Verdict.VIOLATED}
        proofs = tuple(name for name in kept.evidence if Path(name).name in (CERTIFICATE, WITNESS))
        proofs = tuple(name for name in proofs if str(Path(name).with_name(CERTIFICATE)) in kept.evidence)
        write_evidence(kept, folder, lambda name, content: _renewed(name, kept, loaded))
        result = replace(result, evidence=tuple(str(folder / name) for name in proofs))
        if violated:
            again = self._violated_again(loaded, kept, result, violated)
            if again is None:
                return None
            result = again
        return known_again(loaded, self._asked, result)

    def _violated_again(
        self, loaded: Loaded, kept: Kept, result: CheckResult, violated: set[int]
    ) -> CheckResult | None:
        """With evidence of now, if all of them happen again."""
        from dovetail.verifying.confirming import Confirmed, confirm_all

        inputs = {ident: vector for ident, vector in _inputs(kept) if ident in violated}
        limits = self._asked.limits
        schedule = Schedule(limits.started, limits.timeout)
        home = RunFolder(self._asked.out, Path(loaded.program.files[0]).stem)
        answers = confirm_all(loaded, inputs, home, schedule)
        stood = {one.check: one for one in answers if isinstance(one, Confirmed) and one.files}
        if stood.keys() != violated:
            return None
        checks = tuple(
            replace(one, evidence=str(stood[one.check.ident].files[0])) if one.check.ident in stood else one
            for one in result.checks
        )
        files = (str(path) for one in stood.values() for path in one.files)
        return replace(result, checks=checks, evidence=(*result.evidence, *files))


def _renewed(name: str, kept: Kept, loaded: Loaded) -> bytes | None:
    """What belongs to a proof, for the text of now: the certificate is about other files then, and the
    witness about other lines. What belongs to a violation is written when it has happened again."""
    from dovetail.evidence.task import Task
    from dovetail.evidence.witness import correctness_witness
    from dovetail.program.inlining import prepared
    from dovetail.proofs.certificate import from_json, unrolled
    from dovetail.proofs.certificate import kept as names_kept
    from dovetail.proofs.fingerprint import fingerprint

    certificate = kept.evidence.get(str(Path(name).with_name(CERTIFICATE)))
    if certificate is None or Path(name).name not in (CERTIFICATE, WITNESS):
        return None
    document = {**json.loads(certificate), **Task.of(loaded).to_json()}
    inlined = prepared(loaded.program, unrolled(document), names_kept(document))
    if document["program"] != fingerprint(inlined.program):
        raise ValueError("the certificate is about another program")
    if Path(name).name == CERTIFICATE:
        return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogateescape")
    stated = from_json(document, inlined.program)
    return correctness_witness(stated, inlined, loaded).encode("utf-8", "surrogateescape")


def _inputs(kept: Kept) -> Iterator[tuple[int, InputVector]]:
    """Of the violations that are kept."""
    for name, content in kept.evidence.items():
        if Path(name).name == VIOLATION:
            document: Any = json.loads(content)
            yield int(document["check"]["id"]), InputVector.from_json(document["inputs"])


def _earlier(
    unit: Unit, store: Memory | None
) -> tuple[tuple[InputVector, ...], tuple[Mapping[str, Any], ...]]:
    """What has violated the unit before, and what has proved it: to be tried first. It may be another program
    by now; then inputs are tests like others, and conditions are guesses."""
    try:
        kept = None if store is None else store.last_of(unit.name)
        if kept is None:
            return (), ()
        tests = tuple(vector for _, vector in _inputs(kept))
        proofs = [one for name, one in kept.evidence.items() if Path(name).name == CERTIFICATE]
        return tests, tuple(json.loads(one) for one in proofs[-_MOST_PROOFS:])
    except (Damaged, ValueError, KeyError, TypeError):
        return (), ()
