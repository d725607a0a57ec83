"""Z3 as a solver: the second opinion, which shares no code with the first.

It is slower than Bitwuzla on bit-vectors. It judges certificates, where independence is what counts; tests
hold the two against each other; and some strategies ask it about memory, where Bitwuzla gives up.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import z3

from dovetail.solver.incremental import RENEW_AFTER, IncrementalSolver, SolverFailure
from dovetail.solver.interface import Answer, Limit
from dovetail.solver.z3_terms import Z3Term, Z3Terms

_MOST = 4294967295
"""Of a number that Z3 takes. As a timeout it is none; as a limit of steps, none is 0."""
_BY_CLOCK = ("timeout", "canceled")
_TIMES, _AT_WORK = 3, 0.4
"""So often a question is asked that the clock has ended, if Z3 was at work for less than this part of the
time."""
_STEPS_A_SECOND = 3_500_000
"""What Z3 counts as its steps, about: measured, 2.5 to 4.4 million."""


class Z3Solver(IncrementalSolver[Z3Term]):
    def __init__(
        self,
        terms: Z3Terms | None = None,
        *,
        seed: int = 0,
        renew_after: int = RENEW_AFTER,
    ) -> None:
        self.terms = Z3Terms() if terms is None else terms
        super().__init__(self.terms.table, renew_after)
        self._seed = seed
        self._instance: Any = None
        self._model: Any = None

    def _make(self) -> None:
        try:
            self._instance = z3.Solver(ctx=self.terms.context)
            self._instance.set("random_seed", self._seed)
        except z3.Z3Exception as error:
            raise SolverFailure(str(error)) from error

    def _assert(self, condition: Z3Term) -> None:
        try:
            self._instance.add(self.terms.condition(condition))
        except z3.Z3Exception as error:
            raise SolverFailure(str(error)) from error

    def _push(self) -> None:
        self._instance.push()

    def _pop(self) -> None:
        self._instance.pop()

    def _check(self, assumptions: Sequence[Z3Term]) -> Answer:
        conditions = [self.terms.condition(one) for one in assumptions]
        try:
            answer = self.answered(conditions)
        except z3.Z3Exception as error:
            raise SolverFailure(str(error)) from error
        if answer == z3.unknown:
            return Answer.UNKNOWN
        return Answer.SAT if answer == z3.sat else Answer.UNSAT

    def answered(self, conditions: Sequence[Any]) -> Any:
        """By Z3 as it goes on from one question to the next."""
        return self.asked(self._instance, conditions, self._limit)

    def single(self, conditions: Sequence[Any]) -> Any:
        """A solver for one question: without assumptions Z3 looks at what it is about."""
        solver = z3.Solver(ctx=self.terms.context)
        solver.set("random_seed", self._seed)
        solver.add(*self._instance.assertions(), *conditions)
        return solver

    def asked(self, solver: Any, conditions: Sequence[Any], limit: Limit | None) -> Any:
        """Z3 looks at the clock; if that has gone on while this process was stopped, it is asked again."""
        for _ in range(_TIMES):
            _start_clock(solver, limit)
            before = time.process_time()
            answer = solver.check(*conditions)
            if answer != z3.unknown or limit is None or limit.counted:
                break
            at_work = time.process_time() - before
            if solver.reason_unknown() not in _BY_CLOCK or at_work > _AT_WORK * limit.seconds:
                break
        self._model = solver.model() if answer == z3.sat else None
        return answer

    def _value(self, term: Z3Term) -> int | bool:
        expression = z3.z3._to_expr_ref(term.ast, self.terms.context)
        found = self._model.eval(expression, model_completion=True)
        if isinstance(found, z3.FPNumRef):
            if found.isNaN():  # Z3 leaves its bits open
                exponent, fraction = found.sort().ebits(), found.sort().sbits() - 1
                return int(((1 << exponent) - 1) << fraction | 1 << (fraction - 1))
            found = z3.simplify(z3.fpToIEEEBV(found, self.terms.context))
        if isinstance(found, z3.BoolRef):
            return bool(z3.is_true(found))
        return int(found.as_long())

    def _core(self) -> set[Z3Term]:
        return {self.terms.term(condition) for condition in self._instance.unsat_core()}


def _start_clock(solver: Any, limit: Limit | None) -> None:
    milliseconds, steps = _MOST, 0
    if limit is not None and limit.counted:
        steps = max(1, round(limit.seconds * _STEPS_A_SECOND))
    elif limit is not None:
        milliseconds = max(1, round(limit.seconds * 1000))
    solver.set("timeout", min(milliseconds, _MOST))
    solver.set("rlimit", min(steps, _MOST))
