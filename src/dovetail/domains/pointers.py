"""Pointers: null, and objects with offsets.

An element says into which abstract objects a pointer may point, at which offset in each, and which addresses
as such it may be (null is the address 0). `Pointer.anything` is the top: a pointer of which nothing is known.

An abstract object (`Target`) is a global object or function by its name, or the objects that one allocation
site makes. Of a site, the youngest object is apart from all the older ones: a fresh object can then be
written strongly, although its site is in a loop.
`Memory.allocated` says what an allocation does to the pointers.

Not here: what lies in objects, and which of them are alive. That is in `memory`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from dovetail.domains.backward import refine
from dovetail.domains.lattice import Thresholds
from dovetail.domains.numbers import Number
from dovetail.domains.truth import Truth


class Target(NamedTuple):
    """`name` is the symbol of a global object or a function, or that of an allocation site; `old` are all
    objects of a site but the youngest."""

    name: str
    site: bool = False
    old: bool = False

    @property
    def single(self) -> bool:
        """Does it stand for at most one object at a time?"""
        return not self.old

    def __str__(self) -> str:
        return f"older {self.name}" if self.old else self.name


Targets = Mapping[Target, Number]


class Pointer:
    """Not empty. `anything` has no targets and no addresses: they would add nothing."""

    __slots__ = ("_hash", "addresses", "anything", "targets")

    def __init__(self, targets: Targets, addresses: Number | None, anything: bool = False) -> None:
        self.targets = targets
        self.addresses = addresses
        """The addresses as such that it may be."""
        self.anything = anything
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Pointer)
            and self.anything is other.anything
            and self.addresses == other.addresses
            and self.targets == other.targets
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.anything, self.addresses, frozenset(self.targets.items())))
        return self._hash

    def __repr__(self) -> str:
        return f"<pointer {self}>"

    def __str__(self) -> str:
        if self.anything:
            return "any pointer"
        parts = [f"&{target} + {offset}" for target, offset in sorted(self.targets.items())]
        if self.addresses is not None:
            parts.append("null" if self.addresses.constant == 0 else f"address {self.addresses}")
        return " or ".join(parts)

    # Questions

    @property
    def null_only(self) -> bool:
        return not self.targets and self.addresses is not None and self.addresses.constant == 0

    @property
    def is_address(self) -> bool:
        """Does it point into no object of the program, whatever it is?"""
        return not self.targets and not self.anything

    @property
    def single(self) -> tuple[Target, Number] | None:
        """The one object that it points to, if there is just one and nothing else."""
        if self.anything or self.addresses is not None or len(self.targets) != 1:
            return None
        return next(iter(self.targets.items()))

    # Lattice

    def leq(self, other: Pointer) -> bool:
        if other.anything or self is other:
            return True
        if self.anything:
            return False
        if self.addresses is not None and (
            other.addresses is None or not self.addresses.leq(other.addresses)
        ):
            return False
        for target, offset in self.targets.items():
            theirs = other.targets.get(target)
            if theirs is None or not offset.leq(theirs):
                return False
        return True

    def join(self, other: Pointer) -> Pointer:
        if self is other or self.anything:
            return self
        if other.anything:
            return other
        targets = dict(self.targets)
        for target, offset in other.targets.items():
            mine = targets.get(target)
            targets[target] = offset if mine is None else mine.join(offset)
        return Pointer(targets, _either(self.addresses, other.addresses, Number.join))

    def meet(self, other: Pointer) -> Pointer | None:
        if self is other or other.anything:
            return self
        if self.anything:
            return other
        targets = {}
        for target, offset in self.targets.items():
            theirs = other.targets.get(target)
            common = None if theirs is None else offset.meet(theirs)
            if common is not None:
                targets[target] = common
        addresses = None
        if self.addresses is not None and other.addresses is not None:
            addresses = self.addresses.meet(other.addresses)
        if not targets and addresses is None:
            return None
        return Pointer(targets, addresses)

    def widen(self, newer: Pointer, thresholds: Thresholds) -> Pointer:
        if self.anything:
            return self
        if newer.anything:
            return newer
        targets = dict(self.targets)
        for target, offset in newer.targets.items():
            mine = targets.get(target)
            targets[target] = offset if mine is None else mine.widen(offset, thresholds)
        addresses = _either(self.addresses, newer.addresses, lambda old, new: old.widen(new, thresholds))
        return Pointer(targets, addresses)

    def narrow(self, newer: Pointer) -> Pointer:
        if self.anything or newer.anything:
            return newer
        targets = {}
        for target, offset in self.targets.items():
            theirs = newer.targets.get(target)
            if theirs is not None:
                targets[target] = offset.narrow(theirs)
        addresses = None
        if self.addresses is not None and newer.addresses is not None:
            addresses = self.addresses.narrow(newer.addresses)
        if not targets and addresses is None:
            return newer
        return Pointer(targets, addresses)

    # Parts

    def without_null(self) -> Pointer | None:
        """The same pointer where it is known not to be null."""
        if self.anything or self.addresses is None:
            return self
        zero = Number.of(0, self.addresses.width)
        refined = refine("eq", Truth.NO, (self.addresses, zero), self.addresses.width)
        addresses = None if refined is None else refined[0]
        assert addresses is None or isinstance(addresses, Number)
        if addresses is None and not self.targets:
            return None
        return Pointer(self.targets, addresses)

    def renamed(self, mapping: Mapping[Target, tuple[Target, ...]]) -> Pointer:
        """Where each object that is mentioned may now be any of some others."""
        if not any(target in mapping for target in self.targets):
            return self
        targets: dict[Target, Number] = {}
        for target, offset in self.targets.items():
            for name in mapping.get(target, (target,)):
                known = targets.get(name)
                targets[name] = offset if known is None else known.join(offset)
        return Pointer(targets, self.addresses)


ANYTHING = Pointer({}, None, anything=True)


def to(target: Target, offset: Number) -> Pointer:
    return Pointer({target: offset}, None)


def address(number: Number) -> Pointer:
    return Pointer({}, number)


def _either(
    left: Number | None, right: Number | None, both: Callable[[Number, Number], Number]
) -> Number | None:
    if left is None:
        return right
    return left if right is None else both(left, right)
