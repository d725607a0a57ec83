"""Where a function reads what is volatile.

Such an object may change by itself (a device, a signal handler, another thread). Dovetail takes it for
ordinary memory; that this is an assumption must be said, with what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dovetail.frontend.syntax import Node, QualType, strip

_WORD = re.compile(r"\b(?:volatile|__volatile__)\b")


def volatile_reads(body: Node) -> Iterator[tuple[Node, str]]:
    """The expressions that read a volatile object, each with the object's name (empty if it has none)."""
    for node in body.walk():
        match node.kind:
            case "ImplicitCastExpr" if node.cast_kind == "LValueToRValue":
                pass
            case "CompoundAssignOperator":
                pass
            case "UnaryOperator" if node.opcode in ("++", "--"):
                pass
            case _:
                continue
        if _is_volatile(node.inner[0].type):
            yield node, _name(node.inner[0])


def _is_volatile(type_: QualType | None) -> bool:
    """Is an object of this type volatile itself, and not only what it points to?"""
    if type_ is None:
        return False
    texts = (type_.text, type_.desugared or "")
    return any(_WORD.search(text[text.rfind("*") + 1 :]) for text in texts if "volatile" in text)


def _name(node: Node) -> str:
    node = strip(node)
    while node.kind == "ArraySubscriptExpr" or (node.kind == "ImplicitCastExpr" and node.inner):
        node = strip(node.inner[0])
    return node.name or (node.referenced.name if node.referenced is not None else "")
