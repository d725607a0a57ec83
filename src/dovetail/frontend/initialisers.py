"""Initialisers: braces, designators (which clang has resolved), strings, whole records."""

from __future__ import annotations

from dovetail.frontend.constants import is_constant_type
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.intrinsics import Intrinsics
from dovetail.frontend.linkage import Bits, Memory, Place
from dovetail.frontend.literals import string_units
from dovetail.frontend.padding import MOST_GAPS, Gap
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import Const, Expr, const
from dovetail.program.statements import Copy, Fill
from dovetail.program.types import UCHAR, ArrayType, IntType, RecordType, Type, is_scalar


class Initialisers(Intrinsics):
    """Giving an object its first value."""

    def initialise(self, place: Place, node: Node, *, zeroed: bool) -> None:
        """Write the value of an initialiser. `zeroed`: the object holds zero bytes already."""
        type_ = self.place_type(place)
        stripped = strip(node)
        if is_scalar(type_):
            value = self.value(node)
            if not (zeroed and isinstance(value, Const) and value.value == 0):
                self.write(place, value)
            return
        if not isinstance(place, Memory):
            raise UnsupportedError(f"an initialiser for {type_} is not modelled")
        if stripped.kind in ("InitListExpr", "ImplicitValueInitExpr"):
            if not zeroed and self._leaves_gaps(stripped, type_):
                self.zero_fill(place.address, type_)
                zeroed = True
            self._braced(place, stripped, zeroed)
        elif isinstance(type_, ArrayType):
            self._string(place, stripped)
        else:
            self.copy(place.address, self.aggregate(node), type_)

    def begin(self, place: Place, node: Node) -> None:
        """Give a new object its first value: the one that may be written although it is constant."""
        around = self.initialised
        self.initialised = place.address if isinstance(place, Memory) else None
        self.initialise(place, node, zeroed=False)
        self.initialised = around

    def zero_fill(self, address: Expr, type_: Type) -> None:
        self.emit(Fill(address, const(UCHAR, 0), self.size_of(type_), type_))

    def _leaves_gaps(self, node: Node, type_: Type) -> bool:
        """Is there something that the list does not name (or a bit-field, whose neighbours must be known)?"""
        if node.kind == "ImplicitValueInitExpr" or node.filler is not None:
            return True
        if isinstance(type_, RecordType) and type_ in self.types.vectors:
            return len(node.inner) < self.types.vectors[type_][1]
        if isinstance(type_, RecordType):
            if type_.union or any(field.bit_width is not None for field in type_.fields):
                return True
            if len(node.inner) < len(type_.fields):
                return True
        if isinstance(type_, ArrayType) and len(node.inner) < (type_.count or 0):
            return True
        return any(
            self._leaves_gaps(child, self.type_of(child))
            for child in map(strip, node.inner)
            if child.kind in ("InitListExpr", "ImplicitValueInitExpr")
        )

    def _braced(self, place: Memory, node: Node, zeroed: bool) -> None:
        if node.kind == "ImplicitValueInitExpr":
            if not zeroed:
                self.zero_fill(place.address, place.type)
            return
        type_ = place.type
        if isinstance(type_, ArrayType):
            items = node.filler[1:] if node.filler is not None else node.inner
            if (
                len(items) == 1
                and strip(items[0]).kind == "StringLiteral"
                and isinstance(type_.element, IntType)
            ):
                self._string(place, strip(items[0]))
                return
            step = self.types.size(type_.element)
            for index, item in enumerate(items):
                if strip(item).kind == "ImplicitValueInitExpr" and zeroed:
                    continue
                address = self.byte_offset(place.address, index * step, type_.element)
                self.initialise(Memory(address, type_.element), item, zeroed=zeroed)
            return
        if isinstance(type_, RecordType) and type_ in self.types.vectors:
            element, _ = self.types.vectors[type_]
            step = self.types.size(element)
            for index, item in enumerate(node.inner):
                address = self.byte_offset(place.address, index * step, element)
                self.initialise(Memory(address, element), item, zeroed=zeroed)
            return
        if not isinstance(type_, RecordType):
            raise UnsupportedError(f"a braced initialiser for {type_} is not modelled")
        if type_.union:
            if node.union_field is not None and node.inner:
                found = self.types.fields.get(node.union_field.id)
                if found is None:
                    raise UnsupportedError(f"the member '{node.union_field.name}' is not known")
                self._initialise_field(place, found[1], node.inner[0], zeroed)
            return
        for index, item in enumerate(node.inner):
            if strip(item).kind == "ImplicitValueInitExpr" and zeroed:
                continue
            self._initialise_field(place, index, item, zeroed)

    def _initialise_field(self, place: Memory, index: int, item: Node, zeroed: bool) -> None:
        record = place.type
        assert isinstance(record, RecordType)
        field = record.fields[index]
        inner: Place
        if field.bit_width is not None:
            inner = Bits(place.address, field, record)
        else:
            type_ = field.type
            if isinstance(type_, ArrayType) and type_.count is None:
                type_ = self.type_of(item)  # a flexible array member takes the size of its initialiser
            inner = Memory(self.byte_offset(place.address, field.offset, type_), type_)
        self.initialise(inner, item, zeroed=zeroed)

    def _string(self, place: Memory, node: Node) -> None:
        if node.kind == "PredefinedExpr":
            node = node.inner[0]
        if node.kind != "StringLiteral" or not isinstance(place.type, ArrayType):
            raise UnsupportedError(f"an array initialised by {node.kind} is not modelled")
        element = place.type.element
        if not isinstance(element, IntType):
            raise UnsupportedError(f"an array of {element} initialised by a string is not modelled")
        units = string_units(str(node.value))
        count = place.type.count if place.type.count is not None else len(units) + 1
        source = self.linkage.string_object(units[:count], element, count)
        self.emit(Copy(place.address, source, self.size_of(ArrayType(element, count)), place.type))

    def initialised_gaps(self, node: Node, type_: Type, *, padding: bool = True) -> list[Gap]:
        """The bytes of an object that its initialiser leaves open; without `padding`, those of unions."""
        node = strip(node)
        gaps = set(self.padding(type_) if padding else ())
        if node.kind != "InitListExpr" or (isinstance(type_, RecordType) and type_ in self.types.vectors):
            return sorted(gaps)
        if isinstance(type_, ArrayType):
            step = self.types.size(type_.element)
            items = node.filler[1:] if node.filler is not None else node.inner
            for index, item in enumerate(items):
                if strip(item).kind == "InitListExpr":
                    inner = self.initialised_gaps(item, type_.element, padding=padding)
                    gaps.update((index * step + at, count) for at, count in inner)
        elif isinstance(type_, RecordType):
            named: list[tuple[int, Node]] = list(enumerate(node.inner))
            if type_.union:
                found = self.types.fields.get(node.union_field.id) if node.union_field is not None else None
                named = [(found[1], node.inner[0])] if found is not None and node.inner else []
            for index, item in named:
                field = type_.fields[index]
                if field.bit_width is not None:
                    continue
                if type_.union:
                    gaps.update(self.uncovered(type_, self.types.size(field.type)))
                inner = self.initialised_gaps(item, field.type, padding=padding)
                gaps.update((field.offset + at, count) for at, count in inner)
        if len(gaps) > MOST_GAPS:
            raise UnsupportedError("an initialiser that leaves so many bytes open is not modelled")
        return sorted(gaps)

    def compound_literal(self, node: Node) -> Place:
        """`(T){…}`: an unnamed object of the enclosing block."""
        type_ = self.type_of(node)
        constant = self.is_constant(node)
        place = Memory(self.block_object(type_, "literal", constant=constant), type_)
        if constant:
            self.linkage.constant_literals[place.address] = type_
        self.begin(place, node.inner[0])
        self._require_nothing_open(node.inner[0], type_, padding=True)
        return place

    def literal_value(self, node: Node) -> Place:
        """The value of a braced list or of a compound literal, in an object that nobody else sees."""
        type_ = self.type_of(node)
        place = Memory(self.new_object(type_, "literal"), type_)
        initialiser = node.inner[0] if node.kind == "CompoundLiteralExpr" else node
        self.initialise(place, initialiser, zeroed=False)
        self._require_nothing_open(initialiser, type_, padding=False)
        return place

    def _require_nothing_open(self, initialiser: Node, type_: Type, *, padding: bool) -> None:
        """Of a compound literal; where only its value is wanted nobody sees its padding."""
        if self.unit.library or is_scalar(type_):
            return
        if self.initialised_gaps(initialiser, type_, padding=padding):
            raise UnsupportedError("the bytes that a compound literal leaves open are not modelled")

    def is_constant(self, node: Node) -> bool:
        """Is the object that a declaration or a compound literal makes one that must not be written?"""
        return node.type is not None and is_constant_type(node.type, self.types)
