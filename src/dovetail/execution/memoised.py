"""Procedures as functions: each call with the same arguments is executed once.

A call of a procedure that touches no memory and takes no input gives the same result for the same arguments
and globals. Remembering results makes what runs exponentially long in C, such as a naive Fibonacci, as long
as the number of *different* calls; and the table of what was remembered is a table of what the procedure
does.

This is for asking, not for evidence: whether something really happens is for a run to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from dovetail.program.automata import Procedure, Program
from dovetail.program.effects import Effects
from dovetail.program.expressions import Address, Expr, Variable, subexpressions
from dovetail.program.statements import Assign, Assume, Call, Check, Halt, Return, Skip
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from dovetail.semantics.variables_alone import VariablesAlone

Given = tuple[Any, ...]
"""The values of the parameters, then of the globals that matter, in the order of the program."""


class Fate(Enum):
    """What becomes of a call that does not return."""

    ENDS = "ends"  # the run ends inside (a failed assumption or check, the end of the program), or never
    OPEN = "open"  # it depends on inputs what happens
    TOO_LONG = "too long"  # it may return, but not within the steps allowed


@dataclass(frozen=True, slots=True)
class Returned:
    result: Any
    """None if there is none."""
    after: Given
    """The globals that matter."""
    called: tuple[tuple[str, Given], ...]
    """The calls that it made itself."""


class _State(VariablesAlone):
    """Variables of one activation, and the globals."""

    __slots__ = ("globals", "locals")

    def __init__(self, locals_: dict[Variable, Any], globals_: dict[Variable, Any]) -> None:
        self.locals = locals_
        self.globals = globals_

    def variable(self, variable: Variable) -> Any:
        return self.locals.get(variable, 0) if variable.scope else self.globals.get(variable, 0)


@dataclass(slots=True)
class _Activation:
    name: str
    key: tuple[str, Given]
    location: int
    state: _State
    target: Variable | None
    """Of the caller: where the result goes."""
    called: list[tuple[str, Given]]


class Memoised:
    """The procedures of a program that touch no memory."""

    def __init__(self, program: Program, effects: Mapping[str, Effects]) -> None:
        self.program = program
        self.able = frozenset(
            name
            for name in program.procedures
            if not (effects[name].reads_memory or effects[name].writes_memory)
        )
        self.matter = {
            name: tuple(
                g for g in program.globals.values() if g in effects[name].reads | effects[name].writes
            )
            for name in program.procedures
        }
        self.known: dict[tuple[str, Given], Returned | Fate] = {}
        self._addresses: dict[Expr, bool] = {}
        """Does an expression speak of the address of an object?"""
        self._gave_up: dict[tuple[str, Given], int] = {}
        """Calls that took too long, with the steps that they were allowed."""
        self._limit = 0
        self.steps = 0
        """Taken in all."""
        self._algebra = Concrete(Memory(program.target))

    def given(self, name: str, arguments: Iterable[Any], globals_: Mapping[Variable, Any]) -> Given:
        return (*arguments, *(globals_.get(variable, 0) for variable in self.matter[name]))

    def call(self, name: str, given: Given, max_steps: int) -> Returned | Fate:
        """What the procedure does. Everything that was found out on the way is kept."""
        key = (name, given)
        self._limit = max_steps
        found = self._found(key)
        if found is not None:
            return found
        stack = [self._enter(key, {}, None)]
        open_ = {key}
        for _ in range(max_steps):
            self.steps += 1
            fate = self._step(stack, open_)
            if fate is Fate.TOO_LONG:
                break
            if fate is not None:
                # Whoever waits for a call that does not return, does not return.
                self.known.update((activation.key, fate) for activation in stack)
                return fate
            if len(stack) == 1 and key in self.known:
                return self.known[key]
        # Those below may need less than was left to them; but who asks again would ask with as little.
        self._gave_up.update((activation.key, max_steps) for activation in stack)
        return Fate.TOO_LONG

    def _found(self, key: tuple[str, Given]) -> Returned | Fate | None:
        found = self.known.get(key)
        if found is None and self._gave_up.get(key, 0) >= self._limit:
            return Fate.TOO_LONG
        return found

    def _enter(
        self, key: tuple[str, Given], globals_: Mapping[Variable, Any], target: Variable | None
    ) -> _Activation:
        name, given = key
        procedure = self.program.procedures[name]
        count = len(procedure.parameters)
        locals_ = dict(zip(procedure.parameters, given[:count], strict=True))
        state = _State(locals_, dict(globals_))
        state.globals.update(zip(self.matter[name], given[count:], strict=True))
        return _Activation(name, key, procedure.entry, state, target, [])

    def _value(self, expr: Expr, state: _State) -> Any:
        if expr not in self._addresses:
            self._addresses[expr] = any(isinstance(part, Address) for part in subexpressions(expr))
        if self._addresses[expr]:
            raise NotComputable("an address")  # there is no memory here
        return evaluate(expr, self._algebra, state)

    def _step(self, stack: list[_Activation], open_: set[tuple[str, Given]]) -> Fate | None:
        here = stack[-1]
        procedure = self.program.procedures[here.name]
        outgoing = procedure.outgoing[here.location]
        if not outgoing:
            if here.location != procedure.exit:
                return Fate.ENDS
            self._leave(stack, open_, procedure, None)
            return None
        try:
            edge = outgoing[0]
            if len(outgoing) == 2:
                branch = edge.statement
                assert isinstance(branch, Assume)
                edge = edge if self._value(branch.condition, here.state) else outgoing[1]
                here.location = edge.target
                return None
            match edge.statement:
                case Assign(target=target, value=value):
                    scope = here.state.locals if target.scope else here.state.globals
                    scope[target] = self._value(value, here.state)
                case Assume(condition=condition) | Check(condition=condition):
                    if not self._value(condition, here.state):
                        return Fate.ENDS
                case Skip():
                    if edge.target == edge.source:
                        return Fate.ENDS
                case Return(value=value):
                    result = None if value is None else self._value(value, here.state)
                    self._leave(stack, open_, procedure, result)
                    return None
                case Call() as call:
                    here.location = edge.target
                    return self._called(stack, open_, call)
                case Halt():
                    return Fate.ENDS
                case _:
                    return Fate.OPEN
        except NotComputable:
            return Fate.OPEN
        here.location = edge.target
        return None

    def _called(self, stack: list[_Activation], open_: set[tuple[str, Given]], call: Call) -> Fate | None:
        here = stack[-1]
        arguments = [self._value(argument, here.state) for argument in call.arguments]
        key = (call.procedure, self.given(call.procedure, arguments, here.state.globals))
        here.called.append(key)
        found = self._found(key)
        if isinstance(found, Fate):
            return found
        if found is not None:
            self._give_back(here, call.target, found, call.procedure)
            return None
        if key in open_:
            return Fate.ENDS  # the same call inside of itself: it never returns
        open_.add(key)
        stack.append(self._enter(key, here.state.globals, call.target))
        return None

    def _leave(
        self, stack: list[_Activation], open_: set[tuple[str, Given]], procedure: Procedure, result: Any
    ) -> None:
        left = stack[-1]
        after = tuple(left.state.globals.get(variable, 0) for variable in self.matter[left.name])
        found = Returned(result, after, tuple(dict.fromkeys(left.called)))
        self.known[left.key] = found
        open_.discard(left.key)
        if len(stack) > 1:
            stack.pop()
            self._give_back(stack[-1], left.target, found, left.name)

    def _give_back(self, here: _Activation, target: Variable | None, found: Returned, callee: str) -> None:
        here.state.globals.update(zip(self.matter[callee], found.after, strict=True))
        if target is not None:
            scope = here.state.locals if target.scope else here.state.globals
            scope[target] = 0 if found.result is None else found.result
