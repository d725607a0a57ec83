"""Where a program may look at the bits of a float that arithmetic has made.

C leaves open which NaN an operation makes: its sign, and the bits that make no difference to arithmetic. Most
programs cannot tell. One that can looks at a float through a union, as bytes, or through a pointer to
something else; that is found by one walk over the syntax tree, by the texts of types. (What tells by its
name, `signbit` and its kin, is found where it is called.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dovetail.frontend.clang import is_system_header
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import plain_name
from dovetail.frontend.syntax import Node, QualType, callee_name, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import (
    ArrayType,
    DataModel,
    FloatType,
    FunctionType,
    PointerType,
    RecordType,
    Type,
)

NAN_BITS = "the sign of a NaN that arithmetic makes, and which one it is, is the machine's: C leaves it open"
_COMPUTES = frozenset("+ - * / += -= *= /=".split())
_BLIND = frozenset("free memset bzero realloc qsort bsearch fread read scanf sscanf fscanf".split())
"""Functions of the library that are given an address and look at no bits."""
_MOVERS = frozenset("memcpy memmove mempcpy".split())
_MAKERS = frozenset("malloc calloc realloc alloca aligned_alloc valloc memalign".split())
_FLOATS = re.compile(r"\b(?:float|double|_Float\w+|__fp16|__bf16)\b")


def float_bits_seen(units: Sequence[TranslationUnit], model: DataModel) -> Position | None:
    """The first place, if there is one in a program that computes with floats at all."""
    if not any(_computes(unit) for unit in units):
        return None
    own = frozenset(name for unit in units for name in unit.functions)
    for unit in units:
        found = _Views(unit, model, own).first()
        if found is not None:
            return found
    return None


def _computes(unit: TranslationUnit) -> bool:
    """Is there an operation, or a call, with a float for its result?"""
    for node in unit.tree.walk():
        if node.kind in ("BinaryOperator", "CompoundAssignOperator"):
            if node.opcode not in _COMPUTES:
                continue
        elif node.kind != "CallExpr":
            continue
        if node.type is not None and _FLOATS.match(node.type.desugared or node.type.text):
            return True
    return False


class _Views:
    def __init__(self, unit: TranslationUnit, model: DataModel, own: frozenset[str]) -> None:
        """`own`: the functions that the program itself defines, which are none of the library's."""
        self._unit = unit
        self._own = own
        self._model = model
        self._blind: set[int] = set()

    def first(self) -> Position | None:
        for function in self._unit.functions.values():
            if is_system_header(self._unit.source.position(function.offset).file, self._model):
                continue
            for node in function.walk():
                if self._looks(node):
                    return self._unit.source.position(node.offset)
        return None

    def _looks(self, node: Node) -> bool:
        match node.kind:
            case "CallExpr":
                self._call(node)
            case "MemberExpr":
                return self._is_two_things(strip(node.inner[0]).type, arrow=node.arrow)
            case "RecordDecl" if node.tag == "union":
                texts = {one.type.text for one in node.inner if one.kind == "FieldDecl" and one.type}
                return len(texts) > 1 and any(map(_FLOATS.search, texts))
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "BitCast":
                return id(node) not in self._blind and self._cast(node)
            case _:
                pass
        return False

    def _call(self, node: Node) -> None:
        name = plain_name(callee_name(node))
        casts = [one for one in map(strip, node.inner[1:]) if one.cast_kind == "BitCast"]
        if name in self._own:
            return
        if name in _BLIND:
            self._blind.update(map(id, casts))
        elif name in _MOVERS and len(node.inner) > 2:
            to, source = (self._pointee(_uncast(argument)) for argument in node.inner[1:3])
            if _element(to) == _element(source):
                self._blind.update(map(id, casts))

    def _cast(self, node: Node) -> bool:
        """From or to a float; blocks that are new hold nothing yet."""
        inner = strip(node.inner[0])
        if inner.kind == "CallExpr" and plain_name(callee_name(inner)) in _MAKERS - self._own:
            return False
        source, to = self._pointee(inner), self._pointee(node)
        if source is None or to is None:
            texts = [one.type.text for one in (inner, node) if one.type is not None]
            return any(map(_FLOATS.search, texts))
        source, to = _element(source), _element(to)
        return source != to and (_has_float(source) or _has_float(to))

    def _pointee(self, node: Node) -> Type | None:
        type_ = self._type(node.type)
        return type_.pointee if isinstance(type_, PointerType) else None

    def _type(self, written: QualType | None) -> Type | None:
        try:
            return self._unit.types.of(written) if written is not None else None
        except UnsupportedError:
            return None

    def _is_two_things(self, written: QualType | None, *, arrow: bool) -> bool:
        """Is it a union with a float and with something else?"""
        type_ = self._type(written)
        if arrow and isinstance(type_, PointerType):
            type_ = type_.pointee
        if not isinstance(type_, RecordType) or not type_.union:
            return False
        kinds = {str(_element(one.type)) for one in type_.fields}
        return len(kinds) > 1 and any(_has_float(one.type) for one in type_.fields)


def _uncast(node: Node) -> Node:
    node = strip(node)
    while node.kind in ("ImplicitCastExpr", "CStyleCastExpr") and node.cast_kind == "BitCast":
        node = strip(node.inner[0])
    return node


def _element(type_: Type | None) -> Type | None:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_


def _has_float(type_: Type | None) -> bool:
    """In it, or where a pointer in it leads: who takes the pointer for another one sees the float."""
    waiting, seen = [type_], set[Type | None]()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        match one:
            case FloatType():
                return True
            case ArrayType(element=inner) | PointerType(pointee=inner):
                waiting.append(inner)
            case FunctionType(parameters=parameters):
                waiting += parameters
            case RecordType(fields=fields):
                waiting += [field.type for field in fields]
            case _:
                pass
    return False
