"""One analysis of an inlined Program: forward, backward, and both in alternation to convergence.

The alternation (Abstract testing, section VIII-B: the alternating fixpoint computation) starts with what can
be reached, restricts it to what can still lead to a goal, restricts what can be reached to that, and so on:
each pass knows what the last one has found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import TypeVar

from dovetail.domains.lattice import Thresholds
from dovetail.domains.numbers import Components
from dovetail.domains.packs import packs
from dovetail.domains.partitions import Key, Keys, Partition, Place
from dovetail.domains.states import State
from dovetail.domains.universe import MakeRelation, Universe
from dovetail.domains.values import Values
from dovetail.fixpoints.backward import Backward, Goals
from dovetail.fixpoints.control import ReadAgain
from dovetail.fixpoints.fixpoint import Element, Fixpoint
from dovetail.fixpoints.forward import Forward, object_sizes, steps
from dovetail.fixpoints.system import Chain, Flow, Leave, System, system
from dovetail.program.automata import Edge, Program, integers_on
from dovetail.program.expressions import Variable
from dovetail.program.weak_order import Component, WeakOrder, weak_order
from dovetail.quick_dataclass import dataclass

E = TypeVar("E", bound=Element)
States = Mapping[int, State]
Partitions = Mapping[int, Partition]
MAX_ALTERNATIONS = 6
MAX_PACK = 8
MAX_THRESHOLDS = 40


@dataclass(frozen=True, slots=True)
class Options:
    """`relation` makes the relations of packs of variables; none: each variable by itself."""

    components: Components = Components.ALL
    relation: MakeRelation | None = None
    listed: bool = False
    control: tuple[Place, ...] = ()
    """The places whose constants tell the states of a partition apart, the most important one first."""
    most: int = 1
    """So many states there may be at a node; then fewer variables tell them apart there."""
    coarser: bool = True
    """May fewer tell them apart? If not, the analysis is given up: TooManyStates."""


class TooManyStates(Exception):
    """At some node there are more than there is room for."""


@dataclass(slots=True)
class Analysis:
    program: Program
    options: Options = field(default_factory=Options)
    spent: Callable[[], bool] = lambda: False
    move: Callable[[], bool] = lambda: True
    """As in `Fixpoint`."""
    system: System = field(init=False)
    forward: Forward = field(init=False)
    iterations: int = 0
    _applied: dict[tuple[int, Key], tuple[State, State | None]] = field(default_factory=dict)
    _keys: dict[int, Keys] = field(default_factory=dict)
    """By which control places the states at a node are told apart: all that are read again from there, if
    there is room for so many states."""
    _read_again: ReadAgain = field(init=False)
    _thresholds: dict[int, Thresholds] = field(default_factory=dict)
    _upwards: WeakOrder = ()
    _downwards: WeakOrder = ()

    def __post_init__(self) -> None:
        program = self.program
        self._read_again = ReadAgain(program, self.options.control)
        self.system = system(program)
        algebra = Values(program.target.pointer_bits, object_sizes(program), self.options.components)
        groups: tuple[tuple[Variable, ...], ...] = ()
        if self.options.relation is not None:
            groups = tuple(
                pack for procedure in program.procedures.values() for pack in packs(procedure, MAX_PACK)
            )
        universe = Universe(algebra, groups, self.options.relation)
        self.forward = Forward(self.system, universe, self.options.listed)

    # Passes

    def reachable(self, within: Partitions | None = None) -> Partitions:
        """post[t*]I (Abstract testing, section III), or the same restricted to what is known: equation (5) of
        section VIII-B."""
        if not self._downwards:
            self._downwards = weak_order([self.system.entry], self.system.successors)
            self._collect(self._downwards)
        algebra = self.forward.universe.algebra
        while True:
            known = algebra.numbers_of_pointers
            self._applied.clear()
            found: Fixpoint[Partition] = self._fixpoint(
                lambda node, states: self._post(node, states, within), self.system.sources
            )
            states = self._solved(found, self._downwards)
            if algebra.numbers_of_pointers is known:
                return states

    def _post(self, node: int, states: Partitions, within: Partitions | None) -> Partition | None:
        algebra = self.forward.universe.algebra
        known = None
        if within is not None:
            known = within.get(node)
            if known is None:
                return None
        found = [self.forward.initial()] if node == self.system.entry else []
        for flow in self.system.incoming[node]:
            before = states.get(flow.source)
            if before is not None:
                found += self._flowed(flow, before, states)
        result = self._parted(node, found)
        if result is not None and known is not None:
            result = result.meet(known, algebra)
        return None if result is None else result.without_facts()

    def _flowed(self, flow: Flow, before: Partition, states: Partitions) -> Iterator[State]:
        """What a flow makes of each state; what has not changed since last time is not computed again."""
        at_exit = None
        if isinstance(flow, Leave):
            exit_ = states.get(flow.exit)
            if exit_ is None:
                return
            at_exit = exit_.joined(self.forward.universe.algebra)
        for key, state in before.states.items():
            last = self._applied.get((id(flow), key))
            if last is None or last[0] is not state or at_exit is not None:
                last = (state, self.forward.apply(flow, state, at_exit))
                self._applied[id(flow), key] = last
            if last[1] is not None:
                yield last[1]

    def _parted(self, node: int, found: list[State]) -> Partition | None:
        """States told apart by as many of the control variables as there is room for at the node."""
        keys = self._keys.get(node)
        if keys is None:
            keys = self._keys[node] = Keys(self._read_again.at(*self.system.place(node)))
        while True:
            result = Partition.of(found, keys, self.forward.universe.algebra)
            if result is None or len(result.states) <= self.options.most or not keys.places:
                return result
            if not self.options.coarser:
                raise TooManyStates
            keys = self._keys[node] = Keys(keys.places[:-1])

    def leading_to(self, goals: Goals, within: States) -> States:
        """pre[t*]G (Abstract testing, section III) within what is known: equation (4) of section VIII-B."""
        back = Backward(self.forward, goals, within)
        if not self._upwards:
            roots = list(reversed(self.system.nodes))
            self._upwards = weak_order(roots, self.system.sources)
            self._collect(self._upwards)
        found: Fixpoint[State] = self._fixpoint(back.compute, self._targets)
        return self._solved(found, self._upwards)

    def _targets(self, node: int) -> list[int]:
        return self.system.successors(node)

    def alternated(self, goals: Goals, reachable: Partitions) -> States:
        """Descendants of the initial states that are ancestors of a goal: the limit of the alternating
        fixpoint computation (Abstract testing, section VIII-B, equations (3) to (5); Theorem 4: it is sound
        wherever it stops). Checks are conjoined on the way forward (`domains.transfer:post`): section VIII-A
        and VIII-B together are section VIII-D, the fixpoint meet approximation check. Where an edge leads out
        of the limit, `dovetail abstract` prints the paper's `!`."""
        known = self.flat(reachable)
        for _ in range(MAX_ALTERNATIONS):
            leading = self.leading_to(goals, known)
            again = self.flat(
                self.reachable({node: Partition({(): state}) for node, state in leading.items()})
            )
            if self._same(again, known):
                return again
            known = again
        return known

    def flat(self, partitions: Partitions) -> States:
        """One state a node."""
        algebra = self.forward.universe.algebra
        return {node: partition.joined(algebra) for node, partition in partitions.items()}

    def _same(self, one: States, other: States) -> bool:
        algebra = self.forward.universe.algebra
        return one.keys() == other.keys() and all(other[node].leq(one[node], algebra) for node in one)

    def _solved(self, fixpoint: Fixpoint[E], order: WeakOrder) -> Mapping[int, E]:
        try:
            return fixpoint.solve(order)
        finally:
            self.iterations += fixpoint.iterations

    def _fixpoint(
        self,
        compute: Callable[[int, Mapping[int, E]], E | None],
        sources: Callable[[int], list[int]],
    ) -> Fixpoint[E]:
        fixpoint: Fixpoint[E] = Fixpoint(
            self.forward.universe.algebra, lambda node: None, sources, self.thresholds, self.spent, self.move
        )
        fixpoint.compute = lambda node: compute(node, fixpoint.states)
        return fixpoint

    # Looking at a result

    def steps(self, partitions: Partitions) -> Iterator[tuple[Edge, State, State | None]]:
        """Every edge that can be reached, with each state before it and the one after it."""
        for node in self.system.nodes:
            if node not in partitions:
                continue
            for flow in self.system.outgoing[node]:
                for state in partitions[node].states.values():
                    if isinstance(flow, Chain):
                        yield from steps(self.forward, flow, state)
                    elif isinstance(flow, Leave) and flow.source == node:
                        yield flow.edge, state, None

    # Widening

    def thresholds(self, head: int) -> Thresholds:
        return self._thresholds.get(head, ())

    def _collect(self, order: WeakOrder) -> Counter[int]:
        """The constants in each component, so that a bound that the program names is tried before none. What
        is the head of a loop in both directions keeps those of the first."""
        total: Counter[int] = Counter()
        for element in order:
            if isinstance(element, Component):
                inside = self._collect(element.inside)
                inside += self._constants(element.head)
                chosen = [number for number, _ in inside.most_common(MAX_THRESHOLDS)]
                around = {near for number in chosen for near in (number - 1, number, number + 1)}
                self._thresholds.setdefault(element.head, tuple(sorted(around | {-1, 0, 1})))
                total += inside
            else:
                total += self._constants(element)
        return total

    def _constants(self, node: int) -> Counter[int]:
        found: Counter[int] = Counter()
        for flow in self.system.outgoing[node]:
            if isinstance(flow, Chain):
                found.update(integers_on(flow.edges))
        return found
