"""Between which numbers the value of a bit-vector term lies: the least and the greatest, without a sign.

What a program computes is seldom as wide as its type: a byte that was extended, a number modulo four, an
element of a table. Who knows that has the answer to most comparisons with constants (is this index within its
array?) before any solver is asked, and the formula does not grow by them.

A span follows from how a term is built, whatever its symbols are. Nothing that a program assumes goes into
it, so it is good wherever the term is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dovetail.semantics.symbolic_values import Bits, Choice

Span = tuple[int, int]
FEW = 16


class Spans:
    __slots__ = ("_few", "_known", "_products")

    def __init__(self) -> None:
        self._products: dict[Any, tuple[Bits, int]] = {}
        self._known: dict[Any, Span] = {}
        self._few: dict[Any, tuple[int, ...]] = {}

    def of(self, value: Any, width: int) -> Span:
        if type(value) is int:
            return value, value
        if type(value) is Bits:
            return self._known.get(value.term, (0, (1 << width) - 1))
        if type(value) is Choice:
            found = [leaf for leaf in _leaves(value) if type(leaf) is int]
            if len(found) == value.leaves:
                return min(found), max(found)
        return 0, (1 << width) - 1

    def of_term(self, term: Any, width: int) -> Span:
        return self._known.get(term, (0, (1 << width) - 1))

    def note(self, value: Any, width: int, low: int, high: int) -> Any:
        """The value, with its span remembered if that says anything; what does not fit may have wrapped, and
        says nothing, whatever else is known."""
        if type(value) is not Bits or low < 0 or high >= 1 << width:
            return value
        before = self._known.get(value.term)
        if before is not None:
            low, high = max(low, before[0]), min(high, before[1])
        if low > 0 or high < (1 << width) - 1:
            self._known[value.term] = low, high
        return value

    def moved(self, term: Any, width: int, plus: int) -> Span:
        """Of the term and a constant, if all of it wraps around or nothing does."""
        low, high = self.of_term(term, width)
        wraps = (low + plus) >> width
        if wraps != (high + plus) >> width:
            return 0, (1 << width) - 1
        return low + plus - (wraps << width), high + plus - (wraps << width)

    def few(self, value: Bits) -> Sequence[int]:
        """All numbers that a term may be, if they are few; nothing, if they are many."""
        found = self._few.get(value.term)
        if found is not None:
            return found
        low, high = self.of(value, value.width)
        step = 1 << value.zeros
        return range(-(-low // step) * step, high + 1, step) if (high - low) // step < FEW else ()

    def note_few(self, value: Any, numbers: Iterable[int]) -> Any:
        """The value, with all numbers that it may be remembered."""
        if type(value) is Bits and (found := tuple(number % (1 << value.width) for number in numbers)):
            self._few[value.term] = found
            self.note(value, value.width, min(found), max(found))
        return value

    def note_product(self, value: Any, operand: Any, factor: int) -> Any:
        """The value, with what it is a multiple of remembered."""
        if type(value) is Bits and type(operand) is Bits:
            self._products[value.term] = operand, factor
        return value

    def made_of(self, value: Bits) -> tuple[Bits, int, int, bool] | None:
        """A term that a value is computed from, with a factor and what is added to that; and if it is an
        extension, whether by the sign."""
        if value.plus:
            return Bits(value.root, value.width, zeros=0), 1, value.plus, False
        if value.narrow is not None:
            return value.narrow, 1, 0, value.signed
        found = self._products.get(value.term)
        return None if found is None else (*found, 0, False)

    def signed(self, value: Any, width: int) -> Span:
        """The same with a sign."""
        low, high = self.of(value, width)
        half = 1 << (width - 1)
        if high < half:
            return low, high
        return (low - 2 * half, high - 2 * half) if low >= half else (-half, half - 1)


def less(left: Span, right: Span) -> bool | None:
    """Is every number of the one less than every number of the other, or none?"""
    if left[1] < right[0]:
        return True
    return False if left[0] >= right[1] else None


def _leaves(value: Any) -> Iterator[Any]:
    stack = [value]
    while stack:
        one = stack.pop()
        if type(one) is Choice:
            stack += (one.otherwise, one.then)
        else:
            yield one
