"""Weak topological order (Bourdoncle): locations in order, with the loops nested in it.

An element is a location, or a component: a head and what lies behind it, in order. Every cycle goes through
the head of a component that holds it, so that a fixpoint need only widen there; and iterating a component
until it is stable before going on is the recursive strategy.

Components are strongly connected components, found again in each one without its head. Explicit stacks all
the way, except for the nesting of loops. The same for the reversed graph, for backward analyses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from dovetail.quick_dataclass import dataclass

N = TypeVar("N", bound=Hashable)
Successors = Callable[[int], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Component:
    head: int
    inside: WeakOrder

    @property
    def locations(self) -> Iterator[int]:
        """The head first."""
        yield self.head
        for element in self.inside:
            if isinstance(element, Component):
                yield from element.locations
            else:
                yield element


WeakOrder = tuple["int | Component", ...]


def weak_order(roots: Iterable[int], successors: Successors) -> WeakOrder:
    """Of everything that can be reached from the roots."""
    return _ordered(list(roots), successors, None)


def loops_around(order: WeakOrder, outer: tuple[int, ...] = ()) -> dict[int, tuple[int, ...]]:
    """For each location the heads of the loops that it lies in, its own among them, the innermost first."""
    found: dict[int, tuple[int, ...]] = {}
    for element in order:
        if isinstance(element, Component):
            found[element.head] = (element.head, *outer)
            found |= loops_around(element.inside, found[element.head])
        else:
            found[element] = outer
    return found


def _ordered(roots: list[int], successors: Successors, inside: frozenset[int] | None) -> WeakOrder:
    """Of what can be reached without leaving `inside`."""
    result: list[int | Component] = []
    for component in components(roots, successors, inside):
        head = component[-1]  # entered first, so popped last
        if len(component) == 1 and head not in successors(head):
            result.append(head)
            continue
        rest = frozenset(component[:-1])
        below = [target for target in successors(head) if target in rest]
        result.append(Component(head, _ordered(below, successors, rest)))
    result.reverse()
    return tuple(result)


def components(
    roots: Iterable[N], successors: Callable[[N], Iterable[N]], inside: frozenset[N] | None = None
) -> Iterator[list[N]]:
    """Strongly connected components (Tarjan), each after all that it leads to, the location that was entered
    first at the end."""
    index: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    on_stack: set[N] = set()
    for root in roots:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(tuple(successors(root))))]
        while work:
            location, targets = work[-1]
            for target in targets:
                if inside is not None and target not in inside:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(tuple(successors(target)))))
                    break
                if target in on_stack:
                    low[location] = min(low[location], index[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[location])
                if low[location] == index[location]:
                    component: list[N] = []
                    while not component or component[-1] != location:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    yield component
