"""Whole paths executed forward, from the start of the program, with inputs as symbols.

Where a weakest precondition over expressions is lost in memory, this is not: on a path from the start every
object has a known number. Uninitialised memory is a piece of input, and a wild pointer leads to a place of
its own, where the input has memory (docs/design/wild.md). What is known is computed, so that a path whose
conditions contradict each other without any input dies without a solver.

Paths share their beginnings: of the last one the states between steps are kept, and beginnings that cannot
be taken are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.ledger.symbolic_steps import Overlay, State
from dovetail.ledger.test_inputs import Inputs
from dovetail.ledger.wild_pointers import Apart
from dovetail.program.automata import Program
from dovetail.program.expressions import BinaryOp, Conditional, Expr, Load, Variable, operands, reads_memory
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Skip,
    Statement,
    Storage,
    Store,
    Unsupported,
    expressions_of,
)
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_values import Pointer, Value, is_known
from dovetail.semantics.wild import PAGE
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.abstract.system import Chain

_NO_RUN = Run(End(EndKind.NORMAL), 0, (), None, ())
MAX_BYTES = 1 << 20
"""Of uninitialised memory that is asked for at once."""
SIZES = (256, 1 << 16)
"""Bytes that a piece of uninitialised memory may have whose size depends on inputs."""
_NO_ANSWER = "the solver gave up on a path"
_TOO_LARGE = "a path needs more uninitialised memory than is tried"
_OTHER_SIZE = "a path has uninitialised memory of a size that is not known"


class _Start(State):
    """The start of the program: every variable is zero until it is written."""

    __slots__ = ("_memory",)

    def __init__(self, algebra: Symbolic[Any], memory: SymbolicMemory[Any]) -> None:
        super().__init__(algebra)
        self._memory = memory

    def variable(self, variable: Variable) -> Value:
        return self.algebra.zero(variable.type)

    @property
    def memory(self) -> SymbolicMemory[Any]:
        return self._memory


class _Places(Apart):
    """Wild pointers, each at a place of its own."""

    def copy(self, inputs: Inputs) -> _Places:
        made = _Places(inputs, self.roots, numbers=self._numbers)
        made.conditions = list(self.conditions)
        made.touched = dict(self.touched)
        made._count, made._next = self._count, self._next
        return made


class _Contradiction(Exception):
    """No execution goes on."""


@dataclass(slots=True)
class _Standing:
    """How far a path was executed: after a step. Conditions are terms; `pinned` of those of wild pointers
    are among them."""

    state: Overlay
    inputs: Inputs
    pins: _Places
    conditions: list[Any] = field(default_factory=list)
    pinned: int = 0
    sizes: list[Any] = field(default_factory=list)
    """Of pieces of uninitialised memory, as far as they are not known."""
    chosen: tuple[int, ...] = ()
    """What those are to be, if that has been decided."""

    def copy(self) -> _Standing:
        inputs = Inputs(self.inputs.program, self.inputs.algebra, _NO_RUN, self.inputs.prefix)
        inputs.taken = list(self.inputs.taken)
        inputs.pages, inputs.wild = self.inputs.pages, self.inputs.wild
        pins = self.pins.copy(inputs)
        state = self.state.copy()
        state.pins = pins
        return _Standing(
            state, inputs, pins, list(self.conditions), self.pinned, list(self.sizes), self.chosen
        )


class _Beginning:
    """A tree of beginnings of paths; `dead` if no execution takes it."""

    __slots__ = ("dead", "more")

    def __init__(self) -> None:
        self.dead = False
        self.more: dict[int, _Beginning] = {}


@dataclass(frozen=True, slots=True)
class Refuted:
    """No execution takes the path. `steps` of its beginning are enough to see that, if the solver was not
    needed, or its core says so; the condition at the end is one more."""

    steps: int
    asked: bool


@dataclass(frozen=True, slots=True)
class GaveUp:
    reason: str


class Walker:
    """Executes paths of the entry procedure of a Program."""

    def __init__(self, program: Program, solver: Solver[Any]) -> None:
        self.program = program
        self.solver = solver
        self.algebra: Symbolic[Any] = Symbolic(solver.terms, program.target.pointer_bits)
        inputs = Inputs(program, self.algebra, _NO_RUN, "input")
        start = _Start(self.algebra, SymbolicMemory.initial(program, self.algebra, inputs.wild))
        pins = _Places(inputs)
        self._stack: list[tuple[int, _Standing]] = [(0, _Standing(Overlay(start, pins), inputs, pins))]
        """The states along the last path, each after a step (by identity)."""
        self._root = _Beginning()
        self._kept: dict[int, Chain] = {}

    def instance(self, steps: Sequence[Chain], condition: Expr) -> InputVector | Refuted | GaveUp:
        """An input with which the program takes these steps from its entry and has the condition then."""
        dead = self._known_dead(steps)
        if dead is not None:
            return Refuted(dead, asked=False)
        try:
            for number in range(self._shared(steps), len(steps)):
                standing = self._stack[-1][1].copy()
                self._take(steps[number], standing)
                self._kept[id(steps[number])] = steps[number]
                self._stack.append((id(steps[number]), standing))
        except _Contradiction:
            self._bury(steps, len(self._stack))
            return Refuted(len(self._stack), asked=False)
        except NotComputable as error:
            return GaveUp(str(error))
        end = self._stack[-1][1].copy()
        try:
            self._conditions(end, condition)
        except _Contradiction:
            return Refuted(len(steps) + 1, asked=False)
        except NotComputable as error:
            return GaveUp(str(error))
        return self._solved(steps, condition, end)

    def _shared(self, steps: Sequence[Chain]) -> int:
        """How many steps are those of the last path; what came after them is dropped."""
        shared = 0
        for step, (last, _) in zip(steps, self._stack[1:], strict=False):
            if last != id(step):
                break
            shared += 1
        del self._stack[shared + 1 :]
        return shared

    def _take(self, step: Chain, standing: _Standing) -> None:
        for edge in step.edges:
            self._execute(edge.statement, standing)

    def _solved(
        self, steps: Sequence[Chain], condition: Expr, end: _Standing
    ) -> InputVector | Refuted | GaveUp:
        if not end.conditions and not end.sizes:
            return end.inputs.vector(_zero, end.pins)
        match self.solver.check(end.conditions):
            case Answer.SAT if end.sizes:
                return self._sized(steps, condition, end)
            case Answer.SAT:
                return end.inputs.vector(self.solver.value, end.pins, end.conditions)
            case Answer.UNSAT:
                return self._refused(steps, end)
            case _:
                return GaveUp(_NO_ANSWER)

    def _refused(self, steps: Sequence[Chain], end: _Standing) -> Refuted | GaveUp:
        if end.pins.conditions:
            # Perhaps only because of the places that were chosen for wild pointers.
            return GaveUp("wild pointers have no places of their own on a path")
        number = self._needed(set(self.solver.core()))
        if number <= len(steps):
            self._bury(steps, number)
        return Refuted(number, asked=True)

    def _sized(self, steps: Sequence[Chain], condition: Expr, end: _Standing) -> InputVector | GaveUp:
        """Sizes come first, small ones if that can be; then the path once more, with pieces that large."""
        width = self.algebra.pointer_bits
        for most in SIZES:
            small = [self.algebra.ule(size, most, width) for size in end.sizes]
            asked = [self.algebra.term(one) for one in small if not is_known(one)]
            answer = self.solver.check([*end.conditions, *asked])
            if answer is not Answer.UNSAT:
                break
        if answer is not Answer.SAT:
            return GaveUp(
                _NO_ANSWER if answer is Answer.UNKNOWN else "memory of no size that there is room for"
            )
        again = self._stack[0][1].copy()
        again.chosen = tuple(self._number(size) for size in end.sizes)
        try:
            for step in steps:
                self._take(step, again)
            self._conditions(again, condition)
        except (_Contradiction, NotComputable):
            return GaveUp(_OTHER_SIZE)
        if self.solver.check(again.conditions) is not Answer.SAT:
            return GaveUp(_OTHER_SIZE)
        return again.inputs.vector(self.solver.value, again.pins, again.conditions)

    def _number(self, value: Any) -> int:
        found = self.algebra.evaluated(value, self.solver.value)
        assert isinstance(found, int)
        return found

    def _needed(self, core: set[Any]) -> int:
        """After how many steps all conditions of a core are there."""
        for number, (_, standing) in enumerate(self._stack):
            if core <= set(standing.conditions):
                return number
        return len(self._stack)

    def _known_dead(self, steps: Sequence[Chain]) -> int | None:
        here = self._root
        for number, step in enumerate(steps):
            following = here.more.get(id(step))
            if following is None:
                return None
            if following.dead:
                return number + 1
            here = following
        return None

    def _bury(self, steps: Sequence[Chain], number: int) -> None:
        here = self._root
        for step in steps[:number]:
            self._kept[id(step)] = step
            here = here.more.setdefault(id(step), _Beginning())
        here.dead = True
        here.more.clear()

    # Statements

    def _execute(self, statement: Statement, at: _Standing) -> None:
        state = at.state
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                self._conditions(at, condition)
                return
            case Halt():
                raise _Contradiction
            case Unsupported(reason=reason):
                raise NotComputable(reason)
            case Call(procedure=procedure):
                raise NotComputable(f"a call of {procedure} on a path")
            case Skip():
                return
        for expr in expressions_of(statement):
            self._readable(at, expr)
        state.follow(statement)
        match statement:
            case Assign(target=target, value=value):
                state.assign(target, state.evaluate(value))
            case Havoc(target=target):
                state.assign(target, at.inputs.scalar(statement)[0])
            case Store(address=address, value=value):
                stored, size = state.evaluate(value), size_of(value.type, self.algebra.pointer_bits)
                place = self._accessed(at, address, size)
                state.remember(state.memory.store(place, stored, value.type))
            case Copy(to=to, source=source, size=size):
                length = self._length(at, size)
                place, origin = self._accessed(at, to, length), self._accessed(at, source, length)
                state.remember(state.memory.copy(place, origin, length))
            case Fill(to=to, byte=byte, size=size):
                length = self._length(at, size)
                place = self._accessed(at, to, length)
                state.remember(state.memory.fill(place, state.evaluate(byte), length))
            case Allocate(target=target, size=size, storage=storage):
                memory, made = state.memory.allocate(self._length(at, size), heap=storage is Storage.HEAP)
                state.remember(memory)
                state.assign(target, made)
            case Free(pointer=pointer):
                freed = state.evaluate(pointer)
                self._add(at, state.memory.freeable(freed))
                state.remember(state.memory.end(freed))
            case EndLifetime(pointer=pointer):
                state.remember(state.memory.end(state.evaluate(pointer)))
            case HavocMemory(address=address, size=size):
                self._uninitialised(at, statement, self._length(at, size))
            case _:
                pass
        self._pinned(at)

    def _uninitialised(self, at: _Standing, statement: HavocMemory, length: Any) -> None:
        state, width = at.state, self.algebra.pointer_bits
        place = self._accessed(at, statement.address, length)
        if not isinstance(length, int):
            at.sizes.append(length)
            if len(at.sizes) > len(at.chosen):
                # Which bytes are there to be given is known when there is a size.
                name = f"bytes.{len(at.inputs.taken)}"
                at.inputs.memory(statement, 0)
                state.remember(state.memory.havoc(place, length, name))
                return
            size = at.chosen[len(at.sizes) - 1]
            self._add(at, self.algebra.eq(length, size, width))
            length = size
        if length > MAX_BYTES:
            raise NotComputable(f"{length} bytes of uninitialised memory on a path")
        symbols, _ = at.inputs.memory(statement, length)
        state.remember(state.memory.supply(place, length, symbols))

    def _length(self, at: _Standing, size: Expr) -> Any:
        return at.state.memory.life.as_size(at.state.evaluate(size), getattr(size.type, "width", None))

    # Conditions

    def _conditions(self, at: _Standing, condition: Expr) -> None:
        self._readable(at, condition)
        self._add(at, at.state.evaluate(condition))
        self._pinned(at)

    def _add(self, at: _Standing, value: Any) -> None:
        if value is False:
            raise _Contradiction
        if value is not True:
            assert not is_known(value)
            term = self.algebra.term(value)
            if term not in at.conditions:
                at.conditions.append(term)

    def _pinned(self, at: _Standing) -> None:
        """What was said of wild pointers on the way holds as well."""
        for condition in at.pins.conditions[at.pinned :]:
            self._add(at, condition)
        at.pinned = len(at.pins.conditions)

    def _readable(self, at: _Standing, expr: Expr) -> None:
        """A read outside of every object would end the run."""
        if reads_memory(expr):
            for load in certain_loads(expr):
                self._accessed(at, load.address, size_of(load.type, self.algebra.pointer_bits))

    def _accessed(self, at: _Standing, address: Expr, size: Any) -> Any:
        """Where an access goes, which must be somewhere."""
        pointer = at.state.evaluate(address)
        place = at.state.destination(pointer, size)
        assert isinstance(place, Pointer)
        if size == 0:
            return place
        if place.object == 0 and isinstance(place.offset, int):
            if place.offset < PAGE:
                raise _Contradiction
        else:
            self._add(at, at.state.memory.valid(place, size))
        return place


def certain_loads(expr: Expr) -> list[Load]:
    """The reads that take place whenever an expression is evaluated, inner ones first."""
    found: list[Load] = []
    waiting = [expr]
    while waiting:
        here = waiting.pop()
        if not reads_memory(here):
            continue
        if isinstance(here, Load):
            found.append(here)
        if isinstance(here, Conditional):
            waiting.append(here.condition)
        elif isinstance(here, BinaryOp) and here.op.logical:
            waiting.append(operands(here)[0])
        else:
            waiting.extend(here.children)
    found.reverse()
    return found


def _zero(term: Any) -> int:
    return 0
