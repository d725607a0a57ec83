"""Certificates in files: the program that one is about is read again, and then it is judged (`proofs`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from dovetail.evidence.account import Account
from dovetail.evidence.task import Task, read_document
from dovetail.frontend import InputError
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined, TooLarge, prepared
from dovetail.program.names import TableError
from dovetail.program.position import NOWHERE
from dovetail.proofs.certificate import FORMAT, VERSION, Certificate, from_json, kept, to_json, unrolled
from dovetail.proofs.judgement import Failure, Judgement, Obligation
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Certified(Judgement):
    """What the checker says, and of what."""

    account: Account | None = None
    bounds: tuple[str, ...] = ()
    """What the program that was judged restricts, or leaves out, and nobody has asked for: the proof holds
    within that."""

    @staticmethod
    def of(judgement: Judgement, account: Account | None = None, bounds: Iterable[str] = ()) -> Certified:
        said = {one.name: getattr(judgement, one.name) for one in fields(Judgement)}
        return Certified(**said, account=account, bounds=tuple(bounds))


def certify(path: Path, *, seconds: float = 30.0, trusted: tuple[str, ...] = ()) -> Certified:
    """Check the certificate in a file against the program that it names, as that is now. Header files in
    `trusted` folders may be read instead of Dovetail's own. Raises InputError for what is no certificate or
    no program."""
    from dovetail.proofs.checker import check  # with its solver, which nobody else needs

    task, document = read_file(path)
    changed = task.changed()
    if changed:
        return Certified.of(_other_program(changed))
    try:
        loaded = task.load(trusted)
        account = Account.of(task, loaded)
        different = task.differences(loaded)
        if different:
            return Certified.of(_other_program(different), account)
        program = prepared(loaded.program, unrolled(document), kept(document)).program
    except (TableError, TooLarge) as error:
        raise InputError(f"{path}: {error}") from error
    certificate, whole = read_for(path, document, program), loaded.program
    judgement = check(certificate, program, seconds=seconds, whole=whole)
    bounds = [*((one.position, one.text) for one in whole.bounds)]
    bounds += ((one.position, one.reason) for one in whole.vanished)
    told = dict.fromkeys(text if at == NOWHERE else f"{at}: {text}" for at, text in bounds)
    return Certified.of(judgement, account, told)


def _other_program(files: Sequence[str]) -> Judgement:
    text = f"the program has changed since it was proved: {', '.join(files)}"
    return Judgement((Failure(Obligation.FORM, text),))


def document_of(certificate: Certificate, task: Task, inlined: Inlined) -> dict[str, Any]:
    """With the task that it is about."""
    return to_json(certificate, task.to_json(), inlined)


def read_file(path: Path) -> tuple[Task, dict[str, Any]]:
    """What a certificate file is about, with its files where they are now, and the document, to be given to
    `from_json` with the program. Raises InputError."""
    document = read_document(path, FORMAT, VERSION, "a certificate")
    return Task.from_json(document, path).located(path.parent), document


def read_for(path: Path, document: Mapping[str, Any], program: Program) -> Certificate:
    """`from_json`, with the file's name in what it complains about."""
    try:
        return from_json(document, program)
    except TableError as error:
        raise InputError(f"{path}: {error}") from error
