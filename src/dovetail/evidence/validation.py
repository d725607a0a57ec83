"""What came of a witness, as data and as JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.quick_dataclass import dataclass


class Standing(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Validation:
    """The answer to `dovetail validate`. The `verdict` is on the program, by evidence of Dovetail's own; what
    a witness says is none."""

    witness: str
    kind: str
    producer: str
    files: tuple[str, ...]
    standing: Standing
    reason: str
    verdict: Verdict = Verdict.UNKNOWN
    result: CheckResult | None = None
    """What was found of the program with the witness in it; of a violation that was followed, what was run of
    the program itself."""
    read: tuple[str, ...] = ()
    """The files with what the witness says in them."""
    left_out: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "dovetail-validate",
            "version": 1,
            "witness": self.witness,
            "kind": self.kind,
            "producer": self.producer,
            "files": list(self.files),
            "standing": self.standing.value,
            "reason": self.reason,
            "verdict": self.verdict.value,
            "read": list(self.read),
            "left_out": list(self.left_out),
            "result": None if self.result is None else self.result.to_json(),
        }
