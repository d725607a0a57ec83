"""Contents of objects: an order in which a join is above what it joins, whatever lies in the rest."""

from __future__ import annotations

from itertools import product

import pytest

from dovetail.domains.contents import ARBITRARY, UNKNOWN, ZEROS, Cell, Contents, Elements, Image, Rest
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import ANYTHING, Target, address, to
from dovetail.domains.values import Value, Values, leq
from dovetail.program.types import INT, UINT, VOID, PointerType, Type

POINTER = PointerType(VOID)
VALUES = Values(32, {Target("a"): 8})
HELD: list[tuple[Type, Value]] = [
    (INT, Number.of(7, 32)),
    (INT, Number.signed(0, 9, 32)),
    (POINTER, to(Target("a"), Number.of(4, 32))),
    (POINTER, address(Number.of(0, 32))),
    (POINTER, address(Number.top(32))),
    (POINTER, ANYTHING),
    (PointerType(INT), to(Target("a"), Number.of(4, 32))),
    (PointerType(INT), to(Target("a"), Number.of(0, 32))),
    (UINT, Number.of(8, 32)),
]
RESTS: list[Rest] = [
    ZEROS,
    Image(b"\x05\x00\x00\x00"),
    ARBITRARY,
    UNKNOWN,
    Elements(INT, Number.signed(0, 3, 32)),
    Elements(POINTER, to(Target("a"), Number.of(0, 32))),
]
CONTENTS = [
    Contents({} if held is None else {Cell(offset, 4, held[0]): held[1]}, rest)
    for rest in RESTS
    for offset, held in [(0, None), *((offset, held) for offset in (0, 4) for held in HELD)]
]


@pytest.mark.parametrize("one", CONTENTS, ids=str)
def test_join_and_widening_are_above_both(one: Contents) -> None:
    for other in CONTENTS:
        for above in (one.join(other, VALUES), one.widen(other, VALUES, ())):
            assert one.leq(above, VALUES), (one, other, above)
            assert other.leq(above, VALUES), (one, other, above)


@pytest.mark.parametrize("one", CONTENTS, ids=str)
def test_an_equal_one_is_below(one: Contents) -> None:
    """Also if it is not the same object: otherwise no iteration would ever end."""
    assert one.leq(Contents(dict(one.cells), one.rest), VALUES)


def test_what_is_below_is_read_below() -> None:
    for one, other in product(CONTENTS, CONTENTS):
        if one.leq(other, VALUES):
            for offset in (0, 4, 8):
                mine, theirs = one.read(offset, INT, VALUES), other.read(offset, INT, VALUES)
                assert leq(mine, theirs), (one, other, offset)


@pytest.mark.parametrize("rest", RESTS, ids=str)
def test_what_was_read_as_another_type_is_not_lost(rest: Rest) -> None:
    """A pointer that malloc gave, and the same one, once it was followed as what it points to."""
    there = to(Target("a"), Number.of(4, 32))
    one, other = (Contents({Cell(4, 4, type_): there}, rest) for type_ in (POINTER, PointerType(INT)))
    for both in (one.join(other, VALUES), one.widen(other, VALUES, ()), other.join(one, VALUES)):
        assert both.read(4, POINTER, VALUES) == both.read(4, PointerType(INT), VALUES) == there
        assert both.rest == rest
    seven, nine = Number.of(7, 32), Number.of(9, 32)
    small, large = Contents({Cell(0, 4, INT): seven}, rest), Contents({Cell(0, 4, UINT): nine}, rest)
    assert small.join(large, VALUES).read(0, INT, VALUES) == seven.join(nine)
