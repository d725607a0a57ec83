"""Local variables: where they live, how they begin.

A local variable is a `Variable` of the procedure if it is a scalar whose address is never taken; else an
object (when it begins and ends: `lifetimes`). A declaration without
initialiser gives it any value, which the native run takes from the input vector at the same moment: the text
that does so is put behind the declaration, or, where another variable of the same declaration is initialised,
into that initialiser.
"""

from __future__ import annotations

from dovetail.frontend.builder import BOOL_BIT, Builder
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.lifetimes import Lifetimes
from dovetail.frontend.linkage import Linkage, Memory, Place, Register
from dovetail.frontend.lowering import is_c_bool
from dovetail.frontend.native_edits import Insertion
from dovetail.frontend.spelling import LENGTH
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.typenames import VariableArrayType
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Extent
from dovetail.program.expressions import Binary, Cast, Const, Expr, Load, Variable, const
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Havoc,
    HavocMemory,
    Origin,
    Storage,
    Unsupported,
    Why,
)
from dovetail.program.types import ArrayType, IntType, PointerType, RecordType, Type, is_scalar
from dovetail.quick_dataclass import dataclass

_ROOM = "an array of variable length that is larger than all memory ends the run"


@dataclass(frozen=True, slots=True)
class _Uninitialised:
    """A variable that has been declared and has not got its (arbitrary) value yet."""

    node: Node
    place: Place
    size: Expr


class Declarations(Lifetimes):
    """Declarations inside of functions."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.locals: dict[str, Place] = {}
        self._constants: list[str] = []
        """Of one declaration, what the native copy needs behind it."""
        self.in_header = False
        """Is this the first part of a `for`, where a declaration can stand but no other statement?"""
        self.scope_ends: list[int] = []
        """Where the names end that are declared now, for each block around here: offsets in the text."""

    def local_place(self, ident: str) -> Place | None:
        return self.locals.get(ident)

    def stands_for(self, ident: str, place: Place) -> None:
        self.locals[ident] = place

    def may_be_length(self, name: str, place: Place) -> None:
        """An integer can be the length of an array type that is written after its declaration."""
        if isinstance(self.place_type(place), IntType):
            value = (
                self.read(place)
                if isinstance(place, Register)
                else Load(place.address, self.place_type(place))
            )
            self.types.scope.variables[name] = value

    # -- declarations

    def declaration(self, statement: Node) -> None:
        """A whole declaration, `int a, b = 1, c[n];`."""
        waiting: list[_Uninitialised] = []
        self._constants.clear()
        for node in statement.inner:
            match node.kind:
                case "RecordDecl" | "EnumDecl" | "TypedefDecl":
                    self.types.declare(node)
                case "VarDecl":
                    self._variable(node, waiting)
                case _:
                    pass  # function declarations, static assertions, empty declarations
        for one in waiting:
            self._take_any_value(one, self._behind(one, statement))
        for node in statement.inner:
            if node.kind == "VarDecl":
                self._spoil_declared(node, statement)
                self._clean_up_later(node)
        for text in self._constants:
            self.linkage.native.replacement(self.unit, statement.end, statement.end, text, opens=True)

    def _spoil_declared(self, node: Node, statement: Node) -> None:
        """What an initialiser leaves open, when the whole declaration is done."""
        place = self.locals.get(node.id)
        initialiser = next((child for child in node.inner if is_initialiser(child)), None)
        if not node.init or initialiser is None or node.storage == "static" or self.unit.library:
            return
        if isinstance(place, Memory) and not is_scalar(place.type):
            gaps = self.initialised_gaps(initialiser, place.type)
            if gaps and (self.in_header or node.storage == "register"):
                raise UnsupportedError("padding of a variable that is declared here is not modelled")
            if gaps:
                self.at(node)
                self.spoil_named(node.name, place.address, gaps, self.unit.index, statement.end)

    def _variable(self, node: Node, waiting: list[_Uninitialised]) -> None:
        self.at(node)
        self._require_plain(node)
        if node.storage == "extern":
            self.linkage.extern_local(self.unit, node)
            return
        if node.storage == "static":
            self.locals[node.id] = self.linkage.static_local(self.unit, node, self.build.name)
            return
        type_ = self.type_of(node)
        if isinstance(type_, ArrayType) and not isinstance(self.size_of(type_), Const):
            waiting.append(self._variable_array(node, type_))
            return
        place: Place
        if is_scalar(type_) and node.id not in self.unit.taken:
            place = Register(self.build.variable(type_, node.name), type_)
            if self.properties.leaks and isinstance(type_, PointerType) and len(self.blocks) > 1:
                self.blocks[-1].pointers.append(place.variable)
        else:
            constant = self.is_constant(node)
            pointer = self.block_object(
                type_, node.name, constant=constant, pointed_to=node.id in self.pointed_to
            )
            place = Memory(pointer, type_)
        self.locals[node.id] = place
        self._known_here(node, place)
        self.may_be_length(node.name, place)
        initialiser = next((child for child in node.inner if is_initialiser(child)), None)
        if not node.init or initialiser is None:
            waiting.append(_Uninitialised(node, place, self.size_of(type_)))
            return
        self._before(initialiser, type_, waiting)
        self.begin(place, initialiser)
        self.end_expression()
        if node.name.startswith(LENGTH) and isinstance(place, Register):
            self._length(place.variable, initialiser)
        if isinstance(place, Memory):
            self._constant_natively(node)

    def _clean_up_later(self, node: Node) -> None:
        """When its scope is left, a function is called with the address of a variable (GNU C)."""
        for attribute in node.inner:
            if attribute.cleanup is None:
                continue
            place = self.locals.get(node.id)
            signature = self.linkage.signature(self.unit, attribute.cleanup)
            plain = signature is not None and not isinstance(signature.returns, RecordType)
            if signature is None or not plain or len(signature.parameters) != 1 or signature.variadic:
                raise UnsupportedError(f"'{attribute.cleanup.name}' as the end of a variable is not modelled")
            if not isinstance(place, Memory) or node.storage == "static":
                raise UnsupportedError(f"the end of '{node.name}' is not modelled")
            self.clean_up(signature.symbol, place.address, node.offset)

    def _length(self, length: Variable, written: Node) -> None:
        """Of an array of variable length. There is none of negative length; what a compiler makes of it may
        go on for a while, or not."""
        written = strip(written)
        while written.kind == "ImplicitCastExpr" and written.cast_kind == "IntegralCast":
            written = strip(written.inner[0])
        type_ = self.type_of(written)
        possible = self.binary(Binary.LE, length, const(self.target.size_t, self.target.intptr.maximum))
        if self.properties.memory and isinstance(type_, IntType) and type_.signed:
            negative, further = self.build.location(), self.build.location()
            self.build.branch(possible, further, negative)
            self.build.here = negative
            self.emit(Unsupported("an array of negative length"))
            self.build.here = further
        else:
            self.emit(Assume(possible, Why.UNDEFINED, "an array larger than the stack"))

    def _constant_natively(self, node: Node) -> None:
        """From here on nothing may write it, if it is a constant; the compiler does not watch that."""
        watched = self.properties.deref and self.linkage.may_write_constants and self.is_constant(node)
        if watched and not self.in_header and not self.label_places:
            text = f" __dovetail_constant(&{node.name}, sizeof({node.name}));"
            self._constants.append(text)

    def _known_here(self, node: Node, place: Place) -> None:
        """Note where in the text the name means this variable, unless another hides it."""
        variable = place.variable if isinstance(place, Register) else place.address
        if self.scope_ends and isinstance(variable, Variable):
            end = self.unit.source.position(self.scope_ends[-1])
            self.build.extents[variable.name] = Extent(self.build.position, end)

    def _require_plain(self, node: Node) -> None:
        for child in node.inner:
            if child.kind == "AsmLabelAttr" and node.storage == "register":
                raise UnsupportedError("a variable in a register of the machine is not modelled")

    def _variable_array(self, node: Node, type_: Type) -> _Uninitialised:
        pointer = self.late_object(type_, node.name, node.offset)
        self.locals[node.id] = Memory(pointer, type_)
        self._known_here(node, self.locals[node.id])
        size = self.keep(self.size_of(type_))
        # Larger than an object can be: where would it be put?
        self.emit(Assume(self._has_room(type_, size), Why.UNDEFINED, "an array larger than the stack"))
        self.emit(Allocate(pointer, size, Storage.STACK, node.name, type_))
        return _Uninitialised(node, Memory(pointer, type_), size)

    def _has_room(self, type_: Type, size: Expr) -> Expr:
        """The size of an array with one variable length is no more than an object can have, and has not
        wrapped around to that either: no stack has room for the elements. Where memory safety is asked about
        it may have: then what compilers make of it, an array that is too small, is what is looked at."""
        most, other, element = self.target.intptr.maximum, 1, type_
        lengths: list[Expr] = []
        while isinstance(element, ArrayType):
            if isinstance(element, VariableArrayType):
                assert element.length is not None
                lengths.append(element.length)
            else:
                other *= element.count or 0
            element = element.element
        other *= self.types.size(element)
        if self.properties.memory or len(lengths) != 1 or not other:
            return self.binary(Binary.LE, size, const(self.target.size_t, most))
        length = self.convert(lengths[0], self.target.size_t)
        self.linkage.assumption(self.build.position, _ROOM, once=True)
        return self.binary(Binary.LE, length, const(self.target.size_t, most // other))

    # -- any value

    def _before(self, initialiser: Node, type_: Type, waiting: list[_Uninitialised]) -> None:
        """What waits gets its value now, if native code can stand in front of this initialiser."""
        if not waiting:
            return
        if strip(initialiser).kind in ("InitListExpr", "StringLiteral") or isinstance(type_, ArrayType):
            names = {one.node.id for one in waiting}
            if any(n.referenced is not None and n.referenced.id in names for n in initialiser.walk()):
                raise UnsupportedError("a list that uses an uninitialised variable of the same declaration")
            return
        for one in waiting:
            opening = Insertion(self.unit.index, initialiser.offset, f"({_take(one.node)}, ")
            self._take_any_value(one, [opening, Insertion(self.unit.index, initialiser.end, ")")])
        waiting.clear()

    def _behind(self, one: _Uninitialised, statement: Node) -> list[Insertion]:
        name = one.node.name
        of_place = f"({{ __typeof__({name}) v; __dovetail_uninitialised(&v, sizeof(v)); v; }})"
        array = isinstance(self.place_type(one.place), ArrayType)
        if array and (self.in_header or one.node.storage == "register"):
            raise UnsupportedError("an uninitialised array that is declared here is not modelled")
        if self.in_header:
            return [Insertion(self.unit.index, one.node.end, f" = {of_place}")]
        if one.node.storage == "register":
            return [Insertion(self.unit.index, statement.end, f" {name} = {of_place};")]
        return [Insertion(self.unit.index, statement.end, f" {_take(one.node)};")]

    def _take_any_value(self, one: _Uninitialised, insertions: list[Insertion]) -> None:
        name = one.node.name
        self.at(one.node)
        if self.unit.library and isinstance(one.place, Memory):
            return  # models read nothing that they have not written, and natively it is no input
        if isinstance(one.place, Register) and is_c_bool(one.place.type):
            holder = self.build.variable(BOOL_BIT)
            self.emit(Havoc(holder, Origin.UNINITIALISED, name))
            self.emit(Assign(one.place.variable, Cast(one.place.type, holder)))
        elif isinstance(one.place, Register):
            self.emit(Havoc(one.place.variable, Origin.UNINITIALISED, name))
            holder = one.place.variable
        else:
            assert isinstance(one.place, Memory) and isinstance(one.place.address, Variable)
            self.emit(HavocMemory(one.place.address, one.size, name, one.place.type))
            holder = one.place.address
        if not self.unit.library:
            self.linkage.native.insertion(self.build.name, holder.name, insertions)


def _take(node: Node) -> str:
    return f"__dovetail_uninitialised(&{node.name}, sizeof({node.name}))"


def is_initialiser(node: Node) -> bool:
    """Is this child of a variable's declaration its initial value (and not an attribute)?"""
    return node.type is not None and not node.kind.endswith(("Attr", "Type"))
