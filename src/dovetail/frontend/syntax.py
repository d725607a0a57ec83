"""clang's JSON syntax tree, decoded into typed nodes.

Only the fields that the front end uses are kept: that makes decoding the largest driver five times faster and
smaller than a tree of dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class QualType(msgspec.Struct):
    """A type as clang prints it; `desugared` without the outermost typedefs."""

    text: str = msgspec.field(name="qualType", default="")
    desugared: str | None = msgspec.field(name="desugaredQualType", default=None)


class Loc(msgspec.Struct):
    offset: int = -1
    token_length: int = msgspec.field(name="tokLen", default=0)


class Range(msgspec.Struct):
    begin: Loc
    end: Loc


class DeclRef(msgspec.Struct):
    """A reference to a declaration elsewhere in the tree."""

    id: str = ""
    kind: str = ""
    name: str = ""
    type: QualType | None = None


class Node(msgspec.Struct):
    """One node of the tree. An absent child (no `else`, an empty `for` clause) has an empty kind."""

    id: str = ""
    kind: str = ""
    name: str = ""
    type: QualType | None = None
    loc: Loc | None = None
    range: Range | None = None
    inner: list[Node] = []
    value: str | int | float | bool | None = None
    opcode: str = ""
    cast_kind: str = msgspec.field(name="castKind", default="")
    postfix: bool = msgspec.field(name="isPostfix", default=False)
    arrow: bool = msgspec.field(name="isArrow", default=False)
    member: str = msgspec.field(name="referencedMemberDecl", default="")
    referenced: DeclRef | None = msgspec.field(name="referencedDecl", default=None)
    tag: str = msgspec.field(name="tagUsed", default="")
    complete: bool = msgspec.field(name="completeDefinition", default=False)
    bitfield: bool = msgspec.field(name="isBitfield", default=False)
    storage: str = msgspec.field(name="storageClass", default="")
    init: str = ""
    variadic: bool = False
    filler: list[Node] | None = msgspec.field(name="array_filler", default=None)
    argument_type: QualType | None = msgspec.field(name="argType", default=None)
    compute_left: QualType | None = msgspec.field(name="computeLHSType", default=None)
    declaration: str = msgspec.field(name="declId", default="")
    goto_target: str = msgspec.field(name="targetLabelDeclId", default="")
    label: str = msgspec.field(name="labelDeclId", default="")
    has_else: bool = msgspec.field(name="hasElse", default=False)
    gnu_range: bool = msgspec.field(name="isGNURange", default=False)
    union_field: DeclRef | None = msgspec.field(name="field", default=None)
    decl: DeclRef | None = None
    implicit: bool = msgspec.field(name="isImplicit", default=False)
    underlying: QualType | None = msgspec.field(name="fixedUnderlyingType", default=None)
    selected: bool = False
    previous: str = msgspec.field(name="previousDecl", default="")
    inline: bool = False
    tls: str = ""
    mangled: str = msgspec.field(name="mangledName", default="")
    aliasee: str = ""
    qualifiers: str = ""
    section: str = msgspec.field(name="section_name", default="")
    cleanup: DeclRef | None = msgspec.field(name="cleanup_function", default=None)

    @property
    def offset(self) -> int:
        return self.range.begin.offset if self.range is not None else -1

    @property
    def end(self) -> int:
        """The offset just behind the last token."""
        if self.range is None or self.range.end.offset < 0:
            return -1
        return self.range.end.offset + self.range.end.token_length

    def walk(self) -> Iterator[Node]:
        """This node and all below it, each before its children."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.filler:
                stack.extend(reversed(node.filler))
            stack.extend(reversed(node.inner))


_decoder = msgspec.json.Decoder(Node)


def decode(json: bytes | bytearray) -> Node:
    return _decoder.decode(json)


TRANSPARENT = frozenset({"ParenExpr", "ConstantExpr", "ExprWithCleanups", "MaterializeTemporaryExpr"})


def strip(node: Node) -> Node:
    """The node inside of parentheses and other wrappers without a meaning."""
    while True:
        if node.kind in TRANSPARENT or (node.kind == "UnaryOperator" and node.opcode == "__extension__"):
            node = node.inner[0]
        elif node.kind == "GenericSelectionExpr":
            chosen = [child for child in node.inner if child.selected]
            if not chosen:
                return node
            node = chosen[0].inner[-1]
        elif node.kind == "ChooseExpr":
            return node
        else:
            return node


def bare(node: Node) -> Node:
    """As `strip`, and without conversions that nobody has written."""
    node = strip(node)
    while node.kind == "ImplicitCastExpr" and node.inner:
        node = strip(node.inner[0])
    return node


def defined_functions(tree: Node) -> frozenset[str]:
    """The names of those that have a body in a file: none of them is the library's."""
    return frozenset(
        node.name
        for node in tree.inner
        if node.kind == "FunctionDecl" and any(child.kind == "CompoundStmt" for child in node.inner)
    )


def callee_name(call: Node) -> str:
    """The name of the function that a call calls by its name; nothing if it calls what a variable holds."""
    called = bare(call.inner[0]).referenced
    return called.name if called is not None and called.kind == "FunctionDecl" else ""
