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
from dovetail.contracts.real_runs import RealRuns
from dovetail.contracts.refinement import Refinement
from dovetail.contracts.start import Start
from dovetail.contracts.together import Contracts
from dovetail.execution.inputs import InputVector
from dovetail.ledger.one_formula import Fabricated
from dovetail.ledger.standing_alone import in_its_own_words
from dovetail.program.automata import Program
from dovetail.program.inlining import Inlined, inline
from dovetail.strategies.model_checking import modelcheck, prove
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher
from dovetail.strategies.summaries.units import summarised

FIRST_TESTS = 16
QUESTION = 3.0
"""Seconds."""
SHARE = 0.15
"""Of the budget that is left, for one attempt to prove something of a procedure with loops."""

Check = Callable[[Program, Budget, Program], Claims]
"""Of the start of a program with calls replaced; the last one is the real program."""
Prove = Callable[[Program, Budget], Claims]
"""Of a procedure by itself, whose checks are guesses."""


class Summaries:
    """Algorithm 1. `inlined` tells what the whole program is."""

    def __init__(self, inlined: Inlined, budget: Budget, watch: Watcher, check: Check, prove: Prove) -> None:
        self.kept = summarised(inlined.whole)
        self.program = inline(inlined.whole, keep=self.kept).program
        self.budget = budget
        self.watch = watch
        self.checks = frozenset(info.ident for info in self.program.checks)
        self.runs = RealRuns(self.program, budget.violated, self._tell)
        self.contracts = Contracts(
            self.program,
            budget,
            lambda program: self._counted(prove(program, self._apart())),
            self.runs.violations.keys(),
            seed=budget.seed,
            seconds=QUESTION,
            tell=self._tell,
        )
        self.refinement = Refinement(self.contracts)
        self.start = Start(self.contracts, self.runs.violations, self._learn, self._tell)
        self.names = self.contracts.names
        self.solver_calls = 0
        self._check = check

    def _apart(self) -> Budget:
        return replace(self.budget.part(SHARE), tests=(), violated={})

    def _counted(self, claims: Claims) -> Claims:
        self.solver_calls += claims.progress.solver_calls
        return claims

    def checked(self, program: Program) -> Claims:
        """What the model checker says of the start of the program with calls replaced."""
        known = replace(self.budget, violated=dict(self.runs.violations))
        return self._counted(self._check(program, known, self.program))

    def run(self) -> Claims:
        strange = [name for name in self.names if name not in self.kept and not self._summarisable(name)]
        if strange:
            return self._open(f"{strange[0]} is recursive and cannot be summarised")
        if not self.names:
            return self._open("there is no procedure that can be summarised")
        observations = self.contracts.observations
        for vector in self._first_tests():
            observations.run(vector)
        for name, seen in observations.called.items():
            for given in islice(seen, CALLS):
                observations.call(name, given)
        found = self.start.check(self.checked)
        if found is None:
            return self._open(self.budget.why)
        assert isinstance(found, Claims)
        if found.violations.keys() - self.runs.violations.keys():
            return self._open("a counterexample through summaries could neither be run nor be excluded")
        return self._decided(found)

    def _summarisable(self, name: str) -> bool:
        """Of a procedure that is there because it is recursive."""
        return (
            self.contracts.observations.numeric(name)
            and not self.contracts.effects[name].takes_inputs
            and not self.contracts.guarded(name)
        )

    def _first_tests(self) -> Iterator[InputVector]:
        yield InputVector()
        yield from self.budget.tests[:FIRST_TESTS]
        for number in (1, -1, 2, 3, 5, 7, 100):
            yield InputVector((number,) * 64)

    def _learn(self, made: Fabricated) -> bool:
        """Is the counterexample real? If not, what do its calls not give back?"""
        known = len(self.runs.violations)
        self.runs.take(made.vector)
        if self.runs.violations.keys() >= set(made.checks):
            return True
        return self.refinement.refine(made.calls) or len(self.runs.violations) > known

    # Results

    def _tell(self) -> None:
        self.watch(self._progress())

    def _progress(self) -> Progress:
        return Progress(
            self.start.rounds,
            self.runs.count,
            len(self.contracts.pairs),
            len(self.checks) - len(self.runs.violations),
            self.solver_calls + self.contracts.proving.solver_calls,
            dict(self.runs.violations),
        )

    def _notes(self) -> tuple[str, ...]:
        pairs = self.contracts.pairs
        points = sum(pair.point for pair in pairs)
        return (
            f"{len(self.names)} procedures were summarised, with {len(pairs) - points} pairs of conditions "
            f"and {points} single calls, in {self.refinement.count} refinements",
        )

    def _open(self, why: str) -> Claims:
        violations = dict(self.runs.violations)
        return Claims(
            violations,
            reached=frozenset(violations),
            open=dict.fromkeys(self.checks - violations.keys(), why),
            notes=self._notes(),
            progress=self._progress(),
        )

    def _decided(self, claims: Claims) -> Claims:
        """What was said of the program with calls replaced, told of the real one."""
        entry = self.program.procedures[self.program.entry]
        invariants = in_its_own_words(self.program, entry, claims.invariants)
        violations = dict(self.runs.violations)
        if not claims.complete or invariants is None:
            left = self._open("with summaries, nothing more was found out")
            return replace(
                left, open={ident: claims.open.get(ident, why) for ident, why in left.open.items()}
            )
        return Claims(
            violations,
            self.checks - violations.keys(),
            True,
            invariants,
            frozenset(violations),
            obstacles=claims.obstacles,
            notes=self._notes(),
            progress=self._progress(),
            contracts={name: summary.contracts for name, summary in self.contracts.summaries.items()},
            approximate=claims.approximate,
            moves=claims.moves,
            steps=claims.steps,
            kept=self.kept,
        )


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """The strategy `summaries`, by whatever strategy decides first."""
    return Summaries(inlined, budget, watch, modelcheck, prove).run()
