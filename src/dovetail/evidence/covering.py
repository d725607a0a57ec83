"""Which targets of tests a piece of evidence is about, so that the program that is meant can be made again.

A criterion and the numbers of its targets say which checks are to be put where. What a test is to be found
for is a violation in that program; where there is none, its certificate is one like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import IN_TEXT, PATHS, STATES, Probing, StateProbe
from dovetail.program.automata import Program
from dovetail.program.path_targets import along
from dovetail.program.targets import Place, instrumented, only_checks
from dovetail.quick_dataclass import dataclass

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
    paths: tuple[tuple[int, ...], ...] = ()
    """Of the criterion of paths: what each target is, in the same order."""

    @property
    def apart(self) -> bool:
        """Does no target hide another? Then each is proved for itself."""
        return self.optional or self.criterion == PATHS

    @property
    def probing(self) -> Probing | None:
        return None if self.criterion == ALARMS else Probing(self.criterion, self.states)

    def program(self, loaded: Loaded) -> Program:
        """The program in which these targets are the checks. `loaded` was read with `probing`. Raises
        ValueError if there are no such targets."""
        if self.criterion == ALARMS:
            self._require(self.targets, (info.ident for info in loaded.program.checks))
            return only_checks(loaded.program, self.targets)
        known = [info.ident for info in loaded.targets]
        self._require(self.targets if self.criterion != PATHS else [t for p in self.paths for t in p], known)
        if self.criterion == PATHS:
            paths = dict(zip(self.targets, self.paths, strict=True))
            return along(loaded.program, loaded.targets, paths)
        return instrumented(loaded.program, loaded.targets, self.targets, optional=self.optional)

    def _require(self, targets: Iterable[int], known: Iterable[int]) -> None:
        unknown = frozenset(targets) - frozenset(known)
        if unknown:
            shown = ", ".join(map(str, sorted(unknown)[:5]))
            raise ValueError(f"the program has no target {shown} of the criterion {self.criterion}")

    def to_json(self) -> dict[str, Any]:
        states = [
            {
                "unit": state.place.unit,
                "row": state.place.row,
                "before": state.place.before,
                "simple": state.place.simple,
                "condition": state.condition,
            }
            for state in self.states
        ]
        return {
            "criterion": self.criterion,
            "targets": list(self.targets),
            "optional": self.optional,
            **({"states": states} if states else {}),
            **({"paths": [list(path) for path in self.paths]} if self.paths else {}),
        }

    @staticmethod
    def from_json(data: object) -> Covering:
        """Raises ValueError if it is none."""
        match data:
            case {"criterion": str(criterion), "targets": [_, *_] as targets, "optional": bool(optional)} if (
                criterion in (*CRITERIA, ALARMS)
                and all(type(target) is int for target in targets)
                and len(set(targets)) == len(targets)
            ):
                states = tuple(map(_state, _states(data)))
                if states and criterion != STATES:
                    raise ValueError(f"the criterion {criterion} knows no states")
                return Covering(criterion, tuple(targets), states, optional, _paths(data, len(targets)))
            case _:
                raise ValueError("what is to be covered is not well-formed")


_TOKEN = re.compile(
    r"\s+|(?P<name>[^\W\d]\w*)|(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d[\d.]*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfF]*"
    r"|'(?:[^'\\\n]|\\.)'|(?P<open>\()|(?P<close>\))"
    r"|&&|\|\||<<|>>|[<>=!]=|\+(?!\+)|-(?!-)|[*~!|&^<>?:.](?!=)|\[|\]"
)


def is_condition(text: str) -> bool:
    """Is it a text that can only be a condition which reads variables? It is put into the program: what
    called, assigned, or ended the expression that it stands in would make another program of that."""
    depth, at, before = 0, 0, ""
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return False
        at = token.end()
        if token["open"]:
            if before:
                return False  # a call
            depth += 1
        elif token["close"]:
            depth -= 1
            if depth < 0:
                return False
        if not token[0].isspace():
            before = token["name"] or ""
    return depth == 0 and bool(text.strip())


def _paths(data: object, count: int) -> tuple[tuple[int, ...], ...]:
    match data:
        case {"criterion": "paths", "paths": list(paths)} if len(paths) == count and all(
            map(_is_path, paths)
        ):
            found = sorted(tuple(path) for path in paths)
            if any(right[: len(left)] == left for left, right in pairwise(found)):
                raise ValueError("one of the paths to be covered is the beginning of another")
            return tuple(map(tuple, paths))
        case {"paths": _} | {"criterion": "paths"}:
            raise ValueError("the paths to be covered are as many lists of numbers as there are targets")
        case _:
            return ()


def _is_path(path: object) -> bool:
    return isinstance(path, list) and bool(path) and all(type(step) is int for step in path)


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
            "row": int(row),
            "before": int(before),
            "simple": bool(simple),
            "condition": str(condition),
        } if is_condition(condition):
            # In words it is what it is, and not what anybody says that it is.
            return StateProbe(Place(unit, row, before, simple, True), condition, " ".join(condition.split()))
        case _:
            raise ValueError(f"{data} is not a state to be covered")
