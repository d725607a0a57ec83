"""What all states of one analysis have in common: the algebra of values and the packs of related
variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from dovetail.domains.linear import Linear
from dovetail.domains.relation import Relation
from dovetail.domains.values import Values
from dovetail.program.expressions import Variable
from dovetail.quick_dataclass import dataclass

MakeRelation = Callable[[tuple[Variable, ...]], Relation]
"""The relation of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Universe:
    algebra: Values
    packs: tuple[tuple[Variable, ...], ...] = ()
    relation: MakeRelation | None = None
    packs_of: dict[Variable, tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        found: dict[Variable, tuple[int, ...]] = {}
        for number, pack in enumerate(self.packs):
            for variable in pack:
                found[variable] = (*found.get(variable, ()), number)
        object.__setattr__(self, "packs_of", found)

    def packs_with(self, linear: Linear) -> Sequence[int]:
        """The packs that hold all variables of a form."""
        common: set[int] | None = None
        for variable in linear.variables:
            numbers = self.packs_of.get(variable)
            if numbers is None:
                return ()
            common = set(numbers) if common is None else common.intersection(numbers)
        return sorted(common) if common else ()

    def top(self, pack: int) -> Relation:
        assert self.relation is not None
        return self.relation(self.packs[pack])
