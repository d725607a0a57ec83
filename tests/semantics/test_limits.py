"""What is learned of terms where a condition holds is so in every model in which it does."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.types import IntType
from dovetail.semantics.symbolic import Bits, Pointer, Symbolic
from dovetail.semantics.symbolic_limits import NONE, common, learned, numbers
from dovetail.semantics.symbolic_targets import limited
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from thinned import examples

BYTE = IntType(8, False)
COMPARISONS = "eq ult ule slt sle".split()

comparison = st.tuples(
    st.sampled_from(COMPARISONS), st.integers(0, 7), st.integers(0, 255), st.booleans(), st.booleans()
)
"""Its name, of which value, with which number, on which side that is, and whether it is denied."""
conditions = st.lists(
    st.tuples(comparison, comparison, st.sampled_from(["and", "or"]), st.booleans()), max_size=4
)


def _values(algebra: Symbolic[Any], symbol: Any) -> list[tuple[Any, int]]:
    """Values computed from a byte, with their widths."""
    wide, signed = algebra.zero_extend(symbol, 8, 16), algebra.sign_extend(symbol, 8, 16)
    return [
        (symbol, 8),
        (algebra.add(symbol, 250, 8), 8),
        (wide, 16),
        (signed, 16),
        (algebra.mul(wide, 12, 16), 16),
        (algebra.add(algebra.mul(signed, 4, 16), 8, 16), 16),
        (algebra.shl(algebra.sign_extend(symbol, 8, 32), 3, 32), 32),
        (algebra.mul(algebra.add(symbol, 3, 8), 5, 8), 8),
    ]


@settings(max_examples=examples(300), deadline=None)
@given(conditions, conditions, st.integers(0, 255))
def test_terms_lie_within_their_limits(one_way: list[Any], other_way: list[Any], number: int) -> None:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 32)
    symbol = algebra.fresh(BYTE, "x")
    values = _values(algebra, symbol)
    solver.add(algebra.term(algebra.eq(symbol, number, 8)))
    assert solver.check() is Answer.SAT

    def compared(how: Any) -> Any:
        name, index, constant, first, denied = how
        value, width = values[index]
        sides = (constant, value) if first else (value, constant)
        found = getattr(algebra, name)(*sides, width)
        return algebra.negation(found) if denied else found

    ends = []
    for way in (one_way, other_way):
        limits, holds = NONE, True
        for left, right, join, denied in way:
            made = algebra.conjunction if join == "and" else algebra.disjunction
            condition = made(compared(left), compared(right))
            condition = algebra.negation(condition) if denied else condition
            limits = learned(algebra.spans, condition, limits)
            holds = holds and algebra.evaluated(condition, solver.value) is True
        ends.append((limits, holds))
    met = common(ends[0][0], ends[1][0]), ends[0][1] or ends[1][1]
    for limits, holds in (*ends, met):
        for value, width in values:
            found = numbers(algebra.spans, value, limits)
            if holds and found:
                assert algebra.evaluated(value, solver.value) in found
                assert len(found) <= 16 and all(0 <= one < 1 << width for one in found)


def test_a_pointer_leads_to_what_its_index_allows() -> None:
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 32)
    index = algebra.zero_extend(algebra.fresh(BYTE, "i"), 8, 32)
    offset = algebra.add(algebra.mul(index, 12, 32), 4, 32)
    assert type(offset) is Bits
    few = learned(algebra.spans, algebra.slt(index, 3, 32), NONE)
    found = limited(algebra, Pointer(7, offset), few)
    assert [one.offset for one in found.targets] == [4, 16, 28]
    one = learned(algebra.spans, algebra.negation(algebra.ult(0, index, 32)), few)
    assert limited(algebra, Pointer(7, offset), one) == Pointer(7, 4)
    many = learned(algebra.spans, algebra.slt(index, 100, 32), NONE)
    assert limited(algebra, Pointer(7, offset), many) == Pointer(7, offset)
    # An address as such is no place in an object.
    assert limited(algebra, Pointer(0, offset), few) == Pointer(0, offset)


def test_a_shift_by_more_than_there_are_bits() -> None:
    """As a forged certificate may have it: nobody makes a number of so many bits."""
    algebra: Symbolic[Any] = Symbolic(BitwuzlaSolver().terms, 64)
    index = algebra.zero_extend(algebra.fresh(BYTE, "i"), 8, 64)
    few = learned(algebra.spans, algebra.ult(index, 3, 64), NONE)
    assert numbers(algebra.spans, algebra.shl(index, 1 << 62, 64), few) == [0]
