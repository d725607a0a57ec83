"""What a program promises of its own functions: `restrict`, `pure`, `nonnull` and their kin.

The body of a function says what it does, and that is what is read. But compilers believe the words, too: a
promise that the program breaks is undefined behaviour, of which no check says anything. So it is listed that
it is kept, of each function that is read and makes one, unless its text shows that at a glance.

Not here: functions without a body (`calls` refuses what it cannot model), and `noreturn`, where coming to the
end of the body is what must not happen (`functions`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.units import TranslationUnit

_WORDS = {
    "PureAttr": "pure",
    "ConstAttr": "const",
    "UnsequencedAttr": "unsequenced",
    "ReproducibleAttr": "reproducible",
    "NonNullAttr": "nonnull",
    "ReturnsNonNullAttr": "returns_nonnull",
    "RestrictAttr": "malloc",
    "NoAliasAttr": "noalias",
    "AssumeAlignedAttr": "assume_aligned",
    "AllocAlignAttr": "alloc_align",
    "AllocSizeAttr": "alloc_size",
    "AlignValueAttr": "align_value",
}
_STATELESS = frozenset({"ConstAttr", "UnsequencedAttr"})
_WITHOUT_EFFECT = frozenset({"PureAttr", "ReproducibleAttr"}) | _STATELESS
_GOES_ON = frozenset(
    "CallExpr WhileStmt DoStmt ForStmt GotoStmt IndirectGotoStmt GCCAsmStmt MSAsmStmt AtomicExpr".split()
)
_RESTRICT = re.compile(r"\b(?:__)?restrict(?:__)?\b")
_LEAST_SIZE = re.compile(r"\[[^\[\]]*\bstatic\b")


def promises(
    unit: TranslationUnit, node: Node, units: Sequence[TranslationUnit]
) -> Iterator[tuple[Node, str]]:
    """What the definition of a function takes for granted, or any declaration of it: where, and as what it is
    to be listed."""
    body = next(child for child in node.inner if child.kind == "CompoundStmt")
    name = node.name
    files = [unit] if unit.is_static(name) else [unit, *(one for one in units if one is not unit)]
    declared = [one for file in files for one in file.declarations.get(name, ())]
    found: dict[str, None] = {}
    for one in declared:
        for part in (one, *(child for child in one.inner if child.kind == "ParmVarDecl")):
            kinds = [child.kind for child in part.inner if child.kind in _WORDS and not child.implicit]
            found.update((_WORDS[kind], None) for kind in kinds if not _plainly_kept(kind, node, body))
    for part in node.walk():
        if part.kind in ("ParmVarDecl", "VarDecl") and part.type is not None:
            texts = (part.type.text, part.type.desugared or "")
            if any(map(_RESTRICT.search, texts)) and _stores(node, body):
                found["restrict"] = None
        if part.kind == "ParmVarDecl" and _LEAST_SIZE.search(unit.source.slice(part.offset, part.end)):
            found["to be given arrays of a least size"] = None
    for word in found:
        yield node, f"'{name}' is declared {word}: the program is taken to keep to that, as compilers do"


def _stores(function: Node, body: Node) -> bool:
    """May anything but its own variables be written in it, by their names?"""
    own = _own(function)
    return any(_writes(part, own) or part.kind == "CallExpr" for part in body.walk())


def _own(function: Node) -> set[str]:
    declared = [n for n in function.walk() if n.kind in ("ParmVarDecl", "VarDecl") and n.storage != "static"]
    return {one.id for one in declared}


def _writes(node: Node, own: set[str]) -> bool:
    """Is something written that is none of these variables?"""
    if node.opcode not in ("++", "--", "=") and node.kind != "CompoundAssignOperator":
        return False
    target = strip(node.inner[0])
    return target.kind != "DeclRefExpr" or target.referenced is None or target.referenced.id not in own


def _plainly_kept(kind: str, function: Node, body: Node) -> bool:
    """Does the text show that a function has no effect, and comes to its end?"""
    if kind not in _WITHOUT_EFFECT:
        return False
    own = _own(function)
    for part in body.walk():
        if part.kind in _GOES_ON or _writes(part, own):
            return False
        if kind in _STATELESS and _reads_elsewhere(part, own):
            return False
    return True


def _reads_elsewhere(node: Node, own: set[str]) -> bool:
    if node.kind == "DeclRefExpr" and node.referenced is not None:
        return node.referenced.kind == "VarDecl" and node.referenced.id not in own
    led = node.kind == "MemberExpr" and node.arrow
    return led or node.kind == "ArraySubscriptExpr" or (node.kind == "UnaryOperator" and node.opcode == "*")
