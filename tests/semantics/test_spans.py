"""Spans, small tables and few targets: what is known of a value is true of it in every model."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.automata import GlobalObject, Program
from dovetail.program.position import NOWHERE
from dovetail.program.types import INT, UINT, DataModel, IntType, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import Memory
from dovetail.semantics.symbolic import Bits, Pointer, Symbolic
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_targets import targets_of, without
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from thinned import examples

WIDTH = 8
OPERATIONS = "add sub mul udiv sdiv urem srem bitand bitor bitxor shl lshr ashr".split()
COMPARISONS = "eq ult ule slt sle".split()
TARGET = Target(DataModel.LP64)
CONCRETE: Any = Concrete(Memory(TARGET))

steps = st.lists(
    st.tuples(st.sampled_from([*OPERATIONS, "extended"]), st.integers(0, 30), st.integers(0, 30)),
    min_size=1,
    max_size=9,
)
numbers = st.lists(st.integers(0, 255), min_size=3, max_size=3)


@settings(max_examples=examples(150), deadline=None)
@given(steps, numbers, st.lists(st.integers(0, 255), min_size=2, max_size=2))
def test_a_value_lies_in_its_span(
    made: list[tuple[str, int, int]], inputs: list[int], known: list[int]
) -> None:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    byte = IntType(WIDTH, False)
    values: list[tuple[Any, int]] = [(number, number) for number in known]
    for index, number in enumerate(inputs):
        symbol = algebra.fresh(byte, f"x{index}")
        solver.add(algebra.term(algebra.eq(symbol, number, WIDTH)))
        values.append((symbol, number))
        values.append((algebra.bitand(symbol, 12, WIDTH), number & 12))
        values.append((algebra.urem(symbol, 5, WIDTH), number % 5))
    assert solver.check() is Answer.SAT
    for name, left, right in made:
        one, other = values[left % len(values)], values[right % len(values)]
        if name == "extended":
            half = algebra.truncate(one[0], WIDTH, 4)
            expected = CONCRETE.sign_extend(one[1] & 15, 4, WIDTH)
            values.append((algebra.sign_extend(half, 4, WIDTH), expected))
            continue
        found = getattr(algebra, name)(one[0], other[0], WIDTH)
        values.append((found, getattr(CONCRETE, name)(one[1], other[1], WIDTH)))
    for value, expected in values:
        assert algebra.evaluated(value, solver.value) == expected
        low, high = algebra.spans.of(value, WIDTH)
        assert low <= expected <= high
        if type(value) is Bits and (few := algebra.spans.few(value)):
            assert expected in few
    for name in COMPARISONS:
        for left, right in pairwise(values):
            holds = getattr(algebra, name)(left[0], right[0], WIDTH)
            assert algebra.evaluated(holds, solver.value) == getattr(CONCRETE, name)(left[1], right[1], WIDTH)


def _memory(algebra: Symbolic[Any], data: bytes, size: int) -> SymbolicMemory[Any]:
    program = Program(TARGET, "start", "main")
    program.objects["g"] = GlobalObject("g", INT, size, 8, NOWHERE, initial=data)
    return SymbolicMemory.initial(program, algebra)


@settings(max_examples=examples(60), deadline=None)
@given(st.binary(min_size=1, max_size=40), st.integers(0, 15), st.integers(0, 63), st.sampled_from([1, 2, 4]))
def test_a_table_has_its_elements(data: bytes, more: int, index: int, size: int) -> None:
    """Also behind its data, where an object has zeros."""
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    whole = -(-(len(data) + more) // size) * size
    memory = _memory(algebra, data, whole)
    symbol = algebra.fresh(UINT, "i")
    offset = algebra.mul(algebra.zero_extend(algebra.bitand(symbol, 63, 32), 32, 64), size, 64)
    solver.add(algebra.term(algebra.eq(symbol, index, 32)))
    found = memory.load(Pointer(algebra.symbols["g"], offset), IntType(8 * size, False))
    assert solver.check() is Answer.SAT
    padded = data + bytes(whole)
    if (index + 1) * size <= whole:
        expected = int.from_bytes(padded[index * size : (index + 1) * size], "little")
        assert algebra.evaluated(found, solver.value) == expected


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=5),
    st.lists(st.sampled_from([0, 4, 8, 12]), min_size=4, max_size=4),
    st.integers(0, 15),
)
def test_a_decision_between_pointers_leads_where_it_did(
    merges: list[tuple[int, bool]], offsets: list[int], assignment: int
) -> None:
    """What is written through it stands where it leads, and nowhere else; where one of its places is said to
    be impossible, and is, nothing changes."""
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    memory = _memory(algebra, bytes(range(16)), 16)
    part = algebra.symbols["g"]
    pointer, leads = Pointer(part, offsets[0]), offsets[0]
    impossible: set[Any] = set()
    for number, (at, turned) in enumerate(merges):
        condition = algebra.eq(algebra.fresh(UINT, f"c{at}"), 1, 32)
        condition, held = (
            (algebra.negation(condition), not assignment >> at & 1)
            if turned
            else (
                condition,
                bool(assignment >> at & 1),
            )
        )
        other = Pointer(part, offsets[number % 4])
        pointer = algebra.choose(condition, other, pointer)
        leads = offsets[number % 4] if held else leads
    for at in range(4):
        symbol = algebra.fresh(UINT, f"c{at}")
        solver.add(algebra.term(algebra.eq(symbol, assignment >> at & 1, 32)))
    assert solver.check() is Answer.SAT
    for one in targets_of(algebra, pointer):
        holds = algebra.evaluated(one.condition, solver.value)
        assert holds == (one.offset == leads)
        if not holds:
            impossible.add(one.condition)
    for through in (pointer, without(algebra, pointer, frozenset(impossible))):
        written = memory.store(through, 77, UINT)
        assert algebra.evaluated(written.load(through, UINT), solver.value) == 77
        for offset in (0, 4, 8, 12):
            before = int.from_bytes(bytes(range(offset, offset + 4)), "little")
            found = algebra.evaluated(written.load(Pointer(part, offset), UINT), solver.value)
            assert found == (77 if offset == leads else before)
    same = algebra.pointer_eq(pointer, Pointer(part, leads))
    assert algebra.evaluated(same, solver.value) is True
