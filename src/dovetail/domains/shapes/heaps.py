"""Concrete heaps, and their abstraction α: each block an individual, with its predicates by definition.

The definitions of the instrumentation predicates (Erez 2004, Table 5.1) are here and nowhere else:

- r[n,x](v): v can be reached from what x points to, over the links of a group, in no step or more;
- is[n](v): two links or more of the group, of blocks anywhere, point to v;
- c[n](v): v can be reached from itself in one step or more;
- inverse(v): what the one link of v points to, if to a block, points back to v by the other;
- inOrder(v): the data of v is at most that of the block that the first link of v points to, if to a block;
- dle(u, v): the data of u is at most that of v.

A freed block stays an individual, so that pointers to it are known to dangle; its links count as null, and
its data as zero, because nobody may look.
"""

from __future__ import annotations

from collections.abc import Mapping

from dovetail.domains.shapes.structures import NULL, Draft, Marks, Structure, marks_of
from dovetail.domains.shapes.three_valued import NO, YES
from dovetail.domains.shapes.vocabulary import Vocabulary
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Heap:
    """Blocks are numbers; `links[k][b]` is a block, NULL or WILD, `values` are of pointer variables by their
    indices (DEAD where they do not matter)."""

    values: tuple[int, ...]
    flags: tuple[int, ...]
    sizes: Mapping[int, int]
    freed: frozenset[int]
    links: tuple[Mapping[int, int], ...]
    data: Mapping[int, int]


def reached(heap: Heap, links: tuple[int, ...], start: int) -> list[int]:
    """The blocks that can be reached from one, itself among them."""
    found = {start: None} if start >= 0 else {}
    work = list(found)
    while work:
        block = work.pop()
        for link in links:
            target = heap.links[link][block]
            if target >= 0 and target not in found:
                found[target] = None
                work.append(target)
    return list(found)


def as_draft(heap: Heap, words: Vocabulary) -> Draft:
    """Each block an individual of its own, with its predicates (Table 5.1)."""
    at = marks_of(words)
    draft = Draft(words, at, list(heap.values), list(heap.flags), links=[{} for _ in words.links])
    for block, size in heap.sizes.items():
        draft.sizes[block] = size
        draft.marks[block] = [NO] * at.count
        draft.summary[block] = False
        for link, row in enumerate(draft.links):
            row[block] = frozenset((heap.links[link][block],))
        if block in heap.freed:
            draft.marks[block][at.freed] = YES
    for group in range(at.groups):
        _mark_group(heap, draft, at, group)
    for index, (one, two) in enumerate(words.inverses):
        for block in heap.sizes:
            target = heap.links[one][block]
            holds = target < 0 or heap.links[two][target] == block
            draft.marks[block][at.inverse + index] = YES if holds else NO
    if words.data is not None:
        for block in heap.sizes:
            for other in heap.sizes:
                draft.dle[block, other] = YES if heap.data[block] <= heap.data[other] else NO
            target = heap.links[words.groups[0].links[0]][block] if words.groups else NULL
            holds = target < 0 or heap.data[block] <= heap.data[target]
            draft.marks[block][at.order] = YES if holds else NO
    return draft


def _mark_group(heap: Heap, draft: Draft, at: Marks, group: int) -> None:
    links = draft.words.groups[group].links
    pointing = dict.fromkeys(heap.sizes, 0)
    for link in links:
        for block in heap.sizes:
            target = heap.links[link][block]
            if target >= 0:
                pointing[target] += 1
    for block in heap.sizes:
        if pointing[block] > 1:
            draft.marks[block][at.shared + group] = YES
        following = [heap.links[link][block] for link in links]
        if any(block in reached(heap, links, target) for target in following):
            draft.marks[block][at.cyclic + group] = YES
    for pointer, value in enumerate(heap.values):
        for block in reached(heap, links, value):
            draft.marks[block][at.reached(group, pointer)] = YES


def alpha(heap: Heap, words: Vocabulary) -> Structure:
    """The canonical abstraction of a heap (Erez 2004, Fig. 5.2)."""
    return as_draft(heap, words).blurred()
