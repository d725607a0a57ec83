"""A claimed proof, checked: a certificate is made of the invariants, and judged by the checker alone.

Whom the checker shares code and solvers with is in docs/certificates.md. The certificate is made where the
strategy is. The checker works in a process of its own, within what is left of the time, on the certificate as
it will be in the file. What it does not accept is not reported as proved.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.evidence.account import Account
from dovetail.evidence.certificate_file import Certified, document_of
from dovetail.evidence.module_invariant import module_invariant
from dovetail.evidence.quoting import one_line
from dovetail.evidence.task import Task
from dovetail.evidence.verdicts import Problem
from dovetail.evidence.whole_files import why_unsaved
from dovetail.evidence.witness import correctness_witness
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.processes.confined import Beside, Confined, Ending, Send, confined
from dovetail.processes.supervised import Broken
from dovetail.program.automata import Procedure
from dovetail.program.expressions import TRUE
from dovetail.program.inlining import Inlined, inline, prepared, unroll
from dovetail.program.ordering import depth_first
from dovetail.proofs.certificate import (
    Certificate,
    Contract,
    from_json,
    kept,
    unrolled,
)
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.judgement import Failure, Judgement, Obligation
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import RunFolder
from dovetail.strategies.outcome import Claims

UNNAMED = ""
"""The fingerprint of a program, until it is read again as the evidence names it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the checker has accepted; where that is not all that was claimed, `reason` says why."""

    proved: frozenset[int] = frozenset()
    unreachable: frozenset[int] = frozenset()
    """Of those proved: the checks that no execution comes to."""
    complete: bool = False
    """Is nothing reached that Dovetail does not model?"""
    files: tuple[Path, ...] = ()
    reason: str = ""
    unsaved: str = ""
    """Why there are no files, although the checker has accepted it."""
    problems: tuple[Problem, ...] = ()
    module_invariant: tuple[str, ...] | None = None
    """Of a module: what holds between any two calls."""
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class CertifyResult:
    """The checker's word on a certificate, or why there is none."""

    accepted: bool
    proved: frozenset[int]
    unreachable: frozenset[int]
    failures: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()
    """Those that Dovetail has set: the proof holds within them."""
    account: Account | None = None
    """What it is about, as it was read; None if it was not read."""
    judged: bool = True
    """Or did reading the program, and checking the proof, come to no end?"""

    @property
    def sentence(self) -> str:
        return one_line(self._sentence())

    def _sentence(self) -> str:
        if not self.judged:
            return f"undecided: {self.failures[0]}"
        count = len(self.proved)
        if self.account is not None and self.account.task.covering is not None:
            held = f"{count} {'target' if count == 1 else 'targets'} of tests cannot be reached"
        elif self.account is not None and not self.account.checks:
            held = "there is nothing to check in the program"
        else:
            checks = f"{count} check" if count == 1 else f"{count} checks"
            vacuous = f", {len(self.unreachable)} of them because no execution comes there"
            held = f"{checks} cannot fail{vacuous if self.unreachable else ''}"
        held += ", within bounds" if self.bounds else ""
        if self.accepted:
            return f"accepted: {held}"
        failed = self.failures[0] if self.failures else "nothing was established"
        return f"accepted in part: {held}; but {failed}" if self.proved else f"rejected: {failed}"


# ---- making a certificate ----------------------------------------------------------------------------------


def certificate_document(inlined: Inlined, task: Task, claims: Claims) -> Mapping[str, Any] | None:
    """What the strategy claims to have proved, as a document that can be checked once it names its program;
    None if it is nothing."""
    if not claims.complete and not claims.excluded:
        return None
    inlined = _about(inlined, claims.depth, claims.kept)
    program = inlined.program
    entry = Contract(invariants=claims.invariants, moves=claims.moves, steps=claims.steps)
    claimed = {**claims.contracts, program.entry: (entry,)}
    contracts = {
        name: tuple(_at_loop_heads(procedure, contract) for contract in claimed.get(name, (Contract(),)))
        for name, procedure in program.procedures.items()
    }
    certificate = Certificate(UNNAMED, contracts, claims.depth, claims.kept, claims.ghosts)
    return document_of(certificate, task, inlined)


def _about(inlined: Inlined, depth: int, kept: tuple[str, ...]) -> Inlined:
    """The program that a certificate is about, as `prepared` would make it."""
    if depth:
        return unroll(inlined, depth)
    return inline(inlined.whole, keep=kept) if kept else inlined


def _at_loop_heads(procedure: Procedure, contract: Contract) -> Contract:
    """Between loop heads the checker finds out by itself what holds."""
    if contract.moves:
        return contract
    heads = sorted(depth_first(procedure).loop_heads)
    return replace(contract, invariants={head: contract.invariants.get(head, TRUE) for head in heads})


# ---- having it judged --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Judged:
    """What comes back from the checker's process; certificate and witness are the texts of their files."""

    judgement: Judgement
    certificate: str
    witness: str
    module_invariant: tuple[str, ...] | None


def prove(
    loaded: Loaded,
    inlined: Inlined,
    document: Mapping[str, Any],
    claims: Claims,
    folder: RunFolder,
    *,
    deadline: float,
    memory: int,
    task: Task | None = None,
    beside: Beside | None = None,
    alone: float = 0.0,
) -> Proof:
    """Have the checker judge a certificate, and write what it has accepted into a folder. The `task` is that
    of the loaded program unless it is about targets of tests; those have no witness. What runs `beside` it
    goes on, once it need not be `alone` any more."""
    about = task or Task.of(loaded)

    def work(send: Send) -> _Judged | str:
        return _judged(loaded, inlined, document, about, deadline)

    done = confined(work, deadline=deadline, memory=memory, beside=beside, alone=alone)
    if done.value is None:
        return _without_judgement(done)
    if isinstance(done.value, str):
        return Proof(reason=done.value)
    judgement = done.value.judgement
    reason, problems = _missing(done.value, claims)
    if not judgement.accepted and about.covering is not None:
        # Where one target may be reached, nothing is known about those behind it, unless they are apart; then
        # a certificate of these alone is what is wanted.
        proved = judgement.proved if about.covering.apart else frozenset()
        return Proof(proved, reason=reason, problems=problems)
    if not judgement.accepted and not judgement.proved:
        return Proof(reason=reason, problems=problems)
    texts = {"certificate.json": done.value.certificate, "witness.yml": done.value.witness}
    contents = {name: text.encode("utf-8", "surrogateescape") for name, text in texts.items() if text}
    files: tuple[Path, ...] = ()
    unsaved = ""
    try:
        files = folder.filled("proof", contents)
    except OSError as error:
        unsaved = why_unsaved(error)
    return Proof(
        judgement.proved,
        judgement.unreachable,
        judgement.complete,
        files,
        reason,
        unsaved,
        problems,
        done.value.module_invariant,
    )


def _judged(
    loaded: Loaded, inlined: Inlined, document: Mapping[str, Any], task: Task, deadline: float
) -> _Judged | str:
    """In the checker's process; or why there is nothing to judge any more."""
    from dovetail.proofs.checker import check  # with its solver, which nobody else needs

    depth, names = unrolled(document), kept(document)
    # The name of a file can be part of a program (`__FILE__`). So it is read as the evidence names it, which
    # is how `dovetail certify` will read it.
    again = task.load(trusted=task.folders)
    changed = task.differences(again)
    if changed:
        return f"the program has changed while it was checked: {', '.join(changed)}"
    whole = again.program
    program = prepared(whole, depth, names).program
    digest = fingerprint(program)
    named = {**document, "program": digest}
    certificate = from_json(named, program)
    judgement = check(certificate, program, seconds=_left(deadline), whole=whole, digest=digest)
    witness, invariant = "", None
    if judgement.inductive and task.covering is None:
        about = _about(inlined, depth, names)
        stated = from_json(document, about.program)
        witness = correctness_witness(stated, about, loaded)
        invariant = module_invariant(stated, about) if loaded.client is not None else None
    return _Judged(judgement, json.dumps(named, ensure_ascii=False, indent=1) + "\n", witness, invariant)


def _missing(judged: _Judged, claims: Claims) -> tuple[str, tuple[Problem, ...]]:
    """What was claimed and is not proved: the reason, and whose fault it is."""
    missing = [failure for failure in judged.judgement.failures if _was_claimed(failure, claims)]
    if not missing:
        return "", ()
    text = missing[0].text
    if claims.only_asked:
        return f"the checker was asked, and does not see that it is so: {text}", ()
    if claims.approximate:
        said = "a fixpoint excludes it, but its invariants, as formulas, were not accepted as a proof"
        return f"{said}: {text}", ()
    if not any(failure.answered for failure in missing):
        return f"a proof was found, but there was not enough time to check it: {text}", ()
    details = "\n".join(_in_words(failure) for failure in missing)
    problem = Problem(f"a certificate was rejected: {text}", f"{details}\n\n{judged.certificate}")
    return f"a proof was found, but the checker did not accept it: {text}", (problem,)


def certify_file(path: Path, *, deadline: float, memory: int, trusted: tuple[str, ...] = ()) -> CertifyResult:
    """Have a certificate judged from its file alone; header files in `trusted` folders may be read instead of
    Dovetail's own. Raises InputError for a file that is none."""

    def work(send: Send) -> Certified | InputError:
        from dovetail.evidence.certificate_file import certify

        try:
            return certify(path, seconds=_left(deadline), trusted=trusted)
        except InputError as error:
            return error

    done = confined(work, deadline=deadline, memory=memory)
    if isinstance(done.value, InputError):
        raise done.value
    if done.value is None:
        if done.ending is Ending.FAILED:
            raise Broken(f"the checker failed: {done.failure}", done.details)
        return CertifyResult(False, frozenset(), frozenset(), (_unjudged(done),), judged=False)
    judgement = done.value
    failures = tuple(one_line(_in_words(failure)) for failure in judgement.failures)
    return CertifyResult(
        *(judgement.accepted, judgement.proved, judgement.unreachable, failures),
        bounds=judgement.bounds,
        account=judgement.account,
    )


def _unjudged(done: Confined[Any]) -> str:
    """Whether there is a proof in the file nobody knows then: it may not even have been read."""
    match done.ending:
        case Ending.OUT_OF_TIME:
            return "there was not enough time to read the program and to check what is said of it"
        case Ending.OUT_OF_MEMORY:
            return "there was not enough memory to read the program and to check what is said of it"
        case _:
            return "it was interrupted before it was judged"


def _left(deadline: float) -> float:
    """For one question; the process is ended when all time is used up."""
    return max(deadline - time.monotonic(), 0.1)


def _was_claimed(failure: Failure, claims: Claims) -> bool:
    """Does the failure contradict the strategy? It need not have claimed that every check holds."""
    match failure.obligation:
        case Obligation.CHECK:
            return failure.check is None or failure.check.ident in claims.excluded
        case Obligation.SUPPORTED:
            return claims.complete
        case _:
            return True


def _without_judgement(done: Confined[Any]) -> Proof:
    match done.ending:
        case Ending.OUT_OF_TIME:
            return Proof(reason="a proof was found, but there was not enough time to check it")
        case Ending.OUT_OF_MEMORY:
            return Proof(reason="a proof was found, but there was not enough memory to check it")
        case Ending.INTERRUPTED:
            return Proof(reason="a proof was found, but its check was interrupted", interrupted=True)
        case _:
            summary = f"the checker failed: {done.failure}"
            reason = f"a proof was found, but {summary}"
            return Proof(reason=reason, problems=(Problem(summary, done.details),))


def _in_words(failure: Failure) -> str:
    where = f" from {failure.start}" if failure.start is not None else ""
    state = ", ".join(f"{name} = {value}" for name, value in failure.model)
    return f"{failure.obligation}{where}: {failure.text}{f' (with {state})' if state else ''}"
