"""Likely summaries of procedures: what all calls had in common at the entry, and from the entry to the exit
(Yeolekar & Unadkat, sections 2.1 and 4.1).

A call is a pair of states, and its variables are the values at the entry and those at the exit; the rest is
what `likely` does. As in the paper, conditions that relate only values of the entry are no postconditions,
and conditions that compare only what the procedure overwrites are no preconditions.

Partitions of a summary, and whether anything here is true, are not this module's business. `postconditions`
guesses in the words of one machine type, without casts, from a few calls; this is for many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dovetail.inference.identities import Related
from dovetail.inference.likely import LEAST, Candidate, Inference
from dovetail.inference.postconditions import Observed
from dovetail.inference.states import States
from dovetail.program.expressions import Variable, variables


class Calls:
    """Observed calls of one procedure. `given` and `back` are the variables in whose words conditions are
    written: values at the entry, and the result and globals at the exit; the same as in `contracts`, or any
    others that are different from each other."""

    __slots__ = ("_back", "_exit", "_given", "_overwritten", "_start")

    def __init__(
        self,
        given: Sequence[Variable],
        back: Sequence[Variable],
        *,
        overwritten: Iterable[Variable] = (),
        related: Related | None = None,
    ) -> None:
        """`overwritten` are those of `given` whose values the procedure replaces."""
        if set(given) & set(back):
            raise ValueError("a value at the entry and one at the exit need two variables")
        self._given, self._back = frozenset(given), frozenset(back)
        self._overwritten = frozenset(overwritten)
        self._start = Inference(States(tuple(given)), related)
        # What comes back first: of equal variables the first one speaks.
        self._exit = Inference(States((*back, *given)), related)

    def append(self, calls: Iterable[Observed]) -> None:
        known = list(calls)
        self._start.states.append([call.given for call in known])
        self._exit.states.append([(*call.back, *call.given) for call in known])

    def preconditions(self, constants: Sequence[int] = (), least: int = LEAST) -> list[Candidate]:
        found = []
        for candidate in self._start.candidates(constants, least):
            about = variables(candidate.expr)
            if len(about) < 2 or not about <= self._overwritten:
                found.append(candidate)
        return found

    def postconditions(self, constants: Sequence[int] = (), least: int = LEAST) -> list[Candidate]:
        return [
            candidate
            for candidate in self._exit.candidates(constants, least)
            if variables(candidate.expr) & self._back
        ]
