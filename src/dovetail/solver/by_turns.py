"""Whoever can answer: the solvers that shall agree with the one that has found something, asked by turns.

Z3 has three ways to answer: a solver that goes on from one question to the next; for a single question
whatever it takes to suit the theories in it; and one large circuit for its SAT solver. cvc5 has others
(`cvc5_opinion`), and sums modulo two are computed (`parity_opinion`). What takes one of them a moment may be
out of reach of the next, in every order, and nobody can tell beforehand.
None of them shares code with Bitwuzla, but that cvc5 turns floats into circuits by the same library.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import z3

from dovetail.solver.cvc5_opinion import opinion
from dovetail.solver.incremental import SolverFailure
from dovetail.solver.interface import Answer
from dovetail.solver.parity_opinion import is_refuted
from dovetail.solver.z3_solver import Z3Solver
from dovetail.solver.z3_terms import Z3Term, Z3Terms

FIRST = 0.5
"""Seconds of a question for the solver that remembers what it was asked: most need no more."""
AT_ONCE = 6.0
"""Seconds for a circuit, before anyone else is asked, if there is one question about everything: what
the others have for questions that follow each other is of no use then. They are counted in steps: how much a
machine has to do beside must not decide whether a proof is one."""
NO_CIRCUIT, LEAST = 0.1, 0.6
"""Seconds: a circuit that was given up sooner could not be made, since more than bits is in the question;
and what there is for the others then, at least."""
PARITY, LEAST_PARITIES = 1.0, 8
"""Seconds, before that, for sums modulo two, if there are so many."""
EARLY = 2.0
"""Seconds for each of the others before anyone has more, where there is so much that this is little: who can
answer does so mostly at once, and nobody should have to wait for a long time for one who cannot."""
TURNS = (0.15, 0.45, 0.2, 0.2)
"""Of the rest, for cvc5, for Z3 with a circuit, for Z3 with a single question, and for the first again."""
READS = {"expand_select_store": True, "expand_select_ite": True, "blast_select_store": True}
CIRCUIT = (
    *("propagate-values", "ackermannize_bv", "simplify", "solve-eqs", "simplify"),
    *("max-bv-sharing", "bit-blast", "sat"),
)
"""What Z3 does to make a question about bit-vectors one for its SAT solver. A read of an array becomes a
choice among what was written to it, and a number of its own for what was not: the same one where the places
are the same. Where there is more than that in it, arrays that are compared or floats, there is no answer, and
that at once."""


class ByTurns(Z3Solver):
    def __init__(self, context: z3.Context | None = None, *, at_once: bool = False) -> None:
        """`at_once`: what is asked first is about everything, and most likely all that is asked."""
        super().__init__(Z3Terms(context, naming=True))
        self.at_once = at_once

    def answered(self, conditions: Sequence[Any]) -> Any:
        limit = self._limit
        if limit is None or limit.seconds <= FIRST or limit.counted:
            return super().answered(conditions)
        if not self.at_once:
            return self._by_turns(conditions, limit.seconds)
        begun = time.monotonic()
        answer = self._by_parity(conditions, PARITY)
        if answer == z3.unknown:
            answer = self._as_a_circuit(conditions, min(AT_ONCE, limit.seconds), counted=True)
        taken = time.monotonic() - begun
        if answer != z3.unknown or (taken > NO_CIRCUIT and limit.seconds <= AT_ONCE):
            return answer
        return self._by_turns(conditions, max(limit.seconds - taken, LEAST))

    def _by_turns(self, conditions: Sequence[Any], seconds: float) -> Any:
        others: tuple[Callable[[Sequence[Any], float], Any], ...] = (
            *(self._by_another, self._as_a_circuit, self._alone),
        )
        rest = seconds - FIRST
        early = (EARLY,) * len(others) if rest > 2 * len(others) * EARLY else ()
        ways = (self._going_on, *others[: len(early)], *others, self._going_on)
        later = (part * (rest - sum(early)) for part in TURNS)
        answer: Any = z3.unknown
        for number, (way, some) in enumerate(zip(ways, (FIRST, *early, *later), strict=True)):
            if self.at_once and way == self._as_a_circuit and number <= len(early):
                continue  # it has had as much
            answer = way(conditions, some)
            if answer != z3.unknown:
                break
        return answer

    def _core(self) -> set[Z3Term]:
        raise SolverFailure("whoever has answered, it need not have known of assumptions")

    def _going_on(self, conditions: Sequence[Any], seconds: float) -> Any:
        assert self._limit is not None
        return self.asked(self._instance, conditions, replace(self._limit, seconds=seconds))

    def _alone(self, conditions: Sequence[Any], seconds: float) -> Any:
        assert self._limit is not None
        return self.asked(self.single(conditions), (), replace(self._limit, seconds=seconds))

    def _as_a_circuit(self, conditions: Sequence[Any], seconds: float, *, counted: bool = False) -> Any:
        assert self._limit is not None
        context = self.terms.context
        reads = z3.With(z3.Tactic("simplify", ctx=context), **READS)
        solver = z3.Then(reads, *CIRCUIT, ctx=context).solver()
        solver.add(*self._instance.assertions(), *conditions)
        return self.asked(solver, (), replace(self._limit, seconds=seconds, counted=counted))

    def _by_parity(self, conditions: Sequence[Any], seconds: float) -> Any:
        if self.terms.parities < LEAST_PARITIES:
            return z3.unknown
        assertions = list(self._instance.assertions())
        return z3.unsat if is_refuted([*conditions, *assertions], seconds) else z3.unknown

    def _by_another(self, conditions: Sequence[Any], seconds: float) -> Any:
        found = opinion(self.single(conditions).to_smt2(), seconds)
        return z3.unsat if found is Answer.UNSAT else z3.unknown
