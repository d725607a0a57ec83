"""Embedding: the order of structures (Sagiv, Reps & Wilhelm 2002, section 4.3).

A structure embeds in another if its individuals can be mapped onto all of the other's so that every predicate
keeps its value or becomes 1/2, and only summaries stand for several. Where names are definite there is one
candidate for each individual; where they are not, mappings are tried.
"""

from __future__ import annotations

from dovetail.domains.shapes.structures import DEAD, NULL, WILD, Draft, Structure
from dovetail.domains.shapes.three_valued import leq


def embeds(small: Draft, large: Structure) -> bool:
    """Does a structure, with its individuals one by one, embed in another?"""
    if not _variables_agree(small, large):
        return False
    nodes = small.nodes
    choices = [_candidates(small, node, large) for node in nodes]
    order = sorted(range(len(nodes)), key=lambda index: len(choices[index]))
    if any(not found for found in choices):
        return False
    mapping: dict[int, int] = {NULL: NULL, WILD: WILD}
    position = 0
    tried = [0] * len(order)
    while True:
        if position == len(order):
            if _is_embedding(small, large, mapping):
                return True
            position -= 1
            if position < 0:
                return False
            continue
        index = order[position]
        if tried[position] == len(choices[index]):
            tried[position] = 0
            mapping.pop(nodes[index], None)
            position -= 1
            if position < 0:
                return False
            continue
        mapping[nodes[index]] = choices[index][tried[position]]
        tried[position] += 1
        position += 1


def _variables_agree(small: Draft, large: Structure) -> bool:
    for mine, theirs in zip(small.values, large.values, strict=True):
        if (mine >= 0) is not (theirs >= 0):
            return False
        if mine < 0 and mine != theirs and not (mine == NULL and theirs == WILD):
            return False
    return all(theirs in (mine, DEAD) for mine, theirs in zip(small.flags, large.flags, strict=True))


def _candidates(small: Draft, node: int, large: Structure) -> list[int]:
    pointed = small.pointed_by(node)
    return [
        other
        for other in large.nodes
        if small.sizes[node] == large.sizes[other]
        and pointed == tuple(i for i, value in enumerate(large.values) if value == other)
        and all(leq(a, b) for a, b in zip(small.marks[node], large.marks[other], strict=True))
        and (large.summary[other] or not small.summary[node])
    ]


def _held(value: int, among: frozenset[int]) -> bool:
    return value in among or (value == NULL and WILD in among)


def _is_embedding(small: Draft, large: Structure, mapping: dict[int, int]) -> bool:
    counted = dict.fromkeys(large.nodes, 0)
    for node in small.nodes:
        counted[mapping[node]] += 1
    if any(count == 0 or (count > 1 and not large.summary[node]) for node, count in counted.items()):
        return False
    for mine, theirs in zip(small.links, large.links, strict=True):
        for node, held in mine.items():
            if not all(_held(mapping[value], theirs[mapping[node]]) for value in held):
                return False
    return not large.dle or all(
        leq(value, large.dle[mapping[u]][mapping[v]]) for (u, v), value in small.dle.items()
    )
