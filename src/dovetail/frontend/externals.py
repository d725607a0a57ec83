"""Functions without a body: which there are, whose they are, and what of the program they could touch.

Those that the C library has are known by the header that declares them, or by their name; without a model
nothing is known of them. All others are the user's own, in files that were not given: `outside` says what
they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dovetail.frontend.clang import is_system_header
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS, NONDET, plain_name
from dovetail.frontend.library import modelled_functions
from dovetail.frontend.library.table import is_library_function
from dovetail.frontend.spelling import INPUT_BY_NAME, UNINTERPRETED
from dovetail.frontend.syntax import Node, bare, callee_name, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import (
    DataModel,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    has_pointers,
)
from dovetail.quick_dataclass import dataclass

_OWN = ("__VERIFIER_", "dovetail_", "__dovetail_", "__builtin_", "__sync_", "__atomic_", "__c11_atomic_")
_REFUSED = (
    "WeakAttr",
    "ConstAttr",
    "PureAttr",
    "ReturnsNonNullAttr",
    "IFuncAttr",
    "WeakRefAttr",
    "AliasAttr",
)
ENDS = ("C11NoReturnAttr", "CXX11NoReturnAttr", "NoReturnAttr")
"""How attributes say that a function does not return."""
_CHECKS = ("assert", "dovetail_always")


def is_of_the_library(name: str, units: Sequence[TranslationUnit], model: DataModel) -> bool:
    """Is a function the C library's, by the header that declares it or by its name?"""
    plain = name.removeprefix("__isoc99_").removeprefix("__isoc23_")
    if is_library_function(plain):
        return True
    return any(
        is_system_header(unit.source.position(node.offset).file, model)
        for unit in units
        for node in unit.declarations.get(name, ())
    )


@dataclass(frozen=True, slots=True)
class External:
    """A function of the user's without a body, and a file that declares it."""

    name: str
    unit: TranslationUnit
    node: Node
    mentions: int
    """So often the program names it."""

    @property
    def parameters(self) -> list[Node]:
        return [child for child in self.node.inner if child.kind == "ParmVarDecl"]

    @property
    def prototyped(self) -> bool:
        text = self.node.type.text if self.node.type is not None else ""
        return bool(self.parameters) or text.endswith("(void)")


def externals(units: Sequence[TranslationUnit], target: Target) -> list[External]:
    """Those that the program mentions, in order; without inputs, and without those of which attributes say
    what cannot be modelled."""
    defined = {name for unit in units for name in unit.functions}
    found: dict[str, External] = {}
    mentions = Counter[str]()
    for unit in units:
        mentions.update(mentioned_functions(unit))
    for unit in units:
        for name in dict.fromkeys(mentioned_functions(unit)):
            nodes = unit.declarations.get(name)
            if not nodes or name in defined or name in found or unit.is_static(name):
                continue
            if not _is_plain(name, unit) or is_of_the_library(name, units, target.model):
                continue
            node = max(nodes, key=lambda node: len(node.inner))  # the one with a prototype
            one = External(name, unit, node, mentions[name])
            if name.startswith(UNINTERPRETED) or (name.startswith(INPUT_BY_NAME) and not one.parameters):
                continue
            found[name] = one
    return list(found.values())


def _is_plain(name: str, unit: TranslationUnit) -> bool:
    if name in modelled_functions() or name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
        return False
    if name.startswith(_OWN) or NONDET.match(name) or unit.linked_as(name) != name:
        return False
    texts = [node.type.text for node in unit.declarations[name] if node.type is not None]
    if any("noreturn" in text for text in texts):
        return False
    return not any(unit.attribute(name, kind) for kind in (*_REFUSED, *ENDS))


def mentioned_functions(unit: TranslationUnit) -> Iterator[str]:
    """In the order of the text."""
    for node in unit.tree.walk():
        if node.kind == "DeclRefExpr" and node.referenced and node.referenced.kind == "FunctionDecl":
            yield node.referenced.name


# ---- what they could touch ---------------------------------------------------------------------------------


def uses_errno(units: Sequence[TranslationUnit]) -> bool:
    return any("__errno_location" in set(mentioned_functions(unit)) for unit in units)


def calls_matter(units: Sequence[TranslationUnit], entry: str) -> bool:
    """Would it matter if functions from outside called those of the program: exported ones, or ones whose
    address is taken? It does where these have a state of their own, or something to be checked."""
    taken = {name for unit in units for name in _mentioned_without_a_call(unit)}
    for unit in units:
        for name in unit.functions:
            if name in (entry, "main", *ERROR_FUNCTIONS):
                continue
            if (not unit.is_static(name) or name in taken) and _matters(unit, name, units, set()):
                return True
    return False


def _mentioned_without_a_call(unit: TranslationUnit) -> Iterator[str]:
    called: set[int] = set()
    for node in unit.tree.walk():
        if node.kind == "CallExpr":
            callee = bare(node.inner[0])
            called.add(id(callee))
        elif node.kind == "DeclRefExpr" and id(node) not in called:
            if node.referenced is not None and node.referenced.kind == "FunctionDecl":
                yield node.referenced.name


def _matters(unit: TranslationUnit, name: str, units: Sequence[TranslationUnit], seen: set[str]) -> bool:
    if name in seen:
        return False
    seen.add(name)
    if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES or name in _CHECKS:
        return True
    home = unit if name in unit.functions else next((u for u in units if name in u.functions), None)
    if home is None:
        return False
    for node in home.functions[name].walk():
        if node.kind == "CallExpr":
            callee = bare(node.inner[0])
            if callee.kind != "DeclRefExpr" or callee.referenced is None:
                return True
        if node.kind == "VarDecl" and node.storage == "static":
            return True
        if node.kind == "DeclRefExpr" and node.referenced is not None:
            other = node.referenced
            if other.kind == "VarDecl" and other.id in home.variable_ids:
                if home.is_static(other.name):
                    return True
            elif other.kind == "FunctionDecl" and _matters(home, other.name, units, seen):
                return True
    return False


_COPYING = ("memcpy", "memmove", "mempcpy", "memccpy", "bcopy", "wmemcpy", "wmemmove", "wmempcpy", "swab")
_INTO_TEXT = frozenset("sprintf snprintf asprintf swprintf vsprintf vsnprintf vasprintf vswprintf".split())


def loses_types(units: Sequence[TranslationUnit]) -> bool:
    """Is a pointer to something with pointers in it also known as one to something without, or the other way
    round? Then what a pointer is declared to lead to does not say which pointers are there."""
    library = modelled_functions() - {name for unit in units for name in unit.functions}
    return any(_loses_types(unit, library) for unit in units)


def makes_numbers(units: Sequence[TranslationUnit]) -> bool:
    """Is a pointer known as a number somewhere: by a conversion, by its bytes, or in a union? Then any number
    may be an address."""
    return any(
        node.cast_kind == "PointerToIntegral" or _copies_pointers(unit, node) or _sees_as_number(unit, node)
        for unit in units
        for node in unit.tree.walk()
    )


def _loses_types(unit: TranslationUnit, library: frozenset[str]) -> bool:
    fine: set[int] = set()
    for node in unit.tree.walk():
        match node.kind:
            case "CallExpr" if _copies_pointers(unit, node):
                return True
            case "CallExpr" if callee_name(node) in library:
                fine.update(id(strip(argument)) for argument in node.inner[1:])
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "BitCast" and node.inner:
                inner = strip(node.inner[0])
                if id(node) in fine:
                    fine.add(id(inner))
                    continue
                if inner.kind == "CallExpr" and callee_name(inner) in library:
                    continue
                if _leads_to_pointers(unit, node) != _leads_to_pointers(unit, inner):
                    return True
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "PointerToIntegral":
                return True
            case "UnaryOperator" if node.opcode == "&" and _is_part(unit, node.inner[0]):
                return True
            case "ImplicitCastExpr" if node.cast_kind == "ArrayToPointerDecay":
                if _is_part(unit, node.inner[0]):
                    return True
            case _:
                pass
    return False


def _copies_pointers(unit: TranslationUnit, call: Node) -> bool:
    """Does a function of the library copy pointers to where none are declared, or the other way round, or
    write an address as text?"""
    if call.kind != "CallExpr":
        return False
    name = plain_name(callee_name(call)).strip("_")
    arguments = call.inner[1:]
    if name in _COPYING and len(arguments) > 1:
        to, source = map(_before_conversion, arguments[:2])
        return _leads_to_pointers(unit, to) != _leads_to_pointers(unit, source)
    return name in _INTO_TEXT and any(_is_address(unit, argument) for argument in arguments[1:])


def _before_conversion(node: Node) -> Node:
    """A pointer as it was before it was made one to something else."""
    node = strip(node)
    while node.kind in ("ImplicitCastExpr", "CStyleCastExpr") and node.cast_kind == "BitCast" and node.inner:
        node = strip(node.inner[0])
    return node


def _is_address(unit: TranslationUnit, node: Node) -> bool:
    """Is it a pointer that is no text?"""
    try:
        type_ = unit.types.of(node.type)
    except UnsupportedError:
        return True
    if not isinstance(type_, PointerType):
        return isinstance(type_, RecordType)  # the list of `...`
    return not (isinstance(type_.pointee, IntType) and type_.pointee.width in (8, 32))


def _sees_as_number(unit: TranslationUnit, node: Node) -> bool:
    """Is what lies somewhere read as a number although it is, or may be, a pointer?"""
    try:
        match node.kind:
            case "MemberExpr" if isinstance(unit.types.of(node.type), (IntType, FloatType)):
                whole = unit.types.of(node.inner[0].type)
                whole = whole.pointee if isinstance(whole, PointerType) else whole
                return isinstance(whole, RecordType) and whole.union and has_pointers(whole)
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "BitCast" and node.inner:
                made, given = unit.types.of(node.type), strip(node.inner[0])
                number = isinstance(made, PointerType) and isinstance(made.pointee, (IntType, FloatType))
                return number and _leads_to_pointers(unit, given)
            case _:
                return False
    except UnsupportedError:
        return False


def _leads_to_pointers(unit: TranslationUnit, node: Node) -> bool:
    try:
        type_ = unit.types.of(node.type)
    except UnsupportedError:
        return True
    if not isinstance(type_, PointerType) or isinstance(type_.pointee, FunctionType):
        return False
    return has_pointers(type_.pointee)


def _is_part(unit: TranslationUnit, node: Node) -> bool:
    """Is it a member of a record in which there are pointers?"""
    node = strip(node)
    while node.kind == "ArraySubscriptExpr":
        node = bare(node.inner[0])
    if node.kind != "MemberExpr":
        return False
    try:
        type_ = unit.types.of(node.inner[0].type)
    except UnsupportedError:
        return True
    return has_pointers(type_.pointee if isinstance(type_, PointerType) else type_)
