"""Three-valued structures: what is known of a heap, finitely, whatever its size (Erez 2004, section 5.1).

An individual stands for one heap block, or for several (a *summary*). Which predicates there are is in
`vocabulary`; how their values are kept is here:

- a pointer variable's x(u) is always definite, because individuals are told apart by it. So a variable's
  value is an individual, NULL, or WILD: no individual, and perhaps null;
- a link n(u, v) is kept as the set of what the link of the blocks of u may hold: NULL, WILD or individuals. A
  field holds exactly one value, so that this is all that three truth values can say: n(u, v) is 0 if v is not
  in the set, 1 if nothing else is and v is no summary, and 1/2 otherwise;
- unary predicates are the *marks* of an individual, dle(u, v) a table; both three-valued.

Individuals are named by their unary predicates (*canonical abstraction*): those that agree on all of them are
one. Structures are immutable and have their individuals in the order of their names; so structures with the
same *universe*, the names and the values of variables, can be compared and joined one by one. `Draft` is a
structure that is being changed, with any individuals.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from dovetail.domains.shapes import three_valued
from dovetail.domains.shapes.three_valued import HALF, NO, YES
from dovetail.domains.shapes.vocabulary import Vocabulary
from dovetail.quick_dataclass import dataclass

NULL, WILD, DEAD = -1, -2, -3
"""Values that are no individuals. A DEAD variable is one whose value no longer matters."""

Name = tuple[tuple[int, ...], int, tuple[int, ...]]
"""The pointers that point to an individual, its size, its marks."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Which mark stands where in the tuple of an individual."""

    freed: int
    shared: int
    cyclic: int
    inverse: int
    order: int
    reach: int
    pointers: int
    count: int
    groups: int

    def reached(self, group: int, pointer: int) -> int:
        return self.reach + group * self.pointers + pointer


def marks_of(words: Vocabulary) -> Marks:
    groups, pointers = len(words.groups), len(words.pointers)
    inverse = 1 + 2 * groups
    order = inverse + len(words.inverses)
    reach = order + (1 if words.data is not None else 0)
    return Marks(0, 1, 1 + groups, inverse, order, reach, pointers, reach + groups * pointers, groups)


@dataclass(frozen=True)
class Structure:
    """`links[k][u]` is what link k of u may hold; `dle` is empty if the program compares no data."""

    values: tuple[int, ...]
    flags: tuple[int, ...]
    sizes: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    summary: tuple[bool, ...]
    links: tuple[tuple[frozenset[int], ...], ...]
    dle: tuple[tuple[int, ...], ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.values, self.flags, self.marks, self.summary, self.links, self.dle))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def universe(self) -> tuple[object, ...]:
        """What structures must have in common to be joined."""
        return (self.values, self.flags, self.sizes, self.marks)

    @property
    def nodes(self) -> range:
        return range(len(self.marks))

    def embedded(self, other: Structure) -> bool:
        """Does this one embed in the other, individual by individual of the same name? Then the other stands
        for all the heaps that this one stands for."""
        if self.universe != other.universe:
            return False
        return (
            all(not mine or theirs for mine, theirs in zip(self.summary, other.summary, strict=True))
            and all(
                mine <= theirs
                for row, wide in zip(self.links, other.links, strict=True)
                for mine, theirs in zip(row, wide, strict=True)
            )
            and all(
                three_valued.leq(mine, theirs)
                for row, wide in zip(self.dle, other.dle, strict=True)
                for mine, theirs in zip(row, wide, strict=True)
            )
        )

    def joined(self, other: Structure) -> Structure:
        """The least structure with the same universe that stands for what both do."""
        assert self.universe == other.universe
        return Structure(
            self.values,
            self.flags,
            self.sizes,
            self.marks,
            tuple(a or b for a, b in zip(self.summary, other.summary, strict=True)),
            tuple(
                tuple(a | b for a, b in zip(row, wide, strict=True))
                for row, wide in zip(self.links, other.links, strict=True)
            ),
            tuple(
                tuple(three_valued.join(a, b) for a, b in zip(row, wide, strict=True))
                for row, wide in zip(self.dle, other.dle, strict=True)
            ),
        )


@dataclass(slots=True)
class Draft:
    """A structure on its way. Individuals are numbers in no order; `link[k][u]` as in `Structure`."""

    words: Vocabulary
    at: Marks
    values: list[int]
    flags: list[int]
    sizes: dict[int, int] = field(default_factory=dict)
    marks: dict[int, list[int]] = field(default_factory=dict)
    summary: dict[int, bool] = field(default_factory=dict)
    links: list[dict[int, frozenset[int]]] = field(default_factory=list)
    dle: dict[tuple[int, int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, structure: Structure, words: Vocabulary, at: Marks) -> Draft:
        nodes = structure.nodes
        return cls(
            words,
            at,
            list(structure.values),
            list(structure.flags),
            dict(enumerate(structure.sizes)),
            {node: list(structure.marks[node]) for node in nodes},
            dict(enumerate(structure.summary)),
            [dict(enumerate(row)) for row in structure.links],
            {(u, v): structure.dle[u][v] for u in nodes for v in nodes} if structure.dle else {},
        )

    def copy(self) -> Draft:
        return Draft(
            self.words,
            self.at,
            list(self.values),
            list(self.flags),
            dict(self.sizes),
            {node: list(row) for node, row in self.marks.items()},
            dict(self.summary),
            [dict(row) for row in self.links],
            dict(self.dle),
        )

    @property
    def nodes(self) -> list[int]:
        return list(self.marks)

    def new_node(self, size: int) -> int:
        """A block that nothing points to, with links that are null and data that may be anything."""
        node = max(self.marks, default=-1) + 1
        self.sizes[node] = size
        self.marks[node] = [NO] * self.at.count
        self.summary[node] = False
        for row in self.links:
            row[node] = frozenset((NULL,))
        if self.words.data is not None:
            for other in self.marks:
                self.dle[node, other] = self.dle[other, node] = HALF
            self.dle[node, node] = YES
        return node

    def duplicated(self, node: int) -> int:
        """Another individual for some of the blocks that a summary stands for, with all that is known."""
        new = max(self.marks) + 1
        self.sizes[new] = self.sizes[node]
        self.marks[new] = list(self.marks[node])
        self.summary[new] = self.summary[node]
        for row in self.links:
            row[new] = row[node]
            for other, held in row.items():
                if node in held:
                    row[other] = held | {new}
        if self.words.data is not None:
            for other in list(self.marks):
                if other != new:
                    self.dle[new, other] = self.dle[node, other]
                    self.dle[other, new] = self.dle[other, node]
            self.dle[new, new] = self.dle[node, node]
        return new

    def pointed_by(self, node: int) -> tuple[int, ...]:
        return tuple(index for index, value in enumerate(self.values) if value == node)

    def forget(self, live: frozenset[int], live_flags: frozenset[int]) -> None:
        """Variables that no longer matter are not told apart by any more."""
        for index in range(len(self.values)):
            if index not in live and self.values[index] != DEAD:
                self.values[index] = DEAD
                for group in range(self.at.groups):
                    column = self.at.reached(group, index)
                    for row in self.marks.values():
                        row[column] = NO
        for index in range(len(self.flags)):
            if index not in live_flags:
                self.flags[index] = DEAD

    def blurred(self) -> Structure:
        """Canonical abstraction: individuals that agree on all unary predicates become one."""
        named: dict[Name, list[int]] = {}
        for node in self.marks:
            name = (self.pointed_by(node), self.sizes[node], tuple(self.marks[node]))
            named.setdefault(name, []).append(node)
        order = sorted(named)
        number = {node: index for index, name in enumerate(order) for node in named[name]}
        number |= {NULL: NULL, WILD: WILD, DEAD: DEAD}
        return Structure(
            tuple(number[value] for value in self.values),
            tuple(self.flags),
            tuple(name[1] for name in order),
            tuple(name[2] for name in order),
            tuple(len(named[name]) > 1 or self.summary[named[name][0]] for name in order),
            tuple(
                tuple(frozenset(number[held] for node in named[name] for held in row[node]) for name in order)
                for row in self.links
            ),
            self._blurred_order(named, order),
        )

    def _blurred_order(self, named: dict[Name, list[int]], order: list[Name]) -> tuple[tuple[int, ...], ...]:
        if self.words.data is None:
            return ()
        rows = []
        for one in order:
            row = []
            for two in order:
                values = {self.dle[u, v] for u in named[one] for v in named[two]}
                row.append(values.pop() if len(values) == 1 else HALF)
            rows.append(tuple(row))
        return tuple(rows)


def empty(words: Vocabulary) -> Structure:
    """Where a program starts: no blocks, and no variable that matters."""
    return Structure(
        (DEAD,) * len(words.pointers),
        (DEAD,) * len(words.flags),
        (),
        (),
        (),
        tuple(() for _ in words.links),
        (),
    )
