"""A strategy: an object that makes moves on the ledger of one program.

It may be left alone between any two moves, for as long as one likes, and goes on where it was. What others
have entered meanwhile it finds in the ledger. It does not know who they are, nor who reads what it enters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from dovetail.execution.inputs import InputVector
from dovetail.ledger.entries import Entry, Key, Test, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import TRUE, Expr, conjuncts, subexpressions
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher


class Strategy(ABC):
    """Of one program. `violations` are the checks that it knows to fail, with inputs."""

    woken_by: ClassVar[tuple[type[Entry], ...]] = ()
    """When it has no move left, it begins with its moves again if others enter something of these kinds."""

    def __init__(self, ledger: Ledger, budget: Budget) -> None:
        self.ledger = ledger
        self.budget = budget
        self.violations: dict[int, InputVector] = ledger.violated
        self._begun: Iterator[None] | None = None
        self._read = len(ledger)
        self._ended = False
        self.taken: dict[tuple[int, Expr], Key] = {}
        """Predicates of others that it has taken up, by location."""

    @abstractmethod
    def moves(self) -> Iterator[None]:
        """Each step is a move. It ends when everything is decided, when nothing is left to try, or when the
        budget is used up. Whoever can be woken goes on from what it knows when it is asked again."""

    @abstractmethod
    def claims(self) -> Claims:
        """What is known by now, and the proof, if there is one."""

    @abstractmethod
    def progress(self) -> Progress: ...

    def move(self) -> list[Entry] | None:
        """Make one move. What was entered by it; None if there is no move left, unless there are news."""
        news = [one for one in self.ledger.since(self._read) if one.author != self.ledger.author]
        if news:
            self.told(news)
        if self._begun is None or (self._ended and any(isinstance(one, self.woken_by) for one in news)):
            self._begun = self.moves()
        before = len(self.ledger)
        ended = self._ended = next(self._begun, _ENDED) is _ENDED
        self.enter_violations()
        self._read = len(self.ledger)
        return None if ended else self.ledger.since(before)

    def enter_violations(self) -> None:
        """Those that are not in the ledger yet. Done after each move; a long one may do so when it finds
        one."""
        known = self.ledger.violated
        for check, vector in self.violations.items():
            if check not in known:
                self.ledger.post(Violation(check=check, vector=vector))

    def told(self, news: Sequence[Entry]) -> None:
        """Others have entered something since the last move. Whoever wants to look only when it is needed
        finds it in the ledger."""
        for entry in news:
            if isinstance(entry, Violation):
                self.violations.setdefault(entry.check, entry.vector)

    def run(self, watch: Watcher = lambda progress: None) -> Claims:
        """All moves that there are, one after the other."""
        while self.move() is not None:
            watch(self.progress())
        return self.claims()

    def rests_on(self, claims: Claims) -> tuple[Key, ...]:
        """What of others a proof is made of: facts and predicates that are part of its invariants, and tests.
        What was there and was not taken up is no part of a proof."""
        keys = [Test(vector=vector).key for vector in claims.tests]
        if not (claims.depth or claims.kept or claims.moves):
            for location, facts in self.ledger.holding().items():
                stated = set(conjuncts(claims.invariants.get(location, TRUE)))
                keys += [key for fact, key in facts.items() if stated.issuperset(conjuncts(fact))]
            parts = {at: set(subexpressions(invariant)) for at, invariant in claims.invariants.items()}
            keys += [key for (at, one), key in self.taken.items() if one in parts.get(at, ())]
        own = self.ledger.author
        return tuple(key for key in keys if key in self.ledger and self.ledger[key].author != own)


_ENDED = object()
