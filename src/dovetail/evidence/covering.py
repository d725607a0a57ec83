"""Which targets of tests a piece of evidence is about, so that the program that is meant can be made again.

A criterion and the numbers of its targets say which checks are to be put where. What a test is to be found
for is a violation in that program; where there is none, its certificate is one like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import IN_TEXT, STATES, Probing, StateProbe
from dovetail.program.automata import Program
from dovetail.program.position import Position
from dovetail.program.targets import instrumented, only_checks

ALARMS = "alarms"
"""The criterion whose targets are the program's own checks."""
CRITERIA = (*IN_TEXT, STATES)


@dataclass(frozen=True, slots=True)
class Covering:
    """A criterion and the numbers of some of its targets, whose checks may be `optional`
    (`program.targets`)."""

    criterion: str
    targets: tuple[int, ...]
    states: tuple[StateProbe, ...] = ()
    optional: bool = False

    @property
    def probing(self) -> Probing | None:
        return None if self.criterion == ALARMS else Probing(self.criterion, self.states)

    def program(self, loaded: Loaded) -> Program:
        """The program in which these targets are the checks. `loaded` was read with `probing`."""
        if self.criterion == ALARMS:
            return only_checks(loaded.program, self.targets)
        return instrumented(loaded.program, loaded.targets, self.targets, optional=self.optional)

    def to_json(self) -> dict[str, Any]:
        states = [
            {
                "unit": state.unit,
                "offset": state.offset,
                "condition": state.condition,
                "file": state.position.file,
                "line": state.position.line,
                "column": state.position.column,
                "function": state.function,
                "what": state.what,
            }
            for state in self.states
        ]
        return {
            "criterion": self.criterion,
            "targets": list(self.targets),
            "optional": self.optional,
            **({"states": states} if states else {}),
        }

    @staticmethod
    def from_json(data: object) -> Covering:
        """Raises ValueError if it is none."""
        match data:
            case {"criterion": str(criterion), "targets": list(targets), "optional": bool(optional)} if (
                criterion in (*CRITERIA, ALARMS) and all(type(target) is int for target in targets)
            ):
                return Covering(criterion, tuple(targets), tuple(map(_state, _states(data))), optional)
            case _:
                raise ValueError("what is to be covered is not well-formed")


def _states(data: object) -> list[object]:
    match data:
        case {"states": list(states)}:
            return states
        case {"states": _}:
            raise ValueError("the states to be covered are a list")
        case _:
            return []


def _state(data: object) -> StateProbe:
    match data:
        case {
            "unit": int(unit),
            "offset": int(offset),
            "condition": str(condition),
            "file": str(file),
            "line": int(line),
            "column": int(column),
            "function": str(function),
            "what": str(what),
        }:
            return StateProbe(unit, offset, condition, Position(file, line, column), function, what)
        case _:
            raise ValueError(f"{data} is not a state to be covered")
