"""Which objects a symbolic memory has: their sizes, whether they are alive, and the counter of allocations.

What is known by number is in dictionaries; of the objects that existed before a cutpoint three arrays tell
the size, the life and whether they are on the heap. Sizes never change and globals never end, so only the
life of the others is ever written.

What lies in the objects is not known here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.statements import Allocate, Storage
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Key
from dovetail.semantics.symbolic_maps import SharedMap
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Choice, Condition, Fresh, Part, map_leaves

MAX_OBJECTS = 1 << 30
"""More allocations than this do not happen on one run: the counter never wraps around."""


@dataclass(frozen=True, slots=True)
class Older:
    """The objects that existed before a cutpoint, globals apart: arrays by object number. `alive` changes."""

    sizes: Any
    heap: Any
    alive: Any
    constant: Any
    """None if there are no local objects that must not be written."""


@dataclass(frozen=True, slots=True)
class Life:
    algebra: Symbolic[Any]
    next: Key
    sizes: SharedMap[Key, Any]
    alive: SharedMap[Key, Any]
    heap: SharedMap[Key, Any]
    older: Older | None
    lasting: frozenset[Key]
    """Globals and functions: they never end."""
    constant: SharedMap[Key, Any]
    """What must not be written, and when it is one of these."""
    ended: SharedMap[Key, Any]
    """What has ended since the last cutpoint, and when."""
    globals: tuple[str, ...]
    """The names of global objects."""
    ended_terms: tuple[tuple[Bits, Any], ...] = ()
    """The same of objects whose numbers are not known."""

    @staticmethod
    def initial(program: Program, algebra: Symbolic[Any]) -> Life:
        sizes, alive, heap = _globals(program, algebra)
        constant = _constants(program, algebra)
        lasting = frozenset(sizes)
        following, globals_ = len(algebra.symbols) + 1, tuple(program.objects)
        return Life(*(algebra, following, sizes, alive, heap, None, lasting, constant, SharedMap(), globals_))

    @staticmethod
    def unknown(program: Program, algebra: Symbolic[Any], name: str) -> Life:
        sizes, alive, heap = _globals(program, algebra)
        counter = Bits(algebra.terms.bits_symbol(f"{name}.next", OBJECT_WIDTH), OBJECT_WIDTH)
        array = algebra.terms.array_symbol
        older = Older(
            array(f"{name}.size", OBJECT_WIDTH, algebra.pointer_bits),
            array(f"{name}.heap", OBJECT_WIDTH, 1),
            array(f"{name}.alive", OBJECT_WIDTH, 1),
            array(f"{name}.constant", OBJECT_WIDTH, 1) if _local_constants(program) else None,
        )
        constant, lasting = _constants(program, algebra), frozenset(sizes)
        following, globals_ = Fresh(counter, 0), tuple(program.objects)
        return Life(
            *(algebra, following, sizes, alive, heap, older, lasting, constant, SharedMap(), globals_)
        )

    @property
    def facts(self) -> list[Any]:
        """What is known of the counter of an unknown memory: it is above the globals and far from its end."""
        if not isinstance(self.next, Fresh):
            return []
        algebra, counter = self.algebra, self.next.counter
        least = len(algebra.symbols) + 1
        return [
            algebra.ule(least, counter, OBJECT_WIDTH),
            algebra.ult(counter, MAX_OBJECTS, OBJECT_WIDTH),
        ]

    def with_known(self, number: int, *, heap: bool) -> Life:
        """One of the older objects, alive, is known by its number from now on. `heap`: it is on the heap;
        otherwise it may be."""
        older, terms = self.older, self.algebra.terms
        assert older is not None and number not in self.sizes
        index = Bits(terms.bits(number, OBJECT_WIDTH), OBJECT_WIDTH)
        size = Bits(terms.select(older.sizes, index.term), self.algebra.pointer_bits)
        changed = replace(
            self,
            sizes=self.sizes.with_({number: size}),
            alive=self.alive.with_({number: True}),
            heap=self.heap.with_({number: heap or self._on_heap(index)}),
        )
        if heap or older.constant is None:
            return changed
        constant = Condition(terms.equal(terms.select(older.constant, index.term), terms.bits(1, 1)))
        return replace(changed, constant=self.constant.with_({number: constant}))

    # Changes

    def allocate(self, part: Key, size: Any, storage: Storage, guard: Any) -> Life:
        algebra = self.algebra
        heap, constant, ended = storage is Storage.HEAP, self.constant, self.ended
        if storage is Storage.CONSTANT:
            constant = constant.with_({part: algebra.disjunction(guard, constant.get(part) or False)})
        elif part in constant:
            constant = constant.with_({part: algebra.conjunction(constant[part], algebra.negation(guard))})
        if part in ended:
            ended = ended.with_({part: algebra.conjunction(ended[part], algebra.negation(guard))})
        if part in self.sizes:
            size = algebra.choose(guard, size, self.sizes[part])
            on_heap = algebra.choose(guard, heap, self.heap[part])
            alive = algebra.disjunction(guard, self.alive[part])
        else:
            on_heap, alive = heap, guard
        return replace(
            self,
            next=_later(self.next, part),
            sizes=self.sizes.with_({part: size}),
            alive=self.alive.with_({part: alive}),
            heap=self.heap.with_({part: on_heap}),
            constant=constant,
            ended=ended,
        )

    def end(self, part: Part, guard: Any, *, seen: bool = True) -> Life:
        algebra = self.algebra
        changed: dict[Key, Any] = {}
        ended: dict[Key, Any] = {}
        candidates = self.alive.items() if isinstance(part, (Bits, Choice)) else self._one(part)
        for key, alive in candidates:
            if alive is not False and key not in self.lasting:
                hit = algebra.conjunction(guard, algebra.objects_equal(part, key))
                if hit is not False:
                    changed[key] = algebra.conjunction(alive, algebra.negation(hit))
                    ended[key] = algebra.disjunction(hit, self.ended.get(key) or False)
        older = self.older
        if older is not None and isinstance(part, Bits):
            terms, number = algebra.terms, part.term
            dead = terms.bits(0, 1)
            if guard is not True:
                dead = terms.choose(guard.term, dead, terms.select(older.alive, number))
            older = replace(older, alive=terms.store(older.alive, number, dead))
        if not changed and not older:
            return self
        result = replace(self, alive=self.alive.with_(changed), older=older)
        if not seen:
            return result
        terms_ended = self.ended_terms
        if older is not None and isinstance(part, Bits):
            terms_ended = (*terms_ended, (part, guard))
        return replace(result, ended=self.ended.with_(ended), ended_terms=terms_ended)

    def _one(self, part: Key) -> list[tuple[Key, Any]]:
        return [(part, self.alive[part])] if part in self.alive else []

    # Questions

    def as_size(self, size: Any, width: int | None) -> Any:
        """A size of some width as one of a pointer's."""
        wanted = self.algebra.pointer_bits
        if width is None and isinstance(size, Bits):
            width = size.width
        if width is None or width == wanted:
            return size
        if width > wanted:
            return self.algebra.truncate(size, width, wanted)
        return self.algebra.zero_extend(size, width, wanted)

    def valid(self, pointer: Any, size: Any) -> Any:
        algebra, width = self.algebra, self.algebra.pointer_bits
        nothing = algebra.eq(size, 0, width)
        if nothing is True:
            return True

        def covers(key: Any, whole: Any, alive: Any) -> Any:
            room = algebra.sub(whole, size, width)
            fits = algebra.conjunction(
                algebra.ule(size, whole, width), algebra.ule(pointer.offset, room, width)
            )
            return algebra.conjunction(alive, fits)

        return algebra.disjunction(nothing, self._of(pointer.object, covers, False))

    def freeable(self, pointer: Any) -> Any:
        algebra = self.algebra
        null = algebra.pointer_eq(pointer, algebra.null())
        start = algebra.eq(pointer.offset, 0, algebra.pointer_bits)
        found = self.is_block(pointer.object) if start is not False else False
        return algebra.disjunction(null, algebra.conjunction(start, found))

    def is_block(self, part: Part) -> Any:
        """The condition that an object is a block on the heap, and alive."""

        def on_heap(key: Any, whole: Any, alive: Any) -> Any:
            return self.algebra.conjunction(alive, self._on_heap(key))

        return self._of(part, on_heap, False)

    @property
    def blocks(self) -> list[Key] | None:
        """The known objects that may be blocks on the heap; None if there may be others."""
        if self.older is not None:
            return None
        return [key for key, heap in self.heap.items() if heap is not False and self.alive[key] is not False]

    def writable(self, pointer: Any) -> Any:
        algebra = self.algebra

        def constant(key: Any, whole: Any, alive: Any) -> Any:
            if not isinstance(key, Bits):
                return self.constant.get(key) or False
            if self.older is None or self.older.constant is None:
                return False
            chosen = algebra.terms.select(self.older.constant, key.term)
            return Condition(algebra.terms.equal(chosen, algebra.terms.bits(1, 1)))

        return algebra.negation(self._of(pointer.object, constant, False))

    def has_ended(self, part: Key | Bits) -> Any:
        """The condition that an object has ended since the last cutpoint, so that it holds anything."""
        algebra = self.algebra
        if not isinstance(part, Bits) and part in self.lasting:
            return False
        known = self.ended.items() if isinstance(part, Bits) else [(part, self.ended.get(part) or False)]
        result: Any = False
        for other, guard in (*known, *self.ended_terms):
            same = algebra.conjunction(guard, algebra.objects_equal(part, other))
            result = algebra.disjunction(result, same)
        return result

    def object_size(self, pointer: Any, width: int) -> Any:
        algebra = self.algebra

        def size(key: Any, whole: Any, alive: Any) -> Any:
            return algebra.choose(alive, whole, 0)

        found = self._of(pointer.object, size, 0)
        if width > algebra.pointer_bits:
            return algebra.zero_extend(found, algebra.pointer_bits, width)
        return algebra.truncate(found, algebra.pointer_bits, width)

    def _of(self, part: Part, ask: Any, none: Any) -> Any:
        """`ask(key, size, alive)` of the object that a pointer points to; `none` if there is none."""
        algebra = self.algebra
        if isinstance(part, Choice):
            return map_leaves(part, lambda leaf: self._of(leaf, ask, none), algebra.choose)
        if not isinstance(part, Bits):
            return ask(part, self.sizes[part], self.alive[part]) if part in self.sizes else none
        result = none
        if self.older is not None:
            terms = algebra.terms
            alive = terms.equal(terms.select(self.older.alive, part.term), terms.bits(1, 1))
            exists = algebra.negation(algebra.eq(part, 0, OBJECT_WIDTH))
            whole = Bits(terms.select(self.older.sizes, part.term), algebra.pointer_bits)
            result = ask(part, whole, algebra.conjunction(exists, Condition(alive)))
        for key in self.sizes:
            same = algebra.objects_equal(part, key)
            if same is not False:
                result = algebra.choose(same, ask(key, self.sizes[key], self.alive[key]), result)
        return result

    def _on_heap(self, key: Any) -> Any:
        if not isinstance(key, Bits):
            return self.heap[key]
        assert self.older is not None
        terms = self.algebra.terms
        return Condition(terms.equal(terms.select(self.older.heap, key.term), terms.bits(1, 1)))


def _globals(
    program: Program, algebra: Symbolic[Any]
) -> tuple[SharedMap[Key, Any], SharedMap[Key, Any], SharedMap[Key, Any]]:
    """Functions have a number and no bytes."""
    sizes: dict[Key, Any] = {algebra.symbols[item.name]: item.size for item in program.objects.values()}
    sizes.update((algebra.symbols[name], 0) for name in program.functions)
    return SharedMap(sizes), SharedMap(dict.fromkeys(sizes, True)), SharedMap(dict.fromkeys(sizes, False))


def _constants(program: Program, algebra: Symbolic[Any]) -> SharedMap[Key, Any]:
    numbers = (algebra.symbols[item.name] for item in program.objects.values() if item.constant)
    return SharedMap(dict.fromkeys(numbers, True))


def _local_constants(program: Program) -> bool:
    return any(
        isinstance(edge.statement, Allocate) and edge.statement.storage is Storage.CONSTANT
        for procedure in program.procedures.values()
        for edge in procedure.edges
    )


def _later(before: Key, part: Key) -> Key:
    """The counter after an allocation: the higher of two, so that branches that allocate differently can be
    merged."""
    if isinstance(before, int) and isinstance(part, int):
        return max(before, part + 1)
    assert isinstance(before, Fresh) and isinstance(part, Fresh)
    return Fresh(before.counter, max(before.index, part.index + 1))
