"""The types of members as they are written: `const` is in the text, and not in the type."""

from __future__ import annotations

from dovetail.frontend.spelling import written_out
from dovetail.frontend.units import TranslationUnit


def member_types(unit: TranslationUnit) -> dict[tuple[str, ...], dict[str, str]]:
    """The types of members as they are written, by the names of all members of their record."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for node in unit.tree.walk():
        if node.kind == "RecordDecl" and node.complete:
            members = [child for child in node.inner if child.kind == "FieldDecl"]
            texts = {one.name: written_out(one.type) for one in members if one.type is not None}
            found[tuple(one.name for one in members)] = texts
    return found
