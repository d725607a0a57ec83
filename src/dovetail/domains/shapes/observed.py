"""The heap of a run, as an observer of the executor sees it: what α is taken of.

The blocks are the heap objects that there are and were. A pointer that does not lead to the start of one of
them is WILD, as `structures` has it.
"""

from __future__ import annotations

from dovetail.domains.shapes.heaps import Heap
from dovetail.domains.shapes.structures import DEAD, NULL, WILD
from dovetail.domains.shapes.vocabulary import Vocabulary
from dovetail.execution.frames import Frame
from dovetail.program.types import VOID_POINTER
from dovetail.semantics.memory import OBJECT_BITS, Memory, Region


def heap_of(frame: Frame, words: Vocabulary) -> Heap:
    """What the variables that are live at the frame's location see, and all blocks."""
    memory = frame.memory
    seen = _Blocks(memory)
    live, flags = words.live[frame.location], words.live_flags[frame.location]
    links = [dict.fromkeys(seen.sizes, NULL) for _ in words.links]
    data = dict.fromkeys(seen.sizes, 0)
    width = memory.pointer_bits // 8
    for block, size in seen.sizes.items():
        if block in seen.freed:
            continue
        for link, offset in enumerate(words.links):
            if offset + width <= size:
                links[link][block] = seen.value(memory.load(block << OBJECT_BITS | offset, VOID_POINTER))
        kind = words.data_type
        if words.data is not None and kind is not None and words.data + kind.width // 8 <= size:
            held = memory.load(block << OBJECT_BITS | words.data, kind)
            assert isinstance(held, int)
            data[block] = kind.number(held)
    return Heap(
        tuple(
            seen.value(frame.variable(variable)) if index in live else DEAD
            for index, variable in enumerate(words.pointers)
        ),
        tuple(
            frame.variable(variable) if index in flags else DEAD for index, variable in enumerate(words.flags)
        ),
        seen.sizes,
        frozenset(seen.freed),
        tuple(links),
        data,
    )


class _Blocks:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.sizes: dict[int, int] = {}
        self.freed: list[int] = []
        for ident in range(1, memory.count):
            view = memory.describe(ident)
            if view.place.region is Region.HEAP:
                self.sizes[ident] = view.size
                if not view.alive:
                    self.freed.append(ident)

    def value(self, pointer: int | float) -> int:
        assert isinstance(pointer, int)
        if self.memory.flat(pointer) == 0:
            return NULL
        located = self.memory.locate(pointer)
        block, offset = located >> OBJECT_BITS, located & ((1 << OBJECT_BITS) - 1)
        return block if offset == 0 and block in self.sizes else WILD
