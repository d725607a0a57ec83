"""The strategy `induction`: invariants that runs suggest, as far as they prove each other, decide checks.

States at loop heads are collected from tests; what they have in common is guessed (`inference`); the largest
inductive part of the guesses is kept (Houdini). If the checks follow, they are proved. If not, inference gets
the fabricated states of the failed proofs to see, so that it guesses more carefully, and the induction looks
further back: over two loop heads, then three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dovetail.execution.inputs import InputVector
from dovetail.inference.likely import likely
from dovetail.inference.states import States
from dovetail.ledger.constants import constants
from dovetail.ledger.fragment_formulas import Known
from dovetail.program.automata import Program
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
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.statements import expressions_of
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify
from dovetail.strategies.induction.houdini import Houdini
from dovetail.strategies.induction.samples import Samples
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher
from dovetail.strategies.unrolling import deeper_and_deeper, has_calls

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


class Induction:
    """The entry procedure of an inlined program, which has no calls."""

    def __init__(
        self,
        program: Program,
        budget: Budget,
        known: Known,
        watch: Watcher,
        executed: Program | None = None,
        most_steps: int = STEPS[-1],
    ) -> None:
        """If what is proved is an abstraction, `executed` is the program that it is one of, with the same
        locations: its runs show the states."""
        self.program = program
        self.most_steps = most_steps
        self.budget = budget
        self.watch = watch
        entry = program.procedures[program.entry]
        self.graph: CutpointGraph = cutpoint_graph(entry)
        self.live = liveness(entry)
        self.samples = Samples(executed or program, self.graph, self.live, budget.seed)
        values = constants(entry)
        self.known: dict[int, tuple[Expr, ...]] = {}
        for head in self.graph.loop_heads:
            equal = (
                BinaryOp(Binary.EQ, variable, value)
                for variable, value in values.get(head, {}).items()
                if self.live.is_live(variable, head)
            )
            self.known[head] = (*equal, *known.get(head, ())) if head in values else (FALSE,)
        self.constants = _constants(self.graph)
        self.checks = frozenset(info.ident for info in program.checks)
        self.violations: dict[int, InputVector] = dict(budget.violated)
        self.candidates: dict[int, dict[Expr, None]] = {head: {} for head in self.graph.loop_heads}
        self.rounds = self.calls = self.kept = 0
        self.steps = 1
        self.telling = 0
        """Of the tests that were given, those whose states the guesses were made from."""
        self.found: Mapping[int, Sequence[Expr]] | None = None
        """What was inductive last, with so many steps."""

    def run(self) -> Claims:
        self.telling = self.samples.take(self.budget.tests)
        for check, vector in self.samples.violated.items():
            self.violations.setdefault(check, vector)
        open_: dict[int, str] = {}
        obstacles: dict[str, None] = {}
        for steps in (number for number in STEPS if number <= self.most_steps):
            for _ in range(ROUNDS):
                if not self.budget.move():
                    return self._open(open_, obstacles)
                self.rounds += 1
                self._guess()
                houdini = Houdini(
                    *(self.program, self.graph, self.known, steps, self.budget), self.samples.spoken_of
                )
                found = houdini.inductive(self.candidates_in_order())
                self.calls += houdini.calls
                self._told()
                if found is None:
                    return self._open(open_, obstacles)
                self.kept = sum(map(len, found.values()))
                self.found, self.steps = found, steps
                failing = houdini.failing(found, tuple(self.violations))
                open_ = {
                    check.ident: "no invariant that was guessed excludes it"
                    for _, check, _ in failing
                    if check
                }
                obstacles = dict.fromkeys(reason for _, check, reason in failing if check is None)
                if not failing:
                    return self._proved(found, steps)
                if not any(self.samples.add(one.head, one.values) for one in list(houdini.fabricated)):
                    break
        return self._open(open_, obstacles)

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

    def _told(self) -> None:
        self.watch(self._progress())

    def _progress(self) -> Progress:
        guessed = sum(map(len, self.candidates.values()))
        left = len(self.checks) - len(self.violations)
        return Progress(self.rounds, self.samples.runs, guessed, left, self.calls, dict(self.violations))

    def _invariants(self, found: Mapping[int, Sequence[Expr]]) -> dict[int, Expr]:
        return {head: conjunction((*self.known[head], *found[head])) for head in self.graph.loop_heads}

    def _proved(self, found: Mapping[int, Sequence[Expr]], steps: int) -> Claims:
        left = self.checks - self.violations.keys()
        looking = "" if steps == 1 else f", looking back over {steps} loop heads"
        return Claims(
            dict(self.violations),
            left,
            True,
            self._invariants(found),
            frozenset(self.violations),
            notes=(f"{self.kept} conditions at loop heads are inductive together{looking}",),
            progress=self._progress(),
            steps=steps,
            tests=self.telling if self.kept else 0,
        )

    def _open(self, open_: Mapping[int, str], obstacles: Mapping[str, None]) -> Claims:
        left = self.checks - self.violations.keys()
        why = f"after {self.rounds} rounds {self.kept} conditions at loop heads were inductive"
        # What the invariants exclude is proved, whatever becomes of the rest.
        known = self.found is not None and not obstacles
        excluded = left - open_.keys() if known else frozenset()
        return Claims(
            dict(self.violations),
            excluded,
            invariants=self._invariants(self.found) if self.found is not None and excluded else {},
            reached=frozenset(self.violations),
            open={check: open_.get(check, why) for check in left - excluded},
            obstacles=tuple(obstacles),
            notes=(why,),
            progress=self._progress(),
            steps=self.steps if excluded else 1,
            tests=self.telling if excluded and self.kept else 0,
        )


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
    found: set[int] = {0, 1}
    for edge in graph.procedure.edges:
        for root in expressions_of(edge.statement):
            for expr in subexpressions(root):
                if isinstance(expr, Const) and isinstance(expr.type, IntType):
                    found.add(expr.type.number(expr.value))
    return sorted(found, key=lambda number: (abs(number), number))[:64]


def run(
    inlined: Inlined, budget: Budget, watch: Watcher, known: Mapping[int, tuple[Expr, ...]] | None = None
) -> Claims:
    """The strategy `induction`. `known` holds at loop heads."""
    if has_calls(inlined.program):
        return deeper_and_deeper(
            inlined, budget, lambda deeper, share: Induction(deeper.program, share, {}, watch).run()
        )
    return Induction(inlined.program, budget, known or {}, watch).run()
