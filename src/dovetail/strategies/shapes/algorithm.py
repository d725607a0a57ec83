"""The strategy `shapes`: what canonical abstraction of heaps raises an alarm about, and inputs for that.

The first move is the fixpoint of shapes. What raises no alarm there is not claimed to be proved: there is
no certificate of it (law 1), and it is said with the reason why a check stays open. For the rest a search
makes runs, each a move. Where the search ends without an input, adequacy is asked (`adequate`): whether the
alarm is one of the abstraction itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.domains.shapes.vocabulary import NotUnderstood
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.shapes import Shapes as Found
from dovetail.fixpoints.shapes import TooManyShapes, shapes
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined
from dovetail.program.statements import Check
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.shapes.adequate import Adequacy, Result
from dovetail.strategies.shapes.inputs import Search, failed
from dovetail.strategies.strategy import Strategy

RUNS = 3_000
"""Of one search."""
RUNS_A_MOVE = 50
FIXPOINT = 0.6
"""Of the time, at most, for the fixpoint."""


class Shapes(Strategy):
    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self._program = inlined.program
        self._found: Found | None = None
        self._search: Search | None = None
        self._adequate: Result | None = None
        self._why = ""

    def moves(self) -> Iterator[None]:
        if not self.budget.move():
            return
        within = self.budget.part(FIXPOINT)
        try:
            self._found = shapes(self._program, lambda: within.left() <= 0)
        except (NotUnderstood, TooManyShapes) as error:
            self._why = f"no shapes: {error}"
            return
        except OutOfTime:
            self._why = "no shapes: the time was used up before the fixpoint"
            return
        yield
        if self._alarmed():
            yield from self._searched(self._found)
        if self._alarmed() and self.budget.move():
            self._ask_adequacy()

    def _alarmed(self) -> list[int]:
        """The checks that may fail and are not known to."""
        assert self._found is not None
        idents = {
            alarm.edge.statement.info.ident
            for alarm in self._found.alarms
            if isinstance(alarm.edge.statement, Check)
        }
        return sorted(idents - self.violations.keys())

    def _searched(self, found: Found) -> Iterator[None]:
        self._search = Search(self._program, found, frozenset(self._alarmed()))
        for run, _ in self._search.attempts():
            check = failed(run)
            if check is not None and check not in self.violations:
                self.violations[check] = run.vector
                yield
            if not self._alarmed() or self._search.runs >= RUNS:
                return
            if self._search.runs % RUNS_A_MOVE == 0:
                if not self.budget.move():
                    return
                yield

    def _ask_adequacy(self) -> None:
        within = self.budget.part(0.5)
        try:
            self._adequate = Adequacy(self._program, lambda: within.left() <= 0).close()
        except OutOfTime:
            self._adequate = None

    def progress(self) -> Progress:
        structures = 0 if self._found is None else self._found.count
        runs = 0 if self._search is None else self._search.runs
        open_ = len(self._program.checks) if self._found is None else len(self._alarmed())
        return Progress(runs, runs, structures, open_, 0, dict(self.violations))

    def claims(self) -> Claims:
        idents = [info.ident for info in self._program.checks if info.ident not in self.violations]
        if self._found is None:
            why = self._why or "no shapes: there was no time"
            return Claims(violations=dict(self.violations), open=dict.fromkeys(idents, why), notes=(why,))
        alarmed = set(self._alarmed())
        open_ = {
            ident: "shapes of heaps do not exclude it"
            if ident in alarmed
            else "shapes of heaps exclude it, which nothing has checked"
            for ident in idents
        }
        return Claims(
            violations=dict(self.violations), open=open_, notes=self._notes(), progress=self.progress()
        )

    def _notes(self) -> tuple[str, ...]:
        assert self._found is not None
        notes = [f"{self._found.count} heap structures"]
        if self._search is not None:
            told = f"{self._search.runs} runs on {len(self._search.paths)} paths"
            notes.append(f"{told}, with up to {self._search.largest} heap blocks")
        if self._adequate is not None:
            real = {alarm.edge for alarm in self._adequate.alarms}
            notes.append(
                f"adequate with {self._adequate.fabricated} fabricated heaps: "
                + (
                    "the alarm is one of the abstraction"
                    if real
                    else "the alarm is one of the abstract steps"
                )
            )
        return tuple(notes)
