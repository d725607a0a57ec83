"""The strategy `fabricate`: the basic procedure (Yorsh, Ball, Sagiv 2006, Fig. 3), with predicates that come
from its own failures.

Predicates are those of the code, or the default. When everything that is covered is adequate, the checks that
no covered state lets fail are proved. A check that some covered state lets fail is a *potential error*: the
chain of abstract states that led there is followed backward by weakest preconditions. If they lead back to
the start of the program there is an input, which is run; if not, the predicates on the way tell the false
error apart, and the procedure begins again with them (the paper's third direction of future work).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dovetail.domains.predicate_abstraction import EXPRESSIONS, described
from dovetail.execution.inputs import InputVector
from dovetail.execution.resumptions import Resumptions
from dovetail.formulas.constants import constants, equations
from dovetail.formulas.frame_objects import facts_about, frame_objects
from dovetail.formulas.model_inputs import vector_of
from dovetail.formulas.path_preconditions import Origins, atoms, before_path
from dovetail.inference.dividing import dividing
from dovetail.inference.states import States
from dovetail.ledger.entries import Fact, Predicate
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Edge, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjunction,
    conjuncts,
    const,
    negation,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.statements import Check
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import FragmentExecution, Input
from dovetail.semantics.simplify import simplify
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from dovetail.strategies.fabricate.local import FabricatedStep, Local
from dovetail.strategies.fabricate.predicates import default_predicates, given_predicates, usable
from dovetail.strategies.fabricate.procedure import SECONDS, Kept, Procedure
from dovetail.strategies.fabricate.ranges import RangeProcedure
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

MOST = 64
"""Predicates at one cutpoint, with those of refinements."""
RANGES = 0.15
"""Of the budget, at most, for intervals and octagons."""
TESTS = 50
"""That are run for them."""
ALIKE = 6
"""Predicates of one shape at one cutpoint: more are a sign that there is no end to them."""
RELATED = 6
"""Variables of such predicates that states of runs are divided by."""
LEFT = 16
"""Predicates at one loop head that others are told of."""
ERRORS = 4
"""Potential errors from one cutpoint that are looked at in one round."""


@dataclass(frozen=True, slots=True)
class _Link:
    """Of a chain of steps backward: where a step begins, what must hold there, and its path."""

    location: int
    literals: Origins
    path: Sequence[Edge]


@dataclass(frozen=True, slots=True)
class _Error:
    """A potential error: a covered state, and the first link of the chain that leads to it."""

    vector: int
    link: _Link


class Fabricate(Strategy):
    woken_by = (Fact, Predicate)

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.entry = program.procedures[program.entry]
        self.graph = cutpoint_graph(self.entry)
        self.live = liveness(self.entry)
        self.known = self._with_constants(ledger.holding())
        self.predicates = given_predicates(self.graph, self.live)
        self.defaults: dict[int, tuple[Expr, ...]] | None = None
        """Taken in when refinement finds nothing."""
        self.kept = Kept(Resumptions(program, self.live))
        self.tests: dict[InputVector, None] = dict.fromkeys((InputVector(), *ledger.tests))
        self.given = set(ledger.tests)
        self.telling: list[InputVector] = []
        """Of the tests of others, those that have covered abstract states that no other one had."""
        self.checks = frozenset(info.ident for info in program.checks)
        self.potential: dict[int | None, str] = {}
        self.reached: set[int] = set(self.violations)
        self.adequate = False
        """Is all that is covered adequate, with nothing left to refine?"""
        self.rounds = self.calls = 0
        self.procedure: Procedure | None = None
        self._left = Counter[int]()
        """Predicates that others were told of, by location."""

    def _with_constants(self, known: Mapping[int, Iterable[Expr]]) -> dict[int, tuple[Expr, ...]]:
        found: dict[int, tuple[Expr, ...]] = {}
        values, standing = constants(self.entry), frame_objects(self.entry)
        for head in self.graph.loop_heads:
            if head not in values:
                found[head] = (FALSE,)
                continue
            equal = equations(values[head], self.live, head)
            objects = facts_about(standing[head], self.live.at(head), self.program.target.pointer_bits)
            found[head] = (*equal, *objects, *known.get(head, ()))
        return found

    def _take_in_ranges(self) -> Iterator[None]:
        """First with intervals and octagons: what they say at loop heads is known from then on."""
        share = self.budget.part(RANGES)
        ranges = RangeProcedure(
            *(self.program, self.graph, self.live, self.known, share), locals_=self.kept.locals
        )
        for vector in list(self.tests)[:TESTS]:
            ranges.run(vector)
        if not (yield from ranges.covering()):
            return
        rests_on = self.ledger.assumed(self.known)
        for head, facts in ranges.facts().items():
            self._assume(head, facts)
            for fact in facts:
                self.ledger.post_fact(head, fact, rests_on)

    def _assume(self, head: int, facts: Sequence[Expr]) -> None:
        new = tuple(fact for fact in facts if fact not in self.known[head])
        self.known[head] = (*self.known[head], *new)
        if new and head in self.kept.locals:
            self.kept.locals[head].assume(new)

    def _take_in_news(self) -> None:
        """What others have found since the last round."""
        for head, facts in self.ledger.holding().items():
            if head in self.known:
                self._assume(head, list(facts))
        self.given.update(self.ledger.tests)
        self.tests.update(dict.fromkeys(self.ledger.tests))

    def moves(self) -> Iterator[None]:
        """The overview of the method (Fig. 1), with a loop around it: execute, abstract, check adequacy and
        fabricate are `Procedure`, then safety is checked, and what fails there refines."""
        if not self.rounds:
            yield from self._take_in_ranges()
        while not self.budget.spent():
            self._take_in_news()
            self.rounds += 1
            procedure = self.procedure = Procedure(
                *(self.program, self.graph, self.live, dict(self.predicates), self.known, self.budget),
                self.kept,
            )
            self.telling = []
            for vector in list(self.tests):
                before = procedure.states
                procedure.run(vector)
                if vector in self.given and procedure.states > before:
                    self.telling.append(vector)
            self._take(procedure)
            done = yield from procedure.covering()
            self._take(procedure)
            if not done:
                return
            errors = self._errors(procedure)
            yield
            if not errors or not (
                self._refined(procedure, errors) or self._with_defaults() or self._with_those_of_others()
            ):
                self.adequate = True
                return

    def _take(self, procedure: Procedure) -> None:
        for check, vector in procedure.violations.items():
            self.violations.setdefault(check, vector)
        self.reached |= procedure.reached

    def claims(self) -> Claims:
        procedure = self.procedure if self.adequate else None
        return self._cut_short() if procedure is None else self._claims(procedure)

    def progress(self) -> Progress:
        procedure = self.procedure
        calls = self.calls + sum(local.calls for local in self.kept.locals.values())
        left = len(self.checks) - len(self.violations)
        states = procedure.states if procedure else 0
        runs = procedure.runs if procedure else 0
        return Progress(self.rounds, runs, states, left, calls, dict(self.violations))

    # Safety

    def _errors(self, procedure: Procedure) -> list[_Error]:
        """Check Safety Properties (section 3.3; Fig. 1, the fifth box): for each check that some covered
        state lets fail, from a few such states."""
        self.potential = {}
        found: list[_Error] = []
        for location in (self.entry.entry, *(place for place, here in procedure.value.items() if here)):
            found += self._errors_from(procedure, location)
        return found

    def _errors_from(self, procedure: Procedure, location: int) -> Iterator[_Error]:
        local, settled = procedure.local(location), set[int | None](self.violations)
        value = {location: set(procedure.value.get(location, ()))}
        while True:
            in_time = self.budget.left() > 0
            answer = local.failing(value, settled, procedure.question()) if in_time else Answer.UNKNOWN
            if answer is Answer.UNSAT:
                break
            if not isinstance(answer, FabricatedStep):
                # What was not asked is not proved either: a check, or that nothing unsupported is reached.
                why = "the prover gave up" if in_time else "there was no time left to ask"
                for check in local.suspects(settled):
                    self.potential.setdefault(check, why)
                return
            yield self._error(local, answer)
            settled.update(answer.checks)
            for failing in answer.checks:
                self.potential.setdefault(failing, answer.reason)
            value[location].discard(answer.vector)
            others = local.failing(value, self.violations, procedure.question())
            for _ in range(ERRORS - 1):
                if not isinstance(others, FabricatedStep):
                    break
                yield self._error(local, others)
                value[location].discard(others.vector)
                others = local.failing(value, self.violations, procedure.question())
            value[location] = set(procedure.value.get(location, ()))

    def _error(self, local: Local, step: FabricatedStep) -> _Error:
        path, failing = step.step.path, list[Expr]()
        statement = path[-1].statement
        if isinstance(statement, Check):
            failing, path = list(conjuncts(simplify(negation(statement.condition)))), path[:-1]
        witnesses = local.witnesses(path)
        literals = before_path(failing, path, self.program.target, witnesses)
        return _Error(step.vector, _Link(step.source, literals, step.step.path))

    # Refinement

    def _refined(self, procedure: Procedure, errors: Iterable[_Error]) -> bool:
        """Tell false errors apart by new predicates, or find that they are real. Was anything found?"""
        found = False
        for error in errors:
            if self.budget.left() <= 0:
                break
            before = len(self.violations)
            if self._follow(procedure, error) or len(self.violations) > before:
                found = True
        return found

    def _with_defaults(self) -> bool:
        """Take in the default predicates, once. Are they new?"""
        if self.defaults is not None:
            return False
        self.defaults = default_predicates(self.program, self.graph, self.live)
        before = sum(map(len, self.predicates.values()))
        for head, predicates in self.defaults.items():
            self._add(head, predicates)
        return sum(map(len, self.predicates.values())) > before

    def _with_those_of_others(self) -> bool:
        """Take in what others track at loop heads. Is something new?"""
        new = False
        for head, found in self.ledger.predicates().items():
            for predicate, key in found.items():
                if head in self.predicates and self._add(head, [predicate]):
                    self.taken.update({(head, atom): key for atom in atoms(predicate)})
                    new = True
        return new

    def _follow(self, procedure: Procedure, error: _Error) -> bool:
        """Backward from a potential error, until no step leads to what is needed there. Are there new
        predicates?"""
        chain = [error.link]
        vector: int | None = error.vector
        while chain[-1].location != self.entry.entry:
            here = chain[-1]
            assert vector is not None
            how = procedure.value[here.location].get(vector)
            if how is None:
                return False  # a vector that was taken as covered without a step that leads there
            parent = how.parent
            source = self.entry.entry if parent is None else parent.location
            vector = None if parent is None else parent.vector
            literals = list(here.literals)
            step = procedure.local(source).step_to(vector, here.location, literals, procedure.question())
            if step is None:
                return self._remember(chain, literals)
            if not isinstance(step, FabricatedStep):
                return self._remember(chain, step)
            witnesses = procedure.local(source).witnesses(step.step.path)
            found = before_path(literals, step.step.path, self.program.target, witnesses)
            chain.append(_Link(source, found, step.step.path))
        if self._real([link.path for link in reversed(chain)]):
            return True
        return self._remember(chain, list(chain[-1].literals))

    def _remember(self, chain: list[_Link], needed: Iterable[Expr]) -> bool:
        """The literals that are needed at the last link of a chain, and what they come from at those before
        it, become predicates. Is one of them new?"""
        new = False
        needed = list(needed)
        whole = self._diverges(chain[-1].location, needed)
        if whole:
            for link in chain:
                new = self._add_relations(link) or new
        for link in reversed(chain):
            if link.location != self.entry.entry:
                literals = list(link.literals) if whole else list(needed)
                new = self._add(link.location, literals) or new
                self._leave(link.location, literals)
            needed = dict.fromkeys(one for literal in needed for one in link.literals.get(literal, ()))
        return new

    def _leave(self, location: int, literals: Iterable[Expr]) -> None:
        """For others: what tells a false error apart."""
        for literal in literals:
            if self._left[location] < LEFT and usable(literal, location, self.live):
                self._left[location] += 1
                self.ledger.post_predicate(location, literal)

    def _add_relations(self, link: _Link) -> bool:
        """Predicates that divide the states of runs, about the variables that the way to an error is about:
        those of most of it first. Weakest preconditions of a false error in a loop speak of one value after
        the other when what matters is a relation that no branch of the program asks for."""
        assert self.procedure is not None
        samples = self.procedure.samples.get(link.location, ())
        spoken = Counter(variable for literal in link.literals for variable in variables(literal))
        by_count = sorted(spoken, key=lambda v: (-spoken[v], v.serial))
        integers = [v for v in by_count if isinstance(v.type, IntType) and v.type.width > 1]
        chosen = [v for v in integers if all(v in sample for sample in samples)][:RELATED]
        rows = [[sample[variable] for variable in chosen] for sample in samples]
        return self._add(link.location, dividing(States.of(chosen, rows)))

    def _diverges(self, location: int, literals: Iterable[Expr]) -> bool:
        """Have there been many predicates like these, that differ in their constants only? That a variable
        holds one value or another is not meant: of those the program says how many there are."""
        like = Counter(_shape(predicate) for predicate in self.predicates.get(location, ()))
        new = (atom for literal in literals for atom in atoms(literal) if not _is_one_value(atom))
        return any(like[_shape(atom)] >= ALIKE for atom in new)

    def _add(self, location: int, literals: Sequence[Expr]) -> bool:
        known = dict.fromkeys(self.predicates.get(location, ()))
        before = len(known)
        for literal in literals:
            for atom in atoms(literal):
                if len(known) < MOST and usable(atom, location, self.live):
                    known.setdefault(atom)
        self.predicates[location] = tuple(known)
        return len(known) > before

    def _real(self, paths: Sequence[Sequence[Edge]]) -> bool:
        """Is there an execution along a chain of paths from the start of the program?"""
        solver = BitwuzlaSolver(seed=self.budget.seed)
        algebra: Symbolic[Any] = Symbolic(solver.terms, self.program.target.pointer_bits)
        execution = FragmentExecution(algebra, accesses=False)
        state, guard = SymbolicState.initial(self.program, algebra), ()
        inputs: list[Input] = []
        wrong: Any = False
        for number, path in enumerate(paths):
            executed = execution.run(path[0].source, path, state, guard)
            inputs += executed.inputs
            if number == len(paths) - 1:
                for one in executed.obligations:
                    failed = one.wrong(algebra)
                    wrong = algebra.disjunction(wrong, failed)
            else:
                arrival = executed.arrivals.get(path[-1].target)
                if arrival is None:
                    return False
                state, guard = arrival.state, arrival.conditions  # type: ignore[assignment]
        if wrong is False:
            return False
        solver.set_limits(self.budget.question(SECONDS))
        answer = solver.check([] if wrong is True else [algebra.term(wrong)])
        self.calls += 1
        if answer is not Answer.SAT:
            return False
        vector = vector_of(inputs, self.program, algebra, solver.value)
        assert self.procedure is not None
        known = len(self.procedure.violations)
        self.procedure.run(vector)
        self.tests[vector] = None
        self._take(self.procedure)
        return len(self.procedure.violations) > known

    # Results

    def _claims(self, procedure: Procedure) -> Claims:
        left = self.checks - self.violations.keys()
        open_ = {
            check: self.potential[check] or "a state that the abstraction does not exclude lets it fail"
            for check in left
            if check in self.potential
        }
        unsupported = tuple(procedure.unsupported)
        if None in self.potential:
            unsupported = (*unsupported, self.potential[None])
        notes = (
            f"{procedure.states} abstract states are adequate, {procedure.fabricated} steps were fabricated,"
            f" after {self.rounds} rounds",
        )
        return Claims(
            dict(self.violations),
            frozenset() if unsupported else left - open_.keys(),
            not unsupported and not open_,
            self._invariants(procedure),
            frozenset(self.reached),
            open_,
            unsupported,
            notes,
            self.progress(),
            tests=tuple(self.telling),
        )

    def _invariants(self, procedure: Procedure) -> dict[int, Expr]:
        found: dict[int, Expr] = {}
        for head in self.graph.loop_heads:
            covered = described(procedure.value[head], self.predicates[head], EXPRESSIONS)
            found[head] = conjunction((covered, *self.known.get(head, ())))
        return found

    def _cut_short(self) -> Claims:
        left = self.checks - self.violations.keys()
        states = self.procedure.states if self.procedure else 0
        why = f"after {self.rounds} rounds {states} abstract states were not adequate yet"
        return Claims(
            dict(self.violations),
            reached=frozenset(self.reached),
            open=dict.fromkeys(left, why),
            notes=(why,),
            progress=self.progress(),
        )


def _is_one_value(atom: Expr) -> bool:
    match atom:
        case BinaryOp(op=Binary.EQ, left=Variable(), right=Const()):
            return True
        case _:
            return False


def _shape(expr: Expr) -> Expr:
    """An expression with its constants left out."""
    numbers: dict[Expr, Expr] = {
        one: const(one.type, 0)
        for one in subexpressions(expr)
        if isinstance(one, Const) and isinstance(one.type, IntType)
    }
    return substitute(expr, numbers)


def fabricate(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `fabricate`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Fabricate)
    return Fabricate(inlined.program, ledger, budget)
