"""What is looked up in a table of known elements, at a place that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dovetail.semantics.symbolic_values import Bits

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic


class Table:
    """A few known elements, of which an offset chooses by its bits: what a circuit would do. A solver needs
    no theory of arrays for it, and where all elements of a half are the same there is nothing to choose."""

    def __init__(
        self, algebra: Symbolic[Any], offset: Any, size: int, first: int, elements: list[int]
    ) -> None:
        """The offset is one of theirs, which begin with the element of this number."""
        self._algebra = algebra
        self._elements = elements
        self._first = first
        self._width = 8 * size
        self._places = size.bit_length() - 1
        self._offset = algebra.term(offset, algebra.pointer_bits)
        self._bits: dict[int, Any] = {}

    def value(self) -> Any:
        last = self._first + len(self._elements) - 1
        return self._among(0, last.bit_length())

    def _among(self, start: int, bits: int) -> Any:
        """Of the 2**bits elements from this number on."""
        inside = range(max(start, self._first), min(start + (1 << bits), self._first + len(self._elements)))
        here = [self._elements[number - self._first] for number in inside]
        if len(set(here)) <= 1:
            return here[0] if here else 0
        half = 1 << (bits - 1)
        if inside[-1] < start + half:
            return self._among(start, bits - 1)
        if inside[0] >= start + half:
            return self._among(start + half, bits - 1)
        then, otherwise = self._among(start + half, bits - 1), self._among(start, bits - 1)
        algebra = self._algebra
        terms = (algebra.term(value, self._width) for value in (then, otherwise))
        chosen = Bits(algebra.terms.choose(self._bit(bits - 1), *terms), self._width)
        return algebra.spans.note(chosen, self._width, min(here), max(here))

    def _bit(self, number: int) -> Any:
        """The condition that this bit of the element's number is set."""
        found = self._bits.get(number)
        if found is None:
            terms, at = self._algebra.terms, number + self._places
            one = terms.bits(1, 1)
            found = self._bits[number] = terms.equal(terms.extract(self._offset, at, at), one)
        return found
