"""From translation units to a Program: what each name means, which functions and globals are used, how it starts.

Functions are lowered on demand from the entry, so that what the program never calls costs nothing and cannot
be unsupported. Calls through pointers are resolved last, against the functions whose address was taken in
lowered code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dovetail.frontend.builder import Builder
from dovetail.frontend.calls import Dispatch, Signature
from dovetail.frontend.clang import preprocess_text
from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.functions import Functions
from dovetail.frontend.intrinsics import ERROR_FUNCTIONS
from dovetail.frontend.library import defining_file, library_sources
from dovetail.frontend.lowering import Bits, Memory, Place, Properties, Register, Unit
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption, GlobalObject, Procedure, Program
from dovetail.program.expressions import (
    FALSE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    NoLeak,
    PointerAdd,
    Variable,
    const,
)
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Copy,
    Fill,
    Halt,
    Havoc,
    HavocMemory,
    Origin,
    Statement,
    Store,
    Unsupported,
    Why,
)
from dovetail.program.types import (
    CHAR,
    INT,
    VOID,
    VOID_POINTER,
    ArrayType,
    FloatType,
    FunctionType,
    IncompleteTypeError,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    is_scalar,
)
from dovetail.semantics.folding import folded

START = "<start>"


@dataclass(frozen=True, slots=True)
class ErrorCall:
    """The text of a call to an error function, for the native copy."""

    unit: int
    begin: int
    end: int
    check: int
    conditional: bool


@dataclass(frozen=True, slots=True)
class UninitialisedVariable:
    """A declaration after which the native copy takes the variable's value from the input vector."""

    unit: int
    offset: int
    name: str
    in_header: bool
    """Does it stand in the first part of a `for`? Then it needs an initialiser instead of a statement."""


@dataclass(slots=True)
class _Global:
    symbol: str
    unit: TranslationUnit
    node: Node
    type: Type
    place: Place
    initialiser: Node | None
    defined: bool


class Linker:
    """Holds the program while it is put together. Implements the `FunctionLinkage` of `functions`."""

    def __init__(self, units: list[TranslationUnit], target: Target, properties: Properties) -> None:
        self.units = units
        self.target = target
        self.properties = properties
        self.checks: list[CheckInfo] = []
        self.error_calls: list[ErrorCall] = []
        self.externals: dict[str, tuple[Type, Position]] = {}
        self._uninitialised: dict[tuple[str, str], UninitialisedVariable] = {}
        self._assumptions: dict[Assumption, None] = {}
        self._library: dict[str, TranslationUnit] = {}
        self._signatures: dict[str, Signature] = {}
        self._definitions: dict[str, tuple[TranslationUnit, Node]] = {}
        self._waiting: list[str] = []
        self._lowered: dict[str, Functions] = {}
        self._globals: dict[str, _Global] = {}
        self._initialised: set[str] = set()
        self._static_locals: dict[tuple[int, str], _Global] = {}
        self._objects: dict[str, GlobalObject] = {}
        self._initial: dict[str, bytearray] = {}
        self._strings: dict[tuple[tuple[int, ...], int, int], Address] = {}
        self._taken: dict[str, None] = {}
        self._labels: dict[str, str] = {}
        self._dispatches: list[Dispatch] = []
        self._symbols: dict[tuple[int, str], str] = {}
        self._extern_blocks: dict[tuple[int, str], Node] = {}
        """Variables declared extern inside of a function and nowhere else."""
        self._start = Builder(START, NOWHERE)
        self._starters: dict[int, _Starter] = {}

    # -- names

    def _symbol(self, unit: TranslationUnit, name: str) -> str:
        """The program-wide name of something with a name at file scope."""
        if not unit.is_static(name):
            return name
        key = (unit.index, name)
        if key not in self._symbols:
            clash = any(
                other is not unit and (name in other.functions or name in other.variables)
                for other in [*self.units, *self._library.values()]
            )
            self._symbols[key] = f"{name}.{unit.index}" if clash else name
        return self._symbols[key]

    def _find_function(self, unit: Unit, name: str) -> tuple[TranslationUnit, Node] | None:
        assert isinstance(unit, TranslationUnit)
        if name in unit.functions:
            return unit, unit.functions[name]
        for other in self.units:
            if name in other.functions and not other.is_static(name):
                return other, other.functions[name]
        file = defining_file(name)
        if file is None:
            return None
        library = self._library_unit(file)
        node = library.functions.get(name)
        return (library, node) if node is not None else None

    def _library_unit(self, file: str) -> TranslationUnit:
        if file not in self._library:
            name = f"<library>/{file}"
            text = preprocess_text(library_sources()[file], name, self.target.model)
            source = Source(name, text, library=True)
            self._library[file] = TranslationUnit(source, self.target, index=1000 + len(self._library))
        return self._library[file]

    # -- what function lowering asks

    def new_check(self, kind: str, position: Position, procedure: str, description: str) -> CheckInfo:
        info = CheckInfo(len(self.checks) + 1, kind, position, procedure, description)
        self.checks.append(info)
        return info

    def assumption(self, position: Position, text: str) -> None:
        self._assumptions[Assumption(position, text)] = None

    def error_call(self, unit: Unit, begin: int, end: int, info: CheckInfo) -> None:
        assert isinstance(unit, TranslationUnit)
        if not unit.library:
            conditional = info.kind == "assertion" and not info.description.startswith("assert(")
            self.error_calls.append(ErrorCall(unit.index, begin, end, info.ident, conditional))

    def uninitialised(
        self, unit: Unit, procedure: str, name: str, place: int, source_name: str, in_header: bool
    ) -> None:
        assert isinstance(unit, TranslationUnit)
        if not unit.library:
            variable = UninitialisedVariable(unit.index, place, source_name, in_header)
            self._uninitialised[procedure, name] = variable

    def is_user_defined(self, unit: Unit, ref: DeclRef) -> bool:
        if ref.name in ERROR_FUNCTIONS:
            return False
        found = self._find_function(unit, ref.name)
        assert isinstance(unit, TranslationUnit)
        return found is not None and (not found[0].library or (unit.library and found[0] is unit))

    def signature(self, unit: Unit, ref: DeclRef) -> Signature | None:
        found = self._find_function(unit, ref.name)
        return self._need(*found) if found is not None else None

    def _need(self, unit: TranslationUnit, node: Node) -> Signature:
        """A function is used: have it lowered."""
        symbol = self._symbol(unit, node.name)
        if symbol not in self._signatures:
            type_ = unit.types.of(node.type)
            if not isinstance(type_, FunctionType):
                raise UnsupportedError(f"the type of '{node.name}' is not understood")
            parameters = tuple(unit.types.of(c.type) for c in node.inner if c.kind == "ParmVarDecl")
            self._signatures[symbol] = Signature(symbol, parameters, type_.returns, node.variadic)
            self._definitions[symbol] = (unit, node)
            self._waiting.append(symbol)
        return self._signatures[symbol]

    def function_address(self, unit: Unit, ref: DeclRef) -> Address:
        found = self._find_function(unit, ref.name)
        symbol = ref.name
        if found is not None:
            symbol = self._symbol(found[0], ref.name)
        self._taken[symbol] = None
        if found is not None:
            self._need(*found)
        return Address(symbol, VOID_POINTER)

    def label_address(self, label: str) -> Address:
        """Labels whose address is taken (GNU C) are things that pointers can point to, like functions."""
        symbol = self._labels.setdefault(label, f"<label {len(self._labels)}>")
        return Address(symbol, VOID_POINTER)

    def external(self, unit: Unit, ref: DeclRef, position: Position) -> None:
        assert isinstance(unit, TranslationUnit)
        if ref.name not in self.externals:
            type_ = unit.types.of(ref.type)
            returns = type_.returns if isinstance(type_, FunctionType) else INT
            self.externals[ref.name] = (returns, position)
            if not ref.name.startswith(("__VERIFIER_nondet_", "dovetail_any_")):
                self.assumption(
                    position, f"'{ref.name}' has no body: it is taken to return any value and to change nothing"
                )

    def dispatch(self, call: Dispatch) -> None:
        self._dispatches.append(call)

    def string_object(self, units: list[int], element: IntType, count: int) -> Address:
        key = (tuple(units), element.width, count)
        if key not in self._strings:
            symbol = f'"{len(self._strings)}"'
            step = element.width // 8
            data = b"".join((u & ((1 << element.width) - 1)).to_bytes(step, "little") for u in units)
            type_ = ArrayType(element, count)
            self._objects[symbol] = GlobalObject(
                symbol, type_, count * step, step, NOWHERE, _readable(units), True, data[: count * step]
            )
            self._strings[key] = Address(symbol, PointerType(element))
        return self._strings[key]

    # -- globals

    def global_place(self, unit: Unit, ref: DeclRef) -> Place:
        assert isinstance(unit, TranslationUnit)
        home = unit
        if not (unit.is_static(ref.name)):
            for other in [*self.units, *self._library.values()]:
                nodes = other.variables.get(ref.name, [])
                if not other.is_static(ref.name) and any(n.storage != "extern" or n.init for n in nodes):
                    home = other
                    break
        nodes = home.variables.get(ref.name, [])
        if not nodes:
            extern = self._extern_blocks.get((unit.index, ref.name))
            if extern is None:
                raise UnsupportedError(f"the variable '{ref.name}' is not known")
            nodes, home = [extern], unit
        return self._global(self._symbol(home, ref.name), home, nodes).place

    def extern_local(self, unit: Unit, node: Node) -> None:
        assert isinstance(unit, TranslationUnit)
        self._extern_blocks[unit.index, node.name] = node

    def static_local(self, unit: Unit, node: Node, procedure: str) -> Place:
        assert isinstance(unit, TranslationUnit)
        key = (unit.index, node.id)
        if key not in self._static_locals:
            symbol = f"{procedure}.{node.name}"
            while symbol in self._globals:
                symbol += "'"
            self._static_locals[key] = self._global(symbol, unit, [node])
            # Its initialiser may use types of this scope: do it now.
            self._initialise(self._static_locals[key])
        return self._static_locals[key].place

    def static_local_of(self, unit: Unit, ident: str) -> _Global | None:
        assert isinstance(unit, TranslationUnit)
        return self._static_locals.get((unit.index, ident))

    def _global(self, symbol: str, unit: TranslationUnit, nodes: list[Node]) -> _Global:
        if symbol in self._globals:
            return self._globals[symbol]
        with_init = [node for node in nodes if node.init]
        node = with_init[0] if with_init else nodes[-1]
        defined = bool(with_init) or any(n.storage != "extern" for n in nodes)
        type_ = self._best_type(unit, nodes)
        initialiser = None
        if with_init:
            initialiser = next(
                c for c in node.inner if c.type is not None and not c.kind.endswith(("Attr", "Type"))
            )
        position = unit.source.position(node.loc.offset if node.loc else node.offset)
        place: Place
        if is_scalar(type_) and not self._address_taken(symbol, nodes, unit):
            variable = Variable(symbol, "", type_, node.name)
            place = Register(variable, type_)
        else:
            place = Memory(Address(symbol, PointerType(type_)), type_)
            size = self._object_size(unit, type_, initialiser)
            self._objects[symbol] = GlobalObject(
                symbol, type_, size, self.target.align(type_), position, node.name
            )
            self._initial[symbol] = bytearray(size)
        made = _Global(symbol, unit, node, type_, place, initialiser, defined)
        self._globals[symbol] = made
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
        if isinstance(last, ArrayType) and last.count is None and any(n.storage != "extern" for n in nodes):
            return ArrayType(last.element, 1)  # C11 6.9.2: a tentative array has one element
        if isinstance(last, ArrayType):
            raise UnsupportedError("an array that is declared extern without a size is not modelled")
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

    def _address_taken(self, symbol: str, nodes: list[Node], unit: TranslationUnit) -> bool:
        if any(node.id in unit.taken for node in nodes):
            return True
        name = nodes[0].name
        if unit.is_static(name):
            return any(unit.variable_ids.get(ident) == name for ident in unit.taken)
        return any(
            other.variable_ids.get(ident) == name for other in [*self.units, *self._library.values()] for ident in other.taken
        )

    # -- the start procedure

    def _starter(self, unit: TranslationUnit) -> _Starter:
        if unit.index not in self._starters:
            self._starters[unit.index] = _Starter(unit, self, self._start)
        return self._starters[unit.index]

    def patch(self, symbol: str, offset: int, data: bytes) -> None:
        """Part of a global's initial value is known."""
        self._initial[symbol][offset : offset + len(data)] = data

    def initial_bytes(self, symbol: str, offset: int, count: int) -> bytes:
        return bytes(self._initial[symbol][offset : offset + count])

    def _initialise(self, made: _Global) -> None:
        if made.symbol in self._initialised:
            return
        self._initialised.add(made.symbol)
        starter = self._starter(made.unit)
        position = made.unit.source.position(made.node.offset)
        self._start.position = position
        try:
            if made.initialiser is not None:
                starter.initialise(made.place, made.initialiser, zeroed=isinstance(made.place, Memory))
            elif not made.defined:
                self._any_contents(made, position)
            elif isinstance(made.place, Register):
                self._start.emit(Assign(made.place.variable, starter.zero(made.type)))
        except UnsupportedError as error:
            self._start.emit(Unsupported(error.reason))

    def _any_contents(self, made: _Global, position: Position) -> None:
        self.assumption(position, f"'{made.node.name}' is declared extern and defined nowhere: it starts with any value")
        if isinstance(made.place, Register):
            self._start.emit(Havoc(made.place.variable, Origin.UNINITIALISED, made.node.name))
        elif isinstance(made.place, Memory):
            size = const(self.target.size_t, self.target.size(made.type))
            self._start.emit(HavocMemory(made.place.address, size, made.node.name, made.type))

    @property
    def undefined_variables(self) -> list[tuple[str, int, int]]:
        """Variables that the native copy must define: name, size, alignment, in order of initialisation."""
        return [
            (made.node.name, self.target.size(made.type), self.target.align(made.type))
            for made in self._globals.values()
            if not made.defined and made.symbol in self._initialised
        ]

    # -- putting it together

    def link(self, entry: str) -> Program:
        found = next(((u, u.functions[entry]) for u in self.units if entry in u.functions), None)
        assert found is not None
        self._need(*found)
        self._lower_waiting()
        procedures = self._finish_procedures(entry)
        for symbol, data in self._initial.items():
            stripped = bytes(data).rstrip(b"\0")
            self._objects[symbol] = replace(self._objects[symbol], initial=stripped)
        self._standing_assumptions()
        program = Program(
            self.target,
            START,
            self._symbol(*_name_of(found)),
            procedures,
            {
                made.symbol: made.place.variable
                for made in self._globals.values()
                if isinstance(made.place, Register)
            },
            dict(self._objects),
            (*self._taken, *self._labels.values()),
            tuple(sorted(self._assumptions)),
            tuple(unit.source.name for unit in self.units),
            (),
        )
        return program

    def _lower_waiting(self) -> None:
        """Lower functions and initialisers until nothing new is needed, then resolve calls through pointers."""
        while True:
            while self._waiting:
                self._lower(self._waiting.pop(0))
            pending = [made for made in self._globals.values() if made.symbol not in self._initialised]
            for made in pending:
                self._initialise(made)
            if not self._waiting and not pending:
                return

    def _lower(self, symbol: str) -> None:
        unit, node = self._definitions[symbol]
        position = unit.source.position(node.loc.offset if node.loc else node.offset)
        builder = Builder(symbol, position)
        function = Functions(unit, self, builder)
        self._lowered[symbol] = function
        function.lower(node, self._signatures[symbol].returns)

    def _finish_procedures(self, entry: str) -> dict[str, Procedure]:
        for call in self._dispatches:
            self._resolve(call)
        procedures = {START: self._finish_start(entry)}
        for symbol, function in self._lowered.items():
            unit, node = self._definitions[symbol]
            position = unit.source.position(node.loc.offset if node.loc else node.offset)
            procedures[symbol] = function.finish(position, library=unit.library)
        return procedures

    def _resolve(self, call: Dispatch) -> None:
        """Branch over the functions that the pointer may mean."""
        build = call.builder
        build.here, build.position = call.source, call.position
        for symbol in self._taken:
            matched, further = build.location(), build.location()
            same = BinaryOp(Binary.EQ, call.pointer, Address(symbol, VOID_POINTER))
            build.branch(same, matched, further)
            build.here = matched
            self._call_candidate(call, symbol)
            build.here = further
        if self.properties.memory:
            info = self.new_check("invalid-deref", call.position, build.name, "the pointer called is a function")
            build.emit(Check(FALSE, info))
        else:
            build.emit(Assume(FALSE, Why.UNDEFINED, "a call through a pointer to no function"))

    def _call_candidate(self, call: Dispatch, symbol: str) -> None:
        build = call.builder
        signature = self._signatures.get(symbol)
        if symbol in ERROR_FUNCTIONS:
            info = self.new_check("unreach-call", call.position, build.name, f"{symbol} is not called")
            build.emit(Check(FALSE, info))
            return
        if signature is None:
            self._call_bodiless(call, symbol)
            return
        given = call.fixed
        wanted = signature.parameters
        fits = len(given) >= len(wanted) and (bool(call.extra) == signature.variadic or not call.type.prototyped)
        fits = fits and all(_passes_alike(a.type, b, self.target) for a, b in zip(given, wanted, strict=False))
        fits = fits and (isinstance(signature.returns, RecordType) == (call.record is not None))
        if call.result is not None:
            fits = fits and is_scalar(signature.returns)
        if not fits or signature.variadic and not call.extra:
            build.emit(Unsupported(f"'{symbol}' is called through a pointer of another type"))
            return
        function = self._lowered[symbol]
        passed = [
            function.convert(value, type_) if is_scalar(type_) else value
            for value, type_ in zip(given, wanted, strict=False)
        ]
        hidden = [call.record] if call.record is not None else []
        arguments = (*hidden, *passed, *call.extra)
        if call.result is None:
            build.emit(Call(None, symbol, arguments))
        else:
            result = build.variable(signature.returns)
            build.emit(Call(result, symbol, arguments))
            build.emit(Assign(call.result, function.convert(result, call.result.type)))
        build.jump(call.done)

    def _call_bodiless(self, call: Dispatch, symbol: str) -> None:
        build = call.builder
        self.assumption(call.position, f"'{symbol}' has no body: it is taken to return any value and to change nothing")
        self.externals.setdefault(symbol, (call.type.returns, call.position))
        if call.record is not None:
            build.emit(Unsupported(f"'{symbol}' has no body and returns a record"))
            return
        if call.result is not None:
            build.emit(Havoc(call.result, Origin.EXTERNAL, symbol))
        build.jump(call.done)

    def _finish_start(self, entry: str) -> Procedure:
        unit, node = next((u, u.functions[entry]) for u in self.units if entry in u.functions)
        build = self._start
        build.position = unit.source.position(node.loc.offset if node.loc else node.offset)
        signature = self._signatures[self._symbol(unit, entry)]
        arguments = self._main_arguments(signature)
        code: Expr = const(INT, 0)
        target: Variable | None = None
        if isinstance(signature.returns, IntType):
            target = build.variable(signature.returns)
            code = folded_to_int(target)
        build.emit(Call(target, signature.symbol, arguments))
        if self.properties.memory:
            text = "all allocated memory is freed or still reachable"
            build.emit(Check(NoLeak(), self.new_check("memory-leak", build.position, START, text)))
        build.emit(Halt(code))
        build.end()
        starter = self._starter(self.units[0])
        for other in self._starters.values():
            if other is not starter:
                starter.objects += other.objects
        starter.epilogue, starter.result = build.location(), None
        return starter.finish(build.position, library=False)

    def _main_arguments(self, signature: Signature) -> tuple[Expr, ...]:
        """`main(argc, argv, envp)` with no arguments but the program's name."""
        if not signature.parameters:
            return ()
        name = self.string_object(list(b"program"), CHAR, 8)
        vector = GlobalObject("argv", ArrayType(VOID_POINTER, 2), 2 * self.target.size(VOID_POINTER), 8, NOWHERE)
        symbol = "<argv>"
        self._objects[symbol] = replace(vector, name=symbol)
        address = Address(symbol, PointerType(VOID_POINTER))
        self._start.emit(Store(address, name))
        end = PointerAdd(address, const(self.target.intptr, self.target.size(VOID_POINTER)), PointerType(VOID_POINTER))
        known: list[Expr] = [const(INT, 1), address, end]
        if len(signature.parameters) > 3 or signature.variadic:
            raise InputError(f"'{signature.symbol}' has parameters that an entry cannot have: use --function")
        return tuple(known[: len(signature.parameters)])

    def _standing_assumptions(self) -> None:
        if not self.properties.memory:
            self.assumption(NOWHERE, "an access outside of every object ends the run and changes nothing else")
        if any(object_ for object_ in self._lowered if object_):
            self.assumption(NOWHERE, "malloc and its kin always find memory")

    def uninitialised_variables(self, program: Program) -> list[UninitialisedVariable]:
        """Those whose havoc is still in the Program."""
        kept = []
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                holder: Variable | None = None
                match edge.statement:
                    case Havoc(target=target, origin=Origin.UNINITIALISED):
                        holder = target
                    case HavocMemory(address=Variable() as address):
                        holder = address
                    case _:
                        pass
                if holder is not None and (procedure.name, holder.name) in self._uninitialised:
                    kept.append(self._uninitialised[procedure.name, holder.name])
        return list(dict.fromkeys(kept))

    @property
    def library_files(self) -> list[str]:
        return list(self._library)


class _Starter(Functions):
    """Initialisers of globals: constants become part of the object's initial bytes, the rest is stored."""

    linkage: Linker

    def local_place(self, ident: str) -> Place | None:
        """A static local may refer to one declared before it."""
        found = self.linkage.static_local_of(self.unit, ident)
        return found.place if found is not None else super().local_place(ident)

    def write(self, place: Place, value: Expr) -> None:
        data = _constant_bytes(value, self.target)
        spot = _spot(place)
        if spot is None or data is None:
            super().write(place, value)
            return
        symbol, offset = spot
        if isinstance(place, Bits):
            unit, shift = self._bit_unit(place)
            inner = _spot(unit)
            assert inner is not None and place.field.bit_width is not None
            count = self.target.size(unit.type)
            old = int.from_bytes(self.linkage.initial_bytes(symbol, inner[1], count), "little")
            mask = ((1 << place.field.bit_width) - 1) << shift
            new = old & ~mask | int.from_bytes(data, "little") << shift & mask
            self.linkage.patch(symbol, inner[1], new.to_bytes(count, "little"))
        else:
            self.linkage.patch(symbol, offset, data)

    def emit(self, statement: Statement) -> None:
        match statement:
            case Fill(to=to, size=Const(value=size)) if _spot(Memory(to, CHAR)) is not None:
                spot = _spot(Memory(to, CHAR))
                assert spot is not None
                self.linkage.patch(spot[0], spot[1], bytes(size))
            case Copy(to=to, source=Address(symbol=source), size=Const(value=size)) if source.startswith('"'):
                spot = _spot(Memory(to, CHAR))
                if spot is None:
                    super().emit(statement)
                    return
                data = self.linkage._objects[source].initial[:size]
                self.linkage.patch(spot[0], spot[1], data.ljust(size, b"\0"))
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


def _passes_alike(given: Type, wanted: Type, target: Target) -> bool:
    """May a value of one type be passed where another is expected, without a conversion the caller did not write?"""
    if isinstance(wanted, RecordType):
        return isinstance(given, PointerType)
    if isinstance(wanted, FloatType) or isinstance(given, FloatType):
        return given == wanted
    return target.size(given) >= target.size(wanted)


def _readable(units: list[int]) -> str:
    return '"' + "".join(chr(u) if 32 <= u < 127 else "." for u in units[:40]) + '"'


def _name_of(found: tuple[TranslationUnit, Node]) -> tuple[TranslationUnit, str]:
    return found[0], found[1].name


def folded_to_int(value: Expr) -> Expr:
    return value if value.type == INT else folded(Cast(INT, value))


__all__ = ["START", "VOID", "ErrorCall", "Linker", "UninitialisedVariable"]
