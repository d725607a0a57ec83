"""The strategy `horn`: invariants that hold over integers without bounds, as far as they hold for machines.

The program is written as Horn clauses over integers (`clauses`), and z3's Spacer looks for invariants that
exclude what must not happen. It is good at what weakest preconditions and guesses from runs are bad at:
relations of several variables, and what holds in the phases of loops. What it finds is not believed, since
machine integers wrap: it is taken for a guess, of which the largest part is kept that is inductive bit by bit
(`houdini`). Facts of others, such as the ranges of variables, are what is most often missing for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dovetail.ledger.entries import Fact
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import Expr, conjunction
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.strategies.horn.clauses import Clauses
from dovetail.strategies.horn.integers import conditions_of
from dovetail.strategies.horn.spacer import Happens, spacer
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

STEPS = (1, 2)
"""Loop heads that the induction looks back over."""
SPACER_STEPS = (1_000_000, 1_000_000, 2_000_000, 8_000_000, 40_000_000, 200_000_000)
"""Of z3, one after the other, each with a seed of its own: about a million is a second. Counted, not timed:
z3's clock goes on while a process is stopped."""
LEFT = 12
"""Guesses at one loop head that are not inductive by themselves, for others."""


class Horn(Strategy):
    """The entry procedure of an inlined program, which has no calls."""

    woken_by = (Fact,)

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.graph: CutpointGraph = cutpoint_graph(program.procedures[program.entry])
        self.checks = frozenset(info.ident for info in program.checks)
        self.rounds = self.calls = self.guessed = 0
        self.steps = 1
        self.known: dict[int, tuple[Expr, ...]] = {}
        self.found: Mapping[int, Sequence[Expr]] | None = None
        self.open: dict[int, str] = {}
        self.obstacles: dict[str, None] = {}
        self.proved = False
        self.why = "no invariant was found over integers without bounds"
        self.guesses: dict[int, dict[Expr, None]] = {head: {} for head in self.graph.loop_heads}
        self._asking = self._answers()

    def moves(self) -> Iterator[None]:
        """Whenever there are new guesses, and when others have found facts, what is inductive is asked for
        again."""
        if self.guessed:
            yield from self._keep()
        while not self.proved and (new := next(self._asking, None)) is not None:
            yield
            if new:
                yield from self._keep()

    def _keep(self) -> Iterator[None]:
        for back in STEPS:
            if not self.budget.move() or self._inductive(back):
                return
            yield
        self._leave()

    def _answers(self) -> Iterator[bool]:
        """Spacer is asked, one question at a time. Has it answered with invariants?"""
        live = liveness(self.program.procedures[self.program.entry])
        ways = {False: True, True: True}
        """Whether to ask about numbers that are `within` their types as well."""
        for seed, steps in enumerate(SPACER_STEPS):
            for within in [way for way, promising in ways.items() if promising]:
                if not self.budget.move():
                    return
                self.rounds += 1
                clauses = Clauses(self.program, live, tuple(self.violations), within=within)
                try:
                    answers = spacer(clauses, steps, self.budget.seed + seed)
                except Happens:
                    self.why = "over integers without bounds it may fail"
                    ways = dict.fromkeys(ways, False) if not within else {**ways, True: False}
                    answers = None
                if answers is not None:
                    ways[within] = False
                    for head, found in answers.items():
                        self.guesses[head].update(dict.fromkeys(conditions_of(found, clauses.places[head])))
                    self.guessed = sum(map(len, self.guesses.values()))
                yield answers is not None

    def _leave(self) -> None:
        """What is not inductive by itself may be together with what others find."""
        kept = self.found or {}
        for head, guessed in self.guesses.items():
            left = [one for one in guessed if one not in kept.get(head, ())]
            for predicate in left[:LEFT]:
                self.ledger.post_predicate(head, predicate)

    def _inductive(self, steps: int) -> bool:
        """Keep what is. Is everything decided by it, or is there no time left?"""
        self.rounds += 1
        self.known = {
            head: tuple(holding)
            for head, holding in self.ledger.holding().items()
            if head in self.graph.loop_heads
        }
        houdini = Houdini(self.program, self.graph, self.known, steps, self.budget, {})
        found = houdini.inductive({head: list(guessed) for head, guessed in self.guesses.items()})
        if found is not None:
            self.found, self.steps = found, steps
            failing = houdini.failing(found, tuple(self.violations))
            why = "no invariant over integers without bounds excludes it for machine integers"
            self.open = {check.ident: why for _, check, _ in failing if check}
            self.obstacles = dict.fromkeys(reason for _, check, reason in failing if check is None)
            self.proved = not failing
            if steps == 1:
                rests_on = self.ledger.assumed(self.known)
                for head, conditions in found.items():
                    for condition in conditions:
                        self.ledger.post_fact(head, condition, rests_on)
        self.calls += houdini.calls
        return found is None or self.proved

    # Results

    def claims(self) -> Claims:
        left = self.checks - self.violations.keys()
        known = self.found is not None and not self.obstacles
        excluded = left - self.open.keys() if known else frozenset[int]()
        kept = sum(map(len, self.found.values())) if self.found is not None else 0
        return Claims(
            dict(self.violations),
            excluded,
            self.proved,
            self._invariants() if excluded or self.proved else {},
            frozenset(self.violations),
            {check: self.open.get(check, self.why) for check in left - excluded},
            tuple(self.obstacles),
            (f"of {self.guessed} conditions over integers {kept} are inductive",),
            self.progress(),
            steps=self.steps if excluded else 1,
        )

    def _invariants(self) -> dict[int, Expr]:
        assert self.found is not None
        return {
            head: conjunction((*self.known.get(head, ()), *self.found.get(head, ())))
            for head in self.graph.loop_heads
        }

    def progress(self) -> Progress:
        left = len(self.checks) - len(self.violations)
        return Progress(self.rounds, 0, self.guessed, left, self.calls)


def horn(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `horn`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Horn)
    return Horn(inlined.program, ledger, budget)
