"""How the time that the user gives is shared: reading, searching, and checking what was found.

If moves are counted instead, nobody has a share of the time: everybody may go on until all of it is used up,
which is then only a safety net. What each does until its moves are used up does not depend on the clock.

The search is told to stop while there is still time to check a proof, and is stopped before all of it is
used up, so that violations found by then can be confirmed. What is confirmed at the very end may go a little
beyond the limit: a violation that is known and not reported for want of a second would be a pity.
"""

from __future__ import annotations

import math
import time

from dovetail.quick_dataclass import dataclass

BEGINNINGS = 0.75
"""So much of the time is spent before there is anything to do, at most."""
_began: float | None = None


def command_began(at: float) -> None:
    """The time of the next piece of work is counted from here: what a command does before it knows what to do
    is part of what somebody waits for."""
    global _began
    _began = at


def begin(timeout: float) -> float:
    """When the work began that begins now. Its beginnings take at most three quarters of the time."""
    global _began
    now, began = time.monotonic(), _began
    _began = None
    return now if began is None else max(began, now - BEGINNINGS * timeout)


SECONDS = 60.0
BYTES = 4 << 30
"""The limits unless told otherwise."""

_CHEAP_SECONDS, _CHEAP_SHARE = 4.0, 0.1
_CHECKING = 0.2
_BETTER_SECONDS = 15.0
_CONFIRMING = 0.05
_EARLIER = 0.25
_OVERTIME = 0.07
_OVERTIME_SECONDS = 0.6
_LAST_SECONDS = 0.1
_REST_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Schedule:
    """All times are values of `time.monotonic()`."""

    started: float
    timeout: float
    moves: int | None = None
    """That each strategy may make."""

    @property
    def deadline(self) -> float:
        return self.started + self.timeout

    @property
    def cheap_tests_end(self) -> float:
        """For tests that need no thought, from now on: they find what they find in the first seconds."""
        if self.moves is not None:
            return self.search_budget
        return time.monotonic() + min(_CHEAP_SECONDS, _CHEAP_SHARE * self.timeout)

    @property
    def earlier_proof_end(self) -> float:
        """For a proof of an earlier run to be judged again, from now on: there may be nothing to it."""
        now = time.monotonic()
        return self.deadline if self.moves is not None else now + _EARLIER * max(self.deadline - now, 0.0)

    @property
    def search_budget(self) -> float:
        """What strategies are told. A fifth of all time is left for the check of a proof."""
        return self.started + (1 - _CHECKING) * self.timeout

    @property
    def search_end(self) -> float:
        """When a strategy is stopped that does not look at its budget."""
        return self.started + (1 - _CONFIRMING) * self.timeout

    @property
    def rest_after_violation(self) -> float:
        """When a violation is known, others are looked for as long again as that has taken."""
        now = time.monotonic()
        return now + max(_REST_SECONDS, now - self.started)

    @property
    def as_long_again(self) -> float:
        """As long as the search has taken, and at most half of the time that is left: so long nobody searches
        while a proof is judged. It is nearly always accepted, and what others find by then is in vain."""
        if self.moves is not None:
            return self.deadline
        now = time.monotonic()
        return now + min(now - self.started, max(self.deadline - now, 0.0) / 2)

    def better_end(self, others: int) -> float:
        """For smaller inputs and the story of a violation, from now on, with so many others after it: the
        verdict is known by then, and somebody waits."""
        if self.moves is not None:
            return self.deadline
        now = time.monotonic()
        return now + min(self.deadline - now, _BETTER_SECONDS) / (others + 1)

    def backstop(self, seconds: float) -> float:
        """So many seconds for something that is limited in a count as well; not, if moves are counted."""
        return seconds if self.moves is None else math.inf

    @property
    def has_cut(self) -> bool:
        """May something have been ended by the clock that would have gone on? Nothing has a limit before
        this."""
        return time.monotonic() >= self.search_budget

    @property
    def confirm_end(self) -> float:
        return self.deadline + _OVERTIME * self.timeout + _OVERTIME_SECONDS

    @property
    def end(self) -> float:
        """When all is ended that has not ended by itself."""
        return self.confirm_end + _LAST_SECONDS

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started
