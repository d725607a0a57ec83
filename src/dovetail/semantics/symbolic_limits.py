"""Between which numbers terms lie where control is: what conditions on the way there have said of them.

`symbolic_spans` knows what follows from how a term is built, which is so everywhere. Behind `if (i < 10)` a
byte is less than ten though its term may be anything else, and an element of an array is then one of ten, at
places that are known. What stands in these is read there, and no solver is asked where in the array it is.

A condition is remembered with what it was made of: the comparison of a term with a number, or two conditions.
What is known of a term goes for what is computed from it with constants: extensions, sums, products.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dovetail.semantics.symbolic_spans import FEW, Span, Spans
from dovetail.semantics.symbolic_values import Bits, Condition, Made

Limits = Mapping[Any, Span]
"""By term: the least and the greatest number, with a sign."""
NONE: Limits = MappingProxyType({})
MOST = 32
"""Terms of which something is remembered: those that were asked about last."""
PARTS = 32
"""Of a condition, so many are looked at, from the last one on."""


def learned(spans: Spans, condition: Any, before: Limits) -> Limits:
    """What is known where a condition holds, if so much was known before."""
    if type(condition) is not Condition:
        return before
    found: dict[Any, Span] = {}
    for value, span in _said(condition):
        inner = _innermost(value, span)
        known = found.get(inner.term) or before.get(inner.term) or spans.signed(inner, inner.width)
        both = max(known[0], span[0]), min(known[1], span[1])
        if both != known and both[0] <= both[1]:  # if none is left, nothing comes here
            found[inner.term] = both
    if not found:
        return before
    kept = [(term, span) for term, span in before.items() if term not in found]
    return dict([*kept, *found.items()][-MOST:])


def _said(condition: Condition) -> Iterator[tuple[Bits, Span]]:
    """Terms, and where they lie if the condition holds."""
    waiting, looked_at = [(condition, True)], 0
    while waiting and looked_at < PARTS:
        one, holds = waiting.pop()
        looked_at += 1
        if one.inverse is not None:
            waiting.append((one.inverse, not holds))
            continue
        match one.made:
            case (Made.BOTH, Condition() as left, Condition() as right) if holds:
                waiting += ((left, True), (right, True))
            case (Made.EITHER, Condition() as left, Condition() as right) if not holds:
                waiting += ((left, False), (right, False))
            case (Made.EQUAL, Bits() as value, int(number)) if holds:
                number = _with_sign(number, value.width)
                yield value, (number, number)
            case (Made.BELOW | Made.AT_MOST | Made.SIGNED_BELOW | Made.SIGNED_AT_MOST as how, left, right):
                yield from _compared(how, left, right, holds)
            case _:
                pass


def _compared(how: Made, left: Any, right: Any, holds: bool) -> Iterator[tuple[Bits, Span]]:
    """What a comparison says of the term in it. Numbers of the upper half, without a sign, are nobody's
    bounds."""
    value = left if type(left) is Bits else right
    half = 1 << (value.width - 1)
    strict, low = how in (Made.BELOW, Made.SIGNED_BELOW), -half
    if how in (Made.BELOW, Made.AT_MOST):
        low = 0
        if (right if value is left else left) >= half:
            return
    if value is left:
        number = _with_sign(right, value.width)
        if holds:
            yield value, (low, number - strict)
        elif low < 0:  # what is not below, without a sign, may be in the upper half
            yield value, (number + (not strict), half - 1)
    else:
        number = _with_sign(left, value.width)
        if not holds:
            yield value, (low, number - (not strict))
        elif low < 0:
            yield value, (number + strict, half - 1)


def _with_sign(number: int, width: int) -> int:
    half = 1 << (width - 1)
    return (number ^ half) - half


def _innermost(value: Bits, span: Span) -> Bits:
    """What was extended, if the limits are good for that as well: others may have extended it otherwise."""
    while value.narrow is not None:
        half = 1 << (value.narrow.width - 1)
        if span[1] >= half or span[0] < (-half if value.signed else 0):
            return value
        value = value.narrow
    return value


def common(left: Limits, right: Limits) -> Limits:
    """What is known where two ways meet."""
    if left is right or not left or not right:
        return left if left is right else NONE
    return {
        term: (min(span[0], other[0]), max(span[1], other[1]))
        for term, span in left.items()
        if (other := right.get(term)) is not None
    }


def numbers(spans: Spans, value: Bits, limits: Limits) -> Sequence[int]:
    """All that a term may be, as bits, if they are few by what is known where control is; else nothing."""
    steps: list[tuple[int, tuple[Bits, int, int, bool]]] = []
    while value.term not in limits:
        made = spans.made_of(value)
        if made is None:
            return ()
        steps.append((value.width, made))
        value = made[0]
    low, high = limits[value.term]
    step = 1 << value.zeros
    if (high - low) // step >= FEW:
        return ()
    found = [number % (1 << value.width) for number in range(-(-low // step) * step, high + 1, step)]
    for width, (part, factor, plus, signed) in reversed(steps):
        operands = (_with_sign(number, part.width) if signed else number for number in found)
        found = [(number * factor + plus) % (1 << width) for number in operands]
    return list(dict.fromkeys(found))
