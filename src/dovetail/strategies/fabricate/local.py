"""The local adequacy of a cutpoint (Yorsh, Ball, Sagiv 2006, section 4.2): the formula ψ_L, and its models.

Is every state that is one loop-free fragment away from the covered states of a cutpoint covered as well? The
covered states of the source are an assumption, and what is covered at a target is excluded from what is
looked for, for good, since covered states only become more. So a question costs little more than what is new
in it.

A model is a state at the cutpoint, inputs, and the vector of the state that they lead to: a *fabricated*
state, from which the program can be run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from dovetail.domains.predicate_abstraction import Logic, Vector, cube, described
from dovetail.formulas.fragment_formulas import FragmentFormula, KnownFacts, Step
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, Variable, variables
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import Obligation
from dovetail.semantics.memory import OBJECT_BITS
from dovetail.semantics.symbolic_values import Condition, Pointer
from dovetail.solver.interface import Answer, Limit


@dataclass(frozen=True, slots=True)
class FabricatedStep:
    """One step in a model, from a state with a vector to one with another."""

    step: Step
    vector: Vector
    target: int
    """The cutpoint to which it leads; that it comes from if a check fails on the way."""
    arrived: Vector
    checks: tuple[int | None, ...] = ()
    """Those that fail; None for what is unsupported."""
    reason: str = ""
    values: Mapping[Variable, Any] = field(default_factory=dict)
    """At the target, of the variables that its predicates speak of."""

    @property
    def source(self) -> int:
        return self.step.source


class Local(FragmentFormula):
    def __init__(
        self, program: Program, graph: CutpointGraph, location: int, known: KnownFacts, *, seed: int = 0
    ) -> None:
        super().__init__(program, graph, location, known, seed=seed)
        self.tells_values = False
        """Are steps to say what variables hold at their targets?"""
        algebra = self.algebra
        self.logic: Logic[Any] = Logic(
            True, False, algebra.conjunction, algebra.disjunction, algebra.negation
        )
        self._lasting = 0
        """Of the facts about the start, so many have been told to the solver for good."""
        self._here: list[Any] = []
        self._there: dict[int, list[Any]] = {}
        self._spoken_of: dict[int, dict[Variable, Any]] = {}
        self._new: dict[int, Any] = {}
        self._excluded: dict[int, set[Vector]] = {}
        self._rounds = 0

    def assume(self, facts: Iterable[Expr]) -> None:
        """To be said before any predicates are spoken of."""
        super().assume(facts)

    def speak_of(self, predicates: Mapping[int, Sequence[Expr]]) -> None:
        """From now on vectors are of these predicates, by cutpoint."""
        if self._rounds:
            self.solver.pop()  # what was said of others would only be in the way
            self._facts = self._lasting
        self._rounds += 1
        self._tell_facts()
        self._lasting = self._facts
        self.solver.push()
        self._here = [self.evaluated(one, self.start) for one in predicates.get(self.location, ())]
        for target, arrival in self.executed.arrivals.items():
            if target in predicates:
                self._there[target] = [self.evaluated(one, arrival.state) for one in predicates[target]]
                spoken = frozenset[Variable]().union(*map(variables, predicates[target]))
                ordered = sorted(spoken, key=lambda variable: variable.serial)
                self._spoken_of[target] = {variable: arrival.state.variable(variable) for variable in ordered}
                symbol = self.solver.terms.boolean_symbol(f"new:{self._rounds}:{target}")
                self._new[target] = Condition(symbol)
                self._excluded[target] = set()
                self._imply(self._new[target], arrival.guard)

    def _imply(self, condition: Any, what: Any) -> None:
        self.add(self.algebra.disjunction(self.algebra.negation(condition), what))

    @property
    def targets(self) -> Iterable[int]:
        return self._there

    # Questions

    def uncovered(
        self, value: Mapping[int, Collection[Vector]], limit: Limit, among: Iterable[int] | None = None
    ) -> FabricatedStep | Answer:
        """A step from a covered state to one that is not; UNSAT if the cutpoint is adequate."""
        either: Any = False
        for target in self._there if among is None else among:
            self._exclude(target, value.get(target, ()))
            either = self.algebra.disjunction(either, self._new[target])
        answer = self.ask([self._covered(value), either], limit)
        if answer is not Answer.SAT:
            return answer
        for target in self._there:
            if self.known(self._new[target]):
                return self._fabricated(target, self._vector(self._there[target]))
        raise AssertionError("the model leads nowhere")

    def escaping(
        self, covered: Expr, goals: Mapping[int, Expr], terms: Mapping[int, Sequence[Expr]], limit: Limit
    ) -> tuple[FabricatedStep, tuple[int, ...]] | Answer:
        """A step from a state that `covered` describes to a target where the goal does not hold, with what
        the terms of that target are there."""
        suspects: dict[int, Any] = {}
        either: Any = False
        for target, goal in goals.items():
            arrival = self.executed.arrivals.get(target)
            if arrival is not None:
                denied = self.algebra.negation(self.evaluated(goal, arrival.state))
                suspects[target] = self.algebra.conjunction(arrival.guard, denied)
                either = self.algebra.disjunction(either, suspects[target])
        here = True if self.initial else self.evaluated(covered, self.start)
        answer = self.ask([here, either], limit)
        if answer is not Answer.SAT:
            return answer
        target = next(target for target, wrong in suspects.items() if self.known(wrong))
        state = self.executed.arrivals[target].state
        found = tuple(int(self.known(self.evaluated(term, state))) for term in terms[target])
        return self._fabricated(target, 0), found

    def failing(
        self, value: Mapping[int, Collection[Vector]], apart_from: Collection[int | None], limit: Limit
    ) -> FabricatedStep | Answer:
        """A step from a covered state on which a check fails, or to what is unsupported."""
        suspects = [
            (one, one.wrong(self.algebra)) for one in self.executed.obligations if one.ident not in apart_from
        ]
        either: Any = False
        for _, wrong in suspects:
            either = self.algebra.disjunction(either, wrong)
        answer = self.ask([self._covered(value), either], limit)
        if answer is not Answer.SAT:
            return answer
        failing = [one for one, wrong in suspects if self.known(wrong)]
        return self._fabricated(self.location, -1, failing)

    def suspects(self, apart_from: Collection[int | None]) -> set[int | None]:
        """The checks on the way to the next cutpoints; None if something unsupported is there."""
        return {one.ident for one in self.executed.obligations} - set(apart_from)

    def step_to(
        self, vector: Vector | None, target: int, literals: Sequence[Expr], limit: Limit
    ) -> FabricatedStep | list[Expr] | None:
        """A step from a state with one vector to one at the target that meets all literals. If there is none,
        the literals that exclude it, as few as can be dropped to one by one; None if the prover gives up."""
        arrival = self.executed.arrivals.get(target)
        if arrival is None:
            return []
        here = [True if vector is None else cube(vector, self._here, self.logic), arrival.guard]
        wanted = {literal: self.evaluated(literal, arrival.state) for literal in literals}
        answer = self.ask([*here, *wanted.values()], limit)
        if answer is Answer.SAT:
            there = self._there.get(target)
            return self._fabricated(target, -1 if there is None else self._vector(there))
        return self._needed(here, wanted, limit) if answer is Answer.UNSAT else None

    def _needed(self, here: Sequence[Any], wanted: Mapping[Expr, Any], limit: Limit) -> list[Expr]:
        """Of literals that cannot hold: those that already cannot."""
        for literal, value in wanted.items():
            if value is False:
                return [literal]
        kept = [literal for literal in wanted if wanted[literal] is not True]
        if self._nothing or any(condition is False for condition in here):
            return []
        kept = self._core(kept, wanted)
        for literal in list(reversed(kept)):
            rest = [one for one in kept if one is not literal]
            if literal in kept and self.ask([*here, *(wanted[one] for one in rest)], limit) is Answer.UNSAT:
                kept = self._core(rest, wanted)
        return kept

    def _core(self, literals: Sequence[Expr], wanted: Mapping[Expr, Any]) -> list[Expr]:
        core = set(self.solver.core())
        return [literal for literal in literals if self.algebra.term(wanted[literal]) in core]

    def any_vector(self, target: int, value: Mapping[int, Collection[Vector]], limit: Limit) -> Vector | None:
        """A vector that is not covered, of any state whatever, reached or not: for when nothing better is to
        be had (section 4.4)."""
        there = self._there[target]
        covered = described(value.get(target, ()), there, self.logic)
        if self.ask([self.algebra.negation(covered)], limit) is Answer.SAT:
            return self._vector(there)
        return next((one for one in range(1 << len(there)) if one not in value.get(target, ())), None)

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

    # Models

    def _vector(self, conditions: Sequence[Any]) -> Vector:
        return sum(1 << index for index, one in enumerate(conditions) if self.known(one))

    def _fabricated(self, target: int, arrived: Vector, failing: Sequence[Obligation] = ()) -> FabricatedStep:
        return FabricatedStep(
            self.step(failing[0].edge if failing else None),
            self._vector(self._here),
            target,
            arrived,
            tuple(one.ident for one in failing),
            next((f"{one.edge.position}: {one.reason}" for one in failing if one.check is None), ""),
            self._values_at(target) if self.tells_values and not failing else {},
        )

    def _values_at(self, target: int) -> dict[Variable, Any]:
        found: dict[Variable, Any] = {}
        for variable, value in self._spoken_of.get(target, {}).items():
            known = self.known(value)
            if isinstance(known, Pointer):
                assert isinstance(known.object, int) and isinstance(known.offset, int)
                known = (known.object << OBJECT_BITS) | known.offset
            found[variable] = known
        return found
