"""Local variables that are constant, said to the native copy.

A global constant lies in memory that the machine does not let anyone write. A local one does not: so, after
its declaration, the copy says which bytes are not to be written any more. Only where accesses are watched,
and only of variables whose address is taken: others can be written by no other name than their own, and that
the compiler forbids.

Parameters and variables in the headers of loops are left out: there is no place for a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dovetail.frontend.linkage import Insertion
from dovetail.frontend.syntax import Node, QualType
from dovetail.frontend.units import TranslationUnit

_CONST = re.compile(r"\bconst\b")
_LENGTHS = re.compile(r"(?:\[[^\[\]]*\])+$")


def constant_locals(unit: TranslationUnit) -> Iterator[Insertion]:
    """The insertions for a unit."""
    for function in unit.functions.values():
        for statement in _declarations(function):
            named = [node.name for node in statement.inner if _is_constant(node, unit.taken)]
            if named:
                text = "".join(f" __dovetail_constant(&{name}, sizeof({name}));" for name in named)
                yield Insertion(unit.index, statement.end, text)


def _declarations(function: Node) -> Iterator[Node]:
    """Those that stand where a statement can follow: in a block."""
    for node in function.walk():
        if node.kind == "CompoundStmt":
            yield from (child for child in node.inner if child.kind == "DeclStmt")


def _is_constant(node: Node, taken: frozenset[str] | set[str]) -> bool:
    if node.kind != "VarDecl" or node.storage or node.type is None or not node.init:
        return False
    is_array = "[" in (node.type.desugared or node.type.text)
    return (is_array or node.id in taken) and is_constant_type(node.type)


def is_constant_type(type_: QualType) -> bool:
    """Can an object of this type, as clang writes it, not be changed? Of an array that is said of its
    elements."""
    text = _LENGTHS.sub("", type_.desugared or type_.text)
    pointer = text.rfind("*")
    return bool(_CONST.search(text if pointer < 0 else text[pointer:]))
