"""Which expressions do something: whether lowering one emits statements, or gives only a value.

An expression without effects may be evaluated later than it stands, or not at all, and `&&`, `||` and `?:` of
such stay pure. What counts as an effect depends on the properties: a check is one, and so is the trap of a
division. A shift by a constant out of range is one, since no run goes on from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dovetail.frontend.linkage import Properties
from dovetail.frontend.syntax import Node, bare

_ALWAYS = frozenset(
    "CallExpr CompoundAssignOperator StmtExpr VAArgExpr CompoundLiteralExpr AtomicExpr InitListExpr "
    "BinaryConditionalOperator ShuffleVectorExpr BuiltinBitCastExpr".split()
)
_NOT_EVALUATED = frozenset({"UnaryExprOrTypeTraitExpr", "OffsetOfExpr"})
_VARIABLE_LENGTH = re.compile(r"\[(?!\d+\])([^\]]+)\]")
CHANGING = frozenset({"IntegralCast", "FloatingToIntegral", "FloatingCast"})
_PLAIN_LENGTH = re.compile(r"\w+|\*")
"""That a variable is read here nobody can tell."""


class Effects:
    """Answers are kept: every level of an expression asks again for all that is below it."""

    def __init__(
        self,
        properties: Properties,
        bad_shifts: frozenset[int],
        is_vector: Callable[[Node], bool] | None = None,
    ) -> None:
        """`is_vector` tells expressions that are put into objects, if there are any."""
        self.properties = properties
        self._is_vector = is_vector
        self._bad_shifts = bad_shifts
        self._known: dict[int, bool] = {}

    def of(self, node: Node) -> bool:
        known = self._known.get(id(node))
        if known is None:
            known = self._known[id(node)] = self._computed(node)
        return known

    def _computed(self, node: Node) -> bool:
        if node.kind in _ALWAYS or self._has_own(node):
            return True
        if node.kind in _NOT_EVALUATED and not _is_evaluated(node):
            return False
        return any(map(self.of, node.inner))

    def _has_own(self, node: Node) -> bool:
        """Apart from its operands."""
        if self._is_vector is not None and node.type is not None and node.kind != "DeclRefExpr":
            if self._is_vector(node):
                return True
        asked = self.properties
        counts = asked.arithmetic
        match node.kind:
            case "BinaryOperator":
                if node.opcode in ("/", "%"):
                    return counts or not _divides_safely(node.inner[1])
                if node.opcode in ("<<", ">>"):
                    return counts or node.inner[1].offset in self._bad_shifts
                return node.opcode == "=" or (counts and node.opcode in ("+", "-", "*"))
            case "UnaryOperator":
                if node.opcode in ("++", "--"):
                    return True
                return (counts and node.opcode == "-") or (asked.deref and node.opcode == "*")
            case "MemberExpr" | "ArraySubscriptExpr":
                return asked.deref or asked.pointers
            case "ImplicitCastExpr" | "CStyleCastExpr" if asked.conversion or asked.infinite:
                return node.cast_kind in CHANGING or self._of_variable_length(node)
            case "CStyleCastExpr" | "UnaryExprOrTypeTraitExpr" | "OffsetOfExpr":
                return self._of_variable_length(node)
            case _:
                return False

    def _of_variable_length(self, node: Node) -> bool:
        return any(not _PLAIN_LENGTH.fullmatch(length) for length in _variable_lengths(node))


_SCALAR = re.compile(
    r"[^\[\]()]*\*|(?:(?:const|volatile|unsigned|signed|char|short|int|long|float|double) ?)+"
)


def _variable_lengths(node: Node) -> list[str]:
    """In the type that is written here."""
    types = (node.argument_type, node.type)
    return [length for one in types if one is not None for length in _VARIABLE_LENGTH.findall(one.text)]


def _is_evaluated(node: Node) -> bool:
    """The operand of `sizeof` is, if its type has a variable length (C11 6.5.3.4p2)."""
    types = [child.type.text for child in node.inner if child.type is not None]
    return any(map(_VARIABLE_LENGTH.search, types))


def _divides_safely(node: Node) -> bool:
    """Is it a literal by which anything can be divided, or the size of a scalar?"""
    node = bare(node)
    if node.kind == "UnaryExprOrTypeTraitExpr" and node.name == "sizeof":
        types = (node.argument_type, *(child.type for child in node.inner))
        return all(one is None or _SCALAR.fullmatch(one.desugared or one.text) is not None for one in types)
    if node.kind == "FloatingLiteral":
        return True
    return node.kind in ("IntegerLiteral", "CharacterLiteral") and int(str(node.value)) not in (0, -1)
