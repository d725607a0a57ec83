"""What sums modulo two say of a question: an opinion on checksums, shift registers, parities and codes.

There each bit is a sum of other bits, modulo two. To a SAT solver such sums are the hardest thing that there
is; written as sums they have one form, and two of them are equal if they look equal. So each bit of a
bit-vector is made a polynomial over the field of two elements, and a condition that comes to be 0 has no
solution.

A polynomial is an integer whose bits say which unknowns are in the sum (the lowest one is the constant 1),
and a set of products of *atoms*. An atom is a sum that was multiplied by something: it has a number of its
own, so that products stay small. Where nothing is multiplied any more, atoms are the sums again that they
were: what was looked up in a table, place by place, turns out to be a sum.

It says only that there is no solution. What it does not follow, operations that carry and products that
become too many, is an unknown of its own, which may be anything. Nothing of it is shared with a solver: it
reads Z3's terms and computes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations
from typing import Any, TypeAlias

import z3

from dovetail.quick_dataclass import dataclass

MOST = 64
"""Products in one polynomial. Who has more is about something else."""
RECENT = 6
"""Atoms that a sum may be the sum of: as many as a place in a small table has bits, and some more."""

_Products: TypeAlias = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True)
class Parity:
    """The sum modulo two of some unknowns, and of some products of atoms. If each of these is of one atom
    alone, they are among the unknowns instead."""

    linear: int
    products: _Products = frozenset()


ZERO, ONE = Parity(0), Parity(1)
_Bits: TypeAlias = tuple[Parity, ...]
"""Of a bit-vector, the lowest first; of a condition, one."""


class _TooMuch(Exception):
    """What a term stands for is not followed."""


class _OutOfTime(Exception):
    pass


def is_refuted(conditions: Sequence[Any], seconds: float) -> bool:
    """Does one of these conditions of Z3's come to be false, whatever the unknowns are?"""
    reader = _Reader(time.monotonic() + seconds)
    try:
        return any(reader.bits(condition) == (ZERO,) for condition in conditions)
    except _OutOfTime:
        return False


class _Reader:
    def __init__(self, until: float) -> None:
        self._until = until
        self._known: dict[int, _Bits] = {}
        self._kept: list[Any] = []
        """Terms whose numbers are known: Z3 gives the number of one that is gone to another."""
        self._unknowns = 1
        self._numbers: dict[int, Sequence[frozenset[int]]] = {}
        """The atoms that a sum is the sum of."""
        self._sums: list[int] = []

    def bits(self, root: Any) -> _Bits:
        """From the leaves up, without recursion: questions are deep."""
        waiting = [root]
        while waiting:
            term = waiting[-1]
            if term.get_id() in self._known:
                waiting.pop()
                continue
            missing = [child for child in term.children() if child.get_id() not in self._known]
            if missing:
                waiting += missing
                continue
            if time.monotonic() > self._until:
                raise _OutOfTime
            self._kept.append(term)
            self._known[term.get_id()] = self._of(term)
            waiting.pop()
        return self._known[root.get_id()]

    # -- the field

    def plus(self, left: Parity, right: Parity) -> Parity:
        return self._normal(left.linear ^ right.linear, left.products ^ right.products)

    def _normal(self, linear: int, products: _Products) -> Parity:
        if any(len(one) > 1 for one in products):
            return Parity(linear, products)
        return Parity(reduce(int.__xor__, (self._sums[atom] for (atom,) in products), linear))

    def times(self, left: Parity, right: Parity) -> Parity:
        if ZERO in (left, right):
            return ZERO
        if left in (ONE, right):
            return right
        if right == ONE:
            return left
        found: set[frozenset[int]] = set()
        constant = False
        for one in self._terms(left):
            for other in self._terms(right):
                product = one | other
                constant ^= not product
                found ^= {product} if product else set()
        if len(found) > MOST:
            raise _TooMuch
        return self._normal(int(constant), frozenset(found))

    def _terms(self, of: Parity) -> Iterable[frozenset[int]]:
        """As products of atoms: the sum is one of them, and the constant a product of none."""
        yield from of.products
        if of.linear & 1:
            yield frozenset()
        rest = of.linear & ~1
        if rest:
            yield from self._atoms(rest)

    def _atoms(self, rest: int) -> Sequence[frozenset[int]]:
        """Atoms whose sum this is: a few of the last ones, or a new one. On the way through a table it
        happens that nothing is multiplied; what goes on from there is about the same place, and says so."""
        found = self._numbers.get(rest)
        if found is None:
            last = range(max(0, len(self._sums) - RECENT), len(self._sums))
            several = (some for many in range(2, RECENT + 1) for some in combinations(last, many))
            sums = self._sums
            known = (some for some in several if reduce(int.__xor__, (sums[one] for one in some)) == rest)
            atoms = next(known, None)
            if atoms is None:
                atoms = (len(sums),)
                sums.append(rest)
            found = self._numbers[rest] = [frozenset({one}) for one in atoms]
        return found

    def complement(self, of: Parity) -> Parity:
        return self.plus(of, ONE)

    def either(self, left: Parity, right: Parity) -> Parity:
        return self.complement(self.times(self.complement(left), self.complement(right)))

    def choose(self, condition: Parity, then: Parity, otherwise: Parity) -> Parity:
        return self.plus(otherwise, self.times(condition, self.plus(then, otherwise)))

    def all_of(self, parts: Iterable[Parity]) -> Parity:
        """What is false is false without the others, however many products they would make."""
        found = ONE
        for part in sorted(parts, key=lambda one: (one != ZERO, len(one.products))):
            found = self.times(found, part)
            if found == ZERO:
                break
        return found

    # -- terms

    def _of(self, term: Any) -> _Bits:
        if not _has_bits(term):
            return ()
        if z3.is_bv_value(term):
            value = term.as_long()
            return tuple(Parity(value >> at & 1) for at in range(term.size()))
        children = term.children()
        work = _WORK.get(term.decl().kind()) if z3.is_app(term) and all(map(_has_bits, children)) else None
        if work is not None:
            try:
                return work(self, term, [self._known[one.get_id()] for one in children])
            except _TooMuch:
                pass
        first = self._unknowns
        self._unknowns += term.size() if z3.is_bv(term) else 1
        return tuple(Parity(1 << at) for at in range(first, self._unknowns))

    def bitwise(self, by: Callable[[Parity, Parity], Parity], given: list[_Bits]) -> _Bits:
        return reduce(lambda left, right: tuple(map(by, left, right)), given)

    def equal(self, given: list[_Bits]) -> _Bits:
        if len(given) != 2:
            raise _TooMuch
        same = [self.complement(self.plus(left, right)) for left, right in zip(*given, strict=True)]
        return (self.all_of(same),)

    def shifted(self, given: list[_Bits], *, left: bool, filling: Parity = ZERO) -> _Bits:
        value, amount = given
        if any(bit not in (ZERO, ONE) for bit in amount):
            raise _TooMuch
        by = min(sum(1 << at for at, bit in enumerate(amount) if bit == ONE), len(value))
        if left:
            return (ZERO,) * by + value[: len(value) - by]
        return value[by:] + (filling,) * by

    def multiplied(self, given: list[_Bits]) -> _Bits:
        """By a power of two: what else multiplies, carries."""
        for factor, value in (given, given[::-1]) if len(given) == 2 else ():
            if all(bit in (ZERO, ONE) for bit in factor) and factor.count(ONE) <= 1:
                by = factor.index(ONE) if ONE in factor else len(factor)
                return (ZERO,) * by + value[: len(value) - by]
        raise _TooMuch


def _has_bits(term: Any) -> bool:
    return bool(z3.is_bv(term) or z3.is_bool(term))


def _extracted(term: Any, given: list[_Bits]) -> _Bits:
    high, low = term.params()
    return given[0][low : high + 1]


_WORK: dict[int | None, Callable[[_Reader, Any, list[_Bits]], _Bits]] = {
    z3.Z3_OP_TRUE: lambda reader, term, given: (ONE,),
    z3.Z3_OP_FALSE: lambda reader, term, given: (ZERO,),
    z3.Z3_OP_NOT: lambda reader, term, given: (reader.complement(given[0][0]),),
    z3.Z3_OP_AND: lambda reader, term, given: (reader.all_of(one[0] for one in given),),
    z3.Z3_OP_OR: lambda reader, term, given: (
        reader.complement(reader.all_of(reader.complement(one[0]) for one in given)),
    ),
    z3.Z3_OP_XOR: lambda reader, term, given: reader.bitwise(reader.plus, given),
    z3.Z3_OP_EQ: lambda reader, term, given: reader.equal(given),
    z3.Z3_OP_DISTINCT: lambda reader, term, given: (reader.complement(reader.equal(given)[0]),),
    z3.Z3_OP_ITE: lambda reader, term, given: tuple(
        reader.choose(given[0][0], then, otherwise)
        for then, otherwise in zip(given[1], given[2], strict=True)
    ),
    z3.Z3_OP_BNOT: lambda reader, term, given: tuple(map(reader.complement, given[0])),
    z3.Z3_OP_BAND: lambda reader, term, given: reader.bitwise(reader.times, given),
    z3.Z3_OP_BOR: lambda reader, term, given: reader.bitwise(reader.either, given),
    z3.Z3_OP_BXOR: lambda reader, term, given: reader.bitwise(reader.plus, given),
    z3.Z3_OP_BSHL: lambda reader, term, given: reader.shifted(given, left=True),
    z3.Z3_OP_BLSHR: lambda reader, term, given: reader.shifted(given, left=False),
    z3.Z3_OP_BASHR: lambda reader, term, given: reader.shifted(given, left=False, filling=given[0][-1]),
    z3.Z3_OP_BMUL: lambda reader, term, given: reader.multiplied(given),
    z3.Z3_OP_CONCAT: lambda reader, term, given: tuple(bit for part in given[::-1] for bit in part),
    z3.Z3_OP_EXTRACT: lambda reader, term, given: _extracted(term, given),
    z3.Z3_OP_ZERO_EXT: lambda reader, term, given: given[0] + (ZERO,) * (term.size() - len(given[0])),
    z3.Z3_OP_SIGN_EXT: lambda reader, term, given: given[0] + given[0][-1:] * (term.size() - len(given[0])),
}
"""Each operation that does not carry, or carries by constants alone."""
