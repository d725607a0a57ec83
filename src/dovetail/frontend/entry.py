"""The entry for `--function f`: a C function that calls f with arbitrary arguments.

It is written as C text behind the user's own, so that the Program and the native copy get it from one source.
Each scalar argument is an input. A pointer argument is null, the address of a fresh object, or that of an
earlier argument of the same type; which one is an input too. A fresh object holds 1 to 16 elements of
arbitrary contents; pointers inside of it are again null or fresh, to a small depth. What an argument cannot
be is said, argument by argument.

Globals keep all that is made up here, and the result: what the function was given is not lost by the end of
this one, which is not the user's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
)

ENTRY = "__dovetail_any_call"
"""Not the name by which the harness knows the entry: it is defined to be this one."""
DEPTH = 2
MAX_ELEMENTS = 16
_SHOWN = 8
"""So many names are listed in one sentence."""

_INPUTS = {
    (8, True): "schar",
    (8, False): "uchar",
    (16, True): "short",
    (16, False): "ushort",
    (32, True): "int",
    (32, False): "uint",
    (64, True): "longlong",
    (64, False): "ulonglong",
    (128, True): "int128",
    (128, False): "uint128",
}
_RETURNS = {
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "bool": "_Bool",
    "float": "float",
    "double": "double",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """The text, and what it takes for granted about the call."""

    text: str
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Argument:
    name: str
    """In the text written here."""
    path: str
    """As the user would write it."""
    type: Type


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0
        self.said: list[str] = []
        self.null: dict[str, list[str]] = {}
        """Pointers that are null in every call, by the reason."""
        self.not_made: list[str] = []
        """Members with pointers that hold any address."""

    def line(self, text: str, depth: int) -> None:
        self.lines.append("    " * depth + text)

    def name(self) -> str:
        self.count += 1
        return f"__dovetail_{self.count}"

    def argument(self, argument: _Argument, earlier: list[_Argument]) -> None:
        """Statements that give it any value."""
        self._fill(argument.name, argument.path, argument.type, DEPTH, 1, earlier)

    def _fill(
        self, place: str, path: str, type_: Type, depth: int, indent: int, earlier: list[_Argument]
    ) -> None:
        match type_:
            case IntType(name="_Bool"):
                self.line(f"{place} = dovetail_any_bool();", indent)
            case IntType(width=width, signed=signed) if (width, signed) in _INPUTS:
                self.line(f"{place} = dovetail_any_{_INPUTS[width, signed]}();", indent)
            case FloatType(width=32 | 64):
                self.line(f"{place} = dovetail_any_{'float' if type_.width == 32 else 'double'}();", indent)
            case PointerType(pointee=pointee):
                self._pointer(place, path, pointee, depth, indent, earlier)
            case RecordType():
                self._record(place, f"{path}.", type_, depth, indent)
            case _:
                pass

    def _record(self, place: str, path: str, type_: RecordType, depth: int, indent: int) -> None:
        """Pointers inside of a record; its other contents are arbitrary already. `path` ends in front of the
        member's name."""
        for field in type_.fields:
            if isinstance(field.type, (PointerType, RecordType)) and field.name:
                self._fill(f"{place}.{field.name}", f"{path}{field.name}", field.type, depth, indent, [])
            elif _has_pointers(field.type):
                self.not_made.append(f"{path}{field.name or '(unnamed)'}")

    def _pointer(
        self, place: str, path: str, pointee: Type, depth: int, indent: int, earlier: list[_Argument]
    ) -> None:
        # A member may be const; the arguments themselves are declared without.
        assigned = place if place.isidentifier() else f"*(void **)&{place}"
        reason = _why_null(pointee, depth)
        if reason is not None:
            self.null.setdefault(reason, []).append(path)
            self.line(f"{assigned} = 0;", indent)
            return
        choice, kept = self.name(), self.name()
        same = [one for one in earlier if one.type == PointerType(pointee)]
        if place.isidentifier():
            self._say_pointer(path, pointee, same)
        self.line(f"{{ unsigned char {choice} = dovetail_any_uchar();", indent)
        self.line(f"if ({choice} == 0) {assigned} = 0;", indent + 1)
        for index, one in enumerate(same):
            self.line(f"else if ({choice} == {index + 2}) {assigned} = {one.name};", indent + 1)
        size = "1" if isinstance(pointee, VoidType) else f"sizeof(*{place})"
        self.line(f"else {{ static void *{kept};", indent + 1)
        count = f"(1 + (dovetail_any_uchar() & {MAX_ELEMENTS - 1}))"
        self.line(f"{assigned} = {kept} = __dovetail_allocate({size} * {count});", indent + 2)
        match pointee:
            case RecordType():
                self._record(f"(*{place})", f"{path}->", pointee, depth - 1, indent + 2)
            case PointerType():
                self._fill(f"(*{place})", f"*{path}", pointee, depth - 1, indent + 2, [])
            case ArrayType() if _has_pointers(pointee):
                self.not_made.append(f"*{path}")
            case _:
                pass
        self.line("} }", indent + 1)

    def _say_pointer(self, path: str, pointee: Type, same: list[_Argument]) -> None:
        what = "bytes" if isinstance(pointee, VoidType) else "elements"
        equal = f", or equals {' or '.join(one.path for one in same)}" if same else ""
        self.said.append(f"{path} is null, or points to 1 to {MAX_ELEMENTS} fresh {what}{equal}")
        if _has_pointers(pointee):
            self.said.append(
                f"pointers behind {path} are null or point to fresh elements, too; "
                "but beyond the first element they hold any address"
            )

    def assumptions(self, function: str, *, variadic: bool) -> Iterator[str]:
        yield f"'{function}' is called once, with all globals as they are at the start"
        if variadic:
            yield f"'{function}' is called without arguments for its '...'"
        for sentence in self.said:
            yield f"in the call of '{function}', {sentence}"
        for reason, paths in self.null.items():
            yield f"in the call of '{function}', always null ({reason}): {_listed(paths)}"
        if self.not_made:
            yield f"in the call of '{function}', pointers in these hold any address: {_listed(self.not_made)}"
        if self.said:
            yield (
                f"what '{function}' is given lies apart from all globals, is pointed to only from one place "
                "(arguments that are equal aside), and never leads back to itself"
            )


def _why_null(pointee: Type, depth: int) -> str | None:
    if isinstance(pointee, FunctionType):
        return "a pointer to a function"
    if isinstance(pointee, RecordType) and not pointee.complete:
        return "its type is incomplete"
    return f"more than {DEPTH} pointers away" if depth == 0 else None


def _has_pointers(type_: Type) -> bool:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    if isinstance(type_, RecordType):
        return any(_has_pointers(field.type) for field in type_.fields)
    return isinstance(type_, PointerType)


def _listed(paths: list[str]) -> str:
    more = len(paths) - _SHOWN
    return ", ".join(paths[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def entry_for(unit: TranslationUnit, function: str, target: Target) -> Entry:
    node = unit.functions[function]
    writer = _Writer()
    parameters = [child for child in node.inner if child.kind == "ParmVarDecl"]
    arguments: list[_Argument] = []
    position = unit.source.position(node.offset)
    body = _Writer()
    for number, parameter in enumerate(parameters, 1):
        assert parameter.type is not None
        if "unnamed" in parameter.type.text or "anonymous" in parameter.type.text:
            raise InputError(
                f"'{function}' has a parameter whose type has no name: it cannot be an entry", position
            )
        try:
            type_ = unit.types.of(parameter.type)
            unit.types.size(type_)
        except UnsupportedError as error:
            raise InputError(f"'{function}' cannot be an entry: {error.reason}", position) from error
        argument = _Argument(body.name(), parameter.name or f"argument {number}", type_)
        body.line(f"__typeof_unqual__({parameter.type.text}) {argument.name};", 1)
        body.argument(argument, arguments)
        arguments.append(argument)
    writer.line(f'\n# 1 "<entry for {function}>"', 0)
    for suffix, returns in _RETURNS.items():
        if "int128" in suffix and target.pointer_bits == 32:
            continue
        writer.line(f"extern {returns} dovetail_any_{suffix}(void);", 0)
    writer.line(f"extern void *__dovetail_allocate({target.size_t});", 0)
    writer.line(f"int {ENTRY}(void) {{", 0)
    writer.lines += body.lines
    call = f"{function}({', '.join(argument.name for argument in arguments)})"
    declared = unit.types.of_declared(node.type)
    if isinstance(declared, FunctionType) and _has_pointers(declared.returns):
        writer.line(f"static __typeof_unqual__({call}) __dovetail_result; __dovetail_result = {call};", 1)
    else:
        writer.line(f"{call};", 1)
    writer.line("return 0;", 1)
    writer.line("}", 0)
    text = "\n".join(writer.lines) + "\n"
    return Entry(text, tuple(body.assumptions(function, variadic=node.variadic)))
