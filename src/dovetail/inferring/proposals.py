"""Preconditions and frames, proposed from what a function does with what it is given (`needs`).

A proposal is no more than that: what is proved of the function is proved under it. There are several, from
the least that may do to the most; the first under which no check fails is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from dovetail.inferring.needs import Need, Uses
from dovetail.program.types import IntType, PointerType, RecordType, Target, Type, VoidType
from dovetail.quick_dataclass import dataclass

_FEWER = re.compile(r"([\w>-]+) <= \(size_t\)-1 / .*$")
_THERE = re.compile(r"dovetail_(?:readable|writable)\(")
_NAMES_OF_COUNTS = ("len", "size", "num", "count", "cap", "nmemb", "n")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Clauses, as they are written. `requires` is what callers would have to see to."""

    requires: tuple[str, ...] = ()
    assigns: tuple[str, ...] = ()
    frees: bool = False

    def with_more(self, conditions: tuple[str, ...]) -> Proposal:
        """With further preconditions, in front: they restrict numbers that sizes are made of."""
        new = tuple(one for one in conditions if one not in self.requires)
        return Proposal((*new, *self.requires), self.assigns, self.frees)


MANY = "0xffffff"
"""A number of elements that is more than most callers have, and far from where sizes wrap around."""


def easier(proposal: Proposal) -> list[Proposal]:
    """The same, asking for more, where that makes proofs easier: numbers of elements far from the largest,
    and objects of their own for what is readable or writable."""
    fewer = tuple(_FEWER.sub(rf"\1 <= {MANY}", one) for one in proposal.requires)
    apart = tuple(_THERE.sub("dovetail_fresh(", one) for one in fewer)
    found = dict.fromkeys(replace(proposal, requires=one) for one in (fewer, apart))
    return [one for one in found if one != proposal]


def proposals(uses: Uses, target: Target) -> list[Proposal]:
    """The weakest first."""
    found: dict[Proposal, None] = {}
    for apart in (False, True):
        for nulls in (True, False):
            for counted, some in product((0, 1), (False, True)):
                found[_Proposing(uses, target, nulls, apart, counted, some).proposal()] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class _Proposing:
    uses: Uses
    target: Target
    nulls: bool
    """May what is compared with null be null?"""
    apart: bool
    """Has each pointer an object of its own?"""
    counted: int
    """Which of several integers is taken for the number of elements."""
    some: bool
    """Is there at least one?"""

    def proposal(self) -> Proposal:
        said: dict[str, None] = {}
        for need in self._ordered():
            if need.followed:
                said.update(dict.fromkeys(self._said(need)))
        first = [one for one in said if _is_of_numbers(one)]
        rest = [one for one in said if one not in first]
        return Proposal((*first, *rest), tuple(dict.fromkeys(self._assigned())))

    def _ordered(self) -> list[Need]:
        """What lies behind a pointer is said behind it; what it lies in is there, too."""
        needs = dict(self.uses.needs)
        for path in [*needs]:
            name = path.partition("->")[0]
            type_ = self.uses.parameters.get(name)
            if needs[path].followed and name not in needs and isinstance(type_, PointerType):
                needs[name] = Need(name, type_.pointee)
            if needs[path].followed and name != path:
                needs[name].reads, needs[name].most = True, max(needs[name].most, 1)
        order = list(self.uses.parameters)
        return sorted(
            needs.values(), key=lambda one: ("->" in one.path, order.index(one.path.split("->")[0]))
        )

    def _may_be_null(self, path: str) -> bool:
        need = self.uses.needs.get(path)
        return need is not None and need.tested

    def _said(self, need: Need) -> Iterator[str]:
        """First what its size is made of, then that it is there."""
        string, count = self._string_or_count(need)
        parent = need.path.partition("->")[0]
        behind = f"{parent} == NULL || " if "->" in need.path and self._null(parent) else ""
        null = f"{behind}{need.path} == NULL || " if self._null(need.path) else behind
        if string:
            yield f"{null}dovetail_string({need.path})"
            return
        if count:
            for one in self._ranges(need, count):
                yield f"{behind}{one}" if "->" in one else one
        word = "dovetail_fresh" if self.apart else f"dovetail_{'writable' if need.writes else 'readable'}"
        yield f"{null}{word}({need.path}, {self._bytes(need, count)})"

    def _null(self, path: str) -> bool:
        return self.nulls and self._may_be_null(path)

    def _string_or_count(self, need: Need) -> tuple[bool, str]:
        """Is it a string? Else, what says how many there are, if anything does."""
        if not need.walked:
            return need.string, ""
        counts = self._counts(need)
        said = [one for one in counts if one in self.uses.bounds or one in need.counts]
        characters = isinstance(need.pointee, IntType) and need.pointee.width == 8
        string = characters and not need.writes and (need.string or need.ends_at_zero)
        if string and not said:
            return True, ""
        if string and self.counted:
            return True, ""
        if not counts:
            return False, ""
        best = [*said, *(one for one in counts if one not in said)]
        return False, best[min(self.counted, len(best) - 1)]

    def _counts(self, need: Need) -> list[str]:
        """The integers beside it, the likeliest first: what callees are told, what is next to it, names."""
        name, _, member = need.path.partition("->")
        parameters = [one for one, type_ in self.uses.parameters.items() if isinstance(type_, IntType)]
        order = list(self.uses.parameters)
        near = sorted(parameters, key=lambda one: abs(order.index(one) - order.index(name) - 1))
        found = dict.fromkeys(need.counts)
        if member:
            type_ = self.uses.parameters[name]
            members = _integers_of(type_)
            found |= dict.fromkeys(
                f"{name}->{one}" for one in members if f"{name}->{one}" in self.uses.bounds
            )
            found |= dict.fromkeys(
                f"{name}->{one}" for one in members if any(word in one.lower() for word in _NAMES_OF_COUNTS)
            )
            return list(found)
        found |= dict.fromkeys(one for one in near if one in self.uses.bounds)
        found |= dict.fromkeys(near[:1])
        return list(found)

    def _bytes(self, need: Need, count: str) -> str:
        size = self._size(need.pointee)
        if count:
            return count if size == 1 or need.bytes_ else f"{count} * sizeof *{need.path}"
        if isinstance(need.pointee, VoidType):
            return str(max(need.most, 1))
        return f"sizeof *{need.path}" if need.most <= 1 else f"{need.most} * sizeof *{need.path}"

    def _size(self, type_: Type) -> int:
        return 1 if isinstance(type_, VoidType) else max(self.target.size(type_), 1)

    def _ranges(self, need: Need, count: str) -> Iterator[str]:
        """A negative number of elements is none; and their bytes have a number, too."""
        type_ = type_of(self.uses, count)
        if not isinstance(type_, IntType):
            return
        if self.some:
            yield f"{count} > 0"
        elif type_.signed:
            yield f"{count} >= 0"
        size = 1 if need.bytes_ else self._size(need.pointee)
        room = self.target.size_t.width - (
            1 if type_.signed and type_.width == self.target.size_t.width else 0
        )
        if size > 1 and type_.width + (size - 1).bit_length() > room:
            yield f"{count} <= (size_t)-1 / sizeof *{need.path}"

    def _assigned(self) -> Iterator[str]:
        for written, path in self.uses.assigned.items():
            need = self.uses.needs.get(path)
            if not path:
                yield written
                continue
            if need is None:
                continue
            guarded = self._guard(path)
            if written != path and not need.walked:
                yield f"{guarded}{written}"
                continue
            _, count = self._string_or_count(need)
            yield f"{guarded}dovetail_range({path}, {self._bytes(need, count)})"

    def _guard(self, path: str) -> str:
        """What is behind a pointer that may be null is written only if it is not."""
        names = dict.fromkeys((path.partition("->")[0], path))
        tested = [one for one in names if self._null(one)]
        return f"{' && '.join(f'{one} != NULL' for one in tested)}: " if tested else ""


def _is_of_numbers(clause: str) -> bool:
    """Does it speak of numbers that are parameters, and follow no pointer? (`sizeof` follows none.)"""
    return "->" not in clause and "dovetail_" not in clause and "NULL" not in clause


def type_of(uses: Uses, path: str) -> Type | None:
    """Of a parameter, or of a member behind one."""
    name, _, member = path.partition("->")
    type_ = uses.parameters.get(name)
    return dict(_members(type_)).get(member) if member else type_


def _members(type_: Type | None) -> list[tuple[str, Type]]:
    if isinstance(type_, PointerType) and isinstance(type_.pointee, RecordType):
        return [(one.name, one.type) for one in type_.pointee.fields if one.name]
    return []


def _integers_of(type_: Type | None) -> list[str]:
    return [name for name, one in _members(type_) if isinstance(one, IntType)]
