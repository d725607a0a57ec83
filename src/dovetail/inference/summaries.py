"""Likely summaries of procedures: what all calls had in common from the entry to the exit (Yeolekar &
Unadkat, sections 2.1 and 4.1).

A call is a pair of states, and its variables are the values at the entry and those at the exit; the rest is
what `likely` does. As in the paper, conditions that relate only values of the entry are no postconditions.

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

    __slots__ = ("_back", "_exit")

    def __init__(
        self, given: Sequence[Variable], back: Sequence[Variable], *, related: Related | None = None
    ) -> None:
        if set(given) & set(back):
            raise ValueError("a value at the entry and one at the exit need two variables")
        self._back = frozenset(back)
        # What comes back first: of equal variables the first one speaks.
        self._exit = Inference(States((*back, *given)), related)

    def append(self, calls: Iterable[Observed]) -> None:
        self._exit.states.append([(*call.back, *call.given) for call in calls])

    def postconditions(self, constants: Sequence[int] = (), least: int = LEAST) -> list[Candidate]:
        return [
            candidate
            for candidate in self._exit.candidates(constants, least)
            if variables(candidate.expr) & self._back
        ]
