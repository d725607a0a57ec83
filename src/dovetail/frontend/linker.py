"""From translation units to a Program: which functions are used, and what is said of all together.

Functions are lowered on demand from the entry, so that what the program never calls costs nothing and cannot
be unsupported. Calls through pointers are resolved last, against the functions whose address was taken in
lowered code. What a name means is said in `definitions`, how the program begins in `start`, what is known of
functions without a body in `bodiless`; variables are `globals`' part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dovetail.frontend.bodiless import Bodiless, may_lead_to_function
from dovetail.frontend.builder import Builder
from dovetail.frontend.byte_views import seen_as_bytes
from dovetail.frontend.clang import is_own_header
from dovetail.frontend.comparisons import with_open_comparisons
from dovetail.frontend.constants import exposes_local_constants
from dovetail.frontend.definitions import Definitions
from dovetail.frontend.dispatch import Dispatcher
from dovetail.frontend.entry import ENTRY_TEXT
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.externals import ENDS, mentioned_functions
from dovetail.frontend.functions import Functions
from dovetail.frontend.globals import Globals
from dovetail.frontend.goals import Goals
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS
from dovetail.frontend.leaks import accounted, allocates, nothing_to_lose
from dovetail.frontend.library.assumed import ASSUMED, DESCRIPTORS
from dovetail.frontend.linkage import Conventions, Dispatch, Place, Properties, Register, Signature
from dovetail.frontend.native_edits import NativeEdits
from dovetail.frontend.progress import TEXT as ENDLESS
from dovetail.frontend.progress import loops_taken_to_stay
from dovetail.frontend.promises import promises
from dovetail.frontend.restrictions import Told, parameter_uses
from dovetail.frontend.sequencing import Orders
from dovetail.frontend.spelling import OUTSIDE_FILE
from dovetail.frontend.standing import standing_assumptions
from dovetail.frontend.start import RUN_AT_EXIT, START, Start
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption, Procedure, Program, Vanished
from dovetail.program.expressions import Address, Expr
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Call, CheckInfo
from dovetail.program.tracking import LIVE
from dovetail.program.types import INT, VOID_POINTER, FunctionType, IntType, Target, Type, has_pointers

_ROUNDING = re.compile(rb"(?<!int )\bfesetround\b")
"""Anything but a declaration."""
_ERRNO = re.compile(rb"__errno_location\s*\(\s*\)|\berrno\b")
NOTHING_AT_EXIT = "__dovetail_nothing_at_exit"


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
        # Two files may declare one function with `const` and without.
        own = [unit for unit in units if not unit.library]
        self.own_names = frozenset(name for unit in own for name in unit.functions)
        self.may_write_constants = len(own) > 1 or any(unit.may_write_constants for unit in units)
        self.may_write_local_constants = self.may_write_constants and any(
            exposes_local_constants(unit.tree, self.own_names) for unit in own
        )
        self.sets_rounding = any(_ROUNDING.search(unit.source.text) for unit in units)
        self.looks_at_errno = any(_ERRNO.search(unit.source.text) for unit in units)
        self.uses_descriptors = any(name in DESCRIPTORS for unit in own for name in mentioned_functions(unit))
        self.checks: list[CheckInfo] = []
        self.goals = Goals()
        self.error_labels: list[Position] = []
        self.native = NativeEdits()
        self.heap_used = False
        self._assumptions: dict[Assumption, None] = {}
        self._leading_nowhere: list[tuple[Position, str, Told]] = []
        self._vanished: dict[Vanished, None] = {}
        self.numbers_as_pointers = False
        self._said_once: set[str] = set()
        self.constant_literals: dict[Expr, Type] = {}
        self._signatures: dict[str, Signature] = {}
        self._definitions: dict[str, tuple[TranslationUnit, Node]] = {}
        self._waiting: list[str] = []
        self._lowered: dict[str, Functions] = {}
        self._taken: dict[str, None] = {}
        self._labels: dict[str, str] = {}
        self.dispatches: list[Dispatch] = []
        self._entry = ""
        self._about: str | None = None
        self._names = Definitions(units, target, self.assumption)
        self._start = Start(self, units, self._need)
        self.globals = Globals(self, self._start.build, self._names)
        self.bodiless = Bodiless(
            *(units, target, conventions, self.assumption),
            *(self._signatures, self._definitions, self._lowered),
        )
        self._orders = Orders(self._names.find, self.properties)
        self.byte_views = seen_as_bytes([unit.byte_views for unit in own], self.own_names)

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

    def leads_nowhere(self, position: Position, text: str, told: Told) -> None:
        self._leading_nowhere.append((position, text, told))

    def never_returns(self, unit: TranslationUnit, ref: DeclRef) -> bool:
        found = self._is_declared_ending(unit, ref.name)
        if found:
            self.bodiless.endings.add(unit.linked_as(ref.name))
        return found

    def _is_declared_ending(self, unit: TranslationUnit, name: str) -> bool:
        declared = [node.type.text for node in unit.declarations.get(name, ()) if node.type is not None]
        return any("noreturn" in text for text in declared) or any(
            unit.attribute(name, kind) is not None for kind in ENDS
        )

    def returns_nowhere(self, unit: TranslationUnit, node: Node) -> bool:
        if unit.library or not self._is_declared_ending(unit, node.name):
            return False
        if self.conventions.svcomp:
            text = f"'{node.name}' is declared not to return: if its body does, it returns"
            self.assumption(unit.source.position(node.offset), text)
        return not self.conventions.svcomp

    def vanished(self, position: Position, reason: str) -> None:
        self._vanished[Vanished(position, reason)] = None

    def is_entry(self, symbol: str) -> bool:
        """Is it the function that the program starts in? When it is left, all is over."""
        return symbol == self._entry

    def is_user_defined(self, unit: TranslationUnit, ref: DeclRef) -> bool:
        if ref.name in ERROR_FUNCTIONS:
            return False
        found = self._names.find(unit, ref.name)
        return found is not None and (not found[0].library or (unit.library and found[0] is unit))

    def signature(self, unit: TranslationUnit, ref: DeclRef) -> Signature | None:
        found = self._names.find(unit, ref.name)
        return self._need(*found) if found is not None else None

    def _need(self, unit: TranslationUnit, node: Node) -> Signature:
        """A function is used: have it lowered."""
        symbol = self._names.symbol(unit, node.name)
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

    def function_address(self, unit: TranslationUnit, ref: DeclRef) -> Address:
        found = self._names.find(unit, ref.name)
        if found is None and unit.attribute(ref.name, "WeakAttr"):
            raise UnsupportedError(f"'{ref.name}' is weak and defined nowhere: it may have no address")
        if ref.name in ERROR_FUNCTIONS:
            # Calling it is the error: what it would do then is not looked at.
            self._taken[ref.name] = None
            if found is not None:
                self.native.error_bodies[ref.name] = found
            return Address(ref.name, VOID_POINTER)
        symbol = ref.name
        if found is not None:
            symbol = self._names.symbol(found[0], found[1].name)
        self._taken[symbol] = None
        if found is not None:
            self._need(*found)
        return Address(symbol, VOID_POINTER)

    def label_address(self, label: str) -> Address:
        """Labels whose address is taken (GNU C) are things that pointers can point to, like functions."""
        symbol = self._labels.setdefault(label, f"<label {len(self._labels)}>")
        return Address(symbol, VOID_POINTER)

    def external(
        self, unit: TranslationUnit, ref: DeclRef, position: Position, *, reaches: bool = False
    ) -> None:
        type_ = unit.types.of_declared(ref.type)
        name = unit.linked_as(ref.name)
        returns = type_.returns if isinstance(type_, FunctionType) else INT
        self.bodiless.enter(name, returns, position, reaches)

    @property
    def foreign_functions(self) -> bool:
        if self.conventions.pure:
            return False
        if self.numbers_as_pointers:
            return True
        found = [*self.bodiless.returned(), *self.globals.types_from_elsewhere()]
        if any(symbol not in self._lowered for symbol in self._taken):  # they may be called, through pointers
            found += [call.type.returns for call in self.dispatches]
        return any(map(may_lead_to_function, found))

    def parameters(self, functions: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Of functions that are called from text of Dovetail's own: their procedures, and how many
        parameters each has. One that no execution comes to has none."""
        found = {}
        for name in functions:
            declaring = next(unit for unit in self.units if name in unit.declarations)
            defined = self._names.find(declaring, name)
            assert defined is not None
            symbol = self._names.symbol(defined[0], defined[1].name)
            if symbol in self._signatures:
                found[name] = (symbol, len(self._signatures[symbol].parameters))
        return found

    def string_object(self, units: list[int], element: IntType, count: int) -> Address:
        return self.globals.string(units, element, count)

    def global_place(self, unit: TranslationUnit, ref: DeclRef) -> Place:
        return self.globals.place(unit, ref)

    def extern_local(self, unit: TranslationUnit, node: Node) -> None:
        self.globals.extern_local(unit, node)

    def static_local(self, unit: TranslationUnit, node: Node, procedure: str) -> Place:
        return self.globals.static_local(unit, node, procedure)

    # -- putting it together

    def link(self, entry: str, called: str | None = None) -> Program:
        """`called` is the user's function that the entry is about, if the entry itself is Dovetail's."""
        unit = next(unit for unit in self.units if entry in unit.functions)
        self._about = next((self._names.symbol(u, called) for u in self.units if called in u.functions), None)
        self._entry = self._names.symbol(unit, entry)
        signature = self._need(unit, unit.functions[entry])
        self._start.require_ordinary()
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
        self._start.require_ordinary()
        self._lower_waiting()
        return self._program(self._finish_procedures(self.units[0], None), START)

    def _program(self, procedures: dict[str, Procedure], entry: str) -> Program:
        self.goals.number(procedures.values())
        self._say_standing(procedures)
        shared, elsewhere = self.globals.shared_with_other_files, bool(self.globals.undefined)
        self.bodiless.say(procedures, shared, from_elsewhere=elsewhere)
        for position, text, told in self._leading_nowhere:
            bound = told(procedures.values()) and not self.conventions.svcomp
            self.assumption(position, text, is_bound=bound)
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

    @property
    def ends_with_more(self) -> bool:
        return self._start.ends_with_more

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
            run = self._names.model(RUN_AT_EXIT)
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
            self._say_types(unit, node.offset, node.end)

    def _say_types(self, unit: TranslationUnit, begin: int, end: int) -> None:
        for offset, text in unit.type_differences(begin, end):
            position = unit.source.position(offset)
            if not is_own_header(position.file, self.target.model):
                self.assumption(position, text, once=True)

    def _finish_procedures(self, unit: TranslationUnit, entry: Signature | None) -> dict[str, Procedure]:
        dispatcher = Dispatcher(self, self._taken, self._lowered_function, self._called_bodiless)
        for call in self.dispatches:
            dispatcher.resolve(call)
        if entry is not None:
            about = self._about if self._about in self._definitions else None
            position = self._position(about or entry.symbol)
            self._start.enter(entry, position, self.globals, at_exit="atexit" in self._signatures)
        procedures = {START: self._finish_start(unit)}
        strings = self.globals.strings()
        called = frozenset([*self._taken, *self._labels.values()])
        for symbol, function in self._lowered.items():
            position = self._position(symbol)
            library = self._definitions[symbol][0].library or position.file == OUTSIDE_FILE
            procedure = function.finish(position, library=library)
            literals = self.constant_literals
            procedures[symbol] = with_open_comparisons(procedure, self.target, called, strings, literals)
        return procedures

    def _lowered_function(self, symbol: str) -> tuple[Signature, Functions] | None:
        function = self._lowered.get(symbol)
        return None if function is None else (self._signatures[symbol], function)

    def _called_bodiless(self, call: Dispatch, symbol: str) -> None:
        reaches = not call.type.prototyped or any(map(has_pointers, call.type.parameters))
        self.bodiless.enter(symbol, call.type.returns, call.position, reaches or bool(call.extra))

    def _finish_start(self, unit: TranslationUnit) -> Procedure:
        starter = self.globals.starter(unit)
        for other in self.globals.starters:
            if other is not starter:
                starter.objects.extend(other.objects)
        return starter.finish(self._start.build.position, library=False)

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
            if not unit.library:
                for begin, end in unit.outside_of_functions():
                    self._say_types(unit, begin, end)
            for position, text in unit.foreign_words.listed:
                self.assumption(position, text, once=True)

    def unasked_errors(self) -> list[str]:
        """Error functions without a body that may be called through a pointer, and then only end the run."""
        if self.properties.reachability:
            return []
        errors = ERROR_FUNCTIONS | ASSERT_FAILURES
        return [n for n in self._taken if n in errors and n not in self.native.error_bodies | self._lowered]


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
