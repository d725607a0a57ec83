"""Expressions whose type is one to clang and another to gcc: what is taken for granted where they stand.

Enumerators that fit an int, in an enumeration with one that does not; decimal constants that fit no signed
type; the type of an expression with a bit-field in it, asked for by `_Generic` or `sizeof`. The values of
bit-fields are looked at where they are computed (`storage`).

The nodes that may be such are collected when the tree is surveyed; what they are is known when the types
around them are.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import field

from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node
from dovetail.program.types import INT
from dovetail.quick_dataclass import dataclass

_ENUMERATOR = (
    "an enumerator that fits an int has the type of its enumeration, if another one does not fit: as clang "
    "and gcc 13 have it, not older ones"
)
_LARGE = "a decimal constant that fits no signed type is unsigned, as clang has it; for gcc it is an __int128"
_ASKED = "the type of an expression with a bit-field in it is asked for: the declared one, as clang has it"


@dataclass(slots=True)
class Suspects:
    """What a survey finds, `nodes` in any order."""

    nodes: list[Node] = field(default_factory=list)
    bit_fields: set[str] = field(default_factory=set)
    """Members, by the identity of their declarations."""
    fixed: set[str] = field(default_factory=set)
    """Enumerators of enumerations with a type that is written."""

    def enumeration(self, node: Node) -> None:
        if node.underlying is not None:
            self.fixed.update(child.id for child in node.inner)

    def within(self, begin: int, end: int) -> list[Node]:
        """Those between two offsets, once `nodes` are sorted."""
        low = bisect_left(self.nodes, begin, key=_offset)
        return self.nodes[low : bisect_left(self.nodes, end, key=_offset)]

    def sort(self) -> None:
        self.nodes.sort(key=_offset)

    def said_of(self, node: Node, source: Source, enumerators: dict[str, int]) -> str | None:
        """What is taken for granted of one of them."""
        match node.kind:
            case "DeclRefExpr":
                assert node.referenced is not None
                value = enumerators.get(node.referenced.id, 0)
                fits = INT.minimum <= value <= INT.maximum
                return _ENUMERATOR if fits and node.referenced.id not in self.fixed else None
            case "IntegerLiteral":
                text = source.slice(node.offset, node.end).lower()
                return _LARGE if int(str(node.value)) >> 63 and _is_plain_decimal(text) else None
            case _:
                asked = node.inner[0].walk() if self.bit_fields and node.inner else ()
                return _ASKED if any(map(self._is_bit_field, asked)) else None

    def _is_bit_field(self, node: Node) -> bool:
        return node.kind == "MemberExpr" and node.member in self.bit_fields


def _offset(node: Node) -> int:
    return node.offset


def _is_plain_decimal(text: str) -> bool:
    return "u" not in text and not text.startswith("0")
