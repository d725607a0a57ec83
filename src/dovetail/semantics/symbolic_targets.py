"""The few places that a pointer may lead to, each under a condition.

Where paths meet, a pointer becomes a decision about its object and another one about its offset. Taken apart
like that it is no longer seen that the second item of an array goes with that array only, and a write through
it could have changed anything that has one of these objects and one of these offsets. So a pointer also
remembers the pairs: `Target`s whose conditions exclude each other, one of which holds. Who reads, writes or
compares can go through them one by one, at places that are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dovetail.semantics.symbolic_limits import Limits, numbers
from dovetail.semantics.symbolic_values import (
    Bits,
    Choice,
    Condition,
    Fresh,
    Pointer,
    Target,
)

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic

MAX_TARGETS = 24
MAX_PAIRS = 256
"""To compare."""


def targets_of(algebra: Symbolic[Any], pointer: Pointer) -> Sequence[Target]:
    """All places that a pointer may lead to; none, if its object is not known, or they are too many."""
    if pointer.targets:
        return pointer.targets
    part, offset = pointer.object, pointer.offset
    if not isinstance(part, int | Fresh):
        return ()
    if isinstance(offset, int):
        return (Target(True, part, offset),)
    if isinstance(offset, Bits):
        return _among_few(algebra, part, offset)
    if offset.leaves > MAX_TARGETS:
        return ()
    return tuple(Target(condition, part, value) for value, condition in algebra.cases(offset))


def _among_few(algebra: Symbolic[Any], part: int | Fresh, offset: Bits) -> Sequence[Target]:
    """The values of a term that has but a few; or the term."""
    values = algebra.spans.few(offset)
    if not values:
        return (Target(True, part, offset),)
    return among(algebra, part, offset, values)


def among(
    algebra: Symbolic[Any], part: int | Fresh, offset: Bits, values: Sequence[int]
) -> tuple[Target, ...]:
    """The places in an object that a term leads to if it is one of these numbers."""
    return tuple(Target(algebra.eq(offset, value, algebra.pointer_bits), part, value) for value in values)


def chosen(
    algebra: Symbolic[Any], condition: Condition, then: Pointer, otherwise: Pointer
) -> Sequence[Target]:
    """Those of a decision between two pointers."""
    one, other = targets_of(algebra, then), targets_of(algebra, otherwise)
    if not one or not other:
        return ()
    found: dict[tuple[Any, Any], Any] = {}
    for guard, targets in ((condition, one), (algebra.negation(condition), other)):
        for target in targets:
            place = target.object, target.offset
            here = algebra.conjunction(guard, target.condition)
            found[place] = algebra.disjunction(found.get(place, False), here)
    if len(found) > MAX_TARGETS:
        return ()
    return tuple(Target(guard, part, offset) for (part, offset), guard in found.items() if guard is not False)


def moved(algebra: Symbolic[Any], targets: Sequence[Target], by: int) -> tuple[Target, ...]:
    width = algebra.pointer_bits
    return tuple(Target(one.condition, one.object, algebra.add(one.offset, by, width)) for one in targets)


def equal(algebra: Symbolic[Any], left: Pointer, right: Pointer) -> Any:
    """The condition that two pointers are the same; None if that is not a matter of few cases."""
    one, other = targets_of(algebra, left), targets_of(algebra, right)
    if not one or not other or len(one) == len(other) == 1 or len(one) * len(other) > MAX_PAIRS:
        return None
    result: Any = False
    for mine in one:
        for theirs in other:
            here = algebra.eq(mine.offset, theirs.offset, algebra.pointer_bits)
            if here is False:
                continue
            same = algebra.conjunction(here, algebra.objects_equal(mine.object, theirs.object))
            both = algebra.conjunction(mine.condition, theirs.condition)
            result = algebra.disjunction(result, algebra.conjunction(both, same))
    return result


def limited(algebra: Symbolic[Any], pointer: Pointer, limits: Limits) -> Pointer:
    """The same pointer where the terms that it is computed from lie within limits."""
    part, offset = pointer.object, pointer.offset
    if not limits or part == 0 or pointer.targets or type(offset) is not Bits:
        return pointer
    if isinstance(part, Choice | Bits):
        return pointer
    values = numbers(algebra.spans, offset, limits)
    if len(values) == 1:
        return Pointer(part, values[0])
    return Pointer(part, offset, among(algebra, part, offset, values)) if values else pointer


def without(algebra: Symbolic[Any], pointer: Pointer, impossible: frozenset[Any]) -> Pointer:
    """The same pointer where some of the conditions cannot hold."""
    if not impossible:
        return pointer
    targets = targets_of(algebra, pointer)
    left = tuple(one for one in targets if one.condition not in impossible)
    if len(left) == 1:
        return Pointer(left[0].object, left[0].offset)
    if not left or len(left) == len(targets):
        return pointer
    return Pointer(pointer.object, pointer.offset, left)
