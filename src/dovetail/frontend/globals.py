"""Global variables and everything else that exists from the start: static locals, string literals.

A global is a `Variable` if it is a scalar whose address nobody takes, in no file; else an object. Initial
values that are constants become bytes of the object; the rest (addresses) is stored by the start procedure.
"""

from __future__ import annotations

from dataclasses import replace

from dovetail.frontend.builder import Builder
from dovetail.frontend.constants import is_constant_type
from dovetail.frontend.declarations import is_initialiser
from dovetail.frontend.definitions import Definitions
from dovetail.frontend.errors import OpenConstantError, UnsupportedError
from dovetail.frontend.functions import Functions, type_definitions
from dovetail.frontend.library import file_with_variable
from dovetail.frontend.linkage import Bits, Linkage, Memory, Place, Register
from dovetail.frontend.lowering import zero_of
from dovetail.frontend.restrictions import looks_at_pointers, reads_memory
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import GlobalObject
from dovetail.program.expressions import Address, Const, Expr, PointerAdd, Variable, const
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Assign, Copy, Fill, Havoc, HavocMemory, Origin, Statement, Unsupported
from dovetail.program.types import (
    CHAR,
    ArrayType,
    FloatType,
    IncompleteTypeError,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    has_pointers,
    is_scalar,
)
from dovetail.quick_dataclass import dataclass


@dataclass(slots=True)
class Global:
    symbol: str
    unit: TranslationUnit
    node: Node
    type: Type
    place: Place
    initialiser: Node | None
    defined: bool


def _is_weak(nodes: list[Node]) -> bool:
    return any(child.kind == "WeakAttr" for node in nodes for child in node.inner)


def _is_constant(node: Node) -> bool:
    written = node.type.text if node.type is not None else ""
    return written.startswith("const ") and "*" not in written


def may_have_pointers(unit: TranslationUnit, node: Node) -> bool:
    """Can there be a pointer in a variable? Of a type that is not modelled nothing is known."""
    try:
        return has_pointers(unit.types.of_declared(node.type))
    except UnsupportedError:
        return True


class Globals:
    """All of them."""

    def __init__(self, linkage: Linkage, start: Builder, names: Definitions) -> None:
        self.linkage = linkage
        self.target = linkage.target
        self.start = start
        self.all: dict[str, Global] = {}
        self.objects: dict[str, GlobalObject] = {}
        self._names = names
        self._initial: dict[str, bytearray] = {}
        self._initialised: set[str] = set()
        self._static_locals: dict[tuple[int, str], Global] = {}
        self._extern_locals: dict[tuple[int, str], Node] = {}
        """Variables declared extern inside of a function and nowhere else."""
        self._strings: dict[tuple[tuple[int, ...], int, int, int], Address] = {}
        self._compared = any(unit.compares_addresses for unit in names.all_units())
        self._starters: dict[int, Starter] = {}

    # -- finding them

    def place(self, unit: TranslationUnit, ref: DeclRef) -> Place:
        meant = self._meant(unit, ref.name)
        if meant != ref.name:
            other = self.place(unit, DeclRef(ref.id, ref.kind, meant, ref.type))
            if self._global(self._names.symbol(unit, meant), unit, []).type != unit.types.of(ref.type):
                raise UnsupportedError(f"'{ref.name}' is another name of '{meant}', of another type")
            return other
        home = unit
        if not unit.is_static(ref.name):
            defining = [
                other
                for other in self._names.all_units()
                if not other.is_static(ref.name)
                and any(n.storage != "extern" or n.init for n in other.variables.get(ref.name, []))
            ]
            # Weak definitions give way.
            defining.sort(key=lambda other: _is_weak(other.variables[ref.name]))
            home = defining[0] if defining else self._names.unit_with_variable(ref.name) or unit
        nodes = home.variables.get(ref.name, [])
        if not nodes:
            extern = self._extern_locals.get((unit.index, ref.name))
            if extern is None:
                raise UnsupportedError(f"the variable '{ref.name}' is not known")
            nodes = [extern]
        found = self._global(self._names.symbol(home, ref.name), home, nodes)
        if home is not unit:
            self._require_same_type(unit.types.of(ref.type), found)
        return found.place

    def _meant(self, unit: TranslationUnit, name: str) -> str:
        """The variable that a name stands for: an alias has no object of its own, and a label for the linker
        may be the name of another one."""
        for node in unit.variables.get(name, []):
            for attribute in node.inner:
                if attribute.kind == "AliasAttr" and attribute.aliasee in unit.variables:
                    return attribute.aliasee
                if attribute.kind == "AsmLabelAttr":
                    label = node.mangled.lstrip("\1")
                    if label != name and label in unit.variables:
                        return label
        return name

    def _require_same_type(self, seen: Type, found: Global) -> None:
        """Two files may declare a variable differently. Records of two files are never one type: their sizes
        are compared."""
        declared = found.type
        while isinstance(seen, ArrayType) and isinstance(declared, ArrayType):
            seen, declared = seen.element, declared.element
        both_records = isinstance(seen, RecordType) and isinstance(declared, RecordType)
        both_pointers = isinstance(seen, PointerType) and isinstance(declared, PointerType)
        if seen == declared or both_pointers:
            return
        if both_records and seen.size in (0, declared.size):  # type: ignore[union-attr]
            return
        raise UnsupportedError(f"'{found.node.name}' is declared as {seen} here and as {declared} elsewhere")

    def extern_local(self, unit: TranslationUnit, node: Node) -> None:
        self._extern_locals[unit.index, node.name] = node

    def static_local(self, unit: TranslationUnit, node: Node, procedure: str) -> Place:
        key = (unit.index, node.id)
        if key not in self._static_locals:
            symbol = f"{procedure}.{node.name}"
            while symbol in self.all:
                symbol += "'"
            self._static_locals[key] = self._global(symbol, unit, [node])
            # Its initialiser may use types of this scope: do it now.
            self._initialise(self._static_locals[key])
        return self._static_locals[key].place

    def static_local_of(self, unit: TranslationUnit, ident: str) -> Global | None:
        return self._static_locals.get((unit.index, ident))

    def string(self, units: list[int], element: IntType, count: int) -> Address:
        """One object for each literal where addresses are compared: whether two of them are one is open."""
        key = (tuple(units), element.width, count, len(self._strings) if self._compared else 0)
        if key not in self._strings:
            symbol = f'"{len(self._strings)}"'
            step = element.width // 8
            data = b"".join((u & ((1 << element.width) - 1)).to_bytes(step, "little") for u in units)
            type_ = ArrayType(element, count)
            readable = '"' + "".join(chr(u) if 32 <= u < 127 else "." for u in units[:40]) + '"'
            self.objects[symbol] = GlobalObject(
                symbol, type_, count * step, step, NOWHERE, readable, True, data[: count * step]
            )
            self._strings[key] = Address(symbol, PointerType(element))
        return self._strings[key]

    def strings(self) -> tuple[Address, ...]:
        return tuple(self._strings.values())

    # -- making them

    def _global(self, symbol: str, unit: TranslationUnit, nodes: list[Node]) -> Global:
        if symbol in self.all:
            return self.all[symbol]
        for node in nodes:
            for attribute in node.inner:
                label = attribute.kind == "AsmLabelAttr" and node.mangled.lstrip("\1") != node.name
                if label or attribute.kind in ("AliasAttr", "WeakRefAttr"):
                    raise UnsupportedError(f"'{node.name}' is another name of something: not modelled")
        with_init = [node for node in nodes if node.init]
        node = with_init[0] if with_init else nodes[-1]
        defined = bool(with_init) or any(n.storage != "extern" for n in nodes)
        type_ = self._best_type(unit, nodes)
        initialiser = next(child for child in node.inner if is_initialiser(child)) if with_init else None
        place: Place
        if is_scalar(type_) and not self._address_taken(nodes, unit) and not self._differs(nodes, unit):
            place = Register(Variable(symbol, "", type_, node.name), type_)
        else:
            place = Memory(Address(symbol, PointerType(type_)), type_)
            size = self._object_size(unit, type_, initialiser)
            position = unit.source.position(node.loc.offset if node.loc else node.offset)
            align = self.target.align(type_)
            constant = node.type is not None and is_constant_type(node.type, unit.types)
            self.objects[symbol] = GlobalObject(symbol, type_, size, align, position, node.name, constant)
            self._initial[symbol] = bytearray()
        made = Global(symbol, unit, node, type_, place, initialiser, defined)
        self.all[symbol] = made
        return made

    def _best_type(self, unit: TranslationUnit, nodes: list[Node]) -> Type:
        """The declared type that says most: an array's size may be in another declaration."""
        types = [unit.types.of(node.type) for node in nodes]
        for type_ in types:
            try:
                self.target.size(type_)
            except IncompleteTypeError:
                continue
            return type_
        last = types[-1]
        if isinstance(last, ArrayType) and last.count is None:
            if any(n.storage != "extern" for n in nodes):
                return ArrayType(last.element, 1)  # C11 6.9.2: a tentative array has one element
            raise UnsupportedError("an array that is declared extern without a size is not modelled")
        unit.types.size(last)
        raise UnsupportedError(f"a variable of the incomplete type {last} is not modelled")

    def _object_size(self, unit: TranslationUnit, type_: Type, initialiser: Node | None) -> int:
        size = self.target.size(type_)
        if isinstance(type_, RecordType) and type_.fields and initialiser is not None and initialiser.inner:
            last = type_.fields[-1]
            flexible = isinstance(last.type, ArrayType) and not last.type.count
            if flexible and len(initialiser.inner) == len(type_.fields):
                given = unit.types.of(initialiser.inner[-1].type)
                if isinstance(given, ArrayType) and given.count is not None:
                    size = max(size, last.offset + self.target.size(given))
        return size

    def _address_taken(self, nodes: list[Node], unit: TranslationUnit) -> bool:
        if any(node.id in unit.taken for node in nodes):
            return True
        if nodes[0].id not in unit.variable_ids:
            return False  # a static local: nobody else knows it
        name = nodes[0].name
        if any(other != name and self._meant(unit, other) == name for other in unit.variables):
            return True
        others = [unit] if unit.is_static(name) else self._names.all_units()
        return any(other.variable_ids.get(ident) == name for other in others for ident in other.taken)

    def _differs(self, nodes: list[Node], unit: TranslationUnit) -> bool:
        """Is it constant in one file, and not in another, which may then write it?"""
        name = nodes[0].name
        if nodes[0].id not in unit.variable_ids or unit.is_static(name):
            return False
        declared = [(one, node) for one in self._names.all_units() for node in one.variables.get(name, ())]
        kinds = {node.type is not None and is_constant_type(node.type, one.types) for one, node in declared}
        return len(kinds) > 1

    # -- their initial values

    def starter(self, unit: TranslationUnit) -> Starter:
        if unit.index not in self._starters:
            self._starters[unit.index] = Starter(unit, self.linkage, self.start, self)
        return self._starters[unit.index]

    @property
    def starters(self) -> list[Starter]:
        return list(self._starters.values())

    def initialise_new(self) -> bool:
        """Initialise what has not been; was there anything?"""
        new = [made for made in self.all.values() if made.symbol not in self._initialised]
        for made in new:
            self._initialise(made)
        return bool(new)

    def initialise_symbol(self, symbol: str) -> None:
        """Another initialiser reads it."""
        if symbol in self.all:
            self._initialise(self.all[symbol])

    def _initialise(self, made: Global) -> None:
        if made.symbol in self._initialised:
            return
        self._initialised.add(made.symbol)
        position = made.unit.source.position(made.node.offset)
        self.start.position = position
        try:
            if made.initialiser is not None:
                text = made.unit.source.slice(made.initialiser.offset, made.initialiser.end)
                if type_definitions(text):
                    raise UnsupportedError("a type that is defined inside of an expression")
                starter = self.starter(made.unit)
                starter.initialise(made.place, made.initialiser, zeroed=isinstance(made.place, Memory))
            elif not made.defined:
                self._any_contents(made, position)
            elif isinstance(made.place, Register):
                self.start.emit(Assign(made.place.variable, zero_of(made.type)))
        except UnsupportedError as error:
            if isinstance(error, OpenConstantError):
                self.linkage.native.refused_starts.append((self.start.position, error.reason))
            self.start.emit(Unsupported(error.reason))

    def _any_contents(self, made: Global, position: Position) -> None:
        name = made.node.name
        if any(unit.assembly for unit in self._names.all_units()):
            raise UnsupportedError(f"'{name}' is defined nowhere, or in assembly: not modelled")
        if _is_weak(made.unit.variables.get(name, [made.node])):
            raise UnsupportedError(f"'{name}' is weak and defined nowhere: it may have no address")
        self.linkage.assumption(
            position, f"'{name}' is declared extern and defined nowhere: it starts with any value"
        )
        if has_pointers(made.type):
            text = f"what '{name}' holds does not lead to anything that is part of the program"
            told = reads_memory if isinstance(made.place, Memory) else looks_at_pointers
            self.linkage.leads_nowhere(position, text, told)
        if isinstance(made.place, Register):
            self.start.emit(Havoc(made.place.variable, Origin.UNINITIALISED, name))
        elif isinstance(made.place, Memory):
            size = const(self.target.size_t, self.target.size(made.type))
            self.start.emit(HavocMemory(made.place.address, size, name, made.type))

    def types_from_elsewhere(self) -> list[Type]:
        """Of variables that another file defines."""
        return [made.type for made in self.all.values() if not made.defined]

    def shared_with_other_files(self) -> bool:
        """Is there a variable that a function of another file could change without being handed anything, or
        one that leads it to such a variable?"""
        used = {made.symbol for made in self.all.values() if made.symbol in self._initialised}
        inside = (
            name
            for unit in self._names.all_units()
            if not unit.library
            for name in unit.variable_ids.values()
            if name not in unit.variables and file_with_variable(name) is None
        )
        if any(name in used for name in inside):
            return True
        return any(
            (self._names.symbol(unit, name) in used and not _is_constant(nodes[0]))
            or any(node.init and may_have_pointers(unit, node) for node in nodes)
            for unit in self._names.all_units()
            if not unit.library
            for name, nodes in unit.variables.items()
            if file_with_variable(name) is None and not unit.is_static(name)
        )

    @property
    def undefined(self) -> list[tuple[str, int, int]]:
        """Variables that the native copy must define: name, size, alignment, in order of initialisation."""
        return [
            (made.node.name, self.target.size(made.type), self.target.align(made.type))
            for made in self.all.values()
            if not made.defined and made.symbol in self._initialised
        ]

    def patch(self, symbol: str, offset: int, data: bytes) -> None:
        """Part of an object's initial value is known."""
        known = self._initial[symbol]
        if len(known) < offset:
            known.extend(bytes(offset - len(known)))
        known[offset : offset + len(data)] = data

    def clear(self, symbol: str, offset: int, count: int) -> None:
        """Part of an object is zero to begin with."""
        known = self._initial[symbol]
        count = min(count, len(known) - offset)
        if count > 0:
            known[offset : offset + count] = bytes(count)

    def initial_bytes(self, symbol: str, offset: int, count: int) -> bytes:
        return bytes(self._initial[symbol][offset : offset + count]).ljust(count, b"\0")

    def finished_objects(self) -> dict[str, GlobalObject]:
        for symbol, data in self._initial.items():
            self.objects[symbol] = replace(self.objects[symbol], initial=bytes(data).rstrip(b"\0"))
        return dict(self.objects)


class Starter(Functions):
    """Initialisers of globals: constants become part of the object's initial bytes, the rest is stored."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder, variables: Globals) -> None:
        super().__init__(unit, linkage, builder)
        self.variables = variables
        self.in_constant = True

    def local_place(self, ident: str) -> Place | None:
        """A static local may refer to one declared before it."""
        found = self.variables.static_local_of(self.unit, ident)
        return found.place if found is not None else super().local_place(ident)

    def read(self, place: Place) -> Expr:
        """GNU C lets an initialiser use the value of a constant variable, which must be there by then."""
        symbol = place.variable.name if isinstance(place, Register) else (_spot(place) or ("", 0))[0]
        self.variables.initialise_symbol(symbol)
        return super().read(place)

    def write(self, place: Place, value: Expr) -> None:
        data = _constant_bytes(value, self.target)
        spot = _spot(place)
        if spot is None or data is None:
            super().write(place, value)
            return
        symbol, offset = spot
        if isinstance(place, Bits):
            unit, shift = self.bit_unit(place)
            inner = _spot(unit)
            assert inner is not None and place.field.bit_width is not None
            count = self.target.size(unit.type)
            old = int.from_bytes(self.variables.initial_bytes(symbol, inner[1], count), "little")
            mask = ((1 << place.field.bit_width) - 1) << shift
            new = old & ~mask | int.from_bytes(data, "little") << shift & mask
            self.variables.patch(symbol, inner[1], new.to_bytes(count, "little"))
        else:
            self.variables.patch(symbol, offset, data)

    def emit(self, statement: Statement) -> None:
        match statement:
            case Fill(to=to, size=Const(value=size)) if (spot := _spot(Memory(to, CHAR))) is not None:
                self.variables.clear(spot[0], spot[1], size)
            case Copy(to=to, source=Address(symbol=source), size=Const(value=size)) if (
                source.startswith('"') and (spot := _spot(Memory(to, CHAR))) is not None
            ):
                data = self.variables.objects[source].initial[:size]
                self.variables.patch(spot[0], spot[1], data.ljust(size, b"\0"))
            case _:
                super().emit(statement)


def _spot(place: Place) -> tuple[str, int] | None:
    """The global object and offset of a place with a constant address."""
    address = place.variable if isinstance(place, Register) else place.address
    match address:
        case Address(symbol=symbol):
            return symbol, 0
        case PointerAdd(pointer=Address(symbol=symbol), offset=Const(value=offset)):
            return symbol, offset
        case _:
            return None


def _constant_bytes(value: Expr, target: Target) -> bytes | None:
    if not isinstance(value, Const) or not isinstance(value.type, (IntType, FloatType, PointerType)):
        return None
    return value.value.to_bytes(target.size(value.type), "little")
