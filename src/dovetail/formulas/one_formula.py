"""A loop-free procedure, decided by one formula for each thing that could go wrong.

Where there is no loop, regions are not needed: all executions of a procedure with its calls replaced
(`modular`) are one formula, and a solver either finds one that fails or there is none. A failing one is a
*fabricated* execution: its inputs, and the calls that it would make with what they would give back. Whether
callees really do that is for the caller to find out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.formulas.model_inputs import vector_of
from dovetail.formulas.modular import MADE_UP, Alone, Site
from dovetail.program.automata import Edge, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.effects import Effects
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import Havoc
from dovetail.program.types import INT, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import Executed, FragmentExecution, Input
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_states import SymbolicState, any_value
from dovetail.semantics.symbolic_values import Value
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit

SECONDS = 5.0
"""For one question."""
MAX_TRIED = 60
"""Switches that are tried to be turned off, one by one."""


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call in a fabricated execution, with the values as they are in memory (bit patterns)."""

    callee: str
    arguments: tuple[Any, ...]
    before: dict[Variable, Any]
    result: Any
    after: dict[Variable, Any]


@dataclass(frozen=True, slots=True)
class Fabricated:
    """An execution that fails: which checks (by number; None for what is unsupported), which posts (by
    index), on which inputs, by which calls."""

    checks: tuple[int | None, ...]
    posts: tuple[int, ...]
    vector: InputVector
    calls: tuple[MadeCall, ...]
    reason: str = ""
    given: Mapping[Variable, Any] = field(default_factory=dict)
    """Parameters and globals at the entry, by the variables that stand for them (`entry_value`), if the
    execution returns."""


class OneFormula:
    """All executions of one procedure without calls or loops."""

    def __init__(
        self,
        program: Program,
        alone: Alone,
        posts: Sequence[Expr],
        effects: Mapping[str, Effects],
        limit: Limit,
        switches: Collection[Variable] = (),
    ) -> None:
        self._program = program
        self._alone = alone
        self._effects = effects
        self.solver = BitwuzlaSolver()
        self.solver.set_limits(limit)
        self._algebra: Symbolic[Any] = Symbolic(self.solver.terms, program.target.pointer_bits)
        self._facts: list[Any] = []
        self._made: list[tuple[Site, tuple[Value, ...], dict[Variable, Value], Value | None]] = []
        self._after: list[dict[Variable, Value]] = []
        procedure = alone.procedure
        start = (
            SymbolicState.initial(program, self._algebra)
            if procedure.name == program.entry
            else SymbolicState.arbitrary(program, self._algebra, "start")
        )
        for switch in switches:
            start.variables[switch] = self._algebra.fresh(switch.type, f"switch:{switch.name}")
        self._switches = {
            self._algebra.term(self._algebra.negation(self._algebra.eq(value, 0, INT.width))): switch
            for switch, value in start.variables.items()
        }
        graph = cutpoint_graph(procedure)
        execution = FragmentExecution(self._algebra, call=self._call)
        self._executed: Executed = execution.run(procedure.entry, graph.region(procedure.entry), start)
        arrival = self._executed.arrivals.get(procedure.exit)
        self._returns: Any = False if arrival is None else arrival.guard
        self._given = {} if arrival is None else {v: arrival.state.variable(v) for v in alone.given}
        self._posts: list[Any] = [] if arrival is None else [arrival.state.evaluate(post) for post in posts]
        for fact in (*start.facts, *self._facts):
            if fact is not True:
                self.solver.add(self._algebra.term(fact))

    def _call(self, edge: Edge, state: SymbolicState) -> SymbolicState:
        """What the callee may write holds anything."""
        site = self._alone.calls[edge.source]
        effects = self._effects[site.callee]
        name = f"call{len(self._made) + 1}"
        arguments = tuple(state.variable(variable) for variable in site.arguments)
        before = {variable: state.variable(copy) for variable, copy in site.before.items()}
        for variable in site.before:
            if variable in effects.writes:
                state.variables[variable] = self._anything(
                    variable.type, f"{name}:{variable.name}", state.memory
                )
        result: Value | None = None
        if site.result is not None:
            result = self._anything(site.result.type, f"{name} result", state.memory)
            state.variables[site.result] = result
        self._made.append((site, arguments, before, result))
        self._after.append({variable: state.variable(variable) for variable in site.before})
        return state

    def _anything(self, type_: Type, name: str, memory: SymbolicMemory[Any]) -> Value:
        return any_value(type_, name, memory, self._facts)

    # Questions

    @property
    def numbers(self) -> set[int | None]:
        """Of all checks that there are."""
        return {obligation.ident for obligation in self._executed.obligations}

    def failing(
        self, checks: Collection[int | None] = (), posts: Collection[int] = ()
    ) -> Fabricated | Answer:
        """An execution in which something fails, apart from these checks and posts; UNSAT if there is none,
        UNKNOWN if the solver gives up."""
        either = self._wrong(checks, posts)
        if either is False:
            return Answer.UNSAT
        answer = self.solver.check([] if either is True else [self._algebra.term(either)])
        return self._fabricated() if answer is Answer.SAT else answer

    def needed(self, checks: Collection[int | None], posts: Collection[int]) -> frozenset[Variable] | None:
        """The switches that must be on so that nothing fails, apart from these; None if that is not
        enough."""
        either = self._wrong(checks, posts)
        if either is False:
            return frozenset()
        asked = [] if either is True else [self._algebra.term(either)]
        on = list(self._switches)
        if self.solver.check([*asked, *on]) is not Answer.UNSAT:
            return None
        on = [term for term in on if term in self.solver.core()]
        # A core is small, but rarely minimal. What was guessed last is the most special: it goes first.
        for term in reversed(on[-MAX_TRIED:]):
            rest = [other for other in on if other is not term]
            if len(rest) < len(on) and self.solver.check([*asked, *rest]) is Answer.UNSAT:
                core = self.solver.core()
                on = [other for other in rest if other in core]
        return frozenset(self._switches[term] for term in on)

    def _wrong(self, checks: Collection[int | None], posts: Collection[int]) -> Any:
        """The condition that something fails, apart from these."""
        algebra = self._algebra
        either: Any = False
        for obligation in self._executed.obligations:
            if obligation.ident not in checks:
                either = algebra.disjunction(either, obligation.wrong(algebra))
        for index, post in enumerate(self._posts):
            if index not in posts:
                wrong = algebra.conjunction(self._returns, algebra.negation(post))
                either = algebra.disjunction(either, wrong)
        return either

    def _fabricated(self) -> Fabricated:
        known = self._known
        checks: list[int | None] = []
        reason = ""
        for obligation in self._executed.obligations:
            if known(obligation.guard) and not known(obligation.condition):
                checks.append(obligation.ident)
                reason = reason or obligation.reason
        posts: list[int] = []
        if self._posts and known(self._returns):
            posts += (index for index, post in enumerate(self._posts) if not known(post))
        inputs = self._executed.inputs
        taken = {_token(given) for given in inputs if known(given.guard)}
        given = [one for one in inputs if _token(one) is None]
        calls = tuple(
            MadeCall(
                site.callee,
                tuple(map(known, arguments)),
                {variable: known(value) for variable, value in before.items()},
                known(result),
                {variable: known(value) for variable, value in after.items()},
            )
            for (site, arguments, before, result), after in zip(self._made, self._after, strict=True)
            if site.token in taken
        )
        return Fabricated(
            tuple(checks),
            tuple(posts),
            vector_of(given, self._program, self._algebra, self.solver.value),
            calls,
            reason,
            {variable: known(value) for variable, value in self._given.items()},
        )

    def _known(self, value: Any) -> Any:
        return None if value is None else self._algebra.evaluated(value, self.solver.value)


def _token(given: Input) -> Variable | None:
    """The variable of an input that is there to tell which calls are made, and in no vector."""
    statement = given.edge.statement
    return statement.target if isinstance(statement, Havoc) and statement.name.startswith(MADE_UP) else None
