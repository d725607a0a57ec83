"""All values in one algebra: numbers, conditions, floats and pointers.

`Values` is an `Algebra` (law 2: what C means by an operator is in `semantics.evaluate`, here is only what the
primitives do to sets of values). `Value` is the union of the domains; the lattice operations on it are
functions here, because two values that meet are always of the same sort.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from dovetail.domains import pointers
from dovetail.domains.float_intervals import FloatRange
from dovetail.domains.lattice import Lattice, Thresholds
from dovetail.domains.numbers import Components, Number
from dovetail.domains.pointers import ANYTHING, Pointer, Target
from dovetail.domains.scalars import Scalars
from dovetail.domains.truth import Truth
from dovetail.program.expressions import (
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    PointerAdd,
    PointerDiff,
    SameObject,
    conjunction,
    disjunction,
    negation,
)
from dovetail.program.types import BoolType, FloatType, IntType, PointerType, Type


class Opaque:
    """A value of a type that is not computed with (x87 floats): nothing is known of it."""

    __slots__ = ()

    def leq(self, other: Opaque) -> bool:
        return True

    def join(self, other: Opaque) -> Opaque:
        return self

    def meet(self, other: Opaque) -> Opaque | None:
        return self

    def widen(self, newer: Opaque, thresholds: Thresholds) -> Opaque:
        return self

    def narrow(self, newer: Opaque) -> Opaque:
        return self

    def __repr__(self) -> str:
        return "<opaque>"

    def __str__(self) -> str:
        return "?"


OPAQUE = Opaque()
Value = Number | Truth | FloatRange | Pointer | Opaque
D = TypeVar("D", bound=Lattice)


def leq(left: D, right: D) -> bool:
    return left is right or left.leq(right)


def join(left: D, right: D) -> D:
    return left if left is right else left.join(right)


def meet(left: D, right: D) -> D | None:
    return left if left is right else left.meet(right)


def widen(older: D, newer: D, thresholds: Thresholds) -> D:
    return older if older is newer else older.widen(newer, thresholds)


def narrow(older: D, newer: D) -> D:
    return older if older is newer else older.narrow(newer)


def top_of(type_: Type) -> Value:
    match type_:
        case IntType(width=width):
            return Number.top(width)
        case PointerType():
            return ANYTHING
        case FloatType(width=32 | 64 as width):
            return FloatRange.top(width)
        case BoolType():
            return Truth.EITHER
        case _:
            return OPAQUE


def is_top(value: Value) -> bool:
    match value:
        case Number():
            return value == Number.top(value.width)
        case Pointer():
            return value.anything
        case FloatRange():
            return value == FloatRange.top(value.width)
        case Truth():
            return value is Truth.EITHER
        case Opaque():
            return True


class Values(Scalars):
    """The algebra. `sizes` are those of the objects, as far as they are always the same."""

    def __init__(
        self,
        pointer_bits: int,
        sizes: Mapping[Target, int | None],
        components: Components = Components.ALL,
    ) -> None:
        super().__init__(components)
        self._pointer_bits = pointer_bits
        self.sizes = sizes
        self._zero = Number.of(0, pointer_bits)
        self._null = pointers.address(self._zero)
        self._wild = pointers.address(Number.top(pointer_bits))
        self.numbers_of_pointers = False
        """Has a pointer into an object been seen as a number, or a part of one been read as one? Then any
        number may be a pointer. An analysis that comes to see this has to begin anew."""

    @property
    def pointer_bits(self) -> int:
        return self._pointer_bits

    def zero(self, type_: Type) -> Value:
        """What zero bytes mean."""
        match type_:
            case IntType(width=width):
                return self.bits(0, width)
            case PointerType():
                return self._null
            case FloatType(width=32 | 64 as width):
                return self.float_constant(0, width)
            case _:
                return top_of(type_)

    def input_of(self, type_: Type) -> Value:
        """Any value that an input may have: no pointer among them leads into an object."""
        return self._wild if isinstance(type_, PointerType) else top_of(type_)

    # Pointers

    def null(self) -> Value:
        return self._null

    def address(self, symbol: str) -> Value:
        return pointers.to(Target(symbol), self._zero)

    def pointer_add(self, pointer: Value, offset: Value) -> Value:
        assert isinstance(pointer, Pointer) and isinstance(offset, Number)
        if pointer.anything or offset.constant == 0:
            return pointer
        width = self._pointer_bits
        targets = {target: _number(self.add(at, offset, width)) for target, at in pointer.targets.items()}
        addresses = None
        if pointer.addresses is not None:
            addresses = _number(self.add(pointer.addresses, offset, width))
        return Pointer(targets, addresses)

    def pointer_diff(self, left: Value, right: Value) -> Value:
        assert isinstance(left, Pointer) and isinstance(right, Pointer)
        mine, theirs = left.single, right.single
        if mine is not None and theirs is not None and mine[0] == theirs[0] and mine[0].single:
            return self.sub(mine[1], theirs[1], self._pointer_bits)
        return Number.top(self._pointer_bits)

    def pointer_eq(self, left: Value, right: Value) -> Value:
        assert isinstance(left, Pointer) and isinstance(right, Pointer)
        if left.anything or right.anything:
            return Truth.EITHER
        answers = [
            self._same_address(*mine, *theirs)
            for mine in left.targets.items()
            for theirs in right.targets.items()
        ]
        for one, other in ((left, right), (right, left)):
            if one.addresses is not None:
                null = one.addresses.constant == 0
                for place in other.targets.items():
                    answers.append(Truth.NO if null and self._inside(*place) else Truth.EITHER)
        if left.addresses is not None and right.addresses is not None:
            answers.append(_truth(self.eq(left.addresses, right.addresses, self._pointer_bits)))
        return _any_of(answers)

    def _same_address(self, one: Target, at: Number, other: Target, there: Number) -> Truth:
        equal = _truth(self.eq(at, there, self._pointer_bits))
        if one == other and one.single:
            return equal
        if self._inside(one, at) and self._inside(other, there):
            # Two objects have no address in common, one past the end included.
            return Truth.NO if one != other else Truth.EITHER if equal is not Truth.NO else Truth.NO
        return Truth.EITHER

    def _inside(self, target: Target, offset: Number) -> bool:
        """Is it surely within the object, or one past its end?"""
        size = self.sizes.get(target)
        return size is not None and offset.umax <= size

    def pointer_lt(self, left: Value, right: Value) -> Value:
        return self._ordered(left, right, strict=True)

    def pointer_le(self, left: Value, right: Value) -> Value:
        return self._ordered(left, right, strict=False)

    def _ordered(self, left: Value, right: Value, *, strict: bool) -> Value:
        assert isinstance(left, Pointer) and isinstance(right, Pointer)
        compare = self.ult if strict else self.ule
        mine, theirs = left.single, right.single
        if mine is not None and theirs is not None and mine[0] == theirs[0] and mine[0].single:
            if self._inside(*mine) and self._inside(*theirs):
                return compare(mine[1], theirs[1], self._pointer_bits)
            return Truth.EITHER
        if not (left.targets or right.targets or left.anything or right.anything):
            assert left.addresses is not None and right.addresses is not None
            return compare(left.addresses, right.addresses, self._pointer_bits)
        return Truth.EITHER

    def same_object(self, left: Value, right: Value) -> Value:
        assert isinstance(left, Pointer) and isinstance(right, Pointer)
        if left.anything or right.anything:
            return Truth.EITHER
        if left.null_only and right.null_only:
            return Truth.YES
        if left.addresses is not None or right.addresses is not None:
            return Truth.EITHER  # an address that is not null may be that of an object
        mine, theirs = left.single, right.single
        if mine is not None and theirs is not None and mine[0] == theirs[0] and mine[0].single:
            return Truth.YES
        return Truth.EITHER if left.targets.keys() & right.targets.keys() else Truth.NO

    def object_start(self, pointer: Value) -> Value:
        assert isinstance(pointer, Pointer)
        if pointer.anything or (pointer.addresses is not None and pointer.addresses.constant != 0):
            return ANYTHING  # an address that is not null may be that of an object
        return Pointer(dict.fromkeys(pointer.targets, self._zero), pointer.addresses)

    def pointer_to_int(self, pointer: Value) -> Value:
        assert isinstance(pointer, Pointer)
        if not pointer.anything and not pointer.targets:
            assert pointer.addresses is not None
            return pointer.addresses
        self.numbers_of_pointers = True
        if pointer.addresses is None and all(self._inside(*place) for place in pointer.targets.items()):
            if pointer.targets:
                return Number.unsigned(1, (1 << self._pointer_bits) - 1, self._pointer_bits)
        return Number.top(self._pointer_bits)

    def int_to_pointer(self, address: Value) -> Value:
        assert isinstance(address, Number)
        return pointers.address(address) if address.constant is not None else ANYTHING


def _number(value: Value) -> Number:
    assert isinstance(value, Number)
    return value


def _truth(value: Value) -> Truth:
    assert isinstance(value, Truth)
    return value


def _any_of(answers: list[Truth]) -> Truth:
    """What is known if one of these cases holds."""
    first = answers[0]
    return first if all(answer is first for answer in answers) else Truth.EITHER


# ---- concretisation ----------------------------------------------------------------------------------------


def condition(value: Value, expr: Expr, pointer_bits: int) -> Expr:
    """That an expression's value is one of these; TRUE where the formula could not say it (objects that no
    symbol names)."""
    match value:
        case Number() | FloatRange():
            return value.condition(expr)
        case Pointer():
            return _pointer_condition(value, expr, pointer_bits)
        case Truth():
            return TRUE if value is Truth.EITHER else expr if value is Truth.YES else negation(expr)
        case Opaque():
            return TRUE


def _pointer_condition(value: Pointer, expr: Expr, pointer_bits: int) -> Expr:
    if value.anything or any(target.site for target in value.targets):
        return TRUE
    cases: list[Expr] = []
    if value.addresses is not None:
        if value.addresses.constant is None:
            cases.append(SameObject(expr, Const(expr.type, 0)))
        else:
            cases.append(BinaryOp(Binary.EQ, expr, Const(expr.type, value.addresses.constant)))
    word = IntType(pointer_bits, True)
    for target, offset in sorted(value.targets.items(), key=lambda item: item[0]):
        assert isinstance(expr.type, PointerType)
        start = Address(target.name, expr.type)
        typed: Expr = start
        if offset.constant is not None:
            if offset.constant:
                typed = PointerAdd(start, Const(word, offset.constant), start.type)
            cases.append(BinaryOp(Binary.EQ, expr, typed))
        else:
            distance = PointerDiff(expr, start, word)
            cases.append(conjunction((SameObject(expr, start), offset.condition(distance))))
    return disjunction(cases)
