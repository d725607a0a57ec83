"""What is observed at a loop head: integers, and, where there are pointers, what they lead to.

Beside variables the *numbers* are what is read from memory, how far pointers into one object are apart, and
how large objects are; relations between them are guessed as between variables. *Conditions* are observed as
they are: which pointers lead to the same object, what is valid, what the program's own conditions and checks
say, and which constants lie where the program has put them (the zero that ends a string). None of this needs
a quantifier, and it is what most loops over arrays, strings and cells on the heap need.

Whether any of it holds is for Houdini to find out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from dovetail.formulas.path_preconditions import atoms
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    Load,
    ObjectSize,
    PointerAdd,
    PointerDiff,
    SameObject,
    Valid,
    Variable,
    const,
    loads,
    negation,
    reads_memory,
    variables,
)
from dovetail.program.ordering import depth_first
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Check,
    Store,
    Why,
    expressions_of,
    written_variable,
)
from dovetail.program.types import IntType, PointerType, Target
from dovetail.quick_dataclass import dataclass

VARIABLES = 14
"""Integers of one loop head."""
KEPT = 4
POINTERS = 10
LOADS = 8
DISTANCES = 8
SIZES = 4
CONDITIONS = 80

_NUMBERS = "<observed>"
"""The scope of the variables that stand for terms."""


@dataclass(frozen=True, slots=True)
class Observed:
    """`numbers` are expressions of integer types, `conditions` are candidates."""

    numbers: tuple[Expr, ...]
    conditions: tuple[Expr, ...]

    @property
    def columns(self) -> tuple[Variable, ...]:
        """A variable for each number: itself, or one that stands for it."""
        return tuple(
            number if isinstance(number, Variable) else Variable(f"term {index}", _NUMBERS, number.type)
            for index, number in enumerate(self.numbers)
        )

    @property
    def meaning(self) -> dict[Expr, Expr]:
        """What those columns mean that are no variables of the program."""
        return {
            column: number
            for column, number in zip(self.columns, self.numbers, strict=True)
            if column is not number
        }


class Observables:
    """What there is to observe in a procedure; `at` chooses for one loop head."""

    def __init__(self, procedure: Procedure, target: Target) -> None:
        self._target = target
        edges = list(procedure.edges)
        self._weight = _weights(edges)
        self._read: Counter[Load] = Counter()
        for edge in edges:
            for root in expressions_of(edge.statement):
                read = sorted(loads(root), key=lambda load: load.serial)
                self._read.update(load for load in read if not loads(load.address))
        self._put = _put(edges)
        self._asked = dict.fromkeys(
            atom
            for edge in edges
            if isinstance(edge.statement, Assume | Check)
            for atom in atoms(edge.statement.condition)
        )
        self._about_objects = [
            atom
            for edge in edges
            if isinstance(edge.statement, Assume) and edge.statement.why is Why.ASSUMED
            for atom in atoms(edge.statement.condition)
            if isinstance(atom, Valid) or reads_memory(atom)
        ]
        """What a precondition says of them."""
        self._kin = _Kin(edges)
        self._written = _Written(procedure)
        self._assigned = Counter(
            edge.statement.target for edge in edges if isinstance(edge.statement, Assign)
        )
        self._made = {
            edge.statement.target: edge.statement.size
            for edge in edges
            if isinstance(edge.statement, Allocate) and not reads_memory(edge.statement.size)
        }

    def at(self, head: int, live: Iterable[Variable]) -> Observed:
        here = sorted(live, key=lambda v: (-self._weight[v], v.serial))
        integers = [v for v in here if isinstance(v.type, IntType)][:VARIABLES]
        pointers = [v for v in here if isinstance(v.type, PointerType)][:POINTERS]
        if not pointers:
            own = [a for a in self._asked if not reads_memory(a) and variables(a) <= set(integers)]
            return Observed(tuple(integers), _either(own))
        known = {*here, *(v for v in self._kin.of(here) if self._has_value(v, head))}
        # How large objects are, and where something was put, may depend on what is not live any more.
        kept = [
            variable
            for expr in (
                *(size for base, size in self._made.items() if base in known),
                *(load.address for load, _ in self._put if _pointers(load) <= known),
                *(atom for atom in self._about_objects if _pointers(atom) <= known),
            )
            for variable in sorted(variables(expr), key=lambda v: v.serial)
            if isinstance(variable.type, IntType) and self._has_value(variable, head)
        ]
        known.update(kept)
        integers = list(dict.fromkeys((*integers, *kept[:KEPT])))
        read = [load for load, _ in self._read.most_common() if variables(load) <= known]
        numbers = [load for load in read if isinstance(load.type, IntType)][:LOADS]
        bases = self._bases_of(pointers, known)
        pointers = list(dict.fromkeys((*pointers, *bases.values())))
        distances = [
            PointerDiff(pointer, base, self._target.intptr)
            for pointer in pointers
            for base in [bases[self._kin.root(pointer)]]
            if pointer is not base
        ]
        sizes = [
            ObjectSize(base, self._target.size_t) for base in list(dict.fromkeys(bases.values()))[:SIZES]
        ]
        conditions = list(dict.fromkeys(self._conditions(pointers, known)))[:CONDITIONS]
        return Observed((*integers, *numbers, *distances[:DISTANCES], *sizes), tuple(conditions))

    def _has_value(self, variable: Variable, head: int) -> bool:
        """Was it assigned on every way to the loop head? Before that it may hold anything."""
        return not variable.scope or self._written.before(head, variable)

    def _bases_of(self, pointers: Sequence[Variable], known: set[Variable]) -> dict[Variable, Variable]:
        """Of pointers that may lead to one object, the one that the others are measured from: one that keeps
        its value, and is where something is put or was allocated, live or not."""
        found: dict[Variable, Variable] = {}
        put = {variable for load, _ in self._put for variable in _pointers(load)}
        roots = {self._kin.root(pointer) for pointer in pointers}
        for pointer in sorted(
            {*pointers, *(known & set(self._kin.of(pointers)))},
            key=lambda p: (self._assigned[p] > 1, p not in put, p not in self._made, p.serial),
        ):
            if (root := self._kin.root(pointer)) in roots:
                found.setdefault(root, pointer)
        return found

    def _conditions(self, pointers: Sequence[Variable], known: set[Variable]) -> Iterator[Expr]:
        yield from _either(atom for atom in self._asked if variables(atom) <= known)
        for load, value in self._put:
            if variables(load) <= known:
                yield BinaryOp(Binary.EQ, load, value)
        for base, size in self._made.items():
            if base in known and size.type == self._target.size_t:
                yield BinaryOp(Binary.EQ, ObjectSize(base, self._target.size_t), size)
        one = Const(self._target.size_t, 1)
        for pointer in pointers:
            size = ObjectSize(pointer, self._target.size_t)
            yield Valid(pointer, size)  # it is where its object begins
            # Distances inside of it can be told from each other.
            yield BinaryOp(Binary.LE, size, const(self._target.size_t, self._target.intptr.maximum))
            yield from _either([BinaryOp(Binary.EQ, pointer, Const(pointer.type, 0))])
            yield Valid(pointer, one)
            yield Freeable(pointer)
        for left, right in combinations(pointers, 2):
            yield from _either([SameObject(left, right)])


def _pointers(expr: Expr) -> set[Variable]:
    return {variable for variable in variables(expr) if isinstance(variable.type, PointerType)}


def _either(conditions: Iterable[Expr]) -> tuple[Expr, ...]:
    return tuple(one for condition in conditions for one in (condition, negation(condition)))


def _weights(edges: Sequence[Edge]) -> Counter[Variable]:
    """How much is asked about a variable."""
    count: Counter[Variable] = Counter()
    for edge in edges:
        match edge.statement:
            case Check(condition=condition):
                count.update(dict.fromkeys(variables(condition), 4))
            case Assume(condition=condition):
                count.update(dict.fromkeys(variables(condition), 2))
            case Assign(value=value):
                count.update(variables(value))
            case Store(address=address, value=value):
                count.update(variables(address) | variables(value))
            case _:
                pass
    return count


def _put(edges: Sequence[Edge]) -> list[tuple[Load, Const]]:
    """The places where constants are put, as they are written there."""
    found: dict[tuple[Load, Const], None] = {}
    for edge in edges:
        match edge.statement:
            case Store(address=address, value=Const(type=IntType()) as value) if not loads(address):
                if not isinstance(address, Variable):
                    found[Load(address, value.type), value] = None
            case _:
                pass
    return list(found)


class _Written:
    """Which variables every path to a location assigns; sets are integers, one bit a variable."""

    def __init__(self, procedure: Procedure) -> None:
        self._bits: dict[Variable, int] = {}
        own = sum(self._bit(parameter) for parameter in procedure.parameters)
        found: dict[int, int] = {procedure.entry: own}
        order = depth_first(procedure).order
        changed = True
        while changed:
            changed = False
            for location in order:
                for edge in procedure.outgoing[location]:
                    written = written_variable(edge.statement)
                    after = found[location] | (0 if written is None else self._bit(written))
                    known = found.get(edge.target, -1) & after
                    if known != found.get(edge.target):
                        found[edge.target] = known
                        changed = True
        self._found = found

    def _bit(self, variable: Variable) -> int:
        return 1 << self._bits.setdefault(variable, len(self._bits))

    def before(self, location: int, variable: Variable) -> bool:
        return variable in self._bits and bool(self._found[location] & self._bit(variable))


class _Kin:
    """Pointers that are computed from each other, and integers that are copies of each other."""

    def __init__(self, edges: Sequence[Edge]) -> None:
        self._parent: dict[Variable, Variable] = {}
        for edge in edges:
            match edge.statement:
                case Assign(target=target, value=value) if isinstance(target.type, PointerType):
                    for variable in _led_by(value):
                        self._join(target, variable)
                case _:
                    pass

    def root(self, variable: Variable) -> Variable:
        while (parent := self._parent.get(variable, variable)) is not variable:
            variable = parent
        return variable

    def _join(self, one: Variable, other: Variable) -> None:
        left, right = self.root(one), self.root(other)
        if left is not right:
            self._parent[left] = right

    def of(self, some: Iterable[Variable]) -> Iterator[Variable]:
        """All kin of some pointers."""
        roots = {self.root(variable) for variable in some if isinstance(variable.type, PointerType)}
        yield from (variable for variable in self._parent if self.root(variable) in roots)


def _led_by(value: Expr) -> Iterator[Variable]:
    """The pointers that a pointer is computed from."""
    stack = [value]
    while stack:
        expr = stack.pop()
        match expr:
            case Variable(type=PointerType()):
                yield expr
            case PointerAdd(pointer=pointer):
                stack.append(pointer)
            case _ if isinstance(expr.type, PointerType) and not isinstance(expr, Load):
                stack += expr.children
