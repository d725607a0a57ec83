"""Blocks in which a name means two types.

clang prints types as text, and the text is looked up where it stands. That is right unless a block declares a
tag or a typedef that hides another one: then the type of something declared outside of the block is to be
looked up outside. Where it cannot be told whose type an expression has, the block is refused; it is a rare
thing to write.
"""

from __future__ import annotations

import re

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.scopes import Types
from dovetail.frontend.syntax import Node, strip

_KEEPS_TYPE = frozenset(
    "LValueToRValue ArrayToPointerDecay FunctionToPointerDecay NoOp "
    "AtomicToNonAtomic NonAtomicToAtomic".split()
)
_WRITTEN_HERE = frozenset(
    "CStyleCastExpr CompoundLiteralExpr VAArgExpr UnaryExprOrTypeTraitExpr OffsetOfExpr".split()
)
_INTEGER = re.compile(r"(?:enum \w+|(?:(?:unsigned|signed|char|short|int|long|_Bool|__int128) ?)+)")


def settle_meanings(block: Node, types: Types) -> None:
    """To be called before the block's own declarations are taken up."""
    hiding = [
        declared.name
        for statement in block.inner
        if statement.kind == "DeclStmt"
        for declared in statement.inner
        if declared.name and _hides(declared, types)
    ]
    if not hiding:
        return
    inside = {node.id for node in block.walk() if node.kind.endswith("Decl")}
    mentions = re.compile(rf"\b(?:{'|'.join(map(re.escape, hiding))})\b")
    for node in block.walk():
        if node.type is None or node.kind.endswith("Decl") or not mentions.search(node.type.text):
            continue
        source = _source(node)
        if source is None:
            refers = [_refers_to(part) for part in node.walk()]
            if any(ident and ident not in inside for ident in refers):
                raise UnsupportedError(
                    f"it is not clear which type '{hiding[0]}' is meant here: not modelled"
                )
        elif source and source not in inside:
            types.look_up_from(node.type, types.scope)


def _hides(declared: Node, types: Types) -> bool:
    match declared.kind:
        case "RecordDecl" | "EnumDecl":
            keyword = "enum" if declared.kind == "EnumDecl" else declared.tag
            return types.knows(f"{keyword} {declared.name}")
        case "TypedefDecl":
            return types.knows(declared.name)
        case _:
            return False


def _refers_to(node: Node) -> str:
    """The identity of the declaration that an expression names, if any."""
    if node.kind == "MemberExpr":
        return node.member
    if node.kind == "DeclRefExpr" and node.referenced is not None:
        return node.referenced.id
    return ""


def _is_integer(node: Node) -> bool:
    text = "" if node.type is None else node.type.desugared or node.type.text
    return _INTEGER.fullmatch(text) is not None


def _source(node: Node) -> str | None:
    """The declaration from which an expression has its type: "" if it is written in the expression itself,
    None if that cannot be told."""
    while True:
        node = strip(node)
        match node.kind:
            case "DeclRefExpr" | "MemberExpr":
                return _refers_to(node)
            case "ImplicitCastExpr" if node.cast_kind in _KEEPS_TYPE:
                node = node.inner[0]
            case "UnaryOperator" | "CallExpr":
                node = node.inner[0]
            case "ArraySubscriptExpr" if _is_integer(node.inner[1]) or _is_integer(node.inner[0]):
                node = node.inner[0 if _is_integer(node.inner[1]) else 1]
            case "BinaryOperator" if node.opcode in ("=", ","):
                node = node.inner[0 if node.opcode == "=" else 1]
            case kind if kind in _WRITTEN_HERE:
                return ""
            case _:
                return None
