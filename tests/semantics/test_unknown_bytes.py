"""Unknown bytes are one memory, whatever the sizes of the reads are and whichever comes first."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.program.types import IntType
from dovetail.semantics.symbolic import Bits, Symbolic
from dovetail.semantics.symbolic_contents import Unknown, Views
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from thinned import examples

BYTES, WIDTH = 16, 32
SIZES = (1, 2, 3, 4, 5, 6, 7, 8)

reads = st.lists(
    st.tuples(st.sampled_from(SIZES), st.integers(0, BYTES - 1), st.booleans()).filter(
        lambda read: read[0] + read[1] <= BYTES
    ),
    min_size=2,
    max_size=5,
)


def _offset(algebra: Symbolic[Any], solver: BitwuzlaSolver, place: int, known: bool) -> Any:
    if known:
        return place
    offset = Bits(algebra.terms.bits_symbol(algebra.name("offset"), WIDTH), WIDTH)
    solver.add(algebra.term(algebra.eq(offset, place, WIDTH)))
    return offset


@settings(max_examples=examples(60), deadline=None)
@given(contents=st.binary(min_size=BYTES, max_size=BYTES), reads=reads)
def test_reads_agree(contents: bytes, reads: list[tuple[int, int, bool]]) -> None:
    """What memory holds can be read from it, and nothing else can where places are aligned."""
    solver = BitwuzlaSolver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, WIDTH)
    views, unknown = Views(algebra), Unknown("bytes")
    seen: dict[int, None] = {}
    for size, place, known in reads:
        start = _offset(algebra, solver, place, known)
        value = unknown.read(views, start, IntType(8 * size, False), size)
        expected = int.from_bytes(contents[place : place + size], "little")
        same = algebra.eq(value, expected, 8 * size)
        whole = known or (place % 8 == 0 and size in (1, 2, 4, 8))
        if all(at in seen for at in range(place, place + size)) and whole:
            assert solver.check([algebra.term(algebra.negation(same))]) is Answer.UNSAT
        solver.add(algebra.term(same))
        if known or (place % size == 0 and size in (1, 2, 4, 8)):
            seen.update(dict.fromkeys(range(place, place + size)))
        assert solver.check([]) is Answer.SAT
