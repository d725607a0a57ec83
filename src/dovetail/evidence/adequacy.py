"""How adequate a set of tests is under an abstraction, as data (Yorsh, Ball & Sagiv 2006, section 2.1).

At each cutpoint there are predicates, and an abstract state is which of them hold. It is

| status | if |
|---|---|
| covered | a test that was given comes there with such a state, in a native run |
| missed | none does, but a test that was found does: that one is proposed |
| impossible | its predicates contradict each other, or, by a certificate, no execution comes there so |
| open | neither is known |

The score is the share of covered ones of all that are not impossible. An open one counts like a missed one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from dovetail.evidence.suite import SuiteFigures, Test
from dovetail.evidence.verdicts import Problem, assumptions_to_json
from dovetail.program.automata import Assumption
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

FORMAT, VERSION = "dovetail-adequacy", 1


class StateStatus(StrEnum):
    COVERED = "covered"
    MISSED = "missed"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


Key = tuple[int, int]
"""A place, and bits: bit i says whether its predicate i holds."""


@dataclass(frozen=True, slots=True)
class StateResult:
    """What is known of an abstract state."""

    bits: int
    status: StateStatus
    tests: tuple[int, ...] = ()
    """Those given that cover it, numbered from 1."""
    proposals: tuple[int, ...] = ()
    """Those proposed that do."""
    fabricated: tuple[tuple[str, str], ...] = ()
    """A concrete state that it describes, reachable or not: names and values, as C text."""
    certificate: str | None = None
    reason: str = ""
    fails: bool = False
    """Did a check fail in a run that came here last?"""
    may_fail: bool = False
    """Can the abstraction not exclude that a check fails on the way to the next cutpoint?"""


@dataclass(frozen=True, slots=True)
class PlaceResult:
    """A cutpoint and its abstract states, but for the contradictions, which are only counted."""

    ident: int
    function: str
    position: Position
    predicates: tuple[str, ...]
    states: tuple[StateResult, ...]
    contradictions: int = 0
    not_listed: int = 0
    """Vectors of which it is not even known whether they are contradictions: all open."""
    alone: bool = True
    """Is it the only place on its line?"""

    def count(self, status: StateStatus) -> int:
        extra = {StateStatus.IMPOSSIBLE: self.contradictions, StateStatus.OPEN: self.not_listed}
        return sum(state.status is status for state in self.states) + extra.get(status, 0)

    @property
    def name(self) -> str:
        """For people."""
        column = "" if self.alone else f":{self.position.column}"
        return f"{self.function}:{self.position.line}{column}"

    @property
    def all(self) -> int:
        return 1 << len(self.predicates)

    def words(self, bits: int) -> str:
        """A state for people."""
        if not self.predicates:
            return "reached"
        holds = [text for number, text in enumerate(self.predicates) if bits >> number & 1]
        fails = [text for number, text in enumerate(self.predicates) if not bits >> number & 1]
        return ", ".join([*holds, *(f"not ({text})" for text in fails)])


class MoveBy(StrEnum):
    GIVEN = "given"  # in the run of a test that was given
    PROPOSED = "proposed"  # only in that of one that is proposed
    FABRICATED = "fabricated"  # only from a fabricated state


@dataclass(frozen=True, slots=True)
class Move:
    """From one abstract state to the next one."""

    source: Key
    target: Key
    by: MoveBy


@dataclass(frozen=True, slots=True)
class Proposal:
    """A test to add, and what it covers that no given one does."""

    test: Test
    covers: tuple[Key, ...]
    file: str | None = None


AdequacyFigures = SuiteFigures
"""A suite that is judged costs what one costs that is made."""


@dataclass(frozen=True, slots=True)
class Adequacy:
    """The answer of `dovetail adequacy`."""

    files: tuple[str, ...]
    data_model: str
    properties: tuple[str, ...]
    entry: str
    seed: int
    given: int
    """So many tests were given."""
    places: tuple[PlaceResult, ...]
    moves: tuple[Move, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    figures: SuiteFigures = SuiteFigures()  # it is frozen
    folder: str | None = None
    page: str | None = None

    def count(self, status: StateStatus) -> int:
        return sum(place.count(status) for place in self.places)

    @property
    def all(self) -> int:
        return sum(place.all for place in self.places)

    @property
    def score(self) -> float:
        """In percent."""
        possible = self.all - self.count(StateStatus.IMPOSSIBLE)
        return 100 * self.count(StateStatus.COVERED) / possible if possible else 100.0

    @property
    def decided(self) -> bool:
        return self.count(StateStatus.OPEN) == 0 and not self.problems

    def reaches(self, percent: float) -> bool:
        """Exactly: 94.96 is not 95, though it is printed as 95.0."""
        return self.score >= percent

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "files": list(self.files),
            "data_model": self.data_model,
            "properties": list(self.properties),
            "entry": self.entry,
            "seed": self.seed,
            "tests": self.given,
            "score": self.score,
            "states": {"all": self.all, **{status.value: self.count(status) for status in StateStatus}},
            "places": [_place_json(place) for place in self.places],
            "moves": [
                {"from": list(move.source), "to": list(move.target), "by": move.by.value}
                for move in self.moves
            ],
            "proposals": [
                {
                    **proposal.test.to_json(),
                    "covers": [list(key) for key in proposal.covers],
                    "file": proposal.file,
                }
                for proposal in self.proposals
            ],
            "assumptions": assumptions_to_json(one for one in self.assumptions if not one.is_bound),
            "bounds": assumptions_to_json(one for one in self.assumptions if one.is_bound),
            "notes": list(self.notes),
            "problems": [problem.summary for problem in self.problems],
            "folder": self.folder,
            "page": self.page,
            "figures": self.figures.to_json(),
        }


def _place_json(place: PlaceResult) -> dict[str, Any]:
    return {
        "place": place.ident,
        "function": place.function,
        "file": place.position.file,
        "line": place.position.line,
        "column": place.position.column,
        "predicates": list(place.predicates),
        **{status.value: place.count(status) for status in StateStatus},
        "contradictions": place.contradictions,
        "not_listed": place.not_listed,
        "states": [_state_json(place, state) for state in place.states],
    }


def _state_json(place: PlaceResult, state: StateResult) -> dict[str, Any]:
    return {
        "bits": state.bits,
        "holds": [bool(state.bits >> number & 1) for number in range(len(place.predicates))],
        "what": place.words(state.bits),
        "status": state.status.value,
        "tests": list(state.tests),
        "proposals": list(state.proposals),
        "fabricated": dict(state.fabricated),
        "certificate": state.certificate,
        "reason": state.reason,
        "fails": state.fails,
        "may_fail": state.may_fail,
    }
