"""Concrete memory: addresses, pointers in bytes, faults, leaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dovetail.program.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG_DOUBLE,
    VOID_POINTER,
    DataModel,
    IntType,
    Target,
)
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory, MemoryExhausted, MemoryFault, Place, Region

MODELS = [DataModel.ILP32, DataModel.LP64]
HEAP = Place("h", Region.HEAP)
STACK = Place("s", Region.STACK)


@pytest.fixture(params=MODELS)
def memory(request: pytest.FixtureRequest) -> Memory:
    return Memory(Target(request.param))


def test_addresses_are_apart_aligned_and_fit(memory: Memory) -> None:
    last = 0
    for size in [0, 1, 15, 16, 17, 1000]:
        pointer = memory.allocate(size, HEAP)
        base = memory.flat(pointer)
        assert base % 16 == 0
        assert base >= last + 16
        assert base < 2**memory.pointer_bits
        last = base + size


def test_pointers_survive_memory(memory: Memory) -> None:
    box, target = memory.allocate(16, STACK), memory.allocate(40, HEAP)
    for offset in (0, 8, 40):  # one past the end included
        memory.store(box, target + offset, VOID_POINTER)
        assert memory.load(box, VOID_POINTER) == target + offset
    memory.store(box, 0, VOID_POINTER)
    assert memory.load(box, VOID_POINTER) == 0


def test_an_address_as_such_is_resolved_at_the_access(memory: Memory) -> None:
    target = memory.allocate(40, HEAP)
    address = memory.flat(target)
    memory.store(address + 4, 7, INT)
    assert memory.load(target + 4, INT) == 7


def test_arithmetic_on_pointers_wraps_within_the_object(memory: Memory) -> None:
    algebra = Concrete(memory)
    pointer = memory.allocate(40, HEAP)
    back = algebra.pointer_add(pointer, (1 << memory.pointer_bits) - 4)
    assert back >> 64 == pointer >> 64
    assert algebra.pointer_lt(back, pointer)
    assert algebra.pointer_diff(pointer, back) == 4
    assert algebra.pointer_add(back, 4) == pointer
    assert algebra.pointer_eq(algebra.int_to_pointer(algebra.pointer_to_int(pointer)), pointer)


@pytest.mark.parametrize(
    ("offset", "detail"),
    [
        (40, "read of 4 bytes at offset 40 of `h` (40 bytes)"),
        (37, "read of 4 bytes at offset 37 of `h` (40 bytes)"),
        (-4, "read of 4 bytes at offset -4 of `h` (40 bytes)"),
    ],
)
def test_out_of_bounds(memory: Memory, offset: int, detail: str) -> None:
    algebra = Concrete(memory)
    pointer = memory.allocate(40, HEAP)
    memory.allocate(40, HEAP)
    moved = algebra.pointer_add(pointer, offset % (1 << memory.pointer_bits))
    with pytest.raises(MemoryFault) as fault:
        memory.load(moved, INT)
    assert str(fault.value) == detail
    assert not memory.valid(moved, 4)


def test_faults_say_what_happened(memory: Memory) -> None:
    heap, stack = memory.allocate(4, HEAP), memory.allocate(4, STACK)
    function = memory.declare("f", 1, Region.FUNCTION)
    memory.free(heap)
    memory.end(stack)
    for pointer, detail in [
        (0, "null pointer dereferenced"),
        (heap, "use after free of `h`"),
        (stack, "use after scope of `s`"),
        (0x123, "write of 4 bytes at 0x123, where there is no object"),
        (function, "write of 4 bytes of the function `f`"),
    ]:
        with pytest.raises(MemoryFault) as fault:
            memory.store(pointer, 1, INT)
        assert str(fault.value) == detail
        assert not memory.valid(pointer, 1)
        assert memory.valid(pointer, 0)


def test_constants_can_be_written_until_they_are_sealed(memory: Memory) -> None:
    literal = memory.declare("hello", 6, Region.CONSTANT)
    memory.store(literal, 104, CHAR)
    memory.seal()
    assert memory.load(literal, CHAR) == 104
    with pytest.raises(MemoryFault, match="write to the constant `hello`"):
        memory.store(literal, 105, CHAR)


def test_freeing(memory: Memory) -> None:
    heap, stack = memory.allocate(8, HEAP), memory.allocate(8, STACK)
    assert memory.freeable(0) and memory.freeable(heap) and memory.freeable(memory.flat(heap))
    assert not memory.freeable(heap + 4) and not memory.freeable(stack)
    memory.free(0)
    for pointer, text in [
        (heap + 4, "free of offset 4 of `h`"),
        (stack, "free of the local `s`"),
        (99, "wild"),
    ]:
        with pytest.raises(MemoryFault, match=text):
            memory.free(pointer)
    memory.free(heap)
    assert not memory.freeable(heap)
    assert memory.object_size(heap) == 0
    with pytest.raises(MemoryFault, match="double free of `h`"):
        memory.free(heap)


def test_what_is_reachable_is_not_leaked(memory: Memory) -> None:
    size = memory.pointer_bits // 8
    root = memory.declare("root", size, Region.GLOBAL)
    first, second, third = (memory.allocate(3 * size, HEAP) for _ in range(3))
    memory.store(root, first, VOID_POINTER)
    memory.store(first + size, second + size, VOID_POINTER)  # into the middle
    assert memory.leaked([third]) == []
    assert memory.leaked([]) == [third >> 64]
    memory.store(root, 0, VOID_POINTER)
    assert memory.leaked([]) == [first >> 64, second >> 64, third >> 64]
    memory.free(third)
    assert memory.leaked([first]) == []


def test_reset_goes_back_to_the_declared_objects(memory: Memory) -> None:
    root = memory.declare("root", 4, Region.GLOBAL)
    first = memory.allocate(4, HEAP)
    memory.store(root, 9, INT)
    memory.reset()
    assert memory.load(root, INT) == 0
    assert not memory.valid(memory.bases[root >> 64] + 32, 1)
    assert memory.allocate(4, HEAP) == first


def test_limits() -> None:
    small = Memory(Target(DataModel.ILP32), limit=100)
    pointer = small.allocate(60, HEAP)
    with pytest.raises(MemoryExhausted, match="50 bytes for `h`"):
        small.allocate(50, HEAP)
    small.free(pointer)
    small.allocate(50, HEAP)
    with pytest.raises(MemoryExhausted, match="address space"):
        Memory(Target(DataModel.ILP32), limit=1 << 40).allocate(1 << 32, HEAP)


@given(st.integers(1, 130), st.data())
def test_integers_of_any_width(width: int, data: st.DataObject) -> None:
    memory = Memory(Target(DataModel.LP64))
    pointer = memory.allocate(20, HEAP)
    value = data.draw(st.integers(0, (1 << width) - 1))
    memory.store(pointer, value, IntType(width, False))
    assert memory.load(pointer, IntType(width, True)) == value
    assert memory.read(pointer, 20) == value.to_bytes((width + 7) // 8, "little").ljust(20, b"\0")


def test_floats_and_what_is_not_modelled(memory: Memory) -> None:
    pointer = memory.allocate(16, HEAP)
    memory.store(pointer, 1.5, DOUBLE)
    memory.store(pointer + 8, -0.25, FLOAT)
    assert memory.load(pointer, DOUBLE) == 1.5
    assert memory.load(pointer + 8, FLOAT) == -0.25
    with pytest.raises(NotComputable):
        memory.load(pointer, LONG_DOUBLE)


def test_copies_overlap_as_memmove(memory: Memory) -> None:
    pointer = memory.allocate(8, HEAP)
    memory.write(pointer, b"abcdefgh")
    memory.copy(pointer + 1, pointer, 6)
    assert memory.read(pointer, 8) == b"aabcdefh"
    memory.fill(pointer, 0x7A, 3)
    assert memory.read(pointer, 8) == b"zzzcdefh"
    memory.copy(0, 0, 0)
    with pytest.raises(MemoryFault, match="write of 9 bytes at offset 0"):
        memory.fill(pointer, 0, 9)
