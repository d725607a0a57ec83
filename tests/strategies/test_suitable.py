"""WP_α gives suitable predicates (DASH, Definition 1) on random straight-line code over variables and memory.

Second half of the definition, which soundness rests on: from a state in which the predicate fails, the block
cannot be crossed into the region, whatever the inputs. First half: the state of the test that it was computed
from is such a state, whenever the test itself could not cross and nothing had to be weakened.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from dovetail.program.automata import Edge
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    conjunction,
    const,
)
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Copy,
    Fill,
    Havoc,
    Origin,
    Statement,
    Storage,
    Store,
    Why,
)
from dovetail.program.types import INT, LLONG, UCHAR, DataModel, PointerType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory, MemoryFault, Place, Region
from dovetail.semantics.provenance import Provenance
from dovetail.strategies.dash.blocks import Block
from dovetail.strategies.dash.refine import conditions, suitable
from thinned import thinned

TARGET = Target(DataModel.LP64)
POINTER = PointerType(INT)
NUMBERS = [Variable(name, "f", INT, name) for name in "xyz"]
POINTERS = [Variable(name, "f", POINTER, name) for name in "pqr"]
SIZE = 12


@dataclass
class State:
    """Variables and memory; a `Witness` for WP_α and a `State` for `evaluate`."""

    values: dict[Variable, Any]
    memory: Memory
    provenance: Provenance = field(default_factory=Provenance)
    algebra: Concrete = field(init=False)

    def __post_init__(self) -> None:
        self.algebra = Concrete(self.memory)

    def variable(self, variable: Variable) -> Any:
        return self.values[variable]

    def load(self, pointer: int, type: Any) -> Any:
        return self.memory.load(pointer, type)

    def valid(self, pointer: Any, size: Any, width: int) -> Any:
        raise AssertionError

    freeable = object_size = no_leak = valid

    def value(self, expr: Expr) -> Any:
        return evaluate(expr, self.algebra, self)  # type: ignore[misc]

    def place(self, pointer: Expr) -> tuple[int, int] | None:
        value = self.memory.locate(self.value(pointer))
        offset = value & (2**64 - 1)
        return value >> 64, offset - 2**64 if offset >> 63 else offset

    def number(self, value: Expr) -> int | None:
        return int(self.value(value))

    def apart(self, left: Expr, right: Expr) -> bool:
        return self.provenance.apart(left, right)

    def copy(self) -> State:
        memory = Memory(TARGET)
        memory.bases = list(self.memory.bases)
        memory.contents = [
            bytearray(part) if isinstance(part, bytearray) else part for part in self.memory.contents
        ]
        memory._sizes = list(self.memory._sizes)
        memory._places = list(self.memory._places)
        memory._free = self.memory._free
        return State(dict(self.values), memory, self.provenance.copy())


def random_state(rng: random.Random) -> State:
    memory = Memory(TARGET)
    objects = [memory.allocate(SIZE, Place(name, Region.HEAP)) for name in "abc"]
    for pointer in objects:
        for offset in range(0, SIZE, 4):
            memory.store(pointer + offset, rng.choice([0, 1, 2, 3, 7, 0xFFFFFFFF]), INT)
    values: dict[Variable, Any] = {v: rng.choice([0, 1, 2, 3, 5, 0xFFFFFFFF]) for v in NUMBERS}
    for variable in POINTERS:
        values[variable] = rng.choice(objects[:2]) + rng.choice([0, 0, 4])
    return State(values, memory)


def random_number(rng: random.Random, depth: int = 2) -> Expr:
    match rng.randrange(5 if depth else 3):
        case 0:
            return const(INT, rng.randrange(-1, 4))
        case 1:
            return rng.choice(NUMBERS)
        case 2:
            return Load(random_pointer(rng), INT)
        case _:
            op = rng.choice([Binary.ADD, Binary.SUB, Binary.MUL])
            return BinaryOp(op, random_number(rng, depth - 1), random_number(rng, depth - 1))


def random_pointer(rng: random.Random) -> Expr:
    base: Expr = rng.choice(POINTERS)
    return PointerAdd(base, const(LLONG, 4), POINTER) if rng.random() < 0.3 else base


def random_condition(rng: random.Random) -> Expr:
    op = rng.choice([Binary.EQ, Binary.NE, Binary.LT, Binary.GE])
    if rng.random() < 0.2:
        return BinaryOp(rng.choice([Binary.EQ, Binary.NE]), random_pointer(rng), random_pointer(rng))
    return BinaryOp(op, random_number(rng), random_number(rng))


def random_statement(rng: random.Random) -> Statement:
    match rng.randrange(9):
        case 0 | 1:
            return Assign(rng.choice(NUMBERS), random_number(rng))
        case 2:
            return Assign(rng.choice(POINTERS), random_pointer(rng))
        case 3 | 4:
            return Store(random_pointer(rng), random_number(rng))
        case 5:
            return Havoc(rng.choice(NUMBERS), Origin.NONDET, "input")
        case 6:
            return Assume(random_condition(rng), Why.BRANCH)
        case 7:
            size = Const(TARGET.size_t, 4)
            if rng.random() < 0.5:
                return Fill(random_pointer(rng), Const(UCHAR, rng.choice([0, 1])), size)
            return Copy(random_pointer(rng), random_pointer(rng), size)
        case _:
            return Allocate(rng.choice(POINTERS), Const(TARGET.size_t, SIZE), Storage.HEAP, "new")


def execute(state: State, statement: Statement, rng: random.Random) -> bool:
    """Change the state; False if the statement stops the run."""
    state.provenance.follow(statement)
    match statement:
        case Assign(target=target, value=value):
            state.values[target] = state.value(value)
        case Store(address=address, value=value):
            state.memory.store(state.value(address), state.value(value), INT)
        case Havoc(target=target):
            state.values[target] = rng.choice([0, 1, 2, 3, 4, 5, 0xFFFFFFFF])
        case Assume(condition=condition):
            return bool(state.value(condition))
        case Fill(to=to, byte=Const(value=byte), size=Const(value=size)):
            state.memory.fill(state.value(to), byte, size)
        case Copy(to=to, source=source, size=Const(value=size)):
            state.memory.copy(state.value(to), state.value(source), size)
        case Allocate(target=target):
            state.values[target] = state.memory.allocate(SIZE, Place("new", Region.HEAP))
    return True


def states_before(state: State, statements: list[Statement], rng: random.Random) -> list[State]:
    """The test's states before each statement, pressed along the block even where an assumption fails."""
    found = []
    for statement in statements:
        found.append(state.copy())
        if not isinstance(statement, Assume):
            execute(state, statement, rng)
    return found


@pytest.mark.parametrize("seed", thinned(range(12), 6))
def test_no_state_outside_of_the_predicate_crosses(seed: int) -> None:
    rng = random.Random(seed)
    tried = excluded = 0
    for _ in range(250):
        statements = [random_statement(rng) for _ in range(rng.randrange(1, 5))]
        literals = [random_condition(rng) for _ in range(rng.randrange(1, 3))]
        edges = tuple(Edge(i, s, i + 1, NOWHERE) for i, s in enumerate(statements))
        block = Block(0, edges, len(edges))
        reasons = conditions(block, literals)
        try:
            witnesses = states_before(random_state(rng), statements, rng)
            literals_before = suitable(block, reasons, witnesses, TARGET)
        except MemoryFault:
            continue
        if literals_before is None:
            continue
        predicate = conjunction(literals_before)
        for _ in range(12):
            state = random_state(rng)
            try:
                if state.value(predicate):
                    continue
                excluded += 1
                crossed = all(execute(state, statement, rng) for statement in statements)
                crossed = crossed and all(state.value(literal) for literal in literals)
            except MemoryFault:
                continue
            tried += 1
            assert not crossed, (statements, literals, predicate)
    assert tried > 300, "the test must not be vacuous"
