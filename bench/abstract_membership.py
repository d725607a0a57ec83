"""Is a concrete state one of those that an abstract state describes?

The other side of every abstract domain: written for the tests alone, from what the domains say of themselves,
and sharing nothing with the operations that are under test. A `Follower` watches one run of an inlined
program, keeps account of which object was made at which allocation site and which variables have been given a
value, and compares each location's abstract states with what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dovetail.domains.contents import Arbitrary, Contents, Elements, Image
from dovetail.domains.float_intervals import FloatRange
from dovetail.domains.memory import Object
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.states import Given, State
from dovetail.domains.truth import Truth
from dovetail.domains.values import Value
from dovetail.execution.frames import Frame, Scope
from dovetail.fixpoints.forward import site_of
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import Variable
from dovetail.program.statements import Allocate, Havoc, Origin, written_variable
from dovetail.program.types import IntType, PointerType, Type
from dovetail.semantics.memory import OBJECT_BITS, Memory, MemoryFault, Region, decode, size_of

OFFSET = (1 << OBJECT_BITS) - 1
Place = tuple[str, int]
"""A procedure and a location of it."""


@dataclass(slots=True)
class Names:
    """What the objects of a run are called by the abstraction."""

    memory: Memory
    by_symbol: dict[int, Target] = field(default_factory=dict)
    made: dict[int, Target] = field(default_factory=dict)
    """The site of each object that was allocated."""
    youngest: dict[Target, int] = field(default_factory=dict)
    agreed: set[tuple[int, bytes]] = field(default_factory=set)
    """Contents without pointers (by identity) and the bytes that they were found to describe."""

    def allocated(self, ident: int, site: Target) -> None:
        self.made[ident] = site
        self.youngest[site] = ident

    def target(self, ident: int) -> Target | None:
        site = self.made.get(ident)
        if site is None:
            return self.by_symbol.get(ident)
        return site if self.youngest[site] == ident else Target(site.name, site=True, old=True)


def is_value(concrete: int | float, value: Value, names: Names) -> bool:
    """Is the number (a bit pattern, a float, a pointer) one of the abstract value's?"""
    match value:
        case Number():
            assert isinstance(concrete, int)
            return value.contains(int(concrete))
        case FloatRange():
            return value.contains(float(concrete))
        case Truth():
            return value is Truth.EITHER or (value is Truth.YES) is bool(concrete)
        case Pointer():
            assert isinstance(concrete, int)
            return _is_pointer(concrete, value, names)
        case _:
            return True


def _is_pointer(concrete: int, value: Pointer, names: Names) -> bool:
    if value.anything:
        return True
    memory = names.memory
    mask = (1 << memory.pointer_bits) - 1
    if not concrete >> OBJECT_BITS:  # an address as such; that it is no object's is an assumption
        return value.addresses is not None and value.addresses.contains(concrete & mask)
    target = names.target(concrete >> OBJECT_BITS)
    offset = None if target is None else value.targets.get(target)
    return offset is not None and offset.contains(concrete & mask)


class Contradiction(Exception):
    """A concrete state is not among those that an abstract one describes; the text says why."""


def require(state: State, frame: Scope, names: Names, ungiven: frozenset[Variable]) -> None:
    """Raises Contradiction if the state at a location is none of the abstract state's."""
    for text in _differences(state, frame, names, ungiven):
        raise Contradiction(text)


def _differences(state: State, frame: Scope, names: Names, ungiven: frozenset[Variable]) -> Iterator[str]:
    known = {}
    for variable in state.values:
        held = _held(frame, variable)
        if held is None:
            continue
        known[variable] = held
        if not is_value(held, state.values[variable], names):
            yield f"{variable.name} is {_shown(held, variable.type)}, not {state.values[variable]}"
    for variable, given in state.given.items():
        if (Given.NO if variable in ungiven else Given.YES) not in given:
            yield f"{variable.name} is given a value: {variable not in ungiven}, not {given}"
    for relation in state.relations.values():
        point = {}
        for variable in relation.variables:
            held = _held(frame, variable)
            if held is None:
                break
            assert isinstance(variable.type, IntType) and isinstance(held, int)
            point[variable] = variable.type.number(held)
        else:
            if not relation.contains(point):
                shown = {variable.name: number for variable, number in point.items()}
                yield f"{shown} is not in {relation}"
    for variable, expr in state.defined.items():
        held = _held(frame, variable)
        if held is not None:
            computed = frame.evaluate(expr)
            same = held == computed or (held != held and computed != computed)
            if isinstance(variable.type, PointerType):
                assert isinstance(held, int) and isinstance(computed, int)
                same = names.memory.flat(held) == names.memory.flat(computed)
            if not same:
                yield f"{variable.name} is {held}, not {computed} as its definition {expr} says"
    for variable, other in state.equal.items():
        held, same_as = _held(frame, variable), _held(frame, other)
        if held is not None and same_as is not None and held != same_as:
            yield f"{variable.name} is {held}, and {other.name} is {same_as}"
    for expr, value in state.facts.items():
        try:
            computed = frame.evaluate(expr)
        except MemoryFault:
            continue  # never evaluated again: the run would end
        if not is_value(computed, value, names):
            yield f"{expr} is {computed}, not {value}"
    yield from _memory(state, names)


def _held(frame: Scope, variable: Variable) -> int | float | None:
    """None: it has no value yet, or it is not in scope."""
    try:
        held: int | float | None = frame.variable(variable)
    except KeyError:
        return None
    return held


def _shown(held: int | float, type_: Type) -> str:
    if isinstance(held, int) and isinstance(type_, IntType):
        return str(type_.number(held))
    if isinstance(held, int) and isinstance(type_, PointerType):
        return f"object {held >> OBJECT_BITS} + {held & OFFSET}"
    return str(held)


def _memory(state: State, names: Names) -> Iterator[str]:
    memory = names.memory
    if isinstance(state.memory.wild, Arbitrary):
        for address, data in memory.wild.pieces():
            yield from (f"wild memory at {address:#x}: {text}" for text in _addresses(data, set(), memory))
    for ident in range(1, len(memory.bases)):
        target = names.target(ident)
        if target is None:
            continue
        one = state.memory.objects.get(target)
        view = memory.describe(ident)
        if one is None:
            yield f"there is an object {target} that is not known"
        elif view.place.region is not Region.FUNCTION:
            if not one.size.contains(view.size):
                yield f"{target} has {view.size} bytes, not {one.size}"
            if one.alive is (Truth.NO if view.alive else Truth.YES):
                yield f"{target} is {'alive' if view.alive else 'dead'}"
            if one.heap is not (view.place.region is Region.HEAP):
                yield f"{target} is of the region {view.place.region}"
            known = (id(one.contents), view.contents)
            if view.alive and known not in names.agreed:
                yield from (f"{target}{text}" for text in _object(one, view.contents, names))


def _object(one: Object, data: bytes, names: Names) -> Iterator[str]:
    contents: Contents = one.contents
    wrong = False
    for text in _contents(contents, data, names):
        wrong = True
        yield text
    values = list(contents.cells.values())
    if isinstance(contents.rest, Elements):
        values.append(contents.rest.value)
    pointers = isinstance(contents.rest, Arbitrary) or any(isinstance(value, Pointer) for value in values)
    if not wrong and not pointers:
        names.agreed.add((id(contents), data))


def _contents(contents: Contents, data: bytes, names: Names) -> Iterator[str]:
    memory = names.memory
    covered: set[int] = set()
    for cell, value in contents.cells.items():
        if cell.size != size_of(cell.type, memory.pointer_bits):
            yield f"[{cell.offset}] has a cell of {cell.size} bytes of type {cell.type}"
        if covered.intersection(range(cell.offset, cell.offset + cell.size)):
            yield f"[{cell.offset}] is in two cells"
        covered.update(range(cell.offset, cell.offset + cell.size))
        if cell.offset + cell.size <= len(data):
            held = decode(data[cell.offset : cell.offset + cell.size], cell.type, memory)
            if not is_value(held, value, names):
                yield f"[{cell.offset}] is {_shown(held, cell.type)}, not {value}"
    match contents.rest:
        case Image(bytes=image):
            expected = image.ljust(len(data), b"\0")
            if covered or expected[: len(data)] != data:
                for at, byte in enumerate(data):
                    if at not in covered and byte != expected[at]:
                        yield f"[{at}] is the byte {byte}, not {expected[at]}"
        case Elements(type=type_, value=value):
            width = size_of(type_, memory.pointer_bits)
            for at in range(0, len(data) - width + 1, width):
                if covered.isdisjoint(range(at, at + width)):
                    held = decode(data[at : at + width], type_, memory)
                    if not is_value(held, value, names):
                        yield f"[{at}] is {_shown(held, type_)}, not {value} as all elements"
        case Arbitrary():
            yield from _addresses(data, covered, memory)
        case _:
            pass


def _addresses(data: bytes, covered: set[int], memory: Memory) -> Iterator[str]:
    """What nobody has written there leads into no object."""
    width = memory.pointer_bits // 8
    for at in range(len(data) - width + 1):
        address = int.from_bytes(data[at : at + width], "little")
        if address and covered.isdisjoint(range(at, at + width)) and memory.resolve(address) >> OBJECT_BITS:
            yield f"[{at}] is a pointer into object {memory.resolve(address) >> OBJECT_BITS}"


@dataclass(slots=True)
class _Activation:
    procedure: str
    last: int
    ungiven: set[Variable]


class Follower:
    """Goes along with one run. At each location, before an edge is taken from there: `arrive`, then what is
    to be asked about the state, then `leave`."""

    def __init__(
        self, program: Program, memory: Memory, agreed: set[tuple[int, bytes]], *, listed: bool
    ) -> None:
        self._program = program
        self._listed = listed
        self.names = Names(memory, agreed=agreed)
        for symbol, pointer in memory.symbols.items():
            self.names.by_symbol[pointer >> OBJECT_BITS] = Target(symbol)
        self._stack: list[_Activation] = []

    def arrive(self, frame: Frame) -> None:
        procedure = frame.procedure
        del self._stack[frame.depth + 1 :]
        if len(self._stack) <= frame.depth:
            ungiven: set[Variable] = set()
            if self._listed:
                parameters = set(procedure.parameters)
                ungiven = {v for v in procedure.locals if v.source_name and v not in parameters}
            self._stack.append(_Activation(procedure.name, frame.location, ungiven))
        else:
            self._went(self._stack[-1], frame)

    def leave(self, frame: Frame) -> None:
        for edge in frame.procedure.outgoing[frame.location]:
            if isinstance(edge.statement, Allocate):
                self.names.allocated(len(self.names.memory.bases), site_of(edge, frame.procedure))

    def _went(self, activation: _Activation, frame: Frame) -> None:
        edges = frame.procedure.outgoing[activation.last]
        taken = [edge for edge in edges if edge.target == frame.location]
        for edge in taken[:1]:
            variable = written_variable(edge.statement)
            if variable is not None and not _uninitialised(edge):
                activation.ungiven.discard(variable)
            elif variable is not None and variable.source_name:
                activation.ungiven.add(variable)
        activation.last = frame.location

    @property
    def ungiven(self) -> frozenset[Variable]:
        return frozenset(self._stack[-1].ungiven)


def _uninitialised(edge: Edge) -> bool:
    return isinstance(edge.statement, Havoc) and edge.statement.origin is Origin.UNINITIALISED


def require_one(states: Sequence[State], frame: Frame, names: Names, ungiven: frozenset[Variable]) -> None:
    """Raises Contradiction unless one of the states describes what is there."""
    said: list[str] = []
    for state in states:
        try:
            require(state, frame, names, ungiven)
        except Contradiction as contradiction:
            said.append(str(contradiction))
        else:
            return
    raise Contradiction(said[0] if len(said) == 1 else f"none of {len(said)} states: {'; '.join(said[:3])}")


StatesAt = Mapping[Place, Sequence[State]]
