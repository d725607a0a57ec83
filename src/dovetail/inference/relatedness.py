"""Which variables of a procedure have to do with each other.

Comparing variables that have not (Yeolekar & Unadkat, section 4.1: "invariants comparing unrelated
variables") gives conditions that hold by accident. Two variables are related if one statement mentions both,
as an assignment or a condition does, if one is written right behind a condition on the other, and if both are
related to a third.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dovetail.program.automata import Procedure
from dovetail.program.expressions import Variable, variables
from dovetail.program.statements import Assume, Why, expressions_of, written_variable


class Classes:
    """Union-find over variables."""

    __slots__ = ("_above",)

    def __init__(self) -> None:
        self._above: dict[Variable, Variable] = {}

    def find(self, variable: Variable) -> Variable:
        top = variable
        while (above := self._above.get(top, top)) is not top:
            top = above
        while variable is not top:
            self._above[variable], variable = top, self._above.get(variable, variable)
        return top

    def join(self, together: Iterable[Variable]) -> None:
        # In order of creation, so that the result does not depend on how sets are iterated.
        first, *rest = sorted(together, key=lambda variable: variable.serial)
        for other in rest:
            a, b = self.find(first), self.find(other)
            if a is not b:
                self._above[b] = a

    def related(self, one: Variable, other: Variable) -> bool:
        return one is other or self.find(one) is self.find(other)


def related_variables(procedure: Procedure) -> Callable[[Variable, Variable], bool]:
    classes = Classes()
    for edge in procedure.edges:
        together = {variable for expr in expressions_of(edge.statement) for variable in variables(expr)}
        target = written_variable(edge.statement)
        if target is not None:
            together.add(target)
        if together:
            classes.join(together)
        if isinstance(edge.statement, Assume) and edge.statement.why is Why.BRANCH:
            behind = _written_behind(procedure, edge.target)
            condition = variables(edge.statement.condition)
            if behind and condition:
                classes.join(condition | behind)
    return classes.related


def _written_behind(procedure: Procedure, location: int) -> frozenset[Variable]:
    """What is written from a location on before another choice, or before other ways join."""
    found: set[Variable] = set()
    seen: set[int] = set()
    while location not in seen and len(procedure.incoming[location]) == 1:
        seen.add(location)
        if len(procedure.outgoing[location]) != 1:
            break
        (edge,) = procedure.outgoing[location]
        target = written_variable(edge.statement)
        if target is not None:
            found.add(target)
        location = edge.target
    return frozenset(found)
