"""Bitwuzla as a solver: the first choice for everything that has no quantifiers.

Its Python binding gives terms at a microsecond and answers small questions in half a millisecond. The time
limit is a callback that Bitwuzla asks while it searches; it does not ask while it translates to clauses, so a
question of a gigantic size can overrun. When it asks depends on the question alone, so that a limit can be
counted in how often it has asked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import bitwuzla
from bitwuzla import Option, Result

from dovetail.solver.bitwuzla_terms import BitwuzlaTerms, Term
from dovetail.solver.incremental import RENEW_AFTER, IncrementalSolver, SolverFailure
from dovetail.solver.interface import Answer, Limit

_ANSWERS = {Result.SAT: Answer.SAT, Result.UNSAT: Answer.UNSAT}


_ASKED_A_SECOND = 3_000
"""How often Bitwuzla asks whether to stop, about: measured, 1,200 to 15,000 times."""


class _Terminator:
    """Bitwuzla asks whether to stop."""

    __slots__ = ("end", "left")

    def __init__(self) -> None:
        self.start(None)

    def start(self, limit: Limit | None) -> None:
        self.end = self.left = float("inf")
        if limit is not None and limit.counted:
            self.left = limit.seconds * _ASKED_A_SECOND
        elif limit is not None:
            self.end = time.process_time() + limit.seconds  # while others have their turn, nothing is lost

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0 or time.process_time() > self.end


class BitwuzlaSolver(IncrementalSolver[Term]):
    def __init__(
        self, terms: BitwuzlaTerms | None = None, *, seed: int = 0, renew_after: int = RENEW_AFTER
    ) -> None:
        self.terms = BitwuzlaTerms() if terms is None else terms
        super().__init__(self.terms.table, renew_after)
        self._seed = seed
        self._terminator = _Terminator()
        self._instance: Any = None

    def _make(self) -> None:
        options = bitwuzla.Options()
        options.set(Option.SEED, self._seed)
        options.set(Option.PRODUCE_MODELS, True)
        options.set(Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
        self._instance = bitwuzla.Bitwuzla(self.terms.manager, options)

    def _assert(self, condition: Term) -> None:
        try:
            self._instance.assert_formula(condition)
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error

    def _push(self) -> None:
        try:
            self._instance.push(1)
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error

    def _pop(self) -> None:
        try:
            self._instance.pop(1)
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error

    def _check(self, assumptions: Sequence[Term]) -> Answer:
        try:
            self._terminator.start(self._limit)
            if self._limit is not None:
                self._instance.configure_terminator(self._terminator)
            return _ANSWERS.get(self._instance.check_sat(*assumptions), Answer.UNKNOWN)
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error

    def _value(self, term: Term) -> int | bool:
        try:
            value = self._instance.get_value(term)
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error
        found = value.value(2, False)
        return found if isinstance(found, bool) else int(found, 2)

    def _core(self) -> set[Term]:
        try:
            return set(self._instance.get_unsat_assumptions())
        except bitwuzla.BitwuzlaException as error:
            raise SolverFailure(str(error)) from error
