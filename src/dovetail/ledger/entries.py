"""What can stand in the ledger: typed entries about one program, as plain data.

An entry names its author and what it rests on. It holds no object of a process: conditions are written as
texts (`Formula`), places are numbers of locations, so that an entry can be sent, kept as JSON and read by
whoever has the same program. Its key depends on what it says alone, not on who says it or when: what two
have found out is one entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field, fields, replace
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar, TypeAlias

from dovetail.execution.inputs import InputVector
from dovetail.quick_dataclass import dataclass

Key = str
Formula: TypeAlias = str
"""A condition as the text of a table of expressions (`conditions`)."""


class Standing(Enum):
    """Of what is said about all executions."""

    GUESSED = "guessed"
    INDUCTIVE = "inductive"
    """It holds, and was shown with the help of what it rests on."""
    PROVED = "proved"
    """It holds, and rests on nothing in the ledger; other conditions that show it need not be there."""
    REFUTED = "refuted"
    """By a state that it rests on."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The fields here say where an entry comes from, those of its class what it says."""

    kind: ClassVar[str]
    author: str = ""
    rests_on: tuple[Key, ...] = ()

    @cached_property
    def key(self) -> Key:
        said = {name: value for name, value in self.to_json().items() if name not in ("author", "rests_on")}
        return f"{self.kind}:{sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]}"

    def by(self, author: str) -> Entry:
        return replace(self, author=author)

    def to_json(self) -> dict[str, Any]:
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Test(Entry):
    """Inputs whose run has seen something that others had not."""

    kind: ClassVar[str] = "test"
    vector: InputVector


@dataclass(frozen=True, kw_only=True)
class Violation(Entry):
    """Inputs on which a check is said to fail."""

    kind: ClassVar[str] = "violation"
    check: int
    vector: InputVector


@dataclass(frozen=True, kw_only=True)
class Fact(Entry):
    """What holds, or may hold, whenever control comes to a location of the entry procedure."""

    kind: ClassVar[str] = "fact"
    location: int
    condition: Formula
    standing: Standing = Standing.PROVED


@dataclass(frozen=True, kw_only=True)
class State(Entry):
    """A state worth starting from: values of variables, as bits, at a location. No execution need come to it:
    it may be fabricated, such as a counterexample to induction."""

    kind: ClassVar[str] = "state"
    location: int
    values: tuple[tuple[str, str, int], ...]
    """Scope, name and value of each."""


@dataclass(frozen=True, kw_only=True)
class Predicate(Entry):
    """A condition worth tracking at a location."""

    kind: ClassVar[str] = "predicate"
    location: int
    condition: Formula


@dataclass(frozen=True, kw_only=True)
class ContractOf(Entry):
    """What calls of a procedure need and leave behind."""

    kind: ClassVar[str] = "contract"
    procedure: str
    requires: Formula
    ensures: Formula
    writes: tuple[str, ...] = ()
    standing: Standing = Standing.PROVED


@dataclass(frozen=True, kw_only=True)
class Exclusion(Entry):
    """Checks that cannot fail, with the document that a checker can judge. `complete`: nothing that must not
    be reached is left."""

    kind: ClassVar[str] = "exclusion"
    checks: tuple[int, ...]
    complete: bool = False
    certificate: Mapping[str, Any] = field(default_factory=dict)


KINDS: dict[str, type[Entry]] = {
    one.kind: one for one in (Test, Violation, Fact, State, Predicate, ContractOf, Exclusion)
}


def from_json(data: Mapping[str, Any], kind: str) -> Entry:
    """The entry that `to_json` made `data` of."""
    given: dict[str, Any] = dict(data)
    if "vector" in given:
        given["vector"] = InputVector.from_json(given["vector"])
    if "standing" in given:
        given["standing"] = Standing(given["standing"])
    for name in ("rests_on", "checks", "writes"):
        if name in given:
            given[name] = tuple(given[name])
    if "values" in given:
        given["values"] = tuple((scope, name, value) for scope, name, value in given["values"])
    return KINDS[kind](**given)


def _plain(value: Any) -> Any:
    match value:
        case InputVector():
            return value.to_json()
        case Standing():
            return value.value
        case tuple():
            return [_plain(one) for one in value]
        case _:
            return value
