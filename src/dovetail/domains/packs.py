"""Packs: the small sets of variables that a relational domain keeps relations of.

Relations between all variables cost the square of their number and more; few of them matter. A pack is made
for each loop: the counters in the tests that leave it and what they are compared with, then what else the
loop steps along with them, then what those are related to elsewhere. What is too much for one pack goes into
further ones, each again with the counters. Comparisons and linear assignments that no loop's pack has are
clustered, the checks' own first, up to the size of a pack.

Guided by looks alone (see `related`); nothing depends on bounds or on the order of anything but the
procedure's edges. The cost is near linear in the number of edges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field

from dovetail.domains.related import Change, Relating, relating
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Variable, variables
from dovetail.program.statements import Check, expressions_of
from dovetail.program.weak_order import loops_around, weak_order
from dovetail.quick_dataclass import dataclass

Pack = tuple[Variable, ...]

MOST_OF_A_LOOP = 6
"""A loop that tests or steps more variables than so many packs hold is not about counting."""
MOST_NEIGHBOURS = 32
MOST_CLUSTERS = 128
"""Outside of loops there is little that relations find and values do not."""
ROUNDS = 2
"""What does not fit into the clusters of its variables may be clustered once more, apart from them."""
COMPARED, ASSIGNED = 2, 1


@dataclass(slots=True)
class Loop:
    """What the statements of a loop say, those of the loops in it left out."""

    leaving: list[Pack] = field(default_factory=list)
    compared: list[Pack] = field(default_factory=list)
    assigned: list[Pack] = field(default_factory=list)
    changes: dict[Variable, Change] = field(default_factory=dict)
    inner: dict[Variable, None] = field(default_factory=dict)
    """What the loops in it step."""
    outer: Loop | None = None
    tests: list[Pack] = field(default_factory=list)
    """The comparisons of what it steps: those that leave it, or any if there are none."""

    def add(self, said: Relating) -> None:
        self.compared += said.compared
        if said.assigned:
            self.assigned.append(said.assigned)
        if said.changed is not None:
            self.changes[said.changed] = max(said.change, self.changes.get(said.changed, said.change))

    def changed(self, how: Change) -> list[Variable]:
        return [variable for variable, change in self.changes.items() if change is how]

    def settle(self) -> None:
        """`t = i; i = t + 1` steps i, and t with it. To be called when everything is added."""
        moves = {(group[0], other) for group in self.assigned for other in group[1:]}
        for target, source in moves:
            if (source, target) in moves:
                self.changes[target] = Change.STEPPED
        stepped = {variable for variable, change in self.changes.items() if change is Change.STEPPED}
        self.compared = [group for group in self.compared if not stepped.isdisjoint(group)]
        self.tests = [group for group in self.leaving if not stepped.isdisjoint(group)] or self.compared


@dataclass(slots=True)
class Relations:
    """How often, and how strongly, two variables are related anywhere in the procedure."""

    order: dict[Variable, int] = field(default_factory=dict)
    strength: dict[Variable, dict[Variable, int]] = field(default_factory=dict)
    compared: set[Variable] = field(default_factory=set)
    """What is compared with anything, constants too: of nothing else is a relation ever asked."""
    reads: Counter[Variable] = field(default_factory=Counter)
    """How many statements read a variable."""

    def add(self, group: Pack, weight: int) -> None:
        for variable in group:
            self.order.setdefault(variable, len(self.order))
            known = self.strength.setdefault(variable, {})
            for other in group[:MOST_NEIGHBOURS]:
                if other is not variable and (other in known or len(known) < MOST_NEIGHBOURS):
                    known[other] = known.get(other, 0) + weight

    def neighbours(self, variables: Iterable[Variable]) -> list[Variable]:
        """What the variables are related to, the strongest first, named variables before temporaries."""
        total: dict[Variable, int] = {}
        for variable in variables:
            for other, weight in self.strength.get(variable, {}).items():
                total[other] = total.get(other, 0) + weight
        return sorted(total, key=lambda v: (not v.source_name, -total[v], self.order[v]))


def packs(procedure: Procedure, max_size: int = 8) -> tuple[Pack, ...]:
    """Each of at least two and at most `max_size` variables; a variable may be in several."""
    if max_size < 2:
        return ()
    relations = Relations()
    groups: list[tuple[Pack, int]] = []
    loops = _loops(procedure, relations, groups)
    found: dict[frozenset[Variable], None] = {}
    for loop in loops:
        for pack in _of_loop(loop, relations, max_size):
            found[frozenset(pack)] = None
    held: dict[Variable, list[frozenset[Variable]]] = {}
    for chosen in found:
        for variable in chosen:
            held.setdefault(variable, []).append(chosen)
    # A copy of what nobody else reads relates nothing to nothing.
    groups = [
        (group, rank) for group, rank in groups if rank < 2 or any(relations.reads[v] > 1 for v in group[1:])
    ]
    missing = _not_held(groups, held)
    for _ in range(ROUNDS):
        clusters, missing = _clusters(missing, max_size)
        worth = [cluster for cluster in clusters if not relations.compared.isdisjoint(cluster)]
        found |= dict.fromkeys(map(frozenset, worth[:MOST_CLUSTERS]))
    return _ordered(found, relations)


def _loops(procedure: Procedure, relations: Relations, groups: list[tuple[Pack, int]]) -> list[Loop]:
    """The loops, inner ones first. Fills in what all statements say."""
    order = weak_order([procedure.entry], lambda at: [edge.target for edge in procedure.outgoing[at]])
    nesting = loops_around(order)
    heads = [location for location, around in nesting.items() if around[:1] == (location,)]
    heads.sort(key=lambda head: -len(nesting[head]))
    loops = {head: Loop() for head in heads}
    for location in procedure.locations:
        around = nesting.get(location, ())
        for edge in procedure.outgoing[location]:
            said = relating(edge.statement)
            for group in said.compared:
                relations.add(group, COMPARED)
                relations.compared.update(group)
                groups.append((group, 0 if isinstance(edge.statement, Check) else 1))
            if said.assigned:
                relations.add(said.assigned, ASSIGNED)
                groups.append((said.assigned, 2))
            for expr in expressions_of(edge.statement):
                relations.reads.update(variables(expr))
            if said.changed is not None:
                relations.order.setdefault(said.changed, len(relations.order))
            if around:
                loops[around[0]].add(said)
            if said.compared and around:
                for head in around:
                    if head not in nesting[edge.target]:
                        loops[head].leaving += said.compared
    for head, loop in loops.items():
        loop.settle()
        for around_it in nesting[head][1:2]:
            loop.outer = loops[around_it]
            for variable in (*loop.changed(Change.STEPPED), *loop.inner):
                if len(loop.outer.inner) < MOST_NEIGHBOURS:
                    loop.outer.inner[variable] = None
    return list(loops.values())


def _of_loop(loop: Loop, relations: Relations, max_size: int) -> Iterator[Pack]:
    """The packs of a loop. Each has the counters and what they are compared with, as far as these fit."""
    steps = loop.changed(Change.STEPPED)
    cores = _filled(loop.tests or [(step,) for step in steps[:1]], max_size)[:MOST_OF_A_LOOP]
    if not cores:
        return
    wanted = [v for group in loop.compared for v in group]
    wanted += [*steps, *loop.inner, *loop.changed(Change.MOVED)]
    wanted += [v for group in loop.assigned for v in group]
    fill = relations.neighbours(cores[0])
    if loop.outer is not None:
        fill += [v for group in loop.outer.tests for v in group]
    fill += [v for v in loop.changed(Change.SET) if v.source_name]
    for core in cores[1:]:
        yield _with(core, relations.neighbours(core), max_size)
    first = _with(cores[0], wanted, max_size)
    yield _with(first, fill, max_size)
    held = {v for core in cores for v in core}.union(first)
    rest = [v for v in dict.fromkeys(wanted) if v not in held]
    anchor = cores[0] if len(cores[0]) < max_size else cores[0][: max_size // 2]
    room = max_size - len(anchor)
    for begin in range(0, min(len(rest), room * MOST_OF_A_LOOP), room):
        yield _with((*anchor, *rest[begin : begin + room]), fill, max_size)


def _with(pack: Pack, more: Iterable[Variable], max_size: int) -> Pack:
    """A pack with as many more variables as it has room for."""
    return tuple(dict.fromkeys((*pack, *more)))[:max_size]


def _filled(groups: Iterable[Pack], max_size: int) -> list[Pack]:
    """Groups put together as long as they fit; one that fits no pack by itself is cut."""
    filled: list[Pack] = []
    for group in groups:
        together = tuple(dict.fromkeys((*filled[-1], *group))) if filled else group
        if filled and len(together) <= max_size:
            filled[-1] = together
        else:
            filled.append(group[:max_size])
    return filled


def _not_held(groups: list[tuple[Pack, int]], held: dict[Variable, list[frozenset[Variable]]]) -> list[Pack]:
    """The groups of two or more that are in no pack yet, the most important first, each once."""
    missing: dict[Pack, None] = {}
    for group, _ in sorted(groups, key=lambda item: item[1]):
        if len(group) > 1 and group not in missing:
            if not any(pack.issuperset(group) for pack in held.get(group[0], ())):
                missing[group] = None
    return list(missing)


def _clusters(groups: list[Pack], max_size: int) -> tuple[list[Pack], list[Pack]]:
    """Groups with variables in common, put together as long as they fit; and the groups that did not."""
    cluster_of: dict[Variable, Pack] = {}
    left: list[Pack] = []
    for group in groups:
        parts = [part for v in group if (part := cluster_of.get(v)) is not None]
        together = tuple(dict.fromkeys([v for part in parts for v in part] + list(group)))
        if len(together) <= max_size:
            for variable in together:
                cluster_of[variable] = together
        else:
            left.append(group)
    return list(dict.fromkeys(cluster_of.values())), left


def _ordered(found: Iterable[frozenset[Variable]], relations: Relations) -> tuple[Pack, ...]:
    """Without those that others contain; each in the order in which the variables occur."""
    kept: list[frozenset[Variable]] = []
    having: dict[Variable, list[frozenset[Variable]]] = {}
    for pack in sorted(found, key=len, reverse=True):  # stable, so that it is the procedure's order otherwise
        smallest = min((having.get(v, []) for v in pack), key=len)
        if len(pack) > 1 and not any(other >= pack for other in smallest):
            kept.append(pack)
            for variable in pack:
                having.setdefault(variable, []).append(pack)
    place = relations.order
    ordered = [tuple(sorted(pack, key=place.__getitem__)) for pack in kept]
    return tuple(sorted(ordered, key=lambda pack: [place[v] for v in pack]))
