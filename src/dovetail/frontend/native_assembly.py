"""Assembly in the native copy: none of it is the user's.

What assembly does in the Program is nothing, a trap, or not modelled (`assembly`); outside of functions it is
taken to change nothing. The native run has to do the same. And an assembler would do more than that with a
text of the user's: call the harness by its names, take in files (`.incbin`), put code where the machine runs
it before anything else. So the templates go, and so does what stands outside of functions; operands stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dovetail.frontend.assembly import read_assembly
from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.native_edits import Replacement
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit

_MARKER, _STRING = rb"#[^\n]*\n", rb'"(?:[^"\\\n]|\\[^\n])*"'
_BEFORE = re.compile(rb"(?:[\w\s]|%b)*\((?:\s|%b)*" % (_MARKER, _MARKER))
_TEMPLATE = re.compile(rb"%b(?:\s|%b|%b)*" % (_STRING, _MARKER, _STRING))
_NO_MARKER = re.compile(rb"^(?!#)[^\n]*", re.M)


def without_assembly(unit: TranslationUnit) -> Iterator[Replacement]:
    """What to put instead. Raises InputError for a template that cannot be told from the rest."""
    text = unit.source.text
    if b"asm" not in text and b"naked" not in text:
        return
    for node in unit.tree.walk():
        match node.kind:
            case "FileScopeAsmDecl":
                gone = _lines(text[node.offset : node.end])
                yield Replacement(unit.index, node.offset, node.end, gone, opens=True)
            case "GCCAsmStmt" | "MSAsmStmt":
                yield from _statement(unit, node)
            case "NakedAttr":  # without a return of its own, control would fall into whatever comes next
                yield Replacement(unit.index, node.offset, node.end, "unused", opens=True)


def _statement(unit: TranslationUnit, node: Node) -> Iterator[Replacement]:
    text = unit.source.text
    before = _BEFORE.match(text, node.offset)
    template = _TEMPLATE.match(text, before.end()) if before is not None else None
    rest = text[template.end() : template.end() + 1] if template is not None else b""
    if template is None or rest not in (b":", b")") or b"??" in template[0]:
        raise InputError(
            "inline assembly in this form is not read: write its template as plain strings, and nothing else",
            unit.source.position(node.offset),
        )
    instead, reason = '""', ""
    try:
        if read_assembly(node, unit.source.slice(node.offset, node.end)).traps:
            instead = '"ud2"'
    except UnsupportedError as error:
        reason = error.reason
    if reason:
        opening = f'({{ __dovetail_unsupported("{reason}"); '
        yield Replacement(unit.index, node.offset, node.offset, opening, opens=True)
    lines = _lines(template[0])
    yield Replacement(unit.index, template.start(), template.end(), f"{instead}{lines}", opens=True)
    if reason:
        yield Replacement(unit.index, node.end, node.end, "; })", opens=False)


def _lines(text: bytes) -> str:
    """Its ends of lines, and its line markers: what comes behind stands where it stood."""
    return _NO_MARKER.sub(b"", text).decode(errors="surrogateescape")
