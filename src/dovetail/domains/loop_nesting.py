"""Which loops a location lies in: the nesting of a procedure's loops, in one depth-first search.

The heads are those of `program.ordering`; a loop that can be entered at several places is the loop of the one
that the search meets first. After Wei, Mao, Zou and Chen, "A new algorithm for identifying loops in
decompilation" (2007): what is known of a location's innermost head is corrected as more back edges are met,
and passed on to where the search came from. Its cost is the number of edges times the depth of the nesting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dovetail.program.automata import Edge, Procedure


@dataclass(frozen=True, slots=True)
class Nesting:
    heads: tuple[int, ...]
    """In the order in which the search leaves them: every loop before the one around it."""
    around: dict[int, int]
    """Of a location that is in a loop but not its head, the head of the innermost loop; of a head, that of
    the loop around it."""
    _heads: frozenset[int]

    def loops(self, location: int) -> Iterator[int]:
        """The heads of the loops that a location lies in, the innermost first."""
        if location in self._heads:
            yield location
        head = self.around.get(location)
        while head is not None:
            yield head
            head = self.around.get(head)


def nesting(procedure: Procedure) -> Nesting:
    around: dict[int, int] = {}
    heads: set[int] = set()
    left: list[int] = []
    on_path = {procedure.entry: 1}  # how far down the path of the search a location is
    entered = {procedure.entry}

    def tag(location: int, head: int | None) -> None:
        """Note that a location lies in a loop: its heads stay in the order of the path."""
        if head is None or location == head:
            return
        while (known := around.get(location)) is not None:
            if known == head:
                return
            if on_path.get(known, 0) < on_path.get(head, 0):
                around[location] = head
                location, head = head, known
            else:
                location = known
        around[location] = head

    stack: list[tuple[int, Iterator[Edge]]] = [(procedure.entry, iter(procedure.outgoing[procedure.entry]))]
    while stack:
        location, edges = stack[-1]
        for edge in edges:
            target = edge.target
            if target not in entered:
                entered.add(target)
                on_path[target] = len(stack) + 1
                stack.append((target, iter(procedure.outgoing[target])))
                break
            if target in on_path:
                heads.add(target)
                tag(location, target)
            else:  # perhaps into the middle of a loop
                outer = around.get(target)
                while outer is not None and outer not in on_path:
                    outer = around.get(outer)
                tag(location, outer)
        else:
            stack.pop()
            del on_path[location]
            left.append(location)
            if stack:
                tag(stack[-1][0], around.get(location))
    return Nesting(tuple(location for location in left if location in heads), around, frozenset(heads))
