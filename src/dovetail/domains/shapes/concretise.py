"""From a structure to concrete heaps that it stands for: γ, as far as one wants to count.

How many blocks each summary stands for is tried from few to many; what each link holds, of what the structure
allows, is tried block by block; so is the order of the data. What comes out is abstracted again, and is
given only if it embeds: nothing here has to be believed. A heap is an input: `as_given` makes it a state
that the executor can begin in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from dovetail.domains.shapes.embedding import embeds
from dovetail.domains.shapes.heaps import Heap, as_draft
from dovetail.domains.shapes.structures import DEAD, NULL, WILD, Structure
from dovetail.domains.shapes.three_valued import NO, YES
from dovetail.domains.shapes.vocabulary import Vocabulary
from dovetail.execution.given_states import GivenCell, GivenObject, GivenState
from dovetail.program.expressions import Variable
from dovetail.program.types import VOID_POINTER
from dovetail.semantics.memory import OBJECT_BITS

MAX_TRIED = 3_000
"""Heaps that are looked at for one structure."""
_WILD_ADDRESS = 0x7


def heaps_of(structure: Structure, words: Vocabulary, most: int) -> Iterator[Heap]:
    """Heaps of up to so many blocks, the smallest first."""
    tried = 0
    summaries = [node for node in structure.nodes if structure.summary[node]]
    for total in range(len(structure.marks), most + 1):
        for counts in _shares(total - len(structure.marks) + len(summaries), len(summaries)):
            blocks = _blocks(structure, dict(zip(summaries, counts, strict=True)))
            for heap in _wired(structure, words, blocks):
                tried += 1
                if tried > MAX_TRIED:
                    return
                for ordered in _with_data(structure, words, heap, blocks):
                    if embeds(as_draft(ordered, words), structure):
                        yield ordered


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to share out so many blocks among summaries, each at least one."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for shares in product(range(1, total - parts + 2), repeat=parts - 1):
        rest = total - sum(shares)
        if rest >= 1:
            yield (*shares, rest)


def _blocks(structure: Structure, counts: Mapping[int, int]) -> dict[int, int]:
    """Blocks by number, with the individual that each belongs to."""
    owners = [node for node in structure.nodes for _ in range(counts.get(node, 1))]
    return dict(enumerate(owners, start=1))


def _wired(structure: Structure, words: Vocabulary, blocks: Mapping[int, int]) -> Iterator[Heap]:
    members: dict[int, list[int]] = {}
    for block, node in blocks.items():
        members.setdefault(node, []).append(block)
    cells = [(link, block) for link in range(len(words.links)) for block in blocks]
    choices = []
    for link, block in cells:
        held = structure.links[link][blocks[block]]
        allowed = [one for node in sorted(held) if node >= 0 for one in members[node]]
        choices.append([*allowed, *(value for value in (NULL, WILD) if value in held)])
    shared = _unshared(structure, words, blocks)
    values = tuple(members[value][0] if value >= 0 else value for value in structure.values)
    freed = frozenset(b for b, node in blocks.items() if structure.marks[node][0] == YES)
    sizes = {block: structure.sizes[node] for block, node in blocks.items()}
    for picked in _picks(cells, choices, shared, words):
        links = tuple(
            {block: picked[index] for index, (link, block) in enumerate(cells) if link == k}
            for k in range(len(words.links))
        )
        yield Heap(values, structure.flags, sizes, freed, links, dict.fromkeys(blocks, 0))


def _unshared(structure: Structure, words: Vocabulary, blocks: Mapping[int, int]) -> list[frozenset[int]]:
    """For each group, the blocks that only one link may point to."""
    return [
        frozenset(block for block, node in blocks.items() if structure.marks[node][1 + group] == NO)
        for group in range(len(words.groups))
    ]


def _picks(
    cells: list[tuple[int, int]], choices: list[list[int]], unshared: list[frozenset[int]], words: Vocabulary
) -> Iterator[list[int]]:
    """What each cell holds, cell by cell; a second link to what is not shared is not tried."""
    group_of = {link: index for index, group in enumerate(words.groups) for link in group.links}
    taken: list[set[int]] = [set() for _ in words.groups]
    picked: list[int] = []
    at = [0] * (len(cells) + 1)
    while True:
        depth = len(picked)
        if depth == len(cells):
            yield picked
        elif at[depth] < len(choices[depth]):
            value = choices[depth][at[depth]]
            at[depth] += 1
            group = group_of.get(cells[depth][0])
            if group is not None and value in unshared[group]:
                if value in taken[group]:
                    continue
                taken[group].add(value)
            picked.append(value)
            at[depth + 1] = 0
            continue
        if not picked:
            return
        value = picked.pop()
        group = group_of.get(cells[len(picked)][0])
        if group is not None and value in unshared[group]:
            taken[group].discard(value)


def _with_data(
    structure: Structure, words: Vocabulary, heap: Heap, blocks: Mapping[int, int]
) -> Iterator[Heap]:
    if words.data is None:
        yield heap
        return
    names = list(blocks)
    for numbers in product(range(len(names)), repeat=len(names)) if len(names) <= 4 else _few(len(names)):
        if sorted(set(numbers)) != list(range(len(set(numbers)))):
            continue  # an order has been tried with the smallest numbers that make it
        yield Heap(
            heap.values,
            heap.flags,
            heap.sizes,
            heap.freed,
            heap.links,
            dict(zip(names, numbers, strict=True)),
        )


def _few(count: int) -> Iterator[tuple[int, ...]]:
    """Some orders of many blocks: ascending, descending, all equal, and one that steps out."""
    up = tuple(range(count))
    yield (0,) * count
    yield up
    yield up[::-1]
    for one in range(count):
        for two in range(one + 1, count):
            changed = list(up)
            changed[one], changed[two] = changed[two], changed[one]
            yield tuple(changed)


def as_given(heap: Heap, words: Vocabulary, first: int, numbers: Mapping[Variable, int]) -> GivenState:
    """The heap as a state to begin in; `first` is the number that the first object of a run gets, `numbers`
    what variables hold that structures know nothing of."""

    def pointer(value: int) -> int:
        if value < 0:
            return 0 if value in (NULL, DEAD) else _WILD_ADDRESS
        return (value - 1 + first) << OBJECT_BITS

    variables: dict[Variable, int] = dict(numbers)
    variables |= {variable: pointer(heap.values[index]) for index, variable in enumerate(words.pointers)}
    variables |= {
        variable: heap.flags[index] for index, variable in enumerate(words.flags) if heap.flags[index] != DEAD
    }
    cells = [
        GivenCell(block - 1 + first, offset, VOID_POINTER, pointer(heap.links[link][block]))
        for link, offset in enumerate(words.links)
        for block in heap.sizes
        if block not in heap.freed
    ]
    if words.data is not None and words.data_type is not None:
        kind = words.data_type
        cells += (
            GivenCell(block - 1 + first, words.data, kind, kind.bits(heap.data[block]))
            for block in heap.sizes
        )
    objects = {
        block - 1 + first: GivenObject(size, True, block not in heap.freed)
        for block, size in heap.sizes.items()
    }
    return GivenState(variables, objects, tuple(cells))
