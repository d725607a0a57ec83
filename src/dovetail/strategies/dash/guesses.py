"""Guessed contracts: what runs suggest about recursive procedures, before anything is proved.

A `Group` is one contract in the making: a case (a precondition), and the postconditions that have not been
refuted yet. `Guesses` finds them: from runs of the program, for what callers have in common; from calls of
pure procedures on small arguments, for what they do.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from dovetail.execution.memoised import Given, Returned
from dovetail.inference.postconditions import Observed, Postconditions, exactly
from dovetail.inference.preconditions import Common, guards, in_common, signs
from dovetail.inference.procedure_calls import ProcedureCalls
from dovetail.program.automata import Program
from dovetail.program.effects import Effects
from dovetail.program.expressions import FALSE, TRUE, Expr, conjunction
from dovetail.program.types import IntType

SMALL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, -1, -2, -3, -5)
MAX_SAMPLES = 160
SAMPLE_STEPS = 1_500
"""Of one call, while calls are observed to guess from."""
ALL_STEPS = 40_000
"""Of all these calls of one procedure."""
MAX_CASES = 16


@dataclass(eq=False, slots=True)
class Group:
    """A contract in the making. `point` if it is about just one call."""

    procedure: str
    requires: Expr
    posts: list[Expr]
    point: bool = False
    invariants: dict[int, Expr] = field(default_factory=dict)
    """By location, once it is proved."""


class Guesses(ProcedureCalls):
    def __init__(self, program: Program, effects: Mapping[str, Effects], seed: int) -> None:
        super().__init__(program, effects)
        self.random = random.Random(seed)
        self.called: dict[str, dict[Given, None]] = {name: {} for name in self.names}
        """Calls that runs of the program have made."""

    def sample(self, name: str) -> None:
        """Call a pure procedure on small arguments, and as the program does."""
        variables = self.given(name)
        count = len(variables)
        if not variables:
            tuples: Iterable[tuple[int, ...]] = [()]
        elif count == 1:
            tuples = [(value,) for value in (*SMALL, *self.constants)]
        elif count == 2:
            tuples = list(product(SMALL[:8] + SMALL[-4:], repeat=2))
        else:
            tuples = [tuple(self.random.choice(SMALL) for _ in variables) for _ in range(MAX_SAMPLES)]
        asked = [
            tuple(
                variable.type.bits(number) if isinstance(variable.type, IntType) else number
                for variable, number in zip(variables, numbers, strict=True)
            )
            for numbers in tuples
        ]
        end = self.memoised.steps + ALL_STEPS
        for given in dict.fromkeys((*asked, *self.called[name])):
            if self.memoised.steps > end:
                break
            self.memoised.call(name, given, SAMPLE_STEPS)

    # What is guessed

    def contexts(self, name: str) -> list[Expr]:
        """What all calls that were seen have in common."""
        return [condition for common in self._common(name) for condition in common.all]

    def _common(self, name: str) -> list[Common]:
        return list(in_common(self.given(name), list(self.called[name]), self.constants))

    def cases(self, name: str) -> list[Expr]:
        """Preconditions worth a contract of their own; the first one is true."""
        procedure = self.program.procedures[name]
        found: dict[Expr, None] = {TRUE: None}
        # The strictest bounds hold of the calls that were seen; others go on where these stop.
        found[conjunction(self.contexts(name))] = None
        for guard in guards(procedure):
            found[guard] = None
        for bounds in signs(procedure.parameters):
            found[conjunction(bounds)] = None
        for common in self._common(name):
            found[conjunction((*common.lower[:1], *common.upper[-1:]))] = None
        return list(found)[:MAX_CASES]

    def groups(self, name: str) -> list[Group]:
        if not self.numeric(name):
            return [Group(name, TRUE, [])]
        postconditions = Postconditions(self.old(name), self.back(name), self.constants, self.memory)
        calls = [
            self.observed(name, given, found)
            for (called, given), found in list(self.memoised.known.items())
            if called == name and isinstance(found, Returned)
        ]
        groups: list[Group] = []
        for case in self.cases(name):
            matching = [call for call in calls if self._in_case(case, name, call.given)]
            # Where no call was seen to come back, it may be that none does.
            posts: list[Expr] = [FALSE]
            if matching:
                posts = postconditions.likely(_spread(matching))
            # What is guessed of all calls is guessed of a case, too: there it may be true.
            if posts or case is TRUE:
                groups.append(Group(name, case, posts))
        return groups

    def _in_case(self, case: Expr, name: str, given: Given) -> bool:
        return self.holds(case, dict(zip(self.given(name), given, strict=True)))

    def point(self, name: str, given: Given) -> Group:
        """Just what one call does."""
        found = self.memoised.known[name, given]
        requires = exactly(self.given(name), given)
        if not isinstance(found, Returned):
            return Group(name, requires, [FALSE], point=True)
        posts = [
            exactly([variable], [value])
            for variable, value in zip(self.back(name), self.observed(name, given, found).back, strict=True)
        ]
        return Group(name, requires, posts, point=True)


def _spread(calls: Sequence[Observed]) -> list[Observed]:
    """Not too many, from everywhere."""
    step = max(1, len(calls) // MAX_SAMPLES)
    return list(calls[::step])
