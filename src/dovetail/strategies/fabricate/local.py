"""The local adequacy of a cutpoint (Yorsh, Ball, Sagiv 2006, section 4.2): the formula ψ_L, and its models.

Is every state that is one loop-free fragment away from the covered states of a cutpoint covered as well? All
paths of the fragment are one formula; the covered states of the source are an assumption, and what is covered
at a target is excluded from what is looked for, for good, since covered states only become more. So a
question costs little more than what is new in it.

A model is a state at the cutpoint, inputs, and the vector of the state that they lead to: a *fabricated*
state, from which the program can be run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dovetail.domains.predicate_abstraction import Logic, Vector, cube, described
from dovetail.execution.given_states import GivenCell, GivenObject, GivenState
from dovetail.execution.inputs import InputVector
from dovetail.ledger.model_inputs import vector_of
from dovetail.program.automata import Edge, Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, Variable, variables
from dovetail.program.statements import Havoc
from dovetail.program.types import Type
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.fragments import Executed, FragmentExecution, Obligation
from dovetail.semantics.memory import OBJECT_BITS
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import AnyStart, SymbolicState
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Condition, Pointer
from dovetail.semantics.weakest import Witness
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer

Known = Mapping[int, Sequence[Expr]]
"""By cutpoint, what holds in every execution that comes there."""


@dataclass(frozen=True, slots=True)
class Fabricated:
    """One step in a model. Without `state` it begins where the program does."""

    source: int
    vector: Vector
    state: GivenState | None
    inputs: InputVector
    path: tuple[Edge, ...]
    target: int
    """The cutpoint to which it leads; that it comes from if a check fails on the way."""
    arrived: Vector
    checks: tuple[int | None, ...] = ()
    """Those that fail; None for what is unsupported."""
    reason: str = ""
    values: Mapping[Variable, Any] = field(default_factory=dict)
    """At the target, of the variables that its predicates speak of."""


class Local:
    """The fragments that start at one cutpoint. With `initial` that is the entry of the program, where there
    is one state."""

    def __init__(
        self, program: Program, graph: CutpointGraph, location: int, known: Known, *, seed: int = 0
    ) -> None:
        self.location = location
        self.tells_values = False
        """Are steps to say what variables hold at their targets?"""
        self.program = program
        self.initial = location == graph.procedure.entry
        self.solver = BitwuzlaSolver(seed=seed)
        self.algebra: Symbolic[Any] = Symbolic(self.solver.terms, program.target.pointer_bits)
        algebra = self.algebra
        self.logic: Logic[Any] = Logic(
            True, False, algebra.conjunction, algebra.disjunction, algebra.negation
        )
        if self.initial:
            self.start = SymbolicState.initial(program, algebra)
        else:
            self.start = SymbolicState.arbitrary(program, algebra, "start")
        # What a proof may not rest on is not taken for granted: the machine need not refuse a wrong access.
        self._execution = FragmentExecution(algebra, accesses=False)
        self.executed: Executed = self._execution.run(location, graph.region(location), self.start)
        self._reads: dict[tuple[Pointer, Type], None] = dict.fromkeys(self.executed.reads)
        self._unusable = False
        self._facts = 0
        """So many of the facts about the start have been told to the solver, of which so many for good."""
        self._lasting = 0
        self._here: list[Any] = []
        self._there: dict[int, list[Any]] = {}
        self._spoken_of: dict[int, dict[Variable, Any]] = {}
        self._new: dict[int, Any] = {}
        self._excluded: dict[int, set[Vector]] = {}
        self._rounds = 0
        if not self.initial:
            self.assume(known.get(location, ()))

    def assume(self, facts: Iterable[Expr]) -> None:
        """More that holds in every execution that comes here. To be said before any predicates are spoken
        of."""
        assert not self._rounds
        for fact in facts:
            condition = self._evaluated(fact, self.start)
            self._unusable = self._unusable or condition is False
            self._add(condition)

    def speak_of(self, predicates: Mapping[int, Sequence[Expr]]) -> None:
        """From now on vectors are of these predicates, by cutpoint."""
        if self._rounds:
            self.solver.pop()  # what was said of others would only be in the way
            self._facts = self._lasting
        self._rounds += 1
        self._tell_facts()
        self._lasting = self._facts
        self.solver.push()
        self._here = [self._evaluated(one, self.start) for one in predicates.get(self.location, ())]
        for target, arrival in self.executed.arrivals.items():
            if target in predicates:
                self._there[target] = [self._evaluated(one, arrival.state) for one in predicates[target]]
                spoken = frozenset[Variable]().union(*map(variables, predicates[target]))
                self._spoken_of[target] = {variable: arrival.state.variable(variable) for variable in spoken}
                symbol = self.solver.terms.boolean_symbol(f"new:{self._rounds}:{target}")
                self._new[target] = Condition(symbol)
                self._excluded[target] = set()
                self._imply(self._new[target], arrival.guard)

    def _evaluated(self, expr: Expr, state: SymbolicState) -> Any:
        read: list[Any] = []
        state.read = read
        try:
            return state.evaluate(expr)
        finally:
            state.read = None
            self._reads.update(dict.fromkeys(read))

    def _add(self, condition: Any) -> None:
        if condition is not True:
            self.solver.add(self.algebra.term(condition))

    def _imply(self, condition: Any, what: Any) -> None:
        self._add(self.algebra.disjunction(self.algebra.negation(condition), what))

    @property
    def targets(self) -> Iterable[int]:
        return self._there

    @property
    def calls(self) -> int:
        return self.solver.statistics.calls

    # Questions

    def uncovered(
        self, value: Mapping[int, Collection[Vector]], seconds: float, among: Iterable[int] | None = None
    ) -> Fabricated | Answer:
        """A step from a covered state to one that is not; UNSAT if the cutpoint is adequate."""
        either: Any = False
        for target in self._there if among is None else among:
            self._exclude(target, value.get(target, ()))
            either = self.algebra.disjunction(either, self._new[target])
        answer = self._ask([self._covered(value), either], seconds)
        if answer is not Answer.SAT:
            return answer
        for target in self._there:
            if self._known(self._new[target]):
                return self._fabricated(target, self._vector(self._there[target]))
        raise AssertionError("the model leads nowhere")

    def escaping(
        self, covered: Expr, goals: Mapping[int, Expr], terms: Mapping[int, Sequence[Expr]], seconds: float
    ) -> tuple[Fabricated, tuple[int, ...]] | Answer:
        """A step from a state that `covered` describes to a target where the goal does not hold, with what
        the terms of that target are there."""
        suspects: dict[int, Any] = {}
        either: Any = False
        for target, goal in goals.items():
            arrival = self.executed.arrivals.get(target)
            if arrival is not None:
                denied = self.algebra.negation(self._evaluated(goal, arrival.state))
                suspects[target] = self.algebra.conjunction(arrival.guard, denied)
                either = self.algebra.disjunction(either, suspects[target])
        here = True if self.initial else self._evaluated(covered, self.start)
        answer = self._ask([here, either], seconds)
        if answer is not Answer.SAT:
            return answer
        target = next(target for target, wrong in suspects.items() if self._known(wrong))
        state = self.executed.arrivals[target].state
        found = tuple(int(self._known(self._evaluated(term, state))) for term in terms[target])
        return self._fabricated(target, 0), found

    def failing_from(self, covered: Expr, seconds: float) -> set[int | None]:
        """The checks that may fail on the way from a state that `covered` describes; all if the prover gives
        up."""
        here = True if self.initial else self._evaluated(covered, self.start)
        return {
            _ident(one)
            for one in self.executed.obligations
            if self._ask([here, self._wrong(one)], seconds) is not Answer.UNSAT
        }

    def failing(
        self, value: Mapping[int, Collection[Vector]], apart_from: Collection[int | None], seconds: float
    ) -> Fabricated | Answer:
        """A step from a covered state on which a check fails, or to what is unsupported."""
        suspects = [
            (one, self._wrong(one)) for one in self.executed.obligations if _ident(one) not in apart_from
        ]
        either: Any = False
        for _, wrong in suspects:
            either = self.algebra.disjunction(either, wrong)
        answer = self._ask([self._covered(value), either], seconds)
        if answer is not Answer.SAT:
            return answer
        failing = [one for one, wrong in suspects if self._known(wrong)]
        return self._fabricated(self.location, -1, failing)

    def step(
        self, vector: Vector | None, target: int, literals: Sequence[Expr], seconds: float
    ) -> Fabricated | list[Expr] | None:
        """A step from a state with one vector to one at the target that meets all literals. If there is none,
        the literals that exclude it, as few as can be dropped to one by one; None if the prover gives up."""
        arrival = self.executed.arrivals.get(target)
        if arrival is None:
            return []
        here = [True if vector is None else cube(vector, self._here, self.logic), arrival.guard]
        wanted = {literal: self._evaluated(literal, arrival.state) for literal in literals}
        answer = self._ask([*here, *wanted.values()], seconds)
        if answer is Answer.SAT:
            there = self._there.get(target)
            return self._fabricated(target, -1 if there is None else self._vector(there))
        return self._needed(here, wanted, seconds) if answer is Answer.UNSAT else None

    def _needed(self, here: Sequence[Any], wanted: Mapping[Expr, Any], seconds: float) -> list[Expr]:
        """Of literals that cannot hold: those that already cannot."""
        for literal, value in wanted.items():
            if value is False:
                return [literal]
        kept = [literal for literal in wanted if wanted[literal] is not True]
        if self._unusable or any(condition is False for condition in here):
            return []
        kept = self._core(kept, wanted)
        for literal in list(reversed(kept)):
            rest = [one for one in kept if one is not literal]
            if (
                literal in kept
                and self._ask([*here, *(wanted[one] for one in rest)], seconds) is Answer.UNSAT
            ):
                kept = self._core(rest, wanted)
        return kept

    def _core(self, literals: Sequence[Expr], wanted: Mapping[Expr, Any]) -> list[Expr]:
        core = set(self.solver.core())
        return [literal for literal in literals if self.algebra.term(wanted[literal]) in core]

    def any_vector(
        self, target: int, value: Mapping[int, Collection[Vector]], seconds: float
    ) -> Vector | None:
        """A vector that is not covered, of any state whatever, reached or not: for when nothing better is to
        be had (section 4.4)."""
        there = self._there[target]
        covered = described(value.get(target, ()), there, self.logic)
        if self._ask([self.algebra.negation(covered)], seconds) is Answer.SAT:
            return self._vector(there)
        return next((one for one in range(1 << len(there)) if one not in value.get(target, ())), None)

    def _ask(self, conditions: Sequence[Any], seconds: float) -> Answer:
        if self._unusable or any(condition is False for condition in conditions):
            return Answer.UNSAT
        self._tell_facts()
        self.solver.set_limits(seconds=max(0.05, seconds))
        return self.solver.check([self.algebra.term(one) for one in conditions if one is not True])

    def _tell_facts(self) -> None:
        """About variables that were not asked for before."""
        facts = self.start.facts
        for fact in facts[self._facts :]:
            self._add(fact)
        self._facts = len(facts)

    def _covered(self, value: Mapping[int, Collection[Vector]]) -> Any:
        if self.initial:
            return True
        return described(value.get(self.location, ()), self._here, self.logic)

    def _exclude(self, target: int, vectors: Collection[Vector]) -> None:
        excluded = self._excluded[target]
        for vector in sorted(set(vectors) - excluded):
            excluded.add(vector)
            self._imply(
                self._new[target], self.algebra.negation(cube(vector, self._there[target], self.logic))
            )

    def _wrong(self, obligation: Obligation) -> Any:
        return self.algebra.conjunction(obligation.guard, self.algebra.negation(obligation.condition))

    # Models

    def _known(self, value: Any) -> Any:
        return self.algebra.evaluated(value, self.solver.value)

    def _vector(self, conditions: Sequence[Any]) -> Vector:
        return sum(1 << index for index, one in enumerate(conditions) if self._known(one))

    def _fabricated(self, target: int, arrived: Vector, failing: Sequence[Obligation] = ()) -> Fabricated:
        inputs = vector_of(self.executed.inputs, self.program, self.algebra, self.solver.value)
        last = failing[0].edge if failing else None
        path = self.executed.path(self.location, lambda condition: bool(self._known(condition)), last)
        return Fabricated(
            self.location,
            self._vector(self._here),
            None if self.initial else self._state(),
            inputs,
            tuple(path),
            target,
            arrived,
            tuple(_ident(one) for one in failing),
            next((f"{one.edge.position}: {one.reason}" for one in failing if one.check is None), ""),
            self._values_at(target) if self.tells_values and not failing else {},
        )

    def _values_at(self, target: int) -> dict[Variable, Any]:
        found: dict[Variable, Any] = {}
        for variable, value in self._spoken_of.get(target, {}).items():
            known = self._known(value)
            if isinstance(known, Pointer):
                assert isinstance(known.object, int) and isinstance(known.offset, int)
                known = (known.object << OBJECT_BITS) | known.offset
            found[variable] = known
        return found

    def witnesses(self, path: Sequence[Edge]) -> list[Witness]:
        """The states before each edge of a path that the model of the last answer takes."""
        given = {one.edge: one.value for one in self.executed.inputs}
        state, found = self.start.copy(), list[Witness]()
        for edge in path:
            found.append(_ModelWitness(state.copy(), self.algebra, self.solver.value))
            arrival = self._execution.run(edge.source, [edge], state).arrivals.get(edge.target)
            if arrival is None:
                break
            state = arrival.state
            value = given.get(edge)
            if isinstance(edge.statement, Havoc) and value is not None:
                state.variables[edge.statement.target] = self._known(value)
        return found

    def _state(self) -> GivenState:
        start = self.start.start
        assert isinstance(start, AnyStart)
        first = len(self.algebra.symbols) + 1
        values = _Values(self, start, first)
        variables: dict[Variable, Any] = {}
        for variable, value in start.values.items():
            variables[variable] = values.of(self._known(value))
        cells: dict[tuple[int, int, Type], GivenCell] = {}
        for pointer, type_ in self._reads:
            at = self._known(pointer)
            if not isinstance(at, Pointer) or not at.object:
                continue
            assert isinstance(at.object, int) and isinstance(at.offset, int)
            if (at.object, at.offset, type_) not in cells:
                found = values.of(self._known(start.memory.load(at, type_)))
                values.note(at.object)
                cells[at.object, at.offset, type_] = GivenCell(at.object, at.offset, type_, found)
        return GivenState(variables, values.objects, tuple(cells.values()))


class _ModelWitness:
    """A `semantics.weakest.Witness`: a state as it is in a model."""

    __slots__ = ("_algebra", "_model", "_state")

    def __init__(self, state: SymbolicState, algebra: Symbolic[Any], model: Callable[[Any], Any]) -> None:
        self._state = state
        self._algebra = algebra
        self._model = model

    def place(self, pointer: Expr) -> tuple[int, int] | None:
        value = self._value(pointer)
        if not isinstance(value, Pointer):
            return None
        assert isinstance(value.object, int) and isinstance(value.offset, int)
        bits = self._algebra.pointer_bits
        return value.object, value.offset - ((value.offset >> (bits - 1)) << bits)

    def number(self, value: Expr) -> int | None:
        found = self._value(value)
        return found if isinstance(found, int) else None

    def apart(self, left: Expr, right: Expr) -> bool:
        return False

    def _value(self, expr: Expr) -> Any:
        try:
            return self._algebra.evaluated(self._state.evaluate(expr), self._model)
        except NotComputable:
            return None


class _Values:
    """Values of a model as an executor has them, and what the model says of the objects they point to."""

    def __init__(self, local: Local, start: AnyStart, first: int) -> None:
        self._local = local
        self._life = start.memory.life
        self._first = first
        self.objects: dict[int, GivenObject] = {}

    def of(self, value: Any) -> Any:
        if not isinstance(value, Pointer):
            return value
        assert isinstance(value.object, int) and isinstance(value.offset, int)
        self.note(value.object)
        return (value.object << OBJECT_BITS) | value.offset

    def note(self, number: int) -> None:
        if number < self._first or number in self.objects:
            return
        older = self._life.older
        assert older is not None
        terms, value = self._local.solver.terms, self._local.solver.value
        index = terms.bits(number, OBJECT_WIDTH)
        self.objects[number] = GivenObject(
            int(value(terms.select(older.sizes, index))),
            bool(value(terms.select(older.heap, index))),
            bool(value(terms.select(older.alive, index))),
        )


def _ident(obligation: Obligation) -> int | None:
    return None if obligation.check is None else obligation.check.ident
