"""Wild memory: pages, pieces, and what concrete memory makes of addresses as such."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dovetail.program.types import INT, VOID_POINTER, DataModel, Target
from dovetail.semantics.memory import Memory, MemoryFault, Place, Region
from dovetail.semantics.wild import PAGE, WildMemory

AT = 0x7000_0000
HEAP = Place("h", Region.HEAP)


@pytest.fixture(params=[DataModel.ILP32, DataModel.LP64])
def memory(request: pytest.FixtureRequest) -> Memory:
    return Memory(Target(request.param))


def test_an_empty_piece_is_a_page_of_zeros() -> None:
    wild = WildMemory(32, [(AT + 5, b"")])
    assert wild.covers(AT, PAGE) and not wild.covers(AT - 1, 1) and not wild.covers(AT, PAGE + 1)
    assert wild.read(AT, 8) == bytes(8)
    assert wild.pieces() == ((AT, b""),)


def test_the_first_and_the_last_page_are_never_there() -> None:
    wild = WildMemory(32, [(8, b"x"), ((1 << 32) - 8, b"y"), (PAGE - 1, b"ab")])
    assert not wild.covers(8, 1) and not wild.covers((1 << 32) - 8, 1)
    assert not wild.covers(PAGE - 1, 2) and wild.covers(PAGE, 1)


@given(st.lists(st.tuples(st.integers(AT, AT + 3 * PAGE), st.binary(max_size=40)), max_size=12))
def test_bytes_are_where_they_were_put(writes: list[tuple[int, bytes]]) -> None:
    wild = WildMemory(32, [(AT, bytes(4 * PAGE))])
    plain = bytearray(4 * PAGE)
    for address, data in writes:
        wild.write(address, data)
        plain[address - AT : address - AT + len(data)] = data
    assert wild.read(AT, 4 * PAGE) == plain
    assert WildMemory(32, wild.pieces()).read(AT, 4 * PAGE) == plain


def test_memory_at_an_address(memory: Memory) -> None:
    with pytest.raises(MemoryFault, match="no object"):
        memory.load(AT, INT)
    memory.wild.begin([(AT, b"\1\2\3\4"), (AT + PAGE, b"")])
    assert memory.load(AT, INT) == 0x04030201
    memory.store(AT + PAGE - 2, 0x11223344, INT)
    assert memory.load(AT + PAGE - 2, INT) == 0x11223344
    with pytest.raises(MemoryFault):
        memory.load(AT + 2 * PAGE - 2, INT)
    memory.fill(AT, 7, 100)
    memory.copy(AT + 200, AT + 50, 100)
    assert memory.read(AT + 200, 51) == b"\7" * 50 + b"\0"
    memory.reset()
    with pytest.raises(MemoryFault):
        memory.load(AT, INT)


def test_it_is_valid_to_nobody(memory: Memory) -> None:
    memory.wild.begin([(AT, b"")])
    assert not memory.valid(AT, 1) and not memory.freeable(AT) and memory.object_size(AT) == 0
    with pytest.raises(MemoryFault, match="wild"):
        memory.free(AT)


def test_pointers_survive_in_it(memory: Memory) -> None:
    memory.wild.begin([(AT, b"")])
    block = memory.allocate(8, HEAP)
    memory.store(AT + 16, block + 4, VOID_POINTER)
    assert memory.load(AT + 16, VOID_POINTER) == block + 4
    memory.store(AT + 24, AT + 16, VOID_POINTER)
    assert memory.load(AT + 24, VOID_POINTER) == AT + 16


def test_an_object_does_not_reach_into_it(memory: Memory) -> None:
    block = memory.allocate(8, HEAP)
    memory.wild.begin([(memory.flat(block) + 64, b"")])
    with pytest.raises(MemoryFault, match="offset 64"):
        memory.load(block + 64, INT)
    assert memory.load(memory.flat(block) + 64, INT) == 0
    memory.store(memory.flat(block), 5, INT)
    assert memory.load(block, INT) == 5, "the object comes first"
