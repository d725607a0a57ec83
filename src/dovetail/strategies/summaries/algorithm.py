"""The strategy `summaries` (Yeolekar & Unadkat, Algorithm 1): for procedures stands what is known of them.

Procedures from which no check can be reached start as ⟨true, true⟩: a call may do anything. The rest of the
program is checked like that. A proof is a proof. A counterexample is run on the real program; if it is none,
some call cannot have given back what was made up. Then what such calls do have in common is guessed from
runs, proved of the procedure alone, and added to its summary (`contracts.refinement`).

Unlike in the paper nothing is bounded: the model checker is any strategy of the house, and all that it proves
has invariants. Which strategies these are is not known here: they are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from dovetail.contracts.guesses import CALLS
from dovetail.contracts.refinement import Refinement
from dovetail.contracts.start import Left
from dovetail.execution.inputs import InputVector
from dovetail.formulas.one_formula import Fabricated
from dovetail.ledger.entries import Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined, inline
from dovetail.strategies.by_contracts import ByContracts
from dovetail.strategies.outcome import Budget, Claims
from dovetail.strategies.summaries.units import summarised

FIRST_TESTS = 16
QUESTION = 3.0
"""Seconds."""
SHARE = 0.15
"""Of the budget that is left, for one attempt to prove something of a procedure with loops."""

Decide = Callable[[Program, Ledger, Budget, Program], Claims]
"""Of the start of a program with calls replaced; the last one is the real program."""
Prove = Callable[[Program, Budget], Claims]
"""Of a procedure by itself, whose checks are guesses."""


class Summaries(ByContracts):
    """Algorithm 1. `inlined` tells what the whole program is."""

    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget, check: Decide, prove: Prove) -> None:
        self.kept = summarised(inlined.whole)
        super().__init__(inline(inlined.whole, keep=self.kept).program, ledger, budget, QUESTION)
        self.refinement = Refinement(self.contracts)
        self._check, self._prove = check, prove

    def prove(self, program: Program) -> Claims:
        return self.counted(self._prove(program, self.budget.part(SHARE)))

    def check(self, program: Program) -> Claims:
        """modelcheck of Ŝ (Algorithm 1, line 4); the loop around it is `contracts.start:Start.check`."""
        known = Ledger(program, (one for one in self.ledger if isinstance(one, Test)))
        for ident, vector in self.violations.items():
            known.enter(Violation(check=ident, vector=vector))
        return self.counted(self._check(program, known, self.budget, self.program))

    def moves(self) -> Iterator[None]:
        why = self._cannot()
        if why:
            self.found = self.said_of(Left(obstacle=why))
            return
        observations = self.contracts.observations
        for vector in self._first_tests():
            observations.run(vector)
        for name, seen in observations.called.items():
            for given in islice(seen, CALLS):
                observations.call(name, given)
        yield
        left = self.start.check(self.check) or Left(obstacle=self.budget.why)
        self.found = replace(self.said_of(left), kept=self.kept)

    def _cannot(self) -> str:
        """Why there is nothing to do, if so."""
        contracts = self.contracts
        for name in contracts.names:
            # One that is not kept is there because it is recursive.
            able = contracts.observations.numeric(name) and not contracts.effects[name].takes_inputs
            if name not in self.kept and (self.program.procedures[name].guarded or not able):
                return f"{name} is recursive and cannot be summarised"
        return "" if contracts.names else "there is no procedure that can be summarised"

    def _first_tests(self) -> Iterator[InputVector]:
        yield InputVector()
        yield from self.ledger.tests[:FIRST_TESTS]
        for number in (1, -1, 2, 3, 5, 7, 100):
            yield InputVector((number,) * 64)

    def learn(self, made: Fabricated) -> bool:
        """Is the counterexample real? If not, what do its calls not give back?"""
        known = len(self.violations)
        self.runs.take(made.vector)
        if self.violations.keys() >= set(made.checks):
            return True
        return self.refinement.refine(made.calls) or len(self.violations) > known

    def notes(self) -> tuple[str, ...]:
        names, pairs, points = self.contracts.names, self.contracts.pairs, self.points()
        return (
            f"{len(names)} procedures were summarised, with {len(pairs) - points} pairs of conditions and "
            f"{points} single calls, in {self.refinement.count} refinements",
        )
