"""What is said about functions when their contracts have been looked for, as data and as JSON."""

from __future__ import annotations

from typing import Any

from dovetail.evidence.verdicts import CheckVerdict, Verdict
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """One that was shown, as it is written."""

    kind: str
    written: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class InferredFunction:
    name: str
    position: Position
    declaration: str
    requires: tuple[str, ...] = ()
    """Proposed: nobody has shown that callers see to it."""
    clauses: tuple[Clause, ...] = ()
    """What was shown under that: its frame and its postconditions."""
    framed: bool = False
    """Was it shown that it writes, and frees, no more than that? Else it is no contract for its callers, to
    whom nothing is written that no clause names."""
    open: tuple[CheckVerdict, ...] = ()
    """Checks of the function that were not shown."""
    checked: int = 0
    """So many checks were."""
    bounds: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    """Where the files call it, and with what."""
    note: str = ""
    """Why nothing is known, or what is to be known beside the clauses."""
    evidence: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        return not self.open and not self.note.startswith("not checked")

    def to_json(self) -> dict[str, Any]:
        return {
            "function": self.name,
            "file": self.position.file,
            "line": self.position.line,
            "declaration": self.declaration,
            "requires": list(self.requires),
            "clauses": [
                {"kind": one.kind, "text": one.written, "verdict": one.verdict.value} for one in self.clauses
            ],
            "framed": self.framed,
            "open": [one.to_json() for one in self.open],
            "checked": self.checked,
            "bounds": list(self.bounds),
            "calls": list(self.calls),
            "note": self.note,
            "evidence": list(self.evidence),
        }


@dataclass(frozen=True, slots=True)
class Inferred:
    """The answer to `dovetail infer`."""

    files: tuple[str, ...]
    properties: tuple[str, ...]
    functions: tuple[InferredFunction, ...]
    contracts: str
    """The path of the file that has them all."""
    wall_seconds: float

    @property
    def complete(self) -> bool:
        return all(one.done for one in self.functions)

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "dovetail-infer",
            "version": 1,
            "files": list(self.files),
            "properties": list(self.properties),
            "contracts": self.contracts,
            "functions": [one.to_json() for one in self.functions],
            "figures": {"wall_seconds": round(self.wall_seconds, 3)},
        }
