"""What must not be written: string literals and objects of `const` type, and whether a program could try.

A pointer to such an object has a type that says so, unless the program takes that away (a cast, `strchr`),
uses a string literal as a `char *`, or has `const` where casts do not tell what becomes of it: inside of what
a pointer leads to (`const int **`, a record with such a pointer, a function that takes one), and behind
`...`.
Where it does none of that, no write can go there, and none is looked at.
"""

from __future__ import annotations

import re
from typing import Protocol

from dovetail.frontend.known_functions import plain_name
from dovetail.frontend.pointed_to import pointed_to
from dovetail.frontend.syntax import Node, QualType, callee_name, defined_functions, strip

_LENGTHS = re.compile(r"\s*\[[^\]]*\]")
_CONST = re.compile(r"\bconst\b")
_COUNTS = re.compile(r"%[^%a-zA-Z]*(?:hh|h|ll|l|j|z|t)?n")
_KEEPERS = frozenset("free memset bzero realloc memcmp".split())
"""They look into nothing that they are given, and hand it on to nobody."""
_MAKERS = frozenset("malloc calloc realloc alloca aligned_alloc valloc memalign".split())
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
        if typedefs.loses_sight(node):
            return True
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


def exposes_local_constants(tree: Node, own: frozenset[str]) -> bool:
    """Is there a local variable of `const` type to which pointers go? No machine keeps a program from writing
    it, and a compiler may have used its first value all the same. `own` are the functions of the program."""
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
        if constants and not constants.isdisjoint(pointed_to(function, own)):
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
    """The names of types with `const` in them, and what has pointers to constants in it."""

    def __init__(self, tree: Node) -> None:
        self._names: set[str] = set()
        for node in tree.inner:
            if node.kind == "TypedefDecl" and node.type is not None and self.has_const(node.type):
                self._names.add(node.name)
        self._holding: set[str] = set()
        """Records; with the empty name, one that has none."""
        self._harmless: set[int] = set()
        self._own = defined_functions(tree)
        for node in tree.walk():
            if node.kind == "RecordDecl" and any(map(self._holds, _types(node))):
                self._holding.add(node.name)

    def loses_sight(self, node: Node) -> bool:
        """Is it not told any more what is constant, though no `const` gets lost?"""
        match node.kind:
            case "CallExpr":
                name = plain_name(callee_name(node))
                if name in _KEEPERS and name not in self._own:
                    self._harmless.update(id(argument) for argument in node.inner[1:])
                return self._is_written_through_dots(name, node.inner[1:])
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind in ("BitCast", "NoOp"):
                inner = strip(node.inner[0])
                made = inner.kind == "CallExpr" and plain_name(callee_name(inner)) in _MAKERS - self._own
                types = [one.type for one in (node, inner) if one.type is not None]
                return not made and id(node) not in self._harmless and any(map(self._hides, types))
            case _:
                return False

    def _is_written_through_dots(self, name: str, arguments: list[Node]) -> bool:
        if name.endswith("scanf"):
            fixed = 1 if name.endswith("_scanf") or name in ("scanf", "vscanf") else 2
            types = [strip(argument).type for argument in arguments[fixed:]]
            return any(one is not None and self.has_const(one) for one in types)
        if not name.endswith(("printf", "printf_chk")):
            return False
        literals = [node for one in arguments for node in one.walk() if node.kind == "StringLiteral"]
        return any(_COUNTS.search(str(node.value)) for node in literals)

    def _hides(self, written: QualType) -> bool:
        """Does a pointer lead to something in which it may be said that something else is constant?"""
        return any(
            text.endswith("*") and self._holds_in(text[:-1].strip())
            for text in map(_bare, (written.text, written.desugared or ""))
        ) or any("(" in text and self.has_const(written) for text in (written.text, written.desugared or ""))

    def _holds(self, written: QualType) -> bool:
        return any(map(self._holds_in, map(_bare, (written.text, written.desugared or ""))))

    def _holds_in(self, text: str) -> bool:
        """A pointer to a constant, or a record with one in it."""
        if text.endswith(("*", ")")):
            return _CONST.search(text) is not None or self.has_constant_name(text)
        words = set(re.findall(r"\w+", text))
        return not words.isdisjoint(self._holding) or ("" in self._holding and not _TAGGED.match(text))

    def has_const(self, written: QualType) -> bool:
        text = f"{written.text} {written.desugared or ''}"
        return _CONST.search(text) is not None or self.has_constant_name(text)

    def has_constant_name(self, text: str) -> bool:
        return not self._names.isdisjoint(re.findall(r"\w+", text))


_TAGGED = re.compile(
    r"^(?:const |volatile )*(?:(?:struct|union|enum) \w+|void|_Bool|bool|float|double|"
    r"(?:(?:un)?signed|long|short|char|int|__int128|\s)+)$"
)
"""Types that are no records without a name."""


def _bare(text: str) -> str:
    """Without lengths, and without what is said of a pointer itself."""
    return re.sub(r"(?:\s|\bconst\b|\bvolatile\b|\brestrict\b)+$", "", _LENGTHS.sub("", text))


def _literal(node: Node) -> bool:
    while node.kind == "ParenExpr":
        node = node.inner[0]
    return node.kind == "StringLiteral"


def _unwrapped(node: Node) -> Node:
    while node.kind == "ParenExpr":
        node = node.inner[0]
    return node
