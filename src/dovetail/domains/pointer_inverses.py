"""The inverses of the primitives on pointers, for local iterations: from the result, what the operands are.

Only what C programs ask all the time: comparisons with null and with known places, and moving by a known
distance. What is not known refines nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.domains.backward import refine
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer, address
from dovetail.domains.truth import Truth
from dovetail.domains.values import Value

Operands = tuple[Value, ...]


def _pointer_eq(result: Value, operands: Operands) -> Operands | None:
    left, right = operands
    assert isinstance(left, Pointer) and isinstance(right, Pointer)
    if result is Truth.YES:
        return _equal(left, right)
    first = _unequal(left, right)
    second = _unequal(right, left)
    return None if first is None or second is None else (first, second)


def _equal(left: Pointer, right: Pointer) -> Operands | None:
    # An object's address is null only far outside of the object, where nothing can be accessed.
    if right.null_only:
        met = right if left.anything else _addresses(left, right)
        return (left, right) if met is None else (met, right)
    if left.null_only:
        met = left if right.anything else _addresses(right, left)
        return (left, right) if met is None else (left, met)
    if left.addresses is None and right.addresses is None and not left.anything and not right.anything:
        # Both point to the starts of objects; two of them have no address in common.
        common = left.targets.keys() & right.targets.keys()
        starts = all(at.constant == 0 for one in (left, right) for at in one.targets.values())
        if common and starts:
            return (_within(left, right), _within(right, left))
    return (left, right)


def _addresses(pointer: Pointer, null: Pointer) -> Pointer | None:
    """The part of a pointer that may be null."""
    if pointer.addresses is None or not pointer.addresses.contains(0):
        return None
    return null


def _within(pointer: Pointer, other: Pointer) -> Pointer:
    targets = {target: offset for target, offset in pointer.targets.items() if target in other.targets}
    return Pointer(targets, None)


def _unequal(pointer: Pointer, other: Pointer) -> Pointer | None:
    """Where it is known not to be the other one."""
    if other.null_only:
        return pointer.without_null()
    place = other.single
    if place is None or pointer.anything or place[1].constant is None or not place[0].single:
        return pointer
    offset = pointer.targets.get(place[0])
    if offset is None:
        return pointer
    refined = refine("eq", Truth.NO, (offset, place[1]), offset.width)
    targets = dict(pointer.targets)
    if refined is None:
        del targets[place[0]]
    else:
        kept = refined[0]
        assert isinstance(kept, Number)
        targets[place[0]] = kept
    if not targets and pointer.addresses is None:
        return None
    return Pointer(targets, pointer.addresses)


def _pointer_add(result: Value, operands: Operands) -> Operands | None:
    pointer, offset = operands
    assert isinstance(result, Pointer) and isinstance(pointer, Pointer) and isinstance(offset, Number)
    if offset.constant is None or result.anything or pointer.anything:
        return operands
    targets = {}
    for target, there in result.targets.items():
        at = pointer.targets.get(target)
        if at is None:
            continue
        refined = refine("add", there, (at, offset), at.width)
        if refined is not None:
            kept = refined[0]
            assert isinstance(kept, Number)
            targets[target] = kept
    addresses = None
    if result.addresses is not None and pointer.addresses is not None:
        refined = refine("add", result.addresses, (pointer.addresses, offset), offset.width)
        if refined is not None:
            assert isinstance(refined[0], Number)
            addresses = refined[0]
    if not targets and addresses is None:
        return None
    return (Pointer(targets, addresses), offset)


def _pointer_to_int(result: Value, operands: Operands) -> Operands | None:
    (pointer,) = operands
    assert isinstance(result, Number) and isinstance(pointer, Pointer)
    if result.constant == 0:
        null = address(Number.of(0, result.width))
        met = null if pointer.anything else _addresses(pointer, null)
        return (pointer,) if met is None else (met,)
    if not result.contains(0):
        kept = pointer.without_null()
        return None if kept is None else (kept,)
    return operands


def _int_to_pointer(result: Value, operands: Operands) -> Operands | None:
    (number,) = operands
    assert isinstance(result, Pointer) and isinstance(number, Number)
    if result.anything:
        return operands
    zero = Number.of(0, number.width)
    if result.null_only:
        common = number.meet(zero)
        return None if common is None else (common,)
    return operands


def _nothing(result: Value, operands: Operands) -> Operands | None:
    return operands


POINTER_INVERSES: dict[str, Callable[[Value, Operands], Operands | None]] = {
    "pointer_eq": _pointer_eq,
    "pointer_add": _pointer_add,
    "pointer_to_int": _pointer_to_int,
    "int_to_pointer": _int_to_pointer,
    "pointer_diff": _nothing,
    "pointer_lt": _nothing,
    "pointer_le": _nothing,
    "same_object": _nothing,
    "object_start": _nothing,
    "freeable": _nothing,
    "writable": _nothing,
    "object_size": _nothing,
    "no_leak": _nothing,
}
