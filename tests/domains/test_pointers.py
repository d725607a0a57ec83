"""Pointers against the concrete algebra: operations and inverses, in and out of objects, null and wild."""

from __future__ import annotations

from typing import Any

import pytest
from abstract_membership import Names, is_value
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domains.drawn_numbers import members, numbers
from domains.small_worlds import BITS, SIZES, World, beginning
from dovetail.domains.numbers import Number
from dovetail.domains.pointer_inverses import POINTER_INVERSES
from dovetail.domains.pointers import ANYTHING, Pointer, Target
from dovetail.domains.truth import Truth
from dovetail.domains.values import Values
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.memory import OBJECT_BITS
from thinned import examples, thinned

ALGEBRA = Values(BITS, SIZES)
WORLD: World = beginning()[0]
NAMES: Names = WORLD.names
CONCRETE = Concrete(WORLD.memory)
OBJECTS = {target: ident for ident, target in NAMES.by_symbol.items()}
NEAR = st.sampled_from([0, 1, 4, 8, 12, 13, 32, 36, 2**32 - 32, 2**32 - 4]).map(
    lambda at: Number.of(at, BITS)
)
OFFSETS = NEAR | numbers(BITS)


@st.composite
def pointers(draw: st.DrawFn) -> Pointer:
    if draw(st.integers(0, 9)) == 0:
        return ANYTHING
    targets = {
        target: draw(OFFSETS) for target in draw(st.lists(st.sampled_from(sorted(OBJECTS)), unique=True))
    }
    addresses = draw(st.none() | st.just(Number.of(0, BITS)) | numbers(BITS))
    if not targets and addresses is None:
        addresses = Number.of(0, BITS)
    return Pointer(targets, addresses)


@st.composite
def held(draw: st.DrawFn, pointer: Pointer) -> int:
    """A concrete pointer among these."""
    choices: list[Target | None] = list(pointer.targets)
    if pointer.addresses is not None or pointer.anything:
        choices.append(None)
    if pointer.anything:
        choices += OBJECTS
    target = draw(st.sampled_from(choices))
    if target is None:
        address = draw(members(pointer.addresses or Number.top(BITS)))
        assume(not WORLD.memory.resolve(address) >> OBJECT_BITS)  # an assumption that is listed
        return address
    return OBJECTS[target] << OBJECT_BITS | draw(members(pointer.targets.get(target, Number.top(BITS))))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Pointer, int]:
    pointer = draw(pointers())
    concrete = draw(held(pointer))
    assert is_value(concrete, pointer, NAMES)
    return pointer, concrete


@given(left=pairs(), right=pairs(), data=st.data())
@settings(deadline=None, max_examples=examples(150))
@pytest.mark.parametrize(
    "name",
    thinned(["pointer_eq", "pointer_lt", "pointer_le", "pointer_diff", "same_object", "pointer_add"], 3),
)
def test_two_operands(
    name: str, left: tuple[Pointer, int], right: tuple[Pointer, int], data: st.DataObject
) -> None:
    one: Any = left
    other: Any = right
    if name == "pointer_add":
        number = data.draw(OFFSETS)
        other = (number, data.draw(members(number)))
    elif data.draw(st.booleans()):
        other = (one[0], data.draw(held(one[0])))
    result = getattr(CONCRETE, name)(one[1], other[1])
    found = getattr(ALGEBRA, name)(one[0], other[0])
    assert is_value(result, found, NAMES)
    if isinstance(found, Truth):
        found = Truth.YES if result else Truth.NO
    before = POINTER_INVERSES[name](found, (one[0], other[0]))
    assert before is not None
    assert is_value(one[1], before[0], NAMES) and is_value(other[1], before[1], NAMES)


@given(pair=pairs())
@settings(deadline=None, max_examples=examples(150))
def test_as_a_number(pair: tuple[Pointer, int]) -> None:
    pointer, concrete = pair
    number = CONCRETE.pointer_to_int(concrete)
    found = ALGEBRA.pointer_to_int(pointer)
    assert is_value(number, found, NAMES)
    exact = Number.of(number, BITS)
    before = POINTER_INVERSES["pointer_to_int"](exact, (pointer,))
    assert before is not None and is_value(concrete, before[0], NAMES)


@given(one=pairs(), other=pairs(), thresholds=st.lists(st.integers(-9, 99), max_size=3))
@settings(deadline=None, max_examples=examples(150))
def test_lattice(one: tuple[Pointer, int], other: tuple[Pointer, int], thresholds: list[int]) -> None:
    (mine, concrete), (theirs, another) = one, other
    joined, widened = mine.join(theirs), mine.widen(mine.join(theirs), tuple(sorted(thresholds)))
    for above in (joined, widened):
        assert mine.leq(above) and theirs.leq(above) and above.leq(above)
        assert is_value(concrete, above, NAMES) and is_value(another, above, NAMES)
    met = joined.meet(mine)
    assert met is not None and met.leq(mine) and is_value(concrete, met, NAMES)
    assert is_value(concrete, widened.narrow(joined), NAMES)
    if is_value(concrete, theirs, NAMES):
        common = mine.meet(theirs)
        assert common is not None and is_value(concrete, common, NAMES)
    if mine.leq(theirs):
        assert is_value(concrete, theirs, NAMES)


@given(pair=pairs())
@settings(deadline=None, max_examples=examples(100))
def test_not_null(pair: tuple[Pointer, int]) -> None:
    pointer, concrete = pair
    assume(WORLD.memory.flat(concrete))
    kept = pointer.without_null()
    assert kept is not None and is_value(concrete, kept, NAMES)


def test_older_objects_are_told_from_the_youngest() -> None:
    young = Target("s", site=True)
    old = Target("s", site=True, old=True)
    pointer = Pointer({young: Number.of(4, BITS)}, None)
    renamed = pointer.renamed({young: (old,)})
    assert renamed == Pointer({old: Number.of(4, BITS)}, None)
    assert ALGEBRA.pointer_eq(renamed, renamed) is Truth.EITHER  # two of the older ones
    assert ALGEBRA.pointer_eq(pointer, pointer) is Truth.YES
    assert pointer.renamed({young: (young, old)}).targets.keys() == {young, old}
