"""Translation units: a preprocessed file, its syntax tree, and an index of what it declares."""

from __future__ import annotations

import re

from dovetail.frontend.clang import parse
from dovetail.frontend.errors import InputError
from dovetail.frontend.functions import address_taken
from dovetail.frontend.scopes import Types
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node
from dovetail.program.types import Target

_VARIABLE_LENGTH = re.compile(r"\[[^\]\d][^\]]*\]|\[\d+[^\]\d][^\]]*\]")


class TranslationUnit:
    """One file of the program (or of the library models)."""

    def __init__(self, source: Source, target: Target, *, index: int) -> None:
        self.source = source
        self.index = index
        self.library = source.library
        tree, self.standard = parse(source.text, source.name, target.model)
        edited = _name_array_lengths(source, tree, str(target.size_t))
        if edited is not None:
            try:
                tree, self.standard = parse(edited.text, source.name, target.model)
                self.source = source = edited
            except InputError:
                pass  # the arrays stay as they are, and are reported where they are used
        self.tree = tree
        self.types = Types(source, target, self.standard)
        self.functions: dict[str, Node] = {}
        """Definitions, by name."""
        self.declared_functions: dict[str, Node] = {}
        self.variables: dict[str, list[Node]] = {}
        self.variable_ids: dict[str, str] = {}
        """The names of file-scope variables, by the identity of each of their declarations."""
        self.taken = address_taken(tree)
        self._index()

    def _index(self) -> None:
        for node in self.tree.inner:
            match node.kind:
                case "FunctionDecl":
                    self.declared_functions[node.name] = node
                    if any(child.kind == "CompoundStmt" for child in node.inner):
                        self.functions[node.name] = node
                case "VarDecl":
                    self.variables.setdefault(node.name, []).append(node)
                    self.variable_ids[node.id] = node.name
                case "RecordDecl" | "EnumDecl" | "TypedefDecl":
                    if not (node.kind == "TypedefDecl" and node.implicit):
                        self.types.declare(node)

    def is_static(self, name: str) -> bool:
        """Does the name have internal linkage in this unit?"""
        nodes = [self.functions[name]] if name in self.functions else self.variables.get(name, [])
        return any(node.storage == "static" for node in nodes)


def _name_array_lengths(source: Source, tree: Node, size_t: str) -> Source | None:
    """Give the length of every variable-length array a variable of its own.

    clang's tree holds such a length only as text inside of a type. `int a[n + 1];` is rewritten as
    `unsigned long __dovetail_vla_0 = (n + 1); int a[__dovetail_vla_0];` and parsed again.
    """
    edits: list[tuple[int, int, bytes]] = []
    count = 0
    for node in tree.walk():
        if node.kind != "DeclStmt":
            continue
        for declared in node.inner:
            if declared.kind not in ("VarDecl", "TypedefDecl") or declared.type is None or declared.loc is None:
                continue
            if not _VARIABLE_LENGTH.search(declared.type.text):
                continue
            at = declared.loc.offset + declared.loc.token_length
            prefix = b""
            while True:
                found = re.compile(rb"\s*\[").match(source.text, at)
                if found is None:
                    break
                begin = found.end()
                depth, at = 1, begin
                while depth:
                    depth += {b"[": 1, b"]": -1}.get(source.text[at : at + 1], 0)
                    at += 1
                length = source.text[begin : at - 1]
                if length.strip() and not length.strip().isdigit():
                    name = b"__dovetail_vla_%d" % count
                    count += 1
                    prefix += size_t.encode() + b" " + name + b" = (" + length.replace(b"\n", b" ") + b"); "
                    edits.append((begin, at - 1, name))
            if prefix:
                edits.append((node.offset, node.offset, prefix))
    if not edits:
        return None
    text = source.text
    for begin, end, replacement in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:begin] + replacement + text[end:]
    return Source(source.name, text, source.library)
