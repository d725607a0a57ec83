"""What a function does with the pointers that it is given: read off its text, to propose what it needs.

Nothing rests on it: what is proposed is a proposal, and whether the function keeps to what is said of its
writes is checked. So it may be rough. A local variable that is given a pointer stands for all that it is
given anywhere; pointers are followed through one member (`list->items`), and no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.syntax import Node, bare, callee_name
from dovetail.frontend.units import TranslationUnit
from dovetail.inferring.library_needs import LIBRARY
from dovetail.program.types import IntType, PointerType, RecordType, Type, VoidType
from dovetail.quick_dataclass import dataclass

_ASSIGNING = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
_COMPARING = frozenset({"<", "<=", ">", ">=", "!=", "=="})
_TYPE_TRAITS = frozenset({"UnaryExprOrTypeTraitExpr", "GenericSelectionExpr"})
_SIGNS = ("-", "+", "~")
_PLAIN = frozenset(
    {
        "BinaryOperator",
        "UnaryOperator",
        "ParenExpr",
        "ImplicitCastExpr",
        "CStyleCastExpr",
        "IntegerLiteral",
        "CharacterLiteral",
        "MemberExpr",
    }
)
Roots = dict[str, bool]
"""The pointers that one may come from, by how they are written, and whether it has moved since."""


@dataclass(slots=True)
class Need:
    """What is done with one pointer that is given: a parameter, or a member behind one."""

    path: str
    pointee: Type
    reads: bool = False
    writes: bool = False
    walked: bool = False
    """Is it followed at places that are not constants?"""
    most: int = 0
    """How many elements there have to be for those that are."""
    ends_at_zero: bool = False
    """Does a condition look at what it is moved over?"""
    tested: bool = False
    """Is it compared with null?"""
    counts: dict[str, None] = field(default_factory=dict)
    """What a callee takes for the number of bytes or elements."""
    bytes_: bool = False
    """Are they of bytes?"""
    string: bool = False

    @property
    def followed(self) -> bool:
        return self.reads or self.writes


@dataclass(slots=True)
class Uses:
    """Of one function."""

    node: Node
    parameters: dict[str, Type]
    needs: dict[str, Need] = field(default_factory=dict)
    assigned: dict[str, str] = field(default_factory=dict)
    """What it writes, as it is written, and the pointer that this is behind, if any."""
    bounds: dict[str, None] = field(default_factory=dict)
    """Integers that conditions of loops compare something with."""
    calls: dict[str, None] = field(default_factory=dict)
    returns: list[int | None] = field(default_factory=list)
    """The constants that it returns, and None for anything else."""
    returned: dict[str, None] = field(default_factory=dict)
    """Expressions over what it was given that it returns; empty if it returns anything else."""
    read_members: dict[str, Type] = field(default_factory=dict)
    """Scalars that are looked at behind a parameter."""


def uses_of(unit: TranslationUnit, node: Node, known: Mapping[str, Uses]) -> Uses:
    """Of a function that is defined; `known` are those of what it calls."""
    return _Looking(unit, node, known).uses()


class _Looking:
    def __init__(self, unit: TranslationUnit, node: Node, known: Mapping[str, Uses]) -> None:
        self._unit = unit
        self._known = known
        declared = [child for child in node.inner if child.kind == "ParmVarDecl" and child.name]
        types = {one.name: self._type(one) for one in declared}
        self._found = Uses(node, {name: type_ for name, type_ in types.items() if type_ is not None})
        self._names = {one.id: one.name for one in declared}
        self._stands: dict[str, Roots] = {
            one.id: {one.name: False} for one in declared if isinstance(types[one.name], PointerType)
        }
        self._locals: set[str] = set()
        self._changed: set[str] = set()
        self._body = next(child for child in node.inner if child.kind == "CompoundStmt")

    def uses(self) -> Uses:
        nodes = list(_executed(self._body))
        for _ in range(4):  # a variable may be given what another is given later in the text
            for node in nodes:
                self._given(node)
        for node in nodes:
            self._look(node)
        returned = [self._returned(one.inner[0]) for one in nodes if one.kind == "ReturnStmt" and one.inner]
        if all(returned):
            self._found.returned = dict.fromkeys(returned)
        return self._found

    def _returned(self, node: Node) -> str:
        """An expression over parameters that stay as they are, members behind them, and constants."""
        changed = self._changed
        for part in node.walk():
            if part.kind == "DeclRefExpr" and part.referenced is not None:
                if part.referenced.id not in self._names or part.referenced.id in changed:
                    return ""
            elif part.kind not in _PLAIN or (part.kind == "UnaryOperator" and part.opcode not in _SIGNS):
                return ""
        return " ".join(self._unit.source.slice(node.offset, node.end).split())

    def _type(self, node: Node) -> Type | None:
        try:
            return None if node.type is None else self._unit.types.of(node.type)
        except UnsupportedError:
            return None

    # -- what variables stand for

    def _given(self, node: Node) -> None:
        if node.kind in ("BinaryOperator", "CompoundAssignOperator") and node.opcode in _ASSIGNING:
            self._changed.add(_variable(node.inner[0]))
        if node.kind == "UnaryOperator" and node.opcode in ("++", "--", "&"):
            self._changed.add(_variable(node.inner[0]))
        match node.kind:
            case "VarDecl":
                if node.storage != "static":
                    self._locals.add(node.id)
                if node.inner and isinstance(self._type(node), PointerType):
                    self._merge(node.id, self._roots(node.inner[-1]))
            case "BinaryOperator" | "CompoundAssignOperator" if node.opcode in ("=", "+=", "-="):
                target = bare(node.inner[0])
                if target.kind == "DeclRefExpr" and target.referenced is not None:
                    if isinstance(self._type(target), PointerType):
                        ident = target.referenced.id
                        moved = node.opcode != "="
                        self._merge(ident, self._roots(node.inner[0 if moved else 1]), moved=moved)
            case "UnaryOperator" if node.opcode in ("++", "--"):
                target = bare(node.inner[0])
                if target.kind == "DeclRefExpr" and target.referenced is not None:
                    self._merge(target.referenced.id, self._roots(target), moved=True)

    def _merge(self, ident: str, roots: Roots, *, moved: bool = False) -> None:
        here = self._stands.setdefault(ident, {})
        for path, before in roots.items():
            here[path] = here.get(path, False) or before or moved

    def _roots(self, node: Node) -> Roots:
        node = _uncast(node)
        match node.kind:
            case "DeclRefExpr" if node.referenced is not None:
                return dict(self._stands.get(node.referenced.id, {}))
            case "MemberExpr" if isinstance(self._type(node), PointerType):
                written = self._member(node)
                return {written: False} if written else {}
            case "MemberExpr":  # an array in a record
                return self._roots(node.inner[0]) if node.arrow else {}
            case "UnaryOperator" if node.opcode in ("++", "--"):
                return dict.fromkeys(self._roots(node.inner[0]), True)
            case "UnaryOperator" if node.opcode == "&":
                return self._roots_of_place(_uncast(node.inner[0]))
            case "BinaryOperator" if node.opcode in ("+", "-"):
                first, second = node.inner
                pointer, number = (first, second) if self._roots(first) else (second, first)
                moved = constant(number) is None
                return {path: before or moved for path, before in self._roots(pointer).items()}
            case "BinaryOperator" if node.opcode in ("=", ","):
                return self._roots(node.inner[1])
            case "ConditionalOperator":
                return {**self._roots(node.inner[1]), **self._roots(node.inner[2])}
            case _:
                return {}

    def _roots_of_place(self, place: Node) -> Roots:
        """Of the address of something."""
        match place.kind:
            case "MemberExpr" if place.arrow:
                return self._roots(place.inner[0])
            case "MemberExpr":
                return self._roots_of_place(_uncast(place.inner[0]))
            case "ArraySubscriptExpr":
                moved = constant(place.inner[1]) is None
                return {path: before or moved for path, before in self._roots(place.inner[0]).items()}
            case "UnaryOperator" if place.opcode == "*":
                return self._roots(place.inner[0])
            case _:
                return {}

    def _member(self, node: Node) -> str:
        """`p->f`, if p is a parameter that stays where it is."""
        base = _uncast(node.inner[0])
        if node.arrow and base.kind == "DeclRefExpr" and base.referenced is not None:
            roots = self._stands.get(base.referenced.id, {})
            if len(roots) == 1 and not any(roots.values()):
                (path,) = roots
                return f"{path}->{node.name}" if path in self._found.parameters and node.name else ""
        return ""

    # -- what is done

    def _look(self, node: Node) -> None:
        match node.kind:
            case "BinaryOperator" | "CompoundAssignOperator" if node.opcode in _ASSIGNING:
                self._written(_uncast(node.inner[0]))
            case "UnaryOperator" if node.opcode in ("++", "--"):
                self._written(_uncast(node.inner[0]))
            case "UnaryOperator" if node.opcode == "!":
                self._tested(node.inner[0])
            case "ImplicitCastExpr" if node.cast_kind == "PointerToBoolean":
                self._tested(node.inner[0])
            case "BinaryOperator" if node.opcode in ("==", "!="):
                if any(_is_null(side) for side in node.inner):
                    for side in node.inner:
                        self._tested(side)
            case "ForStmt" | "WhileStmt" | "DoStmt":
                self._loop(node)
            case "IfStmt":
                self._tested(node.inner[0])
            case "CallExpr":
                self._called(node)
            case "ReturnStmt" if node.inner:
                self._found.returns.append(constant(node.inner[0]))
            case "ImplicitCastExpr" if node.cast_kind == "LValueToRValue":
                self._read(_uncast(node.inner[0]))

    def _tested(self, node: Node) -> None:
        for path, moved in self._roots(node).items():
            if not moved and (need := self._need(path)) is not None:
                need.tested = True

    def _need(self, path: str) -> Need | None:
        if path in self._found.needs:
            return self._found.needs[path]
        type_ = self.type_of_path(path)
        if not isinstance(type_, PointerType):
            return None
        made = Need(path, type_.pointee)
        self._found.needs[path] = made
        return made

    def type_of_path(self, path: str) -> Type | None:
        name, _, member = path.partition("->")
        type_ = self._found.parameters.get(name)
        if not member or not isinstance(type_, PointerType) or not isinstance(type_.pointee, RecordType):
            return type_
        return next((one.type for one in type_.pointee.fields if one.name == member), None)

    def _read(self, place: Node) -> None:
        for path, elements in self._followed(place):
            need = self._need(path)
            if need is not None:
                need.reads = True
                _reaches(need, elements)
        if place.kind == "MemberExpr" and (written := self._member(place)):
            type_ = self._type(place)
            if isinstance(type_, IntType):
                self._found.read_members[written] = type_

    def _followed(self, place: Node) -> Iterator[tuple[str, int | None]]:
        """The pointers that are followed to a place, each with the number of elements; None if anywhere."""
        match place.kind:
            case "UnaryOperator" if place.opcode == "*":
                pointer, index = place.inner[0], 0
                added = _uncast(pointer)
                if added.kind == "BinaryOperator" and added.opcode == "+":
                    index = next((n for n in map(constant, added.inner) if n is not None), 0)
            case "ArraySubscriptExpr":
                pointer = place.inner[0]
                found = constant(place.inner[1])
                inside = _uncast(pointer)
                if inside.kind == "MemberExpr" and not isinstance(self._type(inside), PointerType):
                    yield from self._followed(inside)
                    return
                index = -1 if found is None else found
            case "MemberExpr" if place.arrow:
                pointer, index = place.inner[0], 0
            case "MemberExpr":
                yield from self._followed(_uncast(place.inner[0]))
                return
            case _:
                return
        for path, moved in self._roots(pointer).items():
            yield path, None if moved or index < 0 else index + 1

    def _written(self, place: Node) -> None:
        followed = list(self._followed(place))
        for path, elements in followed:
            need = self._need(path)
            if need is None:
                continue
            need.writes = True
            _reaches(need, elements)
            whole = place.kind != "MemberExpr" or place.member in self._unit.suspects.bit_fields
            exact = "" if whole else self._member(place)  # of bits alone nobody can take the address
            walked = elements != 1 or (place.kind == "ArraySubscriptExpr" and elements is None)
            self._found.assigned[exact or (f"*{path}" if not walked else path)] = path
        if not followed:
            self._written_variable(place)

    def _written_variable(self, place: Node) -> None:
        while place.kind in ("MemberExpr", "ArraySubscriptExpr") and not place.arrow:
            place = _uncast(place.inner[0])
        referenced = place.referenced
        if place.kind == "DeclRefExpr" and referenced is not None and referenced.kind == "VarDecl":
            if referenced.name in self._unit.variables and referenced.id not in self._locals:
                self._found.assigned[referenced.name] = ""

    def _loop(self, node: Node) -> None:
        condition = node.inner[{"DoStmt": 1, "ForStmt": 2}.get(node.kind, 0)]
        for part in condition.walk():
            if part.kind == "BinaryOperator" and part.opcode in _COMPARING:
                for side in part.inner:
                    self._bound(side)
            elif part.kind == "DeclRefExpr":
                self._bound(part)
            if part.kind == "ImplicitCastExpr" and part.cast_kind == "LValueToRValue":
                for path, elements in self._followed(_uncast(part.inner[0])):
                    if elements is None and (need := self._need(path)) is not None:
                        need.ends_at_zero = True

    def _bound(self, node: Node) -> None:
        node = _uncast(node)
        if node.kind == "DeclRefExpr" and node.referenced is not None:
            name = self._names.get(node.referenced.id)
            if name and isinstance(self._found.parameters.get(name), IntType):
                self._found.bounds[name] = None
        elif node.kind == "MemberExpr" and (written := self._member(node)):
            self._found.bounds[written] = None

    # -- calls

    def _called(self, node: Node) -> None:
        name = callee_name(node)
        arguments = node.inner[1:]
        if name in self._known:
            self._found.calls[name] = None
            self._by_known(self._known[name], arguments)
            return
        for number, (kind, count) in LIBRARY.get(name, {}).items():
            if number >= len(arguments):
                continue
            for path, moved in self._roots(arguments[number]).items():
                if (need := self._need(path)) is not None:
                    self._by_library(need, kind, moved, None if count is None else arguments[count])

    def _by_library(self, need: Need, kind: str, moved: bool, count: Node | None) -> None:
        need.reads, need.writes = need.reads or kind != "w", need.writes or kind == "w"
        number = None if count is None else constant(count)
        if kind == "s":
            need.string = True
        if moved or number is None:
            need.walked = True
        else:
            need.most = max(need.most, -(-number // max(self._size(need.pointee), 1)))
        if count is not None and (written := self._as_parameter(count)):
            need.counts[written] = None
            need.bytes_ = True
        if kind == "w":
            self._found.assigned[need.path] = need.path

    def _size(self, type_: Type) -> int:
        return 1 if isinstance(type_, VoidType) else self._unit.types.target.size(type_)

    def _as_parameter(self, node: Node) -> str:
        node = _uncast(node)
        if node.kind == "DeclRefExpr" and node.referenced is not None:
            name = self._names.get(node.referenced.id, "")
            return name if isinstance(self._found.parameters.get(name), IntType) else ""
        return self._member(node) if node.kind == "MemberExpr" else ""

    def _by_known(self, callee: Uses, arguments: list[Node]) -> None:
        given = dict(zip(callee.parameters, arguments, strict=False))
        for theirs in callee.needs.values():
            name, _, member = theirs.path.partition("->")
            if name not in given:
                continue
            for path, moved in self._roots(given[name]).items():
                if member and ("->" in path or moved):
                    continue
                need = self._need(f"{path}->{member}" if member else path)
                if need is not None and theirs.followed:
                    need.reads, need.writes = need.reads or theirs.reads, need.writes or theirs.writes
                    need.walked = need.walked or theirs.walked or moved
                    need.most = max(need.most, theirs.most)
                    need.string = need.string or theirs.string
                    need.ends_at_zero = need.ends_at_zero or theirs.ends_at_zero
                    self._counted_by(need, theirs, given, moved)
        for written, path in callee.assigned.items():
            self._assigned_by_callee(written, path, given)

    def _counted_by(self, need: Need, theirs: Need, given: Mapping[str, Node], moved: bool) -> None:
        for count in theirs.counts:
            if count in given and (written := self._as_parameter(given[count])) and not moved:
                need.counts[written] = None
                need.bytes_ = need.bytes_ or theirs.bytes_

    def _assigned_by_callee(self, written: str, path: str, given: Mapping[str, Node]) -> None:
        name, _, _ = path.partition("->")
        if not path:
            self._found.assigned[written] = ""
        elif name in given:
            for root, moved in self._roots(given[name]).items():
                if "->" in root or moved:
                    self._found.assigned[root] = root
                else:
                    renamed = written.replace(name, root, 1)
                    self._found.assigned[renamed] = path.replace(name, root, 1)


def _reaches(need: Need, elements: int | None) -> None:
    if elements is None:
        need.walked = True
    else:
        need.most = max(need.most, elements)


def _variable(node: Node) -> str:
    node = bare(node)
    return node.referenced.id if node.kind == "DeclRefExpr" and node.referenced is not None else ""


def constant(node: Node) -> int | None:
    node = _uncast(node)
    if node.kind == "UnaryOperator" and node.opcode == "-":
        inner = constant(node.inner[0])
        return None if inner is None else -inner
    if node.kind in ("IntegerLiteral", "CharacterLiteral", "ConstantExpr") and node.value is not None:
        try:
            return int(node.value)
        except ValueError:
            return None
    return None


def _is_null(node: Node) -> bool:
    return constant(node) == 0 or any(part.cast_kind == "NullToPointer" for part in (node, *node.inner))


def _uncast(node: Node) -> Node:
    node = bare(node)
    while node.kind in ("CStyleCastExpr", "ImplicitCastExpr") and node.inner:
        node = bare(node.inner[0])
    return node


def _executed(body: Node) -> Iterator[Node]:
    """All nodes below, but for those that are about types only."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield node
        if node.kind not in _TYPE_TRAITS:
            waiting.extend(reversed(node.inner))
