"""Bytes that an assignment leaves open: padding, and of a union what its member does not cover.

After a value is stored in a record, or in a member of it, the bytes between its members hold any value;
after a member of a union is stored, so do the bytes of the others that it does not share (C11 6.2.6.1p6, p7).
Here these bytes take any value, from the input vector, and in the native run the same one: the text for that
is put behind the declaration or around the assignment. Between members that is done only for records that the
program sees as bytes (`byte_views`); nobody else can tell.

Compilers that store a member store nothing else, and programs rely on it that look at a union by several
members. So the native run leaves these bytes alone after such a store: what fails only if they change is
neither proved nor violated. Under the conventions of SV-COMP it is done as compilers do it, and said. Anyway
so: stores through a pointer to a member, which is said where one is made, and the first value of static
objects.
"""

from __future__ import annotations

from dovetail.frontend.byte_views import ANY
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Memory, Place
from dovetail.frontend.native_edits import Insertion
from dovetail.frontend.storage import Storage
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import Expr, const
from dovetail.program.statements import Assign, HavocMemory
from dovetail.program.types import CHAR, ArrayType, PointerType, RecordType, Type

Gap = tuple[int, int]
"""An offset, and so many bytes."""
MOST_GAPS = 32
REST = "rest of a record"
"""The name of the input that these bytes are after a store to a member."""
_REST_IS_LEFT = (
    "a store to a member is taken to leave the padding around it, and the rest of its union, as it was: "
    "compilers do so, C does not ask for it"
)
_REST_IS_LEFT_BEHIND = (
    "a store through a pointer to a member is taken to leave the padding around it, and the rest of its "
    "union, as it was: C does not ask for it"
)
_BITS_ARE_LEFT = (
    "a store to a bit-field is taken to leave bits around it that belong to no member as they were: "
    "compilers do so, C does not ask for it"
)
_CHANGES = frozenset("CallExpr CompoundAssignOperator StmtExpr VAArgExpr AtomicExpr".split())


class Padding(Storage):
    """What is left open by a store."""

    def seen_as_bytes(self, record: RecordType) -> bool:
        names = self.linkage.byte_views
        return bool(names) and (ANY in names or record.name in names or record.name.startswith("<"))

    def padding(self, type_: Type) -> list[Gap]:
        """The bytes of a type that belong to no member, if the program can tell what they hold."""
        if isinstance(type_, ArrayType):
            step, inner = self.types.size(type_.element), self.padding(type_.element)
            if inner and (type_.count or 0) * len(inner) > MOST_GAPS:
                raise UnsupportedError(f"the padding of a large array of {type_.element} is not modelled")
            return [(i * step + at, n) for i in range(type_.count or 0) for at, n in inner]
        if not isinstance(type_, RecordType):
            return []
        found: list[Gap] = []
        covered = bytearray(type_.size)
        bits = [0] * type_.size
        for field in type_.fields:
            if field.bit_width is not None:
                for bit in range(field.bit_offset, field.bit_offset + field.bit_width):
                    bits[bit // 8] |= 1 << bit % 8
                continue
            size = self.types.size(field.type) if not _flexible(field.type) else 0
            covered[field.offset : field.offset + size] = b"\1" * size
            if not type_.union:
                found += [(field.offset + at, n) for at, n in self.padding(field.type)]
        if not self.seen_as_bytes(type_):
            return found
        if any(0 < mask < 255 and not covered[at] for at, mask in enumerate(bits)) and not type_.union:
            raise UnsupportedError(f"the unused bits of {type_}, which is seen as bytes, are not modelled")
        return sorted(found + _runs([not c and not mask for c, mask in zip(covered, bits, strict=True)]))

    def _padding_around(self, record: RecordType) -> list[Gap]:
        """The same where only a member is stored. In a record of bit-fields alone, a view of bytes or words,
        the bits that are no member's are left as they were, which is said."""
        try:
            return self.padding(record)
        except UnsupportedError:
            if any(one.bit_width is None for one in record.fields):
                raise
        self.linkage.assumption(self.build.position, _BITS_ARE_LEFT, once=True)
        return []

    def uncovered(self, record: RecordType, size: int) -> list[Gap]:
        """What a member of this size leaves open of a union."""
        return [(size, record.size - size)] if size < record.size else []

    def _flexible_part(self, type_: Type) -> list[Gap]:
        """Elements of a flexible array that lie inside of its record's size: an assignment of the whole may
        copy them, or not (C11 6.7.2.1p18). A store to another member leaves them alone."""
        last = type_.fields[-1] if isinstance(type_, RecordType) and type_.fields else None
        if last is None or not _flexible(last.type):
            return []
        assert isinstance(type_, RecordType)
        return [(last.offset, type_.size - last.offset)] if last.offset < type_.size else []

    # -- stores

    def left_open(self, node: Node) -> list[tuple[str, Node, bool, list[Gap]]]:
        """What a store to an lvalue leaves open: for each record that it is, or is a part of, the text of an
        lvalue for the record, its node (or that of a pointer to it: then True), and the gaps."""
        node = strip(node)
        whole = self.type_of(node)
        found = [(self._text(node), node, False, sorted({*self.padding(whole), *self._flexible_part(whole)}))]
        while True:
            if node.kind == "ArraySubscriptExpr":
                array = strip(node.inner[0])
                if array.kind != "ImplicitCastExpr" or array.cast_kind != "ArrayToPointerDecay":
                    break
                node = strip(array.inner[0])
                continue
            member = self.types.fields.get(node.member) if node.kind == "MemberExpr" else None
            if member is None:
                break
            record, index = member
            field = record.fields[index]
            gaps = self._padding_around(record)
            if record.union and field.bit_width is None and not _flexible(field.type):
                gaps = sorted({*gaps, *self.uncovered(record, self.types.size(field.type))})
            base = strip(node.inner[0])
            text = f"*({self._text(base)})" if node.arrow else self._text(base)
            found.append((text, base, node.arrow, gaps))
            if node.arrow:
                break
            node = base
        return [one for one in found if one[3]]

    def say_pointed_to(self, node: Node) -> None:
        """A pointer to a member is made: whoever stores there does not know what is around it."""
        node = strip(node)
        if node.kind not in ("MemberExpr", "ArraySubscriptExpr") or self.unit.library:
            return
        try:
            found = self.left_open(node)
        except UnsupportedError:  # said where something is stored
            return
        if any(base is not node for _, base, _, _ in found):
            self.linkage.assumption(self.build.position, _REST_IS_LEFT_BEHIND, once=True)

    def _text(self, node: Node) -> str:
        return " ".join(self.unit.source.slice(node.offset, node.end).split())

    def spoil_around(self, node: Node, target: Node) -> None:
        """After the store that an assignment expression makes: what it leaves open takes any value."""
        if self.unit.library:
            return
        found = self.left_open(target)
        taken: list[str] = []
        holder = ""
        for text, base, pointer, gaps in found:
            if base is not strip(target) and self.linkage.conventions.svcomp:
                self.linkage.assumption(self.build.position, _REST_IS_LEFT, once=True)
                continue
            if any(n.kind in _CHANGES or n.opcode in ("=", "++", "--") for n in base.walk()):
                raise UnsupportedError("a store to a part of a record that is looked for by a side effect")
            if pointer:
                address = self.value(base)
            else:
                place = self.place(base)
                if not isinstance(place, Memory):
                    continue
                address = place.address
            whole = base is strip(target)
            holder = self._spoil(address, gaps, holder, "padding" if whole else REST)
            take = _take if whole else _pass_over
            taken += (take(text, gap) for gap in gaps)
        if taken:
            opening = Insertion(self.unit.index, node.offset, "({ __auto_type __dovetail_v = (")
            ending = f"); {' '.join(taken)} __dovetail_v; }})"
            closing = Insertion(self.unit.index, node.end, ending)
            self.linkage.native.insertion(self.build.name, holder, [opening, closing])

    def spoil_named(self, name: str, address: Expr, gaps: list[Gap], unit: int, offset: int) -> None:
        """The same for a whole variable, with the text at an offset."""
        holder = self._spoil(address, gaps, "")
        text = "".join(f" {_take(name, gap)}" for gap in gaps)
        self.linkage.native.insertion(self.build.name, holder, [Insertion(unit, offset, text)])

    def _spoil(self, address: Expr, gaps: list[Gap], holder: str, name: str = "padding") -> str:
        for at, count in gaps:
            pointer = self.build.variable(PointerType(CHAR))
            self.emit(Assign(pointer, self.byte_offset(address, at, CHAR)))
            self.emit(HavocMemory(pointer, const(self.target.size_t, count), name))
            holder = holder or pointer.name
        return holder

    # Supplied by the classes that build on this one.

    def value(self, node: Node) -> Expr:
        """The value of an expression of scalar type."""
        raise NotImplementedError

    def place(self, node: Node) -> Place:
        """The object that an lvalue designates."""
        raise NotImplementedError


def _take(lvalue: str, gap: Gap) -> str:
    return f"__dovetail_uninitialised((char *)&({lvalue}) + {gap[0]}, {gap[1]});"


def _pass_over(lvalue: str, gap: Gap) -> str:
    """The input is taken, and goes nowhere."""
    return f"{{ char __dovetail_gap[{gap[1]}]; __dovetail_uninitialised(__dovetail_gap, {gap[1]}); }}"


def _flexible(type_: Type) -> bool:
    return isinstance(type_, ArrayType) and not type_.count


def _runs(marked: list[bool]) -> list[Gap]:
    """The stretches of marked bytes."""
    found: list[Gap] = []
    for at, mark in enumerate(marked):
        if mark and found and sum(found[-1]) == at:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        elif mark:
            found.append((at, 1))
    return found
