"""The blocks of a program by kind, and the fields that it reads and writes in them.

Blocks are of one *kind* if their allocations ask for the same number of bytes, and some variable, or some
field, may hold pointers to both. A *holder* is whatever keeps a pointer at a loop head: a variable, or a
place in a global or local object.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import combinations

from dovetail.formulas.constants import constants, with_constants
from dovetail.program.automata import Edge, Program
from dovetail.program.expressions import (
    Address,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    Variable,
    const,
    index,
    is_pointer,
    subexpressions,
)
from dovetail.program.liveness import liveness
from dovetail.program.pointing import base
from dovetail.program.statements import Allocate, Assign, Check, Storage, Store, Unsupported, expressions_of
from dovetail.program.types import VOID, IntType, PointerType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.nodes.points import PointsTo, Site, Target

HOLDERS = 8
"""At one loop head."""
FLAGS, NUMBERS = 3, 3
CONSTANTS = 5
"""Of one field."""


@dataclass(slots=True)
class Field:
    """A place in all blocks of a kind."""

    offset: int
    type: Type
    constants: dict[int, None] = field(default_factory=dict)
    """That are stored there, or that it is compared with."""

    def of(self, pointer: Expr, word: IntType) -> Load:
        return field_of(pointer, self.offset, self.type, word)


def field_of(pointer: Expr, offset: int, type_: Type, word: IntType) -> Load:
    place = pointer if not offset else PointerAdd(pointer, const(word, offset), PointerType(type_))
    return Load(place, type_)


@dataclass(slots=True)
class Kind:
    """Of blocks. `number` tells it from others."""

    number: int
    size: Expr
    sites: list[int]
    fields: dict[tuple[int, int], Field] = field(default_factory=dict)

    @property
    def links(self) -> list[Field]:
        return [one for one in self.fields.values() if isinstance(one.type, PointerType)]

    @property
    def data(self) -> list[Field]:
        return [one for one in self.fields.values() if isinstance(one.type, IntType)]


class Blocks:
    """What the entry procedure does with blocks."""

    def __init__(self, program: Program) -> None:
        procedure = program.procedures[program.entry]
        self.edges = list(procedure.edges)
        self.word = IntType(program.target.pointer_bits, True)
        self.size_type = program.target.size_t
        self.live = liveness(procedure)
        self._values = constants(procedure)
        self.points = PointsTo(self.edges)
        self.kinds: list[Kind] = []
        self.kind_of: dict[Site, Kind] = {}
        self._find_kinds()
        self._find_fields()
        self._before_checks = _leading_to_checks(self.edges)
        self.node = index("u", self._pointer_type())
        self._stored = self._find_stored()
        self._flags = self._find_flags()
        self._holders = self._find_holders()
        self.locals = [
            (edge.statement.target, self._size(edge.statement, edge))
            for edge in self.edges
            if isinstance(edge.statement, Allocate) and edge.statement.storage is not Storage.HEAP
        ]

    def _find_kinds(self) -> None:
        sizes: dict[Site, Expr] = {
            at: self._size(made, self.edges[at]) for at, made in self.points.sites.items()
        }
        classes: dict[Site, set[Site]] = {site: {site} for site in sizes}
        for held in (*self.points.variables.values(), *self.points.contents.values()):
            sites = list(dict.fromkeys(site for site, _ in held if site in classes))
            for one, other in combinations(sites, 2):
                if sizes[one] is sizes[other] and classes[one] is not classes[other]:
                    joined = classes[one] | classes[other]
                    classes.update(dict.fromkeys(joined, joined))
        for number in self.points.sites:
            first = next(site for site in sizes if site in classes[number])
            if first == number:
                self.kinds.append(Kind(len(self.kinds) + 1, sizes[number], []))
                self.kind_of[number] = self.kinds[-1]
            self.kind_of[number] = self.kind_of[first]
            self.kind_of[first].sites.append(number)

    def _size(self, made: Allocate, edge: Edge) -> Expr:
        """A constant, if it is known to be one there."""
        return with_constants(made.size, self._values.get(edge.source, {}))

    def _pointer_type(self) -> Type:
        """What a pointer to a block is in the program's own words."""
        for one in self.points.variables:
            if isinstance(one.type, PointerType) and one.type.pointee != VOID and self.targets(one):
                return one.type
        return PointerType(VOID)

    def targets(self, pointer: Expr) -> list[Target]:
        """The blocks that a pointer may lead to, each with the place in it."""
        return [(site, at) for site, at in self.points.of(pointer) if site in self.kind_of]

    def kinds_at(self, pointer: Expr) -> list[Kind]:
        found = {self.kind_of[site].number: self.kind_of[site] for site, _ in self.targets(pointer)}
        return [found[number] for number in sorted(found)]

    def kinds_behind(self, kind: Kind, link: Field) -> list[Kind]:
        """Of the blocks that a link of blocks of a kind may lead to."""
        held = (self.points.contents.get((site, link.offset), {}) for site in kind.sites)
        sites = [site for some in held for site, _ in some if site in self.kind_of]
        found = {self.kind_of[site].number: self.kind_of[site] for site in sites}
        return [found[number] for number in sorted(found)]

    def within(self, kind: Kind, link: Field) -> list[int]:
        """At which places of the block itself a link of blocks of a kind may point."""
        held = (self.points.contents.get((site, link.offset), {}) for site in kind.sites)
        places = (at for some in held for site, at in some if self.kind_of.get(site) is kind)
        return sorted({at for at in places if at})

    def _find_fields(self) -> None:
        for edge in self.edges:
            for root in expressions_of(edge.statement):
                for part in subexpressions(root):
                    if isinstance(part, Load):
                        list(self._fields_at(part.address, part.type))
                    if isinstance(part, BinaryOp) and part.op.compares and isinstance(part.right, Const):
                        if isinstance(part.left, Load) and isinstance(part.right.type, IntType):
                            for one in self._fields_at(part.left.address, part.left.type):
                                one.constants[part.right.value] = None
            if isinstance(edge.statement, Store):
                value = edge.statement.value
                for one in self._fields_at(edge.statement.address, value.type):
                    if isinstance(value, Const) and isinstance(value.type, IntType):
                        one.constants[value.value] = None

    def _fields_at(self, address: Expr, type_: Type) -> Iterator[Field]:
        for site, offset in self.targets(address):
            if offset is not None and isinstance(type_, IntType | PointerType):
                what = type_.width if isinstance(type_, IntType) else 0
                yield self.kind_of[site].fields.setdefault((offset, what), Field(offset, type_))

    def _find_holders(self) -> list[Expr]:
        found: dict[Expr, None] = {}
        for edge in self.edges:
            for root in expressions_of(edge.statement):
                for part in subexpressions(root):
                    match part:
                        case Variable():
                            found[part] = None
                        case Load(address=address) if self._outside(base(address)):
                            found[part] = None
                        case _:
                            pass
        return [one for one in found if is_pointer(one) and self.targets(one)]

    def _outside(self, pointer: Expr) -> bool:
        """Does it lead to global or local objects only, always the same?"""
        return isinstance(pointer, Address) or (isinstance(pointer, Variable) and not self.targets(pointer))

    def matters(self, head: int) -> bool:
        """Can a check be reached from there?"""
        return head in self._before_checks

    def numbers(self, head: int) -> list[Variable]:
        """Integers that are stored in blocks, or that variables which are were given."""
        live = self.live.at(head)
        return [one for one in self._stored if one in live][:NUMBERS]

    def _find_stored(self) -> list[Variable]:
        found: dict[Variable, None] = {}
        for edge in reversed(self.edges):
            match edge.statement:
                case Store(address=address, value=Variable(type=IntType()) as value) if self.targets(address):
                    found[value] = None
                case Assign(target=target, value=Variable(type=IntType()) as value):
                    if target in found:
                        found[value] = None
                    elif value in found:
                        found[target] = None
                case _:
                    pass
        return list(found)

    def flags(self, head: int) -> list[tuple[Variable, list[Const]]]:
        """Integers that are compared with constants, with those, and the constants that they are given."""
        live = self.live.at(head)
        return [(one, list(values)) for one, values in self._flags.items() if one in live][:FLAGS]

    def _find_flags(self) -> dict[Variable, dict[Const, None]]:
        given: dict[Variable, dict[Const, None]] = {}
        asked: dict[Variable, dict[Const, None]] = {}
        for edge in self.edges:
            match edge.statement:
                case Assign(target=Variable(type=IntType()) as target, value=Const() as value):
                    given.setdefault(target, {})[value] = None
                case _:
                    pass
            for root in expressions_of(edge.statement):
                match root:
                    case BinaryOp(op=op, left=Variable(type=IntType()) as one, right=Const() as value):
                        if op.compares:
                            asked.setdefault(one, {})[value] = None
                    case _:
                        pass
        return {one: {**given.get(one, {}), **values} for one, values in asked.items()}

    def holders(self, head: int) -> list[Expr]:
        live = self.live.at(head)

        def lives(one: Expr) -> bool:
            return all(
                part in live or not part.scope for part in subexpressions(one) if isinstance(part, Variable)
            )

        return [one for one in self._holders if lives(one)][:HOLDERS]


def _leading_to_checks(edges: list[Edge]) -> set[int]:
    before: dict[int, list[int]] = {}
    waiting: list[int] = []
    for edge in edges:
        before.setdefault(edge.target, []).append(edge.source)
        if isinstance(edge.statement, Check | Unsupported):
            waiting.append(edge.source)
    found = set(waiting)
    while waiting:
        for source in before.get(waiting.pop(), ()):
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found
