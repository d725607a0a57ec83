"""Symbolic states: what variables and memory hold, in terms of where the execution started.

A state starts somewhere: with the program, where everything is known, or at a cutpoint, where variables hold
anything and memory is unknown. What a start says of a variable is only asked when the variable is first read,
so that a procedure of thousands of variables costs no more than those in use.

Facts about a cutpoint's state (docs/design/symbolic.md, "Objects and freshness") are true of every state that
the program can reach there. They are handed to the solver as assertions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Expr,
    ForAllBlocks,
    Quantifier,
    Sum,
    Valid,
    Variable,
    conjuncts,
)
from dovetail.program.types import BOOL, ArrayType, IntType, PointerType, Type
from dovetail.semantics.symbolic import Pointer, Symbolic, Value
from dovetail.semantics.symbolic_contents import Source
from dovetail.semantics.symbolic_ghosts import GhostMap
from dovetail.semantics.symbolic_limits import NONE, Limits, common, learned
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_orders import GhostOrder
from dovetail.semantics.symbolic_reading import SymbolicReading
from dovetail.semantics.symbolic_targets import limited, without
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Fresh, identical, is_known


class Start(Protocol):
    """Where a state comes from: the value of a variable that was not written since."""

    def variable(self, variable: Variable) -> Value: ...


class ProgramStart:
    """The start of the program: every variable is zero until it is written."""

    __slots__ = ("algebra",)

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self.algebra = algebra

    def variable(self, variable: Variable) -> Value:
        return self.algebra.zero(variable.type)


class AnyVariables:
    """The start of the program, as a proof has it: variables hold anything until they are written. What rests
    on their being zero would be about variables that the program has not begun to use."""

    __slots__ = ("facts", "memory", "values")

    def __init__(self, memory: SymbolicMemory[Any]) -> None:
        self.memory = memory
        self.facts: list[Value] = []
        self.values: dict[Variable, Value] = {}

    def variable(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        if found is None:
            name = f"unset:{variable.scope}:{variable.name}"
            found = self.values[variable] = any_value(variable.type, name, self.memory, self.facts)
        return found


class AnyStart:
    """Any state at a cutpoint. `name` makes its symbols different from those of other starts."""

    __slots__ = ("algebra", "facts", "memory", "name", "values")

    def __init__(self, program: Program, algebra: Symbolic[Any], name: str) -> None:
        self.algebra = algebra
        self.name = name
        self.memory: SymbolicMemory[Any] = SymbolicMemory.unknown(program, algebra, name)
        self.facts: list[Value] = list(self.memory.life.facts)
        """Grows as variables are asked for."""
        self.values: dict[Variable, Value] = {}

    def variable(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        if found is None:
            name = f"{self.name}:{variable.scope}:{variable.name}"
            found = self.values[variable] = any_value(variable.type, name, self.memory, self.facts)
        return found


def any_value(type_: Type, name: str, memory: SymbolicMemory[Any], facts: list[Value]) -> Value:
    """Any value that a variable can hold beside this memory: a pointer points into an object that exists, and
    that is one of the facts."""
    algebra, following = memory.algebra, memory.life.next
    if isinstance(type_, ArrayType) and type_.count is None:
        ghost: Any = (
            GhostOrder.any(algebra, name, following)
            if type_.element == BOOL
            else GhostMap.any(algebra, type_, name, following)
        )
        return ghost  # type: ignore[no-any-return]
    counter = following.counter if isinstance(following, Fresh) and following.index == 0 else None
    value: Value = algebra.arbitrary(type_, name, counter)
    if isinstance(value, Pointer):
        facts.append(algebra.ult(value.object, number_of_next(memory), OBJECT_WIDTH))
    return value


def number_of_next(memory: SymbolicMemory[Any]) -> Any:
    """The number that the next object to be allocated gets: greater than that of any that exists."""
    following = memory.life.next
    return memory.algebra.number(following) if isinstance(following, Fresh) else following


class ChangingState(SymbolicReading):
    """A state that statements change, in place."""

    __slots__ = ()

    def assign(self, variable: Variable, value: Value) -> None:
        raise NotImplementedError

    def remember(self, memory: SymbolicMemory[Any]) -> None:
        """Memory has become this."""
        raise NotImplementedError


class SymbolicState(ChangingState):
    """What was written since a start; `copy` before going two ways."""

    __slots__ = ("impossible", "limits", "memory", "read", "result", "start", "variables")

    def __init__(
        self,
        algebra: Symbolic[Any],
        start: Start,
        memory: SymbolicMemory[Any],
        variables: dict[Variable, Value] | None = None,
        result: Value | None = None,
    ) -> None:
        self.read: list[tuple[Value, Type]] | None = None
        """If it is a list: everything that is read from memory is noted there."""
        self.algebra = algebra
        self.start = start
        self.memory: SymbolicMemory[Any] = memory
        self.variables: dict[Variable, Value] = {} if variables is None else variables
        """What was written since the start."""
        self.result = result
        """What the procedure returned, once it has."""
        self.impossible: frozenset[Any] = frozenset()
        """Conditions that do not hold wherever control comes with this state: pointers lead nowhere under
        them. So the state is one only together with the condition under which control is here."""
        self.limits: Limits = NONE
        """Between which numbers terms lie there."""

    @staticmethod
    def initial(program: Program, algebra: Symbolic[Any], wild: Source | None = None) -> SymbolicState:
        """The state in which the program starts, and what is outside of its objects."""
        return SymbolicState(algebra, ProgramStart(algebra), SymbolicMemory.initial(program, algebra, wild))

    @staticmethod
    def unset(program: Program, algebra: Symbolic[Any]) -> SymbolicState:
        """The same, with variables that hold anything."""
        memory = SymbolicMemory.initial(program, algebra)
        return SymbolicState(algebra, AnyVariables(memory), memory)

    @staticmethod
    def arbitrary(program: Program, algebra: Symbolic[Any], name: str) -> SymbolicState:
        """Any state at a cutpoint; `start.facts` has what is known of it."""
        start = AnyStart(program, algebra, name)
        return SymbolicState(algebra, start, start.memory)

    @property
    def facts(self) -> list[Value]:
        """Conditions that hold in every state that the start stands for, for the variables asked for so
        far."""
        return self.start.facts if isinstance(self.start, AnyStart | AnyVariables) else []

    def fact_terms(self) -> Iterator[Any]:
        """The facts that are not plain to see, for a solver."""
        return (self.algebra.term(fact) for fact in self.facts if not is_known(fact))

    def copy(self) -> SymbolicState:
        made = SymbolicState(self.algebra, self.start, self.memory, dict(self.variables), self.result)
        made.impossible, made.limits = self.impossible, self.limits
        return made

    def wherever(self) -> SymbolicState:
        """A copy that knows nothing of where control is. What a symbol stands for is said in such a one: the
        same symbol may be asked about where control has come on another way."""
        return SymbolicState(self.algebra, self.start, self.memory, dict(self.variables), self.result)

    def learn(self, condition: Expr, holds: Any) -> None:
        """The state behind a condition knows what it says, as far as that is plain. `holds`: its value."""
        self.limits, self.impossible = self._learned(condition, holds)

    def knowing(self, condition: Expr, holds: Any) -> SymbolicState:
        """The same, in a state of its own if there is anything to know."""
        limits, impossible = self._learned(condition, holds)
        if limits is self.limits and impossible is self.impossible:
            return self
        after = self.copy()
        after.limits, after.impossible = limits, impossible
        return after

    def _learned(self, condition: Expr, holds: Any) -> tuple[Limits, frozenset[Any]]:
        nowhere = self._not_led_to(condition)
        impossible = self.impossible.union(nowhere) if nowhere else self.impossible
        return learned(self.algebra.spans, holds, self.limits), impossible

    def _not_led_to(self, condition: Expr) -> list[Any]:
        """Conditions that do not hold from where this one does: what it says of where pointers do not
        lead."""
        found: list[Any] = []
        for part in conjuncts(condition):
            match part:
                case Valid(pointer=pointer, size=size):
                    assert isinstance(size.type, IntType)
                    place, extent = self.evaluate(pointer), self.evaluate(size)
                    found += self.memory.leading_nowhere(place, extent, size.type.width)
                case BinaryOp(op=Binary.EQ | Binary.NE, left=left) if isinstance(left.type, PointerType):
                    found.append(self.algebra.negation(self.evaluate(part)))
        return found

    def narrowed(self, pointer: Any) -> Any:
        return limited(self.algebra, without(self.algebra, pointer, self.impossible), self.limits)

    def valid(self, pointer: Value, size: Value, width: int) -> Any:
        return super().valid(self.narrowed(pointer), size, width)

    def remember(self, memory: SymbolicMemory[Any]) -> None:
        self.memory = memory

    def variable(self, variable: Variable) -> Value:
        found = self.variables.get(variable)
        return self.start.variable(variable) if found is None else found

    def assign(self, variable: Variable, value: Value) -> None:
        self.variables[variable] = value

    def load(self, pointer: Any, type: Type) -> Any:
        if self.read is not None:
            self.read.append((pointer, type))
        return super().load(self.narrowed(pointer), type)

    def quantified(self, expr: Quantifier, low: Value, high: Value) -> Any:
        if isinstance(expr, ForAllBlocks):
            return self.algebra.blocks.for_all(expr, self)
        if isinstance(expr, Sum):
            return self.algebra.quantifiers.total(expr, low, high, self)
        return self.algebra.quantifiers.quantified(expr, low, high, self)

    def merged(self, condition: Any, other: SymbolicState) -> SymbolicState:
        """This state if the condition holds, the other one if not. Both have the same start."""
        variables = dict(self.variables)
        here, there = self.variables.get, other.variables
        # Of thousands of variables few differ: those that do not must cost as little as possible.
        differing = [variable for variable, value in there.items() if here(variable) is not value]
        differing += (variable for variable in variables if variable not in there)
        for variable in differing:
            mine, others = self.variable(variable), other.variable(variable)
            if not identical(mine, others):
                mine = self.algebra.settled(self.algebra.choose(condition, mine, others), variable.type)
            variables[variable] = mine
        result = self.result if self.result is not None else other.result
        if self.result is not None and other.result is not None:
            result = self.algebra.choose(condition, self.result, other.result)
        memory = self.memory.merged(condition, other.memory)
        made = SymbolicState(self.algebra, self.start, memory, variables, result)
        made.impossible = self.impossible & other.impossible
        made.limits = common(self.limits, other.limits)
        return made
