"""Symbolic memory is held to concrete memory on random sequences of operations.

Both run side by side. Addresses and values are known or symbols that a solver sets to the concrete numbers;
what is then read must be what is in concrete memory. Where a write whose place is open may cover a read in
part, symbolic memory answers "anything": there the concrete value must only be possible.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.automata import GlobalObject, Program
from dovetail.program.position import NOWHERE
from dovetail.program.statements import Storage
from dovetail.program.types import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    SHORT,
    UCHAR,
    DataModel,
    FloatType,
    IntType,
    PointerType,
    Target,
    Type,
)
from dovetail.semantics import floats
from dovetail.semantics.memory import Memory, Place, Region
from dovetail.semantics.symbolic import Bits, Pointer, Symbolic, Value
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Solver
from dovetail.solver.z3_solver import Z3Solver
from semantics.same_values import same
from thinned import examples, thinned

TARGET = Target(DataModel.ILP32)
POINTER = PointerType(CHAR)
SCALARS: tuple[Type, ...] = (CHAR, UCHAR, SHORT, INT, LLONG, FLOAT, DOUBLE, POINTER, IntType(8, False))
ODD: tuple[Type, ...] = tuple(IntType(8 * size, False) for size in (3, 5, 6, 7, 12))
"""As bit-fields of packed records have them: sizes that are no power of two."""
INITIAL = bytes(range(1, 13))


def program() -> Program:
    made = Program(TARGET, "start", "main")
    made.objects["g"] = GlobalObject("g", INT, 24, 8, NOWHERE, initial=INITIAL)
    made.objects["h"] = GlobalObject("h", INT, 8, 8, NOWHERE)
    made.functions = ("f",)
    return made


class Pair:
    """A concrete and a symbolic memory in step."""

    def __init__(self, solver: Solver[Any]) -> None:
        self.solver = solver
        self.program = program()
        self.algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits)
        self.symbolic = SymbolicMemory.initial(self.program, self.algebra)
        self.concrete = Memory(TARGET)
        self.concrete.declare("g", 24, Region.GLOBAL, initial=INITIAL)
        self.concrete.declare("h", 8, Region.GLOBAL)
        self.concrete.declare("f", 1, Region.FUNCTION)
        self.bases: set[int] = set()
        self.symbols = 0

    def hide(self, value: Value, type: Type) -> Value:
        """A symbol that the solver knows to be the value."""
        self.symbols += 1
        symbol: Value = self.algebra.arbitrary(type, f"s{self.symbols}")
        self.solver.add(self.algebra.term(same(self.algebra, symbol, value, type)))
        return symbol

    def pointer(self, ident: int, offset: int, hidden: str) -> tuple[int, Pointer]:
        if ident not in self.bases and ident:
            self.bases.add(ident)
            flat = self.algebra.pointer_to_int(Pointer(ident, 0))
            base = self.algebra.eq(flat, self.concrete.bases[ident], TARGET.pointer_bits)
            self.solver.add(self.algebra.term(base))
        part: Any = ident
        place: Any = offset
        if hidden == "all":
            whole: Any = self.hide(Pointer(ident, offset), POINTER)
            part, place = whole.object, whole.offset
        elif hidden == "offset":
            place = self.hide(offset, IntType(TARGET.pointer_bits, False))
        elif hidden == "index" and offset % 4 == 0:
            index = self.hide(offset // 4, IntType(TARGET.pointer_bits, False))
            place = self.algebra.mul(index, 4, TARGET.pointer_bits)
        elif hidden == "choice":
            condition = self.hide(True, BOOL)
            part, place = self.algebra.choose(condition, ident, 1), self.algebra.choose(condition, offset, 3)
        return ident << 64 | offset, Pointer(part, place)

    def value(self, value: Any) -> Value:
        """A concrete value as a symbolic one: pointers look different."""
        return Pointer(value >> 64, value & (1 << 64) - 1)

    def expect(self, found: Any, expected: Any, type: Type, exact: bool) -> None:
        wanted = self.value(expected) if isinstance(type, PointerType) else expected
        if isinstance(type, PointerType) and found == Pointer(0, self.concrete.flat(expected)):
            return  # bytes that are an object's address by chance: a known number is an address as such
        if isinstance(type, FloatType) and expected != expected:
            condition = self.algebra.negation(self.algebra.feq(found, found, type.width))
        else:
            condition = same(self.algebra, found, wanted, type)
        assert self.solver.check((self.algebra.term(condition),)) is Answer.SAT
        if exact:
            assert self.solver.check((self.algebra.term(self.algebra.negation(condition)),)) is Answer.UNSAT


def objects(pair: Pair) -> list[tuple[int, int]]:
    """Live objects with bytes: number and size."""
    found = []
    for ident in range(1, len(pair.concrete.bases)):
        view = pair.concrete.describe(ident)
        if view.alive and view.place.region is not Region.FUNCTION and view.size:
            found.append((ident, view.size))
    return found


def draw_place(data: st.DataObject, pair: Pair, size: int, hidings: list[str]) -> tuple[int, Pointer]:
    fitting = [(ident, whole) for ident, whole in objects(pair) if whole >= size]
    ident, whole = data.draw(st.sampled_from(fitting))
    step = 4 if "aligned" in hidings else data.draw(st.sampled_from([1, 2, 4]))
    offset = data.draw(st.integers(0, (whole - size) // step)) * step
    return pair.pointer(ident, offset, data.draw(st.sampled_from(hidings)))


def draw_value(data: st.DataObject, pair: Pair, type: Type) -> tuple[Any, Value]:
    match type:
        case IntType(width=width):
            known: Any = data.draw(st.integers(0, 2**width - 1))
        case FloatType(width=width):
            known = data.draw(st.floats(width=width))  # type: ignore[arg-type]
            known = floats.round_single(known) if width == 32 else known
        case _:
            ident, _ = data.draw(st.sampled_from(objects(pair)))
            known = ident << 64 | data.draw(st.integers(0, 3))
            pair.pointer(ident, 0, "")
            symbolic = pair.value(known)
            return known, pair.hide(symbolic, type) if data.draw(st.booleans()) else symbolic
    return known, pair.hide(known, type) if data.draw(st.booleans()) else known


def step(data: st.DataObject, pair: Pair, hidings: list[str], types: tuple[Type, ...]) -> None:
    """One operation on both, valid in concrete memory."""
    algebra, width = pair.algebra, TARGET.pointer_bits
    size_type = IntType(width, False)
    match data.draw(
        st.sampled_from(["store", "store", "store", "fill", "copy", "bytes", "allocate", "free"])
    ):
        case "store":
            type_ = data.draw(st.sampled_from(types))
            place, pointer = draw_place(data, pair, TARGET.size(type_), hidings)
            known, value = draw_value(data, pair, type_)
            pair.concrete.store(place, known, type_)
            pair.symbolic = pair.symbolic.store(pointer, value, type_)
        case "fill":
            size = data.draw(st.sampled_from([0, 1, 4, 8]))
            place, pointer = draw_place(data, pair, size, hidings)
            byte, value = draw_value(data, pair, UCHAR)
            symbolic_size = (
                pair.hide(size, size_type) if "offset" in hidings and data.draw(st.booleans()) else size
            )
            pair.concrete.fill(place, byte, size)
            pair.symbolic = pair.symbolic.fill(pointer, value, symbolic_size)
        case "copy":
            size = data.draw(st.sampled_from([0, 4, 8]))
            place, pointer = draw_place(data, pair, size, hidings)
            source, from_pointer = draw_place(data, pair, size, hidings)
            pair.concrete.copy(place, source, size)
            pair.symbolic = pair.symbolic.copy(pointer, from_pointer, size)
        case "bytes":
            place, pointer = draw_place(data, pair, 4, hidings)
            drawn = [draw_value(data, pair, UCHAR) for _ in range(4)]
            pair.concrete.write(place, bytes(known for known, _ in drawn))
            for number, (_, value) in enumerate(drawn):
                at = pair.algebra.pointer_add(pointer, number)
                pair.symbolic = pair.symbolic.store(at, value, UCHAR)
        case "allocate":
            size = data.draw(st.sampled_from([4, 8, 16]))
            made = pair.concrete.allocate(size, Place("m", Region.HEAP))
            pair.symbolic, got = pair.symbolic.allocate(size, Storage.HEAP)
            assert got == Pointer(made >> 64, 0)
        case "free":
            heap = [
                ident
                for ident, _ in objects(pair)
                if pair.concrete.describe(ident).place.region is Region.HEAP
            ]
            if heap:
                hidden = data.draw(st.sampled_from(hidings))
                place, pointer = pair.pointer(data.draw(st.sampled_from(heap)), 0, hidden)
                pair.expect(pair.symbolic.freeable(pointer), True, BOOL, exact=True)
                pair.concrete.free(place)
                pair.symbolic = pair.symbolic.end(pointer)
    assert algebra is pair.algebra


def observe(
    data: st.DataObject, pair: Pair, hidings: list[str], types: tuple[Type, ...], exact: bool
) -> None:
    for ident, whole in objects(pair):
        type_ = data.draw(st.sampled_from(types))
        size = TARGET.size(type_)
        if size <= whole:
            place, pointer = draw_place(data, pair, size, hidings)
            expected = pair.concrete.load(place, type_)
            exactly = exact and not isinstance(type_, PointerType)
            pair.expect(pair.symbolic.load(pointer, type_), expected, type_, exactly)
        offset = data.draw(st.integers(0, whole + 4))
        place, pointer = pair.pointer(ident, offset, data.draw(st.sampled_from(hidings)))
        pair.expect(pair.symbolic.valid(pointer, size), pair.concrete.valid(place, size), BOOL, exact=True)
        pair.expect(pair.symbolic.freeable(pointer), pair.concrete.freeable(place), BOOL, exact=True)
        whole_size = pair.symbolic.object_size(pointer, 32)
        pair.expect(whole_size, pair.concrete.object_size(place), IntType(32, False), exact=True)


CASES = {
    "known addresses": ([""], SCALARS, True),
    "known objects and aligned indices": (["aligned", "index"], (INT,), True),
    "bytes at choices of known places": (["", "choice"], (CHAR, UCHAR), True),
    "choices of known places": (["", "choice"], (CHAR, SHORT, INT, POINTER), False),
    "bytes anywhere": (["", "offset", "all"], (CHAR, UCHAR), True),
    "odd sizes at known addresses": ([""], (*ODD, INT, SHORT), True),
    "odd sizes anywhere": (
        ["", "aligned", "offset", "index", "choice", "all"],
        (*ODD, INT, SHORT, CHAR),
        False,
    ),
    "anything anywhere": (["", "offset", "index", "choice", "all"], SCALARS, False),
}


@pytest.mark.parametrize("make", [BitwuzlaSolver, Z3Solver])
@pytest.mark.parametrize("case", thinned(CASES.values(), 4), ids=CASES.keys())
def test_random_sequences(make: Any, case: tuple[list[str], tuple[Type, ...], bool]) -> None:
    hidings, types, exact = case

    @settings(max_examples=examples(25), deadline=None)
    @given(st.data())
    def property(data: st.DataObject) -> None:
        pair = Pair(make())
        for _ in range(data.draw(st.integers(0, 8))):
            step(data, pair, hidings, types)
        observe(data, pair, hidings, types, exact)

    property()


@pytest.mark.parametrize("taken", [True, False])
def test_a_merged_memory_is_the_one_of_the_branch_taken(taken: bool) -> None:
    hidings, types, exact = CASES["known objects and aligned indices"]

    @settings(max_examples=examples(40), deadline=None)
    @given(st.data())
    def property(data: st.DataObject) -> None:
        pair = Pair(BitwuzlaSolver())
        for _ in range(data.draw(st.integers(0, 3))):
            step(data, pair, hidings, types)
        other = Pair(pair.solver)
        other.algebra, other.symbolic, other.symbols = pair.algebra, pair.symbolic, 1000
        # The branch not taken: what it does to concrete memory is forgotten.
        for ident in range(4, len(pair.concrete.bases)):
            other.concrete.allocate(pair.concrete.describe(ident).size, Place("m", Region.HEAP))
            if not pair.concrete.describe(ident).alive:
                other.concrete.end(ident << 64)
        for _ in range(data.draw(st.integers(0, 4))):
            step(data, other, hidings, types)
        for _ in range(data.draw(st.integers(0, 4))):
            step(data, pair, hidings, types)
        condition = pair.hide(taken, BOOL)
        if taken:
            pair.symbolic = pair.symbolic.merged(condition, other.symbolic)
        else:
            pair.symbolic = other.symbolic.merged(condition, pair.symbolic)
        observe(data, pair, hidings, types, exact)

    property()


def unknown() -> tuple[BitwuzlaSolver, Symbolic[Any], SymbolicMemory[Any]]:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, TARGET.pointer_bits)
    memory = SymbolicMemory.unknown(program(), algebra, "m")
    for fact in memory.life.facts:
        solver.add(algebra.term(fact))
    return solver, algebra, memory


def test_what_is_allocated_after_a_cutpoint_is_fresh() -> None:
    solver, algebra, memory = unknown()
    counter = memory.life.next.counter  # type: ignore[union-attr]
    old = algebra.arbitrary(POINTER, "p", counter)
    memory, new = memory.allocate(8, Storage.HEAP)
    stored = algebra.pointer_eq(memory.load(old, POINTER), new)
    assert algebra.pointer_eq(old, new) is False
    assert stored is False
    memory = memory.store(new, 5, INT)
    memory = memory.store(old, 7, INT)
    assert memory.load(new, INT) == 5
    assert memory.load(old, INT) == 7
    assert memory.valid(new, 8) is True
    assert memory.valid(new, 9) is False
    assert memory.freeable(new) is True
    # The old pointer may be null, or into a global, or into anything that was there.
    for number in (0, 1, 2, 17):
        assert solver.check((algebra.term(algebra.eq(old.object, number, 32)),)) is Answer.SAT
    null = algebra.term(algebra.pointer_eq(old, algebra.null()))
    assert solver.check((null, algebra.term(memory.valid(old, 1)))) is Answer.UNSAT


def test_unknown_memory_is_the_same_when_asked_twice() -> None:
    _, algebra, memory = unknown()
    place = algebra.arbitrary(POINTER, "p", memory.life.next.counter)  # type: ignore[union-attr]
    before = memory.load(place, INT)
    memory = memory.store(algebra.address("g"), 1, CHAR)
    moved = memory.store(algebra.pointer_add(place, 4), 3, INT)
    assert isinstance(before, Bits)
    same = algebra.same_object(place, algebra.address("g"))
    outside = algebra.term(algebra.negation(same))
    differs = algebra.term(algebra.negation(algebra.eq(moved.load(place, INT), before, 32)))
    solver = BitwuzlaSolver(algebra.terms)  # type: ignore[arg-type]
    assert solver.check((outside, differs)) is Answer.UNSAT
    assert solver.check((differs,)) is Answer.SAT


def test_ending_an_unknown_object() -> None:
    solver, algebra, memory = unknown()
    counter = memory.life.next.counter  # type: ignore[union-attr]
    p, q = (algebra.arbitrary(POINTER, name, counter) for name in "pq")
    after = memory.end(p)
    was = algebra.term(memory.valid(q, 1))
    still = algebra.term(after.valid(q, 1))
    outside = [
        algebra.term(algebra.negation(algebra.same_object(p, algebra.address(name)))) for name in ("g", "h")
    ]
    assert solver.check((was, still)) is Answer.SAT
    same = algebra.term(algebra.same_object(p, q))
    assert solver.check((same, still, *outside)) is Answer.UNSAT
    apart = algebra.term(algebra.negation(algebra.same_object(p, q)))
    assert solver.check((apart, was, algebra.term(algebra.negation(after.valid(q, 1))))) is Answer.UNSAT


def test_pointers_survive_memory() -> None:
    _, algebra, memory = unknown()
    g = algebra.address("g")
    memory = memory.store(algebra.address("h"), g, POINTER)
    assert memory.load(algebra.address("h"), POINTER) == g
    assert memory.load(algebra.address("h"), PointerType(INT)) == g
    # Seen as a number and stored as one, it is still the same pointer.
    number = memory.load(algebra.address("h"), IntType(32, False))
    memory = memory.store(algebra.pointer_add(algebra.address("h"), 4), number, IntType(32, False))
    assert memory.load(algebra.pointer_add(algebra.address("h"), 4), POINTER) == g
    memory = memory.copy(g, algebra.address("h"), 8)
    assert memory.load(algebra.pointer_add(g, 4), POINTER) == g


def test_no_leak() -> None:
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 32)
    memory = SymbolicMemory.initial(program(), algebra)
    assert memory.no_leak(()) is True
    memory, made = memory.allocate(4, Storage.HEAP)
    assert memory.no_leak(()) is not True
    assert memory.no_leak([made]) is True
    assert memory.no_leak(None) is not True
    assert memory.end(made).no_leak(()) is True


def test_no_leak_through_memory() -> None:
    """A block that another one points to is reached as long as that one lives and is reached itself."""
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 32)
    memory = SymbolicMemory.initial(program(), algebra)
    memory, first = memory.allocate(8, Storage.HEAP)
    memory, second = memory.allocate(4, Storage.HEAP)
    memory = memory.store(algebra.pointer_add(first, 4), second, POINTER)
    assert memory.no_leak([first]) is True
    assert memory.no_leak([second]) is not True
    assert memory.end(first).no_leak([first]) is not True
    kept = memory.store(algebra.address("h"), first, POINTER)
    assert kept.no_leak(()) is True
    assert kept.store(algebra.address("h"), second, POINTER).no_leak(()) is not True
    in_a_circle = memory.store(second, first, POINTER)
    assert in_a_circle.no_leak(()) is not True


def test_no_leak_after_a_join() -> None:
    """A block that one of two branches has allocated is alive just there."""
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 32)
    before = SymbolicMemory.initial(program(), algebra)
    condition = algebra.eq(algebra.fresh(INT, "x"), 0, 32)
    branch, made = before.allocate(4, Storage.HEAP)
    held = branch.store(algebra.address("h"), made, POINTER).merged(condition, before)
    assert held.no_leak(()) is True
    assert branch.merged(condition, before).no_leak(()) is not True
