"""Abstract states as formulas: the invariants of a certificate, and the symbolic concretization of what
static analysis knows (Erez 2004, chapter 2, Table 2.1).

Only what a formula can say and what still matters: variables that are live, cells of global objects and of
the objects that a variable points to, relations. It is an over-approximation of the state's meaning, so a
proof may be lost; whether it is one, the checker decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dovetail.domains.contents import Cell, Elements, Image
from dovetail.domains.partitions import Partition
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.states import State
from dovetail.domains.truth import Truth
from dovetail.domains.values import Value, Values, condition
from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Freeable,
    Load,
    PointerAdd,
    SameObject,
    Valid,
    Variable,
    conjunction,
    conjuncts,
    disjunction,
    negation,
    variables,
)
from dovetail.program.types import VOID, FloatType, IntType, PointerType, Type, scalar_parts
from dovetail.semantics.memory import size_of

MAX_IMAGE = 256
"""Bytes of a global object that are said one by one."""


def formulas(partition: Partition, live: Collection[Variable], program: Program) -> Expr:
    """The states of a partition side by side."""
    keys = sorted(partition.states, key=lambda key: [(part is None, part or 0) for part in key])
    return disjunction(formula(partition.states[key], live, program) for key in keys)


def facts(state: State, live: Collection[Variable], program: Program) -> tuple[Expr, ...]:
    """What a state says of variables, one by one; constants are left out, since everybody finds those."""
    said: list[Expr] = []
    for part in _of_variables(state, live, program.target.pointer_bits):
        match part:
            case BinaryOp(op=Binary.EQ, left=Variable(), right=Const()):
                continue
            case _:
                said += conjuncts(part)
    return tuple(dict.fromkeys(said))


def formula(state: State, live: Collection[Variable], program: Program) -> Expr:
    """A condition that all states described by an abstract one meet."""
    return conjunction(_parts(state, live, program))


def _parts(state: State, live: Collection[Variable], program: Program) -> Iterator[Expr]:
    yield from _of_variables(state, live, program.target.pointer_bits)
    kept = _kept(state, live)
    homes = _homes(state, kept, program.target.pointer_bits)
    for target, start in homes.items():
        yield from _object(state, target, start, program)
    sites = [(target, start) for target, start in homes.items() if target.site]
    for number, (_, start) in enumerate(sites):
        for _, other in sites[:number]:
            yield negation(SameObject(start, other))


def _kept(state: State, live: Collection[Variable]) -> list[Variable]:
    return [v for v in sorted(state.values, key=lambda v: (v.scope, v.name)) if not v.scope or v in live]


def _of_variables(state: State, live: Collection[Variable], bits: int) -> Iterator[Expr]:
    for variable in _kept(state, live):
        yield condition(state.values[variable], variable, bits)
    for pack in sorted(state.relations):
        relation = state.relations[pack]
        yield relation.project([v for v in relation.variables if not v.scope or v in live]).condition()
    for variable, expr in state.defined.items():
        seen = all(not one.scope or one in live for one in (variable, *variables(expr)))
        if seen and isinstance(variable.type, (IntType, PointerType)):
            yield BinaryOp(Binary.EQ, variable, expr)
    for variable, representative in state.equal.items():
        if variable is not representative and all(
            not one.scope or one in live for one in (variable, representative)
        ):
            yield BinaryOp(Binary.EQ, variable, representative)


def _homes(state: State, kept: list[Variable], bits: int) -> dict[Target, Expr]:
    """Expressions for the starts of objects, by variables or by what lies in other objects."""
    found: dict[Target, Expr] = {}
    for target in sorted(state.memory.objects):
        one = state.memory.objects[target]
        if not target.site and not one.function:
            found[target] = Address(target.name, PointerType(VOID))
    inside: dict[Target, Expr] = {}
    for variable in kept:
        value = state.values[variable]
        if isinstance(value, Pointer) and value.single is not None:
            target, offset = value.single
            if not target.site or not target.single or offset.constant is None:
                continue
            if offset.constant == 0:
                found.setdefault(target, variable)
            else:
                word = IntType(bits, True)
                back = Const(word, word.bits(-offset.constant))
                inside.setdefault(target, PointerAdd(variable, back, variable.type))
    for target, start in inside.items():
        found.setdefault(target, start)
    waiting = list(found)
    while waiting:
        home = waiting.pop(0)
        for target, start in _behind(state, home, found[home], bits):
            if target not in found:
                found[target] = start
                waiting.append(target)
    return found


def _behind(state: State, home: Target, start: Expr, bits: int) -> Iterator[tuple[Target, Expr]]:
    """The objects whose starts an object holds."""
    one = state.memory.objects.get(home)
    if one is None or one.function or (home.site and one.alive is not Truth.YES):
        return
    for cell, value in sorted(one.contents.cells.items(), key=lambda item: item[0].offset):
        if isinstance(value, Pointer) and isinstance(cell.type, PointerType) and value.single is not None:
            target, offset = value.single
            if target.site and target.single and offset.constant == 0:
                yield target, _read(start, cell.offset, cell.type, bits)


def _object(state: State, target: Target, start: Expr, program: Program) -> Iterator[Expr]:
    one = state.memory.objects.get(target)
    if one is None:
        return
    bits = program.target.pointer_bits
    if target.site:
        if one.alive is not Truth.YES:
            return
        size = IntType(bits, False)
        yield Valid(start, Const(size, one.size.umin))
        if one.heap:
            yield Freeable(start)
    cells = one.contents.cells
    for cell, value in sorted(cells.items(), key=lambda item: (item[0].offset, str(item[0].type))):
        if not _is_some_address(value):
            yield condition(value, _read(start, cell.offset, cell.type, bits), bits)
    match one.contents.rest:
        case Elements(type=type_, value=value) if one.size.constant is not None:
            yield from _elements(one.size.constant, cells, type_, value, start, bits)
        case Image() if one.size.constant is not None and one.size.constant <= MAX_IMAGE:
            values = Values(bits, {})
            covered = {at for cell in cells for at in range(cell.offset, cell.offset + cell.size)}
            for offset, type_ in _scalars(target, one.size.constant, program):
                place = range(offset, offset + size_of(type_, bits))
                if covered.isdisjoint(place) and not _is_opaque(type_):
                    value = one.contents.read(offset, type_, values)
                    yield condition(value, _read(start, offset, type_, bits), bits)
        case _:
            return


def _is_some_address(value: Value) -> bool:
    """A pointer to no object, and nothing else is known of it. That is so of all that a block held when it
    was allocated, but only said of the cells that were read since: as a formula it is not preserved."""
    if not isinstance(value, Pointer) or value.targets or value.addresses is None:
        return False
    return value.addresses.constant is None


def _scalars(target: Target, size: int, program: Program) -> Iterator[tuple[int, Type]]:
    """What an object is made of: the scalars of a global's type, and bytes where there are none. (What stands
    between the members of a record is said, too: others may look at it through other types.)"""
    declared = program.objects.get(target.name)
    parts = None if target.site or declared is None else scalar_parts(declared.type, program.target)
    scalars = dict(parts or ())
    bits, end = program.target.pointer_bits, 0
    for offset in range(size):
        type_ = scalars.get(offset) or (IntType(8, False) if offset >= end else None)
        if type_ is not None:
            yield offset, type_
            end = max(end, offset + size_of(type_, bits))


def _is_opaque(type_: Type) -> bool:
    return isinstance(type_, FloatType) and type_.width not in (32, 64)


def _elements(
    size: int, cells: Collection[Cell], type_: Type, value: Value, start: Expr, bits: int
) -> Iterator[Expr]:
    width = size_of(type_, bits)
    covered = {cell.offset for cell in cells}
    if size // width > MAX_IMAGE // 4:
        return
    for at in range(0, size - width + 1, width):
        if at not in covered:
            yield condition(value, _read(start, at, type_, bits), bits)


def _read(start: Expr, offset: int, type_: Type, bits: int) -> Expr:
    word = IntType(bits, True)
    address = start if not offset else PointerAdd(start, Const(word, word.bits(offset)), start.type)
    return Load(address, type_)
