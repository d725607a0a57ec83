"""The states in which a condition holds: local iterations (section VIII-C).

An atom is evaluated as a graph and gone down again with the truth that is wanted, which cuts the values of
its variables; again and again, as long as something changes, since what one conjunct says of a variable
changes what another can say. Conjunctions are iterated as a whole, disjunctions are joined.

Relations get the linear inequalities that follow from the condition, and give bounds back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dovetail.domains import values as lattice
from dovetail.domains.backward import refine
from dovetail.domains.equalities import merged
from dovetail.domains.evaluation import Reading, sure_accesses
from dovetail.domains.forms import Linear
from dovetail.domains.graphs import Graph, Node
from dovetail.domains.linear import constraints_of, linearise
from dovetail.domains.memory import Memory
from dovetail.domains.numbers import Number
from dovetail.domains.pointer_inverses import POINTER_INVERSES
from dovetail.domains.pointers import Pointer
from dovetail.domains.relation import Relation
from dovetail.domains.states import State
from dovetail.domains.truth import Truth
from dovetail.domains.universe import Universe
from dovetail.domains.values import Value
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerAdd,
    Unary,
    UnaryOp,
    Variable,
    const,
    negation,
    operands,
)
from dovetail.program.types import IntType, PointerType, Type
from dovetail.semantics.memory import size_of
from dovetail.semantics.simplify import simplify

LOCAL_ITERATIONS = 4


def assume(state: State, condition: Expr, universe: Universe) -> State | None:
    """Raises NotComputable for a condition without a meaning."""
    accessed = access_all(state, condition, universe)
    if accessed is None:
        return None
    if simplify(accessed.represented(condition)) is FALSE:
        return None
    expanded = accessed.expanded(condition)
    after = _holds(accessed, condition, True, universe)
    if after is not None and expanded is not condition:
        after = _holds(after, expanded, True, universe)
    return None if after is None else _equated(after, condition, universe)


def _equated(state: State, condition: Expr, universe: Universe) -> State:
    """With the equality that a condition says. Two pointers at the same address are the same one only where
    neither is out of its object."""
    match condition:
        case BinaryOp(op=Binary.EQ, left=Variable() as left, right=Variable() as right):
            for value in (state.value(left), state.value(right)):
                if isinstance(value, Pointer) and (
                    value.anything or not state.memory.keeps(value, universe.algebra)
                ):
                    return state
            return replace(state, equal=merged(state.equal, left, right))
        case _:
            return state


def _holds(state: State, condition: Expr, wanted: bool, universe: Universe) -> State | None:
    """Where the condition is, or is not, true."""
    match condition:
        case Const(value=value):
            return state if bool(value) is wanted else None
        case UnaryOp(op=Unary.NOT, operand=operand):
            return _holds(state, operand, not wanted, universe)
        case BinaryOp(op=Binary.AND | Binary.OR as op):
            parts = operands(condition)
            if (op is Binary.AND) is wanted:
                return _all_hold(state, parts, wanted, universe)
            return _one_holds(state, parts, wanted, universe)
        case _:
            return _atom(state, condition, wanted, universe)


def _all_hold(state: State, parts: Sequence[Expr], wanted: bool, universe: Universe) -> State | None:
    for _ in range(LOCAL_ITERATIONS):
        before = state
        for part in parts:
            after = _holds(state, part, wanted, universe)
            if after is None:
                return None
            state = after
        if state is before or len(parts) == 1:
            break
    return state


def _one_holds(state: State, parts: Sequence[Expr], wanted: bool, universe: Universe) -> State | None:
    result: State | None = None
    rest: State | None = state
    for part in parts:
        if rest is None:
            break
        here = _holds(rest, part, wanted, universe)
        if here is not None:
            result = here if result is None else result.join(here, universe.algebra)
        rest = _holds(rest, part, not wanted, universe)
    return result


def _atom(state: State, condition: Expr, wanted: bool, universe: Universe) -> State | None:
    for _ in range(LOCAL_ITERATIONS):
        refined = cut(state, condition, Truth.YES if wanted else Truth.NO, universe)
        if refined is None:
            return None
        if refined is state:
            break
        state = refined
    if not universe.packs:
        return state
    return _related(state, condition if wanted else negation(condition), universe)


def cut(state: State, expr: Expr, wanted: Value, universe: Universe) -> State | None:
    """Where the expression has one of these values: once up and once down its graph."""
    reading = Reading(state, universe.algebra)
    if isinstance(wanted, Truth) and not state.facts:
        found = reading.value(expr)
        if found is not Truth.EITHER:
            return state if found is wanted else None  # as it mostly is where states are told apart
    graph = Graph(expr, reading)
    root = graph.root
    common = lattice.meet(root.value, wanted)
    if common is None:
        return None
    if lattice.leq(root.value, common):
        return state
    root.value, root.refined = common, True
    for node in reversed(graph.nodes):
        if not node.refined:
            continue
        if node.variable is not None:
            state = state.refined(node.variable, node.value)
        elif node.place is not None:
            pointer = node.operands[0].value
            assert isinstance(pointer, Pointer)
            memory = state.memory.refined(pointer, node.value, node.place, universe.algebra)
            state = state.with_memory(memory)
        elif node.operands and not _down(node, state.memory):
            return None
    return state.with_facts(_facts(state, graph, universe))


def _facts(state: State, graph: Graph, universe: Universe) -> Mapping[Expr, Value]:
    """That a sum, computed with more bits, fits its type says that the sum itself does not wrap."""
    found: dict[Expr, Value] = {}
    for expr, node in graph.by_expression.items():
        if node.refined and isinstance(expr, BinaryOp) and expr.op in _ARITHMETIC:
            narrow = _narrowed(expr)
            if narrow is not None and isinstance(node.value, Number) and isinstance(narrow.type, IntType):
                cut_off = universe.algebra.truncate(node.value, node.value.width, narrow.type.width)
                old = state.facts.get(narrow)
                both = cut_off if old is None else lattice.meet(old, cut_off)
                if both is not None:
                    found[narrow] = both
    return {**state.facts, **found} if found else state.facts


_ARITHMETIC = (Binary.ADD, Binary.SUB, Binary.MUL)


def _narrowed(expr: BinaryOp) -> Expr | None:
    """The same operation on what was made wider for it."""
    inner = next((side.operand for side in (expr.left, expr.right) if isinstance(side, Cast)), None)
    if inner is None or not isinstance(inner.type, IntType) or not isinstance(expr.type, IntType):
        return None
    sides = []
    for side in (expr.left, expr.right):
        match side:
            case Cast(operand=operand) if operand.type == inner.type and inner.type.width < expr.type.width:
                sides.append(operand)
            case Const(value=value):
                sides.append(const(inner.type, expr.type.number(value)))
            case _:
                return None
    return BinaryOp(expr.op, sides[0], sides[1])


def _down(node: Node, memory: Memory) -> bool:
    """Cut the operands of a node by its value; False if nothing is left."""
    below = tuple(operand.value for operand in node.operands)
    if node.name == "valid":
        refined = _accessed(node, memory)
    elif node.name in POINTER_INVERSES:
        refined = POINTER_INVERSES[node.name](node.value, below)
    elif node.name == "choose":
        refined = _chosen(node.value, below)
    else:
        scalars: Any = below  # the sorts are right because `evaluate` made them
        result: Any = node.value
        refined = refine(node.name, result, scalars, node.width, node.to or None)
    if refined is None:
        return False
    for operand, value in zip(node.operands, refined, strict=True):
        if value is operand.value:
            continue
        common = lattice.meet(operand.value, value)
        if common is None:
            return False
        if not lattice.leq(operand.value, common):
            operand.value, operand.refined = common, True
    return True


def _accessed(node: Node, memory: Memory) -> tuple[Value, ...] | None:
    pointer, size = node.operands[0].value, node.operands[1].value
    assert isinstance(pointer, Pointer) and isinstance(size, Number)
    if node.value is not Truth.YES or not size.umin:
        return (pointer, size)
    restricted = memory.restricted(pointer, size.umin)
    return None if restricted is None else (restricted, size)


def _chosen(result: Value, below: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """One of two values: if one of them cannot be the result, the condition is known."""
    condition, then, otherwise = below
    first, second = lattice.meet(then, result), lattice.meet(otherwise, result)
    if condition is not Truth.NO and first is not None:
        if condition is Truth.YES or second is None:
            return (Truth.YES, first, otherwise)
        return below
    if condition is Truth.YES or second is None:
        return None
    return (Truth.NO, then, second)


# ---- accesses ----------------------------------------------------------------------------------------------


def access_all(state: State, expr: Expr, universe: Universe) -> State | None:
    """Where all reads that the expression makes in any case are valid."""
    for load in sure_accesses(expr):
        accessed = access(state, load.address, load.type, universe)
        if accessed is None:
            return None
        state = accessed
    return state


def access(state: State, address: Expr, type_: Type, universe: Universe) -> State | None:
    """Where an access through this pointer is valid."""
    pointer = Reading(state, universe.algebra).value(address)
    assert isinstance(pointer, Pointer)
    restricted = state.memory.restricted(pointer, size_of(type_, universe.algebra.pointer_bits))
    if restricted is None:
        return None
    if isinstance(type_, PointerType):
        # What has been read is known from now on, so that an invariant can say it.
        read = state.memory.load(restricted, type_, universe.algebra)
        if isinstance(read, Pointer) and not read.anything:
            state = state.with_memory(state.memory.refined(restricted, read, type_, universe.algebra))
    if restricted == pointer:
        return state
    match address:
        case Variable():
            return state.refined(address, restricted)
        case PointerAdd(pointer=Variable() as variable, offset=Const() as offset):
            distance = Reading(state, universe.algebra).value(offset)
            assert isinstance(distance, Number)
            back = universe.algebra.neg(distance, universe.algebra.pointer_bits)
            moved = universe.algebra.pointer_add(restricted, back)
            common = lattice.meet(state.value(variable), moved)
            return None if common is None else state.refined(variable, common)
        case _:
            return state


# ---- relations ---------------------------------------------------------------------------------------------


def _related(state: State, condition: Expr, universe: Universe) -> State | None:
    bounds = Reading(state, universe.algebra).bounds
    facts = [*constraints_of(condition, bounds), *_apart(state, condition, universe)]
    changed: dict[int, None] = {}
    relations = dict(state.relations)
    for linear in facts:
        for pack in universe.packs_with(linear):
            old = relations.get(pack)
            new = (seeded(state, pack, universe) if old is None else old).constrain(linear)
            if new is None:
                return None
            relations[pack] = new
            changed[pack] = None
    if not changed:
        return state
    return bounded(state.with_relations(relations), tuple(changed), universe)


def _apart(state: State, condition: Expr, universe: Universe) -> Iterator[Linear]:
    """What `x != y` says where it is known that x <= y, or that y <= x."""
    match condition:
        case BinaryOp(op=Binary.NE, left=left, right=right) if isinstance(left.type, IntType):
            bounds = Reading(state, universe.algebra).bounds
            one, other = linearise(left, bounds), linearise(right, bounds)
            if one is None or other is None:
                return
            form = one - other
            for pack in universe.packs_with(form):
                relation = state.relations.get(pack)
                low, high = (None, None) if relation is None else relation.bounds_of(form)
                if low == 0:
                    yield form.plus(-1)
                if high == 0:
                    yield (-form).plus(-1)


def seeded(state: State, pack: int, universe: Universe) -> Relation:
    """The relation of a pack of which nothing is known but the bounds of its variables."""
    relation = universe.top(pack)
    for variable in universe.packs[pack]:
        value = state.values.get(variable)
        if not isinstance(value, Number) or not isinstance(variable.type, IntType):
            continue
        signed = variable.type.signed
        low, high = (value.smin, value.smax) if signed else (value.umin, value.umax)
        for form, known in (
            (Linear.variable(variable).plus(-low), low > variable.type.minimum),
            ((-Linear.variable(variable)).plus(high), high < variable.type.maximum),
        ):
            constrained = relation.constrain(form) if known else relation
            relation = relation if constrained is None else constrained
    return relation


def bounded(state: State, packs: tuple[int, ...], universe: Universe) -> State | None:
    """With the bounds that relations give their variables."""
    for pack in packs:
        relation = state.relations[pack]
        for variable in universe.packs[pack]:
            low, high = relation.bounds(variable)
            if low is None and high is None:
                continue
            type_ = variable.type
            assert isinstance(type_, IntType)
            low = type_.minimum if low is None else max(low, type_.minimum)
            high = type_.maximum if high is None else min(high, type_.maximum)
            if low > high:
                return None
            make = Number.signed if type_.signed else Number.unsigned
            value = state.value(variable)
            common = lattice.meet(value, make(low, high, type_.width))
            if common is None:
                return None
            if common != value:
                state = state.refined(variable, common)
    return state
