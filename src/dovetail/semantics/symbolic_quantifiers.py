"""What quantifiers mean to a solver that knows none.

A condition q stands for `ForAll`, of which two things are said. If q does not hold there is a *witness*: an
index in its range for which the body does not. And if q holds, so does the body for each of those indices
that matter. Of `Exists` the same is said the other way round: if q holds it has a witness, and if q does not
hold, then neither does the body for any index that matters. All of that is true of the quantifier, whichever
indices are chosen, so an answer that there is no solution is right; what is not said may only cost answers.
For invariants about the elements of arrays (Bradley, Manna and Sipma 2006) this much is all there is to say.

Which indices matter: those at which the program itself looks, and witnesses. What is said depends on what a
condition is for. One that is *assumed* is used: of a `ForAll` the instances are needed, of an `Exists` the
witness. One that is *claimed* is denied: of a `ForAll` the witness is needed, of an `Exists` the instances.
What is not said otherwise is both.

An index of one type may be tried for a quantifier of another: its bits are extended or cut. That is a number
like any other, and whether it lies in the range is part of what is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from enum import Flag
from typing import TYPE_CHECKING, Any

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAll,
    PointerAdd,
    PointerDiff,
    Quantifier,
    Sum,
    const,
    is_pointer,
    loads,
    operands,
    speaks_of_all,
    variables,
)
from dovetail.program.indexing import Accesses
from dovetail.program.types import FloatType, IntType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_totals import Index, Total, compared, element, fitted, pairs, starts
from dovetail.semantics.symbolic_values import Condition, Fresh, Pointer, Value

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic
    from dovetail.semantics.symbolic_states import SymbolicState

FEW, MANY = 4, 64
"""So many elements are said one by one: more of them if they lie in places that are known, so that what is
read there is found without a question. Of a plain condition there is no witness, and no instance: where there
are loops, and ranges up to their indices, those are what is wanted (`many`)."""
FIXED = 16
"""Elements, at most, that the program finds by numbers in its text: of a table that is filled one by one
there are many."""
DEEPEST = 1
"""A witness that is there only because of another index is an index itself; and so on, but not further."""


class Use(Flag):
    """What a condition is for."""

    ASSUMED = 1
    CLAIMED = 2
    BOTH = 3


Met = Mapping["_Quantified | Total", Use]
"""Quantifiers that a condition has in it, where it was evaluated, and what they are for there; and sums."""


@dataclass(eq=False, slots=True)
class _Quantified:
    """`holds` stands for an expression in a state."""

    holds: Condition
    expr: Quantifier
    low: Value
    high: Value
    state: SymbolicState
    witness: Value
    depth: int
    """How many indices were tried before it was met."""
    around: tuple[Index, ...]
    """The witnesses of the quantifiers that it stands in."""
    lemmas: dict[tuple[Value | None, Use], tuple[Any, Met]] = field(default_factory=dict)
    """What was said of an index, and of the witness, and the quantifiers in that."""
    read: frozenset[Any] | None = None
    """The contents of memory that it is about, once somebody has asked."""

    @property
    def type(self) -> IntType:
        assert isinstance(self.expr.index.type, IntType)
        return self.expr.index.type

    @property
    def universal(self) -> bool:
        return isinstance(self.expr, ForAll)

    def needs_witness(self, use: Use) -> bool:
        return (Use.CLAIMED if self.universal else Use.ASSUMED) in use

    def needs_instances(self, use: Use) -> bool:
        return (Use.ASSUMED if self.universal else Use.CLAIMED) in use


class Quantifiers:
    """Those that one algebra has met."""

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self._algebra = algebra
        self.many = MANY
        self._all: dict[_Quantified | Total, Use] = {}
        self._same: dict[tuple[Any, ...], _Quantified] = {}
        self._totals: dict[tuple[Any, ...], Total] = {}
        self._told: set[tuple[Any, ...]] = set()
        """What `lemmas` has said: of which index, or of the witness; of which sums."""
        self._met: dict[_Quantified | Total, Use] = {}
        """Those in what is evaluated now; outside of `collected`, in all that is not."""
        self.use = Use.BOTH
        """Of what is evaluated now."""
        self._depth = 0
        self._around: tuple[Index, ...] = ()

    @property
    def met(self) -> bool:
        """Was there any?"""
        return bool(self._all)

    @property
    def count(self) -> int:
        """How many?"""
        return len(self._all)

    def evaluated(self, expr: Expr, state: SymbolicState, use: Use) -> Any:
        """A condition that is there for this."""
        before, self.use = self.use, use
        try:
            return state.evaluate(expr)
        finally:
            self.use = before

    def collected(self, expr: Expr, state: SymbolicState, use: Use) -> tuple[Any, Met]:
        """A condition, and the quantifiers in it. Nothing is said of these unless they are asked about."""
        before, self._met = self._met, {}
        try:
            return self.evaluated(expr, state, use), self._met
        finally:
            self._met = before

    def quantified(self, expr: Quantifier, low: Value, high: Value, state: SymbolicState) -> Any:
        """A condition that stands for it; `lemmas` say what it is."""
        algebra, type_, universal = self._algebra, _type(expr), isinstance(expr, ForAll)
        if self._less(low, high, type_) is False:
            return universal
        if isinstance(low, int) and isinstance(high, int):
            numbers = range(type_.number(low), type_.number(high))
            if self._are_few(numbers, expr, state):
                result: Any = universal
                for number in numbers:
                    join = algebra.conjunction if universal else algebra.disjunction
                    result = join(result, _body(expr, state, type_.bits(number)))
                return result
        key = (low, high, *_read(expr, state))
        found = self._same.get(key)
        if found is None:
            name = algebra.name("for all" if universal else "exists")
            holds = Condition(algebra.terms.boolean_symbol(name))
            witness: Value = algebra.fresh(type_, f"{name}.witness")
            found = _Quantified(
                *(holds, expr, low, high, state.wherever(), witness), self._depth, self._around
            )
            self._same[key] = found
        self._meets(found)
        found.depth = min(found.depth, self._depth)
        return found.holds

    def _are_few(self, numbers: range, expr: Quantifier, state: SymbolicState) -> bool:
        if numbers.stop - numbers.start <= FEW:
            return True
        if numbers.stop - numbers.start > self.many or speaks_of_all(expr.body):
            return False
        there = state.copy()
        there.assign(expr.index, _type(expr).bits(numbers.start))
        with suppress(NotComputable):
            return all(_is_a_place(there.evaluate(load.address)) for load in loads(expr.body))
        return False

    def total(self, expr: Sum, low: Value, high: Value, state: SymbolicState) -> Value:
        """A number that stands for it."""
        type_, added = _type(expr), expr.type
        assert isinstance(added, IntType)
        if self._less(low, high, type_) is False:
            return 0
        if isinstance(low, int) and isinstance(high, int):
            numbers = range(type_.number(low), type_.number(high))
            if numbers.stop - numbers.start <= FEW:
                result: Value = 0
                for number in numbers:
                    here = element(expr, state, type_.bits(number))
                    result = self._algebra.add(result, here, added.width)
                return result
        key = (low, high, *_read(expr, state))
        found = self._totals.get(key)
        if found is None:
            number_ = self._algebra.fresh(added, self._algebra.name("sum"))
            found = self._totals[key] = Total(number_, expr, low, high, state.wherever())
        self._meets(found)
        return found.number

    def _meets(self, found: _Quantified | Total) -> None:
        for met in (self._all, self._met):
            met[found] = met.get(found, self.use) | self.use

    # Lemmas

    def lemmas(self, accesses: Accesses, states: Sequence[SymbolicState]) -> Iterator[Any]:
        """What has not been said yet, for the indices at which a program looks, as they are in some states,
        and for all witnesses."""
        if self._all:
            yield from self.instances(self.indices(accesses, states))

    def indices(self, accesses: Accesses, states: Sequence[SymbolicState]) -> list[Index]:
        """Those at which a program looks."""
        return [*_looked_at(accesses.indices, states), *self._walked(accesses, states)]

    def instances(self, given: Sequence[Index]) -> Iterator[Any]:
        """The same for these indices."""
        yield from self._said(self._all, self._told, given)

    def about(self, some: Iterable[Met], given: Sequence[Index]) -> Iterator[Any]:
        """All that is to be said of some, and of what was not collected: their own witnesses matter, and no
        others. A question about one condition is a small one then, whatever else was evaluated."""
        yield from self.said(together((self._met, *some)), given)

    def said(self, met: Met, given: Sequence[Index]) -> Iterator[Any]:
        """What is to be said of these alone."""
        yield from self._said(dict(met), set(), given)

    # What has to do with a question

    def related(self, met: Met, conditions: Iterable[Any], more: Iterable[Met] = ()) -> Met:
        """With those that conditions have in them, all others, and of `more`, that have to do with the same
        contents of memory, or with what has to do with these. What is known of other contents can hardly say
        anything about them; a formula without it is a far smaller one."""
        others, found = together((self._met, *more)), dict(met)
        seen = set[Any]().union(*map(self._contents, conditions), *map(self._read_for, found))
        grows = True
        while grows:
            grows = False
            for one, use in list(others.items()):
                read = self._read_for(one)
                # Sums are compared with each other, whatever they are of.
                if isinstance(one, Total) or one in found or not seen.isdisjoint(read):
                    grows = grows or not seen.issuperset(read)
                    seen |= read
                    found[one] = found.get(one, use) | others.pop(one)
        return found

    def _contents(self, condition: Any) -> frozenset[Any]:
        algebra = self._algebra
        if isinstance(condition, bool) or not algebra.contents:
            return frozenset()
        return algebra.terms.symbols(algebra.term(condition)) & algebra.contents

    def _read_for(self, one: _Quantified | Total) -> frozenset[Any]:
        """The contents of which something is read for each of its elements."""
        if isinstance(one, Total):
            return frozenset()
        if one.read is None:
            use = Use.ASSUMED if one.universal else Use.CLAIMED
            said, met = self._once(one, one.witness, one.depth, use)
            read, waiting, known = self._contents(said), list(met), {one}
            while waiting:  # quantifiers of its own
                inner = waiting.pop()
                if isinstance(inner, _Quantified) and inner not in known:
                    known.add(inner)
                    said, met = self._once(inner, inner.witness, inner.depth, use)
                    read |= self._contents(said)
                    waiting += met
            one.read = read
        return one.read

    def _said(
        self,
        about: dict[_Quantified | Total, Use],
        told: set[tuple[Any, ...]],
        given: Sequence[Index],
    ) -> Iterator[Any]:
        looked_at, given = given, list(given)
        for total, other in pairs([one for one in about if isinstance(one, Total)]):
            key, lemma, witness = compared(total, other, looked_at, self._algebra)
            given.append((witness, total.index_type))
            if key not in told:
                told.add(key)
                yield lemma
        more = True
        while more:  # a body may have quantifiers of its own
            more = False
            for one, use in _quantifiers(about):
                if one.needs_witness(use) and (one, None) not in told:
                    more = True
                    told.add((one, None))
                    said, met = self._once(one, None, 0, use)
                    _join(about, met)
                    yield said
            for one, use in _quantifiers(about):
                if one.needs_instances(use):
                    for (value, type_), depth in list(self._for(one, given, about)):
                        place = fitted(self._algebra, value, type_, one.type)
                        if (one, place) not in told:
                            more = True
                            told.add((one, place))
                            said, met = self._once(one, place, depth, use)
                            _join(about, met)
                            if said is not True:
                                yield said

    def _for(self, one: _Quantified, given: Sequence[Index], about: Met) -> Iterator[tuple[Index, int]]:
        """The indices that matter to it, and how many were tried before these were there."""
        yield from ((index, 0) for index in (*given, *one.around))
        for other, use in _quantifiers(about):
            if other is not one and other.needs_witness(use) and other.depth <= DEEPEST:
                if one.universal or not other.universal:
                    yield (other.witness, other.type), other.depth

    def _once(self, one: _Quantified, value: Value | None, depth: int, use: Use) -> tuple[Any, Met]:
        """What is said of an index, or of the witness."""
        found = one.lemmas.get((value, use))
        if found is None:
            before, self._met = self._met, {}
            try:
                said = self._witness(one, use) if value is None else self._instance(one, value, depth, use)
                found = one.lemmas[value, use] = said, self._met
            finally:
                self._met = before
        return found

    def _witness(self, one: _Quantified, use: Use) -> Any:
        """An index in the range that shows that a `ForAll` does not hold, or that an `Exists` does."""
        algebra = self._algebra
        around = (*one.around, (one.witness, one.type))
        body = self._at(one, one.witness, one.depth, around, use)
        inside = self._inside(one, one.witness)
        if one.universal:
            return algebra.disjunction(one.holds, algebra.conjunction(inside, algebra.negation(body)))
        return algebra.disjunction(algebra.negation(one.holds), algebra.conjunction(inside, body))

    def _instance(self, one: _Quantified, value: Value, depth: int, use: Use) -> Any:
        """What a `ForAll` that holds, or an `Exists` that does not, says of one index."""
        algebra = self._algebra
        outside = algebra.negation(self._inside(one, value))
        if outside is True:
            return True
        body = self._at(one, value, max(one.depth, depth) + 1, one.around, use)
        if one.universal:
            said = algebra.disjunction(outside, body)
            return algebra.disjunction(algebra.negation(one.holds), said)
        return algebra.disjunction(one.holds, algebra.disjunction(outside, algebra.negation(body)))

    def _at(self, one: _Quantified, value: Value, depth: int, around: tuple[Index, ...], use: Use) -> Any:
        """The body; the quantifiers in it are there for what it is there for."""
        before = self.use, self._depth, self._around
        self.use, self._depth, self._around = use, depth, around
        try:
            return _body(one.expr, one.state, value)
        finally:
            self.use, self._depth, self._around = before

    # Indices

    def _walked(self, accesses: Accesses, states: Sequence[SymbolicState]) -> Iterator[Index]:
        """Pointers that walk, as indices: how far they are from where the elements begin that a condition is
        about, in elements."""
        begins = list(dict.fromkeys(start for one in self._all for start in starts(one.expr)))
        bases = {base for base, _ in begins}
        type_ = IntType(self._algebra.pointer_bits, True)
        fixed = 0
        for address in accesses.addresses:
            if not is_pointer(address):
                continue
            if isinstance(address, PointerAdd) and address.pointer in bases:
                fixed += isinstance(address.offset, Const)
                if not isinstance(address.offset, Const) or fixed > FIXED:
                    continue  # what it is computed from is an index by itself
            for base, size in begins:
                distance: Expr = PointerDiff(address, base, type_)
                if size > 1:
                    distance = BinaryOp(Binary.SHR, distance, const(type_, size.bit_length() - 1))
                for state in states:
                    with suppress(NotComputable):
                        one, other = state.evaluate(address), state.evaluate(base)
                        if isinstance(one, Pointer) and one.object == other.object:
                            yield state.evaluate(distance), type_

    def _inside(self, one: _Quantified, value: Value) -> Any:
        under = self._less(value, one.high, one.type)
        return self._algebra.conjunction(self._algebra.negation(self._less(value, one.low, one.type)), under)

    def _less(self, left: Value, right: Value, type_: IntType) -> Any:
        return (self._algebra.slt if type_.signed else self._algebra.ult)(left, right, type_.width)


def _quantifiers(about: Met) -> list[tuple[_Quantified, Use]]:
    return [(one, use) for one, use in about.items() if isinstance(one, _Quantified)]


def _read(expr: Quantifier, state: SymbolicState) -> tuple[Any, ...]:
    """All that its value depends on, apart from its range. What is known of where control is has no part in
    it (`SymbolicState.wherever`)."""
    read = sorted(variables(expr), key=lambda variable: variable.serial)
    # Python takes the zeros of floats for equal, and they are not: only a float itself is the same.
    held = (
        id(state.variable(one)) if isinstance(one.type, FloatType) else state.variable(one) for one in read
    )
    return expr, id(state.memory), *held


def one_way(condition: Expr, use: Use) -> Use:
    """What the quantifiers in a condition are there for, if it is there for this: both where one of them
    stands under a negation, or is compared with something."""
    waiting = [condition]
    while waiting:
        match waiting.pop():
            case Quantifier(low=low, high=high, body=body):
                if speaks_of_all(low) or speaks_of_all(high):
                    return Use.BOTH
                waiting.append(body)
            case BinaryOp(op=Binary.AND | Binary.OR) as one:
                waiting += operands(one)
            case other:
                if speaks_of_all(other):
                    return Use.BOTH
    return use


def together(several: Iterable[Met]) -> dict[_Quantified | Total, Use]:
    """Each, for whatever one of them is there for."""
    found: dict[_Quantified | Total, Use] = {}
    for met in several:
        _join(found, met)
    return found


def _join(found: dict[_Quantified | Total, Use], more: Met) -> None:
    for one, use in more.items():
        found[one] = found.get(one, use) | use


def _looked_at(indices: Sequence[Expr], states: Iterable[SymbolicState]) -> Iterator[Index]:
    """The integers by which a program finds its elements, as they are in some states."""
    for state in states:
        for index in indices:
            assert isinstance(index.type, IntType)
            with suppress(NotComputable):
                yield state.evaluate(index), index.type


def _body(expr: Quantifier, state: SymbolicState, value: Value) -> Any:
    there = state.copy()
    there.assign(expr.index, value)
    return there.evaluate(expr.body)


def _is_a_place(pointer: Any) -> bool:
    return isinstance(pointer.object, int | Fresh) and isinstance(pointer.offset, int)


def _type(expr: Quantifier) -> IntType:
    assert isinstance(expr.index.type, IntType)
    return expr.index.type
