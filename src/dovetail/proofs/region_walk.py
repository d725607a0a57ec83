"""One walk over a loop-free region, from a cutpoint to the next ones, collecting what could go wrong.

The region is walked in topological order. At each location there is one state, with the states that come
together there merged, and the condition under which control comes there. What could go wrong is a `Claim`: a
condition on the start of the walk that must have no solution.

After a call of a recursive procedure what it may write is unknown, and what the contracts that apply ensure
is assumed of it. Globals that no statement of it assigns are what they were, and so is memory if none writes
there; otherwise states on both sides of such a call have no memory in common: where they come together they
stay apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from dovetail.program.automata import Edge, Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.effects import Effects
from dovetail.program.expressions import FALSE, TRUE, Expr, Variable, conjuncts, speaks_of_all
from dovetail.program.ghost_maps import FEW_ENOUGH, MADE
from dovetail.program.indexing import accesses
from dovetail.program.statements import Assume, Call, Check, CheckInfo, Halt, Return, Skip, Unsupported, Why
from dovetail.proofs.certificate import Contract, entry_value, result_of
from dovetail.proofs.judgement import Obligation
from dovetail.proofs.walk_start import Start, remembered
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.guards import NOWHERE_YET, Here, joined
from dovetail.semantics.placing import Placing
from dovetail.semantics.symbolic import Symbolic, Value
from dovetail.semantics.symbolic_blocks import followed
from dovetail.semantics.symbolic_quantifiers import Met, Use, one_way, together
from dovetail.semantics.symbolic_statements import WithAnyInputs
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_totals import Index


@dataclass(frozen=True, slots=True)
class Claim:
    """`wrong` must have no solution. `state` is where it would be seen."""

    obligation: Obligation
    wrong: Any
    text: str
    state: SymbolicState
    edge: Edge | None = None
    check: CheckInfo | None = None
    met: Met = field(default_factory=dict)
    """The quantifiers in what is claimed."""


class Walk:
    """From `source` with `assumed` holding: at the entry what is required, at a loop head its invariant."""

    def __init__(
        self,
        program: Program,
        contracts: Mapping[str, Sequence[Contract]],
        graph: CutpointGraph,
        contract: Contract,
        algebra: Symbolic[Any],
        effects: Mapping[str, Effects],
    ) -> None:
        self._effects = effects
        self._program = program
        self._contracts = contracts
        self._graph = graph
        self._procedure = graph.procedure
        self._contract = contract
        self.algebra = algebra
        self.claims: list[Claim] = []
        self.visits: list[tuple[CheckInfo, Any]] = []
        """The checks that ask for something that can hold, and the condition under which control comes
        there."""
        self._looked_over: list[Edge] = []
        """The edges of all regions that were walked."""
        self._passed: list[tuple[Edge, SymbolicState]] = []
        """Edges, each with a state before it."""
        self._calls = 0
        self._claiming = True
        """Must what could go wrong be excluded here? Or has that been done for all that come here?"""
        self.start: Start
        self._began: SymbolicState
        self.placed: Mapping[Variable, Value] = {}
        """What variables hold at the start because the case says so."""
        self.assumptions: list[Any] = []
        self._indices: list[Index] | None = None

    @property
    def follows_all(self) -> bool:
        """From the start of the program to all ends?"""
        return bool(self._contract.moves) or not self._graph.loop_heads

    def from_entry(self) -> None:
        procedure = self._procedure
        self.start = Start(self._program, self.algebra, initial=procedure.name == self._program.entry)
        state = self._began = self.start.state
        for variable in (*procedure.parameters, *self._program.globals.values()):
            state.variables[entry_value(procedure, variable)] = state.variable(variable)
        self.assumptions.append(state.evaluate(self._contract.requires))
        if procedure.entry in self._contract.invariants:
            self._arrive(Here(NOWHERE_YET, state), procedure.entry, None, Obligation.ENTRY)
        if procedure.entry not in self._contract.invariants or self._contract.steps > 1:
            self._walk(procedure.entry, state, Obligation.ENTRY)

    def to_the_end(self) -> None:
        """From the start of the program, with the moves of the contract. Where the contract says that no
        execution waits that is claimed, and so it is of everything that waits after the last move."""
        procedure = self._procedure
        self.start = Start(self._program, self.algebra, initial=True)
        self._began = self.start.state
        waiting = {procedure.entry: [Here(NOWHERE_YET, self._began)]}
        for move in self._contract.moves:
            here = waiting.pop(move.cutpoint, [])
            if not move.possible:
                self._none_waits(move.cutpoint, here)
            elif here:
                for after, edge in self._region(move.cutpoint, here):
                    if procedure.outgoing[edge.target]:
                        waiting.setdefault(edge.target, []).append(after)
        for cutpoint, here in waiting.items():
            self._none_waits(cutpoint, here)

    def _none_waits(self, cutpoint: int, here: Sequence[Here]) -> None:
        text = f"an execution may have come to {cutpoint}, and is not followed from there"
        for one in joined(self.algebra, here):
            self._claim(Obligation.ENDED, one.guard.whole, text, one.state, None)

    def from_head(self, head: int, case: Expr) -> None:
        """`case`: of the invariant there, or all of it."""
        self.start = Start(self._program, self.algebra, initial=False)
        state = self._began = self.start.state
        placing = Placing(state, conjuncts(case))
        self.placed = dict(state.variables)
        self.algebra.blocks.assumed_of(state)
        held = self.algebra.quantifiers.evaluated(case, state, Use.ASSUMED)
        self.assumptions += [*placing.facts, held]
        if MADE.name in self._program.globals:
            self.assumptions.append(state.evaluate(FEW_ENOUGH))
        # A copy: what is asked on the way is to be shown, in the same state too.
        self._walk(head, state.copy(), Obligation.PRESERVED)

    def blocks(self) -> Iterator[Any]:
        """What is meant by what is said of all blocks, where the walk starts and on its way."""
        blocks = self.algebra.blocks
        if blocks.met:
            found_at = (value for edge, state in self._passed for value in followed(edge.statement, state))
            yield from list(blocks.lemmas(found_at))

    def elements(self, met: Sequence[Met], conditions: Sequence[Any], *, everything: bool) -> list[Any]:
        """What is meant by what is said of all elements: in some conditions, and where the walk starts and on
        its way, as far as that has to do with the same contents of memory; or `everything` there."""
        quantifiers = self.algebra.quantifiers
        if not quantifiers.met:
            return []
        if everything:
            return list(quantifiers.about(met, self._looks))
        return list(quantifiers.said(quantifiers.related(together(met), conditions), self._looks))

    @property
    def _looks(self) -> list[Index]:
        """At which elements the program looks, on its way and where something is claimed."""
        if self._indices is None:
            states = (self._began, *(claim.state for claim in self.claims))
            found = self.algebra.quantifiers.indices(accesses(self._looked_over), states)
            self._indices = list(dict.fromkeys(found))
        return self._indices

    @property
    def values_at_start(self) -> Mapping[Variable, Value]:
        """Of the variables that were asked for."""
        return {**self.start.values, **self.placed}

    def _walk(self, source: int, state: SymbolicState, arriving: Obligation) -> None:
        """As many steps from cutpoint to cutpoint as the induction looks back. At the entry something is
        claimed of each of them; from a loop head on only of the last one: that the checks before it hold, and
        the invariants at the loop heads in between, is what is assumed of executions up to here."""
        waiting = {source: [Here(NOWHERE_YET, state)]}
        for left in reversed(range(self._contract.steps)):
            self._claiming = arriving is Obligation.ENTRY or not left
            behind: dict[int, list[Here]] = {}
            for cutpoint, here in waiting.items():
                for after, edge in self._region(cutpoint, here):
                    self._arrive(after, edge.target, edge, arriving)
                    if left and edge.target in self._contract.invariants:
                        behind.setdefault(edge.target, []).extend(self._with_invariant(after, edge.target))
            waiting = behind
        self._claiming = True

    def _with_invariant(self, here: Here, head: int) -> Sequence[Here]:
        holds = here.state.evaluate(self._contract.invariants[head])
        return self._going_on(here, holds, here.state)

    def _going_on(self, here: Here, condition: Any, state: SymbolicState) -> Sequence[Here]:
        """Where a condition holds: nowhere, if it cannot."""
        guard = here.guard.and_also(self.algebra, condition)
        return () if guard is None else (Here(guard, state),)

    def _region(self, source: int, start: Sequence[Here]) -> Iterator[tuple[Here, Edge]]:
        """What arrives at the next cutpoints, and on which edge."""
        inside, region = {source: list(start)}, self._graph.region(source)
        self._looked_over += region
        for edge in region:
            if len(inside.get(edge.source, ())) > 1:
                inside[edge.source] = joined(self.algebra, inside[edge.source])
            for here in inside.get(edge.source, ()):
                self._passed.append((edge, here.state))
                for after in self._take(edge, here):
                    if self._graph.is_cutpoint(edge.target):
                        yield after, edge
                    else:
                        inside.setdefault(edge.target, []).append(after)

    # Edges

    def _take(self, edge: Edge, here: Here) -> Sequence[Here]:
        """What is so after an edge; nothing if the run ends on it."""
        try:
            return self._step(edge, here)
        except NotComputable as error:
            text = f"what is not modelled is reached: {error}"
            self._claim(Obligation.SUPPORTED, here.guard.whole, text, here.state, edge)
            return ()

    def _step(self, edge: Edge, here: Here) -> Sequence[Here]:
        algebra, state = self.algebra, here.state
        match edge.statement:
            case Assume(condition=condition, why=why):
                assumed = self._assumed(condition, why, state)
                return self._going_on(here, assumed, state.knowing(condition, assumed))
            case Check(condition=condition, info=info):
                use = one_way(condition, Use.CLAIMED)
                holds, met = algebra.quantifiers.collected(condition, state, use)
                wrong = algebra.conjunction(here.guard.whole, algebra.negation(holds))
                text = f"the check may fail: {info.description}"
                self._claim(Obligation.CHECK, wrong, text, state, edge, info, met)
                if condition is not FALSE and self._claiming:
                    self.visits.append((info, here.guard.whole))
                holds = self._assumed(condition, Why.ASSUMED, state)
                return self._going_on(here, holds, state.knowing(condition, holds))
            case Unsupported(reason=reason):
                text = f"what is not modelled is reached: {reason}"
                self._claim(Obligation.SUPPORTED, here.guard.whole, text, state, edge)
                return ()
            case Halt():
                return ()
            case Call() as call:
                return self._call(call, edge, here)
            case Return(value=value):
                after = state.copy()
                result = result_of(self._procedure)
                if result is not None and value is not None:
                    after.variables[result] = state.evaluate(value)
                return (Here(here.guard, after),)
            case Skip():
                return (here,)
            case change:
                after = state.copy()
                WithAnyInputs(after, self.start.new_name).execute(change)
                return (Here(here.guard, after),)

    def _assumed(self, condition: Expr, why: Why, state: SymbolicState) -> Any:
        """What is assumed from here on. A branch may be taken or not, so what it asks is there for both."""
        use = Use.BOTH if why is Why.BRANCH else one_way(condition, Use.ASSUMED)
        return self.algebra.quantifiers.evaluated(condition, state, use)

    def _arrive(self, here: Here, target: int, edge: Edge | None, arriving: Obligation) -> None:
        """At a cutpoint, what is claimed of it must hold."""
        state = here.state
        if target == self._procedure.exit:
            goal, obligation = self._contract.ensures, Obligation.ENSURES
            text = f"what {self._procedure.name} ensures may not hold when it returns"
            result = result_of(self._procedure)
            if result is not None and result not in state.variables:  # zero, as in the executor
                state = _seen_by(state, {result: self.algebra.zero(result.type)})
        elif target in self._contract.invariants:
            goal, obligation = self._contract.invariants[target], arriving
            way = "does not hold at the entry" if arriving is Obligation.ENTRY else "is not preserved"
            text = f"the invariant at {target} of {self._procedure.name} {way}"
        else:
            return  # the run ends there
        if goal is TRUE:
            return
        use = Use.CLAIMED if self._contract.steps == 1 else Use.BOTH
        # Of all elements each part may be easy to show where all parts together are not.
        for part in conjuncts(goal) if speaks_of_all(goal) else (goal,):
            holds, met = self.algebra.quantifiers.collected(part, state, use)
            wrong = self.algebra.conjunction(here.guard.whole, self.algebra.negation(holds))
            self._claim(obligation, wrong, text, state, edge, met=met)

    def _claim(
        self,
        obligation: Obligation,
        wrong: Any,
        text: str,
        state: SymbolicState,
        edge: Edge | None,
        check: CheckInfo | None = None,
        met: Met | None = None,
    ) -> None:
        if wrong is not False and self._claiming:
            self.claims.append(Claim(obligation, wrong, text, state, edge, check, met or {}))

    # Calls

    def _call(self, call: Call, edge: Edge, here: Here) -> Sequence[Here]:
        algebra, state = self.algebra, here.state
        callee = self._program.procedures[call.procedure]
        contracts = self._contracts[callee.name]
        arguments = dict(zip(callee.parameters, map(state.evaluate, call.arguments), strict=True))
        before = _seen_by(state, arguments)
        required = [before.evaluate(contract.requires) for contract in contracts]
        met: Any = False
        for condition in required:
            met = algebra.disjunction(met, condition)
        text = f"what {callee.name} requires may not hold at a call"
        wrong = algebra.conjunction(here.guard.whole, algebra.negation(met))
        self._claim(Obligation.REQUIRES, wrong, text, state, edge)
        self._calls += 1
        after, name = state.copy(), f"call{self._calls}"
        self.start.forget(after, name, self._effects[callee.name])
        known: dict[Variable, Value] = {
            entry_value(callee, variable): remembered(before.variable(variable), before.memory)
            for variable in (*callee.parameters, *self._program.globals.values())
        }
        result = result_of(callee)
        if result is not None:
            known[result] = self.start.any_value(result.type, f"{name}:result", after.memory)
        seen = _seen_by(after, known)
        promised: Any = True
        for contract, requires in zip(contracts, required, strict=True):
            ensured = algebra.disjunction(algebra.negation(requires), seen.evaluate(contract.ensures))
            promised = algebra.conjunction(promised, ensured)
        if call.target is not None:
            assert result is not None
            after.variables[call.target] = known[result]
        return self._going_on(here, promised, after)


def _seen_by(state: SymbolicState, values: Mapping[Variable, Value]) -> SymbolicState:
    """The state as a condition of the callee sees it."""
    seen = state.copy()
    seen.variables.update(values)
    return seen
