"""Where the checker's walks start, and what is known after a call.

A walk starts in the program's initial memory or in any memory, and with any values of the variables: they
become symbols when first asked for. Pointers among them point into objects that exist, which is said to the
solver as a fact (docs/design/symbolic.md, "Objects and freshness").

What statements do is not here: the checker has its own walk (`region_walk`), over the one meaning of
statements that there is (`semantics.symbolic_statements`).
"""

from __future__ import annotations

from typing import Any

from dovetail.program.automata import Program
from dovetail.program.effects import Effects
from dovetail.program.expressions import Variable
from dovetail.program.types import Type
from dovetail.semantics.symbolic import Bits, Pointer, Symbolic, Value
from dovetail.semantics.symbolic_contents import Unknown
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_states import SymbolicState, any_value, number_of_next
from dovetail.semantics.symbolic_values import OBJECT_WIDTH


class Start:
    """Where a walk starts. `facts` are conditions that every such state meets."""

    def __init__(self, program: Program, algebra: Symbolic[Any], *, initial: bool) -> None:
        self.program = program
        self.algebra = algebra
        self.facts: list[Any] = []
        self.values: dict[Variable, Value] = {}
        self._names = 0
        wild = Unknown("wild", outside=True)
        self.memory = SymbolicMemory.initial(program, algebra, wild) if initial else self.any_memory("start")

    @property
    def state(self) -> SymbolicState:
        return SymbolicState(self.algebra, self, self.memory)

    def any_memory(self, stem: str) -> SymbolicMemory[Any]:
        memory = SymbolicMemory.unknown(self.program, self.algebra, self.new_name(stem))
        self.facts += memory.life.facts
        return memory

    def variable(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        if found is None:
            name = f"{variable.scope}:{variable.name}"
            found = self.values[variable] = self.any_value(variable.type, name, self.memory)
        return found

    def any_value(self, type_: Type, stem: str, memory: SymbolicMemory[Any]) -> Value:
        """Any value that a variable can hold beside this memory; another one each time."""
        return any_value(type_, self.new_name(stem), memory, self.facts)

    def new_name(self, stem: str = "input") -> str:
        """A name that no symbol of the walk has. Two symbols of one name are one symbol, and what is known of
        one is then known of the other: so it is the number that tells them apart, and never a name of the
        program, which may be anything. (What is put behind a name for its parts has no space in it.)"""
        self._names += 1
        return f"{stem} {self._names}"

    def forget(self, state: SymbolicState, name: str, effects: Effects) -> None:
        """After a call that may have done anything within these effects. Objects that exist keep their
        numbers, but if memory may have been written, nothing else is known of them."""
        if effects.writes_memory:
            before = state.memory
            state.remember(self.any_memory(name))
            for variable, value in state.variables.items():
                state.assign(variable, remembered(value, before))
            following = number_of_next(state.memory)
            self.facts.append(self.algebra.ule(number_of_next(before), following, OBJECT_WIDTH))
        for variable in self.program.globals.values():
            if variable in effects.writes:
                name_of = f"{name}:{variable.name}"
                state.assign(variable, self.any_value(variable.type, name_of, state.memory))


def remembered(value: Value, before: SymbolicMemory[Any]) -> Value:
    """A value that was there before a call. A number by which the memory of then knew an object means nothing
    to the memory of now, which would take the object for dead: it becomes a term. Globals, functions and
    addresses as such are known to every memory."""
    if not isinstance(value, Pointer) or isinstance(value.object, Bits):
        return value
    part = value.object
    if isinstance(part, int) and (part == 0 or part in before.life.lasting):
        return value
    number = before.algebra.term(before.algebra.object_bits(part), OBJECT_WIDTH)
    return Pointer(Bits(number, OBJECT_WIDTH), value.offset)
