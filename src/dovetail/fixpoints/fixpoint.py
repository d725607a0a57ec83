"""Fixpoints of systems of equations: the recursive strategy on a weak topological order.

A component is iterated until its head is stable, everything inside it first (Bourdoncle). Heads are widened
after a short delay, and after all has become stable in an outermost component some descending iterations
narrow it again: the result is then still above the least fixpoint, because one more application of the
equations to something above it stays above it (Abstract testing, section VII: infinite domains need widening;
section VIII-A, convergence criterion (1)).

Nothing here knows the direction: `compute` gives a node's state from those of its sources.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Generic, Protocol, Self, TypeVar

from dovetail.domains.lattice import Thresholds
from dovetail.domains.values import Values
from dovetail.program.weak_order import Component, WeakOrder
from dovetail.quick_dataclass import dataclass

DELAY = 3
"""Joins at a head before it is widened."""
NARROWINGS = 2


class Element(Protocol):
    """What is known at a node; never the empty set."""

    def leq(self, other: Self, algebra: Values) -> bool: ...
    def join(self, other: Self, algebra: Values) -> Self: ...
    def widen(self, newer: Self, algebra: Values, thresholds: Thresholds) -> Self: ...
    def narrow(self, newer: Self, algebra: Values) -> Self: ...


E = TypeVar("E", bound=Element)


class OutOfTime(Exception):
    """The budget is used up before the fixpoint is reached: what there is is no invariant."""


@dataclass(slots=True)
class Fixpoint(Generic[E]):
    """`states` are what is known so far: those of the nodes that can be reached."""

    algebra: Values
    compute: Callable[[int], E | None]
    """From the current states of the sources."""
    sources: Callable[[int], Sequence[int]]
    thresholds: Callable[[int], Thresholds]
    spent: Callable[[], bool] = lambda: False
    """Is the time used up?"""
    move: Callable[[], bool] = lambda: True
    """Told that a component is iterated once more; False if that is once too often."""
    states: dict[int, E] = field(default_factory=dict)
    iterations: int = 0
    """How many states were computed."""
    _clock: int = 0
    _changed: dict[int, int] = field(default_factory=dict)
    _computed: dict[int, int] = field(default_factory=dict)

    def solve(self, order: WeakOrder) -> Mapping[int, E]:
        for element in order:
            if isinstance(element, Component):
                self._ascend(element)
                for _ in range(NARROWINGS):
                    if not self._descend(element):
                        break
            else:
                self._visit(element)
        return self.states

    # Upwards

    def _visit(self, node: int) -> None:
        new = self._new(node)
        if new is None:
            return
        old = self.states.get(node)
        if old is not None and new.leq(old, self.algebra):
            return
        self._set(node, new if old is None else old.join(new, self.algebra))

    def _ascend(self, component: Component) -> None:
        """Until (I ⊓ F(J)) ⊑ J, the convergence criterion (1) of section VIII-A, holds at its head."""
        algebra, head = self.algebra, component.head
        rounds = 0
        while True:
            if not self.move():
                raise OutOfTime
            new, old = self._new(head), self.states.get(head)
            if new is not None and old is None:
                self._set(head, new)
            elif new is not None and old is not None and not new.leq(old, algebra):
                rounds += 1
                above = old.join(new, algebra)
                if rounds > DELAY:
                    above = old.widen(above, algebra, self.thresholds(head))
                self._set(head, above)
            for element in component.inside:
                if isinstance(element, Component):
                    self._ascend(element)
                else:
                    self._visit(element)
            if not self._needs(head):
                return

    # Downwards

    def _descend(self, component: Component) -> bool:
        """One descending iteration; did it change the head?"""
        head = component.head
        old, new = self.states.get(head), self._new(head, always=True)
        if old is None or new is None:
            return False
        below = old.narrow(new, self.algebra)
        changed = not old.leq(below, self.algebra)
        if changed:
            self._set(head, below)
        for element in component.inside:
            if isinstance(element, Component):
                changed = self._descend(element) or changed
            elif self._needs(element):
                found = self._new(element)
                if found is None:
                    if self.states.pop(element, None) is not None:
                        self._touch(element)
                        changed = True
                elif found != self.states.get(element):
                    self._set(element, found)
        return changed

    # Bookkeeping

    def _needs(self, node: int) -> bool:
        last = self._computed.get(node, -1)
        return any(self._changed.get(source, 0) > last for source in self.sources(node)) or last < 0

    def _new(self, node: int, *, always: bool = False) -> E | None:
        """A node's state from its sources; None also if nothing has changed since it was last computed."""
        if not always and not self._needs(node):
            return None
        if self.spent():
            raise OutOfTime
        self._clock += 1
        self._computed[node] = self._clock
        self.iterations += 1
        return self.compute(node)

    def _set(self, node: int, state: E) -> None:
        self.states[node] = state
        self._touch(node)

    def _touch(self, node: int) -> None:
        self._clock += 1
        self._changed[node] = self._clock
