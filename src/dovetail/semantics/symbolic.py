"""The symbolic algebra: known values computed, the rest as solver terms (docs/design/symbolic.md).

Conditions, bit-vectors and floats come from the modules beside this one; pointers are here, with the ways in
which values are made and taken apart.

Two pointers are equal if object and offset are. Where *numbers* are made of pointers (casts, order and
distance between different objects), each object has a base address: an unknown array `base`, of which it is
only said that object 0 has base 0 and that a known object lies neither in the first nor in the last page.
That leaves more layouts possible than any machine has, which is sound. A number turned into a pointer is the
pointer that it came from, if that can be seen; a known number is an address as such; any other may point into
any object: the object is a fresh symbol o and the offset the number less base[o].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from dovetail.program.automata import Program
from dovetail.program.types import BoolType, FloatType, IntType, PointerType, Type
from dovetail.semantics import floats
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_blocks import Blocks
from dovetail.semantics.symbolic_floats import FloatAlgebra
from dovetail.semantics.symbolic_quantifiers import Quantifiers
from dovetail.semantics.symbolic_sums import Sums
from dovetail.semantics.symbolic_targets import chosen, equal, moved
from dovetail.semantics.symbolic_values import (
    NULL,
    OBJECT_WIDTH,
    Bits,
    Choice,
    Condition,
    FloatTerm,
    Fresh,
    Part,
    Pointer,
    Value,
    is_known,
    map_leaves,
)
from dovetail.semantics.terms import Terms

__all__ = [
    "Bits",
    "Choice",
    "Condition",
    "FloatTerm",
    "Fresh",
    "Pointer",
    "Symbolic",
    "Value",
    "is_known",
    "object_numbers",
]

T = TypeVar("T")

_PAGE = 4096


def object_numbers(program: Program) -> dict[str, int]:
    """Globals and functions have the numbers 1 … n, in the order of the Program."""
    return {name: number for number, name in enumerate((*program.objects, *program.functions), 1)}


class Symbolic(FloatAlgebra[T]):
    """An `Algebra` over any solver's terms. Algebras that share their terms share symbols of the same
    name."""

    def __init__(
        self, terms: Terms[Any], pointer_bits: int, symbols: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(terms, pointer_bits)
        self.symbols: dict[str, int] = dict(symbols or {})
        """The numbers of global objects and functions."""
        self._below: dict[Any, tuple[Bits, int]] = {}
        """Object terms that are known to be below counter + index."""
        self._origins: dict[Any, Pointer] = {}
        """The pointer whose address a term is, by the root of the term."""
        self._casts: dict[Any, Pointer] = {}
        self._numbers: dict[tuple[Part, Any], Bits] = {}
        """The number that a pointer was made of, by its object and the root of its offset."""
        self._base: Any = None
        self._based: set[int] = set()
        self.contents: set[Any] = set()
        """The symbols that stand for contents of memory: which questions have to do with each other shows in
        them."""
        self.sums = Sums(terms)
        self.quantifiers = Quantifiers(self)
        self.blocks = Blocks(self)

    # Making values

    def literal(self, number: int | float, type: Type, *, bits: bool = False) -> Value:
        """A known value of a type: from a number, converted as an input is (see `execution`), or from the
        `bits` in memory."""
        match type:
            case BoolType():
                return bool(number)
            case IntType(width=width):
                return int(number) & ((1 << width) - 1)
            case FloatType(width=32 | 64 as width):
                if bits and not isinstance(number, float):
                    return self.float_constant(number & ((1 << width) - 1), width)
                if isinstance(number, float):
                    return number if width == 64 else floats.round_single(number)
                return floats.from_integer(number, width)
            case PointerType():
                return Pointer(0, int(number) & ((1 << self.pointer_bits) - 1))
            case _:
                raise NotComputable(f"a value of type {type} is not modelled")

    def zero(self, type: Type) -> Value:
        return self.literal(0, type)

    def fresh(self, type: Type, name: str) -> Any:
        """Any value of a type, as an input: a pointer is an address as such. The same name gives the same
        symbols."""
        match type:
            case BoolType():
                return Condition(self.terms.boolean_symbol(name))
            case IntType(width=width):
                return Bits(self.terms.bits_symbol(name, width), width)
            case FloatType(width=32 | 64 as width):
                bits = Bits(self.terms.bits_symbol(name, width), width)
                return self.float_from_bits(bits, width)
            case PointerType():
                return Pointer(0, Bits(self.terms.bits_symbol(name, self.pointer_bits), self.pointer_bits))
            case _:
                raise NotComputable(f"a value of type {type} is not modelled")

    def arbitrary(self, type: Type, name: str, counter: Bits | None = None) -> Any:
        """Any value of a type that a state can hold: a pointer may point into any object that exists, which
        is one below the counter."""
        if not isinstance(type, PointerType):
            return self.fresh(type, name)
        number = self.terms.bits_symbol(f"{name}.object", OBJECT_WIDTH)
        offset = self.terms.bits_symbol(f"{name}.offset", self.pointer_bits)
        part = Bits(number, OBJECT_WIDTH)
        if counter is not None:
            self.below(part, counter)
        return Pointer(part, Bits(offset, self.pointer_bits))

    def below(self, part: Any, counter: Bits, index: int = 0) -> Any:
        """The object part, remembered to be below the counter, or the number of that allocation behind it."""
        if isinstance(part, Bits):
            self._below[part.term] = (counter, index)
        return part

    # Taking values apart

    def evaluated(self, value: Value, model: Callable[[Any], int | bool]) -> Value:
        """The known value that a value has in a model (a solver's `value`)."""
        match value:
            case Pointer():
                number: Any = self.evaluated(self.object_bits(value.object), model)
                return Pointer(number, self.evaluated(value.offset, model))  # type: ignore[arg-type]
            case Bits() | Condition():
                return model(value.term)
            case FloatTerm(width=width):
                bits = model(value.term if value.bits is None else value.bits.term)
                return self.float_constant(int(bits), width)
            case Choice():
                branch = value.then if model(value.condition.term) else value.otherwise
                return self.evaluated(self.number(branch) if isinstance(branch, Fresh) else branch, model)
            case _:
                return value

    # Objects

    def object_bits(self, part: Part) -> int | Choice | Bits:
        """An object's number as a bit-vector of `OBJECT_WIDTH`."""
        if type(part) is Fresh:
            return self.number(part)
        if type(part) is Choice and not _only_numbers(part):
            return Bits(self.term(part, OBJECT_WIDTH), OBJECT_WIDTH)
        return part  # type: ignore[return-value]

    def objects_equal(self, left: Part, right: Part) -> Any:
        """The condition that two objects are the same, known wherever the numbers tell."""
        if type(left) is Choice:
            return map_leaves(left, lambda leaf: self.objects_equal(leaf, right), self.choose)
        if type(right) is Choice:
            return map_leaves(right, lambda leaf: self.objects_equal(left, leaf), self.choose)
        if left == right:
            return True
        if type(left) in (int, Fresh) and type(right) in (int, Fresh) and _comparable(left, right):
            return False
        for one, other in ((left, right), (right, left)):
            if type(one) is Fresh and type(other) is Bits:
                below = self._below.get(other.term)
                if below is not None and below[0] == one.counter and below[1] <= one.index:
                    return False
        return self.eq(self.object_bits(left), self.object_bits(right), OBJECT_WIDTH)

    def _choose(self, condition: Condition, then: Any, otherwise: Any) -> Any:
        found = super()._choose(condition, then, otherwise)
        if type(found) is Bits and found.width == OBJECT_WIDTH:
            bound = self._joint_bound(then, otherwise)
            if bound is not None:
                self._below[found.term] = bound
        return found

    def _joint_bound(self, then: Any, otherwise: Any) -> tuple[Bits, int] | None:
        """What is known of a decision between objects: the higher of two bounds on the same counter."""
        bounds = [bound for bound in map(self._bound, (then, otherwise)) if bound is not None]
        counters = [counter for counter, _ in bounds if counter is not None]
        if len(bounds) < 2 or not counters or any(counter != counters[0] for counter in counters):
            return None
        return counters[0], max(index for _, index in bounds)

    def _bound(self, part: Any) -> tuple[Bits | None, int] | None:
        if type(part) is int:
            return None, 0  # a global: below every counter
        if type(part) is Fresh:
            return part.counter, part.index + 1
        if type(part) is Choice:
            return self._joint_bound(part.then, part.otherwise)
        return self._below.get(part.term) if type(part) is Bits else None

    # Pointers

    def null(self) -> Value:
        return NULL

    def address(self, symbol: str) -> Value:
        return Pointer(self.symbols[symbol], 0)

    def choose_pointer(self, condition: Condition, then: Pointer, otherwise: Pointer) -> Pointer:
        """And the pairs of object and offset that there may be."""
        apart = super().choose_pointer(condition, then, otherwise)
        if is_known(apart):
            return apart
        return Pointer(apart.object, apart.offset, tuple(chosen(self, condition, then, otherwise)))

    def pointer_add(self, pointer: Any, offset: Any) -> Any:
        targets = moved(self, pointer.targets, offset) if type(offset) is int else ()
        return Pointer(pointer.object, self.add(pointer.offset, offset, self.pointer_bits), targets)

    def pointer_eq(self, left: Any, right: Any) -> Any:
        by_cases = equal(self, left, right)
        if by_cases is not None:
            return by_cases
        same = self.objects_equal(left.object, right.object)
        if same is False:
            return False
        return self.conjunction(same, self.eq(left.offset, right.offset, self.pointer_bits))

    def pointer_lt(self, left: Any, right: Any) -> Any:
        return self._ordered(self.slt, self.ult, left, right)

    def pointer_le(self, left: Any, right: Any) -> Any:
        return self._ordered(self.sle, self.ule, left, right)

    def _ordered(
        self, by_offset: Callable[..., Any], by_address: Callable[..., Any], left: Any, right: Any
    ) -> Any:
        """Within one object by the offsets, which are negative in front of it; otherwise by addresses. (An
        object never wraps around, but what lies half of all memory away from it may.)"""
        width = self.pointer_bits
        same = self.objects_equal(left.object, right.object)
        same = self.conjunction(same, self.negation(self.objects_equal(left.object, 0)))
        if same is True:
            return by_offset(left.offset, right.offset, width)
        apart = by_address(self.pointer_to_int(left), self.pointer_to_int(right), width)
        if same is False:
            return apart
        return self.choose(same, by_offset(left.offset, right.offset, width), apart)

    def pointer_diff(self, left: Any, right: Any) -> Any:
        same = self.objects_equal(left.object, right.object)
        if same is True:
            return self.sub(left.offset, right.offset, self.pointer_bits)
        # Addresses of one object differ as its offsets do: no case distinction is needed.
        return self.sub(self.pointer_to_int(left), self.pointer_to_int(right), self.pointer_bits)

    def same_object(self, left: Any, right: Any) -> Any:
        return self.objects_equal(left.object, right.object)

    def object_start(self, pointer: Any) -> Any:
        return Pointer(pointer.object, 0)

    def pointer_to_int(self, pointer: Any) -> Any:
        if type(pointer.object) is int and pointer.object == 0:
            return pointer.offset
        if type(pointer.offset) is Bits:
            cast = self._numbers.get((pointer.object, pointer.offset.root))
            if cast is not None:
                return self.add(cast, pointer.offset.plus, self.pointer_bits)
        address = self.add(self._base_of(pointer.object), pointer.offset, self.pointer_bits)
        if type(address) is Bits:
            back = self.sub(pointer.offset, address.plus, self.pointer_bits)
            self._origins.setdefault(address.root, Pointer(pointer.object, back))
        return address

    def int_to_pointer(self, address: Any) -> Any:
        if type(address) is not Bits:
            return Pointer(0, address)
        origin = self._origins.get(address.root)
        if origin is not None:
            return self.pointer_add(origin, address.plus)
        return self.pointer_at(address)

    def pointer_at(self, address: Bits) -> Pointer:
        """A pointer with this address into some object; in the first and in the last page there are none."""
        found = self._casts.get(address.term)
        if found is None:
            symbol = self.terms.bits_symbol(self.name("object"), OBJECT_WIDTH)
            number = Bits(symbol, OBJECT_WIDTH)
            outside = self.negation(self._mapped(address))
            none = self.eq(number, 0, OBJECT_WIDTH)
            self.terms.define(symbol, self.term(self.disjunction(self.negation(outside), none)))
            found = Pointer(number, self.sub(address, self._base_of(number), self.pointer_bits))
            self._casts[address.term] = found
            if type(found.offset) is Bits:
                self._numbers[number, found.offset.root] = self.sub(
                    address, found.offset.plus, self.pointer_bits
                )
        return found

    def _mapped(self, address: Bits) -> Any:
        """Between the first and the last page."""
        width = self.pointer_bits
        last = (1 << width) - _PAGE
        return self.conjunction(self.ule(_PAGE, address, width), self.ult(address, last, width))

    def _base_of(self, part: Part) -> Any:
        if type(part) is Choice:
            return map_leaves(part, self._base_of, self.choose)
        if type(part) is int and part == 0:
            return 0
        width = self.pointer_bits
        if self._base is None:
            bases = self.terms.array_symbol("base", OBJECT_WIDTH, width)
            self._base = self.terms.store(bases, self._bits(0, OBJECT_WIDTH), self._bits(0, width))
        if type(part) is not int:
            number = self.term(self.object_bits(part), OBJECT_WIDTH)
            return Bits(self.terms.select(self._base, number), width)
        symbol = self.terms.bits_symbol(f"base.{part}", width)
        base = Bits(symbol, width)
        if part not in self._based:
            self._based.add(part)
            selected = self.terms.select(self._base, self._bits(part, OBJECT_WIDTH))
            self.terms.define(
                symbol,
                self.terms.conjunction(self.terms.equal(symbol, selected), self.term(self._mapped(base))),
            )
        return base


def _comparable(left: Part, right: Part) -> bool:
    """Two allocations after different cutpoints are not told apart by their numbers here; a number that is
    known was given before any counter was."""
    return not (isinstance(left, Fresh) and isinstance(right, Fresh)) or left.counter == right.counter


def _only_numbers(choice: Choice) -> bool:
    return all(
        _only_numbers(branch) if isinstance(branch, Choice) else isinstance(branch, int)
        for branch in (choice.then, choice.otherwise)
    )
