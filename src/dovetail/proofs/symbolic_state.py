"""States for the checker: what variables and memory hold on a walk, in terms of where the walk started.

A walk starts in the program's initial memory or in any memory, and with any values of the variables: they
become symbols when first asked for. Pointers among them point into objects that exist, which is said to the
solver as a fact (docs/design/symbolic.md, "Objects and freshness").

What a statement does is defined here for the statements that only change the state; control flow, checks and
calls are the walk's.
"""

from __future__ import annotations

from typing import Any

from dovetail.program.automata import Program
from dovetail.program.effects import Effects
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import (
    Allocate,
    Assign,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Skip,
    Statement,
    Store,
)
from dovetail.program.types import IntType, Type
from dovetail.semantics.symbolic import Bits, Pointer, Symbolic, Value
from dovetail.semantics.symbolic_contents import Unknown
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_reading import SymbolicReading
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Fresh


class Start:
    """Where a walk starts. `facts` are conditions that every such state meets."""

    def __init__(self, program: Program, algebra: Symbolic[Any], *, initial: bool) -> None:
        self.program = program
        self.algebra = algebra
        self.facts: list[Any] = []
        self.values: dict[Variable, Value] = {}
        self._names = 0
        wild = Unknown("wild")
        self.memory = SymbolicMemory.initial(program, algebra, wild) if initial else self.any_memory("start")

    def any_memory(self, stem: str) -> SymbolicMemory[Any]:
        memory = SymbolicMemory.unknown(self.program, self.algebra, self.new_name(stem))
        self.facts += memory.life.facts
        return memory

    def value(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        if found is None:
            name = f"{variable.scope}:{variable.name}"
            found = self.values[variable] = self.any_value(variable.type, name, self.memory)
        return found

    def any_value(self, type_: Type, stem: str, memory: SymbolicMemory[Any]) -> Value:
        """Any value that a variable can hold beside this memory; another one each time."""
        following = memory.life.next
        counter = following.counter if isinstance(following, Fresh) and following.index == 0 else None
        value: Value = self.algebra.arbitrary(type_, self.new_name(stem), counter)
        if isinstance(value, Pointer):
            self.facts.append(self.algebra.ult(value.object, number_of_next(memory), OBJECT_WIDTH))
        return value

    def new_name(self, stem: str) -> str:
        """A name that no symbol of the walk has. Two symbols of one name are one symbol, and what is known of
        one is then known of the other: so it is the number that tells them apart, and never a name of the
        program, which may be anything. (What is put behind a name for its parts has no space in it.)"""
        self._names += 1
        return f"{stem} {self._names}"


def number_of_next(memory: SymbolicMemory[Any]) -> Any:
    """The number that the next object to be allocated gets: greater than that of any that exists."""
    following = memory.life.next
    return memory.algebra.number(following) if isinstance(following, Fresh) else following


class SymbolicState(SymbolicReading):
    """One state. Made from another one by `copy`; `epoch` counts the calls that have made memory unknown
    since the start, and only states of one epoch can be merged."""

    __slots__ = ("epoch", "memory", "start", "variables")
    memory: SymbolicMemory[Any]

    def __init__(
        self, start: Start, variables: dict[Variable, Value], memory: SymbolicMemory[Any], epoch: int = 0
    ) -> None:
        self.start = start
        self.algebra = start.algebra
        self.variables = variables
        self.memory = memory
        self.epoch = epoch

    def copy(self) -> SymbolicState:
        return SymbolicState(self.start, dict(self.variables), self.memory, self.epoch)

    # What expressions read

    def variable(self, variable: Variable) -> Value:
        found = self.variables.get(variable)
        return self.start.value(variable) if found is None else found

    # What statements do

    def execute(self, statement: Statement) -> None:
        """Raises NotComputable for what is given no meaning."""
        value = self.evaluate
        match statement:
            case Assign(target=target, value=expr):
                self.variables[target] = value(expr)
            case Store(address=address, value=expr):
                self.memory = self.memory.store(value(address), value(expr), expr.type)
            case Copy(to=to, source=source, size=size):
                self.memory = self.memory.copy(value(to), value(source), self._size(size))
            case Fill(to=to, byte=byte, size=size):
                self.memory = self.memory.fill(value(to), value(byte), self._size(size))
            case Allocate(target=target, size=size, storage=storage):
                self.memory, self.variables[target] = self.memory.allocate(self._size(size), storage)
            case Free(pointer=pointer):
                self.memory = self.memory.end(value(pointer))
            case EndLifetime(pointer=pointer, pointed_to=seen):
                self.memory = self.memory.end(value(pointer), seen=seen)
            case Havoc(target=target):
                self.variables[target] = self.algebra.fresh(target.type, self.start.new_name("input"))
            case HavocMemory(address=address, size=size):
                name = self.start.new_name("input")
                self.memory = self.memory.havoc(value(address), self._size(size), name)
            case Skip():
                pass
            case _:
                raise TypeError(f"{type(statement).__name__} is control flow")

    def _size(self, size: Expr) -> Any:
        """As wide as a pointer."""
        assert isinstance(size.type, IntType)
        return self.memory.life.as_size(self.evaluate(size), size.type.width)

    def merged(self, condition: Any, other: SymbolicState) -> SymbolicState:
        """This state if the condition holds, the other one if not."""
        variables = dict(self.variables)
        here, there = self.variables.get, other.variables
        differing = [variable for variable, value in there.items() if here(variable) is not value]
        differing += (variable for variable in variables if variable not in there)
        for variable in differing:
            either = self.algebra.choose(condition, self.variable(variable), other.variable(variable))
            variables[variable] = self.algebra.settled(either, variable.type)
        memory = self.memory.merged(condition, other.memory)
        return SymbolicState(self.start, variables, memory, self.epoch)

    def forget(self, name: str, epoch: int, effects: Effects) -> None:
        """After a call that may have done anything within these effects. Objects that exist keep their
        numbers, but if memory may have been written, nothing else is known of them."""
        if effects.writes_memory:
            before = self.memory
            self.memory, self.epoch = self.start.any_memory(name), epoch
            for variable, value in self.variables.items():
                self.variables[variable] = self.remembered(value, before)
            following = number_of_next(self.memory)
            self.start.facts.append(self.algebra.ule(number_of_next(before), following, OBJECT_WIDTH))
        for variable in self.start.program.globals.values():
            if variable in effects.writes:
                name_of = f"{name}:{variable.name}"
                self.variables[variable] = self.start.any_value(variable.type, name_of, self.memory)

    def remembered(self, value: Value, before: SymbolicMemory[Any]) -> Value:
        """A value that was there before a call. A number by which the memory of then knew an object means
        nothing to the memory of now, which would take the object for dead: it becomes a term. Globals,
        functions and addresses as such are known to every memory."""
        if not isinstance(value, Pointer) or isinstance(value.object, Bits):
            return value
        part = value.object
        if isinstance(part, int) and (part == 0 or part in before.life.lasting):
            return value
        number = self.algebra.term(self.algebra.object_bits(part), OBJECT_WIDTH)
        return Pointer(Bits(number, OBJECT_WIDTH), value.offset)
