"""`sizeof`, `_Alignof`, `offsetof` and the traits of types: numbers that the layout gives."""

from __future__ import annotations

import re

from dovetail.frontend.conditions import Conditions
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import Binary, Const, Expr, const
from dovetail.program.types import INT, ArrayType, FloatType, IntType, RecordType, Type

_NUMBER = re.compile(r"0x[0-9a-f]+")
"""The identity of a declaration; one type may have two, and two types may have one name."""
_SUGAR = frozenset("TypedefType TypeOfExprType TypeOfType ElaboratedType ParenType UsingType".split())


def _structure(node: Node, *, outermost: bool = True) -> str | None:
    """A type, spelled so that two are the same if and only if they are compatible; None where that is not
    so easily said (enumerations, arrays, functions)."""
    while node.kind in _SUGAR or (node.kind == "QualType" and outermost):
        node = node.inner[-1]
    match node.kind:
        case "BuiltinType" if node.type is not None:
            return node.type.text
        case "RecordType" if node.decl is not None:
            return f"{node.decl.id} {node.decl.name}"
        case "PointerType":
            inside = _structure(node.inner[0], outermost=False)
            return f"({inside}) *" if inside is not None else None
        case "QualType":
            inside = _structure(node.inner[0], outermost=False)
            # A typedef may qualify it once more.
            plain = inside is not None and not inside.startswith(("const", "volatile", "restrict"))
            return f"{node.qualifiers} {inside}" if plain else None
        case _:
            return None


class Sizes(Conditions):
    """Operators on types."""

    def size_or_align(self, node: Node) -> Expr:
        operand = strip(node.inner[0]) if node.inner else None
        written = node.argument_type or (operand.type if operand is not None else None)
        type_ = self.types.of(written)
        if operand is not None:
            self.say_pretty(operand)
        if node.name == "sizeof":
            size = self.size_of(type_)
            if operand is not None and not isinstance(size, Const) and self.has_effects(operand):
                raise UnsupportedError("sizeof of a variable-length array with effects is not modelled")
            return size
        if node.name not in ("alignof", "__alignof", "preferred_alignof"):
            raise UnsupportedError(f"{node.name} is not modelled")
        if written is not None and self.types.has_own_alignment(written):
            raise UnsupportedError("the alignment of a type with an alignment attribute is not modelled")
        if operand is not None:
            self._require_usual_alignment(operand)
        if isinstance(type_, ArrayType | RecordType):
            self.types.size(type_)
        wide = isinstance(type_, (IntType, FloatType)) and self.target.size(type_) == 8
        if wide and (operand is not None or node.name != "alignof"):
            # What the compiler likes best; i386 needs only 4 bytes for these, and likes 8.
            return const(self.target.size_t, 8)
        return const(self.target.size_t, self.target.align(type_))

    def _require_usual_alignment(self, operand: Node) -> None:
        """A declaration can have an alignment of its own, or be packed."""
        own = operand.referenced is not None and operand.referenced.id in self.unit.own_alignment
        if operand.kind == "MemberExpr" or own:
            raise UnsupportedError("the alignment of this expression is not modelled")

    def type_trait(self, node: Node) -> Expr:
        if isinstance(node.value, bool):
            return const(INT, int(node.value))
        if self.unit.source.slice(node.offset, node.end).startswith("__builtin_types_compatible_p"):
            left, right = (_structure(child) for child in node.inner)
            if left is not None and right is not None:
                if left == right or _NUMBER.sub("", left) != _NUMBER.sub("", right):
                    return const(INT, int(left == right))
        raise UnsupportedError("a comparison of types whose result is not known")

    def offset_of(self, node: Node) -> Expr:
        """The tree does not name the members; the text does."""
        text = self.unit.source.slice(node.offset, node.end)
        match = re.fullmatch(r"\s*__builtin_offsetof\s*\((.*),([^,]*)\)\s*", text, re.S)
        if match is None:
            raise UnsupportedError("offsetof in this form is not modelled")
        type_ = self.types.of_text(" ".join(match[1].split()))
        offset: Expr = const(self.target.size_t, 0)
        indices = iter(node.inner)
        for name, index in re.findall(r"(\w+)|\[((?:[^\[\]]|\[[^\]]*\])*)\]", match[2]):
            if index:
                if not isinstance(type_, ArrayType):
                    raise UnsupportedError("offsetof in this form is not modelled")
                type_ = type_.element
                step = self.convert(self.value(next(indices)), self.target.size_t)
                offset = self.binary(Binary.ADD, offset, self.binary(Binary.MUL, step, self.size_of(type_)))
            else:
                found = self._find_member(type_, name)
                if found is None:
                    raise UnsupportedError(f"offsetof: the member '{name}' is not known")
                offset = self.binary(Binary.ADD, offset, const(self.target.size_t, found[0]))
                type_ = found[1]
        return offset

    def _find_member(self, type_: Type, name: str) -> tuple[int, Type] | None:
        if not isinstance(type_, RecordType):
            return None
        for field in type_.fields:
            if field.name == name and name:
                return field.offset, field.type
            if not field.name:
                inner = self._find_member(field.type, name)
                if inner is not None:
                    return field.offset + inner[0], inner[1]
        return None
