"""What calls of the summarised procedures do: the test database of Algorithm 1, and what it suggests.

Calls are those that runs of the program make, those that counterexamples ask for, and those that are
synthesised for a precondition. Equal calls are executed once; each procedure is a function of integers
(`units`), so what a call gives back is a fact about it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations, islice
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.memoised import Fate, Given, Returned
from dovetail.formulas.path_preconditions import atoms
from dovetail.inference.alternatives import alternatives
from dovetail.inference.postconditions import Observed, Postconditions, exactly
from dovetail.inference.procedure_calls import ProcedureCalls
from dovetail.inference.relatedness import related_variables
from dovetail.inference.summaries import Calls
from dovetail.program.automata import Program
from dovetail.program.contracts import entry_value, result_of
from dovetail.program.effects import Effects
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    negation,
    reads_memory,
    subexpressions,
    variables,
)
from dovetail.program.statements import Assume
from dovetail.program.types import IntType

SYNTHESISED = 40
"""Calls for one precondition."""
ATTEMPTS = 2_000
"""Drawn to find them."""
CALLS = 400
"""Of one procedure, that conditions are guessed from."""
RUN_STEPS = 60_000
CALL_STEPS = 20_000
MOST_POSTS = 80
LEAST = 1
FAR = 1 << 20
SOME = 40
FEW = 6
"""Variables among which equations in machine arithmetic are looked for."""


class Observations:
    def __init__(self, program: Program, effects: dict[str, Effects], seed: int) -> None:
        self.calls = ProcedureCalls(program, effects)
        self.program = program
        self._executor = Executor(program)
        self._random = random.Random(seed)
        self._known: dict[str, dict[Given, Observed]] = {name: {} for name in self.calls.names}
        self._values = {name: self._domains(name) for name in self.calls.names if self.calls.numeric(name)}
        self._numbers = frozenset(self.calls.constants)
        self._matching: dict[tuple[str, Expr], tuple[list[int], list[Observed]]] = {}
        """How many calls were asked, and those to which the condition applies."""
        self._relatedness: dict[str, Callable[[Variable, Variable], bool]] = {}
        self.runs = 0
        self.hard: set[Expr] = set()
        """Postconditions about which the solver has no answer: they are not guessed again."""

    # Calls

    def run(self, vectors: Iterable[InputVector]) -> None:
        """Remember the calls that runs make."""
        seen: dict[str, dict[Given, None]] = {name: {} for name in self.calls.names}

        def entered(frame: Frame) -> None:
            name = frame.procedure.name
            if len(seen[name]) < CALLS:
                seen[name][tuple(frame.variable(variable) for variable in self.calls.given(name))] = None

        places = [(name, self.program.procedures[name].entry) for name in self.calls.names]
        for vector in vectors:
            self.runs += 1
            self._executor.run(
                vector, max_steps=RUN_STEPS, observers=[observe(places, entered)], record_path=False
            )
        for name, found in seen.items():
            for given in found:
                self.call(name, given)

    def call(self, name: str, given: Given) -> Observed | Fate:
        """What a call gives back. It is remembered, and so are the values that it was given."""
        known = self._known[name]
        if given in known:
            return known[given]
        found = self.calls.memoised.call(name, given, CALL_STEPS)
        if not isinstance(found, Returned):
            return found
        known[given] = self.calls.observed(name, given, found)
        for domain, value in zip(self._values[name], given, strict=True):
            domain[value] = None
        return known[given]

    def matching(self, name: str, pre: Expr) -> list[Observed]:
        """Known calls to which a precondition applies."""
        asked, found = self._matching.setdefault((name, pre), ([0], []))
        for given, call in islice(self._known[name].items(), asked[0], None):
            if self.applies(name, pre, given):
                found.append(call)
        asked[0] = len(self._known[name])
        return found

    def applies(self, name: str, pre: Expr, given: Given) -> bool:
        return self.calls.holds(pre, dict(zip(self.calls.given(name), given, strict=True)))

    def synthesise(self, name: str, pre: Expr) -> None:
        """Calls to which a precondition applies (`synthinputs` of Algorithm 1), drawn from values that the
        variables have had, or that the procedure compares them with."""
        found = 0
        if not self._values[name]:
            self.call(name, ())
            return
        domains = [tuple(domain) for domain in self._values[name]]
        for _ in range(ATTEMPTS):
            given = tuple(self._random.choice(domain) for domain in domains)
            if given not in self._known[name] and self.applies(name, pre, given):
                self.call(name, given)
                found += 1
                if found >= SYNTHESISED:
                    break

    def _domains(self, name: str) -> list[dict[Any, None]]:
        """For each variable that is given: values worth a try."""
        procedure = self.program.procedures[name]
        compared: dict[Variable, set[int]] = {}
        for edge in procedure.edges:
            if isinstance(edge.statement, Assume):
                for atom in atoms(edge.statement.condition):
                    match atom:
                        case BinaryOp(left=Variable() as one, right=Const(value=value)):
                            compared.setdefault(one, set()).add(value)
                        case _:
                            pass
        found: list[dict[Any, None]] = []
        for variable in self.calls.given(name):
            type_ = variable.type
            assert isinstance(type_, IntType)
            # With the extremes among them, bounds that hold by accident are rarely guessed.
            numbers = [0, 1, 2, 3, 7, type_.maximum, *((-1, -2, -7, type_.minimum) if type_.signed else ())]
            for value in sorted(compared.get(variable, ())):
                numbers += (type_.number(value) + step for step in (-1, 0, 1))
            found.append(dict.fromkeys(type_.bits(number) for number in numbers))
        return found

    # What they suggest

    def postconditions(self, name: str, pre: Expr, about: Collection[Variable] = ()) -> list[Expr]:
        """What all known calls have in common to which a precondition applies: about these variables that
        come back, and what has to do with them, or about all. Where no call is known that comes back, perhaps
        none does."""
        matching = self.matching(name, pre)
        if not matching:
            return [FALSE]
        step = max(1, len(matching) // CALLS)
        chosen = matching[::step]
        old, back = self.calls.old(name), self.calls.back(name)
        related = self.related(name)
        if about:
            near = [i for i, one in enumerate(old) if any(related(one, other) for other in about)]
            wanted = [i for i, one in enumerate(back) if one in about]
            old, back = [old[i] for i in near], [back[i] for i in wanted]
            narrow = [
                Observed(tuple(call.given[i] for i in near), tuple(call.back[i] for i in wanted))
                for call in chosen
            ]
        else:
            narrow = chosen
        found: dict[Expr, None] = dict.fromkeys(alternatives(old, back, narrow))
        if back:
            inferred = Calls(old, back, related=related)
            inferred.append(narrow)
            likely = inferred.postconditions(self.calls.constants, LEAST)
            simple = (one.expr for one in likely if not (_multiplies(one.expr) or self._far(one.expr)))
            found.update(dict.fromkeys(islice(simple, MOST_POSTS)))
        if len(old) <= FEW and len(back) <= 2:
            # Equations that hold in machine arithmetic, where numbers wrap around.
            machine = Postconditions(old, back, self.calls.constants, self.calls.memory)
            some = narrow[:: max(1, len(narrow) // SOME)]
            found.update(dict.fromkeys(post for post in machine.likely(some) if not self._far(post)))
        return [
            post
            for post in found
            if post not in self.hard and all(self.agrees(name, post, call) for call in chosen)
        ]

    def related(self, name: str) -> Callable[[Variable, Variable], bool]:
        """A result has to do with everything."""
        if name in self._relatedness:
            return self._relatedness[name]
        procedure = self.program.procedures[name]
        related = related_variables(procedure)
        inner = {entry_value(procedure, variable): variable for variable in self.calls.given(name)}

        def both(one: Variable, other: Variable) -> bool:
            a, b = inner.get(one, one), inner.get(other, other)
            return a is result or b is result or related(a, b)

        result = result_of(procedure)
        self._relatedness[name] = both
        return both

    def _far(self, condition: Expr) -> bool:
        """Is it a comparison with a large number that is not the program's? Such hold by accident."""
        return (
            isinstance(condition, BinaryOp)
            and isinstance(condition.right, Const)
            and isinstance(condition.right.type, IntType)
            and abs(number := condition.right.type.number(condition.right.value)) > FAR
            and number not in self._numbers
        )

    def agrees(self, name: str, post: Expr, call: Observed) -> bool:
        """Is a postcondition true of what a call was given and gives back?"""
        names = (*self.calls.old(name), *self.calls.back(name))
        return self.calls.holds(post, dict(zip(names, (*call.given, *call.back), strict=True)))

    def preconditions(self, name: str, given: Given, about: Collection[Variable] = ()) -> Iterator[Expr]:
        """Conditions that hold of a call, by which others may be told from it: what the procedure itself
        asks, how parameters compare, signs, and what the program's constants are equal to. Only what has to
        do with the variables `about`, if there are any."""
        procedure = self.program.procedures[name]
        names = self.calls.given(name)
        asked: list[Expr] = []
        for one, other in combinations(procedure.parameters, 2):
            if one.type == other.type:
                asked += (BinaryOp(op, one, other) for op in (Binary.LT, Binary.EQ, Binary.GT))
        for variable in procedure.parameters:
            asked += (BinaryOp(op, variable, Const(variable.type, 0)) for op in (Binary.GT, Binary.EQ))
        numbers = set(self.calls.constants)
        for variable, value in zip(names, given, strict=True):
            type_ = variable.type
            if isinstance(type_, IntType) and type_.number(value) in numbers:
                asked.append(BinaryOp(Binary.EQ, variable, Const(type_, value)))
        told: dict[Expr, None] = dict.fromkeys(self.asked(name, given, about))
        for condition in self._near(name, asked, about):
            told[condition if self.applies(name, condition, given) else negation(condition)] = None
        yield from told

    def _near(self, name: str, conditions: Iterable[Expr], about: Collection[Variable]) -> Iterator[Expr]:
        related = self.related(name)
        for condition in conditions:
            if not about or any(related(one, other) for one in variables(condition) for other in about):
                yield condition

    def asked(self, name: str, given: Given, about: Collection[Variable] = ()) -> Iterator[Expr]:
        """The conditions of the procedure's own about what it is given, as they are for a call."""
        names = set(self.calls.given(name))
        found = dict.fromkeys(
            atom
            for edge in self.program.procedures[name].edges
            if isinstance(edge.statement, Assume)
            for atom in atoms(edge.statement.condition)
            if variables(atom) and variables(atom) <= names and not reads_memory(atom)
        )
        near = self._near(name, found, about)
        told = (atom if self.applies(name, atom, given) else negation(atom) for atom in near)
        yield from dict.fromkeys(told)

    def point(self, name: str, call: Observed) -> tuple[Expr, list[Expr]]:
        """A pair about just this call."""
        back = self.calls.back(name)
        posts = [exactly([variable], [value]) for variable, value in zip(back, call.back, strict=True)]
        return exactly(self.calls.given(name), call.given), posts


def _multiplies(condition: Expr) -> bool:
    """One variable by another: solvers are slow at that, and there are many such conditions."""
    return any(
        isinstance(part, BinaryOp)
        and part.op is Binary.MUL
        and all(variables(side) for side in (part.left, part.right))
        for part in subexpressions(condition)
    )
