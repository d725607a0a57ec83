"""A violation once more, natively, from its file alone: does it happen again, and if not, what does?

The file says which check failed, and on what inputs. What is told of the run is what happened in it, at the
place where it happened; whether that is what the file says, is a question with two answers. A file that comes
from somebody else may say anything, and what of it is printed is printed as one line.

In a program that has changed lines have moved, and numbers with them: there a check is known by its line, or,
where that has moved, by its words and its function, if no other has the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dovetail.evidence.account import Account
from dovetail.evidence.quoting import one_line
from dovetail.evidence.task import Task, read_document
from dovetail.evidence.violation import (
    ANYWHERE,
    FORMAT,
    LEAK,
    LEAK_SECONDS,
    LEAKS_ALONE,
    NATIVE_SECONDS,
    POSSIBLE_GAPS,
    VERSION,
    fails_at,
    in_words,
    native_program,
    on_line,
)
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import CompileError, LinkError
from dovetail.frontend import InputError, Loaded
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """`changed` names the files that are not what they were when the violation was found."""

    reproduced: bool
    end: End
    check: dict[str, Any]
    """What happened again, where it happened; or what did not, where the evidence says it did."""
    changed: tuple[str, ...]
    apart: int = 0
    access: str = ""
    """What was accessed, according to the evidence."""
    account: Account | None = None
    """What was run."""
    instead: dict[str, Any] | None = None
    """What failed in this run, if that is something else."""

    @property
    def sentence(self) -> str:
        what = _placed(self.check)
        changed = f"; changed since: {', '.join(self.changed)}" if self.changed else ""
        if self.reproduced:
            return one_line(f"it happened again: {what}{self._tripped()}{changed}")
        if self.instead is not None:
            other = f"{_placed(self.instead)} failed instead"
            return one_line(f"it did not happen again: {what}; {other}{changed}")
        return one_line(f"it did not happen again: {what}; the run ended as {in_words(self.end)}{changed}")

    def _tripped(self) -> str:
        """What the native run said, if that says more than the check's kind does."""
        if not self.end.detail:
            return ""
        said = f'; according to the evidence: "{self.access}"' if self.access else ""
        return f" (natively: {self.end.detail}; tripped by {self._guard()}{said})"

    def _guard(self) -> str:
        if self.check["kind"] != "invalid-deref":
            return "the harness"
        if self.end.detail.startswith(("access to", "call of")):
            return "the machine itself"
        return f"objects set {self.apart} bytes apart" if self.apart else "the margins of objects"


def _placed(check: dict[str, Any]) -> str:
    return f"{check['kind']} at {check['file']}:{check['line']}"


def _told(ident: int | None, kind: str, position: Position) -> dict[str, Any]:
    return {"id": ident, "kind": one_line(kind), "file": one_line(position.file), "line": position.line}


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the file says: nothing of it is known to be true."""

    check: CheckInfo
    vector: InputVector
    access: str
    apart: int


def replay(evidence: Path, trusted: tuple[str, ...] = ()) -> ReplayResult:
    """Run a violation again. Header files in `trusted` folders may be read instead of Dovetail's own. Raises
    InputError for a file that is none, or whose program cannot be read."""
    document = read_document(evidence, FORMAT, VERSION, "evidence of a violation")
    task = Task.from_json(document, evidence).located(evidence.parent)
    said = _said(document, evidence)
    wanted = said.check
    loaded = task.load(trusted)
    changed = task.differences(loaded)
    known = {info.ident: info for info in loaded.program.checks}
    if not changed and (wanted.ident not in known or known[wanted.ident].kind != wanted.kind):
        raise InputError(f"{evidence}: the program has no check #{wanted.ident} of the kind {wanted.kind!r}")
    end = _run(loaded, said, evidence)
    account = Account.of(task, loaded)
    seen = _seen(end, loaded)
    if seen is not None and _is_same(seen, wanted, loaded.program.checks, changed=bool(changed)):
        access = "" if changed else said.access
        return ReplayResult(True, end, seen.told(wanted), changed, said.apart, access, account)
    instead = None if seen is None else seen.told(None)
    named = _named(wanted, None if changed else known[wanted.ident], loaded)
    return ReplayResult(False, end, named, changed, said.apart, account=account, instead=instead)


def _said(document: dict[str, Any], evidence: Path) -> _Evidence:
    match document.get("check"):
        case {"id": int(ident), "kind": str(kind), "file": str(file), "line": int(line), **more} if (
            type(ident) is int and type(line) is int
        ):
            # Only to tell checks apart: what is no text is none of theirs.
            procedure, description = (str(more.get(name, "")) for name in ("procedure", "description"))
            check = CheckInfo(ident, kind, Position(file, line, 1), procedure, description)
        case _:
            raise InputError(f"{evidence}: the check is missing or not well-formed")
    try:
        vector = InputVector.from_json(document.get("inputs"))
    except ValueError as error:
        raise InputError(f"{evidence}: {error}") from error
    access, apart = document.get("access", ""), document.get("apart", 0)
    if not isinstance(access, str) or type(apart) is not int or apart not in POSSIBLE_GAPS:
        raise InputError(f"{evidence}: what is said of the access is not well-formed")
    return _Evidence(check, vector, access, apart)


def _run(loaded: Loaded, said: _Evidence, evidence: Path) -> End:
    leak = said.check.kind == LEAK
    try:
        with native_program(loaded, apart=said.apart) as native:
            end = native.run(said.vector, timeout=LEAK_SECONDS if leak else NATIVE_SECONDS).end
        if leak and end.kind is not EndKind.VIOLATION:
            with native_program(loaded, watched=LEAKS_ALONE) as native:
                end = native.run(said.vector, timeout=LEAK_SECONDS).end
    except (CompileError, LinkError, ValueError) as error:
        raise InputError(f"{evidence}: the program cannot be run natively: {error}") from error
    return end


@dataclass(frozen=True, slots=True)
class _Seen:
    """What failed in a run: `checks` are those of the program that it may be, one if it is `numbered`."""

    kind: str
    position: Position
    checks: tuple[CheckInfo, ...]
    numbered: bool

    def told(self, wanted: CheckInfo | None) -> dict[str, Any]:
        idents = [one.ident for one in self.checks]
        same = wanted is not None and (wanted.ident in idents or not idents)
        ident = wanted.ident if wanted is not None and same else next(iter(idents), None)
        return _told(ident, self.kind, self.position)


def _seen(end: End, loaded: Loaded) -> _Seen | None:
    if end.kind is not EndKind.VIOLATION:
        return None
    checks = tuple(info for info in loaded.program.checks if fails_at(end, info))
    first = checks[0] if checks else None
    kind = end.check_kind if end.check_kind is not None or first is None else first.kind
    position = end.position
    if first is not None and (end.check_id is not None or position is None or first.kind in ANYWHERE):
        position = first.position  # the program knows better where it stands
    return _Seen(kind or "a violation", position or NOWHERE, checks, end.check_id is not None)


def _is_same(seen: _Seen, wanted: CheckInfo, checks: Sequence[CheckInfo], *, changed: bool) -> bool:
    """Is what failed the check that is named?"""
    if seen.kind != wanted.kind:
        return False
    if seen.kind in ANYWHERE:
        return True
    if seen.numbered and not changed:
        return any(one.ident == wanted.ident for one in seen.checks)
    if on_line(seen.position) == on_line(wanted.position):
        return True
    if not changed:
        return False
    words = (wanted.kind, wanted.procedure, wanted.description)
    alike = [one for one in checks if (one.kind, one.procedure, one.description) == words]
    return len(alike) == 1 and alike[0] in seen.checks


def _named(wanted: CheckInfo, known: CheckInfo | None, loaded: Loaded) -> dict[str, Any]:
    """The check that did not fail: where the program has it, unless that is inside of a library function,
    which is no place of the user's, or in another program."""
    position = wanted.position
    if known is not None and not loaded.program.procedures[known.procedure].library:
        position = known.position
    return _told(wanted.ident, wanted.kind, position)
