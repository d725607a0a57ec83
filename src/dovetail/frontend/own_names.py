"""Names that are Dovetail's own: whoever uses one in a program would speak to the harness of its native run.

What C calls a thing is one name of it; the linker may know it by another: a label (`__asm__("name")`, or
`#pragma redefine_extname`), an alias, a section that the harness goes through. All are held to the same rule.
What Dovetail puts into a text itself comes later, or is not in the text that the user gave.

A label can also be the name of a function that Dovetail knows: under another name of C nobody would take a
call of it for what it is, and yet the harness would be called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dovetail.frontend.errors import InputError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit

OWN_NAMES = ("__dovetail_", "__asan_", "__ubsan_handle_", "__sanitizer_cov_", "__emutls_")
"""What the harness defines, and what the compiler calls there, begins like this."""
_OWN_SECTIONS = ("dovetail_", "asan_", "__sancov_")
_KNOWN = ("__VERIFIER_", "dovetail_")
_HINTS = (*OWN_NAMES, "asm", "redefine_extname", "alias", "weakref", "ifunc", "section")
"""A text without any of these words has no such name: it need not be gone through."""
_DECLARED = frozenset({"FunctionDecl", "VarDecl", "ParmVarDecl", "TypedefDecl", "EnumConstantDecl"})
_LABEL = re.compile(r"[\w.$@]+")
_STRING = re.compile(r'"([^"\n]*)"')


def require_others_names(unit: TranslationUnit, given: bytes) -> None:
    """See that a unit keeps to its own names. `given` is the text that the user gave: names that are not in
    it are there because Dovetail needs them. Raises InputError."""
    if not any(word.encode() in given for word in _HINTS):
        return
    for node in unit.tree.walk():
        for name in _names_in_c(node):
            if name.startswith(OWN_NAMES) and name.encode() in given:
                _refuse(unit, node, f"'{name}'", name)
        for kind, name in _names_for_the_linker(unit, node):
            if name.startswith(_OWN_SECTIONS if kind == "section" else OWN_NAMES):
                _refuse(unit, node, f"the {kind} '{name}' of '{node.name}'", name)
            if kind != "section" and name != node.name:
                _require_nameable(unit, node, kind, name)


def _names_in_c(node: Node) -> Iterator[str]:
    """Also of what is used without a declaration, which is nowhere else in the tree."""
    if node.kind in _DECLARED:
        yield node.name
    elif node.kind == "DeclRefExpr" and node.referenced is not None:
        yield node.referenced.name


def _names_for_the_linker(unit: TranslationUnit, node: Node) -> Iterator[tuple[str, str]]:
    if node.kind not in ("FunctionDecl", "VarDecl") or node.storage == "register":
        return
    for attribute in node.inner:
        match attribute.kind:
            case "AsmLabelAttr":
                yield "label", node.mangled.lstrip("\1")
            case "AliasAttr":  # a weakref has one, too
                yield "alias", attribute.aliasee
            case "IFuncAttr":
                written = _STRING.findall(unit.source.slice(attribute.offset, attribute.end))
                yield "alias", "".join(written)
            case "SectionAttr":
                yield "section", attribute.section
            case kind if kind.startswith("PragmaClang") and attribute.offset >= 0:
                line = unit.source.text[attribute.offset :].partition(b"\n")[0].decode(errors="replace")
                for name in _STRING.findall(line):
                    yield "section", name


def _require_nameable(unit: TranslationUnit, node: Node, kind: str, name: str) -> None:
    if not _LABEL.fullmatch(name):
        # It would be written into C text, where it could be anything.
        text = f"the {kind} {name!r} of '{node.name}' is not made of letters, digits, '_', '.', '$' and '@'"
        raise InputError(f"{text}: give it another one", unit.source.position(node.offset))
    if name.startswith(_KNOWN) or name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
        text = f"the {kind} '{name}' of '{node.name}' is a function that Dovetail knows by that name"
        raise InputError(f"{text}: declare and call it as {name}", unit.source.position(node.offset))


def _refuse(unit: TranslationUnit, node: Node, what: str, name: str) -> None:
    own = next(one for one in (*OWN_NAMES, *_OWN_SECTIONS) if name.startswith(one))
    text = f"{what}: names that begin with {own} are Dovetail's own; choose another"
    raise InputError(text, unit.source.position(node.offset))
