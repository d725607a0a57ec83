"""The known states of a node, and which of them satisfy a predicate.

Each predicate is evaluated once in each state. The answers are kept as sets of bits, one bit a state in the
order of their coming, so that what a region asks of hundreds of states is a few operations on whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.program.expressions import Expr, Variable
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.dash.forest import Forest


@dataclass(frozen=True, slots=True)
class Visit:
    """A state of a test: the one before its step number `step`."""

    test: int
    step: int


@dataclass(slots=True)
class _Answers:
    count: int = 0
    """So many states have been asked."""
    holding: int = 0
    denied: int = 0


class Visits:
    """The states of tests at one node: F ∩ S for every region S there is (Region, DASH, section 4.1)."""

    def __init__(self, forest: Forest) -> None:
        self.forest = forest
        self.states: list[Visit] = []
        self._answers: dict[Expr, _Answers] = {}

    def __len__(self) -> int:
        return len(self.states)

    @property
    def all(self) -> int:
        return (1 << len(self.states)) - 1

    def holding(self, literals: Iterable[Expr]) -> int:
        """The states in which all of them hold."""
        found = self.all
        for literal in literals:
            found &= self._asked(literal).holding
        return found

    def denied(self, literal: Expr) -> int:
        """The states in which it fails, whatever the inputs of a test that follows the same path."""
        return self._asked(literal).denied

    def sample(self, count: int) -> list[int]:
        """Some of the states, spread over all of them."""
        step = max(1, -(-len(self.states) // count))
        return list(range(0, len(self.states), step))

    def values(self, variable: Variable, states: Iterable[int]) -> list[int] | None:
        """The values of an integer variable in these states; None if one of them is not known: what was read
        outside of every object."""
        found = []
        for index in states:
            visit = self.states[index]
            value = self.forest.tests[visit.test].value(variable, visit.step, symbolic=False)
            if not isinstance(value, int):
                return None
            found.append(value)
        return found

    def _asked(self, literal: Expr) -> _Answers:
        answers = self._answers.get(literal)
        if answers is None:
            answers = self._answers[literal] = _Answers()
        for index in range(answers.count, len(self.states)):
            visit = self.states[index]
            test = self.forest.tests[visit.test]
            if test.holds(literal, visit.step):
                answers.holding |= 1 << index
            elif test.denied(literal, visit.step):
                answers.denied |= 1 << index
        answers.count = len(self.states)
        return answers
