"""A suite of tests for a criterion, as data: the tests with what is to be expected of each, and what has
become of every target (Erez 2004, section 7.1).

A target is covered by a test, which was run natively; or proved infeasible, with a certificate; or open, with
a reason. How a suite is written down is in the modules `suite_…`, one for each format; how it is found is not
known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, field, replace
from enum import StrEnum
from typing import Any

from dovetail.evidence.expectation import Expectation
from dovetail.evidence.verdicts import Problem, assumptions_to_json
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native.wire import Consumption
from dovetail.execution.runs import Consumed
from dovetail.program.automata import Assumption, Program
from dovetail.program.position import Position
from dovetail.program.targets import TargetInfo
from dovetail.quick_dataclass import dataclass

FORMAT, VERSION = "dovetail-suite", 1


class Status(StrEnum):
    COVERED = "covered"
    INFEASIBLE = "infeasible"
    OPEN = "open"


class Ending(StrEnum):
    """How a run of a test ends, in the words of those who run suites."""

    RETURNS = "returns"
    VIOLATION = "violation"
    STOPS = "stops"
    """An assumption does not hold, or the program aborts."""
    FAULTS = "faults"
    ENDLESS = "endless"
    UNMODELLED = "unmodelled"


_ENDINGS = {
    EndKind.NORMAL: Ending.RETURNS,
    EndKind.VIOLATION: Ending.VIOLATION,
    EndKind.ASSUMPTION: Ending.STOPS,
    EndKind.UNDEFINED: Ending.FAULTS,
    EndKind.BUDGET: Ending.ENDLESS,
    EndKind.UNSUPPORTED: Ending.UNMODELLED,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is to be expected of a test: what happened when it was run natively."""

    ending: Ending
    exit_code: int | None = None
    position: Position | None = None
    detail: str = ""

    @staticmethod
    def of(end: End, program: Program) -> Outcome:
        position, detail = end.position, end.detail
        for info in program.checks:
            if info.ident == end.check_id:
                position, detail = info.position, info.description
        return Outcome(_ENDINGS[end.kind], end.exit_code, position, detail)

    @property
    def sentence(self) -> str:
        where = f" at {self.position.file}:{self.position.line}" if self.position is not None else ""
        what = f" ({self.detail})" if self.detail else ""
        match self.ending:
            case Ending.RETURNS:
                return "returns" if self.exit_code is None else f"returns {self.exit_code}"
            case Ending.VIOLATION:
                return f"fails{where}{what}"
            case Ending.STOPS:
                return f"stops{where}{what}"
            case Ending.FAULTS:
                return f"faults{where}{what}"
            case Ending.ENDLESS:
                return "does not end within the limit"
            case Ending.UNMODELLED:
                return f"comes to what Dovetail does not model{where}{what}"

    def to_json(self) -> dict[str, Any]:
        return {
            "ending": self.ending.value,
            "exit_code": self.exit_code,
            "file": None if self.position is None else self.position.file,
            "line": None if self.position is None else self.position.line,
            "detail": self.detail,
        }


@dataclass(frozen=True, slots=True)
class Test:
    """One test. `consumed` is what its run asked for, in order."""

    __test__ = False  # not one of pytest's

    number: int
    vector: InputVector
    outcome: Outcome
    covers: frozenset[int]
    consumed: tuple[Consumption, ...] = ()
    alone: frozenset[int] = frozenset()
    """The targets that no other test of the suite covers."""
    asked: tuple[Consumed, ...] | None = None
    """As `consumed`, but by whom it was asked for, and what it was; None if the run is too long for that."""
    expects: Expectation | None = None
    """What the function that is tested has returned and written; None if it was not called, or did not
    return."""
    unsettled: str | None = None
    """The library function that decides how the run goes on, and may answer otherwise."""

    def written(self) -> Test:
        """As it is to whoever gets it from another process, once all its files are written: without `asked`,
        which names statements of the Program that was read there."""
        return replace(self, asked=None)

    def to_json(self) -> dict[str, Any]:
        return {
            "test": self.number,
            "inputs": self.vector.to_json(),
            "asked_for": [f"{one.stream}: {one.type_name}" for one in self.consumed],
            "outcome": self.outcome.to_json(),
            "expects": None if self.expects is None else self.expects.to_json(),
            "covers": sorted(self.covers),
        }


@dataclass(frozen=True, slots=True)
class TargetResult:
    """What has become of a target."""

    info: TargetInfo
    status: Status
    tests: tuple[int, ...] = ()
    certificate: str | None = None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        info = self.info
        return {
            "target": info.ident,
            "kind": info.kind,
            "function": info.function,
            "file": info.position.file,
            "line": info.position.line,
            "column": info.position.column,
            "what": info.what,
            "outcome": info.outcome,
            "status": self.status.value,
            "tests": list(self.tests),
            "certificate": self.certificate,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class SuiteFigures:
    wall_seconds: float = 0.0
    runs: int = 0
    """Native runs, all in all."""
    rounds: int = 0
    solver_calls: int = 0
    peak_memory: int = 0

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "wall_seconds": round(self.wall_seconds, 3)}


@dataclass(frozen=True, slots=True)
class Suite:
    """The answer of `dovetail test`."""

    files: tuple[str, ...]
    data_model: str
    properties: tuple[str, ...]
    entry: str
    criterion: str
    seed: int
    targets: tuple[TargetResult, ...]
    tests: tuple[Test, ...]
    assumptions: tuple[Assumption, ...] = ()
    figures: SuiteFigures = SuiteFigures()
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    folder: str | None = None
    """Where the suite was written."""
    written: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each format the files."""
    left_out: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """For each format the tests that it cannot express, with the reason."""

    def count(self, status: Status) -> int:
        return sum(result.status is status for result in self.targets)

    @property
    def complete(self) -> bool:
        """Is every target covered or proved infeasible?"""
        return self.count(Status.OPEN) == 0 and not self.problems

    @property
    def coverage(self) -> float:
        """The share of targets that the suite covers, of those that are not proved infeasible."""
        possible = len(self.targets) - self.count(Status.INFEASIBLE)
        return self.count(Status.COVERED) / possible if possible else 1.0

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "files": list(self.files),
            "data_model": self.data_model,
            "properties": list(self.properties),
            "entry": self.entry,
            "criterion": self.criterion,
            "seed": self.seed,
            "coverage": {
                "targets": len(self.targets),
                **{status.value: self.count(status) for status in Status},
            },
            "tests": [test.to_json() for test in self.tests],
            "targets": [result.to_json() for result in self.targets],
            "assumptions": assumptions_to_json(one for one in self.assumptions if not one.is_bound),
            "bounds": assumptions_to_json(one for one in self.assumptions if one.is_bound),
            "notes": list(self.notes),
            "problems": [problem.summary for problem in self.problems],
            "folder": self.folder,
            "written": {name: list(paths) for name, paths in self.written.items()},
            "left_out": {
                name: [{"test": number, "reason": reason} for number, reason in tests.items()]
                for name, tests in self.left_out.items()
            },
            "figures": self.figures.to_json(),
        }


def covering_tests(coverage: Sequence[frozenset[int]]) -> list[int]:
    """Indices of few of these sets that together hold what all of them do: greedily, the largest share of
    what is left first; then without those that have become superfluous."""
    left = frozenset[int]().union(*coverage) if coverage else frozenset()
    chosen: list[int] = []
    while left:
        best = max(range(len(coverage)), key=lambda index: (len(coverage[index] & left), -index))
        chosen.append(best)
        left -= coverage[best]
    for index in list(chosen):
        others = frozenset[int]().union(*(coverage[other] for other in chosen if other != index))
        if coverage[index] <= others:
            chosen.remove(index)
    return chosen


def covered_alone(coverage: Mapping[int, frozenset[int]]) -> dict[int, frozenset[int]]:
    """For each set what no other one has."""
    return {
        number: held - frozenset[int]().union(*_others(coverage, number)) for number, held in coverage.items()
    }


def _others(coverage: Mapping[int, frozenset[int]], number: int) -> Iterable[frozenset[int]]:
    return (held for other, held in coverage.items() if other != number)
