"""Guesses about arrays that are walked: by pointers that move, or up to an end that is written in them.

How far a pointer is from the beginning of its array is a number, and what holds of all elements so far is
said with that number as with any index. A string has no length but for the zero in it: that there is one at
or behind a pointer, within the array, is what nearly every loop over strings relies on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Exists,
    Expr,
    ForAll,
    Load,
    ObjectSize,
    PointerAdd,
    SameObject,
    Valid,
    Variable,
    const,
    index,
    loads,
    substitute,
    variables,
)
from dovetail.program.indexing import index_of
from dovetail.program.types import IntType, PointerType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of
from dovetail.strategies.elements.rooms import Rooms
from dovetail.strategies.elements.sites import Sites

BODIES = 12
"""Conditions on one element."""
WALKING, ENDS = 6, 8
"""Pointers, and places of all kinds, at one loop head."""


class Walking:
    """`atoms`: what the program stores, and asks. `known`: the variables that have their value at a loop
    head."""

    def __init__(self, sites: Sites, atoms: Sequence[Expr], rooms: Rooms) -> None:
        self._sites = sites
        self._rooms = rooms
        self._k = index("k", sites.size_type)
        self._bodies: dict[Expr, tuple[dict[Expr, None], int]] = {}
        """Conditions on the k-th element, with the arrays that they are about and the size of elements."""
        self._finding: dict[Expr, dict[Variable, int]] = {}
        """What finds elements of an array, and their size."""
        self._ending: dict[Expr, None] = {}
        """What may tell where a string ends."""
        self._atoms: dict[Expr, None] = {}
        """The conditions as the program has them."""
        self._walked: dict[Expr, None] = {}
        """Conditions on elements that a pointer has found."""
        for atom in atoms:
            self._look_at(atom)
        for base, load, number in rooms.marked:
            size = size_of(load.type, sites.size_type.width)
            body = BinaryOp(Binary.EQ, Load(sites.element(base, self._k, size), load.type), number)
            if base in self._finding:
                self._ending[body] = None
                self._bodies.setdefault(body, ({base: None}, size))

    @property
    def any(self) -> bool:
        return bool(self._bodies)

    @property
    def arrays(self) -> list[Expr]:
        return list(self._finding)

    def _look_at(self, atom: Expr) -> None:
        bits = self._sites.size_type.width
        mapping: dict[Expr, Expr] = {}
        about: dict[Expr, None] = {}
        sizes: set[int] = set()
        by_pointer = False
        for load in sorted(loads(atom), key=lambda load: load.serial):
            found = self._found_by(load.address)
            if found is None:
                continue
            base, finder, moved = found
            try:
                size = size_of(load.type, bits)
            except NotComputable:
                continue
            by_pointer |= isinstance(finder.type, PointerType)
            if isinstance(finder.type, PointerType) and moved % size:
                continue
            step = moved // size if isinstance(finder.type, PointerType) else moved
            number: Expr = self._k
            if step:
                number = BinaryOp(Binary.ADD, number, const(self._sites.size_type, step))
            mapping[load] = Load(self._sites.element(base, number, size), load.type)
            about[base] = None
            sizes.add(size)
            self._finding.setdefault(base, {})[finder] = size
        if len(sizes) != 1:
            return
        (size,) = sizes
        self._atoms[atom] = None
        body = substitute(atom, mapping)
        if len(self._bodies) < BODIES:
            self._bodies.setdefault(body, (about, size))
            if by_pointer:
                self._walked[body] = None
        match body:
            case BinaryOp(op=Binary.EQ, left=left, right=right) if isinstance(left, Const) or isinstance(
                right, Const
            ):
                self._ending[body] = None
                self._bodies.setdefault(body, (about, size))
            case _:
                pass

    def _found_by(self, address: Expr) -> tuple[Expr, Variable, int] | None:
        """The array of an element, what finds it there, and how far from that it is: in bytes from a pointer,
        in elements from an index."""
        match address:
            case Variable() if self._sites.walks(address):
                base = self._sites.base(address)
                return None if base is None else (base, address, 0)
            case PointerAdd(pointer=Variable() as pointer, offset=Const(value=moved)) if self._sites.walks(
                pointer
            ):
                base, type_ = self._sites.base(pointer), IntType(self._sites.size_type.width, True)
                return None if base is None else (base, pointer, type_.number(moved))
            case PointerAdd(pointer=pointer, offset=offset):
                start = self._sites.start(pointer)
                match index_of(offset):
                    case Variable(type=IntType()) as finder if start is not None:
                        return start, finder, 0
                    case _:
                        return None
            case _:
                return None

    # Of pointers

    def objects(self, known: frozenset[Variable]) -> Iterator[Expr]:
        """How large arrays are."""
        type_ = self._sites.size_type
        bases = self._bases(known)
        yield from (Valid(base, const(type_, 1)) for base in bases)
        for one, other in permutations(bases, 2):
            yield BinaryOp(Binary.LE, ObjectSize(one, type_), ObjectSize(other, type_))

    def pointers(self, settled: frozenset[Variable], live: frozenset[Variable]) -> Iterator[Expr]:
        """In which of them pointers are."""
        for one, base in self._pointers(settled, live).items():
            yield SameObject(one, base)
            if self._sites.is_copy(one):
                yield BinaryOp(Binary.EQ, one, base)

    def bounds(self, settled: frozenset[Variable], live: frozenset[Variable]) -> Iterator[Expr]:
        """How far pointers are."""
        sites, zero = self._sites, const(self._sites.size_type, 0)
        distances: dict[Variable, Expr] = {}
        for one, base in self._pointers(settled, live).items():
            distance = sites.distance(one)
            if distance is None or sites.is_copy(one):
                continue
            distances[one] = distance
            size = sites.size(base)
            yield BinaryOp(Binary.LT, distance, size)
            yield BinaryOp(Binary.LE, distance, size)
            element = max(self._finding[base].values())
            if element > 1:
                rest = BinaryOp(Binary.BITAND, distance, const(sites.size_type, element - 1))
                yield BinaryOp(Binary.EQ, rest, zero)
        for one, other in combinations(distances, 2):
            for op in (Binary.EQ, Binary.LE, Binary.GE):
                yield BinaryOp(op, distances[one], distances[other])
        pointers = self._pointers(settled, live)
        yield from self._rooms.left(pointers, live)
        yield from self._rooms.marks(pointers, settled, live)

    def _bases(self, known: frozenset[Variable]) -> list[Expr]:
        return [base for base in self._sites.bases if base in self._finding and _there(base, known)]

    def _pointers(self, settled: frozenset[Variable], live: frozenset[Variable]) -> dict[Variable, Expr]:
        """Those that are somewhere in an array, and where it begins."""
        bases, found = self._bases(settled), dict[Variable, Expr]()
        for one in self._sites.walking:
            base = self._sites.base(one)
            if one in settled and base in bases and base is not None:
                if one in live or one in self._finding[base]:
                    found[one] = base
        return dict(list(found.items())[:WALKING])

    # Of elements

    def stops(self, settled: frozenset[Variable], left: frozenset[Variable]) -> Iterator[Expr]:
        """What was found where a loop has stopped: by variables that it has `left` behind."""
        yield from self._rooms.read(settled)
        finding = {one for found in self._finding.values() for one in found}
        for atom in self._atoms:
            about = variables(atom)
            if not about.isdisjoint(left & finding) and all(one in settled or not one.scope for one in about):
                yield atom

    def elements(self, settled: frozenset[Variable], live: frozenset[Variable]) -> Iterator[Expr]:
        """What may hold of all elements up to a pointer; and that there is an end behind it."""
        zero = const(self._sites.size_type, 0)
        for body in self._ending:
            about, size = self._bodies[body]
            if self._can_be_said(body, settled):
                for base in about:
                    ends = [zero, *self._ends(base, size, settled, live)]
                    yield from (Exists(self._k, end, self._sites.size(base, size), body) for end in ends)
        for body, (about, size) in self._bodies.items():
            if self._can_be_said(body, settled):
                for base in about:
                    if body in self._walked:
                        ends = self._ends(base, size, settled, live)
                    else:
                        ends = self._ends(base, size, settled, live, pointers=True)
                    yield from (ForAll(self._k, zero, end, body) for end in ends)

    def ahead(self, settled: frozenset[Variable], live: frozenset[Variable]) -> Iterator[Expr]:
        """What may hold of all elements from a pointer on."""
        for body, (about, size) in self._bodies.items():
            if self._can_be_said(body, settled):
                for base in about:
                    last = self._sites.size(base, size)
                    for end in self._ends(base, size, settled, live, pointers=True):
                        yield ForAll(self._k, end, last, body)

    def _can_be_said(self, body: Expr, known: frozenset[Variable]) -> bool:
        return all(one is self._k or not one.scope or one in known for one in variables(body))

    def _ends(
        self,
        base: Expr,
        size: int,
        settled: frozenset[Variable],
        live: frozenset[Variable],
        *,
        pointers: bool = False,
    ) -> list[Expr]:
        """Where in an array the program is."""
        found: list[Expr] = []
        for one in self._sites.walking:
            distance = self._sites.distance(one, size)
            if one in settled and self._sites.base(one) is base and distance is not None:
                if not self._sites.is_copy(one) and (one in live or one in self._finding[base]):
                    found.append(distance)
        for one in () if pointers else self._finding.get(base, {}):
            if one in live and isinstance(one.type, IntType):
                found.append(Cast(self._sites.size_type, one))
        return found[:ENDS]


def _there(base: Expr, known: frozenset[Variable]) -> bool:
    return not isinstance(base, Variable) or base in known
