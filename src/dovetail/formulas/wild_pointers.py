"""Wild pointers along a test: where they lead, pinned (docs/design/wild.md).

A symbolic walk that follows an address it does not know goes on at one that it chooses, and says so in a
condition. There are several ways to choose: as the test had it, at a place of its own, or as a model has it.
A pointer into an object is none of its business and comes back as it is.

Which question the conditions are part of, and what follows from its answer, is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

from dovetail.semantics.symbolic_values import Bits, Pointer
from dovetail.semantics.wild import PAGE

if TYPE_CHECKING:
    from dovetail.formulas.test_inputs import Inputs

FIRST_PLACE, PLACE, PLACES = 0x7000_0000, 0x1_0000, 1024
"""Where memory is handed out to wild pointers: the first place, the distance between two, how many there are.
Natively nothing else is there."""
_MIDDLE = PLACE // 2
"""A pointer's own offset in its place, so that there is room on both sides."""


class Pins:
    """The wild pointers of one walk. This base pins none but those that are pinned `already`."""

    def __init__(self, inputs: Inputs, already: Mapping[Any, int] | None = None) -> None:
        self.inputs = inputs
        self.algebra = inputs.algebra
        self.conditions: list[Any] = []
        self.touched: dict[tuple[int, int], None] = {}
        """Addresses that were followed to, and how many bytes."""
        self.roots: dict[Any, int] = dict(already or {})
        """What is pinned: by the root of a term, its value."""
        self._count = 0
        """Of pointers followed."""

    def follow(self, pointer: Pointer, size: Any) -> Pointer:
        """Where an access of so many bytes goes; of one at least, if it is not known of how many."""
        size = size if isinstance(size, int) else 1
        part, address = pointer.object, pointer.offset
        self._count += 1
        if type(address) is int and part == 0:
            self.touched[address, size] = None
            return pointer
        if isinstance(part, Bits):
            address = self.algebra.pointer_to_int(pointer)
        elif part != 0:
            return pointer
        if not isinstance(address, Bits):
            return pointer
        known = self.roots.get(address.root)
        if known is None:
            chosen = self._chosen(address, size, made=part != 0)
            if chosen is None:
                return pointer
            condition = self.algebra.pointer_eq(pointer, Pointer(0, chosen))
            if condition is False:
                return pointer
            self.roots[address.root] = self._wrapped(chosen - address.plus)
            if condition is not True:
                self.conditions.append(condition)
        else:
            chosen = self._wrapped(known + address.plus)
            if not self._possible(chosen, size):
                return pointer
        self.touched[chosen, size] = None
        return Pointer(0, chosen)

    def _chosen(self, address: Bits, size: int, *, made: bool) -> int | None:
        """The address to go on with, if any. Was it `made` of a number, which may be an object's address?"""
        return None

    def _possible(self, address: int, size: int) -> bool:
        """May an access go to this address?"""
        return True

    def _wrapped(self, address: int) -> int:
        return address & ((1 << self.algebra.pointer_bits) - 1)


class AsTested(Pins):
    """Pointers that led the test into wild memory lead there."""

    def _chosen(self, address: Bits, size: int, *, made: bool) -> int | None:
        value = self.inputs.value_of(address.term)
        return value if value is not None and self._there(value, size) else None

    def _there(self, address: int, size: int) -> bool:
        return self.inputs.pages.covers(address, size)

    def _possible(self, address: int, size: int) -> bool:
        return self._there(address, size)


class Apart(AsTested):
    """The others each get a place of their own; with `numbers` that were made pointers among them."""

    def __init__(
        self, inputs: Inputs, already: Mapping[Any, int] | None = None, *, numbers: bool = False
    ) -> None:
        super().__init__(inputs, already)
        self._numbers = numbers
        self._next = 0

    def _chosen(self, address: Bits, size: int, *, made: bool) -> int | None:
        found = super()._chosen(address, size, made=made)
        if found is not None or (made and not self._numbers):
            return found
        place = self._place()
        if place is None:
            return None
        chosen = self._wrapped(place + _MIDDLE + address.plus)
        return chosen if place <= chosen < place + PLACE else place + _MIDDLE

    def _place(self) -> int | None:
        """The next one that no page of the test lies in, and nothing that was followed."""
        while self._next < PLACES:
            place = FIRST_PLACE + self._next * PLACE
            self._next += 1
            taken = any(place <= address < place + PLACE for address, _ in self.touched)
            if not taken and not any(
                self.inputs.pages.covers(page, 1) for page in range(place, place + PLACE, PAGE)
            ):
                return place
        return None

    def _there(self, address: int, size: int) -> bool:
        """A place may need another page."""
        return super()._there(address, size) or _in_places(address)

    def _possible(self, address: int, size: int) -> bool:
        return True


class Spacing(Enum):
    """How pointers may lie to each other; what is easy to get right comes first."""

    PAGES = "pages"  # each at the start of a page: two are the same, or far apart
    SIZES = "sizes"  # each at a multiple of what is accessed: two accesses of one size meet as a whole or not
    NONE = "none"


class Somewhere(Pins):
    """Nothing else is pinned, but what is followed lies where the places are, spaced in some way."""

    def __init__(self, inputs: Inputs, already: Mapping[Any, int], spacing: Spacing) -> None:
        super().__init__(inputs, already)
        self._already = already
        self._spacing = spacing
        self._followed: dict[int, Any] = {}
        """The addresses that were not pinned, by the count of pointers followed."""

    def modelled(self, model: Callable[[Any], int | bool]) -> AsModelled:
        """The same walk once more, with the addresses that a model has."""
        values = {count: int(model(term)) for count, term in self._followed.items()}
        return AsModelled(self.inputs, self._already, values)

    def _chosen(self, address: Bits, size: int, *, made: bool) -> int | None:
        algebra, width = self.algebra, self.algebra.pointer_bits
        if not made:
            last = FIRST_PLACE + PLACE * PLACES - size
            inside = algebra.conjunction(
                algebra.ule(FIRST_PLACE, address, width), algebra.ule(address, last, width)
            )
            match self._spacing:
                case Spacing.PAGES:
                    start, unit = algebra.sub(address, address.plus, width), PAGE
                case Spacing.SIZES:
                    start, unit = address, size if size in (2, 4, 8) else 1
                case Spacing.NONE:
                    start, unit = address, 1
            low = algebra.bitand(start, unit - 1, width)
            inside = algebra.conjunction(inside, algebra.eq(low, 0, width))
            if inside is not True and inside not in self.conditions:
                self.conditions.append(inside)
            self._followed[self._count] = address.term
        return None


class AsModelled(Apart):
    """Addresses are what a model of another walk over the same statements has, by the count of pointers
    followed."""

    def __init__(self, inputs: Inputs, already: Mapping[Any, int], values: Mapping[int, int]) -> None:
        super().__init__(inputs, already)
        self._values = values

    def _chosen(self, address: Bits, size: int, *, made: bool) -> int | None:
        value = self._values.get(self._count)
        if value is not None and _in_places(value):
            return value
        return super()._chosen(address, size, made=made)


def placed(
    inputs: Inputs,
    already: Mapping[Any, int],
    possible: Callable[[Pins], bool],
    model: Callable[[Any], int | bool],
) -> Pins | None:
    """Wild pointers where a model has them, since not all of them can be apart: the walk is gone twice with
    each spacing. `possible` goes it with these pins and asks whether it can be gone; None if it never can."""
    for spacing in Spacing:
        somewhere = Somewhere(inputs, already, spacing)
        if possible(somewhere):
            modelled = somewhere.modelled(model)
            if possible(modelled):
                return modelled
    return None


def _in_places(address: int) -> bool:
    return FIRST_PLACE <= address < FIRST_PLACE + PLACE * PLACES
