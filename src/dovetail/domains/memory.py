"""Abstract memory: what is known of the objects, by global name and by allocation site.

Writes through a pointer to one object that stands for one object only are strong: what was there is gone.
All others are weak. A write through a pointer of which nothing is known may change every object. One through
an address as such goes to memory outside of all objects (docs/design/wild.md), of which it is only known
whether pointers into objects have been left there.

An access that no live object covers ends the run (docs/design/ground.md): so the places that are surely not
valid are left out, and where none is left the answer is None: no execution goes on from there.

A site that is missing has made no object yet. Memories are immutable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from dovetail.domains.contents import (
    ANY_CONTENTS,
    ARBITRARY,
    FRESH,
    INPUTS,
    UNKNOWN,
    Contents,
    Image,
    Rest,
    Unknown,
    is_input,
)
from dovetail.domains.lattice import Thresholds
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import ANYTHING, Pointer, Target, to
from dovetail.domains.truth import Truth
from dovetail.domains.values import Value, Values, join, top_of
from dovetail.program.automata import Program
from dovetail.program.statements import Storage
from dovetail.program.types import PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import size_of


@dataclass(frozen=True, slots=True)
class Object:
    """`size` in bytes. `alive` is NO for a dead object, EITHER where that is not known."""

    size: Number
    contents: Contents
    alive: Truth = Truth.YES
    heap: bool = False
    constant: bool = False
    function: bool = False


Objects = Mapping[Target, Object]


@dataclass(frozen=True, slots=True)
class Memory:
    objects: Objects
    wild: Rest = ARBITRARY
    """What memory outside of all objects holds."""

    @staticmethod
    def initial(program: Program, values: Values) -> Memory:
        bits = values.pointer_bits
        objects = {
            Target(name): Object(
                Number.of(one.size, bits),
                Contents({}, Image(one.initial.rstrip(b"\0"))),
                constant=one.constant,
            )
            for name, one in program.objects.items()
        }
        for name in program.functions:
            objects[Target(name)] = Object(Number.of(0, bits), ANY_CONTENTS, function=True)
        return Memory(objects)

    # Places

    def places(self, pointer: Pointer, size: int) -> list[tuple[Target, Number]] | None:
        """Where in objects an access of `size` bytes may go; None: anywhere."""
        if pointer.anything:
            return None
        return [
            (target, offset)
            for target, offset in pointer.targets.items()
            if self._may_access(target, offset, size)
        ]

    def _may_access(self, target: Target, offset: Number, size: int) -> bool:
        found = self.objects.get(target)
        if found is None or found.alive is Truth.NO or found.function:
            return False
        return offset.umin + size <= found.size.umax

    def restricted(self, pointer: Pointer, size: int) -> Pointer | None:
        """The pointer, where it has been used to access `size` bytes."""
        if pointer.anything:
            return pointer
        targets = {}
        for target, offset in pointer.targets.items():
            if self._may_access(target, offset, size):
                limit = self.objects[target].size.umax - size
                inside = offset.meet(Number.unsigned(0, limit, offset.width))
                if inside is not None:
                    targets[target] = inside
        present = replace_targets(pointer, targets)
        return None if present is None else present.without_null()

    # Reading

    def load(self, pointer: Pointer, type_: Type, values: Values) -> Value | None:
        places = self.places(pointer, size_of(type_, values.pointer_bits))
        if not values.numbers_of_pointers and not isinstance(type_, PointerType):
            values.numbers_of_pointers = self._reads_pointer(pointer, places, type_, values)
        if places is None:
            return top_of(type_)
        result: Value | None = None
        if leads_outside(pointer):
            result = Contents({}, self.wild).read(0, type_, values)
        for target, offset in places:
            found = self.objects[target]
            read = found.contents.read_any(offset, found.size.constant, type_, values)
            result = read if result is None else join(result, read)
        return result

    def cell(self, target: Target, offset: int, type_: Type, values: Values) -> Value | None:
        """What lies in an object, if there is one and it may be read there."""
        found = self.objects.get(target)
        if found is None or found.function or found.alive is Truth.NO or offset < 0:
            return None
        if offset + size_of(type_, values.pointer_bits) > found.size.umin:
            return None
        return found.contents.read(offset, type_, values)

    def _reads_pointer(
        self, pointer: Pointer, places: list[tuple[Target, Number]] | None, type_: Type, values: Values
    ) -> bool:
        """May a pointer into an object be read there as something else?"""
        if places is None or (leads_outside(pointer) and isinstance(self.wild, Unknown)):
            return True
        return any(
            self.objects[target].contents.has_pointer(offset, type_, values) for target, offset in places
        )

    # Questions

    def valid(self, pointer: Pointer, size: Number) -> Truth:
        if size.constant == 0:
            return Truth.YES
        if pointer.anything:
            return Truth.EITHER
        answers = []
        if pointer.addresses is not None:
            answers.append(Truth.NO if pointer.addresses.constant == 0 and size.umin else Truth.EITHER)
        for target, offset in pointer.targets.items():
            found = self.objects.get(target)
            if found is None or found.alive is Truth.NO or offset.umin + size.umin > found.size.umax:
                answers.append(Truth.NO if size.umin else Truth.EITHER)
            elif found.alive is Truth.YES and offset.umax + size.umax <= found.size.umin:
                answers.append(Truth.YES)
            else:
                answers.append(Truth.EITHER)
        first = answers[0]
        return first if all(answer is first for answer in answers) else Truth.EITHER

    def freeable(self, pointer: Pointer) -> Truth:
        if pointer.anything:
            return Truth.EITHER
        answers = []
        if pointer.addresses is not None:
            answers.append(Truth.YES if pointer.addresses.constant == 0 else Truth.EITHER)
        for target, offset in pointer.targets.items():
            found = self.objects.get(target)
            if found is None or not found.heap or found.alive is Truth.NO or not offset.contains(0):
                answers.append(Truth.NO)
            elif found.alive is Truth.YES and offset.constant == 0:
                answers.append(Truth.YES)
            else:
                answers.append(Truth.EITHER)
        first = answers[0]
        return first if all(answer is first for answer in answers) else Truth.EITHER

    def writable(self, pointer: Pointer) -> Truth:
        if pointer.anything:
            return Truth.EITHER
        found = (self.objects.get(target) for target in pointer.targets)
        constant = {one is not None and one.constant for one in found}
        if True not in constant:
            return Truth.YES
        return Truth.EITHER if False in constant or pointer.addresses is not None else Truth.NO

    def object_size(self, pointer: Pointer, width: int) -> Number:
        single = pointer.single
        if single is not None:
            found = self.objects.get(single[0])
            if found is not None and found.alive is Truth.YES and found.size.width == width:
                return found.size
        return Number.top(width)

    # Writing

    def store(self, pointer: Pointer, value: Value, type_: Type, values: Values) -> Memory | None:
        places = self.places(pointer, size_of(type_, values.pointer_bits))
        if places is None:
            return self.disturbed()
        outside = leads_outside(pointer)
        if not places and not outside:
            return None
        if isinstance(value, Pointer) and not self.keeps(value, values):
            value = ANYTHING
        objects, wild = dict(self.objects), self.wild
        if outside and not is_input(value, values):
            wild = UNKNOWN
        for target, offset in places:
            old = objects[target]
            if len(places) == 1 and not outside and target.single and offset.constant is not None:
                contents = old.contents.write(offset.constant, type_, value, values)
            else:
                contents = old.contents.write_any(offset, old.size.constant, type_, value, values)
            objects[target] = replace(old, contents=contents)
        return Memory(objects, wild)

    def keeps(self, pointer: Pointer, values: Values) -> bool:
        """Is a pointer the same one when it is read from memory again? There it is an address, and an address
        far out of one object may be that of another."""
        for target, offset in pointer.targets.items():
            found = self.objects.get(target)
            size = values.sizes.get(target)
            least = size if size is not None else 0 if found is None else found.size.umin
            if offset.umax > least:
                return False
        return True

    def refined(self, pointer: Pointer, value: Value, type_: Type, values: Values) -> Memory:
        """Where what lies at a pointer is known to be one of these."""
        single = pointer.single
        if single is None or single[1].constant is None or not single[0].single:
            return self
        found = self.objects.get(single[0])
        if found is None:
            return self
        offset = single[1].constant
        if found.contents.holds(offset, type_, value, values):
            return self
        contents = found.contents.write(offset, type_, value, values)
        return Memory({**self.objects, single[0]: replace(found, contents=contents)}, self.wild)

    def overwritten(
        self, pointer: Pointer, size: Number, values: Values, *, inputs: bool = False
    ) -> Memory | None:
        """After some bytes were given any contents; with `inputs`, those of inputs."""
        places = self.places(pointer, size.umin)
        if places is None:
            return self.disturbed()
        if not size.umax:
            return self
        outside = leads_outside(pointer)
        if not places and not outside:
            return None if size.umin else self  # of no bytes at all, any pointer will do
        objects = dict(self.objects)
        for target, offset in places:
            old = objects[target]
            whole = offset.constant == 0 and size.constant == old.size.constant and target.single
            if inputs and whole and len(places) == 1 and not outside:
                objects[target] = replace(old, contents=INPUTS)
            else:
                objects[target] = replace(old, contents=_forgotten(old.contents, offset, size))
        return Memory(objects, self.wild if inputs or not outside else UNKNOWN)

    def filled(self, pointer: Pointer, byte: Value, size: Number, values: Values) -> Memory | None:
        single, zero = pointer.single, isinstance(byte, Number) and byte.constant == 0
        if single is not None and zero and single[1].constant == 0 and single[0].single:
            found = self.objects.get(single[0])
            if found is not None and size.constant is not None and size.constant == found.size.constant:
                return self._with(single[0], replace(found, contents=FRESH))
        return self.overwritten(pointer, size, values)

    def copied(self, to_: Pointer, source: Pointer, size: Number, values: Values) -> Memory | None:
        """After memmove. Cell by cell where both ends are known exactly."""
        if not size.umax:
            return self
        if self.places(source, size.umin) == [] and size.umin and not leads_outside(source):
            return None
        one, other = to_.single, source.single
        if one is None or other is None or size.constant is None or not one[0].single:
            return self.overwritten(to_, size, values)
        start, end = one[1].constant, other[1].constant
        mine, theirs = self.objects.get(one[0]), self.objects.get(other[0])
        if start is None or end is None or mine is None or theirs is None:
            return self.overwritten(to_, size, values)
        cells = list(theirs.contents.copied(end, size.constant))
        whole = start == 0 and end == 0 and size.constant == mine.size.constant == theirs.size.constant
        if whole and one[0] != other[0]:
            return self._with(one[0], replace(mine, contents=theirs.contents))
        if not self._may_access(*one, size.constant):
            return None
        if theirs.contents.covers(end, size.constant):
            contents = mine.contents.cleared(start, size.constant)
        else:
            contents = _forgotten(mine.contents, one[1], size)
        for cell, value in cells:
            contents = contents.write(start + cell.offset, cell.type, value, values)
        return self._with(one[0], replace(mine, contents=contents))

    def disturbed(self) -> Memory:
        """After a write that may have gone anywhere."""

        def change(one: Object) -> Object:
            if one.function or one.contents is ANY_CONTENTS:
                return one
            return replace(one, contents=ANY_CONTENTS)

        return replace(self._everywhere(change), wild=UNKNOWN)

    # Life and death

    def allocated(
        self, site: Target, size: Number, storage: Storage, values: Values
    ) -> tuple[Memory, Pointer, Mapping[Target, tuple[Target, ...]]]:
        """With a fresh object of a site, and what the pointers that there are must be called now."""
        old = Target(site.name, site.site, old=True)
        young = self.objects.get(site)
        memory, renaming = self, {}
        if young is not None:
            renaming = {site: (old,)}
            older = self.objects.get(old)
            merged = young if older is None else _joined(older, young, values)
            memory = Memory({**self.objects, old: merged}, self.wild).renamed(renaming)
        constant = storage is Storage.CONSTANT
        fresh = Object(size, FRESH, heap=storage is Storage.HEAP, constant=constant)
        return memory._with(site, fresh), to(site, Number.of(0, values.pointer_bits)), renaming

    def ended(self, pointer: Pointer) -> Memory | None:
        """After the end of an object's life; of null: nothing."""
        if pointer.anything:
            return self._everywhere(lambda one: one if one.alive is not Truth.YES else _doubtful(one))
        objects = dict(self.objects)
        sure = len(pointer.targets) == 1 and pointer.addresses is None
        possible = pointer.addresses is not None and pointer.addresses.contains(0)
        for target, offset in pointer.targets.items():
            found = objects.get(target)
            if found is None or found.alive is Truth.NO or not offset.contains(0):
                continue
            possible = True
            if sure and target.single:
                objects[target] = replace(found, alive=Truth.NO, contents=ANY_CONTENTS)
            elif found.alive is Truth.YES:
                objects[target] = replace(found, alive=Truth.EITHER)
        return Memory(objects, self.wild) if possible else None

    def renamed(self, mapping: Mapping[Target, tuple[Target, ...]]) -> Memory:
        """With other names for objects in all pointers that lie in memory."""
        if not mapping:
            return self

        def change(value: Value) -> Value:
            return value.renamed(mapping) if isinstance(value, Pointer) else value

        def changed(one: Object) -> Object:
            contents = one.contents.map(change)
            return one if contents is one.contents else replace(one, contents=contents)

        return self._everywhere(changed)

    def without_numbers(self) -> Memory:
        """With what is known of pointers in it, and nothing else."""

        def change(one: Object) -> Object:
            cells = {cell: v for cell, v in one.contents.cells.items() if isinstance(v, Pointer)}
            return replace(one, contents=Contents(cells, UNKNOWN))

        return self._everywhere(change)

    def _with(self, target: Target, one: Object) -> Memory:
        return Memory({**self.objects, target: one}, self.wild)

    def _everywhere(self, change: Callable[[Object], Object]) -> Memory:
        return Memory({target: change(one) for target, one in self.objects.items()}, self.wild)

    # Lattice

    def leq(self, other: Memory, values: Values) -> bool:
        if self is other:
            return True
        if isinstance(self.wild, Unknown) and not isinstance(other.wild, Unknown):
            return False
        for target, mine in self.objects.items():
            theirs = other.objects.get(target)
            if mine is theirs:
                continue
            if theirs is None or not (mine.size.leq(theirs.size) and mine.alive.leq(theirs.alive)):
                return False
            if not mine.contents.leq(theirs.contents, values):
                return False
        return True

    def join(self, other: Memory, values: Values) -> Memory:
        return self._merged(other, lambda one, two: _joined(one, two, values))

    def widen(self, newer: Memory, values: Values, thresholds: Thresholds) -> Memory:
        def both(one: Object, two: Object) -> Object:
            return _changed(
                one,
                one.size if one.size is two.size else one.size.widen(two.size, thresholds),
                one.contents.widen(two.contents, values, thresholds),
                one.alive.join(two.alive),
            )

        return self._merged(newer, both)

    def _merged(self, other: Memory, both: Callable[[Object, Object], Object]) -> Memory:
        if self is other:
            return self
        objects, changed = dict(self.objects), False
        wild = UNKNOWN if isinstance(other.wild, Unknown) else self.wild
        for target, theirs in other.objects.items():
            mine = objects.get(target)
            if mine is theirs:
                continue
            merged = theirs if mine is None else both(mine, theirs)
            if merged is not mine:
                objects[target], changed = merged, True
        return Memory(objects, wild) if changed or wild is not self.wild else self

    def meet(self, other: Memory, values: Values) -> Memory | None:
        if self is other or self.objects is other.objects:
            return self
        objects: dict[Target, Object] = {}
        for target, mine in self.objects.items():
            theirs = other.objects.get(target)
            if theirs is None or theirs is mine:
                objects[target] = mine
                continue
            alive, size = mine.alive.meet(theirs.alive), mine.size.meet(theirs.size)
            if alive is None or size is None:
                # There is no such object in any state that both describe.
                objects[target] = mine
                continue
            contents = mine.contents.meet(theirs.contents, values)
            if contents is None:
                if target.single and not target.site:
                    return None
                contents = mine.contents
            objects[target] = replace(mine, size=size, alive=alive, contents=contents)
        return Memory(objects, self.wild)

    def narrow(self, newer: Memory) -> Memory:
        objects = {}
        for target, mine in self.objects.items():
            theirs = newer.objects.get(target)
            if theirs is None or mine is theirs:
                objects[target] = mine
            else:
                contents = mine.contents.narrow(theirs.contents)
                objects[target] = _changed(mine, theirs.size, contents, theirs.alive)
        return Memory(objects, self.wild)


def leads_outside(pointer: Pointer) -> bool:
    """May it be an address as such that can be accessed? Null is none."""
    return pointer.addresses is not None and pointer.addresses.constant != 0


def _doubtful(one: Object) -> Object:
    return one if one.function else replace(one, alive=Truth.EITHER)


def replace_targets(pointer: Pointer, targets: Mapping[Target, Number]) -> Pointer | None:
    if not targets and pointer.addresses is None:
        return None
    return Pointer(targets, pointer.addresses)


def _joined(one: Object, other: Object, values: Values) -> Object:
    return _changed(
        one,
        one.size if one.size is other.size else one.size.join(other.size),
        one.contents.join(other.contents, values),
        one.alive.join(other.alive),
    )


def _changed(one: Object, size: Number, contents: Contents, alive: Truth) -> Object:
    """The same object if nothing has changed: that is seen at once by all who compare."""
    if contents is one.contents and alive is one.alive and (size is one.size or size == one.size):
        return one
    return Object(size, contents, alive, one.heap, one.constant, one.function)


def _forgotten(contents: Contents, offset: Number, size: Number) -> Contents:
    """With anything in `size` bytes somewhere from there."""
    low, high = offset.umin, offset.umax + size.umax
    cells = {
        cell: value
        for cell, value in contents.cells.items()
        if cell.offset + cell.size <= low or high <= cell.offset
    }
    return Contents(cells, UNKNOWN)
