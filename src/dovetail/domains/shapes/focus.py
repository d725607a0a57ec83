"""Focus: a structure taken case by case, so that what a statement looks at is definite.

`focused` says what one link of one block holds: where it may lead into a summary, one block is taken out of
it (*materialised*). `split` makes a unary predicate definite. `reach` is what can be reached from a block,
as far as it is known. The cases together stand for what the structure stood for.
"""

from __future__ import annotations

from dovetail.domains.shapes.coerce import coerce
from dovetail.domains.shapes.structures import Draft
from dovetail.domains.shapes.three_valued import HALF, NO, YES

MAX_SPLIT = 4
"""Individuals of which a predicate is made definite; of more it stays 1/2."""


def focused(draft: Draft, link: int, node: int) -> list[tuple[Draft, int]]:
    """The cases of what a link of a single block holds, and that."""
    held = draft.links[link][node]
    if len(held) == 1:
        (value,) = held
        if value < 0 or not draft.summary[value]:
            return [(draft, value)]
    cases = []
    for value in sorted(held):
        if value >= 0 and draft.summary[value]:
            case = draft.copy()
            cases.append((case, case.duplicated(value)))
            case.summary[cases[-1][1]] = False
        case = draft.copy()
        if value >= 0:
            case.summary[value] = False
        cases.append((case, value))
    found = []
    for case, value in cases:
        case.links[link][node] = frozenset((value,))
        if coerce(case):
            found.append((case, value))
    return found


def split(draft: Draft, column: int, only: int | None = None) -> list[Draft]:
    """The cases in which a mark is definite, of one individual or of all."""
    open_ = [
        node for node, row in draft.marks.items() if row[column] == HALF and (only is None or node == only)
    ]
    if not open_ or len(open_) > MAX_SPLIT:
        return [draft]
    cases = [draft]
    for node in open_:
        following = []
        for case in cases:
            for value in (YES, NO):
                one = case.copy()
                one.marks[node][column] = value
                following.append(one)
            if case.summary[node]:
                one = case.copy()
                part = one.duplicated(node)
                one.marks[node][column] = YES
                one.marks[part][column] = NO
                following.append(one)
        cases = following
    return [case for case in cases if coerce(case)]


def reach(draft: Draft, group: int, node: int) -> dict[int, int]:
    """For each individual, whether it can be reached from a single block over the links of a group."""
    links = draft.words.groups[group].links
    way = _known_way(draft, links, node)
    if way is None:
        return _seen(draft, links, node)
    pointer, steps = way
    found = {one: draft.marks[one][draft.at.reached(group, pointer)] for one in draft.nodes}
    for before, after in steps:
        by_graph = _seen(draft, links, after)
        if len(links) == 1:
            # All that is reached from the one before, and not itself unless it is on a cycle.
            found[before] = draft.marks[before][draft.at.cyclic + group]
        else:
            found = {one: value if value == NO else HALF for one, value in found.items()}
        found = {one: _sharper(value, by_graph[one]) for one, value in found.items()}
    return found


def _sharper(one: int, two: int) -> int:
    return two if one == HALF else one


def _known_way(draft: Draft, links: tuple[int, ...], node: int) -> tuple[int, list[tuple[int, int]]] | None:
    """A pointer from whose block definite links lead to a block, and these steps."""
    steps: list[tuple[int, int]] = []
    seen = {node}
    while True:
        pointed = draft.pointed_by(node)
        if pointed:
            return pointed[0], steps[::-1]
        before = [
            other
            for link in links
            for other, held in draft.links[link].items()
            if held == {node} and not draft.summary[other] and other not in seen
        ]
        if not before:
            return None
        steps.append((before[0], node))
        node = before[0]
        seen.add(node)


def _seen(draft: Draft, links: tuple[int, ...], node: int) -> dict[int, int]:
    """The same, by the links alone: what lies on no way at all is not reached, what lies on a definite one
    is."""
    found = dict.fromkeys(draft.nodes, NO)
    found[node] = YES
    work = [node]
    while work:
        one = work.pop()
        for link in links:
            held = draft.links[link][one]
            certain = found[one] == YES and len(held) == 1
            for value in held:
                if value < 0:
                    continue
                now = YES if certain and not draft.summary[value] else HALF
                if found[value] == NO or (found[value] == HALF and now == YES):
                    found[value] = now
                    work.append(value)
    return found
