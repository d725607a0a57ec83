"""The most general client of a module (`--api`): a loop that calls any exported function, with any arguments,
again and again (Yorsh, Ball, Sagiv, section 5.1, where it is a class under any sequence of its methods).

As the entry of `--function` it is written as C text behind the user's own. For each exported function there
is one that makes up arguments and calls it, in the file where it is defined, since its types are known there;
the loop is in the first of these files. At the head of the loop, between two calls, the module invariant
lives.

A client that is given a pointer may hand it in again: for each type of pointers that functions give out and
take there are two variables, which hold results of earlier calls, what a function has put where an argument
pointed, and records that were made up for earlier calls. A pointer to an incomplete type can be nothing else,
or null; a type that a header leaves incomplete is that to clients, even if the module's own file defines it.
What clients do beside calling is nothing, and that is said.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence

from dovetail.frontend.arguments import ArgumentWriter, Functions, declarations, listed
from dovetail.frontend.entry import ENTRY
from dovetail.frontend.errors import InputError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS
from dovetail.frontend.made_up import NO_CALLBACKS, Argument, Callbacks, Pointer
from dovetail.frontend.member_types import member_types
from dovetail.frontend.parameters import Parameter, parameters_of
from dovetail.frontend.restrictions import About, Sentence
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import (
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
    has_pointers,
)
from dovetail.quick_dataclass import dataclass

CLIENT = "<client>"
"""What stands for the name of the user's entry."""
KNOWN = 2
"""So many pointers of each type a client keeps."""
_KNOWN_NAME = "__dovetail_known_"
_NOT_EXPORTED = ("__VERIFIER_", "dovetail_", "__dovetail_")


@dataclass(frozen=True, slots=True)
class Api:
    """What is asked for: the functions that clients call, all that are exported if it is None, and one that
    is called first, and once."""

    functions: tuple[str, ...] | None = None
    init: str | None = None


@dataclass(frozen=True, slots=True)
class ClientCall:
    """A function, and what is made up for a call of it. `kept` are the variables in one of which its result
    is kept; the choice is an input, after the call."""

    function: str
    unit: int
    arguments: tuple[Argument, ...]
    returns: str
    """The type of the result as C text; empty where C would not write it in front of a name."""
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Client:
    """`init` is called first; then, as long as an input is not zero, the call that the next one chooses,
    which is asked for only if there are several."""

    api: Api
    init: ClientCall | None
    calls: tuple[ClientCall, ...]
    texts: dict[int, str]
    """To be put behind the files, by their numbers."""
    home: int
    """The file with the loop."""
    sentences: tuple[Sentence, ...]
    callbacks: Callbacks

    @property
    def mask(self) -> int:
        return _mask(len(self.calls))

    def chosen(self, choice: int) -> ClientCall:
        return self.calls[(choice & self.mask) % len(self.calls)]


def _mask(count: int) -> int:
    return (1 << (count - 1).bit_length()) - 1


def client_for(
    units: Sequence[TranslationUnit],
    api: Api,
    target: Target,
    functions: Callable[[TranslationUnit], Functions],
) -> Client:
    """Raises InputError if there is no function to call, or one that is asked for cannot be called.
    `functions` says, for each file, what pointers to functions may be."""
    module = _Module(units, api)
    return _Writing(module, target, functions).client()


# ---- which functions ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Exported:
    name: str
    unit: TranslationUnit
    node: Node
    parameters: tuple[Parameter, ...]
    returns: Type
    returns_text: str


class _Module:
    """What the files export."""

    def __init__(self, units: Sequence[TranslationUnit], api: Api) -> None:
        self.units = units
        self.api = api
        self.skipped: list[tuple[_Place, str]] = []
        found = _exported(units)
        asked = api.functions
        for name in (*(asked or ()), *((api.init,) if api.init else ())):
            if name not in found:
                raise InputError(_why_not(name, units, list(found)))
        self.init = self._described(*found[api.init]) if api.init else None
        self.functions: list[_Exported] = []
        for name, (unit, node) in found.items():
            if name == api.init or (asked is not None and name not in asked):
                continue
            try:
                self.functions.append(self._described(unit, node))
            except InputError as error:
                if asked is not None:
                    raise
                self.skipped.append((_Place(unit, node), error.message))
        if not self.functions:
            files = ", ".join(unit.source.name for unit in units)
            if self.skipped:
                raise InputError(f"{files}: {self.skipped[0][1]}")
            other = " but the one for --api-init" if self.init else ""
            raise InputError(f"{files}: there is no exported function{other}: --api has nothing to call")

    def _described(self, unit: TranslationUnit, node: Node) -> _Exported:
        parameters = tuple(parameters_of(unit, node))
        declared = unit.types.of_declared(node.type)
        returns = declared.returns if isinstance(declared, FunctionType) else VoidType()
        return _Exported(node.name, unit, node, parameters, returns, _result_text(node))

    def variables(self) -> list[str]:
        """Variables that clients could change by themselves."""
        return [
            name
            for unit, name, nodes in self._exported_variables()
            if not any(node.type is not None and node.type.text.startswith("const ") for node in nodes)
        ]

    def leading_inside(self) -> list[str]:
        """Variables and functions by which clients get hold of the inside of the module: they could write to
        it, or call it, past the functions that are exported."""
        found = [
            name
            for unit, name, nodes in self._exported_variables()
            if any(has_pointers(unit.types.of_declared(node.type)) for node in nodes)
            and any(node.storage != "extern" for node in nodes)
        ]
        hidden = _hidden_records(self.units)
        for function in (*self.functions, *((self.init,) if self.init else ())):
            as_number = any(node.cast_kind == "PointerToIntegral" for node in function.node.walk())
            if as_number or _hands_out(function.returns, function.returns_text, hidden):
                found.append(f"{function.name}()")
        return found

    def _exported_variables(self) -> Iterator[tuple[TranslationUnit, str, list[Node]]]:
        for unit in self.units:
            for name, nodes in unit.variables.items():
                if not unit.is_static(name):
                    yield unit, name, nodes


@dataclass(frozen=True, slots=True)
class _Place:
    unit: TranslationUnit
    node: Node

    @property
    def position(self) -> Position:
        return self.unit.source.position(self.node.offset)


def _exported(units: Sequence[TranslationUnit]) -> dict[str, tuple[TranslationUnit, Node]]:
    found: dict[str, tuple[TranslationUnit, Node]] = {}
    for unit in units:
        for name, node in unit.functions.items():
            if not unit.is_static(name) and _is_for_clients(name) and not _is_only_inline(unit, name):
                found.setdefault(name, (unit, node))
        for name, nodes in unit.declarations.items():
            # Another name of a function is exported for clients to call it by.
            if unit.attribute(name, "AliasAttr") is not None and not unit.is_static(name):
                if _is_for_clients(name):
                    found.setdefault(name, (unit, nodes[-1]))
    return found


def _hands_out(returns: Type, written: str, hidden: frozenset[str]) -> bool:
    """Is a result something that a client can write through, or call?"""
    if not isinstance(returns, PointerType):
        return has_pointers(returns)
    pointee = returns.pointee
    if isinstance(pointee, RecordType) and (not pointee.complete or str(pointee) in hidden):
        return False
    only_read = written.startswith("const ") and written.count("*") == 1
    return isinstance(pointee, FunctionType) or not only_read or has_pointers(pointee)


def _is_for_clients(name: str) -> bool:
    if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES or name == "main":
        return False
    return not name.startswith(_NOT_EXPORTED)


def _is_only_inline(unit: TranslationUnit, name: str) -> bool:
    """Since C99, `inline` alone gives other files nothing to call."""
    nodes = unit.declarations[name]
    return not unit.old_inline and all(n.inline and n.storage != "extern" for n in nodes)


def _why_not(name: str, units: Sequence[TranslationUnit], exported: list[str]) -> str:
    if any(name in unit.functions and unit.is_static(name) for unit in units):
        return f"'{name}' is static: no client can call it"
    if any(name in unit.functions for unit in units):
        return f"'{name}' is not a function that clients call"
    near = difflib.get_close_matches(name, exported, 1, 0.4)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"there is no exported function '{name}' with a body{hint}"


def _result_text(node: Node) -> str:
    """`struct s *` of `struct s *(int, char)`; empty if the declarator is not as simple as that."""
    text = node.type.text if node.type is not None else ""
    before, opening, after = text.partition("(")
    return before.strip() if opening and not after.startswith("*") and "[" not in before else ""


def _hidden_records(units: Sequence[TranslationUnit]) -> frozenset[str]:
    """Records that are defined in a file of the module, and in some header only named."""
    named: set[str] = set()
    defined: set[str] = set()
    for unit in units:
        for node in unit.tree.inner:
            if node.kind == "RecordDecl" and node.name:
                record = f"{node.tag} {node.name}"
                own = unit.source.position(node.offset).file == unit.source.name
                if node.complete and own:
                    defined.add(record)
                elif not node.complete and not own:
                    named.add(record)
    return frozenset(named & defined)


# ---- which pointers are kept -------------------------------------------------------------------------------


def _key(type_: Type, unit: TranslationUnit) -> str:
    """Equal for types that are the same to a client, in whatever file."""
    match type_:
        case RecordType(name=name):
            return str(type_) if not name.startswith("<") else f"{type_} in {unit.index}"
        case IntType(width=width, signed=signed):
            return f"{'int' if signed else 'uint'}{width}"
        case PointerType(pointee=pointee):
            return f"{_key(pointee, unit)} *"
        case _:
            return str(type_)


class _Pools:
    """The variables that hold pointers between calls, for each type pointed to."""

    def __init__(self, functions: Sequence[_Exported], opaque: frozenset[str]) -> None:
        self.opaque = opaque
        given: dict[str, None] = {}
        taken: set[str] = set()
        for function in functions:
            if isinstance(function.returns, PointerType):
                given[_key(function.returns.pointee, function.unit)] = None
            for parameter in function.parameters:
                match parameter.type:
                    case PointerType(pointee=PointerType(pointee=inner)):
                        given[_key(inner, function.unit)] = None
                        taken.add(_key(PointerType(inner), function.unit))
                    case PointerType(pointee=pointee):
                        taken.add(_key(pointee, function.unit))
                        if isinstance(pointee, RecordType) and not self.is_opaque(pointee):
                            given[_key(pointee, function.unit)] = None
                    case _:
                        pass
        anything = str(VoidType()) in taken
        kept = [key for key in given if key in taken or anything]
        self.names = {
            key: tuple(f"{_KNOWN_NAME}{number}_{which}" for which in range(KNOWN))
            for number, key in enumerate(kept)
        }

    def is_opaque(self, record: RecordType) -> bool:
        return not record.complete or str(record) in self.opaque

    def declared(self, *, here: bool) -> Iterator[str]:
        for names in self.names.values():
            for name in names:
                yield f"{'' if here else 'extern '}void *{name};"


@dataclass(frozen=True, slots=True)
class _KnownIn:
    """What is known where the functions of one file are called."""

    pools: _Pools
    unit: TranslationUnit

    def pointers(self, type_: PointerType) -> tuple[str, ...]:
        names = self.pools.names
        if isinstance(type_.pointee, VoidType):
            return tuple(name for variables in names.values() for name in variables)
        own = names.get(_key(type_.pointee, self.unit), ())
        if isinstance(type_.pointee, PointerType):
            # Where a function puts a pointer, it is kept.
            inner = names.get(_key(type_.pointee.pointee, self.unit), ())
            return (*own, *(f"&{name}" for name in inner))
        return own

    def keeps(self, type_: PointerType) -> tuple[str, ...]:
        """Records; of a plain buffer nobody cares whether it is the one from before."""
        if isinstance(type_.pointee, RecordType):
            return self.pools.names.get(_key(type_.pointee, self.unit), ())
        return ()

    def is_opaque(self, record: RecordType) -> bool:
        return self.pools.is_opaque(record)

    def results(self, type_: Type) -> tuple[str, ...]:
        if isinstance(type_, PointerType):
            return self.pools.names.get(_key(type_.pointee, self.unit), ())
        return ()


# ---- the text ----------------------------------------------------------------------------------------------


class _Writing:
    def __init__(
        self, module: _Module, target: Target, functions: Callable[[TranslationUnit], Functions]
    ) -> None:
        self._module = module
        self._functions = {unit.index: functions(unit) for unit in module.units}
        self._target = target
        self._called = [*([module.init] if module.init else []), *module.functions]
        self._pools = _Pools(self._called, _hidden_records(module.units))
        self._lines: dict[int, list[str]] = {}
        self._said: list[Sentence] = []
        self._callbacks = NO_CALLBACKS

    def client(self) -> Client:
        module = self._module
        home = self._called[0].unit.index
        made = {function.name: self._call(function) for function in self._called}
        calls = tuple(made[function.name] for function in module.functions)
        init = made[module.init.name] if module.init else None
        self._lines[home] += self._loop(calls, init, home)
        texts = {index: "\n".join([*self._head(index, home), *lines]) for index, lines in self._lines.items()}
        said = (*self._sentences(calls, init), *self._said)
        written = {index: f"{text}\n" for index, text in texts.items()}
        return Client(module.api, init, calls, written, home, said, self._callbacks)

    def _head(self, index: int, home: int) -> Iterator[str]:
        yield '\n# 1 "<entry for any client>"'
        yield from declarations(self._target)
        yield from self._functions[index].prototypes()
        yield from self._pools.declared(here=index == home)

    def _call(self, function: _Exported) -> ClientCall:
        """A function without parameters that makes up arguments, and calls the user's."""
        unit = function.unit
        known = _KnownIn(self._pools, unit)
        writer = ArgumentWriter(known, self._functions[unit.index], member_types(unit), holding=False)
        for parameter in function.parameters:
            writer.argument(parameter)
        call = f"{function.name}({', '.join(argument.name for argument in writer.arguments)})"
        kept = known.results(function.returns)
        if kept:
            result = writer.name()
            writer.line(f"void *{result} = (void *){call};", 1)
            first, *others = kept
            choice = writer.name()
            writer.line(f"unsigned char {choice} = dovetail_any_uchar();", 1)
            for number, name in enumerate(others, 1):
                writer.line(f"if ({choice} == {number}) {name} = {result}; else", 1)
            writer.line(f"{first} = {result};", 1)
        else:
            writer.line(f"{call};", 1)
        self._lines.setdefault(unit.index, [])
        self._lines[unit.index] += [f"void {_caller(function.name)}(void) {{", *writer.lines, "}"]
        position = _Place(unit, function.node).position
        self._said += writer.sentences(function.name, position, variadic=function.node.variadic, many=True)
        self._callbacks |= writer.callbacks
        return ClientCall(
            function.name, unit.index, tuple(writer.arguments), function.returns_text, tuple(kept)
        )

    def _loop(self, calls: tuple[ClientCall, ...], init: ClientCall | None, home: int) -> Iterator[str]:
        for call in (*calls, *([init] if init else [])):
            if call.unit != home:
                yield f"extern void {_caller(call.function)}(void);"
        yield f"int {ENTRY}(void) {{"
        if init is not None:
            yield f"    {_caller(init.function)}();"
        yield "    while (dovetail_any_uchar() != 0) {"
        if len(calls) == 1:
            yield f"        {_caller(calls[0].function)}();"
        else:
            mask = _mask(len(calls))
            yield f"        switch (dovetail_any_uchar() & {mask}) {{"
            for number, call in enumerate(calls):
                labels = " ".join(f"case {choice}:" for choice in range(number, mask + 1, len(calls)))
                yield f"        {labels} {_caller(call.function)}(); break;"
            yield "        }"
        yield "    }"
        yield "    return 0;"
        yield "}"

    def _sentences(self, calls: tuple[ClientCall, ...], init: ClientCall | None) -> Iterator[Sentence]:
        names = ", ".join(call.function for call in calls)
        first = f", after one call of {init.function}" if init is not None else ""
        yield Sentence(f"clients call, in any order and any number of times: {names}{first}")
        changed = self._module.variables()
        if changed:
            text = f"clients change these variables only by calls: {listed(changed)}"
            yield Sentence(text, variables=tuple(changed))
        if any("main" in unit.functions for unit in self._module.units):
            yield Sentence("'main' is not run: clients call the other functions")
        inside = self._module.leading_inside()
        if inside:
            text = f"clients neither change nor call what these lead to, but by calls: {listed(inside)}"
            yield Sentence(text, anyway=True)
        every = (*calls, *([init] if init is not None else []))
        if self._pools.names:
            text = (
                f"of pointers that clients know from before, they hand in {KNOWN} of each type: results, "
                "what was put where an argument pointed, and records of their own"
            )
            yield Sentence(text, about=_arguments(every, lambda made: bool(made.known)))
        pointers = _arguments(every, lambda made: True)
        if pointers:
            yield Sentence("clients change what they have handed in only by calls", about=pointers)
        for place, reason in self._module.skipped:
            yield Sentence(f"clients never call it: {reason}", place.position, anyway=True)


def _arguments(calls: Sequence[ClientCall], wanted: Callable[[Pointer], bool]) -> tuple[About, ...]:
    """The arguments of calls that are pointers, made in a certain way."""
    return tuple(
        About(call.function, number)
        for call in calls
        for number, argument in enumerate(call.arguments)
        if isinstance(argument.made, Pointer) and wanted(argument.made)
    )


def _caller(function: str) -> str:
    return f"{ENTRY}_of_{function}"
