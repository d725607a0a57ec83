"""Whose turn it is, and for how long: the units of a build one after the other, within one budget.

What is left of it is shared by the units that are left, so that those which are decided at once leave their
time to the larger ones at the end. Where moves are counted instead, each unit may have all the time that a
unit may have: what is found does not depend on the clock then, nor on how many are at work.

A unit of which a process was killed is looked at again. It may have been the unit that has killed it; so
that is done a few times, and then told.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from dovetail.asking.project import ProjectOptions
from dovetail.evidence.project import Unit
from dovetail.quick_dataclass import dataclass

LEAST = 2.0
"""Seconds that are worth beginning with a unit, as long as nobody knows better."""
RETRIES = 4
"""Of a unit of which a process was killed."""
USED_UP = "the budget was used up before all units were looked at"


@dataclass(frozen=True, slots=True)
class Turn:
    unit: Unit
    seconds: float
    begun: float
    """A value of `time.monotonic()`."""


class Turns(Iterator[Turn]):
    """May go on after it has ended, if a unit has come back."""

    def __init__(self, waiting: Sequence[Unit], options: ProjectOptions, at_once: Callable[[], int]) -> None:
        """`at_once` says how many are looked at at the same time."""
        self._waiting = deque(waiting)
        self._options = options
        self._at_once = at_once
        self._died: dict[str, int] = {}
        self._least = LEAST
        self.used_up = False

    @property
    def left(self) -> int:
        return len(self._waiting)

    def __next__(self) -> Turn:
        if not self._waiting or self.used_up:
            raise StopIteration
        seconds = self._share()
        if seconds < min(self._least, self._options.unit_timeout):
            self.used_up = True
            raise StopIteration
        return Turn(self._waiting.popleft(), seconds, time.monotonic())

    def was_too_short(self, seconds: float) -> None:
        """For a unit to be read. What comes after it is larger: with the same time, all would be in vain."""
        self._least = min(max(self._least, 2 * seconds), self._options.unit_timeout)

    def again(self, unit: Unit) -> bool:
        """Something of it was killed: will it be looked at again?"""
        died = self._died[unit.name] = self._died.get(unit.name, 0) + 1
        if died > RETRIES or self.used_up:
            return False
        self._waiting.appendleft(unit)
        return True

    def _share(self) -> float:
        """For the next unit, of what there is for all that are left."""
        limits, most = self._options.limits, self._options.unit_timeout
        if limits.moves is not None:
            return min(most, limits.left)
        fair = max(limits.left * self._at_once() / max(len(self._waiting), 1), self._least)
        return min(most, limits.left, fair)
