"""The strategy `elements`: what all elements of an array have in common, and what loops make of it.

Candidates come from the program's own text. What a loop stores at `a[i]`, and what is asked of `a[i]`
anywhere, may hold for all elements up to where a loop has come, or up to its end: `for_all(k, 0, i, a[k] ==
b[k])`. With them come the arrays themselves: that they are alive, and different ones. The largest part that
is inductive is kept (Houdini); if the checks follow from it, they are proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from dovetail.formulas.constants import constants, equations
from dovetail.ledger.entries import Fact
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Expr,
    conjunction,
    operands,
    speaks_of_all,
)
from dovetail.program.inlining import Inlined
from dovetail.strategies.elements.given import Given, is_asked
from dovetail.strategies.elements.guesses import Candidates
from dovetail.strategies.elements.largest import Largest
from dovetail.strategies.elements.runs import Runs
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

PATIENCE, PATIENCE_WITHOUT_LOOPS = 3.0, 20.0
"""Seconds for a question about a check."""
_OPEN = "nothing that was guessed of all elements excludes it"


class Elements(Strategy):
    """The entry procedure of an inlined program, which has no calls."""

    woken_by = (Fact,)

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.graph: CutpointGraph = cutpoint_graph(program.procedures[program.entry])
        self.candidates = Candidates(program)
        self.largest: Largest
        self.runs = Runs(program, self.graph, budget.seed)
        self.said = Given(program.procedures[program.entry], self.candidates.live)
        self.checks = frozenset(info.ident for info in program.checks)
        self.given: dict[int, tuple[Expr, ...]] = {}
        """What others know of loop heads."""
        self.known: dict[int, tuple[Expr, ...]] = {}
        """And what is known of the arrays there."""
        self.found: Mapping[int, Sequence[Expr]] | None = None
        """What was inductive last."""
        self.open: dict[int, str] = {}
        self.obstacles: dict[str, None] = {}
        self.proved = False
        self.rounds = self.calls = self.guessed = 0

    def moves(self) -> Iterator[None]:
        known = self._known()
        if self.rounds and not known:
            return  # without loops there is nothing to hear of
        if not self._has_candidates() or (self.rounds and known == self.given) or not self.budget.move():
            return
        self.given = known
        self.rounds += 1
        # What is known of the arrays themselves is put in place: then each has contents of its own.
        self.known = known
        for candidates in self.candidates.arrays:
            found = self._inductive(self.known, self._with_said(candidates))
            if found is None:
                return
            self.known = {head: (*self.known[head], *found[head]) for head in known}
            yield
        kept: Mapping[int, Sequence[Expr]] = dict.fromkeys(known, ())
        patience = PATIENCE if known else PATIENCE_WITHOUT_LOOPS
        self.largest = Largest(self.program, self.graph, self.known, self.budget, patience)
        # Without loops there is nothing to guess, and one question, which may take its time.
        guessed: set[tuple[int, Expr]] = set()
        for guess in (self._given, *(self.candidates.rounds if known else ())):
            guesses = {head: guess(head) for head in known}
            new = {(head, one) for head, found in guesses.items() for one in found}
            if guessed and new <= guessed:
                continue
            guessed |= new
            if not self._look(guesses, kept) or self.proved or not self.budget.move():
                return
            assert self.found is not None
            kept = self.found
            yield
        # What came to no answer in a moment may have more time, if it is not much: others rest on it.
        if self.largest.gave_up():
            self._look({head: self.candidates.elements(head) for head in known}, kept)

    def _has_candidates(self) -> bool:
        return self.candidates.any or is_asked(self.graph.procedure)

    def _with_said(self, candidates: Callable[[int], Sequence[Expr]]) -> Callable[[int], Sequence[Expr]]:
        """With what the user says, and has said before; but not of elements, which is asked about one by
        one."""
        return lambda head: list(dict.fromkeys((*candidates(head), *self._said(head, of_elements=False))))

    def _said(self, head: int, *, of_elements: bool) -> list[Expr]:
        return [one for one in self.said.at(head) if speaks_of_all(one) is of_elements]

    def _given(self, head: int) -> list[Expr]:
        """It may be all that it takes."""
        return self._said(head, of_elements=True)

    def _look(self, guesses: Mapping[int, Sequence[Expr]], kept: Mapping[int, Sequence[Expr]]) -> bool:
        """Is there time left?"""
        largest = self.largest
        tried = {
            head: _with_more(kept[head], [one for one in guesses[head] if one not in self.known[head]])
            for head in kept
        }
        self.guessed = sum(map(len, tried.values()))
        calls = largest.calls
        found = largest.inductive(self.runs.standing(tried))
        if found is not None:
            failing = largest.failing(found, tuple(self.violations))
            self.found, self.proved = found, not failing
            if self.proved:
                self.found = largest.needed(found)
            self.open = {check.ident: _OPEN for _, check, _ in failing if check}
            self.obstacles = dict.fromkeys(reason for _, check, reason in failing if check is None)
        self.calls += largest.calls - calls
        return found is not None

    def _inductive(
        self, known: dict[int, tuple[Expr, ...]], candidates: Callable[[int], Sequence[Expr]]
    ) -> Mapping[int, Sequence[Expr]] | None:
        houdini = Houdini(self.program, self.graph, known, 1, self.budget, {}, elements=False)
        guesses = {head: candidates(head) for head in self.graph.loop_heads}
        found = houdini.inductive(self.runs.standing(guesses))
        self.calls += houdini.calls
        return found

    def _known(self) -> dict[int, tuple[Expr, ...]]:
        values, holding = constants(self.graph.procedure), self.ledger.holding()
        return {
            head: (*equations(values[head], self.candidates.live, head), *holding.get(head, ()))
            if head in values
            else (FALSE,)
            for head in self.graph.loop_heads
        }

    def progress(self) -> Progress:
        left = len(self.checks) - len(self.violations)
        return Progress(self.rounds, 0, self.guessed, left, self.calls, dict(self.violations))

    def claims(self) -> Claims:
        left = self.checks - self.violations.keys()
        if not self._has_candidates():
            why = "no loop stores or asks for elements of an array"
        elif self.found is None:
            why = "what holds of all elements was not found"
        else:
            why = _OPEN
        known = self.found is not None and not self.obstacles
        excluded = left - self.open.keys() if known else frozenset()
        invariants: dict[int, Expr] = {}
        if self.found is not None and excluded:
            invariants = {
                head: conjunction((*self.known[head], *self.found[head])) for head in self.graph.loop_heads
            }
        return Claims(
            dict(self.violations),
            excluded,
            self.proved,
            invariants,
            frozenset(self.violations),
            open={check: self.open.get(check, why) for check in left - excluded},
            obstacles=tuple(self.obstacles),
            notes=() if self.proved else (why,),
            progress=self.progress(),
        )


def _with_more(kept: Sequence[Expr], guesses: Sequence[Expr]) -> list[Expr]:
    """What is inductive, and more guesses, but for alternatives that follow from it."""
    shown = set(kept)

    def follows(one: Expr) -> bool:
        return isinstance(one, BinaryOp) and one.op is Binary.OR and not shown.isdisjoint(operands(one))

    return [one for one in dict.fromkeys((*kept, *guesses)) if not follows(one)]


def elements(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `elements`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Elements)
    return Elements(inlined.program, ledger, budget)
