"""A witness of somebody's, judged: nothing of it is believed.

What it says is put into a copy of the program (`evidence.witnessed`), and that is checked as any program is.
Invariants are accepted if the copy is proved, by a certificate that the checker has accepted: they were
candidates, and no more. A violation is accepted if an execution that follows the waypoints fails where they
lead, and the same inputs make the program itself fail, natively. What is proved of the copy otherwise, or
fails in it, is why a witness is rejected. All else is unknown.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dovetail.asking.asked import CheckOptions
from dovetail.asking.reading import Reading
from dovetail.bad_input import InputError
from dovetail.evidence.constraints import bare
from dovetail.evidence.validation import Standing, Validation
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.evidence.violation import ANYWHERE
from dovetail.evidence.witness_file import CORRECTNESS, Witness, read_witness
from dovetail.evidence.witnessed import ELSEWHERE, Copies, NotFollowed, NotUnderstood, witnessed
from dovetail.execution.inputs import InputVector
from dovetail.frontend.clause_functions import COMPUTED_IN_A_CLAUSE, READ_IN_A_CLAUSE
from dovetail.frontend.paths import MAX_SOURCE, contents, named
from dovetail.frontend.properties import parse_property, parse_task, properties_in, settled
from dovetail.frontend.reading import require_readable
from dovetail.processes.confined import Send
from dovetail.processes.supervised import Allowed, supervised
from dovetail.program.statements import CheckInfo
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import NotOurs, RunFolder
from dovetail.report.phrases import count
from dovetail.verifying.checking_files import check_files
from dovetail.verifying.following import given_inputs, passed, what_is_not_looked_at

if TYPE_CHECKING:
    from dovetail.frontend.load import Loaded

_OF_WITNESS = frozenset({"loop-invariant", "invariant"})
Watching = Callable[[Any], None] | None


def validate_files(witness: Path, reading: Reading, options: CheckOptions, watch: Watching) -> Validation:
    """Raises InputError for what is no witness, and for a program that cannot be read."""
    said = read_witness(witness)
    reading, expected = _as_asked(reading, said)
    files = {named(path): _text(path) for path in reading.paths}
    answer = Validation(named(witness), said.kind, said.producer, tuple(files), Standing.UNKNOWN, "")
    try:
        _require_about(said, files, expected)
        model = DataModel(reading.data_model or DataModel.LP64)
        copies = witnessed(said, files, model)
        return _Validating(said, reading, options, watch, copies, answer).validation()
    except NotFollowed as error:
        return replace(answer, standing=Standing.REJECTED, reason=str(error))
    except NotUnderstood as error:
        return replace(answer, reason=str(error))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the user says of the program, where that is something."""

    properties: frozenset[str]
    model: str | None
    entry: str | None


def _as_asked(reading: Reading, witness: Witness) -> tuple[Reading, _Asked]:
    """The program, by its files; what is not said of it, as the witness has it."""
    properties, model, svcomp = tuple(reading.properties), reading.data_model, reading.svcomp
    paths = reading.paths
    if len(paths) == 1 and paths[0].suffix in (".yml", ".yaml"):
        task = parse_task(paths[0])
        paths, svcomp = task.files, True
        if not properties and task.property_file is not None:
            properties = (str(task.property_file),)
        if model is None and task.data_model in ("ILP32", "LP64"):
            model = DataModel(task.data_model)
    given = frozenset[str]().union(*(parse_property(one) for one in properties))
    asked = _Asked(settled(given), None if model is None else DataModel(model).value, reading.function)
    about = list(properties_in(witness.specification, "the specification of the witness"))
    entries = {entry for entry, _ in about}
    entry = entries.pop() if len(entries) == 1 else None
    function = reading.function
    if function is None and not reading.is_module and entry is not None and entry.isidentifier():
        function = entry if entry != "main" else None
    names = properties or tuple(dict.fromkeys(name for _, name in about))
    if not names:
        raise InputError("the witness names no property; --property does")
    if model is None and witness.data_model in ("ILP32", "LP64"):
        model = DataModel(witness.data_model)
    read = replace(reading, files=paths, properties=names, data_model=model, svcomp=svcomp, function=function)
    return read, asked


def _text(path: Path) -> bytes:
    require_readable(path)
    return contents(path, MAX_SOURCE)


def _require_about(witness: Witness, files: Mapping[str, bytes], asked: _Asked) -> None:
    """See that a witness is one of this program. Raises NotFollowed."""
    ours, theirs = (
        _by_name((name, hashlib.sha256(data).hexdigest()) for name, data in files.items()),
        _by_name((name, value.lower()) for name, value in witness.hashes.items()),
    )
    for name in theirs.keys() | {os.path.basename(name) for name in witness.files}:
        if name not in ours:
            raise NotFollowed(f"it is about another program: {name} is none of its files")
        if name not in theirs:
            raise NotFollowed(f"it has no hash of {name}")
        if theirs[name] != ours[name]:
            raise NotFollowed(f"it is about another program: {name} is not what it was (by its hash)")
    for name in ours.keys() - theirs.keys():
        raise NotFollowed(f"it is about another program: {name} is none of the files that it names")
    about = settled(frozenset(name for _, name in properties_in(witness.specification, "the witness")))
    if asked.properties and asked.properties != about:
        said, wanted = ", ".join(sorted(about)), ", ".join(sorted(asked.properties))
        raise NotFollowed(f"it is about another property: {said}, not {wanted}")
    if asked.model not in (None, witness.data_model):
        raise NotFollowed(f"it is about another data model: {witness.data_model}, not {asked.model}")


def _by_name(hashed: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Without folders: a program may have moved. Two files of one name have two hashes."""
    found: dict[str, list[str]] = {}
    for name, digest in hashed:
        found.setdefault(os.path.basename(name), []).append(digest)
    return {name: sorted(digests) for name, digests in found.items()}


@dataclass(frozen=True, slots=True)
class _NotLooking:
    """What a child has to say about the copy: a condition in it does something, or is not read."""

    refused: NotFollowed | NotUnderstood


class _Validating:
    def __init__(
        self,
        witness: Witness,
        reading: Reading,
        options: CheckOptions,
        watch: Watching,
        copies: Copies,
        answer: Validation,
    ) -> None:
        self._witness = witness
        self._reading = reading
        self._options = options
        self._watch = watch
        self._copies = copies
        self._refused: NotFollowed | NotUnderstood | None = None
        try:
            folder = RunFolder(options.out, reading.paths[0].stem)
            self._copy = _written(reading, copies, folder)
        except NotOurs as error:
            raise InputError(str(error)) from error
        copied = self._copy.paths
        changed = [named(new) for new, old in zip(copied, reading.paths, strict=True) if new != old]
        self._answer = replace(answer, read=tuple(changed), left_out=copies.left_out)

    def validation(self) -> Validation:
        result = self._checked()
        if self._witness.kind == CORRECTNESS:
            return self._of_invariants(result)
        return self._of_waypoints(result)

    def _checked(self) -> CheckResult:
        options = replace(self._options, tests=given_inputs(self._witness))
        try:
            return check_files(self._copy, options, self._hear, known_before=self._looked_at)
        except InputError as error:
            if self._refused is not None:
                raise self._refused from error
            self._require_read()
            where = _at_the_same_place(error, self._witness)
            raise NotFollowed(f"{where}what it says is not C there: {error}") from error

    def _looked_at(self, loaded: Loaded, send: Send) -> None:
        try:
            if reason := what_is_not_looked_at(self._copy, loaded, self._copies.conditions):
                raise NotFollowed(reason)
        except (NotFollowed, NotUnderstood) as error:
            send(_NotLooking(error))
            raise InputError(str(error)) from error

    def _hear(self, message: Any) -> None:
        if isinstance(message, _NotLooking):
            self._refused = message.refused
        elif self._watch is not None:
            self._watch(message)

    def _require_read(self) -> None:
        """Raises InputError if it is the program itself that cannot be read."""
        limits = self._options.limits
        supervised(lambda send: bool(self._reading.load()), Allowed(limits.deadline, limits.memory))

    # -- correctness

    def _of_invariants(self, result: CheckResult) -> Validation:
        answer = replace(self._answer, result=result)
        failing = [one for one in result.checks if one.verdict is Verdict.VIOLATED]
        wrong = [one.check for one in failing if _is_of_witness(one.check)]
        if result.verdict is Verdict.PROVED and not result.checks:
            # Nothing there could be wrong, so any witness would be accepted.
            reason = f"that {result.entry} is proved says nothing: there is no check in the program"
            return replace(answer, verdict=Verdict.PROVED, reason=reason)
        if result.verdict is Verdict.PROVED:
            said = count(len(self._witness.invariants), "invariant")
            reason = f"the program is proved, and what it says holds ({said})"
            return replace(answer, standing=Standing.ACCEPTED, verdict=Verdict.PROVED, reason=reason)
        if wrong:
            said = "; ".join(dict.fromkeys(f"{self._said_by(info)} does not hold" for info in wrong))
            return replace(answer, standing=Standing.REJECTED, reason=said)
        if failing:
            done = self._of_program(failing)
            if done is not None:
                reason = f"the program violates its property at {failing[0].check.position}"
                return replace(
                    answer, standing=Standing.REJECTED, reason=reason, verdict=Verdict.VIOLATED, result=done
                )
        open_ = next((one for one in result.checks if not one.verdict.holds), None)
        reason = result.reason
        if open_ is not None and _is_of_witness(open_.check):
            reason = f"{self._said_by(open_.check)} was neither shown nor refuted: {reason}"
        return replace(answer, reason=reason)

    def _said_by(self, info: CheckInfo) -> str:
        """The invariant that a check is about, in the words of the witness; of what it takes to compute one,
        the place."""
        for one in self._witness.invariants:
            if one.location.line == info.position.line and bare(info.description).endswith(bare(one.value)):
                return f"{one.at} at {one.location}: {one.value}"
        return f"{info.position}: {info.description}: that"

    def _of_program(self, failing: list[CheckVerdict]) -> CheckResult | None:
        """The program itself, run natively on the inputs on which the copy has failed."""
        for one in failing:
            if one.evidence is None:
                continue
            options = replace(self._options, strategy="outright", tests=(), paths=(Path(one.evidence),))
            limits = replace(options.limits, moves=1)
            result = check_files(self._reading, replace(options, limits=limits), self._watch)
            same = [
                again
                for again in result.checks
                if again.verdict is Verdict.VIOLATED
                and again.check.kind == one.check.kind
                and (again.check.kind in ANYWHERE or _line(again.check) == _line(one.check))
            ]
            if same:
                return result
        return None

    # -- violations

    def _of_waypoints(self, result: CheckResult) -> Validation:
        answer = replace(self._answer, result=result)
        asked = [one for one in result.checks if self._is_at_target(one.check)]
        failing = [one for one in asked if one.verdict is Verdict.VIOLATED]
        for one in failing:
            if self._passed(one) < self._copies.segments:
                continue
            done = self._of_program([one])
            if done is None:
                continue
            answer = replace(answer, verdict=Verdict.VIOLATED, result=done)
            if self._copies.left_out:
                reason = f"the program fails there, but not all was followed: {self._copies.left_out[0]}"
                return replace(answer, reason=reason)
            reason = "an execution that follows it fails at its target, natively"
            return replace(answer, standing=Standing.ACCEPTED, reason=reason)
        if failing:
            done = self._of_program(failing)
            if done is not None:
                reason = "the program fails there, but by an execution that does not follow the waypoints"
                return replace(answer, reason=reason, verdict=Verdict.VIOLATED, result=done)
        if all(one.verdict in (Verdict.PROVED, Verdict.UNREACHABLE) for one in asked) and not _open(result):
            what = "no execution that follows it fails at its target" if asked else "nothing can fail there"
            return replace(answer, standing=Standing.REJECTED, reason=what)
        return replace(answer, reason=result.reason or "no execution was found that follows it")

    def _is_at_target(self, info: CheckInfo) -> bool:
        target = self._copies.target
        assert target is not None
        if info.position.file == ELSEWHERE:
            return False
        if info.kind in ANYWHERE or info.position.file not in self._answer.files:
            return True  # found at the end, or inside of the library
        place = (info.position.line, info.position.column)
        return info.position.file == target.file and target.begin <= place < target.end

    def _passed(self, failing: CheckVerdict) -> int:
        """How many waypoints the run has passed."""
        evidence = failing.evidence
        if evidence is None:
            return -1
        vector = InputVector.from_json(json.loads(Path(evidence).read_text(encoding="utf-8"))["inputs"])
        limits = self._options.limits
        allowed = Allowed(limits.deadline, limits.memory)
        done = supervised(lambda send: passed(self._copy.load().program, vector), allowed)
        return -1 if done.value is None else done.value


def _written(reading: Reading, copies: Copies, folder: RunFolder) -> Reading:
    """The same program, with the copies in place of the files that they were made of."""
    flags, _ = reading.options.build.of_files(list(reading.paths))
    contents_, paths, commands = {}, [], []
    home = folder.subfolder("witnessed").absolute()
    for at, (path, given) in enumerate(zip(reading.paths, flags, strict=True)):
        text = copies.texts.get(named(path))
        new = path
        words = given.absolute().words()
        if text is not None:
            new = home / (path.name if path.name not in contents_ else f"{at}-{path.name}")
            contents_[new.name] = text.encode("latin-1")
            words = ["-iquote", str(path.absolute().parent), *words]
        paths.append(new)
        command = ["cc", *words, "-c", str(new.absolute())]
        commands.append({"directory": str(Path.cwd()), "file": str(new.absolute()), "arguments": command})
    contents_["compile_commands.json"] = json.dumps(commands, indent=1).encode()
    for name, data in contents_.items():
        (home / name).write_bytes(data)
    return replace(reading, files=tuple(paths), flags=(), compile_commands=home / "compile_commands.json")


def _is_of_witness(info: CheckInfo) -> bool:
    said = info.description
    return info.kind in _OF_WITNESS or said == READ_IN_A_CLAUSE or said.endswith(COMPUTED_IN_A_CLAUSE)


def _open(result: CheckResult) -> bool:
    """Is there something, apart from any check, that keeps a proof from being one?"""
    return bool(result.obstacles) or (bool(result.bounds) and not result.accept_bounds)


def _line(info: CheckInfo) -> tuple[str, int]:
    return os.path.basename(info.position.file), info.position.line


def _at_the_same_place(error: InputError, witness: Witness) -> str:
    """Which of its conditions stands where the compiler has stumbled."""
    if error.position is None:
        return ""
    return next((f"{at}: " for at, line in _lines(witness) if line == error.position.line), "")


def _lines(witness: Witness) -> Iterator[tuple[str, int]]:
    yield from ((one.at, one.location.line) for one in witness.invariants)
    yield from ((one.at, one.location.line) for segment in witness.segments for one in segment)
