"""Which clauses are given for which function."""

from __future__ import annotations

from dovetail.frontend.acsl import NOTHING_SAID
from dovetail.frontend.clauses import Clause
from dovetail.frontend.errors import InputError
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class GivenContract:
    """What is said of a function, at the declaration `node`."""

    function: str
    node: Node
    clauses: tuple[Clause, ...]
    places: tuple[Node, ...]
    """The declarations that the clauses stand at, one by one."""

    def of_kind(self, kind: str) -> list[Clause]:
        return [clause for clause in self.clauses if clause.kind == kind]

    @property
    def writes_anything(self) -> bool:
        """Does it say nowhere what is assigned, in a language where that is anything?"""
        return bool(self.of_kind(NOTHING_SAID)) and not self.of_kind("assigns")


def given_contracts(unit: TranslationUnit) -> dict[str, GivenContract]:
    """By function. A clause belongs to the declaration that it stands at."""
    lifted = unit.clauses
    if lifted is None:
        return {}
    found: dict[str, GivenContract] = {}
    for clause in lifted.clauses:
        nodes = unit.declarations.get(clause.function)
        if not nodes:
            raise InputError(f"a clause of '{clause.function}', which is no function", clause.position)
        before = [node for node in nodes if 0 <= node.offset <= clause.offset]
        earlier = found.get(clause.function)
        clauses = (*(earlier.clauses if earlier is not None else ()), clause)
        at = (before or nodes)[-1]
        places = (*(earlier.places if earlier is not None else ()), at)
        found[clause.function] = GivenContract(clause.function, at, clauses, places)
    return found
