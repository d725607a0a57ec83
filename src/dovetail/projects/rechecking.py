"""What comes from the store, judged again from its evidence alone, as anybody could."""

from __future__ import annotations

import time
from pathlib import Path

from dovetail.evidence.task import Task, read_document
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.evidence.violation import FORMAT, VERSION
from dovetail.frontend.errors import InputError
from dovetail.quick_dataclass import dataclass

CERTIFICATE, VIOLATION = "certificate.json", "violation.json"
ONE_IN = 50
"""So many verdicts from the store are taken without being judged again for each one that is not."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """`wrong` says what does not stand; `undecided`, that there was no time to find out."""

    wrong: str = ""
    undecided: bool = False


def is_sampled(key: str, number: float) -> bool:
    """One in fifty, others with each number, and the same ones if that is the same."""
    return (int(key[:12], 16) + int(number)) % ONE_IN == 0


def recheck(result: CheckResult, seconds: float, memory: int) -> Rechecked:
    """Does all stand that is said to be proved or violated?"""
    deadline = time.monotonic() + seconds
    proved: set[int] = set()
    seen: set[int] = set()
    for path in map(Path, result.evidence):
        try:
            if path.name == VIOLATION:
                seen |= _replayed(path)
            elif path.name == CERTIFICATE:
                accepted = _certified(path, deadline, memory)
                if accepted is None:
                    return Rechecked(undecided=True)
                proved |= accepted
        except InputError as error:
            return Rechecked(str(error))
    for check in result.checks:
        ident = check.check.ident
        if check.verdict is Verdict.VIOLATED and ident not in seen and not check.reason:
            return Rechecked(f"check #{ident} did not fail again")
        if check.verdict.holds and ident not in proved and not check.reason.startswith("the evidence"):
            return Rechecked(f"check #{ident} is in no certificate that is accepted")
    return Rechecked()


def _replayed(path: Path) -> set[int]:
    from dovetail.evidence.replays import replay

    task = Task.from_json(read_document(path, FORMAT, VERSION, "evidence of a violation"), path)
    done = replay(path, task.folders)
    return {int(done.check["id"])} if done.reproduced and not done.changed else set()


def _certified(path: Path, deadline: float, memory: int) -> frozenset[int] | None:
    from dovetail.evidence.certificate_file import read_file
    from dovetail.verifying.certifying import certify_file

    task, _ = read_file(path)
    done = certify_file(path, deadline=deadline, memory=memory, trusted=task.folders)
    return done.proved | done.unreachable if done.judged else None
