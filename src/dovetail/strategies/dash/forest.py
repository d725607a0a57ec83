"""The forest of tests (DASH, section 4.1): input vectors, and every state that they lead through.

A test is run by the executor for its path, then walked once more over the symbolic algebra, twice in
parallel: with its inputs as symbols and with its inputs as they were. States are kept as histories (for each
variable the steps at which it was written), so that the state before any step is there without a copy, and a
frontier deep in a test costs no re-execution. What does not depend on an input is the same in both walks and
is computed once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator
from itertools import islice
from typing import Any

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run, edges_of
from dovetail.formulas.symbolic_steps import step
from dovetail.formulas.test_inputs import Inputs
from dovetail.formulas.wild_pointers import AsTested
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import Expr, Variable, reads_memory, variables
from dovetail.program.statements import Assume, Check, CheckInfo
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Pages
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_states import ChangingState
from dovetail.semantics.symbolic_values import Pointer, Value, is_known
from dovetail.semantics.terms import Terms

MAX_RECORDED = 4_000
"""Steps of a test whose states are kept."""
NOTHING_NEW = 400
"""After so many steps in a row at locations that have been seen often enough, the rest is not kept."""
FIRST_VISITS, LAST_VISITS = 8, 4
"""Of a node in a test, that are put into regions."""


class History:
    """The values of one variable: which step wrote which."""

    __slots__ = ("concrete", "steps", "symbolic")

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.symbolic: list[Value] = []
        self.concrete: list[Value] = []

    def at(self, step: int) -> int:
        """The index of the last write before a step; -1 if there is none."""
        return bisect_right(self.steps, step) - 1


@dataclass(frozen=True, slots=True)
class Constraint:
    """What a branch at a step demanded of the inputs."""

    step: int
    term: Any


class Test:
    """One execution: its path, its states, the constraints on its inputs."""

    __test__ = False  # not for pytest

    def __init__(
        self,
        number: int,
        program: Program,
        algebra: Symbolic[Any],
        run: Run,
        edges: list[Edge],
        wanted: int = 0,
    ) -> None:
        """`wanted` steps are recorded in any case."""
        self.number = number
        self.program = program
        self.algebra = algebra
        self.run = run
        self.edges = edges
        self.inputs = Inputs(program, algebra, run, f"t{number}")
        self._taken: list[int] = []
        """How many inputs were taken before each step."""
        self._histories: dict[Variable, History] = {}
        self._memory_steps: list[int] = [-1]
        self._pins = AsTested(self.inputs)
        self._pinned: dict[Any, tuple[int, int]] = {}
        """By the root of a term: the step at which it was pinned, and its value."""
        self._memories: list[tuple[SymbolicMemory[Any], SymbolicMemory[Any]]] = [
            (
                SymbolicMemory.initial(program, algebra, self.inputs.wild),
                SymbolicMemory.initial(program, algebra, Pages(self.inputs.pages)),
            )
        ]
        self._known: dict[tuple[Expr, tuple[int, ...]], Any] = {}
        self.constraints: list[Constraint] = []
        self._prefixes: list[Any] = []
        self.recorded = 0
        self._record(wanted)

    # -- recording

    def _record(self, wanted: int) -> None:
        """ExecuteSymbolic (DASH, Fig. 13), lines 2 to 15, for all places of the test at once: the symbolic
        memory S as histories, the path constraint φ1 as `constraints`."""
        seen: dict[int, int] = {}
        last_new = 0
        symbolic = TestState(self, symbolic=True)
        concrete = TestState(self, symbolic=False)
        for index, edge in enumerate(self.edges):
            seen[edge.source] = visits = seen.get(edge.source, 0) + 1
            if visits <= FIRST_VISITS:
                last_new = index
            elif index > max(wanted, last_new + NOTHING_NEW):
                break
            symbolic.step = concrete.step = index
            self._taken.append(len(self.inputs.taken))
            statement = edge.statement
            if isinstance(statement, (Assume, Check)):
                self._constrain(index, statement.condition, symbolic)
            else:
                step(statement, symbolic, concrete, self.inputs)
            self.recorded = index + 1
            if self._pins.conditions:
                self._note_pins(index)

    def _constrain(self, index: int, condition: Expr, state: TestState) -> None:
        value = state.evaluate(condition)
        if not is_known(value):
            self.constraints.append(Constraint(index, value))

    def _note_pins(self, index: int) -> None:
        self.constraints += (Constraint(index, condition) for condition in self._pins.conditions)
        self._pins.conditions.clear()
        for root, value in self._pins.roots.items():
            self._pinned.setdefault(root, (index, value))

    def pinned_before(self, step: int) -> dict[Any, int]:
        """Wild pointers that have been followed before a step, by the roots of their terms."""
        return {root: value for root, (index, value) in self._pinned.items() if index < step}

    def destination(self, pointer: Pointer, size: Any) -> Pointer:
        """Where a pointer that may be wild leads, in terms of inputs that lead there."""
        return self._pins.follow(pointer, size)

    def assign(self, variable: Variable, step: int, value: Value, *, symbolic: bool) -> None:
        """The symbolic value comes first, the concrete one after it."""
        history = self._histories.get(variable)
        if history is None:
            history = self._histories[variable] = History()
        if symbolic:
            history.steps.append(step + 1)
            history.symbolic.append(value)
        else:
            history.concrete.append(value)

    def set_memory(self, step: int, memory: SymbolicMemory[Any], *, symbolic: bool) -> None:
        if symbolic:
            self._memory_steps.append(step + 1)
            self._memories.append((memory, self._memories[-1][1]))
        else:
            self._memories[-1] = (self._memories[-1][0], memory)

    def inputs_at(self, step: int) -> Inputs:
        """The inputs taken before a step, to go on from there in another way."""
        return self.inputs.branch(self._taken[step] if step < len(self._taken) else len(self.inputs.taken))

    # -- states

    def value(self, variable: Variable, step: int, *, symbolic: bool) -> Value:
        """The variable before a step."""
        history = self._histories.get(variable)
        index = history.at(step) if history is not None else -1
        if history is None or index < 0:
            return self.algebra.zero(variable.type)
        return history.symbolic[index] if symbolic else history.concrete[index]

    def memory(self, step: int, *, symbolic: bool) -> SymbolicMemory[Any]:
        index = bisect_right(self._memory_steps, step) - 1
        return self._memories[index][0 if symbolic else 1]

    def holds(self, expr: Expr, step: int) -> bool:
        """Is a condition true in the concrete state before a step? What was read outside of every object is
        not known; then the condition is not known to hold."""
        return self._evaluated(expr, step, symbolic=False) is True

    def denied(self, expr: Expr, step: int) -> bool:
        """Is a condition false before a step, whatever the inputs of a test that follows the same path?"""
        return self._evaluated(expr, step, symbolic=True) is False

    def _evaluated(self, expr: Expr, step: int, *, symbolic: bool) -> Any:
        """It is asked again and again about states in which what it reads has not changed, so the answer is
        remembered by the writes that it sees."""
        seen: list[int] = [symbolic]
        for variable in variables(expr):
            history = self._histories.get(variable)
            seen.append(-1 if history is None else history.at(step))
        if reads_memory(expr):
            seen.append(bisect_right(self._memory_steps, step))
        key = (expr, tuple(seen))
        if key not in self._known:
            value = TestState(self, symbolic=symbolic, step=step).evaluate(expr)
            self._known[key] = value if is_known(value) else None
        return self._known[key]

    def visits(self, nodes: Container[int], wanted: int = 0) -> Iterator[tuple[int, int]]:
        """Steps before which the test was at one of the nodes; of one in a loop, the first and last few, and
        the one that the test was made for."""
        steps: dict[int, list[int]] = {}
        for index in range(self.recorded):
            source = self.edges[index].source
            if source in nodes:
                steps.setdefault(source, []).append(index)
        for node, found in steps.items():
            kept = (
                found
                if len(found) <= FIRST_VISITS + LAST_VISITS
                else found[:FIRST_VISITS] + found[-LAST_VISITS:]
            )
            if wanted in found and wanted not in kept:
                kept.append(wanted)
            for index in kept:
                yield index, node

    @property
    def fault(self) -> tuple[int, Edge] | None:
        """The step and the edge on which the run ended as undefined; None if it did not, or if the states up
        to there are not known."""
        if self.run.end.kind is not EndKind.UNDEFINED or not self.run.stack:
            return None
        edge, count = self.run.stack[-1].edge, len(self.edges)
        if self.recorded < count or self.run.steps > count:
            return None
        if self.edges and self.edges[-1] is edge:
            return count - 1, edge
        here = self.edges[-1].target if self.edges else edge.source
        return (count, edge) if here == edge.source else None

    def checks_passed(self) -> Iterator[CheckInfo]:
        for edge in self.edges:
            if isinstance(edge.statement, Check):
                yield edge.statement.info

    def prefix(self, step: int) -> Any | None:
        """The conjunction of the constraints before a step, as one term; None if there are none."""
        count = 0
        while count < len(self.constraints) and self.constraints[count].step < step:
            if count == len(self._prefixes):
                term = self.algebra.term(self.constraints[count].term)
                if count:
                    term = self.algebra.terms.conjunction(self._prefixes[count - 1], term)
                self._prefixes.append(term)
            count += 1
        return self._prefixes[count - 1] if count else None


class TestState(ChangingState):
    """The state of a test before a step, concrete or symbolic."""

    __test__ = False
    __slots__ = ("step", "symbolic", "test")

    def __init__(self, test: Test, *, symbolic: bool, step: int = 0) -> None:
        self.algebra = test.algebra
        self.test = test
        self.symbolic = symbolic
        self.step = step

    def variable(self, variable: Variable) -> Value:
        return self.test.value(variable, self.step, symbolic=self.symbolic)

    @property
    def memory(self) -> SymbolicMemory[Any]:
        return self.test.memory(self.step, symbolic=self.symbolic)

    def destination(self, pointer: Any, size: Any) -> Any:
        return self.test.destination(pointer, size) if self.symbolic else pointer

    def assign(self, variable: Variable, value: Value) -> None:
        self.test.assign(variable, self.step, value, symbolic=self.symbolic)

    def remember(self, memory: SymbolicMemory[Any]) -> None:
        self.test.set_memory(self.step, memory, symbolic=self.symbolic)


class Forest:
    """The forest F (DASH, section 4.1): all tests of a program. The parent of a state is the one before it in
    its test."""

    def __init__(self, program: Program, executor: Executor, terms: Terms[Any]) -> None:
        self.program = program
        self.executor = executor
        self.algebra: Symbolic[Any] = Symbolic(terms, program.target.pointer_bits)
        self.tests: list[Test] = []

    def made(self, vector: InputVector, max_steps: int, wanted: int = 0) -> Test:
        """A test, which is not in the forest yet."""
        run = self.executor.run(vector, max_steps=max_steps)
        edges = [taken.edge for taken in islice(edges_of(self.program, run), MAX_RECORDED)]
        return Test(len(self.tests), self.program, self.algebra, run, edges, wanted)

    def add(self, test: Test) -> None:
        """The test that was made last."""
        assert test.number == len(self.tests)
        self.tests.append(test)
