"""Probes that a text has been given (`probes`): calls that say what a test may cover."""

from __future__ import annotations

from dovetail.frontend.builder import Builder
from dovetail.frontend.linkage import Linkage
from dovetail.frontend.memory_functions import MemoryFunctions
from dovetail.frontend.spelling import CHOSEN
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import FALSE, TRUE, Binary, Const, Expr, conjunction, negation
from dovetail.program.statements import CoverTarget, Probe, Skip
from dovetail.program.types import INT


class ProbeFunctions(MemoryFunctions):
    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.functions |= {
            "__dovetail_took": (3, self._took),
            "__dovetail_reached": (1, self._reached),
            "__dovetail_met": (2, self._met),
            "__dovetail_vector": (2, self._vector),
            **{f"__dovetail_chosen_{type_}": (3, self._chosen) for type_ in CHOSEN.values()},
        }

    def _target(self, ident: int, condition: Expr) -> None:
        if condition is not FALSE:
            self.emit(Skip(target=CoverTarget(ident, condition)))

    def _number(self, node: Node) -> int:
        value = self.value(node)
        assert isinstance(value, Const)
        return value.value

    def _took(self, node: Node, arguments: list[Node]) -> Expr:
        if_true, if_false = map(self._number, arguments[:2])
        condition = self.condition(arguments[2])
        self.at(node)
        self._target(if_true, condition)
        self._target(if_false, negation(condition))
        return self.from_condition(condition, INT)

    def _reached(self, node: Node, arguments: list[Node]) -> None:
        self.at(node)
        self._target(self._number(arguments[0]), TRUE)

    def _met(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[1])
        self.at(node)
        self._target(self._number(arguments[0]), condition)

    def _vector(self, node: Node, arguments: list[Node]) -> None:
        """The number of a place, how many predicates, and these."""
        ident = self._number(arguments[0])
        predicates = tuple(self.condition(argument) for argument in arguments[2:])
        self.at(node)
        self.emit(Skip(probe=Probe(ident, predicates)))

    def _chosen(self, node: Node, arguments: list[Node]) -> Expr:
        """The value that a switch is about, then for each case the least and the greatest value."""
        first = self._number(arguments[0])
        value = self.value(arguments[1])
        self.at(node)
        others: list[Expr] = []
        limits = [self.value(limit) for limit in arguments[3:]]
        for index, (low, high) in enumerate(zip(limits[::2], limits[1::2], strict=True)):
            if low == high:
                condition = self.binary(Binary.EQ, value, low)
            else:
                within = [self.binary(Binary.LE, low, value), self.binary(Binary.LE, value, high)]
                condition = conjunction(within)
            self._target(first + index, condition)
            others.append(negation(condition))
        self._target(first + len(others), conjunction(others))
        return value
