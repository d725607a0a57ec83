"""Does an expression of C compute what ACSL means by its text? There numbers are those of mathematics.

It does if nothing that is computed can leave its type, by the types of what is read alone. That is decided
over clang's tree, with all conversions in it. What is not known to be the same is told, and is not followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dovetail.frontend.acsl_terms import NotRead
from dovetail.frontend.syntax import Node
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_COMPARING = frozenset({"<", "<=", ">", ">=", "==", "!=", "&&", "||"})
_FLOATS = frozenset({"float", "double", "long double"})
_FLOATS_HOLD = 1 << 24
"""Each whole number up to here."""
_TRUTH = frozenset({"IntegralToBoolean", "PointerToBoolean", "FloatingToBoolean"})
_SAME = frozenset({"LValueToRValue", "NoOp", "ArrayToPointerDecay", "NullToPointer", "BitCast"})
_READ = frozenset({"DeclRefExpr", "MemberExpr", "ArraySubscriptExpr", "UnaryExprOrTypeTraitExpr"})
_BITS = {"_Bool": 1, "short": 16, "int": 32, "long long": 64, "__int128": 128}


@dataclass(frozen=True, slots=True)
class _Span:
    """All that a number can be."""

    low: int
    high: int

    @property
    def largest(self) -> int:
        return max(abs(self.low), abs(self.high))

    def within(self, other: _Span) -> bool:
        return other.low <= self.low and self.high <= other.high


_TRUTHS = _Span(0, 1)
_ZERO = _Span(0, 0)


_ENUM = _Span(-(1 << 63), (1 << 64) - 1)
"""Whatever type it has."""


def require_exact(node: Node, model: DataModel) -> None:
    """Raises NotRead, which says where C may compute another number."""
    _Exact(_spans(model)).span(node)


def _spans(model: DataModel) -> Mapping[str, _Span]:
    bits = {**_BITS, "long": 64 if model is DataModel.LP64 else 32}
    found = {name: _Span(-(1 << n - 1), (1 << n - 1) - 1) for name, n in bits.items()}
    found |= {f"unsigned {name}": _Span(0, (1 << n) - 1) for name, n in bits.items()}
    found |= {"signed char": _Span(-128, 127), "unsigned char": _Span(0, 255), "_Bool": _TRUTHS}
    found["char"] = _Span(-128, 255)  # with a sign or without
    return found


class _Exact:
    def __init__(self, spans: Mapping[str, _Span]) -> None:
        self._spans = spans

    def span(self, node: Node) -> _Span | None:
        """What a number can be; None of what is none, a pointer or a float."""
        parts = [self.span(part) for part in node.inner]
        match node.kind:
            case "IntegerLiteral" | "CharacterLiteral":
                return _Span(int(node.value or 0), int(node.value or 0))
            case "ParenExpr" | "ConstantExpr":
                return parts[0]
            case "ImplicitCastExpr" | "CStyleCastExpr":
                return self._cast(node, parts[0])
            case "UnaryOperator":
                return self._unary(node, parts[0])
            case "BinaryOperator":
                return _TRUTHS if node.opcode in _COMPARING else self._binary(node, parts[0], parts[1])
            case "ConditionalOperator":
                return self._typed(node)
            case "FloatingLiteral":
                return None
            case kind if kind in _READ:
                return self._typed(node)
            case _:
                raise NotRead(f"{node.kind} is not read")

    def _typed(self, node: Node) -> _Span | None:
        """By its type alone; of a type that is not known here, anything at all would be wrong."""
        text = _type(node)
        found = self._spans.get(text)
        if found is None and not (text in _FLOATS or text.endswith(("*", "]", ")")) or _is_tagged(text)):
            raise NotRead(f"numbers of type '{text}' are not read")
        return found

    def _cast(self, node: Node, inner: _Span | None) -> _Span | None:
        kind = node.cast_kind
        if kind in _TRUTH:
            return _TRUTHS
        if kind in _SAME:
            return inner
        if kind == "FloatingCast" and node.kind == "ImplicitCastExpr":
            return None
        if kind == "PointerToIntegral":
            return self._typed(node)
        if kind == "IntegralToFloating" and node.kind == "ImplicitCastExpr":
            if inner is not None and inner.low == inner.high and inner.largest <= _FLOATS_HOLD:
                return inner
        if kind == "IntegralCast" and _is_promotion_of_enum(node):
            return _ENUM if _type(node) == "__int128" else self._typed(node)
        if kind != "IntegralCast" or inner is None:
            raise NotRead(f"a conversion to '{_type(node)}' is not read")
        type_ = self._typed(node)
        if node.kind == "ImplicitCastExpr" and not (type_ is not None and inner.within(type_)):
            raise NotRead(f"C makes another number of it, in a conversion to '{_type(node)}'")
        return inner if type_ is not None and inner.within(type_) else type_

    def _unary(self, node: Node, inner: _Span | None) -> _Span | None:
        if node.opcode == "!":
            return _TRUTHS
        if node.opcode in ("*", "&"):
            return self._typed(node)
        if inner is None:
            if node.opcode == "-":
                return None
            raise NotRead("floats are real numbers there: compare without computing")
        match node.opcode:
            case "+":
                return self._fitting(node, inner)
            case "-":
                return self._fitting(node, _Span(-inner.high, -inner.low))
            case "~":
                return self._fitting(node, _Span(~inner.high, ~inner.low))
            case _:
                raise NotRead(f"'{node.opcode}' is not read")

    def _binary(self, node: Node, left: _Span | None, right: _Span | None) -> _Span | None:
        if left is None or right is None:
            if _type(node) in _FLOATS:
                if node.opcode == "+" and left is None and right == _ZERO:
                    return None  # what makes integers wide leaves a float as it is
                raise NotRead("floats are real numbers there: compare without computing")
            return self._typed(node)  # of pointers
        match node.opcode:
            case "+":
                found = _Span(left.low + right.low, left.high + right.high)
            case "-":
                found = _Span(left.low - right.high, left.high - right.low)
            case "*":
                ends = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
                found = _Span(min(ends), max(ends))
            case "/" | "%":
                found = _Span(-left.largest if min(left.low, right.low) < 0 else 0, left.largest)
            case "&" | "|" | "^":
                bits = 1 << max(left.largest, right.largest).bit_length()
                found = _Span(-bits if min(left.low, right.low) < 0 else 0, bits - 1)
            case _:
                raise NotRead(f"'{node.opcode}' of numbers without bounds is not read")
        return self._fitting(node, found)

    def _fitting(self, node: Node, found: _Span) -> _Span:
        type_ = self._typed(node)
        if type_ is None or not found.within(type_):
            raise NotRead(f"C may compute another number, as '{node.opcode}' of '{_type(node)}'")
        return found


def _is_tagged(text: str) -> bool:
    return text.startswith(("struct ", "union ", "enum "))


def _is_promotion_of_enum(node: Node) -> bool:
    """The first conversion of one: to the integer type that it is, or to one that holds all of them."""
    of_enum = _type(node.inner[0]).startswith("enum ")
    return of_enum and node.kind == "ImplicitCastExpr" and _type(node) in ("int", "unsigned int", "__int128")


def _type(node: Node) -> str:
    text = "" if node.type is None else node.type.desugared or node.type.text
    return " ".join(re.sub(r"\b(const|restrict|__restrict)\b", " ", text).split())
