"""Scopes of names in a translation unit, and the types declared in them.

Tags and typedefs are found by name from the inside out, as in C; members and enumerators by the identity
that clang gives their declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType

from dovetail.frontend.clang import record_layouts
from dovetail.frontend.constants import is_constant_type
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.flags import NO_FLAGS, Flags
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node, QualType, bare
from dovetail.frontend.typenames import Names, TypeNameParser
from dovetail.program.expressions import Expr, const
from dovetail.program.types import (
    INT,
    INT128,
    LLONG,
    UINT,
    UINT128,
    ULLONG,
    ArrayType,
    Field,
    FloatType,
    IncompleteTypeError,
    IntType,
    Member,
    PointerType,
    RecordType,
    Target,
    Type,
    lay_out,
)
from dovetail.quick_dataclass import dataclass


@dataclass(slots=True)
class Scope:
    outer: Scope | None
    tags: dict[str, Type] = field(default_factory=dict)
    typedefs: dict[str, Type] = field(default_factory=dict)
    variables: dict[str, Expr] = field(default_factory=dict)
    """Lengths of variable-length arrays, by name."""
    not_modelled: dict[str, str] = field(default_factory=dict)
    """Typedefs of types that are not modelled, with the reason: an error only where they are used."""
    cache: dict[str, Type] = field(default_factory=dict)

    @property
    def declares_types(self) -> bool:
        return bool(self.tags or self.typedefs or self.not_modelled)


class Types:
    """Every type of one translation unit. `scope` is the innermost one while a function is being lowered."""

    def __init__(
        self,
        source: Source,
        target: Target,
        standard: str,
        renamed: Mapping[str, QualType],
        flags: Flags = NO_FLAGS,
        refused: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.source = source
        self.target = target
        self.standard = standard
        self.flags = flags
        self._renamed = renamed
        self._refused = refused
        """Why records are not modelled, by the identity of their declarations."""
        self.scope = Scope(None)
        self.fields: dict[str, tuple[RecordType, int]] = {}
        """By the identity of a member's declaration: the record, and which of its fields."""
        self.enumerators: dict[str, int] = {}
        self.records: dict[str, RecordType] = {}
        self._enums: dict[str, Type] = {}
        self._by_place: dict[str, Type | None] = {}
        """Unnamed types by where they are declared, which is what clang calls them; None where a file that is
        included twice has declared two types at one place."""
        self._why_incomplete: dict[RecordType, str] = {}
        self.is_fixed_length: Callable[[str], bool] = lambda _: False
        """Does a variable of the function being lowered keep its value, so that it can stand for a length?"""
        self._outside: dict[int, Scope] = {}
        self._aligned: set[str] = set()
        """Typedefs with an alignment of their own."""
        self._constant: set[str] = set()
        """Typedefs of what must not be written."""
        self._layouts: dict[str, set[Layout]] | None = None
        self.vectors: dict[RecordType, tuple[Type, int]] = {}
        """What a vector has as elements, and how many: a vector is a record with an array in it."""
        self._vectors: dict[tuple[Type, int], RecordType] = {}
        self._names = Names(self._tag, self._typedef, self._length, self._vector)
        self._declared_names = Names(
            self._tag, self._typedef, lambda _: const(target.size_t, 0), self._vector
        )
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
        outside = self._outside.get(id(written)) if self._outside else None
        if outside is None:
            return self.of_text(text)
        here, self.scope = self.scope, outside
        try:
            return self.of_text(text)
        finally:
            self.scope = here

    def look_up_from(self, written: QualType, scope: Scope) -> None:
        """This type is to be looked up in an outer scope: what it names is hidden where it stands."""
        self._outside.setdefault(id(written), scope)

    def of_text(self, text: str) -> Type:
        # A scope without types of its own has nothing to say, except on the lengths of arrays.
        scope = self.scope
        while scope.outer is not None and not scope.declares_types and "[" not in text:
            scope = scope.outer
        found = scope.cache.get(text)
        if found is None:
            found = TypeNameParser(text, self._names, self.target, self.flags.unsigned_char).parse()
            scope.cache[text] = found
        return found

    def of_declared(self, written: QualType | None) -> Type:
        """The type of a function or parameter as its caller sees it: the lengths of variable-length arrays,
        which only the callee knows, play no part."""
        if written is None:
            raise UnsupportedError("a type is missing from the syntax tree")
        names, unsigned = self._declared_names, self.flags.unsigned_char
        return TypeNameParser(written.text, names, self.target, unsigned).parse()

    def size(self, type_: Type) -> int:
        """The size in bytes; unsupported where there is none."""
        try:
            return self.target.size(type_)
        except IncompleteTypeError as error:
            base = type_
            while isinstance(base, ArrayType):
                base = base.element
            why = self._why_incomplete.get(base) if isinstance(base, RecordType) else None
            raise UnsupportedError(why or str(error)) from error

    def has_own_alignment(self, written: QualType) -> bool:
        """Is it, or is it made of, a typedef with an alignment attribute?"""
        return any(word in self._aligned for word in re.findall(r"\w+", written.text))

    def has_constant_name(self, text: str) -> bool:
        """Is there a typedef of what must not be written among the words of a type?"""
        return any(word in self._constant for word in re.findall(r"\w+", text))

    def knows(self, name: str) -> bool:
        """Is there a tag (`struct S`) or a typedef of this name in sight?"""
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.tags or name in scope.typedefs or name in scope.not_modelled:
                return True
            scope = scope.outer
        return False

    def why_unknown(self, member: str) -> str:
        """Why nothing is known of a member."""
        reasons = list(dict.fromkeys(self._why_incomplete.values()))
        return f"the member '{member}' is not known" + (f": {reasons[0]}" if len(reasons) == 1 else "")

    def bit_field(self, node: Node) -> Field | None:
        """The bit-field that an expression has the value of."""
        node = bare(node)
        while node.opcode in ("=", ",", "++", "--") or node.kind == "CompoundAssignOperator":
            node = bare(node.inner[1 if node.opcode == "," else 0])
        found = self.fields.get(node.member) if node.kind == "MemberExpr" else None
        return None if found is None else found[0].fields[found[1]]

    def _tag(self, kind: str, name: str) -> Type:
        scope: Scope | None = self.scope
        if name in self._by_place:
            found = self._by_place[name]
            if found is None:
                raise UnsupportedError(f"two types without a name are declared at {name}")
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
            if name in scope.not_modelled:
                raise UnsupportedError(scope.not_modelled[name])
            scope = scope.outer
        # The value of a statement expression may have a type that was given a name inside of it.
        return self.of(self._renamed[name]) if name in self._renamed else None

    def _vector(self, element: Type, count: int) -> Type:
        if not isinstance(element, (IntType, FloatType)) or self.target.size(element) > 8:
            raise UnsupportedError(f"a vector of {element} is not modelled")
        if (element, count) not in self._vectors:
            size = self.target.size(element) * count
            if size & (size - 1):
                raise UnsupportedError(f"a vector of {count} {element} is not modelled")
            made = RecordType(f"vector of {count} {element}", union=False)
            made.define([Field("elements", ArrayType(element, count), 0)], size, size)
            self._vectors[element, count] = made
            self.vectors[made] = (element, count)
        return self._vectors[element, count]

    def _length(self, text: str) -> Expr:
        scope: Scope | None = self.scope
        while scope is not None:
            if text in scope.variables and self.is_fixed_length(text):
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
        elif node.loc is not None:
            place = self._place(node)
            clash = self._by_place.get(place, type_) != type_
            self._by_place[place] = None if clash else type_

    def _declare_record(self, node: Node) -> None:
        key = f"{node.tag} {node.name}"
        record: Type | None = self.records.get(node.id) or self.records.get(node.previous)
        if record is None and node.name:
            record = self.scope.tags.get(key)
            if record is None and node.previous:
                # Declared by being mentioned, as in `struct S *p;`, which the tree does not show.
                record = self._tag(node.tag, node.name)
        if not isinstance(record, RecordType) or (record.complete and node.complete):
            # Without the folder: the same program elsewhere has the same types.
            label = node.name or f"<{self._place(node).rpartition('/')[2]}>"
            record = RecordType(label, union=node.tag == "union")
        self.records[node.id] = record
        self._enter_tag(node, node.tag, record)
        if node.complete:
            self._define_record(node, record)

    def _define_record(self, node: Node, record: RecordType) -> None:
        try:
            self._complete_record(node, record)
        except UnsupportedError as error:
            self._why_incomplete[record] = error.reason

    def _complete_record(self, node: Node, record: RecordType) -> None:
        if node.id in self._refused:
            raise UnsupportedError(self._refused[node.id])
        members: list[Member] = []
        ids: list[str] = []
        packed, align, exotic = False, 0, False
        for child in node.inner:
            match child.kind:
                case "PackedAttr":
                    packed = True
                case "AlignedAttr":
                    given = _alignment(child)
                    align, exotic = max(align, given or 0), exotic or given is None
                case "MaxFieldAlignmentAttr" | "MSStructAttr":
                    exotic = True
                case "RecordDecl" | "EnumDecl":
                    self.declare(child)
                case "FieldDecl":
                    member, plain = self._member(child)
                    members.append(member)
                    ids.append(child.id)
                    exotic = exotic or not plain
        for member in members:
            flexible = isinstance(member.type, ArrayType) and member.type.count is None
            self.size(member.type.element if flexible and isinstance(member.type, ArrayType) else member.type)
        if exotic:
            self._take_layout(node, record, members)
        else:
            lay_out(record, members, self.target, packed=packed, align=align)
        position = 0
        for ident, member in zip(ids, members, strict=True):
            if member.name or member.bit_width is None:
                self.fields[ident] = (record, position)
                position += 1

    def _member(self, node: Node) -> tuple[Member, bool]:
        """The member, and whether its layout can be told from the tree."""
        width: int | None = None
        align, packed, plain = 0, False, True
        for child in node.inner:
            if child.kind == "PackedAttr":
                packed = True
            elif child.kind == "AlignedAttr":
                given = _alignment(child)
                align, plain = max(align, given or 0), plain and given is not None
            elif child.kind == "ConstantExpr" and node.bitfield:
                width = int(str(child.value))
        plain = plain and node.type is not None and not self.has_own_alignment(node.type)
        return Member(node.name, self.of(node.type), width, align, packed), plain

    def _take_layout(self, node: Node, record: RecordType, members: list[Member]) -> None:
        """Take the layout from clang: the tree does not hold the argument of `#pragma pack` or of
        `_Alignas(type)`."""
        if self._layouts is None:
            self._layouts = parse_layouts(self._dumped_layouts())
        named = f"{node.tag} {node.name}"
        if not node.name:
            ending = f" at {self._place(node)})"
            named = next((name for name in self._layouts if name.endswith(ending)), named)
        found = self._layouts.get(named, set())
        if len(found) != 1 or len(members) != len(min(found)[2]):
            raise UnsupportedError(f"the layout of {record} is not known")
        size, align, offsets = min(found)
        fields = []
        for member, offset in zip(members, offsets, strict=True):
            if member.name or member.bit_width is None:
                bits = offset if member.bit_width is not None else 0
                fields.append(Field(member.name, member.type, offset // 8, bits, member.bit_width))
        record.define(fields, size, align)

    def _dumped_layouts(self) -> str:
        return record_layouts(self.source.text, self.target.model, self.standard, self.flags)

    def _declare_enum(self, node: Node) -> None:
        value = -1
        low, high = 0, 0
        packed = self.flags.short_enums or any(child.kind == "PackedAttr" for child in node.inner)
        for child in node.inner:
            if child.kind == "EnumConstantDecl":
                explicit = [
                    inner for inner in child.inner if inner.kind in ("ConstantExpr", "ImplicitCastExpr")
                ]
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
        owned = node.inner[0].decl if node.inner else None
        named = None if owned is None else self.records.get(owned.id) or self._enums.get(owned.id)
        unnamed = owned is not None and not owned.name and named is not None
        self.scope.cache.clear()
        try:
            type_ = named if unnamed and named is not None else self.of(node.type)
        except UnsupportedError as error:
            self.scope.not_modelled[node.name] = error.reason
            return
        if unnamed:
            # clang calls an unnamed record or enumeration by its first typedef.
            key = f"enum {node.name}"
            if isinstance(named, RecordType):
                key = f"{'union' if named.union else 'struct'} {node.name}"
                if named.name.startswith("<"):
                    named.name = node.name
            self.scope.tags[key] = type_
        aligned = any(child.kind == "AlignedAttr" for child in node.inner)
        if aligned or (node.type is not None and self.has_own_alignment(node.type)):
            self._aligned.add(node.name)
        if node.type is not None and is_constant_type(node.type, self):
            self._constant.add(node.name)
        self.scope.typedefs[node.name] = type_


Layout = tuple[int, int, tuple[int, ...]]
"""Size and alignment in bytes, and the offsets of all members in bits."""


def _alignment(node: Node) -> int | None:
    """What an alignment attribute asks for. `_Alignas(type)` keeps its argument to itself."""
    return int(str(node.inner[0].value)) if node.inner and node.inner[0].value is not None else None


def _constant_value(node: Node) -> int:
    while node.value is None and node.inner:
        node = node.inner[0]
    return int(str(node.value))


def parse_layouts(text: str) -> dict[str, set[Layout]]:
    result: dict[str, set[Layout]] = {}
    pattern = re.compile(
        r"Type: (?P<name>[^\n]*)\n.*?Size:(?P<size>\d+).*?Alignment:(?P<align>\d+)"
        r".*?FieldOffsets: \[(?P<offsets>[^\]]*)\]",
        re.S,
    )
    for match in pattern.finditer(text):
        offsets = tuple(int(part) for part in match["offsets"].split(",") if part.strip())
        layout = (int(match["size"]) // 8, int(match["align"]) // 8, offsets)
        result.setdefault(match["name"].strip(), set()).add(layout)
    return result
