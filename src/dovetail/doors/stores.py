"""The work behind `store`: what is kept of a build, for people and for scripts."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from dovetail.asking.limits import Limits
from dovetail.bad_input import InputError
from dovetail.evidence.kept_result import from_kept
from dovetail.evidence.whole_files import put
from dovetail.projects.looking import write_evidence
from dovetail.projects.rechecking import recheck
from dovetail.projects.store import Damaged, Kept, Store
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import NotOurs, claim


@dataclass(frozen=True, slots=True)
class KeptUnit:
    """A result in a store, in a few words."""

    unit: str
    verdict: str
    made: float
    allowed: float
    size: int
    """Of its evidence, in bytes."""

    @property
    def when(self) -> str:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.made))

    def to_json(self) -> dict[str, Any]:
        return {
            "unit": self.unit,
            "verdict": self.verdict,
            "made": self.made,
            "allowed_seconds": self.allowed,
            "evidence_bytes": self.size,
        }


@dataclass(frozen=True, slots=True)
class Verified:
    results: int
    wrong: tuple[str, ...]


def _opened(path: Path) -> Store:
    if not path.is_file():
        raise InputError(f"{path}: there is no store")
    try:
        return Store(path)
    except Damaged as error:
        raise InputError(f"{path}: the store is damaged: {error}") from error


def listed(path: Path) -> list[KeptUnit]:
    """Raises InputError."""
    store = _opened(path)
    try:
        return [_in_short(kept) for kept in store.all()]
    except (Damaged, ValueError) as error:
        raise InputError(f"{path}: the store is damaged: {error}") from error


def _in_short(kept: Kept) -> KeptUnit:
    verdict = from_kept(kept.document, Path()).verdict.value
    size = sum(map(len, kept.evidence.values()))
    return KeptUnit(kept.unit, verdict, kept.made, kept.allowed, size)


def verified(path: Path, limits: Limits, *, again: bool = False) -> Verified:
    """Is it what was written? And, if that is asked `again`, does all evidence stand? Evidence about a text
    that has changed since does not, and is told. Raises InputError."""
    store = _opened(path)
    try:
        results = store.verify()
        wrong = tuple(_wrong(store, limits)) if again else ()
    except (Damaged, ValueError) as error:
        return Verified(0, (f"damaged: {error}",))
    return Verified(results, wrong)


def _wrong(store: Store, limits: Limits) -> list[str]:
    found = []
    for kept in store.all():
        with tempfile.TemporaryDirectory(prefix="dovetail-") as scratch:
            folder = Path(scratch) / "unit"
            write_evidence(kept, folder, lambda name, content: content)
            answer = recheck(from_kept(kept.document, folder), limits.timeout, limits.memory)
        if answer.wrong:
            found.append(f"{kept.unit}: {answer.wrong}")
    return found


def shrunk(path: Path, runs: int) -> int:
    """How many results were forgotten. Raises InputError."""
    store = _opened(path)
    try:
        return store.shrink(runs)
    except Damaged as error:
        raise InputError(f"{path}: the store is damaged: {error}") from error


def exported(path: Path, folder: Path) -> int:
    """Each result with its evidence in a folder of its own. Raises InputError."""
    store = _opened(path)
    try:
        home, count = claim(folder), 0
        for kept in store.all():
            into = claim(home / kept.text[:16])
            write_evidence(kept, into, lambda name, content: content)
            document = {"unit": kept.unit, "made": kept.made, "allowed": kept.allowed, **kept.document}
            text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
            put(into, "result.json", text.encode("utf-8", "replace"))
            count += 1
    except NotOurs as error:
        raise InputError(str(error)) from error
    except Damaged as error:
        raise InputError(f"{path}: the store is damaged: {error}") from error
    return count
