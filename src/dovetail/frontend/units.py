"""Translation units: a preprocessed file, its syntax tree, and an index of what it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from dovetail.frontend.byte_views import ByteViews
from dovetail.frontend.clang import built_in_types, is_own_header, parse
from dovetail.frontend.clauses import Lifted
from dovetail.frontend.compared_records import with_compared_records
from dovetail.frontend.constants import may_write_constants
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import NO_FLAGS, OLD_STANDARDS, Flags
from dovetail.frontend.foreign_words import foreign_words
from dovetail.frontend.left_out import without_refused
from dovetail.frontend.renaming import TYPE_NAME, with_declarations, with_names
from dovetail.frontend.scopes import Types
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node, QualType, strip
from dovetail.frontend.type_differences import Suspects
from dovetail.program.types import DataModel, Target
from dovetail.quick_dataclass import dataclass

_VARIABLE_LENGTH = re.compile(r"\[[^\]\d][^\]]*\]|\[\d+[^\]\d][^\]]*\]")


@dataclass(slots=True)
class Survey:
    """What one walk over a whole tree finds."""

    taken: set[str] = field(default_factory=set)
    """Declarations whose address is taken."""
    own_alignment: set[str] = field(default_factory=set)
    """Variables and members with an alignment of their own."""
    extern: dict[str, str] = field(default_factory=dict)
    """The names of variables that are declared extern inside of functions, by their identity."""
    variable_lengths: list[tuple[Node, Node]] = field(default_factory=list)
    """Declarations of (pointers to) variable-length arrays, each with the statement around it."""
    statements: list[Node] = field(default_factory=list)
    """Those in front of which a declaration can stand."""
    renamed: dict[str, QualType] = field(default_factory=dict)
    """Types that were given names of their own."""
    typeof: bool = False
    """Is there a type with `typeof` in it, and not only in front, where clang resolves it?"""
    byte_views: ByteViews = field(default_factory=ByteViews)
    compares_addresses: bool = False
    undeclared: set[str] = field(default_factory=set)
    """Functions that are used without a declaration."""
    suspects: Suspects = field(default_factory=Suspects)


class TranslationUnit:
    """One file of the program (or of the library models)."""

    def __init__(self, source: Source, target: Target, *, index: int, flags: Flags = NO_FLAGS) -> None:
        self.source = source
        self.index = index
        self.flags = flags
        self.library = source.library
        self.clauses: Lifted | None = None  # what was taken out of the text before it was parsed
        try:
            parsed = parse(source.text, source.name, target.model, flags)
        except InputError:
            readable = _readable(source, target.model, flags)
            if readable is None:
                raise
            self.source = source = readable
            parsed = parse(source.text, source.name, target.model, flags)
        survey = _survey(parsed.tree)
        if survey.undeclared and not self.library:
            known = built_in_types(source.text, target.model, parsed.standard, survey.undeclared, flags)
            declared = with_declarations(source, known, target)
            if declared is not None:
                try:
                    parsed = parse(declared.text, source.name, target.model, flags)
                    self.source = source = declared
                    survey = _survey(parsed.tree)
                except InputError:
                    pass  # the program itself says something else of one of them, further down
        if survey.variable_lengths or survey.typeof:
            places = survey.statements if survey.typeof else []
            edited = with_names(source, survey.variable_lengths, places, str(target.size_t))
            try:
                parsed = parse(edited.text, source.name, target.model, flags)
                self.source, survey = edited, _survey(parsed.tree)
            except InputError:
                pass  # they stay as they are, and are reported where they are used
        self.mentions_volatile = b"volatile" in self.source.text
        self.tree = parsed.tree
        self.standard = parsed.standard
        self.bad_shifts = parsed.bad_shifts
        self.may_write_constants = not source.library and may_write_constants(parsed.tree)
        self.folded_shifts = parsed.folded_shifts
        self.overridden = parsed.overridden
        self.suspects = survey.suspects
        self.taken = survey.taken
        self.own_alignment = survey.own_alignment
        self.compares_addresses = survey.compares_addresses
        self.byte_views = survey.byte_views
        self.foreign_words = foreign_words(self.source, parsed, target.model)
        refused = self.foreign_words.records
        self.types = Types(self.source, target, self.standard, survey.renamed, flags, refused)
        self.functions: dict[str, Node] = {}
        """Definitions, by name."""
        self.declarations: dict[str, list[Node]] = {}
        """All declarations of functions, by name."""
        self.variables: dict[str, list[Node]] = {}
        self.variable_ids = survey.extern
        """The names of variables with linkage, by the identity of each of their declarations."""
        self.assembly: list[Node] = []
        """Assembly outside of functions."""
        self._index()

    def _index(self) -> None:
        for node in self.tree.inner:
            match node.kind:
                case "FunctionDecl":
                    self.declarations.setdefault(node.name, []).append(node)
                    if any(child.kind == "CompoundStmt" for child in node.inner):
                        self.functions[node.name] = node
                case "VarDecl":
                    self.variables.setdefault(node.name, []).append(node)
                    self.variable_ids[node.id] = node.name
                case "RecordDecl" | "EnumDecl" | "TypedefDecl":
                    if not (node.kind == "TypedefDecl" and node.implicit):
                        self.types.declare(node)
                case "FileScopeAsmDecl":
                    self.assembly.append(node)

    def type_differences(self, begin: int, end: int) -> Iterator[tuple[int, str]]:
        """What is taken for granted of types between two offsets, and where."""
        for node in self.suspects.within(begin, end):
            if node.kind == "IntegerLiteral" and self.types.target.model is DataModel.ILP32:
                continue  # no compiler has anything wider there
            text = self.suspects.said_of(node, self.source, self.types.enumerators)
            if text is not None:
                yield node.offset, text

    def outside_of_functions(self) -> Iterator[tuple[int, int]]:
        """The parts of the text that are in no definition of a function."""
        bodies = sorted((node.offset, node.end) for node in self.functions.values())
        begins = [0, *(end for _, end in bodies)]
        return zip(begins, [*(begin for begin, _ in bodies), len(self.source.text)], strict=True)

    def own_functions(self) -> list[Node]:
        """The definitions that are the user's, not those of header files of the system."""
        model = self.types.target.model
        places = {name: self.source.position(node.offset).file for name, node in self.functions.items()}
        system = {file for file in dict.fromkeys(places.values()) if is_own_header(file, model)}
        return [node for name, node in self.functions.items() if places[name] not in system]

    @property
    def old_inline(self) -> bool:
        """Does `inline` alone make a definition for all, as before C99?"""
        return self.flags.gnu89_inline or self.standard in OLD_STANDARDS

    def is_static(self, name: str) -> bool:
        """Does the name have internal linkage in this unit? One declaration that says so is enough."""
        nodes = self.declarations.get(name) or self.variables.get(name, [])
        return any(node.storage == "static" for node in nodes)

    def gives_way(self, name: str) -> bool:
        """May another file define the function, too, and be preferred?"""
        node = self.functions[name]
        inline = any(n.inline for n in self.declarations[name])
        outside = any(n.storage == "extern" or not n.inline for n in self.declarations[name])
        weak = any(child.kind == "WeakAttr" for n in self.declarations[name] for child in n.inner)
        return weak or (inline and (not outside or node.storage == "extern"))

    def attribute(self, name: str, kind: str) -> Node | None:
        """An attribute of a function."""
        found = (
            child for node in self.declarations.get(name, []) for child in node.inner if child.kind == kind
        )
        return next(found, None)

    def linked_as(self, name: str) -> str:
        """The name of a function for the linker: `__asm__("label")` changes it."""
        if self.attribute(name, "AsmLabelAttr") is None:
            return name
        labels = (node.mangled.lstrip("\1") for node in self.declarations[name] if node.mangled)
        return next((label for label in labels if label != name), name)


def _readable(source: Source, model: DataModel, flags: Flags) -> Source | None:
    """What clang does not accept, written in other words; None if it is wrong."""
    return with_compared_records(source, model, flags) or without_refused(source, model, flags)


def _survey(tree: Node) -> Survey:
    found = Survey()
    functions: set[str] = set()
    used: dict[str, str] = {}
    for node in tree.walk():
        found.typeof = found.typeof or _has_typeof(node)
        found.byte_views.visit(node)
        match node.kind:
            case "FunctionDecl":
                functions.add(node.id)
            case "DeclRefExpr" if node.referenced is not None:
                if node.referenced.kind == "FunctionDecl":
                    used[node.referenced.id] = node.referenced.name
                elif node.referenced.kind == "EnumConstantDecl" and _is_not_int(node):
                    found.suspects.nodes.append(node)
            case "UnaryOperator" if node.opcode == "&":
                inner = strip(node.inner[0])
                while inner.kind in ("MemberExpr", "ImplicitCastExpr") and inner.inner and not inner.arrow:
                    inner = strip(inner.inner[0])
                if inner.kind == "DeclRefExpr" and inner.referenced is not None:
                    found.taken.add(inner.referenced.id)
            case "BinaryOperator" if node.opcode in ("==", "!="):
                found.compares_addresses |= all(map(_may_be_address, node.inner))
            case "GCCAsmStmt":
                for operand in node.walk():
                    if operand.kind == "DeclRefExpr" and operand.referenced is not None:
                        found.taken.add(operand.referenced.id)
            case "DeclStmt":
                for declared in node.inner:
                    if declared.kind == "VarDecl" and declared.storage == "extern":
                        found.extern[declared.id] = declared.name
                    if declared.kind in ("VarDecl", "TypedefDecl") and declared.type is not None:
                        if _VARIABLE_LENGTH.search(declared.type.text):
                            found.variable_lengths.append((node, declared))
            case "CompoundStmt":
                found.statements += node.inner
            case "TypedefDecl" if node.type is not None and node.name.startswith(TYPE_NAME):
                found.renamed[node.name] = node.type
            case "GenericSelectionExpr" | "UnaryExprOrTypeTraitExpr":
                found.suspects.nodes.append(node)
            case "IntegerLiteral" if len(str(node.value)) >= 19:
                found.suspects.nodes.append(node)
            case "EnumDecl":
                found.suspects.enumeration(node)
            case "VarDecl" | "FieldDecl" if node.inner:
                if node.bitfield:
                    found.suspects.bit_fields.add(node.id)
                if any(child.cleanup is not None for child in node.inner):
                    found.taken.add(node.id)
                if any(child.kind == "AlignedAttr" for child in node.inner):
                    found.own_alignment.add(node.id)
    found.byte_views.declare(tree)
    found.suspects.sort()
    found.undeclared = {name for ident, name in used.items() if ident not in functions}
    return found


def _is_not_int(node: Node) -> bool:
    return node.type is not None and node.type.text != "int"


def _may_be_address(node: Node) -> bool:
    """Is it a pointer, and not plainly null or to a function?"""
    node = strip(node)
    text = "" if node.type is None else node.type.desugared or node.type.text
    return "*" in text and "(*)(" not in text and node.cast_kind != "NullToPointer"


def _has_typeof(node: Node) -> bool:
    """Is it of a type that has `typeof` in it, and not only in front, where clang resolves it?"""
    return node.type is not None and "typeof" in (node.type.desugared or node.type.text)
