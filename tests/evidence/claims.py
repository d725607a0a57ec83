"""Certificates written by hand, as text: conditions in Python's syntax over the names of the C program.

    "0 <= i and i <= n and at(a, i) == 0"

A name is that of a variable if the procedure has just one of that name, else its full name with
`.`, `#`, `<`, `>` and spaces written as `_` (`f#1.i` is `f_1_i`). `old(x)` is its value at the
entry, `result` the result; `forall(k, 0, n, at(a, k) == 0)` speaks of all elements, `exists(…)` of
one, `blocks(u, p, field(u, 'next') != p)` of all blocks, u being of the type of p, and
`ghost(mark, p)` of a ghost map. `sum(k, 0, n, at(a, k))` is what all elements add up to, and `one_if(c)` an
int that is 1 or 0.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.task import Task
from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Procedure, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import (
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Exists,
    Expr,
    ForAll,
    ForAllBlocks,
    Freeable,
    GhostAt,
    Load,
    ObjectSize,
    ObjectStart,
    PointerAdd,
    SameObject,
    Sum,
    Valid,
    Variable,
    conjunction,
    const,
    disjunction,
    index,
    negation,
)
from dovetail.program.ghost_maps import Ghosts, Place, Update, ghost_map
from dovetail.program.inlining import Inlined, inline
from dovetail.program.printer import Printer
from dovetail.program.types import ArrayType, IntType, PointerType, RecordType, Target, is_scalar
from dovetail.proofs.certificate import Certificate, Contract, entry_value, result_of
from dovetail.proofs.fingerprint import fingerprint

Claim = Mapping[str, Sequence[Any]]
"""For a procedure: (requires, ensures, [invariants in order of the loop heads' positions])."""

_COMPARISONS = {
    ast.Eq: Binary.EQ,
    ast.NotEq: Binary.NE,
    ast.Lt: Binary.LT,
    ast.LtE: Binary.LE,
    ast.Gt: Binary.GT,
    ast.GtE: Binary.GE,
}
_OPERATORS = {
    ast.Add: Binary.ADD,
    ast.Sub: Binary.SUB,
    ast.Mult: Binary.MUL,
    ast.FloorDiv: Binary.DIV,
    ast.Mod: Binary.REM,
    ast.BitAnd: Binary.BITAND,
}


def read(path: Path, text: str, *, properties: tuple[str, ...] = ("unreach-call",)) -> Inlined:
    path.write_text(text)
    return inline(load([path], LoadOptions(properties=properties)).program)


Ghost = tuple[str, str, str, str]
"""A map, what an edge looks like that it is changed behind, the pointer, and the value."""


def certificate(
    inlined: Inlined,
    claim: Claim,
    maps: Mapping[str, IntType | PointerType] | None = None,
    code: Sequence[Ghost] = (),
) -> Certificate:
    program, declared = (
        inlined.program,
        {name: ghost_map(name, type_) for name, type_ in (maps or {}).items()},
    )
    contracts = {}
    for name, (requires, ensures, invariants) in claim.items():
        procedure = program.procedures[program.entry if name == "main" else name]
        reader = _Conditions(program, procedure, declared)
        heads = loop_heads(procedure)
        assert len(heads) == len(invariants), f"{name} has {len(heads)} loop heads"
        found = {
            head: reader.read(text) for head, text in zip(heads, invariants, strict=True) if text is not None
        }
        contracts[procedure.name] = (Contract(reader.read(requires), reader.read(ensures), found),)
    entry = program.procedures[program.entry]
    updates: dict[Place, tuple[Update, ...]] = {}
    for name, seen, pointer, value in code:
        places = [
            Place(entry.name, source, branch)
            for source in entry.locations
            for branch, edge in enumerate(entry.outgoing[source])
            if seen in Printer({}).statement(edge.statement)
        ]
        assert places, f"there is no {seen}"
        update = _Conditions(program, entry, declared).update(name, pointer, value)
        updates.update((place, (*updates.get(place, ()), update)) for place in places)
    ghosts = Ghosts(tuple(declared.values()), updates)
    return Certificate(fingerprint(program), contracts, ghosts=ghosts)


def loop_heads(procedure: Procedure) -> list[int]:
    """In order of control flow."""
    graph = cutpoint_graph(procedure)
    return [location for location in graph.order if location in graph.loop_heads]


_PLAIN = str.maketrans(".#<> ", "_____")


class _Conditions:
    def __init__(self, program: Program, procedure: Procedure, maps: Mapping[str, Variable]) -> None:
        self._maps = maps
        self._target: Target = program.target
        self._procedure = procedure
        self._names: dict[str, Variable | None] = {}
        for variable in (*procedure.parameters, *procedure.locals, *program.globals.values()):
            for name in {variable.source_name, variable.name.removeprefix("&").translate(_PLAIN)}:
                known = self._names.setdefault(name, variable)
                self._names[name] = variable if known is variable else None
        self._objects = {
            item.source_name: Address(item.name, PointerType(item.type)) for item in program.objects.values()
        }
        self._program = program

    def read(self, text: str) -> Expr:
        return self._condition(ast.parse(text.strip(), mode="eval").body) if text.strip() != "true" else TRUE

    def _condition(self, node: ast.expr) -> Expr:
        match node:
            case ast.BoolOp(op=op, values=values):
                join = conjunction if isinstance(op, ast.And) else disjunction
                return join(map(self._condition, values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return negation(self._condition(operand))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return BinaryOp(_COMPARISONS[type(op)], *self._alike(left, right))
            case ast.Constant(value=bool(value)):
                return TRUE if value else negation(TRUE)
            case ast.Call(func=ast.Name(id="valid"), args=[pointer, ast.Constant(value=int(size))]):
                return Valid(self._value(pointer), const(self._target.size_t, size))
            case ast.Call(func=ast.Name(id="freeable"), args=[pointer]):
                return Freeable(self._value(pointer))
            case ast.Call(func=ast.Name(id="same"), args=[left, right]):
                return SameObject(self._value(left), self._value(right))
            case ast.Call(func=ast.Name(id="start"), args=[pointer]):
                return BinaryOp(Binary.EQ, self._value(pointer), ObjectStart(self._value(pointer)))
            case ast.Call(
                func=ast.Name(id="forall" | "exists" as kind), args=[ast.Name(id=name), low, high, body]
            ):
                found = ForAll if kind == "forall" else Exists
                return self._quantified(found, name, low, high, lambda: self._condition(body))
            case ast.Call(func=ast.Name(id="blocks"), args=[ast.Name(id=name), like, body]):
                return self._blocks(name, self._value(like), body)
        raise ValueError(ast.unparse(node))

    def _quantified(
        self,
        kind: type[ForAll | Exists | Sum],
        name: str,
        low: ast.expr,
        high: ast.expr,
        body: Callable[[], Expr],
    ) -> Expr:
        known = [one for one in (self._maybe(low), self._maybe(high)) if one is not None]
        type_ = known[0].type if known else IntType(32, True)
        k = index(name, type_)
        ends = [one if (one := self._maybe(end)) is not None else self._number(end, k) for end in (low, high)]
        before = self._names.get(name)
        self._names[name] = k
        try:
            return kind(k, *ends, body())
        finally:
            self._names[name] = before

    def _blocks(self, name: str, like: Expr, body: ast.expr) -> Expr:
        node, before = index(name, like.type), self._names.get(name)
        self._names[name] = node
        try:
            return ForAllBlocks(node, self._condition(body))
        finally:
            self._names[name] = before

    def update(self, name: str, pointer: str, value: str) -> Update:
        at, given = (ast.parse(text, mode="eval").body for text in (pointer, value))
        element = self._maps[name].type
        assert isinstance(element, ArrayType)
        known = _constant(given)
        if known is not None:
            return Update(self._maps[name], self._value(at), Const(element.element, known))
        return Update(self._maps[name], self._value(at), self._value(given))

    def _alike(self, left: ast.expr, right: ast.expr) -> tuple[Expr, Expr]:
        a, b = self._maybe(left), self._maybe(right)
        if a is None and b is not None:
            a = self._number(left, b)
        if b is None and a is not None:
            b = self._number(right, a)
        assert a is not None and b is not None, "a comparison of two constants"
        return a, b

    def _maybe(self, node: ast.expr) -> Expr | None:
        return None if _constant(node) is not None else self._value(node)

    def _number(self, node: ast.expr, other: Expr) -> Expr:
        value = _constant(node)
        assert value is not None
        if isinstance(other.type, PointerType):
            return Const(other.type, value)
        assert isinstance(other.type, IntType)
        return const(other.type, value)

    def _value(self, node: ast.expr) -> Expr:
        match node:
            case ast.Name(id="result"):
                found = result_of(self._procedure)
                assert found is not None
                return found
            case ast.Name(id=name):
                if name in self._objects:
                    return self._objects[name]
                variable = self._names.get(name)
                assert variable is not None, f"{name} is unknown or means several variables"
                return variable
            case ast.BinOp(left=left, op=op, right=right):
                return BinaryOp(_OPERATORS[type(op)], *self._alike(left, right))
            case ast.Call(func=ast.Name(id="old"), args=[inner]):
                variable = self._value(inner)
                assert isinstance(variable, Variable)
                return entry_value(self._procedure, variable)
            case ast.Call(func=ast.Name(id="ghost"), args=[ast.Name(id=name), inner]):
                return GhostAt(self._maps[name], self._value(inner))
            case ast.Call(func=ast.Name(id="size"), args=[inner]):
                return ObjectSize(self._value(inner), self._target.size_t)
            case ast.Call(func=ast.Name(id="at"), args=[base, index]):
                return self._element(self._value(base), index)
            case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=name), low, high, body]):
                return self._quantified(Sum, name, low, high, lambda: self._value(body))
            case ast.Call(func=ast.Name(id="one_if"), args=[condition]):
                type_ = IntType(32, True)
                return Conditional(self._condition(condition), const(type_, 1), const(type_, 0))
            case ast.Call(func=ast.Name(id="field"), args=[base, ast.Constant(value=str(name))]):
                return self._field(self._value(base), name)
        raise ValueError(ast.unparse(node))

    def _element(self, base: Expr, index: ast.expr) -> Expr:
        assert isinstance(base.type, PointerType)
        type_ = base.type.pointee
        element = type_.element if isinstance(type_, ArrayType) else type_
        assert is_scalar(element)
        size, intptr = self._target.size(element), self._target.intptr
        known = _constant(index)
        if known is not None:
            offset: Expr = const(intptr, known * size)
        else:
            offset = BinaryOp(Binary.MUL, Cast(intptr, self._value(index)), const(intptr, size))
        return Load(PointerAdd(base, offset, PointerType(element)), element)

    def _field(self, base: Expr, name: str) -> Expr:
        assert isinstance(base.type, PointerType) and isinstance(base.type.pointee, RecordType)
        (member,) = [field for field in base.type.pointee.fields if field.name == name]
        at = PointerAdd(base, const(self._target.intptr, member.offset), PointerType(member.type))
        return Load(at, member.type)


def _constant(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None


Weaken = Callable[[Certificate], Certificate]


def save(certificate: Certificate, task: Task, inlined: Inlined, path: Path) -> None:
    """As a file that can be certified."""
    path.write_text(json.dumps(document_of(certificate, task, inlined)))
