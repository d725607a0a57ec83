"""What `ForAllBlocks` means to a solver that knows no quantifiers; as in `symbolic_quantifiers`.

A condition q stands for it. If q does not hold there is a *witness*: the number of a block on the heap that
is alive in that state, and for which the body does not hold. If q holds, so does the body for each of those
objects that matter, provided that it is a block and alive: for the witnesses of conditions in later states,
and for the objects at which the program itself looks.

Why an answer "no solution" is right whichever objects are chosen: take an execution that would be a solution,
and let every q be whether the quantifier holds in it. The number of a witness is that of a block that is
there, or 0 if q holds; so it is below the next number, which is said of it as well. Objects that do not exist
are not alive: nobody has said otherwise of the arrays of an unknown memory. So what is said here is true of
that execution, and the solver has a solution, too.

What is assumed is of the state where a walk starts, and instances are told of conditions in that state only.
Of others only the witnesses are: these are what is to be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING, Any

from dovetail.program.expressions import ForAllBlocks, variables
from dovetail.program.pointing import pointers_of
from dovetail.program.statements import Statement
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic_values import (
    OBJECT_WIDTH,
    Bits,
    Choice,
    Condition,
    Fresh,
    Part,
    Pointer,
    Value,
    map_leaves,
)

if TYPE_CHECKING:
    from dovetail.semantics.symbolic import Symbolic
    from dovetail.semantics.symbolic_states import SymbolicState

FEW = 8
"""So many blocks, if there are no others, are said one by one."""


@dataclass(eq=False, slots=True)
class _Quantified:
    """`holds` stands for an expression in a state."""

    holds: Condition
    expr: ForAllBlocks
    state: SymbolicState
    witness: Bits
    assumed: bool
    seen: set[Part] = field(default_factory=set)
    """The objects at which it was said what the body is."""


class Blocks:
    """What one algebra was asked about all blocks."""

    def __init__(self, algebra: Symbolic[Any]) -> None:
        self._algebra = algebra
        self._all: list[_Quantified] = []
        self._same: dict[tuple[Any, ...], _Quantified] = {}
        self._ones: dict[int, tuple[Bits, SymbolicState]] = {}
        """Any block of a state."""
        self._named: dict[Part, None] = {}
        """The objects that conditions speak of beside the blocks that they are about."""
        self._start: SymbolicState | None = None
        """The state of which things are assumed."""
        self._inside = False
        """Is it the body of what is assumed that is looked at?"""
        self._witnessed = 0
        """So many of them have said what their witnesses are."""

    @property
    def met(self) -> bool:
        """Was there any?"""
        return bool(self._all)

    def assumed_of(self, state: SymbolicState) -> None:
        """What is asked of this state will be assumed; of the others it is to be shown."""
        self._start = state

    def for_all(self, expr: ForAllBlocks, state: SymbolicState) -> Any:
        """A condition that stands for it; `lemmas` say what it is."""
        algebra, life = self._algebra, state.memory.life
        known = life.blocks
        if known is not None and len(known) <= FEW:
            result: Any = True
            for key in known:
                outside = algebra.negation(life.is_block(key))
                result = algebra.conjunction(result, algebra.disjunction(outside, _body(expr, state, key)))
            return result
        key_ = self._key(expr, state)
        found = self._same.get(key_)
        if found is None:
            name = algebra.name("for all blocks")
            holds = Condition(algebra.terms.boolean_symbol(name))
            witness = Bits(algebra.terms.bits_symbol(f"{name}.witness", OBJECT_WIDTH), OBJECT_WIDTH)
            if isinstance(life.next, Fresh):
                algebra.below(witness, life.next.counter, life.next.index)
            found = self._same[key_] = _Quantified(
                *(holds, expr, state.wherever(), witness, self._inside or state is self._start)
            )
            self._all.append(found)
        return found.holds

    def _key(self, expr: ForAllBlocks, state: SymbolicState) -> tuple[Any, ...]:
        """All that its value depends on, with the values of the variables in it. Where its pointers lead is
        worth a look."""
        found = [state.variable(one) for one in sorted(variables(expr), key=lambda one: one.serial)]
        self._named.update((part, None) for value in found for part in _parts(value))
        # Python takes the zeros of floats for equal; they are not the same value.
        held = (repr(value) if isinstance(value, float) else value for value in found)
        return expr, id(state.memory), *held

    def of_one(self, expr: ForAllBlocks, state: SymbolicState) -> Any:
        """What it says of one block, any: the same for all that is asked of a state in this way. If all of it
        holds of that block, whichever it is, then all of it holds of all blocks. (If one of several is to
        hold, that is not enough: each has a witness of its own then.)"""
        life, algebra = state.memory.life, self._algebra
        known = life.blocks
        if known is not None and len(known) <= FEW:
            return self.for_all(expr, state)
        one = self._ones.get(id(state))
        if one is None:
            symbol = algebra.terms.bits_symbol(f"{algebra.name('any block')}", OBJECT_WIDTH)
            one = self._ones[id(state)] = (Bits(symbol, OBJECT_WIDTH), state)
            if isinstance(life.next, Fresh):
                algebra.below(one[0], life.next.counter, life.next.index)
        known_as = self._same.get(self._key(expr, state))
        if known_as is not None:
            return known_as.holds  # nothing has changed since
        outside = algebra.negation(self._exists(one[0], state))
        return algebra.disjunction(outside, _body(expr, state, one[0]))

    def _exists(self, number: Bits, state: SymbolicState) -> Any:
        """That it is the number of a block that is alive."""
        algebra, life = self._algebra, state.memory.life
        following = algebra.number(life.next) if isinstance(life.next, Fresh) else life.next
        return algebra.conjunction(algebra.ult(number, following, OBJECT_WIDTH), life.is_block(number))

    def lemmas(self, pointers: Iterable[Value]) -> Iterator[Any]:
        """What has not been said yet, for the objects of these pointers and for all witnesses."""
        while self._witnessed < len(self._all):  # a body may have quantifiers of its own
            one = self._all[self._witnessed]
            self._witnessed += 1
            yield self._algebra.disjunction(one.holds, self._wrong(one))
        parts = dict.fromkeys(part for pointer in pointers for part in _parts(pointer)) | self._named
        for one in list(self._all):
            if one.assumed:
                others = (other.witness for other in self._all if not other.assumed)
                for part in (*parts, *others, *(any_one for any_one, _ in self._ones.values())):
                    if part not in one.seen:
                        one.seen.add(part)
                        yield from self._instance(one, part)

    def _wrong(self, one: _Quantified) -> Any:
        """That the witness is one."""
        algebra, there = self._algebra, self._exists(one.witness, one.state)
        return algebra.conjunction(there, algebra.negation(_body(one.expr, one.state, one.witness)))

    def _instance(self, one: _Quantified, part: Part) -> Iterator[Any]:
        algebra = self._algebra
        outside = algebra.negation(one.state.memory.life.is_block(part))
        if outside is not True:
            self._inside = True
            try:
                holds = algebra.disjunction(outside, _body(one.expr, one.state, part))
            finally:
                self._inside = False
            yield algebra.disjunction(algebra.negation(one.holds), holds)


def _body(expr: ForAllBlocks, state: SymbolicState, part: Part) -> Any:
    there = state.copy()
    there.assign(expr.index, Pointer(part, 0))
    return there.evaluate(expr.body)


def _parts(pointer: Value) -> Iterator[Part]:
    """The objects that a pointer may lead to: one by one where they are known."""
    if isinstance(pointer, Pointer):
        found: dict[Any, None] = {}
        if isinstance(pointer.object, Choice):
            map_leaves(pointer.object, lambda leaf: found.setdefault(leaf), lambda *_: None)
        else:
            found[pointer.object] = None
        yield from (part for part in found if part != 0)


def followed(statement: Statement, state: SymbolicState) -> Iterator[Value]:
    """The pointers that a statement follows or hands on, in the state before it."""
    for pointer in pointers_of(statement):
        with suppress(NotComputable):
            yield state.evaluate(pointer)
