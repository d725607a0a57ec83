"""What must not be written: string literals and objects of `const` type, and whether a program could try.

A pointer to such an object has a type that says so, unless the program takes that away (a cast, `strchr`) or
uses a string literal as a `char *`. Where it does neither, no write can go there, and none is looked at.
"""

from __future__ import annotations

import re
from typing import Protocol

from dovetail.frontend.pointed_to import pointed_to
from dovetail.frontend.syntax import Node, QualType

_LENGTHS = re.compile(r"\s*\[[^\]]*\]")
_CONST = re.compile(r"\bconst\b")
_FORGETFUL = frozenset(
    f"{prefix}{name}"
    for name in (
        "strchr strrchr strstr strcasestr strpbrk memchr memrchr rawmemchr index rindex strchrnul memmem "
        "bsearch lfind tfind strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold "
        "strptime wcschr wcsrchr wcsstr wcspbrk wmemchr wcstol wcstoul wcstoll wcstoull wcstod wcstof "
        "wcstold wcstoimax wcstoumax setlocale localeconv nl_langinfo dirname basename __xpg_basename"
    ).split()
    for prefix in ("", "__builtin_")
)
"""They take a pointer to constants, or have some of their own, and give one that does not say so."""


class NamesOfConstants(Protocol):
    def has_constant_name(self, text: str) -> bool:
        """Is there a typedef with `const` in it among the words of a type?"""
        ...


def is_constant_type(written: QualType, names: NamesOfConstants) -> bool:
    """Is an object of this type, or each element of it, `const`?"""
    text = _LENGTHS.sub("", written.desugared or written.text)
    inside = re.search(r"\(\s*\*+([^()]*)\)", text)
    if inside is not None:
        return _CONST.search(inside[1]) is not None
    behind = text.rpartition("*")[2]
    return _CONST.search(behind) is not None or names.has_constant_name(behind)


def may_write_constants(tree: Node) -> bool:
    """Is there a place where `const` gets lost, or a string literal becomes a pointer without it?"""
    fine: set[int] = set()
    typedefs = _Typedefs(tree)
    for node in tree.walk():
        match node.kind:
            case "ImplicitCastExpr" if node.cast_kind == "ArrayToPointerDecay":
                if _literal(node.inner[0]) and id(node) not in fine:
                    return True
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.type is not None and node.inner:
                source = node.inner[0].type
                if source is None or "*" not in (source.desugared or source.text):
                    continue
                if typedefs.has_const(node.type):
                    fine.add(id(_unwrapped(node.inner[0])))
                elif typedefs.has_const(source) and node.cast_kind not in ("LValueToRValue", "ToVoid"):
                    if node.cast_kind != "PointerToBoolean":
                        return True
            case "ArraySubscriptExpr":
                fine.update(id(_unwrapped(child)) for child in node.inner)
            case "DeclRefExpr" if node.referenced is not None and node.referenced.name in _FORGETFUL:
                return True
            case "CallExpr" if len(node.inner) > 1 and _takes_anything(node.inner[0]):
                return True
            case "VAArgExpr":
                return True
            case "RecordDecl" if node.tag == "union" and any(map(typedefs.has_const, _types(node))):
                return True
            case _:
                pass
    return False


def _takes_anything(callee: Node) -> bool:
    """Is a function declared without parameters, so that what it is given is not compared with what it
    takes?"""
    return callee.type is not None and (callee.type.desugared or callee.type.text).endswith("()")


def _types(record: Node) -> list[QualType]:
    return [child.type for child in record.inner if child.kind == "FieldDecl" and child.type is not None]


def exposes_local_constants(tree: Node) -> bool:
    """Is there a local variable of `const` type to which pointers go? No machine keeps a program from writing
    it, and a compiler may have used its first value all the same."""
    typedefs = _Typedefs(tree)
    for function in tree.inner:
        if function.kind != "FunctionDecl":
            continue
        constants = {
            node.id
            for node in function.walk()
            if node.kind == "VarDecl" and node.type is not None and is_constant_type(node.type, typedefs)
            if node.storage not in ("static", "extern")
        }
        if constants and not constants.isdisjoint(pointed_to(function)):
            return True
    return False


def loses_constant_member(cast: Node) -> bool:
    """Does a cast make the address of a constant member, `(int *)&x.fixed`, one that can be written
    through? (A pointer that is *read* from a member is another matter: `(char *)x.name`.)"""
    inner = _unwrapped(cast.inner[0])
    if inner.type is None or cast.type is None or not _CONST.search(inner.type.text):
        return False
    if _CONST.search(f"{cast.type.text} {cast.type.desugared or ''}"):
        return False
    while inner.inner and (inner.kind in ("ImplicitCastExpr", "ArraySubscriptExpr") or inner.opcode == "&"):
        if inner.cast_kind == "LValueToRValue":
            return False
        inner = _unwrapped(inner.inner[0])
    if inner.kind != "MemberExpr":
        return False
    whole = inner.inner[0].type
    return whole is not None and not _CONST.search(whole.text)


class _Typedefs:
    """The names of types with `const` in them."""

    def __init__(self, tree: Node) -> None:
        self._names: set[str] = set()
        for node in tree.inner:
            if node.kind == "TypedefDecl" and node.type is not None and self.has_const(node.type):
                self._names.add(node.name)

    def has_const(self, written: QualType) -> bool:
        text = f"{written.text} {written.desugared or ''}"
        return _CONST.search(text) is not None or self.has_constant_name(text)

    def has_constant_name(self, text: str) -> bool:
        return not self._names.isdisjoint(re.findall(r"\w+", text))


def _literal(node: Node) -> bool:
    while node.kind == "ParenExpr":
        node = node.inner[0]
    return node.kind == "StringLiteral"


def _unwrapped(node: Node) -> Node:
    while node.kind == "ParenExpr":
        node = node.inner[0]
    return node
