"""The strategy `induction`: invariants that runs suggest, as far as they prove each other, decide checks.

States at loop heads are collected from tests; what they have in common is guessed (`inference`); the largest
inductive part of the guesses is kept (Houdini). If the checks follow, they are proved. If not, inference gets
the fabricated states of the failed proofs to see, so that it guesses more carefully, and the induction looks
further back: over two loop heads, then three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dovetail.execution.inputs import InputVector
from dovetail.formulas.constants import constants, equations
from dovetail.inference.likely import likely
from dovetail.inference.states import States
from dovetail.ledger.entries import Fact, Predicate
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program, integers_on
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Variable,
    conjunction,
    const,
    disjunction,
    negation,
    node_count,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.induction.samples import Samples
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

STEPS = (1, 2, 3)
"""Loop heads that the induction looks back over."""
ROUNDS = 4
"""In which inference learns from failed proofs, with one number of steps."""
FEW = 24
"""If so few states were seen at a loop head, that there are no others is a guess, too."""
MOST = 150
"""Candidates at one loop head."""
PASSED_ON = 60
"""Of them, to another."""
TAKEN = 30
"""Predicates of others at one loop head."""
LEFT, SHORT = 24, 12
"""Of what is inductive at a loop head, for others: so many conditions, of so many nodes at most."""


class Induction(Strategy):
    """The entry procedure of an inlined program, which has no calls."""

    woken_by = (Fact, Predicate)

    def __init__(
        self,
        program: Program,
        ledger: Ledger,
        budget: Budget,
        executed: Program | None = None,
        most_steps: int = STEPS[-1],
    ) -> None:
        """If what is proved is an abstraction, `executed` is the program that it is one of, with the same
        locations: its runs show the states."""
        super().__init__(ledger, budget)
        self.program = program
        self.most_steps = most_steps
        entry = program.procedures[program.entry]
        self.graph: CutpointGraph = cutpoint_graph(entry)
        self.live = liveness(entry)
        self.samples = Samples(executed or program, self.graph, self.live, budget.seed)
        self.known: dict[int, tuple[Expr, ...]] = {}
        """What holds at loop heads."""
        self.constants = _constants(self.graph)
        self.checks = frozenset(info.ident for info in program.checks)
        self.candidates: dict[int, dict[Expr, None]] = {head: {} for head in self.graph.loop_heads}
        self.rounds = self.calls = self.kept = 0
        self.steps = 1
        self.telling: list[InputVector] = []
        """Of the tests that others have found, those whose states the guesses were made from."""
        self.found: Mapping[int, Sequence[Expr]] | None = None
        """What was inductive last, with so many steps."""
        self.open: dict[int, str] = {}
        self.obstacles: dict[str, None] = {}
        self.proved = False

    def moves(self) -> Iterator[None]:
        if not self.rounds:
            self.telling = self.samples.take(self.ledger.tests)
        else:
            self._news()
        for steps in (number for number in STEPS if number <= self.most_steps):
            for _ in range(ROUNDS):
                if not self.budget.move():
                    return
                houdini = self._round(steps)
                if houdini is None or self.proved:
                    return
                yield
                new = any(self.samples.add(one.head, one.values) for one in houdini.fabricated)
                if not (new or self._news()):
                    break

    def _news(self) -> bool:
        """Have others found out what holds, or tests, that the last round did not know of?"""
        seen = len(self.telling)
        self.telling += self.samples.more(self.ledger.tests)
        return self._known() != self.known or len(self.telling) > seen or self._take_predicates()

    def _take_predicates(self) -> bool:
        """What others track at loop heads may hold there, or may not: it is tried when its own guesses were
        not enough. Is there something new?"""
        before = len(self.taken)
        for head, found in self.ledger.predicates().items():
            room = TAKEN - sum(1 for at, _ in self.taken if at == head)
            new = [one for one in found if (head, one) not in self.taken]
            for predicate in new[: max(room, 0)] if head in self.candidates else ():
                self.taken[head, predicate] = found[predicate]
                self.candidates[head].update(dict.fromkeys(_either(predicate)))
        return len(self.taken) > before

    def _round(self, steps: int) -> Houdini | None:
        """Guess, and keep what is inductive. None if there is no time left for it."""
        self.known = self._known()
        for check, vector in self.samples.violated.items():
            self.violations.setdefault(check, vector)
        self.rounds += 1
        self._guess()
        houdini = Houdini(*(self.program, self.graph, self.known, steps, self.budget), self.samples.spoken_of)
        found = houdini.inductive(self.candidates_in_order())
        self.calls += houdini.calls
        if found is None:
            return None
        failing = houdini.failing(found, tuple(self.violations))
        if steps == 1:
            self._leave(found)
            if not failing:
                found = houdini.needed(found, tuple(self.violations))
        self.kept = sum(map(len, found.values()))
        self.found, self.steps = found, steps
        self.open = {
            check.ident: "no invariant that was guessed excludes it" for _, check, _ in failing if check
        }
        self.obstacles = dict.fromkeys(reason for _, check, reason in failing if check is None)
        self.proved = not failing
        return houdini

    def _leave(self, found: Mapping[int, Sequence[Expr]]) -> None:
        """For others, some of what is inductive together with the rest. The shortest conditions say most."""
        parts = {(head, part) for head, kept in found.items() for one in kept for part in subexpressions(one)}
        taken = (key for at, key in self.taken.items() if at in parts)
        rests_on = (*self.ledger.assumed(self.known), *taken)
        for head, conditions in found.items():
            for condition in sorted(conditions, key=node_count)[:LEFT]:
                if node_count(condition) <= SHORT:
                    self.ledger.post_fact(head, condition, rests_on)

    def _known(self) -> dict[int, tuple[Expr, ...]]:
        values, holding = constants(self.graph.procedure), self.ledger.holding()
        known: dict[int, tuple[Expr, ...]] = {}
        for head in self.graph.loop_heads:
            equal = equations(values.get(head, {}), self.live, head)
            known[head] = (*equal, *holding.get(head, ())) if head in values else (FALSE,)
        return known

    # Guesses

    def candidates_in_order(self) -> dict[int, Sequence[Expr]]:
        return {head: list(found) for head, found in self.candidates.items()}

    def _guess(self) -> None:
        for head in self.samples.rows:
            rows = list(self.samples.rows[head])
            observed = self.samples.numbers(head)
            found = self.candidates[head]
            for condition in observed.conditions:
                found.setdefault(condition)
            chosen, meaning = observed.columns, observed.meaning
            if not rows or not chosen:
                continue
            if len(rows) <= FEW and not meaning:
                found.setdefault(disjunction(_exactly(chosen, row) for row in rows))
            for guess in likely(States.of(chosen, rows), constants=self.constants)[:MOST]:
                if meaning and _has_product(guess.expr):
                    continue  # together with memory that is too much for a prover
                found.setdefault(substitute(guess.expr, meaning))
                narrow = modular(guess.expr)
                if narrow is not None:
                    found.setdefault(substitute(narrow, meaning))
        self._pass_on()

    def _pass_on(self) -> None:
        """What is guessed at one loop head may hold at others that runs have shown less of, such as the loops
        inside of it."""
        guessed = {head: list(found) for head, found in self.candidates.items()}
        for head, found in self.candidates.items():
            spoken_of = frozenset[Variable]().union(*map(variables, self.samples.numbers(head).numbers))
            for other, candidates in guessed.items():
                if other != head:
                    for candidate in candidates[:PASSED_ON]:
                        if variables(candidate) <= spoken_of:
                            found.setdefault(candidate)

    # Results

    def claims(self) -> Claims:
        return self._proved(self.found) if self.proved and self.found is not None else self._open()

    def progress(self) -> Progress:
        guessed = sum(map(len, self.candidates.values()))
        left = len(self.checks) - len(self.violations)
        return Progress(self.rounds, self.samples.runs, guessed, left, self.calls, dict(self.violations))

    def _invariants(self, found: Mapping[int, Sequence[Expr]]) -> dict[int, Expr]:
        return {head: conjunction((*self.known[head], *found[head])) for head in self.graph.loop_heads}

    def _proved(self, found: Mapping[int, Sequence[Expr]]) -> Claims:
        left = self.checks - self.violations.keys()
        looking = "" if self.steps == 1 else f", looking back over {self.steps} loop heads"
        return Claims(
            dict(self.violations),
            left,
            True,
            self._invariants(found),
            frozenset(self.violations),
            notes=(f"{self.kept} conditions at loop heads are inductive together{looking}",),
            progress=self.progress(),
            steps=self.steps,
            tests=tuple(self.telling) if self.kept else (),
        )

    def _open(self) -> Claims:
        left = self.checks - self.violations.keys()
        why = f"after {self.rounds} rounds {self.kept} conditions at loop heads were inductive"
        # What the invariants exclude is proved, whatever becomes of the rest.
        known = self.found is not None and not self.obstacles
        excluded = left - self.open.keys() if known else frozenset()
        return Claims(
            dict(self.violations),
            excluded,
            invariants=self._invariants(self.found) if self.found is not None and excluded else {},
            reached=frozenset(self.violations),
            open={check: self.open.get(check, why) for check in left - excluded},
            obstacles=tuple(self.obstacles),
            notes=(why,),
            progress=self.progress(),
            steps=self.steps if excluded else 1,
            tests=tuple(self.telling) if excluded and self.kept else (),
        )


def _either(predicate: Expr) -> tuple[Expr, Expr]:
    return predicate, negation(predicate)


def _exactly(chosen: Sequence[Variable], row: Sequence[int]) -> Expr:
    return conjunction(
        BinaryOp(Binary.EQ, variable, Const(variable.type, value))
        for variable, value in zip(chosen, row, strict=True)
    )


def _has_product(condition: Expr) -> bool:
    return any(
        isinstance(node, BinaryOp)
        and node.op is Binary.MUL
        and not isinstance(node.left, Const)
        and not isinstance(node.right, Const)
        for node in subexpressions(condition)
    )


def modular(condition: Expr) -> Expr | None:
    """An equation of sums and products of variables of one type, in that type's own arithmetic: what wraps
    around on both sides is still equal."""
    read = variables(condition)
    types = {variable.type for variable in read}
    if not isinstance(condition, BinaryOp) or condition.op is not Binary.EQ or len(types) != 1:
        return None
    (type_,) = types
    if not isinstance(type_, IntType) or type_.width < 32:
        return None
    sides = [_narrowed(side, type_) for side in (condition.left, condition.right)]
    left, right = sides
    if left is None or right is None:
        return None
    found = simplify(BinaryOp(Binary.EQ, left, right))
    return None if found is condition else found


def _narrowed(expr: Expr, type_: IntType) -> Expr | None:
    match expr:
        case Cast(operand=Variable() as variable):
            return variable
        case Variable():
            return expr
        case Const(type=IntType() as wide):
            return const(type_, wide.number(expr.value))
        case BinaryOp(op=Binary.ADD | Binary.SUB | Binary.MUL as op, left=left, right=right):
            one, other = _narrowed(left, type_), _narrowed(right, type_)
            return None if one is None or other is None else BinaryOp(op, one, other)
        case _:
            return None


def _constants(graph: CutpointGraph) -> list[int]:
    found = {0, 1, *integers_on(graph.procedure.edges)}
    return sorted(found, key=lambda number: (abs(number), number))[:64]


def induction(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `induction`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Induction)
    return Induction(inlined.program, ledger, budget)
