"""Into which array a pointer points, by the program's text alone: a guess, as everything here.

A pointer that walks is given a value at several places: by an array, and by itself moved on. If all of that
comes from one array, its *base* is a pointer that was given that array and nothing else. How far it is from
there is then an index like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    ObjectSize,
    PointerAdd,
    PointerDiff,
    Variable,
    const,
    is_pointer,
    reads_memory,
    substitute,
    variables,
)
from dovetail.program.statements import Allocate, Assign, Statement, written_variable
from dovetail.program.types import VOID, IntType, PointerType
from dovetail.semantics.simplify import simplify

SAME = 3
"""Elements that are given the same value."""
COPIES = 4
"""By which a number comes to where an array is made of so many bytes."""
DEEPEST = 4
"""What is given to what is given to a variable, and so on."""

Given = Mapping[Variable, Sequence[Statement]]
"""The statements that give variables a value."""


def given_values(edges: Iterable[Edge]) -> dict[Variable, list[Statement]]:
    given: dict[Variable, list[Statement]] = {}
    for edge in edges:
        target = given_there(edge.statement)
        if target is not None:
            given.setdefault(target, []).append(edge.statement)
    return given


def given_there(statement: Statement) -> Variable | None:
    """The variable that a statement gives a value. (Null is none: it is there to begin with, or at an
    end.)"""
    match statement:
        case Assign(target=target, value=Const()) if is_pointer(target):
            return None
        case _:
            return written_variable(statement)


def given_before(procedure: Procedure) -> list[frozenset[Variable]]:
    """The variables that are given a value on some way to a location."""
    return _collected(procedure, lambda edge: (edge.source, edge.target))


def given_after(procedure: Procedure) -> list[frozenset[Variable]]:
    """The same on some way from there."""
    return _collected(procedure, lambda edge: (edge.target, edge.source))


def _collected(procedure: Procedure, way: Callable[[Edge], tuple[int, int]]) -> list[frozenset[Variable]]:
    found: list[set[Variable]] = [set() for _ in procedure.outgoing]
    following: dict[int, list[int]] = {}
    for edge in procedure.edges:
        before, behind = way(edge)
        following.setdefault(before, []).append(behind)
        given = given_there(edge.statement)
        if given is not None:
            found[behind].add(given)
    waiting = list(range(len(found)))
    while waiting:
        here = waiting.pop()
        for there in following.get(here, ()):
            if not found[here] <= found[there]:
                found[there] |= found[here]
                waiting.append(there)
    return [frozenset(one) for one in found]


class Sites:
    """Of all pointers among the variables of a procedure."""

    def __init__(self, given: Given, size_type: IntType) -> None:
        self._given = given
        self.size_type = size_type
        self._difference_type = IntType(size_type.width, True)
        self._sites: dict[Variable, Expr | None] = {}
        """Where the array of a pointer is made: what it is first given to, or a global."""
        self._bases: dict[Expr, Expr] = {}
        for variable in given:
            if is_pointer(variable):
                self._sites[variable] = self._found(variable)
        for variable, site in self._sites.items():
            if isinstance(site, Address):
                self._bases[site] = site
            elif site is not None and len(given[variable]) == 1 and self._is_copy(variable):
                before = self._bases.get(site)
                if before is None or (isinstance(before, Variable) and not before.source_name):
                    self._bases[site] = variable

    def base(self, pointer: Expr) -> Expr | None:
        """Where its array begins."""
        site = self._sites.get(pointer) if isinstance(pointer, Variable) else None
        return None if site is None else self._bases.get(site)

    def start(self, pointer: Expr) -> Expr | None:
        """The array that a pointer is the beginning of."""
        if isinstance(pointer, Address):
            return self._bases.get(Address(pointer.symbol, PointerType(VOID)), pointer)
        base = self.base(pointer)
        if base is pointer or (isinstance(pointer, Variable) and base is not None and self.is_copy(pointer)):
            return base
        return None

    def walks(self, pointer: Expr) -> bool:
        """Is it anywhere in an array?"""
        base = self.base(pointer)
        return base is not None and base is not pointer

    @property
    def walking(self) -> list[Variable]:
        return [one for one in self._sites if self.walks(one)]

    @property
    def bases(self) -> list[Expr]:
        return list(dict.fromkeys(self._bases.values()))

    @property
    def copies(self) -> dict[Expr, Expr]:
        """The beginnings of arrays, under other names."""
        found: dict[Expr, Expr] = {}
        for one in self.walking:
            base = self.base(one)
            if base is not None and self.is_copy(one):
                found[one] = base
        return found

    def is_copy(self, pointer: Variable) -> bool:
        """Is it the beginning of its array, under another name?"""
        return len(self._given[pointer]) == 1 and self._is_copy(pointer)

    def distance(self, pointer: Expr, size: int = 1) -> Expr | None:
        """From the beginning of its array, in elements."""
        base = self.base(pointer)
        if base is None:
            return None
        found: Expr = Cast(self.size_type, PointerDiff(pointer, base, self._difference_type))
        return self._in_elements(found, size)

    def element(self, base: Expr, number: Expr, size: int) -> Expr:
        """Where the element of that number is."""
        offset: Expr = Cast(self._difference_type, number)
        if size > 1:
            offset = BinaryOp(Binary.MUL, offset, const(self._difference_type, size))
        return PointerAdd(base, offset, base.type)

    def size(self, base: Expr, size: int = 1) -> Expr:
        """In elements."""
        found: Expr = ObjectSize(base, self.size_type)
        return self._in_elements(found, size)

    def _in_elements(self, found: Expr, size: int) -> Expr:
        if size & (size - 1):
            return BinaryOp(Binary.DIV, found, const(self.size_type, size))
        bits = const(self.size_type, size.bit_length() - 1)
        return found if size == 1 else BinaryOp(Binary.SHR, found, bits)

    def _is_copy(self, pointer: Variable) -> bool:
        """Is it given what it is without a step? (Null may be among it.)"""
        waiting, seen = [pointer], {pointer}
        while waiting:
            for statement in self._given.get(waiting.pop(), ()):
                match statement:
                    case Allocate():
                        pass
                    case Assign(value=value):
                        for part in _pointers(value) or ():
                            if isinstance(part, PointerAdd):
                                return False
                            if isinstance(part, Variable) and part not in seen:
                                seen.add(part)
                                waiting.append(part)
                    case _:
                        return False
        return True

    def _found(self, pointer: Variable) -> Expr | None:
        waiting, seen, sites = [pointer], {pointer}, dict[Expr, None]()
        while waiting:
            one = waiting.pop()
            for statement in self._given.get(one, ()):
                match statement:
                    case Allocate():
                        sites[one] = None
                    case Assign(value=value):
                        parts = _pointers(value)
                        if parts is None:
                            return None
                        for part in parts:
                            if isinstance(part, Variable) and part not in seen:
                                seen.add(part)
                                waiting.append(part)
                            elif isinstance(part, Address):
                                sites[Address(part.symbol, PointerType(VOID))] = None
                    case _:
                        return None
        return next(iter(sites)) if len(sites) == 1 else None


def _pointers(value: Expr) -> list[Expr] | None:
    """What a pointer is computed from, with the steps; None if that is not plain to see."""
    found: list[Expr] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        match part:
            case PointerAdd(pointer=pointer):
                found.append(part)
                waiting.append(pointer)
            case Cast(operand=operand) if is_pointer(operand):
                waiting.append(operand)
            case Conditional(then=then, otherwise=otherwise):
                waiting += (then, otherwise)
            case Variable() | Address() if is_pointer(part):
                found.append(part)
            case Const():
                pass
            case _:
                return None
    return found


def meanings(given: Given) -> dict[Expr, Expr]:
    """What integers stand for that are given a value at one place: the element that was read, or another
    variable."""
    found: dict[Expr, Expr] = {}
    for variable, statements in given.items():
        match statements:
            case [Assign(value=value)] if isinstance(variable.type, IntType) and (
                isinstance(value, Variable) or reads_memory(value)
            ):
                found[variable] = value
            case _:
                pass
    return found


def copies(means: Mapping[Expr, Expr], fixed: frozenset[Variable]) -> dict[Expr, Expr]:
    """Of integers that are given a value at one place, and that of another such: which one that is. Where it
    has a name in the source, it is called by that."""
    found: dict[Expr, Expr] = {}
    for one in means:
        chain = [one]
        while means.get(chain[-1]) in fixed:
            chain.append(means[chain[-1]])
        named = [part for part in chain if isinstance(part, Variable) and part.source_name]
        if len(chain) > 1 and named:
            found.update({part: named[-1] for part in chain if part is not named[-1] and part not in found})
    return found


def spelt_out(expr: Expr, means: Mapping[Expr, Expr]) -> Expr:
    """With what variables stand for in their place."""
    for _ in range(DEEPEST):
        spelt = substitute(expr, {one: means[one] for one in variables(expr) if one in means})
        if spelt is expr:
            break
        expr = spelt
    return expr


def narrowed(atom: Expr) -> Expr:
    """A comparison of an element with a number, without the promotion to a larger type that C has in it."""
    match atom:
        case BinaryOp(
            op=op, left=Cast(type=IntType() as wide, operand=Load(type=IntType() as narrow) as load)
        ) if op.compares and isinstance(atom.right, Const) and (wide.signed or not narrow.signed):
            number = wide.number(atom.right.value)
            if narrow.width < wide.width and narrow.minimum <= number <= narrow.maximum:
                return BinaryOp(op, load, const(narrow, number))
        case _:
            pass
    return atom


def stored_twice(stored: Iterable[Expr]) -> Iterator[Expr]:
    """Of elements that are given the same value: that they are equal. `stored`: what is given to elements."""
    elements: dict[Expr, list[Load]] = {}
    for said in stored:
        match said:
            case (
                BinaryOp(op=Binary.EQ, left=Load() as element, right=Variable() as value)
                | BinaryOp(op=Binary.EQ, left=Variable() as value, right=Load() as element)
            ):
                elements.setdefault(value, []).append(element)
            case _:
                pass
    for same in elements.values():
        for one, other in combinations(same[:SAME], 2):
            if one.type == other.type:
                yield BinaryOp(Binary.EQ, one, other)


def made_of(array: Variable, given: Mapping[Variable, Sequence[Statement]]) -> list[Expr]:
    """How many bytes an array was made of, if it was made at one place: as it is said there, by what the
    variables there were given, and by copies of them."""
    waiting, seen, made = [array], {array}, dict[Expr, None]()
    while waiting:
        for statement in given.get(waiting.pop(), ()):
            match statement:
                case Allocate(size=size):
                    made[size] = None
                case Assign(value=value):
                    new = sorted(variables(value) - seen, key=lambda one: one.serial)
                    found = [one for one in new if isinstance(one.type, PointerType)]
                    seen.update(found)
                    waiting += found
                case _:
                    pass
    if len(made) != 1:
        return []
    for _ in range(COPIES):
        last = list(made)[-1]
        meaning: dict[Expr, Expr] = {}
        for one in variables(last):
            match given.get(one):
                case [Assign(value=value)]:
                    meaning[one] = value
                case _:
                    pass
        made[simplify(substitute(last, meaning))] = None
    for size in list(made):
        for copy, statements in given.items():
            match statements:
                case [Assign(value=Variable() as one)] if one in variables(size):
                    made[substitute(size, {one: copy})] = None
                case _:
                    pass
    return list(made)
