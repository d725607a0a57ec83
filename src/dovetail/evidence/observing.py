"""What a function returned and wrote, read off a run of it, and which of that can be expected of others.

The state at the end of the call is looked at in the executor. What is unspecified is found by trying: the
run is repeated with other bytes wherever memory is read that nobody has initialised, with other choices where
the models of library functions have one, and with all objects at other addresses. What is not the same each
time is not expected. Padding never is, nor the value of a union or a bit-field, nor a number that is none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dovetail.evidence.beginnings import without_entry
from dovetail.evidence.expectation import Cell, Contents, Expectation, Kind, Place
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, Observer, observe
from dovetail.execution.inputs import Entry, InputVector
from dovetail.execution.runs import Consumed, Run
from dovetail.frontend.entry import ENTRY, is_made_up
from dovetail.frontend.load import Loaded
from dovetail.frontend.made_up import Block
from dovetail.program.automata import GlobalObject, Program
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Allocate, Origin, Statement, Storage
from dovetail.program.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
)
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, Memory, decode, encode

_STUB = re.compile(r"(?P<name>\w+)\(\) \{")
_NONDET = "__VERIFIER_nondet_memory"
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_MOST = 1 << 12
"""Scalars of one place; of a larger one nothing is expected."""
_DEPTH = 2
"""The callers of the function: the start of the program, and the entry."""
_SHIFT = 4096 + 48
_BYTE = IntType(8, False, "unsigned char")
_OTHERS = ((0xA5, 3), (0x5A, -1), (0xFF, 1 << 20))
"""For each repetition: uninitialised bytes, and what is added to a choice."""


@dataclass(frozen=True, slots=True)
class _Leads:
    """A pointer, by what it leads to."""

    to: Place | None
    at: int


_Value = int | float | _Leads
_Cells = dict[int, tuple[Type, _Value]]
"""Scalars by their offsets."""
_Seen = dict[Place, _Cells]


class Observing:
    """Looks at runs of a program; there is something to expect if it begins in a function."""

    def __init__(self, loaded: Loaded, *, max_steps: int) -> None:
        self._loaded = loaded
        self._max_steps = max_steps
        self._executors = [Executor(loaded.program)]
        self._library = frozenset(library_statements(loaded.program))
        self._outside = _given_from_outside(loaded, self._library)
        self._looking = _Looking(loaded)

    def run(self, vector: InputVector) -> tuple[Run, Expectation | None]:
        """The run, and what can be expected of the call; None where it does not come to its end, or where
        that is not sure."""
        run, first = self._seen(0, vector)
        if first is None:
            return run, None
        seen = first
        for number, (byte, added) in enumerate(_OTHERS, 1):
            again, also = self._seen(number, _varied(vector, run.inputs, self._outside, byte, added))
            if also is None or again.end.kind is not run.end.kind:
                return run, None
            seen = {place: _common(cells, also.get(place, {})) for place, cells in seen.items()}
        program = self._loaded.program
        told = (
            Contents(
                place,
                tuple(_cell(at, type_, value, program) for at, (type_, value) in sorted(cells.items())),
                len(first[place]) - len(cells),
            )
            for place, cells in seen.items()
        )
        return run, Expectation(tuple(told))

    def unsettled(self, vector: InputVector) -> str | None:
        """What of the library may answer otherwise, so that the run would be another one."""
        executor = self._executors[0]
        run = executor.run(vector, max_steps=self._max_steps)
        chosen = [item.name for item in run.inputs if item.statement in self._library]
        for byte, added in _OTHERS if chosen else ():
            other = _varied(vector, run.inputs, lambda item: item.statement not in self._library, byte, added)
            again = executor.run(other, max_steps=self._max_steps)
            if again.path != run.path or again.end != run.end:
                return chosen[0]
        return None

    def _executor(self, number: int) -> Executor:
        """All but the first have everything at other addresses."""
        while len(self._executors) <= number:
            size = len(self._executors) * _SHIFT
            ahead = GlobalObject("<ahead>", ArrayType(_BYTE, size), size, 16, NOWHERE)
            program = self._loaded.program
            objects = {ahead.name: ahead, **program.objects}
            self._executors.append(Executor(replace(program, objects=objects)))
        return self._executors[number]

    def _seen(self, number: int, vector: InputVector) -> tuple[Run, _Seen | None]:
        executor = self._executor(number)
        watch = _Watch(self._looking)
        run = executor.run(vector, max_steps=self._max_steps, observers=watch.observers(), record_path=False)
        return run, watch.seen


def _common(cells: _Cells, others: _Cells) -> _Cells:
    return {at: cell for at, cell in cells.items() if others.get(at) == cell}


def _varied(
    vector: InputVector,
    inputs: Sequence[Consumed],
    keep: Callable[[Consumed], bool],
    byte: int,
    added: int,
) -> InputVector:
    """With other bytes, and other choices, but for what is to be kept."""
    values: list[Entry] = []
    memory: list[bytes] = []
    for item in inputs:
        if isinstance(item.value, bytes):
            memory.append(item.value if keep(item) else bytes([byte]) * len(item.value))
        else:
            entry = vector.values[len(values)] if len(values) < len(vector.values) else 0
            values.append(entry if keep(item) else entry + added)
    return InputVector(tuple(values), tuple(memory), vector.wild)


def library_statements(program: Program) -> Iterator[Statement]:
    """Of the models of library functions."""
    for procedure in program.procedures.values():
        if procedure.library:
            yield from (edge.statement for edge in procedure.edges)


def _given_from_outside(loaded: Loaded, library: frozenset[Statement]) -> Callable[[Consumed], bool]:
    """Is an input one that a test can give: for the call itself, or through a function without a body? Not
    so: uninitialised memory, and choices of the library."""
    names = {match["name"] for match in _STUB.finditer(loaded.native.stubs)} | {_NONDET}
    procedures = loaded.program.procedures.items()
    made = {edge.statement for name, one in procedures if is_made_up(name) for edge in one.edges}

    def given(item: Consumed) -> bool:
        named = item.name in names and (item.origin is not Origin.UNINITIALISED or item.name == _NONDET)
        return item.statement in made or (named and item.statement not in library)

    return given


# ---- looking -----------------------------------------------------------------------------------------------


class _Looking:
    """Where to look, in a program that begins in a function, and at what."""

    def __init__(self, loaded: Loaded) -> None:
        program = loaded.program
        self.target = program.target
        self.entry = loaded.entry
        self.function = program.procedures.get(program.user_entry) if loaded.entry is not None else None
        self.blocks: dict[tuple[str, int], Block] = {}
        """Behind each place of the entry where a block is made: which one."""
        if loaded.entry is not None:
            edges = [edge for edge in program.procedures[ENTRY].edges if _makes_a_block(edge.statement)]
            edges.sort(key=lambda edge: edge.position)
            if len(edges) == len(loaded.entry.blocks):
                places = ((ENTRY, edge.target) for edge in edges)
                self.blocks = dict(zip(places, loaded.entry.blocks, strict=True))
            else:
                self.function = None  # something of the call is not known
        named = named_globals(loaded)
        self.variables = [one for one in program.globals.values() if one.name in named]
        self.objects = [one for one in program.objects.values() if one.name in named]


def _makes_a_block(statement: Statement) -> bool:
    return isinstance(statement, Allocate) and statement.storage is Storage.HEAP


def named_globals(loaded: Loaded) -> list[str]:
    """The global variables that can be called by their names at the end of the user's files: not so a static
    variable of a function, or one of Dovetail's."""
    program = loaded.program
    found = [one.name for one in program.globals.values() if one.name == one.source_name]
    found += (
        one.name for one in program.objects.values() if one.name == one.source_name and not one.constant
    )
    words = {word for unit in loaded.native.units for word in _IDENTIFIER.findall(without_entry(unit))}
    return [name for name in found if name in words]


class _Watch:
    """One run being watched."""

    def __init__(self, looking: _Looking) -> None:
        self._looking = looking
        self._blocks: dict[int, Block] = {}
        """By the numbers of the objects, in the order in which they were made."""
        self.seen: _Seen | None = None
        """What there was at the end of the call."""

    def observers(self) -> list[Observer]:
        function = self._looking.function
        if function is None:
            return []
        return [
            observe(self._looking.blocks, self._block),
            observe([(function.name, function.exit)], self._look),
        ]

    def _block(self, frame: Frame) -> None:
        self._blocks[frame.memory.count - 1] = self._looking.blocks[ENTRY, frame.location]

    def _look(self, frame: Frame) -> None:
        if frame.depth != _DEPTH:
            return
        memory, looking = frame.memory, self._looking
        known = {
            ident: Place(Kind.BLOCK, block.path, number)
            for number, (ident, block) in enumerate(self._blocks.items(), 1)
        }
        for item in looking.objects:
            known[memory.symbols[item.name] >> OBJECT_BITS] = Place(Kind.GLOBAL, item.name)
        reading = _Reading(memory, known, looking.target)
        seen: _Seen = {Place(Kind.RESULT, ""): self._result(frame, reading)}
        for ident, block in self._blocks.items():
            view = memory.describe(ident)
            if view.alive:
                seen[known[ident]] = reading.elements(view.contents, block.element)
        for variable in looking.variables:
            place = Place(Kind.GLOBAL, variable.name)
            seen[place] = reading.scalar(variable.type, frame.variable(variable))
        for item in looking.objects:
            place = known[memory.symbols[item.name] >> OBJECT_BITS]
            data = memory.describe(memory.symbols[item.name] >> OBJECT_BITS).contents
            seen[place] = reading.elements(data, item.type)
        self.seen = {place: cells for place, cells in seen.items() if cells}

    def _result(self, frame: Frame, reading: _Reading) -> _Cells:
        entry, function = self._looking.entry, self._looking.function
        assert entry is not None and function is not None
        if isinstance(entry.returns, RecordType):
            # Its place is handed in, in front of the parameters.
            size = self._looking.target.size(entry.returns)
            data = frame.memory.read(frame.variable(function.parameters[0]), size)
            return reading.elements(data, entry.returns)
        if entry.returns is None or isinstance(entry.returns, VoidType) or frame.result is None:
            return {}
        return reading.scalar(entry.returns, frame.result)


class _Reading:
    """Memory as scalars, pointers by what they lead to."""

    def __init__(self, memory: Memory, known: dict[int, Place], target: Target) -> None:
        self._memory = memory
        self._known = known
        self._target = target

    def elements(self, data: bytes, element: Type) -> _Cells:
        """As many as there are."""
        if isinstance(element, VoidType):
            element = _BYTE
        size = self._target.size(element)
        if not size or len(data) > _MOST:
            return {}
        found: _Cells = {}
        inside = list(_scalars(element, self._target))
        for start in range(0, len(data) - size + 1, size):
            for offset, type_ in inside:
                at = start + offset
                value = decode(data[at : at + self._target.size(type_)], type_, self._memory)
                for _, cell in self.scalar(type_, value).items():
                    found[at] = cell
        return found

    def scalar(self, type_: Type, value: int | float) -> _Cells:
        """None at all of a kind that is not the same for all compilers."""
        match type_:
            case IntType():
                return {0: (type_, int(value))}
            case FloatType(width=32 | 64) if self._target.pointer_bits == 64 and not math.isnan(value):
                return {0: (type_, float(value))}
            case PointerType() if isinstance(value, int):
                leads = self._leads(value)
                return {} if leads is None else {0: (type_, leads)}
            case _:
                return {}

    def _leads(self, pointer: int) -> _Leads | None:
        if self._memory.flat(pointer) == 0:
            return _Leads(None, 0)
        located = self._memory.locate(pointer)
        place = self._known.get(located >> OBJECT_BITS)
        return None if place is None else _Leads(place, located & ((1 << OBJECT_BITS) - 1))


def _scalars(type_: Type, target: Target) -> Iterator[tuple[int, Type]]:
    """What an object is made of, without unions and bit-fields."""
    match type_:
        case ArrayType(element=element, count=count):
            inside = list(_scalars(element, target))
            for start in range(0, (count or 0) * target.size(element), target.size(element) or 1):
                yield from ((start + offset, part) for offset, part in inside)
        case RecordType(union=False, complete=True):
            for member in type_.fields:
                if member.bit_width is None:
                    inner = _scalars(member.type, target)
                    yield from ((member.offset + offset, part) for offset, part in inner)
        case IntType() | FloatType() | PointerType():
            yield 0, type_
        case _:
            return


def _cell(at: int, type_: Type, value: _Value, program: Program) -> Cell:
    target = program.target
    if isinstance(value, _Leads):
        if value.to is None:
            return Cell(at, bytes(target.size(type_)), "NULL")
        text = f"&{value.to}" if value.to.kind is Kind.GLOBAL else value.to.name
        return Cell(at, b"", text + (f" + {value.at} bytes" if value.at else ""), value.to, value.at)
    data = encode(value, type_, Memory(target))
    if isinstance(type_, IntType):
        return Cell(at, data, str(type_.number(type_.bits(int(value)))))
    return Cell(at, data, str(value))
