"""What assignments do to the predicates: the update formulae (Erez 2004, Table 5.2).

A link is written in two steps, as in the paper: first it becomes null, then it gets its value. The formulae
of the instrumentation predicates are those of one path that is cut, or continued; where ways are not unique
(blocks are shared, in a tree) they say 1/2, and the case is split or left to `coerce`.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.domains.shapes.coerce import coerce
from dovetail.domains.shapes.focus import focused, reach, split
from dovetail.domains.shapes.structures import NULL, WILD, Draft
from dovetail.domains.shapes.three_valued import HALF, NO, YES, both, either, negated


def pointed(draft: Draft, pointer: int, value: int) -> list[Draft]:
    """x = v."""
    groups = range(draft.at.groups)
    found = [reach(draft, group, value) if value >= 0 else {} for group in groups]
    draft.values[pointer] = value
    for group in groups:
        column = draft.at.reached(group, pointer)
        for node, row in draft.marks.items():
            row[column] = found[group].get(node, NO)
    cases = [draft] if coerce(draft) else []
    for group in groups:
        column = draft.at.reached(group, pointer)
        cases = [one for case in cases for one in split(case, column)]
    return cases


def allocated(draft: Draft, pointer: int, size: int) -> list[Draft]:
    """x = a fresh block of zero bytes."""
    node = draft.new_node(size)
    marks = draft.marks[node]
    for index in range(len(draft.words.inverses)):
        marks[draft.at.inverse + index] = YES
    if draft.words.data is not None:
        marks[draft.at.order] = YES
    return pointed(draft, pointer, node)


def linked(draft: Draft, link: int, node: int, value: int) -> list[Draft]:
    """x->n = v, for a single block."""
    cases = []
    for case, before in focused(draft, link, node):
        for one in _definite_cycles(case, link, node):
            cut = _cut(one, link, node, before)
            cases += [more for less in cut for more in _joined(less, link, node, value)]
    return cases


def freed(draft: Draft, node: int) -> list[Draft]:
    """free(x), for a single block: its links count as null, its data as anything."""
    cases = [draft]
    for link in range(len(draft.links)):
        cases = [one for case in cases for one in linked(case, link, node, NULL)]
    for case in cases:
        case.marks[node][case.at.freed] = YES
        any_data(case, node)
    return [case for case in cases if coerce(case)]


def any_contents(draft: Draft, node: int, links: list[int]) -> list[Draft]:
    """These links hold anything that points to no block, and the data is any number."""
    cases = [draft]
    for link in links:
        cases = [one for case in cases for one in linked(case, link, node, WILD)]
    for case in cases:
        any_data(case, node)
    return [case for case in cases if coerce(case)]


# ---- data --------------------------------------------------------------------------------------------------


def any_data(draft: Draft, node: int) -> None:
    """The data of a block becomes any number."""
    _data_changed(draft, node, lambda other: (HALF, HALF))


def same_data(draft: Draft, node: int, source: int) -> None:
    """x->d = y->d."""
    if node != source:
        known = dict(draft.dle)
        _data_changed(draft, node, lambda other: (known[source, other], known[other, source]))
        draft.dle[node, source] = draft.dle[source, node] = YES


def _data_changed(draft: Draft, node: int, order: Callable[[int], tuple[int, int]]) -> None:
    if draft.words.data is None:
        return
    for other in draft.nodes:
        if other != node:
            draft.dle[node, other], draft.dle[other, node] = order(other)
    draft.dle[node, node] = YES
    if not draft.words.groups:
        return
    link = draft.words.groups[0].links[0]
    for other, held in draft.links[link].items():
        if (other == node and any(value >= 0 for value in held)) or node in held:
            draft.marks[other][draft.at.order] = HALF


# ---- links -------------------------------------------------------------------------------------------------


def _groups_of(draft: Draft, link: int) -> list[int]:
    return [index for index, group in enumerate(draft.words.groups) if link in group.links]


def _definite_cycles(draft: Draft, link: int, node: int) -> list[Draft]:
    cases = [draft]
    for group in _groups_of(draft, link):
        cases = [one for case in cases for one in split(case, case.at.cyclic + group, node)]
    return cases


def _cut(draft: Draft, link: int, node: int, before: int) -> list[Draft]:
    """x->n = NULL, where x->n is `before`."""
    shared: list[int] = []
    if before >= 0:
        for group in _groups_of(draft, link):
            _cut_reach(draft, group, node, before)
            if draft.marks[before][draft.at.shared + group] != NO:
                draft.marks[before][draft.at.shared + group] = HALF
                shared.append(draft.at.shared + group)
        for index, (one, two) in enumerate(draft.words.inverses):
            if two == link and node in draft.links[one][before]:
                certain = draft.links[one][before] == {node} and not draft.summary[before]
                draft.marks[before][draft.at.inverse + index] = NO if certain else HALF
    for index, (one, _) in enumerate(draft.words.inverses):
        if one == link:
            draft.marks[node][draft.at.inverse + index] = YES
    draft.links[link][node] = frozenset((NULL,))
    if _orders(draft, link):
        draft.marks[node][draft.at.order] = YES
    for column in shared:
        _count_again(draft, before, column)
    cases = [draft] if coerce(draft) else []
    for column in shared:
        cases = [one for case in cases for one in split(case, column, before)]
    return cases


def _orders(draft: Draft, link: int) -> bool:
    """Is it the link along which data is in order?"""
    return draft.words.data is not None and link == draft.words.groups[0].links[0]


def _count_again(draft: Draft, node: int, column: int) -> None:
    """is[n] of a single block that two definite links still point to."""
    links = draft.words.groups[column - draft.at.shared].links
    definite = sum(held == {node} for link in links for held in draft.links[link].values())
    if definite > 1:
        draft.marks[node][column] = YES


def _cut_reach(draft: Draft, group: int, node: int, before: int) -> None:
    """What lies behind a link that is cut is not reached over it any more."""
    at = draft.at
    behind = reach(draft, group, before)
    links = draft.words.groups[group].links
    cyclic = draft.marks[node][at.cyclic + group]
    unique = len(links) == 1 or all(
        draft.marks[one][at.shared + group] == NO for one in draft.nodes if behind[one] != NO
    )
    for pointer, value in enumerate(draft.values):
        column = at.reached(group, pointer)
        over = draft.marks[node][column]
        if over == NO or value == before:
            continue  # the block itself, and what lies behind it, is reached as it was
        for one in draft.nodes:
            if one in (node, value):
                continue
            lost = both(over, behind[one])
            if lost == YES and not (cyclic == NO and unique):
                lost = HALF
            if value == node and len(links) == 1:
                lost = YES
            draft.marks[one][column] = both(draft.marks[one][column], negated(lost))
    _cut_cycles(draft, group, node, behind, cyclic)


def _cut_cycles(draft: Draft, group: int, node: int, behind: dict[int, int], cyclic: int) -> None:
    column = draft.at.cyclic + group
    if cyclic == NO:
        return
    alone = len(draft.words.groups[group].links) == 1
    for one in draft.nodes:
        if draft.marks[one][column] != NO and behind[one] != NO:
            # Over one link there is one cycle behind a block, and it is cut. Over several there may be more.
            certain = alone and cyclic == YES and (behind[one] == YES or one == node)
            draft.marks[one][column] = NO if certain else HALF


def _joined(draft: Draft, link: int, node: int, value: int) -> list[Draft]:
    """x->n = v, where x->n is NULL."""
    if value < 0:
        draft.links[link][node] = frozenset((value,))
        return [draft] if coerce(draft) else []
    at = draft.at
    split_at: list[int] = []
    for group in _groups_of(draft, link):
        behind = reach(draft, group, value)
        _join_cycles(draft, group, node, behind)
        for pointer in range(at.pointers):
            column = at.reached(group, pointer)
            over = draft.marks[node][column]
            for one in draft.nodes:
                row = draft.marks[one]
                row[column] = either(row[column], both(over, behind[one]))
        split_at += _join_shared(draft, group, value)
    draft.links[link][node] = frozenset((value,))
    for index, (one, two) in enumerate(draft.words.inverses):
        column = at.inverse + index
        if one == link:
            held = draft.links[two][value]
            draft.marks[node][column] = YES if held == {node} else HALF if node in held else NO
        elif two == link and node in draft.links[one][value]:
            certain = draft.links[one][value] == {node}
            draft.marks[value][column] = YES if certain else HALF
    if _orders(draft, link):
        draft.marks[node][at.order] = draft.dle[node, value]
    cases = [draft] if coerce(draft) else []
    for column in split_at:
        cases = [one for case in cases for one in split(case, column, value)]
    return cases


def _join_cycles(draft: Draft, group: int, node: int, behind: dict[int, int]) -> None:
    column = draft.at.cyclic + group
    closes = behind[node]
    if closes == NO:
        return
    alone = len(draft.words.groups[group].links) == 1
    for one in draft.nodes:
        # Over one link, all that lies behind the value lies on the way to the block, which was the end.
        on = both(closes, behind[one])
        if on == YES and not alone and one != node:
            on = HALF
        draft.marks[one][column] = either(draft.marks[one][column], on)


def _join_shared(draft: Draft, group: int, value: int) -> list[int]:
    """One more link points to a block; the mark to split, if it is open what that makes."""
    column = draft.at.shared + group
    links = draft.words.groups[group].links
    pointing = [held for link in links for held in draft.links[link].values() if value in held]
    if not pointing or draft.marks[value][column] == YES:
        return []
    certain = any(held == {value} for held in pointing)
    draft.marks[value][column] = YES if certain else HALF
    return [] if certain else [column]
