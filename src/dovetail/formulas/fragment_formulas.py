"""The fragments that start at a cutpoint, as one formula with a solver of its own, and what its models are.

All paths to the next cutpoints are merged (`semantics.fragments`). What holds at the cutpoint anyway is told
to the solver once. A model of a question is a *step*: a state at the cutpoint, inputs, and the path that is
taken; the state is made concrete, so that the program can be run from there, and the states on the way are
witnesses for weakest preconditions.

What is asked is for strategies to say; nothing is known here of abstractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dovetail.execution.given_states import GivenCell, GivenObject, GivenState
from dovetail.execution.inputs import InputVector
from dovetail.formulas.model_inputs import vector_of
from dovetail.program.automata import Edge, Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, Variable
from dovetail.program.indexing import accesses
from dovetail.program.statements import Havoc
from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.fragments import Executed, FragmentExecution
from dovetail.semantics.memory import OBJECT_BITS
from dovetail.semantics.placing import Placing
from dovetail.semantics.symbolic import Symbolic, Value
from dovetail.semantics.symbolic_quantifiers import FEW, Use
from dovetail.semantics.symbolic_states import AnyStart, SymbolicState
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Pointer
from dovetail.semantics.weakest import Witness
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit, NoAnswerError, Solver

KnownFacts = Mapping[int, Sequence[Expr]]
"""By cutpoint, what holds in every execution that comes there."""


@dataclass(frozen=True, slots=True)
class Step:
    """From a cutpoint on, in a model. Without `state` it begins where the program does."""

    source: int
    state: GivenState | None
    inputs: InputVector
    path: tuple[Edge, ...]


class FragmentFormula:
    """From one cutpoint to the next ones. `initial` if that is the entry of the program, where there is one
    state."""

    def __init__(
        self,
        program: Program,
        graph: CutpointGraph,
        location: int,
        known: KnownFacts,
        *,
        seed: int = 0,
        solver: Solver[Any] | None = None,
        unset: bool = False,
        placed: bool = False,
        blocks: bool = False,
        elements: bool = True,
    ) -> None:
        """At the entry variables are zero, unless they are `unset`: then they hold anything, as they do for
        whoever checks a proof. `placed`: what is known outright is put in place; a model is then no state
        to start from. `blocks`: it will be asked about all blocks. Without `elements`, no question needs
        what is said of all elements of arrays."""
        self._elements = elements
        self.location = location
        self.program = program
        self.initial = location == graph.procedure.entry
        self.solver: Solver[Any] = solver or BitwuzlaSolver(seed=seed)
        self.algebra: Symbolic[Any] = Symbolic(self.solver.terms, program.target.pointer_bits)
        if graph.loop_heads:
            self.algebra.quantifiers.many = FEW
        if self.initial:
            self.start = (SymbolicState.unset if unset else SymbolicState.initial)(program, self.algebra)
        else:
            self.start = SymbolicState.arbitrary(program, self.algebra, "start")
        placing = Placing(self.start, known.get(location, ())) if placed and not self.initial else None
        # What a proof may not rest on is not taken for granted: the machine need not refuse a wrong access.
        self._followed: list[Value] | None = [] if blocks else None
        self._execution = FragmentExecution(
            self.algebra, accesses=False, looked_at=self._followed, byte_by_byte=not placed
        )
        self.algebra.blocks.assumed_of(self.start)
        region = list(graph.region(location))
        self.executed: Executed = self._execution.run(location, region, self.start)
        self._accesses = accesses(region)
        self._reads: dict[tuple[Pointer, Type], None] = dict.fromkeys(self.executed.reads)
        self._nothing = False
        """Is it known that no execution comes here?"""
        self._facts = 0
        """So many of the facts about the start have been told to the solver."""
        for fact in () if placing is None else placing.facts:
            self.add(fact)
        if not self.initial:
            self.assume(known.get(location, ()))

    @property
    def calls(self) -> int:
        return self.solver.statistics.calls

    def assume(self, facts: Iterable[Expr]) -> None:
        """More that holds in every execution that comes here."""
        for fact in facts:
            condition = self.evaluated(fact, self.start, Use.ASSUMED)
            self._nothing = self._nothing or condition is False
            self.add(condition)

    def evaluated(self, expr: Expr, state: SymbolicState, use: Use = Use.BOTH) -> Any:
        """What an expression is in the state at the cutpoint or in one at a target, and what it is there
        for. What it reads will be part of the states of steps."""
        read: list[Any] = []
        state.read = read
        try:
            return self.algebra.quantifiers.evaluated(expr, state, use)
        finally:
            state.read = None
            self._reads.update(dict.fromkeys(read))

    def add(self, condition: Any) -> None:
        """Take a condition for granted from now on."""
        if condition is not True:
            self.solver.add(self.algebra.term(condition))

    def ask(self, conditions: Sequence[Any], limit: Limit) -> Answer:
        """Can they hold together?"""
        if self._nothing or any(condition is False for condition in conditions):
            return Answer.UNSAT
        self._tell_facts()
        self._tell_elements()
        self.solver.set_limits(limit)
        return self.solver.check([self.algebra.term(one) for one in conditions if one is not True])

    def _tell_facts(self) -> None:
        """About variables that were not asked for before."""
        facts = self.start.facts
        for fact in facts[self._facts :]:
            self.add(fact)
        self._facts = len(facts)

    @property
    def states(self) -> Sequence[SymbolicState]:
        """Those that are asked about."""
        return (self.start,)

    def _tell_elements(self) -> None:
        """What is meant by what is said of all elements."""
        blocks = self.algebra.blocks
        if blocks.met:
            for lemma in list(blocks.lemmas(self._followed or ())):
                self.add(lemma)
            self._tell_facts()
        if self._elements:
            for lemma in list(self.algebra.quantifiers.lemmas(self._accesses, self.states)):
                self.add(lemma)

    # Models

    def known(self, value: Any) -> Any:
        """In the model of the last answer."""
        return self.algebra.evaluated(value, self.solver.value)

    def step(self, last: Edge | None = None) -> Step:
        """What the model of the last answer does, up to the next cutpoint or through an edge."""
        inputs = vector_of(self.executed.inputs, self.program, self.algebra, self.solver.value)
        path = self.executed.path(self.location, lambda condition: bool(self.known(condition)), last)
        return Step(self.location, None if self.initial else self._state(), inputs, tuple(path))

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
                state.variables[edge.statement.target] = self.known(value)
        return found

    def _state(self) -> GivenState:
        start = self.start.start
        assert isinstance(start, AnyStart)
        first = len(self.algebra.symbols) + 1
        values = _Values(self, start, first)
        variables: dict[Variable, Any] = {}
        for variable, value in start.values.items():
            variables[variable] = values.of(self.known(value))
        cells: dict[tuple[int, int, Type], GivenCell] = {}
        for pointer, type_ in self._reads:
            at = self.known(pointer)
            if not isinstance(at, Pointer) or not at.object:
                continue
            assert isinstance(at.object, int) and isinstance(at.offset, int)
            if (at.object, at.offset, type_) not in cells:
                found = values.of(self.known(start.memory.load(at, type_)))
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
        except (NotComputable, NoAnswerError):
            return None  # or the solver gave up on a model that knows it


class _Values:
    """Values of a model as an executor has them, and what the model says of the objects they point to."""

    def __init__(self, formula: FragmentFormula, start: AnyStart, first: int) -> None:
        self._formula = formula
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
        terms, value = self._formula.solver.terms, self._formula.solver.value
        index = terms.bits(number, OBJECT_WIDTH)
        self.objects[number] = GivenObject(
            int(value(terms.select(older.sizes, index))),
            bool(value(terms.select(older.heap, index))),
            bool(value(terms.select(older.alive, index))),
        )
