"""From translation units to a Program: what each name means, which functions are used, how it starts.

Functions are lowered on demand from the entry, so that what the program never calls costs nothing and cannot
be unsupported. Calls through pointers are resolved last, against the functions whose address was taken in
lowered code. Variables are `globals`' part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dovetail.frontend.builder import Builder
from dovetail.frontend.clang import is_own_header, preprocess_text
from dovetail.frontend.comparisons import with_open_comparisons
from dovetail.frontend.dispatch import Dispatcher
from dovetail.frontend.entry import ENTRY_TEXT
from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.externals import ENDS, is_of_the_library, mentioned_functions
from dovetail.frontend.functions import Functions
from dovetail.frontend.globals import Globals, may_have_pointers
from dovetail.frontend.goals import Goals
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS
from dovetail.frontend.leaks import (
    CLEANUP,
    CLEANUP_TEXT,
    LEAK,
    LEAK_TEXT,
    NONE_ALIVE,
    accounted,
    allocates,
    nothing_to_lose,
)
from dovetail.frontend.library import defining_file, file_with_variable, library_sources
from dovetail.frontend.library.assumed import ASSUMED, KEEPING
from dovetail.frontend.linkage import (
    Conventions,
    Dispatch,
    ErrorCall,
    Insertion,
    Place,
    Properties,
    Refusal,
    Register,
    Replacement,
    Signature,
    Unit,
)
from dovetail.frontend.progress import TEXT as ENDLESS
from dovetail.frontend.progress import loops_taken_to_stay
from dovetail.frontend.promises import promises
from dovetail.frontend.restrictions import looks_at_pointers, parameter_uses, reads_memory
from dovetail.frontend.sequencing import Orders
from dovetail.frontend.source import Source
from dovetail.frontend.spelling import (
    CALLED_BACK,
    INPUT_BY_NAME,
    OUTSIDE_FILE,
    OWN,
    WRITTEN,
    input_of,
    is_input,
)
from dovetail.frontend.standing import standing_assumptions
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption, GlobalObject, Procedure, Program, Vanished
from dovetail.program.expressions import (
    Address,
    Cast,
    Expr,
    NoLeak,
    PointerAdd,
    Variable,
    const,
)
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import (
    Call,
    Check,
    CheckInfo,
    Halt,
    Havoc,
    HavocMemory,
    Origin,
    Store,
    Unsupported,
)
from dovetail.program.tracking import LIVE
from dovetail.program.types import (
    CHAR,
    INT,
    VOID_POINTER,
    ArrayType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
    has_pointers,
)
from dovetail.semantics.folding import folded

START = "<start>"
_ROUNDING = re.compile(rb"(?<!int )\bfesetround\b")
"""Anything but a declaration."""
_ERRNO = re.compile(rb"__errno_location\s*\(\s*\)|\berrno\b")
RUN_AT_EXIT = "__dovetail_run_at_exit"
"""The model that calls what was given to `atexit`: when `main` returns, too."""
NOTHING_AT_EXIT = "__dovetail_nothing_at_exit"
_INPUTS = ("__VERIFIER_nondet_", "dovetail_any_")
FIRST_PRIORITY, LAST_PRIORITY = 101, 65535
"""Of functions that run before main: the first that a program may use, and the one of those without."""
_LIBRARY_INDEX = 1000
"""Models are numbered from here, behind all files of the user."""


class Linker:
    """Holds the program while it is put together. Implements `Linkage`."""

    def __init__(
        self,
        units: list[TranslationUnit],
        target: Target,
        properties: Properties,
        conventions: Conventions = Conventions(),  # noqa: B008  # it is frozen
    ) -> None:
        self.units = units
        self.target = target
        self.properties = properties
        self.conventions = conventions
        self.may_write_constants = any(unit.may_write_constants for unit in units)
        self.may_write_local_constants = any(unit.may_write_locals for unit in units)
        self.sets_rounding = any(_ROUNDING.search(unit.source.text) for unit in units)
        self.looks_at_errno = any(_ERRNO.search(unit.source.text) for unit in units)
        self.checks: list[CheckInfo] = []
        self.goals = Goals()
        self.error_labels: list[Position] = []
        """Labels ERROR that are not checked."""
        self.error_calls: list[ErrorCall] = []
        self.refusals: dict[Refusal, None] = {}
        self.heap_used = False
        self.refused_starts: list[tuple[Position, str]] = []
        """Why the program cannot even start, for the native copy."""
        self.externals: dict[str, tuple[Type, Position]] = {}
        """Functions without a body, by the name that the linker of the machine knows, with their result."""
        self._insertions: dict[tuple[str, str], list[Insertion]] = {}
        self.replacements: dict[Replacement, None] = {}
        self._assumptions: dict[Assumption, None] = {}
        self._leading_nowhere: list[tuple[Position, str, bool]] = []
        self._reaching: dict[str, Position] = {}
        """Functions without a body that are handed what they could change, with the first such call."""
        self._vanished: dict[Vanished, None] = {}
        self.numbers_as_pointers = False
        self.endings: set[str] = set()
        """Functions without a body that do not return."""
        self._said_once: set[str] = set()
        self._constant_literals: dict[Expr, Type] = {}
        self._library: dict[str, TranslationUnit] = {}
        self._signatures: dict[str, Signature] = {}
        self._definitions: dict[str, tuple[TranslationUnit, Node]] = {}
        self._waiting: list[str] = []
        self._lowered: dict[str, Functions] = {}
        self._taken: dict[str, None] = {}
        self._error_bodies: dict[str, tuple[TranslationUnit, Node]] = {}
        """Error functions whose address is taken and that the program defines."""
        self._labels: dict[str, str] = {}
        self._dispatches: list[Dispatch] = []
        self._symbols: dict[tuple[int, str], str] = {}
        self._entry = ""
        self._start = Builder(START, NOWHERE)
        self._before: list[tuple[int, Signature]] = []
        """What runs before the entry (`constructor`), and its priority."""
        self._behind: list[tuple[int, Signature]] = []
        self._about: str | None = None
        self.globals = Globals(self, self._start, self._all_units, self._symbol, self._unit_with_variable)
        self._exported = self._find_exported()
        self._orders = Orders(self._find_function, self.properties)
        self._byte_views = frozenset[str]().union(*(unit.byte_views for unit in units))

    # -- names

    def _all_units(self) -> list[TranslationUnit]:
        return [*self.units, *self._library.values()]

    def _find_exported(self) -> dict[str, TranslationUnit]:
        """The file that defines each function with external linkage."""
        found: dict[str, TranslationUnit] = {}
        for unit in self.units:
            for name in unit.functions:
                if unit.is_static(name):
                    continue
                other = found.get(name)
                if other is not None and other.gives_way(name) != unit.gives_way(name):
                    place = unit.source.position(unit.functions[name].offset)
                    text = f"of two definitions of '{name}' the one that is not inline is called"
                    self.assumption(place, text)
                if other is None or (other.gives_way(name) and not unit.gives_way(name)):
                    found[name] = unit
                elif not unit.gives_way(name) and not other.gives_way(name):
                    position = unit.source.position(unit.functions[name].offset)
                    raise InputError(f"'{name}' is defined in {other.source.name}, too", position)
        return found

    def _symbol(self, unit: TranslationUnit, name: str) -> str:
        """The program-wide name of something with a name at file scope."""
        if not unit.is_static(name):
            return name
        key = (unit.index, name)
        if key not in self._symbols:
            clash = any(
                other is not unit and (name in other.functions or name in other.variables)
                for other in self._all_units()
            )
            self._symbols[key] = f"{name}.{unit.index}" if clash else name
        return self._symbols[key]

    def _find_function(self, unit: Unit, name: str) -> tuple[TranslationUnit, Node] | None:
        assert isinstance(unit, TranslationUnit)
        if name in unit.functions and (unit.is_static(name) or unit.library):
            return unit, unit.functions[name]
        exported = self._exported.get(name)
        if exported is not None:
            return exported, exported.functions[name]
        alias = unit.attribute(name, "AliasAttr")
        if alias is not None and alias.aliasee:
            return self._find_function(unit, alias.aliasee)
        if unit.attribute(name, "IFuncAttr") or unit.attribute(name, "WeakRefAttr"):
            raise UnsupportedError(f"'{name}' is another name of something: not modelled")
        label = unit.linked_as(name)
        if label != name and label in self._exported:
            return self._find_function(unit, label)
        return self._find_model(label) or self._find_model(name)

    def _find_model(self, name: str) -> tuple[TranslationUnit, Node] | None:
        file = defining_file(name)
        if file is None:
            return None
        library = self._library_unit(file)
        node = library.functions.get(name)
        return (library, node) if node is not None else None

    def _unit_with_variable(self, name: str) -> TranslationUnit | None:
        file = file_with_variable(name)
        return None if file is None else self._library_unit(file)

    def _library_unit(self, file: str) -> TranslationUnit:
        if file not in self._library:
            name = f"<library>/{file}"
            text = preprocess_text(library_sources()[file], name, self.target.model)
            source = Source(name, text, library=True)
            index = _LIBRARY_INDEX + len(self._library)
            self._library[file] = TranslationUnit(source, self.target, index=index)
        return self._library[file]

    # -- what function lowering asks

    def new_check(self, kind: str, position: Position, procedure: str, description: str) -> CheckInfo:
        info = CheckInfo(len(self.checks) + 1, kind, position, procedure, description)
        self.checks.append(info)
        return info

    def assumption(
        self, position: Position, text: str, *, once: bool = False, is_bound: bool = False
    ) -> None:
        """One that is made only `once` stands at the first place that needs it. What holds of the text that
        Dovetail has put there is not taken for granted: it is known."""
        if position.file.startswith(ENTRY_TEXT) or (once and text in self._said_once):
            return
        self._assumptions[Assumption(position, text, is_bound)] = None
        if once:
            self._said_once.add(text)

    def leads_nowhere(self, position: Position, text: str, *, in_memory: bool) -> None:
        self._leading_nowhere.append((position, text, in_memory))

    def attribute(self, unit: Unit, name: str, kind: str) -> bool:
        assert isinstance(unit, TranslationUnit)
        return unit.attribute(name, kind) is not None

    def never_returns(self, unit: Unit, ref: DeclRef) -> bool:
        assert isinstance(unit, TranslationUnit)
        found = self._is_declared_ending(unit, ref.name)
        if found:
            self.endings.add(unit.linked_as(ref.name))
        return found

    def _is_declared_ending(self, unit: TranslationUnit, name: str) -> bool:
        declared = [node.type.text for node in unit.declarations.get(name, ()) if node.type is not None]
        return any("noreturn" in text for text in declared) or any(
            unit.attribute(name, kind) is not None for kind in ENDS
        )

    def returns_nowhere(self, unit: Unit, node: Node) -> bool:
        assert isinstance(unit, TranslationUnit)
        if unit.library or not self._is_declared_ending(unit, node.name):
            return False
        if self.conventions.svcomp:
            text = f"'{node.name}' is declared not to return: if its body does, it returns"
            self.assumption(unit.source.position(node.offset), text)
        return not self.conventions.svcomp

    def passed_error_label(self, position: Position) -> None:
        self.error_labels.append(position)

    def vanished(self, position: Position, reason: str) -> None:
        self._vanished[Vanished(position, reason)] = None

    def error_call(
        self, unit: Unit, begin: int, end: int, info: CheckInfo | None, *, conditional: bool
    ) -> None:
        if not unit.library:
            ident = None if info is None else info.ident
            self.error_calls.append(ErrorCall(unit.index, begin, end, ident, conditional))

    def refusal(self, unit: Unit, begin: int, end: int, reason: str) -> None:
        if not unit.library:
            self.refusals[Refusal(unit.index, begin, end, reason)] = None

    def refused_start(self, position: Position, reason: str) -> None:
        self.refused_starts.append((position, reason))

    def insertion(self, procedure: str, holder: str, insertions: list[Insertion]) -> None:
        self._insertions.setdefault((procedure, holder), []).extend(insertions)

    def replacement(self, unit: Unit, begin: int, end: int, text: str, *, opens: bool) -> None:
        if not unit.library:
            self.replacements[Replacement(unit.index, begin, end, text, opens)] = None

    def is_entry(self, symbol: str) -> bool:
        """Is it the function that the program starts in? When it is left, all is over."""
        return symbol == self._entry

    def is_user_defined(self, unit: Unit, ref: DeclRef) -> bool:
        if ref.name in ERROR_FUNCTIONS:
            return False
        found = self._find_function(unit, ref.name)
        return found is not None and (not found[0].library or (unit.library and found[0] is unit))

    def signature(self, unit: Unit, ref: DeclRef) -> Signature | None:
        found = self._find_function(unit, ref.name)
        return self._need(*found) if found is not None else None

    def _need(self, unit: TranslationUnit, node: Node) -> Signature:
        """A function is used: have it lowered."""
        symbol = self._symbol(unit, node.name)
        if symbol not in self._signatures:
            type_ = unit.types.of_declared(node.type)
            if not isinstance(type_, FunctionType):
                raise UnsupportedError(f"the type of '{node.name}' is not understood")
            parameters = tuple(unit.types.of_declared(c.type) for c in node.inner if c.kind == "ParmVarDecl")
            passed = type_.parameters if len(type_.parameters) == len(parameters) else parameters
            self._signatures[symbol] = Signature(
                symbol, parameters, passed, type_.returns, node.variadic, unit.library
            )
            self._definitions[symbol] = (unit, node)
            if symbol != RUN_AT_EXIT:  # see `_lower_last`
                self._waiting.append(symbol)
            if unit.library and symbol in ASSUMED:  # said by now, unless its address is taken
                is_bound = ASSUMED[symbol].is_bound and not self.conventions.svcomp
                self.assumption(NOWHERE, ASSUMED[symbol].text, once=True, is_bound=is_bound)
            if unit.attribute(node.name, "WeakAttr") is not None:
                text = f"'{node.name}' is weak: it is taken that no other file defines it"
                self.assumption(unit.source.position(node.offset), text)
        return self._signatures[symbol]

    def function_address(self, unit: Unit, ref: DeclRef) -> Address:
        found = self._find_function(unit, ref.name)
        if found is None and self.attribute(unit, ref.name, "WeakAttr"):
            raise UnsupportedError(f"'{ref.name}' is weak and defined nowhere: it may have no address")
        if ref.name in ERROR_FUNCTIONS:
            # Calling it is the error: what it would do then is not looked at.
            self._taken[ref.name] = None
            if found is not None:
                self._error_bodies[ref.name] = found
            return Address(ref.name, VOID_POINTER)
        symbol = ref.name
        if found is not None:
            symbol = self._symbol(found[0], found[1].name)
        self._taken[symbol] = None
        if found is not None:
            self._need(*found)
        return Address(symbol, VOID_POINTER)

    def label_address(self, label: str) -> Address:
        """Labels whose address is taken (GNU C) are things that pointers can point to, like functions."""
        symbol = self._labels.setdefault(label, f"<label {len(self._labels)}>")
        return Address(symbol, VOID_POINTER)

    def external(self, unit: Unit, ref: DeclRef, position: Position, *, reaches: bool = False) -> None:
        assert isinstance(unit, TranslationUnit)
        type_ = unit.types.of_declared(ref.type)
        name = unit.linked_as(ref.name)
        self._external(name, type_.returns if isinstance(type_, FunctionType) else INT, position, reaches)

    def _external(self, name: str, returns: Type, position: Position, reaches: bool) -> None:
        if reaches:
            self._reaching.setdefault(name, position)
        if name in self.externals:
            return
        known = name.startswith(_INPUTS) or is_input(name) or self.conventions.pure
        if not known and is_of_the_library(name, self.units, self.target.model):
            raise UnsupportedError(
                f"'{name}' is a function of the C library that Dovetail has no model of (with --externals "
                "pure it would return any value and change nothing)"
            )
        if any(unit.assembly for unit in self.units):
            raise UnsupportedError(f"'{name}' has no body, or one in assembly: not modelled")
        self.externals[name] = (returns, position)

    def _say_externals(self, procedures: dict[str, Procedure]) -> None:
        """What functions without a body are taken to do; that is a bound where they could do more."""
        conventions = self.conventions
        elsewhere = "__errno_location" in self._signatures or conventions.part or conventions.calls_matter
        functions = {
            name: entry for name, entry in self.externals.items() if not name.startswith((*_INPUTS, WRITTEN))
        }
        for name, (returns, position) in self.externals.items():
            if name.startswith(_INPUTS) and has_pointers(returns):
                text = f"the pointers that '{name}' gives are not addresses of objects"
                self.assumption(position, text, is_bound=not conventions.svcomp)
        for name, (returns, position) in functions.items():
            shown = input_of(name) or name
            input_ = name.startswith(INPUT_BY_NAME)
            more = not conventions.pure and not input_ and (name in self._reaching or elsewhere)
            text = "it is taken to return any value, to change nothing and to call nothing"
            where = self._reaching.get(name, position) if more else position
            if conventions.outside is None or input_:
                self.assumption(where, f"'{shown}' has no body: {text}", is_bound=more)
            if has_pointers(returns):
                text = f"what '{shown}' returns does not lead to anything that is part of the program"
                told = not conventions.pure and looks_at_pointers(procedures.values())
                self.assumption(position, text, is_bound=told)
        if not conventions.pure and self.globals.shared_with_other_files():
            called = {name: returns for name, (returns, _) in functions.items()}
            called |= {name: returns for name, _, returns in self.outside_functions()}
            self._say_shared({n: r for n, r in called.items() if not n.startswith(INPUT_BY_NAME)})
        own = [name for name in functions if not name.startswith(INPUT_BY_NAME)]
        own += [name for name, _, _ in self.outside_functions()]
        if own and not conventions.pure:
            self._say_library_state()
        self._say_outside()

    def _say_library_state(self) -> None:
        """What the library keeps between calls is anybody's to change: a function from another file may call
        strtok, setenv or umask, too."""
        mentioned = {name for unit in self.units for name in mentioned_functions(unit)}
        keeping = [name for name in KEEPING if name in mentioned and name in self._lowered]
        if keeping:
            text = "functions without a body are taken to leave alone what the C library keeps between calls"
            self.assumption(NOWHERE, f"{text}: {', '.join(keeping)}", is_bound=True)

    def _say_shared(self, called: dict[str, Type]) -> None:
        """Functions of other files could change variables without being handed them. What returns nothing is
        called for such a reason; of what returns a value it is taken that this is all."""
        text = "functions without a body are taken to leave alone the variables that they are not handed"
        if called:
            self.assumption(NOWHERE, text, is_bound=any(isinstance(r, VoidType) for r in called.values()))

    def _say_outside(self) -> None:
        """What functions without a body are taken to do where they write what they can reach."""
        conventions = self.conventions
        if conventions.outside is None:
            return
        used = [name for name in sorted(conventions.outside) if name in self._lowered]
        for name in used:
            text = "it is taken to return any value and to write anything that it can reach"
            self.assumption(self._declared(name), f"'{name}' has no body: {text}")
        if not used and not conventions.callbacks:
            return
        text = "functions without a body are taken to free nothing that is the program's"
        self.assumption(NOWHERE, text)
        text = "functions without a body are taken to call none of the program's"
        self.assumption(NOWHERE, text, is_bound=conventions.calls_matter)
        if conventions.left_constants:
            text = "functions without a body are taken to leave alone what they are given as const"
            self.assumption(NOWHERE, text)
        if conventions.unfollowed:
            text = (
                "functions without a body are taken to follow only pointers that the types of what they are "
                "given tell of, and to write none that lead into the program"
            )
            self.assumption(NOWHERE, text, is_bound=True)

    def outside_functions(self) -> Iterator[tuple[str, str, Type]]:
        """The functions that `outside` has text for: each with what its result is called there."""
        for symbol, signature in self._signatures.items():
            if symbol in (self.conventions.outside or ()):
                yield symbol, symbol, signature.returns
            elif symbol.startswith(CALLED_BACK):
                yield symbol, symbol.removeprefix(OWN), signature.returns

    def _declared(self, name: str) -> Position:
        """Where a function is declared that has its body from `outside`."""
        unit, _ = self._definitions[name]
        return unit.source.position(unit.declarations[name][0].offset)

    @property
    def foreign_functions(self) -> bool:
        if self.conventions.pure:
            return False
        if self.numbers_as_pointers:
            return True
        found = [returns for name, (returns, _) in self.externals.items() if not name.startswith(_INPUTS)]
        found += self.globals.types_from_elsewhere()
        if any(symbol not in self._lowered for symbol in self._taken):  # they may be called, through pointers
            found += [call.type.returns for call in self._dispatches]
        return any(map(_may_lead_to_function, found))

    def parameters(self, functions: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Of functions that are called from text of Dovetail's own: their procedures, and how many
        parameters each has."""
        found = {}
        for name in functions:
            declaring = next(unit for unit in self.units if name in unit.declarations)
            defined = self._find_function(declaring, name)
            assert defined is not None
            symbol = self._symbol(defined[0], defined[1].name)
            found[name] = (symbol, len(self._signatures[symbol].parameters))
        return found

    def byte_views(self) -> frozenset[str]:
        return self._byte_views

    def dispatch(self, call: Dispatch) -> None:
        self._dispatches.append(call)

    def string_object(self, units: list[int], element: IntType, count: int) -> Address:
        return self.globals.string(units, element, count)

    def constant_literal(self, address: Expr, type_: Type) -> None:
        self._constant_literals[address] = type_

    def global_place(self, unit: Unit, ref: DeclRef) -> Place:
        assert isinstance(unit, TranslationUnit)
        return self.globals.place(unit, ref)

    def extern_local(self, unit: Unit, node: Node) -> None:
        assert isinstance(unit, TranslationUnit)
        self.globals.extern_local(unit, node)

    def static_local(self, unit: Unit, node: Node, procedure: str) -> Place:
        assert isinstance(unit, TranslationUnit)
        return self.globals.static_local(unit, node, procedure)

    # -- putting it together

    def link(self, entry: str, called: str | None = None) -> Program:
        """`called` is the user's function that the entry is about, if the entry itself is Dovetail's."""
        unit = next(unit for unit in self.units if entry in unit.functions)
        self._about = next((self._symbol(u, called) for u in self.units if called in u.functions), None)
        self._entry = self._symbol(unit, entry)
        signature = self._need(unit, unit.functions[entry])
        self._require_ordinary_start()
        self._lower_waiting()
        self._lower_last()
        procedures = self._finish_procedures(unit, signature)
        procedures = _called(procedures)
        heads = {name: function.build.loop_heads for name, function in self._lowered.items()}
        for place in loops_taken_to_stay(procedures, heads):
            self.assumption(place, ENDLESS)
        procedures = self._accounts(procedures)
        self._say_arguments(signature, procedures)
        return self._program(procedures, signature.symbol)

    def link_whole(self) -> Program:
        """All functions of the files, to be looked at: it starts nowhere."""
        for unit in self.units:
            for node in unit.own_functions():
                try:
                    self._need(unit, node)
                except UnsupportedError as error:
                    self.vanished(unit.source.position(node.offset), error.reason)
        self._require_ordinary_start()
        self._lower_waiting()
        return self._program(self._finish_procedures(self.units[0], None), START)

    def _program(self, procedures: dict[str, Procedure], entry: str) -> Program:
        self.goals.number(procedures.values())
        self._say_standing(procedures)
        self._say_externals(procedures)
        for position, text, in_memory in self._leading_nowhere:
            told = reads_memory(procedures.values()) if in_memory else looks_at_pointers(procedures.values())
            self.assumption(position, text, is_bound=told and not self.conventions.svcomp)
        variables = [
            made.place.variable for made in self.globals.all.values() if isinstance(made.place, Register)
        ]
        if self._counts_blocks(procedures):
            variables.append(LIVE)
        return Program(
            self.target,
            START,
            entry,
            procedures,
            {variable.name: variable for variable in variables},
            self.globals.finished_objects(),
            (*self._taken, *self._labels.values()),
            tuple(sorted(self._assumptions)),
            tuple(unit.source.name for unit in self.units),
            (),
            tuple(self._vanished),
        )

    def _counts_blocks(self, procedures: dict[str, Procedure]) -> bool:
        return (self.properties.leaks or self.properties.cleanup) and allocates(procedures)

    def _accounts(self, procedures: dict[str, Procedure]) -> dict[str, Procedure]:
        """What questions about leaks need."""
        if self._counts_blocks(procedures):
            return accounted(procedures, START, in_loops=self.properties.leaks, new_check=self.new_check)
        return nothing_to_lose(procedures) if self.properties.memory else procedures

    def _require_ordinary_start(self) -> None:
        for unit in self.units:
            for name, node in unit.functions.items():
                position = unit.source.position(node.offset)
                for kind, runs in (("ConstructorAttr", self._before), ("DestructorAttr", self._behind)):
                    attribute = unit.attribute(name, kind)
                    if attribute is not None:
                        self._enter_outside(unit, node, attribute, runs)
                if unit.attribute(name, "OverloadableAttr"):
                    self._refuse_all(position, f"'{name}' is overloaded: not modelled")
            for name, nodes in unit.variables.items():
                sections = {child.section for node in nodes for child in node.inner if child.section}
                if any(map(self._is_looked_at, sections)) and any(
                    may_have_pointers(unit, node) for node in nodes
                ):
                    reason = f"'{name}' is in a section of its own: who looks for it there is not known"
                    self._refuse_all(unit.source.position(nodes[0].offset), reason)
            for position in unit.folded_shifts:
                # Types and values anywhere in the file may depend on what it was taken for.
                reason = "a shift by too much, in a constant: what it gives is up to the compiler"
                self._refuse_all(position, reason)

    def _enter_outside(
        self, unit: TranslationUnit, node: Node, attribute: Node, runs: list[tuple[int, Signature]]
    ) -> None:
        """A function runs before or behind the entry."""
        position = unit.source.position(node.offset)
        written = attribute.inner[0].value if attribute.inner else None
        priority = int(str(written)) if written is not None else LAST_PRIORITY
        try:
            signature = self._need(unit, node)
        except UnsupportedError as error:
            self._refuse_all(position, error.reason)
            return
        if signature.parameters or signature.variadic or isinstance(signature.returns, RecordType):
            reason = f"'{node.name}' runs before or after main, and is given arguments: not modelled"
            self._refuse_all(position, reason)
        elif priority < FIRST_PRIORITY:
            reason = f"'{node.name}' runs before or after what the compiler reserves: not modelled"
            self._refuse_all(position, reason)
        elif any(other == priority for other, _ in runs):
            text = "functions that run before or after main run in the order of the text, or against it"
            self.assumption(position, text, once=True)
        runs.append((priority, signature))

    @property
    def ends_with_more(self) -> bool:
        return bool(self._behind)

    def _is_looked_at(self, section: str) -> bool:
        """Does the machine run what is in a section, or does the program find it by the linker's names for
        its beginning and end? (C leaves other sections to those who know them.)"""
        ends = (f"__start_{section}", f"__stop_{section}")
        named = any(end in unit.variables for unit in self.units for end in ends)
        return named or re.match(r"\.(?:pre)?init|\.fini|\.ctors|\.dtors", section) is not None

    def _refuse_all(self, position: Position, reason: str) -> None:
        """Nothing is known of any run."""
        self._start.position = position
        self._start.emit(Unsupported(reason))
        self.refused_start(position, reason)

    def _lower_waiting(self) -> None:
        """Lower functions and initialisers until nothing new is needed."""
        while True:
            while self._waiting:
                self._lower(self._waiting.pop(0))
            if not self.globals.initialise_new() and not self._waiting:
                return

    def _lower_last(self) -> None:
        """What is called at exit: nothing, unless the program has said so somewhere."""
        if "atexit" in self._signatures:
            run = self._find_model(RUN_AT_EXIT)
            assert run is not None
            self._need(*run)
            self._lower(RUN_AT_EXIT)
            self._lower_waiting()
        elif RUN_AT_EXIT in self._signatures:
            unit, _ = self._definitions[RUN_AT_EXIT]
            self._definitions[RUN_AT_EXIT] = (unit, unit.functions[NOTHING_AT_EXIT])
            self._lower(RUN_AT_EXIT)

    def _position(self, symbol: str) -> Position:
        unit, node = self._definitions[symbol]
        return unit.source.position(node.loc.offset if node.loc else node.offset)

    def _lower(self, symbol: str) -> None:
        unit, node = self._definitions[symbol]
        function = Functions(unit, self, Builder(symbol, self._position(symbol)))
        self._lowered[symbol] = function
        function.lower(node, self._signatures[symbol].returns)
        if not unit.library:
            said = [*self._orders.of(unit, node)]
            if not is_own_header(self._position(symbol).file, self.target.model):
                said += promises(unit, node, self.units)
            for place, text in said:
                self.assumption(unit.source.position(place.offset), text)

    def _finish_procedures(self, unit: TranslationUnit, entry: Signature | None) -> dict[str, Procedure]:
        dispatcher = Dispatcher(self, self._taken, self._lowered_function, self._bodiless)
        for call in self._dispatches:
            dispatcher.resolve(call)
        if entry is not None:
            self._start_in(entry)
        procedures = {START: self._finish_start(unit)}
        strings = self.globals.strings()
        called = frozenset([*self._taken, *self._labels.values()])
        for symbol, function in self._lowered.items():
            position = self._position(symbol)
            library = self._definitions[symbol][0].library or position.file == OUTSIDE_FILE
            procedure = function.finish(position, library=library)
            literals = self._constant_literals
            procedures[symbol] = with_open_comparisons(procedure, self.target, called, strings, literals)
        return procedures

    def _lowered_function(self, symbol: str) -> tuple[Signature, Functions] | None:
        function = self._lowered.get(symbol)
        return None if function is None else (self._signatures[symbol], function)

    def _bodiless(self, call: Dispatch, symbol: str) -> None:
        reaches = not call.type.prototyped or any(map(has_pointers, call.type.parameters))
        self._external(symbol, call.type.returns, call.position, reaches or bool(call.extra))

    def _start_in(self, entry: Signature) -> None:
        build = self._start
        about = self._about if self._about in self._definitions else None
        build.position = self._position(about or entry.symbol)
        if isinstance(entry.returns, RecordType):
            text = f"'{entry.symbol}' returns {entry.returns}, which an entry cannot do: use --function"
            raise InputError(text, build.position)
        arguments = self._main_arguments(entry)
        for _, before in sorted(self._before, key=lambda one: one[0]):
            build.emit(Call(None, before.symbol, ()))
        code: Expr = const(INT, 0)
        target: Variable | None = None
        if isinstance(entry.returns, IntType):
            target = build.variable(entry.returns)
            code = target if entry.returns == INT else folded(Cast(INT, target))
        build.emit(Call(target, entry.symbol, arguments))
        if "atexit" in self._signatures:
            build.emit(Call(None, RUN_AT_EXIT, ()))
        for _, behind in sorted(self._behind, key=lambda one: one[0])[::-1]:
            build.emit(Call(None, behind.symbol, ()))
        if self.properties.leaks:
            build.emit(Check(NoLeak(), self.new_check(LEAK, build.position, START, LEAK_TEXT)))
        if self.properties.cleanup:
            build.emit(Check(NONE_ALIVE, self.new_check(CLEANUP, build.position, START, CLEANUP_TEXT)))
        build.emit(Halt(code))
        build.end()

    def _finish_start(self, unit: TranslationUnit) -> Procedure:
        starter = self.globals.starter(unit)
        for other in self.globals.starters:
            if other is not starter:
                starter.objects.extend(other.objects)
        return starter.finish(self._start.position, library=False)

    def _main_arguments(self, entry: Signature) -> tuple[Expr, ...]:
        """`main(argc, argv, envp)` with no arguments but the program's name."""
        if not entry.parameters:
            return ()
        if len(entry.parameters) > 3 or entry.variadic:
            raise InputError(f"'{entry.symbol}' has parameters that an entry cannot have: use --function")
        size = self.target.size(VOID_POINTER)
        vector = GlobalObject("<argv>", ArrayType(VOID_POINTER, 2), 2 * size, size, NOWHERE)
        self.globals.objects[vector.name] = vector
        address = Address(vector.name, PointerType(VOID_POINTER))
        self._start.emit(Store(address, self.string_object(list(b"program"), CHAR, 8)))
        end = PointerAdd(address, const(self.target.intptr, size), PointerType(VOID_POINTER))
        known: list[Expr] = [const(INT, 1), address, end]
        return tuple(known[: len(entry.parameters)])

    def _say_arguments(self, entry: Signature, procedures: dict[str, Procedure]) -> None:
        """That there are none restricts a program that looks at them."""
        if entry.parameters:
            looked_at = any(parameter_uses(procedures[entry.symbol], len(entry.parameters)))
            text = "the program is started without arguments"
            bound = looked_at and not self.conventions.svcomp
            self.assumption(self._position(entry.symbol), text, is_bound=bound)

    def _say_standing(self, procedures: dict[str, Procedure]) -> None:
        for text in standing_assumptions(procedures, self.properties, self.conventions):
            self.assumption(NOWHERE, text, once=True)
        for unit in self.units:
            for node in unit.assembly:
                text = "assembly outside of functions is taken to change nothing"
                self.assumption(unit.source.position(node.offset), text)
            for position in unit.overridden:
                text = "an initialiser that a later one takes the place of is not evaluated"
                self.assumption(position, text)

    def entered_errors(self) -> list[Insertion]:
        """What tells the native run that an error function was called through a pointer."""
        text = " __dovetail_entered();" if self.properties.reachability else " __dovetail_quiet();"
        bodies = (
            (unit, child)
            for unit, node in self._error_bodies.values()
            for child in node.inner
            if child.kind == "CompoundStmt"
        )
        return [Insertion(unit.index, body.offset + 1, text) for unit, body in bodies]

    def unasked_errors(self) -> list[str]:
        """Error functions without a body that may be called through a pointer, and then only end the run."""
        if self.properties.reachability:
            return []
        errors = ERROR_FUNCTIONS | ASSERT_FAILURES
        return [n for n in self._taken if n in errors and n not in self._error_bodies | self._lowered]

    def insertions(self, program: Program) -> list[Insertion]:
        """Those that belong to a havoc that is still in the Program, in the order of execution."""
        kept: dict[tuple[str, str], list[Insertion]] = {}
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                match edge.statement:
                    case (
                        Havoc(target=holder, origin=Origin.UNINITIALISED)
                        | HavocMemory(address=Variable() as holder)
                    ):
                        key = (procedure.name, holder.name)
                        kept.setdefault(key, self._insertions.get(key, []))
                    case _:
                        pass
        order = {key: number for number, key in enumerate(self._insertions)}
        return [one for key in sorted(kept, key=lambda key: order.get(key, -1)) for one in kept[key]]


def _called(procedures: dict[str, Procedure]) -> dict[str, Procedure]:
    """Without functions whose address is taken and that no call can mean: nothing in them can happen."""
    called = {START: None}
    waiting = [START]
    while waiting:
        for edge in procedures[waiting.pop()].edges:
            if isinstance(edge.statement, Call) and edge.statement.procedure not in called:
                called[edge.statement.procedure] = None
                waiting.append(edge.statement.procedure)
    return {name: procedure for name, procedure in procedures.items() if name in called}


def _may_lead_to_function(type_: Type) -> bool:
    """Can what is behind such a value be called?"""
    match type_:
        case PointerType(pointee=FunctionType() | VoidType()):
            return True
        case PointerType(pointee=RecordType(fields=fields)) | RecordType(fields=fields):
            inside = [field.type for field in fields]
            return any(isinstance(one, PointerType) and _is_code(one.pointee) for one in inside)
        case _:
            return False


def _is_code(type_: Type) -> bool:
    return isinstance(type_, (FunctionType, VoidType))
