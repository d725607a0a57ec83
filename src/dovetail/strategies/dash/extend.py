"""ExtendFrontier (DASH, Fig. 12) with ExecuteSymbolic (Fig. 13): cross the frontier, or say why it cannot be
crossed.

The symbolic state up to the frontier is kept with the test, so only the block at the frontier is executed.
The question to the solver is: the constraints of the test's path, the conditions of the block and the
literals of the region beyond. (Fig. 13 adds the regions on the way, in lines 3 and 14. They would say which
abstract trace is followed; here every region knows its own way, and whoever follows the path is in it.) A
model is a new test. An unsatisfiable core says which conditions make a suitable predicate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import count
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.formulas.constants import Constants, with_constants
from dovetail.formulas.symbolic_steps import Overlay, step
from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import Apart, Pins, placed
from dovetail.program.expressions import FALSE, Expr, conjunction, negation
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic_reading import SymbolicReading
from dovetail.semantics.symbolic_statements import Change, WithAnyInputs
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import is_known
from dovetail.semantics.terms import Terms
from dovetail.solver.interface import Answer, Limit, Solver
from dovetail.strategies.dash.blocks import Block
from dovetail.strategies.dash.forest import Forest, Test, TestState
from dovetail.strategies.dash.points import around_point
from dovetail.strategies.dash.refine import Condition, conditions, suitable
from dovetail.strategies.dash.regions import Frontier, Region
from dovetail.strategies.dash.repair import path_to
from dovetail.strategies.dash.visits import Visit

SECONDS = 5.0
"""For one question."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """⟨t, true⟩ of ExtendFrontier: an input vector that leads over the frontier."""

    vector: InputVector


@dataclass(frozen=True, slots=True)
class Refused:
    """⟨ε, ρ⟩ of ExtendFrontier, for every ρ that was found: no test that follows the same path crosses. Each
    predicate is suitable; if there is none, no state at all can cross."""

    predicates: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


class Extender:
    def __init__(self, target: Target, solver: Solver[Any], forest: Forest, limit: Limit) -> None:
        self.target = target
        self.solver = solver
        self.forest = forest
        self.algebra = forest.algebra
        self.anything = SymbolicState.arbitrary(forest.program, forest.algebra, "any")
        entry = forest.program.procedures[forest.program.entry]
        self.starts_once = not entry.incoming[entry.entry]
        """Is the first state of a test the only one at its place?"""
        self.lemmas: dict[int, tuple[Expr, ...]] = {}
        """Known to hold, by node."""
        self._general: dict[Expr, Any] = {}
        self._blocks: dict[Block, _Executed] = {}
        self.beside = 0
        """Questions that are neither about crossing an edge nor about covering a region."""
        solver.set_limits(limit)

    def extend_frontier(self, frontier: Frontier, known: Constants) -> Crossed | Refused | Undecided:
        """ExtendFrontier (DASH, Fig. 12). `known` are the constants at the frontier's node."""
        test = self.forest.tests[frontier.visit.test]
        inputs, already = test.inputs, test.pinned_before(frontier.visit.step)
        pins: Pins = Apart(inputs, already)
        attempt = self._execute_symbolic(frontier, known, pins)
        answer = self._is_sat(attempt)
        if not pins.conditions or answer is not Answer.UNSAT:
            return self._concluded(attempt, answer)
        # Perhaps only because of the places that were chosen for wild pointers.
        self.beside += 1
        free = self._execute_symbolic(frontier, known, Pins(inputs, already))
        concluded = self._concluded(free, self._is_sat(free))
        if not isinstance(concluded, Crossed):
            return concluded
        attempts: list[_Attempt] = []

        def possible(pins: Pins) -> bool:
            self.beside += 1
            attempts.append(self._execute_symbolic(frontier, known, pins))
            return self._is_sat(attempts[-1]) is Answer.SAT

        found = placed(inputs, already, possible, self.solver.value)
        return concluded if found is None else self._concluded(attempts[-1], Answer.SAT)

    def _execute_symbolic(self, frontier: Frontier, known: Constants, pins: Pins) -> _Attempt:
        """ExecuteSymbolic (DASH, Fig. 13), lines 16 to 25: the block at the frontier, and what the region
        beyond it demands, are φ2. The path constraint φ1 and the symbolic memory up to the frontier (lines 2
        to 15) are kept with the test."""
        block, target, visit = frontier.block, frontier.target, frontier.visit
        test = self.forest.tests[visit.test]
        inputs = pins.inputs = test.inputs_at(visit.step)
        symbolic = Overlay(TestState(test, symbolic=True, step=visit.step), pins)
        concrete = Overlay(TestState(test, symbolic=False, step=visit.step))
        attempt = _Attempt(
            block, target, test, visit, known, inputs, pins, conditions(block, target.literals)
        )
        waiting = iter(attempt.reasons)
        reason = next(waiting, None)
        for index in range(len(block.edges) + 1):
            attempt.states.append(concrete.copy())
            while reason is not None and reason.index == index:
                attempt.values.append((reason, symbolic.evaluate(reason.expr)))
                if concrete.evaluate(reason.expr) is not True:
                    attempt.failing.append(reason)
                reason = next(waiting, None)
            if index < len(block.edges):
                statement = block.edges[index].statement
                concrete.provenance.follow(statement)
                step(statement, symbolic, concrete, inputs)
        attempt.denied = [condition for condition, value in attempt.values if value is False]
        return attempt

    def _is_sat(self, attempt: _Attempt) -> Answer:
        """IsSAT(φ1, S, φ2) (DASH, Fig. 12, line 3): can the test be changed so that it crosses? If not,
        `denied` are conditions that do not let it."""
        if attempt.denied:
            return Answer.UNSAT
        for condition, value in attempt.values:
            if not is_known(value):
                attempt.asked.setdefault(self.algebra.term(value), []).append(condition)
        answer = self.solver.check(attempt.question)
        if answer is Answer.UNSAT:
            core = self.solver.core()
            attempt.denied = [condition for term in core for condition in attempt.asked.get(term, ())]
        return answer

    def _concluded(self, attempt: _Attempt, answer: Answer) -> Crossed | Refused | Undecided:
        match answer:
            case Answer.SAT:
                return Crossed(attempt.inputs.vector(self.solver.value, attempt.pins, attempt.question))
            case Answer.UNSAT:
                return self._refuse(attempt, attempt.denied)
            case _:
                return Undecided("the solver gave up")

    def _refuse(self, attempt: _Attempt, core: list[Condition]) -> Refused | Undecided:
        """RefinePred (DASH, Fig. 12, line 5), of several sets of reasons: predicates that hold in every state
        that can cross, and not in the test's (Definition 1: suitable). Each single condition
        that fails in the test makes one (section 5 of the paper: the weaker a predicate, the more it
        excludes); where none does, several together may."""
        if attempt.visit.step == 0 and self.starts_once:
            return Refused(())  # it is the only state there is
        end = len(attempt.block.edges)
        failing = sorted(attempt.failing, key=lambda c: (c.index != end, c not in core, -c.index))
        found: dict[Expr, None] = {}
        for reasons in [[reason] for reason in failing]:
            for predicate in self._suitable(attempt, reasons):
                if predicate is FALSE:
                    return Refused(())
                found[predicate] = None
        if not found:
            for reasons in (core, attempt.reasons):
                for predicate in self._suitable(attempt, reasons):
                    if predicate is FALSE:
                        return Refused(())
                    found[predicate] = None
                if found:
                    break
        if found:
            return Refused(tuple(found))
        if self.impossible(attempt.block, attempt.target):
            return Refused(())
        around = self._around_point(attempt)
        if around is not None and not attempt.test.holds(around, attempt.visit.step):
            return Refused((around,))
        return Undecided("no predicate was found that excludes the test's state")

    def _suitable(self, attempt: _Attempt, reasons: Sequence[Condition]) -> Iterator[Expr]:
        found = suitable(attempt.block, reasons, attempt.states, self.target) if reasons else None
        for literal in found or ():
            predicate = with_constants(literal, attempt.known)
            if predicate is FALSE or not attempt.test.holds(predicate, attempt.visit.step):
                yield predicate

    def _around_point(self, attempt: _Attempt) -> Expr | None:
        def core(before: Sequence[Expr]) -> list[Expr] | None:
            terms = ((self._anywhere(condition), condition) for condition in before)
            asked = {term: condition for term, condition in terms if term is not True}
            crossing = self._crossing(attempt.block, attempt.target.literals)
            if any(value is False for value in (*crossing, *asked)):
                return None  # nothing is learned from what holds nowhere
            self.beside += 1
            if not self._refuted([*crossing, *asked]):
                return None
            return [asked[term] for term in self.solver.core() if term in asked]

        return around_point(attempt.block, attempt.target.literals, attempt.states[0], core)

    # -- in general, apart from any test

    def impossible(self, block: Block, target: Region) -> bool:
        """Can no state at all cross? The region beyond may be empty."""
        self.beside += 1
        return self._refuted(self._crossing(block, target.literals))

    def _refuted(self, values: Sequence[Any]) -> bool:
        """Can these conditions, known values and terms, never hold together?"""
        if any(value is False for value in values):
            return True
        terms = [value for value in values if value is not True]
        return self.solver.check([*self.anything.fact_terms(), *terms]) is Answer.UNSAT

    def covering(self, region: Region, others: Sequence[Region]) -> list[Region] | None:
        """Some of the others that together hold all states that can cross the region's edge; None if they do
        not. If none of them is needed, no state can cross."""
        assert region.block is not None and region.target is not None
        asked = self._crossing(region.block, region.target.literals)
        asked += (self._anywhere(lemma) for lemma in self.lemmas.get(region.node, ()))
        asked += (self._anywhere(literal) for literal in region.literals)
        if any(value is False for value in asked):
            return []
        outside: dict[Any, Region] = {}
        for other in others:
            value = self._anywhere(negation(other.predicate))
            if value is False:
                return [other]
            if value is not True:
                outside[value] = other
        if not self._refuted([*asked, *outside]):
            return None
        return [outside[term] for term in self.solver.core() if term in outside]

    def _anywhere(self, condition: Expr) -> Any:
        """In any state at all, as a known value or a term."""
        found = self._general.get(condition)
        if found is None:
            found = self._general[condition] = self._term(self.anything.evaluate(condition))
        return found

    def _term(self, value: Any) -> Any:
        return value if is_known(value) else self.algebra.term(value)

    def leads_from(self, block: Block, literals: Sequence[Expr], others: Sequence[Region]) -> bool:
        """Is a state that crosses the block, a loop, into a region with these literals in it already, or in
        one of the others?"""
        crossing = self._crossing(block, literals)
        crossing += (self._anywhere(lemma) for lemma in self.lemmas.get(block.source, ()))
        outside = [self._anywhere(negation(region.predicate)) for region in others]
        self.beside += 1
        return self._refuted([*crossing, self._anywhere(negation(conjunction(literals))), *outside])

    def not_preserved(self, block: Block, before: Sequence[Expr], after: Sequence[Expr]) -> list[Expr]:
        """Some of the conditions `after` a block that do not follow from those `before` it; none if all
        do."""
        executed = self._execution(block)
        known = [*executed.conditions, *(self._anywhere(condition) for condition in before)]
        goals = [(condition, self._at_end(executed, condition)) for condition in after]
        false = [condition for condition, value in goals if value is False]
        open_ = [(condition, value) for condition, value in goals if value is not True]
        if any(value is False for value in known):
            return []
        if false or not open_:
            return false
        terms = self.algebra.terms
        some_fails = terms.negation(_all(terms, [value for _, value in open_]))
        self.beside += 1
        asked = [value for value in known if value is not True]
        match self.solver.check([*self.anything.fact_terms(), *asked, some_fails]):
            case Answer.UNSAT:
                return []
            case Answer.SAT:
                return [condition for condition, value in open_ if self.solver.value(value) is False]
            case _:
                return list(after)

    def follows(self, region: Region, literals: Sequence[Expr]) -> bool:
        """Do they hold in every state that can cross the region's edge?"""
        assert region.block is not None and region.target is not None
        crossing = self._crossing(region.block, region.target.literals)
        crossing += (self._anywhere(literal) for literal in region.literals)
        self.beside += 1
        return self._refuted([*crossing, self._anywhere(negation(conjunction(literals)))])

    def _crossing(self, block: Block, literals: Sequence[Expr]) -> list[Any]:
        """What must hold in a state to cross a block into a region with these literals: known values and
        terms."""
        executed = self._execution(block)
        return [*executed.conditions, *(self._at_end(executed, literal) for literal in literals)]

    def _at_end(self, executed: _Executed, literal: Expr) -> Any:
        found = executed.literals.get(literal)
        if found is None:
            found = executed.literals[literal] = self._term(executed.end.evaluate(literal))
        return found

    def _execution(self, block: Block) -> _Executed:
        if block not in self._blocks:
            self._blocks[block] = self._executed(block)
        return self._blocks[block]

    def _executed(self, block: Block) -> _Executed:
        names = (f"b{len(self._blocks)}.{number}" for number in count())
        execution = WithAnyInputs(Overlay(self.anything), names.__next__)
        state = execution.state
        found: list[Any] = []
        for index, edge in enumerate(block.edges):
            condition = block.condition(index)
            if condition is not None:
                found.append(self._term(state.evaluate(condition)))
            if isinstance(edge.statement, Change):
                execution.execute(edge.statement)
        return _Executed(found, state)


@dataclass(frozen=True, slots=True)
class _Executed:
    """A block, executed from any state at all."""

    conditions: list[Any]
    end: SymbolicReading
    literals: dict[Expr, Any] = field(default_factory=dict)
    """At its end."""


@dataclass(slots=True)
class _Attempt:
    """To cross a block from the state of a test."""

    block: Block
    target: Region
    test: Test
    visit: Visit
    known: Constants
    inputs: Inputs
    pins: Pins
    reasons: list[Condition]
    values: list[tuple[Condition, Any]] = field(default_factory=list)
    """Each condition in terms of the test's inputs."""
    asked: dict[Any, list[Condition]] = field(default_factory=dict)
    """The conditions that are not known, by their terms."""
    denied: list[Condition] = field(default_factory=list)
    """Some that cannot hold together."""
    failing: list[Condition] = field(default_factory=list)
    """Those that are not true with the test's own inputs."""
    states: list[Overlay] = field(default_factory=list)
    """The test's states before each edge of the block."""

    @property
    def question(self) -> list[Any]:
        return [*path_to(self.test, self.visit.step, self.pins), *self.asked]


def _all(terms: Terms[Any], conditions: Sequence[Any]) -> Any:
    found = conditions[0]
    for condition in conditions[1:]:
        found = terms.conjunction(found, condition)
    return found
