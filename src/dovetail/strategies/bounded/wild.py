"""Where the pointers of a model lead that lead into no object: to memory that the input vector brings along
(docs/design/wild.md).

The formula takes such memory for granted wherever a pointer leads. A run needs it to be somewhere: this says
where it may be, and reads from a model what must be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dovetail.formulas.wild_pointers import FIRST_PLACE, PLACE, PLACES
from dovetail.program.types import IntType
from dovetail.semantics.fragments import Access
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Source
from dovetail.semantics.symbolic_values import Bits, Pointer
from dovetail.semantics.wild import PAGE, Piece, WildMemory

_LAST = FIRST_PLACE + PLACE * PLACES


def somewhere(access: Access, algebra: Symbolic[Any], spaced: bool) -> Any:
    """The condition that an access finds an object, or goes to where wild memory can be. If `spaced`,
    pointers lead to starts of pages, so that what is not the same is far apart; else to multiples of what is
    accessed."""
    found = access.found()
    if found is True:
        return True
    pointer, width = access.pointer, algebra.pointer_bits
    address: Any = pointer.offset
    size = access.size if isinstance(access.size, int) else 1
    inside = algebra.conjunction(
        algebra.ule(FIRST_PLACE, address, width), algebra.ule(address, _LAST - size, width)
    )
    start, unit = address, size if size in (2, 4, 8) else 1
    if spaced and isinstance(address, Bits):
        start, unit = algebra.sub(address, address.plus, width), PAGE
    inside = algebra.conjunction(inside, algebra.eq(algebra.bitand(start, unit - 1, width), 0, width))
    wild = algebra.conjunction(algebra.objects_equal(pointer.object, 0), inside)
    either = algebra.disjunction(found, wild)
    return algebra.disjunction(algebra.negation(access.guard), either)


def wild_pieces(
    accesses: Iterable[Access], wild: Source, algebra: Symbolic[Any], model: Callable[[Any], int | bool]
) -> tuple[Piece, ...]:
    """The memory that the run of a model needs."""
    found = WildMemory(algebra.pointer_bits)
    for access in accesses:
        if algebra.evaluated(access.guard, model) is not True:
            continue
        pointer = algebra.evaluated(access.pointer, model)
        assert isinstance(pointer, Pointer)
        address, size = pointer.offset, access.size
        if pointer.object != 0 or not isinstance(address, int) or not FIRST_PLACE <= address < _LAST:
            continue
        size = size if isinstance(size, int) else int(algebra.evaluated(size, model))  # type: ignore[arg-type]
        found.make(address, min(size, PLACE))
        if size in (1, 2, 4, 8) and found.covers(address, size):
            views = access.memory.views
            bits: Any = wild.read(views, access.pointer.offset, IntType(8 * size, False), size)
            found.write(address, int(algebra.evaluated(bits, model)).to_bytes(size, "little"))  # type: ignore[arg-type]
    return found.pieces()
