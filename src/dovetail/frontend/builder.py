"""Growing a control-flow automaton statement by statement, and tidying it up.

Locations are handed out freely while C is being lowered; `finish` drops what cannot be reached, merges
locations joined by nothing but a jump, and numbers the rest in the order of control flow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dovetail.program.automata import Extent, Procedure
from dovetail.program.expressions import FALSE, TRUE, Cast, Const, Expr, Variable, negation
from dovetail.program.liveness import liveness
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Havoc,
    Origin,
    Skip,
    Statement,
    Unsupported,
    Why,
    written_variable,
)
from dovetail.program.types import IntType, PointerType, Type

JUMP = Skip()
BOOL_BIT = IntType(1, False, "_Bool")
"""What an uninitialised `_Bool` has by chance: of a byte that is neither 0 nor 1 the machine sees the last
bit."""


class Builder:
    """`here` is the location where the next statement goes."""

    def __init__(self, name: str, position: Position) -> None:
        self.name = name
        self.position = position
        self._out: list[list[tuple[Statement, int, Position]]] = []
        self.entry = self.location()
        self.exit = self.location()
        self.here = self.location()
        self.body = self.here
        self.variables: list[Variable] = []
        self._names: dict[str, int] = {}
        self._refused: Unsupported | None = None
        self._last: int | None = None
        self.extents: dict[str, Extent] = {}
        self._loops: list[tuple[int, Position | None]] = []
        self.loop_heads: dict[int, list[Position | None]] = {}
        """When it is finished: where there are loops (`progress`), by the locations of the procedure."""
        self._forgets: list[int] = []
        self._forgetting = False
        self.watched: Callable[[Statement], bool] | None = None
        """Told of each statement before it goes in."""

    def location(self) -> int:
        self._out.append([])
        return len(self._out) - 1

    def unique(self, name: str) -> str:
        """A name not used in this procedure yet: x, x.1, x.2 …"""
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        return f"{name}.{count}" if count else name

    def variable(self, type_: Type, source_name: str = "", prefix: str = "") -> Variable:
        made = Variable(self.unique(prefix + source_name or "t"), self.name, type_, source_name)
        self.variables.append(made)
        return made

    def emit(self, statement: Statement) -> None:
        watched = self.watched is not None and self.watched(statement)
        target = self.location()
        # What was asked of one target has not been asked of another.
        self._last = None if watched else self.here
        self.edge(self.here, statement, target)
        self.here = target

    def forget(self, variable: Variable) -> None:
        """A pointer ends with its block. Only those who look for what is pointed to can tell."""
        self._forgets.append(self.here)
        self.emit(Assign(variable, Const(variable.type, 0)))

    def forget_pointers(self) -> None:
        """Somebody looks: a pointer that has ended, or that was declared and has no value yet, is null."""
        self._forgetting = True

    def retarget(self, old: Variable, new: Variable) -> bool:
        """If the statement just emitted assigns `old`, let it assign `new` instead."""
        if self._last is None or self._out[self._last][-1][1] != self.here:
            return False
        statement, target, position = self._out[self._last][-1]
        if written_variable(statement) is not old or old.type != new.type:
            return False
        assert isinstance(statement, (Assign, Call, Allocate, Havoc))
        self._out[self._last][-1] = (replace(statement, target=new), target, position)
        self.variables.remove(old)
        return True

    def edge(self, source: int, statement: Statement, target: int) -> None:
        self._out[source].append((statement, target, self.position))

    def jump(self, target: int) -> None:
        """Go on at `target`; what is emitted next cannot be reached unless something jumps to it."""
        self.edge(self.here, JUMP, target)
        self.here = self.location()

    def loop(self, head: int, *, may_be_taken_to_end: bool) -> None:
        self._loops.append((head, self.position if may_be_taken_to_end else None))

    def label(self, location: int) -> None:
        """Go on at a location given out before."""
        self.edge(self.here, JUMP, location)
        self.here = location

    def end(self) -> None:
        """Nothing follows."""
        self.here = self.location()

    def branch(self, condition: Expr, then: int, otherwise: int) -> None:
        if condition is TRUE:
            self.jump(then)
        elif condition is FALSE:
            self.jump(otherwise)
        else:
            self.edge(self.here, Assume(condition, Why.BRANCH), then)
            self.edge(self.here, Assume(negation(condition), Why.BRANCH), otherwise)
            self.here = self.location()

    def finish(
        self, parameters: list[Variable], returns: Type, position: Position, *, library: bool
    ) -> Procedure:
        """The automaton, without the havocs of variables that are written before they are read.

        A variable that can be read although no declaration was passed (a jump went around it) holds any
        value, and the native run could not be told which: the procedure is then not modelled at all."""
        if not self._forgetting:
            for place in self._forgets:
                self._out[place] = [(JUMP, *entry[1:]) for entry in self._out[place]]
        procedure = self._assemble(parameters, returns, position, library)
        live = liveness(procedure)
        passed_over = sorted(
            variable.source_name
            for variable in live.at(procedure.entry)
            if variable.scope and variable.source_name and variable not in parameters
        )
        if passed_over:
            self.refuse(f"'{passed_over[0]}' may be used although a jump went around its declaration")
            return self._assemble(parameters, returns, position, library)
        dead: set[Statement] = set()
        bits: set[Expr] = set()
        for edge in procedure.edges:
            target = written_variable(edge.statement)
            if target is None or live.is_live(target, edge.target):
                continue
            if _is_any_value(edge.statement):
                dead.add(edge.statement)
            elif isinstance(edge.statement, Assign) and is_bool_bit(edge.statement.value):
                dead.add(edge.statement)
                bits.update(edge.statement.value.children)
        dead.update(
            edge.statement
            for edge in procedure.edges
            if _is_any_value(edge.statement) and written_variable(edge.statement) in bits
        )
        if not dead:
            return procedure
        for out in self._out:
            out[:] = [
                (self._instead(entry[0]) if entry[0] in dead else entry[0], *entry[1:]) for entry in out
            ]
        return self._assemble(parameters, returns, position, library)

    def _instead(self, havoc: Statement) -> Statement:
        """What is left of a declaration whose arbitrary value nobody reads."""
        target = written_variable(havoc)
        if self._forgetting and target is not None and isinstance(target.type, PointerType):
            return Assign(target, Const(target.type, 0))
        return JUMP

    def refuse(self, reason: str) -> None:
        """Nothing in this procedure is modelled: it begins with the reason and goes no further."""
        self._refused = Unsupported(reason)

    def _assemble(
        self, parameters: list[Variable], returns: Type, position: Position, library: bool
    ) -> Procedure:
        procedure = Procedure(self.name, parameters, returns, position, library=library)
        if self._refused is not None:
            procedure.add(procedure.entry, self._refused, procedure.new_location(), position)
            return procedure
        resolved = self._resolve()
        numbers = {resolved[self.entry]: procedure.entry, self.exit: procedure.exit}
        stack = [resolved[self.entry]]
        seen = {resolved[self.entry]}
        order: list[int] = []
        while stack:
            place = stack.pop()
            order.append(place)
            for _, target, _ in reversed(self._out[place]):
                target = resolved[target]
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        for place in order:
            if place not in numbers:
                numbers[place] = procedure.new_location()
        for place in order:
            for statement, target, where in self._out[place]:
                procedure.add(numbers[place], statement, numbers[resolved[target]], where)
        self.loop_heads = {}
        for head, loop in self._loops:
            if resolved[head] in numbers:
                self.loop_heads.setdefault(numbers[resolved[head]], []).append(loop)
        procedure.locals = list(dict.fromkeys(v for v in self.variables if v not in parameters))
        procedure.extents = self.extents
        return procedure

    def _resolve(self) -> list[int]:
        """For each location the one it stands for, following jumps. A cycle of jumps stays: it is an endless
        loop."""
        resolved = list(range(len(self._out)))
        known = [False] * len(self._out)
        for start in range(len(self._out)):
            place, chain, seen = start, [start], {start}
            while not known[place] and len(self._out[place]) == 1 and self._out[place][0][0] is JUMP:
                place = self._out[place][0][1]
                if place in seen:
                    break
                seen.add(place)
                chain.append(place)
            end = resolved[place]
            for passed in chain:
                resolved[passed], known[passed] = end, True
        return resolved


def _is_any_value(statement: Statement) -> bool:
    return isinstance(statement, Havoc) and statement.origin is Origin.UNINITIALISED


def is_bool_bit(value: Expr) -> bool:
    """Is it the variable of one bit through which an uninitialised `_Bool` gets its value?"""
    return isinstance(value, Cast) and isinstance(value.operand, Variable) and value.operand.type == BOOL_BIT
