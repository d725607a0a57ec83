"""Small concrete states, and statements that are executed in them and in abstract ones at once.

A `World` is a handful of variables and a concrete memory with two global objects; statements are drawn so
that they meet in the same few bytes. Whether a world is in an abstract state is decided by the campaign's
`abstract_membership`, which knows nothing of the domains' operations.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from abstract_membership import Contradiction, Names, require
from hypothesis import strategies as st

from dovetail.domains import pointers
from dovetail.domains.contents import Contents, Image
from dovetail.domains.memory import Memory as AbstractMemory
from dovetail.domains.memory import Object
from dovetail.domains.numbers import Number
from dovetail.domains.octagons import Octagon
from dovetail.domains.pointers import Target
from dovetail.domains.states import State
from dovetail.domains.universe import Universe
from dovetail.domains.values import Values
from dovetail.execution.frames import Scope
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    const,
    negation,
)
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Origin,
    Statement,
    Storage,
    Store,
    Why,
)
from dovetail.program.types import INT, DataModel, FloatType, IntType, PointerType
from dovetail.program.types import Target as Machine
from dovetail.semantics import memory as concrete_memory
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import OBJECT_BITS, Memory, MemoryFault, Place, Region

MACHINE = Machine(DataModel.ILP32)
BYTES = (1 << OBJECT_BITS) - 1
BITS = MACHINE.pointer_bits
WORD, BYTE, SHORT, FLOAT = IntType(BITS, False), IntType(8, False), IntType(16, True), FloatType(32)
POINTER = PointerType(INT)
X, Y, Z = (Variable(name, "f", INT, name) for name in "xyz")
P, Q, R = (Variable(name, "f", POINTER, name) for name in "pqr")
VARIABLES = (X, Y, Z, P, Q, R)
OBJECTS = {"A": (12, b""), "B": (8, bytes((1, 0, 0, 0, 255, 7)))}
SITES = {"young": (Target("young", site=True), 8), "other": (Target("other", site=True), 4)}
SIZES: dict[Target, int | None] = {Target(name): size for name, (size, _) in OBJECTS.items()}
for _site, _size in SITES.values():
    SIZES[_site] = SIZES[Target(_site.name, site=True, old=True)] = _size


def universe(*, relations: bool) -> Universe:
    algebra = Values(BITS, SIZES)
    return Universe(algebra, ((X, Y, Z),) if relations else (), Octagon.top if relations else None)


@dataclass(slots=True)
class World:
    memory: Memory
    variables: dict[Variable, int] = field(default_factory=dict)
    ungiven: set[Variable] = field(default_factory=set)
    names: Names = field(init=False)

    def __post_init__(self) -> None:
        self.names = Names(self.memory)
        for symbol, pointer in self.memory.symbols.items():
            self.names.by_symbol[pointer >> OBJECT_BITS] = Target(symbol)

    def copy(self) -> World:
        dead = concrete_memory._DEAD  # known by its identity
        memory = copy.deepcopy(self.memory, {id(dead): dead})
        found = World(memory, dict(self.variables), set(self.ungiven))
        found.names.made.update(self.names.made)
        found.names.youngest.update(self.names.youngest)
        return found

    @property
    def scope(self) -> Scope:
        held = {variable.name: value for variable, value in self.variables.items()}
        return Scope({v: v.name for v in VARIABLES}, held, {}, Concrete(self.memory))

    def is_in(self, state: State | None) -> str:
        """Empty, or why not."""
        if state is None:
            return "there is no state"
        self.names.agreed.clear()
        try:
            require(state, self.scope, self.names, frozenset(self.ungiven))
        except Contradiction as contradiction:
            return str(contradiction)
        return ""

    def execute(self, statement: Statement, site: Target, given: int) -> bool:
        """Does the run go on? `given` is what an input is."""
        scope = self.scope
        try:
            match statement:
                case Assign(target=target, value=value):
                    self.variables[target] = int(scope.evaluate(value))
                    self.ungiven.discard(target)
                case Havoc(target=target):
                    self.variables[target] = given & ((1 << 32) - 1)
                    self.ungiven.add(target)
                case Assume(condition=condition):
                    return bool(scope.evaluate(condition))
                case Store(address=address, value=value):
                    held = scope.evaluate(value)
                    self.memory.store(int(scope.evaluate(address)), held, value.type)
                case Copy(to=to, source=source, size=size):
                    places = [int(scope.evaluate(one)) for one in (to, source, size)]
                    self.memory.copy(*places)
                case Fill(to=to, byte=byte, size=size):
                    self.memory.fill(*(int(scope.evaluate(one)) for one in (to, byte, size)))
                case HavocMemory(address=address, size=size):
                    count = int(scope.evaluate(size))
                    self.memory.write(int(scope.evaluate(address)), bytes([given & 0x3F] * count))
                case Allocate(target=target, size=size):
                    self.names.allocated(len(self.memory.bases), site)
                    self.variables[target] = self.memory.allocate(
                        int(scope.evaluate(size)), Place(site.name, Region.HEAP)
                    )
                    self.ungiven.discard(target)
                case Free(pointer=pointer):
                    self.memory.free(int(scope.evaluate(pointer)))
                case EndLifetime(pointer=ended):
                    pointer_ = self.variables[ended]
                    if pointer_ >> OBJECT_BITS not in self.names.made or pointer_ & BYTES:
                        return False  # the front end ends what it has allocated, and from its start
                    self.memory.end(pointer_)
                case _:
                    raise TypeError(statement)
        except MemoryFault:
            return False
        return True


def beginning() -> tuple[World, State]:
    """The state in which all starts, concretely and exactly."""
    memory = Memory(MACHINE)
    for name, (size, data) in OBJECTS.items():
        memory.declare(name, size, Region.GLOBAL, initial=data)
    world = World(memory, dict.fromkeys(VARIABLES, 0))
    objects = {
        Target(name): Object(Number.of(size, BITS), Contents({}, Image(data.rstrip(b"\0"))))
        for name, (size, data) in OBJECTS.items()
    }
    null = pointers.address(Number.of(0, BITS))
    values = {v: null if v.type == POINTER else Number.of(0, 32) for v in VARIABLES}
    return world, State(values, AbstractMemory(objects), {}, {})


# ---- statements --------------------------------------------------------------------------------------------

SMALL = st.sampled_from([0, 1, 2, 3, 4, 5, 7, 8, 12, 100, 2**31 - 1, 2**31, 2**32 - 4, 2**32 - 1])
NUMBERS = st.sampled_from([X, Y, Z])
POINTERS = st.sampled_from([P, Q, R])
TYPES = st.sampled_from([INT, INT, BYTE, SHORT, FLOAT, POINTER, WORD])


@st.composite
def starts(draw: st.DrawFn) -> Expr:
    """A pointer, mostly near the start of something."""
    base: Expr = draw(POINTERS | st.sampled_from([Address("A", POINTER), Address("B", POINTER)]))
    kind = draw(st.integers(0, 5))
    if kind < 2:
        return base
    if kind < 4:
        offset: Expr = const(IntType(32, True), draw(st.sampled_from([0, 1, 2, 3, 4, 4, 6, 8, 12, -4, 40])))
    else:
        low = BinaryOp(Binary.BITAND, draw(NUMBERS), const(INT, draw(st.sampled_from([1, 3, 4, 7, 12]))))
        offset = BinaryOp(Binary.MUL, low, const(INT, draw(st.sampled_from([1, 2, 4]))))
    return PointerAdd(base, offset, POINTER)


A, B = Address("A", POINTER), Address("B", POINTER)
LONG = IntType(64, True)
SUMS = [BinaryOp(Binary.ADD, one, const(INT, 1)) for one in (Load(A, INT), Load(B, INT), X)]
FITS = [
    BinaryOp(Binary.LE, BinaryOp(Binary.ADD, Cast(LONG, one), const(LONG, 1)), const(LONG, most))
    for one in (Load(A, INT), Load(B, INT), X)
    for most in (2, 2**31 - 1)
]
"""That a sum, computed with more bits, is not large."""
FAR = [PointerAdd(one, const(IntType(32, True), far), POINTER) for one in (A, B) for far in (12, 32, 36, -32)]
"""Pointers of one object at addresses of the other."""


@st.composite
def integers(draw: st.DrawFn) -> Expr:
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return Const(INT, draw(SMALL))
    if kind == 1:
        return draw(st.sampled_from(SUMS))
    if kind == 6:
        return Load(draw(starts()), INT)
    if kind == 2:
        return Cast(INT, Load(draw(starts()), draw(st.sampled_from([BYTE, SHORT, WORD]))))
    if kind < 5:
        op = draw(st.sampled_from([Binary.ADD, Binary.SUB, Binary.BITAND, Binary.BITOR, Binary.MUL]))
        return BinaryOp(op, draw(NUMBERS), draw(NUMBERS | SMALL.map(lambda bits: Const(INT, bits))))
    return draw(NUMBERS)


@st.composite
def conditions(draw: st.DrawFn) -> Expr:
    comparison = draw(st.sampled_from([Binary.EQ, Binary.NE, Binary.LT, Binary.LE]))
    if draw(st.integers(0, 4)) == 0:
        found: Expr = draw(st.sampled_from(FITS))
    elif draw(st.booleans()):
        found = BinaryOp(comparison, draw(integers()), draw(NUMBERS | SMALL.map(lambda b: Const(INT, b))))
    else:
        other = draw(starts() | st.just(Const(POINTER, 0)))
        found = BinaryOp(draw(st.sampled_from([Binary.EQ, Binary.NE])), draw(starts()), other)
    return negation(found) if draw(st.booleans()) else found


@st.composite
def stored(draw: st.DrawFn) -> Expr:
    type_ = draw(TYPES)
    if type_ == POINTER:
        return draw(starts() | st.sampled_from(FAR))
    if isinstance(type_, FloatType):
        return Cast(FLOAT, draw(NUMBERS))
    value = draw(integers())
    return value if type_ == INT else Cast(type_, value)


SIZE = st.sampled_from([0, 1, 2, 3, 4, 6, 8, 12]).map(lambda n: const(WORD, n)) | NUMBERS.map(
    lambda v: Cast(WORD, BinaryOp(Binary.BITAND, v, const(INT, 7)))
)


@st.composite
def statements(draw: st.DrawFn) -> tuple[Statement, Target, int]:
    """A statement, the site of what it allocates, and its input."""
    site, size = SITES[draw(st.sampled_from(["young", "young", "other"]))]
    given = draw(SMALL)
    kind = draw(st.integers(0, 21))
    statement: Statement
    if kind < 3:
        statement = Assign(draw(NUMBERS), draw(integers()))
    elif kind < 6:
        statement = Assign(draw(POINTERS), draw(starts() | starts().map(lambda at: Load(at, POINTER))))
    elif kind < 11:
        statement = Store(draw(starts()), draw(stored()))
    elif kind < 13:
        statement = Assume(draw(conditions()), Why.BRANCH)
    elif kind == 13:
        statement = Havoc(draw(NUMBERS), Origin.UNINITIALISED, "any")
    elif kind == 14:
        statement = Copy(draw(starts()), draw(starts()), draw(SIZE))
    elif kind == 15:
        byte = draw(st.sampled_from([Const(BYTE, 0), Const(BYTE, 7)]))
        statement = Fill(draw(starts()), byte, draw(SIZE))
    elif kind == 16:
        statement = HavocMemory(draw(starts()), draw(SIZE), "any")
    elif kind == 17:
        statement = Free(draw(starts()))
    elif kind == 18:
        statement = EndLifetime(draw(POINTERS))
    else:
        statement = Allocate(draw(POINTERS), const(WORD, size), Storage.HEAP, site.name)
    return statement, site, given
