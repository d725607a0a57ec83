"""Which heap blocks of a symbolic memory can still be reached.

Only where all objects are known by number, on paths from the start of the program: there the condition that
nothing is lost is a conjunction over the blocks, *not alive, or pointed to*, exact where paths have joined
(a block that was allocated on one branch is alive under the condition of that branch). Behind a cutpoint
the objects are in arrays, and the answer is open: proofs count blocks instead (`program.tracking`).

The condition is one from below: what holds it has lost nothing. Pointers that were taken apart, or are held
as integers, are not followed, and very large memories not at all. So it is never the whole answer but joined
to an open one, unless it is certain: a run must not be taken to end where this has merely not seen a pointer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dovetail.program.types import VOID_POINTER
from dovetail.semantics.symbolic_contents import Blank, Key
from dovetail.semantics.symbolic_values import Condition, Pointer

if TYPE_CHECKING:
    from dovetail.semantics.symbolic_memory import SymbolicMemory

MAX_BLOCKS = 32
"""With more blocks alive than this, nothing is said."""
MAX_WORDS = 64
"""Of larger objects only the beginning is looked at."""


def no_leak(memory: SymbolicMemory[Any], roots: Sequence[Any] | None) -> Any:
    """The condition that every live heap block is reached from globals in memory and from the `roots`."""
    life, algebra = memory.life, memory.algebra
    blocks = {
        key: algebra.conjunction(life.alive[key], heap)
        for key, heap in life.heap.items()
        if heap is not False and life.alive[key] is not False
    }
    if not blocks and life.older is None:
        return True
    # Under what is not looked into here, either may be the case.
    unseen = Condition(algebra.terms.boolean_symbol(algebra.name("no_leak")))
    if roots is None or life.older is not None or memory.below is not None or len(blocks) > MAX_BLOCKS:
        return unseen
    reached = _Reach(memory, roots).conditions()
    kept: Any = True
    for key, alive in blocks.items():
        lost = algebra.conjunction(alive, algebra.negation(reached.get(key, False)))
        kept = algebra.conjunction(kept, algebra.negation(lost))
    return algebra.disjunction(kept, unseen)


class _Reach:
    def __init__(self, memory: SymbolicMemory[Any], roots: Sequence[Any]) -> None:
        self._memory = memory
        self._life = memory.life
        self._algebra = memory.algebra
        self._roots = [root.object for root in roots if isinstance(root, Pointer)]
        self._held: dict[Key, list[Any]] = {}

    def conditions(self) -> dict[Key, Any]:
        """For each object the condition under which it is reached."""
        algebra, life = self._algebra, self._life
        passing = [key for key, alive in life.alive.items() if key not in life.lasting and alive is not False]
        reached: dict[Key, Any] = dict.fromkeys(life.lasting, True)
        for key in passing:
            reached[key] = False
            for part in self._roots:
                reached[key] = algebra.disjunction(reached[key], algebra.objects_equal(part, key))
        waiting = [key for key, condition in reached.items() if condition is not False]
        for _ in range(len(passing)):
            changed: dict[Key, None] = {}
            for key in waiting:
                here = algebra.conjunction(reached[key], life.alive[key])
                for part in self._parts(key) if here is not False else ():
                    for other in passing:
                        if reached[other] is True:
                            continue
                        hit = algebra.conjunction(here, algebra.objects_equal(part, other))
                        either = algebra.disjunction(reached[other], hit)
                        if either != reached[other]:
                            reached[other] = either
                            changed[other] = None
            if not changed:
                break
            waiting = list(changed)
        return reached

    def _parts(self, key: Key) -> list[Any]:
        """The objects that the pointers in an object point to."""
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = list(self._read(key))
        return found

    def _read(self, key: Key) -> list[Any]:
        contents, size = self._memory.contents.get(key), self._life.sizes[key]
        if not isinstance(size, int) or contents is None:
            return []
        if not contents.cells and isinstance(contents.below, Blank) and key in self._life.lasting:
            return []  # never written: what it began with points to no block
        word = self._algebra.pointer_bits // 8
        found = []
        for offset in range(0, min(size // word, MAX_WORDS) * word, word):
            pointer = self._memory.load(Pointer(key, offset), VOID_POINTER)
            if isinstance(pointer, Pointer) and pointer.object != 0:
                found.append(pointer.object)
        return found
