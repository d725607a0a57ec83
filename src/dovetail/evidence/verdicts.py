"""Verdicts, for each check and for the whole program, with what they rest on, as data and as JSON.

A verdict is only as good as its evidence; who makes one from what is not decided here. What is decided here
is how the verdicts on checks make one on the program, and when a success is vacuous (law 6). What
takes a proof back, or restricts what it says, is in `standing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Any

from dovetail.evidence.flow import Flow
from dovetail.program.automata import Assumption
from dovetail.program.library_calls import LibraryCheck
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo
from dovetail.quick_dataclass import dataclass


class Verdict(StrEnum):
    """On a check, or on a program; a program is never unreachable, nor proved within bounds: it is proved if
    the bounds are accepted, and else unknown."""

    PROVED = "proved"
    VIOLATED = "violated"
    UNKNOWN = "unknown"
    UNREACHABLE = "unreachable"
    """Proved, because no execution comes to the check at all."""
    WITHIN_BOUNDS = "proved within bounds"
    """Proved of the inputs to which Dovetail itself has restricted the program (law 9)."""

    @property
    def holds(self) -> bool:
        return self in (Verdict.PROVED, Verdict.UNREACHABLE, Verdict.WITHIN_BOUNDS)


@dataclass(frozen=True, slots=True)
class CheckVerdict:
    """`reason` says what stands in the way of an unknown one, or how a violated one fails. `evidence` is the
    path of the file that replays the violation or holds the certificate."""

    check: CheckInfo
    verdict: Verdict
    reason: str = ""
    evidence: str | None = None
    by: str = ""
    """The strategy that gave the verdict."""
    uses: tuple[str, ...] = ()
    """What of others it rests on, in words."""
    vacuous: bool = False
    """Is it proved within bounds because no execution comes here within them?"""
    some_arguments: bool = False
    """Does a function fail here for some of all arguments that there are, and not for others?"""

    @property
    def says_nothing(self) -> bool:
        return self.vacuous or self.verdict is Verdict.UNREACHABLE

    def to_json(self) -> dict[str, Any]:
        check = self.check
        return {
            "check": check.ident,
            "kind": check.kind,
            "description": check.description,
            "procedure": check.procedure,
            **_place(check.position),
            "verdict": self.verdict.value,
            "reason": self.reason,
            "evidence": self.evidence,
            "by": self.by,
            "uses": list(self.uses),
            **({"some_arguments": True} if self.some_arguments else {}),
        }


@dataclass(frozen=True, slots=True)
class Figures:
    """What the answer has cost."""

    wall_seconds: float = 0.0
    peak_memory: int = 0
    """In bytes, of the process that searched."""
    iterations: int = 0
    solver_calls: int = 0
    tests: int = 0
    octagons: int = 0
    """Analyses of the program with octagons."""

    def plus(self, later: Figures) -> Figures:
        """Together with those of a later attempt, whose time is counted from the same start."""
        return Figures(
            later.wall_seconds,
            max(self.peak_memory, later.peak_memory),
            self.iterations + later.iterations,
            self.solver_calls + later.solver_calls,
            self.tests + later.tests,
            self.octagons + later.octagons,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "wall_seconds": round(self.wall_seconds, 3),
            "peak_memory": self.peak_memory,
            "iterations": self.iterations,
            "solver_calls": self.solver_calls,
            "tests": self.tests,
            "octagon_analyses": self.octagons,
        }


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that keeps the whole program from being proved, apart from any one check: a construct that
    is not modelled and that was not excluded, a limit that was reached."""

    position: Position
    text: str

    def to_json(self) -> dict[str, Any]:
        return {**_place(self.position), "text": self.text}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that went wrong inside of Dovetail: a strategy that broke, a claim that did not stand its
    check. No verdict rests on it. `details` is what it takes to see it again."""

    summary: str
    details: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The answer to `dovetail check`."""

    files: tuple[str, ...]
    data_model: str
    properties: tuple[str, ...]
    entry: str
    strategy: str
    seed: int
    checks: tuple[CheckVerdict, ...]
    assumptions: tuple[Assumption, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    figures: Figures = field(default_factory=Figures)
    evidence: tuple[str, ...] = ()
    """Paths of the evidence files, certificate and witness included."""
    reason: str = ""
    """Why the verdict is unknown; empty otherwise."""
    notes: tuple[str, ...] = ()
    """How far both sides got, in words."""
    problems: tuple[Problem, ...] = ()
    module_invariant: tuple[str, ...] | None = None
    """Of a module that is proved: conditions in C that hold between any two calls. None if there is no proof;
    empty if nothing that can be said of its variables is part of it."""
    moves: int | None = None
    """That each strategy could make, if they were counted."""
    accept_bounds: bool = False
    """Is a proof within bounds good enough?"""
    library: Mapping[int, LibraryCheck] = field(default_factory=dict)
    """Of the checks inside of library functions, by their numbers: as the user knows them."""
    flow: Flow | None = None
    """How far both sides have come, if that was asked for."""

    @property
    def verdict(self) -> Verdict:
        bounded = bool(self.bounds) and not self.accept_bounds
        return overall((check.verdict for check in self.checks), bool(self.obstacles), bounded)

    @property
    def bounds(self) -> tuple[Assumption, ...]:
        """Those assumptions that restrict inputs, and were not asked for by anybody."""
        return tuple(one for one in self.assumptions if one.is_bound)

    @property
    def vacuous(self) -> bool:
        """Is it a success that says nothing: no check, or none that any execution comes to?"""
        return self.verdict is Verdict.PROVED and all(check.says_nothing for check in self.checks)

    def _known_as(self, check: CheckInfo) -> dict[str, Any]:
        """Of a check inside of a library function: in the user's own words and places."""
        inside = self.library.get(check.ident)
        if inside is None:
            return {}
        return {
            "description": inside.described(check.description),
            "inside_of": inside.function,
            "calls": [_place(position) for position in inside.calls],
            **_place(inside.calls[0]),
        }

    def to_json(self) -> dict[str, Any]:
        """The document that `--json` gives."""
        return {
            "format": "dovetail-check",
            "version": 1,
            "files": list(self.files),
            "data_model": self.data_model,
            "properties": list(self.properties),
            "entry": self.entry,
            "strategy": self.strategy,
            "seed": self.seed,
            "moves": self.moves,
            "verdict": self.verdict.value,
            "reason": self.reason,
            "vacuous": self.vacuous,
            "checks": [{**check.to_json(), **self._known_as(check.check)} for check in self.checks],
            "obstacles": [obstacle.to_json() for obstacle in self.obstacles],
            "assumptions": assumptions_to_json(one for one in self.assumptions if not one.is_bound),
            "bounds": assumptions_to_json(self.bounds),
            "accept_bounds": self.accept_bounds,
            "evidence": list(self.evidence),
            "module_invariant": None if self.module_invariant is None else list(self.module_invariant),
            "notes": list(self.notes),
            "problems": [problem.summary for problem in self.problems],
            "figures": self.figures.to_json(),
            **({"coverage": self.flow.figures()} if self.flow is not None else {}),
        }


def after(first: CheckResult, second: CheckResult) -> CheckResult:
    """What is known after two attempts at the same program. A verdict on a check stands, whoever found it:
    each has its own evidence, and a proof of any check excludes what would stand in the way of it."""
    problems = tuple(dict.fromkeys((*first.problems, *second.problems)))
    if second.verdict is Verdict.PROVED:
        return replace(second, figures=first.figures.plus(second.figures), problems=problems)
    # Who was first gets the credit.
    checks = tuple(
        old if old.verdict is not Verdict.UNKNOWN and new.verdict in (Verdict.UNKNOWN, old.verdict) else new
        for old, new in zip(first.checks, second.checks, strict=True)
    )
    decided = any(check.verdict is not Verdict.UNKNOWN for check in checks)
    open_ = any(check.verdict is Verdict.UNKNOWN for check in checks)
    obstacles = tuple(dict.fromkeys((*first.obstacles, *second.obstacles)))
    if decided and not open_:
        obstacles = ()
    return replace(
        second,
        checks=checks,
        obstacles=obstacles,
        figures=first.figures.plus(second.figures),
        evidence=tuple(dict.fromkeys((*first.evidence, *second.evidence))),
        reason=(second.reason or first.reason) if open_ or obstacles else "",
        notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
        problems=problems,
        flow=second.flow or first.flow,
    )


def overall(verdicts: Iterable[Verdict], obstacles: bool, bounded: bool = False) -> Verdict:
    """One violation is enough; a proof needs every check, nothing that stands in the way, and no bounds but
    those that are accepted."""
    found = set(verdicts)
    if Verdict.VIOLATED in found:
        return Verdict.VIOLATED
    return Verdict.UNKNOWN if Verdict.UNKNOWN in found or obstacles or bounded else Verdict.PROVED


def assumptions_to_json(assumptions: Iterable[Assumption]) -> list[dict[str, Any]]:
    return [{**_place(one.position), "text": one.text} for one in assumptions]


def _place(position: Position) -> dict[str, Any]:
    if position == NOWHERE:
        return {"file": None, "line": None, "column": None}
    return {"file": position.file, "line": position.line, "column": position.column}
