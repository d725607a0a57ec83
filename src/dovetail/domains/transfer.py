"""post: what a statement makes of an abstract state, over the meaning of expressions.

None: no execution goes on. Calls, returns and what ends the program are not here: they are control flow, and
the fixpoint's. A statement that has no meaning raises NotComputable.
"""

from __future__ import annotations

from dataclasses import replace

from dovetail.domains.assume import access, access_all, assume, bounded, seeded
from dovetail.domains.evaluation import Reading
from dovetail.domains.linear import linearise
from dovetail.domains.memory import Memory
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.states import Given, State
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
    Origin,
    Skip,
    Statement,
    Store,
    expressions_of,
)
from dovetail.program.types import IntType


def post(state: State, statement: Statement, site: Target, universe: Universe) -> State | None:
    """`site` is what an object is called that the statement allocates. What comes after a check is what
    passed it: the conjunction I ⊓ F(X) of the fixpoint approximation check (Abstract testing, section
    VIII-A)."""
    match statement:
        case Skip():
            return state
        case Assume(condition=condition) | Check(condition=condition):
            return assume(state, condition, universe)
    for expr in expressions_of(statement):
        accessed = access_all(state, expr, universe)
        if accessed is None:
            return None
        state = accessed
    match statement:
        case Assign(target=target, value=value):
            return assign(state, target, value, universe)
        case Havoc(target=target, origin=origin):
            after = forget(state, target, universe).assigned(target, universe.algebra.input_of(target.type))
            if origin is Origin.UNINITIALISED and target.source_name:
                after = replace(after, given={**after.given, target: Given.NO})
            return after
        case Store():
            return _store(state, statement, universe)
        case Allocate():
            return _allocate(state, statement, site, universe)
        case Free(pointer=pointer):
            return _changed(state, state.memory.ended(_pointer(state, pointer, universe)))
        case EndLifetime(pointer=pointer):
            # Of an object that is dead already, nothing: the run goes on.
            memory = state.memory.ended(_pointer(state, pointer, universe))
            return state if memory is None else _changed(state, memory)
        case Copy(to=to, source=source, size=size):
            memory = state.memory.copied(
                _pointer(state, to, universe),
                _pointer(state, source, universe),
                as_size(state, size, universe),
                universe.algebra,
            )
            return _changed(state, memory)
        case Fill(to=to, byte=byte, size=size):
            memory = state.memory.filled(
                _pointer(state, to, universe),
                Reading(state, universe.algebra).value(byte),
                as_size(state, size, universe),
                universe.algebra,
            )
            return _changed(state, memory)
        case HavocMemory(address=address, size=size):
            memory = state.memory.overwritten(
                _pointer(state, address, universe),
                as_size(state, size, universe),
                universe.algebra,
                inputs=True,
            )
            return _changed(state, memory)
        case _:
            raise TypeError(f"{type(statement).__name__} is control flow")


def assign(state: State, target: Variable, value: Expr, universe: Universe) -> State | None:
    reading = Reading(state, universe.algebra)
    after = state.assigned(target, reading.value(value), value)
    return give(after, target, value, reading, universe)


def give(after: State, target: Variable, value: Expr, before: Reading, universe: Universe) -> State | None:
    """The relations after an assignment of an expression, with what they say of bounds."""
    packs = universe.packs_of.get(target)
    if packs is None:
        return after
    linear = linearise(value, before.bounds)
    relations = dict(after.relations)
    for pack in packs:
        old = relations.get(pack)
        if linear is not None and all(v in universe.packs[pack] for v in linear.variables):
            start = seeded(before.state, pack, universe) if old is None else old
            relations[pack] = start.assign(target, linear)
        elif old is not None:
            relations[pack] = old.forget(target)
    after = after.with_relations(relations)
    if linear is None:
        return after
    return bounded(after, tuple(pack for pack in packs if pack in relations), universe)


def forget(state: State, variable: Variable, universe: Universe) -> State:
    """With no relation to the variable's value."""
    packs = universe.packs_of.get(variable)
    if packs is None:
        return state
    relations = dict(state.relations)
    for pack in packs:
        if pack in relations:
            relations[pack] = relations[pack].forget(variable)
    return state.with_relations(relations)


def _store(state: State, statement: Store, universe: Universe) -> State | None:
    value: Value = Reading(state, universe.algebra).value(statement.value)
    accessed = access(state, statement.address, statement.value.type, universe)
    if accessed is None:
        return None
    pointer = _pointer(accessed, statement.address, universe)
    memory = accessed.memory.store(pointer, value, statement.value.type, universe.algebra)
    return _changed(accessed, memory)


def _changed(state: State, memory: Memory | None) -> State | None:
    """After memory was written: what a fact says of an expression that reads it may hold no more."""
    return None if memory is None else state.with_memory(memory).without_facts()


def _allocate(state: State, statement: Allocate, site: Target, universe: Universe) -> State:
    size = as_size(state, statement.size, universe)
    memory, pointer, renaming = state.memory.allocated(site, size, statement.storage, universe.algebra)
    return state.renamed(renaming).with_memory(memory).assigned(statement.target, pointer)


def _pointer(state: State, expr: Expr, universe: Universe) -> Pointer:
    pointer = Reading(state, universe.algebra).value(expr)
    assert isinstance(pointer, Pointer)
    return pointer


def as_size(state: State, size: Expr, universe: Universe) -> Number:
    """As wide as a pointer."""
    algebra = universe.algebra
    value = Reading(state, algebra).value(size)
    assert isinstance(size.type, IntType) and isinstance(value, Number)
    width, wanted = size.type.width, algebra.pointer_bits
    if width < wanted:
        extend = algebra.sign_extend if size.type.signed else algebra.zero_extend
        value = extend(value, width, wanted)
    elif width > wanted:
        value = algebra.truncate(value, width, wanted)
    assert isinstance(value, Number)
    return value
