"""One depth-first search of a procedure: an order of its locations, and where its loops begin.

Cutpoints, liveness and every fixpoint iteration want the same two facts. Deterministic: edges are taken in
their order, and no recursion, since procedures are deep.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Edge, Procedure
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ordering:
    """`order` has the locations that can be reached from the entry, in reverse postorder: every edge but the
    back edges leads forward. `loop_heads` are the targets of the back edges; every cycle has one on it."""

    order: tuple[int, ...]
    loop_heads: frozenset[int]


def depth_first(procedure: Procedure) -> Ordering:
    postorder: list[int] = []
    loop_heads: set[int] = set()
    entered = {procedure.entry}
    on_path = {procedure.entry}
    stack: list[tuple[int, Iterator[Edge]]] = [(procedure.entry, iter(procedure.outgoing[procedure.entry]))]
    while stack:
        location, edges = stack[-1]
        for edge in edges:
            target = edge.target
            if target not in entered:
                entered.add(target)
                on_path.add(target)
                stack.append((target, iter(procedure.outgoing[target])))
                break
            if target in on_path:
                loop_heads.add(target)
        else:
            stack.pop()
            on_path.discard(location)
            postorder.append(location)
    postorder.reverse()
    return Ordering(tuple(postorder), frozenset(loop_heads))
