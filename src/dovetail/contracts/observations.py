"""What calls of procedures do: the test database of Algorithm 1 (Yeolekar & Unadkat).

Calls are those that runs of the program make, those on small arguments, those that are synthesised for a
precondition, and those that counterexamples ask for. Equal calls are executed once, and calls that a call
makes are calls like others. Only of procedures that are functions of integers it is known what they give
back; of others, how they are called.

What calls have in common is not asked here: see `guesses`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import islice, product
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.memoised import Fate, Given, Returned
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.path_preconditions import atoms
from dovetail.inference.postconditions import Observed
from dovetail.inference.procedure_calls import ProcedureCalls
from dovetail.program.automata import Program
from dovetail.program.effects import Effects
from dovetail.program.expressions import BinaryOp, Const, Expr, Variable
from dovetail.program.statements import Assume
from dovetail.program.types import IntType

RUN_STEPS = 60_000
MOST_SEEN = 2_000
"""Calls of one procedure in runs, that are remembered."""
CALL_STEPS = 20_000
SAMPLE_STEPS = 1_500
"""Of one call of many."""
ALL_STEPS = 40_000
"""Of all these calls of one procedure."""
SAMPLES = 160
SMALL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, -1, -2, -3, -5)
SYNTHESISED = 40
"""Calls for one precondition."""
ATTEMPTS = 2_000
"""Drawn to find them."""


class Observations(ProcedureCalls):
    def __init__(self, program: Program, effects: Mapping[str, Effects], seed: int) -> None:
        super().__init__(program, effects)
        self.called: dict[str, dict[Given, None]] = {name: {} for name in self.names}
        """Calls that runs of the program have made."""
        self._executor = Executor(program)
        self._random = random.Random(seed)
        self._known: dict[str, list[Observed]] = {name: [] for name in self.names}
        self._taken_in = 0
        self._values = {name: self._domains(name) for name in self.names if self.numeric(name)}
        self._matching: dict[tuple[str, Expr], tuple[int, list[Observed]]] = {}
        """How many calls were asked, and those to which the condition applies."""

    # Calls

    def run(self, vector: InputVector) -> None:
        """Remember the calls that a run makes."""

        def entered(frame: Frame) -> None:
            name = frame.procedure.name
            if len(self.called[name]) < MOST_SEEN:
                self.called[name][tuple(map(frame.variable, self.given(name)))] = None

        places = [(name, self.program.procedures[name].entry) for name in self.names]
        self._executor.run(
            vector, max_steps=RUN_STEPS, observers=[observe(places, entered)], record_path=False
        )

    def call(self, name: str, given: Given, max_steps: int = CALL_STEPS) -> Observed | Fate:
        """What a call gives back. It is remembered, and so are the values that it was given."""
        found = self.memoised.call(name, given, max_steps)
        if not isinstance(found, Returned):
            return found
        for domain, value in zip(self._values[name], given, strict=True):
            domain[value] = None
        return self.observed(name, given, found)

    def made(self, call: MadeCall) -> Observed:
        """A call of a fabricated execution, with what was made up."""
        after: dict[Variable, Any] = dict(call.after)
        back = tuple(
            call.result if variable.scope else after[variable] for variable in self.back(call.callee)
        )
        return Observed(self.memoised.given(call.callee, call.arguments, call.before), back)

    def matching(self, name: str, pre: Expr) -> list[Observed]:
        """Known calls to which a precondition applies."""
        self._take_in()
        asked, found = self._matching.get((name, pre), (0, []))
        known = self._known[name]
        found += (call for call in islice(known, asked, None) if self.applies(name, pre, call.given))
        self._matching[name, pre] = len(known), found
        return found

    def _take_in(self) -> None:
        """What has been found out on the way to something else."""
        everything = self.memoised.known
        for (name, given), found in islice(everything.items(), self._taken_in, None):
            if isinstance(found, Returned) and name in self._values:
                self._known[name].append(self.observed(name, given, found))
        self._taken_in = len(everything)

    def applies(self, name: str, pre: Expr, given: Given) -> bool:
        return self.holds(pre, dict(zip(self.given(name), given, strict=True)))

    def agrees(self, name: str, post: Expr, call: Observed) -> bool:
        """Is a postcondition true of what a call was given and gives back?"""
        names = (*self.old(name), *self.back(name))
        return self.holds(post, dict(zip(names, (*call.given, *call.back), strict=True)))

    # More of them

    def sample(self, name: str) -> None:
        """Call it on small arguments, and as the program does."""
        variables = self.given(name)
        count = len(variables)
        tuples: Iterable[tuple[int, ...]] = [()]
        if count == 1:
            tuples = [(value,) for value in (*SMALL, *self.constants)]
        elif count == 2:
            tuples = product(SMALL[:8] + SMALL[-4:], repeat=2)
        elif count:
            tuples = [tuple(self._random.choice(SMALL) for _ in variables) for _ in range(SAMPLES)]
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
            self.call(name, given, SAMPLE_STEPS)

    def synthesise(self, name: str, pre: Expr) -> None:
        """Calls to which a precondition applies (`synthinputs` of Algorithm 1, line 17), drawn from values
        that the variables have had, or that the procedure compares them with: no solver is asked."""
        found = 0
        if not self._values[name]:
            self.call(name, ())
            return
        domains = [tuple(domain) for domain in self._values[name]]
        for _ in range(ATTEMPTS):
            given = tuple(self._random.choice(domain) for domain in domains)
            if (name, given) not in self.memoised.known and self.applies(name, pre, given):
                self.call(name, given)
                found += 1
                if found >= SYNTHESISED:
                    break

    def _domains(self, name: str) -> list[dict[Any, None]]:
        """For each variable that is given: values worth a try."""
        compared: dict[Variable, set[int]] = {}
        for edge in self.program.procedures[name].edges:
            if isinstance(edge.statement, Assume):
                for atom in atoms(edge.statement.condition):
                    match atom:
                        case BinaryOp(left=Variable() as one, right=Const(value=value)):
                            compared.setdefault(one, set()).add(value)
                        case _:
                            pass
        found: list[dict[Any, None]] = []
        for variable in self.given(name):
            type_ = variable.type
            assert isinstance(type_, IntType)
            # With the extremes among them, bounds that hold by accident are rarely guessed.
            numbers = [0, 1, 2, 3, 7, type_.maximum, *((-1, -2, -7, type_.minimum) if type_.signed else ())]
            for value in sorted(compared.get(variable, ())):
                numbers += (type_.number(value) + step for step in (-1, 0, 1))
            found.append(dict.fromkeys(type_.bits(number) for number in numbers))
        return found
