"""Scopes of names in a translation unit, and the types declared in them.

Tags and typedefs are found by name from the inside out, as in C; members and enumerators by the identity
that clang gives their declarations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dovetail.frontend.clang import record_layouts
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node, QualType
from dovetail.frontend.typenames import Names, TypeNameParser
from dovetail.program.expressions import Expr
from dovetail.program.types import (
    INT,
    INT128,
    LLONG,
    UINT,
    UINT128,
    ULLONG,
    Field,
    IncompleteTypeError,
    IntType,
    Member,
    PointerType,
    RecordType,
    Target,
    Type,
    lay_out,
)


@dataclass(slots=True)
class Scope:
    outer: Scope | None
    tags: dict[str, Type] = field(default_factory=dict)
    typedefs: dict[str, Type] = field(default_factory=dict)
    variables: dict[str, Expr] = field(default_factory=dict)
    """Lengths of variable-length arrays, by name."""
    cache: dict[str, Type] = field(default_factory=dict)


class Types:
    """Every type of one translation unit. `scope` is the innermost one while a function is being lowered."""

    def __init__(self, source: Source, target: Target, standard: str) -> None:
        self.source = source
        self.target = target
        self.standard = standard
        self.scope = Scope(None)
        self.fields: dict[str, tuple[RecordType, int]] = {}
        """By the identity of a member's declaration: the record, and which of its fields."""
        self.enumerators: dict[str, int] = {}
        self.records: dict[str, RecordType] = {}
        self._enums: dict[str, Type] = {}
        self._unnamed: dict[str, Type] = {}
        self._layouts: dict[str, list[tuple[int, int, list[int]]]] | None = None
        self._names = Names(self._tag, self._typedef, self._length)
        self.scope.typedefs |= {
            "__size_t": target.size_t,
            "__signed_size_t": target.intptr,
            "__ptrdiff_t": target.intptr,
            "__int128_t": INT128,
            "__uint128_t": UINT128,
        }
        if target.pointer_bits == 64:
            # The ABI's va_list: one element of a 24-byte record.
            va = RecordType("__va_list_tag", union=False)
            va.define([Field("pointer", PointerType(INT), 0)], 24, 8)
            self.scope.tags["struct __va_list_tag"] = va
            self.scope.typedefs["__builtin_va_list"] = self.of_text("struct __va_list_tag[1]")
        else:
            self.scope.typedefs["__builtin_va_list"] = self.of_text("char *")

    def open(self) -> None:
        self.scope = Scope(self.scope)

    def close(self) -> None:
        assert self.scope.outer is not None
        self.scope = self.scope.outer

    # -- from text

    def of(self, written: QualType | None) -> Type:
        if written is None:
            raise UnsupportedError("a type is missing from the syntax tree")
        text = written.text
        if written.desugared is not None and "typeof" in text:
            text = written.desugared
        return self.of_text(text)

    def of_text(self, text: str) -> Type:
        found = self.scope.cache.get(text)
        if found is None:
            found = TypeNameParser(text, self._names, self.target).parse()
            self.scope.cache[text] = found
        return found

    def _tag(self, kind: str, name: str) -> Type:
        scope: Scope | None = self.scope
        found = self._unnamed.get(name)
        if found is not None:
            return found
        while scope is not None:
            if f"{kind} {name}" in scope.tags:
                return scope.tags[f"{kind} {name}"]
            scope = scope.outer
        if kind in ("struct", "union") and ":" not in name:
            # Mentioned before any declaration of it: incomplete until declared.
            outermost = self.scope
            while outermost.outer is not None:
                outermost = outermost.outer
            record = RecordType(name, union=kind == "union")
            outermost.tags[f"{kind} {name}"] = record
            return record
        raise UnsupportedError(f"the type '{kind} {name}' is not known here")

    def _typedef(self, name: str) -> Type | None:
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.typedefs:
                return scope.typedefs[name]
            scope = scope.outer
        return None

    def _length(self, text: str) -> Expr:
        scope: Scope | None = self.scope
        while scope is not None:
            if text in scope.variables:
                return scope.variables[text]
            scope = scope.outer
        raise UnsupportedError(f"an array with the variable length '{text}' is not modelled here")

    # -- declarations

    def declare(self, node: Node) -> None:
        """Take up a record, enumeration or typedef."""
        match node.kind:
            case "RecordDecl":
                self._declare_record(node)
            case "EnumDecl":
                self._declare_enum(node)
            case "TypedefDecl":
                self._declare_typedef(node)

    def _place(self, node: Node) -> str:
        assert node.loc is not None
        return str(self.source.position(node.loc.offset))

    def _enter_tag(self, node: Node, keyword: str, type_: Type) -> None:
        if node.name:
            self.scope.tags[f"{keyword} {node.name}"] = type_
            self.scope.cache.clear()
        if node.loc is not None:
            self._unnamed[self._place(node)] = type_

    def _declare_record(self, node: Node) -> None:
        key = f"{node.tag} {node.name}"
        record: Type | None = self.records.get(node.id) or self.records.get(node.previous)
        if record is None and node.name:
            record = self.scope.tags.get(key)
            if record is None and (not node.complete or node.previous):
                try:
                    record = self._tag(node.tag, node.name)
                except UnsupportedError:
                    record = None
        if not isinstance(record, RecordType) or (record.complete and node.complete):
            label = node.name or f"<{self._place(node)}>"
            record = RecordType(label, union=node.tag == "union")
        self.records[node.id] = record
        self._enter_tag(node, node.tag, record)
        if node.complete:
            self._define_record(node, record)

    def _define_record(self, node: Node, record: RecordType) -> None:
        members: list[Member] = []
        ids: list[str] = []
        packed, align, exotic = False, 0, False
        for child in node.inner:
            match child.kind:
                case "PackedAttr":
                    packed = True
                case "AlignedAttr":
                    align = max(align, _alignment(child))
                case "MaxFieldAlignmentAttr":
                    exotic = True
                case "RecordDecl" | "EnumDecl":
                    self.declare(child)
                case "FieldDecl":
                    members.append(self._member(child))
                    ids.append(child.id)
                    exotic = exotic or self._aligned_typedef(child)
        try:
            lay_out(record, members, self.target, packed=packed, align=align)
        except IncompleteTypeError as error:
            raise UnsupportedError(str(error)) from error
        if exotic:
            self._relayout(node, record, members)
        position = 0
        for ident, member in zip(ids, members, strict=True):
            if member.name or member.bit_width is None:
                self.fields[ident] = (record, position)
                position += 1

    def _member(self, node: Node) -> Member:
        width: int | None = None
        align, packed = 0, False
        for child in node.inner:
            if child.kind == "PackedAttr":
                packed = True
            elif child.kind == "AlignedAttr":
                align = max(align, _alignment(child))
            elif child.kind == "ConstantExpr" and node.bitfield:
                width = int(str(child.value))
        return Member(node.name, self.of(node.type), width, align, packed)

    def _aligned_typedef(self, node: Node) -> bool:
        return node.type is not None and any(
            word in self._aligned for word in re.findall(r"\w+", node.type.text)
        )

    _aligned: frozenset[str] = frozenset()

    def _relayout(self, node: Node, record: RecordType, members: list[Member]) -> None:
        """Take the layout from clang: the tree does not hold the argument of `#pragma pack`."""
        if self._layouts is None:
            self._layouts = _parse_layouts(record_layouts(self.source.text, self.target.model, self.standard))
        place = self._place(node)
        named = f"{node.tag} {node.name}" if node.name else place
        for name, layouts in self._layouts.items():
            if name == named or (not node.name and place in name):
                size, align, offsets = layouts[0]
                break
        else:
            raise UnsupportedError(f"the layout of {record} is not known")
        fields = []
        for member, offset in zip(members, offsets, strict=True):
            if member.name or member.bit_width is None:
                bits = offset if member.bit_width is not None else 0
                fields.append(Field(member.name, member.type, offset // 8, bits, member.bit_width))
        record.complete = False
        record.define(fields, size, align)

    def _declare_enum(self, node: Node) -> None:
        value = -1
        low, high = 0, 0
        packed = any(child.kind == "PackedAttr" for child in node.inner)
        for child in node.inner:
            if child.kind == "EnumConstantDecl":
                explicit = [inner for inner in child.inner if inner.kind in ("ConstantExpr", "ImplicitCastExpr")]
                value = _constant_value(explicit[0]) if explicit else value + 1
                self.enumerators[child.id] = value
                low, high = min(low, value), max(high, value)
        if node.underlying is not None:
            type_ = self.of(node.underlying)
        elif packed:
            width = next(w for w in (8, 16, 32, 64) if IntType(w, low < 0).maximum >= high)
            type_ = IntType(width, low < 0)
        elif low < 0:
            type_ = INT if low >= INT.minimum and high <= INT.maximum else LLONG
        else:
            type_ = UINT if high <= UINT.maximum else ULLONG
        self._enums[node.id] = type_
        self._enter_tag(node, "enum", type_)

    def _declare_typedef(self, node: Node) -> None:
        try:
            type_ = self.of(node.type)
        except UnsupportedError:
            owned = node.inner[0].decl if node.inner else None
            named = None if owned is None else self.records.get(owned.id) or self._enums.get(owned.id)
            if named is None:
                return  # an error only if it is used
            type_ = named
        inner = node.inner[0] if node.inner else None
        if inner is not None and inner.decl is not None and not inner.decl.name:
            # clang calls an unnamed record or enumeration by its first typedef.
            real = self.records.get(inner.decl.id)
            if real is not None:
                type_ = real
                key = f"{'union' if real.union else 'struct'} {node.name}"
                if real.name.startswith("<"):
                    real.name = node.name
            else:
                key = f"enum {node.name}"
            self.scope.tags[key] = type_
        if any(child.kind == "AlignedAttr" for child in node.inner):
            self._aligned = self._aligned | {node.name}
        self.scope.typedefs[node.name] = type_
        self.scope.cache.clear()


def _alignment(node: Node) -> int:
    return int(str(node.inner[0].value)) if node.inner and node.inner[0].value is not None else 16


def _constant_value(node: Node) -> int:
    while node.value is None and node.inner:
        node = node.inner[0]
    return int(str(node.value))


def _parse_layouts(text: str) -> dict[str, list[tuple[int, int, list[int]]]]:
    result: dict[str, list[tuple[int, int, list[int]]]] = {}
    pattern = re.compile(
        r"Type: (?P<name>[^\n]*)\n.*?Size:(?P<size>\d+).*?Alignment:(?P<align>\d+)"
        r".*?FieldOffsets: \[(?P<offsets>[^\]]*)\]",
        re.S,
    )
    for match in pattern.finditer(text):
        offsets = [int(part) for part in match["offsets"].split(",") if part.strip()]
        layout = (int(match["size"]) // 8, int(match["align"]) // 8, offsets)
        result.setdefault(match["name"].strip(), []).append(layout)
    return result
