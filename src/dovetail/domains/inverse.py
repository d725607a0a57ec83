"""pre: the states before a statement from which it may lead into given states.

`before` is what is known at the source anyway (the forward invariant): the result lies within it. Where a
statement cannot be undone precisely, what it may have changed is taken from `before` alone. That is always an
over-approximation: the result gives *necessary* conditions for getting there, never sufficient ones.
"""

from __future__ import annotations

from dataclasses import replace

from dovetail.domains.assume import assume, cut
from dovetail.domains.evaluation import Reading
from dovetail.domains.linear import linearise
from dovetail.domains.memory import Memory
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer
from dovetail.domains.states import State
from dovetail.domains.transfer import as_size, forget
from dovetail.domains.universe import Universe
from dovetail.domains.values import Value
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Havoc,
    HavocMemory,
    Skip,
    Statement,
    Store,
)
from dovetail.program.types import Type
from dovetail.semantics.memory import size_of


def pre(after: State, before: State, statement: Statement, universe: Universe) -> State | None:
    match statement:
        case Skip():
            return before.meet(after, universe.algebra)
        case Assume(condition=condition) | Check(condition=condition):
            common = before.meet(after, universe.algebra)
            return None if common is None else assume(common, condition, universe)
        case Havoc(target=target):
            free = forget(after.without((target,)), target, universe)
            return before.meet(_ungiven(free, before, target), universe.algebra)
        case Assign(target=target, value=value):
            return _unassigned(after, before, target, value, universe)
        case Store():
            return _unstored(after, before, statement, universe)
        case Copy(to=address, size=size) | Fill(to=address, size=size):
            return _overwritten(after, before, address, size, universe)
        case HavocMemory(address=address, size=size):
            return _overwritten(after, before, address, size, universe)
        case Allocate(target=target):
            return unchanged(forget(after.without((target,)), target, universe), before, universe)
        case Free() | EndLifetime():
            return unchanged(after, before, universe)
        case _:
            raise TypeError(f"{type(statement).__name__} is control flow")


def unchanged(after: State, before: State, universe: Universe) -> State | None:
    """What the numbers in variables say; of objects only what is known before, since their names change."""
    values = {v: value for v, value in after.values.items() if not isinstance(value, Pointer)}
    return before.meet(
        replace(after, values=values, memory=before.memory, given=before.given), universe.algebra
    )


def _ungiven(state: State, before: State, target: Variable) -> State:
    """Whether the target had a value before does not matter."""
    given = dict(state.given)
    given.pop(target, None)
    if target in before.given:
        given[target] = before.given[target]
    return replace(state, given=given)


def _unassigned(
    after: State, before: State, target: Variable, value: Expr, universe: Universe
) -> State | None:
    wanted: Value = after.value(target)
    free = _ungiven(after.without((target,)), before, target)
    packs = universe.packs_of.get(target, ())
    if packs and free.relations:
        linear = linearise(value, Reading(before, universe.algebra).bounds)
        relations = dict(free.relations)
        for pack in packs:
            relation = relations.get(pack)
            if relation is None:
                continue
            if linear is not None and all(v in universe.packs[pack] for v in linear.variables):
                undone = relation.assign_backward(target, linear)
                if undone is None:
                    return None
                relations[pack] = undone
            else:
                relations[pack] = relation.forget(target)
        free = free.with_relations(relations)
    common = before.meet(free, universe.algebra)
    return None if common is None else cut(common, value, wanted, universe)


def _unstored(after: State, before: State, statement: Store, universe: Universe) -> State | None:
    algebra = universe.algebra
    pointer = Reading(before, algebra).value(statement.address)
    assert isinstance(pointer, Pointer)
    type_ = statement.value.type
    wanted = _stored(after.memory, pointer, type_, universe)
    given = Reading(before, algebra).value(statement.value)
    if isinstance(given, Pointer) and not before.memory.keeps(given, algebra):
        wanted = None  # what is read there afterwards may go by another name
    memory = after.memory.overwritten(pointer, as_bytes(type_, universe), algebra)
    if memory is None:
        return None
    common = before.meet(after.with_memory(memory), algebra)
    if common is None or wanted is None:
        return common
    return cut(common, statement.value, wanted, universe)


def _stored(memory: Memory, pointer: Pointer, type_: Type, universe: Universe) -> Value | None:
    """What was stored, as far as it can be seen afterwards."""
    place = pointer.single
    if place is None or place[1].constant is None or not place[0].single:
        return None
    return memory.load(pointer, type_, universe.algebra)


def as_bytes(type_: Type, universe: Universe) -> Number:
    bits = universe.algebra.pointer_bits
    return Number.of(size_of(type_, bits), bits)


def _overwritten(after: State, before: State, address: Expr, size: Expr, universe: Universe) -> State | None:
    pointer = Reading(before, universe.algebra).value(address)
    assert isinstance(pointer, Pointer)
    memory = after.memory.overwritten(pointer, as_size(before, size, universe), universe.algebra)
    if memory is None:
        return None
    return before.meet(after.with_memory(memory), universe.algebra)
