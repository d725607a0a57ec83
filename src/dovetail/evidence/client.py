"""A violation of a module as a client that a person could have written: a `main` with the calls, in order.

The general client of `frontend.client` takes each of its decisions from an input. Here the inputs of the
violating run are read back with the description of that client, and become calls with literal arguments;
pointers become addresses of objects with the contents that matter, and what was returned and handed in again
has a name. What the module itself asks for from outside (functions without a body) is left over, and given to
it apart.

Not everything can be said this way: where a value has no plain initialiser, there is no text. Whether the
text does what the run did is not known here; whoever saves it runs it first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from dovetail.evidence import harness
from dovetail.evidence.beginnings import without_entry
from dovetail.evidence.c_values import NoText, initialiser, literal, type_text
from dovetail.evidence.quoting import in_comment, included
from dovetail.execution.runs import Consumed
from dovetail.frontend.client import Client, ClientCall
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.flags import NO_FLAGS
from dovetail.frontend.load import Loaded
from dovetail.frontend.made_up import FRESH, MAX_ELEMENTS, Argument, Left, Made, Members, Pointer, Scalar
from dovetail.frontend.spelling import CALLED_BACK
from dovetail.program.automata import Program
from dovetail.program.statements import CheckInfo
from dovetail.program.types import (
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
)
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.wild import Piece

_POINTER = re.compile(r"^(?P<pointee>.*?)\s*\*\s*(?:const|restrict|__restrict|volatile|\s)*$")
_OWN_MAIN = re.compile(r"\bmain\s*\([^;{}]*\)\s*\{")
_OLDER = (
    "#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 14",
    "#define __typeof_unqual__ __typeof__",
    "#endif",
)
_QUALIFIERS = re.compile(r"^(?:(?:const|volatile)\s+)+|\s+(?:const|volatile)$")


@dataclass(frozen=True, slots=True)
class ClientText:
    """`body` stands behind the file number `home`; `rest` is what the module asked for."""

    body: str
    home: int
    calls: int
    rest: tuple[Consumed, ...]


def client_text(
    loaded: Loaded, consumed: Sequence[Consumed], *, heap: bool, all_but_last: bool = False
) -> ClientText | None:
    """The client of a violating run, or None if it cannot be written. With `heap`, what pointers lead to is
    allocated, so that the module may free it; else it is local variables. `all_but_last` leaves out the last
    call, the one that fails."""
    assert loaded.client is not None
    made_up = _statements_of_the_client(loaded.program)
    own = [item for item in consumed if item.statement in made_up]
    rest = tuple(item for item in consumed if item.statement not in made_up)
    texts = "\n".join(without_entry(unit) for unit in loaded.native.units)
    writing = _Writing(loaded.client, loaded.program.target, own, texts, heap)
    try:
        writing.read()
    except NoText:
        return None
    if not writing.calls:
        return None
    if all_but_last:
        del writing.calls[-1]
    units = [call.made.unit for call in writing.calls] or [loaded.client.home]
    home = max(sorted(set(units)), key=units.count)
    lines = [
        *_callbacks(writing.functions, loaded.client),
        *_prototypes(writing.calls, home),
        *("int main(void)", "{", *writing.lines(), "    return 0;", "}"),
    ]
    return ClientText("\n".join(lines) + "\n", home, len(writing.calls), rest)


def _statements_of_the_client(program: Program) -> set[object]:
    return {
        edge.statement
        for name, procedure in program.procedures.items()
        if is_made_up(name)
        for edge in procedure.edges
    }


def _callbacks(functions: Iterable[str], client: Client) -> Iterator[str]:
    """Prototypes of those from outside. (outside.c defines them.)"""
    for name in functions:
        for text in client.texts.values():
            found = re.search(rf"^.*\b{name}\(.*\);$", text, re.MULTILINE)
            if name.startswith(CALLED_BACK) and found is not None:
                yield found[0]
                break


def _prototypes(calls: Sequence[_Call], home: int) -> Iterator[str]:
    """Of functions in other files."""
    others = {call.made.function: call.made for call in calls if call.made.unit != home}
    for name, call in others.items():
        taken = ", ".join(argument.written for argument in call.arguments) or "void"
        yield f"extern {call.returns or 'void'} {name}({taken});"
    if others:
        yield ""


@dataclass(slots=True)
class _Result:
    """What a call has returned; it has a name if anybody uses it."""

    call: ClientCall
    name: str = ""


@dataclass(slots=True)
class _Call:
    made: ClientCall
    arguments: list[str]
    before: list[str]
    """Lines."""
    result: _Result | None = None

    def lines(self) -> Iterator[str]:
        yield from self.before
        text = f"{self.made.function}({', '.join(self.arguments)});"
        if self.result is not None and self.result.name:
            type_ = self.made.returns or "__auto_type"
            text = f"{type_}{'' if type_.endswith('*') else ' '}{self.result.name} = {text}"
        yield text


@dataclass(slots=True)
class _Writing:
    client: Client
    target: Target
    inputs: Sequence[Consumed]
    texts: str
    """Of the module."""
    heap: bool
    calls: list[_Call] = field(default_factory=list)
    _at: int = 0
    _lines: list[str] = field(default_factory=list)
    _known: dict[str, str | _Result] = field(default_factory=dict)
    """What the variables of the general client hold."""
    functions: dict[str, None] = field(default_factory=dict)
    """Those that are handed in."""
    _names: dict[str, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        for call in self.calls:
            for line in call.lines():
                yield f"    {line}"

    # -- inputs

    def _take(self) -> int | float:
        """The next number; behind the end there are zeros."""
        if self._at >= len(self.inputs):
            return 0
        value = self.inputs[self._at].value
        self._at += 1
        if isinstance(value, bytes):
            raise NoText("memory where a number is expected")
        return value

    def _bytes(self) -> bytes:
        value = self.inputs[self._at].value if self._at < len(self.inputs) else b""
        self._at += 1
        if not isinstance(value, bytes):
            raise NoText("a number where memory is expected")
        return value

    # -- calls

    def read(self) -> None:
        if self.client.init is not None:
            self._call(self.client.init)
        while self._take() != 0:
            choice = int(self._take()) if len(self.client.calls) > 1 else 0
            self._call(self.client.chosen(choice))

    def _call(self, made: ClientCall) -> None:
        self._lines = []
        arguments: dict[str, str] = {}
        for argument in made.arguments:
            arguments[argument.name] = self._argument(argument, arguments)
        call = _Call(made, list(arguments.values()), self._lines)
        self.calls.append(call)
        if made.kept:
            choice = int(self._take())
            call.result = _Result(made)
            self._known[made.kept[choice if 0 < choice < len(made.kept) else 0]] = call.result

    def _argument(self, argument: Argument, earlier: dict[str, str]) -> str:
        memory = b""
        if isinstance(argument.made, (Members, Left)):
            following = self.inputs[self._at] if self._at < len(self.inputs) else None
            if following is not None and following.name == argument.name:
                memory = self._bytes()
        place = f"(*({argument.written} *)0)"
        if not isinstance(argument.type, RecordType):
            return self._value(argument.made, argument.type, argument.path, argument.written, place, earlier)
        inside = self._members(argument.made, argument.type, argument.path, place, earlier)
        name = self._name(argument.path)
        text = initialiser(argument.type, memory, inside, self.target)
        self._lines.append(f"{_unqualified(argument.written)} {name} = {text};")
        return name

    def _members(
        self, made: Made, type_: Type, path: str, place: str, earlier: dict[str, str]
    ) -> dict[str, str]:
        """The texts of those with a value of their own, by their paths: `.to.next`."""
        found: dict[str, str] = {}
        if not isinstance(made, Members) or not isinstance(type_, RecordType):
            return found
        types = {one.name: one.type for one in type_.fields}
        for name, inner in made.members:
            member, deeper = types[name], f"{place}.{name}"
            if isinstance(inner, Members):
                below = self._members(inner, member, name, deeper, earlier)
                found |= {f".{name}{rest}": text for rest, text in below.items()}
            else:
                found[f".{name}"] = self._value(inner, member, name, "", deeper, earlier)
        return found

    def _value(
        self, made: Made, type_: Type, path: str, written: str, place: str, earlier: dict[str, str]
    ) -> str:
        """`place` is an expression of the type, never evaluated; `written` may be empty."""
        match made:
            case Scalar(type=IntType() | FloatType() as scalar):
                return literal(self._take(), scalar)
            case Pointer() if isinstance(type_, PointerType):
                return self._pointer(made, path, written, place, earlier)
            case _:
                raise NoText(f"an argument of type {type_}")

    def _pointer(self, made: Pointer, path: str, written: str, place: str, earlier: dict[str, str]) -> str:
        if made.always_null:
            return "0"
        choice = int(self._take()) if not made.least else FRESH
        if choice == 0:
            return "0"
        known = made.chosen(choice)
        if known is None:
            return self._fresh(made, path, written, place, earlier)
        if known in earlier:
            return earlier[known]
        if isinstance(made.pointee, FunctionType) and known not in self._known:
            self.functions[known] = None
            return known
        if not known.startswith("&"):
            return self._named(known)
        # A variable of the client's own, which the call is to give a value.
        held = self._named(known[1:])
        name = self._name(_word(path))
        self._lines.append(f"{_declared(self._pointee(written, place), name)} = {held};")
        self._known[known[1:]] = name
        return f"&{name}"

    def _named(self, variable: str) -> str:
        held = self._known.get(variable, "0")
        if isinstance(held, str):
            return held
        if not held.name:
            held.name = self._name("handle")
        return held.name

    def _fresh(self, made: Pointer, path: str, written: str, place: str, earlier: dict[str, str]) -> str:
        count = (made.least or 1) + (int(self._take()) & (MAX_ELEMENTS - 1))
        memory = self._bytes()
        void = isinstance(made.pointee, VoidType)
        element: Type = IntType(8, True, "char") if void else made.pointee
        size = self.target.size(element)
        inside: dict[str, str] = {}
        match made.first:
            case Members():
                inside = self._members(made.first, element, path, f"(*{place})", earlier)
            case Pointer():
                inside = {"": self._value(made.first, element, path, "", f"(*{place})", earlier)}
            case _:
                pass
        name = self._name(_word(path))
        texts = [
            initialiser(element, memory[at * size : (at + 1) * size], inside if at == 0 else {}, self.target)
            for at in range(count)
        ]
        type_ = self._pointee(written, place) if written and not void else self._type(element, place)
        self._lines += _object(type_, name, texts, heap=self.heap)
        value = f"&{name}" if count == 1 and not self.heap else name
        if made.kept:
            slot = int(self._take())
            if 1 <= slot <= len(made.kept):
                self._known[made.kept[slot - 1]] = value
        return value

    def _pointee(self, written: str, place: str) -> str:
        match = _POINTER.match(written)
        if match and not re.search(r"[()\[\]]", written):
            return _unqualified(match["pointee"])
        return f"__typeof_unqual__(*{place})"

    def _type(self, type_: Type, place: str) -> str:
        match type_:
            case RecordType(name=name) if re.search(rf"\b{type_}\b", self.texts) and name.isidentifier():
                return str(type_)
            case IntType():
                return type_text(type_)
            case _:
                return f"__typeof_unqual__(*{place})"

    def _name(self, wanted: str) -> str:
        functions = {call.function for call in self.client.calls}
        base = f"{wanted}_" if wanted in functions or wanted == "main" else wanted
        number = self._names[base] = self._names.get(base, 0) + 1
        return base if number == 1 else f"{base}{number}"


def _object(type_: str, name: str, texts: list[str], *, heap: bool) -> Iterator[str]:
    """Lines that make an object with these elements."""
    last = max((at for at, text in enumerate(texts) if text not in ("0", "{0}")), default=0)
    listed = f"{{{', '.join(texts[: last + 1])}}}"
    if heap:
        yield f"{_declared(f'{type_} *', name)} = __builtin_calloc({len(texts)}, sizeof *{name});"
        if set(texts) - {"0", "{0}"}:
            yield f"__builtin_memcpy({name}, ({type_}[{len(texts)}]){listed}, {len(texts)} * sizeof *{name});"
    elif len(texts) == 1:
        yield f"{_declared(type_, name)} = {texts[0]};"
    elif type_ == "char":
        yield f"char {name}[{len(texts)}] = {_as_string(texts) or listed};"
    else:
        yield f"{_declared(type_, name)}[{len(texts)}] = {listed};"


def _as_string(texts: list[str]) -> str | None:
    """Characters with a zero behind them, as people write them."""
    numbers = [int(text) for text in texts]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    plain = all(32 <= number < 127 and chr(number) not in '"\\?' for number in numbers)
    if not numbers or not plain or len(numbers) == len(texts):
        return None
    return '"' + "".join(map(chr, numbers)) + '"'


def _declared(type_: str, name: str) -> str:
    return f"{type_}{name}" if type_.endswith("*") else f"{type_} {name}"


def _unqualified(written: str) -> str:
    return _QUALIFIERS.sub("", written).strip()


def _word(path: str) -> str:
    return path if path.isidentifier() else "object"


# ---- files -------------------------------------------------------------------------------------------------


def files(loaded: Loaded, check: CheckInfo, text: ClientText, wild: Sequence[Piece]) -> dict[str, str]:
    """client.c, and outside.c where the module leaves anything open."""
    home, others = loaded.program.files[text.home], [*loaded.program.files]
    del others[text.home]
    apart = _needs_outside(loaded) or bool(text.rest) or bool(wild)
    flags = [*loaded.flags]
    parts = [("client.c", flags.pop(text.home)), *zip(others, flags, strict=True)]
    if apart:
        parts.insert(1, ("outside.c", NO_FLAGS))
    texts = [included(home)]
    if _OWN_MAIN.search(without_entry(loaded.native.units[text.home])):
        texts = ["#define main main_of_the_module", *texts, "#undef main"]
    lines = [
        harness.about(check),
        " *",
        *(f" *     {line}" for line in harness.commands(loaded, [], parts)),
        " *",
        " * ends with the failure of the check (or with the report of a sanitizer).",
        *_unset(harness.unset_memory(loaded, text.rest)),
        " */",
        *(_OLDER if "__typeof_unqual__" in text.body else ()),
        *texts,
        "",
        text.body,
    ]
    found = {"client.c": "\n".join(lines)}
    if apart:
        found["outside.c"] = harness.outside(loaded, text.rest, wild)
    return found


def _unset(names: list[str]) -> Iterator[str]:
    if names:
        shown = in_comment(", ".join(names[:5]))
        yield f" * It may depend on what uninitialised memory holds ({shown}), which"
        yield " * cannot be set from here; `dovetail replay` sets it."


def _needs_outside(loaded: Loaded) -> bool:
    """Is there a function without a body, or one for errors and inputs, in the module's own text?"""
    texts = [without_entry(unit) for unit in loaded.native.units]
    names = re.findall(r"(\w+)\(\) \{", loaded.native.stubs)
    open_ = "|".join(["reach_error", r"__VERIFIER_\w+", *map(re.escape, names)])
    if loaded.native.without_body:
        return True
    wanted = re.compile(rf"\b(?:{open_})\b")
    return any(wanted.search(text) for text in texts)


def native_units(loaded: Loaded, text: ClientText, entry: str) -> tuple[str, ...]:
    """The module's native copy with this client instead of the general one."""
    units = [without_entry(unit) for unit in loaded.native.units]
    body = text.body.replace("int main(void)\n", f"int {entry}(void)\n", 1)
    units[text.home] += f'\n# 1 "client.c"\n{body}'
    return tuple(units)
