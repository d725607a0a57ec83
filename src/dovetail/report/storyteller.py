"""Makes a story of a run: listens to its steps, tells its lines.

The trace has a step for each edge of the automata; people think in lines. Steps on one line of one activation
become one line of the story; a second time around a loop is a new line. What the user did not write is not
shown: the start of the program, temporaries, and what happens inside of library functions.

A story is told while the run goes on, and keeps only its beginning and its end unless told otherwise, so that
a run may be long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import field
from typing import Protocol

from dovetail.execution.trace import Change, Phase, Step, Write
from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.bitfields import field_written
from dovetail.program.expressions import Cast, Const, Expr, Variable, substitute, variables
from dovetail.program.listing import printer_for
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Storage,
    Store,
    written_variable,
)
from dovetail.program.types import FloatType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.report.story import SHOWN, Story, StoryLine
from dovetail.report.values import Values, bytes_in_words


class SourceText(Protocol):
    """Where the lines of source files come from."""

    def line(self, file: str, number: int) -> str: ...


@dataclass(slots=True)
class _Open:
    """The line that is being told."""

    position: Position
    procedure: Procedure
    depth: int
    told: bool
    """Has this line been told already, before a call? Then it is told again only if something more
    happened."""
    edges: set[Edge] = field(default_factory=set)
    changes: dict[Variable, str] = field(default_factory=dict)
    before: dict[Variable, str | None] = field(default_factory=dict)
    inputs: dict[Variable, str] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    def events(self) -> Iterator[str]:
        yield from self.inputs.values()
        for variable, new in self.changes.items():
            old = self.before[variable]
            name = variable.source_name
            yield f"{name} = {new}" if old is None else f"{name}: {old} → {new}"
        yield from self.notes


@dataclass(slots=True)
class _Activation:
    procedure: Procedure
    depth: int
    values: dict[Variable, str] = field(default_factory=dict)
    """What is known of the variables, the temporaries too."""
    assigned: set[Variable] = field(default_factory=set)


class Storyteller:
    """Listens to a trace (`hear`) and gives the story at the end (`finish`)."""

    def __init__(
        self, program: Program, values: Values, source: SourceText, *, keep: int | None = SHOWN
    ) -> None:
        self._program = program
        self._values = values
        self._source = source
        self._keep = keep
        self._printer = printer_for(program)
        self._beginning: list[StoryLine] = []
        self._end: deque[StoryLine] = deque(maxlen=keep)
        self._count = 0
        self._open: _Open | None = None
        start = program.procedures[program.entry]
        self._stack = [_Activation(start, 0)]
        self._muted: int | None = None
        """While a library function runs: the number of activations at its call."""
        self._hidden = _of_the_library(program)
        self._written: dict[str, dict[int, int]] = {}
        """The bytes that a library function has written, by object and offset."""
        self._global = _Activation(start, 0)
        self._indents: dict[str, int] = {}

    def hear(self, step: Step) -> None:
        if self._muted is not None:
            if step.depth >= self._muted:
                self._hear_library(step)
                return
            self._muted = None
        match step.phase:
            case Phase.CALL:
                self._call(step)
            case Phase.RETURNED:
                self._returned(step)
            case Phase.TAKEN | Phase.ENDED:
                self._taken(step)

    def finish(self) -> Story:
        self._close()
        return Story(tuple(self._beginning), max(0, self._count - len(self.lines)), tuple(self._end))

    @property
    def lines(self) -> list[StoryLine]:
        return [*self._beginning, *self._end]

    # -- steps

    def _taken(self, step: Step) -> None:
        statement = step.edge.statement
        activation = self._stack[-1]
        match statement:
            case Return(value=value):
                # It stands at the function's closing; what matters belongs to the line before.
                text = None if value is None else self._known(activation, value)
                if text is not None and self._open is not None and self._visible(activation.procedure):
                    self._open.notes[f"returns {text}"] = None
                return
            case Allocate(storage=Storage.STACK | Storage.LIBRARY) | EndLifetime():
                self._learn(step, activation, None)
                return
            case _:
                pass
        line = self._line_for(step, activation)
        self._learn(step, activation, line)
        if line is None:
            return
        if isinstance(statement, Havoc):
            if statement.origin is Origin.UNINITIALISED and statement.target.source_name:
                line.before.setdefault(statement.target, None)
                line.changes[statement.target] = f"{activation.values[statement.target]} (not initialised)"
            elif statement.origin is not Origin.UNINITIALISED and not statement.target.source_name:
                line.inputs[statement.target] = f"{statement.name}() = {activation.values[statement.target]}"
        elif isinstance(statement, Assign) and (source := _plain(statement.value)) is not None:
            if statement.target.source_name:
                line.inputs.pop(source, None)  # the variable's own change says it
        elif (
            isinstance(statement, Free) and (block := self._known(activation, statement.pointer)) is not None
        ):
            line.notes[f"frees {block}"] = None
        uncertain = " (not initialised)" if isinstance(statement, HavocMemory) else ""
        for write in step.writes:
            line.notes[self._write_text(step, write) + uncertain] = None
        if step.holds is not None:
            line.notes["holds" if step.holds else "does not hold"] = None
        if step.phase is Phase.ENDED:
            line.notes["fails" if isinstance(statement, Check) else "ends here"] = None

    def _call(self, step: Step) -> None:
        statement = step.edge.statement
        assert isinstance(statement, Call)
        callee = self._program.procedures[statement.procedure]
        caller = self._stack[-1]
        line = self._line_for(step, caller)
        arguments = [self._change_text(change) for change in step.changes]
        inside = ", ".join(
            f"{change.variable.source_name} = {text}"
            for change, text in zip(step.changes, arguments, strict=True)
            if change.variable.source_name
        )
        activation = _Activation(callee, caller.depth + self._visible(caller.procedure))
        activation.values.update(
            (change.variable, text) for change, text in zip(step.changes, arguments, strict=True)
        )
        activation.assigned.update(change.variable for change in step.changes)
        self._stack.append(activation)
        if callee.library:
            self._muted = len(self._stack) - 1
            self._written.clear()
            return
        if line is not None:
            line.notes[f"calls {callee.name}({inside})"] = None
            self._close()
        elif inside and caller.procedure.name != self._program.entry:
            # Called by the entry for --function: say with which arguments.
            given = ", ".join(self._given(change) for change in step.changes if change.variable.source_name)
            self._tell(StoryLine(callee.position, 0, self._text(callee.position), (f"called with {given}",)))

    def _returned(self, step: Step) -> None:
        callee = self._stack.pop().procedure
        caller = self._stack[-1]
        if not callee.library:
            self._close()
            if self._visible(caller.procedure) and _in_a_file(step.edge.position):
                self._open = _Open(step.edge.position, caller.procedure, caller.depth, told=True)
        line = self._open
        self._learn(step, caller, line)
        if line is None:
            return
        target = written_variable(step.edge.statement)
        own = callee.library and callee.name.startswith("__")  # what a macro of the library's stands for
        if target is not None and not target.source_name and not own:
            line.inputs[target] = f"{callee.name}() = {caller.values[target]}"
        for name, data in self._written.items():
            if data:  # nothing at all may be copied, too
                line.notes[self._library_text(name, data)] = None
        self._written.clear()

    def _hear_library(self, step: Step) -> None:
        assert self._muted is not None
        match step.phase:
            case Phase.RETURNED if step.depth == self._muted - 1:
                self._muted = None
                self._returned(step)
            case _:
                if step.phase is Phase.ENDED and self._open is not None:
                    inside = self._stack[self._muted].procedure.name
                    self._open.notes[f"fails in {inside}"] = None
                for write in step.writes:
                    if write.object in self._hidden:
                        continue
                    known = self._written.setdefault(write.object, {})
                    known.update(enumerate(self._values.encoded(write.type, write.value), write.offset))

    # -- lines

    def _line_for(self, step: Step, activation: _Activation) -> _Open | None:
        """The line that this step belongs to, opened if need be; None for what the user did not write."""
        position = step.edge.position
        if not self._visible(activation.procedure) or not _in_a_file(position):
            return None
        if _in_head(position, activation.procedure.position):
            return None  # parameters are put in their places
        line = self._open
        same = (
            line is not None
            and (line.position.file, line.position.line) == (position.file, position.line)
            and line.depth == activation.depth
            and step.edge not in line.edges
        )
        if not same:
            self._close()
            line = self._open = _Open(position, activation.procedure, activation.depth, told=False)
        assert line is not None
        line.edges.add(step.edge)
        return line

    def _close(self) -> None:
        line, self._open = self._open, None
        if line is None:
            return
        events = tuple(line.events())
        if events or not line.told:
            text = self._text(line.position, line.procedure)
            self._tell(StoryLine(line.position, line.depth, text, events))

    def _tell(self, line: StoryLine) -> None:
        self._count += 1
        if self._keep is None or len(self._beginning) < self._keep:
            self._beginning.append(line)
        else:
            self._end.append(line)

    def _text(self, position: Position, procedure: Procedure | None = None) -> str:
        written = self._source.line(position.file, position.line).expandtabs(4)
        text = written.strip()
        if procedure is None:
            return text
        indent = len(written) - len(written.lstrip())
        return " " * max(0, indent - self._indents.setdefault(procedure.name, indent)) + text

    def _visible(self, procedure: Procedure) -> bool:
        """Has the user written it? Not so: the program's start, the entry for --function, library models."""
        written = procedure.name != self._program.entry and _in_a_file(procedure.position)
        return written and not procedure.library

    # -- values

    def _learn(self, step: Step, activation: _Activation, line: _Open | None) -> None:
        """Note the changes of a step, in the line if there is one."""
        changed = set()
        for change in step.changes:
            changed.add(change.variable)
            self._assign(change.variable, self._change_text(change), activation, line)
        target = written_variable(step.edge.statement)
        if target is not None and target not in changed:
            # Assigned the value that it had: news only for the first time, when it had none.
            known = self._home(target, activation).values.get(target)
            self._assign(target, known or self._zero(target.type), activation, line)

    def _assign(self, variable: Variable, text: str, activation: _Activation, line: _Open | None) -> None:
        home = self._home(variable, activation)
        old = home.values.get(variable) if variable in home.assigned else None
        home.values[variable] = text
        home.assigned.add(variable)
        if line is not None and _is_users(variable) and old != text:
            line.before.setdefault(variable, old)
            line.changes[variable] = text

    def _home(self, variable: Variable, activation: _Activation) -> _Activation:
        return activation if variable.scope else self._global

    def _change_text(self, change: Change) -> str:
        return self._values.text(change.variable.type, change.new)

    def _given(self, change: Change) -> str:
        """An argument that was made up, with what it leads to."""
        variable, value = change.variable, change.new
        known = self._change_text(change)
        behind = self._values.behind(variable.type, value)
        if behind is not None:
            known = f"{known} {behind}" if known.startswith("block") else behind
        return f"{variable.source_name} = {known}"

    def _zero(self, type_: Type) -> str:
        return self._values.text(type_, 0.0 if isinstance(type_, FloatType) else 0)

    def _known(self, activation: _Activation, value: Expr) -> str | None:
        """The value of an expression, if the story knows it without computing."""
        match value:
            case Variable():
                return self._home(value, activation).values.get(value) or self._zero(value.type)
            case Const():
                return self._printer.expression(value)
            case _:
                return None

    def _lvalue(self, address: Expr, type_: Type | None) -> str:
        """What the user calls the place at an address; temporaries are told by their values."""
        hidden = [variable for variable in variables(address) if not variable.source_name]
        stand_ins: dict[Expr, Expr] = {}
        for variable in hidden:
            stand_ins[variable] = Variable(f"<{variable.name}>", variable.scope, variable.type)
        named = substitute(address, stand_ins)
        text = f"*{self._printer.expression(named)}" if type_ is None else self._printer.lvalue(named, type_)
        for variable in hidden:
            known = self._known(self._stack[-1], variable) or ""
            text = text.replace(f"*<{variable.name}>", known).replace(f"<{variable.name}>", known)
        return text

    # -- memory

    def _write_text(self, step: Step, write: Write) -> str:
        statement = step.edge.statement
        if isinstance(write.value, bytes):
            type_ = self._values.type_of(write.object)
            whole = type_ is not None and write.offset == 0
            match statement:
                case Copy(to=to, type=copied) | HavocMemory(address=to, type=copied) if copied is not None:
                    return self._values.contents(self._lvalue(to, copied), copied, write.value)
                case Copy(to=to) | Fill(to=to) | HavocMemory(address=to):
                    name = write.object if whole else self._lvalue(to, None)
                    return self._values.contents(name, type_ if whole else None, write.value)
                case _:
                    return self._values.contents(write.object, type_ if whole else None, write.value)
        assert write.type is not None
        if isinstance(statement, Store) and isinstance(write.value, int):
            field = field_written(statement)
            if field is not None:
                return f"{self._printer.bit_field(field)} = {field.number(write.value)}"
        place = self._values.place(write.object, write.offset, write.type)
        if place is None and isinstance(statement, Store):
            place = self._lvalue(statement.address, write.type)
        return f"{place} = {self._values.text(write.type, write.value)}"

    def _library_text(self, name: str, data: dict[int, int]) -> str:
        first, last = min(data), max(data)
        type_ = self._values.type_of(name)
        if type_ is None:
            return f"{bytes_in_words(len(data))} of memory written"
        if first == 0 and last == len(data) - 1:
            return self._values.contents(name, type_, bytes(data[offset] for offset in range(len(data))))
        return f"{name}: {bytes_in_words(len(data))} written"


_KNOWN_BY_NAME = frozenset({"errno"})
"""What the library keeps that its users look at."""


def _of_the_library(program: Program) -> frozenset[str]:
    """What it keeps for itself, by the names that it is told by, unless something of the user's is called
    so."""
    inside = {one.source_name or one.name: not _in_a_file(one.position) for one in program.objects.values()}
    users = {one.source_name or one.name for one in program.objects.values() if _in_a_file(one.position)}
    return frozenset(name for name, hidden in inside.items() if hidden) - users - _KNOWN_BY_NAME


def _plain(value: Expr) -> Variable | None:
    """The variable that a value is, conversions aside."""
    while isinstance(value, Cast):
        value = value.operand
    return value if isinstance(value, Variable) else None


def _is_users(variable: Variable) -> bool:
    """Did the user name this variable? The address of a local object is not a variable to the user."""
    name = variable.source_name
    return bool(name) and not variable.name.startswith("&") and not name.startswith("__dovetail_")


def _in_head(position: Position, function: Position) -> bool:
    """Is this place in the head of a function, before its body?"""
    return position.file == function.file and position <= function


def _in_a_file(position: Position) -> bool:
    """Is this a place in a file, rather than in text that Dovetail has written?"""
    return not position.file.startswith("<")
